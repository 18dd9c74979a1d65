"""Clauses that read: MATCH, UNWIND, CALL, LOAD CSV, SEARCH, USE and their small relatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import syntax_error
from runner.cypher.parser.cursor import Cursor
from runner.cypher.parser.literals import string_literal
from runner.cypher.syntax.clauses import (
    Clause,
    Filter,
    Finish,
    Hint,
    Let,
    LoadCsv,
    Match,
    Search,
    Unwind,
    Use,
)
from runner.cypher.syntax.expressions import Expression, Literal, Parameter, Variable

if TYPE_CHECKING:
    from collections.abc import Iterable

_INDEX_HINTS = ("INDEX", "TEXT", "RANGE", "POINT")


class Reading(Cursor):
    """Parses clauses that read. Each method is called with its first word next."""

    if TYPE_CHECKING:

        def retired_mode_ahead(self) -> bool: ...

    def where(self) -> Expression | None:
        """``WHERE predicate``, where there is one."""
        return self.expression() if self.skip("WHERE") else None

    def match(self) -> Iterable[Clause]:
        """``[OPTIONAL] MATCH``; one with a SEARCH is a clause of another kind."""
        start = self.start
        optional = self.skip("OPTIONAL")
        self.expect("MATCH", "'CALL'")
        mode = self.match_mode()
        pattern = self.pattern_list()
        hints: list[Hint] = []
        while self.at("USING"):
            hints.append(self._hint())
        predicate = self.where()
        match = Match(start, self.end, optional, mode, pattern, tuple(hints), predicate)
        yield self._search(match) if self.at("SEARCH") and self.modern else match

    def match_mode(self) -> str | None:
        """``REPEATABLE ELEMENTS`` or ``DIFFERENT RELATIONSHIPS`` in its normal spelling."""
        kind = self.kinds[self.pos]
        if kind not in ("REPEATABLE", "DIFFERENT") or self.peek() == "=":
            return None
        if not self.modern and not self.retired_mode_ahead():
            return None
        one, many = (
            ("ELEMENT", "ELEMENTS") if kind == "REPEATABLE" else ("RELATIONSHIP", "RELATIONSHIPS")
        )
        self.pos += 1
        if self.skip(one):
            self.skip("BINDINGS")
        else:
            self.expect(many, f"'{one}'")
        return f"{kind} {many}"

    def _hint(self) -> Hint:
        start = self.start
        self.pos += 1
        if self.skip("JOIN"):
            self.expect("ON")
            variables = [self.variable()]
            while self.skip(","):
                variables.append(self.variable())
            return Hint(start, self.end, "JOIN", tuple(variables), None, ())
        if self.skip("SCAN"):
            variable, label = self._hinted()
            return Hint(start, self.end, "SCAN", (variable,), label, ())
        kind = self.kinds[self.pos]
        if kind not in _INDEX_HINTS:
            self.fail("'INDEX'", "'JOIN'", "'POINT'", "'RANGE'", "'SCAN'", "'TEXT'")
        self.pos += 1
        if kind != "INDEX":
            self.expect("INDEX")
            kind = f"{kind} INDEX"
        if self.at("SEEK") and self.peek() != ":":
            self.pos += 1
            kind = f"{kind} SEEK"
        variable, label = self._hinted()
        self.expect("(")
        properties = self.names()
        self.expect(")", "','")
        return Hint(start, self.end, kind, (variable,), label, properties)

    def _hinted(self) -> tuple[Variable, str]:
        variable = self.variable()
        self.expect(":")
        return variable, self.name()

    def _search(self, match: Match) -> Search:
        start = self.start
        self.pos += 1
        variable = self.variable()
        self.expect("IN")
        self.expect("(")
        if self.at("FULLTEXT"):
            what = "The `FULLTEXT SEARCH` clause is not"
            cause = (
                f"{what} available. This implementation of Cypher does not support the "
                "`FULLTEXT SEARCH` clause."
            )
            raise syntax_error(self.text, start, f"{what} supported.", ("51N26", cause))
        self.expect("VECTOR", "'FULLTEXT'")
        self.expect("INDEX")
        index = self.schema_name()
        self.expect("FOR")
        vector = self.expression()
        filtering = self.where()
        if self.kinds[self.pos] in ("SKIP", "OFFSET"):
            word = self.kinds[self.pos]
            raise syntax_error(
                self.text,
                self.start,
                f"{word} cannot be used together with VECTOR INDEX.",
                ("42N14", f"{word} cannot be used together with 'VECTOR INDEX'."),
            )
        self.expect("LIMIT", "an expression", "'WHERE'")
        limit = self.expression()
        self.expect(")", "an expression")
        score = None
        if self.skip("SCORE"):
            self.expect("AS")
            score = self.variable()
        if match.predicate is None:
            fields = (match.optional, match.mode, match.pattern, match.hints)
            match = Match(match.start, match.end, *fields, self.where())
        start = match.start
        return Search(start, self.end, match, variable, index, vector, filtering, limit, score)

    def schema_name(self) -> str | Parameter:
        """The name of an index or a constraint."""
        return self.parameter() if self.at("$") else self.name("'$'")

    def unwind(self) -> Unwind:
        """``UNWIND source AS variable``."""
        start = self.start
        self.pos += 1
        source = self.expression()
        self.expect("AS", "an expression")
        variable = self.variable()
        return Unwind(start, self.end, source, variable)

    def for_list(self) -> Unwind:
        """``FOR variable IN source``."""
        start = self.start
        self.pos += 1
        variable = self.variable()
        self.expect("IN")
        source = self.expression()
        return Unwind(start, self.end, source, variable)

    def filter(self) -> Filter:
        """``FILTER [WHERE] predicate``."""
        start = self.start
        self.pos += 1
        self.skip("WHERE")
        predicate = self.expression()
        return Filter(start, self.end, predicate)

    def let(self) -> Let:
        """``LET name = expression, …``."""
        start = self.start
        self.pos += 1
        items = [self._let_item()]
        while self.skip(","):
            items.append(self._let_item())
        return Let(start, self.end, tuple(items))

    def _let_item(self) -> tuple[Variable, Expression]:
        variable = self.variable()
        self.expect("=")
        return variable, self.expression()

    def finish(self) -> Finish:
        """``FINISH``."""
        start = self.start
        self.pos += 1
        return Finish(start, self.end)

    def use(self) -> Use:
        """``USE [GRAPH] name``, or a function that gives the graph."""
        start = self.start
        self.pos += 1
        if self.at("GRAPH") and self.peek() != "." and self.tokens[self.pos + 1].name:
            self.pos += 1
        depth = 0
        while self.skip("("):
            depth += 1
        parts = [self.name("a database name")]
        while self.skip("."):
            parts.append(self.name())
        arguments = None
        if self.skip("("):
            arguments = []
            while not self.at(")"):
                arguments.append(self.inner_expression())
                if not self.skip(","):
                    break
            self.expect(")", "an expression", "','")
        for _ in range(depth):
            self.expect(")")
        given = None if arguments is None else tuple(arguments)
        return Use(start, self.end, ".".join(parts), given)

    def load_csv(self) -> LoadCsv:
        """``LOAD CSV [WITH HEADERS] FROM url AS variable [FIELDTERMINATOR …]``."""
        start = self.start
        self.pos += 1
        self.expect("CSV")
        with_headers = self.skip("WITH")
        if with_headers:
            self.expect("HEADERS")
        self.expect("FROM", *(() if with_headers else ("'WITH HEADERS'",)))
        url = self.expression()
        self.expect("AS", "an expression")
        variable = self.variable()
        terminator = None
        if self.skip("FIELDTERMINATOR"):
            token = self.tokens[self.pos]
            terminator = Literal(token.start, token.end, string_literal(self))
        return LoadCsv(start, self.end, with_headers, url, variable, terminator)
