"""What every part of the parser shares: the place in the tokens, names, errors, depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from runner.cypher.failures import syntax_error, unsupported
from runner.cypher.lexer import UNCLOSED_COMMENT, UNCLOSED_STRING, Token
from runner.cypher.syntax.expressions import Parameter, Variable
from runner.errors import EngineError

if TYPE_CHECKING:
    from runner.cypher.failures import Flaw
    from runner.cypher.syntax.clauses import Clause, Query, Set
    from runner.cypher.syntax.expressions import Expression, MapLiteral
    from runner.cypher.syntax.patterns import LabelExpression, PathPattern
    from runner.cypher.syntax.types import CypherType

# Depth counts calls of the parser that are under way, so that all of them stay well below Python's
# default limit of 1000, whoever calls the parser: for brackets with what they cost on top of the
# expression in them, for other nested parts with all of it.
BRACKET_DEPTH = 4
NESTED_DEPTH = 6
QUERY_DEPTH = 12
MAX_DEPTH = 660


class Cursor:
    """The tokens of one statement and the place in them.

    `bar_ends` is set where a ``|`` ends an expression (in a comprehension, reduce, FOREACH).
    `in_expression` is set in a pattern that is an expression, or the first part of one.
    `labels_by_is` are the offsets of label expressions behind ``IS``.
    `deferred` is the first error that shows only once the whole statement is known to parse.
    `flaws` are the errors in literals and operators, each under its offset, with which a statement
    parses: what Neo4j finds when it judges the expression.
    `farthest` is how the other reading of an ambiguous part failed, the one that got farthest.
    """

    if TYPE_CHECKING:

        def expression(self, floor: int = 0) -> Expression: ...
        def inner_expression(self) -> Expression: ...
        def operand(self) -> Expression: ...
        def atom(self) -> Expression: ...
        def map_literal(self) -> MapLiteral: ...
        def pattern(self) -> PathPattern: ...
        def pattern_list(self) -> tuple[PathPattern, ...]: ...
        def pattern_chain(self) -> PathPattern: ...
        def shortest_path(self) -> PathPattern: ...
        def pattern_ahead(self, at: int) -> bool: ...

        def labels_after(self) -> LabelExpression: ...
        def cypher_type(self) -> CypherType: ...
        def type_ahead(self, ahead: int = 0) -> bool: ...
        def coordinate_type(self) -> str: ...
        def query(self) -> Query: ...
        def clauses(self) -> tuple[Clause, ...]: ...
        def set_clause(self) -> Set: ...

    def __init__(self, text: str, tokens: list[Token], language: str) -> None:
        self.text = text
        self.tokens = tokens
        self.kinds = [token.kind for token in tokens]
        self.pos = 0
        self.modern = language != "5"
        self.bar_ends = False
        self.in_expression = False
        self.labels_by_is: set[int] = set()
        self.deferred: EngineError | None = None
        self.flaws: dict[int, Flaw] = {}
        self.farthest: EngineError | None = None
        self.depth = 0
        self.operators = 0
        self.failed: set[int] = set()
        self._closing: list[int] | None = None

    @property
    def start(self) -> int:
        """Where the next token starts."""
        return self.tokens[self.pos].start

    @property
    def end(self) -> int:
        """Where the last token ended."""
        return self.tokens[self.pos - 1].end

    def at(self, kind: str) -> bool:
        """Whether the next token is of `kind`."""
        return self.kinds[self.pos] == kind

    def skip(self, kind: str) -> bool:
        """Takes the next token if it is of `kind`."""
        if self.kinds[self.pos] == kind:
            self.pos += 1
            return True
        return False

    def skip_words(self, *kinds: str) -> bool:
        """Takes the next tokens if they are all of these kinds, in order."""
        if tuple(self.kinds[self.pos : self.pos + len(kinds)]) == kinds:
            self.pos += len(kinds)
            return True
        return False

    def expect(self, kind: str, *also: str) -> None:
        """Takes a token of `kind`; `also` is what else could stand here, for the message."""
        if self.kinds[self.pos] != kind:
            self.fail(*also, f"'{kind}'")
        self.pos += 1

    def peek(self, ahead: int = 1) -> str:
        """The kind of the token `ahead` of the next one."""
        at = self.pos + ahead
        return self.kinds[at] if at < len(self.kinds) else "eof"

    def name(self, expected: str = "an identifier") -> str:
        """Takes a name of any kind: no word is reserved."""
        name = self.tokens[self.pos].name
        if name is None:
            self.fail(expected)
        self.pos += 1
        return name

    def variable(self) -> Variable:
        """Takes a variable's name."""
        token = self.tokens[self.pos]
        if token.name is None:
            self.fail("a variable name")
        self.pos += 1
        return Variable(token.start, token.end, token.name)

    def names(self) -> tuple[str, ...]:
        """Takes names with commas between them."""
        names = [self.name()]
        while self.skip(","):
            names.append(self.name())
        return tuple(names)

    def parameter(self) -> Parameter:
        """Takes ``$name``."""
        start = self.start
        self.expect("$")
        token = self.tokens[self.pos]
        if token.name is not None:
            name = token.name
        elif token.kind in ("integer", "octal", "extended"):
            name = token.text
        else:
            self.fail("an identifier", "an integer value")
        self.pos += 1
        return Parameter(start, token.end, name)

    def enter(self, depth: int) -> None:
        """Goes one level deeper. Raises EngineError where the statement is nested too deeply."""
        self.depth += depth
        if self.depth > MAX_DEPTH:
            raise unsupported(self.text, self.start, "a statement that is nested this deeply")

    def leave(self, depth: int) -> None:
        """Comes back from `enter`."""
        self.depth -= depth

    def closing(self, at: int) -> int:
        """The index of the token that closes the bracket at index `at`; of ``eof`` if none does."""
        if self._closing is None:
            self._closing = _closing_brackets(self.kinds)
        return self._closing[at]

    def bar_follows(self, at: int) -> bool:
        """Whether a ``|`` comes at or after index `at` before the bracket around closes."""
        while (kind := self.kinds[at]) not in (")", "]", "}", "eof"):
            if kind == "|":
                return True
            at = self.closing(at) if kind in ("(", "[", "{") else at
            at = min(at + 1, len(self.kinds) - 1)
        return False

    def fail(self, *expected: str) -> NoReturn:
        """Refuses the next token. `expected` is what could stand in its place."""
        raise self.invalid_input(self.pos, *expected)

    def invalid_input(self, at: int, *expected: str) -> EngineError:
        """The error that refuses the token at index `at`, as Neo4j's error strategy words it."""
        token = self.tokens[at]
        before = self.kinds[at - 1] if at else ""
        if token.kind == "bad" and token.text in "'\"":
            message, cause = UNCLOSED_STRING, ("42I19", UNCLOSED_STRING)
        elif self._opens_comment(at, "*") or (token.kind == "*" and before == "/"):
            message, cause = UNCLOSED_COMMENT, ("42I02", UNCLOSED_COMMENT)
        else:
            shown = token.text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
            listed = _one_of(expected)
            message = f"Invalid input '{shown}'" + (listed and f": expected {listed}")
            detail = f"Invalid input '{shown}'" + (listed and f", expected: {listed}") + "."
            cause = ("42I06", detail)
        return syntax_error(self.text, token.start, message, cause)

    def note_other_reading(self, error: EngineError) -> None:
        """Keeps how a reading failed that is given up for another one.

        Where the statement turns out to be wrong, Neo4j reports the reading that got farthest.
        """
        if is_grammar_error(error) and place(error) > place(self.farthest):
            self.farthest = error

    def _opens_comment(self, at: int, following: str) -> bool:
        return self.kinds[at] == "/" and self.kinds[at + 1] == following

    def defer(self, offset: int, message: str, gql_status: str, detail: str | None = None) -> None:
        """Notes an error to raise unless the text turns out not to parse at all."""
        if self.deferred is None:
            cause = (gql_status, detail or message)
            self.deferred = syntax_error(self.text, offset, message, cause)


def place(error: EngineError | None) -> int:
    """The offset of an error; -1 where there is none."""
    return -1 if error is None or error.position is None else error.position.offset


def is_grammar_error(error: EngineError) -> bool:
    """Whether the parser could not go on; a limit of ours is none."""
    return error.cause is not None and error.cause.gql_status in ("42I06", "42I19", "42I02")


def _one_of(expected: tuple[str, ...]) -> str:
    unique = list(dict.fromkeys(expected))
    if len(unique) < 2:
        return "".join(unique)
    return f"{', '.join(unique[:-1])} or {unique[-1]}"


def _closing_brackets(kinds: list[str]) -> list[int]:
    last = len(kinds) - 1
    closing = [last] * len(kinds)
    opened: list[tuple[str, int]] = []
    pairs = {"(": ")", "[": "]", "{": "}"}
    for at, kind in enumerate(kinds):
        if kind in pairs:
            opened.append((pairs[kind], at))
        elif opened and kind == opened[-1][0]:
            closing[opened.pop()[1]] = at
    return closing
