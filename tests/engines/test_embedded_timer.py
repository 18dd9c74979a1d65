"""The alarm that ends a statement of the embedded engine, beside alarms of others."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from typing import Any

import pytest

import runner
from runner.engines.alarm import held_handler
from runner.errors import StatementTimeout

needs_alarms = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no timers with signals"
)

HANGS = "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a|a)*b' AS x"
"""Backtracks for ever, in one call."""


@pytest.fixture
def alarms() -> Any:
    """A handler of somebody else's; gives an event that it sets."""
    rang = threading.Event()
    handler = signal.signal(signal.SIGALRM, lambda _number, _frame: rang.set())
    timer = signal.setitimer(signal.ITIMER_REAL, 0)
    yield rang
    signal.setitimer(signal.ITIMER_REAL, *timer)
    signal.signal(signal.SIGALRM, handler)


@needs_alarms
def test_a_timer_of_somebody_else_goes_on(alarms: threading.Event) -> None:
    signal.setitimer(signal.ITIMER_REAL, 1000, 500)
    with runner.connect() as engine, engine.session() as session:
        session.run("RETURN 1 AS x", timeout=30)
        left, interval = signal.getitimer(signal.ITIMER_REAL)
        assert 900 < left <= 1000
        assert interval == 500
        with pytest.raises(StatementTimeout):
            session.run("UNWIND range(1, 100000000) AS i RETURN count(i) AS n", timeout=0.05)
        assert 900 < signal.getitimer(signal.ITIMER_REAL)[0] < left
    assert not alarms.is_set()


@needs_alarms
def test_an_alarm_that_was_due_meanwhile_rings_afterwards(alarms: threading.Event) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    with (
        runner.connect() as engine,
        engine.session() as session,
        pytest.raises(StatementTimeout),
    ):
        session.run("UNWIND range(1, 100000000) AS i RETURN count(i) AS n", timeout=0.1)
    assert alarms.wait(10)


@needs_alarms
def test_without_another_timer_none_is_left(alarms: threading.Event) -> None:
    with runner.connect() as engine, engine.session() as session:
        session.run("RETURN 1 AS x", timeout=0.5)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert not alarms.is_set()


@needs_alarms
@pytest.mark.parametrize("handler", [signal.SIG_DFL, signal.SIG_IGN, lambda _number, _frame: None])
def test_the_handler_of_somebody_else_stays(alarms: threading.Event, handler: Any) -> None:
    signal.signal(signal.SIGALRM, handler)
    with runner.connect() as engine, engine.session() as session:
        session.run("RETURN 1 AS x", timeout=30)
        assert signal.getsignal(signal.SIGALRM) is handler
    assert not alarms.is_set()


@needs_alarms
def test_one_long_call_into_c_is_interrupted() -> None:
    with runner.connect() as engine, engine.session() as session:
        with pytest.raises(StatementTimeout, match=r"0\.05"):
            session.run(HANGS, timeout=0.05)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@needs_alarms
def test_an_alarm_between_the_statements_of_a_page_is_for_its_owner(
    alarms: threading.Event,
) -> None:
    with held_handler(), runner.connect() as engine, engine.session() as session:
        ours = signal.getsignal(signal.SIGALRM)
        session.run("RETURN 1 AS x", timeout=30)
        signal.raise_signal(signal.SIGALRM)
        assert alarms.is_set()
        with pytest.raises(StatementTimeout):
            session.run(HANGS, timeout=0.05)
        assert signal.getsignal(signal.SIGALRM) == ours
    assert signal.getsignal(signal.SIGALRM) != ours


@needs_alarms
def test_between_the_statements_of_a_page_an_alarm_nobody_waits_for_ends_the_process() -> None:
    program = "import signal\nfrom runner.engines.alarm import held_handler\n"
    program += "with held_handler():\n    signal.raise_signal(signal.SIGALRM)\n"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -14
