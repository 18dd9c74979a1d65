"""What goes wrong with a database's file, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.errors import (
    DamagedDatabase,
    DatabaseDiskFull,
    DatabaseFileFailure,
    DatabaseInUse,
    DatabaseNotWritable,
    ForeignFile,
)

if TYPE_CHECKING:
    import sqlite3

READ_INSTEAD = "to read it, open it with ?mode=read"


def in_use(path: str) -> DatabaseInUse:
    """Another process writes."""
    return DatabaseInUse(path, f"in use by another process; {READ_INSTEAD}")


def not_writable(path: str, what: str = "this file") -> DatabaseNotWritable:
    """There is no right to write."""
    return DatabaseNotWritable(path, f"{what} may not be written to; {READ_INSTEAD}")


def foreign(path: str, what: str = "this file") -> ForeignFile:
    """It is not ours."""
    return ForeignFile(path, f"{what} is no database of this engine; it was left as it is")


def damaged(path: str, what: str) -> DamagedDatabase:
    """It was ours."""
    return DamagedDatabase(path, f"the file is damaged ({what}); it was left as it is")


def named(path: str, error: sqlite3.Error) -> DatabaseFileFailure:
    """The failure that an error of SQLite stands for (https://sqlite.org/rescode.html)."""
    code = getattr(error, "sqlite_errorname", "")
    if code.startswith("SQLITE_NOTADB"):
        return foreign(path)
    if code.startswith("SQLITE_CORRUPT"):
        return damaged(path, str(error))
    if code in ("SQLITE_FULL", "SQLITE_IOERR_WRITE"):
        return DatabaseDiskFull(
            path, f"no room is left for what was to be committed ({error}); it was undone"
        )
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return in_use(path)
    if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return not_writable(path, "this file or its folder")
    return DatabaseFileFailure(path, f"{error} ({code})")
