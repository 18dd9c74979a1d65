"""Section 9 of the page format: tables beside results."""

# ruff: noqa: E501  (a case is a text, and a text is a line)

from __future__ import annotations

from typing import Any

import pytest

from runner.compare import Failed, Kind, Passed
from runner.render import render_table
from tests.support.judging import judged, lines, mismatches, only_mismatch, result

PEOPLE = result("name age", ("Ann", 1), ("Bob", 2), ("Cy", 3), nodes_created=2)
TABLE = lines(
    "| name  | age |",
    "|-------|-----|",
    '| "Ann" | 1   |',
    '| "Bob" | 2   |',
    '| "Cy"  | 3   |',
    "3 rows · nodes created: 2",
)
UPDATE = (
    "If the result is right, `runner update` rewrites the block; else mend the query or its data."
)


def passes(text: str, given: Any, **options: Any) -> None:
    """The block holds, without a notice, and stays as it is."""
    judgement = judged(text, given, **options)
    assert judgement.verdict == Passed()
    assert judgement.rewritten_text == text


def passes_with_notice(text: str, given: Any, line: int, **options: Any) -> None:
    """The block holds, and is told to be written otherwise at a line."""
    judgement = judged(text, given, **options)
    assert isinstance(judgement.verdict, Passed)
    (notice,) = judgement.verdict.notices
    assert (notice.code, notice.line) == ("format", line)
    assert notice.message == "the block is true, but the runner would write it otherwise"
    assert judgement.rewritten_text == text


def test_equal_text_passes() -> None:
    passes(TABLE, PEOPLE)


FORMAT_ONLY = [
    ("padding", TABLE.replace('| "Ann" |', '| "Ann"    |'), 3),
    ("rule", TABLE.replace("|-------|-----|", "|-|-|"), 2),
    ("counters that are zero", TABLE + ", labels added: 0", 6),
    ("singular", TABLE.replace("3 rows", "3 row"), 6),
]


@pytest.mark.parametrize(
    ("text", "line"), [f[1:] for f in FORMAT_ONLY], ids=[f[0] for f in FORMAT_ONLY]
)
def test_equal_by_value_but_written_otherwise_is_a_notice(text: str, line: int) -> None:
    passes_with_notice(text, PEOPLE, line)


def test_key_order_and_float_spelling_are_a_notice() -> None:
    given = result("x", ({"b": 1, "a": 1e10},))
    passes_with_notice("| x |\n|---|\n| {b: 1, a: 1e10} |\n1 row", given, 1)


def test_a_changed_cell_names_row_column_and_both_sides() -> None:
    judgement = judged(TABLE.replace("2   |", "22  |"), PEOPLE)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == "row 2, column `age`: expected 22, actual 2"
    assert (mismatch.kind, mismatch.line, mismatch.row, mismatch.column) == (Kind.CELL, 4, 2, "age")
    assert (mismatch.expected, mismatch.actual) == ("22", "2")
    assert mismatch.advice == UPDATE
    assert judgement.rewritten_text == TABLE


def test_integers_are_no_floats() -> None:
    text = "| x |\n|---|\n| 1 |\n1 row"
    mismatch = only_mismatch(judged(text, result("x", (1.0,))))
    assert mismatch.message == "row 1, column `x`: expected 1, actual 1.0"


INSIDE = [
    ("map value", '{a: "x", b: 1}', {"a": "y", "b": 1}, ', at a: expected "x", actual "y"'),
    ("list item", "[1, 2, 3]", [1, 5, 3], ", at [1]: expected 2, actual 5"),
    (
        "list item that is missing",
        "[1, 2, 3]",
        [1, 3],
        ", at [1]: the page has 2, the result has nothing there",
    ),
    (
        "list item that is new",
        "[1, 3]",
        [1, 2, 3],
        ", at [1]: the result has 2, the page has nothing there",
    ),
    (
        "deeply inside",
        "{a: [{b: 1, c: 2}]}",
        {"a": [{"b": 1, "c": 3}]},
        ", at a[0].c: expected 2, actual 3",
    ),
    (
        "key that is new",
        "{a: 1, b: 2, c: 3}",
        {"a": 1, "b": 2, "c": 3, "d": 4},
        ", at d: the result has 4, the page has nothing there",
    ),
    ("another type", "[1]", "x", ': expected [1], actual "x"'),
    ("beside a wildcard", "{a: …, b: 1}", {"a": [7], "b": 2}, ", at b: expected 1, actual 2"),
]


