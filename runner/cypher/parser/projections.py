"""RETURN, WITH, their ORDER BY, SKIP and LIMIT, and the same as clauses of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.parser.cursor import Cursor
from runner.cypher.syntax.clauses import (
    OrderLimit,
    Projection,
    ProjectionItem,
    Return,
    SortItem,
    With,
)
from runner.cypher.syntax.expressions import Expression, MapProjection, Variable

_ASCENDING = ("ASC", "ASCENDING")
_DESCENDING = ("DESC", "DESCENDING")
# Behind these DISTINCT and ALL are names.
_AFTER_NAME = frozenset((",", ".", "AS", "eof", "}", ")", "=", ";"))


class Projections(Cursor):
    """Parses projections. Each clause is called with its first word next."""

    if TYPE_CHECKING:

        def where(self) -> Expression | None: ...

    def return_clause(self) -> Return:
        """``RETURN projection``."""
        start = self.start
        self.pos += 1
        projection = self._projection()
        return Return(start, self.end, projection)

    def with_clause(self) -> With:
        """``WITH projection [WHERE predicate]``."""
        start = self.start
        self.pos += 1
        projection = self._projection()
        predicate = self.where()
        return With(start, self.end, projection, predicate)

    def order_limit(self) -> OrderLimit:
        """``ORDER BY``, ``SKIP`` and ``LIMIT`` without RETURN or WITH."""
        start = self.start
        order_by, skip, limit = self.sorting()
        return OrderLimit(start, self.end, order_by, skip, limit)

    def sorting(
        self,
    ) -> tuple[tuple[SortItem, ...], Expression | None, Expression | None]:
        """``[ORDER BY …] [SKIP …] [LIMIT …]``."""
        order_by: list[SortItem] = []
        if self.skip("ORDER"):
            self.expect("BY")
            order_by.append(self._sort_item())
            while self.skip(","):
                order_by.append(self._sort_item())
        skip = limit = None
        if self.skip("SKIP") or self.skip("OFFSET"):
            skip = self.expression()
        if self.skip("LIMIT"):
            limit = self.expression()
        return tuple(order_by), skip, limit

    def _sort_item(self) -> SortItem:
        start = self.start
        expression = self.expression()
        kind = self.kinds[self.pos]
        descending = kind in _DESCENDING
        if descending or kind in _ASCENDING:
            self.pos += 1
        return SortItem(start, self.end, expression, descending)

    def _projection(self) -> Projection:
        start = self.start
        distinct = self._distinct_or_all()
        star = self.skip("*")
        items: list[ProjectionItem] = []
        if not star:
            self._expect_item(distinct)
            items.append(self._item())
        while self.skip(","):
            items.append(self._item())
        group_by = self._group_by()
        order_by, skip, limit = self.sorting()
        return Projection(
            start, self.end, distinct is True, star, tuple(items), group_by, order_by, skip, limit
        )

    def _distinct_or_all(self) -> bool | None:
        """True for DISTINCT, False for ALL, None for neither."""
        kind = self.kinds[self.pos]
        if kind not in ("DISTINCT", "ALL") or self.peek() in _AFTER_NAME:
            return None
        if kind == "ALL" and not self.modern:
            return None
        if kind == "ALL" and self.peek() == "(" and self.peek(3) == "IN":
            return None
        self.pos += 1
        return kind == "DISTINCT"

    def _expect_item(self, distinct: bool | None) -> None:
        """Refuses what cannot start an item, with all that could stand there."""
        if self.kinds[self.pos] in ("eof", ":", ";", "}", ")", "]", ",", "bad"):
            self.fail("an expression", "'*'", *(() if distinct is not None else _MODIFIERS))

    def _item(self) -> ProjectionItem:
        start = self.start
        expression = self.expression()
        end = self.end
        if self.skip("AS"):
            alias = self.variable()
            return ProjectionItem(start, self.end, expression, alias.name, alias)
        name = self.text[start:end]
        if isinstance(expression, Variable):
            name = expression.name
        elif isinstance(expression, MapProjection):
            name = expression.subject.name
        return ProjectionItem(start, end, expression, name, None)

    def _group_by(self) -> tuple[Expression, ...] | None:
        if not (self.at("GROUP") and self.modern and self.peek() == "BY"):
            return None
        self.pos += 2
        if self.skip_words("(", ")"):
            return ()
        if self.at("ALL") and self.peek() not in ("(", ".", "["):
            # All that is not aggregated: what happens without GROUP BY.
            self.pos += 1
            return None
        expressions = [self.expression()]
        while self.skip(","):
            expressions.append(self.expression())
        return tuple(expressions)


_MODIFIERS = ("'ALL'", "'DISTINCT'")
