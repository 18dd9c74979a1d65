"""CASE, and the calls that have a syntax of their own: quantifiers, reduce, trim, …"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.parser.cursor import Cursor
from runner.cypher.syntax.expressions import (
    AllReduce,
    Case,
    CaseBranch,
    CaseSubject,
    Comparison,
    Expression,
    FunctionCall,
    Literal,
    Quantified,
    Reduce,
    Trim,
    Variable,
)

if TYPE_CHECKING:
    from runner.cypher.lexer import Token

_QUANTIFIERS = frozenset(("ALL", "ANY", "NONE", "SINGLE"))
_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
_METRICS = ("EUCLIDEAN", "EUCLIDEAN_SQUARED", "MANHATTAN", "COSINE", "DOT", "HAMMING")
_NORMS = ("EUCLIDEAN", "MANHATTAN")
_TRIMS = {"BOTH": "btrim", "LEADING": "ltrim", "TRAILING": "rtrim"}
_COMPARISONS = frozenset(("=", "<>", "!=", "<", "<=", ">", ">="))
# Words that open a predicate in WHEN, unless one of the second set follows: then it is a name.
_PREDICATES = frozenset(("IN", "IS", "STARTS", "ENDS", "CONTAINS", "=~", ":", "::"))
_AFTER_NAME = frozenset(("THEN", ",", ".", "(", "eof"))


class Calls(Cursor):
    """Parses CASE and special calls."""

    if TYPE_CHECKING:

        def comparison(self, start: int, left: Expression) -> Expression: ...
        def predicate(self, start: int, left: Expression) -> Expression | None: ...
        def coordinate_type_ahead(self, at: int) -> bool: ...

    def special_call(self, token: Token) -> Expression | None:
        """A call with its own syntax, from its name on; None where it is a plain one."""
        kind = token.kind
        if kind in _QUANTIFIERS:
            return self._quantified(token) if self.peek(3) == "IN" else None
        if kind == "REDUCE" or (kind == "ALLREDUCE" and self.modern):
            return self._reduce(token) if self.peek(3) == "=" else None
        if kind == "TRIM":
            return self._trim(token)
        if kind == "NORMALIZE":
            return self._with_word(token, 1, _FORMS)
        if kind == "VECTOR_DISTANCE" and self.modern:
            return self._with_word(token, 2, _METRICS)
        if kind == "VECTOR_NORM" and self.modern:
            return self._with_word(token, 1, _NORMS)
        if kind == "VECTOR" and self.modern:
            return self._vector_call(token)
        if kind == "PROPERTY_EXISTS" and self.modern:
            return self._property_exists(token)
        return None

    def case(self, start: int) -> Expression:
        """CASE from behind that word."""
        subject = None if self.at("WHEN") else self.inner_expression()
        branches: list[CaseBranch] = []
        if not self.at("WHEN"):
            self.fail(*(() if subject is None else ("an expression",)), "'WHEN'")
        while self.at("WHEN"):
            branches.append(self._branch(subject))
        default = self.inner_expression() if self.skip("ELSE") else None
        self.expect("END", "an expression", *(() if default else ("'ELSE'", "'WHEN'")))
        return Case(start, self.end, subject, tuple(branches), default)

    def _branch(self, subject: Expression | None) -> CaseBranch:
        start = self.start
        self.pos += 1
        tests = [self.inner_expression() if subject is None else self._test(subject)]
        while subject is not None and self.skip(","):
            tests.append(self._test(subject))
        self.expect("THEN", "an expression", *(() if subject is None else ("','",)))
        result = self.inner_expression()
        return CaseBranch(start, self.end, tuple(tests), result)

    def _test(self, tested: Expression) -> Expression:
        """One test of a simple CASE, as a predicate on its subject."""
        start = self.start
        kind = self.kinds[self.pos]
        subject = CaseSubject(tested.start, tested.end)
        bar_ends, self.bar_ends = self.bar_ends, False
        test: Expression | None = None
        if kind in _COMPARISONS:
            test = self._one_comparison(start, subject, kind)
        elif self._opens_predicate(kind):
            test = self.predicate(start, subject)
        if test is None:
            value = self.expression()
            test = Comparison(start, self.end, (subject, value), ("=",))
        self.bar_ends = bar_ends
        return test

    def _opens_predicate(self, kind: str) -> bool:
        after = self.peek()
        if kind not in _PREDICATES or after in _AFTER_NAME:
            return False
        if self.modern:
            return True
        if kind == "IS" and after == "NOT" and self.peek(2) == "::":
            self.pos += 2
            self.fail("'NULL'", "'TYPED'")
        return kind not in ("IN", "CONTAINS") and (kind, after) != ("IS", "::")

    def _one_comparison(self, start: int, subject: CaseSubject, operator: str) -> Expression:
        at = self.pos
        test = self.comparison(start, subject)
        if isinstance(test, Comparison) and len(test.operators) > 1:
            self.pos = at + 1
            self.expression(5)
            self.fail("'THEN'", "','")
        return test

    def _quantified(self, token: Token) -> Quantified:
        self.pos += 2
        variable = self.variable()
        self.pos += 1
        source = self.inner_expression()
        predicate = self.inner_expression() if self.skip("WHERE") else None
        self.expect(")", "an expression", *(() if predicate else ("'WHERE'",)))
        kind = token.kind.lower()
        return Quantified(token.start, self.end, kind, variable, source, predicate)

    def _reduce(self, token: Token) -> Expression:
        self.pos += 2
        accumulator = self.variable()
        self.expect("=")
        initial = self.inner_expression()
        self.expect(",", "an expression")
        variable = self.variable()
        self.expect("IN")
        source = self._before_bar()
        self.expect("|", "an expression")
        step = self.inner_expression()
        if token.kind == "REDUCE":
            self.expect(")", "an expression")
            return Reduce(token.start, self.end, accumulator, initial, variable, source, step)
        self.expect(",", "an expression")
        predicate = self.inner_expression()
        self.expect(")", "an expression")
        return AllReduce(
            token.start, self.end, accumulator, initial, variable, source, step, predicate
        )

    def _before_bar(self) -> Expression:
        bar_ends, self.bar_ends = self.bar_ends, True
        self.enter(4)
        expression = self.expression()
        self.leave(4)
        self.bar_ends = bar_ends
        return expression

    def _trim(self, token: Token) -> Trim | None:
        """``trim(LEADING 'x' FROM s)``."""
        inside = self.peek(2)
        words = inside in _TRIMS and self.peek(3) not in (")", ",", ".", "[", "+")
        if not words and inside != "FROM":
            return self._trim_from(token, "btrim")
        if not words and self.peek(3) in (")", ",", ".", "[", "+"):
            return None
        self.pos += 3 if words else 2
        name = _TRIMS.get(inside, "btrim")
        characters = None if self.at("FROM") else self.inner_expression()
        return self._trimmed(token, name, characters)

    def _trim_from(self, token: Token, name: str) -> Trim | None:
        """``trim('x' FROM s)``; None where there is no FROM."""
        at = self.pos + 2
        close = self.closing(self.pos + 1)
        while at < close and self.kinds[at] != "FROM":
            at = self.closing(at) + 1 if self.kinds[at] in ("(", "[", "{") else at + 1
        if at >= close:
            return None
        self.pos += 2
        return self._trimmed(token, name, self.inner_expression())

    def _trimmed(self, token: Token, name: str, characters: Expression | None) -> Trim:
        self.expect("FROM", "an expression")
        source = self.inner_expression()
        self.expect(")", "an expression")
        arguments = (source,) if characters is None else (source, characters)
        return Trim(token.start, self.end, name, arguments, False)

    def _with_word(self, token: Token, count: int, words: tuple[str, ...]) -> FunctionCall | None:
        """A call whose argument after `count` others is one of `words`: it becomes a string.

        Any other argument there is for the checks to refuse.
        """
        at = self._argument(count)
        if at is None or self.kinds[at] not in words or self.kinds[at + 1] != ")":
            return None
        last = self.kinds[at]
        self.pos += 2
        arguments = self._arguments(count)
        return self._close_with(token, arguments, last)

    def _vector_call(self, token: Token) -> FunctionCall | None:
        at = self._argument(2)
        if at is None or not self.coordinate_type_ahead(at):
            return None
        self.pos += 2
        arguments = self._arguments(2)
        start = self.start
        name = self.coordinate_type()
        arguments.append(Literal(start, self.end, name))
        self.expect(")")
        return FunctionCall(token.start, self.end, token.text, tuple(arguments), False)

    def _argument(self, count: int) -> int | None:
        """The index of the token behind `count` commas of a call; None where it has not so many."""
        close = self.closing(self.pos + 1)
        at = self.pos + 2
        while at < close and count:
            kind = self.kinds[at]
            count -= kind == ","
            at = self.closing(at) + 1 if kind in ("(", "[", "{") else at + 1
        return None if count else at

    def _arguments(self, count: int) -> list[Expression]:
        """`count` arguments, each with the comma after it."""
        arguments = []
        for _ in range(count):
            arguments.append(self.inner_expression())
            self.expect(",", "an expression")
        return arguments

    def _close_with(self, token: Token, arguments: list[Expression], word: str) -> FunctionCall:
        last = self.tokens[self.pos]
        if last.kind != word:
            self.fail("an expression")
        self.pos += 1
        arguments.append(Literal(last.start, last.end, word))
        self.expect(")")
        return FunctionCall(token.start, self.end, token.text, tuple(arguments), False)

    def _property_exists(self, token: Token) -> FunctionCall | None:
        """``property_exists(variable, name)``; what is of no such form is a call of any other."""
        names = [self.tokens[at].name for at in range(self.pos, self.closing(self.pos + 1) + 1)]
        if [name is not None for name in names] != [True, False, True, False, True, False]:
            return None
        self.pos += 2
        variable: Variable = self.variable()
        self.expect(",")
        start = self.start
        key = Literal(start, self.tokens[self.pos].end, self.name())
        self.expect(")")
        return FunctionCall(token.start, self.end, token.text, (variable, key), False)
