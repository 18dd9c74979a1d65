"""A chDB for tests that do not change it, and folders with files beside a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runner.sql.installed import lacking
from runner.sql.session import SqlSession

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from runner.result import Result
    from runner.values import Value

    Run = Callable[..., Result]

SECRET = "a line that no page may read"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlSession]:
    """One chDB for a whole module, whose wall is around all that tests make: the guard is alone."""
    if lacking() is not None:
        pytest.skip("chDB is not installed")
    made = SqlSession([tmp_path_factory.getbasetemp()])
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a page: some files in it, a secret outside, and a link to that."""
    (tmp_path / "secret.csv").write_text(f"{SECRET}\n", "utf-8")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "more.csv").write_text(f"{SECRET}\n", "utf-8")
    pages = tmp_path / "pages"
    (pages / "data").mkdir(parents=True)
    (pages / "links").mkdir()
    (pages / "d.csv").write_text("k,v\n1,one\n2,two\n", "utf-8")
    (pages / "data" / "e.csv").write_text("k,v\n3,three\n", "utf-8")
    (pages / "rows").write_text("1,x\n", "utf-8")
    (pages / "expressions.values").write_text("(file('../secret.csv'))\n", "utf-8")
    (pages / "links" / "out.csv").symlink_to(tmp_path / "secret.csv")
    (pages / "links" / "folder").symlink_to(tmp_path / "outside")
    (pages / "inner.csv").symlink_to(pages / "d.csv")
    return pages


@pytest.fixture
def run(session: SqlSession, folder: Path) -> Run:
    """Runs a statement as a cell of a page in `folder`."""

    def run_one(
        statement: str, parameters: dict[str, Value] | None = None, timeout: float = 30
    ) -> Result:
        return session.run(statement, parameters or {}, folder=folder, timeout=timeout)

    return run_one
