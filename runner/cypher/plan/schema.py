"""Schema commands: the operators that create and drop constraints and indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error, database_error, syntax_error, type_error
from runner.cypher.plan.operator import Operator
from runner.cypher.plan.schema_options import Made, index_config, made_constraint, made_index
from runner.cypher.store import definitions
from runner.cypher.store.conflicts import existing_constraint, existing_index
from runner.cypher.store.property_types import property_type
from runner.cypher.store.rule_texts import brief, escape
from runner.cypher.store.schema import EXISTENCE, KEY, TYPE, UNIQUENESS
from runner.cypher.syntax import commands as syntax
from runner.cypher.syntax.expressions import Parameter
from runner.result import Notification

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.plan.planner import Planner
    from runner.cypher.store.indexes import Index
    from runner.cypher.store.property_types import PropertyType
    from runner.cypher.store.schema import Constraint
    from runner.cypher.syntax.clauses import Command
    from runner.errors import EngineError

_KINDS = {"UNIQUE": UNIQUENESS, "KEY": KEY, "NOT NULL": EXISTENCE, "TYPED": TYPE}


class SchemaCommand(Operator):
    """Changes the schema when it runs; gives no rows."""

    __slots__ = ("shown",)

    def __init__(self, shown: str) -> None:
        super().__init__()
        self.shown = shown

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        self.run(state)
        return iter(())

    def run(self, state: State) -> None:
        """Change the schema."""
        raise NotImplementedError

    def details(self) -> str:
        return self.shown


_NO_DIMENSIONS = (
    "When creating a vector index, `vector.dimensions` should be specified. Omitting it is "
    "allowed, but specifying dimensions ensures that only vectors of that size are indexed and "
    "makes dimension mismatches fail clearly at query time. For example, set `OPTIONS { "
    "indexConfig: { `vector.dimensions`: 1536 } }` when creating the index."
)


class CreateConstraint(SchemaCommand):
    """``CREATE CONSTRAINT``."""

    __slots__ = ("command", "kind", "options", "type")
    name = "CreateConstraint"

    def __init__(
        self,
        command: syntax.CreateConstraint,
        shown: str,
        type_: PropertyType | None,
        options: _Options,
    ) -> None:
        super().__init__(shown)
        self.command = command
        self.kind = _KINDS[command.kind]
        self.type = type_
        self.options = options

    def run(self, state: State) -> None:
        command = self.command
        schema = state.transaction.graph.schema
        state.transaction.change_schema()
        self.options.config(state)
        _check_tokens(command.entity, (command.label,), command.properties)
        wanted = definitions.new_constraint(
            schema,
            _optional_name(command.name, state),
            self.kind,
            command.entity,
            command.label,
            command.properties,
            self.type,
        )
        existing = existing_constraint(schema, wanted) if command.if_not_exists else None
        if existing is not None:
            _note_existing(state, wanted, existing, named=command.name is not None)
            return
        definitions.create_constraint(state.transaction, wanted)
        state.counters.constraints_added += 1


class CreateIndex(SchemaCommand):
    """``CREATE INDEX`` of any kind."""

    __slots__ = ("command", "options")
    name = "CreateIndex"

    def __init__(self, command: syntax.CreateIndex, shown: str, options: _Options) -> None:
        super().__init__(shown)
        self.command = command
        self.options = options

    def run(self, state: State) -> None:
        command = self.command
        schema = state.transaction.graph.schema
        state.transaction.change_schema()
        _check_tokens(command.entity, command.labels, command.properties)
        wanted = definitions.new_index(
            schema,
            _optional_name(command.name, state),
            command.kind,
            command.entity,
            command.labels,
            command.properties,
            extra_properties=command.extra_properties,
            config=self.options.config(state),
        )
        existing = existing_index(schema, wanted) if command.if_not_exists else None
        if existing is not None:
            _note_existing(state, wanted, existing, named=command.name is not None)
            return
        definitions.create_index(state.transaction, wanted)
        state.counters.indexes_added += 1
        if command.kind == "VECTOR" and "vector.dimensions" not in wanted.config:
            _note(
                state,
                "VectorIndexDimensionsNotSpecified",
                "00NA2",
                _NO_DIMENSIONS,
            )


class DropConstraint(SchemaCommand):
    """``DROP CONSTRAINT``."""

    __slots__ = ("command",)
    name = "DropConstraint"

    def __init__(self, command: syntax.DropConstraint, shown: str) -> None:
        super().__init__(shown)
        self.command = command

    def run(self, state: State) -> None:
        name = _name(self.command.name, state)
        state.transaction.change_schema()
        if self.command.if_exists and name not in state.transaction.graph.schema.constraints:
            _note_missing(state, "CONSTRAINT", name)
            return
        definitions.drop_constraint(state.transaction, name)
        state.counters.constraints_removed += 1


class DropIndex(SchemaCommand):
    """``DROP INDEX``."""

    __slots__ = ("command",)
    name = "DropIndex"

    def __init__(self, command: syntax.DropIndex, shown: str) -> None:
        super().__init__(shown)
        self.command = command

    def run(self, state: State) -> None:
        name = _name(self.command.name, state)
        state.transaction.change_schema()
        if self.command.if_exists and name not in state.transaction.graph.schema.indexes:
            _note_missing(state, "INDEX", name)
            return
        definitions.drop_index(state.transaction, name)
        state.counters.indexes_removed += 1


def plan_command(planner: Planner, command: Command) -> Operator:
    """Plan a schema command; it gives no rows and no columns.

    Raises `EngineError` for ``OR REPLACE`` and for a property type that no constraint can have.
    """
    shown = planner.text[command.start : command.end]
    match command:
        case syntax.CreateConstraint():
            if command.or_replace:
                raise _no_replace(planner, command, _constraint_words(planner, command))
            type_ = None if command.type is None else property_type(command.type)
            options = _compiled(planner, command)
            key = command.kind == "KEY"
            made = made_constraint(key, command.entity, planner.language, planner.text)
            return CreateConstraint(command, shown, type_, _Options(made, options))
        case syntax.CreateIndex():
            if command.or_replace:
                words = f"{command.kind.lower()} {command.entity.lower()} property index"
                raise _no_replace(planner, command, words)
            made = made_index(command.kind, command.entity, planner.language, planner.text)
            return CreateIndex(command, shown, _Options(made, _compiled(planner, command)))
        case syntax.DropConstraint():
            return DropConstraint(command, shown)
        case syntax.DropIndex():
            return DropIndex(command, shown)
    raise NotImplementedError(type(command).__name__)


class _Options:
    """The OPTIONS of a command, checked for its kind when it runs."""

    __slots__ = ("made", "value")

    def __init__(self, made: Made, value: Eval | None) -> None:
        self.made = made
        self.value = value

    def config(self, state: State) -> dict[str, Any]:
        """The configuration of the index; raises `EngineError` for options it cannot have."""
        value = None if self.value is None else self.value([], state)
        return index_config(self.made, value)


def _compiled(
    planner: Planner, command: syntax.CreateConstraint | syntax.CreateIndex
) -> Eval | None:
    from runner.cypher.eval.scope import Scope

    if command.options is None:
        return None
    return planner.compiler(Scope(planner.frame)).compile(command.options)


def _constraint_words(planner: Planner, command: syntax.CreateConstraint) -> str:
    entity = command.entity.lower()
    if command.kind == "UNIQUE" and planner.language == "5":
        return "uniqueness constraint" if entity == "node" else "relationship uniqueness constraint"
    words = {
        "UNIQUE": "property uniqueness",
        "KEY": "key",
        "NOT NULL": "property existence",
        "TYPED": "property type",
    }
    return f"{entity} {words[command.kind]} constraint"


def _no_replace(planner: Planner, command: Command, words: str) -> EngineError:
    message = f"Failed to create {words}: `OR REPLACE` cannot be used together with this command."
    return syntax_error(planner.text, command.start, message, ("42N14", message))


def _check_tokens(entity: str, labels: Iterable[str], properties: Iterable[str]) -> None:
    """Raise `EngineError` for a name that no label, type or property key can have."""
    what = "label" if entity == "NODE" else "relationship type"
    for kind, names in ((what, labels), ("property key", properties)):
        for name in names:
            if not name or "\0" in name:
                message = (
                    f"'{name}' is not a valid token name. Token names cannot be empty or contain "
                    "any null-bytes."
                )
                detail = f"A {kind} name cannot be empty or contain any null-bytes: '{name}'."
                raise client_error("Schema.TokenNameError", "42001", message, ("42I11", detail))


def _optional_name(name: str | Parameter | None, state: State) -> str | None:
    return None if name is None else _name(name, state)


def _name(name: str | Parameter, state: State) -> str:
    if isinstance(name, str):
        if name.strip():
            return name
        message = "Schema rule name cannot be the empty string or only contain whitespace."
        raise database_error("Statement.ExecutionFailed", "50N00", message)
    value = state.parameters.get(name.name)
    if not isinstance(value, str) or not value:
        raise type_error(f"Expected parameter ${name.name} to have type String but was {value!r}")
    return value


def _note_existing(
    state: State,
    wanted: Index | Constraint,
    existing: Index | Constraint,
    *,
    named: bool,
) -> None:
    command = brief(wanted, "CREATE ", " IF NOT EXISTS")
    if not named:
        command = command.replace(f" {escape(wanted.name)} IF", " IF", 1)
    _note(
        state,
        "IndexOrConstraintAlreadyExists",
        "00NA0",
        f"The command '{command}' has no effect. The index or constraint specified by "
        f"'{brief(existing)}' already exists.",
    )


def _note_missing(state: State, word: str, name: str) -> None:
    _note(
        state,
        "IndexOrConstraintDoesNotExist",
        "00NA1",
        f"The command 'DROP {word} {escape(name)} IF EXISTS' has no effect. The specified index "
        f"or constraint `{name}` does not exist.",
    )


def _note(state: State, title: str, gql_status: str, message: str) -> None:
    state.notifications.append(
        Notification(
            f"Neo.ClientNotification.Schema.{title}", gql_status, "INFORMATION", "SCHEMA", message
        )
    )
