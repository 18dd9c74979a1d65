"""Section 7 of the page format: gram blocks beside results, and the ids of a page."""

# ruff: noqa: E501  (a case is a text, and a text is a line)

from __future__ import annotations

from typing import Any

import pytest

from runner.compare import Failed, Kind, Passed, Renaming
from runner.render import render_gram
from runner.result import Result
from runner.values import Node, Path, Relationship
from tests.support.judging import judged, lines, mismatches, only_mismatch, result


def node(number: int, label: str = "P", **properties: Any) -> Node:
    return Node(number, "", (label,) if label else (), properties)


def relationship(number: int, start: Node, end: Node, **properties: Any) -> Relationship:
    return Relationship(number, "", "K", start.id, end.id, properties)


A, B, C = node(0, name="a"), node(1, name="b"), node(2, name="c")
AB, CB = relationship(0, A, B, w=1), relationship(1, C, B)
PATH = Path((A, B, C), (AB, CB))
GIVEN = result("x", (PATH,), (AB,), ([C, None, []],), nodes_created=3)
TEXT = lines(
    "// 3 rows · nodes created: 3",
    '(n0:P {name: "a"})-[r0:K {w: 1}]->(n1:P {name: "b"})<-[r1:K]-(n2:P {name: "c"})',
    "(n0)-[r0]->(n1)",
    "(n2), null, []",
)
ID_ADVICE = (
    "An id names one entity on the whole page, and an entity has one id. `runner update` gives "
    "the right ids, if the rows are right."
)


def passes(text: str, given: Result, **options: Any) -> None:
    """The block holds, without a notice, and stays as it is."""
    judgement = judged(text, given, language="gram", **options)
    assert judgement.verdict == Passed()
    assert judgement.rewritten_text == text


def test_equal_text_passes() -> None:
    assert render_gram(GIVEN) == TEXT
    passes(TEXT, GIVEN)


def test_ids_are_free() -> None:
    text = TEXT.replace("n0", "n70").replace("n1", "n0").replace("r1", "r9")
    passes(text, GIVEN)


FORMAT_ONLY = [
    (
        "key and label order",
        "// 1 row\n(n0:B:A {b: 2, a: 1})",
        result("x", (Node(0, "", ("A", "B"), {"a": 1, "b": 2}),)),
        2,
    ),
    ("blanks", "// 1 row\n( n0:P ) , null", result("x y", (node(0), None)), 2),
    (
        "a later mention in full",
        "// 2 rows\n(n0:P)\n(n0:P)",
        result("x", (node(0),), (node(0),)),
        3,
    ),
    (
        "a relationship on its own, written from its end",
        "// 1 row\n(n1)<-[r0:K {w: 1}]-(n0)",
        result("x", (AB,)),
        2,
    ),
    (
        "a loop, written backwards",
        "// 1 row\n(n0:P)<-[r0:K]-(n0)",
        result("x", (Path((node(0), node(0)), (relationship(0, node(0), node(0)),)),)),
        2,
    ),
]


@pytest.mark.parametrize(
    ("text", "given", "line"), [f[1:] for f in FORMAT_ONLY], ids=[f[0] for f in FORMAT_ONLY]
)
def test_equal_but_written_otherwise_is_a_notice(text: str, given: Result, line: int) -> None:
    verdict = judged(text, given, language="gram").verdict
    assert isinstance(verdict, Passed)
    assert [(notice.code, notice.line) for notice in verdict.notices] == [("format", line)]


