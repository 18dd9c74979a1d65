"""Watching: what a save affects, however it is made, and the command in a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from runner.errors import UsageError
from runner.watch import Batch, Watcher, batches, waiter

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT = Path(__file__).resolve().parents[1]
PAGE = "```cypher cell=a\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| {} |\n1 row\n```\n"
SETUP = "```cypher cell=s setup\nCREATE (:A)\n```\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project of two pages, one of which includes a third by way of a fourth."""
    (tmp_path / ".git").mkdir()
    pages = tmp_path / "pages"
    (pages / "parts").mkdir(parents=True)
    (tmp_path / "outside.md").write_text(SETUP)
    (pages / "parts" / "near.md").write_text(f"---\ninclude: [../../outside.md]\n---\n{SETUP}")
    (pages / "with.md").write_text(f"---\ninclude: [parts/near.md]\n---\n{PAGE.format(1)}")
    (pages / "plain.md").write_text(PAGE.format(1))
    (pages / "notes.md").write_text("No page.\n")
    return pages


def started(path: Path) -> Watcher:
    watcher = Watcher([path])
    watcher.start()
    return watcher


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def changed(watcher: Watcher) -> tuple[list[str], list[str], list[str]] | None:
    """The names in the next batch: to run, saved, gone."""
    batch = watcher.changes()
    return None if batch is None else (names(batch.run), names(batch.saved), names(batch.gone))


def save_by_rename(path: Path, text: str) -> None:
    """As many editors save: the old file is moved away, a new one takes its place."""
    fresh = path.with_name(f".{path.name}.swp")
    fresh.write_text(text)
    path.rename(path.with_name(f"{path.name}~"))
    fresh.rename(path)


def test_all_pages_are_found_first(folder: Path) -> None:
    assert names(Watcher([folder]).start()) == ["near.md", "plain.md", "with.md"]


def test_nothing_changes_without_a_save(folder: Path) -> None:
    watcher = started(folder)
    assert watcher.changes() is None
    (folder / "notes.md").write_text("Still no page.\n")
    assert watcher.changes() is None


def test_a_save_affects_its_page(folder: Path) -> None:
    watcher = started(folder)
    (folder / "plain.md").write_text(PAGE.format(10))
    assert changed(watcher) == (["plain.md"], ["plain.md"], [])
    assert watcher.changes() is None


def test_a_save_affects_the_pages_that_include_it(folder: Path) -> None:
    watcher = started(folder)
    (folder / "parts" / "near.md").write_text(SETUP + "\n")
    assert changed(watcher) == (["near.md", "with.md"], ["near.md"], [])


def test_an_include_of_an_include_outside_the_folder(folder: Path) -> None:
    watcher = started(folder)
    (folder.parent / "outside.md").write_text(SETUP + "\n")
    assert changed(watcher) == (["near.md", "with.md"], ["outside.md"], [])


def test_an_include_that_is_gone_and_comes_back(folder: Path) -> None:
    watcher = started(folder / "with.md")
    near = folder / "parts" / "near.md"
    text = near.read_text()
    near.unlink()
    assert changed(watcher) == (["with.md"], [], [])
    near.write_text(text)
    assert changed(watcher) == (["with.md"], ["near.md"], [])


@pytest.mark.parametrize("named", ["folder", "file"])
def test_editors_that_save_by_rename(folder: Path, named: str) -> None:
    page = folder / "plain.md"
    watcher = started(folder if named == "folder" else page)
    for text in (PAGE.format(2), PAGE.format(3)):
        save_by_rename(page, text)
        assert changed(watcher) == (["plain.md"], ["plain.md"], [])


def test_the_same_text_saved_again_counts(folder: Path) -> None:
    watcher = started(folder)
    save_by_rename(folder / "plain.md", PAGE.format(1))
    assert changed(watcher) == (["plain.md"], ["plain.md"], [])


def test_new_pages_in_new_folders_and_text_that_becomes_a_page(folder: Path) -> None:
    watcher = started(folder)
    deep = folder / "new" / "deep"
    deep.mkdir(parents=True)
    assert watcher.changes() is None
    (deep / "more.md").write_text(PAGE.format(1))
    assert changed(watcher) == (["more.md"], ["more.md"], [])
    (folder / "notes.md").write_text(PAGE.format(1))
    assert changed(watcher) == (["notes.md"], ["notes.md"], [])


def test_deleted_pages_and_such_as_are_none_any_more(folder: Path) -> None:
    watcher = started(folder)
    (folder / "plain.md").unlink()
    assert changed(watcher) == ([], [], ["plain.md"])
    (folder / "with.md").write_text("No page.\n")
    assert changed(watcher) == ([], ["with.md"], ["with.md"])


def test_a_named_file_that_is_gone_for_a_while(folder: Path) -> None:
    page = folder / "plain.md"
    watcher = started(page)
    page.unlink()
    assert changed(watcher) == ([], [], ["plain.md"])
    page.write_text(PAGE.format(1))
    assert changed(watcher) == (["plain.md"], ["plain.md"], [])


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^no such file or folder: .*nothing$"):
        Watcher([tmp_path / "nothing"]).start()


