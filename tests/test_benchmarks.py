"""The benchmark in a small size, for its answers: nothing here is timed."""

from __future__ import annotations

import gc
import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main
from benchmarks.answers import same
from benchmarks.engines.base import Engine
from benchmarks.engines.registry import ENGINES, open_engine
from benchmarks.generate import DIMENSIONS, RELATIONSHIPS_PER_NODE, People, generate
from benchmarks.measure import Timing, measure, ratio
from benchmarks.overhead import main as overhead_main
from benchmarks.pages import SAMPLE, run, tools
from benchmarks.pages import main as pages_main
from benchmarks.sets import Code, python_cells, write_documents, write_notebooks
from benchmarks.start import main as start_main
from benchmarks.statements import STATEMENTS, Kind, Statement
from benchmarks.table import DIFFERS, NOTHING, summary, table
from runner.cypher.database import DatabaseSession
from runner.engines.embedded import EmbeddedSession
from runner.execute import read_page

SIZE = 200


@pytest.fixture(scope="module")
def people() -> People:
    return generate(SIZE)


@pytest.fixture(scope="module")
def embedded(people: People) -> Engine:
    engine = open_engine("embedded:")
    engine.load(people)
    return engine


def test_the_same_size_and_seed_give_the_same_graph(people: People) -> None:
    assert generate(SIZE) == people
    assert generate(SIZE, seed=2) != people
    starts = Counter(each["source"] for each in people.relationships)
    assert starts == dict.fromkeys(range(SIZE), RELATIONSHIPS_PER_NODE)
    assert all(each["source"] != each["target"] for each in people.relationships)
    assert {len(vector) for vector in people.vectors} == {DIMENSIONS}
    assert len(people.vectors) == SIZE


def test_the_embedded_engine_answers_every_statement(people: People, embedded: Engine) -> None:
    """Two of its own kind agree, and what a statement wrote is taken back."""
    other = open_engine("embedded:")
    other.load(people)
    count = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n), count(r)"
    for statement in STATEMENTS:
        ours, theirs = measure(statement, [embedded, other], people, repeat=1)
        assert (ours.refusal, theirs.refusal) == (None, None), statement.name
        assert (len(ours.cold), len(ours.warm)) == (1, 1)
        assert embedded.run(count, {}) == [(SIZE, SIZE * RELATIONSHIPS_PER_NODE)]
    assert embedded.run("MATCH (p:Person) WHERE p.visits > 2 RETURN p", {}) == []


def test_answers_are_right_by_another_way(people: People, embedded: Engine) -> None:
    """What the statements ask, computed from the data without an engine."""
    known: dict[int, list[int]] = {number: [] for number in range(SIZE)}
    for each in people.relationships:
        known[each["source"]].append(each["target"])
    friends = [(friend,) for friend in known[7]]
    assert sorted(embedded.run(_named("1 hop").spelled("cypher") or "", {"id": 7})) == sorted(
        friends
    )
    found = embedded.run(_named("within reach").spelled("cypher") or "", {"id": 7})
    level, seen = {7}, set[int]()
    for _ in range(5):
        level = {friend for number in level for friend in known[number]} - seen
        seen |= level
    assert sorted(found) == sorted((number,) for number in seen)
    cities = embedded.run(_named("grouped aggregate").spelled("cypher") or "", {})
    assert {row[0]: row[1] for row in cities} == Counter(node["city"] for node in people.nodes)
    vector = {"vector": people.vectors[3]}
    nearest = embedded.run(_named("vector top-10").spelled("cypher") or "", vector)
    assert (3,) in nearest


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.name)
def test_a_fresh_text_is_a_new_one(statement: Statement) -> None:
    assert statement.spelled("cypher", "_1") != statement.spelled("cypher", "_2")
    for dialect in ("cypher", *statement.dialects):
        assert "§" not in (statement.spelled(dialect) or "")


def test_neo4j_gives_the_same_answers(people: People, embedded: Engine, neo4j_url: str) -> None:
    server = open_engine(neo4j_url)
    server.run("MATCH (n) DETACH DELETE n", {})
    try:
        server.load(people)
        refused = {
            statement.name: refusal
            for statement in STATEMENTS
            for refusal in [measure(statement, [embedded, server], people, repeat=0)[1].refusal]
            if refusal is not None
        }
        assert refused == {}
    finally:
        server.close()


