"""What goes wrong with a server: exit 3 within the configured time, and what to check.

Never a hang, never the page's fault; only a statement that outlives its time is an errored cell.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import runner
from runner.engines.bolt_session import MOST_ROWS
from runner.errors import EngineFailure
from runner.execute import RunOptions, read_page, run_page
from runner.outcome import Outcome
from tests.support import neo4j_server
from tests.support.proxy import Impostor, proxy_to

PROJECT = Path(__file__).resolve().parents[2]
TLS = Path(__file__).parent / "tls"

SLOW = "UNWIND range(1, 100000000) AS a UNWIND range(1, 1000) AS b RETURN count(a + b) AS n"
TRUE = "```cypher cell=one\nRETURN 1 AS x\n```\n"
WRITES = "```cypher cell=writes\nUNWIND range(1, 50) AS i CREATE (:A {i: i})-[:T]->(:B)\n```\n\n"
SLOWLY = f"{WRITES}```cypher cell=slow\n{SLOW}\n```\n"


def check(folder: Path, page: str, *options: str, **environment: str) -> tuple[int, str]:
    """The exit status and all output of ``runner check`` on one page, in its own process."""
    started = start_check(folder, page, *options, **environment)
    output, _ = started.communicate(timeout=120)
    return started.returncode, output


def start_check(
    folder: Path, page: str, *options: str, **environment: str
) -> subprocess.Popen[str]:
    (folder / "page.md").write_text(page, "utf-8")
    return subprocess.Popen(
        [sys.executable, "-m", "runner", "check", "page.md", *options],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "NO_COLOR": "1", **environment},
    )


def nodes_at(url: str) -> int:
    """How many nodes the server's database holds."""
    with runner.connect(url, timeout=60) as engine, engine.session() as session:
        [[count]] = session.run("MATCH (n) RETURN count(n) AS n").rows
        assert isinstance(count, int)
        return count


def await_slow_statement(url: str, run: subprocess.Popen[str]) -> None:
    """Wait until the slow statement of a run is at work, by asking the server."""
    show = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS $text RETURN count(*)"
    with runner.connect(url, timeout=60) as engine, engine.session() as session:
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            # This statement holds the text as a parameter, so it does not find itself.
            if session.run(show, {"text": "UNWIND range(1, 100000000)"}).rows != [(0,)]:
                return
            if run.poll() is not None:
                break
            time.sleep(0.05)
    run.kill()
    output, _ = run.communicate()
    raise AssertionError(f"the slow statement never ran: {output}")


def tls(connection: socket.socket) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / "localhost.crt", TLS / "localhost.key")
    with context.wrap_socket(connection, server_side=True) as wrapped:
        wrapped.recv(1)


def http(connection: socket.socket) -> None:
    connection.recv(100)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    connection.close()


def closes(connection: socket.socket) -> None:
    connection.close()


held: list[socket.socket] = []

IMPOSTORS: dict[str, tuple[Callable[[socket.socket], None], str, str]] = {
    "a server that says nothing": (held.append, "bolt", "did not answer within 2 s"),
    "a port of HTTP": (http, "bolt", "what listens there does not speak Bolt"),
    "a port that closes": (closes, "bolt", "it closed the connection"),
    "a certificate that nobody signed": (
        tls,
        "bolt+s",
        "its certificate is not trusted (self-signed certificate)",
    ),
    "the same with routing": (tls, "neo4j+s", "its certificate is not trusted"),
    "no encryption where it is wanted": (closes, "bolt+s", "it does not speak TLS there"),
}


@pytest.mark.parametrize("title", IMPOSTORS)
def test_what_is_no_neo4j_is_named(title: str, tmp_path: Path) -> None:
    greet, scheme, message = IMPOSTORS[title]
    impostor = Impostor(greet)
    url = f"{scheme}://127.0.0.1:{impostor.port}"
    started = time.monotonic()
    status, output = check(tmp_path, TRUE, "--engine", url, "--connect-timeout", "2")
    impostor.close()
    assert status == 3, output
    assert f"cannot connect to Neo4j at {url}" in output
    assert message in output
    assert "Traceback" not in output
    assert time.monotonic() - started < 30


def test_nothing_listens(tmp_path: Path) -> None:
    url = f"bolt://127.0.0.1:{neo4j_server.free_port()}"
    status, output = check(tmp_path, TRUE, "--engine", url)
    assert status == 3
    assert output == (
        f"runner: the engine failed: cannot connect to Neo4j at {url}: nothing listens there; "
        "check that the server runs and that host and port are right; for one that is still "
        "starting there is --wait SECONDS\n"
    )


def test_there_is_no_such_host(tmp_path: Path) -> None:
    status, output = check(tmp_path, TRUE, "--engine", "neo4j://nowhere.invalid")
    assert status == 3
    assert "cannot connect to Neo4j at neo4j://nowhere.invalid:7687: no such host" in output


