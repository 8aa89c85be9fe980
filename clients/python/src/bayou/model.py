"""Scores events with a model that 'bayou models export --format json' wrote.

The format is described in docs/model-json.md of Bayou.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

from bayou._answers import Answer, log, logs
from bayou._forest import Forest
from bayou._logistic import Logistic
from bayou._network import Network
from bayou._terms import (
    Binomial,
    JointNormal,
    Normal,
    OneDependence,
    Student,
    Tokens,
    Values,
)
from bayou._values import Form, ModelError, Value, finite

__all__ = ["Model", "ModelError", "Score"]

_FORMAT = 1

Event = Mapping[str, Value]


@dataclass(frozen=True)
class Score:
    """An answer.

    label: the most probable class; None if the model knows none
    posterior: the probability of each class
    log_evidence: ln p(event); None where the learner has no density
    set: the prediction set; None if the model makes none
    novel: whether hardly any event that was predicted alike had as little evidence
    """

    label: Optional[str]
    posterior: Dict[str, float]
    log_evidence: Optional[float] = None
    set: Optional[List[str]] = None
    novel: bool = field(default=False)


class Model:
    """A model that answers events; it does not learn. Any number of threads may share it."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        version = document.get("bayouScoring")
        if version is None:
            raise ModelError(
                "this is no model as JSON; write one with 'bayou models export --format json'"
            )
        if version != _FORMAT:
            raise ModelError(f"the model has format {version}, this package reads {_FORMAT}")
        self.name: str = document["model"]
        self.version: int = document["version"]
        self.learner: str = document["learner"]
        self.examples: int = document["examples"]
        self._scorer = _scorer(document["scorer"])

    @staticmethod
    def load(file: Union[str, Path]) -> "Model":
        """Reads a file of 'bayou models export --format json'."""
        with open(file, encoding="utf-8") as source:
            try:
                document = json.load(source)
            except ValueError as e:
                raise ModelError(f"{file} is not JSON: {e}") from e
        if not isinstance(document, dict):
            raise ModelError(f"{file} is not an object: it is no model")
        return Model(document)

    def score(self, features: Event) -> Score:
        """Answers an event, given its features by name.

        A feature is a number, a boolean, a string or a list of tokens; None, or no entry, if it is
        missing.
        """
        answer = self._scorer.answer(features)
        return Score(
            answer.labels[answer.best] if answer.labels else None,
            dict(zip(answer.labels, answer.probabilities)),
            answer.log_evidence,
            answer.chosen,
            answer.novel,
        )


class _Bayes:
    """A prior, and terms whose scores add up."""

    def __init__(self, form: Form) -> None:
        self._labels: List[str] = form["labels"]
        self._log_prior = logs(form["logPrior"])
        self._evidence: bool = form["evidence"]
        self._terms = [_TERMS[term["type"]](term, self._log_prior) for term in form["terms"]]

    def answer(self, event: Event) -> Answer:
        scores = [0.0] * len(self._labels)
        for term in self._terms:
            term.add(event, scores)
        joint = [prior + score for prior, score in zip(self._log_prior, scores)]
        return Answer(self._labels, self._log_prior, joint, self._evidence)


class _Average:
    """The mean of several answers by weight."""

    def __init__(self, form: Form) -> None:
        self._members = [(member, _scorer(member["scorer"])) for member in form["members"]]

    def answer(self, event: Event) -> Answer:
        answers = [
            (member["weight"], scorer.answer(event))
            for member, scorer in self._members
            if len(event) <= member.get("maxFeatures", math.inf)
        ]
        labels = sorted({x for _, answer in answers for x in answer.labels}, key=utf16)
        mixed = [min(0.0, self._log(label, answers)) for label in labels]
        return Answer(labels, mixed, mixed)

    def _log(self, label: str, answers: List[Any]) -> float:
        places = [
            (weight, answer, answer.labels.index(label))
            for weight, answer in answers
            if label in answer.labels
        ]
        mean = sum(weight * answer.probabilities[c] for weight, answer, c in places)
        if mean > 0.0:
            return math.log(mean)
        # The largest term replaces a sum whose terms all underflow.
        return max(
            (
                answer.log_joint[c]
                - answer.log_joint[answer.best]
                + math.log(answer.probabilities[answer.best])
                + log(weight)
                for weight, answer, c in places
                if not answer.impossible
            ),
            default=-math.inf,
        )


