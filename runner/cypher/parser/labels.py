"""Label expressions: ``:A&!B``, ``:A:B``, ``IS A|B``, ``:$(expression)``.

Two styles of symbols may not be mixed, neither in one expression nor in one clause: the colon
between labels, and ``& | ! %`` or ``IS``. Which of them stand in the text is noted here;
`runner.cypher.check.mixing` judges it.
"""

from __future__ import annotations

from runner.cypher.parser.cursor import NESTED_DEPTH, Cursor
from runner.cypher.syntax.patterns import (
    DynamicLabel,
    LabelAnd,
    LabelExpression,
    LabelName,
    LabelNot,
    LabelOr,
    LabelWildcard,
)

# What may follow labels inside an expression that a bar ends.
_AFTER_LABELS = frozenset(
    ("|", "=", "<>", "!=", "<", "<=", ">", ">=", "AND", "OR", "XOR", "THEN", "WHEN", "ELSE", "END")
)


class Labels(Cursor):
    """Parses label expressions."""

    joins_by_colon = False
    """Whether a colon stands between labels, ``|:`` included."""
    joins_newly = False
    """Whether one of the newer symbols stands between or before labels."""

    def labels_after(self) -> LabelExpression:
        """The expression after the ``:`` or ``IS`` that was just taken."""
        by_is = self.kinds[self.pos - 1] != ":"
        labels = self._label_or()
        if by_is:
            self.labels_by_is.add(labels.start)
        return labels

    def _label_or(self) -> LabelExpression:
        start = self.start
        operands = [self._label_and()]
        while self.at("|") and self._bar_joins_labels():
            self._refuse_loose_bar()
            if self.peek() == ":":
                self.joins_by_colon = True
                self.pos += 1
            else:
                self.joins_newly = True
            self.pos += 1
            operands.append(self._label_and())
        if len(operands) == 1:
            return operands[0]
        return LabelOr(start, self.end, tuple(operands))

    def _label_and(self) -> LabelExpression:
        start = self.start
        left = self._label_not()
        while (kind := self.kinds[self.pos]) in ("&", ":"):
            operands = [left]
            if kind == ":":
                self.joins_by_colon = True
            else:
                self.joins_newly = True
            while self.skip(kind):
                operands.append(self._label_not())
            left = LabelAnd(start, self.end, tuple(operands), kind == ":")
        return left

    def _label_not(self) -> LabelExpression:
        starts: list[int] = []
        while self.at("!"):
            starts.append(self.start)
            self.joins_newly = True
            self.enter(NESTED_DEPTH)
            self.pos += 1
        operand = self._label_primary()
        self.leave(NESTED_DEPTH * len(starts))
        for start in reversed(starts):
            operand = LabelNot(start, self.end, operand)
        return operand

    def _label_primary(self) -> LabelExpression:
        token = self.tokens[self.pos]
        if token.name is not None:
            self.pos += 1
            return LabelName(token.start, token.end, token.name)
        if self.skip("%"):
            self.joins_newly = True
            return LabelWildcard(token.start, token.end)
        if self.at("$"):
            return self.dynamic_label(True)
        if not self.skip("("):
            self.fail("'!'", "'$'", "'%'", "'('", "an identifier")
        self.enter(NESTED_DEPTH)
        bar_ends, self.bar_ends = self.bar_ends, False
        labels = self._label_or()
        self.bar_ends = bar_ends
        self.expect(")", "'&'", "'|'")
        self.leave(NESTED_DEPTH)
        return labels

    def dynamic_label(self, quantified: bool) -> DynamicLabel:
        """``$(expression)``; with `quantified` ``$all(…)`` and ``$any(…)`` too."""
        start = self.start
        self.expect("$")
        any_of = quantified and self.at("ANY")
        if quantified and self.kinds[self.pos] in ("ALL", "ANY"):
            self.pos += 1
        self.expect("(", *(("'ALL'", "'ANY'") if quantified else ()))
        expression = self.inner_expression()
        self.expect(")", "an expression")
        return DynamicLabel(start, self.end, expression, any_of)

    def label_list(self) -> tuple[LabelName | DynamicLabel, ...]:
        """``:A:B``, ``IS A``: labels to set or to remove, from the ``:`` or ``IS`` on."""
        labels: list[LabelName | DynamicLabel] = []
        self.pos += 1
        labels.append(self._label_to_set())
        while self.skip(":"):
            labels.append(self._label_to_set())
        return tuple(labels)

    def _label_to_set(self) -> LabelName | DynamicLabel:
        if self.at("$"):
            return self.dynamic_label(False)
        start = self.start
        name = self.name("'$'")
        return LabelName(start, self.end, name)

    def _refuse_loose_bar(self) -> None:
        """Refuses a ``|`` without a label behind it: the labels end there, as Neo4j reads them."""
        at = self.pos + 1
        if self.in_expression or self.kinds[at] == ":":
            return
        if self.tokens[at].name is None and self.kinds[at] not in ("!", "%", "(", "$"):
            self.fail("'&'", "')'")

    def _bar_joins_labels(self) -> bool:
        """Whether the ``|`` here belongs to the labels, where another one may end the expression.

        It does unless what follows could not go on: then it is the bar of the comprehension.
        """
        if not self.bar_ends:
            return True
        at = self.pos + 1
        if self.kinds[at] == ":":
            return True
        while self.kinds[at] == "!":
            at += 1
        if self.tokens[at].name is None and self.kinds[at] not in ("%", "(", "$"):
            return False
        if self.kinds[at] == "$":
            at += 1
        at = self.closing(at) + 1 if self.kinds[at] == "(" else at + 1
        following = self.kinds[min(at, len(self.kinds) - 1)]
        if following == "&":
            return True
        return (following == ":" or following in _AFTER_LABELS) and self.bar_follows(at)
