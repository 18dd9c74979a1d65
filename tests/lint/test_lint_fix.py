"""``--fix``: what is mended, and that nothing else in the file changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.lint.process import lint_files
from runner.lint.table import RULES, chosen

CELL = "```cypher cell=a setup\n{}\n```\n"


def mended(folder: Path, data: bytes) -> bytes:
    """A page's bytes after mending."""
    page = folder / "page.md"
    page.write_bytes(data)
    list(lint_files([page], RULES, fix=True))
    return page.read_bytes()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "MATCH (n) CALL { WITH n RETURN n.x AS x } RETURN x",
            "MATCH (n) CALL (n) { RETURN n.x AS x } RETURN x",
        ),
        (
            "CALL {\n  MATCH (n)\n  RETURN n\n} RETURN n",
            "CALL () {\n  MATCH (n)\n  RETURN n\n} RETURN n",
        ),
        (
            "WITH 1 AS a CALL {\nWITH a\nRETURN a AS c\n UNION\n WITH a\n RETURN 2 AS c }\nFINISH",
            "WITH 1 AS a CALL (a) {\nRETURN a AS c\n UNION\n RETURN 2 AS c }\nFINISH",
        ),
        (
            "WITH 1 AS a, 2 AS b CALL { WITH a, b RETURN a + b AS c } RETURN c",
            "WITH 1 AS a, 2 AS b CALL (a, b) { RETURN a + b AS c } RETURN c",
        ),
        (
            "WITH 1 AS a CALL { WITH * RETURN a + 1 AS c } RETURN c",
            "WITH 1 AS a CALL (*) { RETURN a + 1 AS c } RETURN c",
        ),
        ("MATCH ()-[:A|:B|:C]->(n) RETURN n", "MATCH ()-[:A|B|C]->(n) RETURN n"),
        ("CYPHER 5 MATCH (n)-->(m) SET n = m", "CYPHER 5 MATCH (n)-->(m) SET n = properties(m)"),
    ],
)
def test_deprecated_cypher_is_rewritten(tmp_path: Path, before: str, after: str) -> None:
    written = mended(tmp_path, f"---\ntitle: A\ncypher: 5\n---\n{CELL.format(before)}".encode())
    assert written.decode() == f"---\ntitle: A\ncypher: 5\n---\n{CELL.format(after)}"


def test_what_would_not_compile_is_left(tmp_path: Path) -> None:
    """In a scope clause a name may not be given anew; that takes an author."""
    text = CELL.format(
        "WITH 1 AS a CALL { WITH a WITH a + 1 AS a RETURN a AS b } RETURN b"
    ).encode()
    assert mended(tmp_path, text) == text


def test_lists_in_quotes_and_line_ends_stay(tmp_path: Path) -> None:
    data = (
        "\ufeff> ```cypher cell=a setup\r\n> CALL {\r\n>   MATCH (n)\n>   RETURN n }\r\n"
        "> RETURN n  \r\n> ```\r\n\r\nNo line end"
    ).encode()
    assert mended(tmp_path, data) == data.replace(b"CALL {", b"CALL () {")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[MERGE, UNWIND]", "[UNWIND, FINISH]"),
        ("[UNWIND,  MERGE,  FINISH]", "[UNWIND,  FINISH]"),
        ('["UNWIND", "finish", MERGE] # why', '["UNWIND", FINISH] # why'),
        ("\n  - unwind\n  - MERGE", "\n  - UNWIND\n  - FINISH"),
        ("[MERGE]", "[FINISH]"),
        ("[]", "[]"),
    ],
)
def test_features_are_put_right(tmp_path: Path, before: str, after: str) -> None:
    page = "---\r\ntitle: A\r\nfeatures: {}\r\n---\r\n" + CELL
    statement = "UNWIND [1] AS x FINISH"
    written = mended(tmp_path, page.format(before, statement).encode())
    assert written.decode() == page.format(after, statement)


def test_a_comment_that_silences_nothing_goes(tmp_path: Path) -> None:
    text = CELL.format("RETURN 1 AS x")
    assert mended(tmp_path, f"A\n\n<!-- lint: ignore=row-order -->\n{text}".encode()).decode() == (
        f"A\n\n{text}"
    )


def test_what_was_mended_is_told_at_its_old_place(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(CELL.format("RETURN 1 AS x;\nCALL { RETURN 2 AS y } RETURN y, id(null)"))
    (lint,) = lint_files([page], RULES, fix=True)
    assert [(each.finding.line, each.finding.column) for each in lint.fixed] == [(3, 1)]
    assert [each.finding.message for each in lint.findings] == [
        "`id()` is deprecated: use `elementId()`, or a property of your own"
    ]


def test_rules_that_are_not_used_mend_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(CELL.format("CALL { RETURN 2 AS y } RETURN y"))
    before = page.read_bytes()
    (lint,) = lint_files([page], chosen(["row-order"], []), fix=True)
    assert (lint.fixed, lint.findings, page.read_bytes()) == ((), (), before)


def test_a_page_in_the_middle_of_a_merge_is_not_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<<<<<<< a\n" + CELL.format("CALL { RETURN 2 AS y } RETURN y"))
    before = page.read_bytes()
    (lint,) = lint_files([page], RULES, fix=True)
    assert lint.refusal == "line 1 holds a marker of an unresolved merge"
    assert page.read_bytes() == before


def test_a_page_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runner.lint import mend
    from runner.write import NotWritten

    def refuse(path: Path, old: bytes, new: bytes) -> None:
        raise NotWritten("it is read-only")

    monkeypatch.setattr(mend, "replace_file", refuse)
    page = tmp_path / "page.md"
    page.write_text(CELL.format("CALL { RETURN 2 AS y } RETURN y"))
    (lint,) = lint_files([page], RULES, fix=True)
    assert lint.refusal == "it is read-only"
    assert [each.rule.code for each in lint.findings] == ["deprecated"]
