"""Graph patterns: paths, nodes, relationships, quantifiers, selectors."""

from __future__ import annotations

from typing import NoReturn

from runner.cypher.parser.cursor import NESTED_DEPTH, Cursor
from runner.cypher.parser.literals import unsigned_integer
from runner.cypher.syntax.expressions import Expression, Literal, Variable
from runner.cypher.syntax.patterns import (
    LabelExpression,
    NodePattern,
    ParenthesizedPath,
    PathPattern,
    Quantifier,
    RelationshipPattern,
    Selector,
)

_MODES = ("WALK", "TRAIL", "ACYCLIC")
_SHORTEST_FUNCTIONS = {
    "SHORTESTPATH": "shortestPath",
    "ALLSHORTESTPATHS": "allShortestPaths",
}
_SHOWN_SELECTORS = {
    "all": "ALL PATHS",
    "all shortest": "ALL SHORTEST PATHS",
    "any": "ANY {} PATHS",
    "shortest": "SHORTEST {} PATHS",
    "shortest groups": "SHORTEST {} PATH GROUPS",
}
# What may follow a variable in a node or a relationship.
_AFTER_NODE_VARIABLE = frozenset((")", ":", "IS", "WHERE", "{", "$"))
_AFTER_TYPE_VARIABLE = frozenset(("]", ":", "IS", "WHERE", "{", "$", "*"))
_LABEL_STARTS = frozenset(("!", "%", "(", "$"))

Element = NodePattern | RelationshipPattern | ParenthesizedPath


