"""The small lattice of static types: which types a value may have, as far as the text tells.

A `Types` is a set of types: a bit for each simple type, and for lists what their elements may be.
Nodes and relationships count as maps where a map is wanted (`MAP` against `MAP_LIKE`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_NAMES = (
    ("Any", "ANY"),
    ("Boolean", "BOOLEAN"),
    ("Float", "FLOAT"),
    ("Integer", "INTEGER"),
    ("Map", "MAP"),
    ("Node", "NODE"),
    ("Number", "INTEGER | FLOAT"),
    ("Path", "PATH"),
    ("Relationship", "RELATIONSHIP"),
    ("Point", "POINT"),
    ("String", "STRING"),
    ("Duration", "DURATION"),
    ("Date", "DATE"),
    ("Time", "ZONED TIME"),
    ("LocalTime", "LOCAL TIME"),
    ("LocalDateTime", "LOCAL DATETIME"),
    ("DateTime", "ZONED DATETIME"),
    ("Vector", "VECTOR"),
    ("UUID", "UUID"),
)
"""The old and the GQL name of each simple type, in the order in which messages list them."""

_LIST_BIT = 1 << len(_NAMES)
_ALL_BITS = (_LIST_BIT << 1) - 1


class Types:
    """A set of types; immutable.

    `mask` has a bit for each simple type and one for lists; `inner` says what the elements of
    the list may be (None where there is no list), `entries` what the entries of a map literal
    are, where that is known.
    """

    __slots__ = ("entries", "inner", "mask")

    def __init__(
        self,
        mask: int,
        inner: Types | None = None,
        entries: Mapping[str, Types] | None = None,
    ) -> None:
        self.mask = mask
        self.inner = inner
        self.entries = entries

    def __or__(self, other: Types) -> Types:
        """What is of one of the two."""
        if self is other or other.mask == 0:
            return self
        if self.mask == 0:
            return other
        if self.is_any or other.is_any:
            return ANY
        inner = self.inner
        if inner is None:
            inner = other.inner
        elif other.inner is not None:
            inner = inner | other.inner
        return Types(self.mask | other.mask, inner)

    def __and__(self, other: Types) -> Types:
        """What is of both."""
        if self is other or other is ANY:
            return self
        if self is ANY:
            return other
        mask = self.mask & other.mask
        if not mask & _LIST_BIT:
            return Types(mask, None, self.entries)
        assert self.inner is not None
        assert other.inner is not None
        inner = self.inner & other.inner
        if not inner.mask:
            return Types(mask & ~_LIST_BIT)
        return Types(mask, inner)

    def __bool__(self) -> bool:
        return self.mask != 0

    @property
    def is_any(self) -> bool:
        """Whether nothing is known."""
        return self.mask == _ALL_BITS

    @property
    def may_be_list(self) -> bool:
        """Whether a list is among them."""
        return bool(self.mask & _LIST_BIT)

    @property
    def is_list(self) -> bool:
        """Whether it can only be a list."""
        return self.mask == _LIST_BIT

    def names(self) -> list[str]:
        """The old names, as the legacy messages list them."""
        return self._list_names(0)

    def gql_names(self) -> list[str]:
        """The GQL names; of all that a property may be, just one."""
        return ["ANY"] if self.mask == STORABLE.mask else self._list_names(1)

    def _list_names(self, column: int) -> list[str]:
        if self.is_any:
            return ["T" if column == 0 else "ANY"]
        names = [pair[column] for at, pair in enumerate(_NAMES) if self.mask >> at & 1]
        if self.inner is not None and self.mask & _LIST_BIT:
            form = "List<{}>" if column == 0 else "LIST<{}>"
            names += [form.format(name) for name in self.inner._list_names(column)]
        return names

    def __str__(self) -> str:
        return joined(self.names())


def joined(names: Iterable[str], last: str = "or") -> str:
    """``a, b or c``."""
    *rest, final = names
    return f"{', '.join(rest)} {last} {final}" if rest else final


NONE = Types(0)
ANY = Types(_ALL_BITS)
ANY.inner = ANY

(
    UNTYPED,
    BOOLEAN,
    FLOAT,
    INTEGER,
    MAP,
    NODE,
    NUMBER_ONLY,
    PATH,
    RELATIONSHIP,
    POINT,
    STRING,
    DURATION,
    DATE,
    TIME,
    LOCAL_TIME,
    LOCAL_DATETIME,
    DATETIME,
    VECTOR,
    UUID,
) = (Types(1 << at) for at in range(len(_NAMES)))
LIST = Types(_LIST_BIT, ANY)
"""Of `UNTYPED` it is known that nothing is known: it fits nowhere but where anything does."""
FAILED = Types(UNTYPED.mask)
"""What a part of a list is whose list was none: it fits nowhere at all."""
NUMBER = NUMBER_ONLY | INTEGER | FLOAT
MAP_LIKE = MAP | NODE | RELATIONSHIP
ENTITY = NODE | RELATIONSHIP
INSTANT = DATE | TIME | LOCAL_TIME | LOCAL_DATETIME | DATETIME
TEMPORAL = INSTANT | DURATION
WITH_PROPERTIES = MAP_LIKE | POINT | TEMPORAL
_STORABLE_SCALAR = BOOLEAN | FLOAT | INTEGER | POINT | STRING | TEMPORAL | VECTOR
STORABLE_ITEM = Types(_STORABLE_SCALAR.mask & ~VECTOR.mask) | NUMBER_ONLY
"""What an element of a list that a property holds may be."""
STORABLE = _STORABLE_SCALAR | NUMBER_ONLY | Types(_LIST_BIT, STORABLE_ITEM)
"""What a property of a node or relationship may hold."""
SIMPLE = _STORABLE_SCALAR


def list_of(inner: Types) -> Types:
    """A list of such elements; what is known of the entries of maps is not kept."""
    if inner.entries is not None:
        inner = MAP
    return LIST if inner is ANY or not inner else Types(_LIST_BIT, inner)


def element(of: Types) -> Types:
    """What an element of such a list is; anything where no list is among the types."""
    if of.mask == UNTYPED.mask:
        return of
    return of.inner if of.inner is not None else ANY


def unwound(of: Types) -> Types:
    """What UNWIND and FOREACH make of such a value: the elements of a list, else itself."""
    if of.is_any or not of.may_be_list:
        return of
    return Types(of.mask & ~_LIST_BIT) | element(of)


def coerced(given: Types, expected: Types) -> Types:
    """What `given` becomes where `expected` is wanted; nothing if it never fits.

    Only where no type is in both: an integer is taken for a float, a list for a boolean. What may
    be of type Any is taken for nothing else.
    """
    both = given & expected
    if both:
        return both
    if given.mask & UNTYPED.mask:
        return NONE
    converted = 0
    if given.mask & INTEGER.mask:
        converted |= FLOAT.mask
    if given.mask & _LIST_BIT:
        converted |= BOOLEAN.mask
    return Types(converted & expected.mask)


def least_upper_bound(left: Types, right: Types) -> Types:
    """The types of a list's elements, given those of two of its elements."""
    if left is right or same(left, right):
        return left
    mask = left.mask | right.mask
    if not mask & ~NUMBER.mask:
        return NUMBER
    if not mask & ~MAP_LIKE.mask:
        return MAP_LIKE
    if left.is_list and right.is_list:
        return list_of(least_upper_bound(element(left), element(right)))
    return ANY


