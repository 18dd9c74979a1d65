"""A database: a graph, the plans of its statements, and sessions that run them."""

from __future__ import annotations

from os import urandom
from time import time_ns
from typing import TYPE_CHECKING, Any

from runner.cypher.eval.arrays import stored_lists
from runner.cypher.eval.limits import Limits, Memory, row_size
from runner.cypher.eval.runtime import State
from runner.cypher.failures import client_error, database_error
from runner.cypher.results import to_parameters, to_value
from runner.cypher.store.graph import Graph
from runner.cypher.store.transaction import Transaction
from runner.cypher.store.violations import not_writable, terminated
from runner.errors import LockTimeout, RowLimitExceeded, UsageError
from runner.result import Counters, Result
from runner.values import DateTime

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from runner.cypher.notify.notices import Notices
    from runner.cypher.plan.operator import Operator
    from runner.cypher.plan.planner import StatementPlan
    from runner.cypher.procedures.table import Registry
    from runner.cypher.results import ElementId
    from runner.values import Value

_MOST_PLANS = 512
_NANOS_PER_MILLISECOND = 1_000_000
_MILLISECONDS_PER_DAY = 86_400_000


class Prepared:
    """A statement that was parsed, checked and planned once."""

    __slots__ = ("language", "mode", "notices", "plan")

    def __init__(
        self, mode: str | None, plan: StatementPlan, notices: Notices, language: str
    ) -> None:
        self.language = language
        self.mode = mode
        self.plan = plan
        self.notices = notices


class Database:
    """One graph in memory and what belongs to it.

    Attributes:
        graph: The data and the schema.
        procedures: Procedures beside the built-in ones, and the libraries it has.
        import_folder: The folder whose files LOAD CSV may read; None where it may read none.
        open: The transactions that are not over, by number.
        statements: How many statements have been run.

    One transaction at a time writes: from its first statement that may change something to its
    end. Meanwhile all others read what was committed last. A statement runs to its end before
    another may start: threads have to take turns.
    """

    def __init__(
        self,
        database_id: str | None = None,
        *,
        import_folder: Path | None = None,
        libraries: frozenset[str] = frozenset(),
    ) -> None:
        from runner.cypher.procedures.table import Registry

        self.graph = Graph(database_id or new_database_id())
        self.procedures: Registry = Registry(libraries)
        self.import_folder = import_folder
        self._plans: dict[Any, Prepared] = {}
        self.open: dict[int, Transaction] = {}
        self.statements = 0
        self._begun = 0
        self._writer: Transaction | None = None

    def session(self, language: str = "25") -> DatabaseSession:
        """A session; `language` is the Cypher version of statements that name none."""
        return DatabaseSession(self, language)

    @property
    def is_written(self) -> bool:
        """Whether a transaction is open that may have changed something."""
        return self._writer is not None

    def replace_graph(self, graph: Graph) -> None:
        """Go on with another graph; no transaction may have changed anything."""
        self.graph = graph
        self._plans.clear()

    def begin(self, begun: DateTime | None = None) -> Transaction:
        """A transaction that is open until `leave`; `begun` is when that is, if not now."""
        self._begun += 1
        transaction = self.open[self._begun] = Transaction(self.graph, may_write=False)
        transaction.number = self._begun
        transaction.begun = begun
        return transaction

    def terminate(self, transaction: Transaction, by: Transaction) -> None:
        """End a transaction: nothing of it is kept, and it runs nothing more.

        What it did is undone at once, so that another may write; where it ends itself, when its
        statement is done.
        """
        transaction.terminated = True
        if transaction is not by:
            transaction.rollback()
            if self._writer is transaction:
                self._writer = None

    def enter(
        self,
        transaction: Transaction,
        text: str,
        language: str,
        parameters: Mapping[str, Any],
        await_writer: Callable[[], None] | None = None,
        *,
        read_only: bool = False,
    ) -> Prepared:
        """The plan of a statement that may now run in `transaction`.

        The graph is as `transaction` has to see it: with its own changes and nobody else's. If
        the statement writes, so may the transaction from now on, until `leave`.

        Raises `EngineError` for a statement that cannot run, also where another transaction
        writes: `LockTimeout` without `await_writer`, which waits, or raises an error of its own.
        """
        transaction.graph = self.graph
        while True:
            writer = self._writer
            if writer is transaction:
                transaction.take_up()
            elif writer is not None:
                writer.set_aside()
            prepared = self.prepare(text, language, parameters)
            if not prepared.plan.updates or prepared.mode == "EXPLAIN" or writer is transaction:
                return prepared
            if read_only:
                raise not_writable()
            if writer is None:
                self._writer = transaction
                transaction.may_write = True
                return prepared
            if await_writer is None:
                raise LockTimeout(0)
            await_writer()

    def leave(self, transaction: Transaction) -> None:
        """Say that a transaction is over: another may write."""
        self.open.pop(transaction.number, None)
        if self._writer is transaction:
            self._writer = None

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
        from runner.cypher.notify.notices import notices
        from runner.cypher.parser import parse
        from runner.cypher.plan.planner import Planner
        from runner.cypher.procedures.table import lookup

        statement = parse(text, language)
        language = statement.language or language
        walk = check(
            statement,
            language,
            parameters,
            lambda name: lookup(name, self.procedures, language),
            self.procedures.libraries,
        )
        planner = Planner(text, language, self.graph, self.procedures)
        plan = planner.plan_statement(statement)
        waits = False
        if "csv" in text.lower():
            from runner.cypher.plan.load_csv import waits_for_csv

            waits = waits_for_csv(plan.root)
        said = notices(statement, walk, self.graph.schema, waits_for_csv=waits)
        return Prepared(statement.mode, plan, said, language)


