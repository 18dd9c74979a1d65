"""What may stand before a query: ``CYPHER 25 key=value``, EXPLAIN, PROFILE."""

from __future__ import annotations

from typing import NoReturn

from runner.cypher.failures import client_error, syntax_error
from runner.cypher.parser.cursor import Cursor

_VERSIONS = ("25", "5")
_DEBUG = """
    ast disableexistssubquerycaching disablepropertycaching generate_java_source graphviz
    inverse_cost logcostcomparisons logicalplan logicalplanbuilder logplanningsteps mermaid
    printcostcomparisons printidplog querygraph rawcardinalities renderdistinctness
    rendernestedplanexpressions semanticstate show_bytecode show_java_source tostring
    verboseeagernessreasons visualizepipelines warnoncompilationerrors
"""
_CHOICES = {
    "connectcomponentsplanner": ("connectComponentsPlanner", "greedy idp"),
    "debug": ("debug", _DEBUG),
    "eageranalyzer": ("eagerAnalyzer", "ir lp"),
    "expressionengine": ("expressionEngine", "compiled interpreted only_when_hot"),
    "inferschemaparts": ("inferSchemaParts", "most_selective_label off"),
    "interpretedpipesfallback": (
        "interpretedPipesFallback",
        "all disabled whitelisted_plans_only",
    ),
    "operatorengine": ("operatorEngine", "compiled interpreted"),
    "parallelruntimesupport": ("parallelRuntimeSupport", "all disabled"),
    "planner": ("planner", "cost dp idp"),
    "plannerversion": ("plannerVersion", "experimental next v2026_05 v2026_04 v2026_03"),
    "planvarexpandinto": ("planVarExpandInto", "minimum_cost single_row"),
    "replan": ("replan", "force skip"),
    "runtime": ("runtime", "interpreted legacy parallel pipelined slotted"),
    "statefulshortestplanningmode": (
        "statefulShortestPlanningMode",
        "all_if_possible cardinality_heuristic into_only",
    ),
    "updatestrategy": ("updateStrategy", "default eager"),
}
"""The proper spelling and the values of each option."""
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
                    self._refuse_prefix(_CONFLICT.format("execution mode"), "22N09")
                mode = kind
                continue
            if self.kinds[self.pos] in ("integer", "float"):
                language = self._version(language)
            while self.tokens[self.pos].name is not None and self.peek() == "=":
                options.append(self._option(options))
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
            self._refuse_prefix(_CONFLICT.format("cypher version"), "22N09")
        return version

    def _option(self, before: list[tuple[str, str]]) -> tuple[str, str]:
        key = self.name()
        self.pos += 1
        token = self.tokens[self.pos]
        lowered = key.lower()
        if lowered not in _CHOICES or token.name is None:
            named = key if token.name is None else lowered
            self._refuse_prefix(f"Unsupported options: {named}", "22N07")
        self.pos += 1
        proper, values = _CHOICES[lowered]
        choices = values.split()
        if token.text.lower() not in choices:
            self._refuse_prefix(
                f"{token.text} is not a valid option for {proper}. Valid options are: "
                f"{', '.join(choices)}"
            )
        for name, value in before:
            if name.lower() == lowered != "debug" and value.lower() != token.text.lower():
                self._refuse_prefix(_CONFLICT.format(proper), "22N09")
        return key, token.text

    def _refuse_prefix(self, message: str, status: str = "22N10") -> NoReturn:
        raise client_error("Statement.ArgumentError", "22000", message, (status, message))
