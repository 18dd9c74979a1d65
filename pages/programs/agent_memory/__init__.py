"""A memory that an agent can be held to: what it believes, since when, for whom and from where."""

from __future__ import annotations

from agent_memory.lineage import Check, Correction, Finding, Touched
from agent_memory.memory import Memory
from agent_memory.recalling import Candidate, Recall
from agent_memory.schema import Blocked, MemoryFault, NotThere, PinnedPeer, SameClaim, SlowPattern
from agent_memory.why import Recalled, Why
from agent_memory.writing import Change, Draft, Outcome

__all__ = [
    "Blocked",
    "Candidate",
    "Change",
    "Check",
    "Correction",
    "Draft",
    "Finding",
    "Memory",
    "MemoryFault",
    "NotThere",
    "Outcome",
    "PinnedPeer",
    "Recall",
    "Recalled",
    "SameClaim",
    "SlowPattern",
    "Touched",
    "Why",
]
