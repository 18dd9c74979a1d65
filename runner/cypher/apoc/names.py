"""Names of labels, types and properties that the store takes."""

from __future__ import annotations

from runner.cypher.apoc.failing import JavaError, illegal_argument

_INVALID = "org.neo4j.internal.kernel.api.exceptions.schema.IllegalTokenNameException"


def checked_name(name: str | None, what: str = "") -> str:
    """A name that may be stored; `what` it names, where null has an error of its own."""
    if name is None and what:
        raise illegal_argument(f"A {what} cannot have a null name")
    if not name or "\0" in name:
        shown = "Null" if name is None else f"'{name}'"
        message = (
            f"{shown} is not a valid token name. Token names cannot be empty or contain any "
            "null-bytes."
        )
        error = JavaError(_INVALID, message)
        error.cause = ("42001", message)
        raise error
    return name
