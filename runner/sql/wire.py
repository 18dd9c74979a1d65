"""What a page and its chDB say to each other: messages of JSON, each with bytes behind it."""

from __future__ import annotations

import json
from struct import pack, unpack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import IO

_HEAD = ">II"


def send(stream: IO[bytes], message: dict[str, Any], data: bytes = b"") -> None:
    """Write a message. Raises `OSError` where nobody reads any more."""
    text = json.dumps(message).encode("ascii")
    stream.write(pack(_HEAD, len(text), len(data)) + text)
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    """Read a message; None where there is none any more."""
    head = stream.read(8)
    if len(head) < 8:
        return None
    length, size = unpack(_HEAD, head)
    text, data = stream.read(length), stream.read(size)
    if len(text) < length or len(data) < size:
        return None
    return json.loads(text), data
