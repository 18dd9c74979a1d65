"""Files that LOAD CSV reads: which a URL names, and the records in them.

Only files inside one folder are ever opened; nothing is read over the network.
Source: the Cypher manual, "LOAD CSV"; texts of errors as of Neo4j 2026.08.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from runner.cypher.eval.limits import memory_error
from runner.cypher.failures import client_error, database_error
from runner.errors import Cause

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from runner.errors import EngineError

Record = list[str | None]

_REMOTE = ("http", "https", "ftp")
_ILLEGAL = re.compile(r'[\x00-\x20"<>\\^`{|}\x7f]')
_BAD_ESCAPE = re.compile(r"%(?![0-9a-fA-F]{2})")
_BYTE_ORDER_MARKS = (
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xfe\xff", "utf-16-be"),
    (b"\xff\xfe", "utf-16-le"),
)
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_MAX_UNPACKED_BYTES = 256 * 1024 * 1024


class CsvFile:
    """An opened file.

    Attributes:
        shown: What ``file()`` and messages call it.
        path: Where it is.
        text: All of its text.
    """

    __slots__ = ("path", "shown", "text")

    def __init__(self, shown: str, path: Path, text: str) -> None:
        self.shown = shown
        self.path = path
        self.text = text

    def records(self, terminator: str) -> Iterator[Record]:
        """The records; blank lines are none, an empty field is None.

        Raises `EngineError` for quotes that do not match.
        """
        text, size, at = self.text, len(self.text), 0
        plain = re.compile(f"[^{re.escape(terminator)}\r\n]*")
        blank = "\r\n".replace(terminator, "")
        while at < size:
            if text[at] in blank:
                at += 1
                continue
            fields: Record = []
            while True:
                if text.startswith('"', at) and terminator != '"':
                    field, at = self._quoted(at, terminator)
                    fields.append(field)
                else:
                    found = plain.match(text, at)
                    assert found is not None
                    fields.append(found[0] or None)
                    at = found.end()
                if not text.startswith(terminator, at):
                    break
                at += 1
            yield fields

    def _quoted(self, start: int, terminator: str) -> tuple[str, int]:
        """The field whose opening quote is at `start`, and where it ends."""
        text, at = self.text, start + 1
        parts: list[str] = []
        while True:
            found = _QUOTE_OR_ESCAPE.search(text, at)
            if found is None:
                position = len(text) + 1
                message = f"Missing end quote at position {position} in '{self.path}'."
                raise _unreadable(message, "22NAD")
            parts.append(text[at : found.start()])
            at = found.end()
            if found[0] == '"':
                break
            parts.append(found[0][1])
        if at < len(text) and text[at] not in (terminator, "\r", "\n"):
            message = (
                "Characters after an ending quote in a CSV field are not supported. See "
                f"'{self.path}' at position {at + 1}. This is read as `{text[start + 1 : at + 1]}`."
            )
            raise _unreadable(message, "22NAC")
        return "".join(parts), at


_QUOTE_OR_ESCAPE = re.compile(r'""|\\["\\]|"')


def open_csv(url: str, folder: Path | None) -> CsvFile:
    """Open the file that `url` names inside `folder`.

    Raises `EngineError` where there is none, where it would be outside, or where no folder is
    given, so that nothing may be read.
    """
    named = _path_in(url)
    if folder is None:
        raise _cannot_load(
            url,
            "configuration property 'dbms.security.allow_csv_import_from_file_urls' is false",
        )
    missing = _cannot_load(url, f"Couldn't load the external resource at: {url}")
    root = folder.resolve()
    parts = _parts(named)
    try:
        path = root.joinpath(*parts).resolve()
        if not path.is_relative_to(root) or not path.is_file():
            raise missing
        data = path.read_bytes()
        text = _text(data)
    except (OSError, ValueError):
        raise missing from None
    # Only of a URL in small letters is the path shown that stands there.
    shown = f"//{named}" if url.startswith("file:///") else named
    return CsvFile(shown if url.startswith("file:") else named.rpartition("/")[2], path, text)


def _parts(named: str) -> list[str]:
    """The names along a path from the folder; it cannot be left, as the root of a disk cannot."""
    parts: list[str] = []
    for part in named.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return parts


def _text(data: bytes) -> str:
    """What a file says. Raises `ValueError` for a packed file that cannot be unpacked."""
    # In a packed file Neo4j looks at no byte order mark.
    if data.startswith(_GZIP):
        return _gunzipped(data).decode("utf-8", "replace")
    if data.startswith(_ZIP):
        return _unzipped(data).decode("utf-8", "replace")
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    return data.decode("utf-8", "replace")


def _gunzipped(data: bytes) -> bytes:
    import zlib

    parts: list[bytes] = []
    left = _MAX_UNPACKED_BYTES
    while data:
        member = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            parts.append(member.decompress(data, left + 1))
        except zlib.error as error:
            raise ValueError(error) from error
        left -= len(parts[-1])
        _check_unpacked(left)
        if not member.eof:
            raise ValueError("the file ends too early")
        data = member.unused_data
    return b"".join(parts)


def _unzipped(data: bytes) -> bytes:
    """The only file in an archive, beside those that systems leave there."""
    import zipfile
    import zlib
    from io import BytesIO

    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if not _is_beside(name)]
            if len(names) != 1:
                raise ValueError("not one file")
            with archive.open(names[0]) as member:
                unpacked = member.read(_MAX_UNPACKED_BYTES + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError) as error:
        raise ValueError(error) from error
    _check_unpacked(_MAX_UNPACKED_BYTES - len(unpacked))
    return unpacked


def _is_beside(name: str) -> bool:
    return name.endswith("/") or "__MACOSX" in name or name.startswith(".") or "/." in name


def _check_unpacked(left: int) -> None:
    if left < 0:
        limit = f"{_MAX_UNPACKED_BYTES // (1024 * 1024)} MiB"
        raise memory_error(f"a file may have {limit} at most when it is unpacked")


def _path_in(url: str) -> str:
    """The path in a ``file:`` URL. Raises `EngineError` for what is no such URL."""
    scheme, colon, rest = url.partition(":")
    if not colon or not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme):
        scheme, rest = "", url
    _check_characters(url, opaque=bool(scheme) and not rest.startswith("/"))
    if not scheme:
        raise _invalid(url, f"no protocol: {url}")
    protocol = scheme.lower()
    if protocol in _REMOTE:
        raise _cannot_load(url, "the embedded engine reads no files over the network")
    if protocol != "file":
        raise _invalid(url, f"unknown protocol: {protocol}")
    if not rest.startswith("/"):
        raise _cannot_load(url, "URI is not hierarchical")
    rest, hash_, _ = rest.partition("#")
    rest, question, _ = rest.partition("?")
    authority, path = "", rest
    if rest.startswith("//"):
        authority, slash, tail = rest[2:].partition("/")
        path = slash + tail
    if authority:
        raise _cannot_load(
            url, "file URL may not contain an authority section (i.e. it should be 'file:///')"
        )
    if question:
        raise _cannot_load(url, "file URL may not contain a query component")
    if hash_:
        raise _cannot_load(url, "URI has a fragment component")
    return unquote(path)


def _check_characters(url: str, *, opaque: bool) -> None:
    illegal = _ILLEGAL.search(url)
    if illegal is not None:
        at = illegal.start()
        part = "opaque part" if opaque else "path"
        if "#" in url[:at]:
            part = "fragment"
        elif "?" in url[:at]:
            part = "query"
        raise _invalid(url, f"Illegal character in {part} at index {at}: {url}")
    escape = _BAD_ESCAPE.search(url)
    if escape is not None:
        raise _invalid(url, f"Malformed escape pair at index {escape.start()}: {url}")


def _invalid(url: str, why: str) -> EngineError:
    return _failed(url, f"Invalid URL '{url}': {why}")


def _cannot_load(url: str, why: str) -> EngineError:
    return _failed(url, f"Cannot load from URL '{url}': {why}")


def _failed(url: str, message: str) -> EngineError:
    return client_error(
        "Statement.ExternalResourceFailed",
        "22000",
        message,
        ("22N43", f"Could not load external resource from {url}."),
    )


def _unreadable(message: str, cause: str) -> EngineError:
    return database_error("Statement.ExecutionFailed", "50N00", message, Cause(cause, message))
