"""Values as the openCypher TCK writes them in its tables, and values in a form to compare.

A TCK table writes a temporal value as the text ``'12:00'``, although ``toString()`` of it gives
``'12:00:00'``; so an engine's temporal values are turned into the TCK's form and its strings are
left alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from runner import values

_NUMBER = re.compile(
    r"[+-]?(?:\d+\.\d+(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?)"
)
_WORD = re.compile(r"-?(?:null|true|false|NaN|Inf(?:inity)?)\b")
_NAME = re.compile(r"`((?:[^`]|``)*)`|(\w+)")
_WORDS: Mapping[str, Any] = {
    "null": None,
    "true": True,
    "false": False,
    "NaN": math.nan,
    "Inf": math.inf,
    "Infinity": math.inf,
    "-Inf": -math.inf,
    "-Infinity": -math.inf,
}


@dataclass(frozen=True, slots=True)
class ExpectedNode:
    """A node by its labels and properties."""

    labels: tuple[str, ...]
    properties: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ExpectedRelationship:
    """A relationship by its type and properties."""

    type: str
    properties: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ExpectedPath:
    """A path: its nodes, and for each step the relationship and whether it was walked forwards."""

    nodes: tuple[ExpectedNode, ...]
    steps: tuple[tuple[ExpectedRelationship, bool], ...]


def parse_tck_value(text: str) -> Any:
    """The value of one table cell. Raises `ValueError` for what is no TCK value."""
    reader = _Reader(text)
    value = reader.value()
    reader.blanks()
    if reader.at != len(text):
        raise ValueError(f"more text than one value at {reader.at} in {text!r}")
    return value


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def sees(self, token: str) -> bool:
        self.blanks()
        return self.text.startswith(token, self.at)

    def take(self, token: str) -> bool:
        if self.sees(token):
            self.at += len(token)
            return True
        return False

    def need(self, token: str) -> None:
        if not self.take(token):
            raise ValueError(f"expected {token!r} at {self.at} in {self.text!r}")

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self.blanks()
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def name(self) -> str:
        found = self.match(_NAME)
        if not found:
            raise ValueError(f"expected a name at {self.at} in {self.text!r}")
        quoted: str | None = found[1]
        return quoted.replace("``", "`") if quoted is not None else str(found[2])

    def value(self) -> Any:
        self.blanks()
        readers: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("'", self.string),
            ("(", self.node),
            ("<", self.path),
            ("{", self.map),
            ("[", self.list_or_relationship),
        )
        for token, reader in readers:
            if self.sees(token):
                return reader()
        if word := self.match(_WORD):
            return _WORDS[word[0]]
        if number := self.match(_NUMBER):
            return float(number[0]) if re.search(r"[.eE]", number[0]) else int(number[0])
        raise ValueError(f"expected a value at {self.at} in {self.text!r}")

    def string(self) -> str:
        self.need("'")
        out: list[str] = []
        while (character := self.text[self.at]) != "'":
            if character == "\\":
                self.at += 1
                character = {"n": "\n", "t": "\t", "r": "\r"}.get(
                    self.text[self.at], self.text[self.at]
                )
            out.append(character)
            self.at += 1
        self.at += 1
        return "".join(out)

    def map(self) -> dict[str, Any]:
        self.need("{")
        entries: dict[str, Any] = {}
        while not self.take("}"):
            key = self.name()
            self.need(":")
            entries[key] = self.value()
            self.take(",")
        return entries

    def list_or_relationship(self) -> Any:
        self.need("[")
        if self.sees(":"):
            self.at -= 1
            return self.relationship()
        items: list[Any] = []
        while not self.take("]"):
            items.append(self.value())
            self.take(",")
        return items

    def node(self) -> ExpectedNode:
        self.need("(")
        labels: list[str] = []
        while self.take(":"):
            labels.append(self.name())
        properties = self.map() if self.sees("{") else {}
        self.need(")")
        return ExpectedNode(tuple(labels), properties)

    def relationship(self) -> ExpectedRelationship:
        self.need("[")
        self.need(":")
        type_ = self.name()
        properties = self.map() if self.sees("{") else {}
        self.need("]")
        return ExpectedRelationship(type_, properties)

    def path(self) -> ExpectedPath:
        self.need("<")
        nodes, steps = [self.node()], []
        while not self.take(">"):
            backwards = self.take("<-")
            if not backwards:
                self.need("-")
            relationship = self.relationship()
            self.need("-" if backwards else "->")
            nodes.append(self.node())
            steps.append((relationship, not backwards))
        return ExpectedPath(tuple(nodes), tuple(steps))


def comparable(value: Any, *, any_list_order: bool = False) -> Hashable:
    """A hashable form of an expected or actual value; equal forms mean equal values."""

    def form(inner: Any) -> Hashable:
        return comparable(inner, any_list_order=any_list_order)

    def entity(kind: str, names: Hashable, properties: Mapping[str, Any]) -> Hashable:
        return (kind, names, form(dict(properties)))

    match value:
        case None | bool():
            return ("constant", repr(value))
        case int():
            return ("integer", value)
        case float():
            return ("float", "NaN" if math.isnan(value) else value + 0.0)
        case str():
            return ("string", value)
        case list():
            items = [form(item) for item in value]
            return ("list", tuple(sorted(items, key=repr) if any_list_order else items))
        case dict():
            return ("map", tuple(sorted((key, form(item)) for key, item in value.items())))
        case ExpectedNode() | values.Node():
            return entity("node", tuple(sorted(value.labels)), value.properties)
        case ExpectedRelationship() | values.Relationship():
            return entity("relationship", value.type, value.properties)
        case ExpectedPath():
            nodes = tuple(form(node) for node in value.nodes)
            return ("path", nodes, tuple((form(step), forward) for step, forward in value.steps))
        case values.Path():
            nodes = tuple(form(node) for node in value.nodes)
            walked = zip(value.nodes, value.relationships, strict=False)
            return (
                "path",
                nodes,
                tuple((form(step), step.start == node.id) for node, step in walked),
            )
        case values.Duration():
            return ("string", str(value))
        case (
            values.Date()
            | values.Time()
            | values.LocalTime()
            | values.DateTime()
            | values.LocalDateTime()
        ):
            return ("string", _tck_temporal(str(value)))
        case _:
            return ("other", repr(value))


def _tck_temporal(text: str) -> str:
    """A temporal text as the TCK's tables have it: zero seconds left out, fraction in threes."""

    def clock(found: re.Match[str]) -> str:
        minutes, seconds, fraction = found[1], found[2], found[3] or ""
        if not fraction:
            return minutes if seconds == "00" else f"{minutes}:{seconds}"
        digits = fraction.rstrip("0")
        return f"{minutes}:{seconds}.{digits.ljust(-(-len(digits) // 3) * 3, '0')}"

    return re.sub(r"(?<![+\-\d])(\d\d:\d\d):(\d\d)(?:\.(\d+))?", clock, text, count=1)
