"""SHOW FUNCTIONS and SHOW PROCEDURES."""

from __future__ import annotations

from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from runner.cypher.functions.table import Aggregate, Function
from runner.cypher.procedures.table import builtin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from runner.cypher.eval.runtime import State
    from runner.cypher.functions.table import Parameter
    from runner.cypher.procedures.table import Procedure

    Made = tuple[tuple[tuple[str, bool], ...], Callable[[State], Iterator[tuple[Any, ...]]]]

_FUNCTION_COLUMNS = (
    ("name", True),
    ("category", True),
    ("description", True),
    ("signature", False),
    ("isBuiltIn", False),
    ("argumentDescription", False),
    ("returnDescription", False),
    ("aggregating", False),
    ("rolesExecution", False),
    ("rolesBoostedExecution", False),
    ("isDeprecated", False),
    ("deprecatedBy", False),
)

_PROCEDURE_COLUMNS = (
    ("name", True),
    ("description", True),
    ("mode", True),
    ("worksOnSystem", True),
    ("signature", False),
    ("argumentDescription", False),
    ("returnDescription", False),
    ("admin", False),
    ("rolesExecution", False),
    ("rolesBoostedExecution", False),
    ("isDeprecated", False),
    ("deprecatedBy", False),
    ("option", False),
)

# Functions whose arguments have a syntax of their own, so that no table of functions has them.
_SPECIAL = {
    "allReduce": (
        "Predicate",
        "Returns true if a predicate holds for every intermediate value of an accumulation.",
    ),
    "all": ("Predicate", "Returns true if the predicate holds for all elements in the given list."),
    "any": ("Predicate", "Returns true if the predicate holds for any element in the given list."),
    "exists": ("Predicate", "Returns true if a match for the given pattern exists in the graph."),
    "none": ("Predicate", "Returns true if the predicate holds for no element in the given list."),
    "reduce": ("List", "Accumulates the value of an expression over the elements of a list."),
    "single": ("Predicate", "Returns true if the predicate holds for exactly one list element."),
}


def functions(words: frozenset[str], language: str) -> Made | None:
    """SHOW [ALL | BUILT IN | USER DEFINED] FUNCTIONS. None for a filter there is not."""
    if words not in (frozenset(), {"BUILT", "IN"}, {"USER", "DEFINED"}):
        return None

    def rows(state: State) -> Iterator[tuple[Any, ...]]:
        found = [] if "USER" in words else list(_function_rows(language))
        if "BUILT" not in words and _has_apoc(state):
            found += _library_rows(language)
        return iter(sorted(found, key=itemgetter(0, 3)))

    return _FUNCTION_COLUMNS, rows


def procedures(words: frozenset[str], language: str) -> Made | None:
    """SHOW PROCEDURES. None for a filter there is not."""
    if words:
        return None

    def rows(state: State) -> Iterator[tuple[Any, ...]]:
        found = list(builtin(language).values())
        if _has_apoc(state):
            from runner.cypher import apoc

            found = sorted([*found, *apoc.all_procedures(language)], key=attrgetter("name"))
        return (_procedure_row(one, language) for one in found)

    return _PROCEDURE_COLUMNS, rows


def _has_apoc(state: State) -> bool:
    return state.database is not None and "apoc" in state.database.procedures.libraries


def _library_rows(language: str) -> Iterator[tuple[Any, ...]]:
    """A row for each function of the library APOC."""
    from runner.cypher import apoc

    for function in apoc.all_functions(language):
        signature = _function_signature(function)
        described = _described(function.parameters)
        aggregating = isinstance(function, Aggregate)
        yield _function_row(
            function.name, "", function.description, signature, described, aggregating, False
        )


def _function_rows(language: str) -> Iterator[tuple[Any, ...]]:
    """A row for each form of each function that is shown."""
    from runner.cypher.functions import all_functions
    from runner.cypher.procedures import function_texts as texts

    seen: set[str] = set(texts.HIDDEN_IN_5) if language == "5" else set()
    for function in all_functions():
        if language not in function.languages or function.name in seen:
            continue
        seen.add(function.name)
        aggregating = isinstance(function, Aggregate)
        forms = texts.FORMS.get(function.name) or (_function_signature(function),)
        if language == "5":
            forms = texts.FORMS_IN_5.get(function.name, forms)
        category = texts.CATEGORIES.get(function.name, function.category)
        described = _described(function.parameters)
        for form in forms:
            yield _function_row(
                function.name, category, function.description, form, described, aggregating
            )
    for name, (category, description) in _SPECIAL.items():
        if name not in seen and (language != "5" or name not in texts.HIDDEN_IN_5):
            for form in texts.FORMS[name]:
                yield _function_row(name, category, description, form, [], False)


def _function_row(
    name: str,
    category: str,
    description: str,
    signature: str,
    arguments: list[dict[str, Any]],
    aggregating: bool,
    built_in: bool = True,
) -> tuple[Any, ...]:
    from runner.cypher.notify.notices import DEPRECATED_FUNCTIONS

    returns = signature.rpartition(" :: ")[2]
    successor = DEPRECATED_FUNCTIONS.get(name)
    return (
        name,
        category,
        description,
        signature,
        built_in,
        arguments,
        returns,
        aggregating,
        None,
        None,
        successor is not None,
        successor,
    )


def _function_signature(function: Function | Aggregate) -> str:
    parts = []
    for parameter in function.parameters:
        default = f" = {parameter.default}" if parameter.optional else ""
        parts.append(f"{parameter.name}{default} :: {parameter.type}")
    return f"{function.name}({', '.join(parts)}) :: {function.returns}"


def _procedure_row(procedure: Procedure, language: str) -> tuple[Any, ...]:
    from runner.cypher.notify.clauses import SUCCESSORS

    successor = SUCCESSORS.get((procedure.name, language))
    return (
        procedure.name,
        procedure.description,
        procedure.mode,
        procedure.mode == "DBMS",
        procedure.signature,
        _described(procedure.parameters),
        [_field(column.name, column.type) for column in procedure.yields],
        False,
        None,
        None,
        successor is not None,
        successor,
        {"deprecated": successor is not None},
    )


def _described(parameters: Iterable[Parameter]) -> list[dict[str, Any]]:
    return [_field(parameter.name, parameter.type) for parameter in parameters]


def _field(name: str, type_: str) -> dict[str, Any]:
    return {
        "name": name,
        "type": type_,
        "description": f"{name} :: {type_}",
        "isDeprecated": False,
    }
