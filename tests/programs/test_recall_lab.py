"""The Recall Lab: what it shows, to whom, and what it holds a browser to."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import subprocess
import sys
import threading
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import pytest
from agent_memory import Draft, Memory, Recall
from recall_lab import Lab, fill, words
from recall_lab.demo import ABOUT, SCOPE

import runner
from tests.programs.conftest import environment_of_programs
from tests.programs.pages import page_of, rows_of
from tests.programs.test_agent_memory import trace_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

QUESTION = "net revenue in APAC last month"
HOSTILE = "<script>document.title = 'taken'</script> revenue & \"more\""


@pytest.fixture
def memory() -> Iterator[Memory]:
    """The example's, in memory."""
    with runner.connect("embedded:") as engine:
        made = Memory(engine, dimensions=4)
        fill(made)
        yield made


@pytest.fixture
def lab(memory: Memory) -> Iterator[Lab]:
    with Lab(memory, words, about=ABOUT, deadline=60.0) as running:
        yield running


class Cells(HTMLParser):
    """The texts of the rows of a table, and every tag of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data


def ask(
    lab: Lab, path: str = "/", *, method: str = "GET", host: str | None = None
) -> tuple[http.client.HTTPResponse, str]:
    """One request, as a program may send it, with the text of the answer."""
    connection = http.client.HTTPConnection(urlsplit(lab.url).netloc, timeout=60)
    try:
        connection.request(method, path, headers={} if host is None else {"Host": host})
        response = connection.getresponse()
        return response, response.read().decode()
    finally:
        connection.close()


def found(lab: Lab, question: str, scope: str = SCOPE) -> str:
    """The page for a question."""
    response, text = ask(lab, f"/?q={quote(question)}&scope={quote(scope)}")
    assert response.status == 200
    return text


def test_the_example_shows_the_four_candidates_of_the_talk(url: str) -> None:
    """On each engine; with rank, score, type, scope, pinned, and why."""
    with runner.connect(url) as engine:
        memory = Memory(engine, dimensions=4)
        fill(memory)
        fill(memory)  # a second time changes nothing
        recalled = memory.recall(words(QUESTION), SCOPE, deadline=60.0)
        assert trace_of(recalled) == rows_of(page_of("recall"), "trace")
        with Lab(memory, words, deadline=60.0) as lab:
            rows = Cells(found(lab, QUESTION)).rows
    assert rows[0] == [
        "Rank", "Memory", "Score", "Type", "Scope", "Status", "Pinned", "Why", "Sources"
    ]  # fmt: skip
    assert [row[:8] for row in rows[1:]] == [
        ["#1", "Net revenue excludes refunds", "0.60", "definition", "this project", "active",
         "pinned", "pinned comes first"],
        ["#2", "Report APAC in USD at the month-end rate", "0.80", "rule", "this project",
         "active", "no", "active, in scope"],
        ["Dropped", "Revenue = sum of order amount", "0.86", "definition", "this project",
         "superseded", "no", "now: Net revenue excludes refunds"],
        ["Dropped", "Revenue includes sales tax", "0.84", "definition", "another team", "active",
         "no", "belongs to tax"],
    ]  # fmt: skip


def test_an_empty_page_has_a_form_and_no_table(lab: Lab) -> None:
    response, text = ask(lab)
    assert response.status == 200
    assert ABOUT in text
    assert "<table" not in text
    assert re.search(r'<label for="q">Question</label>\n<input id="q" name="q"', text)
    assert f'<option value="{SCOPE}" selected>' in text


def test_what_is_shown_is_text(memory: Memory, lab: Lab) -> None:
    """Of memories, sources, scopes, and of the question: no tag comes from outside."""
    memory.scope('"><b>', "project")
    memory.source("Doc", "<i>", "2026-11-01T08:00:00Z")
    memory.commit(
        Draft("x", HOSTILE, "<u>", '"><b>', "<i>", "x", "2026-11-01T08:00:00Z", [1, 0, 0, 0])
    )
    text = found(lab, f"{HOSTILE} net revenue", '"><b>')
    page = Cells(text)
    assert {"script", "b", "i", "u"}.isdisjoint(page.tags)
    assert [page.rows[1][column] for column in (1, 3, 8)] == [HOSTILE, "<u>", "<i>"]
    assert "&lt;script&gt;document.title = &#x27;taken&#x27;" in text


def test_a_contradiction_comes_with_its_warning(memory: Memory, lab: Lab) -> None:
    memory.commit(
        Draft("x", "Report APAC in USD at the daily rate", "rule", SCOPE, "chat-11", "agent",
              "2026-11-03T09:02:00Z", [0.768, 0.28, 0.576, 0.0])
    )  # fmt: skip
    rows = Cells(found(lab, QUESTION)).rows
    assert [(row[0], row[7]) for row in rows[2:4]] == [
        ("#2", "warning: contradicted contradicted by: Report APAC in USD at the daily rate"),
        ("#3", "warning: contradicted contradicted by: Report APAC in USD at the month-end rate"),
    ]


def test_what_is_blocked_is_not_shown(memory: Memory, lab: Lab) -> None:
    memory.refuse("months", "(?i).*month-end.*", "a month")
    text = found(lab, QUESTION)
    assert "month-end" not in text
    (row,) = [row for row in Cells(text).rows if row[7] == "blocked: a month"]
    assert row[:2] == ["Dropped", "withheld: its text matches a blocked pattern"]


def test_a_question_that_cannot_be_asked_says_why(
    lab: Lab, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    alert = r'<p class="alert" role="alert">([^<]*)</p>'
    told = re.findall(alert, found(lab, "Who am I?"))
    assert told[0].startswith("The demonstration knows these words only: amount, apac, ")
    for path, fault in (
        (f"/?q={'revenue+' * 200}", "A question may have 1,000 characters at most."),
        ("/?q=revenue&scope=emea", "There is no scope &#x27;emea&#x27;."),
    ):
        response, text = ask(lab, path)
        assert (response.status, re.findall(alert, text)) == (400, [fault])
    monkeypatch.setattr(memory, "recall", lambda *_, **__: Recall(failure="it took too long"))
    told = re.findall(alert, found(lab, QUESTION))
    assert told == ["The agent goes on without memory: it took too long."]


def test_an_embedding_that_fails_is_told(memory: Memory, caplog: pytest.LogCaptureFixture) -> None:
    """A model of the user's is out of reach, or gives another number of numbers."""

    def fail(_question: str) -> list[float]:
        raise ConnectionError("no model at <here>")

    with Lab(memory, fail) as lab:
        text = found(lab, QUESTION)
    assert "The embedding could not be made: ConnectionError: no model at &lt;here&gt;" in text
    assert [each.levelname for each in caplog.records] == ["ERROR"]
    with Lab(memory, lambda _question: [1.0]) as lab:
        assert "the embedding has 1 numbers, and the index 4" in found(lab, QUESTION)


