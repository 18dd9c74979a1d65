"""Where variables live: one frame of slots for a whole statement, names bound to slots."""

from __future__ import annotations


class Frame:
    """The slots of a statement. Its size is final once the whole statement is planned.

    Attributes:
        size: How many there are.
        csv: The slot of the place in the file that LOAD CSV is reading, if it is anywhere.
    """

    __slots__ = ("csv", "size")

    def __init__(self) -> None:
        self.size = 0
        self.csv: int | None = None

    def allocate(self) -> int:
        """A slot that nothing else uses."""
        self.size += 1
        return self.size - 1


class Scope:
    """The variables that can be seen at one place of a statement, each with its slot.

    Every declaration gets a slot of its own, so an inner name that hides an outer one never
    overwrites it, and a subquery can run on a copy of the outer row.

    Attributes:
        slots: All that can be seen here, by name.
        outer: Those of them that come from around a subquery: no WITH inside removes them.
    """

    __slots__ = ("frame", "outer", "slots")

    def __init__(
        self,
        frame: Frame,
        slots: dict[str, int] | None = None,
        outer: dict[str, int] | None = None,
    ) -> None:
        self.frame = frame
        self.slots: dict[str, int] = {} if slots is None else slots
        self.outer: dict[str, int] = {} if outer is None else outer

    def declare(self, name: str) -> int:
        """Bind `name` to a new slot and return it."""
        slot = self.frame.allocate()
        self.slots[name] = slot
        return slot

    def child(self) -> Scope:
        """A scope that starts with the same bindings; what it declares stays its own."""
        return Scope(self.frame, dict(self.slots), self.outer)

    def inner(self) -> Scope:
        """The scope of a subquery here that sees everything throughout."""
        return Scope(self.frame, dict(self.slots), dict(self.slots))

    def empty(self) -> Scope:
        """A scope of the same frame that sees nothing."""
        return Scope(self.frame)

    def __contains__(self, name: str) -> bool:
        return name in self.slots

    def __getitem__(self, name: str) -> int:
        return self.slots[name]
