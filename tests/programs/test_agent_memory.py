"""The memory says, through its own operations, what the pages on it say."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from agent_memory import (
    Blocked,
    Candidate,
    Draft,
    Memory,
    NotThere,
    Outcome,
    PinnedPeer,
    Recall,
    SameClaim,
)
from agent_memory.schema import schema

import runner
from tests.programs.pages import assert_as_written, cell_of, page_of, rows_of, run_cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.engines.base import Engine

WRITES = page_of("memory-write-path")
RECALL = page_of("recall")
QUESTION = [1.0, 0.0, 0.0, 0.0]


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    with runner.connect(url) as opened:
        yield opened


@pytest.fixture
def memory(engine: Engine) -> Memory:
    return Memory(engine, dimensions=4)


@pytest.fixture
def small() -> Iterator[Memory]:
    """A memory in memory, with one scope, one source and a pinned definition."""
    with runner.connect("embedded:") as engine:
        memory = Memory(engine, dimensions=4)
        memory.scope("apac", "project")
        memory.source("Doc", "doc-1", "2026-09-01T08:00:00Z", title="Handbook")
        memory.add(draft("m-1", "Net revenue excludes refunds", [0.6, 0.0, 0.0, 0.8]))
        memory.pin("m-1", by="Finance", at="2026-09-02T08:00:00Z")
        yield memory


def draft(id_: str, text: str, embedding: list[float], **changed: Any) -> Draft:
    """A definition for the small memory."""
    given: dict[str, Any] = {
        "id": id_,
        "text": text,
        "kind": "definition",
        "scope": "apac",
        "source": "doc-1",
        "by": "agent",
        "at": "2026-09-03T08:00:00Z",
        "embedding": embedding,
    }
    return Draft(**{**given, **changed})


def data(cell: str) -> dict[str, Any]:
    """The parameters of a cell of the page on the write path, times as text."""
    return {key: as_text(value) for key, value in cell_of(WRITES, cell).data.items()}


def as_text(value: Any) -> Any:
    """Times of a page as the memory takes them."""
    if isinstance(value, dict):
        return {key: as_text(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_text(each) for each in value]
    return str(value) if type(value).__name__ == "DateTime" else value


def trace_of(recalled: Recall) -> list[dict[str, Any]]:
    """The trace with the page's names of columns."""

    def row(each: Candidate) -> dict[str, Any]:
        return {
            "candidate": each.text,
            "similarity": each.similarity,
            "scope": each.scope,
            "status": each.standing,
            "result": each.result,
            "why": each.why,
        }

    return [row(each) for each in recalled.trace]


def kept_of(recalled: Recall) -> list[dict[str, Any]]:
    """What was kept, with the page's names of columns."""
    return [
        {
            "memory": each.text,
            "pinned": each.pinned,
            "similarity": each.similarity,
            "sources": list(each.sources),
            "contradicted_by": list(each.contradicted_by),
        }
        for each in recalled.kept
    ]


def test_the_schema_is_that_of_the_pages() -> None:
    pieces = cell_of(page_of("context-graph"), "schema").statements
    assert schema(4) == tuple(piece.text.strip() for piece in pieces)


