"""No text makes the engine fail in a way of its own, or go on for ever."""

from __future__ import annotations

from time import monotonic

import pytest

import runner
from runner.cypher.database import Database
from runner.errors import EngineError
from tests.fuzz.crashing import SLACK, TIMEOUT, ended, escapes


@pytest.mark.parametrize("seed", ["quartz", "basalt"])
def test_texts_near_to_statements(seed: str) -> None:
    found = escapes(seed, 1500)
    assert not found, "\n".join(f"{e.what}: {e.text!r} {e.parameters}" for e in found)


DEEP = 20_000
"""Levels: more than any stack has."""


@pytest.mark.parametrize(
    "text",
    [
        f"RETURN {'(' * DEEP}1{')' * DEEP}",
        f"RETURN {'[' * DEEP}1{']' * DEEP}",
        f"RETURN {'{a: ' * DEEP}1{'}' * DEEP}",
        f"RETURN {'NOT ' * DEEP}true",
        f"RETURN {'- ' * DEEP}1",
        f"RETURN {'1 + ' * DEEP}1",
        f"RETURN {'true AND ' * DEEP}true",
        f"WITH {{}} AS a RETURN a{'.b' * DEEP}",
        f"WITH [] AS a RETURN a{'[0]' * DEEP}",
        f"RETURN {'abs(' * DEEP}1{')' * DEEP}",
        f"RETURN 1 IS :: {'LIST<' * DEEP}INT{'>' * DEEP}",
        f"MATCH (n:{'!' * DEEP}A) RETURN n",
        f"{'CALL () { ' * 2000}RETURN 1 AS x{' }' * 2000} RETURN 1",
        f"RETURN {'EXISTS { MATCH (n) WHERE ' * 2000}true{' }' * 2000}",
        f"{'FOREACH (x IN [1] | ' * 2000}CREATE (){')' * 2000}",
        f"RETURN {'CASE WHEN true THEN ' * 2000}1{' END' * 2000}",
    ],
    ids=lambda text: text[:24].strip(),
)
def test_nesting_is_limited(text: str) -> None:
    assert ended(Database().session(), text, {}) == ""


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (a), (b), (c), (d), (e) RETURN count(*)",
        "MATCH p = (a)-[:R*]-(b) RETURN count(p)",
        "MATCH (a)-[:R]-{1,200}(b) RETURN count(*)",
        "UNWIND range(1, 10000000) AS x RETURN x ORDER BY -x LIMIT 1",
        "RETURN all(x IN range(1, 9000000) WHERE x > 0)",
        "RETURN allReduce(s = 0, x IN range(1, 9000000) | s + x, s >= 0)",
        "UNWIND range(1, 3000) AS x UNWIND range(1, 3000) AS y RETURN collect(x + y)",
        "UNWIND range(1, 1000000) AS x CREATE (:M {i: x})",
    ],
)
def test_the_time_limit_holds(text: str) -> None:
    session = Database().session()
    session.run("UNWIND range(1, 60) AS i CREATE (:N {i: i})")
    session.run("MATCH (a:N), (b:N) WHERE b.i = a.i + 1 CREATE (a)-[:R]->(b), (a)<-[:R]-(b)")
    start = monotonic()
    with pytest.raises(EngineError) as caught:
        session.run(text, {}, 1.0)
    assert caught.value.is_timeout or caught.value.title == "MemoryPoolOutOfMemoryError"
    assert monotonic() - start < TIMEOUT + SLACK


def test_a_regular_expression_is_stopped_by_the_engine() -> None:
    """Python's `re` looks at no clock, but lets itself be interrupted."""
    with runner.connect("embedded:") as engine, engine.scratch() as session:
        start = monotonic()
        with pytest.raises(EngineError) as caught:
            session.run(f"RETURN '{'a' * 40}b' =~ '(a+)+c'", timeout=1.0)
    assert caught.value.is_timeout
    assert monotonic() - start < TIMEOUT + SLACK