def test_an_engine_that_is_gone_is_told(lab: Lab, memory: Memory) -> None:
    memory._engine.close()
    response, text = ask(lab, "/?q=revenue")
    assert response.status == 502
    assert 'role="alert"' in text


@pytest.mark.parametrize(
    ("path", "method", "host", "status"),
    [
        ("/", "GET", None, 200),
        ("/?q=revenue", "GET", None, 200),
        ("/style.css", "GET", None, 200),
        ("/favicon.ico", "GET", None, 204),
        ("/other", "GET", None, 404),
        ("/../../etc/passwd", "GET", None, 404),
        (f"/?{'x=1&' * 30}", "GET", None, 400),
        ("x://[", "GET", None, 400),
        ("/", "POST", None, 405),
        ("/", "HEAD", None, 405),
        ("/", "PUT", None, 405),
        ("/", "DELETE", None, 405),
        ("/", "OPTIONS", None, 405),
        ("/", "BREW", None, 405),
        ("/", "GET", "attacker.example", 421),
        ("/", "GET", "127.0.0.1", 421),
        ("/?q=revenue", "GET", "attacker.example:80", 421),
    ],
)
def test_each_answer_holds_the_browser_to_the_same(
    lab: Lab, path: str, method: str, host: str | None, status: int
) -> None:
    """Nothing but its own style is loaded, nothing is kept, nobody frames it."""
    response, text = ask(lab, path, method=method, host=host)
    assert response.status == status
    assert response.headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Allow"] == ("GET" if status == 405 else None)
    assert response.headers["Server"].strip() == "recall-lab"
    assert ("Net revenue" in text) == (path.startswith("/?q") and status == 200)


def test_its_other_name_is_localhost(lab: Lab) -> None:
    port = urlsplit(lab.url).port
    assert ask(lab, host=f"LOCALHOST:{port}")[0].status == 200


@pytest.mark.parametrize("hosts", [(), ("{0}", "attacker.example"), ("attacker.example", "{0}")])
def test_a_request_names_its_host_once(lab: Lab, hosts: tuple[str, ...]) -> None:
    authority = urlsplit(lab.url).netloc
    connection = http.client.HTTPConnection(authority, timeout=60)
    connection.putrequest("GET", "/", skip_host=True)
    for host in hosts:
        connection.putheader("Host", host.format(authority))
    connection.endheaders()
    assert connection.getresponse().status == 421
    connection.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.10", "example.com", "", "10.0.0.1"])
def test_it_listens_on_this_machine_alone(memory: Memory, host: str) -> None:
    with pytest.raises(ValueError, match=f"listens on this machine alone.* not on '{host}'"):
        Lab(memory, words, host=host)


def test_it_listens_on_the_other_loopback(memory: Memory) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"this machine has no ::1: {error}")
    with Lab(memory, words, host="::1", deadline=60.0) as lab:
        assert lab.url.startswith("http://[::1]:")
        assert ask(lab)[0].status == 200


def test_it_closes_though_somebody_holds_a_connection_open(memory: Memory) -> None:
    before = set(threading.enumerate())
    lab = Lab(memory, words)
    port = urlsplit(lab.url).port
    assert port is not None
    with socket.create_connection(("127.0.0.1", port), timeout=60) as idle:
        assert ask(lab)[0].status == 200
        lab.close()
        assert idle.recv(1) == b""
    assert set(threading.enumerate()) == before
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=60)


def test_the_command_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "recall_lab", f"embedded:{tmp_path / 'lab.graph'}", "--demo"]
    with subprocess.Popen(
        [*command, "--port", "0"],
        env=environment_of_programs(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        connection.request("GET", "/?q=revenue")
        assert "Net revenue excludes refunds" in connection.getresponse().read().decode()
        connection.close()
        process.send_signal(signal.SIGTERM)
        assert (process.wait(60), process.stderr.read()) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (("embedded:", "--demo", "--host", "0.0.0.0"), 1, "and not on '0.0.0.0'"),
        (("embedded:",), 2, "give either --demo, or both --embed and --dimensions"),
        (
            ("embedded:", "--embed", "nowhere:f", "--dimensions", "3"),
            1,
            "'nowhere:f' names no function",
        ),
        (("sqlite:", "--demo"), 1, "no engine is known by the URL 'sqlite:'"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(
    command: Callable[..., subprocess.CompletedProcess[str]],
    arguments: tuple[str, ...],
    status: int,
    text: str,
) -> None:
    done = command("recall_lab", *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert text in done.stderr
