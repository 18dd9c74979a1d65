"""A text that two readers may read differently is no way around what a page may not do."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from runner.errors import EngineError
from runner.sql.paths import leads_out
from tests.sql.conftest import SECRET

if TYPE_CHECKING:
    from pathlib import Path

    from runner.sql.session import SqlSession
    from runner.values import Value
    from tests.sql.conftest import Run

REFUSED = "ClickHouse.ClientError.ACCESS_DENIED"


def refusal(run: Run, statement: str, parameters: dict[str, Value] | None = None) -> EngineError:
    with pytest.raises(EngineError) as caught:
        run(statement, parameters)
    assert SECRET not in caught.value.message
    assert caught.value.code == REFUSED
    return caught.value


@pytest.fixture
def linked(folder: Path) -> Path:
    """Links out of the page's folder whose names may be patterns, or something else."""
    for link in (folder / "links").iterdir():
        link.unlink()
    (folder / "x::").mkdir()
    (folder / "x").touch()
    for name in ("{a,b}.txt", "links/7.txt", "d.csv ", "x::y", "d.csv :: z", "a.zip :: z.txt"):
        (folder / name).symlink_to(folder.parent / "secret.csv")
    (folder / "a.zip").touch()
    return folder


LINKS = [
    "{a,b}.txt",
    "links/{1..9}.txt",
    "links/{7..7}.txt",
    "d.csv ",
    "x::y",
    "./x::y",
    "x::/../../secret.csv",
    "d.csv::/../../secret.csv",
    "d.csv :: z",
    "d.csv :: x/../../../secret.csv",
    "a.zip :: z.txt",
    "a.zip :: x/../../../secret.csv",
]


@pytest.mark.usefixtures("linked")
@pytest.mark.parametrize("name", LINKS)
def test_a_link_with_an_unusual_name(run: Run, name: str) -> None:
    """Braces, a blank at the end, `::`: whether they mean anything depends on the place."""
    refusal(run, f"SELECT * FROM file('{name}', 'LineAsString')")
    if ".." not in name or "::" in name:
        refusal(run, f"SELECT file('{name}')")


def test_what_no_name_of_a_file_is(folder: Path) -> None:
    """What would keep the guard itself busy, or wait for ever, is refused with a reason."""
    os.mkfifo(folder / "pipe.csv")
    assert leads_out("pipe.csv", str(folder)) == "is a device or a pipe"
    long = "{" + "a," * 5000 + "}"
    assert leads_out(long, str(folder)) == "is too long for the name of a file"
    assert leads_out("d.csv::x", str(folder)) == "names no archive before `::`"
    assert leads_out("a.zip :: x", str(folder), is_table=False) == "names no archive before `::`"
    assert leads_out("a.tar.gz :: in/*.csv", str(folder)) is None
    assert leads_out("data/{1..9}.csv", str(folder)) is None


COLUMNS = "a String, b String DEFAULT file('../secret.csv')"
HIDDEN = "concat('a String, b String DEF', 'AULT file(\\'../secret.csv\\')')"


@pytest.mark.parametrize(
    "statement",
    [
        f"SELECT * FROM file('d.csv', 'CSVWithNames', {HIDDEN})",
        f"SELECT * FROM file('d.csv', 'CSVWithNames', `{COLUMNS}`)",
        "SELECT * FROM file('d.csv', 'CSVWithNames', {columns:String})",
        f"SELECT * FROM format(JSONEachRow, {HIDDEN}, '{{}}')",
        "SELECT * FROM format(JSONEachRow, {columns:String}, '{}')",
        "SELECT *, b FROM values({columns:String}, 'x')",
        "SELECT *, b FROM generateRandom({columns:String}) LIMIT 1",
        f"SELECT *, b FROM generateRandom({HIDDEN}) LIMIT 1",
        f"SELECT * FROM null({HIDDEN})",
    ],
)
def test_columns_whose_declaration_is_no_text(run: Run, statement: str) -> None:
    """An expression, a name and a parameter may all become a declaration with expressions."""
    error = refusal(run, statement, {"columns": COLUMNS})
    assert error.message == "columns are declared by a text in quotes, and by nothing computed"


