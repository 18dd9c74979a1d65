"""``uuid()`` and the two functions that take one apart."""

from __future__ import annotations

from typing import Any

from runner.cypher.failures import client_error
from runner.cypher.functions.declare import CYPHER_25, declare, input_error, not_a_string
from runner.cypher.uuids import Uuid, from_halves, from_text, random_uuid

_SHAPE = (
    "The UUID string must consist of 32 hexadecimal digits displayed in 5 groups, separated by 4 "
    "hyphens."
)


def _uuid(*given: Any) -> Uuid:
    """By chance, of text, or of the most and the least significant bits."""
    if not given:
        return random_uuid()
    if len(given) == 1:
        return _of_text(given[0])
    most, least = given
    if type(most) is not int or type(least) is not int:
        raise input_error("uuid() requires integers")
    return from_halves(most, least)


def _of_text(text: Any) -> Uuid:
    if type(text) is not str:
        raise not_a_string("uuid", text)
    found = from_text(text)
    if found is None:
        message = "The argument `input` in the `uuid()` function must be a valid uuid string."
        detail = f"Invalid input '{text}' for input. Expected '{_SHAPE}'."
        raise client_error("Statement.ArgumentError", "22N38", message, ("22N04", detail))
    return found


def _halves(name: str, value: Any) -> tuple[int, int]:
    if type(value) is not Uuid:
        raise input_error(f"uuid.{name}() requires a uuid")
    return value.halves


def _most(value: Any) -> int:
    return _halves("mostSignificantBits", value)[0]


def _least(value: Any) -> int:
    return _halves("leastSignificantBits", value)[1]


FUNCTIONS = (
    declare(
        "uuid",
        "UUID",
        "?mostSigBits ANY, ?leastSigBits ANY",
        "UUID",
        _uuid,
        "A UUID: a random one, the one of a text, or the one of two integers.",
        deterministic=False,
        languages=CYPHER_25,
    ),
    declare(
        "uuid.leastSignificantBits",
        "UUID",
        "uuid UUID",
        "INTEGER",
        _least,
        "The least significant bits of a UUID.",
        languages=CYPHER_25,
    ),
    declare(
        "uuid.mostSignificantBits",
        "UUID",
        "uuid UUID",
        "INTEGER",
        _most,
        "The most significant bits of a UUID.",
        languages=CYPHER_25,
    ),
)
