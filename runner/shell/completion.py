"""What may stand at the end of what is typed: found from its tokens, without a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runner.cypher.lexer import split, tokenize
from runner.errors import EngineError
from runner.shell.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runner.cypher.lexer import Token
    from runner.shell.stage import Stage

_WORDS = (
    "ALL ANY AS ASC ASCENDING BY CALL CASE COLLECT CONSTRAINT CONTAINS COUNT CREATE DELETE DESC "
    "DESCENDING DETACH DISTINCT DROP ELSE END ENDS EXISTS EXPLAIN FILTER FINISH FOR FOREACH IF IN "
    "INDEX INSERT IS KEY LET LIMIT LOAD MATCH MERGE NEXT NODE NOT NULL OFFSET ON OPTIONAL OR ORDER "
    "PROFILE REDUCE REMOVE REQUIRE RETURN SEARCH SET SHORTEST SHOW SKIP STARTS TERMINATE THEN "
    "TRANSACTIONS UNION UNIQUE UNWIND USING WHEN WHERE WITH XOR YIELD"
)
KEYWORDS = tuple(_WORDS.split(" "))

_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())
_LABEL_SIGNS = frozenset({":", "|", "&", "!"})


class Candidate(NamedTuple):
    """Something that may stand at the end."""

    text: str
    """What to write."""
    kind: str
    """What it is: ``label``, ``type``, ``key``, ``function``, ``cell``, …"""


class Completion(NamedTuple):
    """The word that is being typed, and what it may become."""

    typed: str
    """The part of the word that is there; candidates replace it."""
    candidates: list[Candidate]


class Names:
    """The names to choose from; those of the database as it was when last asked."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.labels: list[str] = []
        self.types: list[str] = []
        self.keys: list[str] = []
        self.functions: list[str] = []
        self.procedures: list[str] = []

    def refresh(self) -> None:
        """Ask the database what names it knows now."""
        names = self._stage.names
        self.labels = names("CALL db.labels()")
        self.types = names("CALL db.relationshipTypes()")
        self.keys = names("CALL db.propertyKeys()")
        if not self.functions:
            self.functions = names("SHOW FUNCTIONS YIELD name")
            self.procedures = names("SHOW PROCEDURES YIELD name")

    @property
    def cells(self) -> list[str]:
        """The names of the page's cells."""
        page = self._stage.page
        return [cell.name for cell in page.cells] if page is not None else []

    @property
    def blocks(self) -> list[str]:
        """The names of the page's data blocks."""
        page = self._stage.page
        return [block.name for block in page.data_blocks] if page is not None else []

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters at hand."""
        return list(self._stage.parameters)


def complete(text: str, names: Names) -> Completion:
    """What may stand at the end of `text`."""
    if text.lstrip().startswith(":"):
        return _of_command(text.lstrip(), names)
    try:
        split(text)
        tokens = tokenize(text)[:-1]
    except EngineError:
        return Completion("", [])  # inside a string or a comment
    if _ends_in_comment(text, tokens):
        return Completion("", [])
    word = tokens[-1] if tokens and tokens[-1].end == len(text) else None
    if word is not None and (word.name is None or word.text.startswith("`")):
        word = None
    typed = word.text if word is not None else ""
    before = tokens[:-1] if word is not None else tokens
    if not before and not typed:
        return Completion("", [])
    # `string.join` is one name to whoever types it.
    dotted, found = _choices(typed, before, names)
    return Completion(dotted, _fitting(dotted, found))


def _of_command(text: str, names: Names) -> Completion:
    word, blank, rest = text.partition(" ")
    if not blank:
        return Completion(word, _fitting(word, [Candidate(each, "command") for each in COMMANDS]))
    choices = {":run": ("cell", names.cells), ":params": ("data", names.blocks)}
    kind, found = choices.get(word, ("", []))
    typed = rest.replace(",", " ").rpartition(" ")[2]
    return Completion(typed, _fitting(typed, [Candidate(each, kind) for each in found]))


def _choices(typed: str, before: list[Token], names: Names) -> tuple[str, list[Candidate]]:
    """The word as far as it is typed, with its namespace, and what may stand there."""
    last = before[-1].kind if before else ""
    around = _around(before)
    if last == "$":
        return typed, _named(names.parameters, "parameter")
    if last == ".":
        space = _namespace(before)
        inside = [*_named(names.keys, "key")]
        dotted = [each for each in _callables(before, names) if each.text.startswith(space)]
        if dotted:
            return space + typed, dotted
        return typed, inside
    if last in _LABEL_SIGNS and around != "{":
        if around == "[":
            return typed, _named(names.types, "type")
        if around == "(":
            return typed, _named(names.labels, "label")
        return typed, [*_named(names.labels, "label"), *_named(names.types, "type")]
    if around == "{" and last in ("{", ","):
        return typed, _named(names.keys, "key")
    variables = {
        token.name
        for token in before
        if token.name and token.name.upper() not in KEYWORDS and token.name != typed
    }
    found = _named(sorted(variables), "variable")
    found += [Candidate(keyword, "keyword") for keyword in KEYWORDS]
    return typed, found + _callables(before, names)


def _callables(before: list[Token], names: Names) -> list[Candidate]:
    """Functions, or procedures behind CALL."""
    start = len(before)
    while start > 1 and before[start - 1].kind == "." and before[start - 2].name:
        start -= 2
    if start and before[start - 1].kind == "CALL":
        return [Candidate(f"{name}(", "procedure") for name in names.procedures]
    return [Candidate(f"{name}(", "function") for name in names.functions]


def _namespace(before: list[Token]) -> str:
    """The dotted names in front of the word, with the dot behind them."""
    parts: list[str] = []
    at = len(before)
    while at > 1 and before[at - 1].kind == "." and before[at - 2].name:
        parts.insert(0, f"{before[at - 2].text}.")
        at -= 2
    return "".join(parts)


def _around(tokens: Iterable[Token]) -> str:
    """The innermost bracket that is open at the end."""
    stack: list[str] = []
    for token in tokens:
        if token.kind in _OPENING:
            stack.append(token.kind)
        elif token.kind in _CLOSING and stack:
            stack.pop()
    return stack[-1] if stack else ""


def _ends_in_comment(text: str, tokens: list[Token]) -> bool:
    """Whether the end of the text is in a comment of one line."""
    rest = text[tokens[-1].end if tokens else 0 :]
    return "//" in rest.rpartition("\n")[2]


def _named(names: Iterable[str], kind: str) -> list[Candidate]:
    return [Candidate(quoted(name), kind) for name in names]


def quoted(name: str) -> str:
    """A name as Cypher writes it: in backticks where it is not a plain one."""
    plain = name.isascii() and name.replace("_", "a").isalnum() and not name[0].isdigit()
    return name if plain else f"`{name.replace('`', '``')}`"


def _fitting(typed: str, found: Iterable[Candidate]) -> list[Candidate]:
    """The candidates that begin as typed, without regard to case, each once."""
    folded = typed.casefold()
    fitting = [each for each in found if each.text.strip("`").casefold().startswith(folded)]
    if typed and typed.islower():
        # Who types small letters gets keywords in capitals all the same: that is how pages
        # write them.
        fitting.sort(key=lambda each: each.kind == "keyword")
    return list(dict.fromkeys(fitting))
