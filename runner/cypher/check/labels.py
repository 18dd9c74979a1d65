"""Label expressions and relationship types: which forms may stand where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from runner.cypher.check import types as t
from runner.cypher.check.places import after, label_place, skip_blank
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.expressions import Expression, ListLiteral, Literal
from runner.cypher.syntax.patterns import (
    DynamicLabel,
    LabelAnd,
    LabelExpression,
    LabelName,
    LabelNot,
    LabelOr,
    LabelWildcard,
)

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk

_TOKEN = "is not a valid token name. Token names cannot be empty or contain any null-bytes."
_TEXTS = t.STRING | t.list_of(t.STRING)
_MIXED = (
    "Mixing label expression symbols ('|', '&', '!', and '%') with colon (':') between labels is "
    "not allowed. Please only use one set of symbols."
)
_MIXED_DETAIL = (
    "Mixing label expression symbols (`|`, `&`, `!`, and `%`) with colon (`:`) between labels is "
    "not allowed."
)
_MIXED_IS = "Mixing the IS keyword with colon (':') between labels is not allowed."


def check_labels(walk: Walk, labels: LabelExpression, entity: str | None) -> None:
    """A label expression of a node or a relationship, or (None) of either, in a predicate."""
    if type(labels) is LabelName:
        if not labels.name or "\0" in labels.name:
            _bad_token(walk, labels.name, labels.start, entity)
        return
    colons = _colon_conjunctions(labels)
    disjunction = old_disjunction(walk.text, labels)
    if entity == "node" and disjunction is not None:
        _old_symbol(walk, disjunction, "Label expressions are not allowed to contain '|:'.", "|:")
    elif entity == "relationship" and colons:
        message = (
            "Relationship types in a relationship type expressions may not be combined using ':'"
        )
        _old_symbol(walk, label_place(walk.text, colons[0]), message, ":")
    elif colons and uses_symbols(labels):
        by_is = labels.start in walk.labels_by_is
        refuse_mixing(walk, label_place(walk.text, colons[0]), [labels], by_is)
    for part in walk_tree(labels):
        if isinstance(part, LabelName) and (not part.name or "\0" in part.name):
            _bad_token(walk, part.name, label_place(walk.text, labels), entity)
        elif isinstance(part, DynamicLabel):
            _check_dynamic(walk, labels, part, entity)


def _check_dynamic(
    walk: Walk, labels: LabelExpression, part: DynamicLabel, entity: str | None
) -> None:
    names = part.expression
    given = walk.simple(names)
    if entity is None:
        # A predicate finds out when it runs.
        return
    check_literal_names(walk, names, label_place(walk.text, labels), entity)
    context = "dynamic type" if entity == "relationship" else "dynamic label"
    walk.expect(names, given, _TEXTS, context)


def check_literal_names(
    walk: Walk, names: Expression, offset: int, entity: str | None = None
) -> None:
    """A literal in a computed label or type must be a name (42I11)."""
    literal = _bad_literal(names)
    if literal is not None:
        _bad_token(walk, literal.value, offset, entity)


def _bad_literal(names: Expression) -> Literal | None:
    """A literal that can be no name: null, or an empty string."""
    if isinstance(names, ListLiteral):
        found = (_bad_literal(item) for item in names.items)
        return next((literal for literal in found if literal is not None), None)
    if isinstance(names, Literal) and (
        names.value is None
        or (isinstance(names.value, str) and (not names.value or "\0" in names.value))
    ):
        return names
    return None


def check_key(walk: Walk, key: str | None, offset: int) -> None:
    """A property key must be a name (42I11), which None is not."""
    if not key or "\0" in key:
        shown_key = "Null" if key is None else key or "''"
        walk.later.add(
            offset,
            f"{shown_key} {_TOKEN}",
            "42I11",
            f"A property key name cannot be empty or contain any null-bytes: '{key or ''}'.",
        )


def _bad_token(walk: Walk, name: str | None, offset: int, entity: str | None) -> None:
    shown_name = "Null" if name is None else name or "''"
    kind = "relationship type" if entity == "relationship" else "label"
    walk.problems.add(
        offset,
        f"{shown_name} {_TOKEN}",
        "42I11",
        f"A {kind} name cannot be empty or contain any null-bytes: '{name or ''}'.",
    )


def _old_symbol(walk: Walk, offset: int, message: str, symbol: str) -> None:
    walk.problems.add(
        offset,
        message,
        "42I20",
        f"Label expressions and relationship type expressions cannot contain '{symbol}'. To "
        "express a label disjunction use '|' instead.",
    )


def _legacy_disjunction(walk: Walk, labels: LabelExpression, offset: int) -> None:
    message = (
        "The semantics of using colon in the separation of alternative relationship types in "
        "conjunction with\nthe use of variable binding, inlined property predicates, or variable "
        "length is no longer supported.\nPlease separate the relationships types using "
        f"`{written_newly(walk, labels)}` instead."
    )
    _old_symbol(walk, offset, message, "|:")


def check_old_predicate(walk: Walk, labels: LabelExpression, of_node: bool) -> None:
    """``x:A|:B``; `of_node` says whether it is surely a predicate on a node."""
    if type(labels) is LabelName:
        return
    offset = old_disjunction(walk.text, labels)
    if offset is None:
        return
    if of_node:
        message = (
            "Label expressions are not allowed to contain '|:'.\nIf you want to express a "
            f"disjunction of labels, please use `{written_newly(walk, labels)}` instead"
        )
        _old_symbol(walk, offset, message, "|:")
    else:
        _legacy_disjunction(walk, labels, offset)


def check_old_disjunction(walk: Walk, types: LabelExpression) -> None:
    """``[r:A|:B]``: allowed only without a variable, properties and length (42I20)."""
    offset = old_disjunction(walk.text, types)
    if offset is not None:
        _legacy_disjunction(walk, types, offset)


def old_disjunction(text: str, labels: LabelExpression) -> int | None:
    """The offset of the last ``|:`` of the outermost labels with one, None where there is none."""
    for part in walk_tree(labels):
        if isinstance(part, LabelOr):
            for operand in part.operands[-2::-1]:
                bar = after(text, operand)
                if text[skip_blank(text, bar + 1) :].startswith(":"):
                    return bar
    return None


def refuse_mixing(walk: Walk, offset: int, old: list[LabelExpression], by_is: bool) -> None:
    """Note that the colons in `old` stand beside newer symbols (42I10), or beside IS (42I29)."""
    replacements = list(dict.fromkeys(written_newly(walk, labels) for labels in old))
    subject = "These expressions" if len(replacements) > 1 else "This expression"
    written = ", ".join(replacements)
    if by_is:
        from runner.cypher.notify.printing import label_text

        texts = dict.fromkeys(_sign(walk, labels) + label_text(labels, walk.text) for labels in old)
        message = f"{_MIXED_IS} {subject} could be expressed as {written}."
        detail = (
            "The IS keyword cannot be used together with multiple labels in "
            f"'{', '.join(texts)}'. Rewrite the expression as '{written}'."
        )
        walk.problems.add(offset, message, "42I29", detail)
        return
    walk.problems.add(
        offset,
        f"{_MIXED} {subject} could be expressed as {written}.",
        "42I10",
        f"{_MIXED_DETAIL} This expression could be expressed as `{written}`.",
    )


def written_newly(walk: Walk, labels: LabelExpression) -> str:
    """A label expression, with what stands before it, written with the newer symbols only."""
    return _sign(walk, labels) + _shown(walk.text, labels)


def _sign(walk: Walk, labels: LabelExpression) -> str:
    return "IS " if labels.start in walk.labels_by_is else ":"


def _parts(labels: LabelExpression) -> Iterator[LabelExpression]:
    for part in walk_tree(labels):
        if isinstance(part, LabelExpression):
            yield part


def _colon_conjunctions(labels: LabelExpression) -> list[LabelAnd]:
    return [part for part in _parts(labels) if isinstance(part, LabelAnd) and part.colon]


def has_symbols(part: LabelExpression) -> bool:
    """Whether this part itself is one of the newer forms."""
    return isinstance(part, (LabelOr, LabelNot, LabelWildcard)) or (
        isinstance(part, LabelAnd) and not part.colon
    )


def uses_symbols(labels: LabelExpression) -> bool:
    """Whether any of the newer forms is in it."""
    return any(has_symbols(part) for part in _parts(labels))


def needs_match(labels: LabelExpression) -> bool:
    """Whether it is more than names that all must be there: nothing that can be created."""
    return any(isinstance(part, (LabelOr, LabelNot, LabelWildcard)) for part in _parts(labels))


def uses_colons(labels: LabelExpression) -> bool:
    """Whether labels are joined by colons in it."""
    return bool(_colon_conjunctions(labels))


def is_type_expression(types: LabelExpression) -> bool:
    """Whether relationship types are more than names joined by ``|``."""
    return any(has_symbols(part) and not isinstance(part, LabelOr) for part in _parts(types))


def names_in(labels: LabelExpression) -> list[str]:
    """The names in a label expression, each once."""
    found = dict.fromkeys(part.name for part in _parts(labels) if isinstance(part, LabelName))
    return list(found)


def _shown(text: str, labels: LabelExpression) -> str:
    if isinstance(labels, LabelNot):
        return f"!{_inner(text, labels.operand)}"
    if isinstance(labels, LabelAnd):
        return "&".join(
            _shown(text, operand) if isinstance(operand, LabelAnd) else _inner(text, operand)
            for operand in labels.operands
        )
    if isinstance(labels, LabelOr):
        return "|".join(
            _shown(text, operand) if isinstance(operand, LabelOr) else _inner(text, operand)
            for operand in labels.operands
        )
    if isinstance(labels, DynamicLabel):
        return f"${'any' if labels.any else 'all'}({_names(text, labels.expression)})"
    from runner.cypher.notify.printing import label_text

    return label_text(labels, text)


def _names(text: str, names: Expression) -> str:
    if isinstance(names, ListLiteral):
        return f"[{', '.join(_names(text, item) for item in names.items)}]"
    if isinstance(names, Literal) and isinstance(names.value, str):
        return f'"{names.value}"'
    from runner.cypher.notify.printing import expression_text

    return expression_text(text, names)


def _inner(text: str, labels: LabelExpression) -> str:
    shown = _shown(text, labels)
    return f"({shown})" if isinstance(labels, (LabelAnd, LabelOr)) else shown
