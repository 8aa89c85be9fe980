"""Events as they are sent to Bayou, and predictions as they come back: docs/events.md."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any, Dict, List, Mapping, Optional, Union

from bayou._values import Value

__all__ = ["Event", "Prediction"]


@dataclass(frozen=True)
class Event:
    """An event. With a label it is an example, which is learned; without one it is predicted."""

    features: Mapping[str, Value]
    id: Optional[str] = None
    model: Optional[str] = None
    label: Optional[str] = None
    weight: Optional[float] = None
    correction_of: Optional[str] = None

    def to_dict(self) -> Dict[str, Any]:
        """The fields that are given, by their names in JSON."""
        document = {
            "id": self.id,
            "model": self.model,
            "features": dict(self.features),
            "label": self.label,
            "weight": self.weight,
            "correctionOf": self.correction_of,
        }
        return {name: value for name, value in document.items() if value is not None}

    def to_bytes(self) -> bytes:
        """The value of a record. A number that is not finite is an error: leave it out."""
        return json.dumps(self.to_dict(), allow_nan=False, ensure_ascii=False).encode()


_NAMES = {
    "log_evidence": "logEvidence",
    "learned_to": "learnedTo",
    "expected_cost": "expectedCost",
    "raw_posterior": "rawPosterior",
    "other_probability": "otherProbability",
    "runner_up": "runnerUp",
    "log_odds": "logOdds",
    "unknown_features": "unknownFeatures",
    "prior_contribution": "priorContribution",
}


@dataclass(frozen=True)
class Prediction:
    """An answer of Bayou. What it does not have is None or empty."""

    id: Optional[str]
    model: str
    posterior: Dict[str, float]
    version: int = 0
    label: Optional[str] = None
    log_evidence: Optional[float] = None
    examples: int = 0
    learned_to: Dict[str, int] = field(default_factory=dict)
    flags: List[str] = field(default_factory=list)
    unknown_features: List[str] = field(default_factory=list)
    time: Optional[int] = None
    contributions: Dict[str, float] = field(default_factory=dict)
    prior_contribution: Optional[float] = None
    runner_up: Optional[str] = None
    log_odds: Optional[float] = None
    hypotheses: Dict[str, float] = field(default_factory=dict)
    decision: Optional[str] = None
    expected_cost: Optional[float] = None
    set: Optional[List[str]] = None
    raw_posterior: Optional[Dict[str, float]] = None
    other_probability: Optional[float] = None

    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> "Prediction":
        """From the parsed JSON; fields that this version does not know are left out."""
        if not isinstance(document.get("posterior"), dict) or "model" not in document:
            raise ValueError(f"this is no prediction: {str(document)[:200]}")
        given = {}
        for known in fields(Prediction):
            value = document.get(_NAMES.get(known.name, known.name))
            if value is not None or known.name == "id":
                given[known.name] = value
        return Prediction(**given)

    @staticmethod
    def from_bytes(value: Union[bytes, str]) -> "Prediction":
        """From the value of a record in JSON."""
        document = json.loads(value)
        if not isinstance(document, dict):
            raise ValueError("this is no prediction: it is not a JSON object")
        return Prediction.from_dict(document)
