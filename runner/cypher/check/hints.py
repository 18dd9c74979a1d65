"""Planner hints: what one names must be in the pattern or the predicate (42N76)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.labels import names_in
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.expressions import LabelTest, MapLiteral, PropertyAccess, Variable
from runner.cypher.syntax.patterns import NodePattern, RelationshipPattern
from runner.errors import Cause

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.clauses import Hint, Match

_SUPPORTED = (
    "Supported predicates are: equality comparison, inequality (range) comparison, `STARTS WITH`, "
    "`IN` condition or checking property existence. The comparison cannot be performed between two "
    "property values."
)


def check_hints(walk: Walk, clause: Match) -> None:
    """The label and the properties of each hint stand somewhere in its MATCH."""
    for hint in clause.hints:
        for variable in hint.variables:
            walk.use(variable)
        if hint.label is None:
            continue
        name = hint.variables[0].name
        labels = list(dict.fromkeys(_labels(clause, name)))
        if hint.label not in labels:
            _missing_label(walk, hint, name, hint.label, labels)
        elif hint.properties:
            found = list(dict.fromkeys(_properties(clause, name)))
            if any(key not in found for key in hint.properties):
                _missing_property(walk, hint, name, found)


def _labels(clause: Match, name: str) -> Iterator[str]:
    for part in walk_tree(clause):
        if isinstance(part, (NodePattern, RelationshipPattern)):
            labels = part.labels if isinstance(part, NodePattern) else part.types
            if labels is not None and part.variable is not None and part.variable.name == name:
                yield from names_in(labels)
        elif isinstance(part, LabelTest) and _is(part.subject, name):
            yield from names_in(part.labels)


def _properties(clause: Match, name: str) -> Iterator[str]:
    for part in walk_tree(clause):
        if isinstance(part, (NodePattern, RelationshipPattern)):
            if part.variable is not None and part.variable.name == name:
                properties = part.properties
                for key, _ in properties.entries if isinstance(properties, MapLiteral) else ():
                    yield key
        elif isinstance(part, PropertyAccess) and _is(part.subject, name):
            yield part.key


def _is(subject: object, name: str) -> bool:
    return isinstance(subject, Variable) and subject.name == name


def _missing_label(walk: Walk, hint: Hint, name: str, label: str, labels: list[str]) -> None:
    is_node = _entity(walk, name) == "node"
    kind, function = ("label", "labels") if is_node else ("relationship type", "type")
    quoted = "`, `".join(labels)
    if not labels:
        found = f"no {kind} was"
    elif len(labels) == 1:
        found = f"only the {kind} `{quoted}` was"
    else:
        found = f"only the {kind}s `{quoted}` were"
    operator = f"{kind} scan" if hint.kind == "SCAN" else "index"
    advice = (
        f"Predicates must include the {kind} literal `{label}`. That is, the function "
        f"`{function}()` is not compatible with indexes."
    )
    _report(walk, hint, name, operator, f"{kind} `{label}`", found, advice)


def _missing_property(walk: Walk, hint: Hint, name: str, found: list[str]) -> None:
    plural = len(hint.properties) > 1
    keys = ", ".join(f"`{key}`" for key in hint.properties)
    missing = f"the {'properties' if plural else 'property'} {keys}"
    quoted = "`, `".join(found)
    if not found:
        seen = "none was"
    else:
        seen = f"only `{quoted}` {'were' if len(found) > 1 else 'was'}"
    _report(walk, hint, name, "index", missing, seen, _SUPPORTED)


def _report(
    walk: Walk, hint: Hint, name: str, operator: str, missing: str, found: str, advice: str
) -> None:
    entity = _entity(walk, name)
    keys = f"({', '.join(hint.properties)})" if hint.properties else ""
    shown = f"USING {hint.kind} {name}:{hint.label}{keys}"
    walk.problems.add_plain(
        hint.start,
        f"Cannot use {operator} hint `{shown}` in this context: Must use {missing}, that the hint "
        f"is referring to, on the {entity} `{name}` either in the pattern or in supported "
        "predicates in `WHERE` (either directly or as part of a top-level `AND` or `OR`), but "
        f"{found} found. {advice} Note that {missing} must be specified on a non-optional "
        f"{entity}.",
        "42N76",
        Cause(
            "42N77",
            f"The hint {shown} cannot be fulfilled. The query does not contain a compatible "
            f"predicate for {entity.upper()} on `{name}`.",
        ),
    )


def _entity(walk: Walk, name: str) -> str:
    known = walk.symbols.get(name)
    return "node" if known is not None and known.mask == t.NODE.mask else "relationship"
