"""Pages on a database that is not theirs alone: taken when empty, left empty.

Community has one database for users, so pages run there one after another. What somebody else
put there is never touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.engines.bolt_state import Contents, Lock, Mark, key_of
from runner.errors import EngineFailure
from runner.folders import state_folder

if TYPE_CHECKING:
    from neo4j import Session as DriverSession

    from runner.engines.bolt_link import Link
    from runner.result import Counters

_BATCH = 10_000
_CLEAR_SECONDS = 120.0

# Each half is answered from the store's own counts, however much there is.
_COUNTS = "MATCH (n) RETURN count(n) AS number UNION ALL MATCH ()-[r]->() RETURN count(r) AS number"
_DELETE_ALL = "MATCH (n) DETACH DELETE n"
_DELETE_A_BATCH = f"MATCH (n) WITH n LIMIT {_BATCH} DETACH DELETE n RETURN count(*)"
_INDEXES = "SHOW INDEXES YIELD name, type, owningConstraint, entityType"
_LOOKUP_INDEXES = {
    "NODE": "CREATE LOOKUP INDEX FOR (n) ON EACH labels(n)",
    "RELATIONSHIP": "CREATE LOOKUP INDEX FOR ()-[r]-() ON EACH type(r)",
}


class Inventory:
    """What a database holds beside its default indexes."""

    def __init__(self, session: DriverSession) -> None:
        from runner.engines.bolt_link import fetch

        [self.nodes], [self.relationships] = fetch(session, _COUNTS)
        self.constraints = [row[0] for row in fetch(session, "SHOW CONSTRAINTS YIELD name")]
        indexes = [row for row in fetch(session, _INDEXES) if row[2] is None]
        self.indexes = [name for name, type_, _, _ in indexes if type_ != "LOOKUP"]
        self.lookup_indexes = {row[3]: row[0] for row in indexes if row[1] == "LOOKUP"}

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing at all."""
        return not (self.nodes or self.constraints or self.indexes)

    @property
    def contents(self) -> Contents:
        """The same, counted as marks do."""
        indexes = len(self.indexes) + len(self.lookup_indexes)
        return Contents(self.nodes, self.relationships, len(self.constraints), indexes)

    def __str__(self) -> str:
        parts = [
            _counted(self.nodes, "node"),
            _counted(self.relationships, "relationship"),
            _named(self.constraints, "constraint", "constraints"),
            _named(self.indexes, "index", "indexes"),
        ]
        return ", ".join(part for part in parts if part)


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}" if number else ""


def _named(names: list[str], word: str, words: str) -> str:
    if not names:
        return ""
    shown = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
    return f"{len(names)} {word if len(names) == 1 else words} ({shown})"


class SharedDatabase:
    """The premises of pages on a database of the server's users.

    Attributes:
        name: The database's name.
    """

    keeps_account = True

    def __init__(self, link: Link, name: str, database_id: str, created: str) -> None:
        self.name = name
        self._link = link
        folder = state_folder()
        key = key_of(database_id, created)
        self._lock = Lock(folder / f"{key}.lock")
        self._mark = Mark(folder / f"{key}.json")
        self._locked = False
        self._in_use = False
        self._wipe = link.target.wipe == name
        self._contents = Contents()
        self._noted: tuple[Contents, ...] = ()
        self._lookup_indexes: dict[str, str] = {}

    def enter(self) -> None:
        """Take the database for one page.

        Raises `EngineFailure` when another run has it, or it holds what is not runner's.
        """
        self._take_lock()
        found = self._inventory()
        if not found.is_empty:
            left = self._mark.read()
            if not self._wipe and found.contents not in left:
                raise self._not_empty(found, killed=bool(left))
            self._clear(found)
            found = self._inventory()
        self._wipe = False
        self._lookup_indexes = found.lookup_indexes
        self._contents = found.contents
        self._note(self._contents)
        self._in_use = True

    def committing(self, counters: Counters) -> None:
        """See `Premises.committing`: the mark says how it may end."""
        self._note(self._contents, self._contents.after(counters))

    def committed(self, counters: Counters) -> None:
        """See `Premises.committed`: the mark follows."""
        self._contents = self._contents.after(counters)
        self._note(self._contents)

    def uncertain(self) -> None:
        """See `Premises.uncertain`: count again."""
        self._contents = self._inventory().contents
        self._note(self._contents)

    def _note(self, *contents: Contents) -> None:
        """Set the mark, unless it says so already."""
        noted = tuple(dict.fromkeys(contents))
        if noted != self._noted:
            self._mark.write(*noted)
            self._noted = noted

    def leave(self) -> None:
        """Empty the database. Raises `EngineFailure`; the mark stays then."""
        try:
            self._clear(self._inventory())
            self._mark.remove()
            self._noted = ()
        finally:
            self._in_use = False
            self._link.forget_schema(self.name)

    def close(self) -> None:
        """Let other runs have the database."""
        if self._locked:
            self._lock.release()
            self._locked = False

    def _take_lock(self) -> None:
        if self._in_use or not (self._locked or self._lock.take()):
            here = f"the database {self.name!r} at {self._link.target.address} is in use by another"
            if self._in_use or not self._lock.is_held_here:
                raise EngineFailure(
                    f"{here} run of runner; pages there run one at a time, so wait for it to end "
                    "or give each run a server of its own"
                )
            raise EngineFailure(
                f"{here} engine of this run; pages there run one at a time, so name each server "
                "once, however its URL may be written"
            )
        self._locked = True

    def _inventory(self) -> Inventory:
        return self._link.control(Inventory, self.name)

    def _not_empty(self, found: Inventory, *, killed: bool) -> EngineFailure:
        changed = (
            " A run of runner was killed here, but this is not what it left behind."
            if killed
            else ""
        )
        return EngineFailure(
            f"the database {self.name!r} at {self._link.target.address} is not empty: it holds "
            f"{found}.{changed} Pages run on an empty database and leave it empty, so nothing was "
            "touched. Name another database with --database, or let all that is in this one be "
            f"deleted with --wipe {self.name}"
        )

    def _clear(self, found: Inventory) -> None:
        """Delete all that is there, and bring the default indexes back."""
        from runner.engines.bolt_link import fetch

        def clear(session: DriverSession) -> None:
            if found.nodes > _BATCH:
                while fetch(session, _DELETE_A_BATCH) != [[0]]:
                    pass
            if found.nodes:
                fetch(session, _DELETE_ALL)
            for name in found.constraints:
                fetch(session, f"DROP CONSTRAINT {quoted(name)}")
            for name in found.indexes:
                fetch(session, f"DROP INDEX {quoted(name)}")
            for entity in self._lookup_indexes:
                if entity not in found.lookup_indexes:
                    fetch(session, _LOOKUP_INDEXES[entity])

        self._link.control(clear, self.name, _CLEAR_SECONDS)


def quoted(name: str) -> str:
    """A name as Cypher writes it in any case."""
    return f"`{name.replace('`', '``')}`"
