"""Function calls: whether the function exists, and takes these arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher import functions
from runner.cypher.apoc.missing import is_missing_function
from runner.cypher.check import types as t
from runner.cypher.check.aggregates import find_aggregate
from runner.cypher.check.library_calls import is_judged_as_library, library_call
from runner.cypher.check.literal_ranges import check_dimension, check_limit, check_percentile
from runner.cypher.check.places import place
from runner.cypher.check.randomness import check_random
from runner.cypher.check.signatures import CANONICAL, signature
from runner.cypher.failures import unsupported
from runner.cypher.functions.table import Aggregate, Function
from runner.cypher.syntax.expressions import (
    CountStar,
    Expression,
    FunctionCall,
    Literal,
    MapLiteral,
    PatternComprehension,
    PatternPredicate,
    PropertyAccess,
    Subscript,
    Trim,
    Variable,
)
from runner.cypher.unsupported import FUNCTIONS
from runner.errors import Cause

if TYPE_CHECKING:
    from runner.cypher.check.signatures import Signature
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk
    from runner.cypher.syntax.base import Syntax

_MISSING = frozenset(name.lower() for name in FUNCTIONS)
_TO_STRING = t.BOOLEAN | t.FLOAT | t.INTEGER | t.POINT | t.STRING | t.TEMPORAL
_TO_BOOLEAN = t.BOOLEAN | t.INTEGER | t.STRING
_CONVERTED = {
    "tostring": (_TO_STRING, _TO_STRING | t.UUID, t.STRING),
    "toboolean": (_TO_BOOLEAN, _TO_BOOLEAN, t.BOOLEAN),
}
"""What a conversion takes as its message says and as it is, and what it gives."""
_NO_SIZE = (
    "A pattern expression should only be used in order to test the existence of a pattern. It can "
    "no longer be used inside the function size(), an alternative is to replace size() with "
    "COUNT {}."
)
_NO_LONGER_EXISTS = (
    "The property existence syntax `... exists(variable.property)` is no longer supported. "
    "Please use `variable.property IS NOT NULL` instead."
)


def call(walk: Walk, node: FunctionCall) -> Types:
    """A call of a function or an aggregate."""
    function = functions.lookup(node.name, walk.language)
    if function is None or not (function.library is None or function.library in walk.libraries):
        return _unknown(walk, node)
    if function.name == "property_exists" and not _names_property(walk, node):
        return _unknown(walk, node)
    if is_judged_as_library(function):
        return library_call(walk, node, function)
    found = walk.aggregates_found
    aggregating = isinstance(function, Aggregate)
    if aggregating:
        if not walk.aggregates:
            misplaced_aggregate(walk, node)
        if walk.random:
            check_random(walk, node)
    elif node.distinct:
        walk.problems.add(
            node.start,
            f"Invalid use of DISTINCT with function '{node.name.rpartition('.')[2]}'",
            "42I27",
            f"`DISTINCT` cannot be used with the {node.name}() function.",
        )
    before = len(walk.problems)
    given = [walk.expression(argument) for argument in node.arguments]
    if aggregating:
        if walk.aggregates_found > found:
            _nested(walk, node, before)
        walk.aggregates_found += 1
    if function.name == "size" and node.arguments and type(node.arguments[0]) is PatternPredicate:
        walk.pattern_values.append((node.arguments[0], _NO_SIZE, "42I52"))
    declared = signature(function)
    if not _check_count(walk, node, declared):
        return t.ANY
    special = _SPECIAL.get(declared.name.lower())
    if special is not None:
        return special(walk, node, given)
    return _check_types(walk, node, declared, given)


def trim(walk: Walk, node: Trim) -> Types:
    """``trim(… FROM source)``: its arguments count from 1, in the order of the text."""
    source, *characters = node.arguments
    given = [(argument, walk.expression(argument)) for argument in (*characters, source)]
    for at, (argument, types) in enumerate(given):
        walk.expect(argument, types, t.STRING, f"argument at index {at + 1} of function trim()")
    return t.STRING


def count_star(walk: Walk, node: CountStar) -> Types:
    """``count(*)``."""
    walk.aggregates_found += 1
    if not walk.aggregates:
        misplaced_aggregate(walk, node)
    return t.INTEGER


def _unknown(walk: Walk, node: FunctionCall) -> Types:
    _note_unknown(walk, node)
    for argument in node.arguments:
        walk.expression(argument)
    return t.ANY


def _note_unknown(walk: Walk, node: FunctionCall) -> None:
    if node.name.lower() == "reduce":
        walk.problems.add(
            node.start,
            "reduce(...) requires '| expression' (an accumulation expression)",
            "42N41",
            "The reduce function requires a '| expression' after the accumulator.",
        )
        return
    other = "5" if walk.language == "25" else "25"
    lowered = node.name.lower()
    message = f"Unknown function '{node.name}'"
    if "apoc" in walk.libraries and is_missing_function(node.name):
        raise unsupported(walk.text, node.start, f"the function {node.name}()")
    if lowered in _MISSING and walk.language != "5":
        raise unsupported(walk.text, node.start, f"the function {node.name}()")
    if lowered == "distance":
        message = f"'{node.name}' has been replaced by 'point.distance'"
    # That one has a syntax of its own, which Neo4j does not look for in the other version.
    has_other = lowered != "property_exists" and _is_known(walk, node.name, other)
    walk.problems.add(
        node.start,
        message,
        "42N48",
        f"The function {node.name}() was not found. Verify that the spelling is correct.",
        _elsewhere(other) if has_other else None,
    )


def _is_known(walk: Walk, name: str, language: str) -> bool:
    function = functions.lookup(name, language)
    return function is not None and (function.library is None or function.library in walk.libraries)


def _elsewhere(language: str) -> Cause:
    """The cause that says which version of Cypher has the function."""
    return Cause(
        "42I78",
        f"The procedure or function is available in `CYPHER {language}`. Consider changing the "
        "database default Cypher version using `ALTER DATABASE SET DEFAULT LANGUAGE` or prefix "
        f"the query with `CYPHER {language}`.",
    )


def _nested(walk: Walk, node: FunctionCall, before: int) -> None:
    """An aggregate in an aggregate, which is found before what is wrong with its arguments.

    `before` is the number of problems when those were judged.
    """
    found = (
        find_aggregate(argument, walk.language, PatternComprehension) for argument in node.arguments
    )
    inner = next((aggregate for aggregate in found if aggregate is not None), None)
    if inner is not None:
        shown = walk.text[inner.start : inner.end]
        walk.problems.add(
            inner.start,
            "Can't use aggregate functions inside of aggregate functions.",
            "42I24",
            f"Aggregate expression {shown} is not allowed in this context.",
        )
        walk.problems.move_last(before)


def misplaced_aggregate(walk: Walk, node: Syntax) -> None:
    """Note an aggregate where none is allowed (42I24)."""
    name = "count"
    if isinstance(node, FunctionCall):
        function = functions.lookup(node.name, walk.language)
        name = node.name if function is None else CANONICAL.get(function.name, function.name)
    shown = walk.text[node.start : node.end]
    walk.problems.add(
        node.start,
        f"Invalid use of aggregating function {name}(...) in this context",
        "42I24",
        f"Aggregate expression {shown} is not allowed in this context.",
    )


def _check_count(walk: Walk, node: FunctionCall, declared: Signature) -> bool:
    found = len(node.arguments)
    if found < declared.least:
        what, wanted = "Insufficient", declared.least
    elif declared.most is not None and found > declared.most:
        what, wanted = "Too many", declared.most
    else:
        return True
    walk.problems.add(
        node.start,
        f"{what} parameters for function '{declared.name}'",
        "42I13",
        "The procedure or function call does not provide the required number of arguments; "
        f"expected {wanted} but got {found}.",
    )
    return False


def _check_types(walk: Walk, node: FunctionCall, declared: Signature, given: list[Types]) -> Types:
    found = len(walk.problems)
    for at, (argument, types) in enumerate(zip(node.arguments, given, strict=True)):
        wanted = declared.argument(at)
        if wanted is not t.ANY:
            context = f"argument at index {at} of function {declared.name}()"
            walk.expect(argument, types, wanted, context)
            if len(walk.problems) > found:
                # No signature is left: Neo4j takes the result for anything, and looks no further.
                return t.ANY
    return declared.returns


def _convert(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    """``toString`` and ``toBoolean``, which convert nothing on the way in."""
    name = node.name.lower()
    named, taken, result = _CONVERTED[name]
    types = given[0]
    if not types & taken:
        walk.problems.add_plain(
            place(walk.text, node.arguments[0]),
            f"Type mismatch: expected {named} but was {', '.join(types.names())}",
            "22G03",
            Cause(
                "22N27",
                f"Invalid input '{' | '.join(types.gql_names())}' for argument of function "
                f"{node.name}(). Expected to be {t.joined(named.gql_names())}.",
            ),
        )
        return t.ANY
    return result


def _union(_walk: Walk, _node: FunctionCall, given: list[Types]) -> Types:
    found = t.NONE
    for types in given:
        found |= types
    return found or t.ANY


def _collect(_walk: Walk, _node: FunctionCall, given: list[Types]) -> Types:
    return t.list_of(given[0])


def _same(_walk: Walk, _node: FunctionCall, given: list[Types]) -> Types:
    return given[0]


def _element(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    found = len(walk.problems)
    listed = walk.expect(node.arguments[0], given[0], t.LIST)
    return t.element(listed) if len(walk.problems) == found else t.FAILED


def _tail(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    found = len(walk.problems)
    listed = walk.expect(node.arguments[0], given[0], t.LIST)
    return listed if len(walk.problems) == found else t.FAILED


def _exists(walk: Walk, node: FunctionCall, _given: list[Types]) -> Types:
    argument = node.arguments[0]
    if isinstance(argument, PatternPredicate):
        walk.predicates.add(id(argument))
    elif isinstance(argument, (PropertyAccess, Subscript)):
        walk.problems.add(node.start, _NO_LONGER_EXISTS, "42I52", _NO_LONGER_EXISTS)
    else:
        walk.problems.add_plain(
            place(walk.text, argument),
            f"Argument to {node.name}(...) is not a pattern",
            "22G03",
            Cause("22N27", f"Invalid input 'argument' for {node.name}. Expected to be pattern."),
        )
    return t.BOOLEAN


def _percentile(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    found = len(walk.problems)
    returns = _declared(walk, node, given)
    if len(walk.problems) == found:
        check_percentile(walk, node.arguments[1])
    return returns


def _point(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    returns = _declared(walk, node, given)
    argument = node.arguments[0]
    if isinstance(argument, MapLiteral):
        keys = [key for key, _ in argument.entries]
        if not {"x", "y"} <= set(keys) and not {"longitude", "latitude"} <= set(keys):
            shown = ", ".join(f"'{key}'" for key in keys)
            walk.problems.add(
                argument.start,
                f"A map with keys {shown} is not describing a valid point, a point is described "
                "either by using cartesian coordinates e.g. {x: 2.3, y: 4.5, crs: 'cartesian'} or "
                "using geographic coordinates e.g. {latitude: 12.78, longitude: 56.7, "
                "crs: 'WGS-84'}.",
                "42I16",
                f"Map with keys {t.joined(keys, 'and') if keys else ''} is not a valid POINT. "
                "Use either Cartesian or geographic coordinates.",
            )
    return returns


def _listed(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    """A function that gives a list of the same elements that it takes."""
    returns = _declared(walk, node, given)
    return returns if returns is t.ANY else given[0] & t.LIST or t.LIST


def _listed_element(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    found = len(walk.problems)
    _declared(walk, node, given)
    return t.ANY if len(walk.problems) > found else t.element(given[0])


def _inserted(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    """``coll.insert``, whose result Neo4j takes for a list only where the items may be lists."""
    _declared(walk, node, given)
    element = t.element(given[0])
    if not element.may_be_list:
        return t.UNTYPED
    if element.is_any:
        return t.UNTYPED | t.list_of(t.generalized(given[2]))
    inner, item = t.element(element), given[2]
    if inner.is_any:
        items = t.generalized(item)
    else:
        items = t.least_upper_bound(inner, item)
    found = t.list_of(t.UNTYPED if items.is_any else items)
    return found if element.is_list else t.UNTYPED | found


def _anything(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    _declared(walk, node, given)
    return t.ANY


def _declared(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    """What the function's declaration says."""
    function = functions.lookup(node.name, walk.language)
    assert function is not None
    return _check_types(walk, node, signature(function), given)


