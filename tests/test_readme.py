"""What the README shows is what happens; what it and the changelog link to is there."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from runner.page.parse import parse_page
from tests.support.worked import PROJECT, Worked, run_session, worked_examples

README = PROJECT / "README.md"
EXAMPLES = worked_examples(README)


def test_readme_has_one_worked_page_and_no_cell_of_its_own() -> None:
    """Its cells stand in a longer fence, so the README is no page, whatever the folder."""
    assert len(EXAMPLES) == 1
    assert not parse_page(README).is_page


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"line {each.line}" for each in EXAMPLES])
def test_the_worked_page_gives_what_the_readme_shows(example: Worked, tmp_path: Path) -> None:
    """True as it stands, and no longer after the change that the session makes."""
    assert run_session(example, tmp_path) == example.session
    assert "passed" in example.session
    assert "failed" in example.session


def test_the_python_example_prints_what_the_readme_shows() -> None:
    """The ``python`` fence is run as it stands; the ``text`` fence behind it is its output."""
    fences = parse_page(README).fences
    pairs = [
        (code.content.text, shown.content.text)
        for code, shown in pairwise(fences)
        if (code.info, shown.info) == ("python", "text")
    ]
    assert len(pairs) == 1
    code, shown = pairs[0]
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(code, str(README), "exec"), {})
    assert printed.getvalue() == shown + "\n"


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md"])
def test_links_inside_the_project_lead_somewhere(name: str) -> None:
    """A relative link names a file."""
    text = (PROJECT / name).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s#]+)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (PROJECT / link).is_file()] == []


def test_the_readme_names_the_targets_of_the_makefile() -> None:
    """The commands that it tells are there."""
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^make ([a-z]+)", README.read_text("utf-8"), re.MULTILINE)
    assert targets == ["check", "test"]
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
