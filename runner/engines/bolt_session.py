"""A session on one database of a Neo4j server."""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from neo4j import Query
from neo4j.exceptions import DriverError, Neo4jError

from runner.engines import bolt_errors, bolt_summary
from runner.engines.base import Session, check_call
from runner.engines.bolt_positions import Places
from runner.engines.bolt_statements import changes_counts
from runner.engines.bolt_values import decode_exactly, to_parameters, to_value
from runner.engines.bolt_worker import StillRunning, Worker
from runner.errors import EngineError, EngineFailure, RowLimitExceeded, StatementTimeout, UsageError
from runner.result import Counters, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from neo4j import Result as DriverResult
    from neo4j import ResultSummary, Transaction

    from runner.engines.base import Capabilities
    from runner.engines.bolt_link import Link
    from runner.values import Value

T = TypeVar("T")

_DRIVERS_ERRORS = (Neo4jError, DriverError, OSError)

MOST_ROWS = 200_000
"""A result with more rows is no answer for a page; to fetch them all would take its time."""

_MONITOR_SECONDS = 3.0
"""How long past its time a statement is left to the server, which looks every other second."""
_COMMIT_SECONDS = 60.0
_TERMINATED = ("Terminated", "TransactionTerminated", "LockClientStopped")
"""How a statement fails that was ended from outside; the last one while it takes a lock."""


class Premises(Protocol):
    """The database that a session works on, told of what happens there."""

    name: str
    keeps_account: bool
    """Whether it is known at any moment how much the database holds."""

    def committing(self, counters: Counters) -> None:
        """A transaction is about to be committed that did what `counters` say."""

    def committed(self, counters: Counters) -> None:
        """A transaction was committed that did what `counters` say; or it failed to be."""

    def uncertain(self) -> None:
        """Something may have been committed that no counters tell of."""

    def leave(self) -> None:
        """The session is over. Raises `EngineFailure` if the database cannot be left in order."""


