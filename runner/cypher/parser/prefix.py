"""What may stand before a query: ``CYPHER 25 key=value``, EXPLAIN, PROFILE."""

from __future__ import annotations

from typing import NoReturn

from runner.cypher.failures import client_error, syntax_error
from runner.cypher.parser.cursor import Cursor

_VERSIONS = ("25", "5")
_KNOWN_OPTIONS = """
    cachepropertiesforentities cardinalityestimationmode connectcomponentsplanner debug
    eageranalyzer expressionengine inferschemaparts interpretedpipesfallback labelinference
    operatorengine parallelruntimesupport planner plannerversion planvarexpandinto
    profilecardinality replan runtime statefulshortestplanningmode
    statefulshortestplanningrewrites updatestrategy
"""
_OPTIONS = frozenset(_KNOWN_OPTIONS.split())
_CONFLICT = "Can't specify multiple conflicting values for {}"
_EMPTY = "Unexpected end of input: expected CYPHER, EXPLAIN, PROFILE or Query"


class Prefixes(Cursor):
    """Parses prefixes."""

    def prefix(self) -> tuple[str | None, str | None, tuple[tuple[str, str], ...]]:
        """Version, ``EXPLAIN`` or ``PROFILE``, and options; None and empty where there is none.

        Raises EngineError for an unknown version or option, and where nothing follows.
        """
        language: str | None = None
        mode: str | None = None
        options: list[tuple[str, str]] = []
        while (kind := self.kinds[self.pos]) in ("CYPHER", "EXPLAIN", "PROFILE"):
            self.pos += 1
            if kind != "CYPHER":
                if mode not in (None, kind):
                    self._refuse_prefix(_CONFLICT.format("execution mode"))
                mode = kind
                continue
            if self.kinds[self.pos] in ("integer", "float"):
                language = self._version(language)
            while self.tokens[self.pos].name is not None and self.peek() == "=":
                options.append(self._option())
        if self.at("eof"):
            raise syntax_error(self.text, 0, _EMPTY, ("42N45", _EMPTY))
        return language, mode, tuple(options)

    def _version(self, earlier: str | None) -> str:
        version = self.tokens[self.pos].text
        self.pos += 1
        if version not in _VERSIONS:
            self._refuse_prefix(
                f"{version} is not a valid option for cypher version. Valid options are: "
                f"{', '.join(_VERSIONS)}"
            )
        if earlier not in (None, version):
            self._refuse_prefix(_CONFLICT.format("cypher version"))
        return version

    def _option(self) -> tuple[str, str]:
        key = self.name()
        self.pos += 1
        token = self.tokens[self.pos]
        if key.lower() not in _OPTIONS or (token.name is None and token.kind != "integer"):
            self._refuse_prefix(f"Unsupported options: {key}")
        self.pos += 1
        return key, token.text

    def _refuse_prefix(self, message: str) -> NoReturn:
        raise client_error("Statement.ArgumentError", "22000", message, ("22N10", message))
