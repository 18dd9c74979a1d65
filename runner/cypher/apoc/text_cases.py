"""``apoc.text.*``: letters, padding and the ways of writing names."""

from __future__ import annotations

import base64
import binascii
import codecs
import random
import re
import unicodedata
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus, unquote_plus

from runner.cypher.apoc.declare import function
from runner.cypher.apoc.failing import JavaError, illegal_argument
from runner.cypher.eval.limits import check_characters, check_items

if TYPE_CHECKING:
    from collections.abc import Callable

_UMLAUTS = str.maketrans(
    {"Ä": "Ae", "Ü": "Ue", "Ö": "Oe", "ä": "ae", "ü": "ue", "ö": "oe", "ß": "ss"}
)
_NULL = {"text": "String.split(String)"}
_BLANKS = re.compile(r"[ \t\n\x0b\f\r]+")


def _first(text: str) -> str:
    if not text:
        raise JavaError(
            "java.lang.StringIndexOutOfBoundsException",
            "Range [0, 1) out of bounds for length 0",
        )
    return text[0]


def _words(text: str) -> list[str]:
    """The parts between blanks, as ``split(" ")``: without empty ones at the end."""
    parts = text.split(" ")
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts


def _capitalize(text: str) -> str:
    return _first(text).upper() + text[1:]


def _capitalize_all(text: str) -> str:
    return " ".join(w[:1].upper() + w[1:] for w in _words(text)).strip()


def _decapitalize(text: str) -> str:
    return text[:1].lower() + text[1:]


def _decapitalize_all(text: str) -> str:
    return " ".join(_decapitalize(word) for word in _words(text)).strip()


def _upper_camel(text: str) -> str:
    joined = re.sub(r"[^\w]|_", " ", text)
    words = [word for word in _BLANKS.split(joined) if word]
    found = "".join(word[0].upper() + word[1:].lower() for word in words)
    _first(found)
    return found


def _camel(text: str) -> str:
    found = _upper_camel(text)
    return found[0].lower() + found[1:]


def _snake(text: str) -> str:
    if re.fullmatch(r"[A-Z0-9_]+", text):
        text = text.lower().replace("_", " ")
    parts = []
    for part in re.split(r"(?=[^a-z0-9])", text):
        bare = re.sub(r"(^[^A-Za-z0-9]+)|([^A-Za-z0-9]+$)", "", part.strip()).lower().strip()
        if bare:
            parts.append(bare)
    return "-".join(parts)


def _to_upper(text: str) -> str:
    parts = []
    for part in re.split(r"(?=[^a-z0-9])", text):
        bare = re.sub(r"[^A-Z0-9]+", "", part.strip().upper())
        if bare:
            parts.append(bare)
    return "_".join(parts)


def _swap_case(text: str) -> str:
    return "".join(
        c.lower() if c.isupper() or c.istitle() else c.upper() if len(c.upper()) == 1 else c
        for c in text
    )


def clean(text: str) -> str:
    """Letters and digits of a string, in lower case and without marks."""
    plain = unicodedata.normalize("NFD", text.translate(_UMLAUTS))
    return re.sub(r"[^A-Za-z0-9]+", "", plain).lower()


def _clean(text: str | None) -> str | None:
    return None if text is None else clean(text)


def _compare_cleaned(text1: str | None, text2: str | None) -> bool:
    return text1 is not None and text2 is not None and clean(text1) == clean(text2)


def _slug(text: str, delimiter: str) -> str:
    return re.sub(r"[^\w]+", lambda _: delimiter, text.strip())


def _pad(text: str, count: int, delimiter: str, *, left: bool) -> str:
    missing = count - len(text)
    if missing <= 0:
        return text
    check_characters(count)
    padding = (delimiter[:1] or "") * missing
    return padding + text if left else text + padding


def _repeat(item: str, count: int) -> str:
    if count < 0:
        raise JavaError("java.lang.NegativeArraySizeException", str(len(item) * count))
    check_characters(len(item) * count)
    return item * count


def _code_units(text: str) -> list[int]:
    data = text.encode("utf-16-be", "surrogatepass")
    return [data[at] << 8 | data[at + 1] for at in range(0, len(data), 2)]


