"""CALL of procedures: which there are, what they take, and what they yield."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher import failures
from runner.cypher.apoc.missing import is_missing_procedure
from runner.cypher.check import types as t
from runner.cypher.check.aggregates import find_aggregate
from runner.cypher.check.mixing import forget_label_tests, label_tests
from runner.cypher.check.signatures import parameter_types, read_type
from runner.cypher.syntax.clauses import CallProcedure, SingleQuery, Use
from runner.cypher.syntax.expressions import Variable
from runner.cypher.unsupported import PROCEDURES

if TYPE_CHECKING:
    from runner.cypher.check.types import Types
    from runner.cypher.check.walk import Walk
    from runner.cypher.procedures.table import Procedure
    from runner.errors import EngineError


def check_call_procedure(walk: Walk, clause: CallProcedure) -> None:
    """``CALL procedure``: the rules that need no procedure, then those of the procedure."""
    allowed, walk.aggregates = walk.aggregates, True
    given = [walk.expression(argument) for argument in clause.arguments or ()]
    walk.aggregates = allowed
    for argument in clause.arguments or ():
        aggregate = find_aggregate(argument, walk.language)
        if aggregate is not None:
            shown = walk.text[aggregate.start : aggregate.end]
            walk.problems.add(
                aggregate.start,
                "Procedure call cannot take an aggregating function as argument, please add a "
                "'WITH' to your statement.\nFor example:\n    MATCH (n:Person) WITH "
                "collect(n.name) AS names CALL proc(names) YIELD value RETURN value",
                "42I24",
                f"Aggregate expression {shown} is not allowed in this context.",
            )
    procedure = None
    if walk.find_procedure is not None:
        procedure = walk.find_procedure(clause.name)
        if procedure is None and (
            clause.name in PROCEDURES
            or ("apoc" in walk.libraries and is_missing_procedure(clause.name))
        ):
            raise failures.unsupported(walk.text, clause.start, f"the procedure {clause.name}()")
        if procedure is None:
            raise _not_found(clause.name)
        _check_arguments(walk, clause, procedure, given)
        if clause.arguments is None and walk.parameters is not None:
            # A call without parentheses takes its arguments from the parameters.
            for parameter in procedure.parameters:
                if not parameter.optional and parameter.name not in walk.parameters:
                    walk.missing[parameter.name] = None
    named: dict[str, Variable] = {}
    for item in clause.yields or ():
        types = t.ANY
        if procedure is not None:
            declared = {column.name: column.type for column in procedure.yields}
            if item.name in declared:
                types = read_type(declared[item.name])
            else:
                _unknown_output(walk, item.name, item.start, list(declared))
        first = named.setdefault(item.variable.name, item.variable)
        if first is item.variable:
            walk.declare(first, types)
        else:
            walk.redeclared(first)
    if clause.yield_all and procedure is not None:
        for column in procedure.yields:
            walk.symbols[column.name] = read_type(column.type)
    known = label_tests(walk)
    walk.predicate(clause.predicate)
    forget_label_tests(walk, known)


def _not_found(name: str) -> EngineError:
    return failures.client_error(
        "Procedure.ProcedureNotFound",
        "42001",
        f"There is no procedure with the name `{name}` registered for this database instance. "
        "Please ensure you've spelled the procedure name correctly and that the procedure is "
        "properly deployed.",
        ("42N08", f"The procedure {name}() was not found. Verify that the spelling is correct."),
    )


def _unknown_output(walk: Walk, name: str, at: int, known: list[str]) -> None:
    walk.problems.add(
        at,
        f"Unknown procedure output: `{name}`",
        "42N50",
        f"The procedure return column `{name}` is not defined for this procedure. Available output "
        f"columns are: {t.joined(known, 'and') if known else ''}. Verify that the spelling is "
        "correct.",
    )


def _check_arguments(
    walk: Walk, clause: CallProcedure, procedure: Procedure, given: list[Types]
) -> None:
    arguments = clause.arguments
    if arguments is None:
        return
    total = len(procedure.parameters)
    defaults = sum(parameter.optional for parameter in procedure.parameters)
    least = total - defaults
    if len(arguments) < least:
        _wrong_count(
            walk,
            clause,
            f"Procedure call does not provide the required number of arguments: got "
            f"{len(arguments)} expected at least {least} (total: {total}, {defaults} of which have "
            "default values).",
            procedure,
            least,
        )
        return
    if len(arguments) > total:
        most = f"no more than {total}" if total else "none"
        _wrong_count(
            walk,
            clause,
            f"Procedure call provides too many arguments: got {len(arguments)} expected {most}.",
            procedure,
            total,
        )
        return
    wanted = parameter_types(procedure.parameters)
    for argument, types, expected in zip(arguments, given, wanted, strict=False):
        if isinstance(argument, Variable):
            walk.expect_operand(argument, types, expected)
        else:
            walk.expect(argument, types, expected)


def _wrong_count(
    walk: Walk, clause: CallProcedure, message: str, procedure: Procedure, wanted: int
) -> None:
    needed = [parameter.type for parameter in procedure.parameters if not parameter.optional]
    plural = "s"[: len(needed) != 1]
    meaning = (
        f"at least {len(needed)} argument{plural} of type{plural} {', '.join(needed)}"
        if needed
        else "no arguments"
    )
    # Neo4j writes it otherwise here than where it shows procedures.
    signature = procedure.signature.replace(" = ", "  =  ").replace("{}", "Map{}")
    before, between, results = signature.rpartition(" :: (")
    if between:
        signature = f"{before} :: {results.removesuffix(')')}"
    walk.problems.add(
        clause.start,
        f"{message}\n\nProcedure {procedure.name} has signature: {signature}\nmeaning that it "
        f"expects {meaning}",
        "42I13",
        "The procedure or function call does not provide the required number of arguments; "
        f"expected {wanted} but got {len(clause.arguments or ())}. The procedure or function "
        f"{procedure.name}() has the signature: {signature}.",
    )


def check_procedure_form(walk: Walk, query: SingleQuery, context: str) -> None:
    """Inside a query a call names its arguments and its results (42N36, 42N25)."""
    clauses = query.clauses
    alone = len(clauses) == 1 + isinstance(clauses[0], Use)
    if alone and context == "statement":
        return
    for clause in clauses:
        if not isinstance(clause, CallProcedure):
            continue
        procedure = walk.find_procedure(clause.name) if walk.find_procedure else None
        if clause.arguments is None:
            message = f"Procedure call is missing parentheses: {clause.name}"
            if procedure is not None and procedure.parameters:
                message = (
                    "Procedure call inside a query does not support passing arguments implicitly. "
                    "Please pass arguments explicitly in parentheses after procedure name for "
                    f"{clause.name}"
                )
            walk.problems.add(
                clause.start, message, "42N36", "Procedure call is missing parentheses."
            )
        if procedure is not None:
            _check_results(walk, clause, procedure, alone=alone)


def _check_results(walk: Walk, clause: CallProcedure, procedure: Procedure, *, alone: bool) -> None:
    if clause.yields and not procedure.yields:
        walk.problems.add(
            clause.start,
            "Cannot yield value from void procedure.",
            "42I42",
            "Cannot use YIELD on a call to a void procedure.",
        )
    elif not clause.yields and (alone or not clause.yield_all) and procedure.yields:
        known = t.joined([column.name for column in procedure.yields], "and")
        walk.problems.add(
            clause.start,
            "Procedure call inside a query does not support naming results implicitly (name "
            "explicitly using `YIELD` instead)",
            "42N25",
            "Procedure call inside a query does not support naming results implicitly. Use YIELD "
            f"instead. Available output columns are: {known}.",
        )
