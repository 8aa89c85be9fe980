"""Scores the rows of a pandas DataFrame."""

from __future__ import annotations

import math
from typing import Any, Dict, List

from bayou._values import Value
from bayou.model import Model

__all__ = ["score_frame"]


def score_frame(model: Model, frame: Any) -> Any:
    """Answers each row of a DataFrame, whose columns are features.

    The result has the index of the frame, the column 'label', and a column 'p(CLASS)' for each
    class.
    """
    names = [str(name) for name in frame.columns]
    answers: List[Dict[str, Any]] = []
    for row in frame.itertuples(index=False, name=None):
        score = model.score({name: _value(cell) for name, cell in zip(names, row)})
        answer: Dict[str, Any] = {"label": score.label}
        answer.update((f"p({label})", p) for label, p in score.posterior.items())
        answers.append(answer)
    return type(frame)(answers, index=frame.index)


def _value(cell: Any) -> Value:
    """Scalars of NumPy as those of Python; what pandas calls missing as None."""
    if hasattr(cell, "item") and not hasattr(cell, "__len__"):
        cell = cell.item()
    elif hasattr(cell, "tolist"):
        cell = cell.tolist()
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return None
    if isinstance(cell, (bool, int, float, str, list, tuple, dict)):
        return cell
    return None if str(cell) in ("NaT", "<NA>") else str(cell)
