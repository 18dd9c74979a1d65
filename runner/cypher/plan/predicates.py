"""Predicates of a MATCH: split at AND, each with the variables it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.syntax.base import walk
from runner.cypher.syntax.expressions import (
    Binary,
    Comparison,
    Expression,
    FunctionCall,
    LabelTest,
    ListLiteral,
    Literal,
    Logical,
    MapLiteral,
    PropertyAccess,
    Subscript,
    Variable,
)
from runner.cypher.syntax.patterns import LabelAnd, LabelExpression, LabelName, LabelOr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator


class Conjunct:
    """One predicate that must be true.

    Attributes:
        expression: The predicate.
        needs: The new variables of the MATCH that it reads; the others are there already.
        shown: Its text for EXPLAIN.
    """

    __slots__ = ("expression", "needs", "shown")

    def __init__(self, expression: Expression, needs: frozenset[str], shown: str) -> None:
        self.expression = expression
        self.needs = needs
        self.shown = shown


class Pending:
    """The predicates of one MATCH that are not placed yet, in order, found by what they need."""

    __slots__ = ("_by_name", "_places")

    def __init__(self) -> None:
        self._places: dict[Conjunct, int] = {}
        self._by_name: dict[str, dict[Conjunct, None]] = {}

    def __iter__(self) -> Iterator[Conjunct]:
        return iter(tuple(self._places))

    def of(self, name: str) -> tuple[Conjunct, ...]:
        """Those that read a new variable."""
        return tuple(self._by_name.get(name, ()))

    def add(self, conjuncts: Iterable[Conjunct]) -> None:
        """Put `conjuncts` behind those that are there."""
        for conjunct in conjuncts:
            self._places[conjunct] = len(self._places)
            for name in conjunct.needs:
                self._by_name.setdefault(name, {})[conjunct] = None

    def remove(self, conjuncts: Iterable[Conjunct]) -> None:
        """Take out those of `conjuncts` that are there: they are placed."""
        for conjunct in conjuncts:
            if self._places.pop(conjunct, None) is not None:
                for name in conjunct.needs:
                    del self._by_name[name][conjunct]

    def ready(self, names: Iterable[str], bound: set[str]) -> list[Conjunct]:
        """Those that read any of `names` and have all they wait for in `bound`, in order."""
        found = {c for name in names for c in self._by_name.get(name, ()) if c.needs <= bound}
        return sorted(found, key=self._places.__getitem__)


def conjuncts(expression: Expression | None) -> Iterator[Expression]:
    """The operands of the ANDs that `expression` is made of."""
    if isinstance(expression, Logical) and expression.operator == "AND":
        for operand in expression.operands:
            yield from conjuncts(operand)
    elif expression is not None:
        yield expression


def names_in(expression: Expression) -> set[str]:
    """The variables that `expression` names, those of inner scopes included."""
    return {node.name for node in walk(expression) if isinstance(node, Variable)}


def property_predicates(subject: Variable, properties: MapLiteral) -> Iterator[Expression]:
    """``subject.key = value`` for each entry of the map of a pattern."""
    for key, value in properties.entries:
        access = PropertyAccess(value.start, value.end, subject, key, value.start)
        yield Comparison(value.start, value.end, (access, value), ("=",))


class Equality:
    """``variable.key = value``, or ``IN`` a list; `many` tells which."""

    __slots__ = ("conjunct", "key", "many", "value")

    def __init__(self, conjunct: Conjunct, key: str, value: Expression, *, many: bool) -> None:
        self.conjunct = conjunct
        self.key = key
        self.value = value
        self.many = many


class Bound:
    """``variable.key < value`` and its kin; `operator` as seen from the property."""

    __slots__ = ("conjunct", "key", "operator", "value")

    def __init__(self, conjunct: Conjunct, key: str, operator: str, value: Expression) -> None:
        self.conjunct = conjunct
        self.key = key
        self.operator = operator
        self.value = value


_MIRRORED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def comparisons(conjunct: Conjunct) -> Iterator[tuple[Expression, str, Expression]]:
    """``subject operator value`` both ways round, for what an index can answer."""
    expression = conjunct.expression
    if isinstance(expression, Comparison):
        pairs = zip(
            expression.operands, expression.operators, expression.operands[1:], strict=False
        )
        for left, operator, right in pairs:
            if operator in _MIRRORED:
                yield left, operator, right
                yield right, _MIRRORED[operator], left
    elif getattr(expression, "operator", None) in ("IN", "STARTS WITH"):
        binary: Any = expression
        yield binary.left, binary.operator, binary.right


def sought(expression: Expression, name: str) -> list[tuple[str, Expression]]:
    """The keys of ``name`` that one value each is looked for, and the values.

    These are what Neo4j would ask an index for: in AND, OR and XOR, not below NOT, not where an
    alternative says nothing of ``name``, and not where a key has several alternatives.
    """
    if isinstance(expression, Logical):
        by_operand = [sought(operand, name) for operand in expression.operands]
        if expression.operator == "AND":
            return [pair for pairs in by_operand for pair in pairs]
        if not all(name in names_in(operand) for operand in expression.operands):
            return []
        alternatives = [
            pairs[0][0]
            for operand, pairs in zip(expression.operands, by_operand, strict=True)
            if pairs and not isinstance(operand, Logical)
        ]
        return [pair for pairs in by_operand for pair in pairs if alternatives.count(pair[0]) < 2]
    pairs: list[tuple[Expression, Expression]] = []
    if isinstance(expression, Comparison) and expression.operators == ("=",):
        left, right = expression.operands
        pairs = [(left, right), (right, left)]
    elif isinstance(expression, Binary) and expression.operator == "IN":
        listed = expression.right
        if isinstance(listed, ListLiteral) and len(listed.items) == 1:
            pairs = [(expression.left, listed.items[0])]
    return [
        (key, value)
        for subject, value in pairs
        if (key := _literal_key(subject, name)) is not None and name not in names_in(value)
    ]


def _literal_key(expression: Expression, name: str) -> str | None:
    """The key where `expression` is ``name.key`` or that with a text in brackets."""
    match expression:
        case Subscript(subject=Variable(name=subject), index=Literal(value=str(key))):
            return key if subject == name else None
    return property_of(expression, name)


def is_one_comparison(conjunct: Conjunct) -> bool:
    """Whether a seek answers it whole: it is no chain of comparisons."""
    return len(getattr(conjunct.expression, "operators", ("=",))) == 1


def property_of(expression: Expression, name: str) -> str | None:
    """The key where `expression` is ``name.key``."""
    match expression:
        case PropertyAccess(subject=Variable(name=subject), key=key) if subject == name:
            return key
    return None


def identity_of(expression: Expression, name: str) -> str | None:
    """``id`` or ``elementid`` where `expression` is that function of variable `name`."""
    match expression:
        case FunctionCall(name=function, arguments=(Variable(name=subject),)) if subject == name:
            lowered = function.lower()
            return lowered if lowered in ("id", "elementid") else None
    return None


def required_labels(expression: LabelExpression) -> tuple[str, ...]:
    """Labels that whatever satisfies `expression` surely has."""
    match expression:
        case LabelName(name=name):
            return (name,)
        case LabelAnd(operands=operands):
            return tuple(label for operand in operands for label in required_labels(operand))
    return ()


def alternative_labels(expression: LabelExpression) -> tuple[str, ...] | None:
    """The labels of ``A|B|…``, each a plain name; None for anything else."""
    match expression:
        case LabelName(name=name):
            return (name,)
        case LabelOr(operands=operands):
            parts = [alternative_labels(operand) for operand in operands]
            if all(part is not None for part in parts):
                return tuple(dict.fromkeys(name for part in parts if part for name in part))
    return None


def label_test(conjunct: Conjunct, name: str) -> LabelExpression | None:
    """The label expression where `conjunct` tests the labels of variable `name`."""
    match conjunct.expression:
        case LabelTest(subject=Variable(name=subject), labels=labels) if subject == name:
            return labels
    return None


def within(needs: Iterable[str], names: Collection[str]) -> bool:
    """Whether all of `needs` are among `names`."""
    return all(need in names for need in needs)


def shown_predicate(expression: Expression, text: str) -> str:
    """A predicate as EXPLAIN shows it: its source, or what a pattern's shorthand stands for."""
    source = text[expression.start : expression.end]
    match expression:
        case LabelTest(subject=Variable(name=name), labels=labels):
            if expression.start == labels.start:
                return f"{_visible(name)}:{source.removeprefix(':')}"
        case Comparison(operands=(PropertyAccess(subject=Variable(name=name), key=key), value)):
            if expression.start == value.start:
                return f"{_visible(name)}.{key} = {source}"
    return source


def _visible(name: str) -> str:
    return "" if name.startswith(" ") else name