class DatabaseSession:
    """Runs statements on a database, each in a transaction of its own or in an open one.

    Attributes:
        await_writer: Waits a while for the transaction that stands in the way of a writing
            statement, which then tries again. None is not to wait.
        read_only: Whether every statement that writes is refused.
    """

    def __init__(self, database: Database, language: str = "25") -> None:
        self.database = database
        self.language = language
        self.await_writer: Callable[[], None] | None = None
        self.read_only = False
        self._transaction: Transaction | None = None
        self._begun: DateTime | None = None
        self._is_new = False
        self._failed = False

    def run(
        self,
        text: str,
        parameters: Mapping[str, Value] | None = None,
        timeout: float | None = None,
        language: str | None = None,
        *,
        max_rows: int | None = None,
        max_memory: int | None = None,
    ) -> Result:
        """Run one statement to its end; `timeout` is in seconds, `language` the session's if None.

        `max_rows` and `max_memory` (in bytes, as estimated) are what it may give and hold.

        Outside a transaction it is committed when this returns. Raises `EngineError` when it
        fails; then it has left nothing behind, and an open transaction is undone and runs nothing
        more until it is rolled back (facts 7).
        """
        if self._failed:
            raise _failed_transaction()
        limits = Limits(timeout, max_rows, max_memory)
        transaction = self._transaction
        if transaction is None:
            alone = self.database.begin()
            try:
                result = self._run(alone, text, parameters or {}, language, limits)
                alone.commit()
            except BaseException:
                alone.rollback()
                raise
            finally:
                self.database.leave(alone)
            return result
        try:
            return self._run(transaction, text, parameters or {}, language, limits)
        except BaseException:
            self._failed = True
            transaction.rollback()
            self.database.leave(transaction)
            raise

    def _run(
        self,
        transaction: Transaction,
        text: str,
        parameters: Mapping[str, Value],
        language: str | None,
        limits: Limits,
    ) -> Result:
        if transaction.terminated:
            raise terminated()
        given = to_parameters(parameters)
        prepared = self.database.enter(
            transaction,
            text,
            language or self.language,
            given,
            self.await_writer,
            read_only=self.read_only,
        )
        plan = prepared.plan
        if prepared.mode == "EXPLAIN":
            said = prepared.notices.now(self.database.graph)
            return Result(plan.columns, [], notifications=said, plan=plan.root.describe())
        if plan.own_transactions and self._transaction is not None:
            raise _needs_own_transactions()
        return self._execute(prepared, transaction, text, given, limits)

    def _execute(
        self,
        prepared: Prepared,
        transaction: Transaction,
        text: str,
        parameters: Mapping[str, Any],
        limits: Limits,
    ) -> Result:
        plan = prepared.plan
        # The first statement of a transaction has the moment at which that began.
        now = self._begun if self._begun is not None and self._is_new else _now()
        begun, self._is_new = self._begun or now, False
        state = State(transaction, parameters, now, Counters(), limits.timeout, begun)
        state.files = self.database.import_folder
        state.database, state.language, state.text = self.database, prepared.language, text
        self.database.statements += 1
        said = prepared.notices.now(self.database.graph)
        if limits.max_memory is not None:
            state.memory = Memory(limits.max_memory, transaction)
        root = plan.root
        if prepared.mode == "PROFILE":
            from runner.cypher.plan.profile import counted

            root = counted(root)
        with stored_lists(state.transaction.holds):
            found = _pull(root, state, plan, limits.max_rows)
        # Rows show what entities are in the end, not what they were when the row was made.
        rows = _converted(found, self.database.graph.element_id)
        return Result(
            plan.columns,
            rows,
            state.counters,
            (*said, *state.notifications),
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
        self._begun, self._is_new = _now(), True
        self._transaction = self.database.begin(self._begun)
        self._failed = False

    def commit(self) -> None:
        """Keep what the open transaction did.

        Raises `EngineError` when it cannot be kept; then it is undone. Either way it is over.
        """
        transaction, failed = self._end()
        try:
            if failed:
                raise _failed_transaction()
            transaction.commit()
        finally:
            self.database.leave(transaction)

    def rollback(self) -> None:
        """Undo what the open transaction did."""
        transaction, _ = self._end()
        try:
            transaction.rollback()
        finally:
            self.database.leave(transaction)

    def close(self) -> None:
        """Undo an open transaction."""
        if self._transaction is not None:
            self.rollback()

    def _end(self) -> tuple[Transaction, bool]:
        if self._transaction is None:
            raise UsageError("no transaction is open")
        ended = (self._transaction, self._failed)
        self._transaction, self._begun, self._failed = None, None, False
        return ended


def _pull(
    root: Operator, state: State, plan: StatementPlan, max_rows: int | None
) -> list[list[Any]]:
    """Run a plan to its end; its rows, of which only the returned columns are kept.

    Only inside this function may a statement be interrupted from outside.
    """
    slots = plan.slots
    try:
        rows = root.rows(state, [None] * plan.size)
        if max_rows is None and state.memory is None:
            return [[row[slot] for slot in slots] for row in rows]
        found: list[list[Any]] = []
        for row in rows:
            if len(found) == max_rows:
                raise RowLimitExceeded(max_rows)
            found.append([row[slot] for slot in slots])
            if state.memory is not None:
                state.memory.take(row_size(found[-1]))
    except RecursionError:
        raise _too_deep() from None
    return found


def _converted(found: list[list[Any]], element_id: ElementId) -> list[tuple[Value, ...]]:
    """Rows as a result has them. Here too a statement may be interrupted from outside."""
    try:
        return [tuple([to_value(value, element_id) for value in row]) for row in found]
    except RecursionError:
        raise _too_deep() from None


def _too_deep() -> Exception:
    from runner.cypher.eval.limits import memory_error

    return memory_error("this statement, or a value of it, is nested too deeply")


def _now() -> DateTime:
    """The present in UTC, in milliseconds (facts 4.1)."""
    days, milliseconds = divmod(time_ns() // _NANOS_PER_MILLISECOND, _MILLISECONDS_PER_DAY)
    return DateTime(days, milliseconds * _NANOS_PER_MILLISECOND, 0)


def new_database_id() -> str:
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
