"""What runs remember: in the user's cache, one file a project, never relied on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runner.engines.base import Capabilities
from runner.history import History
from runner.outcome import Outcome, PageOutcome, PageRun

ENGINE = Capabilities("embedded", "2026.08", "enterprise", frozenset(), scratch_databases=True)


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "pyproject.toml").touch()
    monkeypatch.chdir(project)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def run(name: str, outcome: Outcome, seconds: float = 1.0, **more: bool) -> PageRun:
    """A page that ran; its file is there."""
    Path(name).touch()
    return PageRun((PageOutcome(Path(name), outcome, ENGINE, seconds, **more),))  # type: ignore[arg-type]


def remember(*runs: PageRun) -> History:
    history = History()
    for each in runs:
        history.add(each)
    history.save()
    return history


def test_what_ran_is_known_to_the_next_run_by_whatever_name() -> None:
    remember(run("a.md", Outcome.PASSED, 1.25), run("b.md", Outcome.FAILED))
    history = History()
    assert history.seconds(Path("a.md")) == 1.25
    assert history.seconds(Path.cwd() / "a.md") == 1.25
    assert history.seconds(Path("c.md")) is None
    assert [history.was_untrue(Path(f"{name}.md")) for name in "abc"] == [False, True, False]


def test_a_run_changes_what_is_known_of_its_own_pages_only() -> None:
    remember(run("a.md", Outcome.ERRORED), run("b.md", Outcome.ENGINE_FAILURE))
    remember(run("a.md", Outcome.PASSED))
    assert not History().was_untrue(Path("a.md"))
    assert History().was_untrue(Path("b.md"))


def test_an_interrupted_page_says_nothing() -> None:
    remember(run("a.md", Outcome.FAILED))
    remember(run("a.md", Outcome.PASSED, interrupted=True))
    assert History().was_untrue(Path("a.md"))


def test_pages_that_are_gone_are_forgotten() -> None:
    remember(run("a.md", Outcome.FAILED))
    Path("a.md").unlink()
    history = remember(run("b.md", Outcome.PASSED))
    assert history.file is not None
    assert list(json.loads(history.file.read_bytes())["pages"]) == ["b.md"]


def test_nothing_is_written_beside_the_pages() -> None:
    remember(run("a.md", Outcome.PASSED))
    assert {path.name for path in Path().iterdir()} == {"a.md", "pyproject.toml"}


def test_projects_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(run("a.md", Outcome.FAILED))
    other = tmp_path / "other"
    other.mkdir()
    (other / "pyproject.toml").touch()
    monkeypatch.chdir(other)
    assert not History().was_untrue(Path("a.md"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "is damaged and is not used"),
        (b"[]", "is damaged and is not used"),
        (b'{"format": 1, "pages": {"a.md": [1]}}', "is damaged and is not used"),
        (b'{"format": 1, "pages": {"a.md": [-1, true]}}', "is damaged and is not used"),
        (b'{"format": 1, "pages": {"a.md": [NaN, true]}}', "is damaged and is not used"),
        (b'{"format": 2, "pages": {}}', "is of another version and is not used"),
    ],
)
def test_a_damaged_file_is_named_and_replaced(content: bytes, message: str) -> None:
    file = remember(run("a.md", Outcome.FAILED)).file
    assert file is not None
    file.write_bytes(content)
    history = History()
    assert not history.was_untrue(Path("a.md"))
    assert history.trouble == f"the history of runs in {file} {message}"
    remember(run("a.md", Outcome.FAILED))
    assert History().was_untrue(Path("a.md"))


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    history = remember(run("a.md", Outcome.PASSED))
    assert history.trouble == f"cannot keep the history of runs in {history.file}: Not a directory"


def test_a_user_without_a_home_has_no_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    history = remember(run("a.md", Outcome.PASSED))
    assert history.trouble == "there is no home folder to keep the history of runs in"
    assert history.seconds(Path("a.md")) is None
