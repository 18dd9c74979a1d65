"""The contract of a plan's operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from runner.result import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from runner.cypher.eval.runtime import Eval, Row, State


class Operator:
    """One step of a plan: pulls rows from its sources, gives rows to whoever pulls from it.

    A plan is planned once and runs many times, also inside itself (a subquery runs once per
    outer row): an operator keeps nothing about a run in itself. The rows it yields follow the
    rule of `runner.cypher.eval.runtime.Row`.
    """

    __slots__ = ("nested", "sources")

    name: ClassVar[str] = "Operator"
    """Neo4j's name of the operator, where it has one of this kind; empty for a step that only
    notes what goes through it and is not shown."""

    sources: tuple[Operator, ...]

    nested: tuple[Operator, ...]
    """Plans of the subqueries in the expressions of the clause that ends with this operator."""

    def __init__(self, *sources: Operator) -> None:
        self.sources = sources
        self.nested = ()

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        """Run, with the values of `argument` (the row that the subtree is applied to) in place."""
        raise NotImplementedError

    def compile_exists(self) -> Eval:
        """A function that tells whether there is any row for the row that it is applied to."""

        def evaluate(row: Row, state: State) -> bool:
            for _ in self.rows(state, row):
                return True
            return False

        return evaluate

    def compile_count(self) -> Eval:
        """A function that tells how many rows there are for the row that it is applied to."""

        def evaluate(row: Row, state: State) -> int:
            count = 0
            tick = state.tick
            for _ in self.rows(state, row):
                tick()
                count += 1
            return count

        return evaluate

    def show_degrees(self, slots: Mapping[str, int]) -> tuple[str, ...]:
        """The degrees, as Neo4j shows them, whose sum is the number of its rows.

        Empty where it is no such number. `slots` are those of the outer variables.
        """
        return ()

    def details(self) -> str:
        """What it works on, as EXPLAIN shows it."""
        return ""

    def describe(self) -> Plan:
        """The plan below and with this operator, as data."""
        children = tuple(source.describe() for source in (*self.sources, *self.nested))
        if not self.name:
            return children[0]
        return Plan(self.name, self.details(), (), children)


class Argument(Operator):
    """The row that a subtree is applied to; the leaf of every plan that starts from nothing."""

    __slots__ = ()
    name = "Argument"

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        yield argument.copy()
