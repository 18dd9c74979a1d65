"""The layout of Cypher: a line for each clause, and nothing said otherwise than before."""

from __future__ import annotations

import json
import random
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.cypher.lexer import tokenize
from runner.errors import EngineError
from runner.fmt.cypher_layout import layout_cell, layout_statement
from runner.fmt.keywords import KEYWORDS, parsed, same_statement
from tests.support.shared import SHARED, needs_shared
from tests.support.tck import read_cases

CASES = [
    (
        (
            "match (n) where (n.x or n.y) merge (a) on create set a.x = 1 on match set a.x = 2 "
            "with n order by n.x skip 1 limit 2 return n;create (b)"
        ),
        """\
MATCH (n)
WHERE (n.x OR n.y)
MERGE (a)
  ON CREATE SET a.x = 1
  ON MATCH SET a.x = 2
WITH n
ORDER BY n.x
SKIP 1
LIMIT 2
RETURN n;
CREATE (b)""",
    ),
    (
        "call (n) { return 1 as q union all return 2 as q } return count { (a) } as c",
        """\
CALL (n) {
  RETURN 1 AS q
  UNION ALL
  RETURN 2 AS q
}
RETURN COUNT { (a) } AS c""",
    ),
    (
        "MATCH (n) WHERE n.a AND\n      exists {\nmatch (n)-->(m) where m.b\n} RETURN n",
        """\
MATCH (n)
WHERE n.a AND
  EXISTS {
    MATCH (n)-->(m)
    WHERE m.b
  }
RETURN n""",
    ),
    (
        "  CREATE (a),\n         (b) // two\n   /* and */ RETURN a,\n\n\n   b  \n\n",
        "CREATE (a),\n       (b) // two\n/* and */ RETURN a,\n\n  b",
    ),
    (
        "// first\nexplain match (n)\n/* long\n  comment */ return n // last",
        "// first\nEXPLAIN MATCH (n)\n/* long\n  comment */\nRETURN n // last",
    ),
    ("create (order) return order, order.match", "CREATE (order)\nRETURN order, order.match"),
    ("return x is null", "RETURN x is null"),
    ("return x IS not Null as y, NULL as z", "RETURN x IS NOT NULL AS y, null AS z"),
    ("return 1 +\n  2", "RETURN 1 +\n  2"),
    (
        "match (n:match {limit: 1})-[:order]->() set n.skip = 1",
        "MATCH (n:match {limit: 1})-[:order]->()\nSET n.skip = 1",
    ),
    (
        "return Count(*) as c, all(x in [1] where x) as d",
        "RETURN Count(*) AS c, all(x IN [1] WHERE x) AS d",
    ),
    ("retrun  1", "retrun  1"),
    (
        "create index if not exists for (n:A) on (n.x)",
        "CREATE INDEX IF NOT EXISTS FOR (n:A) ON (n.x)",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_clauses_and_keywords(text: str, expected: str) -> None:
    """Names, columns that are called by their text, and what does not parse stay as written."""
    assert layout_cell(text, "25") == expected
    assert layout_cell(expected, "25") == expected


def check_layout(text: str) -> None:
    """The tokens are the same but for the case of keywords, and so is what they say."""
    laid_out = layout_statement(text, "25")
    before, after = words(text), words(laid_out)
    assert [word.casefold() for word in before] == [word.casefold() for word in after]
    for old, new in zip(before, after, strict=True):
        assert old == new or new.upper() in KEYWORDS | {"COUNT", "COLLECT", "TRUE", "FALSE", "NULL"}
    assert comments(text) == comments(laid_out)
    tree = parsed(text, "25")
    if tree is None:
        assert laid_out == text
    else:
        again = parsed(laid_out, "25")
        assert again is not None
        assert same_statement(tree, again)
    assert layout_statement(laid_out, "25") == laid_out


def words(text: str) -> list[str]:
    """The texts of all tokens."""
    try:
        return [token.text for token in tokenize(text)]
    except EngineError:
        return [text]


def comments(text: str) -> list[str]:
    """What stands between tokens beside blanks."""
    try:
        tokens = tokenize(text)
    except EngineError:
        return [text]
    ends = [0, *(token.end for token in tokens)]
    gaps = [text[end : token.start] for end, token in zip(ends, tokens, strict=False)]
    return ["".join(gap.split()) for gap in gaps]


@cache
def statements() -> list[str]:
    """Those of the openCypher TCK and of the recorded cases."""
    found = {
        step["argument"]["docString"]["content"].strip()
        for case in read_cases(SHARED / "tck")
        for step in case.steps
        if "docString" in step.get("argument", ())
    }
    with (SHARED / "reference" / "neo4j-observed.jsonl").open(encoding="utf-8") as lines:
        found |= {json.loads(line)["query"].strip() for line in lines}
    return sorted(found)


@needs_shared
def test_the_statements_of_the_tck_and_of_the_recorded_cases_say_the_same_laid_out() -> None:
    """All of them."""
    assert len(statements()) > 3000
    for text in statements():
        check_layout(text)


GAPS = (" ", " ", "\n", "\n   ", "  // c\n", " /* d */ ", " /* e\n f */\n", "\n\n\n")


@needs_shared
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers())
def test_so_they_do_with_other_case_blanks_and_comments(data: st.DataObject, seed: int) -> None:
    """Words in capitals are written small, lines are joined and broken anywhere."""
    text = data.draw(st.sampled_from(statements()))
    try:
        tokens = tokenize(text)
    except EngineError:
        return
    gaps = random.Random(seed)
    parts, end = [], 0
    for token in tokens:
        gap = text[end : token.start]
        if gap.isspace():
            gap = gaps.choice(GAPS)
        word = text[token.start : token.end]
        parts += [gap, word.lower() if re.fullmatch("[A-Z]+", word) else word]
        end = token.end
    check_layout("".join(parts).strip())
