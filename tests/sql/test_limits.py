"""What the results of a page may take, in chDB and in the program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from runner.errors import EngineError
from runner.page.parse import parse_page
from runner.sql import cells, cursor, process, settings, worker
from runner.sql.installed import lacking

if TYPE_CHECKING:
    from runner.sql.session import SqlSession
    from tests.sql.conftest import Run

pytestmark = pytest.mark.skipif(lacking() is not None, reason="chDB is not installed")

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT range(200)",
        "SELECT number FROM numbers(200)",
        "SELECT arrayWithConstant(200, NULL)",
        "SELECT arrayMap(x -> [], range(101))",
        "SELECT arrayMap(x -> (x, x), range(40))",
        "SELECT arrayWithConstant(200, tuple())",
        "SELECT mapFromArrays(range(60), range(60))",
    ],
)
def test_values_are_counted(run: Run, monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    """Those in lists and maps too: some take a byte, or none."""
    monkeypatch.setattr(cursor, "MAX_VALUES", 100)
    with pytest.raises(EngineError) as caught:
        run(statement)
    assert caught.value.title == "TOO_MANY_ROWS_OR_BYTES"
    assert caught.value.message == (
        "Limit for result exceeded, max values: 100, those in lists and maps among them"
    )
    assert len(run("SELECT range(90)").rows[0][0]) == 90  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "statement",
    [
        """SELECT concat('{"', repeat('a.', 5000), 'b":1}')::JSON""",
        """SELECT concat(repeat('{"a":[', 300), '1', repeat(']}', 300))::JSON""",
    ],
)
def test_values_that_nest_deeply(run: Run, statement: str) -> None:
    """They are an error of the cell."""
    with pytest.raises(EngineError) as caught:
        run(statement)
    assert caught.value.title == "TOO_DEEP_RECURSION"


def test_a_table_that_cannot_be_made_is_an_error_of_the_cell(run: Run, session: SqlSession) -> None:
    """chDB goes on."""
    run(f"SELECT {'[' * 290}1{']' * 290}")
    session.keep("deep")
    with pytest.raises(EngineError) as caught:
        session.recall("deep")
    assert caught.value.title == "TOO_DEEP_AST"
    assert caught.value.message.startswith("the rows of deep cannot be a table: ")
    session.unload()
    assert run("SELECT 1").rows == [(1,)]


def test_a_kept_result_has_the_names_that_it_had(run: Run, session: SqlSession) -> None:
    """Only the type of what is always null becomes another."""
    run("SELECT 'Nothing'::Enum8('Nothing' = 1) AS e, NULL AS n, [] AS l")
    session.keep("names")
    session.recall("names")
    rows = run("SELECT e, n, l, toTypeName(e) FROM names").rows
    session.unload()
    assert rows == [("Nothing", None, [], "Enum8('Nothing' = 1)")]


def test_results_that_are_kept_have_a_most(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is past it is said to be missing where it is used."""
    monkeypatch.setattr(worker, "MAX_KEPT", 10)
    made = worker.Worker.__new__(worker.Worker)
    made._kept = {}
    for name, size in (("a", 6), ("b", 6), ("c", 4), ("a", 6)):
        made._last = b"x" * size
        made.answer({"do": "keep", "name": name}, b"")
    assert {name: kept and len(kept) for name, kept in made._kept.items()} == {
        "a": 6,
        "b": None,
        "c": 4,
    }
    with pytest.raises(worker.Failed) as caught:
        made.answer({"do": "recall", "name": "b"}, b"")
    assert caught.value.report["text"] == (
        "the result of the cell b was not kept: those that later cells name are more than 10 "
        "bytes together"
    )


def test_the_program_keeps_no_rows_that_chdb_has() -> None:
    """A page of large results does not take the program's memory."""
    made = cells.SqlCells([PROJECT])
    try:
        page = parse_page(PROJECT / "page.md", text=b"")
        given = made.run("SELECT 1 AS a", {}, timeout=30, page=page)
        kept = made.keep("a", given)
        assert given.rows == [(1,)]
        assert (kept.columns, kept.rows) == (("a",), [])
    finally:
        made.close()


def test_files_that_grow_end_the_process(tmp_path: Path) -> None:
    """And the cell says why."""
    (tmp_path / "part.bin").write_bytes(b"x" * 100_000)
    code = (
        "import sys; from runner.sql import worker; worker.MAX_FILES = 50_000; "
        "worker._WATCH_SECONDS = 0; worker.main(sys.argv[1])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        cwd=PROJECT,
    ) as started:
        assert started.wait(120) == settings.FILES_STATUS
    ended = process.ChdbProcess.__new__(process.ChdbProcess)
    ended._process = SimpleNamespace(returncode=settings.FILES_STATUS)  # type: ignore[assignment]
    assert ended._how() == "its files had more than 8,589,934,592 bytes"
