"""What the features of an event add to the log score of each class."""

from __future__ import annotations

import math
from typing import Dict, List, Mapping, Optional, Tuple

from bayou._answers import log, logs
from bayou._values import MISSING, UNKNOWN, Discrete, Form, Text, Value, number_of, number_or_truth

Event = Mapping[str, Value]
Scores = List[float]

_LN_2_PI = math.log(2.0 * math.pi)
_MAX_DISTANCE = 1e300
_MAX_DEVIATION = 1e100
_MAX_WHITENED = 1e150


def _clip(x: float, most: float) -> float:
    return max(-most, min(x, most))


class Normal:
    """A number that is normal in each class; 0 and 1 may have probabilities of their own."""

    def __init__(self, form: Form, log_prior: Scores) -> None:
        self._feature = form["feature"]
        self._classes = list(zip(form["mean"], form["meanRest"], form["precision"]))
        self._truth: Dict[float, Scores] = {}
        if "probabilityOfOne" in form:
            self._truth[0.0] = [log(p) for p in form["probabilityOfZero"]]
            self._truth[1.0] = [log(p) for p in form["probabilityOfOne"]]

    def add(self, event: Event, scores: Scores) -> None:
        x = number_of(event.get(self._feature))
        if x is None:
            return
        if x in self._truth:
            for c, value in enumerate(self._truth[x]):
                scores[c] += value
            return
        for c, (mean, rest, precision) in enumerate(self._classes):
            if precision > 0.0:
                d = (x - mean) - rest
                distance = min(d * d * precision, _MAX_DISTANCE)
                scores[c] -= 0.5 * (distance + _LN_2_PI - math.log(precision))


class Student:
    """A number that has Student's t distribution in each class."""

    def __init__(self, form: Form, log_prior: Scores) -> None:
        self._feature = form["feature"]
        self._classes = list(
            zip(form["location"], form["degrees"], form["factor"], form["constant"])
        )

    def add(self, event: Event, scores: Scores) -> None:
        x = number_of(event.get(self._feature))
        if x is None:
            return
        for c, (location, degrees, factor, constant) in enumerate(self._classes):
            if degrees > 0.0:
                d = x - location
                spread = math.log1p(min(d * d * factor, _MAX_DISTANCE))
                scores[c] += constant - 0.5 * (degrees + 1.0) * spread


class Binomial:
    """How many of a fixed number of trials succeeded."""

    def __init__(self, form: Form, log_prior: Scores) -> None:
        self._feature = form["feature"]
        self._trials: int = form["trials"]
        self._classes = list(zip(logs(form["logSuccess"]), logs(form["logFailure"])))

    def add(self, event: Event, scores: Scores) -> None:
        x = number_of(event.get(self._feature))
        if x is None or x != int(x) or not 0 <= x <= self._trials:
            return
        k = int(x)
        choose = sum(
            math.log((self._trials - i + 1) / i) for i in range(1, min(k, self._trials - k) + 1)
        )
        for c, (success, failure) in enumerate(self._classes):
            if success == 0.0 and failure == 0.0:
                continue  # the class has no opinion
            scores[c] += choose + (k * success if k else 0.0)
            scores[c] += (self._trials - k) * failure if k < self._trials else 0.0


class Values:
    """One of several values, independent of the other features given the class."""

    def __init__(self, form: Form, log_prior: Scores) -> None:
        self._discrete = Discrete(form)
        self._known = [[log(p) for p in row] for row in form["probabilities"]]
        unknown = form.get("unknown")
        self._unknown = None if unknown is None else [log(p) for p in unknown]

    def add(self, event: Event, scores: Scores) -> None:
        place = self._discrete.read(event)
        row = self._unknown if place == UNKNOWN else None if place == MISSING else self._known[place]
        for c, value in enumerate(row or []):
            scores[c] += value


class Tokens:
    """A text of independent tokens: how often they occur, or which of them do."""

    def __init__(self, form: Form, log_prior: Scores) -> None:
        self._text = Text(form)
        self._weights = {t: logs(row) for t, row in form.get("weights", {}).items()}
        self._present = {t: logs(row) for t, row in form.get("present", {}).items()}
        self._absent = {t: logs(row) for t, row in form.get("absent", {}).items()}
        # By class the sum over all tokens, and how many cannot be absent.
        self._none = [0.0] * len(log_prior)
        self._certain = [0] * len(log_prior)
        for row in self._absent.values():
            for c, value in enumerate(row):
                if value == -math.inf:
                    self._certain[c] += 1
                else:
                    self._none[c] += value
        self._is_presence = "present" in form

    def add(self, event: Event, scores: Scores) -> None:
        counts = self._text.read(event)
        if counts is None:
            return
        if self._is_presence:
            self._add_presence(counts, scores)
            return
        for token, count in counts.items():
            for c, weight in enumerate(self._weights.get(token, [])):
                scores[c] += count * weight

    def _add_presence(self, counts: Dict[str, int], scores: Scores) -> None:
        for c in range(len(scores)):
            certain = self._certain[c]
            score = self._none[c]
            for token in counts:
                if token in self._present:
                    score += self._present[token][c]
                    if self._absent[token][c] == -math.inf:
                        certain -= 1
                    else:
                        score -= self._absent[token][c]
            scores[c] += -math.inf if certain > 0 else score


