"""Updating pages: what is decided, what is refused, and where a run of pages ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runner
from runner.engines.embedded import EmbeddedEngine, EmbeddedSession
from runner.errors import EngineFailure
from runner.outcome import ExitCode
from runner.rewrite import Wanted
from runner.update import Decision, PageUpdate, update_exit_code, update_pages
from runner.update.process import PageFate

TRUE = "```cypher cell=a\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| 1 |\n1 row\n```\n"
FALSE = TRUE.replace("| 1 |", "| 2 |")


def accept(update: PageUpdate) -> Decision:
    """Say yes to everything."""
    return Decision(update.changes)


def pages(folder: Path, *texts: str) -> list[Path]:
    """Files with these texts."""
    paths = [folder / f"{number}.md" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    return paths


def test_a_page_that_changes_while_it_is_asked_about_is_refused(tmp_path: Path) -> None:
    """What somebody else saved meanwhile is not lost."""
    (path,) = pages(tmp_path, FALSE)

    def slowly(update: PageUpdate) -> Decision:
        path.write_text(FALSE + "more\n", "utf-8")
        return Decision(update.changes)

    with runner.connect("embedded:") as engine:
        (update,) = update_pages([path], engine, Wanted(), slowly)
    assert update.fate is PageFate.REFUSED
    assert update.refusal == "it was changed by someone else meanwhile"
    assert (update.accepted, update.skipped, update.exit_code) == ((), 1, ExitCode.NOT_TRUE)
    assert path.read_text("utf-8") == FALSE + "more\n"


def test_an_engine_that_fails_ends_the_run_and_its_page_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages before it are written, those after it are not looked at."""
    run = EmbeddedSession.run

    def fails(self: EmbeddedSession, statement: str, *rest: Any, **more: Any) -> Any:
        if "gone" in statement:
            raise EngineFailure("the server is gone")
        return run(self, statement, *rest, **more)

    monkeypatch.setattr(EmbeddedSession, "run", fails)
    broken = FALSE + "\n```cypher cell=b\nRETURN 'gone' AS x\n```\n"
    files = pages(tmp_path, FALSE, broken, FALSE)
    updates = list(update_pages(files, EmbeddedEngine(), Wanted(), accept))
    assert [update.fate for update in updates] == [PageFate.WRITTEN, PageFate.REFUSED]
    assert updates[1].refusal == "the engine failed"
    assert update_exit_code(updates) is ExitCode.ENGINE_FAILURE
    assert [path.read_text("utf-8") for path in files] == [TRUE, broken, FALSE]


def test_who_declines_everything_changes_nothing(tmp_path: Path) -> None:
    """The page is still not true."""
    (path,) = pages(tmp_path, FALSE)
    with runner.connect("embedded:") as engine:
        (update,) = update_pages([path], engine, Wanted(), lambda _: Decision(()))
    assert (update.fate, update.exit_code) == (PageFate.DECLINED, ExitCode.NOT_TRUE)
    assert path.read_text("utf-8") == FALSE


def test_a_missing_block_that_is_declined_is_no_untruth(tmp_path: Path) -> None:
    """Only a block that says something wrong makes the exit status 1."""
    (path,) = pages(tmp_path, TRUE.partition("\n\n")[0] + "\n")
    with runner.connect("embedded:") as engine:
        (update,) = update_pages([path], engine, Wanted(fill=True), lambda _: Decision(()))
    assert (update.fate, update.exit_code) == (PageFate.DECLINED, ExitCode.TRUE)


def test_nobody_is_asked_about_a_page_that_is_true(tmp_path: Path) -> None:
    """And its file is not touched."""
    (path,) = pages(tmp_path, TRUE)
    before = path.stat()
    asked: list[PageUpdate] = []

    def note(update: PageUpdate) -> Decision:
        asked.append(update)
        return Decision(())

    with runner.connect("embedded:") as engine:
        (update,) = update_pages([path], engine, Wanted(), note)
    assert (update.fate, update.stayed, asked) == (PageFate.TRUE, 1, [])
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_a_link_and_a_mode_stay(tmp_path: Path) -> None:
    """The file that is written is the one that the link leads to."""
    (path,) = pages(tmp_path, FALSE)
    path.chmod(0o640)
    link = tmp_path / "link.md"
    link.symlink_to(path)
    with runner.connect("embedded:") as engine:
        list(update_pages([link], engine, Wanted(), accept))
    assert link.is_symlink()
    assert path.read_text("utf-8") == TRUE
    assert path.stat().st_mode & 0o777 == 0o640
