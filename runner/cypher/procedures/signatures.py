"""Procedures that are declared by a signature in text and answer from a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runner.cypher.functions.table import Parameter
from runner.cypher.ordering import equals
from runner.cypher.procedures.table import Column, Procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from runner.cypher.eval.runtime import State


def table_procedure(signature: str, rows: Iterable[Sequence[Any]]) -> Procedure:
    """The procedure of `runner.cypher.procedures.table.Registry.register_table`."""
    name, inputs, outputs = read_signature(signature)
    parameters = tuple(Parameter(*part) for part in inputs)
    table = [tuple(row) for row in rows]
    width = len(parameters)

    def call(_state: State, *arguments: Any) -> Iterator[Sequence[Any]]:
        for row in table:
            if all(map(_matches, row[:width], arguments)):
                yield row[width:]

    return Procedure(name, "", "READ", parameters, tuple(Column(*part) for part in outputs), call)


def read_signature(
    signature: str,
) -> tuple[str, list[tuple[str, str]], list[tuple[str, str]]]:
    """The name, parameters and columns of ``name(in :: TYPE) :: (out :: TYPE)``.

    A type may have Cypher 9's question mark; it is dropped. No columns are ``VOID`` or ``()``.
    """
    found = re.fullmatch(
        r"\s*([\w.]+)\s*\((.*?)\)\s*::\s*(?:\((.*?)\)|VOID)\s*", signature, re.DOTALL
    )
    if found is None:
        raise ValueError(f"not the signature of a procedure: {signature}")
    return found[1], _fields(found[2]), _fields(found[3] or "")


def _fields(text: str) -> list[tuple[str, str]]:
    fields = []
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, type_ = part.partition("::")
        fields.append((name.strip(), _normal_type(type_.strip())))
    return fields


def _normal_type(written: str) -> str:
    bare = written.rstrip("?").strip()
    return "INTEGER | FLOAT" if bare == "NUMBER" else bare


def _matches(expected: Any, given: Any) -> bool:
    if expected is None or given is None:
        return expected is given
    return equals(expected, given) is True
