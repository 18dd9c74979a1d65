"""JSON paths: names, indexes, slices, wildcards and recursive descent, but no filters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.failing import JavaError

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEP = re.compile(
    r"""
    (?P<deep>\.\.)? (?: \.? \[ \s* (?: (?P<quoted>'[^']*' (?: \s*,\s* '[^']*')* | "[^"]*")
      | (?P<star>\*) | (?P<slice>-?\d*:-?\d*) | (?P<indexes>-?\d+ (?: \s*,\s* -?\d+)*) ) \s* \]
    | \.? (?P<any>\*) | \.? (?P<name>[^.\[\]()*?@'" ]+) (?P<call>\(\))? )
    """,
    re.VERBOSE,
)


class UnsupportedPath(Exception):
    """A part of a path that is not read here."""


def select(value: Any, path: str) -> Any:
    """What a path finds in a value; null where a definite path finds nothing.

    Raises `UnsupportedPath` and `JavaError`.
    """
    if not path or path == "$":
        return value
    if path.startswith("$"):
        rest = path[1:]
    elif path.startswith("@"):
        raise UnsupportedPath(path)
    else:
        rest = f".{path}"
    found, definite, at = [value], True, 0
    while at < len(rest):
        step = _STEP.match(rest, at)
        if step is None or step.end() == at:
            raise UnsupportedPath(rest[at:])
        at = step.end()
        if step["call"]:
            return _call(step["name"], found[0] if found else None)
        definite = definite and not _is_many(step)
        leaf = at == len(rest)
        found = [each for item in found for each in _apply(item, step, leaf)]
    if definite:
        return found[0] if found else None
    return found


def _is_many(step: re.Match[str]) -> bool:
    return bool(
        step["deep"]
        or step["star"]
        or step["any"]
        or step["slice"]
        or "," in (step["quoted"] or "")
        or "," in (step["indexes"] or "")
    )


def _call(name: str, value: Any) -> Any:
    if name == "length" and isinstance(value, (list, dict)):
        return len(value)
    raise UnsupportedPath(f"{name}()")


def _apply(item: Any, step: re.Match[str], leaf: bool) -> Iterator[Any]:
    items = _below(item) if step["deep"] else [item]
    for each in items:
        yield from _children(each, step, leaf)


def _below(item: Any) -> Iterator[Any]:
    """A value and all values in it, depth first."""
    yield item
    inner = item.values() if type(item) is dict else item if type(item) is list else ()
    for each in inner:
        yield from _below(each)


def _children(item: Any, step: re.Match[str], leaf: bool) -> Iterator[Any]:
    if step["star"] or step["any"]:
        yield from item.values() if type(item) is dict else item if type(item) is list else ()
    elif step["slice"] and type(item) is list:
        first, _, last = step["slice"].partition(":")
        yield from item[int(first) if first else None : int(last) if last else None]
    elif step["indexes"] and type(item) is list:
        for index in map(int, step["indexes"].split(",")):
            if -len(item) <= index < len(item):
                yield item[index]
    else:
        yield from _named(item, step, leaf)


def _named(item: Any, step: re.Match[str], leaf: bool) -> Iterator[Any]:
    """The entries of some names; a missing one at the end of a path is null."""
    quoted = re.findall(r"""['"]([^'"]*)['"]""", step["quoted"] or "")
    names = [step["name"]] if step["name"] else quoted
    if type(item) is list and not step["deep"]:
        raise JavaError("com.jayway.jsonpath.PathNotFoundException", "Expected to find an object")
    for name in names:
        if type(item) is dict and (leaf or name in item):
            yield item.get(name)
