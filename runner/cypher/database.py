"""A database: a graph, the plans of its statements, and sessions that run them."""

from __future__ import annotations

from os import urandom
from time import time_ns
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.runtime import State
from runner.cypher.failures import client_error, database_error
from runner.cypher.results import to_parameters, to_value
from runner.cypher.store.graph import Graph
from runner.cypher.store.transaction import Transaction
from runner.errors import UsageError
from runner.result import Counters, Result
from runner.values import DateTime

if TYPE_CHECKING:
    from collections.abc import Mapping

    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.planner import StatementPlan
    from runner.cypher.procedures.table import Registry
    from runner.values import Value

_MOST_PLANS = 512
_NANOS_PER_MILLISECOND = 1_000_000
_MILLISECONDS_PER_DAY = 86_400_000


class Prepared:
    """A statement that was parsed, checked and planned once."""

    __slots__ = ("mode", "plan")

    def __init__(self, mode: str | None, plan: StatementPlan) -> None:
        self.mode = mode
        self.plan = plan


class Database:
    """One graph in memory and what belongs to it.

    Attributes:
        graph: The data and the schema.
        procedures: Procedures beside the built-in ones.
    """

    def __init__(self, database_id: str | None = None) -> None:
        from runner.cypher.procedures.table import Registry

        self.graph = Graph(database_id or _new_uuid())
        self.procedures: Registry = Registry()
        self._plans: dict[Any, Prepared] = {}

    def session(self, language: str = "25") -> DatabaseSession:
        """A session; `language` is the Cypher version of statements that name none."""
        return DatabaseSession(self, language)

    def prepare(self, text: str, language: str, parameters: Mapping[str, Any]) -> Prepared:
        """The plan of a statement, from the cache where its circumstances are the same.

        Parameter types belong to them because Neo4j refuses by type before it runs; the rough
        size of the graph because a plan made on an empty one may start at the wrong end.
        Raises `EngineError` for a statement that cannot run.
        """
        types = tuple(sorted((name, type(value).__name__) for name, value in parameters.items()))
        magnitude = len(self.graph.nodes).bit_length() // 4
        key = (text, language, types, self.graph.schema.version, magnitude)
        found = self._plans.pop(key, None)
        if found is None:
            found = self._prepare(text, language, parameters)
            if len(self._plans) >= _MOST_PLANS:
                del self._plans[next(iter(self._plans))]
        self._plans[key] = found
        return found

    def _prepare(self, text: str, language: str, parameters: Mapping[str, Any]) -> Prepared:
        from runner.cypher.check import check
        from runner.cypher.parser import parse
        from runner.cypher.plan.planner import Planner
        from runner.cypher.procedures.table import lookup

        statement = parse(text, language)
        language = statement.language or language
        check(
            statement,
            language,
            parameters,
            lambda name: lookup(name, self.procedures, language),
        )
        planner = Planner(text, language, self.graph, self.procedures)
        return Prepared(statement.mode, planner.plan_statement(statement))


