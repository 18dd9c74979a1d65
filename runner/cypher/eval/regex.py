"""Regular expressions as Java understands them, run by Python's `re`.

What the two write differently is translated: inline flags in the middle, quoting, POSIX and
Unicode classes, unions and intersections of character classes, named groups, what ``.`` matches.
Rules: the documentation of `java.util.regex.Pattern`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from runner.cypher.eval.regex_classes import CLASSES, property_members
from runner.cypher.failures import client_error

_DOT = r"[^\n\r\x85\u2028\u2029]"
_SIMPLE_ESCAPES = frozenset("tnrfa")
_FLAGS = frozenset("idmsuxU")


@lru_cache(maxsize=256)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The compiled form of a Java pattern.

    Raises `EngineError` (22N11) with Java's description where the pattern is malformed.
    """
    translated = _Translator(pattern).translate()
    try:
        return re.compile(translated, re.ASCII)
    except (re.error, OverflowError) as error:
        raise _invalid(str(error).partition(" at position")[0], pattern, None) from None


def _invalid(description: str, pattern: str, index: int | None) -> Exception:
    message = f"Invalid Regex: {description}"
    if index is not None:
        message += f" near index {index}"
    message += f"\n{pattern}"
    if index is not None and index < len(pattern):
        message += f"\n{' ' * index}^"
    return client_error("Statement.SemanticError", "22000", message, ("22N11", message))


