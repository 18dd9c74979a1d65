"""``String.format`` of Java, for the conversions that messages use."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from runner.cypher.apoc.failing import JavaError, illegal_argument
from runner.cypher.apoc.java import java_class, text
from runner.cypher.eval.limits import check_characters

_SPECIFIER = re.compile(
    r"%(?:(?P<index>\d+)\$)?(?P<flags>[-#+ 0,(<]*)(?P<width>\d+)?(?:\.(?P<precision>\d+))?"
    r"(?P<conversion>[a-zA-Z%])",
)
_LANGUAGES = {
    "en": (".", ","),
    "de": (",", "."),
    "it": (",", "."),
    "es": (",", "."),
    "nl": (",", "."),
    "pt": (",", "."),
    "da": (",", "."),
    "tr": (",", "."),
    "fr": (",", "\u202f"),
    "sv": (",", "\u00a0"),
    "fi": (",", "\u00a0"),
    "pl": (",", "\u00a0"),
    "ru": (",", "\u00a0"),
    "cs": (",", "\u00a0"),
    "ja": (".", ","),
    "zh": (".", ","),
    "ko": (".", ","),
}
"""The decimal and the grouping separator of languages."""


def separators(language: str) -> tuple[str, str]:
    """The decimal and the grouping separator of a language tag such as ``de-CH``."""
    return _LANGUAGES.get(re.split("[-_]", language)[0].lower(), (".", ","))


def java_format(pattern: str, values: list[Any], language: str = "en") -> str:
    """The pattern with its specifiers replaced. Raises `JavaError` as Java does."""
    pieces: list[str] = []
    at = following = 0
    previous = -1
    while True:
        start = pattern.find("%", at)
        if start < 0:
            pieces.append(pattern[at:])
            return "".join(pieces)
        pieces.append(pattern[at:start])
        found = _SPECIFIER.match(pattern, start)
        if found is None:
            bad = re.compile(r"%[-#+ 0,(<\d.$]*").match(pattern, start)
            rest = pattern[bad.end() : bad.end() + 1] if bad else ""
            raise JavaError(
                "java.util.UnknownFormatConversionException", f"Conversion = '{rest or '%'}'"
            )
        at = found.end()
        conversion = found["conversion"]
        if conversion == "n":
            pieces.append("\n")
            continue
        if conversion == "%":
            pieces.append(_padded("%", found))
            continue
        if conversion.lower() not in "bhscdoxefga":
            raise JavaError(
                "java.util.UnknownFormatConversionException", f"Conversion = '{conversion}'"
            )
        if "<" in found["flags"]:
            place = previous
        elif found["index"]:
            place = int(found["index"]) - 1
        else:
            place, following = following, following + 1
        if not 0 <= place < len(values):
            raise JavaError(
                "java.util.MissingFormatArgumentException", f"Format specifier '{found[0]}'"
            )
        previous = place
        shown = _convert(values[place], found, language)
        pieces.append(shown.upper() if conversion.isupper() else shown)


def _convert(value: Any, found: re.Match[str], language: str) -> str:
    conversion = found["conversion"].lower()
    if conversion == "b":
        shown = "false" if value is None else text(value) if type(value) is bool else "true"
        return _padded(_cut(shown, found), found)
    if conversion == "s" or value is None:
        return _padded(_cut(text(value), found), found)
    if conversion == "d" and type(value) is int:
        return _number(f"{abs(value)}", value < 0, found, language)
    if conversion in "ox" and type(value) is int:
        prefix = {"o": "0", "x": "0x"}[conversion] if "#" in found["flags"] else ""
        bits = value & 0xFFFFFFFFFFFFFFFF
        return _padded(prefix + format(bits, conversion), found)
    if conversion in "ef" and type(value) is float:
        return _float(value, conversion, found, language)
    if conversion in "cgha":
        if conversion == "c" and type(value) is int:
            return _padded(chr(value), found)
        if conversion in "gha":
            raise illegal_argument(f"the embedded engine does not format by %{conversion}")
    raise JavaError(
        "java.util.IllegalFormatConversionException", f"{conversion} != {java_class(value)}"
    )


def _float(value: float, conversion: str, found: re.Match[str], language: str) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return _padded("NaN" if value != value else "Infinity" if value > 0 else "-Infinity", found)
    places = 6 if found["precision"] is None else int(found["precision"])
    check_characters(places)
    if conversion == "e":
        return _number(f"{abs(value):.{places}e}", value < 0, found, language)
    rounded = Decimal(repr(abs(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return _number(f"{rounded:f}", value < 0, found, language)


def _number(digits: str, negative: bool, found: re.Match[str], language: str) -> str:
    flags = found["flags"]
    decimal, group = separators(language)
    whole, point, fraction = digits.partition(".")
    if "," in flags:
        whole = f"{int(whole):,}".replace(",", group)
    shown = whole + (decimal if point else "") + fraction
    before, after = ("(", ")") if negative and "(" in flags else ("-" if negative else "", "")
    if not negative:
        before = "+" if "+" in flags else " " if " " in flags else ""
    if "0" in flags and found["width"]:
        width = int(found["width"])
        check_characters(width)
        shown = shown.rjust(width - len(before) - len(after), "0")
    return _padded(before + shown + after, found)


def _cut(shown: str, found: re.Match[str]) -> str:
    return shown if found["precision"] is None else shown[: int(found["precision"])]


def _padded(shown: str, found: re.Match[str]) -> str:
    if not found["width"]:
        return shown
    width = int(found["width"])
    check_characters(width)
    return shown.ljust(width) if "-" in found["flags"] else shown.rjust(width)
