"""The constraints of a database, and which of them a server's message is about.

The server names a violated constraint in none of its messages: it gives the kind of entity, the
label or type, and the properties.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SHOW = "SHOW CONSTRAINTS YIELD name, type, entityType, labelsOrTypes, properties"


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint, as ``SHOW CONSTRAINTS`` tells of it."""

    name: str
    type: str
    """As ``NODE_KEY`` or ``RELATIONSHIP_PROPERTY_TYPE``; Cypher 5 says ``UNIQUENESS``."""
    entity: str
    """``NODE`` or ``RELATIONSHIP``."""
    label: str
    properties: tuple[str, ...]

    @property
    def is_unique(self) -> bool:
        """Whether no two entities may share its values."""
        return self.type.endswith(("UNIQUENESS", "KEY"))

    @property
    def is_required(self) -> bool:
        """Whether its properties must be there."""
        return self.type.endswith(("EXISTENCE", "KEY"))

    @property
    def is_typed(self) -> bool:
        """Whether the type of its property is fixed."""
        return self.type.endswith("PROPERTY_TYPE")


def violated(message: str, constraints: Iterable[Constraint]) -> str | None:
    """The name of the constraint that a message of the server is about."""
    for constraint in constraints:
        if any(re.match(pattern, message, re.DOTALL) for pattern in _patterns(constraint)):
            return constraint.name
    return None


def _patterns(constraint: Constraint) -> list[str]:
    """What messages of its violations begin with.

    Names stand in backticks there and are not escaped, so they are looked for, not cut out.
    """
    node = constraint.entity == "NODE"
    entity = rf"{'Node' if node else 'Relationship'}\(-?\d+\)"
    with_label = f"with {'label' if node else 'type'} {_quoted(constraint.label)}"
    names = [_quoted(name) for name in constraint.properties]
    several = len(names) > 1
    found = []
    if constraint.is_unique:
        values = ", ".join(f"{name} = .*" for name in names)
        word = "properties" if several else "property"
        found.append(f"{entity} already exists {with_label} and {word} {values}")
    if constraint.is_required:
        listed = rf"properties \({', '.join(names)}\)" if several else f"property {names[0]}"
        found.append(f"{entity} {with_label} must have the {listed}")
    if constraint.is_typed:
        found.append(f"{entity} {with_label} required the property {names[0]} to be of type")
    return found


def _quoted(name: str) -> str:
    return f"`{re.escape(name)}`"
