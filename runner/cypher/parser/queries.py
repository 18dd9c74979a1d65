"""Queries: clauses in sequence, UNION, NEXT, WHEN, braces."""

from __future__ import annotations

from runner.cypher.failures import unsupported
from runner.cypher.parser.cursor import QUERY_DEPTH, Cursor
from runner.cypher.syntax.clauses import (
    Clause,
    Conditional,
    Next,
    Query,
    Show,
    SingleQuery,
    Union,
    Use,
    WhenBranch,
)

# The method of the parser for each word that starts a clause.
_CLAUSES = {
    "CALL": "call",
    "CREATE": "create",
    "DELETE": "delete",
    "DETACH": "delete",
    "FILTER": "filter",
    "FINISH": "finish",
    "FOR": "for_list",
    "FOREACH": "foreach",
    "INSERT": "insert",
    "LET": "let",
    "LIMIT": "order_limit",
    "LOAD": "load_csv",
    "MATCH": "match",
    "MERGE": "merge",
    "NODETACH": "delete",
    "OFFSET": "order_limit",
    "OPTIONAL": "match",
    "ORDER": "order_limit",
    "REMOVE": "remove",
    "RETURN": "return_clause",
    "SET": "set_clause",
    "SHOW": "show",
    "SKIP": "order_limit",
    "TERMINATE": "terminate",
    "UNWIND": "unwind",
    "USE": "use",
    "WITH": "with_clause",
}
_MODERN_CLAUSES = ("FILTER", "FOR", "LET")
_COMMANDS = ("SHOW", "TERMINATE")
_EXPECTED = tuple(f"'{word}'" for word in ("CALL", "CREATE", "MATCH", "MERGE", "RETURN", "WITH"))


class Queries(Cursor):
    """Parses queries."""

    _statement_at: int | None = None
    """The index of the token that the outermost query starts with."""

    def query(self) -> Query:
        """``query NEXT query …``."""
        self.enter(QUERY_DEPTH)
        start = self.start
        if self._statement_at is None:
            self._statement_at = self.pos
        if self.at("DEFINE") and self.peek() in ("FUNCTION", "PROCEDURE"):
            raise unsupported(self.text, start, "DEFINE")
        parts = [self._regular_query()]
        while self.at("NEXT") and self.modern:
            self.pos += 1
            parts.append(self._regular_query())
        self.leave(QUERY_DEPTH)
        return parts[0] if len(parts) == 1 else Next(start, self.end, tuple(parts))

    def _regular_query(self) -> Query:
        start = self.start
        if self.at("WHEN") and self.modern:
            return self._conditional(start)
        query = self._single_query()
        while self.at("UNION") and (self.modern or not _shows(query)):
            query = self._union(start, query)
        return query

    def _union(self, start: int, first: Query) -> Union:
        """All that is joined alike; what is joined otherwise after it makes a union around it."""
        keep: bool | None = None
        branches = [first]
        while self.at("UNION") and (keep is None or (self.peek() == "ALL") == keep):
            keep = self.peek() == "ALL"
            self.pos += 1
            if not self.skip("ALL"):
                self.skip("DISTINCT")
            branches.append(self._single_query())
            self.operators += 1
        return Union(start, self.end, bool(keep), tuple(branches))

    def _conditional(self, start: int) -> Conditional:
        branches: list[WhenBranch] = []
        while self.at("WHEN"):
            branch = self.start
            self.pos += 1
            predicate = self.expression()
            self.expect("THEN", "an expression")
            query = self._single_query()
            branches.append(WhenBranch(branch, self.end, predicate, query))
        if self.at("ELSE"):
            branch = self.start
            self.pos += 1
            query = self._single_query()
            branches.append(WhenBranch(branch, self.end, None, query))
        return Conditional(start, self.end, tuple(branches))

    def _single_query(self) -> Query:
        start = self.start
        if self.modern and self.skip("{"):
            query = self.query()
            self.expect("}")
            # The braces are part of it: `{a UNION b} UNION ALL c` is not `a UNION b UNION ALL c`.
            return type(query)(start, self.end, *(getattr(query, f) for f in query._fields[2:]))
        clauses = self.clauses()
        return SingleQuery(start, self.end, clauses)

    def clauses(self) -> tuple[Clause, ...]:
        """One or more clauses."""
        clauses: list[Clause] = []
        outermost = self.pos == self._statement_at
        while (kind := self.kinds[self.pos]) in _CLAUSES:
            if not self.modern and not self._known_to_5(kind, clauses, outermost):
                break
            method = _CLAUSES[kind]
            if kind == "OPTIONAL" and self.peek() == "CALL":
                method = "call"
            parsed = getattr(self, method)()
            if isinstance(parsed, Clause):
                clauses.append(parsed)
            else:
                clauses.extend(parsed)
        if not clauses:
            self.fail(*_EXPECTED, "'{'", "another clause")
        return tuple(clauses)

    def _known_to_5(self, kind: str, before: list[Clause], outermost: bool) -> bool:
        """Whether Cypher 5 knows such a clause, behind the clauses before it.

        To it SHOW and TERMINATE are commands, not parts of queries.
        """
        if kind in _MODERN_CLAUSES:
            return False
        if any(isinstance(clause, Show) for clause in before):
            last = before[-1]
            if kind in _COMMANDS:
                return self._combined(last)
            return kind == "RETURN" and isinstance(last, Show) and last.projection is not None
        return kind not in _COMMANDS or (
            outermost and all(isinstance(clause, Use) for clause in before)
        )

    def _combined(self, last: Clause) -> bool:
        """Whether another command may follow: what Cypher 5 combines is about transactions."""
        if not isinstance(last, Show) or last.what not in ("TRANSACTIONS", "TERMINATIONS"):
            return False
        if self.peek() not in ("TRANSACTION", "TRANSACTIONS"):
            self.pos += 1
            self.fail("'TRANSACTION'", "'TRANSACTIONS'")
        return True


def _shows(query: Query) -> bool:
    clauses = query.clauses if isinstance(query, SingleQuery) else ()
    return any(isinstance(clause, Show) for clause in clauses)
