"""The pages that changed in git: by their text, by what they include, by files that they load."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from runner.errors import UsageError
from runner.select.changed import changed

CELL = "```cypher cell=a\nRETURN 1 AS x\n```\n"
LOADS = "```cypher cell=a\nLOAD CSV WITH HEADERS FROM 'file:///{name}' AS row\nRETURN row\n```\n"
COMPUTED = "```cypher cell=a params=p\nLOAD CSV FROM 'file:///' + $name AS row\nRETURN row\n```\n"
INCLUDES = "---\ninclude: [{name}]\n---\n\n" + CELL


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_DIR", "/nowhere")


def git(*arguments: str, folder: str = ".") -> None:
    """Run git, as somebody."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_D")}
    who = ("-c", "user.name=ann", "-c", "user.email=ann@example.org")
    subprocess.run(
        ["git", *who, *arguments], cwd=folder, env=environment, check=True, capture_output=True
    )


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")


def commit(**files: str) -> None:
    """Commit everything, in a repository that is made where there is none."""
    if not Path(".git").exists():
        git("init", "-q", "-b", "main")
    for name, text in files.items():
        write(name, text)
    git("add", "-A")
    git("commit", "-q", "-m", "more", "--allow-empty")


def names(base: str | None = None) -> list[str]:
    """The pages of the folder that changed."""
    files = sorted(Path().rglob("*.md"))
    return [path.as_posix() for path in changed(files, base).files]


def test_what_is_not_committed_changed() -> None:
    """In the index, in the work tree, or unknown to git."""
    commit(**{"a.md": CELL, "b.md": CELL, "c.md": CELL})
    assert names() == []
    write("a.md", CELL + "\n")
    write("b.md", CELL + "\n")
    git("add", "b.md")
    write("new folder/größe.md", CELL)
    assert names() == ["a.md", "b.md", "new folder/größe.md"]
    said = changed([Path("a.md"), Path("c.md")]).said
    assert said == "1 of 2 files changed since HEAD"


def test_a_base_is_where_this_branch_left_it() -> None:
    """What the base got meanwhile is no change of this branch."""
    commit(**{"a.md": CELL, "b.md": CELL, "c.md": CELL})
    git("checkout", "-q", "-b", "topic")
    commit(**{"a.md": CELL + "\n"})
    git("checkout", "-q", "main")
    commit(**{"b.md": CELL + "\n"})
    git("checkout", "-q", "topic")
    write("c.md", CELL + "\n")
    assert names("main") == ["a.md", "c.md"]
    assert names() == ["c.md"]


def test_a_page_changes_with_what_it_includes() -> None:
    """Near or far; renamed and deleted files are changes."""
    commit(
        **{
            "page.md": INCLUDES.format(name="near.md"),
            "near.md": INCLUDES.format(name="deep/far.md"),
            "deep/far.md": CELL,
            "other.md": CELL,
        }
    )
    write("deep/far.md", CELL + "\n")
    assert names() == ["deep/far.md", "near.md", "page.md"]
    git("checkout", "-q", ".")
    Path("near.md").unlink()
    assert names() == ["page.md"]


def test_a_page_changes_with_the_files_beside_it_that_it_names() -> None:
    commit(
        **{
            "docs/loads.md": LOADS.format(name="sub/a%20b.csv"),
            "docs/computed.md": COMPUTED,
            "docs/other.md": LOADS.format(name="other.csv"),
            "docs/sub/a b.csv": "x\n1\n",
            "elsewhere.md": COMPUTED,
        }
    )
    write("docs/sub/a b.csv", "x\n2\n")
    assert names() == ["docs/computed.md", "docs/loads.md", "elsewhere.md"]
    git("checkout", "-q", ".")
    write("docs/other.csv", "new")
    assert names() == ["docs/computed.md", "docs/other.md", "elsewhere.md"]


def test_what_an_included_page_loads_lies_beside_the_page() -> None:
    commit(
        **{
            "docs/page.md": INCLUDES.format(name="../setup.md"),
            "setup.md": LOADS.format(name="people.csv"),
        }
    )
    write("docs/people.csv", "x\n1\n")
    assert names() == ["docs/page.md", "setup.md"]


def test_a_link_to_a_page_changes_with_it() -> None:
    commit(**{"real/page.md": CELL})
    Path("link.md").symlink_to("real/page.md")
    git("add", "-A")
    git("commit", "-q", "-m", "link")
    write("real/page.md", CELL + "\n")
    assert names() == ["link.md", "real/page.md"]


def test_before_the_first_commit_everything_changed() -> None:
    git("init", "-q")
    write("a.md", CELL)
    write("b.md", CELL)
    git("add", "a.md")
    assert names() == ["a.md", "b.md"]


def test_pages_of_several_repositories_are_each_compared_with_its_own() -> None:
    commit(**{"a.md": CELL})
    Path("inner").mkdir()
    git("init", "-q", folder="inner")
    write("inner/b.md", CELL)
    assert names() == ["inner/b.md"]


def test_a_folder_without_git_is_named(tmp_path: Path) -> None:
    write("a.md", CELL)
    with pytest.raises(UsageError) as caught:
        names()
    assert str(caught.value) == f"--changed asks git, and {tmp_path} is in no git work tree"


@pytest.mark.parametrize("base", ["nowhere", "--help", "HEAD:a.md"])
def test_a_base_that_is_no_commit_is_named(base: str, tmp_path: Path) -> None:
    commit(**{"a.md": CELL})
    with pytest.raises(UsageError) as caught:
        names(base)
    assert str(caught.value).startswith(f"--changed {base}: there is no such commit in {tmp_path};")


def test_a_base_without_a_common_commit_is_named(tmp_path: Path) -> None:
    commit(**{"a.md": CELL})
    git("checkout", "-q", "--orphan", "other")
    commit(**{"a.md": CELL + "\n"})
    with pytest.raises(UsageError) as caught:
        names("main")
    assert f"this branch and main have no commit in common in {tmp_path}" in str(caught.value)


def test_a_machine_without_git_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    commit(**{"a.md": CELL})
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="--changed asks git, and git is not installed"):
        names()


def test_a_pattern_of_sql_may_mean_any_file_beside_the_page() -> None:
    """A plain name means that file; other files change nothing."""
    cell = "```sql cell=a\nSELECT * FROM file('{}')\n```\n\n```table\n```\n"
    commit(
        **{
            "pattern.md": cell.format("data/*.csv"),
            "named.md": cell.format("data/b.csv"),
            "other.md": cell.format("data/c.csv"),
            "data/b.csv": "1\n",
        }
    )
    write("data/b.csv", "2\n")
    assert names() == ["named.md", "pattern.md"]
