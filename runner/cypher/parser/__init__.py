"""Parses a statement of Cypher 25 (or 5) into the tree of `runner.cypher.syntax`.

Recursive descent over a list of tokens, one class for each part of the language; the grammar is
Neo4j 2026.08's. No word is reserved. What only a finished tree can tell is left to
`runner.cypher.check`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import syntax_error, unknown_graph, unsupported
from runner.cypher.lexer import tokenize
from runner.cypher.parser.atoms import Atoms
from runner.cypher.parser.calling import Calling
from runner.cypher.parser.calls import Calls
from runner.cypher.parser.commands import Commands
from runner.cypher.parser.cursor import is_grammar_error, place
from runner.cypher.parser.expressions import Expressions
from runner.cypher.parser.inserting import Inserting
from runner.cypher.parser.labels import Labels
from runner.cypher.parser.patterns import Patterns
from runner.cypher.parser.prefix import Prefixes
from runner.cypher.parser.projections import Projections
from runner.cypher.parser.queries import Queries
from runner.cypher.parser.reading import Reading
from runner.cypher.parser.retired import Retired
from runner.cypher.parser.showing import Showing
from runner.cypher.parser.types import Types
from runner.cypher.parser.writing import Writing
from runner.cypher.syntax.base import Syntax, children
from runner.cypher.syntax.clauses import Command, Query, Statement
from runner.errors import Cause, EngineError

if TYPE_CHECKING:
    from runner.cypher.lexer import Token

# A tree that is higher would exhaust Python's stack where it is checked or compiled.
_MAX_HEIGHT = 200
_ONLY_IN_25 = (
    "The query is parsable in `CYPHER 25`, but it is run in `CYPHER 5`. Consider changing the "
    "database default Cypher version using `ALTER DATABASE SET DEFAULT LANGUAGE` or prefix the "
    "query with `CYPHER 25`."
)


class _Parser(
    Queries,
    Projections,
    Reading,
    Calling,
    Writing,
    Inserting,
    Showing,
    Commands,
    Retired,
    Prefixes,
    Expressions,
    Atoms,
    Calls,
    Patterns,
    Labels,
    Types,
):
    """The whole language."""

    def statement(self) -> Statement:
        """The whole text.

        Raises EngineError with Neo4j's code, status and position where it is no statement.
        """
        language, mode, options = self.prefix()
        if language is not None:
            self.modern = language != "5"
        start = self.start
        body = self._body()
        end = self.end
        count = 1
        while self.skip(";") and not self.at("eof"):
            self._body()
            count += 1
        if not self.at("eof"):
            self.fail("an expression", "another clause", "<EOF>")
        if count > 1:
            raise self._several(count, start)
        if self.operators > _MAX_HEIGHT // 2:
            self._check_height(body)
        if self.deferred is not None:
            raise self.deferred
        labels_by_is = None
        if self.joins_by_colon and (self.joins_newly or self.labels_by_is):
            labels_by_is = frozenset(self.labels_by_is)
        return Statement(
            start, end, self.text, language, mode, options, body, labels_by_is, self.flaws
        )

    def _body(self) -> Query | Command:
        at = self.pos
        use = self.use() if self.at("USE") else None
        if not self.modern:
            self.refuse_retired_command()
        command = self.command()
        if command is not None:
            if use is not None and use.name.lower() != "neo4j":
                raise unknown_graph(use.name)
            return command
        self.pos = at
        return self.query()

    def _several(self, count: int, start: int) -> EngineError:
        message = f"Expected exactly one statement per query but got: {count}"
        error = syntax_error(self.text, start, message, ("42I15", f"{message}."))
        # Neo4j has no place for this one but the offset of its prefix.
        shown = error.message.split(" (line ", 1)[1].split("\n", 1)[1]
        full = f"{message} (line 0, column 0 (offset: {start}))\n{shown}"
        return EngineError(
            error.code, error.gql_status, full, position=error.position, cause=error.cause
        )

    def _check_height(self, tree: Syntax) -> None:
        level: list[Syntax] = [tree]
        for _ in range(_MAX_HEIGHT):
            level = [child for node in level for child in children(node)]
            if not level:
                return
        raise unsupported(self.text, level[0].start, "an expression of this many operators")


def parse(text: str, language: str = "25") -> Statement:
    """The tree of one statement; `language` holds unless the statement has a prefix of its own.

    Raises EngineError: of code SyntaxError with a position, or of code ArgumentError without one
    for a bad prefix.
    """
    tokens = tokenize(text)
    parser = _Parser(text, tokens, language)
    try:
        return parser.statement()
    except EngineError as error:
        failed = error
        other = parser.farthest
        if other is not None and is_grammar_error(error) and place(other) > place(error):
            failed = other
        cause = failed.cause
        refused = not parser.modern and cause is not None and cause.gql_status == "42I06"
        if refused and cause is not None and _parses_in_25(text, tokens):
            failed.cause = Cause("42I06", cause.message, Cause("42I67", _ONLY_IN_25))
        if failed is error:
            raise
        raise failed from None


def _parses_in_25(text: str, tokens: list[Token]) -> bool:
    parser = _Parser(text, tokens, "25")
    while parser.kinds[parser.pos] in ("CYPHER", "EXPLAIN", "PROFILE"):
        parser.pos += 1
        if parser.kinds[parser.pos] == "integer":
            parser.pos += 1
    try:
        parser._body()
        parser.skip(";")
    except EngineError:
        return False
    refused = parser.deferred is not None and parser.deferred.cause
    return parser.at("eof") and not (refused and refused.gql_status == "42N35")
