"""The relationships of one node that pass tests: whether there are any, and how many."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from runner.cypher.plan.operators.expand import node_at
from runner.cypher.store.records import NodeRecord

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.plan.operators.expand import ExpandAll

Test: TypeAlias = "Callable[[Row, State], bool]"

_CountTo: TypeAlias = "Callable[[Row, State, int], int]"
"""Counts, for an outer row, the relationships that pass, and stops at a number of them."""


class FilteredHops:
    """An expansion of a node in the outer row, and `tests` on what it leads to.

    The tests are made on one row, in which the relationship and the node change: nothing of it is
    given away, so that no relationship needs a row of its own.
    """

    __slots__ = ("_expand", "_tests")

    def __init__(self, expand: ExpandAll, tests: tuple[Test, ...]) -> None:
        self._expand = expand
        self._tests = tests

    def compile_exists(self) -> Eval:
        """As `runner.cypher.plan.operator.Operator.compile_exists`: ends at the first."""
        count_to = self._count_to()
        return lambda row, state: count_to(row, state, 1) > 0

    def compile_count(self) -> Eval:
        """As `runner.cypher.plan.operator.Operator.compile_count`."""
        count_to = self._count_to()
        return lambda row, state: count_to(row, state, sys.maxsize)

    def _count_to(self) -> _CountTo:
        types, direction = self._expand.types, self._expand.direction
        if types is not None and len(types) == 1 and direction != "-":
            return self._one_way_of_type(types[0], forth=direction == "->")
        return self._any_way()

    def _one_way_of_type(self, type_: str, *, forth: bool) -> _CountTo:
        """The commonest: one type is followed one way."""
        expand, tests = self._expand, self._tests
        at, shown = expand.node, expand.shown
        relationship_slot, other_slot = expand.relationship, expand.other

        def count_to(outer: Row, state: State, most: int) -> int:
            node = outer[at]
            if node.__class__ is not NodeRecord:
                node = node_at(outer, at, shown)
                if node is None:
                    return 0
            hops = (node.outgoing if forth else node.incoming).get(type_)
            if not hops or node.deleted:
                return 0
            count, tick, row = 0, state.tick, outer.copy()
            for relationship in hops.values():
                tick()
                row[relationship_slot] = relationship
                row[other_slot] = relationship.end if forth else relationship.start
                for test in tests:
                    if not test(row, state):
                        break
                else:
                    count += 1
                    if count == most:
                        break
            return count

        return count_to

    def _any_way(self) -> _CountTo:
        expand, tests = self._expand, self._tests
        at, shown, of = expand.node, expand.shown, expand.hops
        relationship_slot, other_slot = expand.relationship, expand.other

        def count_to(outer: Row, state: State, most: int) -> int:
            node = node_at(outer, at, shown)
            if node is None:
                return 0
            count, tick, row = 0, state.tick, outer.copy()
            for row[relationship_slot], row[other_slot] in of(node):
                tick()
                for test in tests:
                    if not test(row, state):
                        break
                else:
                    count += 1
                    if count == most:
                        break
            return count

        return count_to
