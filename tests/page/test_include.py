"""Includes: which pages run first, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from runner.page.include import resolve
from runner.page.parse import parse_page


def write(path: Path, *includes: str, body: str = "") -> Path:
    """Write a page that includes others; it has a setup cell unless it has a body."""
    path.parent.mkdir(parents=True, exist_ok=True)
    front = f"---\ninclude: [{', '.join(includes)}]\n---\n" if includes else ""
    text = body or f"```cypher cell={path.stem} setup\nRETURN 1\n```\n"
    path.write_text(front + text, encoding="utf-8")
    return path


def resolved(path: Path) -> tuple[list[str], list[str]]:
    """The included pages by name, and a line per problem."""
    pages, problems = resolve(parse_page(path))
    listing = [f"{p.line}:{p.column} {p.severity.value} {p.code} {p.text}" for p in problems]
    return [page.path.name for page in pages], listing


def test_includes_of_includes_run_first_and_each_once(tmp_path: Path) -> None:
    """Depth first, in the order written."""
    (tmp_path / "pyproject.toml").touch()
    write(tmp_path / "base.md")
    write(tmp_path / "parts" / "a.md", "../base.md")
    write(tmp_path / "parts" / "b.md", "a.md", "../base.md")
    page = write(tmp_path / "page.md", "parts/b.md", "base.md", "./parts/a.md")
    assert resolved(page) == (["base.md", "a.md", "b.md"], [])
    pages, _ = resolve(parse_page(page))
    assert [cell.name for included in pages for cell in included.cells if cell.setup] == [
        "base",
        "a",
        "b",
    ]


def test_a_circle_is_an_error_that_shows_it(tmp_path: Path) -> None:
    """Of the page itself, or of those it includes."""
    page = write(tmp_path / "page.md", "a.md", "self.md")
    write(tmp_path / "a.md", "b.md")
    write(tmp_path / "b.md", "page.md")
    write(tmp_path / "self.md", "self.md")
    assert resolved(page)[1] == [
        "2:11 error include-circular the includes go in a circle: page.md → a.md → b.md → page.md",
        "2:17 error include-circular the includes go in a circle: page.md → self.md → self.md",
    ]


def test_an_include_that_is_not_there(tmp_path: Path) -> None:
    """Named at its place on the page that runs, with the page that asks for it."""
    page = write(tmp_path / "page.md", "gone.md", "a.md", ".")
    write(tmp_path / "a.md", "gone.md")
    assert resolved(page) == (
        ["a.md"],
        [
            "2:11 error include-missing `gone.md` is not there",
            "2:20 error include-missing `gone.md` (included by a.md, line 2) is not there",
            "2:26 error include-missing `.` is not there",
        ],
    )


def test_an_include_stays_in_the_project(tmp_path: Path) -> None:
    """The nearest folder upward with pyproject.toml or .git, else the page's own."""
    root = tmp_path / "project"
    page = write(root / "docs" / "page.md", "../a.md", "../../b.md", "link.md", "/etc/hosts")
    write(root / "a.md")
    write(tmp_path / "b.md")
    (root / "docs" / "link.md").symlink_to(tmp_path / "b.md")
    absolute = "2:41 error include-outside `/etc/hosts` is not relative to the page"
    assert resolved(page)[1] == [
        f"2:11 error include-outside `../a.md` is outside the project {root / 'docs'}",
        f"2:20 error include-outside `../../b.md` is outside the project {root / 'docs'}",
        f"2:32 error include-outside `link.md` is outside the project {root / 'docs'}",
        absolute,
    ]
    (root / ".git").mkdir()
    assert resolved(page) == (
        ["a.md"],
        [
            f"2:20 error include-outside `../../b.md` is outside the project {root}",
            f"2:32 error include-outside `link.md` is outside the project {root}",
            absolute,
        ],
    )


def test_an_error_of_an_included_page_is_one_of_this_page(tmp_path: Path) -> None:
    """Named there and here; its warnings are its own."""
    page = write(tmp_path / "page.md", "a.md")
    write(
        tmp_path / "a.md", body="```json data=d\n{}\n```\n```cypher cell=a setpu\nRETURN 1\n```\n"
    )
    assert resolved(page) == (
        ["a.md"],
        [
            "2:11 error include-malformed a.md:4:18: unknown flag `setpu`; did you mean `setup`?",
        ],
    )


def test_a_chain_of_includes_that_is_too_long(tmp_path: Path) -> None:
    """Ends in an error."""
    for number in range(110):
        write(tmp_path / f"p{number}.md", f"p{number + 1}.md")
    assert resolved(tmp_path / "p0.md")[1] == [
        "2:11 error include-circular includes nest more than 100 levels deep"
    ]
