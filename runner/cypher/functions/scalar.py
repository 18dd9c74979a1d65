"""Functions of single values that belong to no other family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.functions.declare import declare
from runner.cypher.ordering import equals

if TYPE_CHECKING:
    from runner.cypher.eval.runtime import State


def _coalesce(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)


def _null_if(value: Any, other: Any) -> Any:
    return None if equals(value, other) is True else value


def _exists(value: Any) -> Any:
    return value


def _timestamp(state: State) -> int:
    return state.now.instant_nanos // 1_000_000


def _random_uuid() -> str:
    """A random UUID (RFC 9562, version 4)."""
    from os import urandom

    number = int.from_bytes(urandom(16)) & ~(0xF << 76) & ~(0x3 << 62) | 0x4 << 76 | 0x2 << 62
    digits = f"{number:032x}"
    cuts = (0, 8, 12, 16, 20, 32)
    return "-".join(digits[cuts[i] : cuts[i + 1]] for i in range(5))


def _outside_csv() -> None:
    """What tells the place in a file has a value only where a row is from one: see eval.calls."""


FUNCTIONS = (
    declare(
        "coalesce",
        "Scalar",
        "input ANY",
        "ANY",
        _coalesce,
        "The first value that is not null.",
        propagates_null=False,
        variadic=True,
    ),
    declare(
        "nullIf",
        "Scalar",
        "v1 ANY, v2 ANY",
        "ANY",
        _null_if,
        "Null where two values are equal, else the first.",
        propagates_null=False,
    ),
    declare(
        "exists",
        "Predicate",
        "input ANY",
        "BOOLEAN",
        _exists,
        "Whether a pattern has a match.",
        propagates_null=False,
    ),
    declare(
        "timestamp",
        "Scalar",
        "",
        "INTEGER",
        _timestamp,
        "The statement's moment, in milliseconds since 1970-01-01 UTC.",
        contextual=True,
    ),
    declare(
        "randomUUID",
        "Scalar",
        "",
        "STRING",
        _random_uuid,
        "A random UUID.",
        deterministic=False,
    ),
    declare(
        "file",
        "Scalar",
        "",
        "STRING",
        _outside_csv,
        "The path of the file that LOAD CSV is using.",
        deterministic=False,
    ),
    declare(
        "linenumber",
        "Scalar",
        "",
        "INTEGER",
        _outside_csv,
        "The line number that LOAD CSV is using.",
        deterministic=False,
    ),
)
