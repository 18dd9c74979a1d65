"""Clauses that write: CREATE, MERGE, SET, REMOVE, DELETE, FOREACH."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.parser.cursor import QUERY_DEPTH, Cursor
from runner.cypher.syntax.clauses import (
    Create,
    Delete,
    Foreach,
    Merge,
    Remove,
    Set,
    SetLabels,
    SetProperties,
    SetProperty,
)
from runner.cypher.syntax.expressions import PropertyAccess, Subscript, Variable

if TYPE_CHECKING:
    from runner.cypher.syntax.patterns import DynamicLabel, LabelName

_LABEL_MARKS = (":", "IS")


class Writing(Cursor):
    """Parses clauses that write. Each method is called with its first word next."""

    if TYPE_CHECKING:

        def label_list(self) -> tuple[LabelName | DynamicLabel, ...]: ...

    def create(self) -> Create:
        """``CREATE pattern``."""
        start = self.start
        self.pos += 1
        self.usage = "write"
        pattern = self.pattern_list()
        self.usage = "read"
        return Create(start, self.end, pattern)

    def merge(self) -> Merge:
        """``MERGE pattern ON CREATE SET … ON MATCH SET …``."""
        start = self.start
        self.pos += 1
        self.usage = "both"
        pattern = self.pattern()
        self.usage = "read"
        actions: dict[str, list[Set]] = {"CREATE": [], "MATCH": []}
        while self.skip("ON"):
            kind = self.kinds[self.pos]
            if kind not in actions:
                self.fail("'CREATE'", "'MATCH'")
            self.pos += 1
            if not self.at("SET"):
                self.fail("'SET'")
            actions[kind].append(self.set_clause())
        on_create, on_match = tuple(actions["CREATE"]), tuple(actions["MATCH"])
        return Merge(start, self.end, pattern, on_create, on_match)

    def set_clause(self) -> Set:
        """``SET items``."""
        start = self.start
        self.pos += 1
        items = [self._set_item()]
        while self.skip(","):
            items.append(self._set_item())
        return Set(start, self.end, tuple(items))

    def _set_item(self) -> SetProperty | SetProperties | SetLabels:
        start = self.start
        if self.tokens[self.pos].name is not None:
            following = self.peek()
            if following in ("=", "+="):
                variable = self.variable()
                self.pos += 1
                value = self.expression()
                return SetProperties(start, self.end, variable, value, following == "+=")
            if following in _LABEL_MARKS:
                return self._set_labels()
        target = self.operand()
        if not isinstance(target, PropertyAccess | Subscript):
            expected = ("'+='", "':'", "'='", "'IS'") if isinstance(target, Variable) else ()
            self.fail("'.'", "'['", *expected)
        self.expect("=", "an expression")
        value = self.expression()
        return SetProperty(start, self.end, target, value)

    def _set_labels(self) -> SetLabels:
        variable = self.variable()
        labels = self.label_list()
        return SetLabels(variable.start, self.end, variable, labels)

    def remove(self) -> Remove:
        """``REMOVE items``."""
        start = self.start
        self.pos += 1
        items = [self._remove_item()]
        while self.skip(","):
            items.append(self._remove_item())
        return Remove(start, self.end, tuple(items))

    def _remove_item(self) -> PropertyAccess | Subscript | SetLabels:
        if self.tokens[self.pos].name is not None and self.peek() in _LABEL_MARKS:
            return self._set_labels()
        target = self.operand()
        if not isinstance(target, PropertyAccess | Subscript):
            self.fail("'.'", "':'", "'IS'", "'['")
        return target

    def delete(self) -> Delete:
        """``[DETACH | NODETACH] DELETE expressions``."""
        start = self.start
        detach = self.skip("DETACH")
        if not detach:
            self.skip("NODETACH")
        self.expect("DELETE")
        expressions = [self.expression()]
        while self.skip(","):
            expressions.append(self.expression())
        return Delete(start, self.end, detach, tuple(expressions))

    def foreach(self) -> Foreach:
        """``FOREACH (variable IN source | clauses)``."""
        start = self.start
        self.pos += 1
        self.expect("(")
        variable = self.variable()
        self.expect("IN")
        bar_ends, self.bar_ends = self.bar_ends, True
        source = self.expression()
        self.bar_ends = False
        self.expect("|", "an expression")
        self.enter(QUERY_DEPTH)
        clauses = self.clauses()
        self.leave(QUERY_DEPTH)
        self.bar_ends = bar_ends
        self.expect(")")
        return Foreach(start, self.end, variable, source, clauses)
