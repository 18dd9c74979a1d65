"""The example: four memories, and embeddings of questions that need no model."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from agent_memory import Draft

if TYPE_CHECKING:
    from agent_memory import Memory

DIMENSIONS = 4
SCOPE = "apac-reporting"
ABOUT = (
    "This is a demonstration: its questions get their embeddings from a list of twenty words, "
    "not from a model."
)
_REVENUE = (1.0, 0.0, 0.0, 0.0)
_ORDERS = (0.86, 0.5, 0.1, 0.02)
_TAX = (0.84, 0.48, 0.24, 0.08)
_RATE = (0.8, 0.0, 0.6, 0.0)
_REFUNDS = (0.6, 0.0, 0.0, 0.8)
_DIRECTIONS = {
    _REVENUE: "net revenue apac month gross income",
    _ORDERS: "order orders amount sum",
    _TAX: "tax taxes vat",
    _RATE: "usd rate currency exchange",
    _REFUNDS: "refund refunds returns",
}
WORDS = {word: axis for axis, words in _DIRECTIONS.items() for word in words.split()}


def words(question: str) -> list[float]:
    """The direction in which the known words of a question point, as a vector of length one.

    It stands in for a model's embedding and understands nothing. Raises `ValueError` for a
    question that has none of the words.
    """
    known = [WORDS[word] for word in re.findall(r"\w+", question.lower()) if word in WORDS]
    if not known:
        raise ValueError(
            f"The demonstration knows these words only: {', '.join(sorted(WORDS))}. The question "
            "has none of them."
        )
    total = [math.fsum(axis) for axis in zip(*known, strict=True)]
    length = math.hypot(*total)
    return [each / length for each in total]


def fill(memory: Memory) -> None:
    """Let the story happen: two notes, a rule, and the review that replaces one and is pinned.

    A database that has it already stays as it is.
    """
    if memory.history("m-1"):
        return
    memory.scope(SCOPE, "project")
    memory.scope("tax", "team")
    for label, id_, at, text in (
        ("Message", "chat-7", "2026-09-02T10:20:00Z", "Revenue = SUM(orders.amount)."),
        ("Message", "chat-8", "2026-09-15T07:58:00Z", "We count sales tax as revenue here."),
        ("Message", "chat-11", "2026-09-30T16:40:00Z", "USD, please, at the rate of the last day."),
        ("Review", "review-3", "2026-10-28T15:00:00Z", "Net revenue = orders − refunds."),
    ):
        memory.source(label, id_, at, text=text)
    for id_, text, kind, scope, source, at, embedding in (
        ("m-1", "Revenue = sum of order amount", "definition", SCOPE, "chat-7",
         "2026-09-02T10:20:00Z", _ORDERS),
        ("m-2", "Revenue includes sales tax", "definition", "tax", "chat-8",
         "2026-09-15T08:00:00Z", _TAX),
        ("m-3", "Report APAC in USD at the month-end rate", "rule", SCOPE, "chat-11",
         "2026-09-30T16:45:00Z", _RATE),
    ):  # fmt: skip
        memory.commit(Draft(id_, text, kind, scope, source, "agent", at, embedding))
    memory.revise(
        "m-1",
        "m-4",
        "Net revenue excludes refunds",
        source="review-3",
        by="Finance",
        at="2026-10-28T15:00:00Z",
        embedding=_REFUNDS,
    )
    memory.pin("m-4", by="Finance", at="2026-10-28T15:05:00Z")
