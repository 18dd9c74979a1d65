"""Atoms: literals, names, brackets, CASE, comprehensions, projections, subqueries."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from runner.cypher.parser.cursor import Cursor, is_grammar_error, place
from runner.cypher.parser.literals import constant, number_value, string_value
from runner.cypher.syntax.clauses import Match, Query, SingleQuery
from runner.cypher.syntax.expressions import (
    CountStar,
    Expression,
    FunctionCall,
    ListComprehension,
    ListLiteral,
    Literal,
    MapLiteral,
    MapProjection,
    PatternComprehension,
    PatternPredicate,
    ProjectAll,
    ProjectEntry,
    PropertyAccess,
    ShortestPathExpression,
    Subquery,
    Variable,
)
from runner.errors import EngineError

if TYPE_CHECKING:
    from runner.cypher.lexer import Token

_CONSTANTS = frozenset(("TRUE", "FALSE", "NULL", "INF", "INFINITY", "NAN"))
_SUBQUERIES = frozenset(("EXISTS", "COUNT", "COLLECT"))
_SHORTEST = frozenset(("SHORTESTPATH", "ALLSHORTESTPATHS"))
# What CASE and calls add to the depth of a bracket.
_MORE_CALLS = 2
_MATCH_MODES = ("REPEATABLE", "DIFFERENT")
# What may stand behind a finished expression. A word that could have begun a construct and did
# not is a variable if one of these follows it.
_SYMBOLS = "+ - * / % ^ || = <> != < <= > >= =~ , ) ] } | . [ : :: .. { ; eof"
_CLAUSES = frozenset(
    word
    for line in (
        "CALL CREATE DELETE DETACH FINISH FOREACH INSERT LIMIT LOAD MATCH MERGE NODETACH OFFSET",
        "OPTIONAL ORDER REMOVE RETURN SET SHOW SKIP UNWIND USE WITH",
    )
    for word in line.split()
)
_PARTS_OF_CASE = frozenset(("WHEN", "THEN", "ELSE", "END"))
_MODERN_CLAUSES = frozenset(("FILTER", "FOR", "LET", "TERMINATE", "WHEN"))
_WORDS = (
    "AND OR XOR IN IS STARTS ENDS CONTAINS AS ASC ASCENDING DESC DESCENDING THEN ELSE END WHERE "
    "GROUP UNION NEXT YIELD"
)
_FOLLOWING = frozenset((*_SYMBOLS.split(), *_WORDS.split())) | _CLAUSES | _MODERN_CLAUSES

_BEFORE_EXPRESSION = frozenset(("ALL", "BY", "CASE", "DISTINCT", "NOT"))


class Atoms(Cursor):
    """Parses what operators and postfixes apply to."""

    if TYPE_CHECKING:

        def refuse_retired_number(self) -> None: ...
        def special_call(self, token: Token) -> Expression | None: ...
        def case(self, start: int) -> Expression: ...
        def match_mode(self) -> str | None: ...
        def retired_mode_ahead(self) -> bool: ...
        def where(self) -> Expression | None: ...

    def atom(self) -> Expression:
        """One atom."""
        token = self.tokens[self.pos]
        kind = token.kind
        if token.name is not None:
            return self._word(token)
        if kind == "string":
            self.pos += 1
            return Literal(token.start, token.end, string_value(token))
        if kind in ("integer", "float", "hex", "octal"):
            self.pos += 1
            value = number_value(self, token, False, token.start)
            return Literal(token.start, token.end, value)
        if kind == "extended" and not self.modern:
            self.refuse_retired_number()
        if kind == "(":
            if self.pattern_ahead(self.pos) or self._node_ahead():
                path = self.pattern_chain()
                return PatternPredicate(token.start, self.end, path)
            self.pos += 1
            expression = self.inner_expression()
            self.expect(")", "an expression")
            return expression
        if kind == "[":
            return self._list(token.start)
        if kind == "{":
            return self.map_literal()
        if kind != "$":
            self.fail("an expression")
        return self.parameter()

    def _node_ahead(self) -> bool:
        """Whether the parenthesis opens a node, for no expression goes on like this."""
        kind = self.peek()
        if self.peek(2) != "$":
            return kind in (")", ":")
        if kind == "NOT" or (
            kind == "CASE" and "WHEN" in self.kinds[self.pos : self.closing(self.pos)]
        ):
            return False
        return kind in (")", ":") or self.tokens[self.pos + 1].name is not None

    def _word(self, token: Token) -> Expression:
        kind = token.kind
        following = self.kinds[self.pos + 1]
        if kind == "CASE" and self.pos not in self.failed:
            return self._attempt_case(token)
        if following == "(":
            return self._call(token)
        if following == ".":
            if self._namespace_ahead():
                return self._function(token)
        elif following == "{":
            if kind in _SUBQUERIES and not self._projection_ahead():
                return self._subquery(token)
            if self._projection_ahead():
                return self._map_projection()
            self._refuse_braces()
        self.pos += 1
        if kind in _CONSTANTS:
            return Literal(token.start, token.end, constant(kind))
        return Variable(token.start, token.end, token.name or "")

    def _attempt_case(self, token: Token) -> Expression:
        """CASE, or a variable of that name: so Neo4j reads it where CASE goes wrong."""
        at, depth, bar_ends, deferred = self.pos, self.depth, self.bar_ends, self.deferred
        try:
            self.pos += 1
            self.enter(_MORE_CALLS)
            case = self.case(token.start)
        except EngineError as error:
            if self.kinds[at + 1] not in _FOLLOWING or not is_grammar_error(error):
                raise
            # Remembered, or else nested ones would be tried again for each one around them.
            self.failed.add(at)
            if self.kinds[at + 1] not in _PARTS_OF_CASE:
                self.note_other_reading(error)
            self.pos, self.depth, self.bar_ends = at + 1, depth, bar_ends
            self.deferred = deferred
            return Variable(token.start, token.end, token.name or "")
        self.leave(_MORE_CALLS)
        return case

    def _call(self, token: Token) -> Expression:
        kind = token.kind
        if kind in _SHORTEST and self.peek(2) == "(":
            path = self.shortest_path()
            return ShortestPathExpression(path.start, path.end, path)
        if kind == "COUNT" and self.peek(2) == "*":
            self.pos += 3
            self.expect(")")
            return CountStar(token.start, self.end)
        self.enter(_MORE_CALLS)
        call = self.special_call(token) or self._function(token)
        self.leave(_MORE_CALLS)
        return call

    def _namespace_ahead(self) -> bool:
        """Whether names with dots between them lead to an opening parenthesis."""
        at = self.pos + 1
        while self.kinds[at] == "." and self.tokens[at + 1].name is not None:
            at += 2
        return self.kinds[at] == "("

    def _function(self, token: Token) -> Expression:
        parts = [self.name()]
        while self.skip("."):
            parts.append(self.name())
        self.expect("(")
        distinct = self._distinct_arguments()
        arguments: list[Expression] = []
        if not self.at(")"):
            plain = self.kinds[self.pos - 1] == "("
            arguments.append(self._first_argument() if plain else self.inner_expression())
            while self.skip(","):
                arguments.append(self.inner_expression())
        self.expect(")", "an expression", "','")
        name = ".".join(parts)
        if arguments and name.lower() == "timestamp":
            # With arguments it is short for this, whatever they are.
            moment = FunctionCall(token.start, self.end, "datetime", tuple(arguments), False)
            return PropertyAccess(token.start, self.end, moment, "epochMillis", self.end)
        return FunctionCall(token.start, self.end, name, tuple(arguments), distinct)

    def _first_argument(self) -> Expression:
        """In Cypher 5 Neo4j takes a name for a variable where no argument can start behind it."""
        at, farthest = self.pos, self.farthest
        try:
            return self.inner_expression()
        except EngineError as error:
            if self.modern or not is_grammar_error(error) or place(error) != self.tokens[at].start:
                raise
            self.farthest = farthest
            raise self.invalid_input(at - 1, "an expression") from None

    def _distinct_arguments(self) -> bool:
        kind = self.kinds[self.pos]
        if kind not in ("DISTINCT", "ALL") or self.peek() in (",", "."):
            return False
        if kind == "ALL" and self.peek() == "(":
            return False
        self.pos += 1
        return kind == "DISTINCT"

    def map_literal(self) -> MapLiteral:
        """``{key: value, …}``."""
        start = self.start
        self.pos += 1
        entries: list[tuple[str, Expression]] = []
        if not self.at("}"):
            entries.append(self._entry("an identifier", "'}'"))
            while self.skip(","):
                entries.append(self._entry("an identifier"))
        self.expect("}", *(("an expression", "','") if entries else ("an identifier",)))
        return MapLiteral(start, self.end, tuple(entries))

    def _entry(self, *expected: str) -> tuple[str, Expression]:
        if self.tokens[self.pos].name is None:
            self.fail(*expected)
        key = self.name()
        self.expect(":")
        return key, self.inner_expression()

    def _projection_ahead(self) -> bool:
        """Whether the brace after the next word opens a map projection."""
        inside = self.peek(2)
        if inside in (".", "}"):
            return True
        return self.tokens[self.pos + 2].name is not None and self.peek(3) in (",", ":", "}")

    def _subquery_ahead(self) -> bool:
        """Whether what is behind the word and the brace can start a query or a pattern."""
        kind = self.kinds[self.pos]
        opening = self.peek(2)
        if opening in _CLAUSES or opening in _MODERN_CLAUSES or opening in ("(", "{"):
            return True
        if kind == "COLLECT":
            return False
        self.pos += 2
        ahead = self._bare_pattern_ahead()
        self.pos -= 2
        return ahead

    def _refuse_braces(self) -> NoReturn:
        """Refuses ``name { …``: where, depends on what Neo4j takes it for."""
        in_node = self.pos > 0 and self.kinds[self.pos - 1] == "(" and not self._is_argument()
        self.pos += 2
        clause = (
            self.modern
            and not in_node
            and (self.kinds[self.pos] in _CLAUSES or self.kinds[self.pos] in _MODERN_CLAUSES)
        )
        if self.tokens[self.pos].name is not None and not clause:
            self.pos += 1
            self.fail("','", "':'", "'}'")
        if self.modern and not in_node:
            self.pos -= 1
            self.fail("an expression")
        self.fail("an identifier", "'.'", "'}'")

    def _is_argument(self) -> bool:
        """Whether the parenthesis just before is one of a call."""
        before = self.tokens[self.pos - 2]
        return before.name is not None and before.kind not in _FOLLOWING | _BEFORE_EXPRESSION

    def _map_projection(self) -> MapProjection:
        subject = self.variable()
        self.pos += 1
        items: list[ProjectAll | ProjectEntry] = []
        if not self.at("}"):
            items.append(self._projected(subject))
            while self.skip(","):
                items.append(self._projected(subject))
        self.expect("}", "','")
        return MapProjection(subject.start, self.end, subject, tuple(items))

    def _projected(self, subject: Variable) -> ProjectAll | ProjectEntry:
        start = self.start
        if self.skip("."):
            if self.skip("*"):
                return ProjectAll(start, self.end)
            key_start = self.start
            key = self.name("'*'")
            value = PropertyAccess(start, self.end, subject, key, key_start)
            return ProjectEntry(start, self.end, key, value)
        variable = self.variable()
        if not self.skip(":"):
            return ProjectEntry(start, self.end, variable.name, variable)
        expression = self.inner_expression()
        return ProjectEntry(start, self.end, variable.name, expression)

    def _list(self, start: int) -> Expression:
        opening = self.pos
        if self.tokens[opening + 1].name is not None:
            following = self.kinds[opening + 2]
            if following == "IN" and not self._comma_inside(opening):
                return self._list_comprehension(start)
            named = following == "=" and self.kinds[opening + 3] == "("
            if named and self.pattern_ahead(opening + 3) and self._bar_inside(opening):
                return self._pattern_comprehension(start)
        elif self.pattern_ahead(opening + 1) and self._bar_inside(opening):
            return self._pattern_comprehension(start)
        if self.peek(2) == "IN" and self.closing(opening) == len(self.kinds) - 1:
            self._try_comprehension(opening)
        self.pos += 1
        items: list[Expression] = []
        if not self.at("]"):
            items.append(self.inner_expression())
            while self.skip(","):
                items.append(self.inner_expression())
        self.expect("]", "an expression", *(("','",) if items else ()))
        return ListLiteral(start, self.end, tuple(items))

    def _try_comprehension(self, opening: int) -> None:
        """Find out how far a comprehension would get in brackets that nothing closes."""
        if opening in self.failed:
            return
        self.failed.add(opening)
        depth, bar_ends, deferred = self.depth, self.bar_ends, self.deferred
        try:
            self._list_comprehension(self.start)
        except EngineError as error:
            self.note_other_reading(error)
        self.pos, self.depth, self.bar_ends = opening, depth, bar_ends
        self.deferred = deferred

    def _comma_inside(self, opening: int) -> bool:
        """Whether a comma stands right in these brackets, other than those of a CASE."""
        at = opening + 1
        close = self.closing(opening)
        while at < close:
            kind = self.kinds[at]
            if kind in (",", "CASE"):
                return kind == ","
            at = self.closing(at) + 1 if kind in ("(", "[", "{") else at + 1
        return False

    def _bar_inside(self, opening: int) -> bool:
        return not self._comma_inside(opening) and self.bar_follows(opening + 1)

    def _list_comprehension(self, start: int) -> ListComprehension:
        self.pos += 1
        variable = self.variable()
        self.pos += 1
        source = self._expression_before_bar()
        predicate = self._expression_before_bar() if self.skip("WHERE") else None
        projection = self.inner_expression() if self.skip("|") else None
        expected = ("an expression", *(("'WHERE'", "'|'") if projection is None else ()))
        self.expect("]", *expected)
        return ListComprehension(start, self.end, variable, source, predicate, projection)

    def _pattern_comprehension(self, start: int) -> PatternComprehension:
        self.pos += 1
        variable = None
        path_start = self.start
        if self.peek() == "=":
            variable = self.variable()
            self.pos += 1
        chain = self.pattern_chain()
        path = type(chain)(path_start, chain.end, variable, None, None, chain.elements)
        predicate = self._expression_before_bar() if self.skip("WHERE") else None
        self.expect("|", *(("an expression",) if predicate else ("'WHERE'",)))
        projection = self.inner_expression()
        self.expect("]", "an expression")
        return PatternComprehension(start, self.end, path, predicate, projection)

    def _expression_before_bar(self) -> Expression:
        bar_ends, self.bar_ends = self.bar_ends, True
        self.enter(4)
        expression = self.expression()
        self.leave(4)
        self.bar_ends = bar_ends
        return expression

    def _subquery(self, token: Token) -> Subquery:
        """``EXISTS { … }`` and its like.

        In Cypher 25 Neo4j takes the word for a variable where a query in the braces goes wrong,
        and refuses the brace.
        """
        if not self._subquery_ahead():
            self._refuse_braces()
        brace = self.pos + 1
        self.pos += 2
        bar_ends, self.bar_ends = self.bar_ends, False
        farthest = self.farthest
        try:
            query = self._subquery_body(token.kind)
            self.expect("}")
        except EngineError as error:
            starts_query = self.kinds[brace + 1] in _FOLLOWING or token.kind == "COLLECT"
            if not self.modern or not starts_query or not is_grammar_error(error):
                raise
            self.farthest = farthest
            raise self.invalid_input(brace, "an expression") from None
        self.bar_ends = bar_ends
        return Subquery(token.start, self.end, token.kind, query)

    def _subquery_body(self, kind: str) -> Query:
        if kind == "COLLECT" or not self._bare_pattern_ahead():
            return self.query()
        start = self.start
        self.enter(4)
        mode = self.match_mode()
        pattern = self.pattern_list()
        predicate = self.where()
        self.leave(4)
        match = Match(start, self.end, False, mode, pattern, (), predicate)
        return SingleQuery(start, self.end, (match,))

    def _bare_pattern_ahead(self) -> bool:
        kind = self.kinds[self.pos]
        if kind == "(" or (kind in _MATCH_MODES and (self.modern or self.retired_mode_ahead())):
            return True
        if kind in ("ANY", "ALL", "SHORTEST", "WALK", "TRAIL", "ACYCLIC") or kind in _SHORTEST:
            return True
        return self.tokens[self.pos].name is not None and self.peek() == "="
