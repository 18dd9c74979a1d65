"""What an auditor asks of the trace. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars

    from runner.engines.base import Session


@dataclass(frozen=True, slots=True)
class Audit:
    """One question, as a statement."""

    title: str
    statement: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


AUDITS: Mapping[str, Audit] = {
    "per-tool": Audit(
        "What each tool was called for",
        """\
MATCH (c:ToolCall)
WITH c, COUNT { (c)-[:TOUCHED]->() } AS touched
RETURN c.name AS tool, count(*) AS calls, sum(c.rows) AS rows, sum(touched) AS touched,
       count(CASE WHEN c.status = "read" THEN 1 END) AS read,
       count(CASE WHEN c.status = "committed" THEN 1 END) AS committed,
       count(CASE WHEN c.status = "rolled_back" THEN 1 END) AS rolled_back
ORDER BY tool""",
    ),
    "rolled-back": Audit(
        "What the failed calls left behind",
        """\
MATCH (c:ToolCall {status: "rolled_back"})
RETURN c.seq AS seq, c.name AS tool, COUNT { (c)-[:TOUCHED]->() } AS touched, c.error AS error
ORDER BY seq""",
    ),
    "latest": Audit(
        "The latest calls, and the kinds of node that they touched",
        """\
MATCH (:Session {id: $session})-[has:HAS_CALL]->(c:ToolCall)
RETURN c.seq AS seq, c.name AS tool, c.status AS status,
       toString(datetime({epochMillis: has.ts})) AS at,
       COLLECT { MATCH (c)-[:TOUCHED]->(n) UNWIND labels(n) AS label
                 RETURN label ORDER BY label } AS touched
ORDER BY has.ts DESC LIMIT $n""",
        {"session": "s1", "n": 5},
    ),
    "wrote-it": Audit(
        "Who wrote a fact, and who has read it since",
        """\
MATCH (w:ToolCall {status: "committed"})-[:TOUCHED]->(f:Fact {text: $text})
WITH f, w ORDER BY w.seq LIMIT 1
RETURN w.seq AS wrote, w.name AS tool, w.ask AS ask,
       COLLECT { MATCH (r:ToolCall {status: "read"})-[:TOUCHED]->(f) WHERE r.seq > w.seq
                 RETURN r.seq AS seq ORDER BY seq } AS read_since""",
        {"text": "Postgres for orders"},
    ),
    "per-node": Audit(
        "Every node of the memory",
        """\
MATCH (n:Entity|Fact|Decision)
RETURN labels(n)[0] AS label, coalesce(n.key, n.text) AS name,
       COLLECT { MATCH (n)<-[:TOUCHED]-(c:ToolCall {status: "committed"})
                 RETURN c.seq AS seq ORDER BY seq } AS committed,
       COUNT { (n)<-[:TOUCHED]-(:ToolCall {status: "read"}) } AS reads
ORDER BY label, name""",
    ),
}

_COST = """\
MATCH (c:ToolCall)
WITH c, COUNT { (c)-[:TOUCHED]->() } AS touched
RETURN c.name AS tool, count(*) AS calls, sum(c.rows) AS rows,
       sum(coalesce(c.seconds, 0.0)) AS seconds, sum(touched) AS touched
ORDER BY tool"""


def cost_table(session: Session) -> polars.DataFrame:
    """What each tool has cost: calls, rows, seconds and nodes touched, by way of Arrow."""
    import polars

    frame = polars.from_arrow(session.run(_COST).to_arrow())
    assert isinstance(frame, polars.DataFrame)
    return frame
