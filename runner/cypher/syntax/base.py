"""The base of every syntax tree node.

There are about a hundred kinds of node, made once per import and by the thousand per page, so
they are not `dataclasses`: this metaclass gives the same (slots, `__init__`, `match` support,
checked by mypy as a frozen dataclass) for a tenth of the import time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass_transform(frozen_default=True, eq_default=False)
class _SyntaxMeta(type):
    """Makes a class with a slot and an `__init__` parameter for each annotated field."""

    _fields: tuple[str, ...]

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _SyntaxMeta:
        own = tuple(namespace.get("__annotations__", {}))
        inherited: tuple[str, ...] = getattr(bases[0], "_fields", ()) if bases else ()
        fields = inherited + own
        namespace["__slots__"] = own
        namespace["__match_args__"] = fields[2:]
        namespace["_fields"] = fields
        if fields:
            body = "\n ".join(f"self.{field} = {field}" for field in fields)
            scope: dict[str, Any] = {}
            exec(f"def __init__(self, {', '.join(fields)}):\n {body}", scope)
            namespace["__init__"] = scope["__init__"]
        return super().__new__(mcs, name, bases, namespace)


class Syntax(metaclass=_SyntaxMeta):
    """A node of the syntax tree. Its text is ``source[start:end]`` of the statement.

    Fields are given by position, `start` and `end` first; none has a default. ``match`` patterns
    name the fields after those two.
    """

    start: int
    end: int

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields[2:])
        return f"{type(self).__name__}({shown})"

    if TYPE_CHECKING:
        _fields: ClassVar[tuple[str, ...]]
        __match_args__: ClassVar[tuple[str, ...]]


def children(node: Syntax) -> list[Syntax]:
    """The syntax nodes right below `node`, in the order of its fields."""
    found: list[Syntax] = []
    for name in node.__match_args__:
        value = getattr(node, name)
        if isinstance(value, Syntax):
            found.append(value)
        elif isinstance(value, tuple):
            _take_nodes(value, found)
    return found


def walk(node: Syntax) -> Iterator[Syntax]:
    """`node` and every node below it, each before those below it."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        below = children(current)
        below.reverse()
        stack += below


def _take_nodes(values: tuple[object, ...], found: list[Syntax]) -> None:
    for value in values:
        if isinstance(value, Syntax):
            found.append(value)
        elif isinstance(value, tuple):
            _take_nodes(value, found)


def same(left: object, right: object) -> bool:
    """Whether two trees say the same, wherever they stand in the text."""
    if isinstance(left, Syntax):
        return type(left) is type(right) and all(
            same(getattr(left, name), getattr(right, name))
            for name in left._fields[2:]
            if not name.endswith("_start")
        )
    if isinstance(left, tuple):
        return isinstance(right, tuple) and len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right
