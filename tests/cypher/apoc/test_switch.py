"""Who has APOC: databases that ask for it, and pages that require it."""

from __future__ import annotations

from pathlib import Path

import pytest

import runner
from runner.errors import EngineError, StatementTimeout, UsageError

CALL = "RETURN apoc.text.join(['a', 'b'], '-') AS x"


def failing(statement: str, url: str = "embedded:?apoc=on") -> EngineError:
    with (
        runner.connect(url) as engine,
        engine.scratch() as session,
        pytest.raises(EngineError) as raised,
    ):
        session.run(statement)
    return raised.value


def test_without_it_its_functions_are_unknown() -> None:
    error = failing(CALL, "embedded:")
    assert error.code == "Neo.ClientError.Statement.SyntaxError"
    assert error.message.startswith("Unknown function 'apoc.text.join' (line 1, column 8")
    assert error.cause is not None
    assert error.cause.gql_status == "42N48"
    assert error.cause.cause is None


def test_without_it_its_aggregates_are_unknown() -> None:
    error = failing("UNWIND [1] AS x RETURN apoc.agg.first(x) AS f", "embedded:")
    assert error.message.startswith("Unknown function 'apoc.agg.first'")


def test_without_it_its_procedures_are_unknown() -> None:
    error = failing("CALL apoc.create.node(['A'], {})", "embedded:")
    assert error.code == "Neo.ClientError.Procedure.ProcedureNotFound"
    assert "`apoc.create.node`" in error.message


def test_without_it_nothing_of_it_is_shown() -> None:
    with runner.connect("embedded:") as engine, engine.scratch() as session:
        for what in ("FUNCTIONS", "PROCEDURES"):
            shown = session.run(
                f"SHOW {what} YIELD name WHERE name STARTS WITH 'apoc.' RETURN name"
            )
            assert shown.rows == []


@pytest.mark.parametrize("what", ["FUNCTIONS", "PROCEDURES"])
def test_with_it_it_is_shown_in_order_of_name(what: str) -> None:
    with runner.connect("embedded:?apoc=on") as engine, engine.scratch() as session:
        names = [str(row[0]) for row in session.run(f"SHOW {what} YIELD name RETURN name").rows]
    assert names == sorted(names)
    assert ("apoc.text.join" if what == "FUNCTIONS" else "apoc.create.node") in names


def test_its_functions_are_shown_as_user_defined() -> None:
    with runner.connect("embedded:?apoc=on") as engine, engine.scratch() as session:
        built_in = session.run("SHOW BUILT IN FUNCTIONS YIELD name RETURN name").rows
        own = session.run(
            "SHOW USER DEFINED FUNCTIONS YIELD name, isBuiltIn, aggregating "
            "RETURN name, isBuiltIn, aggregating"
        ).rows
    assert not [row for row in built_in if str(row[0]).startswith("apoc.")]
    assert own
    assert all(str(name).startswith("apoc.") and not is_built_in for name, is_built_in, _ in own)
    assert "apoc.agg.first" in {name for name, _, aggregating in own if aggregating}


def test_the_engine_gives_it_to_every_session() -> None:
    with runner.connect("embedded:?apoc=on") as engine:
        with engine.session() as session:
            assert session.run(CALL).rows == [("a-b",)]
        with engine.scratch() as session:
            assert session.run(CALL).rows == [("a-b",)]


