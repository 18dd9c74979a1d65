"""URLs of servers, logins, and that no password shows anywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import runner
from runner.engines.target import resolve
from runner.errors import UsageError

ENVIRONMENT = {
    "NEO4J_URI": "neo4j+s://example.org",
    "NEO4J_USERNAME": "ann",
    "NEO4J_PASSWORD": "s3cret",
    "NEO4J_DATABASE": "movies",
}


def test_neo4j_is_what_the_environment_names() -> None:
    target = resolve("neo4j", environment=ENVIRONMENT)
    assert (target.url, target.user, target.password, target.database) == (
        "neo4j+s://example.org",
        "ann",
        "s3cret",
        "movies",
    )
    assert target.address == "neo4j+s://example.org:7687"
    told = resolve("neo4j", user="bob", password="", database="x", environment=ENVIRONMENT)
    assert (told.user, told.password, told.database) == ("bob", "", "x")


def test_a_url_takes_no_login_from_the_environment_but_the_password_of_a_named_user() -> None:
    assert resolve("bolt://localhost:7777", environment=ENVIRONMENT).user is None
    assert resolve("bolt://localhost:7777", environment=ENVIRONMENT).password is None
    named = resolve("bolt://localhost:7777", user="ann", environment=ENVIRONMENT)
    assert named.password == "s3cret"
    assert named.database is None


def test_a_target_does_not_show_its_password() -> None:
    assert "s3cret" not in repr(resolve("neo4j", environment=ENVIRONMENT))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("bolt://localhost/movies", "a database is named with --database"),
        ("bolt://localhost:99999", "is malformed: Port out of range"),
        ("bolt://", "names no server; write it as bolt://HOST:7687"),
        ("bolt://localhost?policy=eu", "has a query, which only neo4j:// URLs may have"),
        ("http://localhost:7474", "no engine is known by the URL 'http://localhost:7474'"),
        ("neo4jj", "no engine is known by the URL 'neo4jj'"),
        ("embedded://graph.db", "without //, as embedded:graph.db or embedded:/graph.db"),
        ("embedded:///graph.db", "without //, as embedded:graph.db or embedded:/graph.db"),
        ("embedded://host:7/x", "the embedded engine is on no host"),
    ],
)
def test_urls_that_mean_no_server(url: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        runner.connect(url)
    assert message in str(caught.value)


@pytest.mark.parametrize("scheme", ["bolt", "neo4j+s", "bolt+ssc", "http"])
def test_a_login_in_a_url_is_refused_and_not_repeated(scheme: str) -> None:
    with pytest.raises(UsageError) as caught:
        runner.connect(f"{scheme}://ann:s3cret@localhost:7687")
    assert "s3cret" not in str(caught.value)
    assert "ann" not in str(caught.value)


def test_the_engine_neo4j_needs_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NEO4J_URI", raising=False)
    with pytest.raises(UsageError, match="NEO4J_URI is not set"):
        runner.connect("neo4j")


def test_the_embedded_engine_takes_no_login() -> None:
    with pytest.raises(UsageError, match="the embedded engine has no users"):
        runner.connect("embedded:", user="ann")


def test_without_the_driver_the_extra_is_named(tmp_path: Path) -> None:
    code = (
        "import sys, runner\n"
        "sys.modules['neo4j'] = None\n"
        "try:\n"
        "    runner.connect('bolt://localhost')\n"
        "except runner.UsageError as error:\n"
        "    print(error)\n"
    )
    project = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=project
    )
    assert done.stdout == (
        "a Neo4j server needs the driver, which is not installed: "
        "pip install 'cypher-pages[neo4j]'\n"
    )


def test_a_login_in_an_embedded_url_is_refused_and_not_shown() -> None:
    with pytest.raises(UsageError) as caught:
        runner.connect("embedded://ann:s3cret@host/graph.db")
    assert "s3cret" not in str(caught.value)
    assert "the embedded engine is on no host" in str(caught.value)