class _Wrong(Engine):
    """Gives a row too many, or fails."""

    name = "wrong"

    def __init__(self, inner: Engine, failure: Exception | None = None) -> None:
        self.inner = inner
        self.failure = failure

    def load(self, people: People) -> None:
        raise NotImplementedError

    def run(self, text: str, parameters: object) -> list[tuple[object, ...]]:
        if self.failure is not None:
            raise self.failure
        return [*self.inner.run(text, parameters), ("more",)]  # type: ignore[arg-type]

    def close(self) -> None:
        raise NotImplementedError


def test_another_answer_has_no_times(people: People, embedded: Engine) -> None:
    engines = [embedded, _Wrong(embedded), _Wrong(embedded, KeyError("no such clause"))]
    timings = measure(_named("1 hop"), engines, people, repeat=2)
    assert [len(timing.warm) for timing in timings] == [2, 0, 0]
    assert (timings[1].refusal or "").startswith("differs: 6 rows")
    assert timings[2].refusal == "KeyError: 'no such clause'"
    cells = [cell.strip() for cell in table([(_named("1 hop"), timings)]).split("\n")[2].split("|")]
    assert cells[4:6] == [DIFFERS, NOTHING]


def test_what_makes_two_answers_the_same() -> None:
    plain, ordered, near = _named("1 hop"), _named("top-k"), _named("vector top-10")
    assert same(plain, [(1,), (2,)], [(2,), (1,)])
    assert not same(plain, [(1,), (1,)], [(1,)])
    assert not same(ordered, [(1,), (2,)], [(2,), (1,)])
    assert same(plain, [(0.1 + 0.2,)], [(0.3,)])
    assert not same(plain, [(1,)], [(1.5,)])
    assert same(near, [(1,), (2,)], [(1,), (9,)])
    assert not same(near, [(1,), (2,), (3,)], [(1,), (8,), (9,)])


def test_ratios_are_taken_pair_by_pair() -> None:
    found = ratio([1.0, 4.0, 9.0], [2.0, 4.0, 3.0])
    assert found is not None
    assert (found.least, found.median, found.most) == (0.5, 1.0, 3.0)
    assert ratio([], [1.0]) is None


def test_the_table_and_its_summary() -> None:
    statements = [_named("key lookup"), _named("top-k")]
    results = [
        (statement, [Timing("a", None, [0.002], [0.001]), Timing("b", None, [0.004], [other])])
        for statement, other in zip(statements, (0.002, 0.0001), strict=True)
    ]
    assert table(results) == (
        "| statement | kind | a cold, ms | to b cold | a warm, ms | to b warm |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n"
        "| key lookup | anchored | 2 | 0.5/0.5/0.5 | 1 | 0.5/0.5/0.5 |\n"
        "| top-k | whole graph | 2 | 0.5/0.5/0.5 | 1 | 10/10/10 |"
    )
    assert summary(results)[1] == (
        "to b, warm: geometric mean 2.2 of 2 statements, ahead on 1; worst 10 (top-k); without "
        "whole-graph scans and vectors: geometric mean 0.5, worst 0.5 (key lookup)"
    )


