"""Procedures that search fulltext indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.functions.table import Parameter
from runner.cypher.procedures.failing import (
    call_failed,
    illegal_argument,
    unsupported_call,
    wrong_entity,
)
from runner.cypher.procedures.table import Column, Procedure
from runner.cypher.store.documents import Document, FulltextIndex
from runner.cypher.store.records import NodeRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runner.cypher.eval.runtime import State
    from runner.cypher.fulltext.analyzers import Analyzer
    from runner.cypher.fulltext.corpus import Corpus
    from runner.cypher.store.transaction import Transaction

_QUERY = "db.index.fulltext.query{}"


def _query(
    state: State, kind: str, name: Any, text: Any, options: Any = None
) -> Iterator[tuple[Any, ...]]:
    from runner.cypher.fulltext.parse import UnsupportedPattern, parse_query
    from runner.cypher.fulltext.search import search
    from runner.cypher.fulltext.tokens import QueryFailure

    plural = "Nodes" if kind == "NODE" else "Relationships"
    procedure = _QUERY.format(plural)
    index = state.transaction.graph.schema.indexes.get(name)
    if not isinstance(index, FulltextIndex):
        shown = "null" if name is None else name
        raise illegal_argument(procedure, f"There is no such fulltext schema index: {shown}")
    if index.entity != kind:
        raise wrong_entity(procedure, index, state.transaction.graph, plural.lower())
    skip, limit = _window(procedure, options)
    written = _analyzer(procedure, index.analyzer)
    asked = written
    if isinstance(options.get("analyzer"), str):
        asked = _analyzer(procedure, options["analyzer"])
    if text is None:
        raise call_failed(procedure, "java.lang.NullPointerException", "")
    try:
        query = parse_query(text, index.properties, asked)
    except QueryFailure as failure:
        raise call_failed(
            procedure,
            failure.kind,
            failure.message,
            "java.lang.RuntimeException: Could not parse the given fulltext search query: "
            f"'{text}'.",
        ) from None
    except UnsupportedPattern:
        raise unsupported_call(procedure, "this regular expression") from None
    documents, corpus = _documents(state.transaction, index, written)
    hits = search(query, corpus)
    found = [(documents[number].entity, score) for number, score in hits]
    return iter(found[skip : None if limit is None else skip + limit])


def _window(procedure: str, options: Any) -> tuple[int, int | None]:
    """How many hits to skip and to give."""
    if options is None:
        raise call_failed(
            procedure,
            "java.lang.NullPointerException",
            'Cannot invoke "java.util.Map.get(Object)" because "options" is null',
        )
    counts: list[int | None] = []
    for key in ("skip", "limit"):
        value = options.get(key)
        if type(value) not in (int, float):
            counts.append(None)
            continue
        if value < 0:
            raise call_failed(
                procedure,
                "java.lang.IllegalStateException",
                f"{key.capitalize()} argument cannot be negative: {value}.",
            )
        counts.append(int(value))
    return counts[0] or 0, counts[1]


def _analyzer(procedure: str, name: str) -> Analyzer:
    from runner.cypher.fulltext.analyzers import analyzers
    from runner.cypher.plan.schema_options import ANALYZERS

    found = analyzers().get(name)
    if found is not None:
        return found
    if name in ANALYZERS:
        raise unsupported_call(procedure, f"the analyzer '{name}'")
    raise call_failed(
        procedure,
        "java.lang.RuntimeException",
        f"Could not create fulltext analyzer: {name}. Could not find service provider "
        f"org.neo4j.graphdb.schema.AnalyzerProvider[{name}]",
    )


def _documents(
    transaction: Transaction, index: FulltextIndex, analyzer: Analyzer
) -> tuple[list[Document], Corpus]:
    """The documents by number, and the corpus: as of the last commit, and of `transaction`.

    What the transaction changed or deleted is not found in its old state, but counts, as it does
    in Neo4j.
    """
    changed = [
        entity
        for entity in transaction.changed_entities()
        if isinstance(entity, NodeRecord) == (index.entity == "NODE")
    ]
    own: list[Document] = []
    outdated: set[int] = set()
    for entity in changed:
        texts, known = index.texts_of(entity), index.document(entity.id)
        if texts != (None if known is None else known.texts):
            outdated.add(entity.id)
            if texts is not None:
                own.append(Document(entity, texts))
    if own or outdated:
        return _collect(index, analyzer, own, outdated)
    if index.cache is None or index.cache[0] != index.version:
        index.cache = (index.version, _collect(index, analyzer, [], outdated))
    found: tuple[list[Document], Corpus] = index.cache[1]
    return found


def _collect(
    index: FulltextIndex, analyzer: Analyzer, own: list[Document], outdated: set[int]
) -> tuple[list[Document], Corpus]:
    from runner.cypher.fulltext.corpus import Corpus, analyzed

    live = [*index.older.values(), *index.latest.values()]
    documents = [*live, *index.dead, *own]
    hidden = {number for number, known in enumerate(live) if known.entity.id in outdated}
    hidden.update(range(len(live), len(live) + len(index.dead)))
    corpus = Corpus(frozenset(hidden))
    for number, document in enumerate(documents):
        if document.terms is None:
            document.terms = analyzed(document.texts, analyzer)
        corpus.add(number, document.terms)
    corpus.close()
    return documents, corpus


def _query_nodes(
    state: State,
    name: Any,
    text: Any,
    options: Any = {},  # noqa: B006
) -> Iterator[tuple[Any, ...]]:
    return _query(state, "NODE", name, text, options)


def _query_relationships(
    state: State,
    name: Any,
    text: Any,
    options: Any = {},  # noqa: B006
) -> Iterator[tuple[Any, ...]]:
    return _query(state, "RELATIONSHIP", name, text, options)


def _await(_state: State) -> Iterable[tuple[Any, ...]]:
    """An index is always up to date: there is nothing to wait for."""
    return ()


def _list_analyzers(_state: State) -> Iterator[tuple[Any, ...]]:
    from runner.cypher.fulltext.analyzers import analyzers

    for analyzer in analyzers().values():
        yield analyzer.name, analyzer.description, list(analyzer.stop_words)


def _searching(kind: str, call: Any) -> Procedure:
    plural = f"{kind}s"
    return Procedure(
        _QUERY.format(plural.capitalize()),
        f"Query the given full-text index. Returns the matching {plural} and their Lucene query "
        "score, ordered by score.\nValid _key: value_ pairs for the `options` map are:\n\n"
        "* 'skip' -- to skip the top N results.\n"
        "* 'limit' -- to limit the number of results returned.\n"
        "* 'analyzer' -- to use the specified analyzer as a search analyzer for this query.\n\n"
        "The `options` map and any of the keys are optional.\n"
        "An example of the `options` map: `{skip: 30, limit: 10, analyzer: 'whitespace'}`\n",
        "READ",
        (
            Parameter("indexName", "STRING"),
            Parameter("queryString", "STRING"),
            Parameter("options", "MAP", optional=True),
        ),
        (Column(kind, kind.upper()), Column("score", "FLOAT")),
        call,
        defaults=("{}",),
    )


PROCEDURES = (
    Procedure(
        "db.index.fulltext.awaitEventuallyConsistentIndexRefresh",
        "Wait for the updates from recently committed transactions to be applied to any "
        "eventually-consistent full-text indexes.",
        "READ",
        (),
        (),
        _await,
    ),
    Procedure(
        "db.index.fulltext.listAvailableAnalyzers",
        "List the available analyzers that the full-text indexes can be configured with.",
        "READ",
        (),
        (
            Column("analyzer", "STRING"),
            Column("description", "STRING"),
            Column("stopwords", "LIST<STRING>"),
        ),
        _list_analyzers,
    ),
    _searching("node", _query_nodes),
    _searching("relationship", _query_relationships),
)
