"""Refuses, before it runs, what a statement of a page may not do.

It reads ClickHouse's own syntax tree, as ``parseQueryToJSON`` gives it. Kinds of statement, parts
of the tree, table functions, engines, formats and settings are all lists of what is allowed: what
a later ClickHouse adds is refused until somebody has looked at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.page.sql_text import tokens
from runner.sql.allowed import (
    CHANGES,
    FILE_FORMATS,
    KNOWN_ENDINGS,
    NODES,
    REFUSED_FUNCTIONS,
    SETTING_PREFIXES,
    SETTINGS,
    STATEMENTS,
    TABLE_FUNCTIONS,
    TEXT_SETTINGS,
)
from runner.sql.failures import REFUSED
from runner.sql.paths import is_missing, leads_out
from runner.sql.settings import DATABASE, ENGINES, SYSTEM_TABLES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

_FILE = "file"
_STORING = frozenset({"CreateQuery", "CreateSQLFunctionQuery", "AlterQuery"})
"""Statements whose expressions are evaluated later."""
_DECLARED = frozenset({"generaterandom", "null"})
"""Table functions whose first argument declares columns, whatever it is."""
_DEFAULTS = frozenset({"DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL", "CODEC", "TTL"})


class Refused(Exception):
    """A statement may not run; `what` in it is why, a name that stands there.

    `title` is ClickHouse's name of such an error.
    """

    def __init__(self, message: str, what: str = "", title: str = REFUSED) -> None:
        super().__init__(message)
        self.what = what
        self.title = title


class Guard:
    """Checks the statements of one page.

    `table_functions` and `network_functions` are those of this chDB, in small letters.
    """

    def __init__(
        self, table_functions: Collection[str], network_functions: Collection[str] = ()
    ) -> None:
        self._table_functions = frozenset(table_functions) - TABLE_FUNCTIONS
        self._functions = REFUSED_FUNCTIONS | frozenset(network_functions)
        self._stored: set[tuple[str, bool, str]] = set()
        """Names of files in views and the like, whether as a table, and the folder then: a view
        reads beside the page that uses it."""

    def check(self, tree: Mapping[str, Any], folder: str, parameters: Mapping[str, str]) -> None:
        """Raise `Refused` where a statement's tree holds what it may not do.

        `folder` is the page's; `parameters` are those of the statement, as texts.
        """
        _check_statement(tree)
        self._check_stored(folder)
        is_stored = tree["type"] in _STORING
        if is_stored:
            # Those of a view are given where it is used.
            parameters = {}
        tables = _table_functions(tree)
        for node in _nodes(tree):
            kind = node["type"]
            if kind not in NODES:
                raise Refused(f"a statement of a page has no {kind}")
            self._check_output(node)
            if kind == "Function":
                is_table = id(node) in tables
                self._check_function(node, folder, parameters, is_table=is_table)
                if is_stored and str(node["name"]).lower() == _FILE:
                    name = _text(_arguments(node)[0]) or ""
                    self._stored.add((name, is_table, folder))
            elif kind == "ColumnsApplyTransformer":
                self._check_reference(node.get("func_name"))
            elif kind == "SetQuery":
                _check_settings(node)
            elif kind == "CreateQuery":
                _check_creation(node)
            elif kind == "InsertQuery":
                _check_insertion(node)
            elif kind == "Storage":
                _check_engine(node)
            elif kind in ("Identifier", "TableIdentifier"):
                _check_database(node)
            elif kind in ("DropQuery", "AlterCommand"):
                _check_change(node)

    def _check_stored(self, folder: str) -> None:
        for name, is_table, beside in self._stored:
            reason = None if beside == folder else leads_out(name, folder, is_table=is_table)
            if reason is not None:
                raise Refused(
                    f"an included page has made what reads file('{name}'), which here {reason}"
                )

    def _check_output(self, node: Mapping[str, Any]) -> None:
        if node.get("out_file") or node.get("is_into_outfile_with_stdout"):
            raise Refused("INTO OUTFILE writes a file, which a page never does", "OUTFILE")
        if node.get("format_ast") or node.get("format"):
            raise Refused(
                "the rows of a cell are shown as a table: leave FORMAT out, and give rows to "
                "INSERT by VALUES or in a data block",
                "FORMAT",
            )
        if node.get("cluster"):
            raise Refused("a page's chDB belongs to no cluster: leave ON CLUSTER out", "CLUSTER")

    def _check_function(
        self,
        node: Mapping[str, Any],
        folder: str,
        parameters: Mapping[str, str],
        *,
        is_table: bool,
    ) -> None:
        name = str(node["name"])
        lower = name.lower()
        if node.get("kind") in ("TABLE_ENGINE", "CODEC"):
            return
        arguments = _arguments(node)
        if lower == _FILE:
            _check_file(arguments, folder, is_table=is_table)
        elif lower in self._table_functions:
            raise Refused(
                f"the table function {name} reaches out of the page; a cell reads tables, and "
                "files beside the page with file('NAME')",
                name,
            )
        elif lower in self._functions:
            raise Refused(f"the function {name} reaches out of the page", name)
        elif is_table and lower == "format":
            _check_format(arguments)
        elif is_table and lower == "merge":
            _check_merge(arguments)
        elif is_table and lower in TABLE_FUNCTIONS:
            _check_structure(arguments[:1], may_be_rows=lower not in _DECLARED)
        for argument in arguments:
            if argument.get("type") == "Identifier":
                self._check_reference(_name_of(argument, parameters))

    def _check_reference(self, name: object) -> None:
        """A function can be given to another one by its name alone."""
        if isinstance(name, str) and name.lower() in (self._functions | {_FILE}):
            raise Refused(
                f"{name} as an argument may be the function of that name; "
                f"a column is written with its table: t.{name}",
                name,
            )


def _nodes(tree: Any) -> Iterator[Mapping[str, Any]]:
    """The parts of a tree that have a type, each before what is in it."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if isinstance(part.get("type"), str):
                yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


