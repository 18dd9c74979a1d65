"""Numbers by the patterns of Java's DecimalFormat."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from runner.cypher.apoc.failing import illegal_argument, unsupported_in
from runner.cypher.apoc.java_format import separators
from runner.values.numbers import float_text

_MOST = 340
_DEFAULT = "#,##0.###"


class Shape(NamedTuple):
    """What one half of a pattern says."""

    prefix: str
    suffix: str
    least_whole: int
    least_fraction: int
    most_fraction: int
    group: int
    factor: int


@lru_cache(maxsize=64)
def _shapes(pattern: str) -> tuple[Shape, Shape | None]:
    parts = pattern.split(";")
    if len(parts) > 2:
        raise illegal_argument(f'Malformed pattern "{pattern}"')
    positive = _shape(parts[0], pattern)
    return positive, _shape(parts[1], pattern) if len(parts) > 1 else None


def _shape(part: str, pattern: str) -> Shape:
    found = re.fullmatch(r"([^#0,.]*)([#0,]*)(?:\.(0*#*))?([^#0,.]*)", part)
    if found is None or "'" in part or "\u00a4" in part:
        raise unsupported_in("apoc.number.format", f"the pattern {pattern}")
    if re.search("0#", found[2].replace(",", "")):
        raise illegal_argument(f"Unexpected '0' in pattern \"{pattern}\"")
    if re.match(r"E\d", found[4]):
        raise unsupported_in("apoc.number.format", f"the pattern {pattern}")
    whole, fraction = found[2], found[3] or ""
    affixes = found[1] + found[4]
    group = len(whole) - whole.rindex(",") - 1 if "," in whole else 0
    least = whole.count("0")
    if least == 0 and "0" not in fraction and found[3] is not None:
        # Java takes the last digit before the point for one that is always there.
        least = 1
    return Shape(
        found[1],
        found[4],
        least,
        fraction.count("0"),
        len(fraction),
        group,
        100 if "%" in affixes else 1000 if "\u2030" in affixes else 1,
    )


def _choice(pattern: str | None, language: str | None) -> tuple[str, str]:
    """The pattern and the language, where one argument may stand for the other."""
    return pattern or _DEFAULT, language or "en"


def format_number(number: Any, pattern: str | None, language: str | None) -> str | None:
    """``apoc.number.format``; null for what is no number."""
    if type(number) not in (int, float):
        return None
    shape, negative_shape = _shapes(_choice(pattern, language)[0])
    decimal, group = separators(_choice(pattern, language)[1])
    if type(number) is float and number - number != 0:
        shown = "NaN" if number != number else "∞" if number > 0 else "-∞"
        return shown if number != number else shape.prefix + shown + shape.suffix
    value = Decimal(number) if type(number) is int else Decimal(float_text(number))
    value *= shape.factor
    rounded = abs(value).quantize(Decimal(1).scaleb(-shape.most_fraction), ROUND_HALF_EVEN)
    whole, _, fraction = f"{rounded:f}".partition(".")
    fraction = fraction.rstrip("0").ljust(shape.least_fraction, "0")
    whole = whole.lstrip("0").rjust(shape.least_whole, "0")
    if not whole and not fraction:
        whole = "0"
    if shape.group:
        whole = _grouped(whole, shape.group, group)
    shown = whole + (decimal + fraction if fraction else "")
    negative = value < 0 or (type(number) is float and float_text(number).startswith("-"))
    if not negative:
        return shape.prefix + shown + shape.suffix
    if negative_shape is not None:
        return negative_shape.prefix + shown + negative_shape.suffix
    return "-" + shape.prefix + shown + shape.suffix


def _grouped(whole: str, size: int, separator: str) -> str:
    first = len(whole) % size or size
    return separator.join(
        [whole[:first], *(whole[at : at + size] for at in range(first, len(whole), size))]
    )


def parse_number(text: str, pattern: str | None, language: str | None) -> Decimal | None:
    """The number that a text starts with; None where there is none."""
    shape, negative_shape = _shapes(_choice(pattern, language)[0])
    decimal, group = separators(_choice(pattern, language)[1])
    forms = [(shape, 1), (negative_shape, -1)] if negative_shape else [(shape, 1)]
    for form, sign in forms:
        assert form is not None
        digits = rf"(\d[\d{re.escape(group)}]*)?(?:{re.escape(decimal)}(\d*))?"
        source = rf"(-?){re.escape(form.prefix)}" + digits
        found = re.compile(source + re.escape(form.suffix)).match(text)
        if found is not None and (found[2] or found[3]):
            whole = (found[2] or "0").replace(group, "")
            number = Decimal(f"{whole}.{found[3] or '0'}") / form.factor
            return -number if (sign < 0) != bool(found[1]) else number
    return None