def test_the_command_prints_a_table_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["--nodes", "50", "--repeat", "1", "--only", "hop", "--engine", "embedded:"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    assert list(tmp_path.iterdir()) == []
    lines = done.stdout.splitlines()
    assert lines[0] == "| statement | kind | embedded cold, ms | embedded warm, ms |"
    assert [line.split("|")[1].strip() for line in lines[2:5]] == ["1 hop", "2 hops", "3 hops"]


@pytest.fixture(scope="module")
def cells() -> list[Code]:
    return python_cells(SAMPLE)


def test_the_sample_page_as_python_gives_what_the_page_shows(cells: list[Code]) -> None:
    page = read_page(SAMPLE)
    shown = [cell.expected.text for cell in page.cells if cell.expected is not None]
    given = [code.output for code in cells]
    assert len(given) == len(page.cells)
    tables = [text for text in shown if text.startswith(("|", "error"))]
    assert set(tables) <= set(given)


def test_notebooks_and_documents_run_and_are_true(
    tmp_path: Path, cells: list[Code], capsys: pytest.CaptureFixture[str]
) -> None:
    write_notebooks(tmp_path / "notebooks", cells, 2)
    write_documents(tmp_path / "documents", cells, 2)
    first, second = sorted((tmp_path / "notebooks").iterdir())
    assert first.read_text("utf-8") == second.read_text("utf-8")
    names: dict[str, object] = {}
    for cell in json.loads(first.read_text("utf-8"))["cells"]:
        exec(cell["source"], names)
        assert capsys.readouterr().out == "".join(each["text"] for each in cell["outputs"])
    text = (tmp_path / "documents" / "page0001.md").read_text("utf-8")
    blocks = [each.partition("```")[0] for each in text.split("```python\n")[1:]]
    assert len(blocks) == len(cells) + 1
    for block in blocks:
        exec(block, names)


def test_pages_are_run_by_each_tool() -> None:
    arguments = ["--pages", "2", "--others", "1", "--repeat", "1"]
    done = CliRunner().invoke(pages_main, arguments)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == "| tool | pages a second | runner is so many times as quick |"
    names = [line.split("|")[1].strip() for line in lines[2:5]]
    assert names == ["runner", "runner -j 2", "pytest with our plugin"]
    assert re.fullmatch(
        r"2 pages in one process: at most \d+\.\d MB; 1 pages: \d+\.\d MB", lines[-1]
    )


def test_a_page_that_is_not_true_is_not_timed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```cypher cell=a\nRETURN 1 AS x\n```\n\n```table\n0 rows\n```\n", "utf-8")
    with pytest.raises(RuntimeError, match=r"runner ended with 1:\n(.*\n)*1 page.* 1 failed"):
        run(tools(2)[0], tmp_path)
    done = CliRunner().invoke(overhead_main, ["--repeat", "1", str(page)])
    assert done.exit_code == 1
    assert done.output == f"Error: {page}: failed\n"


def test_the_time_of_the_engine_is_told_from_the_rest() -> None:
    plain = DatabaseSession.run, EmbeddedSession.run, gc.get_threshold()
    done = CliRunner().invoke(overhead_main, ["--repeat", "1"])
    assert done.exit_code == 0, done.output
    found = re.fullmatch(
        r"tool-call-provenance\.md, 22 cells: (\S+) ms a cell, of which (\S+) are not the "
        r"engine's: (\S+) to read the page; (\S+) with what is done around a statement\n",
        done.output,
    )
    assert found is not None, done.output
    whole, own, reading, more = (float(numbers.split("/")[1]) for numbers in found.groups())
    assert whole > more > own > reading > 0
    assert plain == (DatabaseSession.run, EmbeddedSession.run, gc.get_threshold())


def test_the_start_of_the_command_is_compared(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```cypher cell=a\nRETURN 1 AS x\n```\n", "utf-8")
    done = CliRunner().invoke(start_main, ["--repeat", "1", str(page)])
    assert done.exit_code == 0, done.output
    ratio = r"\d+\.\d\d/\d+\.\d\d/\d+\.\d\d times"
    assert re.fullmatch(
        f'runner --version: {ratio} python -c "import click"\n'
        f'runner check page\\.md: {ratio} python -c "import markdown_it, yaml, click"\n',
        done.output,
    )
    page.write_text("```cypher cell=a\nRETURN\n```\n", "utf-8")
    done = CliRunner().invoke(start_main, ["--repeat", "1", str(page)])
    assert done.output.endswith(f"Error: -m runner check {page} ended with 1\n")


def test_an_engine_that_is_not_known_is_named() -> None:
    with pytest.raises(ValueError, match=r"no engine is known by 'other:'; there are: embedded, "):
        open_engine("other:")
    assert "bolt" in ENGINES


def test_every_kind_of_statement_is_there() -> None:
    assert {statement.kind for statement in STATEMENTS} == set(Kind)
    random = Random(1)
    people = generate(20)
    for statement in STATEMENTS:
        assert statement.parameters(people, random) is not None


def _named(name: str) -> Statement:
    return next(statement for statement in STATEMENTS if statement.name == name)
