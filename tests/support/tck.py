"""Runs the openCypher TCK: reads its features, expands outlines, takes every kind of step.

What Neo4j answers to the cases that expect an error comes from ``neo4j-errors.tsv``: its code and
its phase, compile time being where an EXPLAIN of the same text fails too. Where Neo4j answers
otherwise than the TCK demands (``neo4j-results.tsv`` says under which version of Cypher),
``tests/conformance/tck_on_neo4j.json`` holds what it was seen to answer, values in the notation of
the TCK, and the case is judged by that.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler
from gherkin.token_scanner import TokenScanner

from runner.errors import EngineError
from tests.support.tck_values import comparable, parse_tck_value

if TYPE_CHECKING:
    from runner.engines.base import Engine, Session
    from runner.result import Result

STATEMENT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario, or one row of an outline's examples."""

    feature: str
    name: str
    steps: tuple[Mapping[str, Any], ...]

    @property
    def area(self) -> str:
        """The folders that its feature is in, as ``clauses/match``."""
        return self.feature.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class ExpectedError:
    """How Neo4j fails: the last two parts of the code, and whether already when compiling."""

    code: str
    gql_status: str
    compile_time: bool


def read_cases(tck: Path) -> Iterator[Case]:
    """All cases below `tck`, outlines expanded; an example's name ends in ``#`` and its number."""
    for path in sorted((tck / "features").rglob("*.feature")):
        document = Parser().parse(TokenScanner(path.read_text("utf-8").replace("\r\n", "\n")))
        feature = path.relative_to(tck / "features").as_posix()
        pickles = Compiler().compile({**document, "uri": feature})
        seen: Counter[str] = Counter()
        for pickle in pickles:
            name = pickle["name"]
            if len(pickle["astNodeIds"]) > 1:
                seen[pickle["astNodeIds"][0]] += 1
                name += f" #{seen[pickle['astNodeIds'][0]]}"
            yield Case(feature, name, tuple(pickle["steps"]))


def read_errors(tck: Path, language: str) -> dict[tuple[str, str], ExpectedError]:
    """Neo4j's error of each case that expects one, by feature and name."""
    return {
        (row["feature"], row["scenario"]): ExpectedError(
            row[f"code {language}"],
            row[f"gqlstatus {language}"],
            row[f"phase {language}"] == "compile time",
        )
        for row in _read_table(tck / "neo4j-errors.tsv")
    }


def _read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


ON_NEO4J = Path(__file__).parents[1] / "conformance" / "tck_on_neo4j.json"


