"""Clauses that read: MATCH, UNWIND, LOAD CSV, SHOW, USE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.hints import check_hints
from runner.cypher.check.paths import check_minimum, is_bounded, is_selective
from runner.cypher.check.patterns import check_patterns
from runner.cypher.failures import syntax_error
from runner.cypher.notify.printing import expression_text
from runner.cypher.syntax.base import children
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.clauses import LoadCsv, Match, Show, Unwind, Use
from runner.cypher.syntax.expressions import Expression, Literal, Subquery, Variable
from runner.cypher.syntax.patterns import (
    NodePattern,
    ParenthesizedPath,
    PathPattern,
    RelationshipPattern,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Projection
    from runner.errors import EngineError

_MULTIPLE = (
    "Multiple path patterns cannot be used in the same clause in combination with a selective path "
    "selector."
)
_ADVICE = (
    " You may want to use multiple MATCH clauses, or you might want to consider using the "
    "REPEATABLE ELEMENTS match mode."
)
_ENDLESS = (
    "The quantified path pattern may yield an infinite number of rows under match mode "
    "'REPEATABLE ELEMENTS'. Add an upper bound to the quantified path pattern."
)


def check_match(walk: Walk, clause: Match) -> None:
    """``MATCH``: the pattern first; the predicate only where that is in order."""
    before = len(walk.problems)
    if clause.mode is not None and walk.language == "5":
        walk.planner.append(_mode_in_5(walk, clause, clause.mode))
    check_patterns(walk, clause.pattern, "MATCH")
    if len(walk.problems) == before:
        for path in clause.pattern:
            if len(path.elements) == 1 or not _starts_with_node(path):
                check_minimum(walk, path)
        _check_own_paths(walk, clause)
        walk.predicate(clause.predicate)
        if clause.hints:
            check_hints(walk, clause)
    if len(clause.pattern) > 1 or len(clause.pattern[0].elements) > 1:
        _check_kinds(walk, clause)


def _mode_in_5(walk: Walk, clause: Match, mode: str) -> EngineError:
    message = f"Match modes such as `{mode}` are not supported in Cypher 5."
    at = walk.text.upper().rfind(mode.split()[0], clause.start, clause.pattern[0].start)
    return syntax_error(walk.text, at, message, ("42N54", message))


def _starts_with_node(path: PathPattern) -> bool:
    return not isinstance(path.elements[0], (ParenthesizedPath, RelationshipPattern))


def _check_kinds(walk: Walk, clause: Match) -> None:
    """Old and new forms of paths do not mix; selectors and match modes have their limits."""
    parts = [part for path in clause.pattern for part in _parts(path)]
    quantified = [part.quantifier for part in parts if part.quantifier is not None]
    if any(not quantifier.legacy for quantifier in quantified):
        for part in (*parts, *_relationships(clause)):
            if part.quantifier is not None and part.quantifier.legacy:
                walk.problems.add(
                    part.start,
                    "Mixing variable-length relationships ('-[*]-') with quantified relationships "
                    "('()-->*()') or quantified path patterns ('(()-->())*') is not allowed.",
                    "42I41",
                    "Variable length relationships cannot be used in combination with quantified "
                    "relationships ('()-->*()') or quantified path patterns ('(()-->())*').",
                )
    selective = next((path for path in clause.pattern if is_selective(path)), None)
    if clause.mode == "REPEATABLE ELEMENTS" and walk.language != "5":
        _check_repeatable(walk, clause)
    elif selective is not None and len(clause.pattern) > 1:
        advice = "" if walk.language == "5" else _ADVICE
        at = (selective.variable or selective.elements[0]).start
        walk.later.add(at, _MULTIPLE + advice, "42I45", _MULTIPLE + advice)


def _check_repeatable(walk: Walk, clause: Match) -> None:
    for path in clause.pattern:
        if path.mode in ("TRAIL", "ACYCLIC"):
            message = f"REPEATABLE ELEMENTS with {path.mode} path mode is not supported."
            at = walk.text.upper().find(path.mode, path.start)
            walk.problems.add(at, message, "42N60", message)
        if not is_bounded(path):
            walk.later.add(path.start, _ENDLESS, "42N53", _ENDLESS)


def _check_own_paths(walk: Walk, clause: Match) -> None:
    """A predicate inside a pattern does not see the clause's own path variables."""
    names = {p.variable.name: p.variable.start for p in clause.pattern if p.variable is not None}
    if not names:
        return
    for group in (part for path in clause.pattern for part in _parts(path)):
        if not isinstance(group, ParenthesizedPath) or group.predicate is None:
            continue
        parts = walk_tree(group.predicate)
        used = next((p.name for p in parts if isinstance(p, Variable) and p.name in names), None)
        if used is not None:
            kind = "parenthesized" if group.quantifier is None else "quantified"
            shown = walk.text[group.start : group.end]
            walk.problems.add(
                names[used],
                f"From within a {kind} path pattern, one may only reference variables, that are "
                "already bound in a previous `MATCH` clause.\nIn this case, "
                f"`{used}` is defined in the same `MATCH` clause as {shown}.",
                "42I21",
                f"Not allowed to reference `{used}` from within a parenthesized/quantified path "
                f"pattern like '{shown}' in the same graph pattern.",
            )


