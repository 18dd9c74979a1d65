"""Clauses that write: CREATE, MERGE, SET, REMOVE, DELETE, FOREACH."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import syntax_error
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
from runner.cypher.syntax.patterns import ParenthesizedPath
from runner.errors import Cause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.patterns import DynamicLabel, LabelName, PathPattern
    from runner.errors import EngineError

_LABEL_MARKS = (":", "IS")
_NO_PROPERTY = "Invalid input {}, expected: static property access or dynamic property access."


class Writing(Cursor):
    """Parses clauses that write. Each method is called with its first word next."""

    if TYPE_CHECKING:

        def label_list(self) -> tuple[LabelName | DynamicLabel, ...]: ...

    def create(self) -> Create:
        """``CREATE pattern``."""
        start = self.start
        self.pos += 1
        pattern = tuple(_bare(path) for path in self.pattern_list())
        return Create(start, self.end, pattern)

    def merge(self) -> Merge:
        """``MERGE pattern ON CREATE SET … ON MATCH SET …``."""
        start = self.start
        self.pos += 1
        pattern = _bare(self.pattern())
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
        self._check_is(start, "SET", items)
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
            if self.modern and self.at("="):
                raise self._no_property(target)
            if isinstance(target, Variable):
                self.fail("'.'", "'['", "'+='", "':'", "'='", "'IS'")
            self.fail(*(("an expression", "'='") if self.modern else ("'.'", "'['")))
        self.expect("=", "an expression")
        value = self.expression()
        return SetProperty(start, self.end, target, value)

    def _set_labels(self) -> SetLabels:
        variable = self.variable()
        labels = self.label_list()
        return SetLabels(variable.start, self.end, variable, labels)

    def _check_is(self, start: int, word: str, items: Sequence[Syntax]) -> None:
        """Notes a flaw where a clause has both ``IS`` and several labels joined by colons."""
        labelled = [item for item in items if isinstance(item, SetLabels)]
        if not any(len(item.labels) > 1 for item in labelled) or not any(
            self.text[item.variable.end : item.labels[0].start].strip() != ":" for item in labelled
        ):
            return
        texts = []
        for item in items:
            if isinstance(item, SetLabels):
                name = self.text[item.start : item.variable.end]
                texts += [f"{name} IS {self.text[part.start : part.end]}" for part in item.labels]
            else:
                texts.append(self.text[item.start : item.end])
        shown = ", ".join(texts)
        message = (
            f"It is not supported to use the `IS` keyword together with multiple labels in "
            f"`{word}`. Rewrite the expression as `{shown}`."
        )
        detail = (
            f"The IS keyword cannot be used together with multiple labels in '{word}'. Rewrite "
            f"the expression as '{shown}'."
        )
        self.flaws[start] = (message, "42001", Cause("42I29", detail))

    def remove(self) -> Remove:
        """``REMOVE items``."""
        start = self.start
        self.pos += 1
        items = [self._remove_item()]
        while self.skip(","):
            items.append(self._remove_item())
        self._check_is(start, "REMOVE", items)
        return Remove(start, self.end, tuple(items))

    def _remove_item(self) -> PropertyAccess | Subscript | SetLabels:
        if self.tokens[self.pos].name is not None and self.peek() in _LABEL_MARKS:
            return self._set_labels()
        target = self.operand()
        if not isinstance(target, PropertyAccess | Subscript):
            if self.modern:
                raise self._no_property(target)
            self.fail("'.'", "':'", "'IS'", "'['")
        return target

    def _no_property(self, target: Expression) -> EngineError:
        cause = ("42I06", _NO_PROPERTY.format("'none property access expression'"))
        message = _NO_PROPERTY.format("none property access expression")
        return syntax_error(self.text, target.start, message, cause)

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


def _bare(path: PathPattern) -> PathPattern:
    """A path without parentheses around all of it: in a clause that writes they say nothing."""
    inner = path.elements[0]
    while len(path.elements) == 1 and isinstance(inner, ParenthesizedPath):
        if inner.quantifier is not None or inner.predicate is not None:
            break
        if path.variable is not None or path.selector is not None:
            break
        path = inner.path
        inner = path.elements[0]
    return path