def test_waiting_has_an_end(tmp_path: Path) -> None:
    url = f"bolt://127.0.0.1:{neo4j_server.free_port()}"
    started = time.monotonic()
    status, output = check(tmp_path, TRUE, "--engine", url, "--wait", "2")
    assert status == 3
    assert "(waited 2 s)" in output
    assert 2 <= time.monotonic() - started < 30


def test_there_is_no_such_database(neo4j_url: str, tmp_path: Path) -> None:
    status, output = check(tmp_path, TRUE, "--engine", neo4j_url, "--database", "nowhere")
    assert status == 3
    assert f"there is no database 'nowhere' at {neo4j_url}; check --database" in output


def in_the_middle(url: str, tmp_path: Path, spoil: Callable[[], None]) -> tuple[int, str, float]:
    """Check a page through `url` and spoil things while its slow statement runs."""
    started = start_check(tmp_path, SLOWLY, "--engine", url, "--connect-timeout", "8")
    await_slow_statement(url, started)
    begun = time.monotonic()
    spoil()
    output, _ = started.communicate(timeout=90)
    return started.returncode, output, time.monotonic() - begun


@pytest.mark.parametrize("how", ["cut", "reset"])
def test_the_connection_goes_in_the_middle(neo4j_url: str, tmp_path: Path, how: str) -> None:
    with proxy_to(neo4j_url) as proxy:
        status, output, took = in_the_middle(proxy.url, tmp_path, getattr(proxy, how))
        assert status == 3, output
        assert f"the connection to Neo4j at {proxy.url} was lost" in output
        assert "Traceback" not in output
        assert took < 40
    tidy_up(neo4j_url)


def test_the_server_falls_silent_in_the_middle(neo4j_url: str, tmp_path: Path) -> None:
    page = SLOWLY.replace("cell=slow", "cell=slow timeout=4")
    with proxy_to(neo4j_url) as proxy:
        started = start_check(tmp_path, page, "--engine", proxy.url, "--connect-timeout", "8")
        await_slow_statement(neo4j_url, started)
        begun = time.monotonic()
        proxy.silence()
        output, _ = started.communicate(timeout=90)
        assert started.returncode == 3, output
        assert f"Neo4j at {proxy.url} has not answered for 8 s" in output
        assert time.monotonic() - begun < 50
    tidy_up(neo4j_url)


def test_the_connection_is_cut_within_a_result(neo4j_url: str, tmp_path: Path) -> None:
    with proxy_to(neo4j_url) as proxy, runner.connect(proxy.url, timeout=20) as engine:
        session = engine.session()
        proxy.cut_after = 200_000
        with pytest.raises(EngineFailure, match="was lost"):
            session.run("UNWIND range(1, 1000000) AS x RETURN x, toString(x) AS y")
        session.close()
        assert proxy.cut_after is not None
        assert proxy.cut_after < 0


def test_a_result_of_millions_of_rows_is_refused(neo4j_url: str) -> None:
    with runner.connect(neo4j_url) as engine, engine.scratch() as session:
        session.run("CREATE (:A)")
        with pytest.raises(EngineFailure) as caught:
            session.run("UNWIND range(1, 100000000) AS x RETURN x", timeout=600)
    assert str(caught.value) == (
        f"a statement gave more than {MOST_ROWS:,} rows from Neo4j at {neo4j_url}; it was stopped "
        "(give it a LIMIT)"
    )
    assert nodes_at(neo4j_url) == 0


def test_a_statement_that_outlives_its_time_is_an_errored_cell(
    neo4j_url: str, tmp_path: Path
) -> None:
    page = SLOWLY.replace("cell=slow", "cell=slow timeout=1")
    status, output = check(tmp_path, page, "--engine", neo4j_url)
    assert status == 1
    assert "cell slow: errored: the cell did not end within 1 s and was stopped" in output
    assert nodes_at(neo4j_url) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_leaves_the_database_empty(
    neo4j_url: str, tmp_path: Path, number: signal.Signals
) -> None:
    started = start_check(tmp_path, SLOWLY, "--engine", neo4j_url)
    await_slow_statement(neo4j_url, started)
    started.send_signal(number)
    output, _ = started.communicate(timeout=90)
    assert started.returncode == 128 + number, output
    assert "interrupted; what is known so far" in output
    assert "Traceback" not in output
    assert nodes_at(neo4j_url) == 0


def test_a_run_that_was_killed_is_cleared_by_the_next(neo4j_url: str, tmp_path: Path) -> None:
    kill_in_the_middle(neo4j_url, tmp_path)
    assert nodes_at(neo4j_url) == 100
    assert check(tmp_path, TRUE, "--engine", neo4j_url)[0] == 0
    assert nodes_at(neo4j_url) == 0


