"""Remarks on ``USING INDEX``: the index that it names may not be there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.notify.remarks import Remark, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.store.schema import Schema
    from runner.cypher.syntax.clauses import Hint

_KINDS = ("TEXT", "RANGE", "POINT")


def on_hint(hint: Hint, schema: Schema) -> Iterator[Remark]:
    """An index hint without its index."""
    if "INDEX" not in hint.kind or hint.label is None:
        return
    wanted = next((kind for kind in _KINDS if kind in hint.kind), None)
    for index in schema.indexes.values():
        named = hint.label in index.labels and set(index.properties) == set(hint.properties)
        if named and index.kind in ((wanted,) if wanted else _KINDS):
            return
    kind = f"{wanted} " if wanted else ""
    yield warning(
        "Schema.HintedIndexNotFound",
        "01N31",
        f"Unable to create a plan with '{kind}INDEX :{hint.label}({', '.join(hint.properties)})' "
        "because the index does not exist.",
        None,
        "HINT",
    )