DIFFERENT = [
    (
        "property",
        TEXT.replace('"b"', '"x"'),
        Kind.ENTITY,
        2,
        'row 1: `n1`, property `name`: expected "x", actual "b"',
    ),
    (
        "property that is missing",
        TEXT.replace("{w: 1}", "{v: 2, w: 1}"),
        Kind.ENTITY,
        2,
        "row 1: `r0`, property `v`: the page has 2, the result has nothing there",
    ),
    (
        "property that is new",
        TEXT.replace(" {w: 1}", ""),
        Kind.ENTITY,
        2,
        "row 1: `r0`, property `w`: the result has 1, the page has nothing there",
    ),
    ("label", TEXT.replace("n2:P", "n2:Q"), Kind.ENTITY, 2, "row 1: `n2`: expected :Q, actual :P"),
    ("type", TEXT.replace("r1:K", "r1:L"), Kind.ENTITY, 2, "row 1: `r1`: expected :L, actual :K"),
    (
        "direction in a path",
        TEXT.replace("<-[r1:K]-", "-[r1:K]->"),
        Kind.DIRECTION,
        2,
        "row 1: the relationship `r1` points the other way: expected (n1)-[r1]->(n2), actual (n1)<-[r1]-(n2)",
    ),
    (
        "direction on its own",
        TEXT.replace("(n0)-[r0]->(n1)", "(n1)-[r0]->(n0)"),
        Kind.DIRECTION,
        3,
        "row 2: the relationship `r0` points the other way: expected (n1)-[r0]->(n0), actual (n1)<-[r0]-(n0)",
    ),
    (
        "another value",
        TEXT.replace("null, []", "[], null"),
        Kind.SHAPE,
        4,
        "row 3: expected [], actual null",
    ),
    (
        "fewer values",
        TEXT.replace(", null, []", ", null"),
        Kind.SHAPE,
        4,
        'row 3: expected (:P {name: "c"}), null, actual (:P {name: "c"}), null, []',
    ),
    (
        "length of a path",
        TEXT.replace('<-[r1:K]-(n2:P {name: "c"})', "").replace("\n(n2)", '\n(n2:P {name: "c"})'),
        Kind.SHAPE,
        2,
        'row 1: expected (:P {name: "a"})-[:K {w: 1}]->(:P {name: "b"}), actual (:P {name: "a"})-[:K {w: 1}]->(:P {name: "b"})<-[:K]-(:P {name: "c"})',
    ),
    (
        "a bare id that is nowhere described",
        TEXT.replace('n1:P {name: "b"}', "n1"),
        Kind.ENTITY,
        2,
        'row 1: `n1` is nowhere in the block described, the result has (:P {name: "b"}) there: the first mention in a block is in full',
    ),
    (
        "an id that names two nodes",
        TEXT.replace("(n2), null", "(n1), null"),
        Kind.ENTITY,
        2,
        'row 1: `n1`, property `name`: expected "b", actual "c"',
    ),
    (
        "counter",
        TEXT.replace("created: 3", "created: 2"),
        Kind.COUNTER,
        1,
        "nodes created: expected 2, actual 3",
    ),
    (
        "footer",
        TEXT.replace("3 rows", "2 rows"),
        Kind.FOOTER,
        1,
        "the footer says `2 rows`, but the block itself shows 3 rows",
    ),
]


@pytest.mark.parametrize(
    ("text", "kind", "line", "message"), [d[1:] for d in DIFFERENT], ids=[d[0] for d in DIFFERENT]
)
def test_what_differs_is_told_at_its_line(text: str, kind: Kind, line: int, message: str) -> None:
    judgement = judged(text, GIVEN, language="gram")
    mismatch = mismatches(judgement)[0]
    assert mismatch.message == message
    assert (mismatch.kind, mismatch.line) == (kind, line)
    assert judgement.rewritten_text == TEXT


def test_an_id_that_names_two_entities_that_look_the_same() -> None:
    given = result("x y", (node(0), node(1)))
    judgement = judged("// 1 row\n(n0:P), (n0)", given, language="gram")
    mismatch = only_mismatch(judgement)
    assert (
        mismatch.message
        == "row 1: `n0` names two nodes: (:P) here, and (:P) elsewhere in the block"
    )
    assert (mismatch.kind, mismatch.line, mismatch.row) == (Kind.IDENTITY, 2, 1)
    assert mismatch.advice == ID_ADVICE
    assert judgement.rewritten_text == "// 1 row\n(n0:P), (n1:P)"


def test_two_ids_that_name_one_entity() -> None:
    given = result("x y", (node(0), node(0)))
    mismatch = only_mismatch(judged("// 1 row\n(n0:P), (n1:P)", given, language="gram"))
    assert (
        mismatch.message
        == "row 1: `n1` and `n0` name the same node, (:P), which is `n0` in this block"
    )
    assert (mismatch.expected, mismatch.actual) == ("n1", "n0")


