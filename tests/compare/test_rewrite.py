"""Whatever a page says: a block that passed stays, and one that was rewritten passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.compare import Expected, Options, Passed, Renaming, grams, judge
from runner.page.model import Approx
from runner.render import render_gram, render_table
from runner.render.footer import Footer
from runner.render.literal import format_value
from runner.render.table import write_table
from runner.result import Result
from runner.values import Node, Path, Relationship
from tests.support.values import values

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

SIMPLE: list[Any] = [1, 2, 1.0, 1.05, "a", None, [1, 2], {"a": 1.0, "b": [2]}]


@st.composite
def tables(draw: DrawFn) -> tuple[str, Result, Options]:
    """A block, a result that it resembles, and options."""
    width = draw(st.integers(1, 2))
    row = st.tuples(*[st.sampled_from(SIMPLE)] * width)
    rows = draw(st.lists(row, max_size=4))
    shown = draw(st.permutations(rows))[: draw(st.integers(0, 4))] if draw(st.booleans()) else rows
    shown = [*shown, *draw(st.lists(row, max_size=1))]
    texts = [[draw(st.sampled_from([format_value(v), "…"])) for v in line] for line in shown]
    if draw(st.booleans()):
        texts.insert(draw(st.integers(0, len(texts))), ["…", *[""] * (width - 1)])
    columns = "pqrs"[:width]
    named = draw(st.sampled_from([columns, columns[::-1], "xyz"[:width]]))
    footer = str(Footer(draw(st.sampled_from([len(rows), len(shown)])), {}))
    approx = draw(st.sampled_from([None, Approx(0.1, False)]))
    options = Options(unordered=draw(st.booleans()), approx=approx)
    return write_table(list(named), texts, footer), Result(tuple(columns), rows), options


@given(tables())
def test_a_rewritten_table_passes(drawn: tuple[str, Result, Options]) -> None:
    text, given_result, options = drawn
    judgement = judge(Expected("table", text), given_result, options)
    rewritten = judgement.rewritten_text
    assert rewritten is not None
    assert judge(Expected("table", rewritten), given_result, options).verdict == Passed()
    if isinstance(judgement.verdict, Passed):
        assert rewritten == text


@given(st.lists(st.lists(values(), min_size=2, max_size=2), max_size=3), st.booleans())
def test_what_is_rendered_passes(rows: list[list[Any]], unordered: bool) -> None:
    given_result = Result(("a", "b"), [tuple(row) for row in rows])
    text = render_table(given_result)
    options = Options(unordered=unordered)
    assert judge(Expected("table", text), given_result, options).verdict == Passed()


@st.composite
def graphs(draw: DrawFn) -> Result:
    """Rows of nodes, relationships, paths, lists and null of a small graph."""
    nodes = [
        Node(
            number,
            "",
            tuple(draw(st.sampled_from(["", "A", "B"]))),
            draw(st.sampled_from([{}, {"k": 1}])),
        )
        for number in range(draw(st.integers(1, 3)))
    ]
    node = st.sampled_from(nodes)
    edges = [
        Relationship(number, "", "T", draw(node).id, draw(node).id, {})
        for number in range(draw(st.integers(1, 3)))
    ]

    def path(edge: Relationship, reverse: bool) -> Path:
        ends = (nodes[edge.start], nodes[edge.end])
        return Path(ends[::-1] if reverse else ends, (edge,))

    edge = st.sampled_from(edges)
    value = st.one_of(st.none(), node, edge, st.builds(path, edge, st.booleans()))
    cell: SearchStrategy[Any] = value | st.lists(value, max_size=2)
    return Result(("x",), [(c,) for c in draw(st.lists(cell, max_size=4))])


@st.composite
def gram_pages(draw: DrawFn) -> list[tuple[str, Result, Options]]:
    """Blocks of one page, each with a result that it resembles."""
    blocks = []
    numbers = draw(st.permutations(range(8)))
    for _ in range(draw(st.integers(1, 3))):
        given_result = draw(graphs())
        source = draw(graphs()) if draw(st.booleans()) else given_result
        shown = Result(source.columns, list(draw(st.permutations(source.rows))))
        naming = draw(st.sampled_from([None, lambda _kind, number: numbers[number]]))
        text = render_gram(shown, naming)
        blocks.append((text, given_result, Options(unordered=draw(st.booleans()))))
    return blocks


@given(gram_pages())
def test_a_rewritten_page_of_gram_blocks_passes(page: list[tuple[str, Result, Options]]) -> None:
    renaming = Renaming([text for text, _, _ in page])
    judgements = [judge(Expected("gram", t), r, o, renaming) for t, r, o in page]
    rewritten = [str(judgement.rewritten_text) for judgement in judgements]
    again = Renaming(rewritten)
    for judgement, new, (text, given_result, options) in zip(
        judgements, rewritten, page, strict=True
    ):
        verdict = judge(Expected("gram", new), given_result, options, again).verdict
        assert isinstance(verdict, Passed)
        if isinstance(judgement.verdict, Passed):
            assert new == text
        else:
            assert verdict == Passed()


@given(gram_pages())
def test_what_is_written_just_so_is_judged_alike(page: list[tuple[str, Result, Options]]) -> None:
    """At a glance, where that tells, and row by row."""

    def outcomes() -> list[tuple[object, str | None]]:
        renaming = Renaming([text for text, _, _ in page])
        found = [judge(Expected("gram", t), r, o, renaming) for t, r, o in page]
        return [(judgement.verdict, judgement.rewritten_text) for judgement in found]

    fast = outcomes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grams, "_is_written_so", lambda *_: False)
        assert outcomes() == fast
