"""The fast way to find fences finds what CommonMark's rules find, or leaves it to them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from runner.page.commonmark_fences import any_fences
from runner.page.flat_fences import flat_fences
from runner.page.lines import Lines
from runner.page.parse import parse_page
from runner.page.tokens import Body
from tests.support.worked import PROJECT

LINES = st.sampled_from(
    [
        "",
        " ",
        "text",
        "more *text* here",
        "```",
        "````",
        "~~~",
        "~~~~ info ~",
        "```cypher cell=a",
        "``` `no",
        "~~~ `yes",
        "```\t info \t",
        "``` \t",
        "~~~\t",
        "   ```",
        "    ```",
        "\t```",
        " \t~~~",
        "text ```",
        "- item",
        "- ```",
        "1. item",
        "  - deep",
        "> quote",
        "> ```",
        "    code",
        "\tcode",
        "# heading",
        "===",
        "---",
        "***",
        "[a]: /url 'title",
        "[a]: /url",
        "<div>",
        "<!-- runner: cypher -->",
        "- <!-- open",
        "<script>",
        "| a | b |",
        "|---|---|",
        "\x0c```",
        "``",
    ]
)
INDENT = st.sampled_from(["", "", "", " ", "  ", "    ", "\t", "> ", "- "])


def check(texts: list[str]) -> bool:
    """Compare both ways; whether the fast one had an answer."""
    texts_of_body = ["\n".join(texts) + "\n"]
    if texts[-1].strip():
        texts_of_body.append(texts_of_body[0].removesuffix("\n"))
    for text in texts_of_body:
        body = Body(Lines(text), 0)
        flat = flat_fences(body.text)
        if flat is None:
            return False
        found, comment_lines = any_fences(text)
        assert flat == found
        assert not any("<!--" in texts[line] for line in comment_lines)
    return True


@settings(max_examples=1500)
@given(st.lists(st.tuples(INDENT, LINES).map("".join), min_size=1, max_size=14))
def test_both_ways_agree(texts: list[str]) -> None:
    check(texts)


@given(st.lists(st.sampled_from(["", "text", "- a", "> b", "```", "~~~", "```x", "    y"])))
def test_plain_pages_take_the_fast_way(texts: list[str]) -> None:
    assert check(["text", *texts])


def test_most_pages_of_the_project_take_it() -> None:
    """And find the same."""
    pages = [parse_page(path) for path in sorted((PROJECT / "pages").rglob("*.md"))]
    taken = 0
    for page in pages:
        texts = [page.lines.line(n) for n in range(1, len(page.lines) + 1)]
        taken += check(texts[page.front_matter.line_count :])
    assert taken > len(pages) / 2
