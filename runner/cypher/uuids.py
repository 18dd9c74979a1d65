"""Values of the type UUID: they are no properties, and a result has their text.

Text is read as ``java.util.UUID`` reads it: groups may be short, and of a long one the last digits
count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from os import urandom
from time import time_ns

_NANOS_PER_MILLISECOND = 1_000_000
_MOST_CHARACTERS = 36
_MOST_OF_GROUP = 2**63 - 1
_GROUP_BITS = (32, 16, 16, 16, 48)
_GROUP = r"(\+?[\da-fA-F]+)"
_TEXT = re.compile("-".join((_GROUP,) * len(_GROUP_BITS)))
_LOW = 2**64 - 1
_SIGN = 2**63


@dataclass(frozen=True, slots=True)
class Uuid:
    """A UUID, as the unsigned `number` of its 128 bits."""

    number: int

    def __str__(self) -> str:
        digits = f"{self.number:032x}"
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"

    @property
    def halves(self) -> tuple[int, int]:
        """Its most and its least significant bits, as signed integers."""
        return _signed(self.number >> 64), _signed(self.number & _LOW)


def from_halves(most: int, least: int) -> Uuid:
    """The UUID of two signed integers."""
    return Uuid((most & _LOW) << 64 | least & _LOW)


def from_text(text: str) -> Uuid | None:
    """The UUID that a text stands for; None of one that stands for none."""
    found = _TEXT.fullmatch(text) if len(text) <= _MOST_CHARACTERS else None
    if found is None:
        return None
    number = 0
    for written, bits in zip(found.groups(), _GROUP_BITS, strict=True):
        group = int(written, 16)
        if group > _MOST_OF_GROUP:
            return None
        number = number << bits | group & (1 << bits) - 1
    return Uuid(number)


def random_uuid() -> Uuid:
    """A UUID of the present moment and chance (RFC 9562, version 7)."""
    number = time_ns() // _NANOS_PER_MILLISECOND << 80 | int.from_bytes(urandom(10), "big")
    return Uuid(number & ~(0xF << 76 | 0x3 << 62) | 0x7 << 76 | 0x2 << 62)


def _signed(half: int) -> int:
    return half - 2 * _SIGN if half & _SIGN else half
