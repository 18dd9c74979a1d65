"""Files are written whole, or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import runner.write
from runner.write import NotWritten, create_file, open_descriptor, replace_file, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable

PROJECT = Path(__file__).resolve().parents[1]


def names(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_the_file_holds_the_new_bytes_and_keeps_its_mode(tmp_path: Path) -> None:
    """Nothing else is left in its folder."""
    path = tmp_path / "page.md"
    path.write_bytes(b"old\r\n")
    path.chmod(0o640)
    replace_file(path, b"old\r\n", b"\xef\xbb\xbfnew")
    assert path.read_bytes() == b"\xef\xbb\xbfnew"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == ["page.md"]


def test_links_are_resolved(tmp_path: Path) -> None:
    """The link stays one, and the file that it leads to is written, in its own folder."""
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "page.md"
    real.write_bytes(b"old")
    link = tmp_path / "link.md"
    link.symlink_to("real/page.md")
    replace_file(link, b"old", b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert (names(tmp_path), names(tmp_path / "real")) == (["link.md", "real"], ["page.md"])


def test_a_file_that_changed_meanwhile_is_left(tmp_path: Path) -> None:
    """What somebody else wrote is not lost."""
    path = tmp_path / "page.md"
    path.write_bytes(b"theirs")
    with pytest.raises(NotWritten, match=r"^it was changed by someone else meanwhile$"):
        replace_file(path, b"old", b"new")
    assert path.read_bytes() == b"theirs"
    path.unlink()
    with pytest.raises(NotWritten, match=r"^cannot write it: No such file or directory$"):
        replace_file(path, b"old", b"new")


def test_a_file_that_changes_while_the_new_one_is_written_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked at again right before the rename, and the new one goes."""
    path = tmp_path / "page.md"
    path.write_bytes(b"old")
    write_beside = runner.write._write_beside

    def slow(target: Path, chunks: Iterable[bytes], status: os.stat_result | None) -> Path:
        temporary = write_beside(target, chunks, status)
        target.write_bytes(b"theirs")
        return temporary

    monkeypatch.setattr(runner.write, "_write_beside", slow)
    with pytest.raises(NotWritten, match="changed by someone else"):
        replace_file(path, b"old", b"new")
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["page.md"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A full disk, a folder that may not be written."""
    path = tmp_path / "page.md"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if step == "fsync" else Path, step, fail)
    with pytest.raises(NotWritten, match=r"^cannot write it: No space left on device$"):
        replace_file(path, b"old", b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["page.md"]


def test_a_read_only_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder would allow the rename; its author did not mean that."""
    path = tmp_path / "page.md"
    path.write_bytes(b"old")
    path.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda *_: False)  # the superuser may write everything
    with pytest.raises(NotWritten, match=r"^it is read-only$"):
        replace_file(path, b"old", b"new")
    assert path.read_bytes() == b"old"


def test_a_new_file_takes_no_other_ones_place(tmp_path: Path) -> None:
    """Folders above it are made."""
    path = tmp_path / "a" / "b.md"
    create_file(path, b"new")
    assert path.read_bytes() == b"new"
    with pytest.raises(NotWritten, match=r"b\.md exists already$"):
        create_file(path, b"newer")
    with pytest.raises(NotWritten, match=r"^cannot write .*c\.md: Not a directory$"):
        create_file(path / "c.md", b"new")
    assert path.read_bytes() == b"new"


def test_a_database_is_replaced_by_no_text(tmp_path: Path) -> None:
    """An export of a graph to the file that the graph is in would lose it."""
    path = tmp_path / "people.graph"
    path.write_bytes(b"SQLite format 3\0and the rest")
    with pytest.raises(NotWritten, match=r"^it is a database$"):
        write_file(path, [b"text"])
    assert path.read_bytes() == b"SQLite format 3\0and the rest"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system names no streams")
def test_streams_that_are_open_have_names(tmp_path: Path) -> None:
    """Whatever links lead to them; a link to nothing, or to itself, is no stream."""
    (tmp_path / "log").symlink_to("/dev/stderr")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "2").touch()
    given = ["/dev/stdout", "/dev/fd/63", "/proc/self/fd/7", f"{tmp_path}/log"]
    assert [open_descriptor(Path(path)) for path in given] == [1, 63, 7, 2]
    others = ["/dev/null", "/dev/fd/x", *(f"{tmp_path}/{name}" for name in ("loop", "2", "none"))]
    assert [open_descriptor(Path(path)) for path in others] == [None] * 5


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system names no streams")
def test_a_stream_that_leads_to_a_file_is_gone_on_with(tmp_path: Path) -> None:
    """What others have written to the file stays, and what they write afterwards arrives."""
    log = tmp_path / "log"
    log.write_bytes(b"before\n")
    with log.open("ab", buffering=0) as stream:
        write_file(Path(f"/dev/fd/{stream.fileno()}"), [b"report", b"\n"])
        stream.write(b"after\n")
    assert log.read_bytes() == b"before\nreport\nafter\n"
    assert names(tmp_path) == ["log"]


_KILLING = """
import os, random, signal, sys, time
from pathlib import Path
from runner.cli import cli

folder, kills = Path(sys.argv[1]), int(sys.argv[2])
pages = sorted(folder.glob("*.md"))
old = pages[0].read_bytes()
new = old.replace(b"| 2 |", b"| 1 |")

def update():
    out = os.open(os.devnull, os.O_WRONLY)
    os.dup2(out, 1)
    for page in random.sample(pages, len(pages)):
        cli.main(["update", "--yes", str(page)], standalone_mode=False)

# The first time in this process, so that those it forks have all modules.
stdout = os.dup(1)
began = time.monotonic()
update()
took = time.monotonic() - began
os.dup2(stdout, 1)
assert all(page.read_bytes() == new for page in pages)
seen = {"old": 0, "new": 0}
for number in range(kills):
    for page in pages:
        if page.read_bytes() != old:
            page.write_bytes(old)
    child = os.fork()
    if child == 0:
        update()
        os._exit(0)
    # Most kills while the first pages are written, which are others each time.
    time.sleep(random.random() * (took if number % 40 == 0 else min(took, 0.05)))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    for page in pages:
        data = page.read_bytes()
        assert data in (old, new), (number, page, data)
        seen["old" if data == old else "new"] += 1
print(seen["old"] > 0 and seen["new"] > 0, took)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes that it forks")
def test_killed_at_any_moment_every_page_is_the_old_or_the_new_one(tmp_path: Path) -> None:
    """An update of 50 pages, killed 200 times."""
    text = "```cypher cell=a\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| 2 |\n1 row\n```\n"
    for number in range(50):
        (tmp_path / f"page-{number}.md").write_text(text, "utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "RUNNER_ENGINE"}
    done = subprocess.run(
        [sys.executable, "-c", _KILLING, str(tmp_path), "200"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(PROJECT)},
        timeout=300,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("True")
