"""INSERT: CREATE with the stricter patterns of GQL."""

from __future__ import annotations

from typing import NoReturn

from runner.cypher.failures import syntax_error
from runner.cypher.parser.cursor import Cursor
from runner.cypher.syntax.clauses import Create
from runner.cypher.syntax.expressions import Expression, Variable
from runner.cypher.syntax.patterns import (
    LabelAnd,
    LabelExpression,
    LabelName,
    NodePattern,
    PathPattern,
    RelationshipPattern,
)

_COLON = (
    "Colon `:` conjunction is not allowed in INSERT. Use `CREATE` or conjunction with ampersand "
    "`&` instead."
)
_NAMED = "Named patterns are not allowed in `INSERT`. Use `CREATE` instead or remove the name."


class Inserting(Cursor):
    """Parses INSERT."""

    def insert(self) -> Create:
        """``INSERT pattern, …``."""
        start = self.start
        self.pos += 1
        patterns = [self._insert_path()]
        while self.skip(","):
            patterns.append(self._insert_path())
        return Create(start, self.end, tuple(patterns))

    def _insert_path(self) -> PathPattern:
        start = self.start
        if self.tokens[self.pos].name is not None and self.peek() == "=":
            self._refuse_insert(start, _NAMED)
        elements: list[NodePattern | RelationshipPattern] = [self._insert_node()]
        while self.kinds[self.pos] in ("-", "<", "dash", "left head"):
            elements.append(self._insert_relationship())
            elements.append(self._insert_node())
        return PathPattern(start, self.end, None, None, None, tuple(elements))

    def _insert_node(self) -> NodePattern:
        start = self.start
        if not self.at("("):
            self.fail("a graph pattern")
        self.pos += 1
        variable, labels, properties = self._insert_filling(True)
        self.expect(")")
        return NodePattern(start, self.end, variable, labels, properties, None)

    def _insert_relationship(self) -> RelationshipPattern:
        start = self.start
        left = self.skip("<") or self.skip("left head")
        self._insert_line()
        self.expect("[")
        variable, types, properties = self._insert_filling(False)
        self.expect("]")
        self._insert_line()
        right = self.skip(">") or self.skip("right head")
        direction = "-" if left == right else "<-" if left else "->"
        return RelationshipPattern(
            start, self.end, variable, types, properties, None, direction, None
        )

    def _insert_line(self) -> None:
        if not self.skip("-") and not self.skip("dash"):
            self.fail("'-'")

    def _insert_filling(
        self, is_node: bool
    ) -> tuple[Variable | None, LabelExpression | None, Expression | None]:
        variable = labels = None
        token = self.tokens[self.pos]
        is_keyword = token.kind == "IS" and self.tokens[self.pos + 1].name is not None
        if token.name is not None and not is_keyword:
            variable = self.variable()
        if self.skip(":"):
            labels = self._insert_labels(is_node)
        elif self.skip("IS"):
            labels = self._insert_labels(is_node)
            self.labels_by_is.add(labels.start)
        properties = self.map_literal() if self.at("{") else None
        return variable, labels, properties

    def _insert_labels(self, is_node: bool) -> LabelExpression:
        start = self.start
        labels: list[LabelExpression] = [self._insert_label()]
        while is_node and self.kinds[self.pos] in ("&", ":"):
            if self.at(":"):
                self._refuse_insert(self.start, _COLON)
            self.pos += 1
            labels.append(self._insert_label())
        if len(labels) == 1:
            return labels[0]
        self.joins_newly = True
        return LabelAnd(start, self.end, tuple(labels), False)

    def _insert_label(self) -> LabelName:
        start = self.start
        name = self.name("a node label name")
        return LabelName(start, self.end, name)

    def _refuse_insert(self, offset: int, message: str) -> NoReturn:
        raise syntax_error(self.text, offset, message, ("42I54", message))