def _char_at(text: str | None, index: int | None) -> int | None:
    if text is None or index is None:
        return None
    units = _code_units(text)
    return units[index] if 0 <= index < len(units) else None


def hex_value(value: int | None) -> str | None:
    """A number in hexadecimal digits, at least four."""
    if value is None:
        return None
    if value > 0xFFFFFFFF:
        return f"{value:016X}"
    if value > 0xFFFF or value < 0:
        return f"{value & 0xFFFFFFFF:08X}"
    return f"{value:04X}"


def _code(codepoint: int | None) -> str | None:
    if codepoint is None or not 0 <= codepoint <= 0xFFFF:
        return None
    return "?" if 0xD800 <= codepoint <= 0xDFFF else chr(codepoint)


def _charset(name: str) -> str:
    try:
        found = codecs.lookup(name).name
    except (LookupError, TypeError):
        raise JavaError("java.io.UnsupportedEncodingException", name) from None
    return {"utf-16": "utf-16-be"}.get(found, found)


def _bytes(text: str, charset: str) -> list[int]:
    encoding = _charset(charset)
    check_items(len(text))
    prefix = b"\xfe\xff" if charset.upper().replace("_", "-") == "UTF-16" else b""
    return list(prefix + text.encode(encoding, "replace"))


def _decode_base64(text: str, url: bool) -> str:
    standard = text.replace("-", "+").replace("_", "/") if url else text
    for character in text.rstrip("="):
        known = character.isascii() and (
            character.isalnum() or character in ("-_" if url else "+/")
        )
        if not known:
            raise illegal_argument(f"Illegal base64 character {ord(character):x}")
    bare = standard.rstrip("=")
    if len(bare) == 1:
        raise illegal_argument("Input byte[] should at least have 2 bytes for base64 bytes")
    try:
        data = base64.b64decode(bare + "=" * (-len(bare) % 4))
    except binascii.Error:
        raise illegal_argument("Last unit does not have enough valid bits") from None
    return data.decode("utf-8", "replace")


def _url_encode(text: str) -> str:
    return quote_plus(text, safe="*").replace("~", "%7E")


def _url_decode(text: str) -> str:
    for found in re.finditer("%(.{0,2})", text, re.DOTALL):
        digits = found[1]
        if len(digits) < 2:
            raise illegal_argument("URLDecoder: Incomplete trailing escape (%) pattern")
        for digit in digits:
            if digit not in "0123456789abcdefABCDEF":
                raise illegal_argument(
                    "URLDecoder: Illegal hex characters in escape (%) pattern - not a hexadecimal "
                    f'digit: "{digit}" = {ord(digit)}'
                )
    return unquote_plus(text)


def _random(length: int, valid: str) -> str:
    for written, expanded in (("A-Z", _letters("A", "Z")), ("a-z", _letters("a", "z"))):
        valid = valid.replace(written, expanded)
    valid = valid.replace("0-9", "0123456789")
    if length > 0 and not valid:
        raise illegal_argument("bound must be positive")
    check_characters(length)
    return "".join(random.choices(valid, k=max(length, 0))) if valid else ""