class Patterns(Cursor):
    """Parses patterns."""

    def pattern_list(self) -> tuple[PathPattern, ...]:
        """Patterns with commas between them."""
        patterns = [self.pattern()]
        while self.skip(","):
            patterns.append(self.pattern())
        return tuple(patterns)

    def pattern(self) -> PathPattern:
        """``[variable =] [selector] [mode] elements``."""
        start = self.start
        variable = None
        if self.tokens[self.pos].name is not None and self.peek() == "=":
            variable = self.variable()
            self.pos += 1
        selector, mode = self._selector()
        if self._shortest_ahead():
            inner = self.shortest_path()
            return PathPattern(start, self.end, variable, inner.selector, mode, inner.elements)
        if not self.at("("):
            # Neo4j takes a word here for a path variable and stumbles over what follows it.
            if self.tokens[self.pos].name is not None and variable is None and selector is None:
                self.pos += 1
            self.fail("a graph pattern")
        elements = self._elements()
        return PathPattern(start, self.end, variable, selector, mode, elements)

    def shortest_path(self) -> PathPattern:
        """``shortestPath(elements)`` or ``allShortestPaths(elements)``."""
        token = self.tokens[self.pos]
        self.pos += 1
        selector = Selector(token.start, token.end, _SHORTEST_FUNCTIONS[token.kind], None)
        self.expect("(")
        if not self.at("("):
            self.fail("a graph pattern")
        elements = self._elements()
        self.expect(")")
        return PathPattern(token.start, self.end, None, selector, None, elements)

    def pattern_chain(self) -> PathPattern:
        """A node and one or more relationships to further nodes, as it stands in expressions."""
        start = self.start
        outer, self.in_expression = self.in_expression, True
        elements: list[Element] = [self._node()]
        while True:
            elements.append(self._relationship())
            if (
                self.at("{")
                and self.kinds[self.pos - 1] == "-"
                and all(map(_may_be_value, elements))
            ):
                self._refuse_quantifier()
            elements.append(self._node())
            if not self._relationship_ahead(self.pos):
                self.in_expression = outer
                return PathPattern(start, self.end, None, None, None, tuple(elements))

    def _refuse_quantifier(self) -> NoReturn:
        """Refuses what follows the brace where Neo4j took it for a map that is subtracted."""
        self.pos += 1
        if self.tokens[self.pos].name is not None:
            self.pos += 1
            self.fail("':'")
        self.fail("an identifier", "'}'")

    def pattern_ahead(self, at: int) -> bool:
        """Whether a node and a relationship, and not an expression, start at index `at`."""
        kinds = self.kinds
        if kinds[at] != "(":
            return False
        first = kinds[at + 1]
        if self.tokens[at + 1].name is not None and first not in ("IS", "WHERE"):
            if kinds[at + 2] not in _AFTER_NODE_VARIABLE:
                return False
        elif first not in _AFTER_NODE_VARIABLE:
            return False
        close = self.closing(at)
        return kinds[close] == ")" and self._relationship_ahead(close + 1)

    def _relationship_ahead(self, at: int) -> bool:
        kinds = self.kinds
        if kinds[at] in ("<", "left head"):
            at += 1
        if kinds[at] not in ("-", "dash"):
            return False
        following = kinds[at + 1]
        if following in ("-", "dash"):
            return kinds[at + 2] in ("(", ">", "right head", "eof")
        if following != "[":
            return False
        close = self.closing(at + 1)
        if kinds[close] == "]":
            return kinds[close + 1] in ("-", "dash") or kinds[at + 2] == ":"
        return not _AFTER_TYPE_VARIABLE.isdisjoint(kinds[at + 2 : at + 4])

    def _shortest_ahead(self) -> bool:
        return self.kinds[self.pos] in _SHORTEST_FUNCTIONS and self.peek() == "("

    def _selector(self) -> tuple[Selector | None, str | None]:
        token = self.tokens[self.pos]
        kind = token.kind
        if kind not in ("ANY", "ALL", "SHORTEST"):
            mode = self._mode()
            if mode:
                self._path_word()
            return None, mode
        self.pos += 1
        count: Expression | None = None
        name = kind.lower()
        if kind != "SHORTEST" and self.skip("SHORTEST"):
            name = "all shortest" if kind == "ALL" else "shortest"
        elif kind != "ALL":
            count = self._count()
        mode = self._mode()
        self._path_word()
        if kind == "SHORTEST" and self.kinds[self.pos] in ("GROUP", "GROUPS"):
            self.pos += 1
            name = "shortest groups"
        elif kind == "SHORTEST" and count is None:
            self.fail("a parameter", "'GROUP'", "'GROUPS'", "an integer value")
        return Selector(token.start, self.end, name, count), mode

    def _mode(self) -> str | None:
        kind = self.kinds[self.pos]
        if kind in _MODES and self.modern:
            self.pos += 1
            return kind
        return None

    def _path_word(self) -> None:
        if self.kinds[self.pos] in ("PATH", "PATHS"):
            self.pos += 1

    def _count(self) -> Expression | None:
        if self.at("integer"):
            start = self.start
            value = unsigned_integer(self)
            return Literal(start, self.end, value)
        return self.parameter() if self.at("$") else None

    def _elements(self) -> tuple[Element, ...]:
        elements: list[Element] = []
        while self.at("("):
            if self._parenthesized_ahead():
                elements.append(self._parenthesized())
                continue
            elements.append(self._node())
            while self._arrow_ahead():
                relationship = self._relationship(True)
                elements.append(relationship)
                elements.append(self._node())
        return tuple(elements)

    def _parenthesized_ahead(self) -> bool:
        first, second = self.peek(1), self.peek(2)
        if first == "(" or (second == "=" and self.tokens[self.pos + 1].name is not None):
            return True
        if first in ("ANY", "ALL", "SHORTEST", *_MODES):
            return second not in _AFTER_NODE_VARIABLE
        return first in _SHORTEST_FUNCTIONS and second == "("

    def _parenthesized(self) -> ParenthesizedPath:
        start = self.start
        self.pos += 1
        self.enter(NESTED_DEPTH)
        bar_ends, self.bar_ends = self.bar_ends, False
        path = self.pattern()
        predicate = self.expression() if self.skip("WHERE") else None
        self.bar_ends = bar_ends
        self.expect(")", "'WHERE'")
        self.leave(NESTED_DEPTH)
        quantifier = self._quantifier()
        if path.selector is not None or path.mode is not None:
            self._refuse_selector(path, "parenthesized" if quantifier is None else "quantified")
        return ParenthesizedPath(start, self.end, path, predicate, quantifier)

    def _refuse_selector(self, path: PathPattern, kind: str) -> None:
        """A path in parentheses has neither a selector nor a mode."""
        selector = path.selector
        if path.mode is not None:
            what, shown = "Explicit path modes", path.mode
        elif selector is not None and selector.kind in _SHOWN_SELECTORS:
            count = selector.count
            times = "1" if count is None else self.text[count.start : count.end]
            what, shown = "Path selectors", _SHOWN_SELECTORS[selector.kind].format(times)
        else:
            return
        self.defer(
            (path.variable or path.elements[0]).start,
            f"{what} such as `{shown}` are not supported within {kind} path patterns.",
            "42N35",
            f"The path selector or explicit path mode {shown} is not supported within quantified "
            "or parenthesized path patterns.",
        )

    def _quantifier(self) -> Quantifier | None:
        start = self.start
        if self.skip("+"):
            return Quantifier(start, self.end, 1, None, False)
        if self.skip("*"):
            return Quantifier(start, self.end, 0, None, False)
        if not self.skip("{"):
            return None
        lower: int | None = None
        if not self.at(","):
            lower = unsigned_integer(self, "','")
        if self.skip("}"):
            return Quantifier(start, self.end, lower or 0, lower, False)
        self.expect(",", "'}'")
        upper = None if self.at("}") else unsigned_integer(self, "'}'")
        self.expect("}")
        return Quantifier(start, self.end, lower or 0, upper, False)

    def _node(self) -> NodePattern:
        start = self.start
        if not self.at("("):
            self.fail("a graph pattern")
        self.pos += 1
        variable, labels, _, properties, predicate = self._filling("node", ")")
        return NodePattern(start, self.end, variable, labels, properties, predicate)

    def _filling(
        self, entity: str, close: str
    ) -> tuple[
        Variable | None,
        LabelExpression | None,
        Quantifier | None,
        Expression | None,
        Expression | None,
    ]:
        """``variable labels length properties WHERE predicate`` and the closing bracket."""
        bar_ends, self.bar_ends = self.bar_ends, False
        self.enter(NESTED_DEPTH)
        variable = self._element_variable()
        labels = None
        if self.at(":") or (self.at("IS") and self._is_before_label()):
            self.pos += 1
            labels = self.labels_after()
        length = self._path_length() if entity == "relationship" and self.at("*") else None
        properties: Expression | None = None
        if self.at("{"):
            properties = self.map_literal()
        elif self.at("$"):
            properties = self.parameter()
        predicate = self.expression() if self.skip("WHERE") else None
        if not self.at(close):
            self._refuse_filling(close, variable, labels, properties, predicate)
        self.pos += 1
        self.leave(NESTED_DEPTH)
        self.bar_ends = bar_ends
        return variable, labels, length, properties, predicate

    def _refuse_filling(self, close: str, *filled: object) -> None:
        variable, labels, properties, predicate = filled
        expected = [f"'{close}'"]
        if not predicate:
            expected.append("'WHERE'")
            if not properties:
                expected += ("a parameter", "'{'")
                expected += ("'&'", "'|'") if labels else ("':'", "'IS'")
        if not variable and not labels and not properties and not predicate:
            expected.append("a variable name")
        self.fail(*sorted(expected, key=lambda item: item.startswith("'")))

    def _element_variable(self) -> Variable | None:
        token = self.tokens[self.pos]
        following = self.peek()
        if token.name is None:
            return None
        if token.kind == "IS" and self._is_before_label() and not self._is_named_is():
            return None
        if token.kind == "WHERE" and not self._is_named_where(following):
            return None
        return self.variable()

    def _is_named_where(self, following: str) -> bool:
        """Whether WHERE is the variable here: Cypher 25 takes a map behind it for a predicate."""
        if following == "{" and not self.modern:
            behind = self.kinds[self.closing(self.pos + 1) + 1 :][:1]
            return behind in ([")"], ["]"], ["WHERE"])
        if following in ("{", "$"):
            return following == "$" and not self.modern
        return following in _AFTER_NODE_VARIABLE or following in ("]", "*")

    def _is_named_is(self) -> bool:
        """Whether the first of two IS is the variable, as in ``(is IS Label)``."""
        label = self.tokens[min(self.pos + 2, len(self.tokens) - 1)]
        return self.peek() == "IS" and (label.name is not None or label.kind in _LABEL_STARTS)

    def _is_before_label(self) -> bool:
        following = self.peek()
        if following in _LABEL_STARTS:
            return following != "$" or self.peek(2) in ("(", "ALL", "ANY")
        return self.tokens[self.pos + 1].name is not None and following != "WHERE"

    def _arrow_ahead(self) -> bool:
        return self.kinds[self.pos] in ("-", "<", "dash", "left head")

    def _relationship(self, quantified: bool = False) -> RelationshipPattern:
        start = self.start
        left = self.skip("<") or self.skip("left head")
        self._line()
        variable = labels = length = properties = predicate = None
        if self.skip("["):
            filling = self._filling("relationship", "]")
            variable, labels, length, properties, predicate = filling
        elif self.kinds[self.pos] not in ("-", "dash"):
            self.fail("'-'", "'['")
        self._line()
        right = self.skip(">") or self.skip("right head")
        direction = "-" if left == right else "<-" if left else "->"
        quantifier = (self._quantifier() if quantified else None) or length
        return RelationshipPattern(
            start, self.end, variable, labels, properties, predicate, direction, quantifier
        )

    def _line(self) -> None:
        if not self.skip("-") and not self.skip("dash"):
            self.fail("'-'")

    def _path_length(self) -> Quantifier:
        start = self.start
        self.pos += 1
        lower = unsigned_integer(self) if self.at("integer") else None
        if self.skip(".."):
            upper = unsigned_integer(self) if self.at("integer") else None
        else:
            upper = lower
        return Quantifier(start, self.end, 1 if lower is None else lower, upper, True)


def _may_be_value(element: Element) -> bool:
    """Whether an element alone reads as an expression too, as a node with a variable does."""
    if not isinstance(element, NodePattern):
        return True
    return element.variable is not None or element.properties is not None
