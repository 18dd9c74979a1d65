"""Numbers as text."""

from __future__ import annotations

from dataclasses import dataclass
from struct import pack, unpack


def float_text(x: float) -> str:
    """The text of a float, as Java's ``Double.toString`` gives it (JDK 19 and later).

    The shortest decimal that reads back as `x`, but with at least two digits: plain for
    10⁻³ ≤ |x| < 10⁷, else with an exponent, as ``1.0E7``; ``Infinity``, ``-Infinity``, ``NaN``.
    """
    special = _special_text(x)
    if special is not None:
        return special
    scientific = f"{abs(x):.1e}"
    # Among the decimals of one and two digits Java takes the one nearest to x (4.9E-324).
    if float(scientific) != abs(x):
        scientific = _scientific(repr(abs(x)))
    return _java_form(x < 0, scientific)


def float32_text(x: float) -> str:
    """The text of a 32-bit float, given as the equal `x`, as Java's ``Float.toString`` gives it."""
    special = _special_text(x)
    if special is not None:
        return special
    for precision in range(1, 9):
        scientific = f"{abs(x):.{precision}e}"
        if to_float32(float(scientific)) == abs(x):
            break
    return _java_form(x < 0, scientific)


def to_float32(x: float) -> float:
    """The 32-bit float nearest to `x`; infinite where `x` is out of their range."""
    try:
        nearest: float = unpack("<f", pack("<f", x))[0]
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")
    return nearest


def _special_text(x: float) -> str | None:
    if x != x:
        return "NaN"
    if x in (float("inf"), float("-inf")):
        return "Infinity" if x > 0 else "-Infinity"
    if x == 0:
        return "-0.0" if str(x)[0] == "-" else "0.0"
    return None


def _scientific(shortest: str) -> str:
    """A positive number in Python's `repr`, written as ``d.ddde±x``."""
    mantissa, _, power = shortest.partition("e")
    whole, _, fraction = mantissa.partition(".")
    exponent = len(whole) - 1 + int(power or 0)
    if whole == "0":
        exponent = len(fraction.lstrip("0")) - len(fraction) - 1
    digits = (whole + fraction).lstrip("0")
    return f"{digits[0]}.{digits[1:]}e{exponent}"


def _java_form(negative: bool, scientific: str) -> str:
    sign = "-" if negative else ""
    mantissa, _, power = scientific.partition("e")
    digits = mantissa.replace(".", "").rstrip("0")
    exponent = int(power)
    if not -3 <= exponent < 7:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    digits = digits.ljust(exponent + 2, "0")
    return f"{sign}{digits[: exponent + 1]}.{digits[exponent + 1 :]}"


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number by its decimal digits, as SQL has them: ``1.50`` is another one than ``1.5``.

    Cypher has no such type: only ``sql`` cells give it.
    """

    text: str
    """An optional minus, digits, and, where the type has places after the point, those."""

    def __str__(self) -> str:
        return self.text

    def __float__(self) -> float:
        return float(self.text)