def _letters(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


def _one(name: str, call: Callable[..., Any], description: str, null: str | None = None) -> Any:
    """A function of one text; `null` is what fails on null, where it does not give null."""
    return function(
        f"apoc.text.{name}(text :: STRING) :: STRING",
        call,
        description,
        absent="" if null else "text",
        null={"text": null} if null else None,
    )


_REPLACE_ALL = "String.replaceAll(String, String)"
_SPLIT = "String.split(String)"
_BYTES = "String.getBytes()"

FUNCTIONS = (
    _one("base64Decode", lambda text: _decode_base64(text, False), "Text from Base64.", _BYTES),
    _one(
        "base64Encode",
        lambda text: base64.b64encode(text.encode()).decode(),
        "Text as Base64.",
        _BYTES,
    ),
    function(
        "apoc.text.base64UrlDecode(url :: STRING) :: STRING",
        lambda url: _decode_base64(url, True),
        "Text from Base64 with letters that URLs may have.",
        null={"url": _BYTES},
    ),
    function(
        "apoc.text.base64UrlEncode(url :: STRING) :: STRING",
        lambda url: base64.urlsafe_b64encode(url.encode()).decode(),
        "Text as Base64 with letters that URLs may have.",
        null={"url": _BYTES},
    ),
    function(
        "apoc.text.byteCount(text :: STRING, charset = UTF-8 :: STRING) :: INTEGER",
        lambda text, charset: len(_bytes(text, charset)),
        "How many bytes a text has in a character set.",
        null={"text": "String.getBytes(String)"},
    ),
    function(
        "apoc.text.bytes(text :: STRING, charset = UTF-8 :: STRING) :: LIST<ANY>",
        _bytes,
        "The bytes of a text in a character set.",
        null={"text": "String.getBytes(String)"},
    ),
    _one("camelCase", _camel, "The words of a text in camelCase.", _REPLACE_ALL),
    _one("upperCamelCase", _upper_camel, "The words of a text in CamelCase.", _REPLACE_ALL),
    _one("snakeCase", _snake, "The words of a text in snake-case.", "String.matches(String)"),
    _one("toUpperCase", _to_upper, "The words of a text in UPPER_CASE.", _SPLIT),
    _one(
        "capitalize", _capitalize, "The first letter in upper case.", "String.substring(int, int)"
    ),
    _one("capitalizeAll", _capitalize_all, "Each word's first letter in upper case.", _SPLIT),
    _one("decapitalize", _decapitalize, "The first letter in lower case."),
    _one("decapitalizeAll", _decapitalize_all, "Each word's first letter in lower case.", _SPLIT),
    _one("swapCase", _swap_case, "Upper case for lower, and lower for upper."),
    _one("clean", _clean, "Only letters and digits, in lower case."),
    function(
        "apoc.text.compareCleaned(text1 :: STRING, text2 :: STRING) :: BOOLEAN",
        _compare_cleaned,
        "Whether two texts have the same letters and digits.",
    ),
    function(
        "apoc.text.charAt(text :: STRING, index :: INTEGER) :: INTEGER",
        _char_at,
        "The code of the character at an index.",
    ),
    function(
        "apoc.text.code(codepoint :: INTEGER) :: STRING",
        _code,
        "The character of a code.",
    ),
    function(
        "apoc.text.hexCharAt(text :: STRING, index :: INTEGER) :: STRING",
        lambda text, index: hex_value(_char_at(text, index)),
        "The code of the character at an index, in hexadecimal.",
    ),
    function(
        "apoc.text.hexValue(value :: INTEGER) :: STRING",
        hex_value,
        "A number in hexadecimal.",
    ),
    function(
        "apoc.text.lpad(text :: STRING, count :: INTEGER!, delimiter =   :: STRING) :: STRING",
        lambda text, count, delimiter: _pad(text, count, delimiter, left=True),
        "The text, padded on the left to a width.",
        null={"text": "String.length()"},
    ),
    function(
        "apoc.text.rpad(text :: STRING, count :: INTEGER!, delimiter =   :: STRING) :: STRING",
        lambda text, count, delimiter: _pad(text, count, delimiter, left=False),
        "The text, padded on the right to a width.",
        null={"text": "String.length()"},
    ),
    function(
        "apoc.text.random(length :: INTEGER!, valid = A-Za-z0-9 :: STRING) :: STRING",
        _random,
        "Characters at random, of those that are valid.",
        null={"valid": _REPLACE_ALL},
        deterministic=False,
    ),
    function(
        "apoc.text.repeat(item :: STRING, count :: INTEGER!) :: STRING",
        _repeat,
        "A text several times.",
        null={"item": "String.length()"},
    ),
    function(
        "apoc.text.slug(text :: STRING, delimiter = - :: STRING) :: STRING",
        _slug,
        "The text with a delimiter for all that is no letter or digit.",
        absent="text delimiter",
    ),
    _one("urldecode", _url_decode, "Text from the encoding of URLs.", "String.length()|s"),
    _one("urlencode", _url_encode, "Text in the encoding of URLs.", "String.length()|s"),
)
