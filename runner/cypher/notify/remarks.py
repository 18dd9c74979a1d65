"""The remarks that a statement can draw, with Neo4j's codes, statuses and texts (facts 9.4)."""

from __future__ import annotations

from typing import NamedTuple

from runner.result import Notification
from runner.source import LineIndex

_CODE = "Neo.ClientNotification."


class Remark(NamedTuple):
    """A notification whose place is an offset in the statement; None where it has no place."""

    title: str
    gql_status: str
    severity: str
    category: str
    message: str
    offset: int | None


def notifications(text: str, remarks: list[Remark]) -> tuple[Notification, ...]:
    """The remarks on the statement `text`, in the order of their places, each once."""
    if not remarks:
        return ()
    index = LineIndex(text)
    found = sorted(set(remarks), key=lambda remark: (remark.offset or 0, remark.title))
    return tuple(
        Notification(
            _CODE + remark.title,
            remark.gql_status,
            remark.severity,
            remark.category,
            remark.message,
            None if remark.offset is None else index.position(remark.offset),
        )
        for remark in found
    )


def deprecated(message: str, offset: int | None) -> Remark:
    """Something that is deprecated; `message` is the whole text."""
    return _deprecation("01N00", message, offset)


def replaced(what: str, by: str, offset: int | None) -> Remark:
    """Something that is deprecated and has a successor."""
    return _deprecation("01N01", f"{what} is deprecated. It is replaced by {by}.", offset)


def to_be_removed(what: str, offset: int | None) -> Remark:
    """Something that is deprecated and has no successor."""
    message = f"{what} is deprecated and will be removed without a replacement."
    return _deprecation("01N02", message, offset)


def _deprecation(gql_status: str, message: str, offset: int | None) -> Remark:
    title = "Statement.FeatureDeprecationWarning"
    return Remark(title, gql_status, "WARNING", "DEPRECATION", message, offset)


def warning(
    title: str, gql_status: str, message: str, offset: int | None, category: str = "GENERIC"
) -> Remark:
    """A warning; `title` as ``Statement.RepeatedRelationshipReference``."""
    return Remark(title, gql_status, "WARNING", category, message, offset)


def information(
    title: str, gql_status: str, message: str, offset: int | None, category: str = "GENERIC"
) -> Remark:
    """An information; `title` as ``Statement.CartesianProduct``."""
    return Remark(title, gql_status, "INFORMATION", category, message, offset)
