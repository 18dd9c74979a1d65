"""The model: keys, indexes, and what can be wrong with a request."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

DIMENSIONS_OF_INDEX = """\
SHOW VECTOR INDEXES YIELD name, options WHERE name = "memory_embedding"
RETURN options.indexConfig["vector.dimensions"] AS dimensions"""
CYPHER = "25"
"""The version that all statements of this package are written in."""

_SCHEMA = """\
CREATE CONSTRAINT question_id IF NOT EXISTS FOR (n:Question) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT tool_call_id IF NOT EXISTS FOR (n:ToolCall) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT answer_id IF NOT EXISTS FOR (n:Answer) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (n:Memory) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT memory_claim IF NOT EXISTS FOR (n:Memory) REQUIRE n.claim IS UNIQUE;
CREATE CONSTRAINT scope_id IF NOT EXISTS FOR (n:Scope) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT change_key IF NOT EXISTS FOR (n:Change) REQUIRE (n.memory, n.seq) IS UNIQUE;
CREATE CONSTRAINT blocked_pattern_id IF NOT EXISTS
  FOR (n:BlockedPattern) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT message_id IF NOT EXISTS FOR (n:Message) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT review_id IF NOT EXISTS FOR (n:Review) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT doc_id IF NOT EXISTS FOR (n:Doc) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT thread_id IF NOT EXISTS FOR (n:Thread) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT correction_id IF NOT EXISTS FOR (n:Correction) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT table_name IF NOT EXISTS FOR (n:Table) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT table_version_id IF NOT EXISTS FOR (n:TableVersion) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT incident_id IF NOT EXISTS FOR (n:Incident) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT dashboard_name IF NOT EXISTS FOR (n:Dashboard) REQUIRE n.name IS UNIQUE;
CREATE INDEX question_asked_at IF NOT EXISTS FOR (n:Question) ON (n.asked_at);
CREATE VECTOR INDEX memory_embedding IF NOT EXISTS FOR (n:Memory) ON (n.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: DIMENSIONS, `vector.similarity_function`: "cosine"}};
CALL db.awaitIndexes()"""


def schema(dimensions: int) -> tuple[str, ...]:
    """The statements that make the schema, for embeddings of so many numbers."""
    return tuple(_SCHEMA.replace("DIMENSIONS", str(dimensions)).split(";\n"))


class MemoryFault(Exception):
    """A request to the memory that cannot be met; nothing was written."""


class NotThere(MemoryFault):
    """A scope, a source or an active memory that is not in the graph."""


class Blocked(MemoryFault):
    """The text matches a pattern of what is never stored."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__(f"the text is refused: {', '.join(reasons)}")
        self.reasons = tuple(reasons)


class PinnedPeer(MemoryFault):
    """A pinned memory stands against it; whoever means to change that one unpins it first."""

    def __init__(self, id_: str, text: str) -> None:
        super().__init__(f"memory {id_!r} is pinned: {text!r}; unpin it first, on purpose")
        self.id = id_
        self.text = text


class SameClaim(MemoryFault):
    """An active memory of the same scope and kind says just that."""


class SlowPattern(MemoryFault):
    """A blocked pattern that may take longer than anyone waits."""


LONGEST_TEXT = 2000
"""In characters: a memory is a sentence or two, and a source may be as long as it likes."""


def checked_text(text: str) -> str:
    """The text of a memory. Raises `ValueError` for one that is empty or too long."""
    if not text.strip(" .") or len(text) > LONGEST_TEXT:
        raise ValueError(f"a memory has a text of {LONGEST_TEXT:,} characters at most, and has one")
    return text


def checked_embedding(embedding: Sequence[float], dimensions: int) -> list[float]:
    """The numbers of an embedding. Raises `ValueError` for one that no index can find.

    A database stores an embedding of the wrong length without a word, and never finds it.
    """
    numbers = [float(each) for each in embedding]
    if len(numbers) != dimensions:
        raise ValueError(f"the embedding has {len(numbers)} numbers, and the index {dimensions}")
    length = math.fsum(each * each for each in numbers)
    if not math.isfinite(length) or length == 0:
        raise ValueError("the embedding has no direction: it is zero, or not finite")
    return numbers
