"""Logistic regression whose weights have a normal distribution."""

from __future__ import annotations

import math
from typing import List, Mapping

from bayou._answers import Answer
from bayou._values import MISSING, UNKNOWN, Discrete, Form, Text, Value, number_or_truth

_MAX_DEVIATIONS = 100.0
_MAX_VARIANCE = 1e50


class Logistic:
    def __init__(self, form: Form) -> None:
        self._labels: List[str] = form["labels"]
        self._share: float = form["varianceShare"]
        self._joint = form["joint"]
        self._numbers = form["numbers"]
        self._categories = [
            (Discrete({**category, "values": list(category["weights"])}), category["weights"])
            for category in form["categories"]
        ]
        self._texts = [(Text(text), text["presence"], text["weights"]) for text in form["texts"]]

    def answer(self, event: Mapping[str, Value]) -> Answer:
        n = len(self._labels)
        means, variances = [0.0] * n, [0.0] * n
        self._add_numbers(event, means, variances)
        self._add_categories(event, means, variances)
        self._add_texts(event, means)
        if n == 0:
            return Answer([], [], [])
        top = max(range(n), key=lambda c: (means[c], -c))
        shrink = [
            1.0 / math.sqrt(1.0 + math.pi / 8.0 * self._share * (variances[c] + variances[top]))
            for c in range(n)
        ]
        intercepts = [joint["means"][0] for joint in self._joint]
        return Answer(
            self._labels,
            _log_softmax([(intercepts[c] - intercepts[top]) * shrink[c] for c in range(n)]),
            _log_softmax([(means[c] - means[top]) * shrink[c] for c in range(n)]),
        )

    def _add_numbers(
        self, event: Mapping[str, Value], means: List[float], variances: List[float]
    ) -> None:
        standard = [_standard(event, form) for form in self._numbers]
        for c, joint in enumerate(self._joint):
            weights = joint["means"]
            point = [1.0, *standard[: len(weights) - 1]]
            means[c] += sum(w * x for w, x in zip(weights, point))
            if self._share > 0.0:
                solved: List[float] = []
                for row, x in zip(joint["factor"], point):
                    solved.append((x - sum(f * y for f, y in zip(row, solved))) / row[-1])
                variances[c] += min(sum(y * y for y in solved), _MAX_VARIANCE)
        for form, x in zip(self._numbers, standard):
            if "weight" in form:
                for c in range(len(means)):
                    means[c] += form["weight"]["mean"][c] * x
                    variances[c] += form["weight"]["variance"][c] * x * x

    def _add_categories(
        self, event: Mapping[str, Value], means: List[float], variances: List[float]
    ) -> None:
        for column, weights in self._categories:
            place = column.read(event)
            if place not in (MISSING, UNKNOWN):
                weight = weights[column.values[place]]
                for c in range(len(means)):
                    means[c] += weight["mean"][c]
                    variances[c] += weight["variance"][c]

    def _add_texts(self, event: Mapping[str, Value], means: List[float]) -> None:
        for text, presence, weights in self._texts:
            counts = text.read(event) or {}
            length = len(counts) if presence else sum(counts.values())
            for token, count in counts.items():
                if token in weights:
                    x = math.sqrt((1 if presence else count) / length)
                    for c in range(len(means)):
                        means[c] += weights[token][c] * x


def _standard(event: Mapping[str, Value], form: Form) -> float:
    value = number_or_truth(event.get(form["feature"]))
    if value is None or form["deviation"] == 0.0:
        return 0.0
    z = ((value - form["mean"]) - form["meanRest"]) / form["deviation"]
    return max(-_MAX_DEVIATIONS, min(z, _MAX_DEVIATIONS))


def _log_softmax(logits: List[float]) -> List[float]:
    top = max(logits)
    total = top + math.log(math.fsum(math.exp(logit - top) for logit in logits))
    return [min(0.0, logit - total) for logit in logits]