def test_an_id_that_is_described_twice_and_differently() -> None:
    given = result("x", (node(0, k=1),), (node(0, k=1),))
    judgement = judged("// 2 rows\n(n0:P {k: 1})\n(n0:P {k: 2})", given, language="gram")
    mismatch = only_mismatch(judgement)
    assert (
        mismatch.message
        == "row 2: `n0` is described twice, and differently: first :P {k: 1}, here :P {k: 2}"
    )
    assert (mismatch.kind, mismatch.line) == (Kind.IDENTITY, 3)


def test_a_described_end_of_a_relationship_that_the_result_does_not_return() -> None:
    mismatch = only_mismatch(
        judged("// 1 row\n(n0:P)-[r0:K {w: 1}]->(n1)", result("x", (AB,)), language="gram")
    )
    assert (
        mismatch.message
        == "row 1: `n0` is described, :P, but the result only names it as the end of a relationship"
    )
    assert mismatch.advice == "Leave the bare id there, or return the node as well."


def test_values_that_are_not_of_the_graph() -> None:
    judgement = judged("// 1 row\n(n0:P)", result("n total", (node(0), 3)), language="gram")
    mismatch = only_mismatch(judgement)
    assert mismatch.message == (
        "row 1, column `total` of the result is 3: a gram block shows only nodes, relationships, "
        "paths, lists of them and null"
    )
    assert mismatch.advice == (
        "Make the expected block a `table`, which shows any value; or return graph values only."
    )
    assert judgement.rewritten_text == "// 1 row\n(n0:P)"


def test_a_missing_and_an_extra_row() -> None:
    given = result("x", (A,), (C,))
    text = '// 2 rows\n(n0:P {name: "a"})\n(n1:Q)\n(n2:P {name: "c"})'
    found = mismatches(judged(text, given, language="gram"))
    assert [m.message for m in found] == [
        "row 2 is not in the result: (:Q)",
        "the footer says `2 rows`, but the block itself shows 3 rows",
    ]
    text = '// 1 row\n(n2:P {name: "c"})'
    mismatch = only_mismatch(judged(text, given, language="gram"))
    assert (
        mismatch.message
        == 'the result has a row that the page lacks, before the first: (:P {name: "a"})'
    )


def test_swapped_rows_name_both_ways_out() -> None:
    given = result("x", (B,), (A,))
    text = '// 2 rows\n(n5:P {name: "a"})\n(n7:P {name: "b"})'
    judgement = judged(text, given, language="gram")
    mismatch = only_mismatch(judgement)
    assert mismatch.message == (
        'the rows are the same, but in another order: row 1 is (:P {name: "a"}) on the page and '
        '(:P {name: "b"}) in the result'
    )
    assert "ORDER BY" in mismatch.advice
    assert "`unordered`" in mismatch.advice
    assert judgement.rewritten_text == '// 2 rows\n(n7:P {name: "b"})\n(n5:P {name: "a"})'


class TestWildcards:
    """`…` for properties, and floats that lie apart."""

    def test_a_wildcard_stands_for_a_property(self) -> None:
        passes(TEXT.replace("w: 1", "w: …").replace('"b"', "..."), GIVEN)

    def test_the_key_of_a_wildcard_counts(self) -> None:
        mismatch = mismatches(judged(TEXT.replace("w: 1", "v: …"), GIVEN, language="gram"))[0]
        assert (
            mismatch.message
            == "row 1: `r0`, property `v`: the page has …, the result has nothing there"
        )

    def test_wildcards_that_hold_stay_in_a_rewrite(self) -> None:
        text = TEXT.replace("w: 1", "w: …").replace('"b"', '"x"')
        rewritten = judged(text, GIVEN, language="gram").rewritten_text
        assert rewritten == TEXT.replace("w: 1", "w: …")

    def test_blanks_are_not_judged_beside_wildcards(self) -> None:
        passes("// 1 row\n(n0:P   {k:…})", result("x", (node(0, k=1),)))

    def test_approx_holds_at_any_depth(self) -> None:
        passes("// 1 row\n(n0:P {k: [0.3]})", result("x", (node(0, k=[0.1 + 0.2]),)), approx=1e-6)


