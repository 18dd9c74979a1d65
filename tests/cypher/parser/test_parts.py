"""The classes that make up the parser do not get in each other's way."""

from __future__ import annotations

from collections import defaultdict

from runner.cypher.parser import _Parser


def test_no_two_parts_define_the_same_method() -> None:
    """One would silently take the place of the other."""
    owners: dict[str, list[str]] = defaultdict(list)
    for part in _Parser.__mro__[:-1]:
        for name, member in vars(part).items():
            if callable(member) and not name.startswith("__"):
                owners[name].append(part.__name__)
    assert {name: parts for name, parts in owners.items() if len(parts) > 1} == {}
