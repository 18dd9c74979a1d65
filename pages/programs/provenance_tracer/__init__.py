"""Runs the Cypher that a model sends, and keeps a trace of each call in the graph it worked on."""

from __future__ import annotations

from provenance_tracer.audit import AUDITS, cost_table
from provenance_tracer.calls import Call, Reply
from provenance_tracer.replay import CALLS, replay
from provenance_tracer.tracer import AlreadyRecorded, Tracer, open_engine

__all__ = [
    "AUDITS",
    "CALLS",
    "AlreadyRecorded",
    "Call",
    "Reply",
    "Tracer",
    "cost_table",
    "open_engine",
    "replay",
]
