"""Statements that are none fail with the code, statuses, place and text of the case file."""

from __future__ import annotations

import pytest

from runner.cypher.check import check
from runner.cypher.parser import parse
from runner.errors import EngineError
from tests.cypher.parser.casefiles import Case, parameters


def summary(error: EngineError) -> str:
    """``Title STATUS <- CAUSES at OFFSET`` and the message without its place."""
    causes = []
    cause = error.cause
    while cause is not None:
        causes.append(cause.gql_status)
        cause = cause.cause
    chain = f" <- {' '.join(causes)}" if causes else ""
    place = "" if error.position is None else f" at {error.position.offset}"
    message = error.message.partition(" (line ")[0]
    return f"{error.title} {error.gql_status}{chain}{place}\n{message}"


@pytest.mark.parametrize("case", parameters("errors.txt"))
def test_errors(case: Case) -> None:
    """What is wrong, and where: what the grammar allows is refused by the analysis of the tree."""
    with pytest.raises(EngineError) as caught:
        check(parse(case.source), "25", None)
    assert summary(caught.value) == case.expected


def test_a_message_ends_with_its_place() -> None:
    """As Neo4j shows it: line and column, the line, and a caret below."""
    with pytest.raises(EngineError) as caught:
        parse("MATCH (n)\n  RETRUN n")
    assert caught.value.message.endswith('(line 2, column 3 (offset: 12))\n"  RETRUN n"\n   ^')


def test_two_statements_have_no_line() -> None:
    """Neo4j has only the offset of the prefix for them."""
    with pytest.raises(EngineError) as caught:
        parse("CYPHER 25 RETURN 1; RETURN 2")
    assert "got: 2 (line 0, column 0 (offset: 10))\n" in caught.value.message


def test_a_line_break_in_the_offending_token_is_escaped() -> None:
    """The message stays on its line."""
    with pytest.raises(EngineError) as caught:
        parse("MATCH 'a\nb'")
    assert caught.value.message.startswith("Invalid input ''a\\nb'': expected a graph pattern (")


NESTED = {
    "parentheses": ("(", "1", ")"),
    "lists": ("[", "1", "]"),
    "maps": ("{a: ", "1", "}"),
    "calls": ("f(", "1", ")"),
    "mixed operators": ("(a OR b AND c = d + ", "1", ")"),
    "CASE": ("CASE WHEN ", "1", " THEN 1 END"),
    "comprehensions": ("[x IN ", "1", " | x]"),
    "pattern comprehensions": ("[(a)--(b) | ", "1", "]"),
    "subscripts": ("a[", "1", "]"),
    "EXISTS": ("EXISTS { RETURN ", "1", "}"),
    "patterns in EXISTS": ("EXISTS { (a WHERE ", "1", ")}"),
    "types": ("x :: LIST<", "INT", ">"),
    "sums": ("1 + ", "1", ""),
    "NOT": ("NOT ", "1", ""),
    "properties": ("a", "", ".a"),
    "unclosed CASE": ("CASE - ", "1", ""),
    "unclosed lists": ("[x IN ", "1", ""),
    "unclosed braces": ("EXISTS { MATCH (a) WHERE ", "1", ""),
}


@pytest.mark.parametrize("title", NESTED)
def test_deep_nesting_ends_in_an_error_with_a_place(title: str) -> None:
    """Neither a RecursionError nor a hang."""
    before, middle, after = NESTED[title]
    source = f"RETURN {before * 3000}{middle}{after * 3000}"
    with pytest.raises(EngineError) as caught:
        parse(source)
    assert caught.value.title == "SyntaxError"
    assert caught.value.position is not None
    assert caught.value.position.offset < len(source) + 1


@pytest.mark.parametrize("brackets", ["()", "[]"])
def test_a_hundred_brackets_are_fine(brackets: str) -> None:
    """More than anyone writes."""
    parse(f"RETURN {brackets[0] * 100}1{brackets[1] * 100}")


def test_a_chain_that_is_no_nesting_may_be_long() -> None:
    """Logical operators and comparisons join any number of operands in one node."""
    parse("RETURN " + " AND ".join(["a < b"] * 2000) + " OR " + " < ".join("x" * 2000))
