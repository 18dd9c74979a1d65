"""What a statement means for emulated constraints, told from its syntax tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.plan.effects import Effects, effects_of
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.clauses import CallProcedure, CallSubquery, Query, Statement
from runner.cypher.syntax.commands import CreateConstraint, CreateIndex
from runner.cypher.syntax.expressions import Parameter
from runner.errors import EngineError
from runner.source import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from runner.cypher.plan.effects import Names
    from runner.cypher.store.schema import Constraint
    from runner.cypher.syntax.clauses import InTransactions
    from runner.cypher.syntax.commands import DropConstraint, DropIndex
    from runner.values import Value

_READING_PROCEDURES = ("db.", "dbms.", "tx.")
_WRITING_PROCEDURES = "db.create"


class Writes:
    """What a statement may change, as far as constraints are concerned.

    Attributes:
        uncounted: Whether it calls procedures whose changes no counters tell of.
    """

    def __init__(self, query: Query) -> None:
        self._effects: Effects = effects_of(query, ())
        procedures = [part.name.lower() for part in walk(query) if isinstance(part, CallProcedure)]
        self.uncounted = any(_may_write(name) for name in procedures)

    def may_break(self, constraint: Constraint) -> bool:
        """Whether an entity may break `constraint` after this that did not break it before."""
        if self.uncounted:
            return True
        effects = self._effects
        if effects.set_keys.every or not effects.set_keys.names.isdisjoint(constraint.properties):
            return True
        if constraint.entity == "RELATIONSHIP":
            return _holds(effects.made_types, constraint.label)
        return _holds(effects.set_labels, constraint.label) or any(
            labels is None or constraint.label in labels for labels in effects.creates
        )


def _holds(names: Names, name: str) -> bool:
    return names.every or name in names.names


def _may_write(procedure: str) -> bool:
    if procedure.startswith(_WRITING_PROCEDURES):
        return True
    return not procedure.startswith(_READING_PROCEDURES)


def own_transactions(statement: Statement) -> InTransactions | None:
    """Where a statement says ``IN TRANSACTIONS``; None where it does not."""
    for part in walk(statement.body):
        if isinstance(part, CallSubquery) and part.in_transactions is not None:
            return part.in_transactions
    return None


def batches_refused(text: str, offset: int, constraints: Iterable[str]) -> EngineError:
    """``CALL … IN TRANSACTIONS`` at `offset` of a statement commits before all is checked."""
    return refusal(
        "CALL { ... } IN TRANSACTIONS commits batch by batch, and the constraints that runner "
        f"emulates here ({', '.join(constraints)}) are checked before one commit of the whole "
        "statement",
        text,
        offset,
    )


def refusal(what: str, text: str, offset: int = 0) -> EngineError:
    """A statement that cannot run while constraints are emulated; `what` says why.

    Its code is of no family of Neo4j's, so that no page can expect it.
    """
    return EngineError(
        "Runner.Emulation.NotSupported",
        "50N42",
        f"{what}; Neo4j Enterprise and the embedded engine run it",
        position=LineIndex(text).position(offset),
    )


def names_schema(text: str) -> bool:
    """Whether a statement that cannot be read may be about constraints or indexes."""
    upper = text.upper()
    return any(word in upper for word in ("CONSTRAINT", "INDEX"))


def without_profile(statement: Statement) -> str:
    """The text of a statement with blanks in place of PROFILE; all else stays where it was."""
    from runner.cypher.lexer import tokenize

    text = statement.text
    if statement.mode is None:
        return text
    for token in tokenize(text):
        if token.kind == statement.mode:
            blanks = " " * (token.end - token.start)
            return f"{text[: token.start]}{blanks}{text[token.end :]}"
    return text


def name_of(
    command: CreateConstraint | CreateIndex | DropConstraint | DropIndex,
    parameters: Mapping[str, Value],
) -> str | None:
    """The name that a schema command gives; None where it has none that is a name."""
    name = command.name
    if isinstance(name, Parameter):
        value = parameters.get(name.name)
        return value if isinstance(value, str) else None
    return name