def upper_bounds(left: Types, right: Types) -> Types:
    """The least upper bound of each type of the one with each of the other."""
    if same(left, right):
        return left
    if left.is_any or right.is_any:
        return generalized(right if left.is_any else left)
    mask = left.mask & right.mask & ~_LIST_BIT
    one, other = left.mask & ~_LIST_BIT, right.mask & ~_LIST_BIT
    inner = None
    if left.inner is not None and right.inner is not None:
        mask |= _LIST_BIT
        inner = upper_bounds(left.inner, right.inner)
    lone = one.bit_count() == 1 and one == other
    if inner is None and lone and not (left.mask | right.mask) & _LIST_BIT:
        return Types(mask)
    if one or other:
        mask |= _bounds_of_others(one, other, bool((left.mask | right.mask) & _LIST_BIT))
    return Types(mask, inner)


def _bounds_of_others(one: int, other: int, lists: bool) -> int:
    """The bits of the types above two different ones: numbers, maps, or else Any."""
    found = 0
    for left in _bits(one):
        for right in _bits(other):
            if left != right:
                both = left | right
                if not both & ~NUMBER.mask:
                    found |= NUMBER_ONLY.mask
                else:
                    found |= UNTYPED.mask if both & ~MAP_LIKE.mask else MAP.mask
    return found | UNTYPED.mask if lists else found