class JointNormal:
    """Numbers that are jointly normal in each class."""

    _MIN_PIVOT = 1e-12
    _MAX_PATTERNS = 64

    def __init__(self, form: Form, log_prior: Scores) -> None:
        self._features: List[str] = form["features"]
        self._means = list(zip(form["mean"], form["meanRest"]))
        self._matrices = form["matrices"]
        self._factors: Dict[Tuple[int, ...], List[Tuple[List[int], List[List[float]], float]]] = {}

    def add(self, event: Event, scores: Scores) -> None:
        values = [number_or_truth(event.get(name)) for name in self._features]
        present = tuple(j for j, value in enumerate(values) if value is not None)
        if present not in self._factors:
            if len(self._factors) >= self._MAX_PATTERNS:
                self._factors.clear()
            self._factors[present] = [self._factor(m, present) for m in self._matrices]
        factors = self._factors[present]
        for c, (mean, rest) in enumerate(self._means):
            m = c if len(factors) > 1 else 0
            columns, factor, volume = factors[m]
            scale = self._matrices[m]["scale"]
            white: List[float] = []
            for i, j in enumerate(columns):
                residual = _clip(((values[j] - mean[j]) - rest[j]) * scale[j], _MAX_DEVIATION)
                row = factor[i]
                for k in range(i):
                    residual -= row[k] * white[k]
                white.append(_clip(residual / row[i], _MAX_WHITENED))
            distance = min(sum(w * w for w in white), _MAX_DISTANCE)
            scores[c] -= 0.5 * (distance + volume)

    def _factor(
        self, matrix: Form, present: Tuple[int, ...]
    ) -> Tuple[List[int], List[List[float]], float]:
        """The columns that count, the Cholesky factor of their correlations, the log volume."""
        scale = matrix["scale"]
        columns = [j for j in present if scale[j] > 0.0]
        factor: List[List[float]] = []
        volume = 0.0
        for i, column in enumerate(columns):
            row: List[float] = []
            pivot = 1.0
            for k in range(i):
                known = 0.0
                for n in range(k):
                    known += row[n] * factor[k][n]
                row.append((matrix["correlation"][column][columns[k]] - known) / factor[k][k])
                pivot -= row[k] * row[k]
            row.append(math.sqrt(max(pivot, self._MIN_PIVOT)))
            factor.append(row)
            deviation = row[i] / scale[column]
            volume += math.log(2.0 * math.pi * deviation * deviation)
        return columns, factor, volume


class OneDependence:
    """Averaged one-dependence estimators, from counts."""

    def __init__(self, form: Form, log_prior: Scores) -> None:
        self._log_prior = log_prior
        self._class_prior: bool = form["classPrior"]
        self._paired: int = form["paired"]
        self._forms = form["features"]
        self._columns = [Discrete(feature) for feature in self._forms]
        self._totals = [sum(feature["totals"]) for feature in self._forms]
        self._pairs = {}
        for pair in form["pairs"]:
            joint = {(int(row[0]), int(row[1])): row[2:] for row in pair["joint"]}
            self._pairs[tuple(pair["features"])] = (joint, pair["first"], pair["second"])

    def add(self, event: Event, scores: Scores) -> None:
        codes = [column.read(event) for column in self._columns]
        known = [j for j, code in enumerate(codes) if code >= 0]
        parents = [j for j in known if self._is_parent(j, codes[j])]
        for c, prior in enumerate(self._log_prior):
            if prior > -math.inf:
                scores[c] += self._log(c, codes, known, parents)

    def _is_parent(self, j: int, code: int) -> bool:
        return self._forms[j]["superparent"] and sum(self._forms[j]["counts"][code]) > 0.0

    def _log(self, c: int, codes: List[int], known: List[int], parents: List[int]) -> float:
        if not parents:
            return sum(math.log(self._naive(j, code, c)) for j, code in enumerate(codes))
        by_parent = []
        for i in parents:
            score = math.log(self._of_parent(i, codes[i], c))
            for j in known:
                if j != i:
                    score += math.log(self._given(i, j, codes, c))
            by_parent.append(score)
        top = max(by_parent)
        mean = math.fsum(math.exp(score - top) for score in by_parent) / len(parents)
        log_joint = top + math.log(mean)
        return log_joint if self._class_prior else log_joint - self._log_prior[c]

    def _naive(self, j: int, code: int, c: int) -> float:
        form = self._forms[j]
        if code == MISSING or (code == UNKNOWN and not form["unknown"]):
            return 1.0
        count = form["counts"][code][c] if code >= 0 else 0.0
        return float((count + 1.0) / (form["totals"][c] + form["cells"]))

    def _of_parent(self, i: int, code: int, c: int) -> float:
        form = self._forms[i]
        of_class = 1.0 / len(self._log_prior)
        count = form["counts"][code][c] + of_class / form["cells"]
        mass = form["totals"][c] + of_class if self._class_prior else self._totals[i] + 1.0
        return float(count / mass)

    def _given(self, i: int, j: int, codes: List[int], c: int) -> float:
        """P(value of j | class, value of i)."""
        form = self._forms[j]
        share = 1.0 / form["cells"]
        if j >= self._paired:
            return float((form["counts"][codes[j]][c] + share) / (form["totals"][c] + 1.0))
        joint, first, second = self._pairs[min(i, j), max(i, j)]
        row: Optional[List[float]] = joint.get((codes[min(i, j)], codes[max(i, j)]))
        given = (first if i < j else second)[codes[i]][c]
        return float(((row[c] if row else 0.0) + share) / (given + 1.0))
