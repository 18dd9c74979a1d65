"""``apoc.cypher.*``, ``apoc.do.*``, ``apoc.when`` and ``apoc.case``: statements in text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc import java
from runner.cypher.apoc.declare import function, procedure
from runner.cypher.apoc.failing import illegal_argument, not_castable, null_pointer
from runner.cypher.apoc.nested import Nested, run_or_fail, with_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State

    Maps = Iterator[tuple[dict[str, Any]]]


def _run(
    state: State,
    statement: str | None,
    params: dict[str, Any] | None,
    *,
    writes: bool = False,
    schema: bool = False,
) -> Maps:
    if statement is None:
        raise null_pointer("String.length()", "cypher")
    text = statement if schema else with_parameters(statement, params)

    def rows() -> Maps:
        nested = Nested(state, text, params or {}, writes=writes, schema=schema)
        return ((row,) for row in nested.maps())

    return run_or_fail(rows)


def _timeboxed(
    state: State, statement: str | None, params: dict[str, Any] | None, _timeout: int
) -> Maps:
    return _run(state, statement, params)


def _when(
    state: State,
    condition: bool,
    if_query: str | None,
    else_query: str | None,
    params: dict[str, Any] | None,
    *,
    writes: bool,
) -> Maps:
    return _chosen(state, if_query if condition else else_query, params, writes)


def _chosen(state: State, query: str | None, params: dict[str, Any] | None, writes: bool) -> Maps:
    if not query:
        return iter((({},),))
    return _run(state, query, params, writes=writes)


def _case(
    state: State,
    conditionals: list[Any] | None,
    else_query: str | None,
    params: dict[str, Any] | None,
    *,
    writes: bool,
) -> Maps:
    if conditionals is None:
        raise null_pointer("java.util.List.size()", "conditionals")
    if len(conditionals) % 2:
        raise illegal_argument(
            "Conditionals must be an even-sized collection of boolean, query entries"
        )
    for condition, query in zip(conditionals[::2], conditionals[1::2], strict=True):
        if condition is None:
            raise null_pointer(
                "java.lang.Boolean.booleanValue()",
                'the return value of "java.util.Iterator.next()"',
            )
        if type(condition) is not bool:
            raise not_castable(java.java_class(condition), "java.lang.Boolean")
        if condition:
            return _chosen(state, query, params, writes)
    return _chosen(state, else_query, params, writes)


def _first_column(
    state: State, statement: str | None, params: dict[str, Any] | None, *, single: bool
) -> Any:
    if statement is None and single:
        raise null_pointer("String.contains(java.lang.CharSequence)", "resolvedStatement")
    text = with_parameters(str(statement or "null"), params)

    def rows() -> Iterator[Any]:
        return (row[0] for row in Nested(state, text, params or {}, writes=False).rows() if row)

    found = run_or_fail(rows)
    return next(found, None) if single else list(found)


_STATEMENT = "(statement :: STRING, params :: MAP)"
_VALUE = " :: (value :: MAP)"
_WHEN = "(condition :: BOOLEAN!, ifQuery :: STRING, {}, params = {{}} :: MAP)"
_CASE = "(conditionals :: LIST<ANY>, elseQuery =  :: STRING, params = {} :: MAP)"

FUNCTIONS = (
    function(
        f"apoc.cypher.runFirstColumnMany{_STATEMENT} :: LIST<ANY>",
        partial(_first_column, single=False),
        "The first column of what a reading statement gives, as a list.",
        contextual=True,
    ),
    function(
        f"apoc.cypher.runFirstColumnSingle{_STATEMENT} :: ANY",
        partial(_first_column, single=True),
        "The first value of what a reading statement gives.",
        contextual=True,
    ),
)

PROCEDURES = (
    procedure(
        f"apoc.cypher.run{_STATEMENT}{_VALUE}",
        _run,
        "Runs a reading statement; a map per row.",
    ),
    procedure(
        f"apoc.cypher.doIt{_STATEMENT}{_VALUE}",
        partial(_run, writes=True),
        "Runs a statement that may write; a map per row.",
        "WRITE",
    ),
    procedure(
        f"apoc.cypher.runWrite{_STATEMENT}{_VALUE}",
        partial(_run, writes=True),
        "Runs a statement that may write; a map per row.",
        "WRITE",
    ),
    procedure(
        f"apoc.cypher.runSchema{_STATEMENT}{_VALUE}",
        partial(_run, schema=True),
        "Runs a statement that may change the schema; a map per row.",
        "SCHEMA",
    ),
    procedure(
        "apoc.cypher.runTimeboxed(statement :: STRING, params :: MAP, timeout :: INTEGER!)"
        f"{_VALUE}",
        _timeboxed,
        "Runs a reading statement; a map per row. The statement's own time limit holds.",
    ),
    procedure(
        f"apoc.when{_WHEN.format('elseQuery =  :: STRING')}{_VALUE}",
        partial(_when, writes=False),
        "Runs one of two reading statements.",
    ),
    procedure(
        f"apoc.do.when{_WHEN.format('elseQuery :: STRING')}{_VALUE}",
        partial(_when, writes=True),
        "Runs one of two statements that may write.",
        "WRITE",
    ),
    procedure(
        f"apoc.case{_CASE}{_VALUE}",
        partial(_case, writes=False),
        "Runs the first of several reading statements whose condition holds.",
    ),
    procedure(
        f"apoc.do.case{_CASE}{_VALUE}",
        partial(_case, writes=True),
        "Runs the first of several statements that may write whose condition holds.",
        "WRITE",
    ),
)
