"""The order in which Neo4j goes through the entries of a map: that of a hash map of Java."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_CAPACITY = 16
_LOAD = 0.75


def entries_in_order(given: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The entries as `java.util.HashMap` has them; those of one bucket stay as they came."""
    capacity = _CAPACITY
    while len(given) > capacity * _LOAD:
        capacity *= 2
    return sorted(given.items(), key=lambda entry: _spread_hash(entry[0]) % capacity)


def _spread_hash(text: str) -> int:
    """`String.hashCode`, with its upper half folded into the lower as the hash map does it."""
    units = text.encode("utf-16-be", "surrogatepass")
    found = 0
    for at in range(0, len(units), 2):
        found = (found * 31 + units[at] * 256 + units[at + 1]) & 0xFFFFFFFF
    return found ^ found >> 16
