"""The parts of the Bolt engine that need no server."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from runner.engines.bolt_constraints import Constraint, violated
from runner.engines.bolt_databases import OwnDatabase, drop_leftovers
from runner.engines.bolt_positions import Places
from runner.engines.bolt_server import may_create_databases, version_of
from runner.engines.bolt_session import _names_version
from runner.engines.bolt_state import Contents, Lock, Mark, key_of
from runner.engines.bolt_worker import StillRunning, Worker
from runner.errors import EngineFailure
from runner.folders import state_folder
from runner.source import Position

CONSTRAINTS = (
    Constraint("author_uq", "NODE_PROPERTY_UNIQUENESS", "NODE", "Author", ("name",)),
    Constraint("author_nn", "NODE_PROPERTY_EXISTENCE", "NODE", "Author", ("name",)),
    Constraint("author_key", "NODE_KEY", "NODE", "Author", ("name", "surname")),
    Constraint("author_type", "NODE_PROPERTY_TYPE", "NODE", "Author", ("name",)),
    Constraint("wrote_nn", "RELATIONSHIP_PROPERTY_EXISTENCE", "RELATIONSHIP", "WROTE", ("at",)),
    Constraint("wrote_type", "RELATIONSHIP_PROPERTY_TYPE", "RELATIONSHIP", "WROTE", ("at",)),
    Constraint("wrote_key", "RELATIONSHIP_KEY", "RELATIONSHIP", "WROTE", ("id",)),
    Constraint("old", "UNIQUENESS", "NODE", "Old", ("x",)),
    Constraint("odd", "NODE_KEY", "NODE", "a`b", ("p` = 1, `q",)),
)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("Node(0) with label `Author` must have the property `name`", "author_nn"),
        ("Node(0) with label `Author` must have the properties (`name`, `surname`)", "author_key"),
        ("Node(3) already exists with label `Author` and property `name` = 'x'", "author_uq"),
        (
            "Node(3) already exists with label `Author` and properties `name` = \n, `surname` = 1",
            "author_key",
        ),
        (
            "Node(9) with label `Author` required the property `name` to be of type `STRING`, …",
            "author_type",
        ),
        ("Relationship(0) with type `WROTE` must have the property `at`", "wrote_nn"),
        ("Relationship(0) with type `WROTE` must have the property `id`", "wrote_key"),
        (
            "Relationship(9) with type `WROTE` required the property `at` to be of type `DATE`, …",
            "wrote_type",
        ),
        ("Relationship(4) already exists with type `WROTE` and property `id` = 1", "wrote_key"),
        ("Node(4) already exists with label `Old` and property `x` = 1", "old"),
        ("Node(4) already exists with label `a`b` and property `p` = 1, `q` = 1", "odd"),
        ("Node(4) already exists with label `Other` and property `x` = 1", None),
        ("Cannot delete node<24>, because it still has relationships.", None),
    ],
)
def test_a_message_is_about_one_constraint(message: str, name: str | None) -> None:
    assert violated(message, CONSTRAINTS) == name


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("RETURN 1", False),
        ("CYPHER 5 RETURN 1", True),
        ("// one\n/* two */ cypher 25 RETURN 1", True),
        ("EXPLAIN CYPHER 25 RETURN 1", True),
        ("CYPHER planner=cost RETURN 1", False),
        ("CYPHER planner=cost runtime=slotted CYPHER 5 RETURN 1", True),
        ("PROFILE CYPHER runtime = slotted EXPLAIN CYPHER 5 RETURN 1", True),
        ("MATCH (cypher) RETURN 5", False),
        ("CYPHER", False),
        ("CYPHER x", False),
        ("RETURN 'CYPHER 5", False),
    ],
)
def test_a_version_of_its_own_is_seen(statement: str, named: bool) -> None:
    assert _names_version(statement) is named


def test_places_lose_the_prefix_on_the_first_line_only() -> None:
    places = Places("RETURN foo", "CYPHER 25 ")
    assert places.position({"offset": 17, "line": 1, "column": 18}) == Position(7, 1, 8)
    assert places.position(None) is None
    message = 'no foo (line 1, column 18 (offset: 17))\n"CYPHER 25 RETURN foo"\n                  ^'
    assert places.message(message) == (
        'no foo (line 1, column 8 (offset: 7))\n"RETURN foo"\n        ^'
    )
    assert places.message("no place") == "no place"
    several = Places("RETURN\n foo", "CYPHER 25 ")
    assert several.message("no (line 2, column 2 (offset: 18))") == (
        "no (line 2, column 2 (offset: 8))"
    )
    assert several.message("several (line 0, column 0 (offset: 10))") == (
        "several (line 0, column 0 (offset: 0))"
    )


def test_places_are_counted_in_characters() -> None:
    places = Places("😀a😀b", "")
    found = [places.position({"offset": offset}) for offset in (0, 2, 3, 5, 6)]
    assert [place.offset for place in found if place] == [0, 1, 2, 3, 4]


def test_versions_are_numbers() -> None:
    assert version_of("2026.08.1") == (2026, 8, 1)
    assert version_of("5.26-aura") == (5, 26)
    assert version_of("5.27.0-drop03.0") == (5, 27, 0)


def test_a_job_can_be_left_behind() -> None:
    release = threading.Event()
    worker = Worker()
    assert worker.call(lambda: 1, 5) == 1
    with pytest.raises(ZeroDivisionError):
        worker.call(lambda: 1 // 0, 5)
    started = time.monotonic()
    with pytest.raises(StillRunning):
        worker.call(release.wait, 0.05)
    assert time.monotonic() - started < 3
    assert worker.busy
    with pytest.raises(EngineFailure, match="an earlier call to the server has not ended"):
        worker.call(lambda: 2, 1)
    release.set()
    assert worker.settle(5)
    assert worker.call(lambda: 3, 5) == 3
    worker.stop()


def test_a_lock_is_held_by_one(tmp_path: Path) -> None:
    first, second = Lock(tmp_path / "a" / "x.lock"), Lock(tmp_path / "a" / "x.lock")
    assert first.take()
    assert not second.take()
    first.release()
    assert second.take()
    second.release()


def test_a_mark_says_what_was_left(tmp_path: Path) -> None:
    mark = Mark(tmp_path / "new" / "x.json")
    assert mark.read() == ()
    mark.write(Contents(1, 2, 3, 4))
    assert mark.read() == (Contents(1, 2, 3, 4),)
    mark.write(Contents(1, 2, 3, 4), Contents(2, 2, 3, 4))
    assert mark.read() == (Contents(1, 2, 3, 4), Contents(2, 2, 3, 4))
    for text in ('{"contents": [{"nodes": 1, "others": 2}]}', '{"contents": {"nodes": 1}}', "{"):
        mark.path.write_text(text)
        assert mark.read() == ()
    mark.remove()
    mark.remove()
    assert not mark.path.exists()


def test_a_database_made_anew_has_another_key() -> None:
    assert key_of("a", "2026-01-01") != key_of("a", "2026-01-02")
    assert key_of("a", "2026-01-01") == key_of("a", "2026-01-01")


def test_the_state_folder_follows_the_platform(tmp_path: Path) -> None:
    assert state_folder({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "cypher-pages"
    assert state_folder({"XDG_STATE_HOME": "relative"}) == state_folder({})
    assert state_folder({}).is_absolute()


class FakeLink:
    """A server that knows databases, and writes down what it is told."""

    def __init__(self, *databases: str, refuses: str = "") -> None:
        self.databases = {"neo4j", "system", *databases}
        self.said: list[str] = []
        self.refuses = refuses

    def control(self, function: Any, database: str | None, seconds: float | None = None) -> Any:
        assert database == "system"
        return function(self)

    def rows(self, statement: str, database: str | None, **parameters: Any) -> list[list[Any]]:
        assert (statement, database) == ("SHOW DATABASES YIELD name", "system")
        return [[name] for name in sorted(self.databases)]

    def forget_schema(self, database: str) -> None:
        self.said.append(f"forget {database}")

    def run(self, query: Any, parameters: Any = None) -> FakeResult:
        text = str(query)
        if self.refuses and text.startswith(self.refuses):
            raise EngineFailure("refused")
        self.said.append(text)
        return FakeResult()


class FakeResult:
    """A result without rows."""

    def __iter__(self) -> Any:
        return iter(())

    def consume(self) -> None:
        """Nothing is left."""


@pytest.fixture
def marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "cypher-pages" / "databases"


def test_a_page_has_a_database_of_its_own_on_enterprise(marks: Path) -> None:
    link = FakeLink()
    own = OwnDatabase(link)  # type: ignore[arg-type]
    own.enter()
    assert own.name.startswith("cypher-pages-")
    assert [path.name for path in marks.glob("*.json")] == [f"{own.name}.json"]
    own.leave()
    assert link.said == [
        f"CREATE DATABASE `{own.name}` WAIT",
        f"DROP DATABASE `{own.name}` IF EXISTS DESTROY DATA WAIT",
        f"forget {own.name}",
    ]
    assert list(marks.iterdir()) == []


def test_a_database_that_is_refused_leaves_no_mark(marks: Path) -> None:
    own = OwnDatabase(FakeLink(refuses="CREATE DATABASE"))  # type: ignore[arg-type]
    with pytest.raises(EngineFailure):
        own.enter()
    assert list(marks.glob("*.json")) == []


def test_a_database_that_cannot_be_dropped_keeps_its_mark(marks: Path) -> None:
    own = OwnDatabase(FakeLink(refuses="DROP DATABASE"))  # type: ignore[arg-type]
    own.enter()
    with pytest.raises(EngineFailure):
        own.leave()
    assert [path.stem for path in marks.glob("*.json")] == [own.name]


def test_databases_of_killed_runs_are_dropped_and_no_others(marks: Path) -> None:
    killed, living, elsewhere = (f"cypher-pages-{letter * 16}" for letter in ("a", "b", "c"))
    for name in (killed, living, elsewhere):
        Mark(marks / f"{name}.json").write(Contents())
    alive = Lock(marks / f"{living}.lock")
    assert alive.take()
    link = FakeLink(killed, living, "cypher-pages-somebodys")
    drop_leftovers(link)  # type: ignore[arg-type]
    assert link.said == [f"DROP DATABASE `{killed}` IF EXISTS DESTROY DATA WAIT"]
    assert sorted(path.stem for path in marks.glob("*.json")) == [living, elsewhere]
    alive.release()


class FakeRights:
    """A session that answers with privileges, as (access, action)."""

    def __init__(self, *rows: tuple[str, str]) -> None:
        self.found = rows

    def run(self, query: Any, parameters: Any = None) -> FakeRights:
        assert str(query).startswith("SHOW USER PRIVILEGES")
        return self

    def __iter__(self) -> Any:
        return (FakeRecord(row) for row in self.found)

    def consume(self) -> None:
        """Nothing is left."""


class FakeRecord:
    def __init__(self, row: tuple[str, str]) -> None:
        self.row = row

    def values(self) -> list[str]:
        return list(self.row)


@pytest.mark.parametrize(
    ("rows", "may"),
    [
        ((), True),
        ((("GRANTED", "access"), ("GRANTED", "match")), False),
        ((("GRANTED", "dbms_actions"),), True),
        ((("GRANTED", "create_database"), ("GRANTED", "drop_database")), True),
        ((("GRANTED", "database_management"), ("DENIED", "drop_database")), False),
    ],
)
def test_privileges_say_whether_pages_have_databases(
    rows: tuple[tuple[str, str], ...], may: bool
) -> None:
    assert may_create_databases(FakeRights(*rows)) is may