@pytest.mark.parametrize(
    ("written", "value", "message"), [i[1:] for i in INSIDE], ids=[i[0] for i in INSIDE]
)
def test_a_changed_list_or_map_says_what_differs_inside(
    written: str, value: Any, message: str
) -> None:
    text = f"| x |\n|---|\n| {written} |\n1 row"
    mismatch = only_mismatch(judged(text, result("x", (value,))))
    assert mismatch.message == f"row 1, column `x`{message}"


def test_just_what_differs_inside_is_expected_and_actual() -> None:
    text = '| x |\n|---|\n| {a: "x", b: 1} |\n1 row'
    mismatch = only_mismatch(judged(text, result("x", ({"a": "y", "b": 1},))))
    assert (mismatch.expected, mismatch.actual) == ('"x"', '"y"')


def test_long_texts_are_cut_to_their_first_difference() -> None:
    text = f'| x |\n|---|\n| "{"a" * 300}b" |\n1 row'
    message = only_mismatch(judged(text, result("x", ("a" * 300 + "c",)))).message
    assert message.endswith('ab", actual …' + "a" * 98 + 'c"')
    assert len(message) < 250


def test_a_missing_row() -> None:
    given = result("name age", ("Ann", 1), ("Cy", 3), nodes_created=2)
    judgement = judged(TABLE, given)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == 'row 2 is not in the result: | "Bob" | 2 |'
    assert (mismatch.kind, mismatch.line, mismatch.row) == (Kind.MISSING_ROW, 4, 2)
    assert judgement.rewritten_text == render_table(given)


def test_an_extra_row() -> None:
    given = result("name age", ("Ann", 1), ("Al", 9), ("Bob", 2), ("Cy", 3), nodes_created=2)
    mismatch = only_mismatch(judged(TABLE, given))
    assert mismatch.message == (
        'the result has a row that the page lacks, after row 1: | "Al" | 9 |'
    )
    assert (mismatch.kind, mismatch.line, mismatch.row) == (Kind.EXTRA_ROW, 3, 2)


def test_an_extra_first_row() -> None:
    given = result("x", (0,), (1,))
    mismatch = only_mismatch(judged("| x |\n|---|\n| 1 |\n1 row", given))
    assert mismatch.message == ("the result has a row that the page lacks, before the first: | 0 |")
    assert mismatch.line == 2


def test_swapped_rows_name_both_ways_out() -> None:
    given = result("name age", ("Bob", 2), ("Ann", 1), ("Cy", 3), nodes_created=2)
    judgement = judged(TABLE, given)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == (
        'the rows are the same, but in another order: row 1 is | "Ann" | 1 | on the page '
        'and | "Bob" | 2 | in the result'
    )
    assert (mismatch.kind, mismatch.line, mismatch.row) == (Kind.ORDER, 3, 1)
    assert mismatch.advice == (
        "Unless the query fixes the order of all its rows, give it an ORDER BY that does; or the "
        "cell the flag `unordered`, if the order does not matter. Where the order is fixed and "
        "right, `runner update` writes the rows in it."
    )
    assert judgement.rewritten_text == render_table(given)


COLUMNS = [
    ("renamed", "name years", ["column 2: expected `age`, actual `years`"]),
    (
        "another order",
        "age name",
        [
            "the columns are the same, but in another order: expected `name`, `age`, actual `age`, `name`"
        ],
    ),
    ("missing", "name", ["the result has no column `age`"]),
    ("new", "name age city", ["the result has a column that the page lacks: `city`"]),
    (
        "both renamed",
        "a b",
        ["column 1: expected `name`, actual `a`", "column 2: expected `age`, actual `b`"],
    ),
]


@pytest.mark.parametrize(
    ("columns", "messages"), [c[1:] for c in COLUMNS], ids=[c[0] for c in COLUMNS]
)
def test_columns_that_differ(columns: str, messages: list[str]) -> None:
    width = len(columns.split())
    given = result(columns, *[tuple(range(width))] * 3, nodes_created=2)
    judgement = judged(TABLE, given)
    found = mismatches(judgement)
    assert [m.message for m in found] == messages
    assert {(m.kind, m.line) for m in found} == {(Kind.COLUMNS, 1)}
    assert judgement.rewritten_text == render_table(given)


def test_a_block_without_header_for_a_result_with_columns() -> None:
    mismatch = only_mismatch(judged("(no rows)", result("a b")))
    assert mismatch.message == (
        "the page shows `(no rows)` without columns, the result has the columns `a`, `b`"
    )


def test_a_header_for_a_result_without_columns() -> None:
    mismatch = only_mismatch(judged("| a |\n|---|\n0 rows", result("")))
    assert mismatch.message == (
        "the page shows columns, but the last statement returns none: `(no rows)`"
    )


