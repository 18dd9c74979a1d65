"""What a run of pytest has one of: the engine, the options, and whose turn it is."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from runner.config import load_settings
from runner.engines.registry import connect
from runner.errors import EngineFailure, RunnerError
from runner.execute import RunOptions, read_page, run_page
from runner.outcome import ExitCode, Outcome
from runner.pytest_plugin.text import failure_text, reason_skipped
from runner.pytest_plugin.turns import Turns, turns_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike

    from runner.engines.base import Engine, Session
    from runner.outcome import PageOutcome
    from runner.page.model import Page

_SUITE: pytest.StashKey[Suite] = pytest.StashKey()


class EngineUnusable(Exception):
    """The engine could not be opened, or failed under a page: never the page's fault."""


class Suite:
    """The pages of one process: pytest's own, or one of its workers."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._url: str | None = config.getoption("runner_engine")
        self._emulate = bool(config.getoption("runner_emulate_enterprise"))
        given = {
            "timeout": config.getoption("runner_connect_timeout"),
            "wait": config.getoption("runner_wait"),
        }
        self._patience: dict[str, Any] = {
            name: seconds for name, seconds in given.items() if seconds is not None
        }
        self.strict = chosen(config, "runner_strict")
        self._engine: Engine | None = None
        self._failure: str | None = None
        self._turns: Turns = turns_of(config)

    def engine(self) -> Engine:
        """The engine, opened at first use. Raises `EngineUnusable`, always, once it cannot be."""
        if self._engine is None:
            self._engine = self._open()
        return self._engine

    def _open(self) -> Engine:
        if self._failure is not None:
            raise EngineUnusable(self._failure)
        try:
            settings = load_settings(self._config.rootpath)
            emulate = self._emulate or settings.emulate_enterprise
            url = self._url or settings.engine
            return connect(url, emulate_enterprise=emulate, **self._patience)
        except RunnerError as error:
            # Every further page would wait for the same server again.
            self._failure = str(error)
            raise EngineUnusable(self._failure) from None

    def engine_to_keep(self) -> Engine:
        """An engine that stays open to the end, for tests that hold on to it."""
        engine = self.engine()
        if not self._gives_way(engine):
            return engine
        kept = self._open()
        self._config.add_cleanup(kept.close)
        return kept

    def _gives_way(self, engine: Engine) -> bool:
        """Whether other workers want the one database that all scratch sessions have."""
        return self._turns.are_taken and not engine.capabilities.scratch_databases

    def run(self, path: Path, cell: str | None = None) -> PageOutcome:
        """Run the page at `path`, or all up to `cell` and judge that; paths are told as people
        read them.

        Raises `EngineUnusable`, and `KeyboardInterrupt` where the page was stopped by one.
        """
        page = read_page(path)
        engine = self.engine()
        options = RunOptions(strict=self.strict, cell=cell)
        with self._turn(engine):
            outcome = run_page(page, engine, options)
        if outcome.interrupted:
            raise KeyboardInterrupt
        if outcome.outcome is Outcome.ENGINE_FAILURE:
            self.close()
            raise EngineUnusable(outcome.reason or "the engine failed")
        return outcome._replace(path=self.shown(path))

    @contextmanager
    def scratch(self) -> Iterator[Session]:
        """A session on an empty database of its own. Raises `EngineUnusable`."""
        engine = self.engine()
        with self._turn(engine):
            try:
                session = engine.scratch()
            except EngineFailure as error:
                raise EngineUnusable(str(error)) from None
            with session:
                yield session

    @contextmanager
    def _turn(self, engine: Engine) -> Iterator[None]:
        if not self._gives_way(engine):
            yield
            return
        with self._turns.turn() as outermost:
            try:
                yield
            finally:
                if outermost:
                    # Until it is closed no other process gets the database.
                    self.close()

    def shown(self, path: Path) -> Path:
        """A path as people read it: from the folder where pytest was started, if it is there."""
        start = self._config.invocation_params.dir
        return path.relative_to(start) if path.is_relative_to(start) else path

    def close(self) -> None:
        """Let go of the engine; it is opened again where it is needed again."""
        if self._engine is not None:
            with suppress(EngineFailure):
                self._engine.close()
            self._engine = None


def chosen(config: pytest.Config, name: str) -> bool:
    """Whether a flag is given on the command line, or set in the ini-file."""
    return bool(config.getoption(name) or config.getini(name))


def suite_of(config: pytest.Config) -> Suite:
    """The suite of this process; its engine is closed when pytest ends."""
    if _SUITE not in config.stash:
        suite = Suite(config)
        config.stash[_SUITE] = suite
        config.add_cleanup(suite.close)
    return config.stash[_SUITE]


# The fixtures. A traceback would lead through our code, and could show what should not be seen.


def engine_of(config: pytest.Config) -> Engine:
    """The value of the fixture `runner_engine`."""
    try:
        return suite_of(config).engine_to_keep()
    except EngineUnusable as error:
        failure = _unusable(error)
    pytest.fail(failure, pytrace=False)


@contextmanager
def scratch_of(config: pytest.Config) -> Iterator[Session]:
    """The value of the fixture `runner_session`."""
    with ExitStack() as stack:
        failure = None
        try:
            session = stack.enter_context(suite_of(config).scratch())
        except EngineUnusable as error:
            failure = _unusable(error)
        if failure is not None:
            pytest.fail(failure, pytrace=False)
        yield session


def checker_of(config: pytest.Config) -> Callable[[str | PathLike[str]], None]:
    """The value of the fixture `runner_check`."""
    suite = suite_of(config)

    def check(path: str | PathLike[str]) -> None:
        """Fail the test unless the page is true, and skip it where the page is skipped."""
        __tracebackhide__ = True
        failure: str | None = None
        outcome: PageOutcome | None = None
        try:
            page: Page = read_page(Path(path))
            outcome = suite.run(page.path.absolute()) if page.is_page else None
        except EngineUnusable as error:
            failure = _unusable(error)
        except RunnerError as error:
            failure = str(error)
        if failure is not None:
            pytest.fail(failure, pytrace=False)
        if outcome is None:
            pytest.fail(f"{path} is no page: it has no cell, no data and no block", pytrace=False)
        if outcome.outcome is Outcome.SKIPPED:
            pytest.skip(reason_skipped(outcome))
        if outcome.exit_code is not ExitCode.TRUE:
            pytest.fail(failure_text(outcome), pytrace=False)

    return check


def _unusable(error: EngineUnusable) -> str:
    return f"the engine cannot be used: {error}"
