"""Pages with cells of SQL, in every command: they are cells like any other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import runner
from runner.cli import cli
from runner.execute import RunOptions, read_page, run_page
from runner.outcome import Outcome
from runner.sql.installed import MISSING, lacking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.engines.base import Engine
    from runner.outcome import PageOutcome

    Check = Callable[..., PageOutcome]

pytestmark = pytest.mark.skipif(lacking() is not None, reason="chDB is not installed")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with runner.connect("embedded:") as opened:
        yield opened


@pytest.fixture
def check(engine: Engine, tmp_path: Path) -> Check:
    """Runs the text of a page."""

    def run(text: str, **options: object) -> PageOutcome:
        path = tmp_path / "page.md"
        path.write_text(text, "utf-8")
        return run_page(read_page(path), engine, RunOptions(**options))  # type: ignore[arg-type]

    return run


def call(*arguments: object) -> tuple[int, str]:
    """The exit status of a command, and what it printed."""
    done = CliRunner().invoke(cli, [str(each) for each in arguments], standalone_mode=False)
    assert done.exception is None
    return int(done.return_value or 0), done.output


def outcomes(page: PageOutcome) -> dict[str, str]:
    assert page.problems == (), page.problems
    return {cell.cell: cell.outcome.value for cell in page.cells}


def messages(page: PageOutcome) -> list[str]:
    return [cell.message for cell in page.cells if cell.message]


def cell(name: str, sql: str, block: str | None = None, words: str = "") -> str:
    """A cell of SQL, and its block."""
    text = f"```sql cell={name} {words}\n{sql}\n```\n"
    return text if block is None else f"{text}\n```table\n{block}\n```\n"


ONE = "| a |\n|---|\n| 1 |\n1 row"


def test_a_block_is_judged(check: Check) -> None:
    """True, untrue, in another order, without one."""
    page = check(
        cell("a", "SELECT 1 AS a", ONE)
        + cell("b", "SELECT 2 AS a", ONE)
        + cell("c", "SELECT number AS a FROM numbers(2)", "| a |\n|---|\n| 1 |\n| 0 |\n2 rows")
        + cell(
            "d",
            "SELECT number AS a FROM numbers(2)",
            "| a |\n|---|\n| 1 |\n| 0 |\n2 rows",
            "unordered",
        )
        + cell("e", "SELECT 5 AS a")
        + cell("f", "SELECT number AS a FROM numbers(9)", "| a |\n|---|\n| 0 |\n| … |\n9 rows")
        + cell("g", "SELECT rand() AS a", "| a |\n|---|\n| … |\n1 row")
    )
    assert outcomes(page) == {
        "a": "passed",
        "b": "failed",
        "c": "failed",
        "d": "passed",
        "e": "passed",
        "f": "passed",
        "g": "passed",
    }
    assert messages(page)[0] == "row 1, column `a`: expected 1, actual 2"
    assert "ORDER BY" in page.cells[2].advice


def test_numbers_are_compared_by_their_kind(check: Check) -> None:
    """Decimals by digits; the digits of a float are free, and so is its last place by `approx`."""
    three = "SELECT toDecimal32(1.5, 2) AS a, 1.5 AS b, toFloat64(1) / 3 AS c"
    page = check(
        cell("a", three, "| a | b | c |\n|--|--|--|\n| 1.50 | 1.5 | 0.3333333333333333 |\n1 row")
        + cell(
            "b", three, "| a | b | c |\n|--|--|--|\n| 1.50 | 1.50 | 0.33333333333333330 |\n1 row"
        )
        + cell("c", three, "| a | b | c |\n|--|--|--|\n| 1.5 | 1.5 | 0.3333333333333333 |\n1 row")
        + cell("d", three, "| a | b | c |\n|--|--|--|\n| 1.5 | 1.5 | 0.333 |\n1 row", "approx=1e-2")
        + cell("e", "SELECT [1.5::Decimal(9, 2)] AS a", "| a |\n|--|\n| [1.50] |\n1 row")
        + cell("f", "SELECT [1.5::Decimal(9, 2), 1] AS a", "| a |\n|--|\n| [1.5, …] |\n1 row")
    )
    assert outcomes(page) == {
        "a": "passed",
        "b": "passed",
        "c": "failed",
        "d": "passed",
        "e": "passed",
        "f": "failed",
    }
    assert messages(page)[0] == "row 1, column `a`: expected 1.5, actual 1.50"


def test_errors_of_cells(check: Check) -> None:
    """The wanted one, another, none, and one that was not asked for: then the page ends."""
    wanted = "error: sql error: UNKNOWN_IDENTIFIER: Unknown expression identifier `x`…"
    page = check(
        cell("a", "SELECT x", wanted, "expect=error")
        + cell("b", "SELECT * FROM x", wanted, "expect=error")
        + cell("c", "SELECT 1 AS a", wanted, "expect=error")
        + cell("d", "SELECT 1 AS a;\n  SELECT 1 +", ONE)
        + cell("e", "SELECT 1 AS a", ONE)
    )
    assert list(outcomes(page).values()) == ["passed", "failed", "failed", "errored", "not_run"]
    assert page.cells[3].message == (
        "statement 2, line 24, column 13: sql error: SYNTAX_ERROR: Syntax error: failed "
        "(end of query)"
    )


def test_a_refusal_names_its_place(check: Check) -> None:
    """And what to do."""
    page = check("# T\n\n" + cell("a", "SELECT 1,\n  * FROM url('http://x/')"))
    assert page.cells[0].line == 5
    assert page.cells[0].message == (
        "line 5, column 10: sql error: ACCESS_DENIED: the table function url reaches out of the "
        "page; a cell reads tables, and files beside the page with file('NAME')"
    )


def test_time_ends_a_cell_and_not_the_run(check: Check) -> None:
    """The cells after it run where they are told to, with the tables that were there."""
    page = check(
        cell("a", "CREATE TABLE t ENGINE = Memory AS SELECT 1 AS a")
        + cell("b", "SELECT count() FROM numbers(1000000000000)", None, "timeout=0.5 expect=error")
        + cell("c", "SELECT * FROM t", ONE),
        keep_going=True,
    )
    assert list(outcomes(page).values()) == ["passed", "errored", "passed"]
    assert page.cells[1].message == "the cell did not end within 0.5 s and was stopped"


def test_tables_are_those_that_the_cell_names(check: Check) -> None:
    """A block that it does not name is none, and neither is the last cell's."""
    page = check(
        '```csv data=people\nname,born\nAda,1815\n```\n```json data=keys\n{"least": 1}\n```\n'
        + cell(
            "a",
            "SELECT count() AS a FROM people WHERE born > {least:Int64}",
            ONE,
            "params=people,keys",
        )
        + cell("b", "SELECT * FROM people", "error: sql error: UNKNOWN_TABLE…", "expect=error")
        + cell("c", "INSERT INTO people VALUES ('Mary', 1780)", "(no rows)", "params=people")
        + cell("d", "SELECT count() AS a FROM people", ONE, "params=people")
    )
    assert set(outcomes(page).values()) == {"passed"}


