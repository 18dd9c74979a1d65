"""Inverse trigonometric functions, rounded as Java rounds them.

Java's `StrictMath` is the "Freely Distributable Math Library", whose results may differ from those
of the platform's own library in the last bit. The algorithms and constants are those of its files
`s_atan.c`, `e_atan2.c`, `e_asin.c` and `e_acos.c`.
"""

from __future__ import annotations

import math
from struct import pack, unpack

_ATAN_HIGH = (
    4.63647609000806093515e-01,
    7.85398163397448278999e-01,
    9.82793723247329054082e-01,
    1.57079632679489655800e00,
)
_ATAN_LOW = (
    2.26987774529616870924e-17,
    3.06161699786838301793e-17,
    1.39033110312309984516e-17,
    6.12323399573676603587e-17,
)
_ATAN = (
    3.33333333333329318027e-01,
    -1.99999999998764832476e-01,
    1.42857142725034663711e-01,
    -1.11111104054623557880e-01,
    9.09088713343650656196e-02,
    -7.69187620504482999495e-02,
    6.66107313738753120669e-02,
    -5.83357013379057348645e-02,
    4.97687799461593236017e-02,
    -3.65315727442169155270e-02,
    1.62858201153657823623e-02,
)
_P = (
    1.66666666666666657415e-01,
    -3.25565818622400915405e-01,
    2.01212532134862925881e-01,
    -4.00555345006794114027e-02,
    7.91534994289814532176e-04,
    3.47933107596021167570e-05,
)
_Q = (
    -2.40339491173441421878e00,
    2.02094576023350569471e00,
    -6.88283971605453293030e-01,
    7.70381505559019352791e-02,
)
_HALF_PI_HIGH, _HALF_PI_LOW = _ATAN_HIGH[3], _ATAN_LOW[3]
_QUARTER_PI_HIGH = _ATAN_HIGH[1]
_PI, _PI_LOW = 3.1415926535897931160e00, 1.2246467991473531772e-16


def atan(x: float) -> float:
    """The arc tangent."""
    size = abs(x)
    if x != x:
        return x
    if size >= 2.0**66:
        return math.copysign(_HALF_PI_HIGH + _HALF_PI_LOW, x)
    if size < 0.4375:
        if size < 2.0**-29:
            return x
        at, reduced = -1, x
    elif size < 0.6875:
        at, reduced = 0, (2.0 * size - 1.0) / (2.0 + size)
    elif size < 1.1875:
        at, reduced = 1, (size - 1.0) / (size + 1.0)
    elif size < 2.4375:
        at, reduced = 2, (size - 1.5) / (1.0 + 1.5 * size)
    else:
        at, reduced = 3, -1.0 / size
    z = reduced * reduced
    w = z * z
    a = _ATAN
    odd = z * (a[0] + w * (a[2] + w * (a[4] + w * (a[6] + w * (a[8] + w * a[10])))))
    even = w * (a[1] + w * (a[3] + w * (a[5] + w * (a[7] + w * a[9]))))
    if at < 0:
        return reduced - reduced * (odd + even)
    result = _ATAN_HIGH[at] - ((reduced * (odd + even) - _ATAN_LOW[at]) - reduced)
    return -result if x < 0 else result


def atan2(y: float, x: float) -> float:
    """The angle of the point (x, y)."""
    if not (math.isfinite(x) and math.isfinite(y)) or x == 0 or y == 0:
        return math.atan2(y, x)
    if x == 1.0:
        return atan(y)
    exponents = math.frexp(y)[1] - math.frexp(x)[1]
    if exponents > 60:
        z = _HALF_PI_HIGH + 0.5 * _PI_LOW
    elif x < 0 and exponents < -60:
        z = 0.0
    else:
        z = atan(abs(y / x))
    if x > 0:
        return -z if y < 0 else z
    return (z - _PI_LOW) - _PI if y < 0 else _PI - (z - _PI_LOW)


def asin(x: float) -> float:
    """The arc sine; NaN beyond -1 and 1."""
    size = abs(x)
    if x != x or size > 1:
        return math.nan
    if size == 1:
        return x * _HALF_PI_HIGH + x * _HALF_PI_LOW
    if size < 0.5:
        return x if size < 2.0**-27 else x + x * _ratio(x * x)
    rest = (1.0 - size) * 0.5
    root = math.sqrt(rest)
    ratio = _ratio(rest)
    if size >= _NEAR_ONE:
        result = _HALF_PI_HIGH - (2.0 * (root + root * ratio) - _HALF_PI_LOW)
    else:
        high = _truncated(root)
        low = (rest - high * high) / (root + high)
        p = 2.0 * root * ratio - (_HALF_PI_LOW - 2.0 * low)
        q = _QUARTER_PI_HIGH - 2.0 * high
        result = _QUARTER_PI_HIGH - (p - q)
    return result if x > 0 else -result


def acos(x: float) -> float:
    """The arc cosine; NaN beyond -1 and 1."""
    size = abs(x)
    if x != x or size > 1:
        return math.nan
    if size == 1:
        return 0.0 if x > 0 else _PI + 2.0 * _HALF_PI_LOW
    if size < 0.5:
        if size <= 2.0**-57:
            return _HALF_PI_HIGH + _HALF_PI_LOW
        return _HALF_PI_HIGH - (x - (_HALF_PI_LOW - x * _ratio(x * x)))
    if x < 0:
        rest = (1.0 + x) * 0.5
        root = math.sqrt(rest)
        return _PI - 2.0 * (root + (_ratio(rest) * root - _HALF_PI_LOW))
    rest = (1.0 - x) * 0.5
    root = math.sqrt(rest)
    high = _truncated(root)
    low = (rest - high * high) / (root + high)
    return 2.0 * (high + (_ratio(rest) * root + low))


_NEAR_ONE = unpack(">d", pack(">Q", 0x3FEF333300000000))[0]
"""About 0.975."""


def _ratio(z: float) -> float:
    p, q = _P, _Q
    above = z * (p[0] + z * (p[1] + z * (p[2] + z * (p[3] + z * (p[4] + z * p[5])))))
    return above / (1.0 + z * (q[0] + z * (q[1] + z * (q[2] + z * q[3]))))


def _truncated(x: float) -> float:
    """`x` without the lower half of its bits."""
    (bits,) = unpack(">Q", pack(">d", x))
    (high,) = unpack(">d", pack(">Q", bits & 0xFFFFFFFF00000000))
    truncated: float = high
    return truncated
