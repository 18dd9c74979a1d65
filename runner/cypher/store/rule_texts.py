"""Indexes and constraints as text: in messages, in notifications, as statements that make them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.store.indexes import Index
from runner.cypher.store.schema import EXISTENCE, KEY, TYPE, UNIQUENESS, Constraint
from runner.cypher.store.values import value_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PROVIDERS = {
    "RANGE": "range-1.0",
    "TEXT": "text-3.0",
    "POINT": "point-1.0",
    "LOOKUP": "token-lookup-1.0",
    "FULLTEXT": "fulltext-2.0",
    "VECTOR": "vector-2026.08",
}


def kind_title(constraint: Constraint) -> str:
    """A constraint's kind as messages have it: ``NODE PROPERTY UNIQUENESS``, ``NODE KEY``."""
    if constraint.kind == KEY:
        return f"{constraint.entity} KEY"
    return f"{constraint.entity} PROPERTY {constraint.kind}"


def schema_text(rule: Index | Constraint) -> str:
    """``(:L {a, b})`` or ``()-[:T {p}]-()``."""
    if isinstance(rule, Index) and rule.kind == "LOOKUP":
        return "(:<any-labels>)" if rule.entity == "NODE" else "()-[:<any-types>]-()"
    labels = "|".join(rule.labels) if isinstance(rule, Index) else rule.label
    properties = rule.properties
    if isinstance(rule, Index):
        properties += rule.extra_properties
    inner = f":{labels} {{{', '.join(properties)}}}"
    return f"({inner})" if rule.entity == "NODE" else f"()-[{inner}]-()"


def describe_constraint(constraint: Constraint, *, with_id: bool = True) -> str:
    """``Constraint( id=4, name='c1', type='…', schema=(:L {p}), ownedIndex=3 )``."""
    identity = f"id={constraint.id}, " if with_id else ""
    text = (
        f"Constraint( {identity}name='{constraint.name}', type='{kind_title(constraint)}', "
        f"schema={schema_text(constraint)}"
    )
    if constraint.type is not None:
        text += f", propertyType={constraint.type}"
    if with_id and constraint.index is not None:
        text += f", ownedIndex={constraint.index.id}"
    return f"{text} )"


def describe_index(index: Index) -> str:
    """``Index( id=11, name='i1', type='RANGE', schema=(:L {q}), indexProvider='range-1.0' )``."""
    return (
        f"Index( id={index.id}, name='{index.name}', type='{index.kind}', "
        f"schema={schema_text(index)}, indexProvider='{PROVIDERS[index.kind]}' )"
    )


def brief(rule: Index | Constraint, lead: str = "", mark: str = "") -> str:
    """``CONSTRAINT c1 FOR (e:L) REQUIRE (e.p) IS UNIQUE``, as notifications name a rule.

    `lead` stands before it and `mark` after its name, both with a blank of their own.
    """
    body = _body(rule, "e", escape)
    word = f"{rule.kind} INDEX" if isinstance(rule, Index) else "CONSTRAINT"
    return f"{lead}{word} {escape(rule.name)}{mark} {body}"


def create_statement(rule: Index | Constraint) -> str:
    """The statement that makes the rule, as SHOW gives it."""
    variable = "n" if rule.entity == "NODE" else "r"
    body = _body(rule, variable, quote)
    word = f"{rule.kind} INDEX" if isinstance(rule, Index) else "CONSTRAINT"
    text = f"CREATE {word} {quote(rule.name)} {body}"
    if isinstance(rule, Index) and rule.kind in ("POINT", "FULLTEXT", "VECTOR"):
        text += f" OPTIONS {_options_text(rule)}"
    return text


def options(rule: Index, language: str) -> dict[str, Any]:
    """The ``options`` column of SHOW for an index, or for the constraint that owns it."""
    shown: dict[str, Any] = {"indexConfig": dict(rule.config)}
    if language == "5":
        shown["indexProvider"] = PROVIDERS[rule.kind]
    return shown


def quote(name: str) -> str:
    """A name in backticks."""
    return f"`{name.replace('`', '``')}`"


def escape(name: str) -> str:
    """A name as it can be written: in backticks only where it needs them."""
    return name if name.isidentifier() else quote(name)


def _options_text(index: Index) -> str:
    config = ",".join(f"`{key}`: {value_text(value)}" for key, value in index.config.items())
    return f"{{indexConfig: {{{config}}}}}"


def _body(rule: Index | Constraint, variable: str, name: Callable[[str], str]) -> str:
    labels = rule.labels if isinstance(rule, Index) else (rule.label,)
    pattern = _pattern(rule.entity, variable, labels, name)
    properties = [f"{variable}.{name(key)}" for key in rule.properties]
    if isinstance(rule, Constraint):
        return f"FOR {pattern} REQUIRE ({', '.join(properties)}) {_requirement(rule)}"
    if rule.kind == "LOOKUP":
        function = "labels" if rule.entity == "NODE" else "type"
        return f"FOR {pattern} ON EACH {function}({variable})"
    if rule.kind == "FULLTEXT":
        return f"FOR {pattern} ON EACH [{', '.join(properties)}]"
    text = f"FOR {pattern} ON ({', '.join(properties)})"
    if rule.extra_properties:
        extra = ", ".join(f"{variable}.{name(key)}" for key in rule.extra_properties)
        text += f" WITH [{extra}]"
    return text


def _pattern(entity: str, variable: str, labels: Sequence[str], name: Callable[[str], str]) -> str:
    named = f":{'|'.join(map(name, labels))}" if labels else ""
    return f"({variable}{named})" if entity == "NODE" else f"()-[{variable}{named}]-()"


def _requirement(constraint: Constraint) -> str:
    words: Mapping[str, str] = {
        UNIQUENESS: "IS UNIQUE",
        KEY: f"IS {constraint.entity} KEY",
        EXISTENCE: "IS NOT NULL",
        TYPE: f"IS :: {constraint.type}",
    }
    return words[constraint.kind]