def test_a_database_in_a_file_may_have_it(tmp_path: Path) -> None:
    place = tmp_path / "graph.db"
    with runner.connect(f"embedded:{place}?apoc=on") as engine, engine.session() as session:
        session.run("CALL apoc.create.node(['A'], {x: 1})")
        iterate = "CALL apoc.periodic.iterate('MATCH (n:A) RETURN n', 'SET n.y = 2', {})"
        assert session.run(f"{iterate} YIELD total RETURN total").rows == [(1,)]
    with runner.connect(f"embedded:{place}") as engine, engine.session() as session:
        assert session.run("MATCH (n:A) RETURN n.x, n.y").rows == [(1, 2)]
        with pytest.raises(EngineError, match=r"Unknown function 'apoc\.text\.join'"):
            session.run(CALL)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("embedded:?apoc=yes", "apoc=yes: a library is on or off, as apoc=on"),
        ("embedded:?gds=on", "embedded:?gds=on: 'gds' is no option; there is apoc=on"),
    ],
)
def test_options_that_make_no_sense_are_refused(url: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        runner.connect(url)
    assert str(raised.value) == message


def test_names_are_told_apart_by_case() -> None:
    assert failing("RETURN apoc.text.JOIN(['a'], '')").message.startswith(
        "Unknown function 'apoc.text.JOIN'"
    )
    error = failing("CALL apoc.create.NODE(['A'], {})")
    assert error.code == "Neo.ClientError.Procedure.ProcedureNotFound"


def test_what_is_missing_is_refused_by_name_and_place() -> None:
    error = failing("RETURN 1 AS a,\n apoc.text.doubleMetaphone('x') AS b")
    assert error.message.startswith(
        "The embedded engine does not support the function apoc.text.doubleMetaphone() (line 2, "
        "column 2"
    )
    error = failing("CALL apoc.load.json('https://example.com') YIELD value RETURN value")
    assert error.message.startswith(
        "The embedded engine does not support the procedure apoc.load.json() (line 1, column 1"
    )


def test_what_only_cypher_5_has_is_said_to_be_there() -> None:
    error = failing("RETURN apoc.create.uuid()")
    assert error.cause is not None
    assert error.cause.cause is not None
    assert error.cause.cause.gql_status == "42I78"
    with runner.connect("embedded:?apoc=on") as engine, engine.scratch() as session:
        [[made]] = session.run("CYPHER 5 RETURN apoc.create.uuid()").rows
        assert len(str(made)) == 36


def page(folder: Path, requires: str) -> Path:
    path = folder / "page.md"
    path.write_text(
        f"---\ntitle: A page\n{requires}---\n\n```cypher cell=a\n{CALL}\n```\n\n"
        '```table\n| x |\n|---|\n| "a-b" |\n1 row\n```\n',
        "utf-8",
    )
    return path


def test_a_page_that_requires_it_has_it(tmp_path: Path) -> None:
    asking = page(tmp_path, "requires:\n  features: [apoc]\n")
    [outcome] = runner.check([asking])
    assert outcome.outcome.value == "passed", outcome


def test_a_page_that_does_not_require_it_has_it_not(tmp_path: Path) -> None:
    [outcome] = runner.check([page(tmp_path, "")])
    assert outcome.outcome.value in ("failed", "errored")
    [cell] = outcome.cells
    assert "Unknown function 'apoc.text.join'" in f"{cell.message}{cell.actual}"
    assert "features: [apoc]" in cell.advice


@pytest.mark.parametrize(
    "statement",
    [
        "RETURN apoc.text.distance(apoc.text.repeat('ab', 40000), apoc.text.repeat('ba', 40000))",
        "CALL apoc.periodic.commit('UNWIND range(1, 10) AS x RETURN count(x) // limit')",
        "CALL apoc.util.sleep(60000)",
        (
            "UNWIND range(1, 9) AS i MERGE (:N {i: i}) WITH count(*) AS c MATCH (a:N), (b:N) "
            "CREATE (a)-[:R]->(b) WITH count(*) AS c MATCH (n:N {i: 1}) "
            "CALL apoc.path.expand(n, 'R', '', 1, 40) YIELD path RETURN count(*)"
        ),
    ],
)
def test_long_work_ends_when_the_time_is_up(statement: str) -> None:
    with (
        runner.connect("embedded:?apoc=on") as engine,
        engine.scratch() as session,
        pytest.raises(StatementTimeout),
    ):
        session.run(statement, timeout=0.3)
