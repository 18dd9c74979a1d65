"""The character classes of Java's regular expressions, as members of Python's.

Predefined and POSIX classes are ASCII only, as Java has them by default.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

CLASSES = {
    "d": "0-9",
    "w": "a-zA-Z_0-9",
    "s": r" \t\n\x0b\f\r",
    "h": r" \t\xa0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000",
    "v": r"\n\x0b\f\r\x85\u2028\u2029",
}
_POSIX = {
    "Lower": "a-z",
    "Upper": "A-Z",
    "ASCII": r"\x00-\x7f",
    "Alpha": "a-zA-Z",
    "Digit": "0-9",
    "Alnum": "a-zA-Z0-9",
    "Punct": r"!-/:-@\[-`{-~",
    "Graph": "!-~",
    "Print": " -~",
    "Blank": r" \t",
    "Cntrl": r"\x00-\x1f\x7f",
    "XDigit": "0-9a-fA-F",
    "Space": r" \t\n\x0b\f\r",
}

_BINARY_PROPERTIES: dict[str, Callable[[str], bool]] = {
    "IsAlphabetic": lambda category: category[0] == "L" or category == "Nl",
    "IsLetter": lambda category: category[0] == "L",
    "IsDigit": lambda category: category == "Nd",
    "IsPunctuation": lambda category: category[0] == "P",
    "IsUppercase": lambda category: category == "Lu",
    "IsLowercase": lambda category: category == "Ll",
    "IsWhite_Space": lambda category: category[0] == "Z",
}


def property_members(name: str) -> str | None:
    """The members of ``\\p{name}``: a POSIX class or a Unicode property; None where unknown."""
    return _POSIX.get(name) or _unicode_members(name)


@lru_cache(maxsize=64)
def _unicode_members(name: str) -> str | None:
    """The members of a class for a Unicode general category, as ``L`` or ``Lu``."""
    from unicodedata import category

    test = _BINARY_PROPERTIES.get(name)
    if test is None:
        general = name.removeprefix("Is").removeprefix("gc=").removeprefix("general_category=")
        if not re.fullmatch(r"[CLMNPSZ][a-z]?", general):
            return None

        def test(found: str) -> bool:
            return found.startswith(general)

    ranges: list[str] = []
    first = None
    for code in range(0x110001):
        inside = code < 0x110000 and test(category(chr(code)))
        if inside and first is None:
            first = code
        elif not inside and first is not None:
            ranges.append(f"\\U{first:08x}-\\U{code - 1:08x}")
            first = None
    return "".join(ranges) or None
