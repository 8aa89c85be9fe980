"""From the log joint probabilities of the classes to an answer."""

from __future__ import annotations

import math
from typing import List, Optional, Sequence


def log(x: float) -> float:
    """The natural logarithm; of 0 minus infinity."""
    return math.log(x) if x > 0.0 else -math.inf


def logs(values: Sequence[Optional[float]]) -> List[float]:
    """Logarithms as a file has them: None is the logarithm of 0."""
    return [-math.inf if value is None else value for value in values]


class Answer:
    """The classes of one event with their probabilities, which sum to 1."""

    def __init__(
        self,
        labels: List[str],
        log_prior: Sequence[float],
        log_joint: Sequence[float],
        evidence: bool = False,
    ) -> None:
        self.labels = labels
        self.log_joint = log_joint
        self.novel = False
        self.chosen: Optional[List[str]] = None
        self.log_evidence: Optional[float] = None
        self.probabilities: List[float] = []
        self.best = -1
        self.impossible = False
        if labels:
            # Ties go to the higher prior, then to the first label.
            self.best = max(range(len(labels)), key=lambda c: (log_joint[c], log_prior[c], -c))
            self._normalise(log_prior, evidence)

    def _normalise(self, log_prior: Sequence[float], evidence: bool) -> None:
        by = self.log_joint
        self.impossible = by[self.best] == -math.inf
        if self.impossible:
            by = log_prior
        top = by[self.best]
        if top == -math.inf:
            self.probabilities = [1.0 / len(self.labels)] * len(self.labels)
            return
        shares = [math.exp(value - top) for value in by]
        total = math.fsum(shares)
        self.probabilities = [share / total for share in shares]
        if evidence:
            self.log_evidence = -math.inf if self.impossible else top + math.log(total)
