"""Fulltext indexes: which texts they hold, as of the last commit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.store.committed import CommittedIndex
from runner.cypher.store.records import NodeRecord

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.store.indexes import Entity

Texts = dict[str, tuple[str, ...]]


class Document:
    """The texts of an entity by property.

    Attributes:
        entity: The entity.
        texts: Its strings by property; several where the property is a list.
        terms: What analysis made of them, kept by whoever analyzed them.
    """

    __slots__ = ("entity", "terms", "texts")

    def __init__(self, entity: Entity, texts: Texts) -> None:
        self.entity = entity
        self.texts = texts
        self.terms: dict[str, list[tuple[str, int]]] | None = None


class FulltextIndex(CommittedIndex):
    """An index whose texts are searched by `runner.cypher.fulltext`.

    Lucene's scores count what was deleted until its segment is merged with another, or has
    nothing else in it. Neo4j merges whenever there are two, soon after a commit; so there are
    the older documents, those of the last commit, and the deleted ones that still count.

    Attributes:
        older: The documents by entity id, but for those of the last commit.
        latest: The documents of the last commit.
        dead: Deleted documents that still count in the statistics.
        version: Grows with every change.
        cache: What a search made of the documents at a version: its own affair.
    """

    __slots__ = ("cache", "dead", "latest", "older", "version")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.older: dict[int, Document] = {}
        self.latest: dict[int, Document] = {}
        self.dead: list[Document] = []
        self.version = 0
        self.cache: Any = None

    @property
    def analyzer(self) -> str:
        """The name of its analyzer."""
        return str(self.config.get("fulltext.analyzer", "standard-no-stop-words"))

    def texts_of(self, entity: Entity) -> Texts | None:
        """The texts that the index has of an entity as it is now; None where it has none."""
        if not self.covers(entity):
            return None
        texts: Texts = {}
        for name in self.properties:
            value = entity.properties.get(name)
            if isinstance(value, str):
                texts[name] = (value,)
            elif isinstance(value, list) and value and all(isinstance(x, str) for x in value):
                texts[name] = tuple(value)
        return texts or None

    def document(self, identity: int) -> Document | None:
        """The document of an entity, as of the last commit."""
        return self.latest.get(identity) or self.older.get(identity)

    def refresh(self, entities: Iterable[Entity]) -> None:
        """See `CommittedIndex.refresh`."""
        changes: list[tuple[Entity, Texts | None]] = []
        for entity in entities:
            if isinstance(entity, NodeRecord) == (self.entity == "NODE"):
                texts, known = self.texts_of(entity), self.document(entity.id)
                if texts != (None if known is None else known.texts):
                    changes.append((entity, texts))
        if not changes:
            return
        self.version += 1
        if self.latest:
            self.older.update(self.latest)
            self.latest, self.dead = {}, []
        for entity, _ in changes:
            known = self.older.pop(entity.id, None)
            if known is not None:
                self.dead.append(known)
        if not self.older:
            self.dead = []
        added = {e.id: Document(e, texts) for e, texts in changes if texts is not None}
        if self.older:
            self.latest = added
        else:
            self.older = added
