"""Bayesian networks: the probability of an event, summed over what it does not have."""

from __future__ import annotations

import math
from typing import Dict, List, Mapping, NamedTuple, Sequence, Tuple

from bayou._answers import log
from bayou._values import MISSING, UNKNOWN, Discrete, Form, ModelError, Value


class _Factor(NamedTuple):
    """A table over some variables, the last of which runs fastest."""

    variables: Tuple[int, ...]
    cells: List[float]


class Network:
    """Discrete features that depend on one another and on the class."""

    def __init__(self, form: Form, log_prior: List[float]) -> None:
        self._log_prior = log_prior
        self._nodes = form["nodes"]
        self._columns = [Discrete(node) for node in self._nodes]
        self._sizes = [
            len(node["values"]) + (node["unknown"] != "missing") for node in self._nodes
        ]
        self._domains = [
            size - (node["unknown"] == "observed")
            for node, size in zip(self._nodes, self._sizes)
        ]
        self._order: List[int] = form["order"]
        self._elimination: List[int] = form["elimination"]
        self._class = form.get("class")
        self._max_cells = form.get("maxCells")

    def add(self, event: Mapping[str, Value], scores: List[float]) -> None:
        codes = [self._observed(j, event) for j in range(len(self._nodes))]
        summed = self._summed(codes)
        for c in range(len(scores)):
            joint = self._log(c, codes, summed)
            if self._class is not None and joint > -math.inf:
                joint -= self._log_prior[c]
            scores[c] += joint

    def _observed(self, j: int, event: Mapping[str, Value]) -> int:
        code = self._columns[j].read(event)
        if code == UNKNOWN:
            return MISSING if self._nodes[j]["unknown"] == "missing" else self._sizes[j] - 1
        return code

    def _summed(self, codes: List[int]) -> List[bool]:
        """The nodes without a value on which one with a value depends."""
        summed = [False] * len(codes)

        def sum_over(parents: Sequence[int]) -> None:
            for parent in parents:
                if codes[parent] == MISSING:
                    summed[parent] = True

        if self._class is not None:
            sum_over(self._class["parents"])
        for j in reversed(self._order):
            if summed[j] or codes[j] != MISSING:
                sum_over(self._nodes[j]["parents"])
        return summed

    def _log(self, c: int, codes: List[int], summed: List[bool]) -> float:
        total = 0.0
        factors: List[_Factor] = []
        for j, node in enumerate(self._nodes):
            if summed[j] or codes[j] != MISSING:
                tables = node["tables"]
                table = tables[c] if len(tables) > 1 else tables[0]
                total += self._family([*node["parents"], j], table, codes, summed, factors)
        if self._class is not None:
            table = self._class["tables"][c]
            total += self._family(self._class["parents"], table, codes, summed, factors)
        for variable in self._elimination:
            concerned = [factor for factor in factors if variable in factor.variables]
            if concerned:
                factors = [factor for factor in factors if variable not in factor.variables]
                scale, left = self._eliminate(variable, concerned)
                total += scale
                factors.append(left)
        return total + sum(log(factor.cells[0]) for factor in factors)

    def _family(
        self,
        variables: List[int],
        table: List[float],
        codes: List[int],
        summed: List[bool],
        factors: List[_Factor],
    ) -> float:
        """The logarithm of a number; of a table, which is added to the factors, 0."""
        offset, strides = 0, {}
        stride = 1
        for j in reversed(variables):
            if summed[j]:
                strides[j] = stride
            else:
                offset += codes[j] * stride
            stride *= self._sizes[j]
        if not strides:
            return log(table[offset])
        scope = tuple(sorted(strides))
        cells = [
            table[offset + sum(strides[j] * code for j, code in zip(scope, combination))]
            for combination in self._combinations(scope)
        ]
        factors.append(_Factor(scope, cells))
        return 0.0

    def _combinations(self, scope: Tuple[int, ...]) -> List[Tuple[int, ...]]:
        cells = math.prod(self._domains[j] for j in scope)
        if self._max_cells is not None and cells > self._max_cells:
            raise ModelError(
                f"the event needs a sum over {cells} combinations, and the model estimates sums of"
                f" more than {self._max_cells}; send more of {self._names(scope)}, or ask Bayou"
            )
        combinations: List[Tuple[int, ...]] = [()]
        for j in scope:
            codes = range(self._domains[j])
            combinations = [(*head, code) for head in combinations for code in codes]
        return combinations

    def _names(self, scope: Tuple[int, ...]) -> str:
        return ", ".join(f"'{self._columns[j].feature}'" for j in scope)

    def _eliminate(self, variable: int, factors: List[_Factor]) -> Tuple[float, _Factor]:
        """The sum over a variable, scaled so that its largest cell is 1; and the log of the scale."""
        scope = tuple(sorted({j for factor in factors for j in factor.variables}))
        kept = tuple(j for j in scope if j != variable)
        sums: Dict[Tuple[int, ...], float] = {}
        for combination in self._combinations(scope):
            code_of = dict(zip(scope, combination))
            value = math.prod(self._cell(factor, code_of) for factor in factors)
            key = tuple(code_of[j] for j in kept)
            sums[key] = sums.get(key, 0.0) + value
        largest = max(sums.values())
        if largest == 0.0:
            return -math.inf, _Factor(kept, [1.0] * len(sums))
        return math.log(largest), _Factor(kept, [value / largest for value in sums.values()])

    def _cell(self, factor: _Factor, code_of: Mapping[int, int]) -> float:
        index = 0
        for j in factor.variables:
            index = index * self._domains[j] + code_of[j]
        return factor.cells[index]
