"""`runner.check` and `runner.pages`, as a program calls them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import runner
from runner.engines.embedded import EmbeddedSession
from runner.outcome import Outcome

if TYPE_CHECKING:
    from runner.result import Result

PAGE = "```cypher cell=one\nRETURN 1 AS x\n```\n\n```table\n| x |\n|---|\n| {} |\n1 row\n```\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_text(PAGE.format(1))
    (tmp_path / "b.md").write_text(PAGE.format(2))
    (tmp_path / "notes.md").write_text("# No cells\n")
    return tmp_path


def test_pages_are_found_sorted(folder: Path) -> None:
    assert runner.pages(folder) == [folder / "a.md", folder / "b.md"]


def test_an_engine_by_its_url_and_one_that_is_open(folder: Path) -> None:
    expected = [Outcome.PASSED, Outcome.FAILED]
    assert [page.outcome for page in runner.check(folder)] == expected
    with runner.connect("embedded:") as engine:
        assert [page.outcome for page in runner.check([folder], engine)] == expected
        with engine.session() as session:
            assert session.run("RETURN 1 AS x").rows == [(1,)]


def test_a_key_press_is_the_callers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_given: Any, **_named: Any) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr(EmbeddedSession, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        runner.check(folder)


def test_a_path_that_is_not_there(folder: Path) -> None:
    with pytest.raises(runner.UsageError) as caught:
        runner.check(folder / "nowhere")
    assert str(folder / "nowhere") in str(caught.value)
