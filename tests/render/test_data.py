"""Results as JSON and CSV: JSON of values is what data blocks read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runner.errors import EngineError
from runner.page.json_text import read_parameters
from runner.render.data import json_value, result_csv, result_json
from runner.render.literal import format_value
from runner.result import Counters, Result
from runner.values import Node, Path, Point, Relationship
from tests.support.values import scalars


def is_on_earth(value: Any) -> bool:
    """Whether a value is no point beyond the poles, which no data block can hold."""
    return not (isinstance(value, Point) and value.srid in (4326, 4979)) or (
        -90 <= value.coordinates[1] <= 90
    )


VALUES = st.recursive(
    scalars().filter(is_on_earth),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["a", "$date", "$x", "b c"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(VALUES)
def test_json_is_read_as_the_same_value_by_data_blocks(value: Any) -> None:
    """All that a data block can hold."""
    text = json.dumps({"x": json_value(value)})
    found = read_parameters(text, lambda *problem: pytest.fail(str(problem)))
    assert found is not None
    assert format_value(found["x"]) == format_value(value)


def test_graph_values_are_objects() -> None:
    ada, mary = Node(1, "e1", ("B", "A"), {"k": 1}), Node(2, "e2", (), {})
    knows = Relationship(3, "e3", "KNOWS", 1, 2, {})
    assert json_value(ada) == {"labels": ["A", "B"], "properties": {"k": 1}}
    assert json_value([knows]) == [{"type": "KNOWS", "properties": {}}]
    assert json_value(Path((ada, mary), (knows,))) == {
        "nodes": [json_value(ada), json_value(mary)],
        "relationships": [json_value(knows)],
    }


def test_a_result_is_one_line_of_json() -> None:
    result = Result(("a", "b"), [("x\ny", None), ("\u2028\ud800", 1.0)], Counters(nodes_created=1))
    text = result_json(result, "cell")
    assert len(text.splitlines()) == 1
    assert json.loads(text) == {
        "cell": "cell",
        "columns": ["a", "b"],
        "rows": [["x\ny", None], ["\u2028\ud800", 1.0]],
        "counters": {"nodes_created": 1},
    }
    error = EngineError("Neo.ClientError.Statement.TypeError", "22000", "wrong")
    assert json.loads(result_json(error)) == {
        "error": {"code": "Neo.ClientError.Statement.TypeError", "message": "wrong"}
    }


def test_csv_keeps_strings_apart_from_other_values() -> None:
    rows: list[tuple[Any, ...]] = [
        ("a", 1, None),
        ("1", 1.0, True),
        ("", "true", 'a "b", c'),
        (" x", "nan", [1, "y"]),
    ]
    assert result_csv(Result(("x", "y z", 'q"'), rows)) == (
        'x,y z,"q"""\na,1,\n"1",1.0,true\n"","true","a ""b"", c"\n" x","nan","[1, ""y""]"'
    )
