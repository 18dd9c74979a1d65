"""CALL: subqueries, with their transactions, and procedures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.parser.cursor import Cursor
from runner.cypher.syntax.clauses import (
    CallProcedure,
    CallSubquery,
    InTransactions,
    YieldItem,
)
from runner.cypher.syntax.expressions import Expression, Variable

_SECONDS = ("SEC", "SECOND", "SECONDS")
_ON_ERROR = ("CONTINUE", "BREAK", "FAIL")
_MODIFIERS = ("OF", "ON", "REPORT", "DISJOINT")


class Calling(Cursor):
    """Parses CALL."""

    if TYPE_CHECKING:

        def where(self) -> Expression | None: ...

    def call(self) -> CallSubquery | CallProcedure:
        """``[OPTIONAL] CALL …``, from its first word on."""
        start = self.start
        optional = self.skip("OPTIONAL")
        self.pos += 1
        if self.kinds[self.pos] in ("{", "("):
            return self._call_subquery(start, optional)
        return self._procedure(start, optional)

    def _call_subquery(self, start: int, optional: bool) -> CallSubquery:
        imports: tuple[Variable, ...] | None = None
        import_all = False
        if self.skip("("):
            import_all = self.skip("*")
            imports = () if import_all or self.at(")") else self._imports()
            self.expect(")", "','")
        self.expect("{")
        bar_ends, self.bar_ends = self.bar_ends, False
        query = self.query()
        self.bar_ends = bar_ends
        self.expect("}")
        batches = self._in_transactions() if self.at("IN") else None
        return CallSubquery(start, self.end, optional, import_all, imports, query, batches)

    def _imports(self) -> tuple[Variable, ...]:
        imports = [self.variable()]
        while self.skip(","):
            imports.append(self.variable())
        return tuple(imports)

    def _in_transactions(self) -> InTransactions:
        start = self.start
        self.pos += 1
        concurrency = rows = retry_seconds = None
        concurrent = retry = False
        on_error: str | None = None
        report: Variable | None = None
        if not self.at("TRANSACTIONS"):
            if not self.at("CONCURRENT"):
                concurrency = self.expression()
            self.expect("CONCURRENT", "an expression")
            concurrent = True
        self.expect("TRANSACTIONS", "'CONCURRENT'")
        while (kind := self.kinds[self.pos]) in _MODIFIERS:
            if kind == "DISJOINT" and not self.modern:
                break
            offset = self.start
            self.pos += 1
            if kind == "OF":
                self._once(rows, offset, "OF ROWS")
                rows = self.expression()
                if not self.skip("ROW"):
                    self.expect("ROWS", "an expression", "'ROW'")
            elif kind == "ON":
                self._once(on_error or retry or None, offset, "ON ERROR")
                on_error, retry, retry_seconds = self._on_error()
            elif kind == "REPORT":
                self._once(report, offset, "REPORT STATUS")
                self.expect("STATUS")
                self.expect("AS")
                report = self.variable()
            else:
                self._disjoint(offset, concurrent)
        return InTransactions(
            start, self.end, concurrency, concurrent, rows, on_error, retry, retry_seconds, report
        )

    def _once(self, earlier: object, offset: int, what: str) -> None:
        if earlier is not None:
            self.defer(offset, f"Duplicated {what} parameter", "42N19")

    def _disjoint(self, offset: int, concurrent: bool) -> None:
        """``DISJOINT BY``: which batches may not run at once. Here they run one by one."""
        self.expect("BY")
        if not concurrent:
            message = "DISJOINT BY can only be used in CALL { ... } IN CONCURRENT TRANSACTIONS"
            self.defer(offset, message, "42N7A")
        if self.skip("AUTO") or self.skip("NONE"):
            return
        self.expect("(", "'AUTO'", "'NONE'")
        self.inner_expression()
        while self.skip(","):
            self.inner_expression()
        self.expect(")", "','")

    def _on_error(self) -> tuple[str | None, bool, Expression | None]:
        self.expect("ERROR")
        seconds = None
        retry = self.skip("RETRY")
        if retry:
            self.skip("FOR")
            if self.kinds[self.pos] not in ("THEN", "eof", "}", "RETURN", "OF", "REPORT", "WITH"):
                seconds = self.expression()
                if self.kinds[self.pos] not in _SECONDS:
                    self.fail("an expression", *(f"'{word}'" for word in _SECONDS))
                self.pos += 1
            if not self.skip("THEN"):
                return None, True, seconds
        kind = self.kinds[self.pos]
        if kind not in _ON_ERROR:
            self.fail("'BREAK'", "'CONTINUE'", "'FAIL'", *(() if retry else ("'RETRY'",)))
        self.pos += 1
        return kind, retry, seconds

    def _procedure(self, start: int, optional: bool) -> CallProcedure:
        parts = [self.name()]
        while self.skip("."):
            parts.append(self.name())
        arguments: tuple[Expression, ...] | None = None
        if self.skip("("):
            given: list[Expression] = []
            if not self.at(")"):
                given.append(self.inner_expression())
                while self.skip(","):
                    given.append(self.inner_expression())
            self.expect(")", "an expression", "','")
            arguments = tuple(given)
        yield_all = False
        yields: tuple[YieldItem, ...] | None = None
        predicate = None
        if self.skip("YIELD"):
            yield_all = self.skip("*")
            yields = () if yield_all else self._yield_items()
            predicate = None if yield_all else self.where()
        name = ".".join(parts)
        return CallProcedure(
            start, self.end, optional, name, arguments, yield_all, yields, predicate
        )

    def _yield_items(self) -> tuple[YieldItem, ...]:
        items = [self._yield_item()]
        while self.skip(","):
            items.append(self._yield_item())
        return tuple(items)

    def _yield_item(self) -> YieldItem:
        result = self.variable()
        variable = self.variable() if self.skip("AS") else result
        return YieldItem(result.start, self.end, result.name, variable)
