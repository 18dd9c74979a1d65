"""Over generated pages: after an update a check passes, and a second update has nothing to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

import runner
from runner.execute import RunOptions, run_page
from runner.outcome import Outcome, PageOutcome
from runner.page.model import Page
from runner.page.parse import parse_page
from runner.render.blocks import block_problems
from runner.rewrite import Wanted, rewritten_page

if TYPE_CHECKING:
    from collections.abc import Callable

VALUES = st.sampled_from(
    [
        *("1", "2", "2.0", "1.0E10", "-0.0", "0.0 / 0.0", "null", "true"),
        *('"a|b"', '"c\\\\"', '"\\n"', '"…"', '""', '"日本"', 'date("2026-03-02")'),
        *("[1, {a: 2}]", "{b: 1, a: 2}", "[]", "{}", "[[1], null]"),
    ]
)
ROWS = st.lists(st.tuples(VALUES, VALUES), max_size=5)
PROPERTIES = st.sampled_from(["", " {k: 1}", ' {k: "x", j: 2.0}', " {`a b`: [1]}"])
NODE = st.tuples(st.sampled_from([":A", ":B", ":A:B", ""]), PROPERTIES)


class Drafted(NamedTuple):
    """A cell, and how its block is spoilt."""

    query: str
    words: str
    language: str
    wrongs: tuple[tuple[str, int], ...]
    """Edits of the true block: what is done, and at which place."""


@st.composite
def cells(draw: st.DrawFn) -> Drafted:
    """A cell that runs."""
    wrong = st.tuples(st.sampled_from(sorted(SPOIL)), st.integers(0, 30))
    wrongs = tuple(draw(st.lists(wrong, max_size=3)))
    unordered = draw(st.sampled_from(["", " unordered"]))
    kind = draw(st.sampled_from(["rows", "create", "match", "paths", "write", "error"]))
    if kind == "rows":
        rows = ", ".join(f"[{x}, {y}]" for x, y in draw(ROWS))
        approx = draw(st.sampled_from(["", " approx=0.1"]))
        query = f"UNWIND [{rows}] AS row\nRETURN row[0] AS x, row[1] AS `y|z`"
        return Drafted(query, unordered + approx, "table", wrongs)
    if kind == "create":
        nodes = draw(st.lists(NODE, min_size=1, max_size=3))
        parts = [f"(n{n}{labels}{props})" for n, (labels, props) in enumerate(nodes)]
        names = ", ".join(f"n{n}" for n in range(len(nodes)))
        query = f"CREATE {'-[:R]->'.join(parts)}\nRETURN {names}"
        return Drafted(query, unordered, "gram", wrongs)
    if kind == "match":
        return Drafted("MATCH (n)\nRETURN n ORDER BY n.k, elementId(n)", unordered, "gram", wrongs)
    if kind == "paths":
        query = "MATCH p = (:A)-->(b)\nRETURN p, [b, null] AS l ORDER BY elementId(b)"
        return Drafted(query, unordered, "gram", wrongs)
    if kind == "write":
        return Drafted("MATCH (n:B) SET n.k = 3", "", "table", wrongs)
    return Drafted("RETURN 1 / 0 AS x", " expect=error", "table", wrongs)


def _drop_line(text: str, at: int) -> str:
    lines = text.split("\n")
    del lines[at % len(lines)]
    return "\n".join(lines)


def _repeat_line(text: str, at: int) -> str:
    lines = text.split("\n")
    at %= len(lines)
    return "\n".join([*lines[: at + 1], *lines[at:]])


def _swap_lines(text: str, at: int) -> str:
    lines = text.split("\n")
    at %= len(lines)
    lines[at], lines[-1 - at] = lines[-1 - at], lines[at]
    return "\n".join(lines)


def _replace(pattern: str, new: str, text: str, at: int) -> str:
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    match = found[at % len(found)]
    return text[: match.start()] + match.expand(new) + text[match.end() :]


SPOIL: dict[str, Callable[[str, int], str]] = {
    "drop a line": _drop_line,
    "repeat a line": _repeat_line,
    "swap lines": _swap_lines,
    "another number": lambda text, at: _replace(r"\d+", "7", text, at),
    "another id": lambda text, at: _replace(r"\b([nr])\d+", r"\g<1>5", text, at),
    "a wildcard": lambda text, at: _replace(r"(?<=\| )[^|\n]*[^| \n](?= *\|)", "…", text, at),
    "a wildcard inside": lambda text, at: _replace(r"(?<=: )\w+", "...", text, at),
    "less padding": lambda text, at: _replace(r" +\|", "|", text, at),
    "any rows": lambda text, at: _replace(r"(?<=\n)\|.*", "…", text, at),
    "a prefix": lambda text, at: _replace(r"(?<=error: ).*", "type…", text, at),
    "a blank line": lambda text, _: text + "\n",
    "nothing": lambda _text, _at: "",
}


def read(data: bytes) -> Page:
    """The page that has these bytes."""
    return parse_page(Path("page.md"), text=data, check_block=block_problems)


def run(page: Page, *, strict: bool = False) -> PageOutcome:
    """The outcome of a page."""
    with runner.connect("embedded:") as engine:
        return run_page(page, engine, RunOptions(strict=strict))


def page_text(drafts: list[Drafted], blocks: list[str | None], prefixes: list[str]) -> str:
    """A page with a fence of its own style for each cell, some in quotes and lists."""
    parts = []
    for number, (draft, block) in enumerate(zip(drafts, blocks, strict=True)):
        lines = [f"```cypher cell=c{number}{draft.words}", *draft.query.split("\n"), "```"]
        if block is not None:
            content = block.split("\n") if block else []
            lines += ["", "between  ", "", f"```{draft.language}", *content, "```"]
        prefix = prefixes[number % len(prefixes)]
        first = {"  ": "- ", "   > ": "1. > "}.get(prefix, prefix)
        parts += ["text", ""] + [(first if n == 0 else prefix) + x for n, x in enumerate(lines)]
        parts.append("")
    return "\n".join(parts)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(cells(), min_size=1, max_size=5),
    st.lists(st.sampled_from(["", "> ", "  ", "   > "]), min_size=1, max_size=3),
    st.lists(st.booleans(), min_size=5, max_size=5),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([Wanted(), Wanted(fill=True), Wanted(fill=True, all=True)]),
)
def test_an_update_makes_a_page_true_and_a_second_one_changes_nothing(
    drafts: list[Drafted],
    prefixes: list[str],
    has_block: list[bool],
    line_end: str,
    bom: bool,
    newline: bool,
    wanted: Wanted,
) -> None:
    """Whatever was wrong; lines outside blocks, line ends, the mark and the last line stay."""
    # What the cells really give comes from filling their blocks; then those are spoilt.
    empty = read(page_text(drafts, ["" for _ in drafts], [""]).encode())
    true = [cell.actual for cell in run(empty).cells]
    blocks: list[str | None] = []
    for number, (draft, block) in enumerate(zip(drafts, true, strict=True)):
        for name, at in draft.wrongs:
            block = SPOIL[name](block or "", at)
        if block_problems(draft.language, block or ""):
            block = ""
        blocks.append(block if has_block[number] else None)
    text = page_text(drafts, blocks, prefixes)
    text = (text + "\n" if newline else text.rstrip("\n")).replace("\n", line_end)
    data = b"\xef\xbb\xbf" * bom + text.encode()
    page = read(data)
    assert page.problems == ()
    assert page.with_blocks({}) == data

    updated = rewritten_page(page, run(page), wanted)
    again = read(updated)
    outcome = run(again, strict=wanted.all)
    untrue = [(cell.cell, cell.message) for cell in outcome.cells if cell.message]
    assert untrue == []
    assert outcome.outcome is Outcome.PASSED
    assert rewritten_page(again, outcome, wanted) == updated
    assert again.with_blocks({}) == updated
    assert updated.startswith(b"\xef\xbb\xbf") == bom
    assert updated.decode().endswith("\n") == newline
    assert ("\n" in re.sub("\r\n", "", updated.decode())) == (line_end == "\n")
    if not wanted.fill:
        assert outside_blocks(again) == outside_blocks(page)
    else:
        assert all(cell.expected for cell in again.cells)


def outside_blocks(page: Page) -> list[str]:
    """The lines of a page, with their ends, that are not in an expected block."""
    inside = {
        line
        for block in page.expected_blocks
        for line in range(block.fence.line + 1, block.fence.last_line)
    }
    return [
        page.lines.line(number) + page.lines.end_of(number)
        for number in range(1, len(page.lines) + 1)
        if number not in inside
    ]
