"""Expressions: operators by precedence climbing, and what follows an operand.

The levels are those of Neo4j's grammar, from loose to tight: OR, XOR, AND, NOT, comparisons (a
chain), one predicate (``IN``, ``IS NULL``, ``:Label``, …), ``+ - ||``, ``* / %``, ``^``, and the
sign, which binds tightest: ``-2 ^ 2`` is 4. In Cypher 5 ``:Label`` belongs to its operand.
"""

from __future__ import annotations

from runner.cypher.parser.cursor import BRACKET_DEPTH, MAX_DEPTH, Cursor
from runner.cypher.parser.literals import number_value
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    Expression,
    IsNormalized,
    IsNull,
    IsTyped,
    LabelTest,
    Literal,
    Logical,
    PropertyAccess,
    Slice,
    Subscript,
    Unary,
)
from runner.errors import Cause

_NOT_OPERAND = 4
_PREDICATE = 5
_LEVELS = {
    "OR": 1,
    "XOR": 2,
    "AND": 3,
    "=": 4,
    "<>": 4,
    "!=": 4,
    "<": 4,
    "<=": 4,
    ">": 4,
    ">=": 4,
    "IN": 5,
    "IS": 5,
    "STARTS": 5,
    "ENDS": 5,
    "CONTAINS": 5,
    "=~": 5,
    ":": 5,
    "::": 5,
    "+": 6,
    "-": 6,
    "||": 6,
    "*": 7,
    "/": 7,
    "%": 7,
    "^": 8,
}
_LOOSEST_ARITHMETIC = 6
_SIGNED = 9
_NUMBERS = frozenset(("integer", "float", "hex", "octal"))
_AFTER_IS = ("NOT", "NULL", "::", "NORMALIZED")
_LABEL_STARTS = ("!", "%", "(", "$")
_NORMAL_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
# After these NOT is a name, not an operator.
_AFTER_NAME = frozenset(
    (")", "]", "}", ",", "|", ".", "eof", ";", "=", "<>", "<", "<=", ">", ">=", "=~", "*", "/")
)
_WRONG_UNEQUAL = (
    "Unknown operation '!=' (you probably meant to use '<>', which is the operator for inequality "
    "testing)"
)


