"""LOAD CSV: in queries that read and write, in subqueries and in transactions of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.grammar.csv_files import BROKEN, DRAWN, ODD, TERMINATORS
from tests.fuzz.grammar.draw import Scope

if TYPE_CHECKING:
    from tests.fuzz.grammar.reading import Reading
    from tests.fuzz.grammar.writing import Writing

_TERMINATORS = ("','", "';'", "'\\t'", "'|'", '";"', "'\\u003b'", "' '", "'a'", "'\\''")
_BAD_TERMINATORS = ("''", "';;'", "'\"'", "'\\n'", "$t", "';' + ''", "null", "'😀'")
# Nothing here asks a network, or a file outside of the folder that exists on one side only.
_ODD_URLS = (
    "'file:///nothing.csv'",
    "'file:///folder.csv'",
    "'file:///'",
    "'file:///../plain.csv'",
    "'file:///nothing/../../%2e%2e/./plain.csv'",
    "'File:////folder.csv/../pl%61in.csv/'",
    "'file:/../import/plain.csv'",
    "'file:///%2e%2e/nothing.csv'",
    "'file:///name_with space.csv'",
    "'file:///plain.csv?x=1'",
    "'file:///plain.csv#x'",
    "'file://plain.csv'",
    "'file://localhost/plain.csv'",
    "'file:plain.csv'",
    "'plain.csv'",
    "'/plain.csv'",
    "'nothing:///plain.csv'",
    "''",
    "'file:///%zz.csv'",
    "'file:///plain.csv\\n'",
    "null",
    "1",
    "['file:///plain.csv']",
    "1.5",
    "true",
    "{a: 1}",
    "date('2020-01-01')",
    "$nothing",
    "row",
    "linenumber()",
    "toString(null)",
)
_BODIES = (
    "CREATE (:{l} {{t: {v}}})",
    "CREATE (:{l} {{t: {v}}}) RETURN {v} AS {c}",
    "MERGE (:{l} {{t: coalesce({v}, 'none')}})",
    "MERGE (m:{l} {{t: coalesce({v}, 'none')}}) ON CREATE SET m.z = linenumber()",
    "MATCH (m:{l}) SET m.s = {v}",
    "CREATE (:{l} {{t: linenumber(), s: file()}})",
    "CREATE (:{l} {{t: 6 / toInteger({v})}})",
    "CREATE (:{l} {{t: 6 / (linenumber() - 3)}})",
    "WITH {v} AS y WHERE y <> '1' CREATE (:{l} {{t: y}}) RETURN count(*) AS {c}",
)
_ENDS = (
    "",
    "IN TRANSACTIONS",
    "IN TRANSACTIONS OF 1 ROW",
    "IN TRANSACTIONS OF 2 ROWS",
    "IN TRANSACTIONS OF 2 ROWS ON ERROR CONTINUE",
    "IN TRANSACTIONS OF 1 ROW ON ERROR BREAK REPORT STATUS AS {s}",
    "IN TRANSACTIONS OF 1 ROW ON ERROR CONTINUE REPORT STATUS AS {s}",
    "IN TRANSACTIONS OF 2 ROWS ON ERROR FAIL",
)


class Loading:
    """Makes statements with LOAD CSV over the files of `csv_files`."""

    def __init__(self, reading: Reading, writing: Writing) -> None:
        self.reading = reading
        self.writing = writing
        self.expressions = reading.expressions
        self.draw = reading.draw
        self._may_break = False

    def clause(self, scope: Scope, depth: int = 0) -> str:
        """``LOAD CSV``; the scope gets its variable."""
        draw = self.draw
        headers = draw.chance(0.6)
        url, end = self._url(scope)
        name = draw.name("l")
        scope.types[name] = "RECORD" if headers else "STRS"
        scope.loaded = True
        return f"LOAD CSV {'WITH HEADERS ' if headers else ''}FROM {url} AS {name}{end}"

    def _url(self, scope: Scope) -> tuple[str, str]:
        """An expression for a URL, and the terminator that mostly is the one of its file."""
        draw = self.draw
        kind = draw.weighted({"drawn": 5, "odd": 5, "url": 1})
        if kind == "url":
            return draw.one(_ODD_URLS), self._terminator("")
        name = draw.one(DRAWN if kind == "drawn" else tuple(ODD))
        self._may_break = self._may_break or name in BROKEN
        fitting = TERMINATORS.get(name[:-1], ";" if name == "semicolons" else "")
        url = f"file:///{name.replace(' ', '%20')}.csv"
        form = draw.weighted({"literal": 12, "parameter": 2, "sum": 2, "slash": 1, "upper": 1})
        if form == "parameter":
            parameter = f"p{len(scope.parameters)}"
            scope.parameters[parameter] = url
            text = f"${parameter}"
        elif form == "sum":
            text = f"'file:///' + '{url[8:-4]}' + '.csv'"
        elif form == "slash":
            text = f"'{url.replace('///', '/')}'"
        else:
            text = f"'{url.replace('file', 'FILE') if form == 'upper' else url}'"
        return text, self._terminator(fitting)

    def _terminator(self, fitting: str) -> str:
        draw = self.draw
        if draw.chance(0.02):
            return f" FIELDTERMINATOR {draw.one(_BAD_TERMINATORS)}"
        if draw.chance(0.08):
            self._may_break = True
            return f" FIELDTERMINATOR {draw.one(_TERMINATORS)}"
        if fitting in ("", ","):
            return ""
        return f" FIELDTERMINATOR '{fitting}'".replace("\t", "\\t")

    def value(self, scope: Scope) -> str:
        """A field of the row that was loaded last."""
        name = [n for n, kind in scope.types.items() if n.startswith("l")][-1]
        if scope.types[name] == "RECORD":
            return name + self.draw.one((".a", ".b", ".i", "['s']", ".nothing"))
        return name + self.draw.one(("[0]", "[1]", "[2]", "[-1]"))

    def query(self, scope: Scope) -> tuple[str, bool]:
        """A statement with LOAD CSV.

        Where the end of a file cannot be read, nothing sorts rows and leaves some out: whether a
        server sorts before it loads is its planner's choice.
        """
        while True:
            self._may_break = False
            scope.types, scope.loaded, scope.written, scope.ordered = {}, False, False, True
            scope.parameters.clear()
            text, ordered = self._query(scope)
            if not self._may_break or "LIMIT" not in text:
                return text, ordered

    def _query(self, scope: Scope) -> tuple[str, bool]:
        return {
            "read": self._read,
            "write": self._write,
            "transactions": self._transactions,
            "subquery": self._subquery,
            "expression": self._expression,
            "union": self._union,
        }[
            self.draw.weighted(
                {
                    "read": 8,
                    "write": 4,
                    "transactions": 3,
                    "subquery": 3,
                    "expression": 1,
                    "union": 1,
                }
            )
        ](scope)

    def _read(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        clauses = [self.reading.clause(scope)] if draw.chance(0.25) else []
        clauses.append(self.clause(scope))
        clauses += [self.reading.clause(scope) for _ in range(draw.integer(0, 2))]
        if draw.chance(0.1):
            clauses.append(self.clause(scope))
        if draw.chance(0.3):
            names = ["linenumber() AS n", "file() AS f", *scope.types]
            return " ".join([*clauses, f"RETURN {', '.join(names)}"]), False
        text, ordered = self.reading.return_(scope)
        return " ".join([*clauses, text]), ordered

    def _write(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        clauses = [self.clause(scope)]
        value = self.value(scope)
        if draw.chance(0.5):
            body = draw.one(_BODIES[:6]).partition(" RETURN ")[0]
            clauses.append(body.format(l=draw.one(("A", "B")), v=value, c="c"))
            scope.written = True
        if draw.chance(0.4):
            clauses.append(f"FOREACH (v IN [{value}, 'q'] | CREATE (:C {{t: v}}))")
            scope.written = True
        if not scope.written or draw.chance(0.3):
            clauses.append(self.writing.clause(scope))
        if draw.chance(0.5):
            text, _ = self.reading.return_(scope)
            clauses.append(text)
        return " ".join(clauses), False

    def _transactions(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        load = self.clause(scope)
        value = self.value(scope)
        row = value[: value.index("[")] if "[" in value else value.partition(".")[0]
        column, status = draw.name("c"), draw.name("s")
        body = draw.one(_BODIES).format(l=draw.one(("A", "B")), v=value, c=column)
        end = draw.one(_ENDS).format(s=status)
        text = f"{load} CALL ({row}) {{ {body} }} {end}".rstrip()
        columns = ["linenumber() AS n"] if draw.chance(0.3) else [f"{value} AS a"]
        if f"AS {column}" in body:
            columns.append(f"{column} AS b")
        if f"AS {status}" in end:
            columns.append(f"{status}.committed AS d, {status}.errorMessage IS NULL AS e")
        if draw.chance(0.6) or f"AS {column}" in body:
            text += f" RETURN {', '.join(columns)}"
        return text, False

    def _subquery(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        outer = draw.name("u")
        names = [draw.one((*DRAWN, *ODD)) for _ in range(draw.integer(0, 3))]
        # Those with another terminator are read by the comma.
        self._may_break = True
        head = f"UNWIND {names} AS {outer}"
        inner = Scope({outer: "STR"}, scope.parameters)
        if draw.chance(0.5):
            load = self.clause(inner)
        else:
            name = draw.name("l")
            inner.types[name], inner.loaded = "STRS", True
            load = f"LOAD CSV FROM 'file:///' + replace({outer}, ' ', '%20') + '.csv' AS {name}"
        if draw.chance(0.3):
            text, ordered = self.reading.return_(inner)
            return f"{head} {load} {text}", ordered
        more = [self.reading.clause(inner) for _ in range(draw.integer(0, 1))]
        text, new = self.reading.returned(inner, 1)
        scope.types = {outer: "STR", **new}
        optional = draw.one(("", "", "OPTIONAL "))
        imported = draw.one((outer, "*"))
        call = f"{optional}CALL ({imported}) {{ {' '.join([load, *more, text])} }}"
        last, ordered = self.reading.return_(scope)
        return f"{head} {call} {last}", ordered

    def _expression(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        inner = scope.fresh()
        load = self.clause(inner)
        kind = draw.one(("EXISTS", "COUNT", "COLLECT"))
        end = f" RETURN {self.value(inner)} AS x" if kind == "COLLECT" or draw.chance(0.7) else ""
        return f"RETURN {kind} {{ {load}{end} }} AS c", False

    def _union(self, scope: Scope) -> tuple[str, bool]:
        draw = self.draw
        branches = []
        for _ in range(2):
            inner = scope.fresh()
            load = self.clause(inner)
            branches.append(f"{load} RETURN {self.value(inner)} AS a, linenumber() AS n")
        return f" {draw.one(('UNION', 'UNION ALL'))} ".join(branches), False
