"""The twelve calls of session ``s1``, as the model sends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from provenance_tracer.calls import Call, Reply
from provenance_tracer.tracer import Tracer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.engines.base import Engine

SESSION = "s1"
_NEW_ENTITY = "CREATE (e:Entity {key: $key, kind: $kind}) RETURN e.key AS entity"
_NEW_FACT = """\
MERGE (e:Entity {key: $entity}) ON CREATE SET e.kind = $kind
CREATE (f:Fact {text: $text})-[:ABOUT]->(e)
RETURN f.text AS fact, e.key AS entity"""
_NEW_DECISION = """\
MERGE (topic:Entity {key: $topic}) ON CREATE SET topic.kind = "technology"
MERGE (event:Entity {key: $event}) ON CREATE SET event.kind = "event"
WITH topic, event
MATCH (from:Entity {key: $producer}), (to:Entity {key: $consumer})
CREATE (d:Decision {text: $text, approval: 100 * $agree / $reviewers})
FOREACH (subject IN [from, to, topic, event] | CREATE (d)-[:ABOUT]->(subject))
RETURN d.text AS decision, d.approval AS approval"""
_ABOUT_ENTITY = """\
MATCH path = (:Entity {key: $key})<-[:ABOUT]-(x:Fact|Decision)
RETURN path ORDER BY labels(x)[0], x.text"""
_WHERE_MENTIONED = """\
MATCH (f:Fact)-[:ABOUT]->(e:Entity) WHERE f.text CONTAINS $term
RETURN [f, e] AS mention ORDER BY e.key"""
_WHAT_ELSE = """\
MATCH (:Entity {key: $key})<-[:ABOUT]-(d:Decision)-[:ABOUT]->(other:Entity)
WHERE other.key <> $key
MATCH (other)<-[:ABOUT]-(x) WHERE x <> d
RETURN DISTINCT other, x ORDER BY other.key, x.text"""
_BY_KIND = """\
MATCH (e:Entity {kind: $kind})
OPTIONAL MATCH (e)<-[:ABOUT]-(x:Fact|Decision)
RETURN {entity: e, known: [x]} AS known ORDER BY e.key, x.text"""
_EVERYTHING = """\
MATCH (e:Entity)<-[:ABOUT]-(x:Fact|Decision)
RETURN labels(x)[0] AS kind, x, e ORDER BY kind, x.text, e.key"""
_DECISION = {
    "topic": "kafka",
    "event": "OrderPlaced",
    "producer": "orders service",
    "consumer": "billing service",
    "text": "Publish OrderPlaced events to Kafka",
}
_EVENTS = "the orders service publishes OrderPlaced events to Kafka and billing consumes them"
_AGAIN = "Same decision as before: OrderPlaced events go to Kafka, billing consumes them."
_FIRST_TS = 1772442060000
_MINUTE = 60_000


def _calls() -> Iterator[Call]:
    billing = {"key": "billing service", "kind": "service"}
    orders = {"entity": "orders service", "kind": "service", "text": "Postgres for orders"}
    plan: tuple[tuple[str, str, str, dict[str, object]], ...] = (
        ("remember", "We run a billing service.", _NEW_ENTITY, {**billing}),
        ("remember", "Orders live in Postgres.", _NEW_FACT, {**orders}),
        (
            "recall",
            "What do we know about the payments service?",
            _ABOUT_ENTITY,
            {"key": "payments service"},
        ),
        ("recall", "Which database do orders use?", _ABOUT_ENTITY, {"key": "orders service"}),
        (
            "remember",
            f"Decision: {_EVENTS}. Nobody has reviewed it yet.",
            _NEW_DECISION,
            {**_DECISION, "agree": 0, "reviewers": 0},
        ),
        ("remember", "Note that billing is one of our services.", _NEW_ENTITY, {**billing}),
        (
            "remember",
            f"{_AGAIN} Two of three reviewers agreed.",
            _NEW_DECISION,
            {**_DECISION, "agree": 2, "reviewers": 3},
        ),
        (
            "recall",
            "What do we know about the orders service now?",
            _ABOUT_ENTITY,
            {"key": "orders service"},
        ),
        ("recall", "Where did anyone mention Postgres?", _WHERE_MENTIONED, {"term": "Postgres"}),
        (
            "recall",
            "What else do we know about the things the Kafka decision affects?",
            _WHAT_ELSE,
            {"key": "kafka"},
        ),
        (
            "recall",
            "List our services and what we know about each.",
            _BY_KIND,
            {"kind": "service"},
        ),
        ("recall", "Dump everything you remember.", _EVERYTHING, {}),
    )
    for number, (tool, ask, cypher, arguments) in enumerate(plan):
        yield Call(number + 1, tool, ask, _FIRST_TS + number * _MINUTE, cypher, arguments)


CALLS = tuple(_calls())


def replay(engine: Engine) -> Iterator[tuple[Call, Reply]]:
    """Make the twelve calls, two of which fail; each with its reply."""
    with Tracer(engine, SESSION) as tracer:
        for call in CALLS:
            yield call, tracer.call(call)
