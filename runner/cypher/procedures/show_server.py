"""SHOW SETTINGS, SHOW USERS and SHOW DATABASES, as far as an engine in a process goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.procedures.settings import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.eval.runtime import State

    Made = tuple[tuple[tuple[str, bool], ...], Callable[[State], Iterator[tuple[Any, ...]]]]


def settings(words: frozenset[str], _language: str) -> Made | None:
    """SHOW SETTINGS."""
    if words:
        return None
    columns = (
        ("name", True),
        ("value", True),
        ("isDynamic", True),
        ("defaultValue", True),
        ("description", True),
        ("startupValue", False),
        ("isExplicitlySet", False),
        ("validValues", False),
        ("isDeprecated", False),
    )

    def rows(_state: State) -> Iterator[tuple[Any, ...]]:
        for name, value, dynamic, description, valid in SETTINGS:
            yield name, value, dynamic, value, description, value, False, valid, False

    return columns, rows


def users(words: frozenset[str], _language: str) -> Made | None:
    """SHOW USERS and SHOW CURRENT USER: as on a server without login, nobody has logged in."""
    if words not in (frozenset(), {"CURRENT"}):
        return None
    columns = (
        ("user", True),
        ("roles", True),
        ("passwordChangeRequired", True),
        ("suspended", True),
        ("home", True),
        ("tags", False),
    )

    def rows(_state: State) -> Iterator[tuple[Any, ...]]:
        if not words:
            yield "neo4j", None, True, None, None, []

    return columns, rows


def databases(words: frozenset[str], _language: str) -> Made | None:
    """SHOW DATABASES: the one there is."""
    if words not in (frozenset(), {"DEFAULT"}, {"HOME"}):
        return None
    values: dict[str, Any] = {
        "name": "neo4j",
        "type": "standard",
        "aliases": [],
        "access": "read-write",
        "address": None,
        "role": "primary",
        "writer": True,
        "requestedStatus": "online",
        "currentStatus": "online",
        "statusMessage": "",
        "default": True,
        "home": True,
        "constituents": [],
    }
    more: dict[str, Any] = {"defaultLanguage": "CYPHER 25"}
    shown = {name: name not in ("default", "home") or not words for name in values}
    columns = (*shown.items(), *((name, False) for name in more))

    def rows(_state: State) -> Iterator[tuple[Any, ...]]:
        yield (*values.values(), *more.values())

    return columns, rows