def test_the_write_path_ends_as_its_page_does(memory: Memory, engine: Engine) -> None:
    """Each operation by the library, from the data of the page; then the page's own audits."""
    with engine.session("25") as session:
        run_cells(session, WRITES, "sources")
    memory.add(Draft(**data("add")))
    with pytest.raises(SameClaim, match="this is believed already: 'revenue = sum of order"):
        memory.add(Draft(**data("add-again")))
    revised = data("revise")
    memory.revise(revised.pop("old"), revised.pop("id"), revised.pop("text"), **revised)
    pinned = data("pin")
    memory.pin(pinned.pop("id"), **pinned)
    again = data("revise-pinned")
    with pytest.raises(PinnedPeer, match="'m-4' is pinned: 'Net revenue excludes refunds'"):
        memory.revise(again.pop("old"), again.pop("id"), again.pop("text"), **again)
    memory.add(Draft(**data("add-wrong")))
    retracted = data("retract")
    memory.retract(retracted.pop("id"), **retracted)
    memory.refuse("secrets", r"(?i).*\b(password|api key)\b.*", "a secret")
    memory.refuse("cards", r".*\b\d{16}\b.*", "a card number")
    memory.add(Draft(**data("add-rule")))

    outcomes = [
        {"id": write["id"], "text": write["text"]} | as_row(memory.commit(Draft(**write)))
        for write in data("commit")["writes"]
    ]
    assert outcomes == rows_of(WRITES, "commit")
    with engine.session("25") as session:
        conflicts = session.run(
            "MATCH (a)-[c:CONFLICTS_WITH]->(b) RETURN a.id, c.similarity, b.id ORDER BY a.id, b.id"
        )
        assert conflicts.rows == [
            ("w-3", 0.96, "m-3"),
            ("w-4", 0.92, "m-3"),
            ("w-4", 0.97, "w-3"),
        ]
        marked = "MATCH (m:Memory) WHERE m.conflicted RETURN m.id ORDER BY m.id"
        assert session.run(marked).rows == [("m-3",), ("w-3",), ("w-4",)]
        resolved = data("resolve")
        assert memory.resolve(resolved.pop("keep"), **resolved) == ("w-3", "w-4")
        assert session.run(marked).rows == []
        for cell in ("refuse", "no-password", "all-memories", "history", "consistent"):
            assert_as_written(WRITES, cell, run_cells(session, WRITES, cell))
    changes = [(each.memory, each.seq, each.op, each.by, each.note) for each in memory.history()]
    assert changes == [
        (row["memory"], row["seq"], row["op"], row["by"], row["note"])
        for row in rows_of(WRITES, "history")
    ]
    assert [each.op for each in memory.history("m-4")] == ["revise", "pin", "merge"]


def as_row(outcome: Outcome) -> dict[str, Any]:
    """An outcome with the page's names of columns."""
    return {"outcome": outcome.outcome, "because": list(outcome.because)}


def test_recall_gives_the_trace_of_the_page(memory: Memory, engine: Engine) -> None:
    """Four candidates as in the talk; then fifteen, of which eight are kept and two warn."""
    with engine.session("25") as session:
        run_cells(session, RECALL, "memories")
    first = memory.recall(QUESTION, "apac-reporting", deadline=60.0)
    assert first.failure is None
    assert trace_of(first) == rows_of(RECALL, "trace")
    assert kept_of(first) == rows_of(RECALL, "recall")
    assert [each.id for each in first.kept] == ["m-4", "m-3"]
    with engine.session("25") as session:
        run_cells(session, RECALL, "more")
    second = memory.recall(QUESTION, "apac-reporting", deadline=60.0)
    assert trace_of(second) == rows_of(RECALL, "trace-again")
    assert kept_of(second) == rows_of(RECALL, "recall-again")
    assert [each.text for each in second.trace if each.blocked] == [
        "The APAC database password is swordfish"
    ]
    elsewhere = memory.recall(QUESTION, "emea-reporting", deadline=60.0)
    assert (elsewhere.kept, elsewhere.failure) == ((), None)
    assert {each.why for each in elsewhere.trace if each.status == "active"} == {
        "belongs to apac-reporting",
        "belongs to tax",
    }
    assert memory.scopes() == ("apac-reporting", "tax")


