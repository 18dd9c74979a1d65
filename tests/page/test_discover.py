"""Finding pages among files and folders."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from runner.errors import UsageError
from runner.page.discover import find_pages

PAGE = "```cypher cell=a\nRETURN 1\n```\n"


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def names(folder: Path, *paths: Path) -> list[str]:
    """The pages found at paths, by their place below a folder."""
    return [path.relative_to(folder).as_posix() for path in find_pages(paths or (folder,))]


def test_pages_below_a_folder_are_sorted(tmp_path: Path) -> None:
    """Only Markdown files with something for the runner; nothing hidden."""
    write(
        tmp_path,
        {
            "b.md": PAGE,
            "a/z.md": PAGE,
            "a/Y.MD": "```json data=x\n{}\n```\n",
            "a/table.md": "> ~~~ table\n> ~~~\n",
            "misspelt.md": "```cypher cel=a\n```\n",
            "commented.md": "<!-- runner: cell=a -->\n```{.cypher}\n```\n",
            "readme.md": "# No cells\n\n```cypher\nRETURN 1\n```\n",
            "quoted.md": "````text\n```cypher cell=a\n```\n````\n",
            "example.md": "```table example\n1\n```\n",
            "notes.txt": PAGE,
            ".hidden.md": PAGE,
            ".venv/lib/c.md": PAGE,
        },
    )
    assert names(tmp_path) == [
        "a/Y.MD",
        "a/table.md",
        "a/z.md",
        "b.md",
        "commented.md",
        "misspelt.md",
    ]


def test_a_page_in_another_encoding_is_found(tmp_path: Path) -> None:
    """It is malformed, which somebody should hear of."""
    (tmp_path / "wide.md").write_bytes(PAGE.encode("utf-16"))
    (tmp_path / "latin.md").write_bytes(PAGE.encode() + b"\xe9")
    assert names(tmp_path) == ["latin.md", "wide.md"]


def test_named_files_are_taken_whatever_they_are_called(tmp_path: Path) -> None:
    """Once each, however often and by whatever way they are named; no page is none."""
    write(tmp_path, {".hidden/a.txt": PAGE, "b.md": PAGE, "c.md": "# C\n"})
    paths = [tmp_path / "c.md", tmp_path / "b.md", tmp_path / ".hidden" / "a.txt", tmp_path]
    assert names(tmp_path, *paths, tmp_path / ".hidden" / ".." / "b.md") == [
        ".hidden/a.txt",
        "b.md",
    ]


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    """The error names it."""
    with pytest.raises(UsageError) as caught:
        find_pages([tmp_path, tmp_path / "gone.md"])
    assert str(caught.value) == f"no such file or folder: {tmp_path / 'gone.md'}"


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    """Whatever the system says of a path is told, and is no defect of ours."""
    path = tmp_path / ("a" * 300)
    with pytest.raises(UsageError) as caught:
        find_pages([path])
    assert str(caught.value) == f"cannot read {path}: File name too long"


def test_a_folder_that_lets_nobody_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its names can be listed, and nothing of what they name be seen. As root all can be."""
    write(tmp_path, {"docs/a.md": PAGE})
    real = Path.stat

    def refuse(self: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if self.name == "a.md":
            raise PermissionError(13, "Permission denied", str(self))
        return real(self, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(UsageError) as caught:
        find_pages([tmp_path])
    assert str(caught.value) == f"cannot read {tmp_path / 'docs/a.md'}: Permission denied"


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    """A folder is entered once, by whatever link; a link to nothing is no file."""
    write(tmp_path, {"docs/a.md": PAGE})
    (tmp_path / "docs" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "docs" / "self.md").symlink_to(tmp_path / "docs" / "self.md")
    (tmp_path / "docs" / "gone.md").symlink_to(tmp_path / "nowhere.md")
    assert names(tmp_path) == ["docs/a.md"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
def test_what_git_ignores_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By all of git's own rules; a named file or folder is taken all the same."""
    write(
        tmp_path,
        {
            ".gitignore": "build/\n/draft*.md\n!draft-2.md\n",
            "build/a.md": PAGE,
            "build/deep/b.md": PAGE,
            "docs/draft.md": PAGE,
            "draft.md": PAGE,
            "draft-2.md": PAGE,
            "inner/.gitignore": "own.md\n",
            "inner/own.md": PAGE,
            "inner/kept.md": PAGE,
        },
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    for folder in (tmp_path, tmp_path / "inner"):
        subprocess.run(["git", "init", "-q", folder], check=True, env=environment)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert names(tmp_path) == ["docs/draft.md", "draft-2.md", "inner/kept.md"]
    assert names(tmp_path, tmp_path / "build") == ["build/a.md", "build/deep/b.md"]
    assert names(tmp_path, tmp_path / "draft.md") == ["draft.md"]
    monkeypatch.chdir(tmp_path)
    assert [path.as_posix() for path in find_pages([Path()])] == [
        "docs/draft.md",
        "draft-2.md",
        "inner/kept.md",
    ]
