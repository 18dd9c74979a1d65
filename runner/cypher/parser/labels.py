"""Label expressions: ``:A&!B``, ``:A:B``, ``IS A|B``, ``:$(expression)``.

Two styles of symbols may not be mixed, neither in one expression nor in one clause: the colon
between labels, and ``& | ! %`` or ``IS``. Neo4j finds that after parsing, so it is noted only.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from runner.cypher.parser.cursor import NESTED_DEPTH, Cursor
from runner.cypher.syntax.expressions import (
    Case,
    FunctionCall,
    ListLiteral,
    Literal,
    Parameter,
    Subscript,
    Variable,
)
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
    from runner.cypher.syntax.expressions import Expression

# What may follow labels inside an expression that a bar ends.
_AFTER_LABELS = frozenset(
    ("|", "=", "<>", "!=", "<", "<=", ">", ">=", "AND", "OR", "XOR", "THEN", "WHEN", "ELSE", "END")
)
_MIXED = (
    "Mixing label expression symbols ('|', '&', '!', and '%') with colon (':') between labels is "
    "not allowed. Please only use one set of symbols."
)
_MIXED_IS = "Mixing the IS keyword with colon (':') between labels is not allowed."
_OLD_BAR_ON_NODE = "Label expressions are not allowed to contain '|:'."
_OLD_BAR = (
    "The semantics of using colon in the separation of alternative relationship types in "
    "conjunction with\n"
    "the use of variable binding, inlined property predicates, or variable length is no longer "
    "supported.\n"
    "Please separate the relationships types using `{}` instead."
)


class _Symbols:
    """The symbols seen in one label expression; offsets, None where there is none."""

    __slots__ = ("colon", "old_bar", "others", "plain_bar")

    def __init__(self) -> None:
        self.colon: int | None = None
        self.old_bar: int | None = None
        self.others = False
        self.plain_bar = False


class _Note:
    """How one label expression is written, for the rule about mixing in a clause."""

    __slots__ = ("by_is", "colon", "in_write", "is_predicate", "modern", "rewritten", "usage")

    def __init__(
        self,
        colon: int | None,
        modern: bool,
        by_is: bool,
        rewritten: str,
        usage: str,
        is_predicate: bool,
    ) -> None:
        self.is_predicate = is_predicate
        self.in_write = False
        self.colon = colon
        self.modern = modern
        self.by_is = by_is
        self.rewritten = rewritten
        self.usage = usage


class Labels(Cursor):
    """Parses label expressions."""

    label_notes: list[_Note]
    relationship_names: set[str]
    old_bar: tuple[int, LabelExpression] | None = None
    _symbols = _Symbols()

    def labels_after(self, entity: str, subject: Expression | None = None) -> LabelExpression:
        """The expression after the ``:`` or ``IS`` that was just taken.

        `entity` is ``node``, ``relationship`` or ``value`` (for a predicate on `subject`).
        """
        by_is = self.kinds[self.pos - 1] != ":"
        outer, self._symbols = self._symbols, _Symbols()
        labels = self._label_or()
        symbols, self._symbols = self._symbols, outer
        usage = "read" if entity == "value" and self.usage != "write" else self.usage
        self.old_bar = None
        if symbols.old_bar is not None and usage == "read":
            if entity == "relationship" and not symbols.others:
                self.old_bar = (symbols.old_bar, labels)
            else:
                self._refuse_old_bar(symbols.old_bar, entity, labels)
        is_predicate = entity == "value"
        if isinstance(subject, Literal) and subject.value is None:
            return labels  # is null whatever the labels are
        # Between relationship types a plain bar is no new symbol.
        if entity == "value" and subject is not None:
            kind = self._kind(subject)
            if kind is None and _may_be_anything(subject):
                return labels  # only of what is surely a node or relationship are they mixed
            entity = kind or entity
            symbols.others = symbols.others or (entity == "node" and symbols.plain_bar)
        elif entity == "node":
            symbols.others = symbols.others or symbols.plain_bar
        elif entity == "relationship" and symbols.colon is not None:
            return labels
        if symbols.colon is not None or symbols.others or (by_is and entity != "relationship"):
            self._note(symbols, by_is, labels, usage, is_predicate)
        return labels

    def _kind(self, subject: Expression) -> str | None:
        """``node`` or ``relationship`` where `subject` is surely that."""
        if isinstance(subject, Variable):
            return "relationship" if subject.name in self.relationship_names else "node"
        if isinstance(subject, FunctionCall) and subject.name.lower() in ("startnode", "endnode"):
            return "node"
        kinds = {self._kind(part) for part in _results(subject)}
        return kinds.pop() if len(kinds) == 1 else None

    def check_label_styles(self, since: int) -> None:
        """Notes an error where the label expressions of a clause mix two styles.

        `since` is the length of `label_notes` before the clause.
        """
        for usage in ("read", "write"):
            notes = [
                n
                for n in self.label_notes[since:]
                if n.usage in (usage, "both") or (usage == "write" and n.in_write)
            ]
            modern = [n for n in notes if n.modern or n.by_is]
            old = [n for n in notes if n.colon is not None and not n.modern]
            if modern and usage == "write":
                old = [n for n in old if any(_meet(notes, n, other) for other in modern)]
            if modern and old:
                self._refuse_mixing(old, modern[0].by_is)

    def note_ampersand(self) -> None:
        """Note labels of a node that is made, joined by ``&``."""
        self.label_notes.append(_Note(None, True, False, "", "write", False))

    def drop_predicate_notes(self, since: int) -> None:
        """Forget the predicates on labels, not the patterns, among the notes from `since` on.

        Behind the items of a projection Neo4j does not look at them.
        """
        if len(self.label_notes) > since:
            self.label_notes[since:] = [n for n in self.label_notes[since:] if not n.is_predicate]

    def _note(
        self,
        symbols: _Symbols,
        by_is: bool,
        labels: LabelExpression,
        usage: str,
        is_predicate: bool,
    ) -> None:
        rewritten = _rewritten(labels)
        note = _Note(symbols.colon, symbols.others, by_is, rewritten, usage, is_predicate)
        if symbols.colon is not None and (by_is or symbols.others or symbols.plain_bar):
            note.rewritten = f"IS {rewritten}" if by_is else rewritten
            self._refuse_mixing([note], by_is)
        note.in_write = self.in_write
        self.label_notes.append(note)

    def _refuse_mixing(self, old: list[_Note], by_is: bool) -> None:
        texts = list(dict.fromkeys(n.rewritten for n in old))
        listed = ", ".join(text if text.startswith("IS ") else f":{text}" for text in texts)
        which = "These expressions" if len(texts) > 1 else "This expression"
        message, status = (_MIXED_IS, "42I29") if by_is else (_MIXED, "42I10")
        place = min(n.colon for n in old if n.colon is not None)
        self.defer(place, f"{message} {which} could be expressed as {listed}.", status)

    def check_old_bar(self, old_bar: tuple[int, LabelExpression]) -> None:
        """Notes an error for ``|:`` in a relationship that has more than types."""
        self._refuse_old_bar(old_bar[0], "relationship", old_bar[1])

    def _refuse_old_bar(self, place: int, entity: str, labels: LabelExpression) -> None:
        if entity == "node":
            self.defer(place, _OLD_BAR_ON_NODE, "42I20")
        else:
            self.defer(place, _OLD_BAR.format(f":{_rewritten(labels)}"), "42I20")

    def _label_or(self) -> LabelExpression:
        start = self.start
        operands = [self._label_and()]
        while self.at("|") and self._bar_joins_labels():
            self._refuse_loose_bar()
            if self.peek() == ":":
                if self._symbols.old_bar is None:
                    self._symbols.old_bar = self.start
                self.pos += 1
            else:
                self._symbols.plain_bar = True
            self.pos += 1
            operands.append(self._label_and())
        if len(operands) == 1:
            return operands[0]
        return LabelOr(start, self.end, tuple(operands))

    def _label_and(self) -> LabelExpression:
        start = self.start
        left = self._label_not()
        while (kind := self.kinds[self.pos]) in ("&", ":"):
            operands = [left]
            if kind == ":" and self._symbols.colon is None:
                self._symbols.colon = self.start
            elif kind == "&":
                self._symbols.others = True
            while self.skip(kind):
                operands.append(self._label_not())
            left = LabelAnd(start, self.end, tuple(operands), kind == ":")
        return left

    def _label_not(self) -> LabelExpression:
        starts: list[int] = []
        while self.at("!"):
            starts.append(self.start)
            self._symbols.others = True
            self.enter(NESTED_DEPTH)
            self.pos += 1
        operand = self._label_primary()
        self.leave(NESTED_DEPTH * len(starts))
        for start in reversed(starts):
            operand = LabelNot(start, self.end, operand)
        return operand

    def _label_primary(self) -> LabelExpression:
        token = self.tokens[self.pos]
        if token.name is not None:
            self.pos += 1
            return LabelName(token.start, token.end, token.name)
        if self.skip("%"):
            self._symbols.others = True
            return LabelWildcard(token.start, token.end)
        if self.at("$"):
            return self.dynamic_label(True)
        if not self.skip("("):
            self.fail("'!'", "'$'", "'%'", "'('", "an identifier")
        self.enter(NESTED_DEPTH)
        bar_ends, self.bar_ends = self.bar_ends, False
        labels = self._label_or()
        self.bar_ends = bar_ends
        self.expect(")", "'&'", "'|'")
        self.leave(NESTED_DEPTH)
        return labels

    def dynamic_label(self, quantified: bool) -> DynamicLabel:
        """``$(expression)``; with `quantified` ``$all(…)`` and ``$any(…)`` too."""
        start = self.start
        self.expect("$")
        any_of = quantified and self.at("ANY")
        if quantified and self.kinds[self.pos] in ("ALL", "ANY"):
            self.pos += 1
        self.expect("(", *(("'ALL'", "'ANY'") if quantified else ()))
        expression = self.inner_expression()
        self.expect(")", "an expression")
        return DynamicLabel(start, self.end, expression, any_of)

    def label_list(self) -> tuple[LabelName | DynamicLabel, ...]:
        """``:A:B``, ``IS A``: labels to set or to remove, from the ``:`` or ``IS`` on."""
        labels: list[LabelName | DynamicLabel] = []
        self.pos += 1
        labels.append(self._label_to_set())
        while self.skip(":"):
            labels.append(self._label_to_set())
        return tuple(labels)

    def _label_to_set(self) -> LabelName | DynamicLabel:
        if self.at("$"):
            return self.dynamic_label(False)
        start = self.start
        name = self.name("'$'")
        return LabelName(start, self.end, name)

    def _refuse_loose_bar(self) -> None:
        """Refuses a ``|`` without a label behind it: the labels end there, as Neo4j reads them."""
        at = self.pos + 1
        if self.in_expression or self.kinds[at] == ":":
            return
        if self.tokens[at].name is None and self.kinds[at] not in ("!", "%", "(", "$"):
            self.fail("'&'", "')'")

    def _bar_joins_labels(self) -> bool:
        """Whether the ``|`` here belongs to the labels, where another one may end the expression.

        It does unless what follows could not go on: then it is the bar of the comprehension.
        """
        if not self.bar_ends:
            return True
        at = self.pos + 1
        while self.kinds[at] in ("!", ":"):
            at += 1
        if self.tokens[at].name is None and self.kinds[at] not in ("%", "(", "$"):
            return False
        if self.kinds[at] == "$":
            at += 1
        at = self.closing(at) + 1 if self.kinds[at] == "(" else at + 1
        following = self.kinds[min(at, len(self.kinds) - 1)]
        if following in ("&", ":"):
            return True
        return following in _AFTER_LABELS and self.bar_follows(at)


def _results(subject: Expression) -> tuple[Expression, ...]:
    """The expressions one of which gives the value of `subject`; none where that is unknown."""
    if isinstance(subject, Case):
        default = () if subject.default is None else (subject.default,)
        return (*(branch.result for branch in subject.branches), *default)
    if isinstance(subject, Subscript) and isinstance(subject.subject, ListLiteral):
        return tuple(subject.subject.items)
    if isinstance(subject, FunctionCall):
        name = subject.name.lower()
        if name == "coalesce":
            return tuple(subject.arguments)
        if name in ("head", "last"):
            return tuple(
                item
                for listed in subject.arguments[:1]
                if isinstance(listed, ListLiteral)
                for item in listed.items
            )
    return ()


def _may_be_anything(subject: Expression) -> bool:
    """Whether Neo4j takes a value for one of any type: null makes a CASE or a list such."""
    if isinstance(subject, FunctionCall) and subject.name.lower() in ("coalesce", "nullif"):
        return True
    if isinstance(subject, Literal):
        return subject.value is None
    return isinstance(subject, Parameter) or any(map(_may_be_anything, _results(subject)))


def _meet(notes: list[_Note], one: _Note, other: _Note) -> bool:
    """Whether two notes of a clause that writes are held against each other.

    A predicate, or what a subquery reads, is not held against the labels of an element before it.
    """
    first, second = sorted((one, other), key=notes.index)
    if first.in_write or second.in_write:
        return not second.in_write
    return first.is_predicate or not second.is_predicate


def _rewritten(labels: LabelExpression) -> str:
    """The expression with ``&`` and ``|`` only, as Neo4j suggests it."""
    if isinstance(labels, LabelName):
        name = labels.name
        return name if re.fullmatch(r"[^\W\d]\w*", name) else f"`{name.replace('`', '``')}`"
    if isinstance(labels, LabelAnd):
        return "&".join(_grouped(operand, LabelOr) for operand in labels.operands)
    if isinstance(labels, LabelOr):
        return "|".join(_grouped(operand, LabelAnd) for operand in labels.operands)
    if isinstance(labels, LabelNot):
        text = _rewritten(labels.operand)
        return f"!({text})" if isinstance(labels.operand, LabelAnd | LabelOr) else f"!{text}"
    return "$(...)" if isinstance(labels, DynamicLabel) else "%"


def _grouped(labels: LabelExpression, kind: type[LabelExpression]) -> str:
    text = _rewritten(labels)
    return f"({text})" if isinstance(labels, kind) else text