def test_the_check_finds_what_the_page_finds(memory: Memory, engine: Engine) -> None:
    page = page_of("check-before-answering")
    lineage = page_of("include/refunds-lineage")
    with engine.session("25") as session:
        run_cells(session, lineage, "lineage", "incident")
    checked = memory.check(cell_of(page, "check").data["tables"])  # type: ignore[arg-type]
    assert [
        {
            "table": each.table,
            "current": each.current,
            "incident": each.incident,
            "title": each.title,
            "steps_up": each.steps_up,
            "way": list(each.way) or None,
            "rows": each.rows,
            "expected_rows": each.expected_rows,
        }
        for each in checked.findings
    ] == rows_of(page, "check")
    assert [{"warning": each} for each in checked.warnings] == rows_of(page, "warning")
    unknown = memory.check(cell_of(page, "verdicts").data["tables"])  # type: ignore[arg-type]
    assert [
        {"table": each.table, "verdict": each.verdict, "incident": each.incident}
        for each in unknown.findings
    ] == rows_of(page, "verdicts")
    assert unknown.warnings[-1] == "Nothing is known of tmp.refunds_by_hand."
    with engine.session("25") as session:
        run_cells(session, page, "repair")
    again = memory.check(["stg.orders", "mart.refund_rate", "mart.net_revenue"])
    assert [
        {"table": each.table, "current": each.current, "verdict": each.verdict}
        for each in again.findings
    ] == rows_of(page, "check-again")
    assert again.warnings == ()


def test_why_an_answer_was_given(memory: Memory, engine: Engine) -> None:
    page = page_of("why-did-the-agent-say-that")
    with engine.session("25") as session:
        run_cells(session, page, "memories", "answers")
    found = memory.why("answer-1042")
    expected = rows_of(page, "why")
    assert [
        {
            "recalled": each.text,
            "status": each.status,
            "replaced_by": each.replaced_by,
            "came_from": each.came_from,
        }
        for each in found.recalled
    ] == [
        {key: row[key] for key in ("recalled", "status", "replaced_by", "came_from")}
        for row in expected
    ]
    assert found.sql is not None
    assert f"{found.sql.partition(' WHERE')[0]} …" == expected[0]["sql"]
    assert f"{', '.join(found.tables)} (no refunds table)" == expected[0]["tables"]
    (diagnosis,) = found.diagnosis
    assert diagnosis == (
        "It used 'Revenue = sum of order amount', which had been replaced by "
        "'Net revenue excludes refunds': mend recall."
    )
    # An answer that was right by the rules of its day, and one that nobody knows.
    assert memory.why("answer-871").diagnosis == ()
    assert [each.known_by_then for each in memory.why("answer-871").recalled] == [False]
    with pytest.raises(NotThere, match="there is no answer 'answer-1'"):
        memory.why("answer-1")


def test_what_bad_data_has_touched_is_corrected_and_retracted(
    memory: Memory, engine: Engine
) -> None:
    page = page_of("blast-radius")
    lineage = page_of("include/refunds-lineage")
    with engine.session("25") as session:
        run_cells(session, lineage, "lineage", "incident")
        run_cells(session, page, "questions", "baseline", "repair")
    touched = memory.blast_radius("INC-2317")
    assert [
        {
            "asked": each.asked,
            "question": each.question,
            "asked_by": each.asked_by,
            "memory_to_review": ", ".join(each.memories) or "none",
        }
        for each in touched
    ] == rows_of(page, "radius")

    known = cell_of(page, "correct").data["known"]
    assert isinstance(known, dict)
    for retracted in (("Outdoor refund rate is about 2.6%",), ()):
        corrections, gone = memory.retract_and_correct(
            "INC-2317",
            known,  # type: ignore[arg-type]
            by="data agent",
            at="2026-10-06T14:35:00Z",
        )
        assert [
            {"channel": each.channel, "to": each.to, "text": each.text} for each in corrections
        ] == rows_of(page, "correct")
        assert gone == retracted
    with engine.session("25") as session:
        for cell in ("recall", "timeline"):
            assert_as_written(page, cell, run_cells(session, page, cell))
        state = "MATCH (m:Memory), (i:Incident) RETURN m.status, m.reason, i.status"
        assert session.run(state).rows == [
            ("retracted", "INC-2317: Refunds incomplete, Oct 3–4", "resolved")
        ]


