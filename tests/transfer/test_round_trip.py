"""A graph that is exported and imported is the same, in both formats and through the command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runner.engines.base import Session
from runner.engines.registry import connect
from runner.errors import UsageError
from runner.transfer import script
from runner.transfer.lines import read_lines, write_lines
from runner.transfer.script import run_script, write_script
from runner.transfer.whole import Whole, read_whole
from runner.values import Node, Value
from tests.durable.test_reopening import VALUES
from tests.support.worked import PROJECT

SCHEMA = [
    "CREATE CONSTRAINT `a key` FOR (p:Person) REQUIRE (p.a, p.`b c`) IS NODE KEY",
    "CREATE CONSTRAINT FOR ()-[k:KNOWS]-() REQUIRE k.since IS :: DATE | LIST<STRING NOT NULL>",
    "CREATE INDEX ages FOR (p:Person) ON (p.age)",
    "CREATE CONSTRAINT present FOR (p:Person) REQUIRE p.a IS NOT NULL",
    "CREATE TEXT INDEX FOR (p:Person) ON (p.text)",
    "CREATE POINT INDEX FOR (p:Person) ON (p.place)",
    "CREATE FULLTEXT INDEX words FOR (n:Person|Dog) ON EACH [n.text, n.name]",
    (
        "CREATE VECTOR INDEX near FOR (n:Person) ON (n.v) OPTIONS {indexConfig: "
        "{`vector.dimensions`: 2, `vector.similarity_function`: 'cosine'}}"
    ),
    "CREATE LOOKUP INDEX mine FOR ()-[r]-() ON EACH type(r)",
]
DATA = [
    "CREATE (:Z:A:`odd ``label`), ({}), (:Person {z: 1, a: 2, `b c`: 3, text: 'x;y // \\n'})",
    (
        "MATCH (p:Person) CREATE (p)-[:KNOWS {since: date('2020-02-02')}]->(p), "
        "(p)<-[:`odd type`]-(:Dog), (p)-[:KNOWS]->(:Dog)"
    ),
    "MATCH (n:Z) SET n:Late REMOVE n:A SET n:A",
]


def fill(session: Session, values: dict[str, Value]) -> None:
    session.run("DROP INDEX index_f7700477")
    for statement in SCHEMA:
        session.run(statement)
    for statement in DATA:
        session.run(statement)
    session.run("CREATE (n:Values) SET n = $values", {"values": values})
    session.run("MATCH (n:Values) CREATE (n)-[r:R]->(n) SET r = $values", {"values": values})


def shown(whole: Whole) -> tuple[Any, ...]:
    """All but ids, whose order stays; orders of labels and properties are part of it."""
    places = {node.id: place for place, node in enumerate(whole.nodes)}
    return (
        [(node.labels, repr(list(node.properties.items()))) for node in whole.nodes],
        [
            (r.type, places[r.start], places[r.end], repr(list(r.properties.items())))
            for r in whole.relationships
        ],
        whole.schema,
    )


def writable(values: dict[str, Value]) -> dict[str, Value]:
    """What Cypher can write: no bytes, and no half of a surrogate pair."""
    return {
        key: value.replace("\ud800", "") if isinstance(value, str) else value
        for key, value in values.items()
        if not isinstance(value, bytes)
    }


Copy = Callable[[Whole, Session], object]
COPIES: dict[str, Copy] = {
    "cypher": lambda whole, to: run_script(to, "".join(write_script(whole))),
    "jsonl": lambda whole, to: read_lines(to, "".join(write_lines(whole)).splitlines(True)),
}


@pytest.mark.parametrize("most", [500, 0], ids=["one statement", "many statements"])
@pytest.mark.parametrize("form", COPIES)
def test_a_copy_is_the_same(form: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "MOST_IN_ONE", most)
    values = VALUES if form == "jsonl" else writable(VALUES)
    with connect() as engine, engine.scratch() as source, engine.scratch() as target:
        fill(source, values)
        whole = read_whole(source)
        COPIES[form](whole, target)
        copied = read_whole(target)
        assert shown(copied) == shown(whole)
        assert "imported node" not in repr(copied)


@pytest.mark.parametrize("form", COPIES)
def test_a_large_graph_goes_in_batches(form: str) -> None:
    with connect() as engine, engine.scratch() as source, engine.scratch() as target:
        source.run(
            "UNWIND range(1, 1500) AS n CREATE (:N {n: n}) WITH count(*) AS done "
            "MATCH (a:N), (b:N {n: a.n % 700 + 1}) WHERE a.n < 1200 CREATE (a)-[:R {n: a.n}]->(b)"
        )
        whole = read_whole(source)
        COPIES[form](whole, target)
        assert shown(read_whole(target)) == shown(whole)


def test_nodes_are_numbered_only_where_relationships_need_it() -> None:
    with connect() as engine, engine.scratch() as session:
        session.run("CREATE (:Alone {n: 1}), (:A)-[:R {d: date('2020-01-01')}]->(:B)")
        session.run("CREATE INDEX i FOR (a:A) ON (a.x)")
        whole = read_whole(session)
    assert "".join(write_script(whole)) == (
        "CREATE\n"
        "  (:Alone {n: 1}),\n"
        "  (n1:A),\n"
        "  (n2:B),\n"
        '  (n1)-[:R {d: date("2020-01-01")}]->(n2);\n'
        "CREATE RANGE INDEX `i` FOR (n:`A`) ON (n.`x`);\n"
    )
    assert "".join(write_lines(whole)) == (
        '{"type": "graph", "format": 1}\n'
        '{"type": "node", "labels": ["Alone"], "properties": {"n": 1}}\n'
        '{"type": "node", "id": 1, "labels": ["A"], "properties": {}}\n'
        '{"type": "node", "id": 2, "labels": ["B"], "properties": {}}\n'
        '{"type": "relationship", "name": "R", "start": 1, "end": 2, '
        '"properties": {"d": {"$date": "2020-01-01"}}}\n'
        '{"type": "schema", "statement": "CREATE RANGE INDEX `i` FOR (n:`A`) ON (n.`x`)"}\n'
    )


@pytest.mark.parametrize(
    ("value", "what"), [(b"\x00", "bytes"), (["a", "\udc00"], "half of a surrogate pair")]
)
def test_what_cypher_cannot_write(value: Value, what: str) -> None:
    whole = Whole([Node(0, "4::0", (), {"raw": value})], [], [])
    with pytest.raises(UsageError) as caught:
        list(write_script(whole))
    assert str(caught.value) == (
        f"the property raw holds {what}, which no expression of Cypher makes; lines of JSON can "
        "hold it: --format jsonl"
    )


HEADER = '{"type": "graph", "format": 1}'


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1: this is no graph: the first line names type and format"),
        (["CREATE ()"], "line 1: this is no JSON: Expecting value: line 1 column 1 (char 0)"),
        (["{}"], "line 1: this line lacks something: 'type'"),
        (['{"type": "node", "labels": [], "properties": {}}'], "line 1: this is no graph: "),
        (['{"type": "graph", "format": 2}'], "line 1: this graph is in format 2, of a later "),
        ([HEADER, '{"type": "edge"}'], "line 2: there is no type 'edge' of lines"),
        ([HEADER, '{"type": "node", "labels": []}'], "line 2: this line lacks something: "),
        ([HEADER, '{"type": "node", "labels": [], "properties": {"d": {"$date": "soon"}}}'],
         'line 2: "soon" is no date: Text cannot be parsed to a Date'),
        ([HEADER, '{"type": "relationship", "name": "R", "start": 1, "end": 1, "properties": {}}'],
         "line 2: no node above has the id 1"),
        ([HEADER, *['{"type": "node", "id": 1, "labels": [], "properties": {}}'] * 2],
         "line 3: there is a node with the id 1 already"),
        ([HEADER, '{"type": "node", "labels": [], "properties": {"m": [[1]]}}'],
         "line 2: Neo.ClientError.Statement.TypeError: Collections containing collections "),
    ],
)  # fmt: skip
def test_lines_that_are_wrong(lines: list[str], message: str) -> None:
    with connect() as engine, engine.scratch() as session:
        good = '{"type": "node", "labels": ["Good"], "properties": {}}'
        given = [*lines[:1], good, *lines[1:]] if lines[:1] == [HEADER] else lines
        with pytest.raises(UsageError) as caught:
            read_lines(session, given)
        shifted = str(caught.value)
        if given is not lines and "Collections" not in message:
            number = int(message.split(":")[0].split()[1])
            message = message.replace(f"line {number}", f"line {number + 1}", 1)
        assert shifted.startswith(message)
        assert session.run("MATCH (n) RETURN n").rows == []


def test_a_statement_that_fails_is_named_by_its_line() -> None:
    with connect() as engine, engine.scratch() as session:
        with pytest.raises(UsageError) as caught:
            run_script(session, "CREATE (:A);\n\n// a comment\nCREATE (:B {x: 1 / 0});\n")
        assert str(caught.value) == (
            "line 4: the statement that starts here failed: "
            "Neo.ClientError.Statement.ArithmeticError: / by zero"
        )
        with pytest.raises(UsageError, match="this is no script: "):
            run_script(session, "CREATE (:A {x: 'open})")


def runner(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runner", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={"PYTHONPATH": str(PROJECT), "PATH": ""},
    )


def test_the_commands(tmp_path: Path) -> None:
    (tmp_path / "in.cypher").write_text("CREATE (:A {t: 'ü'})-[:R]->(:B);\n", "utf-8")
    done = runner(tmp_path, "import", "in.cypher", "--engine", "embedded:g")
    assert (done.returncode, done.stdout, done.stderr) == (0, "in.cypher: statements 1\n", "")
    done = runner(tmp_path, "export", "--engine", "embedded:g", "-o", "out.jsonl")
    assert done.stdout == "out.jsonl: nodes 2, relationships 1, statements of schema 0\n"
    done = runner(tmp_path, "import", "out.jsonl", "--engine", "embedded:h")
    assert done.stdout == "out.jsonl: nodes 2, relationships 1, schema 0\n"
    for place in ("g", "h"):
        done = runner(tmp_path, "export", "--engine", f"embedded:{place}")
        assert done.stdout == 'CREATE\n  (n0:A {t: "ü"}),\n  (n1:B),\n  (n0)-[:R]->(n1);\n'

    done = runner(tmp_path, "import", "out.jsonl", "--engine", "embedded:h")
    assert (done.returncode, done.stderr) == (
        2,
        (
            "runner: there is something in this database already; to add to it all the same, use "
            "--add\n"
        ),
    )
    done = runner(tmp_path, "import", "out.jsonl", "--engine", "embedded:h", "--add")
    assert done.returncode == 0
    done = runner(tmp_path, "export", "--engine", "embedded:typo")
    assert (done.returncode, done.stderr) == (
        3,
        "runner: the engine failed: typo: there is no such file\n",
    )
    assert not (tmp_path / "typo").exists()
    done = runner(tmp_path, "export", "--engine", "embedded:g", "-o", "g")
    assert (done.returncode, done.stderr) == (
        2,
        "runner: the graph is not written to g: it is a database\n",
    )
    done = runner(tmp_path, "export", "--engine", "embedded:g", "-o", "/dev/stdout")
    assert done.stdout.startswith('CREATE\n  (n0:A {t: "ü"}),\n')
    for arguments in (["export"], ["import", "out.jsonl"]):
        done = runner(tmp_path, *arguments)
        assert done.returncode == 2
        assert "--engine embedded:FILE" in done.stderr
