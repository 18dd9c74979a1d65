"""What the shell completes, and where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import runner
from runner.page.parse import parse_page
from runner.shell.completion import Names, complete
from runner.shell.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = """\
```json data=walk
{"start": "a", "stop": "b"}
```

```cypher cell=first-hut params=walk
CREATE (:Hut {name: $start, beds: 1})-[:TRAIL {km: 2}]->(:`Old Hut` {name: $stop, beds: 2})
```
"""


@pytest.fixture(scope="module")
def names() -> Iterator[Names]:
    with runner.connect("embedded:") as engine:
        stage = Stage(engine, parse_page(Path("page.md"), text=PAGE.encode()))
        assert list(stage.prepare(None)) == []
        found = Names(stage)
        found.refresh()
        yield found


@pytest.mark.parametrize(
    ("text", "typed", "expected"),
    [
        ("MATCH (h:", "", ["Hut", "`Old Hut`"]),
        ("MATCH (h:hu", "hu", ["Hut"]),
        ("MATCH (h:Hut|o", "o", ["`Old Hut`"]),
        ("MATCH ()-[:t", "t", ["TRAIL"]),
        ("MATCH ()-[t:A|", "", ["TRAIL"]),
        ("MATCH (h) SET h:H", "H", ["Hut"]),
        ("MATCH (h:Hut {be", "be", ["beds"]),
        ('MATCH (h:Hut {name: "x", k', "k", ["km"]),
        ("MATCH (h) RETURN h.n", "n", ["name"]),
        ("MATCH (h) WHERE h.name = $st", "st", ["start", "stop"]),
        ("RETURN toUpp", "toUpp", ["toUpper("]),
        ("RETURN coll.so", "coll.so", ["coll.sort("]),
        ("CALL db.lab", "db.lab", ["db.labels("]),
        ("MATCH (myHut:Hut) RETURN my", "my", ["myHut"]),
        ("mat", "mat", ["MATCH"]),
        (":he", ":he", [":help"]),
        (":run ", "", ["first-hut"]),
        (":run f", "f", ["first-hut"]),
        (":params w", "w", ["walk"]),
        (":params walk,w", "w", ["walk"]),
        (":help ", "", []),
        ("", "", []),
        ("RETURN 'Hu", "", []),
        ("RETURN 1 // Hu", "", []),
        ("RETURN 1 /* Hu", "", []),
    ],
)
def test_candidates(names: Names, text: str, typed: str, expected: list[str]) -> None:
    found = complete(text, names)
    assert (found.typed, [each.text for each in found.candidates]) == (typed, expected)


def test_each_candidate_says_what_it_is(names: Names) -> None:
    found = {each.text: each.kind for each in complete("MATCH (n) RETURN e", names).candidates}
    assert found["END"] == "keyword"
    assert found["exp("] == "function"