def test_a_footer_that_disagrees_with_its_own_rows() -> None:
    judgement = judged(TABLE.replace("3 rows", "4 rows"), PEOPLE)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == "the footer says `4 rows`, but the block itself shows 3 rows"
    assert (mismatch.kind, mismatch.line) == (Kind.FOOTER, 6)
    assert mismatch.advice == (
        "`runner update` corrects the footer. Where rows are left out of a table on purpose, a "
        "line `| … |` stands for them."
    )
    assert judgement.rewritten_text == TABLE


COUNTERS = [
    ("wrong", "nodes created: 3", ["nodes created: expected 3, actual 2"]),
    (
        "dropped",
        None,
        [
            "nodes created: expected 0, actual 2 (the footer does not name this counter, which means 0)"
        ],
    ),
    (
        "another",
        "labels added: 1",
        [
            "nodes created: expected 0, actual 2 (the footer does not name this counter, which means 0)",
            "labels added: expected 1, actual 0",
        ],
    ),
]


@pytest.mark.parametrize(
    ("written", "messages"), [c[1:] for c in COUNTERS], ids=[c[0] for c in COUNTERS]
)
def test_counters_that_differ_name_both_numbers(written: str | None, messages: list[str]) -> None:
    footer = "3 rows" if written is None else f"3 rows · {written}"
    judgement = judged(TABLE.replace("3 rows · nodes created: 2", footer), PEOPLE)
    found = mismatches(judgement)
    assert [m.message for m in found] == messages
    assert {(m.kind, m.line) for m in found} == {(Kind.COUNTER, 6)}
    assert judgement.rewritten_text == TABLE


def test_an_empty_block_is_written() -> None:
    judgement = judged("", PEOPLE)
    mismatch = only_mismatch(judgement)
    assert mismatch.message == "the block is empty: actual 3 rows · nodes created: 2"
    assert judgement.rewritten_text == TABLE


