"""Functions of strings. All count Unicode code points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.eval.describe import describe
from runner.cypher.eval.limits import check_characters, check_items
from runner.cypher.eval.regex import compile_pattern
from runner.cypher.failures import argument_error, client_error, database_error, type_error
from runner.cypher.functions.declare import (
    CYPHER_25,
    declare,
    input_error,
    integer32,
    range_error,
    string,
)

if TYPE_CHECKING:
    import re

    from runner.cypher.eval.runtime import State
    from runner.errors import EngineError

_DIGITS = "0123456789"
_SPECIFICATIONS = {"BOTH": "btrim", "LEADING": "ltrim", "TRAILING": "rtrim"}
_WHITESPACE = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009"
    "\u200a\u2028\u2029\u205f\u3000"
)
"""What Java takes for white space: the no-break spaces are none."""


def _left(original: Any, length: Any) -> str:
    text, count = string("left", original), integer32(length, "length", "left", 0)
    if count < 0:
        raise range_error("left")
    return text[:count]


def _right(original: Any, length: Any) -> str:
    text, count = string("right", original), integer32(length, "length", "right", 0)
    if count < 0:
        raise range_error("right")
    return text[max(len(text) - count, 0) :]


def _substring(original: Any, start: Any, length: Any = None) -> str:
    text, first = string("substring", original), integer32(start, "start", "substring", 0)
    count = len(text) if length is None else integer32(length, "length", "substring", 0)
    if first < 0 or count < 0:
        raise range_error("substring")
    return text[first : first + count]


def _text_value(value: Any) -> str:
    """A text where Neo4j does no more than cast; the error names its classes."""
    if type(value) is str:
        return value
    from runner.cypher.eval.access import java_class

    raise type_error(
        f"Expected {describe(value)} to be a org.neo4j.values.storable.TextValue, but it was a "
        f"{java_class(value)}"
    )


def _replace(original: Any, search: Any, replacement: Any, limit: Any = None) -> str:
    text, old, new = string("replace", original), _text_value(search), _text_value(replacement)
    count = -1 if limit is None else integer32(limit, "limit", "replace")
    if limit is not None and count < 0:
        raise range_error("replace")
    found = text.count(old)
    if count >= 0:
        found = min(found, count)
    check_characters(len(text) + found * (len(new) - len(old)))
    return text.replace(old, new, count)


def _split(original: Any, delimiter: Any) -> list[str] | None:
    text = string("split", original)
    if type(delimiter) is list:
        if None in delimiter:
            return None
        return _split_by_any(text, [_text_value(item) for item in delimiter] if text else [])
    by = string("split", delimiter)
    if not text:
        return [""]
    check_items(text.count(by) + 1)
    return text.split(by) if by else list(text)


def _split_by_any(text: str, delimiters: list[str]) -> list[str]:
    if not text:
        return [""]
    if "" in delimiters:
        return list(text)
    if not delimiters:
        return [text]
    import re

    return re.split("|".join(map(re.escape, delimiters)), text)


def _trim(original: Any, *rest: Any) -> str:
    if rest:
        return _trim_by(original, *rest)
    return string("trim", original).strip(_WHITESPACE)


def _trim_by(specification: Any, *rest: Any) -> str:
    """``trim('BOTH', 'x', source)``, what ``trim(BOTH 'x' FROM source)`` is short for."""
    *characters, original = rest
    string("trim", original)
    ends = string("trim", specification)
    if characters:
        _check_character(characters[0])
    name = _SPECIFICATIONS.get(ends.upper())
    if name is None:
        raise client_error(
            "Statement.ArgumentError",
            "42001",
            "Unknown trim specification. Valid values are: LEADING, TRAILING, BOTH.",
            ("42NAP", f"Unknown trim specification: '{ends}'."),
        )
    return trim_from(name, original, *characters)


def _btrim(original: Any, characters: Any = _WHITESPACE) -> str:
    return string("btrim", original).strip(string("btrim", characters))


def _ltrim(original: Any, characters: Any = _WHITESPACE) -> str:
    return string("ltrim", original).lstrip(string("ltrim", characters))


def _rtrim(original: Any, characters: Any = _WHITESPACE) -> str:
    return string("rtrim", original).rstrip(string("rtrim", characters))


def trim_from(name: str, original: Any, characters: Any = None) -> str:
    """``trim(… FROM …)`` by the function `name` (btrim, ltrim, rtrim) and one character.

    Without a character it trims white space.
    """
    trim = {"btrim": _btrim, "ltrim": _ltrim, "rtrim": _rtrim}[name]
    text = string("trim", original)
    if characters is None:
        return trim(text)
    _check_character(characters)
    return trim(text, characters)


def _check_character(characters: Any) -> None:
    if type(characters) is str and len(characters) != 1:
        message = "The argument `trimCharacterString` in the `trim()` function must be of length 1."
        shown = f"Invalid input ''{characters}'' for trimCharacterString."
        raise client_error(
            "Statement.ArgumentError",
            "22N38",
            message,
            ("22N04", f"{shown} Expected 'argument to be of length 1'."),
        )


def _lower(original: Any) -> str:
    return string("toLower", original).lower()


def _upper(original: Any) -> str:
    return string("toUpper", original).upper()


_FORMS = ("NFC", "NFD", "NFKC", "NFKD")


def _normalize(original: Any, form: Any = "NFC") -> str:
    from unicodedata import normalize

    text = _text_value(original)
    if form not in _FORMS:
        raise argument_error(
            "Unknown Normal Form. Valid values are: NFC, NFD, NFKC, NFKD.", gql_status="22N49"
        )
    return normalize(form, text)


def _char_length(value: Any) -> int:
    if type(value) is not str:
        raise input_error(
            "Invalid input for function 'character_length()': Expected a String, got: "
            f"{describe(value)}"
        )
    return len(value)


def _index_of(original: Any, search: Any) -> int:
    return string("string.indexOf", original).find(string("string.indexOf", search))


def _join(items: Any, delimiter: Any) -> str:
    if type(items) is not list:
        raise input_error(
            f"Invalid input for function 'string.join()': Expected {describe(items)} to be a list"
        )
    by = string("string.join", delimiter)
    parts = [string("string.join", text) for text in items if text is not None]
    check_characters(sum(map(len, parts)) + len(by) * len(parts))
    return by.join(parts)


def _regex_replace(state: State, original: Any, regex: Any, replacement: Any) -> str:
    text = string("string.regexReplace", original)
    pattern = compile_pattern(string("string.regexReplace", regex))
    template = string("string.regexReplace", replacement)
    state.tick()
    if "$" not in template and "\\" not in template:
        return pattern.sub(lambda _match: template, text)
    return pattern.sub(lambda match: _expanded(template, match), text)


def _expanded(template: str, match: re.Match[str]) -> str:
    """What stands for a match: ``$1``, ``${name}`` and ``\\`` before a character, as in Java.

    Raises `EngineError` for a group that is none.
    """
    parts: list[str] = []
    at, end = 0, len(template)
    while at < end:
        char = template[at]
        if char == "\\":
            if at + 1 == end:
                raise _no_template("character to be escaped is missing")
            parts.append(template[at + 1])
            at += 2
        elif char == "$":
            group, at = _group(template, at + 1, match.re)
            parts.append(match[group] or "")
        else:
            parts.append(char)
            at += 1
    return "".join(parts)


def _group(template: str, at: int, pattern: re.Pattern[str]) -> tuple[int | str, int]:
    """The group that is named from `at` on, and where its name ends."""
    following = template[at : at + 1]
    if not following:
        raise _no_template("Illegal group reference: group index is missing")
    if following == "{":
        close = at + 1
        while template[close : close + 1].isalnum() and template[close].isascii():
            close += 1
        name = template[at + 1 : close]
        if template[close : close + 1] != "}":
            raise _no_template("named capturing group is missing trailing '}'")
        if not name:
            raise _no_template("named capturing group has 0 length name")
        if name[0] in _DIGITS:
            raise _no_template(f"capturing group name {{{name}}} starts with digit character")
        if name not in pattern.groupindex:
            raise _no_template(f"No group with name {{{name}}}")
        return name, close + 1
    if following not in _DIGITS:
        raise _no_template("Illegal group reference")
    number = int(following)
    if number > pattern.groups:
        raise _no_template(f"No group {number}")
    at += 1
    while template[at : at + 1] and template[at] in _DIGITS:
        longer = number * 10 + int(template[at])
        if longer > pattern.groups:
            break
        number, at = longer, at + 1
    return number, at


def _no_template(message: str) -> EngineError:
    return database_error("Statement.ExecutionFailed", "50N00", message)


_TEXT = "input STRING"
_TRIM = "input STRING, ?trimCharacterString STRING"

FUNCTIONS = (
    declare(
        "left",
        "String",
        "original STRING, length INTEGER",
        "STRING",
        _left,
        "The first characters of a string.",
    ),
    declare(
        "right",
        "String",
        "original STRING, length INTEGER",
        "STRING",
        _right,
        "The last characters of a string.",
    ),
    declare(
        "substring",
        "String",
        "original STRING, start INTEGER, ?length INTEGER",
        "STRING",
        _substring,
        "The part of a string from an index on, which counts from 0.",
    ),
    declare(
        "replace",
        "String",
        "original STRING, search STRING, replace STRING, ?limit INTEGER",
        "STRING",
        _replace,
        "A string with occurrences of another replaced, at most a limit of them.",
        languages=CYPHER_25,
    ),
    declare(
        "replace",
        "String",
        "original STRING, search STRING, replace STRING",
        "STRING",
        _replace,
        "A string with all occurrences of another replaced.",
        languages=("5",),
    ),
    declare(
        "split",
        "String",
        "original STRING, splitDelimiters STRING | LIST<STRING>",
        "LIST<STRING>",
        _split,
        "The parts of a string between delimiters.",
    ),
    declare(
        "trim",
        "String",
        "input STRING, ?trimCharacterString STRING, ?trimSource STRING",
        "STRING",
        _trim,
        "A string without leading and trailing white space.",
    ),
    declare("btrim", "String", _TRIM, "STRING", _btrim, "A string trimmed at both ends."),
    declare("ltrim", "String", _TRIM, "STRING", _ltrim, "A string trimmed at its start."),
    declare("rtrim", "String", _TRIM, "STRING", _rtrim, "A string trimmed at its end."),
    declare("toLower", "String", _TEXT, "STRING", _lower, "A string in lower case."),
    declare("lower", "String", _TEXT, "STRING", _lower, "A string in lower case."),
    declare("toUpper", "String", _TEXT, "STRING", _upper, "A string in upper case."),
    declare("upper", "String", _TEXT, "STRING", _upper, "A string in upper case."),
    declare(
        "normalize",
        "String",
        "input STRING, ?normalForm STRING",
        "STRING",
        _normalize,
        "A string in a Unicode normal form.",
    ),
    declare(
        "char_length",
        "Scalar",
        _TEXT,
        "INTEGER",
        _char_length,
        "The number of characters of a string.",
    ),
    declare(
        "character_length",
        "Scalar",
        _TEXT,
        "INTEGER",
        _char_length,
        "The number of characters of a string.",
    ),
    declare(
        "string.indexOf",
        "String",
        "original STRING, search STRING",
        "INTEGER",
        _index_of,
        "The index of the first occurrence of a string in another, or -1.",
        languages=CYPHER_25,
    ),
    declare(
        "string.join",
        "String",
        "strings LIST<STRING>, delimiter STRING",
        "STRING",
        _join,
        "The strings of a list, joined by a delimiter.",
        languages=CYPHER_25,
    ),
    declare(
        "string.regexReplace",
        "String",
        "original STRING, regex STRING, replace STRING",
        "STRING",
        _regex_replace,
        "A string with all matches of a regular expression replaced.",
        contextual=True,
        languages=CYPHER_25,
    ),
)
