"""Makes the errors that temporal functions raise, in Neo4j's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error, database_error
from runner.cypher.uuids import Uuid
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.errors import EngineError
    from runner.values.invalid import InvalidField, InvalidText

_TYPE_NAMES: dict[type, str] = {
    type(None): "NULL",
    bool: "BOOLEAN",
    int: "INTEGER",
    float: "FLOAT",
    str: "STRING",
    Date: "DATE",
    LocalTime: "LOCAL TIME",
    Time: "ZONED TIME",
    LocalDateTime: "LOCAL DATETIME",
    DateTime: "ZONED DATETIME",
    Duration: "DURATION",
    Point: "POINT",
    Vector: "VECTOR",
    Uuid: "UUID",
    dict: "Map",
}


def from_text(error: InvalidText) -> EngineError:
    """A text that stands for no value."""
    if error.title == "Statement.ExecutionFailed":
        return database_error(error.title, error.gql_status, str(error))
    return client_error(error.title, error.gql_status, str(error), error.cause)


def argument(message: str, cause: tuple[str, str], *, gql_status: str = "22007") -> EngineError:
    """A wrong argument."""
    return client_error("Statement.ArgumentError", gql_status, message, cause)


def wrong_type(message: str, cause: tuple[str, str], *, gql_status: str = "22G05") -> EngineError:
    """An argument or a component of a wrong type."""
    return client_error("Statement.TypeError", gql_status, message, cause)


def bad_field(error: InvalidField, field: str) -> EngineError:
    """The component `field` of a map is out of its range."""
    return argument(str(error), ("22N11", f"Invalid argument: cannot process '{field}'."))


def missing(message: str, field: str) -> EngineError:
    """`field` is missing from a map, or there is no such field."""
    return argument(message, ("22N12", f"Invalid argument: cannot process '{field}'."))


def nothing_given() -> EngineError:
    """A map names no unit."""
    message = "At least one temporal unit must be specified."
    return argument(message, ("22N30", message))


def cannot_assign(field: str, value: Any, *, gql_status: str = "22G06") -> EngineError:
    """`value` has not the type that the component `field` takes."""
    found = type_text(value)
    cause = ("22N40", f"Cannot assign '{field}' of a {found}.")
    return wrong_type(f"Cannot assign {field} of a {found}.", cause, gql_status=gql_status)


def not_supported(field: str, type_name: str) -> EngineError:
    """A value of type `type_name` has no component `field`."""
    cause = ("22N40", f"Cannot assign '{field}' of a {type_name}.")
    return wrong_type(f"Not supported: {field}", cause)


def selected_twice(message: str, one: str, other: str) -> EngineError:
    """A map selects its parts from two values."""
    return argument(message, ("22N14", f"Cannot select both {one} and {other}."))


def cannot_construct(what: str, type_name: str, value: Any) -> EngineError:
    """`value` is no temporal value to take a part of."""
    from runner.cypher.eval.describe import describe

    cause = ("22N25", f"Cannot construct a {type_name} from {_shown(value)}.")
    return argument(f"Cannot construct {what} from: {describe(value)}", cause)


def unreadable(message: str, component: str, value: Any) -> EngineError:
    """`value` lacks a `component`, as ``DATE``."""
    cause = ("22N15", f"Cannot read the specified '{component}' component from {value}.")
    return wrong_type(message, cause)


def call_mismatch(java_name: str, arguments: tuple[Any, ...], signature: str) -> EngineError:
    """A function was called with values it does not take."""
    from runner.cypher.eval.describe import describe

    given = ", ".join(map(describe, arguments))
    name = signature.partition("(")[0]
    rule = f"The procedure or function {name}() must have the signature: {signature}."
    message = f"Invalid call signature for {java_name}: Provided input was [{given}]"
    return client_error("Procedure.ProcedureCallFailed", "42001", message, ("42I51", rule))


def parsed(parse: Callable[[str], Any], text: str) -> Any:
    """What `parse` reads from `text`. Raises `EngineError`."""
    from runner.values.invalid import InvalidText

    try:
        return parse(text)
    except InvalidText as error:
        raise from_text(error) from None


def type_text(value: Any) -> str:
    """The name of a value's type, as messages on components give it: ``LIST<INTEGER>``."""
    if isinstance(value, list):
        inner = {type_text(item) for item in value}
        if not inner:
            return "LIST<ANY>"
        return f"LIST<{inner.pop()}>" if len(inner) == 1 else "LIST<UNKNOWN>"
    return _TYPE_NAMES.get(type(value), "ANY")


def _shown(value: Any) -> str:
    """A value as the descriptions of causes show it."""
    from runner.cypher.eval.describe import describe
    from runner.cypher.store.values import value_text

    if isinstance(value, (bool, str, int, float, Point)):
        return value_text(value)
    return describe(value)