class BoltSession(Session):
    """Runs statements one after another; the driver works in a thread that can be given up."""

    def __init__(
        self,
        link: Link,
        premises: Premises,
        capabilities: Capabilities,
        language: str,
        *,
        vectors: bool,
        most_rows: int | None = None,
    ) -> None:
        self._link = link
        self._premises = premises
        self._languages = capabilities.languages
        self._language = language
        self._vectors = vectors
        self._most_rows = most_rows
        self._worker = Worker()
        self._driver_session = link.session(premises.name)
        self._transaction: Transaction | None = None
        self._done = Counters()
        self._failed = False
        self._closed = False
        self._mark = {"app": "cypher-pages", "runner": f"{link.run_id}-{id(self):x}"}
        """Metadata of its transactions, by which another connection can end them."""

    def run(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        language: str | None = None,
        max_rows: int | None = None,
        max_memory: int | None = None,
    ) -> Result:
        """See `Session.run`. A result of more rows than a page may have is an `EngineFailure`."""
        check_call(statement, timeout, max_rows, max_memory)
        self._check_usable()
        if max_rows is not None and self._transaction is None:
            return self._run_limited(statement, parameters, timeout, language, max_rows)
        if self._failed:
            raise failed_transaction()
        result = self._run_sent(statement, parameters, timeout, language, max_rows)
        if self._transaction is None:
            self._premises.committed(result.counters)
        else:
            self._done.add(result.counters)
        return result

    def explain(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        language: str | None = None,
    ) -> Result:
        """Let the server plan a statement and not run it: its columns, remarks and errors.

        The statement has no EXPLAIN or PROFILE of its own.
        """
        self._check_usable()
        if self._failed:
            raise failed_transaction()
        return self._run_sent(statement, parameters, timeout, language, lead="EXPLAIN ")

    def _run_sent(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None,
        timeout: float | None,
        language: str | None,
        max_rows: int | None = None,
        lead: str = "",
    ) -> Result:
        """Run a statement with `lead` before it."""
        given = to_parameters(parameters or {}, vectors=self._vectors)
        prefix = self._prefix(statement, language or self._language) + lead
        places = Places(statement, prefix)
        try:
            return self._in_time(lambda: self._perform(places, given, timeout, max_rows), timeout)
        except BaseException:
            self._failed = self._transaction is not None
            raise

    def _run_limited(
        self,
        statement: str,
        parameters: Mapping[str, Any] | None,
        timeout: float | None,
        language: str | None,
        max_rows: int,
    ) -> Result:
        """Run in a transaction of its own, which is undone when there are too many rows."""
        self.begin()
        try:
            result = self.run(
                statement, parameters, timeout=timeout, language=language, max_rows=max_rows
            )
        except BaseException:
            self.rollback()
            raise
        self.commit()
        return result

    def begin(self) -> None:
        """See `Session.begin`. Raises `UsageError` when a transaction is open."""
        self._check_usable()
        if self._transaction is not None:
            raise UsageError("a transaction is open already")
        mark = self._mark
        self._transaction = self._in_time(
            lambda: self._guarded(
                lambda: self._driver_session.begin_transaction(metadata=mark), Places("", "")
            ),
            self._link.target.timeout,
        )
        self._failed = False
        self._done = Counters()

    def commit(self) -> None:
        """See `Session.commit`. Either way the transaction is over."""
        transaction, failed = self._end()
        if failed:
            self._finish(transaction.rollback)
            raise failed_transaction()
        self._premises.committing(self._done)
        self._finish(transaction.commit)
        self._premises.committed(self._done)

    def rollback(self) -> None:
        """See `Session.rollback`."""
        transaction, _ = self._end()
        self._finish(transaction.rollback)

    def close(self) -> None:
        """See `Session.close`. What still runs is ended; the database is left in order.

        An interruption from the keyboard waits until that is done; a second one does not.
        """
        if self._closed:
            return
        self._closed = True
        closer = Worker()
        job = closer.start(self._leave)
        interruption: KeyboardInterrupt | None = None
        try:
            job.ended(None)
        except KeyboardInterrupt as caught:
            interruption = caught
            job.ended(None)
        finally:
            closer.stop()
        job.outcome()
        if interruption is not None:
            raise interruption

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except EngineFailure:
            if not isinstance(error, EngineFailure):
                raise
            # The failure that came first says more than that of tidying up after it.

    def _leave(self) -> None:
        """Let go of the driver's session, and leave the database."""
        link = self._link
        try:
            if self._worker.busy and not link.dead:
                self._terminate()
                if not self._worker.settle(link.target.timeout):
                    link.dead = True
            if not self._worker.busy:
                self._worker.call(self._close_driver_session, link.target.timeout)
        except StillRunning:
            link.dead = True
        finally:
            self._worker.stop()
            self._premises.leave()

    def _close_driver_session(self) -> None:
        try:
            self._driver_session.close()
        except _DRIVERS_ERRORS:
            # Whatever was still open is undone by the server when the connection ends.
            return

    def _perform(
        self,
        places: Places,
        parameters: dict[str, Any],
        timeout: float | None,
        max_rows: int | None,
    ) -> Result:
        """Run a statement and take all its rows; in the worker's thread."""
        return self._guarded(lambda: self._fetch(places, parameters, timeout, max_rows), places)

    def _fetch(
        self,
        places: Places,
        parameters: dict[str, Any],
        timeout: float | None,
        max_rows: int | None,
    ) -> Result:
        begun = perf_counter()
        text = places.prefix + places.text
        if self._transaction is not None:
            result = self._transaction.run(text, parameters)
            rows, summary = self._taken(result, max_rows)
        elif self._premises.keeps_account and changes_counts(text):
            result, rows, summary = self._fetch_announced(text, parameters, timeout, max_rows)
        else:
            query = Query(text, metadata=self._mark, timeout=timeout)
            result = self._driver_session.run(query, parameters)
            rows, summary = self._taken(result, max_rows)
        counters = bolt_summary.counters(summary)
        if counters.constraints_added or counters.constraints_removed:
            self._link.forget_schema(self._premises.name)
        if counters.indexes_added and self._transaction is None:
            # Statements that follow must find it online, as they do in the embedded engine.
            self._driver_session.run("CALL db.awaitIndexes()").consume()
        if summary.query_type in ("w", "rw") and not counters.as_dict():
            self._suspect(text)
        return Result(
            tuple(result.keys()),
            rows,
            counters,
            bolt_summary.notifications(summary, places),
            bolt_summary.plan(summary),
            perf_counter() - begun,
        )

    def _fetch_announced(
        self, text: str, parameters: dict[str, Any], timeout: float | None, max_rows: int | None
    ) -> tuple[DriverResult, list[tuple[Value, ...]], ResultSummary]:
        """Run a statement, and say what it did before it is committed.

        So whatever moment the process is killed at, it is known how much the database may hold.
        """
        transaction = self._driver_session.begin_transaction(metadata=self._mark, timeout=timeout)
        try:
            result = transaction.run(text, parameters)
            rows, summary = self._taken(result, max_rows)
            self._premises.committing(bolt_summary.counters(summary))
            transaction.commit()
        except BaseException:
            # What came first says more; the server undoes it in any case.
            with suppress(*_DRIVERS_ERRORS):
                transaction.close()
            raise
        return result, rows, summary

    def _taken(
        self, result: DriverResult, max_rows: int | None
    ) -> tuple[list[tuple[Value, ...]], ResultSummary]:
        """All rows of a result, and what the server says of them in the end."""
        decode_exactly(result)
        return self._rows(result, max_rows), result.consume()

    def _rows(self, result: DriverResult, max_rows: int | None) -> list[tuple[Value, ...]]:
        """All rows of a result. One that has too many is ended on the server, not read out."""
        rows: list[tuple[Value, ...]] = []
        append = rows.append
        most = min((n for n in (self._most_rows, max_rows) if n is not None), default=None)
        for record in result:
            if len(rows) == most:
                self._terminate()
                if most == max_rows:
                    raise RowLimitExceeded(most)
                raise EngineFailure(
                    f"a statement gave more than {most:,} rows from Neo4j at "
                    f"{self._link.target.address}; it was stopped (give it a LIMIT)"
                )
            append(tuple([to_value(value) for value in record]))
        return rows

    def _suspect(self, text: str) -> None:
        """Procedures may write what no counters tell of."""
        if "call" in text.lower():
            self._premises.uncertain()

    def _guarded(self, function: Callable[[], T], places: Places) -> T:
        """What `function` gives; the driver's exceptions become `runner`'s."""
        try:
            return function()
        except Neo4jError as error:
            if bolt_errors.is_failure(error):
                raise bolt_errors.connection_lost(error, self._link.target) from error
            failed = bolt_errors.statement_error(error, places)
            if failed.title == "ConstraintValidationFailed":
                failed.constraint = self._link.violated_constraint(
                    failed.message, self._premises.name
                )
            if "transactions" in places.text.lower():
                # CALL IN TRANSACTIONS keeps the batches that came before the error.
                self._premises.uncertain()
            else:
                self._premises.committed(Counters())
            raise failed from None
        except (DriverError, OSError) as error:
            raise bolt_errors.connection_lost(error, self._link.target) from error

    def _in_time(self, function: Callable[[], T], timeout: float | None) -> T:
        """What `function` gives in the worker's thread, within `timeout` seconds.

        A statement in a transaction of its own is ended by the server; one that the server
        leaves alone, or that belongs to a longer transaction, from here. Raises
        `StatementTimeout`, and `EngineFailure` when the server does not react.
        """
        job = self._worker.start(function)
        if timeout is None:
            job.ended(None)
            return job.outcome()
        if job.ended(timeout if self._transaction is not None else timeout + _MONITOR_SECONDS):
            return job.outcome()
        self._terminate()
        silence = self._link.target.timeout
        if not job.ended(silence):
            self._link.dead = True
            raise bolt_errors.silent(self._link.target, silence)
        try:
            return job.outcome()
        except EngineError as error:
            if error.title in _TERMINATED:
                raise StatementTimeout(timeout) from error
            raise

    def _terminate(self) -> None:
        self._link.terminate(self._mark["runner"], self._premises.name)

    def _finish(self, function: Callable[[], None]) -> None:
        self._in_time(lambda: self._guarded(function, Places("", "")), _COMMIT_SECONDS)

    def _end(self) -> tuple[Transaction, bool]:
        if self._transaction is None:
            raise UsageError("no transaction is open")
        transaction, failed = self._transaction, self._failed
        self._transaction, self._failed = None, False
        return transaction, failed

    def _check_usable(self) -> None:
        if self._closed:
            raise EngineFailure("this session is closed")
        if self._link.dead:
            raise bolt_errors.silent(self._link.target, self._link.target.timeout)

    def _prefix(self, statement: str, language: str | None) -> str:
        """The language version to put before a statement that names none."""
        if language is None or language not in self._languages or _names_version(statement):
            return ""
        return f"CYPHER {language} "


def _names_version(statement: str) -> bool:
    """Whether a statement begins with a version of its own, as ``CYPHER 5``."""
    if "cypher" not in statement.lower():
        return False
    from runner.cypher.lexer import tokenize

    try:
        tokens = tokenize(statement)
    except EngineError:
        return False
    kinds = [token.kind for token in tokens]
    at = 0
    while kinds[at] in ("CYPHER", "EXPLAIN", "PROFILE"):
        at += 1
        if kinds[at - 1] != "CYPHER":
            continue
        if kinds[at] in ("integer", "float"):
            return True
        while kinds[at + 1 : at + 2] == ["="]:
            at += 3
    return False


def failed_transaction() -> EngineError:
    """A transaction is used in which a statement has failed (facts 7)."""
    return EngineError(
        "Neo.ClientError.Transaction.TransactionMarkedAsFailed",
        "25N02",
        "The transaction has failed and can only be rolled back",
    )