class DatabaseSession:
    """Runs statements on a database, each in a transaction of its own or in an open one."""

    def __init__(self, database: Database, language: str = "25") -> None:
        self.database = database
        self.language = language
        self._transaction: Transaction | None = None
        self._failed = False

    def run(
        self,
        text: str,
        parameters: Mapping[str, Value] | None = None,
        timeout: float | None = None,
        language: str | None = None,
    ) -> Result:
        """Run one statement to its end; `timeout` is in seconds, `language` the session's if None.

        Outside a transaction it is committed when this returns. Raises `EngineError` when it
        fails; then it has left nothing behind, and an open transaction runs nothing more until
        it is rolled back (facts 7).
        """
        if self._failed:
            raise _failed_transaction()
        try:
            return self._run(text, parameters or {}, timeout, language or self.language)
        except BaseException:
            self._failed = self._transaction is not None
            raise

    def _run(
        self, text: str, parameters: Mapping[str, Value], timeout: float | None, language: str
    ) -> Result:
        given = to_parameters(parameters)
        prepared = self.database.prepare(text, language, given)
        plan = prepared.plan
        if prepared.mode == "EXPLAIN":
            return Result(
                plan.columns, [], notifications=plan.notifications, plan=plan.root.describe()
            )
        if self._transaction is not None:
            if plan.own_transactions:
                raise _needs_own_transactions()
            mark = self._transaction.savepoint()
            try:
                return self._execute(prepared, self._transaction, given, timeout)
            except BaseException:
                self._transaction.rollback_to(mark)
                raise
        transaction = Transaction(self.database.graph)
        try:
            result = self._execute(prepared, transaction, given, timeout)
        except BaseException:
            transaction.rollback()
            raise
        transaction.commit()
        return result

    def _execute(
        self,
        prepared: Prepared,
        transaction: Transaction,
        parameters: Mapping[str, Any],
        timeout: float | None,
    ) -> Result:
        plan = prepared.plan
        state = State(transaction, parameters, _now(), Counters(), timeout)
        root = plan.root
        if prepared.mode == "PROFILE":
            from runner.cypher.plan.profile import counted

            root = counted(root)
        found = _pull(root, state, plan)
        # Rows show what entities are in the end, not what they were when the row was made.
        element_id = self.database.graph.element_id
        rows = [tuple([to_value(value, element_id) for value in row]) for row in found]
        return Result(
            plan.columns,
            rows,
            state.counters,
            (*plan.notifications, *state.notifications),
            root.describe() if prepared.mode == "PROFILE" else None,
        )

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._transaction is not None

    def begin(self) -> None:
        """Open a transaction. Raises `UsageError` when one is open."""
        if self._transaction is not None:
            raise UsageError("a transaction is open already")
        self._transaction = Transaction(self.database.graph)
        self._failed = False

    def commit(self) -> None:
        """Keep what the open transaction did.

        Raises `EngineError` when it cannot be kept; then it is undone. Either way it is over.
        """
        transaction, failed = self._end()
        if failed:
            transaction.rollback()
            raise _failed_transaction()
        transaction.commit()

    def rollback(self) -> None:
        """Undo what the open transaction did."""
        transaction, _ = self._end()
        transaction.rollback()

    def close(self) -> None:
        """Undo an open transaction."""
        if self._transaction is not None:
            self.rollback()

    def _end(self) -> tuple[Transaction, bool]:
        if self._transaction is None:
            raise UsageError("no transaction is open")
        ended = (self._transaction, self._failed)
        self._transaction, self._failed = None, False
        return ended


def _pull(root: Operator, state: State, plan: StatementPlan) -> list[list[Any]]:
    """Run a plan to its end; its rows, of which only the returned columns are kept.

    Only inside this function may a statement be interrupted from outside.
    """
    slots = plan.slots
    try:
        return [[row[slot] for slot in slots] for row in root.rows(state, [None] * plan.size)]
    except RecursionError:
        raise client_error(
            "Statement.ArgumentError", "22000", "A value of this statement is nested too deeply"
        ) from None


def _now() -> DateTime:
    """The present in UTC, in milliseconds (facts 4.1)."""
    days, milliseconds = divmod(time_ns() // _NANOS_PER_MILLISECOND, _MILLISECONDS_PER_DAY)
    return DateTime(days, milliseconds * _NANOS_PER_MILLISECOND, 0)


def _new_uuid() -> str:
    """A random UUID (version 4); `uuid` itself costs an import of some milliseconds."""
    digits = bytearray(urandom(16))
    digits[6] = digits[6] & 0x0F | 0x40
    digits[8] = digits[8] & 0x3F | 0x80
    text = digits.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def _failed_transaction() -> Exception:
    return client_error(
        "Transaction.TransactionMarkedAsFailed",
        "25N02",
        "The transaction has failed and can only be rolled back",
    )


def _needs_own_transactions() -> Exception:
    message = (
        "A query with 'CALL { ... } IN TRANSACTIONS' can only be executed in an implicit "
        "transaction, but tried to execute in an explicit transaction."
    )
    return database_error("Transaction.TransactionStartFailed", "25N17", message)
