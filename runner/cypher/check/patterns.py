"""Patterns: the variables they bring, and what may stand in them in each clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.labels import (
    check_key,
    check_labels,
    check_old_disjunction,
    is_type_expression,
    names_in,
    needs_match,
)
from runner.cypher.check.paths import (
    check_inner_function,
    check_quantified,
    check_selector,
    check_shape,
)
from runner.cypher.check.places import label_place, place
from runner.cypher.notify.names import keys_of_map
from runner.cypher.notify.remarks import replaced
from runner.cypher.syntax.base import Syntax, children
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.clauses import Match
from runner.cypher.syntax.expressions import (
    Expression,
    ListLiteral,
    MapLiteral,
    Parameter,
    PatternComprehension,
    ShortestPathExpression,
    Subquery,
    Variable,
)
from runner.cypher.syntax.patterns import (
    DynamicLabel,
    LabelExpression,
    LabelName,
    NodePattern,
    ParenthesizedPath,
    PathPattern,
    RelationshipPattern,
)

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk

_RELATIONSHIPS = t.list_of(t.RELATIONSHIP)
_DESCRIPTIONS = {
    "MATCH": "a MATCH clause",
    "MERGE": "a MERGE clause",
    "CREATE": "a CREATE clause",
    "INSERT": "an INSERT clause",
    "": "an expression",
}
CREATING = frozenset({"CREATE", "INSERT"})
UPDATING = frozenset({"CREATE", "INSERT", "MERGE"})


def check_patterns(walk: Walk, paths: tuple[PathPattern, ...], clause: str) -> None:
    """The patterns of a clause, or (an empty name) of an expression.

    First the variables of all of them come into scope, then each is judged.
    """
    before = frozenset(walk.symbols) - frozenset(walk.foreach_outer)
    for path in paths:
        declare_path(walk, path, clause, before)
    walk.groups = set()
    for path in paths:
        check_path(walk, path, clause)


def declare_path(
    walk: Walk, path: PathPattern, clause: str, before: frozenset[str] = frozenset()
) -> None:
    """Bring the variables of a pattern into scope; the path's own comes last.

    `before` are the names that were in scope before a clause that makes something.
    """
    elements = path.elements
    if clause in UPDATING and len(elements) == 1:
        node = elements[0]
        if isinstance(node, NodePattern):
            if node.variable is not None:
                _declare_new(walk, node.variable, t.NODE)
            if node.properties is not None:
                for variable in _declared_twice(node.properties, set(before)):
                    walk.redeclared(variable)
    else:
        groups = walk.groups
        if path.variable is not None or type(elements[0]) is ParenthesizedPath:
            walk.groups = set(groups)
        for element in elements:
            _declare(walk, element, clause)
        walk.groups = groups
    if path.variable is not None:
        walk.declare(path.variable, t.PATH)


def _declared_twice(part: Syntax, known: set[str]) -> Iterator[Variable]:
    """The variables in patterns inside the properties of a lone node that is to be made.

    Neo4j takes each for a declaration, the second of a name too; not those of ``MATCH`` in
    subqueries and of ``shortestPath(…)``. What `known` lacks is added to it.
    """
    if isinstance(part, ShortestPathExpression):
        return
    if isinstance(part, Match):
        for path in part.pattern:
            known.update(variable.name for variable in variables_of(path))
        return
    if isinstance(part, (PatternComprehension, Subquery)):
        known = set(known)
    elif isinstance(part, (NodePattern, RelationshipPattern)) and part.variable is not None:
        if part.variable.name in known:
            yield part.variable
        known.add(part.variable.name)
    for child in children(part):
        yield from _declared_twice(child, known)


def _declare(
    walk: Walk, element: NodePattern | RelationshipPattern | ParenthesizedPath, clause: str
) -> None:
    if isinstance(element, NodePattern):
        if element.variable is not None:
            _bind(walk, element.variable, t.NODE)
    elif isinstance(element, RelationshipPattern):
        if element.variable is not None:
            _declare_relationship(walk, element, element.variable, clause)
    elif element.quantifier is None:
        if element.path.variable is not None:
            walk.declare(element.path.variable, t.PATH)
        for inner in element.path.elements:
            _declare(walk, inner, clause)
    else:
        _declare_group(walk, element, clause)


def _declare_relationship(
    walk: Walk, element: RelationshipPattern, variable: Variable, clause: str
) -> None:
    quantifier = element.quantifier
    types = t.RELATIONSHIP if quantifier is None else _RELATIONSHIPS
    if clause in UPDATING:
        _declare_new(walk, variable, types)
    elif quantifier is not None and not quantifier.legacy:
        _declare_list(walk, variable, types, element.start)
    else:
        _bind(walk, variable, types)


def _declare_list(walk: Walk, variable: Variable, types: Types, start: int) -> None:
    """A variable in a quantified part that starts at `start`: it has to be new."""
    if variable.name in walk.constants:
        walk.shadowing(variable, start)
    elif variable.name in walk.symbols:
        walk.redeclared(variable, at=start)
    else:
        walk.symbols[variable.name] = types
        walk.groups.add(variable.name)


def _bind(walk: Walk, variable: Variable, types: Types) -> None:
    """A variable that is new or in scope; not one from inside a quantified part."""
    if variable.name in walk.groups:
        walk.redeclared(variable)
    else:
        walk.bind(variable, types)


def _declare_new(walk: Walk, variable: Variable, types: Types) -> None:
    """A variable that an updating clause makes; in FOREACH it may hide one from around."""
    if variable.name in walk.foreach_outer:
        walk.symbols[variable.name] = types
        walk.foreach_outer -= {variable.name}
    elif variable.name in walk.symbols:
        walk.redeclared(variable)
    else:
        walk.symbols[variable.name] = types


def _declare_group(walk: Walk, element: ParenthesizedPath, clause: str) -> None:
    """The variables in a quantified part are lists outside of it."""
    outer, groups = walk.symbols, walk.groups
    walk.symbols = {name: types for name, types in outer.items() if name in walk.constants}
    walk.groups = set()
    path = element.path
    if path.variable is not None:
        walk.problems.add(
            path.start,
            "Assigning a path in a quantified path pattern is not yet supported.",
            "42N34",
            "Path cannot be bound in a quantified path pattern.",
        )
    for inner in path.elements:
        _declare(walk, inner, clause)
    inside = walk.symbols
    walk.symbols, walk.groups = outer, groups
    for variable in variables_of(element):
        _declare_list(walk, variable, t.list_of(inside[variable.name]), element.start)


def variables_of(element: ParenthesizedPath | PathPattern) -> Iterator[Variable]:
    """The variables of nodes and relationships in a part of a pattern, each once."""
    seen: set[str] = set()
    path = element.path if isinstance(element, ParenthesizedPath) else element
    for part in path.elements:
        found = (
            variables_of(part)
            if isinstance(part, ParenthesizedPath)
            else iter((part.variable,) if part.variable is not None else ())
        )
        for variable in found:
            if variable.name not in seen:
                seen.add(variable.name)
                yield variable


def check_path(walk: Walk, path: PathPattern, clause: str) -> None:
    """A pattern whose variables are in scope."""
    if path.selector is not None:
        check_selector(walk, path, clause)
    for element in path.elements:
        if isinstance(element, NodePattern):
            _check_node(walk, element, clause)
        elif isinstance(element, RelationshipPattern):
            _check_relationship(walk, element, clause)
        else:
            _check_parenthesized(walk, element, path, clause)
    if len(path.elements) != 1:
        check_shape(walk, path)


def _check_node(walk: Walk, node: NodePattern, clause: str) -> None:
    if node.properties is not None:
        _check_properties(walk, node.properties, clause)
        if node.labels is None and walk.language == "5":
            _remark_where(walk, node, "({})")
    labels = node.labels
    if labels is not None:
        updating = clause in UPDATING and type(labels) is not LabelName
        if updating and needs_match(labels):
            walk.problems.add(
                label_place(walk.text, labels),
                f"Label expressions in patterns are not allowed in {_DESCRIPTIONS[clause]}, but "
                "only in a MATCH clause and in expressions",
                "42I30",
                f"Label expressions cannot be used in {_DESCRIPTIONS[clause]}.",
            )
        check_labels(walk, labels, "node")
        if updating:
            _check_any(walk, labels, "labels", clause)
    if node.predicate is not None:
        _check_inline_predicate(walk, node.predicate, "Node", clause)


def _remark_where(walk: Walk, element: NodePattern | RelationshipPattern, form: str) -> None:
    """In Cypher 25 the word in ``(where {…})`` is no variable any more."""
    variable, properties = element.variable, element.properties
    if variable is None or variable.name.lower() != "where":
        return
    if isinstance(properties, MapLiteral) and walk.text[variable.start] != "`":
        shown = walk.text[properties.start : properties.end]
        old = form.format(f"{variable.name} {shown}")
        new = form.format(f"`{variable.name}` {shown}")
        walk.remarks.append(replaced(old, new, variable.start))


def _check_any(walk: Walk, labels: LabelExpression, what: str, clause: str) -> None:
    for part in walk_tree(labels):
        if isinstance(part, DynamicLabel) and part.any:
            walk.problems.add(
                part.start,
                f"Dynamic {what} using `$any()` are not allowed in CREATE or MERGE.",
                "42I55",
                f"Dynamic {what} using `$any()` are not allowed in `{clause}`.",
            )


def _check_properties(walk: Walk, properties: Expression, clause: str) -> None:
    if isinstance(properties, Parameter) and clause in ("MATCH", "MERGE"):
        name = properties.name
        walk.problems.add(
            properties.start,
            f"Parameter maps cannot be used in `{clause}` patterns (use a literal map instead, "
            f"e.g. `{{id: ${name}.id}}`)",
            "42N32",
            f"Parameter maps cannot be used in {clause} patterns. Use a literal map instead.",
        )
    if isinstance(properties, MapLiteral):
        for key, value in properties.entries:
            walk.simple(value)
            if not key or "\0" in key:
                at = next(at for found, at in keys_of_map(walk.text, properties) if found == key)
                check_key(walk, key, at)
    else:
        walk.expect(properties, walk.simple(properties), t.MAP_LIKE)


def _check_inline_predicate(walk: Walk, predicate: Expression, entity: str, clause: str) -> None:
    if clause != "MATCH":
        walk.problems.add(
            place(walk.text, predicate),
            f"{entity} pattern predicates are not allowed in {_DESCRIPTIONS[clause]}, but only in "
            "a MATCH clause or inside a pattern comprehension",
            "42I32",
            f"Node and relationship pattern predicates cannot be used in {_DESCRIPTIONS[clause]}. "
            "They can only be used in a `MATCH` clause or inside a pattern comprehension.",
        )
        return
    walk.predicate(predicate)


def _check_relationship(walk: Walk, node: RelationshipPattern, clause: str) -> None:
    quantifier = node.quantifier
    legacy = quantifier is not None and quantifier.legacy
    if legacy and clause in UPDATING:
        _variable_length(
            walk,
            node.start,
            f"Variable length relationships cannot be used in {clause}",
            clause,
        )
    if quantifier is not None and not legacy:
        check_quantified(walk, node, quantifier, clause)
    types = node.types
    plain = node.variable is None and node.properties is None and not legacy
    if types is not None and type(types) is not LabelName:
        if not plain or is_type_expression(types):
            check_old_disjunction(walk, types)
        if legacy and is_type_expression(types):
            _variable_length(
                walk,
                label_place(walk.text, types),
                "Variable length relationships must not use relationship type expressions.",
                "combination with relationship type expressions",
            )
    if node.properties is not None:
        _check_properties(walk, node.properties, clause)
        if types is None and walk.language == "5":
            _remark_where(walk, node, "-[{}]-")
    if types is not None:
        updating = clause in UPDATING and type(types) is not LabelName
        if updating and is_type_expression(types):
            walk.problems.add(
                label_place(walk.text, types),
                "Relationship type expressions in patterns are not allowed in "
                f"{_DESCRIPTIONS[clause]}, but only in a MATCH clause",
                "42I35",
                "Relationship type expressions can only be used in 'MATCH ...'.",
            )
        check_labels(walk, types, "relationship")
        if updating:
            _check_any(walk, types, "types", clause)
    if node.predicate is not None:
        if legacy:
            walk.problems.add(
                place(walk.text, node.predicate),
                "Relationship pattern predicates are not supported for variable-length "
                "relationships.",
                "42N37",
                "Relationship pattern predicates cannot be use in variable length relationships.",
            )
        elif quantifier is not None and node.variable is not None:
            # Each relationship is tested by itself: the variable is a list outside of it only.
            outer = walk.enter(((node.variable, t.RELATIONSHIP),))
            _check_inline_predicate(walk, node.predicate, "Relationship", clause)
            walk.leave(outer)
        else:
            _check_inline_predicate(walk, node.predicate, "Relationship", clause)
    if clause in CREATING and node.direction == "-":
        walk.problems.add(
            node.start,
            f"Only directed relationships are supported in {clause}",
            "42I56",
            f"Only directed relationships are supported in `{clause}`.",
        )
    if clause in UPDATING:
        _check_type_count(walk, node, clause)


def _variable_length(walk: Walk, offset: int, message: str, where: str) -> None:
    walk.problems.add(
        offset, message, "42I41", f"Variable length relationships cannot be used in {where}."
    )


def _check_type_count(walk: Walk, node: RelationshipPattern, clause: str) -> None:
    """CREATE and MERGE want exactly one relationship type (42I14)."""
    types = node.types
    if isinstance(types, LabelName):
        return
    too_many = f"A single relationship type must be specified for {clause}"
    none = (
        f"Exactly one relationship type must be specified for {clause}. Did you forget to prefix "
        "your relationship type with a ':'?"
    )
    if types is None:
        message = none
    elif isinstance(types, DynamicLabel):
        names = types.expression
        if not isinstance(names, ListLiteral) or len(names.items) == 1:
            return
        message = too_many if names.items else none
    else:
        found = names_in(types)
        message = (
            f"A single plain relationship type like `:{found[0]}` must be specified for {clause}"
            if len(found) == 1
            else too_many
        )
    walk.problems.add(
        node.start,
        message,
        "42I14",
        f"Exactly one relationship type must be specified for {clause}.",
    )


def _check_parenthesized(
    walk: Walk, element: ParenthesizedPath, around: PathPattern, clause: str
) -> None:
    path = element.path
    if element.quantifier is None:
        selects = around.selector is not None and around.selector.kind != "all"
        if path.variable is not None and (not selects or len(around.elements) > 1):
            walk.problems.add(
                path.variable.start,
                "Sub-path assignment is currently not supported.",
                "42N42",
                "Sub-path assignment is not supported.",
            )
        check_inner_function(walk, path, clause)
        check_path(walk, path, clause)
        walk.predicate(element.predicate)
        return
    check_quantified(walk, element, element.quantifier, clause)
    outer = walk.symbols
    walk.symbols = dict(outer)
    for variable in variables_of(element):
        types = outer.get(variable.name)
        if types is not None:
            walk.symbols[variable.name] = t.element(types)
    check_path(walk, path, clause)
    walk.predicate(element.predicate)
    walk.leave(outer)
