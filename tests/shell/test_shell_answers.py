"""What the shell answers to statements and commands, and when an input is complete."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import runner
from runner.errors import UsageError
from runner.page.parse import parse_page
from runner.shell.commands import COMMANDS
from runner.shell.shell import Shell, is_complete
from runner.shell.stage import MalformedPage, Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.engines.base import Engine

PAGE = """\
```json data=beds
{"beds": 24}
```

```cypher cell=hut params=beds
CREATE (:Hut {name: "Birch Hut", beds: $beds})
```

```cypher cell=fails expect=error
RETURN 1 / 0
```

```cypher cell=skipped skip="not today"
MATCH (h) DETACH DELETE h
```

```cypher cell=huts
MATCH (h:Hut) RETURN h.name AS hut
```

```cypher cell=broken
RETRUN 1
```

```cypher cell=last
CREATE (:Never)
```
"""


@pytest.fixture
def engine() -> Iterator[Engine]:
    with runner.connect("embedded:") as opened:
        yield opened


def shell_on(engine: Engine, text: str | None = None, until: str | None = None) -> Shell:
    page = parse_page(Path("page.md"), text=text.encode()) if text is not None else None
    stage = Stage(engine, page)
    assert list(stage.prepare(until)) == []
    return Shell(stage)


def answer(shell: Shell, text: str) -> list[str]:
    return list(shell.answer(text))


def test_statements_are_answered_as_a_page_would(engine: Engine) -> None:
    shell = shell_on(engine)
    assert answer(shell, "CREATE (:A {x: 1}); MATCH (a:A)\nRETURN a, 'b|c' AS bar;") == [
        "(no rows) · nodes created: 1, properties set: 1, labels added: 1",
        "| a           | bar    |",
        "|-------------|--------|",
        '| (:A {x: 1}) | "b\\|c" |',
        "1 row",
    ]
    assert not shell.failed


def test_an_error_has_a_caret_and_ends_the_input(engine: Engine) -> None:
    shell = shell_on(engine)
    assert answer(shell, "CREATE (:A);\nMATCH (a)\n\tRETURN b;\nCREATE (:B)") == [
        "(no rows) · nodes created: 1, labels added: 1",
        "\tRETURN b",
        "\t       ^",
        "error: syntax error: Variable `b` not defined",
    ]
    assert shell.failed
    assert answer(shell, "MATCH (n) RETURN count(n) AS n")[2] == "| 1 |"
    assert answer(shell, "RETURN 1 / 0") == ["error: type error: / by zero"]
    assert answer(shell, 'RETURN "a')[:2] == ['RETURN "a', "       ^"]


def test_a_plan_is_drawn(engine: Engine) -> None:
    assert answer(shell_on(engine), "EXPLAIN MATCH (n) RETURN n")[0].startswith("+ProduceResults")


def test_the_state_after_a_cell(engine: Engine) -> None:
    shell = shell_on(engine, PAGE, "huts")
    assert shell.stage.ran == ["hut", "fails", "huts"]
    assert answer(shell, ":run huts")[2] == '| "Birch Hut" |'
    assert answer(shell, ":cells") == [
        '+ hut      line 5     CREATE (:Hut {name: "Birch Hut", beds: $bed…',
        "+ fails    line 9     RETURN 1 / 0",
        "  skipped  line 13    MATCH (h) DETACH DELETE h",
        "+ huts     line 17    MATCH (h:Hut) RETURN h.name AS hut",
        "  broken   line 21    RETRUN 1",
        "  last     line 25    CREATE (:Never)",
        "+ has run",
    ]


def test_a_cell_that_fails_ends_the_preparation(engine: Engine) -> None:
    page = parse_page(Path("page.md"), text=PAGE.encode())
    stage = Stage(engine, page)
    assert list(stage.prepare(None)) == [
        "the cell broken failed, and none after it has run",
        "error: syntax error: Invalid input 'RETRUN'",
    ]
    assert stage.names("CALL db.labels()") == ["Hut"]


def test_running_a_cell_by_hand(engine: Engine) -> None:
    shell = shell_on(engine, PAGE, "hut")
    assert answer(shell, ":run fails") == ["error: type error: / by zero"]
    assert answer(shell, ":run broken")[1] == "^"
    assert answer(shell, ":run") == ["which cell? :cells lists them"]
    assert answer(shell, ":run hutz") == ["no cell is called hutz; did you mean hut?"]
    assert answer(shell_on(engine), ":run a") == ["there is no page, and so there are no cells"]
    assert answer(shell_on(engine), ":cells") == ["there are no cells"]


def test_a_page_that_is_malformed_and_a_cell_that_is_not_there(engine: Engine) -> None:
    page = parse_page(Path("page.md"), text=b"```cypher cell=a unordred\nRETURN 1\n```\n")
    with pytest.raises(MalformedPage) as raised:
        list(Stage(engine, page).prepare(None))
    assert [problem.code for problem in raised.value.problems] == ["unknown-flag"]
    page = parse_page(Path("page.md"), text=PAGE.encode())
    with pytest.raises(UsageError, match=r"^no cell is called hats; did you mean hu"):
        list(Stage(engine, page).prepare("hats"))


def test_setup_cells_of_includes_run_first(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "in.md").write_text("```cypher cell=s setup\nCREATE (:In)\n```\n")
    path = tmp_path / "page.md"
    path.write_text("---\ninclude: [in.md]\n---\n```cypher cell=a\nRETURN 1\n```\n")
    stage = Stage(engine, parse_page(path))
    assert list(stage.prepare(None)) == []
    assert stage.names("CALL db.labels()") == ["In"]


def test_parameters(engine: Engine) -> None:
    shell = shell_on(engine, PAGE, "hut")
    assert answer(shell, ":params") == ["$beds = 24"]
    assert answer(shell, ':params {"day": {"$date": "2026-01-01"}}') == [
        "$beds = 24",
        '$day = date("2026-01-01")',
    ]
    assert answer(shell, "RETURN $beds + 1 AS x")[2] == "| 25 |"
    assert answer(shell, ":params clear") == ["there are no parameters"]
    assert answer(shell, ":params beds") == ["$beds = 24"]
    assert answer(shell, ":params bed") == ["no data block is called bed; did you mean beds?"]
    assert answer(shell, ':params {"a": nope}') == ["character 7: `nope` is no JSON value"]


def test_schema(engine: Engine) -> None:
    shell = shell_on(engine)
    assert answer(shell, ":schema") == [
        "labels: none",
        "relationship types: none",
        "property keys: none",
        "constraints: none",
        "indexes: none",
    ]
    answer(
        shell, "CREATE CONSTRAINT c FOR (n:A) REQUIRE n.x IS UNIQUE; CREATE (:A {x: 1})-[:T]->()"
    )
    shown = answer(shell, ":schema")
    assert shown[:4] == ["labels: A", "relationship types: T", "property keys: x", "constraints:"]
    assert '| "c"  | "NODE_PROPERTY_UNIQUENESS" | ["A"] | ["x"]      |' in shown


def test_help_names_every_command_and_fits_a_terminal(engine: Engine) -> None:
    shown = answer(shell_on(engine), ":help")
    assert all(any(line.startswith(word) for line in shown) for word in COMMANDS)
    assert max(map(len, shown)) <= 80


def test_leaving_and_commands_that_are_none(engine: Engine) -> None:
    shell = shell_on(engine)
    assert answer(shell, ":cels") == ["there is no command :cels; did you mean :cells?"]
    assert answer(shell, ":xyzzy") == ["there is no command :xyzzy; :help lists the commands"]
    assert answer(shell, ":exit") == []
    assert shell.ended


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        (":help", True),
        ("RETURN 1", False),
        ("RETURN 1;", True),
        ("RETURN 1; ", True),
        ("RETURN 1; // and more", True),
        ("RETURN 1 // no end;", False),
        ("RETURN ';", False),
        ("RETURN ';'", False),
        ("MATCH (n)\n", True),
        ("RETURN 'a\n", True),
        ("RETURN 1;\nRETURN 2", False),
    ],
)
def test_when_an_input_is_complete(text: str, expected: bool) -> None:
    assert is_complete(text) is expected