class _Calibrated:
    """The mean over several powers that probabilities are taken to."""

    _MIN_LOG_RATIO = -12.0 * math.log(10.0)

    def __init__(self, form: Form) -> None:
        self._temperatures = form["temperatures"]
        self._scorer = _scorer(form["scorer"])

    def answer(self, event: Event) -> Answer:
        answer = self._scorer.answer(event)
        if not answer.labels or answer.log_joint[answer.best] == -math.inf:
            return answer
        top = answer.log_joint[answer.best]
        ratios = [self._compressed(value - top) for value in answer.log_joint]
        possible = sum(ratio > -math.inf for ratio in ratios)
        mixed = [0.0] * len(ratios)
        for temperature in self._temperatures:
            powers = [math.exp(temperature["power"] * ratio) for ratio in ratios]
            total = sum(powers)
            noise = temperature["noise"]
            for c, power in enumerate(powers):
                if ratios[c] > -math.inf:
                    share = (1.0 - noise) * power / total + noise / possible
                    mixed[c] += temperature["weight"] * share
        answer.probabilities = [min(1.0, p) for p in mixed]
        return answer

    def _compressed(self, ratio: float) -> float:
        least = self._MIN_LOG_RATIO
        if ratio >= least or ratio == -math.inf:
            return ratio
        return least - (1.0 - least / ratio)


class _Reference:
    """Compares an answer with earlier ones: prediction sets and novelty."""

    _CERTAIN = 1000.0

    def __init__(self, form: Form) -> None:
        self._sets: bool = form["sets"]
        self._classes = form["classes"]
        self._scorer = _scorer(form["scorer"])

    def answer(self, event: Event) -> Answer:
        answer = self._scorer.answer(event)
        if self._sets:
            answer.chosen = [
                label
                for label, p in zip(answer.labels, answer.probabilities)
                if self._logit(p) >= self._least(label, "minLogit")
            ]
        if answer.log_evidence is not None:
            least = self._least(answer.labels[answer.best], "minEvidence")
            answer.novel = answer.log_evidence < least
        return answer

    def _least(self, label: str, name: str) -> float:
        least = self._classes.get(label, {}).get(name)
        return -math.inf if least is None else float(least)

    def _logit(self, p: float) -> float:
        logit = math.inf if p >= 1.0 else log(p / (1.0 - p))
        return max(-self._CERTAIN, min(self._CERTAIN, logit))


class _Quadratic:
    """Adds the squares and products of the numbers of an event."""

    def __init__(self, form: Form) -> None:
        self._others = set(form["others"])
        self._max_features: int = form["maxFeatures"]
        self._scorer = _scorer(form["scorer"])

    def answer(self, event: Event) -> Answer:
        factors = {name: self._factor(name, x) for name, x in event.items()}
        numbers = {name: x for name, x in factors.items() if x is not None}
        names = sorted(numbers, key=utf16)
        room = self._max_features - len(event)
        multiplied = len(names)
        while multiplied > 0 and multiplied * (multiplied + 1) // 2 > room:
            multiplied -= 1
        expanded = dict(event)
        for i, a in enumerate(names[:multiplied]):
            expanded[f"{a}^2"] = numbers[a] * numbers[a]
            for b in names[i + 1 : multiplied]:
                expanded[f"{a}*{b}"] = numbers[a] * numbers[b]
        return self._scorer.answer(expanded)

    def _factor(self, name: str, x: Value) -> Optional[float]:
        if name in self._others or isinstance(x, bool) or not isinstance(x, (int, float)):
            return None
        return finite(x)


class _Lags:
    """Adds the latest labels, unless the event has some."""

    def __init__(self, form: Form) -> None:
        self._labels: Dict[str, Optional[str]] = form["labels"]
        self._scorer = _scorer(form["scorer"])

    def answer(self, event: Event) -> Answer:
        if next(iter(self._labels)) in event:
            return self._scorer.answer(event)
        return self._scorer.answer({**self._labels, **event})


def utf16(text: str) -> bytes:
    """The order of labels and names in Bayou."""
    return text.encode("utf-16-be", "surrogatepass")


_TERMS: Dict[str, Callable[[Form, List[float]], Any]] = {
    "normal": Normal,
    "student": Student,
    "binomial": Binomial,
    "discrete": Values,
    "tokens": Tokens,
    "joint-normal": JointNormal,
    "network": Network,
    "aode": OneDependence,
}

_SCORERS: Dict[str, Callable[[Form], Any]] = {
    "bayes": _Bayes,
    "forest": Forest,
    "logistic": Logistic,
    "average": _Average,
    "calibrated": _Calibrated,
    "reference": _Reference,
    "quadratic": _Quadratic,
    "lags": _Lags,
}


def _scorer(form: Form) -> Any:
    kind = form["type"]
    if kind not in _SCORERS:
        raise ModelError(f"this package cannot score with '{kind}'; is it older than the model?")
    return _SCORERS[kind](form)
