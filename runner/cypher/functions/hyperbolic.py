"""Hyperbolic functions and the decimal logarithm, rounded as Java rounds them.

Java's `StrictMath` takes `sinh` and `cosh` from the "Freely Distributable Math Library": the
algorithms and constants are those of its files `e_sinh.c`, `e_cosh.c`, `e_exp.c` and `s_expm1.c`.
Of `tanh` and `log10` it gives the nearest number, which the platform's library often misses.
"""

from __future__ import annotations

import math
from functools import lru_cache
from struct import pack, unpack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Context

_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_INVERSE_LN2 = 1.44269504088896338700e00
_EXP = (
    1.66666666666666019037e-01,
    -2.77777777770155933842e-03,
    6.61375632143793436117e-05,
    -1.65339022054652515390e-06,
    4.13813679705723846039e-08,
)
_EXPM1 = (
    -3.33333333333331316428e-02,
    1.58730158725481460165e-03,
    -7.93650757867487942473e-05,
    4.00821782732936239552e-06,
    -2.01099218183624371326e-07,
)
_HALF_LN2 = 0.34657359027997264
"""Half of the natural logarithm of 2: smaller arguments need no reduction."""
_THREE_HALVES_LN2 = 1.0397207708399179
_LARGEST_EXP = 7.09782712893383973096e02
_SMALLEST_EXP = -7.45133219101941108420e02
_LARGEST_SINH = 7.10475860073943863426e02


def sinh(x: float) -> float:
    """The hyperbolic sine."""
    if not math.isfinite(x):
        return x + x
    size = abs(x)
    half = -0.5 if x < 0 else 0.5
    if size < 22:
        if size < 2.0**-28:
            return x
        t = _expm1(size)
        if size < 1:
            return half * (2.0 * t - t * t / (t + 1.0))
        return half * (t + t / (t + 1.0))
    if size < _LARGEST_EXP:
        return half * _exp(size)
    if size <= _LARGEST_SINH:
        w = _exp(0.5 * size)
        return (half * w) * w
    return math.copysign(math.inf, x)


def cosh(x: float) -> float:
    """The hyperbolic cosine."""
    if not math.isfinite(x):
        return x * x
    size = abs(x)
    if size < _HALF_LN2:
        t = _expm1(size)
        w = 1.0 + t
        return w if size < 2.0**-55 else 1.0 + (t * t) / (w + w)
    if size < 22:
        t = _exp(size)
        return 0.5 * t + 0.5 / t
    if size < _LARGEST_EXP:
        return 0.5 * _exp(size)
    if size <= _LARGEST_SINH:
        w = _exp(0.5 * size)
        return (0.5 * w) * w
    return math.inf


def tanh(x: float) -> float:
    """The hyperbolic tangent: the nearest number."""
    size = abs(x)
    if x != x or size < 2.0**-28:
        return x
    if size >= 22:
        return math.copysign(1.0, x)
    precise = _precise()
    power = precise.exp(precise.multiply(precise.create_decimal(x), 2))
    return float(precise.divide(precise.subtract(power, 1), precise.add(power, 1)))


def log10(x: float) -> float:
    """The logarithm to base 10 of a positive number: the nearest number."""
    if not math.isfinite(x):
        return math.log10(x)
    precise = _precise()
    return float(precise.log10(precise.create_decimal(x)))


@lru_cache(maxsize=1)
def _precise() -> Context:
    from decimal import Context

    return Context(prec=50)


def _exp(x: float) -> float:
    """The exponential function, of a finite number."""
    if x > _LARGEST_EXP:
        return math.inf
    if x < _SMALLEST_EXP:
        return 0.0
    size = abs(x)
    power, high, low = 0, x, 0.0
    if size > _HALF_LN2:
        if size < _THREE_HALVES_LN2:
            power = 1 if x > 0 else -1
        else:
            power = int(_INVERSE_LN2 * x + math.copysign(0.5, x))
        high = x - power * _LN2_HIGH
        low = power * _LN2_LOW
        x = high - low
    elif size < 2.0**-28:
        return 1.0 + x
    t = x * x
    p = _EXP
    c = x - t * (p[0] + t * (p[1] + t * (p[2] + t * (p[3] + t * p[4]))))
    if power == 0:
        return 1.0 - ((x * c) / (c - 2.0) - x)
    return _scaled(1.0 - ((low - (x * c) / (2.0 - c)) - high), power)


def _expm1(x: float) -> float:
    """``exp(x) - 1``, of a number from 0 to 22."""
    power, c = 0, 0.0
    if x > _HALF_LN2:
        power = 1 if x < _THREE_HALVES_LN2 else int(_INVERSE_LN2 * x + 0.5)
        high = x - power * _LN2_HIGH
        low = power * _LN2_LOW
        x = high - low
        c = (high - x) - low
    elif x < 2.0**-54:
        return x
    half = 0.5 * x
    square = x * half
    q = _EXPM1
    r = 1.0 + square * (q[0] + square * (q[1] + square * (q[2] + square * (q[3] + square * q[4]))))
    t = 3.0 - r * half
    e = square * ((r - t) / (6.0 - x * t))
    if power == 0:
        return x - (x * e - square)
    e = x * (e - c) - c
    e -= square
    if power == 1:
        return -2.0 * (e - (x + 0.5)) if x < -0.25 else 1.0 + 2.0 * (x - e)
    if power > 56:
        return _scaled(1.0 - (e - x), power) - 1.0
    if power < 20:
        return _scaled((1.0 - 2.0**-power) - (e - x), power)
    return _scaled((x - (e + 2.0**-power)) + 1.0, power)


def _scaled(x: float, power: int) -> float:
    """`x` with `power` added to its exponent, as the library does it: on the bits."""
    if power < -1021:
        return _scaled(x, power + 1000) * 2.0**-1000
    (bits,) = unpack(">q", pack(">d", x))
    (result,) = unpack(">d", pack(">q", bits + (power << 52)))
    scaled: float = result
    return scaled
