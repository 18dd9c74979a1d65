"""Makes a statement on which the sides differ smaller, by means of the embedded engine's parser."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from runner.cypher.parser import parse
from runner.cypher.syntax.base import children, walk
from runner.cypher.syntax.clauses import Clause
from runner.cypher.syntax.expressions import Expression
from runner.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fuzz.answers import Difference
    from tests.fuzz.comparing import Comparison
    from tests.fuzz.grammar.statements import Statement

_PARTS = re.compile(r", (?=\()")
_WORD = re.compile(r"\w+|\s*\S")


def shrink(
    comparison: Comparison, statement: Statement, found: Difference, budget: int = 250
) -> tuple[Statement, Difference]:
    """The smallest statement found within `budget` tries that differs in the same way.

    The graph is made smaller too: `comparison` has it afterwards.
    """
    tried: set[str] = {statement.text}
    progress = True
    while progress and budget > 0:
        progress = False
        for text in _smaller(statement.text):
            if text in tried or budget <= 0 or not _fixed(text, statement):
                continue
            tried.add(text)
            budget -= 1
            candidate = replace(statement, text=text)
            now = comparison.difference(candidate)
            if now is not None and now.kind == found.kind:
                statement, found, progress = candidate, now, True
                break
    return statement, found


def _fixed(text: str, before: Statement) -> bool:
    """Whether no order that makes the answer certain was lost."""
    orders = text.count("ORDER BY")
    if orders >= before.text.count("ORDER BY"):
        return True
    unsure = before.ordered or before.kind == "write"
    return not unsure and text.count("LIMIT") + text.count("SKIP") + text.count("OFFSET") == 0


def _smaller(text: str) -> Iterator[str]:
    """Texts a step smaller than `text`, the boldest steps first."""
    try:
        tree = parse(text)
    except EngineError:
        words = list(_WORD.finditer(text))
        for word in words:
            yield text[: word.start()] + text[word.end() :]
        return
    nodes = sorted(walk(tree), key=lambda node: node.start - node.end)
    for node in nodes:
        if isinstance(node, Clause):
            yield _cut(text, node.start, node.end, "")
    for node in nodes:
        if node.end - node.start < 2 or isinstance(node, Clause):
            continue
        for child in children(node):
            if isinstance(child, Expression) and isinstance(node, Expression):
                yield _cut(text, node.start, node.end, text[child.start : child.end])
                yield _cut(text, node.start, node.end, f"({text[child.start : child.end]})")
        if isinstance(node, Expression):
            for plain in ("null", "1", "true", "'a'", "[1]"):
                if len(plain) < node.end - node.start:
                    yield _cut(text, node.start, node.end, plain)
    # Anything between commas, and optional parts that start with a word.
    for node in nodes:
        before = text[: node.start].rstrip()
        after = text[node.end :].lstrip()
        if before.endswith(","):
            yield before[:-1] + " " + after
        elif after.startswith(","):
            yield before + " " + after[1:].lstrip()
        match = re.search(
            r"(WHERE|ORDER BY|AS \w+|DISTINCT|OPTIONAL|ON CREATE SET|ON MATCH SET|SET|LIMIT|SKIP"
            r"|OFFSET|\w+ =)$",
            before,
        )
        if match:
            yield before[: match.start()] + after
        if not isinstance(node, (Clause, Expression)):
            yield before + after
    for word in re.finditer(
        r"\b(DISTINCT|OPTIONAL|DESC|ASC|DESCENDING|DIFFERENT RELATIONSHIPS|DETACH)\b ?", text
    ):
        yield text[: word.start()] + text[word.end() :]


def _cut(text: str, start: int, end: int, by: str) -> str:
    """`text` with `by` in the place of a part; with nothing there, one blank is left."""
    if by:
        return f"{text[:start]}{by}{text[end:]}".strip()
    return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()
