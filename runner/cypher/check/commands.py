"""Schema commands: what their text alone says is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.declared import check_type
from runner.cypher.check.property_types import check_storable
from runner.cypher.notify.remarks import deprecated, replaced
from runner.cypher.syntax.commands import CreateConstraint, CreateIndex
from runner.cypher.syntax.expressions import Literal, MapLiteral, Parameter

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.clauses import Command

_PROVIDER = (
    "The `indexProvider` option is deprecated and will be removed in a future version. Neo4j does "
    "not use the given option but instead selects the most performant index provider available."
)
_KINDS = {
    "UNIQUE": "property uniqueness",
    "KEY": "key",
    "NOT NULL": "property existence",
    "TYPED": "property type",
}


def check_command(walk: Walk, command: Command) -> None:
    """A schema command."""
    name = getattr(command, "name", None)
    if isinstance(name, Parameter):
        walk.expression(name)
    if isinstance(command, CreateConstraint):
        what = f"{_kind(walk, command)} constraint"
        _check_replace(walk, command, what)
        if command.type is not None and check_storable(walk, command.type, what):
            check_type(walk.problems, command.type)
        _check_options(walk, command)
    elif isinstance(command, CreateIndex):
        _check_replace(walk, command, f"{command.kind.lower()} index")
        _check_options(walk, command)


def _check_options(walk: Walk, command: CreateConstraint | CreateIndex) -> None:
    """Cypher 25 has one option; Cypher 5 has a second one, which changes nothing."""
    options = command.options
    if options is None:
        return
    walk.simple(options)
    if not isinstance(options, MapLiteral):
        return
    names = [name for name, _ in options.entries]
    if walk.language == "5":
        providers = [value for name, value in options.entries if name.lower() == "indexprovider"]
        if providers:
            walk.remarks.append(deprecated(_PROVIDER, None))
        if any(isinstance(p, Literal) and p.value == "text-1.0" for p in providers):
            walk.remarks.append(replaced("text-1.0", "text-2.0", command.start))
        return
    wrong = [name for name in names if name.lower() != "indexconfig"]
    if wrong:
        given = " and ".join(wrong)
        detail = f"Invalid input '{given}' for 'OPTIONS'. Expected 'indexConfig'."
        at = walk.text.upper().rfind("OPTIONS", command.start, options.start)
        # Neo4j has no text of old for it and shows the statuses.
        walk.problems.add(at, f"42001\n22N04: {detail}", "22N04", detail)


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
