"""Where the parts of front matter stand, which the page itself does not keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from yaml.nodes import MappingNode, Node

    from runner.page.model import Page


class FrontEntry(NamedTuple):
    """A key of front matter."""

    value: object
    """Its text where it is a scalar, else None."""
    line: int
    column: int
    """Where the key stands."""
    node: Node
    """The value."""


def front_entries(page: Page) -> dict[str, FrontEntry]:
    """The keys of a page's front matter; of those under ``runner:`` only what they hide."""
    root = _root(page)
    if root is None:
        return {}
    entries = _entries(root)
    own = entries.pop("runner", None)
    from yaml.nodes import MappingNode

    if own is not None and isinstance(own.node, MappingNode):
        entries |= _entries(own.node)
    return entries


class FeatureItem(NamedTuple):
    """One member of the list ``features``."""

    name: str
    line: int
    column: int
    start: int
    end: int
    """The offsets in the page's text of the member as it is written."""


def feature_items(page: Page) -> tuple[FeatureItem, ...]:
    """The members of ``features``, in order; empty where there is no such list."""
    node = _features(page)
    return tuple(
        FeatureItem(
            item.value,
            item.start_mark.line + 2,
            item.start_mark.column + 1,
            _offset(page, item.start_mark.line, item.start_mark.column),
            _offset(page, item.end_mark.line, item.end_mark.column),
        )
        for item in (node.value if node is not None else ())
        if isinstance(item.value, str)
    )


def feature_list_is_flow(page: Page) -> bool:
    """Whether ``features`` is written in brackets."""
    node = _features(page)
    return bool(getattr(node, "flow_style", False))


def features_place(page: Page) -> tuple[int, int]:
    """Where the key ``features`` stands."""
    entry = front_entries(page)["features"]
    return entry.line, entry.column


def _features(page: Page) -> Node | None:
    from yaml.nodes import SequenceNode

    entry = front_entries(page).get("features")
    return entry.node if entry is not None and isinstance(entry.node, SequenceNode) else None


def _root(page: Page) -> MappingNode | None:
    from yaml import MappingNode, SafeLoader, YAMLError, compose

    last = page.front_matter.line_count
    if last < 2:
        return None
    text = "\n".join(page.lines.line(number) for number in range(2, last))
    try:
        root = compose(text, SafeLoader)
    except (YAMLError, RecursionError):
        return None
    return root if isinstance(root, MappingNode) else None


def _entries(mapping: MappingNode) -> dict[str, FrontEntry]:
    from yaml import ScalarNode

    return {
        str(key.value): FrontEntry(
            value.value if isinstance(value, ScalarNode) else None,
            key.start_mark.line + 2,
            key.start_mark.column + 1,
            value,
        )
        for key, value in mapping.value
    }


def _offset(page: Page, line: int, column: int) -> int:
    """The offset in the page's text of a place in the front matter, both from 0."""
    return page.lines.starts[line + 1] + column
