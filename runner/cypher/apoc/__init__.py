"""APOC: the functions and procedures of the plugin that documents use.

A database has them on request: `runner.cypher.database.Database` is made with the library
``apoc``. They answer as APOC Core does; a family is imported when one of it is looked up. What the
plugin has and this package has not is in `runner.cypher.apoc.missing`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from runner.cypher.functions.table import Aggregate, Function
    from runner.cypher.procedures.table import Procedure

    Named: TypeAlias = Function | Aggregate

LIBRARY = "apoc"
PREFIX = "apoc."

FUNCTIONS: dict[str, tuple[str, ...]] = {
    "agg": ("aggregates",),
    "any": ("nodes",),
    "bitwise": ("numbers",),
    "coll": ("coll_items", "coll_sets"),
    "convert": ("convert",),
    "create": ("utilities",),
    "cypher": ("control",),
    "date": ("dates",),
    "diff": ("nodes",),
    "json": ("convert",),
    "label": ("utilities",),
    "map": ("maps",),
    "math": ("numbers",),
    "meta": ("utilities",),
    "node": ("nodes",),
    "nodes": ("nodes",),
    "number": ("numbers",),
    "path": ("paths",),
    "rel": ("nodes",),
    "scoring": ("numbers",),
    "temporal": ("dates",),
    "text": ("text_cases", "text_search", "text_measures", "text_write"),
    "util": ("utilities",),
    "version": ("utilities",),
}
"""The modules with functions, by the second part of their names."""

PROCEDURES: dict[str, tuple[str, ...]] = {
    "algo": ("path_expand",),
    "case": ("control",),
    "coll": ("coll_items", "coll_sets"),
    "convert": ("convert",),
    "create": ("create", "utilities"),
    "cypher": ("control",),
    "do": ("control",),
    "merge": ("create",),
    "nodes": ("nodes",),
    "path": ("path_expand",),
    "periodic": ("periodic",),
    "refactor": ("refactor",),
    "text": ("text_measures",),
    "util": ("utilities",),
    "when": ("control",),
}
"""The modules with procedures, by the second part of their names."""


def _part(name: str) -> str:
    parts = name.split(".", 2)
    return parts[1] if len(parts) > 1 else ""


@cache
def _functions(module: str) -> dict[str, list[Named]]:
    found: dict[str, list[Named]] = {}
    for function in getattr(import_module(f"runner.cypher.apoc.{module}"), "FUNCTIONS", ()):
        found.setdefault(function.name, []).append(function)
    return found


@cache
def _procedures(module: str) -> dict[str, list[Procedure]]:
    found: dict[str, list[Procedure]] = {}
    for procedure in getattr(import_module(f"runner.cypher.apoc.{module}"), "PROCEDURES", ()):
        found.setdefault(procedure.name, []).append(procedure)
    return found


@lru_cache(maxsize=1024)
def function(name: str, language: str) -> Named | None:
    """The function called exactly `name` of a Cypher version; None where there is none."""
    for module in FUNCTIONS.get(_part(name), ()):
        for found in _functions(module).get(name, ()):
            if language in found.languages:
                return found
    return None


@lru_cache(maxsize=1024)
def procedure(name: str, language: str) -> Procedure | None:
    """The procedure called exactly `name` of a Cypher version; None where there is none."""
    for module in PROCEDURES.get(_part(name), ()):
        for found in _procedures(module).get(name, ()):
            if language in found.languages:
                return found
    return None


def all_functions(language: str) -> list[Named]:
    """Every function of a Cypher version, in order of name."""
    modules = {module for modules in FUNCTIONS.values() for module in modules}
    found = [f for module in modules for named in _functions(module).values() for f in named]
    return sorted((f for f in found if language in f.languages), key=lambda f: f.name)


def all_procedures(language: str) -> list[Procedure]:
    """Every procedure of a Cypher version, in order of name."""
    modules = {module for modules in PROCEDURES.values() for module in modules}
    found = [p for module in modules for named in _procedures(module).values() for p in named]
    return sorted((p for p in found if language in p.languages), key=lambda p: p.name)
