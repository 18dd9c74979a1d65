"""A page that is no longer true is found at the right cell, and nowhere else.

Each case changes one thing in a copy of the seed page and says which cells must fail, and what
the message must name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import runner
from runner.execute import RunOptions, read_page, run_page
from runner.outcome import Outcome
from tests.support.shared import SHARED, needs_shared

if TYPE_CHECKING:
    from pathlib import Path

    from runner.outcome import PageOutcome

pytestmark = needs_shared

SEED = SHARED / "seed" / "tool-call-provenance.md"


def run_changed(folder: Path, *changes: tuple[str, str], strict: bool = False) -> PageOutcome:
    """The outcome of the seed page with each text replaced where it stands first."""
    text = SEED.read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "page.md"
    path.write_text(text, "utf-8")
    with runner.connect("embedded:") as engine:
        return run_page(read_page(path), engine, RunOptions(strict=strict))


def not_passed(outcome: PageOutcome) -> dict[str, str]:
    return {c.cell: c.message for c in outcome.cells if c.outcome is not Outcome.PASSED}


ROW_10 = (
    '| 10  | "recall" | "read" | "2026-03-02T09:10:00Z" | ["Entity", "Fact"]'
    "                                           |\n"
)
ROW_9 = (
    '| 9   | "recall" | "read" | "2026-03-02T09:09:00Z" | ["Entity", "Fact"]'
    "                                           |\n"
)
EXTRA_ROW = '| 7 | "remember" | 0 | null |\n'

CASES = {
    "a changed number in a row": (
        ('| "recall"   | 7     | 13 ', '| "recall"   | 8     | 13 '),
        "per-tool",
        ("row 1", "calls", "8", "7"),
    ),
    "a missing row": ((ROW_10, ""), "latest", ("row", '"2026-03-02T09:10:00Z"')),
    "an extra row": (
        ("2 rows\n```\n\nThe latest", EXTRA_ROW + "3 rows\n```\n\nThe latest"),
        "rolled-back",
        ("row 3",),
    ),
    "two rows swapped": ((ROW_10 + ROW_9, ROW_9 + ROW_10), "latest", ("order",)),
    "a renamed column": (
        ("| wrote | tool       |", "| write | tool       |"),
        "wrote-it",
        ("write", "wrote"),
    ),
    "one counter changed": (
        (
            "nodes created: 3, relationships created: 4",
            "nodes created: 2, relationships created: 4",
        ),
        "call-2",
        ("nodes created", "2", "3"),
    ),
    "a counter dropped": (
        ("relationships created: 4, properties set: 10, ", "relationships created: 4, "),
        "call-2",
        ("properties set", "10"),
    ),
    "a wrong footer count": (
        ("5 rows · nodes created: 5", "6 rows · nodes created: 5"),
        "calls-8-12",
        ("6", "5"),
    ),
    "another constraint name in an error line": (
        (
            "ConstraintValidationFailed: `call_key` uniqueness",
            "ConstraintValidationFailed: `call_kee` uniqueness",
        ),
        "replay-7",
        ("call_kee", "call_key"),
    ),
    "expect=error added to a good cell": (
        ("```cypher cell=per-node\n", "```cypher cell=per-node expect=error\n"),
        "per-node",
        ("error",),
    ),
    "a gram node id that names two entities": (
        ("-[r21:TOUCHED]->(n15:Entity", "-[r21:TOUCHED]->(n14:Entity"),
        "call-7-touched",
        ("n14",),
    ),
    "a gram property changed": (
        ("(n16:Decision {approval: 66,", "(n16:Decision {approval: 67,"),
        "call-7-touched",
        ("approval", "67", "66"),
    ),
    "a gram relationship reversed": (
        ("(n17)-[r21:TOUCHED]->(n15:Entity", "(n17)<-[r21:TOUCHED]-(n15:Entity"),
        "call-7-touched",
        ("r21",),
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_one_changed_line_fails_its_cell_alone(title: str, tmp_path: Path) -> None:
    change, cell, named = CASES[title]
    outcome = run_changed(tmp_path, change)
    found = not_passed(outcome)
    assert list(found) == [cell]
    assert outcome.exit_code == 1
    for text in named:
        assert text in found[cell]


def test_a_cell_that_fails_without_being_told_to_is_errored_and_ends_the_page(
    tmp_path: Path,
) -> None:
    outcome = run_changed(tmp_path, ("params=call-5 expect=error", "params=call-5"))
    errored = [cell for cell in outcome.cells if cell.outcome is Outcome.ERRORED]
    assert [cell.cell for cell in errored] == ["call-5"]
    assert "type error: / by zero" in errored[0].message
    after = outcome.cells[[cell.cell for cell in outcome.cells].index("call-5") + 1 :]
    assert {cell.outcome for cell in after} == {Outcome.NOT_RUN}
    assert outcome.outcome is Outcome.ERRORED
    assert outcome.exit_code == 1


def test_a_changed_data_value_fails_every_cell_that_shows_it(tmp_path: Path) -> None:
    change = (
        '"text": "Postgres for orders"}\n```\n\n```cypher cell=call-2',
        '"text": "MySQL for orders"}\n```\n\n```cypher cell=call-2',
    )
    found = not_passed(run_changed(tmp_path, change))
    assert "call-2" in found
    assert "call-4" in found
    assert "per-node" in found
    assert "constraints" not in found
    assert "MySQL for orders" in found["call-2"]


def test_a_dropped_statement_fails_the_cells_that_show_what_it_did(tmp_path: Path) -> None:
    change = (
        "CREATE CONSTRAINT session_id IF NOT EXISTS FOR (s:Session) REQUIRE s.id IS UNIQUE;\n",
        "",
    )
    found = not_passed(run_changed(tmp_path, change))
    assert list(found) == ["schema", "constraints"]
    assert "constraints added" in found["schema"]
    assert "session_id" in found["constraints"]


FORMAT_ONLY = {
    "padding": ('| "kafka"                               | [7] ', '| "kafka" | [7] '),
    "map keys in another order": (
        '{entity: "orders service", fact: "Postgres for orders"}',
        '{fact: "Postgres for orders", entity: "orders service"}',
    ),
}


@pytest.mark.parametrize("title", FORMAT_ONLY)
def test_another_spelling_of_the_same_passes_with_a_notice(title: str, tmp_path: Path) -> None:
    outcome = run_changed(tmp_path, FORMAT_ONLY[title])
    assert outcome.outcome is Outcome.PASSED
    assert [notice.code for cell in outcome.cells for notice in cell.notices] == ["format"]
    assert run_changed(tmp_path, FORMAT_ONLY[title], strict=True).outcome is Outcome.FAILED
