"""Declares functions and procedures by their signatures as SHOW FUNCTIONS writes them.

Arguments are coerced to the declared types, and defaults filled in, before a body is called; a
body says what goes wrong in it by a `JavaError`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.coerce import converter
from runner.cypher.apoc.failing import JavaError, call_failed, null_pointer
from runner.cypher.functions.table import Aggregate, Function, Parameter
from runner.cypher.procedures.table import Column, Procedure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

BOTH = ("5", "25")
ONLY_5 = ("5",)

_PARAMETER = re.compile(r"(\w+)(?: = (.*?))? :: ([A-Z][A-Z<>| ]*!?)(?:, (?=\w+(?: =| ::))|$)")
_SIGNATURE = re.compile(r"([\w.]+)\((.*?)\)(?: :: (.*))?", re.DOTALL)


def read(signature: str) -> tuple[str, tuple[Parameter, ...], str]:
    """The name, the parameters and what is given, of ``name(a = 1 :: TYPE, …) :: TYPE``.

    A type that ends in ``!`` is a Java primitive: a call with null fails.
    """
    found = _SIGNATURE.fullmatch(signature)
    assert found is not None, signature
    name, written, returns = found.groups()
    parameters: list[Parameter] = []
    at = 0
    while at < len(written):
        part = _PARAMETER.match(written, at)
        assert part is not None, signature
        at = part.end()
        optional = part[2] is not None
        parameters.append(Parameter(part[1], part[3], optional, part[2] if optional else "null"))
    return name, tuple(parameters), returns or ""


def function(
    signature: str,
    call: Callable[..., Any],
    description: str,
    *,
    absent: str = "",
    null: Mapping[str, str] | None = None,
    **options: Any,
) -> Function:
    """A function; `options` are fields of `Function`.

    Where an argument named in `absent` is null, so is the answer. `null` names the Java call that
    fails on a null argument, ``String.length()``, or ``String.length()|s`` if Java has another
    name for it.
    """
    name, parameters, returns = read(signature)
    caller = _caller("function", name, parameters, call, absent, null, options)
    return Function(
        name,
        "",
        description,
        _shown(parameters),
        returns,
        caller,
        propagates_null=False,
        library="apoc",
        **options,
    )


def aggregate(
    signature: str, start: Callable[..., Any], description: str, **options: Any
) -> Aggregate:
    """An aggregating function; each row's arguments reach `add` as a list, defaults filled in."""
    name, parameters, returns = read(signature)
    fill = _filler(name, parameters)

    def begin() -> _Guarded:
        return _Guarded(name, fill, start())

    return Aggregate(
        name,
        "",
        description,
        _shown(parameters),
        returns,
        begin,
        library="apoc",
        whole=True,
        **options,
    )


class _Guarded:
    """An accumulator whose arguments are coerced, and whose Java errors become Neo4j's."""

    __slots__ = ("_fill", "_name", "_target")

    def __init__(self, name: str, fill: Callable[[Sequence[Any]], list[Any]], target: Any) -> None:
        self._name = name
        self._fill = fill
        self._target = target

    def add(self, value: Any, /) -> None:
        try:
            self._target.add(*self._fill(value))
        except JavaError as error:
            raise call_failed("function", self._name, error) from None

    def result(self) -> Any:
        try:
            return self._target.result()
        except JavaError as error:
            raise call_failed("function", self._name, error) from None


def procedure(
    signature: str,
    call: Callable[..., Iterable[Sequence[Any]]],
    description: str,
    mode: str = "DEFAULT",
    *,
    absent: str = "",
    null: Mapping[str, str] | None = None,
    **options: Any,
) -> Procedure:
    """A procedure; `call` gets the run's state before the arguments.

    With an argument of `absent` null it gives no rows.
    """
    name, parameters, yields = read(signature)
    fill = _filler(name, parameters, "procedure")
    columns = tuple(
        Column(column, type_)
        for column, _, type_ in (part.partition(" :: ") for part in _columns(yields))
    )
    test = _null_test(parameters, absent, null)

    def run(state: Any, *arguments: Any) -> Iterator[Sequence[Any]]:
        try:
            values = fill(arguments)
            if not test(values):
                yield from call(state, *values)
        except JavaError as error:
            raise call_failed("procedure", name, error) from None

    shown = _shown(parameters)
    defaults = tuple(p.default for p in shown if p.optional)
    return Procedure(name, description, mode, shown, columns, run, defaults=defaults, **options)


def _columns(yields: str) -> list[str]:
    return yields.removeprefix("(").removesuffix(")").split(", ") if yields else []


def _shown(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(p.name, p.type.removesuffix("!"), p.optional, p.default) for p in parameters
    )


def _filler(
    name: str, parameters: tuple[Parameter, ...], kind: str = "function"
) -> Callable[[Sequence[Any]], list[Any]]:
    """Coerces the given arguments, and adds the defaults of the others."""
    converters = [converter(parameter.type) for parameter in parameters]
    defaults = [default_value(p) if p.optional else None for p in parameters]

    def fill(arguments: Sequence[Any]) -> list[Any]:
        try:
            values = [convert(a) for convert, a in zip(converters, arguments, strict=False)]
        except JavaError as error:
            raise call_failed(kind, name, error) from None
        values.extend(defaults[len(values) :])
        return values

    return fill


def _caller(
    kind: str,
    name: str,
    parameters: tuple[Parameter, ...],
    call: Callable[..., Any],
    absent: str,
    null: Mapping[str, str] | None,
    options: Mapping[str, Any],
) -> Callable[..., Any]:
    fill = _filler(name, parameters)
    test = _null_test(parameters, absent, null)

    def plain(*arguments: Any) -> Any:
        try:
            values = fill(arguments)
            return None if test(values) else call(*values)
        except JavaError as error:
            raise call_failed(kind, name, error) from None

    def contextual(state: Any, *arguments: Any) -> Any:
        try:
            values = fill(arguments)
            return None if test(values) else call(state, *values)
        except JavaError as error:
            raise call_failed(kind, name, error) from None

    return contextual if options.get("contextual") else plain


def _null_test(
    parameters: tuple[Parameter, ...], absent: str, null: Mapping[str, str] | None
) -> Callable[[list[Any]], bool]:
    """Whether the answer is null because an argument is; raises where Java fails on one."""
    names = [parameter.name for parameter in parameters]
    empty = [names.index(name) for name in absent.split()]
    failing = [(names.index(name), name, calls) for name, calls in (null or {}).items()]

    def test(values: list[Any]) -> bool:
        for at in empty:
            if values[at] is None:
                return True
        for at, name, calls in failing:
            if values[at] is None:
                method, _, other = calls.partition("|")
                raise null_pointer(method, other or name)
        return False

    return test


def default_value(parameter: Parameter) -> Any:
    """The value of a default as a signature writes it."""
    text, type_ = parameter.default, parameter.type.removesuffix("!")
    if text == "null":
        return None
    if type_ == "STRING":
        return text
    if type_ == "INTEGER":
        return int(text)
    if type_ == "FLOAT":
        return float(text)
    if type_ == "BOOLEAN":
        return text == "true"
    if type_ == "MAP":
        return {}
    inner = text.strip("[]")
    return [float(item) for item in inner.split(", ")] if inner else []