def test_commits_to_one_scope_wait_for_each_other(memory: Memory) -> None:
    """At the same moment, one finds what the other has stored; none is lost."""
    memory.scope("apac", "project")
    memory.source("Doc", "doc-1", "2026-09-01T08:00:00Z", title="Handbook")
    ready = threading.Barrier(3)
    outcomes: list[Outcome] = []

    def commit(number: int) -> None:
        ready.wait(60)
        text = f"The year starts in month {number}"
        outcomes.append(memory.commit(draft(f"m-{number}", text, [0.0, 0.0, 0.0, 1.0])))

    threads = [threading.Thread(target=commit, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(len(each.because) for each in outcomes) == [0, 1, 2]
    assert sorted(each.outcome for each in outcomes) == ["added", *["added, in conflict"] * 2]


# The rest does not depend on the engine.


def test_a_commit_confirms_what_is_known_however_it_is_spelled(small: Memory) -> None:
    outcome = small.commit(draft("m-2", " net revenue EXCLUDES refunds. ", [0.6, 0.0, 0.0, 0.8]))
    assert outcome == Outcome("merged", ("Net revenue excludes refunds",), "m-1")
    assert [each.op for each in small.history()] == ["add", "pin", "merge"]


def test_a_claim_is_there_once_whatever_its_embedding_says(small: Memory) -> None:
    outcome = small.commit(draft("m-2", "Net revenue excludes refunds", [0.0, 1.0, 0.0, 0.0]))
    assert outcome == Outcome("merged", ("Net revenue excludes refunds",), "m-1")


def test_embeddings_have_as_many_numbers_as_those_that_are_there(small: Memory) -> None:
    with pytest.raises(ValueError, match="has embeddings of 4 numbers, not 3"):
        Memory(small._engine, dimensions=3)


def test_a_pin_stands_until_it_is_taken_off(small: Memory) -> None:
    other = draft("m-2", "Net revenue includes refunds", [0.576, 0.28, 0.0, 0.768])
    assert small.commit(other) == Outcome("rejected", ("Net revenue excludes refunds",))
    small.unpin("m-1", by="Finance", at="2026-09-04T08:00:00Z")
    assert small.commit(other).outcome == "added, in conflict"
    (first, second) = small.recall(QUESTION, "apac").kept
    assert {first.why, second.why} == {"warning: contradicted"}


def test_a_revision_is_held_to_what_a_commit_is_held_to(small: Memory) -> None:
    """Not around a pinned memory, and not in silence against another."""
    small.add(draft("m-2", "Shipping is revenue", [0.0, 1.0, 0.0, 0.0]))
    small.add(draft("m-3", "The year starts in May", [0.0, 0.0, 1.0, 0.0]))
    given: dict[str, Any] = {"source": "doc-1", "by": "agent", "at": "2026-09-05T08:00:00Z"}
    with pytest.raises(PinnedPeer, match="memory 'm-1' is pinned"):
        small.revise("m-2", "m-4", "Net revenue is all", embedding=[0.6, 0.0, 0.1, 0.8], **given)
    with pytest.raises(NotThere, match="there is no active memory 'm-9'"):
        small.revise("m-9", "m-4", "New", embedding=[0.0, 1.0, 0.0, 0.0], **given)
    small.revise("m-2", "m-4", "The year starts in June", embedding=[0.0, 0.1, 1.0, 0.0], **given)
    recalled = {each.id: each for each in small.recall(QUESTION, "apac").trace}
    assert recalled["m-2"].why == "now: The year starts in June"
    assert recalled["m-3"].contradicted_by == ("The year starts in June",)
    assert recalled["m-4"].contradicted_by == ("The year starts in May",)
    # Only spelled in another way: the claim goes over.
    small.revise("m-4", "m-5", "the year starts in June.", embedding=[0.0, 0.1, 1.0, 0.0], **given)
    small.retract("m-3", reason="settled", by="Finance", at="2026-09-06T08:00:00Z")
    assert {each.id: each.why for each in small.recall(QUESTION, "apac").kept} == {
        "m-1": "pinned comes first",
        "m-5": "active, in scope",
    }


def test_what_is_blocked_is_neither_stored_nor_recalled(small: Memory) -> None:
    small.add(draft("m-2", "The API key is swordfish", [0.0, 1.0, 0.0, 0.0]))
    small.refuse("secrets", "(?i).*api key.*", "a secret")
    with pytest.raises(Blocked, match=r"^the text is refused: a secret$"):
        small.add(draft("m-3", "Our api key is salmon", [0.0, 1.0, 0.0, 0.0]))
    with pytest.raises(Blocked):
        small.revise(
            "m-2",
            "m-3",
            "Our api key is salmon",
            source="doc-1",
            by="agent",
            at="2026-09-05T08:00:00Z",
            embedding=[0.0, 1.0, 0.0, 0.0],
        )
    blocked = small.commit(draft("m-3", "Our api key is salmon", [0.0, 1.0, 0.0, 0.0]))
    assert blocked == Outcome("refused", ("a secret",))
    assert [each.id for each in small.recall(QUESTION, "apac").kept] == ["m-1"]
    with pytest.raises(ValueError, match=r"'\(' is no regular expression"):
        small.refuse("broken", "(", "x")
    assert small.commit(draft("m-4", "All is well", [0.0, 0.0, 1.0, 0.0])).outcome == "added"


@pytest.mark.parametrize(
    ("changed", "fault", "text"),
    [
        ({"scope": "emea"}, NotThere, "there is no scope 'emea'"),
        ({"source": "doc-9"}, NotThere, "there is no message, document, review or answer 'doc-9'"),
        ({"embedding": [1.0]}, ValueError, "the embedding has 1 numbers, and the index 4"),
        ({"embedding": [0.0] * 4}, ValueError, "the embedding has no direction"),
        ({"embedding": [float("nan")] * 4}, ValueError, "the embedding has no direction"),
    ],
)
def test_a_draft_without_ground_is_not_stored(
    small: Memory, changed: dict[str, Any], fault: type[Exception], text: str
) -> None:
    bad = replace(draft("m-2", "New", [0.0, 0.0, 1.0, 0.0]), **changed)
    for write in (small.add, small.commit):
        with pytest.raises(fault, match=text):
            write(bad)
    assert {each.memory for each in small.history()} == {"m-1"}


def test_an_operation_on_what_is_not_there_says_so(small: Memory) -> None:
    with pytest.raises(NotThere, match=r"^there is no active memory 'm-9'$"):
        small.retract("m-9", reason="x", by="x", at="2026-09-05T08:00:00Z")
    for operation in (small.pin, small.unpin):
        with pytest.raises(NotThere, match=r"^there is no active memory 'm-9'$"):
            operation("m-9", by="x", at="2026-09-05T08:00:00Z")
    with pytest.raises(ValueError, match="no source is a 'Table'"):
        small.source("Table", "t", "2026-09-05T08:00:00Z")


def test_peers_are_found_behind_more_than_the_index_proposes(small: Memory) -> None:
    """Sixty of another scope are closer than the one that is contradicted."""
    small.scope("tax", "team")
    for number in range(60):
        near = [0.0, 1.0, 0.001 * number, 0.0]
        small.add(draft(f"t-{number}", f"Rule {number}", near, scope="tax"))
    small.add(draft("m-2", "Weeks start on Monday", [0.2, 1.0, 0.0, 0.2]))
    outcome = small.commit(draft("m-3", "Weeks start on Sunday", [0.0, 1.0, 0.0, 0.0]))
    assert outcome.because == ("Weeks start on Monday",)


def test_what_was_recalled_is_written_down_with_the_answer(small: Memory) -> None:
    with small._engine.session("25") as session:
        session.run("CREATE (:ToolCall {id: 'q'})-[:PRODUCED]->(:Answer {id: 'a', text: 'x'})")
        small.note_recalled("a", small.recall(QUESTION, "apac"))
        shown = "MATCH (:Answer)-[r:RECALLED]->(m) RETURN r.rank, r.similarity, m.id"
        assert session.run(shown).rows == [(1, 0.6, "m-1")]
    assert [each.text for each in small.why("a").recalled] == ["Net revenue excludes refunds"]
