"""The process of a page's chDB: reads requests, answers them, and ends when nobody asks any more.

Run as ``python -m runner.sql.worker FOLDER READ…``: the first folder is for its files, from the
others it may read.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import threading
from pathlib import Path
from queue import SimpleQueue
from time import sleep
from typing import TYPE_CHECKING, Any, BinaryIO

from runner.page.sql_text import tokens
from runner.sql import wall, wire
from runner.sql.failures import name_and_text
from runner.sql.guard import Guard, Refused
from runner.sql.settings import (
    DATABASE,
    FILES_STATUS,
    MAX_FILE,
    MAX_FILES,
    MAX_KEPT,
    MAX_RESULT,
    write_configuration,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from runner.page.sql_text import Token

_RESULT = "RowBinaryWithNamesAndTypes"
_NOTHING = re.compile(r"('(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|\bNothing\b(?! )")
"""The type of what is always null, in the name of a type; names of parts and members aside."""
_MOST_ANSWERS = 5
_WATCH_SECONDS = 0.5


class Failed(Exception):
    """A statement failed; `report` is what the page is told."""

    def __init__(self, name: str, text: str, offset: int | None = None) -> None:
        super().__init__(text)
        self.report = {"name": name, "text": text, "offset": offset}


class Worker:
    """One chDB, and what a page asks of it."""

    def __init__(self, folder: Path) -> None:
        from chdb import session

        self._folder = folder
        self._asked = 0
        connect: Any = session.Session
        self._session: Any = connect(write_configuration(folder))
        self._query(f"CREATE DATABASE {DATABASE}")
        self._query(f"USE {DATABASE}")
        self._guard = Guard(
            self._names("SELECT lower(name) FROM system.table_functions"),
            self._names(
                "SELECT lower(name) FROM system.functions WHERE categories = 'AI' OR alias_to IN "
                "(SELECT name FROM system.functions WHERE categories = 'AI')"
            ),
        )
        self._last = b""
        self._kept: dict[str, bytes | None] = {}
        """Results by the names of their cells; None where there was no room."""
        self._loaded: list[str] = []

    def answer(self, request: dict[str, Any], data: bytes) -> bytes:
        """Do what a request says. Raises `Failed`."""
        operations: dict[str, Callable[[dict[str, Any], bytes], bytes]] = {
            "run": self._run,
            "keep": self._keep,
            "load": self._load,
            "recall": self._recall,
            "unload": self._unload,
        }
        return operations[request["do"]](request, data)

    # Statements.

    def _run(self, request: dict[str, Any], _data: bytes) -> bytes:
        text, parameters = request["text"], request["parameters"]
        self._last = b""
        if "\0" in text:
            raise Failed("SYNTAX_ERROR", "a statement holds a character U+0000", text.index("\0"))
        os.chdir(request["folder"])
        try:
            text = self._check(text, request["folder"], parameters)
            self._query(f"SET max_execution_time = {request['seconds']}")
            given = self._query(text, _RESULT, parameters)
        except Failed as failed:
            # Where the page stands differs from machine to machine.
            said = str(failed.report["text"]).replace(f"{request['folder']}/", "")
            failed.report["text"] = said
            raise
        finally:
            os.chdir(self._folder)
        if len(given) > MAX_RESULT:
            raise Failed(
                "TOO_MANY_ROWS_OR_BYTES",
                f"Limit for result exceeded, max bytes: {MAX_RESULT:,}, current bytes: "
                f"{len(given):,}",
            )
        self._last = given
        return given

    def _check(self, text: str, folder: str, parameters: dict[str, str]) -> str:
        """The statement as it may run.

        Raises `Failed` where the guard refuses it, or nothing can read it.
        """
        if _only_describes(text):
            return text
        try:
            tree = self._tree(text)
            if tree is None:
                text, as_query = _split_at_values(text)
                tree = self._tree_of_rows(as_query)
            self._guard.check(tree, folder, parameters)
        except Refused as refused:
            offset = _place_of(refused.what, text) if refused.what else 0
            raise Failed(refused.title, str(refused), offset) from None
        return text

    def _tree(self, text: str) -> dict[str, Any] | None:
        """The syntax tree of a statement; None where rows follow it. Raises `Failed`, `Refused`."""
        try:
            answer = self._query(f"SELECT parseQueryToJSON({_literal(text)})", "TSVRaw")
        except Failed as failed:
            said = failed.report["text"]
            if failed.report["name"] != "BAD_ARGUMENTS" or "parseQueryToJSON" not in str(said):
                raise
            if "inline data" in str(said):
                return None
            raise Refused(
                "a page does not run statements of this kind; it selects, and makes, fills, "
                "changes and drops tables and views of its own"
            ) from None
        try:
            # Strings that are no UTF-8 stay what they are: names of files are among them.
            tree: dict[str, Any] = json.loads(answer.decode("utf-8", "surrogateescape"))
        except RecursionError:
            raise Refused("this is nested too deeply to be looked at") from None
        return tree

    def _tree_of_rows(self, as_query: str) -> dict[str, Any]:
        tree = self._tree(as_query)
        if tree is None:
            raise Refused("leave FORMAT out: INSERT takes its rows from VALUES", "FORMAT")
        return tree

    def _query(
        self, text: str, format_: str = "TSVRaw", parameters: dict[str, str] | None = None
    ) -> bytes:
        try:
            answer = self._session.query(text, format_, params=parameters or None)
        except RuntimeError as error:
            name, said, byte = name_and_text(str(error))
            offset = None if byte is None else len(text.encode()[:byte].decode("utf-8", "ignore"))
            self._settle()
            raise Failed(name, said, offset) from None
        return bytes(answer.bytes() or b"")

    def _settle(self) -> None:
        """Make sure that the next answer is that of the next statement.

        After a statement that fails while it writes its rows, chDB answers the next one with what
        was written of them.
        """
        for _ in range(_MOST_ANSWERS):
            self._asked += 1
            expected = f"settled {self._asked}"
            try:
                answer = self._session.query(f"SELECT '{expected}'", "TSVRaw")
            except RuntimeError:
                continue
            if bytes(answer.bytes() or b"") == f"{expected}\n".encode():
                return
        raise RuntimeError("chDB answers another statement than it is asked")

    def _names(self, text: str) -> list[str]:
        return self._query(text).decode("utf-8").split()

    # Tables.

    def _keep(self, request: dict[str, Any], _data: bytes) -> bytes:
        """Keep the last result under a name, as long as there is room."""
        name = request["name"]
        self._kept.pop(name, None)
        together = sum(len(each) for each in self._kept.values() if each is not None)
        self._kept[name] = self._last if together + len(self._last) <= MAX_KEPT else None
        return b""

    def _recall(self, request: dict[str, Any], _data: bytes) -> bytes:
        """Make a table of a result that was kept; the rows are its own, and so are the types."""
        from runner.sql.cursor import Cursor

        name = request["name"]
        kept = self._kept.get(name, b"")
        if kept is None:
            raise Failed(
                "TOO_MANY_ROWS_OR_BYTES",
                f"the result of the cell {name} was not kept: those that later cells name are "
                f"more than {MAX_KEPT:,} bytes together",
            )
        if not kept:
            return b""
        cursor = Cursor(kept)
        count = cursor.varint()
        names = [cursor.text() for _ in range(count)]
        types = [_NOTHING.sub(lambda m: m[1] or "String", cursor.text()) for _ in range(count)]
        self._make(name, list(zip(names, types, strict=True)), kept[cursor.at :])
        return b""

    def _load(self, request: dict[str, Any], data: bytes) -> bytes:
        """Make a table of rows."""
        self._make(request["name"], request["columns"], data)
        return b""

    def _make(self, name: str, columns: list[tuple[str, str]], data: bytes) -> None:
        declared = ", ".join(f"{_quoted(column)} {kind}" for column, kind in columns)
        table = f"{DATABASE}.{_quoted(name)}"
        try:
            self._query(f"CREATE TABLE {table} ({declared}) ENGINE = Memory")
        except Failed as failed:
            if failed.report["name"] != "TABLE_ALREADY_EXISTS":
                raise
            raise Failed(
                "TABLE_ALREADY_EXISTS",
                f"the page has made a table `{name}`, which is also the name of a data block or an "
                "earlier cell that this cell uses",
            ) from None
        self._loaded.append(table)
        if not data:
            return
        try:
            inserter = self._session._conn.send_insert(f"INSERT INTO {table}", "RowBinary")
            inserter.append(data)
            inserter.finish()
        except RuntimeError as error:
            failure, said, _ = name_and_text(str(error))
            self._settle()
            raise Failed(failure, f"the rows of {name} cannot be a table: {said}") from None

    def _unload(self, _request: dict[str, Any], _data: bytes) -> bytes:
        """Drop the tables that were made for the cell before."""
        for table in self._loaded:
            self._query(f"DROP TABLE IF EXISTS {table}")
        self._loaded.clear()
        return b""


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace("`", "\\`")
    return f"`{escaped}`"


def _place_of(name: str, text: str) -> int:
    """Where a name stands first in a statement; its start where it does not."""
    wanted = name.lower()
    for token in tokens(text):
        if (token.name or "").lower() == wanted:
            return token.start
    return 0


_DESCRIBING = ({"DESCRIBE", "DESC", "EXISTS"}, {"TABLE", "VIEW"})


def _only_describes(text: str) -> bool:
    """Whether a statement is ``DESCRIBE TABLE name``, ``EXISTS …`` or ``SHOW CREATE TABLE name``.

    ClickHouse gives no tree of these, and there is nothing else in them than names.
    """
    found = list(tokens(text))
    words = [token.text.upper() if token.kind == "word" else "" for token in found]
    if words[:2] == ["SHOW", "CREATE"]:
        words, found = words[1:], found[1:]
    elif not words or words[0] not in _DESCRIBING[0]:
        return False
    at = 2 if len(words) > 2 and words[1] in _DESCRIBING[1] else 1
    rest = found[at:]
    dotted = len(rest) == 3 and rest[1].text == "."
    return (len(rest) == 1 or dotted) and all(token.name is not None for token in rest[::2])


def _split_at_values(text: str) -> tuple[str, str]:
    """An ``INSERT … VALUES`` as it may run, and with its rows as a query.

    The rows of the query are in its tree. ClickHouse reads those of VALUES with another reader,
    which takes brackets and single quotes in comments and in quoted names for its own: the
    comments are blanked, the names refused, so that both read the same. Raises `Refused` where it
    is no such statement.
    """
    begins = _at_values(text)
    parts: list[str] = []
    end = begins.end
    for token in tokens(text):
        if token.start >= begins.end:
            if token.kind not in _IN_VALUES or token.text[0] in "‘“#":
                raise Refused(
                    f"the rows of VALUES have no {token.text[0]}: strings in them stand in '…', "
                    "and names as they are"
                )
            parts += [_ANY.sub(" ", text[end : token.start]), token.text]
            end = token.end
    rows = "".join(parts)
    return f"{text[: begins.end]}{rows}", f"{text[: begins.start]}SELECT {rows}"


def _at_values(text: str) -> Token:
    """The word VALUES of a statement that has it once. Raises `Refused` for others."""
    depth = 0
    found = []
    for token in tokens(text):
        if token.text in ("(", "[", "{"):
            depth += 1
        elif token.text in (")", "]", "}"):
            depth -= 1
        elif not depth and token.kind == "word" and token.text.upper() == "VALUES":
            found.append(token)
    if len(found) != 1:
        raise Refused(
            "INSERT takes its rows from VALUES, once, or from a query; rows in other forms stand "
            "in a data block",
            "INSERT",
        )
    return found[0]


_IN_VALUES = frozenset({"string", "number", "word", "other"})
_ANY = re.compile(r"[^\n]")


_FATAL = ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")


def _end_when_broken() -> None:
    """Let a crash end the process, at once: chDB's own handlers may wait for ever."""
    for name in _FATAL:
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, signal.SIG_DFL)


