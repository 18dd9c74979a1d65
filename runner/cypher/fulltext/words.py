"""Splits text into words, as Lucene's StandardTokenizer does (Unicode Standard Annex 29)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_LETTERS = 255
"""Longer words are cut."""

# One letter stands for each class of the annex: A letter, N digit, K katakana, E connector,
# L, B, Q what joins letters or both, M what joins digits, X what belongs to the character before,
# I what is a word by itself, S scripts without blanks, J emoji, R half a flag, Z a joiner.
_MARKS = {
    **dict.fromkeys(":\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a", "L"),
    **dict.fromkeys(".\u2018\u2019\u2024\ufe52\uff07\uff0e", "B"),
    "'": "Q",
    **dict.fromkeys(
        ",;\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b", "M"
    ),
    "\u066b": "N",
    "\u202f": "E",
    "\u200b": " ",
    "\u200d": "Z",
}
_BLOCKS = (
    (0x0E00, 0x0EFF, "S"),
    (0x1000, 0x109F, "S"),
    (0x1780, 0x17FF, "S"),
    (0x2600, 0x27BF, "J"),
    (0x3005, 0x3007, "I"),
    (0x309B, 0x309C, "K"),
    (0x3041, 0x309F, "I"),
    (0x30A1, 0x30FA, "K"),
    (0x30FC, 0x30FF, "K"),
    (0x31F0, 0x31FF, "K"),
    (0x3400, 0x4DBF, "I"),
    (0x4E00, 0x9FFF, "I"),
    (0xF900, 0xFAFF, "I"),
    (0xFF66, 0xFF9D, "K"),
    (0x1F1E6, 0x1F1FF, "R"),
    (0x1F3FB, 0x1F3FF, "X"),
    (0x1F300, 0x1FAFF, "J"),
    (0x20000, 0x3FFFF, "I"),
)


@cache
def _class(character: str) -> str:
    if not character:
        return " "
    mark = _MARKS.get(character)
    if mark is not None:
        return mark
    category = unicodedata.category(character)
    if category in ("Mn", "Me", "Mc", "Cf"):
        return "X"
    code = ord(character)
    for first, last, name in _BLOCKS:
        if first <= code <= last:
            if name == "S":
                return "N" if category == "Nd" else "S" if category[0] == "L" else " "
            return name
    if category[0] == "L" or category == "Nl":
        return "A"
    return {"Nd": "N", "Pc": "E"}.get(category, " ")


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?=E*[ANK])[ANKE](?:(?<=[AN])[AN]|(?<=K)K|E|(?<=E)[ANK]|(?<=A)[LBQ]A|(?<=N)[MBQ]N)*"
        r"|I|S+|RR|J(?:ZJ)*"
    )


def standard_words(text: str) -> Iterator[str]:
    """The words of `text` in their order."""
    if text.isascii() and text.replace(" ", "").isalnum():
        for word in text.split():
            yield from _cut(word)
        return
    classes: list[str] = []
    starts: list[int] = []
    for at, character in enumerate(text):
        name = _class(character)
        if name == "Z" and not (classes[-1:] == ["J"] and _class(text[at + 1 : at + 2]) == "J"):
            name = "X"
        if name != "X" or not starts:
            classes.append(" " if name == "X" else name)
            starts.append(at)
    starts.append(len(text))
    for found in _pattern().finditer("".join(classes)):
        yield from _cut(text[starts[found.start()] : starts[found.end()]])


def _cut(word: str) -> Iterator[str]:
    for at in range(0, len(word), MOST_LETTERS):
        yield word[at : at + MOST_LETTERS]


def letter_runs(text: str) -> Iterator[str]:
    """The runs of letters in `text`, as Lucene's LetterTokenizer gives them."""
    run = ""
    for character in text:
        if unicodedata.category(character)[0] == "L":
            run += character
        elif run:
            yield from _cut(run)
            run = ""
    if run:
        yield from _cut(run)


def blank_runs(text: str) -> Iterator[str]:
    """The runs between what Java calls whitespace: no-break spaces are none."""
    for word in re.findall(r"[^\t-\r\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]+", text):  # fmt: skip # noqa: E501
        yield from _cut(word)


def unicode_blank_runs(text: str) -> Iterator[str]:
    """The runs between what Unicode calls whitespace."""
    for word in re.findall(r"[^\t-\r\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+", text):  # fmt: skip # noqa: E501
        yield from _cut(word)