def test_a_parameter_of_a_view_is_not_the_pages(run: Run) -> None:
    """What it will be is not known where the view is made."""
    error = refusal(
        run,
        "CREATE VIEW names AS SELECT arrayMap({f:Identifier}, ['../secret.csv'])",
        {"f": "upper"},
    )
    assert error.message.startswith("file as an argument may be the function of that name")


@pytest.fixture
def _kept(run: Run) -> None:
    run("CREATE OR REPLACE TABLE rows_of (a Dynamic, b String, c String) ENGINE = Memory")


@pytest.mark.usefixtures("_kept")
@pytest.mark.parametrize(
    "rows",
    [
        "([\"'\", '], file($$../secret.csv$$), ']) -- ')",
        "([`'`, '], file(../secret.csv), ']) -- ')",
        "([$$'$$, '], file(1), ']) -- ')",
        "([‘'’, '], file(1), ']) -- ')",
    ],
)
def test_quotes_in_values_that_its_own_reader_takes_for_others(run: Run, rows: str) -> None:
    """The reader of VALUES knows only single quotes inside of brackets."""
    error = refusal(run, f"INSERT INTO rows_of VALUES {rows}")
    assert error.message.startswith("the rows of VALUES have no ")
    assert run("SELECT count() FROM rows_of").rows == [(0,)]


@pytest.mark.usefixtures("_kept")
@pytest.mark.parametrize("comment", ["/*'*/", "-- '\n", "# '\n", "/* ] */"])
def test_comments_in_values_are_none_of_its_readers(run: Run, comment: str) -> None:
    """They are blanked before it reads, or it would see another text than the guard."""
    rows = f"([{comment} '], file($$../secret.csv$$), ']) -- ')"
    with pytest.raises(EngineError):
        run(f"INSERT INTO rows_of VALUES {rows}")
    assert run("SELECT count() FROM rows_of").rows == [(0,)]
    run(f"INSERT INTO rows_of VALUES {comment} ([1], 'x', 'y') {comment}, {comment} (2, 'é', '')")
    assert run("SELECT b FROM rows_of ORDER BY b").rows == [("x",), ("é",)]


def test_a_view_reads_beside_the_page_that_uses_it(
    run: Run, folder: Path, session: SqlSession
) -> None:
    """Where an included page has made it, the same name may be a link in the other folder."""
    other = folder.parent / "other"
    other.mkdir()
    (other / "d.csv").symlink_to(folder.parent / "secret.csv")
    run("CREATE VIEW beside AS SELECT * FROM file('d.csv', 'LineAsString')")
    assert len(run("SELECT * FROM beside").rows) == 3
    with pytest.raises(EngineError) as caught:
        session.run("SELECT * FROM beside", {}, folder=other, timeout=30)
    assert caught.value.code == REFUSED
    assert caught.value.message == (
        "an included page has made what reads file('d.csv'), which here is a link that leads out "
        "of the page's folder"
    )


@pytest.mark.parametrize(
    "part",
    [
        "INDEX i file('../secret.csv') TYPE minmax",
        "CONSTRAINT c CHECK file('../secret.csv') = ''",
        "PROJECTION p (SELECT a ORDER BY file('../secret.csv'))",
    ],
)
def test_expressions_in_parts_of_tables(run: Run, part: str) -> None:
    """Indexes, constraints and projections are looked into; they are there."""
    error = refusal(run, f"CREATE TABLE parts (a String, {part}) ENGINE = MergeTree ORDER BY a")
    assert error.message.startswith("file('../secret.csv') leads out")
    good = part.replace("file('../secret.csv')", "lower(a)")
    run(f"CREATE OR REPLACE TABLE parts (a String, {good}) ENGINE = MergeTree ORDER BY a")


@pytest.mark.parametrize("setting", ["max_threads = 65", "max_block_size = 1048577"])
def test_settings_that_have_a_most(run: Run, setting: str) -> None:
    """What costs the machine is bounded."""
    with pytest.raises(EngineError) as caught:
        run(f"SELECT 1 SETTINGS {setting}")
    assert caught.value.title == "SETTING_CONSTRAINT_VIOLATION"


def test_names_that_are_no_utf8(run: Run) -> None:
    """They are no harm to the process that looks at the statement."""
    assert run(r"SELECT '\xff' AS `a\xff`").rows == [(b"\xff",)]
    refusal(run, r"SELECT file('../\xff')")
