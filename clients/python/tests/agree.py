"""Compares the answers of models with those that Java gave.

usage: agree.py DIRECTORY

The directory has files NAME.model.json and NAME.events.json, which a test of Bayou writes.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any, Dict, List

from bayou.model import Model, Score

TOLERANCE = 1e-12
MAX_SHOWN = 20


def differences(score: Score, expected: Dict[str, Any]) -> List[str]:
    found = []
    if list(score.posterior) != list(expected["posterior"]):
        found.append(f"classes {list(score.posterior)}, not {list(expected['posterior'])}")
        return found
    worst = max(
        (abs(p - expected["posterior"][label]) for label, p in score.posterior.items()),
        default=0.0,
    )
    if not worst <= TOLERANCE:
        found.append(f"a probability off by {worst:.1e}")
    if score.label != expected["label"] and not tied(expected):
        found.append(f"label {score.label}, not {expected['label']}")
    found.extend(evidence(score.log_evidence, expected["logEvidence"]))
    if score.set != expected["set"]:
        found.append(f"set {score.set}, not {expected['set']}")
    if score.novel != expected["novel"]:
        found.append(f"novel {score.novel}")
    return found


def tied(expected: Dict[str, Any]) -> bool:
    """Whether rounding decides which class is the most probable one."""
    top = sorted(expected["posterior"].values())[-2:]
    return len(top) == 2 and top[1] - top[0] <= TOLERANCE


def evidence(actual: Any, expected: Any) -> List[str]:
    if actual is not None and math.isinf(actual):
        actual = None
    if (actual is None) != (expected is None):
        return [f"log evidence {actual}, not {expected}"]
    if actual is None or math.isclose(actual, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        return []
    return [f"log evidence off by {abs(actual - expected):.1e}"]


def main(directory: Path) -> int:
    models = events = wrong = 0
    for file in sorted(directory.glob("*.model.json")):
        name = file.name[: -len(".model.json")]
        model = Model.load(file)
        models += 1
        failed = 0
        answers = json.loads((directory / f"{name}.events.json").read_text(encoding="utf-8"))
        for number, expected in enumerate(answers):
            found = differences(model.score(expected["features"]), expected)
            events += 1
            failed += bool(found)
            if found and failed <= MAX_SHOWN:
                print(f"{name}, event {number}: {'; '.join(found)}")
        wrong += failed
        if failed:
            print(f"{name}: {failed} of {len(answers)} answers differ")
    print(f"{models} models, {events} events, {wrong} answers differ")
    return 1 if wrong or not models else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