def _relationships(clause: Match) -> Iterator[RelationshipPattern]:
    """The relationships in a clause's expressions, but not those of subqueries."""
    inside = (part for path in clause.pattern for part in _expressions(path))
    stack: list[Syntax] = [p for p in (clause.predicate, *inside) if p is not None]
    while stack:
        node = stack.pop()
        if isinstance(node, Subquery):
            continue
        if isinstance(node, RelationshipPattern):
            yield node
        stack.extend(children(node))


def _expressions(path: PathPattern) -> Iterator[Expression | None]:
    """The predicates and properties in a path."""
    for element in path.elements:
        yield element.predicate
        if isinstance(element, ParenthesizedPath):
            yield from _expressions(element.path)
        else:
            yield element.properties


def _parts(path: PathPattern) -> Iterator[RelationshipPattern | ParenthesizedPath]:
    """The parts of a path that can be repeated."""
    for element in path.elements:
        if isinstance(element, NodePattern):
            continue
        yield element
        if isinstance(element, ParenthesizedPath):
            yield from _parts(element.path)


def check_unwind(walk: Walk, clause: Unwind) -> None:
    """``UNWIND`` takes anything."""
    given = walk.anything(clause.source, walk.simple(clause.source))
    walk.declare(clause.variable, t.unwound(given))


def check_load_csv(walk: Walk, clause: LoadCsv) -> None:
    """``LOAD CSV``: rows are lists, or maps, of strings."""
    walk.expect(clause.url, walk.simple(clause.url), t.STRING)
    terminator = clause.terminator
    if (
        isinstance(terminator, Literal)
        and isinstance(terminator.value, str)
        and len(terminator.value.encode("utf-16-le", "surrogatepass")) != 2  # as Java counts
    ):
        walk.problems.add(
            terminator.start,
            "CSV field terminator can only be one character wide",
            "42I05",
            "The LOAD CSV FIELDTERMINATOR can only be one character wide.",
        )
    walk.declare(clause.variable, t.MAP if clause.with_headers else t.list_of(t.STRING))


def check_show(walk: Walk, clause: Show) -> None:
    """``SHOW``: its columns are those of the command; YIELD narrows and renames them."""
    walk.open = True
    outer = dict(walk.symbols)
    for name in clause.names:
        walk.simple(name)
    projection = clause.projection
    if projection is None:
        walk.predicate(clause.predicate)
        walk.symbols = outer
        return
    _check_yielded(walk, clause, projection)
    columns = dict.fromkeys((item.name for item in projection.items), t.ANY)
    walk.open = projection.star
    # A column that YIELD renames is known by its old name, too, but only there.
    old = (item.expression for item in projection.items)
    renamed = {name.name: t.ANY for name in old if isinstance(name, Variable)}
    walk.symbols = {**outer, **renamed, **columns}
    for sort in projection.order_by:
        walk.simple(sort.expression)
    walk.predicate(clause.predicate)
    walk.symbols = {**outer, **columns}


def _check_yielded(walk: Walk, clause: Show, projection: Projection) -> None:
    """What YIELD names are columns of the command."""
    from runner.cypher.procedures.show import show_table

    table = show_table(clause.what, clause.filter, walk.language)
    known = None if table is None else sorted(column.name for column in table.columns)
    given: set[str] = set()
    for item in projection.items:
        if item.name in given:
            walk.problems.add(
                item.start if item.alias is None else item.alias.start,
                "Multiple result columns with the same name are not supported",
                "42N38",
                "Return items must have unique names.",
            )
        given.add(item.name)
        if known is None or not isinstance(item.expression, Variable):
            walk.simple(item.expression)
            continue
        name = item.expression.name
        if name not in known:
            *others, last = [f"'{column}'" for column in known]
            walk.problems.add(
                item.expression.start,
                f"Trying to YIELD non-existing column: `{name}`",
                "22N04",
                f"Invalid input '{name}' for column name. Expected {', '.join(others)} or {last}.",
            )


_BY_ELEMENT_ID = "graph.byElementId"


def check_use(walk: Walk, clause: Use) -> None:
    """``USE``: a function gives no graph here, but for the one that an element id is from."""
    if clause.arguments is None:
        return
    if clause.name.lower() == _BY_ELEMENT_ID.lower():
        given = len(clause.arguments)
        if given != 1:
            detail = (
                "The procedure or function call does not provide the required number of "
                f"arguments; expected 1 but got {given}. The procedure or function "
                f"`{_BY_ELEMENT_ID}` has the signature: `{_BY_ELEMENT_ID}(elementId :: STRING) :: "
                "GRAPH`."
            )
            walk.problems.add(clause.start, detail, "42I13", detail)
            return
        if not any(isinstance(node, Variable) for node in walk_tree(clause.arguments[0])):
            return
    shown = ", ".join(_argument_text(walk, argument) for argument in clause.arguments)
    walk.problems.add(
        clause.start,
        "Dynamic graph lookup not allowed here. This feature is only available on composite "
        f"databases.\nAttempted to access graph {clause.name}({shown})",
        "42N72",
        "Calling graph functions is only supported on composite databases. Use the name directly "
        "or connect to a composite database with the desired constituents.",
    )


def _argument_text(walk: Walk, argument: Expression) -> str:
    if isinstance(argument, Literal) and isinstance(argument.value, str):
        quote = "'" if '"' in argument.value else '"'
        return f"{quote}{argument.value}{quote}"
    return expression_text(walk.text, argument)
