"""How a procedure is declared, and where the built-in ones and a database's own are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from runner.cypher.functions.table import Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence


class Column(NamedTuple):
    """One column that a procedure yields: its name and its Cypher type."""

    name: str
    type: str


class Procedure(NamedTuple):
    """A procedure.

    `call` gets the run's `State` and the arguments by position, without the optional ones that
    the call leaves out, and gives rows: a value per column. A procedure without columns gives
    none. Values are as in `runner.cypher.functions.table.Function`.
    """

    name: str
    """Its name with namespace; looked up without regard to case where no exact name is found."""
    description: str
    mode: str
    """``READ``, ``WRITE``, ``SCHEMA`` or ``DBMS``."""
    parameters: tuple[Parameter, ...]
    yields: tuple[Column, ...]
    call: Callable[..., Iterable[Sequence[Any]]]
    languages: tuple[str, ...] = ("5", "25")
    """The Cypher versions that know it."""
    defaults: tuple[str, ...] = ()
    """The default of each optional parameter, as the signature shows it."""

    @property
    def signature(self) -> str:
        """Its signature as SHOW PROCEDURES gives it."""
        required = len(self.parameters) - len(self.defaults)
        parts = []
        for at, parameter in enumerate(self.parameters):
            default = f" = {self.defaults[at - required]}" if at >= required else ""
            parts.append(f"{parameter.name}{default} :: {parameter.type}")
        columns = ", ".join(f"{column.name} :: {column.type}" for column in self.yields)
        return f"{self.name}({', '.join(parts)})" + (f" :: ({columns})" if columns else "")


class Registry:
    """The procedures of one database beside the built-in ones.

    `libraries` are those whose functions and procedures the database has, as ``apoc``.
    """

    __slots__ = ("libraries", "procedures")

    def __init__(self, libraries: frozenset[str] = frozenset()) -> None:
        self.libraries = libraries
        self.procedures: dict[str, Procedure] = {}

    def register(self, procedure: Procedure) -> None:
        """Add a procedure, or replace the one of its name."""
        self.procedures[procedure.name] = procedure

    def register_table(self, signature: str, rows: Iterable[Sequence[Any]]) -> None:
        """Add a procedure that looks its answers up in a table.

        `signature` is written as ``my.proc(in :: INTEGER) :: (out :: STRING)``; each of `rows`
        has a value per parameter, then a value per column. A call yields the columns of the
        rows whose first values are those of its arguments. Raises `ValueError` for a signature
        that cannot be read.
        """
        from runner.cypher.procedures.signatures import table_procedure

        self.register(table_procedure(signature, rows))


def lookup(
    name: str, registry: Registry | None = None, language: str | None = None
) -> Procedure | None:
    """The procedure called `name`, of the database's own or built in; None if there is none.

    With a `language` only those that this version of Cypher knows.
    """
    tables: list[Mapping[str, Procedure]] = [] if registry is None else [registry.procedures]
    for table in (*tables, builtin(language or "25")):
        found = table.get(name)
        if found is None:
            folded = name.lower()
            found = next((p for n, p in table.items() if n.lower() == folded), None)
        if found is not None and (language is None or language in found.languages):
            return found
    if registry is not None and "apoc" in registry.libraries:
        from runner.cypher import apoc

        return apoc.procedure(name, language or "25")
    return None


def builtin(language: str) -> Mapping[str, Procedure]:
    """The built-in procedures by name, in order of name, as a version of Cypher has them."""
    from runner.cypher.procedures import catalog

    return catalog.by_name(language)
