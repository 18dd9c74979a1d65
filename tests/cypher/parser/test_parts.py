"""The classes that make up the parser do not get in each other's way."""

from __future__ import annotations

from collections import defaultdict

from runner.cypher.parser import _Parser, parse
from runner.cypher.syntax.clauses import Return, SingleQuery, With


def test_no_two_parts_define_the_same_method() -> None:
    """One would silently take the place of the other."""
    owners: dict[str, list[str]] = defaultdict(list)
    for part in _Parser.__mro__[:-1]:
        for name, member in vars(part).items():
            if callable(member) and not name.startswith("__"):
                owners[name].append(part.__name__)
    assert {name: parts for name, parts in owners.items() if len(parts) > 1} == {}


def test_distinct_before_a_list_or_a_sign_is_no_name() -> None:
    for text in (
        "RETURN DISTINCT [1] AS x",
        "WITH DISTINCT [1] AS x RETURN x",
        "RETURN DISTINCT +1 AS x",
    ):
        body = parse(text).body
        assert isinstance(body, SingleQuery)
        clause = body.clauses[0]
        assert isinstance(clause, (With, Return))
        assert clause.projection.distinct
