"""Label expressions: on labels of nodes and types of relationships, static and computed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, TypeAlias

from runner.cypher.eval.access import java_class, live
from runner.cypher.eval.describe import describe, type_name
from runner.cypher.eval.literals import variable_slot
from runner.cypher.failures import client_error, type_error, unsupported
from runner.cypher.store.records import NodeRecord, RelationshipRecord
from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import LabelTest, PatternLabels
from runner.cypher.syntax.patterns import (
    DynamicLabel,
    LabelAnd,
    LabelName,
    LabelNot,
    LabelOr,
    LabelWildcard,
)

if TYPE_CHECKING:
    from runner.cypher.eval.compiler import Compiler
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.syntax.expressions import Expression
    from runner.cypher.syntax.patterns import LabelExpression
    from runner.errors import EngineError

LabelMatcher: TypeAlias = "Callable[[Collection[str], Row, State], bool]"
"""Whether names fulfil a label expression: a node's labels, or a relationship's type as a tuple."""

_NO_LABELS: dict[str, None] = {}


def compile_labels(compiler: Compiler, labels: LabelExpression) -> LabelMatcher:
    """Compile a label expression. Raises `EngineError` for what is not supported."""
    if isinstance(labels, LabelName):
        name = labels.name
        return lambda names, _row, _state: name in names
    if isinstance(labels, LabelAnd):
        return _all_of(tuple(compile_labels(compiler, part) for part in labels.operands))
    if isinstance(labels, LabelOr):
        return _any_of(tuple(compile_labels(compiler, part) for part in labels.operands))
    if isinstance(labels, LabelNot):
        operand = compile_labels(compiler, labels.operand)
        return lambda names, row, state: not operand(names, row, state)
    if isinstance(labels, LabelWildcard):
        return lambda names, _row, _state: bool(names)
    if isinstance(labels, DynamicLabel):
        return _dynamic(compiler, labels)
    raise unsupported(compiler.text, labels.start, type(labels).__name__)


def _all_of(parts: tuple[LabelMatcher, ...]) -> LabelMatcher:
    return lambda names, row, state: all(part(names, row, state) for part in parts)


def _any_of(parts: tuple[LabelMatcher, ...]) -> LabelMatcher:
    return lambda names, row, state: any(part(names, row, state) for part in parts)


def _dynamic(compiler: Compiler, label: DynamicLabel) -> LabelMatcher:
    expression = compiler.compile(label.expression)
    combine = any if label.any else all

    def matches(names: Collection[str], row: Row, state: State) -> bool:
        what = "relationship type" if type(names) is tuple else "node label"
        wanted = label_names(expression(row, state), what)
        for name in wanted:
            check_name(name)
        return combine(name in names for name in wanted)

    return matches


def label_names(value: Any, what: str = "node label") -> list[str]:
    """The names that a computed label or type stands for: a string, or a list of strings.

    Raises `EngineError` for anything else, with `what` it should be.
    """
    names = value if type(value) is list else [value]
    if not all(type(name) is str for name in names):
        raise type_error(f"Expected {what} to be a string or list of strings.")
    return names


def check_name(name: str) -> None:
    """Raise `EngineError` for a text that cannot name a label, a type or a property key."""
    if not name or "\0" in name:
        message = (
            f"'{name}' is not a valid token name. Token names cannot be empty or contain any "
            "null-bytes."
        )
        raise client_error("Schema.TokenNameError", "42001", message, ("42I11", message))


def compile_label_test(compiler: Compiler, test: LabelTest) -> Eval:
    subject = compiler.compile(test.subject)
    matches = compile_labels(compiler, test.labels)
    only = test.labels.name if isinstance(test.labels, LabelName) else None
    slot = variable_slot(compiler, test.subject)
    wanted = "Node or Relationship"
    if isinstance(test, PatternLabels):
        wanted = f"org.neo4j.values.virtual.Virtual{test.entity}Value"
    dynamic = any(isinstance(part, DynamicLabel) for part in walk(test.labels))
    wildcard = any(isinstance(part, LabelWildcard) for part in walk(test.labels))

    def evaluate(row: Row, state: State) -> bool | None:
        entity = subject(row, state)
        if entity is None:
            return None
        if type(entity) is NodeRecord:
            if only is not None:
                return only in entity.labels
            # A deleted node has no labels left, but whether it has any cannot be asked.
            labels = live(entity).labels if wildcard or not entity.deleted else _NO_LABELS
            return matches(labels, row, state)
        if type(entity) is RelationshipRecord:
            return matches(("" if entity.deleted else entity.type,), row, state)
        if dynamic and not isinstance(test, PatternLabels):
            raise not_labelled(entity)
        raise type_error(
            f"Expected {describe(entity)} to be a {wanted}, but it was a {java_class(entity)}"
        )

    if slot is None or only is None:
        return evaluate

    def evaluate_of_slot(row: Row, state: State) -> bool | None:
        entity = row[slot]
        return only in entity.labels if type(entity) is NodeRecord else evaluate(row, state)

    return evaluate_of_slot


def not_labelled(value: Any) -> EngineError:
    """A computed label is asked of something that has none."""
    found = describe(value)
    return type_error(
        f"Invalid input for function 'hasALabelOrType()': Expected {found} to be a node or "
        f"relationship, but it was `{type_name(value)}`"
    )


COMPILE: dict[type[Expression], Callable[..., Eval]] = {
    LabelTest: compile_label_test,
    PatternLabels: compile_label_test,
}