def test_earlier_results_are_tables(check: Check) -> None:
    """Of both languages, types and all; not of those that fail, give no columns or come later."""
    page = check(
        "```cypher cell=graph\nCREATE (n:P {a: 1, b: [1, 2]}) RETURN n, n.a AS a\n```\n"
        "```cypher cell=none\nCREATE ()\n```\n"
        + cell("typed", "SELECT toUInt8(1) AS a, 'x'::Enum8('x' = 1) AS e, NULL AS n, [] AS l")
        + cell("used", "SELECT g.a AS a FROM graph AS g WHERE g.n.b = [1, 2]", ONE)
        + cell(
            "types",
            "SELECT toTypeName(a) AS a, toTypeName(e) AS e, n, l FROM typed",
            '| a | e | n | l |\n|--|--|--|--|\n| "UInt8" | "Enum8(\'x\' = 1)" | null | [] |\n1 row',
        )
        + cell("failed", "SELECT x", None, "expect=error")
        + cell("x1", "SELECT * FROM none", "error: sql error: UNKNOWN_TABLE…", "expect=error")
        + cell("x2", "SELECT * FROM failed", "error: sql error: UNKNOWN_TABLE…", "expect=error")
        + cell("x3", "SELECT * FROM later", "error: sql error: UNKNOWN_TABLE…", "expect=error")
        + cell("later", "SELECT 1 AS a", ONE)
    )
    assert set(outcomes(page).values()) == {"passed"}, messages(page)


