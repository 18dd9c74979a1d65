"""Runs statements on both sides over the same graph and compares what they answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.fuzz.answers import Answer, Difference, difference
from tests.fuzz.grammar.graphs import VOCABULARY_STATEMENT
from tests.fuzz.nearness import brought_near, is_inexact

if TYPE_CHECKING:
    from tests.fuzz.grammar.statements import Statement
    from tests.fuzz.sides import Side

_NODES = "MATCH (n) RETURN n"
_RELATIONSHIPS = "MATCH (a)-[r]->(b) RETURN a, r, b"
_IDS = (
    "CYPHER 5 MATCH (n) WITH n ORDER BY n.k RETURN id(n)",
    "CYPHER 5 MATCH ()-[r]->() WITH r ORDER BY r.k RETURN id(r)",
)
_TRIES = 5
"""How often a graph is made anew for the order of its ids."""
_RULES = "SHOW CONSTRAINTS YIELD name"
_INDEXES = (
    "SHOW INDEXES YIELD name, type, owningConstraint "
    "WHERE owningConstraint IS NULL AND type <> 'LOOKUP' RETURN name"
)


_MAY_WRITE = ("write", "transactions", "load", "schema", "broken", "wrong")
"""Kinds of statements after which the graph is looked at."""


class Comparison:
    """Both sides, with the same graph on each before every statement."""

    def __init__(self, ours: Side, theirs: Side) -> None:
        self.sides = (ours, theirs)
        self.setup = ""
        self._initial: tuple[str, ...] = ()
        self._dirty = True
        self._rules = False
        self.drop_rules()
        for side in self.sides:
            side.run(VOCABULARY_STATEMENT, {})

    def use(self, setup: str) -> None:
        """Take `setup` for the statement that makes the graph."""
        self.setup, self._dirty = setup, True

    def difference(self, statement: Statement) -> Difference | None:
        """How the sides differ on a statement."""
        if self._dirty:
            self._reset()
        answers = [side.run(statement.text, statement.parameters) for side in self.sides]
        if statement.kind == "schema":
            self._rules = True
            # A server fills its indexes behind the command's back.
            for side in self.sides:
                side.run("CALL db.awaitIndexes()", {})
        may_write = statement.kind in _MAY_WRITE or any(a.counters for a in answers)
        if may_write:
            answers = [
                replace(answer, graph=_graph(side))
                for side, answer in zip(self.sides, answers, strict=True)
            ]
            self._dirty = any(answer.graph != self._initial for answer in answers)
        ours, theirs = answers
        if is_inexact(statement.text):
            theirs = brought_near(ours, theirs, ordered=statement.ordered)
        return difference(ours, theirs, ordered=statement.ordered)

    def drop_rules(self) -> None:
        """Drop every constraint and index."""
        for side in self.sides:
            for (name,) in side.run(_RULES, {}).rows:
                side.run(f"DROP CONSTRAINT `{_plain(name)}`", {})
            for (name,) in side.run(_INDEXES, {}).rows:
                side.run(f"DROP INDEX `{_plain(name)}`", {})
        self._rules = False

    def clean(self) -> None:
        """Leave both databases empty."""
        self.drop_rules()
        for side in self.sides:
            side.run("MATCH (n) DETACH DELETE n", {})

    def _reset(self) -> None:
        self._make()
        for _ in range(_TRIES):
            if all(map(_is_in_order, self.sides)):
                break
            self._make()
        ours, theirs = (_graph(side) for side in self.sides)
        assert ours == theirs, f"the graph differs: {self.setup}\n{ours}\n{theirs}"
        self._initial, self._dirty = ours, False

    def _make(self) -> None:
        for side in self.sides:
            side.run("MATCH (n) DETACH DELETE n", {})
            if self.setup:
                answer = side.run(self.setup, {})
                if answer.error:
                    # A constraint that the graph does not keep: the next graph starts without.
                    self.drop_rules()
                    for other in self.sides:
                        other.run("MATCH (n) DETACH DELETE n", {})
                    for other in self.sides:
                        other.run(self.setup, {})
                    break


def _is_in_order(side: Side) -> bool:
    """Whether the entities have ids in the order in which they were made.

    A server gives ids again, and ``min(n)`` is the node with the least id.
    """
    for query in _IDS:
        ids = [int(text) for (text,) in side.run(query, {}).rows]
        if ids != sorted(ids):
            return False
    return True


def _graph(side: Side) -> tuple[str, ...]:
    lines: list[str] = []
    for query in (_NODES, _RELATIONSHIPS):
        answer: Answer = side.run(query, {})
        assert not answer.error, answer
        lines.extend(" ".join(row) for row in answer.rows)
    return tuple(sorted(lines))


def _plain(text: str) -> str:
    return text[1:-1]
