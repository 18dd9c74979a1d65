"""An agent gets on without its memory, in time, whatever the engine does."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Any

import pytest
from agent_memory import Draft, Memory, Recall, recalling
from agent_memory.patterns import pattern_fault

import runner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.engines.base import Session

QUESTION = [1.0, 0.0, 0.0, 0.0]


class OddEngine:
    """An engine that does what it is told when a session is opened on it, or a statement run.

    It is none of `runner`'s: recall is to need nothing of an engine but to be asked.
    """

    def __init__(self) -> None:
        self.on_session: Callable[[], None] = lambda: None
        self.on_run: Callable[[], None] = lambda: None
        self._inner = runner.connect("embedded:")

    def session(self, language: str = "25") -> Session:
        """A session that runs `on_run` first."""
        self.on_session()
        inner = self._inner.session(language)
        run = inner.run

        def odd_run(*arguments: Any, **named: Any) -> Any:
            self.on_run()
            return run(*arguments, **named)

        inner.run = odd_run  # type: ignore[method-assign]
        return inner

    def close(self) -> None:
        """Close what is behind it."""
        self._inner.close()


@pytest.fixture
def odd() -> Iterator[OddEngine]:
    engine = OddEngine()
    yield engine
    engine.close()


@pytest.fixture
def memory(odd: OddEngine) -> Memory:
    made = Memory(odd, dimensions=4)  # type: ignore[arg-type]
    made.scope("apac", "project")
    return made


@pytest.fixture
def hanging() -> Iterator[threading.Event]:
    """What hangs waits for this; it is set when the test is over."""
    event = threading.Event()
    yield event
    event.set()
    for thread in threading.enumerate():
        if thread.name == "recall":
            thread.join(60)


@pytest.mark.parametrize("place", ["on_session", "on_run"])
def test_an_engine_that_hangs_is_not_waited_for(
    odd: OddEngine, memory: Memory, hanging: threading.Event, place: str
) -> None:
    """The answer is here while the engine still hangs."""
    setattr(odd, place, hanging.wait)
    found = memory.recall(QUESTION, "apac", deadline=0.05)
    assert not hanging.is_set()
    assert found == Recall(failure="recall took longer than 0.05 s")
    # The next one, on an engine that is well again, is whole.
    setattr(odd, place, lambda: None)
    assert memory.recall(QUESTION, "apac", deadline=60.0).failure is None


def test_what_hangs_does_not_pile_up(
    odd: OddEngine, memory: Memory, hanging: threading.Event
) -> None:
    """After eight that hang the next is not begun; once they are over, one is."""
    odd.on_run = hanging.wait  # type: ignore[assignment]
    for _ in range(8):
        memory.recall(QUESTION, "apac", deadline=0.01)
    waiting = [each for each in threading.enumerate() if each.name == "recall"]
    assert len(waiting) == 8
    found = memory.recall(QUESTION, "apac", deadline=60.0)
    assert found.failure == "8 earlier requests still wait for the database"
    hanging.set()
    for each in waiting:
        each.join(60)
    assert memory.recall(QUESTION, "apac", deadline=60.0).failure is None


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (runner.EngineFailure("the server is gone"), "the server is gone"),
        (runner.EngineError("Neo.X.Y.Z", "50N42", "no such index"), "no such index"),
        (
            runner.EngineError("Neo.ClientError.Transaction.TransactionTimedOut", "25N14", "late"),
            "recall took longer than 60 s",
        ),
        (AttributeError("rows"), "AttributeError: rows"),
        (OSError("broken pipe"), "OSError: broken pipe"),
    ],
)
def test_an_engine_that_fails_gives_the_reason(
    odd: OddEngine, memory: Memory, error: Exception, reason: str
) -> None:
    def fail() -> None:
        raise error

    odd.on_run = fail
    assert memory.recall(QUESTION, "apac", deadline=60.0) == Recall(failure=reason)


def test_a_fault_of_the_program_is_logged(
    odd: OddEngine, memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    """It stops no agent, but somebody is to find it; what an engine says is not its fault."""

    def fail() -> None:
        raise KeyError("similarity")

    odd.on_run = fail
    memory.recall(QUESTION, "apac", deadline=60.0)
    (told,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert told.message == "recall failed in a way that it should not"
    assert told.exc_info is not None
    assert told.exc_info[0] is KeyError


def test_a_caller_is_told_of_an_embedding_that_is_not_right(memory: Memory) -> None:
    with pytest.raises(ValueError, match="the embedding has 2 numbers, and the index 4"):
        memory.recall([1.0, 0.0], "apac")


def test_an_engine_that_is_at_work_is_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement that would take hours ends by itself, too, and the engine goes on."""
    with runner.connect("embedded:") as engine:
        memory = Memory(engine, dimensions=4)
        endless = "UNWIND range(1, 1000000000) AS x WITH sum(x) AS s RETURN s, $embedding, $scope"
        with monkeypatch.context() as patch:
            patch.setattr(recalling, "_RECALL", endless)
            found = memory.recall(QUESTION, "apac", deadline=0.2)
        assert found == Recall(failure="recall took longer than 0.2 s")
        for each in threading.enumerate():
            if each.name == "recall":
                each.join(60)
                assert not each.is_alive()
        assert memory.recall(QUESTION, "apac", deadline=60.0) == Recall()


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("(a+)+$", "it repeats (+) what holds repetitions or alternatives itself"),
        ("(a|a)*b", "it repeats (*) what holds repetitions or alternatives itself"),
        ("(?:x(a?)){20}", "it repeats ({20}) what holds repetitions or alternatives itself"),
        ("((a*))*", "it repeats (*) what holds repetitions or alternatives itself"),
        ("(?i)(?<n>.*,){2,}", "it repeats ({2,}) what holds repetitions or alternatives itself"),
        ("a{1,9}{1,}", "it repeats ({1,}) what holds repetitions or alternatives itself"),
        (".*a.*b.*c.*", "it has 4 repetitions, and 3 are the most"),
        (r"(?i).*\b(password|api key)\b.*", None),
        (r".*\b\d{16}\b.*", None),
        (r".*(\d{4} ?){4}.*", "it repeats ({4}) what holds repetitions or alternatives itself"),
        (r".*(\d{4}[ -]){4}.*", None),
        (r"[+*(]+\(a\)*", None),
        (r"\Q(a+)+\E.*", None),
        (r"[]a+]*(x)+", None),
        (r"\p{Lu}+x", None),
        ("{x}", None),
        (")+", None),
    ],
)
def test_a_pattern_that_may_take_forever_is_not_accepted(
    memory: Memory, pattern: str, fault: str | None
) -> None:
    if fault is None:
        assert pattern_fault(pattern) is None
        return
    with pytest.raises(ValueError, match=re.escape(f"may take longer than anyone waits: {fault}")):
        memory.refuse("slow", pattern, "x")


def test_a_pattern_that_may_take_forever_is_not_tried(odd: OddEngine, memory: Memory) -> None:
    """Somebody else has put it there: tried on this text, it would hold up the whole process."""
    memory.source("Doc", "doc-1", "2026-09-01T08:00:00Z")
    memory.add(
        Draft("m-1", f"{'a' * 60}!", "x", "apac", "doc-1", "x", "2026-09-01T08:00:00Z", QUESTION)
    )
    with odd.session("25") as session:
        session.run("CREATE (:BlockedPattern {id: 'slow', pattern: '(a+)+$', reason: 'x'})")
    found = memory.recall(QUESTION, "apac", deadline=60.0)
    assert found.failure == (
        "the blocked pattern 'slow' may take too long: "
        "it repeats (+) what holds repetitions or alternatives itself"
    )


def test_a_memory_has_a_text(memory: Memory) -> None:
    """And no book: each text is held against each blocked pattern."""
    for text in ("", " . ", "x" * 2001):
        bad = Draft("m-1", text, "x", "apac", "doc-1", "x", "2026-09-01T08:00:00Z", QUESTION)
        with pytest.raises(ValueError, match="a text of 2,000 characters at most, and has one"):
            memory.commit(bad)
