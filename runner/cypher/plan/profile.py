"""PROFILE: a copy of a plan whose operators count the rows that they give."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from runner.cypher.plan.operator import Operator
from runner.result import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import Row, State


class Counted(Operator):
    """An operator of one run, with the number of rows it has given."""

    __slots__ = ("count", "inner")

    def __init__(self, inner: Operator) -> None:
        super().__init__(*inner.sources)
        self.inner = inner
        self.count = 0

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for row in self.inner.rows(state, argument):
            self.count += 1
            yield row

    def describe(self) -> Plan:
        # What runs inside an expression is not counted.
        children = tuple(source.describe() for source in (*self.sources, *self.inner.nested))
        if not self.inner.name:
            return children[0]
        return Plan(self.inner.name, self.inner.details(), (), children, self.count)


def counted(operator: Operator) -> Counted:
    """A copy of the plan under `operator` that counts, for one run."""
    inner = copy(operator)
    inner.sources = tuple(counted(source) for source in operator.sources)
    return Counted(inner)
