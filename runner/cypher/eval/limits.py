"""Sizes that no single value may grow past, checked before it is made.

Neo4j has no such limits but its memory; the error is the one it gives when that is used up.
"""

from __future__ import annotations

from typing import Any

from runner.errors import EngineError

MAX_LIST_ITEMS = 10_000_000
MAX_TEXT_CHARACTERS = 100_000_000


def memory_error(what: str) -> EngineError:
    """The error of a value that would become too large; `what` names it and its limit."""
    return EngineError(
        "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
        "51N73",
        f"The embedded engine's limit would be exceeded: {what}.",
    )


def check_items(count: int) -> None:
    """Raise `EngineError` if a list of `count` items is too large to be made."""
    if count > MAX_LIST_ITEMS:
        raise memory_error(f"a list may have {MAX_LIST_ITEMS:,} items at most")


def check_characters(count: int) -> None:
    """Raise `EngineError` if a string of `count` characters is too large to be made."""
    if count > MAX_TEXT_CHARACTERS:
        raise memory_error(f"a string may have {MAX_TEXT_CHARACTERS:,} characters at most")


def joined(items: list[Any], more: list[Any]) -> list[Any]:
    """The concatenation of two lists."""
    if len(items) + len(more) > MAX_LIST_ITEMS:
        check_items(len(items) + len(more))
    return items + more