def test_a_file_written_in_steps_is_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time the watcher sleeps, a little more is written; it looks until nothing changes."""
    watcher = started(folder)
    page = folder / "plain.md"
    whole = PAGE.format(7)
    steps = [whole[: len(whole) * n // 4] for n in range(2, 5)]
    page.write_text(whole[: len(whole) // 4])
    monkeypatch.setattr(
        "runner.watch.sleep", lambda _: steps and page.write_text(steps.pop(0)) and None
    )
    batch = watcher.changes()
    assert steps == []
    assert batch is not None
    assert batch.run == [page]
    assert watcher.changes() is None


@pytest.mark.parametrize("poll", [False, True])
def test_changes_are_seen_soon(folder: Path, poll: bool) -> None:
    watcher = started(folder)
    threading.Timer(0.5, lambda: (folder / "plain.md").write_text(PAGE.format(2))).start()
    batch: Batch = next(batches(watcher, waiter(poll=poll)))
    assert names(batch.run) == ["plain.md"]


class Running:
    """The command in a process of its own, its output by lines."""

    advice = (
        "    If the result is right, `runner update` rewrites the block; "
        "else mend the query or its data."
    )

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "runner", "watch", *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def lines(self) -> list[str]:
        """The lines up to the next one that says it is watching."""
        found: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found.append(line.rstrip("\n"))
            if line.startswith("watching"):
                break
        return found


@pytest.fixture
def running(folder: Path) -> Iterator[Running]:
    command = Running(folder, "plain.md", "with.md", "--poll")
    yield command
    command.process.kill()
    command.process.communicate()


def test_the_command_reports_and_ends_quietly(folder: Path, running: Running) -> None:
    assert running.lines() == [
        "plain.md: passed (1 cell)",
        "with.md: passed (1 cell)",
        "2 pages, 2 cells: 2 passed",
        "watching 2 pages; Ctrl-C ends",
    ]
    save_by_rename(folder / "plain.md", PAGE.format(2))
    assert running.lines() == [
        "",
        "plain.md: failed (1 cell)",
        "plain.md:8: cell a: failed: row 1, column `x`: expected 2, actual 1",
        running.advice,
        "watching 2 pages; Ctrl-C ends",
    ]
    (folder / "parts" / "near.md").write_text("```cypher cell=s setup\nCREAT (:A)\n```\n")
    shown = running.lines()
    assert shown[:2] == ["", "parts/near.md: saved"]
    assert shown[2].startswith("with.md: errored")
    (folder / "plain.md").unlink()
    assert running.lines() == ["", "plain.md: gone", "watching 1 page; Ctrl-C ends"]
    running.process.send_signal(signal.SIGINT)
    rest, _ = running.process.communicate(timeout=30)
    assert (rest, running.process.returncode) == ("\n", 0)


LOADS = "```cypher cell=a\nLOAD CSV FROM 'data/rows.csv' AS row RETURN row\n```\n\n```table\n```\n"
READS = "```sql cell=a\nSELECT * FROM file('data/*.csv')\n```\n\n```table\n```\n"


def test_a_file_that_a_page_may_read_runs_it_again(tmp_path: Path) -> None:
    """By its name, or by a pattern; new and deleted ones too, and no other files."""
    pages = tmp_path / "pages"
    (pages / "data").mkdir(parents=True)
    (pages / "loads.md").write_text(LOADS)
    (pages / "reads.md").write_text(READS)
    (pages / "plain.md").write_text(PAGE.format(1))
    rows, more = pages / "data" / "rows.csv", pages / "data" / "more.csv"
    rows.write_text("1\n")
    watcher = started(pages)
    rows.write_text("1\n2\n")
    assert changed(watcher) == (["loads.md", "reads.md"], ["rows.csv"], [])
    save_by_rename(rows, "1\n2\n3\n")
    batch = changed(watcher)
    assert batch is not None
    assert batch[0] == ["loads.md", "reads.md"]
    more.write_text("4\n")
    batch = changed(watcher)
    assert batch is not None
    assert batch[0] == ["reads.md"]
    more.unlink()
    batch = changed(watcher)
    assert batch is not None
    assert batch[0] == ["reads.md"]
    assert changed(watcher) is None


def test_a_file_beside_an_included_page_runs_the_page(tmp_path: Path) -> None:
    """SQL reads beside the page that it stands in; one page alone is watched the same."""
    (tmp_path / ".git").mkdir()
    pages, parts = tmp_path / "pages", tmp_path / "parts"
    pages.mkdir()
    parts.mkdir()
    (parts / "part.md").write_text(READS.replace("data/*.csv", "d.csv").replace("=a", "=a setup"))
    (pages / "page.md").write_text(f"---\ninclude: [../parts/part.md]\n---\n{PAGE.format(1)}")
    watcher = started(pages / "page.md")
    (parts / "d.csv").write_text("1\n")
    batch = changed(watcher)
    assert batch is not None
    assert batch[0] == ["page.md"]
    (parts / "d.csv").write_text("1\n2\n")
    assert changed(watcher) == (["page.md"], ["d.csv"], [])