def test_what_came_after_a_killed_run_is_not_touched(neo4j_url: str, tmp_path: Path) -> None:
    kill_in_the_middle(neo4j_url, tmp_path)
    with runner.connect(neo4j_url) as engine, engine.session() as session:
        session.run("CREATE (:Somebody)")
    status, output = check(tmp_path, TRUE, "--engine", neo4j_url)
    assert status == 3
    assert "is not empty: it holds 101 nodes, 50 relationships." in output
    assert "A run of runner was killed here, but this is not what it left behind." in output
    assert nodes_at(neo4j_url) == 101
    assert check(tmp_path, TRUE, "--engine", neo4j_url, "--wipe", "neo4j")[0] == 0
    assert nodes_at(neo4j_url) == 0


def kill_in_the_middle(url: str, tmp_path: Path) -> None:
    """Kill a run outright while its slow statement runs, and await the end of that statement."""
    started = start_check(tmp_path, SLOWLY, "--engine", url)
    await_slow_statement(url, started)
    started.kill()
    started.communicate()
    tidy_up(url, wipe=False)


def tidy_up(url: str, *, wipe: bool = True) -> None:
    """End what a broken connection left running on the server, and what it left there."""
    show = "SHOW TRANSACTIONS YIELD transactionId, currentQuery WHERE currentQuery CONTAINS $text"
    with runner.connect(url, timeout=60) as engine, engine.session() as session:
        text = {"text": "UNWIND range(1, 100000000)"}
        for _ in range(100):
            found = [row[0] for row in session.run(f"{show} RETURN transactionId", text).rows]
            if not found:
                break
            session.run("TERMINATE TRANSACTIONS $ids", {"ids": list(found)})
            time.sleep(0.1)
    if wipe:
        with runner.connect(url, wipe="neo4j") as engine:
            engine.scratch().close()


@pytest.fixture(scope="module")
def starting_server(neo4j_url: str) -> Iterator[neo4j_server.Server]:
    """A server with logins that has only just been started. The last test kills it."""
    server = neo4j_server.start(settings={"dbms.security.auth_enabled": "true"})
    yield server
    server.stop()


PASSWORD = "correct-horse-battery"


def test_a_server_that_starts_is_waited_for_and_logins_are_judged(
    starting_server: neo4j_server.Server, tmp_path: Path
) -> None:
    url = starting_server.url
    status, output = check(tmp_path, TRUE, "--engine", url, "--wait", "120")
    assert status == 3
    assert f"Neo4j at {url} wants a login: name the user with --user" in output

    login = ("--engine", url, "--user", "neo4j")
    status, output = check(tmp_path, TRUE, *login)
    assert status == 2
    assert "no password for the user neo4j: put it into NEO4J_PASSWORD" in output

    status, output = check(tmp_path, TRUE, *login, NEO4J_PASSWORD="not-this-secret")
    assert status == 3
    assert f"Neo4j at {url} refuses the login of 'neo4j'; check the user and the pass" in output
    assert "not-this-secret" not in output

    status, output = check(tmp_path, TRUE, *login, NEO4J_PASSWORD="neo4j")
    assert status == 3
    assert "wants the user 'neo4j' to change the password first" in output

    change_password(url)
    (tmp_path / "password").write_text(f"{PASSWORD}\n", "utf-8")
    status, output = check(tmp_path, TRUE, *login, "--password-file", "password")
    assert (status, output.splitlines()[-1]) == (0, "1 page, 1 cell: 1 passed")

    status, output = check(
        tmp_path,
        TRUE,
        "--engine",
        "neo4j",
        NEO4J_URI=url.replace("bolt:", "neo4j:"),
        NEO4J_USERNAME="neo4j",
        NEO4J_PASSWORD=PASSWORD,
        NEO4J_DATABASE="neo4j",
    )
    assert (status, output.splitlines()[-1]) == (0, "1 page, 1 cell: 1 passed")


def change_password(url: str) -> None:
    """Give the user a password of its own, unless an earlier test did."""
    from neo4j import GraphDatabase
    from neo4j.exceptions import AuthError

    with contextlib.suppress(AuthError), GraphDatabase.driver(url, auth=("neo4j", "neo4j")) as d:
        d.execute_query(
            "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $new",
            {"new": PASSWORD},
            database_="system",
        )


def test_a_server_that_is_killed_in_the_middle(
    starting_server: neo4j_server.Server, tmp_path: Path
) -> None:
    path = tmp_path / "page.md"
    path.write_text(SLOWLY, "utf-8")
    url = starting_server.url
    starting_server.await_start()
    change_password(url)
    with runner.connect(url, user="neo4j", password=PASSWORD, timeout=20) as engine:
        threading.Timer(5, starting_server.kill).start()
        started = time.monotonic()
        outcome = run_page(read_page(path), engine, RunOptions())
    assert outcome.outcome is Outcome.ENGINE_FAILURE
    assert outcome.exit_code == 3
    assert outcome.reason is not None
    assert f"the connection to Neo4j at {url} was lost" in outcome.reason
    assert [cell.outcome for cell in outcome.cells] == [Outcome.PASSED, Outcome.NOT_RUN]
    assert time.monotonic() - started < 60