def read_answers(tck: Path, language: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Neo4j's answer to each case that it answers otherwise than the TCK, by feature and name.

    Either an error's ``code``, ``gql_status`` and first line of its ``message``, all at compile
    time, or ``columns`` and ``rows`` in their order, without side effects.
    """
    differs = {
        (row["feature"], row["scenario"])
        for row in _read_table(tck / "neo4j-results.tsv")
        if row[f"cypher{language}"] == "differs"
    }
    entries = json.loads(ON_NEO4J.read_text("utf-8"))
    found = {(entry["feature"], entry["case"]): entry for entry in entries}
    return {case: entry for case, entry in found.items() if case in differs}


class TckRunner:
    """Runs cases in one version of Cypher on an engine, each on an empty database of its own."""

    def __init__(self, engine: Engine, tck: Path, language: str = "25") -> None:
        self.engine = engine
        self.language = language
        self.graphs = tck / "graphs"
        self.errors = read_errors(tck, language)
        self.answers = read_answers(tck, language)

    def problems(self, case: Case) -> list[str]:
        """What is wrong with the engine's answers in `case`; nothing when it passes."""
        with self.engine.scratch(self.language) as session:
            return _CaseRun(self, session, case).run()


class _CaseRun:
    def __init__(self, runner: TckRunner, session: Session, case: Case) -> None:
        self.runner = runner
        self.session = session
        self.case = case
        self.answer = runner.answers.get((case.feature, case.name))
        self.found: list[str] = []
        self.parameters: dict[str, Any] = {}
        self.query = ""
        self.result: Result | None = None
        self.error: EngineError | None = None
        self.before: dict[str, set[Any]] = {}
        self.after: dict[str, set[Any]] = {}

    def run(self) -> list[str]:
        for step in self.case.steps:
            text = step["text"].strip().rstrip("#").strip()
            argument = step.get("argument", {})
            document = argument.get("docString", {}).get("content", "")
            table = [
                [cell["value"] for cell in row["cells"]]
                for row in argument.get("dataTable", {}).get("rows", [])
            ]
            if self._prepare(text, document, table):
                continue
            if self.answer is not None:
                self._judge_by(self.answer)
                break
            self._judge(text, table)
            if self.found:
                break
        return self.found

    def _prepare(self, text: str, document: str, table: list[list[str]]) -> bool:
        """Take a step that sets up or executes; False for one that expects something."""
        if text in ("an empty graph", "any graph"):
            return True
        if graph := re.fullmatch(r"the (\S+) graph", text):
            self._load_graph(graph[1])
        elif text.startswith("there exists a procedure "):
            self._register_procedure(text.removeprefix("there exists a procedure "), table)
        elif text == "having executed:":
            self._set_up(f"CYPHER 5 {document}")
        elif text == "parameters are:":
            self.parameters = {name: parse_tck_value(value) for name, value in table}
        elif text in ("executing query:", "executing control query:"):
            self._execute(document)
        else:
            return False
        return True

    def _load_graph(self, name: str) -> None:
        folder = self.runner.graphs / name
        for script in json.loads((folder / f"{name}.json").read_text("utf-8"))["scripts"]:
            for statement in (folder / f"{script}.cypher").read_text("utf-8").split(";"):
                if statement.strip():
                    self._set_up(statement)

    def _set_up(self, statement: str) -> None:
        try:
            self.session.run(statement, self.parameters, timeout=STATEMENT_SECONDS)
        except EngineError as error:
            self.found.append(f"the set-up fails: {_brief(error)}")

    def _register_procedure(self, signature: str, table: list[list[str]]) -> None:
        register = getattr(self.session, "register_table_procedure", None)
        if register is None:
            self.found.append("this engine takes no procedures")
            return
        rows = [[parse_tck_value(cell) for cell in row] for row in table[1:]]
        register(signature.rstrip(": "), rows)

    def _execute(self, query: str) -> None:
        self.query, self.result, self.error = query, None, None
        self.before = self._snapshot()
        try:
            self.result = self.session.run(query, self.parameters, timeout=STATEMENT_SECONDS)
        except EngineError as error:
            self.error = error
        self.after = self._snapshot()

    def _snapshot(self) -> dict[str, set[Any]]:
        nodes: set[Any] = set()
        labels: set[Any] = set()
        properties: set[Any] = set()
        for identity, names, entries in self.session.run(
            "MATCH (n) RETURN elementId(n), labels(n), properties(n)"
        ).rows:
            nodes.add(identity)
            labels.update(names)  # type: ignore[arg-type]
            properties.update((identity, k, comparable(v)) for k, v in entries.items())  # type: ignore[union-attr]
        relationships = set()
        for identity, entries in self.session.run(
            "MATCH ()-[r]->() RETURN elementId(r), properties(r)"
        ).rows:
            relationships.add(identity)
            properties.update((identity, k, comparable(v)) for k, v in entries.items())  # type: ignore[union-attr]
        return {
            "nodes": nodes,
            "relationships": relationships,
            "labels": labels,
            "properties": properties,
        }

    def _judge(self, text: str, table: list[list[str]]) -> None:
        if text.startswith("the result should be"):
            self._judge_rows(text, table)
        elif text in ("no side effects", "the side effects should be:"):
            self._judge_side_effects(table)
        elif re.fullmatch(r"an? \S+ should be raised at (compile time|runtime|any time): .*", text):
            self._judge_error()
        else:
            raise AssertionError(f"unknown TCK step: {text!r}")

    def _judge_by(self, answer: dict[str, Any]) -> None:
        """Judge by what Neo4j was seen to answer."""
        if "code" not in answer:
            self._judge_rows("the result should be, in order", [answer["columns"], *answer["rows"]])
            self._judge_side_effects([])
            return
        expected = [answer[key] for key in ("code", "gql_status", "message")]
        if self.error is None:
            self.found.append(f"no error, expected {expected}")
            return
        message = self.error.message.splitlines()[0]
        if [self.error.code, self.error.gql_status, message] != expected:
            self.found.append(f"{_brief(self.error)}, expected {expected}")
        elif not self._fails_to_compile():
            self.found.append(f"{_brief(self.error)} not at compile time")

    def _judge_rows(self, text: str, table: list[list[str]]) -> None:
        if self.result is None:
            self.found.append(f"an error: {_brief(self.error)}")
            return
        if text == "the result should be empty":
            if self.result.rows:
                self.found.append(f"{len(self.result.rows)} rows where none are expected")
            return
        any_list_order = "ignoring element order for lists" in text
        columns = table[0]
        if sorted(columns) != sorted(self.result.columns):
            self.found.append(f"columns {self.result.columns}, expected {columns}")
            return
        order = [self.result.columns.index(column) for column in columns]
        expected = [
            tuple(comparable(parse_tck_value(c), any_list_order=any_list_order) for c in row)
            for row in table[1:]
        ]
        actual = [
            tuple(comparable(row[at], any_list_order=any_list_order) for at in order)
            for row in self.result.rows
        ]
        agree = expected == actual if ", in order" in text else Counter(expected) == Counter(actual)
        if not agree:
            self.found.append(f"rows {self.result.rows[:4]!r}, expected {table[1:5]}")

    def _judge_side_effects(self, table: list[list[str]]) -> None:
        expected = {name: int(count) for name, count in table if int(count)}
        actual = {}
        for name in self.before:
            for sign, entries in (
                ("+", self.after[name] - self.before[name]),
                ("-", self.before[name] - self.after[name]),
            ):
                if entries:
                    actual[sign + name] = len(entries)
        if expected != actual:
            self.found.append(f"side effects {actual}, expected {expected}")

    def _judge_error(self) -> None:
        expected = self.runner.errors[self.case.feature, self.case.name]
        if self.error is None:
            self.found.append(f"no error, expected {expected.code}")
            return
        agrees = self.error.code.endswith("." + expected.code)
        if not agrees or self.error.gql_status != expected.gql_status:
            wanted = f"{expected.code} [{expected.gql_status}]"
            self.found.append(f"{_brief(self.error)}, expected {wanted}")
        elif self._fails_to_compile() != expected.compile_time:
            phase = "compile time" if expected.compile_time else "run time"
            self.found.append(f"{_brief(self.error)} not at {phase}")

    def _fails_to_compile(self) -> bool:
        try:
            self.session.run(f"EXPLAIN {self.query}", self.parameters)
        except EngineError:
            return True
        return False


def _brief(error: EngineError | None) -> str:
    if error is None:
        return "nothing was run"
    return f"{error.code} [{error.gql_status}] {error.message.splitlines()[0]}"
