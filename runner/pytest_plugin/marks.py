"""Markers of pytest that a page's front matter gives it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pytest

    from runner.page.model import FrontMatter

_NO_WORD = re.compile(r"[^\w.-]+")

_ACTING = frozenset(
    ("filterwarnings", "parametrize", "skip", "skipif", "usefixtures", "xfail", "xdist_group")
)
"""Markers that change how a test goes: no word of a page does that unseen."""


def markers_of(front_matter: FrontMatter) -> tuple[str, ...]:
    """The markers of a page: the words of ``level``, ``category``, ``features`` and ``tags``.

    In lower case, with a dash for whatever a marker's name cannot hold.
    """
    words = dict.fromkeys(
        _NO_WORD.sub("-", word.lower()).strip("-_") for word in _words(front_matter)
    )
    return tuple(word for word in words if word and word not in _ACTING)


def _words(front_matter: FrontMatter) -> Iterator[str]:
    yield from (word for word in (front_matter.level, front_matter.category) if word is not None)
    yield from front_matter.features
    tags = front_matter.extra.get("tags")
    if isinstance(tags, list):
        yield from (str(tag) for tag in tags if isinstance(tag, str | int))
    elif isinstance(tags, str):
        yield from tags.split(",")


def mark(node: pytest.Collector, names: Iterable[str]) -> None:
    """Give a node its markers, declaring them first for ``--strict-markers``."""
    for name in names:
        node.config.addinivalue_line("markers", f"{name}: from the front matter of a page.")
        node.add_marker(name)
