"""The file: a SQLite database with one table, whose rows are records in order of commit.

SQLite makes each write all or nothing, also when the process or the machine stops in the middle
of it (https://sqlite.org/atomiccommit.html). A checksum that runs on from record to record finds
what was changed from outside.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from runner.durable.failures import damaged, foreign, named
from runner.durable.lock import HAS_LOCKS, lock
from runner.errors import DatabaseNotFound, NewerDatabase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

APPLICATION_ID = 0x43797068
"""What the file's header says it is: ``Cyph``."""
FORMAT = 1
"""The format of the records and tables; a file of a later one is refused."""

_BUSY_SECONDS = 10
"""How long a commit waits for a process that is just reading the file."""


class LogFile:
    """The records of one database. Not for several threads at a time.

    Attributes:
        path: Where the file is.
        database_id: The UUID of the database.
        is_new: Whether it was made just now, and so has no records.
    """

    def __init__(self, path: str, new_id: str, *, read_only: bool = False) -> None:
        """Open the file at `path`; a new one gets `new_id`.

        Raises `DatabaseFileFailure`.
        """
        self.path = path
        self.is_new = False
        self._number = 0
        self._first = 0
        self._checksum = 0
        self._seen_version = 0
        existed = Path(path).exists()
        if read_only and not existed:
            raise DatabaseNotFound(path, "there is no such file")
        if read_only and not Path(path).is_file():
            raise foreign(path, "what is there")
        self._lock = None if read_only else lock(path)
        try:
            self._connection = _connect(path)
            try:
                self._prepare(new_id, read_only=read_only)
            except BaseException:
                self._connection.close()
                raise
        except BaseException as error:
            if self._lock is not None:
                if not existed and Path(path).stat().st_size == 0:
                    Path(path).unlink()
                self._lock.close()
            if isinstance(error, sqlite3.Error):
                raise named(path, error) from error
            raise

    def _prepare(self, new_id: str, *, read_only: bool) -> None:
        ask = self._connection.execute
        (identity,) = ask("PRAGMA application_id").fetchone()
        (version,) = ask("PRAGMA user_version").fetchone()
        (pages,) = ask("PRAGMA page_count").fetchone()
        # To SQLite a file of a few bytes is as good as empty.
        is_empty = not pages and Path(self.path).stat().st_size == 0
        if not is_empty and identity != APPLICATION_ID:
            raise foreign(self.path)
        if version > FORMAT:
            raise NewerDatabase(
                self.path,
                f"written in format {version} by a later version of runner; this one knows "
                f"format {FORMAT}",
            )
        if read_only:
            if is_empty:
                raise foreign(self.path, "this empty file")
            ask("PRAGMA query_only = ON")
        else:
            ask("PRAGMA synchronous = FULL")
            if not HAS_LOCKS:
                ask("PRAGMA locking_mode = EXCLUSIVE")
            if is_empty:
                self._make(new_id)
        if not self.is_new:
            ((self.database_id,),) = ask("SELECT value FROM about WHERE name = 'database_id'")

    def _make(self, new_id: str) -> None:
        ask = self._connection.execute
        # A file whose free pages are given back when a shorter log replaces a longer one.
        ask("PRAGMA auto_vacuum = FULL")
        ask("BEGIN EXCLUSIVE")
        ask(f"PRAGMA application_id = {APPLICATION_ID}")
        ask(f"PRAGMA user_version = {FORMAT}")
        ask("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        ask(
            "CREATE TABLE log (number INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, "
            "record BLOB NOT NULL)"
        )
        ask("INSERT INTO about VALUES ('database_id', ?)", (new_id,))
        ask("COMMIT")
        self.database_id = new_id
        self.is_new = True

    def start_writing(self) -> None:
        """Let commits go to a file beside this one: that takes one wait for the disk, not three.

        Raises `DatabaseFileFailure`.
        """
        try:
            self._connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.Error as error:
            raise named(self.path, error) from error

    def read(self) -> Iterator[bytes]:
        """The records after the last that was read or written here, in order.

        Raises `DamagedDatabase`.
        """
        try:
            rows = self._connection.execute(
                "SELECT number, checksum, record FROM log WHERE number > ? ORDER BY number",
                (self._number,),
            )
            for number, checksum, record in rows:
                if self._first == 0:
                    self._first, self._number = number, number - 1
                if number != self._number + 1:
                    raise damaged(self.path, f"record {self._number + 1} is missing")
                if not isinstance(record, bytes) or crc32(record, self._checksum) != checksum:
                    raise damaged(self.path, f"record {number} is not what was written")
                self._number, self._checksum = number, checksum
                yield record
        except sqlite3.Error as error:
            raise named(self.path, error) from error

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """All that is read inside is as it was when the first of it was read."""
        try:
            self._connection.execute("BEGIN")
            yield
        finally:
            self._undo()

    def has_changed(self) -> bool:
        """Whether another process has written since this was asked last."""
        try:
            (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error as error:
            raise named(self.path, error) from error
        changed: bool = version != self._seen_version
        self._seen_version = version
        return changed

    def was_replaced(self) -> bool:
        """Whether the records that were read are not in the log any more; then it starts anew."""
        try:
            (first,) = self._connection.execute("SELECT min(number) FROM log").fetchone()
        except sqlite3.Error as error:
            raise named(self.path, error) from error
        if first == self._first:
            return False
        self._first = self._number = self._checksum = 0
        return True

    def append(self, record: bytes) -> None:
        """Add a record; it is on the disk when this returns. Raises `DatabaseFileFailure`."""
        number, checksum = self._number + 1, crc32(record, self._checksum)
        try:
            self._connection.execute("INSERT INTO log VALUES (?, ?, ?)", (number, checksum, record))
        except sqlite3.Error as error:
            self._undo()
            raise named(self.path, error) from error
        self._number, self._checksum = number, checksum

    def replace(self, records: Iterable[bytes]) -> None:
        """Put other records in the place of all that are there, in one step.

        Raises `DatabaseFileFailure`; then the old ones are still there.
        """
        ask = self._connection.execute
        first = number = self._number + 1
        checksum = 0
        try:
            ask("BEGIN IMMEDIATE")
            ask("DELETE FROM log")
            for number, record in enumerate(records, first):
                checksum = crc32(record, checksum)
                ask("INSERT INTO log VALUES (?, ?, ?)", (number, checksum, record))
            ask("COMMIT")
        except BaseException as error:
            self._undo()
            if isinstance(error, sqlite3.Error):
                raise named(self.path, error) from error
            raise
        self._first, self._number, self._checksum = first, number, checksum

    def _undo(self) -> None:
        if self._connection.in_transaction:
            self._connection.rollback()

    def close(self) -> None:
        """Close the file, and let others write to it.

        It is one file again then, unless somebody is reading it.
        """
        if self._lock is None:
            self._connection.close()
            return
        try:
            self._connection.execute("PRAGMA busy_timeout = 0").fetchone()
            self._connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.Error:
            # The next process to open it finds both files, as after a crash.
            pass
        finally:
            self._connection.close()
            self._lock.close()


def _connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{Path(path).absolute().as_uri()}?mode=rw",
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )
    try:
        # Only now is the file opened; a commit that was cut off is undone.
        connection.execute("PRAGMA schema_version").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
