"""How the values of an event are read, feature by feature."""

from __future__ import annotations

import math
import re
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

Value = Union[None, bool, int, float, str, Sequence[str], Mapping[str, int]]
Form = Mapping[str, Any]

MAX_NUMBER = 1e100
MIN_NUMBER = 1e-100
MISSING = -1
UNKNOWN = -2

_NUMERAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_MAX_NUMERAL = 64

# Words by the rules of Unicode (UAX #29), for ASCII.
_CORE = (
    r"(?:[A-Za-z0-9]"
    r"(?:(?<=[A-Za-z])[:.'](?=[A-Za-z])|(?<=[0-9])[,;.'](?=[0-9]))?)+"
)
_WORD = re.compile(rf"_*{_CORE}(?:_+{_CORE})*_*")
_MAX_WORD = 200

MASK = (1 << 64) - 1


class ModelError(ValueError):
    """A model or an event that cannot be scored here; says why, and what to do."""


def finite(number: Union[int, float]) -> Optional[float]:
    """The number as a model takes it: None if it is missing, 0 if it is next to 0."""
    if not abs(number) <= MAX_NUMBER:
        return None
    return 0.0 if abs(number) < MIN_NUMBER else float(number)


def number_of(value: Value) -> Optional[float]:
    """A number, or a string that spells one; None if it is neither."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return finite(value)
    if isinstance(value, str) and len(value) <= _MAX_NUMERAL and _NUMERAL.fullmatch(value):
        return finite(float(value))
    return None


def number_or_truth(value: Value) -> Optional[float]:
    """As number_of, with booleans as 0 and 1."""
    return float(value) if isinstance(value, bool) else number_of(value)


def spelled(number: float) -> str:
    """A number as a category, as Java writes it."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    digits, exponent = f"{number!r}e0".split("e")[:2]
    sign = "-" if digits.startswith("-") else ""
    whole, _, fraction = digits.lstrip("-").partition(".")
    point = len(whole) + int(exponent)
    text = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(text)
    text = text.rstrip("0") or "0"
    if -3 < point <= 7:
        padded = "0" * (1 - point) + text if point < 1 else text
        point = max(point, 1)
        return f"{sign}{padded[:point].ljust(point, '0')}.{padded[point:] or '0'}"
    return f"{sign}{text[0]}.{text[1:] or '0'}E{point - 1}"


class Discrete:
    """A feature that takes one of several values."""

    def __init__(self, form: Form) -> None:
        self.feature: str = form["feature"]
        self.kind: str = form["kind"]
        self.values: List[str] = form["values"]
        self._places = {value: place for place, value in enumerate(self.values)}
        self._intervals = [
            (-math.inf if low is None else low, math.inf if high is None else high, place)
            for low, high, place in form.get("intervals", [])
        ]

    def read(self, event: Mapping[str, Value]) -> int:
        """The place of the value; MISSING, or UNKNOWN if it is none of the values."""
        value = event.get(self.feature)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            value = finite(value)
        by_interval = self._number(value)
        if by_interval is not None:
            return self._interval(by_interval)
        text = self._text(value)
        return MISSING if text is None else self._places.get(text, UNKNOWN)

    def _number(self, value: Value) -> Optional[float]:
        if self.kind == "interval":
            return number_of(value)
        return number_of(value) if self.kind == "any" and not isinstance(value, str) else None

    def _interval(self, number: float) -> int:
        for low, high, place in self._intervals:
            if low <= number < high:
                return int(place)
        return UNKNOWN

    def _text(self, value: Value) -> Optional[str]:
        if isinstance(value, str):
            return value if self.kind in ("string", "value", "any") else None
        if isinstance(value, bool):
            return str(value).lower() if self.kind in ("truth", "value", "any") else None
        if isinstance(value, (int, float)):
            if self.kind == "truth":
                return {0.0: "false", 1.0: "true"}.get(float(value))
            return spelled(float(value)) if self.kind == "value" else None
        return None


class Text:
    """A feature that is a text: its tokens, and how often each occurs."""

    def __init__(self, form: Form) -> None:
        self.feature: str = form["feature"]
        self._form = form
        hash_bits = form.get("hash")
        self._shift = None if hash_bits is None else 64 - hash_bits

    def read(self, event: Mapping[str, Value]) -> Optional[Dict[str, int]]:
        """The tokens with their counts; None if the event has no text."""
        value = event.get(self.feature)
        if isinstance(value, str):
            if not self._form["strings"]:
                return None
            tokens = self._cut(value)
        elif value is None or isinstance(value, (bool, int, float)):
            return None
        elif isinstance(value, Mapping):
            return self._counted(value.items())
        else:
            tokens = list(value)
        return self._counted((token, 1) for token in tokens)

    def _counted(self, tokens: Iterable[Tuple[str, int]]) -> Dict[str, int]:
        counts: Dict[str, int] = {}
        for token, times in tokens:
            name = token if self._shift is None else f"#{stable_hash(token) >> self._shift}"
            counts[name] = counts.get(name, 0) + times
        return counts

    def _cut(self, text: str) -> List[str]:
        for option in ("pattern", "stopWords", "stemming"):
            if option in self._form:
                self._refuse(f"its texts are cut with '{option}'")
        if not text.isascii():
            self._refuse("the text has characters beyond ASCII")
        words = _WORD.findall(text.lower() if self._form["lowerCase"] else text)
        if any(len(word) > _MAX_WORD for word in words):
            self._refuse(f"the text has a word of more than {_MAX_WORD} characters")
        return [
            " ".join(words[start : start + size])
            for size in range(1, self._form["ngrams"] + 1)
            for start in range(len(words) - size + 1)
        ]

    def _refuse(self, why: str) -> None:
        raise ModelError(
            f"feature '{self.feature}': {why}, which only Java can cut; pass a list of tokens"
        )


def stable_hash(token: str) -> int:
    """A hash of 64 bits that is the same everywhere."""
    units = token.encode("utf-16-le", "surrogatepass")
    h = 0xCBF29CE484222325
    for i in range(0, len(units), 2):
        h = ((h ^ (units[i] | units[i + 1] << 8)) * 0x100000001B3) & MASK
        h ^= h >> 32
    return finalized(h)


def finalized(h: int) -> int:
    """The finalizer of SplitMix64."""
    h = ((h ^ (h >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    h = ((h ^ (h >> 27)) * 0x94D049BB133111EB) & MASK
    return h ^ (h >> 31)
