"""What the page on Sphinx and MkDocs says is what these builders do."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from runner.page.parse import parse_page
from tests.support.worked import PROJECT, Worked, run_session, worked_examples

if TYPE_CHECKING:
    from pathlib import Path

PAGE = PROJECT / "pages" / "sphinx-and-mkdocs.md"
FENCES = parse_page(PAGE).fences
EXAMPLES = worked_examples(PAGE)
MYST, SUPERFENCES, ALONE = (example.page for example in EXAMPLES)
[CONFIGURATION] = [fence.content.text for fence in FENCES if fence.info == "python"]
[SETTINGS] = [yaml.safe_load(fence.content.text) for fence in FENCES if fence.info == "yaml"]

WORDS = "Text.\n\n```cypher cell=one\nRETURN 1 AS x\n```\n\n```table\n| x |\n```\n\nMore.\n"
COMMENT = WORDS.replace("```cypher cell=one", "<!-- runner: cell=one -->\n```cypher")
TITLE = COMMENT.replace("```cypher", '```cypher title="One"')

BUILT_IN = ("toc", "tables", "fenced_code")
"""The extensions of Python-Markdown that MkDocs always uses."""


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"line {each.line}" for each in EXAMPLES])
def test_an_example_gives_what_the_page_shows(example: Worked, tmp_path: Path) -> None:
    assert run_session(example, tmp_path) == example.session


def by_mkdocs(text: str, extensions: list[Any]) -> str:
    """The HTML that MkDocs makes of a page, with the extensions as ``mkdocs.yml`` has them."""
    markdown = pytest.importorskip("markdown")
    named: dict[str, Any] = {name: {} for name in BUILT_IN}
    for each in extensions:
        named |= each if isinstance(each, dict) else {each: {}}
    html: str = markdown.markdown(text, extensions=list(named), extension_configs=named)
    return html


def by_superfences(text: str, **options: bool) -> str:
    pytest.importorskip("pymdownx")
    return by_mkdocs(text, ["pymdownx.highlight", {"pymdownx.superfences": options}])


def is_code(html: str) -> bool:
    """Whether the fences of `WORDS` are shown as code, each for itself."""
    return "```" not in html and "cell=one" not in html.replace("runner: cell=one", "")


def test_without_settings_words_behind_the_language_break_a_page() -> None:
    for html in (by_mkdocs(WORDS, []), by_superfences(WORDS)):
        assert not is_code(html)
        assert "```cypher cell=one" in html
        assert "<code>```table" in html.replace("\n", "")


def test_a_comment_leaves_the_opening_line_alone() -> None:
    for html in (by_mkdocs(COMMENT, []), by_superfences(COMMENT), by_superfences(TITLE)):
        assert is_code(html)
        assert html.count("<code") == 2
    assert not is_code(by_mkdocs(TITLE, []))
    in_list = "1.  Text:\n\n    <!-- runner: cell=one -->\n    ```cypher\n    RETURN 1\n    ```\n"
    assert "<pre>" not in by_mkdocs(in_list, [])


def test_with_the_setting_words_are_left_alone() -> None:
    assert SETTINGS["markdown_extensions"][1]["pymdownx.superfences"] == {"relaxed_headers": True}
    assert is_code(by_superfences(WORDS, relaxed_headers=True))


def test_the_example_of_mkdocs_is_all_code_in_colours() -> None:
    pytest.importorskip("pymdownx")
    html = by_mkdocs(SUPERFENCES, SETTINGS["markdown_extensions"])
    assert "```" not in html
    assert html.count("<pre>") == 5
    assert html.count('<span class="k">RETURN</span>') == 3
    assert '<span class="filename">How many beds</span>' in html
    assert 'class="annotate highlight"' in html


def test_the_example_of_mkdocs_alone_is_all_code() -> None:
    html = by_mkdocs(ALONE, [])
    assert "```" not in html
    languages = re.findall(r'<code class="language-(\w+)">', html)
    assert languages == ["cypher", "json", "cypher", "table"]


def by_sphinx(
    folder: Path, configuration: str, page: str = MYST
) -> tuple[subprocess.CompletedProcess[str], str]:
    """Build a site of one page, where a warning fails; what was said, and the page's HTML."""
    pytest.importorskip("myst_parser")
    source = folder / "source"
    source.mkdir(exist_ok=True)
    (source / "conf.py").write_text(configuration, "utf-8")
    (source / "index.md").write_text(page, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-E", "-W", "--keep-going", "-b", "html",
         str(source), str(folder / "site")],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )  # fmt: skip
    return done, (folder / "site" / "index.html").read_text("utf-8")


def test_sphinx_shows_every_fence_and_warns_of_none(tmp_path: Path) -> None:
    done, html = by_sphinx(tmp_path, CONFIGURATION)
    assert (done.returncode, done.stderr) == (0, "")
    assert "```" not in html
    languages = re.findall(r'<div class="highlight-(\w+) notranslate">', html)
    assert languages == ["cypher", "cypher", "table", "json", "cypher", "gram"]
    assert html.count('<span class="k">MATCH</span>') == 2
    assert '<span class="k">CREATE</span>' in html


def test_without_that_line_sphinx_warns(tmp_path: Path) -> None:
    lines = CONFIGURATION.splitlines()
    done, _ = by_sphinx(tmp_path, "\n".join(lines[:-1]) + "\n")
    assert done.returncode == 1
    warned = re.findall(r"WARNING: .*\[([a-z_.]+)\]", done.stderr)
    assert set(warned) == {"misc.highlighting_failure"}
    unknown = re.findall(r"lexer name '(\w+)' is not known|at token: '(.)'", done.stderr)
    assert unknown == [("", "+"), ("table", ""), ("", "$"), ("gram", "")]


def test_sphinx_takes_our_front_matter(tmp_path: Path) -> None:
    page = (
        "---\ntitle: One\nlevel: Beginner\nfeatures: [MERGE]\nrequires: {engine: neo4j}\n"
        "runner: {cypher: 5}\ntags: [slow]\n---\n\n# One\n"
    )
    done, html = by_sphinx(tmp_path, CONFIGURATION, page)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Beginner" not in re.sub(r"<head>.*?</head>", "", html, flags=re.DOTALL)


def test_options_of_a_directive_are_no_cypher(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(
        "<!-- runner: cell=one -->\n```{code-block} cypher\n:caption: One\n\nRETURN 1\n```\n",
        "utf-8",
    )
    assert [problem.code for problem in parse_page(path).problems] == ["shell-command"]
