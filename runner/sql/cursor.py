"""Reads a text in ClickHouse's binary row format from left to right."""

from __future__ import annotations

from runner.sql.failures import SqlError
from runner.sql.settings import MAX_VALUES


class Cursor:
    """A place in a binary text; numbers are little-endian."""

    __slots__ = ("at", "data", "objects", "values")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.objects = 0
        """In how many objects the place is."""
        self.values = 0
        """How many values there are before this place, as far as they were counted."""

    @property
    def ended(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.data)

    def take(self, count: int) -> bytes:
        """The next bytes."""
        end = self.at + count
        if end > len(self.data):
            raise ValueError("a binary text ends too early")
        part = self.data[self.at : end]
        self.at = end
        return part

    def unsigned(self, width: int) -> int:
        """An integer of `width` bytes, without a sign."""
        return int.from_bytes(self.take(width), "little")

    def signed(self, width: int) -> int:
        """An integer of `width` bytes."""
        return int.from_bytes(self.take(width), "little", signed=True)

    def varint(self) -> int:
        """An integer of seven bits a byte, the lowest first."""
        number = shift = 0
        while True:
            byte = self.unsigned(1)
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7

    def count(self, more: int) -> None:
        """Count values that follow. Raises `SqlError` where they are too many."""
        self.values += more
        if self.values > MAX_VALUES:
            raise SqlError(
                "TOO_MANY_ROWS_OR_BYTES",
                f"Limit for result exceeded, max values: {MAX_VALUES:,}, those in lists and maps "
                "among them",
            )

    def length(self, width: int = 1) -> int:
        """The number of members that follow, each with so many values. Raises `SqlError`."""
        number = self.varint()
        self.count(number * width)
        return number

    def string(self) -> bytes:
        """Bytes behind their number."""
        return self.take(self.varint())

    def text(self) -> str:
        """A name: bytes behind their number, in UTF-8."""
        return self.string().decode("utf-8", "replace")
