"""reduce() that adds: its list grows in place, and nobody sees that it does."""

from __future__ import annotations

from typing import Any

import pytest

import runner
from runner.cypher.eval import limits
from runner.errors import EngineError


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("reduce(l = [], x IN [1, 2] | l + x)", [1, 2]),
        ("reduce(l = [], x IN [1, 2] | l + [x, [x]])", [1, [1], 2, [2]]),
        ("reduce(l = [], x IN [[1], []] | l + x)", [1]),
        ("reduce(l = 1, x IN [[2], 3] | l + x)", [1, 2, 3]),
        ("reduce(l = 'a', x IN [1, [2], 3] | l + x)", ["a1", 2, 3]),
        ("reduce(l = [], x IN [1, null, 3] | l + x)", None),
        ("reduce(l = null, x IN [1] | l + x)", None),
        ("reduce(l = [], x IN [] | l + x)", []),
        ("reduce(l = [], x IN null | l + x)", None),
        ("reduce(l = [], x IN [1, 2] | l + [l])", [[], [[]]]),
        ("reduce(l = [], x IN [1, 2] | l + size(l))", [0, 1]),
        ("reduce(l = [], x IN [1, 2] | l + reduce(l = 0, y IN [x] | l + y))", [1, 2]),
        ("[y IN [1, 2] | reduce(l = [], x IN [1, 2] | l + y)]", [[1, 1], [2, 2]]),
        ("reduce(n = 0, x IN [1, 2, 3.5] | n + x)", 6.5),
    ],
)
def test_what_a_sum_is(expression: str, value: Any) -> None:
    with runner.connect() as engine, engine.session() as session:
        assert session.run(f"RETURN {expression} AS x").rows == [(value,)]


def test_the_list_at_the_start_stays_as_it_is() -> None:
    statement = """
        CREATE (n {l: [1]})
        WITH n, [1] AS own, $given AS given
        RETURN reduce(l = own, x IN [2, 3] | l + x) AS a, own, n.l AS stored, given,
          reduce(l = n.l, x IN [2, 3] | l + x) AS b, reduce(l = given, x IN [2, 3] | l + x) AS c
    """
    given = [1]
    with runner.connect() as engine, engine.session() as session:
        (row,) = session.run(statement, {"given": given}).rows
    assert row == ([1, 2, 3], [1], [1], [1], [1, 2, 3], [1, 2, 3])
    assert given == [1]


def test_a_sum_of_too_many_items_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_LIST_ITEMS", 100)
    with (
        runner.connect() as engine,
        engine.session() as session,
        pytest.raises(EngineError, match="100 items at most"),
    ):
        session.run("RETURN reduce(l = [], x IN range(1, 60) | l + [x, x]) AS x")