class TestUnordered:
    """Rows in any order, with the ids that make them so."""

    EDGES = result(
        "p",
        *[
            (Path((node(n), node(n + 1)), (relationship(n, node(n), node(n + 1)),)),)
            for n in range(3)
        ],
    )

    def test_rows_that_look_alike_are_told_apart_by_their_ids(self) -> None:
        text = "// 3 rows\n(n3:P)-[r2:K]->(n4:P)\n(n1:P)-[r0:K]->(n2:P)\n(n2)-[r1:K]->(n3)"
        passes(text, self.EDGES, unordered=True)

    def test_ids_that_no_order_makes_equal_fail(self) -> None:
        text = "// 3 rows\n(n3:P)-[r2:K]->(n4:P)\n(n1:P)-[r0:K]->(n2:P)\n(n2)-[r1:K]->(n1)"
        judgement = judged(text, self.EDGES, language="gram", unordered=True)
        assert {m.kind for m in mismatches(judgement)} == {Kind.IDENTITY}
        assert isinstance(
            judged(
                str(judgement.rewritten_text), self.EDGES, language="gram", unordered=True
            ).verdict,
            Passed,
        )

    def test_rows_that_hold_keep_their_order_and_new_ones_follow(self) -> None:
        text = '// 2 rows\n(n5:P {name: "c"})\n(n6:P {name: "a"})'
        judgement = judged(text, result("x", (A,), (B,), (C,)), language="gram", unordered=True)
        assert judgement.rewritten_text == (
            '// 3 rows\n(n5:P {name: "c"})\n(n6:P {name: "a"})\n(n1:P {name: "b"})'
        )

    def test_a_choice_of_one_block_is_taken_anew_for_a_later_one(self) -> None:
        """Which of two like nodes is `n0` shows only in the second block."""
        twins = result("x", (node(0),), (node(1),))
        first, second = "// 2 rows\n(n0:P)\n(n1:P)", "// 1 row\n(n0:P)-[r0:K]->(n1:P)"
        later = result("x", (Path((node(1), node(0)), (relationship(0, node(1), node(0)),)),))
        renaming = Renaming([first, second])
        passes(first, twins, unordered=True, renaming=renaming)
        passes(second, later, renaming=renaming)

    def test_rows_too_many_and_too_alike_end_in_a_mismatch(self) -> None:
        """Fifty like nodes around a ring, written as two rings."""
        count = 50
        nodes = [node(n) for n in range(count)]
        ring = [
            (Path((a, b), (relationship(a.id, a, b),)),)
            for a, b in zip(nodes, [*nodes[1:], nodes[0]], strict=True)
        ]
        half = count // 2
        rows = [
            f"(n{n}:P)-[r{n}:K]->(n{n + 1 if (n + 1) % half else n + 1 - half}:P)"
            for n in range(count)
        ]
        text = lines(f"// {count} rows", *rows)
        judgement = judged(text, result("p", *ring), language="gram", unordered=True)
        assert isinstance(judgement.verdict, Failed)
        assert judgement.verdict.mismatches[0].kind in (Kind.UNDECIDED, Kind.IDENTITY)

    def test_rows_beyond_the_bound_pass_in_their_own_order_only(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("runner.compare.gram_rows.MOST_TRIALS", 1000)
        nodes = [node(number) for number in range(40)]
        text = render_gram(result("x", *[(n,) for n in nodes]))
        passes(text, result("x", *[(n,) for n in nodes]), unordered=True)
        given = result("x", *[([n, None],) for n in nodes[:-1]], (node(0, "Q"),))
        text = render_gram(given)
        turned = result("x", *reversed(given.rows))
        judgement = judged(text, turned, language="gram", unordered=True)
        mismatch = only_mismatch(judgement)
        assert mismatch.kind is Kind.UNDECIDED
        assert mismatch.message == (
            "the rows are so many and so alike that it takes too long to compare them in any order"
        )
        assert judgement.rewritten_text == text


class TestPage:
    """Ids over the blocks of one page."""

    FIRST = '// 1 row\n(n5:P {name: "a"})'

    def test_an_id_is_the_same_entity_in_every_block(self) -> None:
        second = '// 1 row\n(n5:P {name: "b"})'
        renaming = Renaming([self.FIRST, second])
        passes(self.FIRST, result("x", (A,)), renaming=renaming)
        judgement = judged(second, result("x", (B,)), language="gram", renaming=renaming)
        mismatch = only_mismatch(judgement)
        assert mismatch.message == (
            'row 1: `n5` names two nodes: (:P {name: "b"}) here, and another one in an earlier block'
        )
        assert judgement.rewritten_text == '// 1 row\n(n1:P {name: "b"})'

    def test_an_entity_has_the_same_id_in_every_block(self) -> None:
        second = '// 1 row\n(n6:P {name: "a"})'
        renaming = Renaming([self.FIRST, second])
        passes(self.FIRST, result("x", (A,)), renaming=renaming)
        judgement = judged(second, result("x", (A,)), language="gram", renaming=renaming)
        assert only_mismatch(judgement).message == (
            'row 1: `n6` and `n5` name the same node, (:P {name: "a"}), which is `n5` in an '
            "earlier block"
        )
        assert judgement.rewritten_text == self.FIRST

    def test_even_equal_text_conflicts_with_earlier_blocks(self) -> None:
        first, second = '// 1 row\n(n1:P {name: "a"})', '// 1 row\n(n1:P {name: "b"})'
        renaming = Renaming([first, second])
        passes(first, result("x", (A,)), renaming=renaming)
        assert render_gram(result("x", (B,))) == second
        verdict = judged(second, result("x", (B,)), language="gram", renaming=renaming).verdict
        assert isinstance(verdict, Failed)

    def test_properties_may_change_between_blocks(self) -> None:
        second = '// 1 row\n(n5:P {name: "new"})'
        renaming = Renaming([self.FIRST, second])
        passes(self.FIRST, result("x", (A,)), renaming=renaming)
        passes(second, result("x", (node(0, name="new"),)), renaming=renaming)

    def test_a_block_that_failed_says_nothing_of_ids(self) -> None:
        second = '// 1 row\n(n5:P {name: "b"})'
        renaming = Renaming([self.FIRST, second])
        wrong = judged(self.FIRST, result("x", (C,)), language="gram", renaming=renaming)
        assert isinstance(wrong.verdict, Failed)
        passes(second, result("x", (B,)), renaming=renaming)

    def test_what_a_later_matching_block_says_comes_first(self) -> None:
        """The failed first block would keep `n5`, but the second one gives that to another."""
        second = '// 1 row\n(n5:P {name: "b"})'
        renaming = Renaming([self.FIRST, second])
        wrong = judged(self.FIRST, result("x", (C,)), language="gram", renaming=renaming)
        passes(second, result("x", (B,)), renaming=renaming)
        assert wrong.rewritten_text == '// 1 row\n(n2:P {name: "c"})'

    def test_entities_keep_the_ids_of_the_lines_beside_them(self) -> None:
        text = lines("// 2 rows", '(n40:P {name: "a"})-[r7:K]->(n41:P {name: "b"})', "(n42:Q)")
        given = result("x", (Path((A, B), (AB,)),), (node(3, "Q", new=1),))
        judgement = judged(text, given, language="gram")
        assert judgement.rewritten_text == lines(
            "// 2 rows",
            '(n40:P {name: "a"})-[r7:K {w: 1}]->(n41:P {name: "b"})',
            "(n42:Q {new: 1})",
        )

    def test_new_entities_take_the_engines_number_where_it_is_free(self) -> None:
        text = '// 1 row\n(n2:P {name: "a"})'
        other = "// 1 row\n(n9:Z)"
        given = result("x", (A,), (B,), (C,))
        judgement = judged(text, given, language="gram", renaming=Renaming([text, other]))
        assert judgement.rewritten_text == (
            '// 3 rows\n(n2:P {name: "a"})\n(n1:P {name: "b"})\n(n10:P {name: "c"})'
        )

    def test_failed_blocks_agree_with_each_other(self) -> None:
        first, second = "// 0 rows", "// 1 row\n(n8:X)"
        renaming = Renaming([first, second])
        one = judged(first, result("x", (A,)), language="gram", renaming=renaming)
        two = judged(second, result("x y", (A, B)), language="gram", renaming=renaming)
        assert two.rewritten_text == '// 1 row\n(n0:P {name: "a"}), (n1:P {name: "b"})'
        assert one.rewritten_text == '// 1 row\n(n0:P {name: "a"})'

    def test_an_empty_block_is_written(self) -> None:
        judgement = judged("", GIVEN, language="gram")
        assert only_mismatch(judgement).kind is Kind.EMPTY_BLOCK
        assert judgement.rewritten_text == TEXT
