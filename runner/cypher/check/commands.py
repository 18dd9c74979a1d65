"""Schema commands: what their text alone says is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.declared import check_type
from runner.cypher.syntax.commands import CreateConstraint, CreateIndex
from runner.cypher.syntax.expressions import Parameter
from runner.cypher.syntax.types import ListType, ScalarType, UnionType, VectorType
from runner.errors import Cause

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.clauses import Command
    from runner.cypher.syntax.types import CypherType

_KINDS = {
    "UNIQUE": "property uniqueness",
    "KEY": "key",
    "NOT NULL": "property existence",
    "TYPED": "property type",
}
_STORABLE = frozenset(
    {
        "BOOLEAN",
        "STRING",
        "INTEGER",
        "FLOAT",
        "DATE",
        "LOCAL TIME",
        "ZONED TIME",
        "LOCAL DATETIME",
        "ZONED DATETIME",
        "DURATION",
        "POINT",
    }
)


def check_command(walk: Walk, command: Command) -> None:
    """A schema command."""
    name = getattr(command, "name", None)
    if isinstance(name, Parameter):
        walk.expression(name)
    if isinstance(command, CreateConstraint):
        what = f"{_kind(walk, command)} constraint"
        _check_replace(walk, command, what)
        if command.type is not None:
            check_type(walk.problems, command.type)
            _check_storable(walk, command.type, what)
        if command.options is not None:
            walk.simple(command.options)
    elif isinstance(command, CreateIndex):
        _check_replace(walk, command, f"{command.kind.lower()} index")
        if command.options is not None:
            walk.simple(command.options)


def _kind(walk: Walk, command: CreateConstraint) -> str:
    entity = command.entity.lower()
    if walk.language == "5" and command.kind == "UNIQUE":
        return "uniqueness" if entity == "node" else "relationship uniqueness"
    return f"{entity} {_KINDS[command.kind]}"


def _check_replace(walk: Walk, command: CreateConstraint | CreateIndex, what: str) -> None:
    if not command.or_replace:
        return
    if command.if_not_exists:
        name = command.name if isinstance(command.name, str) else ""
        kind = "constraint" if isinstance(command, CreateConstraint) else "index"
        walk.problems.add(
            command.start,
            f"Failed to create the specified {kind} '{name}': cannot have both `OR REPLACE` and "
            "`IF NOT EXISTS`.",
            "42N14",
            "OR REPLACE cannot be used together with IF NOT EXISTS.",
        )
        return
    walk.problems.add(
        command.start,
        f"Failed to create {what}: `OR REPLACE` cannot be used together with this command.",
        "42N14",
        f"OR REPLACE cannot be used together with CREATE {what.upper()}.",
    )


def _check_storable(walk: Walk, written: CypherType, what: str) -> None:
    """A property type constraint takes only what a property can hold (22N90)."""
    if _is_storable(written):
        return
    shown = walk.text[written.start : written.end]
    walk.problems.add_plain(
        written.start,
        f"Failed to create {what}: Invalid property type `{shown}`.",
        "50N11",
        Cause("22N90", f"{shown} is not supported in property type constraints."),
    )


def _is_storable(written: CypherType) -> bool:
    if isinstance(written, ScalarType):
        return written.name in _STORABLE
    if isinstance(written, UnionType):
        return all(map(_is_storable, written.members))
    if isinstance(written, ListType):
        inner = written.inner
        return isinstance(inner, ScalarType) and inner.name in _STORABLE
    return isinstance(written, VectorType)
