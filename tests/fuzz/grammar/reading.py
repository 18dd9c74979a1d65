"""Reading clauses and projections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.grammar.csv_files import HEADERS
from tests.fuzz.grammar.draw import Scope

if TYPE_CHECKING:
    from tests.fuzz.grammar.expressions import Expressions
    from tests.fuzz.grammar.patterns import Patterns

COLUMN_TYPES = {
    "INT": 6,
    "STR": 4,
    "BOOL": 3,
    "FLOAT": 2,
    "INTS": 2,
    "STRS": 1,
    "MAP": 2,
    "ANY": 3,
    "ANYS": 1,
    "DATE": 1,
    "DT": 1,
    "LDT": 1,
    "TIME": 1,
    "LTIME": 1,
    "DUR": 1,
    "POINT": 1,
    "NODE": 2,
    "REL": 1,
    "PATH": 1,
    "LISTS": 1,
    "RECORD": 1,
}
_AGGREGATES: dict[str, tuple[str, ...]] = {
    "INT": (
        "count(*)",
        "count({INT})",
        "count(DISTINCT {ANY})",
        "sum({INT})",
        "min({INT})",
        "max({INT})",
        "sum(DISTINCT {INT})",
        "percentileDisc({INT}, 0.5)",
        "count(DISTINCT {INT})",
        "size(collect({INT}))",
        "1 + count(*)",
        "sum({INT}) * 2",
        "count({NODE})",
        "percentile_disc({INT}, 0.3)",
        "size(collect_list({INT}))",
    ),
    "ANY": (
        "min({ANY})",
        "max({ANY})",
        "avg({INT})",
        "percentileCont({INT}, 0.25)",
        "stDev({INT})",
        "stDevP({INT})",
        "stdev_samp({INT})",
        "stdev_pop({INT})",
        "percentile_cont({INT}, 0.6)",
        "coll.sort(collect({INT}))",
        "coll.sort(collect(DISTINCT {STR}))",
        "min({STR})",
        "max({DATE})",
        "sum({DUR})",
        "coll.sort(collect({STR}))",
        "avg(DISTINCT {INT})",
        "percentileCont(DISTINCT {INT}, 0.5)",
        "stDev(DISTINCT {INT})",
        "max({ANYS})",
        "min({BOOL})",
        "avg({DUR})",
        "min({DT})",
        "coll.sort(collect({BOOL}))",
        "percentileDisc({FLOAT}, 1.0)",
    ),
}
# 1 and 1.0, P1M and its like are one value to DISTINCT and equal to ORDER BY, and which of them
# stays is free: columns of these types only are told apart.
_KEYS = ("INT", "STR", "BOOL", "DATE", "STRS", "INTS")
_LIMITS = ("1", "2", "3", "1 + 1", "0", "5", "toInteger(2.0)", "size([1, 2])")
_CARRIED = ("NODE", "REL", "PATH", "INT", "RECORD")


class Reading:
    """Makes reading clauses; each method returns text and changes the scope it is given."""

    def __init__(self, expressions: Expressions, patterns: Patterns) -> None:
        self.expressions = expressions
        self.patterns = patterns
        self.draw = expressions.draw

    def clause(self, scope: Scope, depth: int = 2) -> str:
        kind = self.draw.weighted(
            {
                "match": 9,
                "optional": 4,
                "unwind": 4,
                "with": 6,
                "call": 3,
                "let": 2,
                "filter": 2,
                "for": 1,
                "sort": 2,
            }
        )
        maker = {
            "match": self.match,
            "optional": self.optional,
            "unwind": self.unwind,
            "with": self.with_,
            "call": self.call,
            "let": self.let,
            "filter": self.filter,
            "for": self.for_,
            "sort": self.sort,
        }[kind]
        return maker(scope, depth)

    def match(self, scope: Scope, depth: int = 2) -> str:
        return self._match("MATCH", scope, depth)

    def optional(self, scope: Scope, depth: int = 2) -> str:
        return self._match("OPTIONAL MATCH", scope, depth)

    def _match(self, word: str, scope: Scope, depth: int) -> str:
        draw = self.draw
        bound: dict[str, str] = {}
        if draw.chance(0.2):
            parts = [self.patterns.path(scope, bound)]
            parts.append(self.patterns.path(scope.extended(bound), bound))
        else:
            parts = [self.patterns.path(scope, bound, alone=True)]
        mode = draw.one(("", "", "", "" if scope.inner else "DIFFERENT RELATIONSHIPS "))
        if not scope.inner and draw.chance(0.04):
            mode = "REPEATABLE ELEMENTS "
        text = f"{word} {mode}{', '.join(parts)}"
        inner = scope.extended(bound)
        if draw.chance(0.4):
            text += f" WHERE {self.expressions.of('BOOL', inner, depth)}"
        scope.types.update(bound)
        scope.ordered = False
        return text

    def unwind(self, scope: Scope, depth: int = 2) -> str:
        list_, item = self.draw.one(
            (("INTS", "INT"), ("STRS", "STR"), ("ANYS", "ANY"), ("INTS", "INT"))
        )
        text = self.expressions.of(list_, scope, depth)
        name = self.draw.name("u")
        scope.types[name] = item
        return f"UNWIND {text} AS {name}"

    def for_(self, scope: Scope, depth: int = 2) -> str:
        text = self.expressions.of("INTS", scope, depth)
        name = self.draw.name("u")
        scope.types[name] = "INT"
        return f"FOR {name} IN {text}"

    def let(self, scope: Scope, depth: int = 2) -> str:
        items, new = [], {}
        for _ in range(self.draw.integer(1, 2)):
            kind = self.column_type(scope)
            name = self.draw.name("x")
            items.append(f"{name} = {self.expressions.of(kind, scope, depth)}")
            new[name] = kind
        scope.types.update(new)
        return f"LET {', '.join(items)}"

    def filter(self, scope: Scope, depth: int = 2) -> str:
        return f"FILTER {self.draw.one(('', 'WHERE '))}{self.expressions.of('BOOL', scope, depth)}"

    def sort(self, scope: Scope, depth: int = 2) -> str:
        """ORDER BY on its own, over all that is in scope, so that LIMIT is no free choice."""
        keys = self.total_order(scope)
        if not keys:
            return self.filter(scope, depth)
        scope.ordered = True
        return f"ORDER BY {keys}{self._limit()}"

    def _limit(self) -> str:
        draw = self.draw
        text = ""
        if draw.chance(0.3):
            text += f" {draw.one(('SKIP', 'OFFSET'))} {draw.integer(0, 2)}"
        if draw.chance(0.5):
            text += f" LIMIT {draw.one(_LIMITS)}"
        return text

    def total_order(self, scope: Scope, names: list[str] | None = None) -> str:
        """Sort keys that leave no two different rows equal; empty where there are none."""
        keys = []
        for name in names if names is not None else sorted(scope.types):
            key = _sort_key(name, scope.types[name])
            if key is None:
                return ""
            keys.append(key + self.draw.one(("", "", " DESC", " ASC", " DESCENDING")))
        self.draw.random.shuffle(keys)
        return ", ".join(keys)

    def column_type(self, scope: Scope) -> str:
        """A type that an expression in this scope can have."""
        for _ in range(20):
            kind = self.draw.weighted(COLUMN_TYPES)
            if (
                kind == "NODE"
                and not scope.of("NODE")
                and not scope.of("REL")
                and not scope.of("PATH")
            ):
                continue
            if kind in ("REL", "PATH", "RECORD") and not scope.of(kind):
                continue
            return kind
        return "INT"

    # Projections

    def with_(self, scope: Scope, depth: int = 2) -> str:
        text, new = self.projection(scope, depth, entities=True)
        inner = Scope(new, scope.parameters, scope.ordered, loaded=scope.loaded)
        condition = ""
        if self.draw.chance(0.3):
            condition = f" WHERE {self.expressions.of('BOOL', inner, depth)}"
        scope.types = new
        scope.ordered = inner.ordered and "ORDER BY" in text
        return f"WITH {text}{condition}"

    def return_(self, scope: Scope, depth: int = 2) -> tuple[str, bool]:
        """A RETURN, and whether it orders its rows wholly."""
        text, new = self.projection(scope, depth, entities=False)
        scope.types = new
        return f"RETURN {text}", _ordered_at_end(text)

    def projection(self, scope: Scope, depth: int, *, entities: bool) -> tuple[str, dict[str, str]]:
        draw = self.draw
        kind = draw.weighted(
            {
                "plain": 10,
                "distinct": 3,
                "aggregate": 5,
                "star": 2 if scope.types and not scope.written else 0,
            }
        )
        # After CREATE and MERGE `*` may show columns of the server's own making.
        new: dict[str, str] = {}
        items: list[str] = []
        if kind == "star":
            new.update(scope.types)
            items.append("*")
        elif entities and kind == "plain":
            for name in draw.some([n for n, t in scope.types.items() if t in _CARRIED], 3):
                items.append(name)
                new[name] = scope.types[name]
        number = draw.integer(1 if not items else 0, 3)
        for _ in range(number):
            type_ = draw.one(_KEYS) if kind == "distinct" else self.column_type(scope)
            if kind == "aggregate" and len(items) == number - 1:
                break
            if kind == "aggregate":
                type_ = draw.one(_KEYS)
            name = draw.name("c")
            items.append(f"{self.expressions.of(type_, scope, depth)} AS {name}")
            new[name] = type_
        if kind == "aggregate":
            for _ in range(draw.integer(1, 2)):
                name = draw.name("c")
                items.append(f"{self.aggregate(scope, new, name)} AS {name}")
        text = ("DISTINCT " if kind == "distinct" else "") + ", ".join(items)
        if draw.chance(0.45):
            order = self.total_order(Scope(new, scope.parameters))
            if order:
                text += f" ORDER BY {order}{self._limit()}"
        return text, new

    def aggregate(self, scope: Scope, new: dict[str, str], name: str) -> str:
        kind = self.draw.one(("INT", "INT", "ANY"))
        template = self.draw.one(_AGGREGATES[kind])
        if "{NODE}" in template and not scope.of("NODE"):
            template = "count(*)"
        new[name] = kind if template != "avg({INT})" else "ANY"
        for hole in ("INT", "ANY", "ANYS", "STR", "BOOL", "FLOAT", "DATE", "DT", "DUR", "NODE"):
            if f"{{{hole}}}" in template:
                return template.replace(f"{{{hole}}}", self.expressions.of(hole, scope, 1))
        return template

    # Subqueries

    def call(self, scope: Scope, depth: int = 2) -> str:
        draw = self.draw
        names = list(scope.types)
        imported = draw.some(names, 2)
        if draw.chance(0.3) and names:
            head, inner = "CALL (*)", scope.extended({})
        else:
            head = f"CALL ({', '.join(imported)})"
            inner = Scope(
                {n: scope.types[n] for n in imported}, scope.parameters, loaded=scope.loaded
            )
        if draw.chance(0.15):
            head = "OPTIONAL " + head
        inner.ordered, inner.inner = False, True
        body, new = self.body(inner, max(depth - 1, 1))
        if " UNION " not in body and "(*)" not in head and draw.chance(0.1):
            head, _, names_in = head.partition(" (")
            body = f"WITH {names_in[:-1]} {body}" if imported else body
        scope.types.update(new)
        scope.ordered = False
        return f"{head} {{ {body} }}"

    def body(self, inner: Scope, depth: int) -> tuple[str, dict[str, str]]:
        """A query for a subquery: some clauses and a RETURN of new names; sometimes a UNION."""
        draw = self.draw
        start = dict(inner.types)
        clauses = [self._inner_clause(inner, depth) for _ in range(draw.integer(0, 2))]
        text, new = self.returned(inner, depth)
        if draw.chance(0.2):
            other = Scope(start, inner.parameters, ordered=False)
            items = ", ".join(
                f"{self.expressions.of(_safe(kind), other, 1)} AS {name}"
                for name, kind in new.items()
            )
            union = draw.one(("UNION", "UNION ALL", "UNION ALL"))
            if union == "UNION" and any(kind not in _KEYS for kind in new.values()):
                union = "UNION ALL"
            text += f" {union} RETURN {items}"
        return " ".join([*clauses, text]), new

    def _inner_clause(self, inner: Scope, depth: int) -> str:
        return self.draw.one((self.match, self.unwind, self.optional, self.filter, self.let))(
            inner, depth
        )

    def returned(self, scope: Scope, depth: int) -> tuple[str, dict[str, str]]:
        new: dict[str, str] = {}
        items = []
        if self.draw.chance(0.3):
            name = self.draw.name("c")
            items.append(f"{self.aggregate(scope, new, name)} AS {name}")
        else:
            for _ in range(self.draw.integer(1, 2)):
                kind, name = self.draw.one(_KEYS), self.draw.name("c")
                items.append(f"{self.expressions.of(kind, scope, depth)} AS {name}")
                new[name] = kind
        return f"RETURN {', '.join(items)}", new


def _safe(kind: str) -> str:
    return kind if kind not in ("NODE", "REL", "PATH", "RECORD") else "INT"


def _ordered_at_end(text: str) -> bool:
    """Whether the projection's own ORDER BY, not that of a subquery in it, ends it."""
    depth, last = 0, ""
    for index, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and text.startswith("ORDER BY", index):
            last = text[index:]
    return bool(last)


def _sort_key(name: str, kind: str) -> str | None:
    if kind in ("NODE", "REL"):
        return f"{name}.k"
    if kind in ("NODES", "RELS"):
        return f"[e IN {name} | e.k]"
    if kind == "RECORD":
        return f"[e IN {list(HEADERS)} | {name}[e]]"
    if kind == "PATH":
        return f"[e IN nodes({name}) | e.k] + [e IN relationships({name}) | e.k]"
    # The order of an untyped value may be that of ids, and ties may differ (1 and 1.0).
    if kind in _KEYS or kind in ("TIME", "LTIME", "LDT", "DT"):
        return name
    return None