def test_a_table_of_the_page_with_the_name_of_a_cell(check: Check) -> None:
    """Which of the two is meant nobody can tell."""
    page = check(
        cell("t", "CREATE TABLE t ENGINE = Memory AS SELECT 2 AS a; SELECT 1 AS a")
        + cell("u", "SELECT * FROM t")
    )
    assert page.cells[1].message == (
        "line 5, column 1: sql error: TABLE_ALREADY_EXISTS: the page has made a table `t`, which "
        "is also the name of a data block or an earlier cell that this cell uses"
    )


def test_files_are_those_beside_the_cells_own_page(engine: Engine, tmp_path: Path) -> None:
    """A setup cell of an included page reads beside that page, on the same chDB."""
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    (inner / "d.csv").write_text("a\n1\n", "utf-8")
    (inner / "setup.md").write_text(
        cell("s", "CREATE TABLE t ENGINE = Memory AS SELECT * FROM file('d.csv')", None, "setup"),
        "utf-8",
    )
    path = tmp_path / "page.md"
    path.write_text(
        "---\ninclude: [inner/setup.md]\n---\n"
        + cell("a", "SELECT * FROM t", ONE)
        + cell("b", "SELECT * FROM file('inner/d.csv')", ONE)
        + cell(
            "c",
            "SELECT * FROM file('d.csv')",
            "error: sql error: FILE_DOESNT_EXIST: there is no file d.csv beside the page",
            "expect=error",
        )
        + cell("d", "SELECT * FROM s", "error: sql error: UNKNOWN_TABLE…", "expect=error"),
        "utf-8",
    )
    page = run_page(read_page(path), engine, RunOptions())
    assert set(outcomes(page).values()) == {"passed"}, messages(page)


def test_pages_share_nothing(check: Check) -> None:
    """Each has a chDB that is empty at its start."""
    check(cell("a", "CREATE TABLE t ENGINE = Memory AS SELECT 1 AS a"))
    page = check(cell("b", "SELECT * FROM t", "error: sql error: UNKNOWN_TABLE…", "expect=error"))
    assert outcomes(page) == {"b": "passed"}


def test_flags_hold_for_sql_too(check: Check) -> None:
    """Skipped cells, and those for another engine."""
    page = check(
        cell("a", "SELECT nothing", None, 'skip="not now"')
        + cell("b", "SELECT nothing", None, "engine=neo4j")
        + cell("c", "SELECT 1 AS a", ONE, "engine=embedded setup")
    )
    assert outcomes(page) == {"a": "skipped", "b": "skipped", "c": "passed"}


def without_chdb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runner.sql.installed.find_spec", lambda _name: None)