class _Translator:
    """Walks a Java pattern once, left to right."""

    __slots__ = ("_at", "_dot_all", "_pattern", "_verbose")

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._dot_all = False
        self._verbose = False

    def translate(self) -> str:
        translated = self._group_body(depth=0)
        if self._at < len(self._pattern):
            self._fail("Unmatched closing ')'", max(self._at - 1, 0))
        return translated

    def _fail(self, description: str, index: int | None = None) -> NoReturn:
        raise _invalid(description, self._pattern, self._at if index is None else index)

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _group_body(self, depth: int) -> str:
        """Alternatives up to the closing parenthesis, which is left, or the end.

        A flag in the middle holds up to there, over the bars: it opens a group that is closed
        before each bar and opened again behind it.
        """
        outer = self._dot_all, self._verbose
        alternatives: list[str] = []
        current: list[str] = []
        opened: list[str] = []
        while True:
            character = self._peek()
            if character in ("", ")"):
                break
            if character == "|":
                self._at += 1
                alternatives.append("".join(current) + ")" * len(opened))
                current = list(opened)
                continue
            flags = self._inline_flags()
            if flags is not None:
                opened.append(flags)
                current.append(flags)
                continue
            current.append(self._element(depth))
        self._dot_all, self._verbose = outer
        alternatives.append("".join(current) + ")" * len(opened))
        return "|".join(alternatives)

    def _inline_flags(self) -> str | None:
        """``(?i)``: sets flags for the rest of the group. Returns the group that it opens."""
        match = re.compile(r"\(\?([a-zA-Z]*(?:-[a-zA-Z]*)?)\)").match(self._pattern, self._at)
        if match is None:
            return None
        opening = self._flags(match[1])
        self._at = match.end()
        return opening

    def _flags(self, written: str) -> str:
        on, _, off = written.partition("-")
        if set(on + off) - _FLAGS:
            self._fail("Unknown inline modifier", self._at + 2)
        self._dot_all = (self._dot_all or "s" in on) and "s" not in off
        self._verbose = (self._verbose or "x" in on) and "x" not in off
        kept_on = "".join(flag for flag in "imx" if flag in on)
        kept_off = "".join(flag for flag in "imx" if flag in off)
        unicode = "u" if set(on) & set("uU") else ""
        return f"(?{unicode}{kept_on}{'-' + kept_off if kept_off else ''}:"

    def _element(self, depth: int) -> str:
        """One atom or quantifier."""
        character = self._peek()
        if character == "(":
            return self._group(depth)
        if character == "[":
            start = self._at
            self._at += 1
            return self._character_class(start)
        if character == "\\":
            return self._escape()
        if character in "*+?":
            return self._quantifier()
        if character == "{":
            return self._counted()
        self._at += 1
        if character == ".":
            return r"(?s:.)" if self._dot_all else _DOT
        if character in "^$":
            return character
        return character if self._verbose else re.escape(character)

    def _group(self, depth: int) -> str:
        self._at += 1
        opening = "("
        flags = (self._dot_all, self._verbose)
        rest = self._pattern[self._at :]
        if rest.startswith("?"):
            opening = self._special_group()
        body = self._group_body(depth + 1)
        if self._peek() != ")":
            self._fail("Unclosed group", len(self._pattern))
        self._at += 1
        self._dot_all, self._verbose = flags
        return f"{opening}{body})"

    def _special_group(self) -> str:
        """What follows ``(?``: the Python opening of the same group."""
        rest = self._pattern[self._at :]
        for plain in ("?:", "?=", "?!", "?<=", "?<!", "?>"):
            if rest.startswith(plain):
                self._at += len(plain)
                return f"({plain}"
        named = re.match(r"\?<([a-zA-Z][a-zA-Z0-9]*)>", rest)
        if named is not None:
            self._at += named.end()
            return f"(?P<{named[1]}>"
        flagged = re.match(r"\?([a-zA-Z]*(?:-[a-zA-Z]*)?):", rest)
        if flagged is None:
            self._fail("Unknown inline modifier", self._at + 1)
        opening = self._flags(flagged[1])
        self._at += flagged.end()
        return opening

    def _quantifier(self) -> str:
        """``*``, ``+`` or ``?`` with its reluctant or possessive sign."""
        start = self._at
        if start == 0 or self._pattern[start - 1] in "(|":
            self._fail(f"Dangling meta character '{self._peek()}'")
        self._at += 1
        text = self._pattern[start]
        if self._pattern.startswith(("?", "+"), self._at):
            text += self._peek()
            self._at += 1
        self._refuse_quantifier()
        return text

    def _refuse_quantifier(self) -> None:
        if self._pattern.startswith(("*", "+", "?"), self._at):
            self._fail(f"Dangling meta character '{self._peek()}'")

    def _counted(self) -> str:
        match = re.compile(r"\{(\d+)(,(\d*))?\}([?+]?)").match(self._pattern, self._at)
        if match is None:
            if re.compile(r"\{\d+(,\d*)?$").match(self._pattern, self._at):
                self._fail("Unclosed counted closure", len(self._pattern))
            self._fail("Illegal repetition", max(self._at - 1, 0))
        if match[3] and int(match[3]) < int(match[1]):
            self._fail("Illegal repetition range", match.end(1))
        self._at = match.end()
        self._refuse_quantifier()
        return match[0]

    def _escape(self) -> str:
        """An escape outside a character class."""
        following = self._pattern[self._at + 1 : self._at + 2]
        if following == "Q":
            return self._quoted()
        if following == "k":
            match = re.compile(r"\\k<([a-zA-Z][a-zA-Z0-9]*)>").match(self._pattern, self._at)
            if match is None:
                self._fail("\\k is not followed by '<' for named capturing group")
            self._at = match.end()
            return f"(?P={match[1]})"
        fixed = {"Z": r"(?=\n?\Z)", "z": r"\Z", "A": r"\A", "b": r"\b", "B": r"\B"}
        fixed["R"] = r"(?:\r\n|[\n\x0b\f\r\x85\u2028\u2029])"
        if following in fixed and following:
            self._at += 2
            return fixed[following]
        if following.isdigit() and following != "0":
            self._at += 2
            return f"(?:\\{following})"
        negated, members = self._escaped_members()
        return f"[{'^' if negated else ''}{members}]"

    def _quoted(self) -> str:
        end = self._pattern.find("\\E", self._at + 2)
        text = self._pattern[self._at + 2 : end if end >= 0 else len(self._pattern)]
        self._at = end + 2 if end >= 0 else len(self._pattern)
        return re.escape(text)

    def _escaped_members(self) -> tuple[bool, str]:
        """An escape that stands for characters: whether negated, and the members of a class."""
        start = self._at
        self._at += 1
        character = self._peek()
        if character == "":
            self._fail("Unexpected internal error", len(self._pattern))
        self._at += 1
        if character.lower() in CLASSES:
            return character.isupper(), CLASSES[character.lower()]
        if character in "pP":
            return self._property(character == "P")
        if character in _SIMPLE_ESCAPES:
            return False, f"\\{character}"
        if character == "e":
            return False, r"\x1b"
        if character in "0uxc":
            return False, re.escape(self._code_point(character))
        if character.isalpha() and character.isascii():
            self._fail("Illegal/unsupported escape sequence", start + 1)
        return False, re.escape(character)

    def _code_point(self, kind: str) -> str:
        shapes = {
            "0": r"[0-3]?[0-7]{1,2}",
            "u": r"[0-9a-fA-F]{4}",
            "x": r"[0-9a-fA-F]{2}|\{[0-9a-fA-F]+\}",
            "c": r"(?s:.)",
        }
        match = re.compile(shapes[kind]).match(self._pattern, self._at)
        if match is None:
            kinds = {"0": "octal", "u": "Unicode", "x": "hexadecimal", "c": "control"}
            self._fail(f"Illegal {kinds[kind]} escape sequence")
        self._at = match.end()
        if kind == "c":
            return chr(ord(match[0]) ^ 64)
        value = int(match[0].strip("{}"), 8 if kind == "0" else 16)
        if value > 0x10FFFF:
            self._fail("Hexadecimal codepoint is too big")
        return chr(value)

    def _property(self, negated: bool) -> tuple[bool, str]:
        match = re.compile(r"\{(\^?)([^}]*)\}|([A-Za-z])").match(self._pattern, self._at)
        if match is None:
            self._fail("Unclosed character family", len(self._pattern) - 1)
        self._at = match.end()
        name = match[2] or match[3]
        members = property_members(name)
        if members is None:
            self._fail(f"Unknown character property name {{{name}}}", match.end() - 1)
        return negated is not bool(match[1]), members

    def _character_class(self, start: int) -> str:
        """What follows ``[``, up to its ``]``: an expression that matches one character."""
        negated = self._peek() == "^"
        if negated:
            self._at += 1
        operands = [self._class_union(start, first=True)]
        while self._pattern.startswith("&&", self._at):
            self._at += 2
            operands.append(self._class_union(start, first=False))
        self._at += 1
        inner = "".join(f"(?={operand})" for operand in operands[1:]) + operands[0]
        if len(operands) == 1 and negated and re.fullmatch(r"\[(?!\^)(?:[^\]\\]|\\.)*\]", inner):
            return f"[^{inner[1:]}"
        return f"(?:(?!{inner})(?s:.))" if negated else f"(?:{inner})"

    def _class_union(self, start: int, *, first: bool) -> str:
        """Members up to ``&&`` or the closing bracket, which is left."""
        members: list[str] = []
        nested: list[str] = []
        while True:
            character = self._peek()
            if character == "":
                self._fail("Unclosed character class", len(self._pattern) - 1)
            if self._pattern.startswith("&&", self._at):
                break
            if character == "]" and (members or nested or not first):
                break
            if character == "[":
                self._at += 1
                nested.append(self._character_class(start))
            else:
                self._class_member(members, nested)
        if members:
            nested.append(f"[{''.join(members)}]")
        return nested[0] if len(nested) == 1 else f"(?:{'|'.join(nested)})"

    def _class_member(self, members: list[str], nested: list[str]) -> None:
        """One character, range or escape inside a class."""
        if self._pattern.startswith("\\Q", self._at):
            members.append(self._quoted())
            return
        low = self._class_character(nested)
        if low is None:
            return
        following = self._pattern[self._at : self._at + 2]
        if following[:1] != "-" or following[1:] in ("]", "[", "") or len(low) > 2:
            members.append(low)
            return
        self._at += 1
        high = self._class_character(nested)
        if high is None or _ordinal(high) < _ordinal(low):
            self._fail("Illegal character range", self._at - 1)
        members.append(f"{low}-{high}")

    def _class_character(self, nested: list[str]) -> str | None:
        """The members that one character or escape stands for; None where it went to `nested`."""
        if self._peek() == "\\":
            negated, members = self._escaped_members()
            if negated:
                nested.append(f"[^{members}]")
                return None
            return members
        character = self._peek()
        self._at += 1
        return re.escape(character)


def _ordinal(member: str) -> int:
    if member.startswith("\\") and len(member) == 2 and member[1] in "tnrfa":
        return ord({"t": "\t", "n": "\n", "r": "\r", "f": "\f", "a": "\a"}[member[1]])
    return ord(member[-1])
