"""The operators at the top of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.operator import Operator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import Row, State


class ProduceResults(Operator):
    """Gives the rows of the statement's result."""

    __slots__ = ("columns",)
    name = "ProduceResults"

    def __init__(self, source: Operator, columns: tuple[str, ...]) -> None:
        super().__init__(source)
        self.columns = columns

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        return self.sources[0].rows(state, argument)

    def details(self) -> str:
        return ", ".join(self.columns)


class EmptyResult(Operator):
    """Runs its source to the end and gives nothing."""

    __slots__ = ()
    name = "EmptyResult"

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for _ in self.sources[0].rows(state, argument):
            pass
        return iter(())