def test_without_chdb_a_page_is_skipped(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason; strictly, it fails. A page without such cells runs."""
    without_chdb(monkeypatch)
    text = "```cypher cell=c\nRETURN 1 AS a\n```\n"
    page = check(text + cell("a", "SELECT 1 AS a", ONE))
    assert page.outcome is Outcome.SKIPPED
    assert page.reason == MISSING
    assert outcomes(page) == {"c": "skipped", "a": "skipped"}
    strict = check(text + cell("a", "SELECT 1 AS a", ONE), strict=True)
    assert strict.outcome is Outcome.FAILED
    assert strict.reason == f"skipped, which fails under --strict: it {MISSING}"
    assert check(text).outcome is Outcome.PASSED
    assert check(text + cell("a", "SELECT 1", None, 'skip="x"')).outcome is Outcome.PASSED


def test_without_chdb_commands_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`check`, `run`, `update` and `shell`."""
    without_chdb(monkeypatch)
    path = tmp_path / "page.md"
    text = cell("a", "SELECT 1 AS a", ONE.replace("1 |", "2 |"))
    path.write_text(text, "utf-8")
    status, output = call("check", path)
    assert status == 0
    assert MISSING in output
    status, output = call("run", path)
    assert status == 4
    assert MISSING in output
    status, output = call("update", path)
    assert status == 0
    assert path.read_text("utf-8") == text
    status, output = call("shell", path)
    assert f"the cell a is skipped: it {MISSING}" in output


PAGE = (
    "```csv data=people\nname,score\nAda,1.5\n```\n\n"
    "```cypher cell=graph params=people\nUNWIND $people AS p RETURN p.name AS name\n```\n\n"
    "```sql cell=a params=people\nSELECT name, toDecimal32(score, 2) AS score FROM people "
    "ORDER BY name;\n```\n\n"
    '```table\n| name | score |\n|---|---|\n| "Mary" | 1.50 |\n1 row\n```\n\n'
    "```sql cell=b\nselect count() as n from graph\n```\n"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A page of both languages, which is not true."""
    path = tmp_path / "page.md"
    path.write_text(PAGE, "utf-8")
    return path


def test_update_writes_what_sql_gave(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Untrue blocks, and missing ones; then nothing is to be written any more."""
    # In continuous integration nothing is written unless that is said.
    monkeypatch.delenv("CI", raising=False)
    assert call("update", "--fill", path)[0] == 0
    text = path.read_text("utf-8")
    assert '| name  | score |\n|-------|-------|\n| "Ada" | 1.50  |\n1 row\n' in text
    assert "select count() as n from graph\n```\n\n```table\n| n |\n|---|\n| 1 |\n1 row\n" in text
    assert call("check", "--strict", path)[0] == 0
    assert call("update", "--all", path)[0] == 0
    assert path.read_text("utf-8") == text


def test_fmt_leaves_sql_rows_and_digits_alone(path: Path) -> None:
    """Only padding is brought into form."""
    assert call("fmt", "--cypher", path)[0] == 0
    text = path.read_text("utf-8")
    assert '| name   | score |\n|--------|-------|\n| "Mary" | 1.50  |\n1 row\n' in text
    assert "name,score\nAda,1.5\n" in text
    assert "select count() as n from graph\n" in text
    assert call("fmt", "--check", path)[0] == 0


def test_other_reports_have_sql_like_any_other_cell(path: Path, tmp_path: Path) -> None:
    """At the line of the row that is not true."""
    junit = tmp_path / "junit.xml"
    status, output = call("check", "--report", "github", "--report", f"junit:{junit}", path)
    assert status == 1
    assert f"::error file={path},line=17,title=cell a%3A failed::row 1, column" in output
    suite = ElementTree.parse(junit).getroot()
    assert [each.get("name") for each in suite.iter("testcase")] == ["graph", "a", "b"]
    (failure,) = suite.iter("failure")
    assert failure.get("message") == (
        'line 17: row 1, column `name`: expected "Mary", actual "Ada"'
    )


def test_the_json_report_has_sql_like_any_other_cell(path: Path) -> None:
    """Outcome, statement, message, expected and actual."""
    status, output = call("check", "--format", "json", path)
    assert status == 1
    (page,) = json.loads(output)["pages"]
    assert [each["outcome"] for each in page["cells"]] == ["passed", "failed", "passed"]
    failed = page["cells"][1]
    assert failed["cell"] == "a"
    assert failed["line"] == 17
    assert failed["message"] == 'row 1, column `name`: expected "Mary", actual "Ada"'
    assert failed["actual"] == '| name  | score |\n|-------|-------|\n| "Ada" | 1.50  |\n1 row'


def test_run_prints_what_sql_gives(path: Path) -> None:
    """As a table, as JSON, as CSV, and one cell alone."""
    assert call("run", path, "--cell", "a") == (
        0,
        '| name  | score |\n|-------|-------|\n| "Ada" | 1.50  |\n1 row\n',
    )
    status, output = call("run", path, "--cell", "a", "--format", "json")
    assert status == 0
    assert json.loads(output)["rows"] == [["Ada", {"$decimal": "1.50"}]]
    assert call("run", path, "--cell", "a", "--format", "csv") == (0, "name,score\nAda,1.50\n")
    assert call("run", path, "--cell", "b")[1] == "| n |\n|---|\n| 1 |\n1 row\n"


def test_the_shell_runs_cells_of_sql(path: Path) -> None:
    """With the page, and again by name."""
    done = CliRunner().invoke(cli, ["shell", str(path)], input=":run a\n:run b\nRETURN 1 AS x;\n")
    assert '| "Ada" | 1.50  |' in done.output
    assert "| n |\n|---|\n| 1 |\n1 row\n" in done.output
    assert "| x |" in done.output
    assert done.exit_code == 0


def test_several_engines_share_no_chdb(path: Path) -> None:
    """Each run of a page has its own, and the answers agree."""
    with runner.connect("embedded:") as one, runner.connect("embedded:") as other:
        page = read_page(path)
        for engine in (one, other):
            result = run_page(page, engine, RunOptions())
            assert [each.outcome.value for each in result.cells] == ["passed", "failed", "passed"]
