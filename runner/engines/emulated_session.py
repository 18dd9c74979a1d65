"""A session that keeps the constraints of Neo4j Enterprise on a server that has not got them.

While there is any, a statement that may break one runs in a transaction that is checked before
it is committed. A key is a uniqueness constraint on the server, so that two entities with the
same values are refused at the write, and its index is there; what is missing or of a wrong type
is found at commit, as on Enterprise.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

from runner.cypher.syntax.base import walk
from runner.cypher.syntax.clauses import Command
from runner.cypher.syntax.expressions import Parameter
from runner.engines.base import Session, check_call
from runner.engines.bolt_session import failed_transaction
from runner.engines.bolt_statements import read_statement
from runner.engines.emulated_call import Call, Emulated, Open
from runner.engines.emulated_checks import check_statement, violation
from runner.engines.emulated_schema import SchemaCommand
from runner.engines.emulated_show import Rewriting, only_columns, shown_in, table
from runner.engines.emulated_statements import (
    Writes,
    batches_refused,
    names_schema,
    own_transactions,
    refusal,
    without_profile,
)
from runner.errors import EngineFailure, StatementTimeout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from runner.cypher.store.schema import Constraint
    from runner.cypher.syntax.clauses import Query, Statement
    from runner.engines.bolt_session import BoltSession
    from runner.engines.emulated_show import Shown
    from runner.result import Result

_CHECK_SECONDS = 60.0
"""For the check of a transaction that is committed by hand, which has no time limit."""


class EmulatedSession(Session):
    """A session on a server; `shared` are the constraints of its database."""

    def __init__(self, inner: BoltSession, shared: Emulated, language: str) -> None:
        self._inner = inner
        self._shared = shared
        self._language = language
        self._open: Open | None = None
        self._ever: dict[str, None] = {}

    @property
    def emulated(self) -> tuple[str, ...]:
        """See `Session.emulated`; those that were dropped count, too."""
        return tuple({**self._ever, **dict.fromkeys(self._shared.constraints)})

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
        """See `Session.run`. Raises `EngineError` for what cannot run while emulating."""
        check_call(statement, timeout, max_rows, max_memory)
        call = Call(self._inner, statement, parameters, timeout, language, max_rows, max_memory)
        if self._open is not None and self._open.failed:
            raise failed_transaction()
        begun = perf_counter()
        try:
            result = self._run(call)
        except BaseException as error:
            if self._open is not None:
                self._open.failed = True
            if isinstance(error, StatementTimeout) and timeout is not None:
                # A part of the work had less time than the statement.
                raise StatementTimeout(timeout) from error
            raise
        return result.timed(perf_counter() - begun)

    def _run(self, call: Call) -> Result:
        constraints = self._constraints
        if not constraints and not names_schema(call.statement):
            return call.run()
        statement = read_statement(call.statement, call.language or self._language)
        if statement is None:
            return self._run_unread(call)
        if statement.language is not None:
            # What is asked on its behalf is asked in its language.
            call = replace(call, language=statement.language)
        if statement.mode == "EXPLAIN":
            return call.run()
        if isinstance(statement.body, Command):
            command = SchemaCommand(call, statement, statement.body, constraints, self._language)
            return self._run_command(command)
        if not constraints:
            return call.run()
        batches = own_transactions(statement)
        if batches is not None and self._open is None:
            self._explain(call, without_profile(statement))
            raise batches_refused(call.statement, batches.start, constraints)
        shown = shown_in(statement.body)
        if shown:
            return self._run_showing(call, statement, statement.body, shown)
        return self._run_query(call, Writes(statement.body))

    def _run_unread(self, call: Call) -> Result:
        """Run what our parser cannot read: what it may change is not known."""
        if self._constraints and names_schema(call.statement):
            self._explain(call, call.statement)
            what = "runner cannot tell what this does to the constraints that it emulates"
            raise refusal(what, call.statement)
        return self._run_query(call, None)

    def _run_command(self, command: SchemaCommand) -> Result:
        """Run a schema command."""
        if not command.is_ours:
            return command.run_real(in_transaction=self._open is not None)
        change = command.change(in_transaction=self._open is not None)
        if not change.is_nothing:
            with self._transaction():
                command.perform(change)
            (self._open or self._shared).change(change.added, change.removed)
            self._ever.update((constraint.name, None) for constraint in change.added)
        return change.result

    def _run_showing(
        self, call: Call, statement: Statement, query: Query, shown: list[Shown]
    ) -> Result:
        """Run a statement that shows constraints or indexes."""
        given = dict(call.parameters or {})
        if any(isinstance(p, Parameter) and p.name not in given for p in walk(query)):
            # It is refused at once, in words that name the parameters that were given.
            return call.run()
        for before, after in pairwise(shown):
            if after.clause.start < before.clause.end:
                what = "SHOW inside another SHOW does not see emulated constraints"
                raise refusal(what, call.statement, after.clause.start)
        explained = self._explain(call, without_profile(statement))
        rewriting = Rewriting(call.statement, explained.columns)
        for each in shown:
            columns, rows = table(each.clause, call.ask, self._constraints)
            rewriting.replace(each, columns, rows)
        given.update(rewriting.parameters)
        rewritten = replace(call, statement=rewriting.text(), parameters=given)
        result = self._run_query(rewritten, Writes(query))
        return replace(
            only_columns(result, explained.columns), notifications=explained.notifications
        )

    def _run_query(self, call: Call, writes: Writes | None) -> Result:
        """Run a query, and check what it may have broken; all, if `writes` is not known."""
        touched = {
            name: constraint
            for name, constraint in self._constraints.items()
            if writes is None or writes.may_break(constraint)
        }
        if not touched:
            return call.run()
        uncounted = writes is None or writes.uncounted
        if self._open is not None:
            result = call.run()
            self._open.wrote(touched, result.counters, uncounted=uncounted)
            return result
        alone = Open(self._shared)
        with self._transaction():
            result = call.run()
            alone.wrote(touched, result.counters, uncounted=uncounted)
            self._check(alone, call)
        return result

    def _explain(self, call: Call, text: str) -> Result:
        """What the server says of a statement before it runs, errors above all."""
        return self._inner.explain(text, call.parameters, timeout=call.left, language=call.language)

    def _check(self, transaction: Open, call: Call) -> None:
        """Raise `EngineError` where the open transaction breaks a constraint."""
        constraints = transaction.to_check()
        if not constraints:
            return
        found = call.ask(check_statement(constraints)).rows
        created = transaction.counters.relationships_created > 0
        error = violation(constraints, found, relationships_created=created)
        if error is not None:
            raise error

    @property
    def _constraints(self) -> Mapping[str, Constraint]:
        """The emulated constraints as this session sees them, by name."""
        return (self._open or self._shared).constraints

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """The open transaction, or one that is committed in the end."""
        if self._open is not None:
            yield
            return
        self._inner.begin()
        try:
            yield
        except BaseException:
            self._undo()
            raise
        self._inner.commit()

    def _undo(self) -> None:
        try:
            self._inner.rollback()
        except EngineFailure:
            # What came first says more; without its connection a transaction is undone anyway.
            return

    def begin(self) -> None:
        """See `Session.begin`."""
        self._inner.begin()
        self._open = Open(self._shared)

    def commit(self) -> None:
        """See `Session.commit`; what emulated constraints it breaks shows here."""
        transaction, self._open = self._open, None
        if transaction is None:
            # There is none, which is for the other session to tell.
            self._inner.commit()
            return
        if transaction.failed:
            self._inner.rollback()
            raise failed_transaction()
        try:
            self._check(transaction, Call(self._inner, "", timeout=_CHECK_SECONDS))
        except BaseException:
            self._undo()
            raise
        self._inner.commit()
        transaction.commit_to(self._shared)

    def rollback(self) -> None:
        """See `Session.rollback`."""
        self._open = None
        self._inner.rollback()

    def close(self) -> None:
        """See `Session.close`."""
        self._inner.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._inner.__exit__(kind, error, traceback)