_IN = frozenset({"in", "notIn", "globalIn", "globalNotIn", "nullIn", "notNullIn"})


def _table_functions(tree: Mapping[str, Any]) -> set[int]:
    """The functions of a tree that stand where a table can: behind FROM, and behind IN."""
    found: set[int] = set()
    for node in _nodes(tree):
        found |= {id(node[key]) for key in ("table_function",) if isinstance(node.get(key), dict)}
        if node["type"] == "Function" and node["name"] in _IN:
            found |= {id(argument) for argument in _arguments(node)[1:]}
    return found


def _check_statement(tree: Mapping[str, Any]) -> None:
    kind = str(tree.get("type"))
    if kind not in STATEMENTS:
        raise Refused(
            f"a page runs no {kind.removesuffix('Query')} statement; it selects, and makes, fills, "
            "changes and drops tables and views of its own"
        )


def _arguments(node: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    arguments = node.get("arguments") or {}
    return [each for each in arguments.get("children", ()) if isinstance(each, dict)]


def _text(node: Mapping[str, Any]) -> str | None:
    """The string that a literal is; None for anything else."""
    value = node.get("value")
    is_text = isinstance(value, dict) and value.get("field_type") == "String"
    return str(value["value"]) if node.get("type") == "Literal" and is_text and value else None


def _name_of(identifier: Mapping[str, Any], parameters: Mapping[str, str]) -> str:
    """The name that an identifier is, a parameter's value in its place; without a value any."""
    for child in identifier.get("children", ()):
        if child.get("type") == "QueryParameter":
            return parameters.get(str(child.get("name")), _FILE)
    return str(identifier.get("name", ""))


# Files.


def _check_file(arguments: list[Mapping[str, Any]], folder: str, *, is_table: bool) -> None:
    """As a table ``file`` takes a name, a format and columns; as a function a name, a default."""
    name = _text(arguments[0]) if arguments else None
    if name is None:
        raise Refused("file takes the name of a file beside the page, in quotes", _FILE)
    reason = leads_out(name, folder, is_table=is_table)
    if reason is not None:
        raise Refused(f"file('{name}') {reason}; it reads files beside the page", _FILE)
    if is_missing(name, folder):
        raise Refused(f"there is no file {name} beside the page", _FILE, "FILE_DOESNT_EXIST")
    if not is_table:
        return
    chosen = _format_name(arguments[1]) if len(arguments) > 1 else "auto"
    if chosen == "auto":
        inner = name.rpartition("::")[2].strip()
        endings = {ending.lower() for ending in inner.rpartition("/")[2].split(".")[1:]}
        if not endings & KNOWN_ENDINGS:
            raise Refused(
                f"file('{name}') does not tell its format: name it, as file('{name}', 'CSV')", _FILE
            )
    elif chosen not in FILE_FORMATS:
        raise Refused(f"a page reads no files in the format {chosen}", _FILE)
    _check_structure(arguments[2:3])


def _format_name(node: Mapping[str, Any]) -> str:
    text = str(node.get("name")) if node.get("type") == "Identifier" else _text(node)
    if text is None:
        raise Refused("a format is named in quotes", _FILE)
    return text.lower()


def _check_format(arguments: list[Mapping[str, Any]]) -> None:
    """As a table ``format`` takes a format, columns where there are three, and a text."""
    chosen = _format_name(arguments[0]) if arguments else ""
    if chosen not in FILE_FORMATS:
        raise Refused(f"format reads no rows in the format {chosen}", "format")
    _check_structure(arguments[1:-1])


def _check_merge(arguments: list[Mapping[str, Any]]) -> None:
    if len(arguments) > 1 and _text(arguments[0]) != DATABASE:
        raise Refused(f"merge gathers tables of the page: its database is '{DATABASE}'", "merge")


def _check_structure(arguments: list[Mapping[str, Any]], *, may_be_rows: bool = False) -> None:
    """Columns that a text declares have no expressions: nothing reads what stands in them.

    What is no text may become one when it runs; `may_be_rows`: only a parameter can.
    """
    for argument in arguments:
        text = _text(argument)
        is_fixed = argument.get("type") == "Literal" or (
            may_be_rows and argument.get("type") != "QueryParameter"
        )
        if not is_fixed:
            raise Refused("columns are declared by a text in quotes, and by nothing computed")
        for token in tokens(text or ""):
            if token.kind == "word" and token.text.upper() in _DEFAULTS:
                raise Refused(
                    f"columns that are declared in a text have no {token.text.upper()}", token.text
                )


# Statements that make and fill tables.


def _check_creation(node: Mapping[str, Any]) -> None:
    for key in ("attach", "has_attach_from_path", "is_dictionary", "is_time_series_table"):
        if node.get(key):
            raise Refused(
                "a page makes tables and views of its own: no dictionaries, and nothing attached",
                "ATTACH" if "attach" in key else "DICTIONARY",
            )
    if node.get("as_table_function"):
        name = str(node["as_table_function"].get("name"))
        raise Refused(f"a table is made from a query: AS SELECT * FROM {name}(…)", name)
    if not node.get("table"):
        raise Refused("a page has one database, and makes no other", "DATABASE")


def _check_insertion(node: Mapping[str, Any]) -> None:
    if node.get("infile"):
        raise Refused("INSERT reads no files; use INSERT … SELECT * FROM file('NAME')", "INFILE")
    if node.get("table_function"):
        name = str(node["table_function"].get("name"))
        raise Refused("INSERT writes to tables of the page, and to no function", name)


def _check_database(node: Mapping[str, Any]) -> None:
    """What is not the page's own; names of other databases are refused by ClickHouse itself."""
    parts = [str(part) for part in node.get("name_parts", ())]
    if len(parts) > 1 and (not parts[0] or parts[0].lower() == "information_schema"):
        raise Refused("a table is named as it is, and stands in the page's own database")
    if len(parts) == 2 and parts[0] == "system" and parts[1] not in SYSTEM_TABLES:
        raise Refused(
            f"system.{parts[1]} tells of this chDB, and not of the page: another run may differ",
            parts[1],
        )


def _check_change(node: Mapping[str, Any]) -> None:
    kind = str(node.get("kind") or node.get("command_type"))
    if kind not in CHANGES:
        raise Refused(f"a page changes its tables by no {kind.replace('_', ' ')}", kind)


def _check_engine(node: Mapping[str, Any]) -> None:
    engine = node.get("engine")
    name = str(engine.get("name")) if engine else None
    if name is not None and name not in ENGINES:
        raise Refused(
            f"the table engine {name} is none of those that keep a table's rows themselves, "
            "such as Memory and MergeTree",
            name,
        )


_SET_KEYS = frozenset({"type", "is_standalone", "changes"})


def _check_settings(node: Mapping[str, Any]) -> None:
    for change in node.get("changes", ()):
        name = str(change["name"])
        value = change.get("value")
        is_text = isinstance(value, dict) and value.get("field_type") == "String"
        known = name in SETTINGS or name.startswith(SETTING_PREFIXES)
        if name in TEXT_SETTINGS and is_text:
            continue
        if not known or not isinstance(value, dict):
            raise Refused(f"a page leaves the setting {name} as it is", name)
        if value.get("field_type") not in ("UInt64", "Int64", "Float64", "Bool"):
            raise Refused(f"the setting {name} takes a number", name)
    if node.keys() - _SET_KEYS:
        raise Refused("a page sets no parameters, and leaves defaults as they are", "SET")