def _limit() -> None:
    """Set limits of the system, where it has them."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = MAX_FILE if most == resource.RLIM_INFINITY else min(MAX_FILE, most)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))


def _end_when_files_grow(folder: str) -> None:
    """End the process when its files are more than they may be together."""
    while True:
        sleep(_WATCH_SECONDS)
        if _size_below(folder) > MAX_FILES:
            os._exit(FILES_STATUS)


def _size_below(folder: str) -> int:
    """The bytes of the files below a folder, those that are just gone aside."""
    found = 0
    for name, _, files in os.walk(folder):
        for each in files:
            try:
                found += Path(name, each).lstat().st_size
            except OSError:
                continue
    return found


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the page. What chDB prints, or reads, is to be nobody's."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return requests, answers


def main(folder: str, *readable: str) -> None:
    """Answer requests until there are none any more."""
    requests, answers = _streams()
    queue: SimpleQueue[tuple[dict[str, Any], bytes]] = SimpleQueue()

    def read() -> None:
        """Read requests; when the page's process is gone, end, whatever is running."""
        while (request := wire.receive(requests)) is not None:
            queue.put(request)
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    _limit()
    # This one stays outside the wall: from inside, nobody can remove the folder itself.
    threading.Thread(target=read, daemon=True).start()
    wall.build(map(Path, readable), Path(folder))
    threading.Thread(target=_end_when_files_grow, args=(folder,), daemon=True).start()
    try:
        worker = Worker(Path(folder))
    except Exception as error:  # noqa: BLE001 - whatever it is, the page is told
        wire.send(answers, {"failure": f"{type(error).__name__}: {error}"})
        os._exit(1)
    _end_when_broken()
    wire.send(answers, {"ready": True})
    while True:
        request, data = queue.get()
        try:
            given = worker.answer(request, data)
        except Failed as failed:
            wire.send(answers, {"failed": failed.report})
        else:
            wire.send(answers, {"done": True}, given)


if __name__ == "__main__":
    main(*sys.argv[1:])
