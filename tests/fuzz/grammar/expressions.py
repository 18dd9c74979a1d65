"""Expressions of a wanted type, made from the templates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.fuzz.grammar.draw import Scope
from tests.fuzz.grammar.templates import LITERALS, TEMPLATES, WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fuzz.grammar.draw import Draw

    Special = Callable[[Scope, int], str]

_HOLE = re.compile(
    r"(?<!LIST)<(\()?(!|literal |param |sure )?([A-Za-z_]+)\)?(?:\+([a-z]):([A-Z]+))?>"
)
_SURE = re.compile(r"(?:[^<]|<sure \w+>|<literal \w+>)*")
_LOCAL = re.compile(r"%([a-z])")
_ATOM = re.compile(r"\w+|'[^']*'|\w+(\.\w+)?\([^()]*\)|\[[^\[\]]*\]")
_WHOLE_ENTITY = ("keys(", "properties(", ".*}", "property_exists(")
_OF_FILES = ("linenumber()", "file()")
_ENTITIES = ("NODE", "REL", "PATH", "RECORD")
"""Types of which a statement must have a variable before there are expressions."""
_SOURCES = {
    "NODE": ("NODE", "REL", "PATH"),
    "REL": ("REL", "PATH"),
    "PATH": ("PATH",),
    "RECORD": ("RECORD",),
}

PARAMETERS: dict[str, tuple[object, ...]] = {
    "INT": (1, 2, -3, 0, None),
    "FLOAT": (0.5, 2.25),
    "STR": ("a", "abc", "", None),
    "BOOL": (True, False, None),
    "INTS": ([1, 2], [], [3, None]),
    "MAP": ({"a": 1, "b": "x"}, {}),
}


def _says_nothing(template: str) -> bool:
    """Whether a template is null where no file was loaded."""
    return any(read in template for read in _OF_FILES)


class Dead(Exception):
    """No expression of the wanted type can be made here."""


class Expressions:
    """Makes expressions; `special` holds what the hand-written holes stand for."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.special: dict[str, Special] = {}

    def of(self, kind: str, scope: Scope, depth: int, *, sure: bool = False) -> str:
        """An expression of type `kind` with at most `depth` levels of parts; `sure`: not null."""
        draw = self.draw
        if sure and (depth <= 0 or draw.chance(0.5)):
            return draw.one(LITERALS[kind])
        if sure:
            fitting = [t for t in TEMPLATES[kind] if _SURE.fullmatch(t) and not _says_nothing(t)]
            return (
                self._filled(draw.one(fitting), scope, depth - 1)
                if fitting
                else draw.one(LITERALS[kind])
            )
        if draw.chance(0.03) and kind not in ("BAG", "STR_DATE"):
            return "null"
        names = scope.of(kind)
        if names and draw.chance(0.45 if kind in _ENTITIES else 0.3):
            return draw.one(names)
        if depth > 0:
            templates = TEMPLATES[kind]
            for _ in range(6):
                template = draw.one(templates)
                if not self._possible(template, scope):
                    continue
                try:
                    return self._filled(template, scope, depth - 1)
                except Dead:
                    continue
        if names:
            return draw.one(names)
        if kind in LITERALS:
            return draw.one(LITERALS[kind])
        if kind == "ANY":
            return draw.one(LITERALS[draw.one(("INT", "STR", "BOOL", "FLOAT", "DATE", "INTS"))])
        if kind == "BAG":
            return draw.one(LITERALS["INTS"])
        if depth < 0:
            raise Dead
        return "null"

    def column(self, kind: str, scope: Scope, depth: int) -> str:
        """An expression for a column that nothing reads."""
        if kind in ("ANYS", "INTS") and depth > 1 and self.draw.chance(0.15):
            template = self.draw.one(WHOLE)
            if self._possible(template, scope):
                return self._filled(template, scope, depth - 1)
        return self.of(kind, scope, depth)

    def operand(self, kind: str, scope: Scope, depth: int) -> str:
        """The same, in parentheses where it is no atom."""
        text = self.of(kind, scope, depth)
        return text if _ATOM.fullmatch(text) else f"({text})"

    def _possible(self, template: str, scope: Scope) -> bool:
        if scope.written and any(read in template for read in _WHOLE_ENTITY):
            return False
        if not scope.loaded and _says_nothing(template):
            return False
        return all(
            any(scope.of(source) for source in _SOURCES[kind])
            for kind in _ENTITIES
            if f"<{kind}" in template or f"<({kind}" in template
        )

    def _filled(self, template: str, scope: Scope, depth: int) -> str:
        locals_ = dict.fromkeys(_LOCAL.findall(template), "")
        for letter in locals_:
            locals_[letter] = self.draw.name("v")

        def fill(match: re.Match[str]) -> str:
            wrapped, mode, kind, letter, local_kind = match.groups()
            inner = scope.extended({locals_[letter]: local_kind}) if letter else scope
            if mode == "!":
                return self.special[kind](inner, depth)
            if mode == "literal ":
                return self.draw.one(LITERALS[kind])
            if mode == "sure ":
                return self.of(kind, scope.fresh(), depth, sure=True)
            if mode == "param ":
                return self.parameter(kind, scope)
            return (self.operand if wrapped else self.of)(kind, inner, depth)

        # The names of local variables come first: a hole's text may contain a percent sign.
        named = _LOCAL.sub(lambda match: locals_[match[1]], template)
        return _HOLE.sub(fill, named)

    def parameter(self, kind: str, scope: Scope) -> str:
        """A parameter with a value of type `kind`."""
        name = f"p{len(scope.parameters)}"
        scope.parameters[name] = self.draw.one(PARAMETERS[kind])
        return f"${name}"
