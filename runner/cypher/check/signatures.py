"""The static side of the function table: what arguments a function takes, as types."""

from __future__ import annotations

from runner.cypher.check import types as t
from runner.cypher.check.types import Types
from runner.cypher.functions.table import Aggregate, Function, Parameter

_NAMES = {
    "ANY": t.ANY,
    "BOOLEAN": t.BOOLEAN,
    "STRING": t.STRING,
    "INTEGER": t.INTEGER,
    "FLOAT": t.FLOAT,
    "NUMBER": t.INTEGER | t.FLOAT,
    "DATE": t.DATE,
    "LOCAL TIME": t.LOCAL_TIME,
    "ZONED TIME": t.TIME,
    "LOCAL DATETIME": t.LOCAL_DATETIME,
    "ZONED DATETIME": t.DATETIME,
    "DURATION": t.DURATION,
    "POINT": t.POINT,
    "NODE": t.NODE,
    "RELATIONSHIP": t.RELATIONSHIP,
    "PATH": t.PATH,
    "MAP": t.MAP_LIKE,
    "VECTOR": t.VECTOR,
    "UUID": t.UUID,
}

_ARGUMENTS: dict[str, tuple[Types, ...]] = {
    "point.distance": (t.ANY,) * 2,
    "point.withinbbox": (t.ANY,) * 3,
    "round": (t.FLOAT, t.NUMBER, t.STRING),
    "vector": (t.STRING | t.list_of(t.NUMBER), t.INTEGER),
    "vector.similarity.cosine": (t.VECTOR | t.list_of(t.NUMBER),) * 2,
    "vector.similarity.euclidean": (t.VECTOR | t.list_of(t.NUMBER),) * 2,
}
"""Arguments that Neo4j checks by other types than its documentation names."""


CANONICAL = {
    "ceiling": "ceil",
    "char_length": "character_length",
    "collect_list": "collect",
    "duration_between": "duration.between",
    "ln": "log",
    "local_datetime": "localdatetime",
    "local_time": "localtime",
    "lower": "toLower",
    "path_length": "length",
    "percentile_cont": "percentileCont",
    "percentile_disc": "percentileDisc",
    "stdev_pop": "stDevP",
    "stdev_samp": "stDev",
    "upper": "toUpper",
    "zoned_datetime": "datetime",
    "zoned_time": "time",
}
"""What Neo4j calls a function of two names, however the statement calls it."""


class Signature:
    """How many arguments of which types a function takes, and what it gives."""

    __slots__ = ("arguments", "least", "most", "name", "returns")

    def __init__(self, function: Function | Aggregate) -> None:
        self.name = CANONICAL.get(function.name, function.name)
        key = function.name.lower()
        self.arguments = _ARGUMENTS.get(key) or tuple(
            read_type(parameter.type) for parameter in function.parameters
        )
        self.least = sum(not parameter.optional for parameter in function.parameters)
        variadic = isinstance(function, Function) and function.variadic
        self.most = None if variadic else len(function.parameters)
        self.returns = read_type(function.returns)

    def argument(self, at: int) -> Types:
        """The types of the argument at index `at`."""
        return self.arguments[at] if at < len(self.arguments) else t.ANY


_cache: dict[str, tuple[Function | Aggregate, Signature]] = {}


def signature(function: Function | Aggregate) -> Signature:
    """The signature of a function of the table."""
    known = _cache.get(function.name)
    if known is not None and known[0] is function:
        return known[1]
    made = Signature(function)
    _cache[function.name] = (function, made)
    return made


def parameter_types(parameters: tuple[Parameter, ...]) -> tuple[Types, ...]:
    """The types of declared parameters."""
    return tuple(read_type(parameter.type) for parameter in parameters)


def read_type(written: str) -> Types:
    """A declared type such as ``STRING``, ``INTEGER | FLOAT`` or ``LIST<ANY>``.

    What it does not know is read as anything: an unknown type must not make errors.
    """
    found = t.NONE
    for part in _parts(written):
        part = part.removesuffix(" NOT NULL").strip()
        if part.startswith("LIST<") and part.endswith(">"):
            found |= t.list_of(read_type(part[5:-1]))
        elif part.startswith("VECTOR"):
            found |= t.VECTOR
        else:
            found |= _NAMES.get(part, t.ANY)
    return found or t.ANY


def _parts(written: str) -> list[str]:
    """The members of a union at the top level."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(written):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == "|" and depth == 0:
            parts.append(written[start:at].strip())
            start = at + 1
    parts.append(written[start:].strip())
    return parts
