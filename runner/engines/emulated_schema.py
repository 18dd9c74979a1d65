"""Schema commands while constraints are emulated, and those that create emulated ones."""

from __future__ import annotations

from os import urandom
from typing import TYPE_CHECKING

from runner.cypher.store.rule_texts import create_statement, kind_title, quote
from runner.cypher.store.schema import KEY, UNIQUENESS, Constraint
from runner.cypher.syntax.commands import CreateConstraint, CreateIndex, DropConstraint
from runner.engines.emulated_checks import check_statement, creation_violation
from runner.engines.emulated_rules import Rules, change_of
from runner.engines.emulated_statements import name_of, refusal, without_profile
from runner.errors import Cause, EngineError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from runner.cypher.syntax.clauses import Command, Statement
    from runner.engines.emulated_call import Call
    from runner.engines.emulated_rules import Change
    from runner.result import Result

_NOTHING = "cypher-pages nothing"
"""A name that no index has."""


class SchemaCommand:
    """One schema command; `emulated` are the constraints that are emulated already."""

    def __init__(
        self,
        call: Call,
        statement: Statement,
        command: Command,
        emulated: Mapping[str, Constraint],
        language: str | None,
    ) -> None:
        self._call = call
        self._statement = statement
        self._command = command
        self._emulated = emulated
        self._language = call.language or language

    @property
    def is_ours(self) -> bool:
        """Whether it creates or drops a constraint that the server cannot have."""
        command = self._command
        if isinstance(command, CreateConstraint):
            return command.kind != "UNIQUE"
        if isinstance(command, DropConstraint):
            return name_of(command, self._call.parameters or {}) in self._emulated
        return False

    def run_real(self, *, in_transaction: bool) -> Result:
        """Run a command that is the server's own, unless an emulated rule stands in its way."""
        if self._emulated and isinstance(self._command, (CreateConstraint, CreateIndex)):
            try:
                change = self._change(Rules(self._emulated.values()))
            except EngineError as error:
                if ".Schema." not in error.code:
                    # What is wrong with it is for the server to say.
                    return self._call.run()
                self._count_as_schema_change(in_transaction)
                raise
            if change.is_nothing:
                self._count_as_schema_change(in_transaction)
                return change.result
        return self._call.run()

    def change(self, *, in_transaction: bool) -> Change:
        """What the command does; errors of compiling it come from the server."""
        self._call.session.explain(
            without_profile(self._statement),
            self._call.parameters,
            timeout=self._call.left,
            language=self._call.language,
        )
        self._count_as_schema_change(in_transaction)
        rules = Rules(self._emulated.values())
        rules.read_real(lambda show: self._call.ask(show).rows)
        try:
            return self._change(rules)
        except EngineError as error:
            if error.title == "SyntaxError":
                # The server has just accepted it.
                what = f"runner cannot emulate this: {error.message.partition(' (line')[0]}"
                raise refusal(what, self._call.statement) from error
            raise

    def perform(self, change: Change) -> None:
        """Do on the server what has to be done there; to be called in a transaction.

        Raises `EngineError` where existing data breaks a new constraint.
        """
        for constraint in change.removed:
            if constraint.kind == KEY:
                self._call.ask(f"DROP CONSTRAINT {quote(constraint.name)}")
        for constraint in change.added:
            found = self._call.ask(check_statement([constraint])).rows
            error = creation_violation(constraint, found)
            if error is not None:
                raise error
            if constraint.kind == KEY:
                self._create_unique(constraint)
            else:
                self._make_names_known(constraint)

    def _change(self, rules: Rules) -> Change:
        call = self._call
        return change_of(rules, call.statement, call.parameters, self._language)

    def _create_unique(self, key: Constraint) -> None:
        """Create the uniqueness constraint that is the unique half of a key."""
        unique = Constraint(0, key.name, UNIQUENESS, key.entity, key.label, key.properties)
        try:
            self._call.ask(create_statement(unique))
        except EngineError as error:
            raise _of_key(error, unique, key) from None

    def _make_names_known(self, constraint: Constraint) -> None:
        """Let the database know label and property, as a constraint does that is real.

        Whether a name was ever used shows in counters and remarks. An index that is gone before
        the transaction ends leaves the names, and nothing else.
        """
        node = constraint.entity == "NODE"
        label = quote(constraint.label)
        pattern = f"(n:{label})" if node else f"()-[n:{label}]-()"
        name = quote(f"cypher-pages {urandom(8).hex()}")
        made = self._call.ask(
            f"CREATE TEXT INDEX {name} IF NOT EXISTS FOR {pattern} "
            f"ON (n.{quote(constraint.properties[0])})"
        )
        if made.counters.indexes_added:
            self._call.ask(f"DROP INDEX {name}")

    def _count_as_schema_change(self, in_transaction: bool) -> None:
        """Let the server hold the open transaction for one that changes the schema (facts 7)."""
        if in_transaction:
            self._call.ask(f"DROP INDEX {quote(_NOTHING)} IF EXISTS")


def _of_key(error: EngineError, unique: Constraint, key: Constraint) -> EngineError:
    """An error of creating the unique half, as one of creating the key."""
    before, after = (f"type='{kind_title(each)}'" for each in (unique, key))
    return EngineError(
        error.code,
        error.gql_status,
        error.message.replace(before, after),
        cause=_replaced(error.cause, before, after),
        constraint=key.name,
    )


def _replaced(cause: Cause | None, before: str, after: str) -> Cause | None:
    if cause is None:
        return None
    message = cause.message.replace(before, after)
    return Cause(cause.gql_status, message, _replaced(cause.cause, before, after))