def _bits(mask: int) -> list[int]:
    return [1 << at for at in range(len(_NAMES)) if mask >> at & 1]


def merged(left: Types, right: Types) -> Types:
    """The types of the elements of two lists put together, given those of each."""
    if same(left, right):
        return left
    if left.is_any or right.is_any:
        known = right if left.is_any else left
        if known & UNTYPED:
            return known
        if known & NUMBER:
            known |= NUMBER
        return UNTYPED | (known | MAP_LIKE if known & MAP else known)
    if not (left.mask | right.mask) & ~NUMBER.mask:
        return FLOAT | NUMBER_ONLY | (left & right & INTEGER)
    if not (left.mask | right.mask) & ~MAP_LIKE.mask:
        return MAP_LIKE
    if left.is_list and right.is_list:
        return list_of(merged(element(left), element(right)))
    return left | right if left & right else UNTYPED


def generalized(of: Types) -> Types:
    """Such types with all that are wider: an integer is a number, and anything is of type Any."""
    if of.is_any:
        return of
    wider = of | UNTYPED | (NUMBER_ONLY if of & NUMBER else NONE) | (MAP if of & ENTITY else NONE)
    if of.inner is None or of.inner.is_any:
        return wider
    return Types(wider.mask, generalized(of.inner))


def extended(inner: Types, item: Types) -> Types:
    """The types of the elements of a list with such an `item` put before or behind."""
    if item.mask == INTEGER.mask and (inner.is_any or inner.mask == FLOAT.mask):
        return FLOAT
    if inner.mask == INTEGER.mask and item.mask == FLOAT.mask:
        return NUMBER_ONLY
    if inner.mask & ~UNTYPED.mask == STORABLE_ITEM.mask:
        if item.mask == INTEGER.mask:
            return FLOAT
        return UNTYPED | (item & STORABLE_ITEM) | (NUMBER_ONLY if item & FLOAT else NONE)
    if inner.is_any and not item.is_any:
        return UNTYPED | item
    return merged(inner, item)


def is_property(of: Types) -> bool:
    """Whether nothing is known but that it can be stored."""
    return of.mask == STORABLE.mask


def of_property(added: Types) -> Types:
    """The elements of a list that is put together of a property and a list of `added`."""
    if added.mask == STORABLE_ITEM.mask:
        return UNTYPED | STORABLE_ITEM
    if added.is_any or added.mask == UNTYPED.mask:
        return UNTYPED | STORABLE_ITEM | VECTOR
    found = UNTYPED | (added & STORABLE_ITEM)
    if added & NUMBER:
        found |= FLOAT | NUMBER_ONLY
    return found | BOOLEAN if added.may_be_list else found


def same(left: Types, right: Types) -> bool:
    """Whether both are the same set."""
    if left.mask != right.mask:
        return False
    if left.is_any or not left.may_be_list:
        return True
    return same(element(left), element(right))
