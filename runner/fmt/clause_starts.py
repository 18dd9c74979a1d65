"""Which tokens of a statement start lines: those of clauses, and of the parts that read as such."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from runner.cypher.syntax.base import walk
from runner.cypher.syntax.clauses import (
    CallSubquery,
    Match,
    Merge,
    Next,
    Query,
    Return,
    SingleQuery,
    Union,
    With,
)
from runner.cypher.syntax.expressions import Subquery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.cypher.lexer import Token
    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Clause, Projection, Statement

INDENT = 2


class ClauseStarts:
    """Tokens of one statement, by their numbers."""

    def __init__(self, text: str, tokens: Sequence[Token], tree: Statement) -> None:
        self._text = text
        self._tokens = tokens
        self._token_starts = [token.start for token in tokens]
        self._token_ends = [token.end for token in tokens]
        self.deeper: dict[int, int] = {}
        """Those that start a line, each with its indentation below that of its clauses."""
        self.opening: set[int] = set()
        """Each ``{`` of a subquery whose clauses stand on lines of their own."""
        self.closing: set[int] = set()
        """Each ``}`` of such a one."""
        if isinstance(tree.body, Query):
            self._query(tree.body)
            # What stands before the first clause, as EXPLAIN, shares its line.
            self.deeper.pop(self._at(tree.body.start), None)
        for node in walk(tree):
            if isinstance(node, CallSubquery):
                self._subquery(node.query, always=True)
            elif isinstance(node, Subquery):
                breaks = any(isinstance(inner, CallSubquery) for inner in walk(node.query))
                self._subquery(node.query, always=breaks)

    def _subquery(self, query: Query, *, always: bool) -> None:
        """Break a subquery into lines: `always`, or if its author did so."""
        opening, closing = self._at(query.start) - 1, self._last(query.end) + 1
        if self._kind(opening) != "{" or self._kind(closing) != "}":
            return
        inside = self._text[self._tokens[opening].end : self._tokens[closing].start]
        if always or "\n" in inside:
            self.opening.add(opening)
            self.closing.add(closing)
            self._query(query)

    def _query(self, query: Query) -> None:
        if isinstance(query, SingleQuery):
            for clause in query.clauses:
                self._clause(clause)
        elif isinstance(query, Union | Next):
            parts = query.branches if isinstance(query, Union) else query.parts
            for part in parts:
                self._query(part)
                joint = self._last(part.end) + 1
                if self._kind(joint) in ("UNION", "NEXT"):
                    self._start(joint)

    def _clause(self, clause: Clause) -> None:
        self._start(self._at(clause.start))
        if isinstance(clause, Match | With):
            self._start_before(clause.predicate, "WHERE")
        if isinstance(clause, With | Return):
            self._order_and_limits(clause.projection)
        if isinstance(clause, Merge):
            for action in (*clause.on_create, *clause.on_match):
                at = self._at(action.start) - 2
                if self._kind(at) == "ON":
                    self._start(at, INDENT)

    def _order_and_limits(self, projection: Projection) -> None:
        if projection.order_by:
            by = self._before_parentheses(projection.order_by[0])
            if (self._kind(by - 1), self._kind(by)) == ("ORDER", "BY"):
                self._start(by - 1)
        self._start_before(projection.skip, "SKIP", "OFFSET")
        self._start_before(projection.limit, "LIMIT")

    def _start_before(self, expression: Syntax | None, *words: str) -> None:
        """Start a line with the word that an expression belongs to, if it stands there."""
        if expression is not None:
            at = self._before_parentheses(expression)
            if self._kind(at) in words:
                self._start(at)

    def _before_parentheses(self, node: Syntax) -> int:
        at = self._at(node.start) - 1
        while self._kind(at) == "(":
            at -= 1
        return at

    def _start(self, at: int, deeper: int = 0) -> None:
        self.deeper.setdefault(at, deeper)

    def _kind(self, at: int) -> str:
        return self._tokens[at].kind if 0 <= at < len(self._tokens) else ""

    def _at(self, offset: int) -> int:
        """The first token that starts at or behind an offset."""
        return bisect_left(self._token_starts, offset)

    def _last(self, offset: int) -> int:
        """The last token that ends at or before an offset."""
        return bisect_right(self._token_ends, offset) - 1
