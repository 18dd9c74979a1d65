"""A database whose every committed transaction is in a file when its commit returns."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING, Any

from runner.cypher.database import Database, new_database_id
from runner.cypher.store.graph import Graph
from runner.cypher.store.redo import changes_schema, creation, operations, replay
from runner.cypher.store.schema_records import dump_schema, load_schema
from runner.durable.codec import decode, encode
from runner.durable.failures import damaged
from runner.durable.log_file import LogFile
from runner.errors import DatabaseFileFailure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OPERATIONS_PER_RECORD = 2_000
"""How many operations of a rewritten log go into one record."""
LEAST_GROWTH = 1_000_000
"""Bytes that a log grows by, at least, before it is rewritten."""


class StoredDatabase:
    """A database and its file. Not for several threads at a time.

    A record of the log is a map: `operations` (see `runner.cypher.store.redo`); `marks`, the next
    ids; `names`, the labels, types and keys that are new; `schema`, where it is another. The log
    starts with records that make the whole graph, and is rewritten so when what came after them
    is as long again: then it stands to the graph in a bounded proportion.

    Attributes:
        database: The database in memory.
    """

    def __init__(self, path: str, *, read_only: bool = False) -> None:
        """Open the file at `path` and read it. Raises `DatabaseFileFailure`."""
        self._read_only = read_only
        self._process = os.getpid()
        self._broken: str | None = None
        self._file = LogFile(path, new_database_id(), read_only=read_only)
        self.database = Database(self._file.database_id)
        try:
            self._file.has_changed()
            self._load()
            if not read_only:
                self._file.start_writing()
        except BaseException:
            self._file.close()
            raise

    @property
    def path(self) -> str:
        """Where the file is."""
        return self._file.path

    def is_foreign(self) -> bool:
        """Whether another process opened it, of which this one is a fork."""
        return os.getpid() != self._process

    def check(self) -> None:
        """Raise `DatabaseFileFailure` if the database cannot be used any more."""
        if self.is_foreign():
            raise DatabaseFileFailure(
                self.path, "opened in another process; open it in this one after forking"
            )
        if self._broken is not None:
            raise DatabaseFileFailure(self.path, f"{self._broken}; open it again")

    def refresh(self) -> None:
        """Take over what another process has committed; only where this one does not write."""
        if not self._read_only or not self._file.has_changed():
            return
        with self._file.at_one_moment():
            if self._file.was_replaced():
                self._load()
            else:
                self._apply(self.database.graph)

    def tidy(self) -> None:
        """Rewrite the log if it has grown much, and no transaction has changed anything yet.

        Where that fails, as for want of room, the log is as good as before and is rewritten later.
        """
        if self._read_only or self._grown < max(self._base, LEAST_GROWTH) * self._patience:
            return
        if self.database.is_written or self._broken is not None:
            return
        try:
            self.rewrite()
        except DatabaseFileFailure:
            self._patience *= 2

    def rewrite(self) -> None:
        """Replace the log by the shortest that makes the graph. Raises `DatabaseFileFailure`."""
        sizes: list[int] = []
        try:
            self._file.replace(_measured(_whole(self.database.graph), sizes))
        except DatabaseFileFailure:
            raise
        except BaseException:
            self._broken = "interrupted while its log was rewritten"
            raise
        self._base, self._grown, self._patience = sum(sizes), 0, 1
        self._note(self.database.graph)

    def close(self) -> None:
        """Close the file. Ids and names that only an undone transaction used are kept too."""
        try:
            if not (self.is_foreign() or self._read_only or self._broken):
                graph = self.database.graph
                if self._marks != _marks(graph) or self._counts != _counts(graph):
                    self._append(graph, {"operations": []})
        except DatabaseFileFailure:
            # There is no room: what was committed is there all the same.
            pass
        finally:
            self.database.graph.journal = None
            self._file.close()

    # Reading

    def _load(self) -> None:
        self._base = self._grown = 0
        self._patience = 1
        graph = Graph(self._file.database_id)
        if self._file.is_new:
            self._note(graph)
            self._append(graph, {"operations": [], "schema": dump_schema(graph.schema)})
            self._base, self._grown = self._grown, 0
        self._apply(graph)
        if not self._read_only:
            graph.journal = self._write
        self.database.replace_graph(graph)

    def _apply(self, graph: Graph) -> None:
        schema: dict[str, Any] | None = None
        for text in self._file.read():
            try:
                record = decode(text)
                for names, new in zip(_names(graph), record["names"], strict=True):
                    names.update(dict.fromkeys(new))
                replay(graph, record["operations"])
                next_node, next_relationship, next_rule = record["marks"]
            except (KeyError, ValueError, TypeError, IndexError) as error:
                raise damaged(self.path, f"a record does not fit: {error!r}") from error
            graph.next_node_id = next_node
            graph.next_relationship_id = next_relationship
            graph.schema.next_id = next_rule
            schema = record.get("schema", schema)
            # The records of a whole graph come first, and say so.
            self._base += len(text) if record.get("whole") else 0
            self._grown += 0 if record.get("whole") else len(text)
        if schema is not None:
            load_schema(graph, schema)
        self._note(graph)

    # Writing

    def _write(self, graph: Graph, log: Sequence[tuple[Any, Any, Any]]) -> None:
        """The graph's journal: keep what a transaction did. Raises `DatabaseFileFailure`."""
        self.check()
        record: dict[str, Any] = {"operations": operations(log)}
        if changes_schema(log):
            record["schema"] = dump_schema(graph.schema)
        self._append(graph, record)

    def _append(self, graph: Graph, record: dict[str, Any]) -> None:
        record["marks"] = _marks(graph)
        record["names"] = [
            list(islice(names, count, None))
            for names, count in zip(_names(graph), self._counts, strict=True)
        ]
        text = encode(record)
        try:
            self._file.append(text)
        except DatabaseFileFailure:
            raise
        except BaseException:
            # Whether the record is there is not known, and the graph in memory is undone.
            self._broken = "interrupted in the middle of a commit"
            raise
        self._grown += len(text)
        self._note(graph)

    def _note(self, graph: Graph) -> None:
        """Remember what of the marks and names is in the file."""
        self._marks = _marks(graph)
        self._counts = _counts(graph)


def _names(graph: Graph) -> tuple[dict[str, None], ...]:
    return graph.label_names, graph.type_names, graph.property_keys


def _counts(graph: Graph) -> tuple[int, ...]:
    return tuple(map(len, _names(graph)))


def _marks(graph: Graph) -> list[int]:
    return [graph.next_node_id, graph.next_relationship_id, graph.schema.next_id]


def _whole(graph: Graph) -> Iterator[dict[str, Any]]:
    """Records that make the graph; the first has its names, the last its schema."""
    names: list[list[str]] = [list(each) for each in _names(graph)]
    done = creation(graph)
    while some := list(islice(done, OPERATIONS_PER_RECORD)):
        yield {"whole": True, "operations": some, "names": names, "marks": _marks(graph)}
        names = [[], [], []]
    schema = dump_schema(graph.schema)
    marks = _marks(graph)
    yield {"whole": True, "operations": [], "names": names, "marks": marks, "schema": schema}


def _measured(records: Iterator[dict[str, Any]], sizes: list[int]) -> Iterator[bytes]:
    for record in records:
        text = encode(record)
        sizes.append(len(text))
        yield text
