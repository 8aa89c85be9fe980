"""A forest whose trees cut where hashes say, averaged over all prunings."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import OrderedDict
from heapq import heapify, heapreplace
from threading import Lock
from typing import Dict, List, Mapping, Optional, Tuple, Union

from bayou._answers import Answer, log, logs
from bayou._values import MASK, Form, Value, finalized, finite, number_of, stable_hash

_GAMMA = 0x9E3779B97F4A7C15
_RATE, _SCALE, _OFFSET, _FIRST_CUT = 1, 2, 3, 4

_DEPTH = 64
_GROUP = 8
_VALUE_BITS = _DEPTH - _DEPTH // _GROUP

_MAX_PLANS = 64
_BELOW_HALF = 0.5 - 2.0**-22  # so that no position is 1
_LAST_WITHIN = 0.999

_LN_2 = 0.6931471805599453
_SQRT_HALF = 0.7071067811865476

# Of an event, in its order: a feature with its position, or with the hash of its value.
_Feature = Tuple[str, Union[float, int]]


def _mix(one: int, other: int) -> int:
    return finalized(finalized((one + _GAMMA) & MASK) ^ (other * _GAMMA & MASK))


def _uniform(hash_: int, purpose: int) -> float:
    return ((_mix(hash_, purpose) >> 12) + 0.5) * 2.0**-52


def _exponential(hash_: int, purpose: int) -> float:
    """By operations that give the same bits in every language."""
    m = _uniform(hash_, purpose)
    doublings = 0
    while m < _SQRT_HALF:
        m *= 2.0
        doublings += 1
    s = (m - 1.0) / (m + 1.0)
    square = s * s
    series = 0.0
    for k in range(23, 0, -2):
        series = series * square + 1.0 / k
    return doublings * _LN_2 - 2.0 * s * series


class _Clock:
    """When a feature is cut in a tree."""

    def __init__(self, tree: int, name: str) -> None:
        self.name = stable_hash(name)
        self.hash = _mix(tree, self.name)
        self._rate = _uniform(self.hash, _RATE)
        self.scale = 0.5 + 0.5 * _uniform(self.hash, _SCALE)
        self.offset = _uniform(self.hash, _OFFSET) * (1.0 - self.scale)
        self._times: List[float] = []

    def time(self, cut: int) -> float:
        while cut >= len(self._times):
            before = self._times[-1] if self._times else 0.0
            gap = _exponential(self.hash, _FIRST_CUT + len(self._times)) / self._rate
            self._times.append(before + gap)
        return self._times[cut]

    def bits(self, value: Union[float, int]) -> int:
        if isinstance(value, float):
            return int((self.offset + self.scale * value) * 2.0**53) << 11
        return finalized(value ^ self.hash)


class _Plan:
    """Which bit of which feature each bit of a key is, for events with the same features."""

    def __init__(self, clocks: List[_Clock]) -> None:
        self._clocks = clocks
        self._shifts: List[Tuple[int, int, int]] = []  # in the key, the feature, in its bits
        self._others = 0
        next_cuts = [(clock.time(0), f, 0) for f, clock in enumerate(clocks)]
        heapify(next_cuts)
        group = 0
        for i in range(_VALUE_BITS):
            _, f, cut = next_cuts[0]
            heapreplace(next_cuts, (clocks[f].time(cut + 1), f, cut + 1))
            before = i // (_GROUP - 1) * _GROUP  # bits of the groups before
            at = before + i % (_GROUP - 1) + 1
            self._shifts.append((_DEPTH - 1 - at, f, _DEPTH - 1 - cut))
            group = _mix(group, clocks[f].name)
            if i % (_GROUP - 1) == _GROUP - 2:
                self._others |= (group & 1) << (_DEPTH - 1 - before)

    def key(self, features: List[_Feature]) -> int:
        bits = [clock.bits(value) for clock, (_, value) in zip(self._clocks, features)]
        key = self._others
        for shift, f, place in self._shifts:
            key |= (bits[f] >> place & 1) << shift
        return key


class _Node:
    """A cell, or a branch at which keys part."""

    def __init__(self, key: int, level: int, stop: float, stop_above: float) -> None:
        self.key = key
        self.level = level
        self.stop = stop
        self.stop_above = stop_above
        self.children: List["_Node"] = []
        self.counts: List[float] = []
        self.total = 0.0

    def count(self, counts: List[float]) -> None:
        self.counts = counts
        self.total = sum(counts)


class _Tree:
    """The counts of cells, and how probable it is that the best pruning ends where."""

    def __init__(self, form: Form, tree: int) -> None:
        self.weight: float = form["weight"]
        self._tree = tree
        self._depth: int = form["depth"]
        self._keys = [int(key, 16) for key in form["keys"]]
        self._counts: List[List[float]] = form["counts"]
        self._stops = zip(form["stop"], form["stopAbove"])
        self._root = self._node(0, len(self._keys))
        self._clocks: Dict[str, _Clock] = {}

    def _node(self, start: int, end: int) -> _Node:
        first = self._keys[start]
        if end == start + 1:
            leaf = _Node(first, self._depth, 1.0, 0.5)
            leaf.count(self._counts[start])
            return leaf
        level = _common(first, self._keys[end - 1])
        bit = 1 << (_DEPTH - 1 - level)
        middle = next(i for i in range(start, end) if self._keys[i] & bit)
        node = _Node(first, level, *next(self._stops))
        node.children = [self._node(start, middle), self._node(middle, end)]
        left, right = node.children
        node.count([a + b for a, b in zip(left.counts, right.counts)])
        return node

    def plan(self, names: List[str]) -> _Plan:
        for name in names:
            if name not in self._clocks:
                self._clocks[name] = _Clock(self._tree, name)
        return _Plan([self._clocks[name] for name in names])

    def add(self, whole: int, shares: List[float]) -> None:
        """Adds the weighted mean over the prunings."""
        key = whole >> (_DEPTH - self._depth) << (_DEPTH - self._depth)
        rest = self.weight
        node = self._root
        while True:
            parts = _common(node.key, key) < node.level
            stop = node.stop_above if parts else node.stop
            _add_estimate(node, rest * stop, shares)
            rest *= 1.0 - stop
            if parts:
                for c in range(len(shares)):
                    shares[c] += rest / len(shares)
                return
            if not node.children:
                return
            node = node.children[key >> (_DEPTH - 1 - node.level) & 1]


def _add_estimate(node: _Node, weight: float, shares: List[float]) -> None:
    if weight > 0.0:
        for c, count in enumerate(node.counts):
            shares[c] += weight * (count + 1.0 / len(shares)) / (node.total + 1.0)


def _common(key: int, other: int) -> int:
    """How many bits are the same from the first one on."""
    return _DEPTH - (key ^ other).bit_length()


class _Reader:
    """How a feature is read."""

    def __init__(self, form: Form) -> None:
        self._kind: str = form["kind"]
        self._edges: Optional[List[float]] = form.get("edges")

    def read(self, value: Value) -> Union[None, float, int]:
        kind = self._kind
        if kind == "any":
            kind = _kind_of(value)
        if kind == "number":
            number = finite(value) if self._kind == "any" else number_of(value)
            return None if number is None else self._position(number)
        if kind == "truth" and isinstance(value, bool):
            return int(value)
        if kind == "string" and isinstance(value, str):
            return stable_hash(value)
        return None

    def _position(self, number: float) -> float:
        if self._edges is None:
            root = math.sqrt(abs(number))
            half = _BELOW_HALF * (root / (1.0 + root))
            return 0.5 - half if number < 0.0 else 0.5 + half
        edges = self._edges
        interval = bisect_right(edges, number)
        within = 0.5
        if 0 < interval < len(edges):
            low = edges[interval - 1]
            within = (number - low) / (edges[interval] - low)
        return (interval + min(within, _LAST_WITHIN)) / (len(edges) + 1)


def _kind_of(value: Value) -> str:
    if isinstance(value, bool):
        return "truth"
    if isinstance(value, (int, float)):
        return "number"
    return "string" if isinstance(value, str) else "none"


_ANY = _Reader({"kind": "any"})


class Forest:
    """Several trees, each with a weight."""

    def __init__(self, form: Form) -> None:
        self._labels: List[str] = form["labels"]
        self._log_prior = logs(form["logPrior"])
        self._readers = {name: _Reader(feature) for name, feature in form["features"].items()}
        self._trees = [
            _Tree(tree, _mix(form["seed"], t)) for t, tree in enumerate(form["trees"])
        ]
        self._lock = Lock()
        self._plans: "OrderedDict[Tuple[str, ...], List[_Plan]]" = OrderedDict()

    def answer(self, event: Mapping[str, Value]) -> Answer:
        features = self._read(event)
        joint = self._log_prior
        if features and self._trees:
            shares = [0.0] * len(self._labels)
            plans = self._plans_of([name for name, _ in features])
            for tree, plan in zip(self._trees, plans):
                tree.add(plan.key(features), shares)
            joint = [log(share) for share in shares]
        return Answer(self._labels, self._log_prior, joint)

    def _read(self, event: Mapping[str, Value]) -> List[_Feature]:
        features: List[_Feature] = []
        for name, value in event.items():
            read = self._readers.get(name, _ANY).read(value)
            if read is not None:
                features.append((name, read))
        return features

    def _plans_of(self, names: List[str]) -> List[_Plan]:
        """The plans of all trees; of sets of features the latest are kept."""
        key = tuple(names)
        with self._lock:
            plans = self._plans.get(key)
            if plans is None:
                plans = [tree.plan(names) for tree in self._trees]
                self._plans[key] = plans
                if len(self._plans) > _MAX_PLANS:
                    self._plans.popitem(last=False)
            return plans
