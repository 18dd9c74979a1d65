"""What is known of parameters before a statement runs: whether they are there, and their types."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from runner.cypher import failures
from runner.cypher.check import types as t
from runner.cypher.check.types import Types
from runner.errors import EngineError
from runner.values import (
    Date,
    DateTime,
    Duration,
    LocalDateTime,
    LocalTime,
    Point,
    Time,
    Vector,
)

_BY_CLASS: dict[type, Types] = {
    bool: t.BOOLEAN,
    int: t.INTEGER,
    str: t.STRING,
    list: t.LIST,
    tuple: t.LIST,
    dict: t.MAP_LIKE,
    Date: t.DATE,
    Time: t.TIME,
    LocalTime: t.LOCAL_TIME,
    LocalDateTime: t.LOCAL_DATETIME,
    DateTime: t.DATETIME,
    Duration: t.DURATION,
    Point: t.POINT,
    Vector: t.VECTOR,
}


def type_of(value: Any) -> Types:
    """The static type of a parameter's value; Neo4j knows none of a float."""
    return _BY_CLASS.get(type(value), t.ANY)


def missing_parameters(missing: Collection[str], given: Mapping[str, Any]) -> EngineError:
    """The error for parameters without a value."""
    wanted = t.joined([f"$`{name}`" for name in missing], "and")
    found = t.joined([f"$`{name}`" for name in given], "and") if given else "nothing"
    return failures.client_error(
        "Statement.ParameterMissing",
        "42001",
        f"Expected parameter(s): {', '.join(missing)}",
        ("42N81", f"Expected {wanted}, but got {found}."),
    )
