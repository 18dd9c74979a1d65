"""When a value of a block and a value of a result are the same, and where they differ.

Two values are the same when their type and value are, which is when their texts are. Wildcards
stand for any one value; `approx` lets floats lie apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from runner.render.literal import format_value, name_text
from runner.render.syntax import Wildcard
from runner.values import Decimal, Node, Path, Point, Relationship, Vector

if TYPE_CHECKING:
    from runner.page.model import Approx

_DEEPEST_EXPLAINED = 20

_LONGEST_EXPLAINED = 50_000
"""Characters; of values that take more to write only the first difference is shown."""


def same(expected: Any, actual: Any, approx: Approx | None) -> bool:
    """Whether `expected` (a `Pattern`) accepts the value `actual`."""
    if isinstance(expected, Wildcard):
        return True
    actual = _node_of_empty_path(actual)
    if isinstance(expected, Decimal) or isinstance(actual, Decimal):
        return _same_number(expected, actual, approx)
    if type(expected) is not type(actual):
        return False
    if isinstance(expected, list):
        return len(expected) == len(actual) and all(
            same(item, other, approx) for item, other in zip(expected, actual, strict=True)
        )
    if isinstance(expected, dict):
        return expected.keys() == actual.keys() and all(
            same(value, actual[key], approx) for key, value in expected.items()
        )
    if isinstance(expected, Node):
        labels_agree = set(expected.labels) == set(actual.labels)
        return labels_agree and same(expected.properties, actual.properties, approx)
    if isinstance(expected, Relationship):
        types_agree = expected.type == actual.type
        return types_agree and same(expected.properties, actual.properties, approx)
    if isinstance(expected, Path):
        return _same_path(expected, actual, approx)
    if approx is not None and has_float(expected):
        return _near(expected, actual, approx)
    return format_value(expected) == format_value(actual)


def _same_number(expected: Any, actual: Any, approx: Approx | None) -> bool:
    """Whether two numbers of which one is a decimal are the same.

    Decimals are by their digits. Those of a block that stand for a float are one of its spellings.
    """
    if not all(type(number) in (int, float, Decimal) for number in (expected, actual)):
        return False
    if approx is not None and not isinstance(expected, int):
        return _near_floats(float(expected), float(actual), approx)
    if isinstance(actual, float):
        return float(expected) == actual
    return format_value(expected) == format_value(actual)


def _node_of_empty_path(value: Any) -> Any:
    """A path of length 0 is written as its node."""
    return value.nodes[0] if isinstance(value, Path) and not value.relationships else value


def _same_path(expected: Path, actual: Path, approx: Approx | None) -> bool:
    if len(expected.nodes) != len(actual.nodes) or _directions(expected) != _directions(actual):
        return False
    pairs = [
        *zip(expected.nodes, actual.nodes, strict=True),
        *zip(expected.relationships, actual.relationships, strict=True),
    ]
    return all(same(one, other, approx) for one, other in pairs)


def _directions(path: Path) -> list[bool]:
    return [
        relationship.start == node.id
        for relationship, node in zip(path.relationships, path.nodes, strict=False)
    ]


def _near(expected: Any, actual: Any, approx: Approx) -> bool:
    if isinstance(expected, float):
        return _near_floats(expected, actual, approx)
    kinds = ("srid",) if isinstance(expected, Point) else ("coordinate_type",)
    if any(getattr(expected, kind) != getattr(actual, kind) for kind in kinds):
        return False
    pairs = zip(expected.coordinates, actual.coordinates, strict=False)
    return len(expected.coordinates) == len(actual.coordinates) and all(
        _near_floats(one, other, approx) for one, other in pairs
    )


def _near_floats(expected: float, actual: float, approx: Approx) -> bool:
    if expected == actual or (expected != expected and actual != actual):
        return True
    if float("inf") in (abs(expected), abs(actual)):
        return False
    allowed = approx.tolerance
    if not approx.absolute:
        allowed *= max(abs(expected), abs(actual))
    return abs(expected - actual) <= allowed


def has_float(value: Any) -> bool:
    """Whether floats stand in a value, at any depth."""
    if isinstance(value, float | Decimal | Point):
        return True
    if isinstance(value, Vector):
        return value.coordinate_type.startswith("FLOAT")
    if isinstance(value, list):
        return any(map(has_float, value))
    if isinstance(value, dict):
        return any(map(has_float, value.values()))
    if isinstance(value, Node | Relationship):
        return has_float(value.properties)
    return isinstance(value, Path) and any(map(has_float, (*value.nodes, *value.relationships)))


def has_decimal(value: Any) -> bool:
    """Whether decimals stand in a value of SQL, at any depth."""
    if isinstance(value, list):
        return any(map(has_decimal, value))
    if isinstance(value, dict):
        return any(map(has_decimal, value.values()))
    return isinstance(value, Decimal)


class Difference(NamedTuple):
    """One place at which two values differ."""

    place: str
    """Where inside, as ``tags[1].name``; empty for the values themselves."""
    expected: str | None
    """None where the page has nothing there."""
    actual: str | None
    """None where the result has nothing there."""

    def __str__(self) -> str:
        at = f"at {self.place}: " if self.place else ""
        if self.actual is None:
            return f"{at}the page has {clip(self.expected or '')}, the result has nothing there"
        if self.expected is None:
            return f"{at}the result has {clip(self.actual)}, the page has nothing there"
        expected, actual = clip(self.expected, self.actual), clip(self.actual, self.expected)
        return f"{at}expected {expected}, actual {actual}"


def differences(expected: Any, actual: Any, approx: Approx | None) -> list[Difference]:
    """Where two values differ that are not the same; inside lists and maps each place alone."""
    texts = format_value(expected), format_value(actual)
    if max(map(len, texts)) > _LONGEST_EXPLAINED:
        return [Difference("", *texts)]
    one, other = _tree(expected, 0), _tree(actual, 0)
    if type(one) is type(other) and isinstance(one, _Map | _List):
        found = _inner_differences(_accept(one, other, approx), other)
        if found:
            return found
    return [Difference("", *texts)]


class _Map(dict[str, Any]):
    """A map, or the parts of a node, relationship or point, to be compared."""

    text: str


class _List(list[Any]):
    """A list, or the parts of a path, to be compared."""

    text: str


class _Leaf(str):
    """The text of a value without parts."""

    value: Any


def _tree(value: Any, depth: int) -> Any:
    """A value as maps and lists over the texts of leaves."""
    value = _node_of_empty_path(value)
    parts = None if depth > _DEEPEST_EXPLAINED else _parts(value)
    if parts is None:
        leaf = _Leaf(format_value(value))
        leaf.value = value
        return leaf
    tree: _Map | _List
    if isinstance(parts, dict):
        tree = _Map((name_text(key), _tree(part, depth + 1)) for key, part in parts.items())
    else:
        tree = _List(_tree(part, depth + 1) for part in parts)
    tree.text = format_value(value)
    return tree


def _parts(value: Any) -> dict[str, Any] | list[Any] | None:
    if isinstance(value, dict | list):
        return value
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), "properties": value.properties}
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": value.properties}
    if isinstance(value, Point):
        return {**dict(zip("xyz", value.coordinates, strict=False)), "crs": value.crs}
    if isinstance(value, Path):
        parts: list[Any] = [value.nodes[0]]
        steps = zip(value.relationships, _directions(value), value.nodes[1:], strict=True)
        for relationship, forward, node in steps:
            parts += (relationship, "->" if forward else "<-", node)
        return parts
    return None


def _accept(expected: Any, actual: Any, approx: Approx | None) -> Any:
    """`expected` with the parts of `actual` where wildcards and `approx` accept them."""
    if isinstance(expected, _Leaf):
        wild = isinstance(expected.value, Wildcard)
        near = isinstance(actual, _Leaf) and same(expected.value, actual.value, approx)
        return actual if wild or near else expected
    tree: _Map | _List
    if isinstance(expected, _Map) and isinstance(actual, _Map):
        tree = _Map(
            (key, _accept(part, actual[key], approx) if key in actual else part)
            for key, part in expected.items()
        )
    elif isinstance(expected, _List) and isinstance(actual, _List) and len(expected) == len(actual):
        pairs = zip(expected, actual, strict=True)
        tree = _List(_accept(one, other, approx) for one, other in pairs)
    else:
        return expected
    tree.text = expected.text
    return tree


def _inner_differences(expected: Any, actual: Any) -> list[Difference]:
    from deepdiff import DeepDiff  # slow to load, and only to explain
    from deepdiff.helper import notpresent

    found = []
    for levels in DeepDiff(expected, actual, view="tree", zip_ordered_iterables=False).values():
        for level in levels:
            one = None if level.t1 is notpresent else _text(level.t1)
            other = None if level.t2 is notpresent else _text(level.t2)
            found.append(Difference(_place_text(level.path(output_format="list")), one, other))
    return sorted(found, key=lambda difference: difference.place)


def _text(tree: Any) -> str:
    return tree.text if isinstance(tree, _Map | _List) else str(tree)


def _place_text(place: list[Any]) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return text.removeprefix(".")


def clip(text: str, other: str = "", width: int = 100) -> str:
    """`text`, cut where it is long to what stands around its first difference from `other`."""
    if len(text) <= width:
        return text
    common = 0
    for one, two in zip(text, other, strict=False):
        if one != two:
            break
        common += 1
    start = max(min(common - width // 4, len(text) - width), 0) if other else 0
    end = start + width
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
