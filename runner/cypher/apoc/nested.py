"""Statements that procedures run, in the transaction of the statement that calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from runner.cypher.apoc.failing import JavaError
from runner.cypher.eval.runtime import State
from runner.cypher.failures import client_error
from runner.errors import EngineError
from runner.result import Counters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.store.transaction import Transaction

T = TypeVar("T")

_KEPT = ("Neo.TransientError", "Neo.ClientError.Security", "Runner.")
_EXCEPTIONS = {
    "SyntaxError": "org.neo4j.exceptions.SyntaxException",
    "TypeError": "org.neo4j.exceptions.CypherTypeException",
    "ArithmeticError": "org.neo4j.exceptions.ArithmeticException",
    "ArgumentError": "org.neo4j.exceptions.InvalidArgumentException",
    "ParameterMissing": "org.neo4j.exceptions.ParameterNotFoundException",
    "SemanticError": "org.neo4j.exceptions.InvalidSemanticsException",
    "EntityNotFound": "org.neo4j.exceptions.EntityNotFoundException",
}
"""The Java exceptions behind errors, by the last part of their codes."""


class Nested:
    """One statement that is run inside another.

    Attributes:
        columns: The names of its columns.
        counters: What it has done so far.
        updates: Whether it may change something.
    """

    __slots__ = ("_prepared", "columns", "counters", "state", "updates")

    def __init__(
        self,
        state: State,
        text: str,
        parameters: dict[str, Any],
        *,
        writes: bool,
        schema: bool = False,
        transaction: Transaction | None = None,
    ) -> None:
        """Plan `text`. Raises `EngineError`, also where it writes and may not."""
        database = state.database
        assert database is not None
        self._prepared = database.prepare(text, state.language, parameters)
        plan = self._prepared.plan
        if plan.own_transactions:
            raise _needs_own_transactions()
        if plan.updates and not (schema if plan.schema else writes):
            raise _forbidden(schema=plan.schema)
        self.columns = plan.columns
        self.updates = plan.updates
        self.counters = Counters()
        inner = State(
            transaction or state.transaction,
            parameters,
            state.now,
            self.counters,
            None,
            state.begun,
        )
        inner.deadline, inner.time_limit = state.deadline, state.time_limit
        inner.memory, inner.files = state.memory, state.files
        inner.database, inner.language = database, state.language
        self.state = inner

    def rows(self) -> Iterator[list[Any]]:
        """Run it; a list with the value of each column per row."""
        plan = self._prepared.plan
        if self._prepared.mode == "EXPLAIN":
            return
        slots = plan.slots
        for row in plan.root.rows(self.state, [None] * plan.size):
            yield [row[slot] for slot in slots]

    def maps(self) -> Iterator[dict[str, Any]]:
        """Run it; a map per row. A statement without result gives none."""
        for row in self.rows():
            if self.columns:
                yield dict(zip(self.columns, row, strict=True))


def as_java_error(error: EngineError) -> JavaError:
    """The failure of a procedure whose statement fails."""
    message = error.message
    before, mark, after = message.partition(": Caused by: ")
    if mark and before.startswith("Failed to invoke "):
        kind, _, message = after.partition(": ")
    else:
        kind = _EXCEPTIONS.get(error.title, f"org.neo4j.exceptions.{error.title}")
    found = JavaError(kind, message)
    found.cause = (error.gql_status, message)
    return found


def run_or_fail(nested: Callable[[], Iterator[T]]) -> Iterator[T]:
    """What `nested` gives; an error of its statement becomes one of the procedure.

    Time and memory that are used up, and what is forbidden, are errors as they are.
    """
    try:
        yield from nested()
    except EngineError as error:
        if error.is_timeout or error.code.startswith(_KEPT):
            raise
        raise as_java_error(error) from None


def with_parameters(text: str, parameters: dict[str, Any] | None) -> str:
    """The statement with its parameters as variables too."""
    if not parameters:
        return text
    names = ", ".join(f"$`{name}` as `{name}`" for name in parameters)
    return f"WITH {names} {text}"


def _forbidden(*, schema: bool) -> EngineError:
    what = "Schema operations" if schema else "Write operations"
    return client_error(
        "Security.Forbidden",
        "52N37",
        f"{what} on database 'neo4j' are not allowed for user '' with FULL overridden by READ.",
        (
            "42NFF",
            f"{what} on database 'neo4j' are not allowed for user '' with FULL overridden by READ.",
        ),
    )


def _needs_own_transactions() -> EngineError:
    message = (
        "A query with 'CALL { ... } IN TRANSACTIONS' can only be executed in an implicit "
        "transaction, but tried to execute in an explicit transaction."
    )
    return client_error("Transaction.TransactionStartFailed", "25N17", message)
