"""Names of labels, types and property keys in write clauses, fixed or computed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.eval.access import java_class
from runner.cypher.eval.arrays import array_name
from runner.cypher.eval.describe import describe
from runner.cypher.eval.labels import check_name
from runner.cypher.failures import database_error, type_error, unsupported
from runner.cypher.store.records import RelationshipRecord
from runner.cypher.syntax.patterns import DynamicLabel, LabelAnd, LabelName
from runner.cypher.uuids import Uuid
from runner.values import Point, Vector

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax.patterns import LabelExpression
    from runner.errors import EngineError

Names: TypeAlias = "Callable[[Row, State], Sequence[str]]"
"""The names of labels or types that a row asks for, each once, in order."""


def compile_names(
    planner: Planner, written: Sequence[LabelExpression], scope: Scope, what: str
) -> Names:
    """Compile what is written after a colon; `what` is ``node label`` or ``relationship type``."""
    parts: list[str | Eval] = []
    compiler = planner.compiler(scope)
    for part in _flat(written):
        if isinstance(part, LabelName):
            parts.append(part.name)
        elif isinstance(part, DynamicLabel) and not part.any:
            parts.append(compiler.compile(part.expression))
        else:
            raise unsupported(planner.text, part.start, "this label expression in a write clause")
    if all(isinstance(part, str) for part in parts):
        fixed = tuple(dict.fromkeys(part for part in parts if isinstance(part, str)))
        return lambda _row, _state: fixed

    def names(row: Row, state: State) -> Sequence[str]:
        found: dict[str, None] = {}
        for part in parts:
            if isinstance(part, str):
                found[part] = None
            else:
                found.update(dict.fromkeys(_names_in(part(row, state), what)))
        return tuple(found)

    return names


def _flat(written: Sequence[LabelExpression]) -> list[LabelExpression]:
    flat: list[LabelExpression] = []
    for part in written:
        flat += _flat(part.operands) if isinstance(part, LabelAnd) else [part]
    return flat


def _names_in(value: Any, what: str) -> list[str]:
    items = value if isinstance(value, list) else [value]
    if len(items) != 1 and what == "relationship type":
        message = f"Exactly one relationship type must be specified, but {len(items)} were found."
        raise database_error("Statement.ExecutionFailed", "50N00", message)
    for item in items:
        if not isinstance(item, str):
            raise type_error(f"Expected {what} to be a string or list of strings.")
        check_name(item)
    return items


def check_key(value: Any) -> str:
    """`value` as the name of a property; raises `EngineError` when it cannot be one."""
    if isinstance(value, str):
        check_name(value)
        return value
    raise type_error(
        f"Expected {describe(value)} to be a org.neo4j.values.storable.TextValue, but it was a "
        f"{_java_class(value)}"
    )


def not_a_node(value: Any) -> EngineError:
    """The labels of something that is no node are asked for, or written."""
    virtual = "org.neo4j.values.virtual."
    is_relationship = isinstance(value, RelationshipRecord)
    found = f"{virtual}RelationshipReference" if is_relationship else java_class(value)
    return type_error(
        f"Expected {describe(value)} to be a {virtual}VirtualNodeValue, but it was a {found}"
    )


def wrong_entity(expected: str, value: Any) -> EngineError:
    """Something that is no entity stands where a write clause needs one."""
    return type_error(f"Expected {expected}, but got a {_simple_name(value)}")


def _simple_name(value: Any) -> str:
    """The last part of the class's name; that of a nested class stands behind a dollar sign."""
    return re.split(r"[.$]", _java_class(value))[-1]


def _java_class(value: Any) -> str:
    """The server's class of a value, which some of its messages name."""
    storable = "org.neo4j.values.storable."
    names: dict[type, str] = {
        type(None): f"{storable}NoValue",
        bool: f"{storable}BooleanValue",
        int: f"{storable}LongValue",
        float: f"{storable}DoubleValue",
        str: f"{storable}StringWrappingStringValue",
        Point: f"{storable}PointValue",
        Uuid: f"{storable}UUIDValue",
    }
    kind = type(value)
    if kind in (dict, Vector) or (kind is list and array_name(value) is None):
        return java_class(value)
    if kind is list and (array := array_name(value)) is not None:
        return f"{storable}{array}"
    return names.get(kind, f"{storable}{kind.__name__}Value")