def _vector(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    returns = _worded(walk, node, given)
    check_dimension(walk, node.arguments[1])
    return returns


_NORMAL_FORMS = "NFC, NFD, NFKC, NFKD"
_METRICS = "EUCLIDEAN, EUCLIDEAN_SQUARED, MANHATTAN, COSINE, DOT or HAMMING"
_COORDINATES = "INTEGER64, INTEGER32, INTEGER16, INTEGER8, FLOAT64 or FLOAT32"
_WORDS = {
    "normalize": (1, "normal form", _NORMAL_FORMS, "42N49", "Normal Form"),
    "vector": (2, "vector inner type", _COORDINATES, "42I53", "coordinate type"),
    "vector_distance": (2, "vector distance metric", _METRICS, "42I62", "distance metric"),
    "vector_norm": (1, "vector distance metric", "EUCLIDEAN or MANHATTAN", "42I62",
                    "distance metric"),
}  # fmt: skip
"""Functions with an argument that is a word and no expression: which one, how Neo4j calls it."""


def _worded(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    """A function with a word among its arguments: no expression may stand in its place."""
    at, name, words, status, called = _WORDS[node.name.lower()]
    if at < len(node.arguments):
        argument = node.arguments[at]
        if not _is_word(walk.text, argument):
            shown = _printed(walk.text, argument)
            walk.problems.add(
                place(walk.text, argument),
                f"Invalid {name}, expected {words}",
                status,
                f"Unknown {called}: '{shown}'.",
            )
            function = functions.lookup(node.name, walk.language)
            assert function is not None
            return signature(function).returns
    return _declared(walk, node, given)


def _printed(text: str, argument: Expression) -> str:
    from runner.cypher.notify.printing import expression_text

    if isinstance(argument, Literal) and isinstance(argument.value, str):
        return argument.value
    return expression_text(text, argument)


def _names_property(walk: Walk, node: FunctionCall) -> bool:
    """Whether a call of ``property_exists`` is of a variable and a bare name, as it has to be."""
    arguments = node.arguments
    variable = len(arguments) == 2 and type(arguments[0]) is Variable
    return variable and not node.distinct and _is_word(walk.text, arguments[1])


def _is_word(text: str, argument: Expression) -> bool:
    """Whether the parser made a string of a bare word."""
    return (
        isinstance(argument, Literal)
        and isinstance(argument.value, str)
        and text[argument.start] not in "'\""
    )


def _cardinality(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    walk.expect(node.arguments[0], given[0], t.MAP | t.PATH | t.LIST)
    return t.INTEGER


def _graph(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    """The functions that give a graph stand in USE, which is no expression."""
    function = functions.lookup(node.name, walk.language)
    assert isinstance(function, Function)
    found = len(walk.problems)
    _check_types(walk, node, signature(function), given)
    if len(walk.problems) == found:
        walk.problems.add(
            node.start,
            f"`{function.name}` is only allowed at the first position of a USE clause.",
            "42N75",
            f"A call to the graph function {function.name}() is only allowed as the top-level "
            "argument of a USE clause.",
        )
    return t.ANY


def _uuid(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    """One argument of ``uuid()`` is a text, two are integers."""
    wanted = t.STRING if len(given) == 1 else t.INTEGER
    found = len(walk.problems)
    for at, (argument, types) in enumerate(zip(node.arguments, given, strict=True)):
        walk.expect(argument, types, wanted, f"argument at index {at} of function uuid()")
        if len(walk.problems) > found:
            return t.ANY
    return t.UUID


def _replace(walk: Walk, node: FunctionCall, given: list[Types]) -> Types:
    returns = _declared(walk, node, given)
    if len(node.arguments) == 4:
        check_limit(walk, node.arguments[3])
    return returns


_SPECIAL = {
    "cardinality": _cardinality,
    "coalesce": _union,
    "coll.distinct": _listed,
    "coll.flatten": _anything,
    "coll.insert": _inserted,
    "coll.max": _listed_element,
    "coll.min": _listed_element,
    "coll.remove": _listed,
    "coll.sort": _listed,
    "collect": _collect,
    "exists": _exists,
    "graph.byelementid": _graph,
    "graph.byname": _graph,
    "head": _element,
    "last": _element,
    "max": _same,
    "min": _same,
    "normalize": _worded,
    "percentilecont": _percentile,
    "percentiledisc": _percentile,
    "point": _point,
    "replace": _replace,
    "reverse": _same,
    "tail": _tail,
    "toboolean": _convert,
    "tostring": _convert,
    "uuid": _uuid,
    "vector": _vector,
    "vector_distance": _worded,
    "vector_norm": _worded,
}