class TestUnordered:
    """Rows as a multiset."""

    def test_any_order_passes_and_stays(self) -> None:
        given = result("name age", ("Cy", 3), ("Ann", 1), ("Bob", 2), nodes_created=2)
        passes(TABLE, given, unordered=True)

    def test_how_often_a_row_comes_counts(self) -> None:
        text = "| x |\n|---|\n| 1 |\n| 1 |\n| 2 |\n3 rows"
        judgement = judged(text, result("x", (2,), (1,), (2,)), unordered=True)
        assert [m.message for m in mismatches(judgement)] == [
            "row 2 is not in the result: | 1 |",
            "the result has a row that the page lacks, its row 3: | 2 |",
        ]

    def test_rows_that_hold_keep_their_order_and_new_ones_follow(self) -> None:
        given = result("name age", ("Dy", 4), ("Cy", 3), ("Ann", 1), nodes_created=2)
        judgement = judged(TABLE, given, unordered=True)
        assert judgement.rewritten_text == lines(
            "| name  | age |",
            "|-------|-----|",
            '| "Ann" | 1   |',
            '| "Cy"  | 3   |',
            '| "Dy"  | 4   |',
            "3 rows · nodes created: 2",
        )

    def test_a_row_that_changed_in_part_is_compared_with_its_like(self) -> None:
        given = result("name age", ("Cy", 3), ("Bob", 7), ("Ann", 1), nodes_created=2)
        mismatch = only_mismatch(judged(TABLE, given, unordered=True))
        assert mismatch.message == "row 2, column `age`: expected 2, actual 7"
        assert mismatch.line == 4

    def test_wildcards_are_matched_exactly(self) -> None:
        """A greedy choice would give the first line the only row that the second one takes."""
        text = "| a | b |\n|---|---|\n| … | 1 |\n| 5 | … |\n| 5 | 1 |\n3 rows"
        passes(text, result("a b", (5, 1), (5, 2), (6, 1)), unordered=True)

    def test_wildcards_in_rows_that_changed_stay(self) -> None:
        text = '| k   | t |\n|-----|---|\n| "a" | … |\n| "b" | … |\n2 rows'
        judgement = judged(text, result("k t", ("c", 1), ("a", 2)), unordered=True)
        assert judgement.rewritten_text == (
            '| k   | t |\n|-----|---|\n| "a" | … |\n| "c" | … |\n2 rows'
        )

    def test_rows_beyond_the_bound_pass_in_their_own_order_only(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("runner.compare.unordered.MOST_TRIALS", 1000)
        values = [{"a": 1, "b": number} for number in range(40)]
        rows = [f"| {{a: …, b: {number}}} |" for number in range(40)]
        text = lines("| x |", "|---|", *rows, "40 rows")
        passes(text, result("x", *[(value,) for value in values]), unordered=True)
        turned = result("x", *[(value,) for value in reversed(values)])
        judgement = judged(text, turned, unordered=True)
        mismatch = only_mismatch(judgement)
        assert mismatch.kind is Kind.UNDECIDED
        assert mismatch.advice == (
            "Give the query an ORDER BY and the cell no `unordered`; or fewer wildcards, or values "
            "that tell the rows apart."
        )
        assert judgement.rewritten_text == text


class TestWildcards:
    """`…` for values and for rows."""

    GIVEN = result("a b", (1, {"id": 7, "tags": ["x", "y"]}), (2, None))

    @pytest.mark.parametrize(
        "cell",
        ["…", "...", "{id: …, tags: …}", '{id: …, tags: ["x", …]}', "{id: 7, tags: [..., ...]}"],
    )
    def test_a_wildcard_stands_for_one_value_at_any_depth(self, cell: str) -> None:
        passes(f"| a | b |\n|-|-|\n| 1 | {cell} |\n| 2 | null |\n2 rows", self.GIVEN)

    @pytest.mark.parametrize("cell", ["{id: …}", "{id: …, tags: […]}", "{id: …, tag: …}", "[…]"])
    def test_what_stands_around_a_wildcard_counts(self, cell: str) -> None:
        text = f"| a | b |\n|-|-|\n| 1 | {cell} |\n| 2 | null |\n2 rows"
        assert only_mismatch(judged(text, self.GIVEN)).kind is Kind.CELL

    def test_padding_is_not_judged_beside_wildcards_but_spelling_is(self) -> None:
        given = result("a b", (1, 2.0))
        passes("| a | b |\n|-|-|\n| … |    2.0 |\n1 row", given)
        passes_with_notice("| a | b |\n|-|-|\n| … | 2e0 |\n1 row", given, 1)

    ROWS = result("n", *[(n,) for n in range(1, 6)])

    @pytest.mark.parametrize(
        "rows",
        [
            ["…"],
            ["1", "…"],
            ["…", "5"],
            ["1", "…", "3", "..."],
            ["…", "3", "…"],
            ["1", "…", "2", "3", "4", "5"],
            ["…", "…"],
        ],
    )
    def test_a_line_stands_for_any_number_of_rows(self, rows: list[str]) -> None:
        passes(lines("| n |", "|---|", *[f"| {row} |" for row in rows], "5 rows"), self.ROWS)

    def test_the_footer_counts_all_rows(self) -> None:
        judgement = judged("| n |\n|---|\n| 1 |\n| … |\n2 rows", self.ROWS)
        mismatch = only_mismatch(judgement)
        assert mismatch.message == "footer: expected 2 rows, actual 5 rows"
        assert (mismatch.kind, mismatch.line) == (Kind.ROW_COUNT, 5)
        assert judgement.rewritten_text == "| n |\n|---|\n| 1 |\n| … |\n5 rows"

    def test_a_line_for_any_rows_stays_where_others_changed(self) -> None:
        judgement = judged("| n |\n|---|\n| 9 |\n| … |\n| 5 |\n5 rows", self.ROWS)
        assert only_mismatch(judgement).message == "row 1, column `n`: expected 9, actual 1"
        assert judgement.rewritten_text == "| n |\n|---|\n| 1 |\n| … |\n| 5 |\n5 rows"

    def test_a_line_for_any_rows_is_linear_work(self) -> None:
        """Twenty such lines between equal rows that do not match in the end."""
        given = result("n", *[(1,)] * 200, (2,))
        rows = ["| … |", "| 1 |"] * 20
        judgement = judged(lines("| n |", "|---|", *rows, "| 3 |", "201 rows"), given)
        assert only_mismatch(judgement).message == "row 21, column `n`: expected 3, actual 2"

    def test_wildcards_that_hold_stay_in_rows_that_changed(self) -> None:
        text = "| a | b | c |\n|-|-|-|\n| 1 | … | 3 |\n| 1 | {x: …} | 4 |\n2 rows"
        judgement = judged(text, result("a b c", (2, "t", 3), (1, {"x": 0}, 5)))
        assert judgement.rewritten_text == lines(
            "| a | b      | c |",
            "|---|--------|---|",
            "| 2 | …      | 3 |",
            "| 1 | {x: …} | 5 |",
            "2 rows",
        )

    def test_wildcards_move_with_their_column(self) -> None:
        text = "| a | b |\n|-|-|\n| … | 2 |\n1 row"
        judgement = judged(text, result("b a", (2, 1)))
        assert judgement.rewritten_text == "| b | a |\n|---|---|\n| 2 | … |\n1 row"


class TestApprox:
    """Floats that lie apart."""

    def test_within_the_relative_tolerance_it_passes_and_stays(self) -> None:
        text = "| x                |\n|------------------|\n| {a: [0.3], b: 1} |\n1 row"
        passes(text, result("x", ({"a": [0.1 + 0.2], "b": 1},)), approx=1e-6)

    @pytest.mark.parametrize(
        ("written", "value", "approx", "absolute", "holds"),
        [
            ("100.0", 101.0, 0.01, False, True),
            ("100.0", 101.1, 0.01, False, False),
            ("100.0", 100.5, 0.5, True, True),
            ("100.0", 100.6, 0.5, True, False),
            ("1", 1.0, 0.5, False, False),
            ("NaN", float("nan"), 0.1, False, True),
            ("Infinity", float("inf"), 0.1, False, True),
            ("Infinity", 1e308, 0.1, False, False),
            ("-0.0", 0.0, 0.1, True, True),
            ('"1.0"', "1.01", 0.5, False, False),
        ],
    )
    def test_tolerances(
        self, written: str, value: Any, approx: float, absolute: bool, holds: bool
    ) -> None:
        text = f"| x |\n|---|\n| {written} |\n1 row"
        verdict = judged(text, result("x", (value,)), approx=approx, absolute=absolute).verdict
        assert isinstance(verdict, Passed) == holds

    def test_points_and_vectors_hold_floats(self) -> None:
        from runner.values import Point, Vector

        text = lines(
            "| p | v |",
            "|---|---|",
            '| point({x: 1.0, y: 2.0, crs: "cartesian"}) | vector([1.0], 1, FLOAT) |',
            "1 row",
        )
        given = result("p v", (Point(7203, (1.001, 2.0)), Vector((0.999,), "FLOAT")))
        assert isinstance(judged(text, given, approx=0.01).verdict, Passed)
        assert isinstance(judged(text, given).verdict, Failed)

    def test_what_was_accepted_stays_beside_what_changed(self) -> None:
        text = "| a | b |\n|---|---|\n| 0.3 | 1 |\n1 row"
        judgement = judged(text, result("a b", (0.1 + 0.2, 2)), approx=1e-6)
        assert judgement.rewritten_text == "| a   | b |\n|-----|---|\n| 0.3 | 2 |\n1 row"


def test_many_mismatches_are_counted_beyond_twenty() -> None:
    text = lines("| n |", "|---|", *["| 0 |"] * 50, "50 rows")
    verdict = judged(text, result("n", *[(1,)] * 50)).verdict
    assert isinstance(verdict, Failed)
    assert (len(verdict.mismatches), verdict.omitted) == (20, 30)
    assert verdict.message == "row 1, column `n`: expected 0, actual 1 (and 49 more)"


def test_values_too_deep_to_be_written_fail_the_cell() -> None:
    value: Any = []
    for _ in range(200):
        value = [value]
    judgement = judged("| x |\n|---|\n| 1 |\n1 row", result("x", (value,)))
    assert only_mismatch(judgement).message == (
        "The value is nested more than 100 levels deep, too deep for a page to show"
    )
    assert judgement.rewritten_text == "| x |\n|---|\n| 1 |\n1 row"


def test_headers_compare_as_written() -> None:
    given = result("", (1,))
    given = type(given)(("a|b\n",), given.rows)
    passes(render_table(given), given)


def test_of_very_long_values_only_the_first_difference_is_shown() -> None:
    """To explain what differs inside would take longer than to run the page."""
    written = str(list(range(1, 20_001)))
    given = result("numbers", ([*range(20_000)],))
    mismatch = only_mismatch(judged(f"| numbers |\n|---|\n| {written} |\n1 row", given))
    assert mismatch.message.startswith("row 1, column `numbers`: expected [1, 2, 3, 4, ")
    assert ", actual [0, 1, 2, 3, 4, " in mismatch.message
    assert len(mismatch.message) < 300


def test_strings_that_look_alike_are_said_to() -> None:
    """Strings are compared by code points and never normalised."""
    mismatch = only_mismatch(
        judged('| name |\n|---|\n| "\u00e9" |\n1 row', result("name", ("e\u0301",)))
    )
    assert mismatch.message == (
        'row 1, column `name`: expected "\u00e9", actual "e\u0301" '
        "(they look alike, but their code points differ)"
    )