class Expressions(Cursor):
    """Parses expressions, down to operands with what follows them."""

    def inner_expression(self) -> Expression:
        """An expression inside brackets: one level deeper, and a ``|`` in it is no end."""
        bar_ends, self.bar_ends = self.bar_ends, False
        self.depth += BRACKET_DEPTH
        expression = self.expression()
        self.depth -= BRACKET_DEPTH
        self.bar_ends = bar_ends
        return expression

    def expression(self, floor: int = 0) -> Expression:
        """An expression of operators that bind at least as tightly as level `floor`."""
        kinds = self.kinds
        start = self.tokens[self.pos].start
        kind = kinds[self.pos]
        self.depth += 2
        if self.depth > MAX_DEPTH:
            self.enter(0)
        if kind == "NOT" and floor <= _NOT_OPERAND and self.peek() not in _AFTER_NAME:
            left = self._negation()
        elif kind in ("-", "+"):
            left = self._signed()
        else:
            left = self.operand()
        ceiling = _SIGNED
        while (level := _LEVELS.get(kinds[self.pos], 0)) >= floor and 0 < level <= ceiling:
            if level >= _LOOSEST_ARITHMETIC:
                left = self._arithmetic(start, left, level)
                ceiling = level
            elif level == _PREDICATE:
                predicate = self.predicate(start, left)
                if predicate is None:
                    break
                left = predicate
                ceiling = _PREDICATE - 1
            elif level == _NOT_OPERAND:
                left = self.comparison(start, left)
                ceiling = level - 1
            else:
                left = self._logical(start, left, level)
                ceiling = level - 1
        self.depth -= 2
        return left

    def _negation(self) -> Expression:
        starts: list[int] = []
        while self.at("NOT") and self.peek() not in _AFTER_NAME:
            starts.append(self.start)
            self.pos += 1
        self.operators += len(starts)
        operand = self.expression(_NOT_OPERAND)
        for start in reversed(starts):
            operand = Unary(start, self.end, "NOT", operand)
        return operand

    def _signed(self) -> Expression:
        start = self.start
        if self._negative_number_ahead():
            return self.operand()
        sign = self.kinds[self.pos]
        self.pos += 1
        if self.at("-") and not self._negative_number_ahead():
            # Only a number has a sign of its own.
            self.pos += 1
            self.fail("a number")
        operand = self.operand()
        return Unary(start, self.end, sign, operand)

    def _negative_number_ahead(self) -> bool:
        return self.at("-") and self.peek() in _NUMBERS

    def _arithmetic(self, start: int, left: Expression, level: int) -> Expression:
        token = self.tokens[self.pos]
        self.pos += 1
        self.operators += 1
        right = self.expression(level + 1)
        return Binary(start, self.end, token.kind, left, right, token.start)

    def comparison(self, start: int, left: Expression) -> Expression:
        """``left < b <= c``, from the first operator on."""
        operands = [left]
        operators: list[str] = []
        while _LEVELS.get(operator := self.kinds[self.pos]) == _NOT_OPERAND:
            if operator == "!=":
                cause = Cause("42I49", _WRONG_UNEQUAL)
                self.flaws[self.start] = (_WRONG_UNEQUAL, "42001", cause)
            self.pos += 1
            operators.append(operator)
            operands.append(self.expression(_PREDICATE))
        return Comparison(start, self.end, tuple(operands), tuple(operators))

    def _logical(self, start: int, left: Expression, level: int) -> Expression:
        operator = self.kinds[self.pos]
        operands = [left]
        while self.skip(operator):
            operands.append(self.expression(level + 1))
        return Logical(start, self.end, operator, tuple(operands))

    def predicate(self, start: int, left: Expression) -> Expression | None:
        """The one predicate that may follow `left`; None where the word ahead is no operator."""
        token = self.tokens[self.pos]
        kind = token.kind
        if kind == ":":
            self.pos += 1
            labels = self.labels_after()
            return LabelTest(start, self.end, left, labels)
        if kind == "::":
            self.pos += 1
            return self._is_typed(start, left, False)
        if kind == "IS":
            self.pos += 1
            return self._is(start, left)
        if kind in ("STARTS", "ENDS"):
            if self.peek() != "WITH":
                return None
            self.pos += 1
            kind = f"{kind} WITH"
        self.pos += 1
        right = self.expression(_LOOSEST_ARITHMETIC)
        return Binary(start, self.end, kind, left, right, token.start)

    def _is(self, start: int, left: Expression) -> Expression:
        negated = self.at("NOT") and self.peek() not in _AFTER_NAME
        if negated:
            self.pos += 1
        kind = self.kinds[self.pos]
        if kind == "NULL":
            self.pos += 1
            return IsNull(start, self.end, left, negated)
        if kind == "::" or (kind == "TYPED" and self.type_ahead(1)):
            self.pos += 1
            return self._is_typed(start, left, negated)
        if kind == "NORMALIZED" or (kind in _NORMAL_FORMS and self.peek() == "NORMALIZED"):
            self.pos += 1 if kind == "NORMALIZED" else 2
            form = "NFC" if kind == "NORMALIZED" else kind
            return IsNormalized(start, self.end, left, form, negated)
        if kind == "LABELED" and self.modern:
            self.pos += 1
            if not self._label_starts():
                self.pos -= 1
        if not self._label_starts():
            self.fail("'::'", "'NORMALIZED'", "'NOT'", "'NULL'", "'TYPED'", "an identifier")
        labels = self.labels_after()
        test = LabelTest(start, self.end, left, labels)
        return Unary(start, self.end, "NOT", test) if negated else test

    def _label_starts(self) -> bool:
        token = self.tokens[self.pos]
        return token.name is not None or token.kind in _LABEL_STARTS

    def _is_typed(self, start: int, left: Expression, negated: bool) -> Expression:
        written = self.cypher_type()
        return IsTyped(start, self.end, left, written, negated)

    def operand(self) -> Expression:
        """An atom with the properties, subscripts and slices that follow it."""
        start = self.start
        if self._negative_number_ahead():
            token = self.tokens[self.pos + 1]
            self.pos += 2
            value = number_value(self, token, True, start)
            left: Expression = Literal(start, token.end, value)
        else:
            left = self.atom()
        while True:
            kind = self.kinds[self.pos]
            if kind == ".":
                self.pos += 1
                key_start = self.start
                key = self.name()
                left = PropertyAccess(start, self.end, left, key, key_start)
            elif kind == "[":
                self.pos += 1
                left = self._subscript(start, left)
            elif not self.modern and self._labels_ahead():
                self.pos += 1
                labels = self.labels_after()
                left = LabelTest(start, self.end, left, labels)
            else:
                return left
            self.operators += 1

    def _labels_ahead(self) -> bool:
        """Whether a predicate on labels comes: in Cypher 5 it belongs to the operand."""
        if self.at(":"):
            return True
        if not self.at("IS"):
            return False
        following = self.peek()
        if following in _AFTER_IS or (following == "TYPED" and self.type_ahead(2)):
            return False
        if following in _NORMAL_FORMS and self.peek(2) == "NORMALIZED":
            return False
        return self.tokens[self.pos + 1].name is not None or following in _LABEL_STARTS

    def _subscript(self, start: int, left: Expression) -> Expression:
        if self.at(".."):
            return self._slice(start, left, None)
        index = self.inner_expression()
        if self.at(".."):
            return self._slice(start, left, index)
        self.expect("]", "an expression", "'..'")
        return Subscript(start, self.end, left, index)

    def _slice(self, start: int, left: Expression, lower: Expression | None) -> Slice:
        self.pos += 1
        upper = None if self.at("]") else self.inner_expression()
        self.expect("]", "an expression")
        return Slice(start, self.end, left, lower, upper)
