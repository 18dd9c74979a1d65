"""What each kind of expression asks of its parts, and what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.calls import call, count_star, trim
from runner.cypher.check.labels import check_key, check_labels, check_old_predicate
from runner.cypher.check.operators import binary, comparison, logical, tested, typed, unary
from runner.cypher.check.parameters import type_of
from runner.cypher.check.places import place, skip_blank
from runner.cypher.check.scoped import (
    all_reduce,
    list_comprehension,
    quantified,
    reduce_list,
)
from runner.cypher.notify.names import LABEL, PROPERTY, TYPE, NameRead, names_of_labels
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.expressions import (
    AllReduce,
    Binary,
    Case,
    CaseSubject,
    Comparison,
    CountStar,
    Expression,
    FunctionCall,
    IsNormalized,
    IsNull,
    IsTyped,
    LabelTest,
    ListComprehension,
    ListLiteral,
    Literal,
    Logical,
    MapLiteral,
    MapProjection,
    Parameter,
    ProjectEntry,
    PropertyAccess,
    Quantified,
    Reduce,
    Slice,
    Subscript,
    Trim,
    Unary,
    Variable,
)
from runner.cypher.syntax.patterns import DynamicLabel

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import JudgeExpression, Walk

_LITERALS: dict[type, Types] = {
    bool: t.BOOLEAN,
    int: t.INTEGER,
    float: t.FLOAT,
    str: t.STRING,
    type(None): t.ANY,
}
_ENTITY_MASKS = (t.NODE.mask, t.RELATIONSHIP.mask)
_LIST_INDEX = "list index must be given as Integer, but was {given}"
_MAP_KEY = "map key must be given as String, but was {given}"
_PROPERTY_KEY = "node or relationship property key must be given as String, but was {given}"


def _literal(walk: Walk, node: Literal) -> Types:
    if walk.flaws:
        walk.flaw(node.start)
    return _LITERALS.get(type(node.value), t.ANY)


def _parameter(walk: Walk, node: Parameter) -> Types:
    if walk.parameters is None:
        return t.ANY
    if node.name not in walk.parameters:
        walk.missing[node.name] = None
        return t.ANY
    return type_of(walk.parameters[node.name])


def _variable(walk: Walk, node: Variable) -> Types:
    return walk.use(node)


def _property(walk: Walk, node: PropertyAccess) -> Types:
    subject = walk.expression(node.subject)
    if subject is not t.NODE and subject is not t.RELATIONSHIP and not subject.is_any:
        walk.expect(node.subject, subject, t.WITH_PROPERTIES)
    return _keyed(walk, subject, node.key, node.key_start)


def _keyed(walk: Walk, subject: Types, key: str, offset: int) -> Types:
    """What is found under a key that the text names."""
    check_key(walk, key, offset)
    if subject.mask in _ENTITY_MASKS:
        walk.names.append(NameRead(PROPERTY, key, offset))
        return t.STORABLE
    if subject.entries is not None:
        return subject.entries.get(key, t.ANY)
    return t.ANY


def _subscript(walk: Walk, node: Subscript) -> Types:
    """``subject[index]``; with a string literal it is taken for ``subject.key`` afterwards."""
    subject = walk.expression(node.subject)
    found = check_element(walk, node, subject)
    key = node.index.value if isinstance(node.index, Literal) else None
    if isinstance(key, str) and not (subject.may_be_list and not subject.is_any):
        return _keyed(walk, subject, key, node.index.start)
    return found


def check_element(walk: Walk, node: Subscript, subject: Types) -> Types:
    """The index of ``subject[index]``, of which the subject is judged; gives what is found."""
    index = walk.expression(node.index)
    if subject.is_any or subject is t.UNTYPED:
        return t.ANY
    if subject.may_be_list:
        walk.expect(node.index, index, t.INTEGER, "list index", _LIST_INDEX)
        return t.element(subject)
    if subject & t.MAP:
        walk.expect(node.index, index, t.STRING, "map key", _MAP_KEY)
    elif subject & t.ENTITY:
        context = "node or relationship property key"
        walk.expect(node.index, index, t.STRING, context, _PROPERTY_KEY)
    elif index & t.STRING:
        walk.expect(node.subject, subject, t.MAP_LIKE)
    elif index & t.INTEGER:
        walk.expect(node.subject, subject, t.LIST)
    else:
        walk.expect(node.subject, subject, t.MAP_LIKE | t.LIST)
    return t.ANY


def _slice(walk: Walk, node: Slice) -> Types:
    subject = walk.expression(node.subject)
    found = len(walk.problems)
    subject = walk.expect(node.subject, subject, t.LIST)
    if len(walk.problems) > found:
        subject = t.FAILED
    if node.lower is None and node.upper is None:
        walk.problems.add(
            walk.text.index("[", node.subject.end),
            "The start or end (or both) is required for a collection slice",
            "42N20",
            "The list range operator '[ ]' cannot be empty.",
        )
    for bound in (node.lower, node.upper):
        if bound is not None:
            walk.expect(bound, walk.expression(bound), t.INTEGER)
    return subject


def _list(walk: Walk, node: ListLiteral) -> Types:
    found: Types | None = None
    for item in node.items:
        types = walk.expression(item)
        found = types if found is None else t.least_upper_bound(found, types)
    if found is None:
        return t.LIST
    # Neo4j takes what stands in a list of maps for entities as well, and numbers likewise.
    if found.mask == t.MAP.mask:
        found = t.MAP_LIKE
    elif not found.mask & ~t.NUMBER.mask and found.mask & t.NUMBER_ONLY.mask:
        found = t.NUMBER
    return t.list_of(found)


def _map(walk: Walk, node: MapLiteral) -> Types:
    if not node.entries:
        return t.MAP
    return t.Types(t.MAP.mask, None, {key: walk.expression(value) for key, value in node.entries})


def _case(walk: Walk, node: Case) -> Types:
    subject = t.ANY if node.subject is None else walk.expression(node.subject)
    walk.case_subjects.append(subject)
    found = t.NONE
    results = []
    for branch in node.branches:
        for test in branch.tests:
            walk.expect(test, walk.expression(test), t.BOOLEAN)
        results.append(branch.result)
    walk.case_subjects.pop()
    if node.default is not None:
        results.append(node.default)
    for result in results:
        found |= walk.expression(result)
    return found or t.ANY


def _case_subject(walk: Walk, _node: CaseSubject) -> Types:
    return walk.case_subjects[-1]


def _map_projection(walk: Walk, node: MapProjection) -> Types:
    subject = walk.use(node.subject)
    walk.expect(node.subject, subject, t.MAP_LIKE)
    for item in node.items:
        if not isinstance(item, ProjectEntry):
            continue
        if not walk.text.startswith(".", item.start):
            walk.expression(item.value)
            continue
        check_key(walk, item.key, skip_blank(walk.text, item.start + 1))
        if subject.mask in _ENTITY_MASKS:
            # An entry `.key` reads the subject, which has been judged.
            at = skip_blank(walk.text, item.start + 1)
            walk.names.append(NameRead(PROPERTY, item.key, at))
    return t.MAP


def _label_test(walk: Walk, node: LabelTest) -> Types:
    subject = walk.expression(node.subject)
    if walk.language == "5" and any(isinstance(p, DynamicLabel) for p in walk_tree(node.labels)):
        walk.problems.add(
            place(walk.text, node),
            "Dynamic Label and Types are only allowed in MATCH, CREATE, MERGE, SET and REMOVE "
            "clauses.",
            "42I59",
            "Dynamic label and types are only allowed in MATCH, CREATE, MERGE, SET and REMOVE "
            "clauses.",
        )
    before = len(walk.problems)
    walk.expect(node.subject, subject, t.ENTITY)
    if walk.label_kinds is not None:
        walk.label_kinds[id(node)] = subject.mask
    if subject.mask in _ENTITY_MASKS:
        kind = LABEL if subject.mask == t.NODE.mask else TYPE
        walk.names += names_of_labels(kind, node.labels)
    check_old_predicate(walk, node.labels, subject.mask == t.NODE.mask)
    if len(walk.problems) == before:
        check_labels(walk, node.labels, None)
    return t.BOOLEAN


EXPRESSIONS: dict[type[Expression], JudgeExpression] = {
    AllReduce: all_reduce,
    Binary: binary,
    Case: _case,
    CaseSubject: _case_subject,
    Comparison: comparison,
    CountStar: count_star,
    FunctionCall: call,
    IsNormalized: tested,
    IsNull: tested,
    IsTyped: typed,
    LabelTest: _label_test,
    ListComprehension: list_comprehension,
    ListLiteral: _list,
    Literal: _literal,
    Logical: logical,
    MapLiteral: _map,
    MapProjection: _map_projection,
    Parameter: _parameter,
    PropertyAccess: _property,
    Quantified: quantified,
    Reduce: reduce_list,
    Slice: _slice,
    Subscript: _subscript,
    Trim: trim,
    Unary: unary,
    Variable: _variable,
}
