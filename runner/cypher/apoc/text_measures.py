"""``apoc.text.*``: how near two texts are, and how they sound."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from runner.cypher.apoc.declare import ONLY_5, function, procedure
from runner.cypher.apoc.failing import illegal_argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runner.cypher.eval.runtime import State

_SOUNDS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "01230120022455012623010202", strict=True))


def levenshtein(state: State, text1: str, text2: str) -> int:
    """The least number of characters to insert, delete or change."""
    if len(text1) < len(text2):
        text1, text2 = text2, text1
    row = list(range(len(text2) + 1))
    for count, left in enumerate(text1, 1):
        before, row[0] = row[0], count
        for at, right in enumerate(text2, 1):
            state.tick()
            cost = before if left == right else 1 + min(before, row[at], row[at - 1])
            before, row[at] = row[at], cost
    return row[-1]


def _similarity(state: State, text1: str, text2: str) -> float:
    longest = max(len(text1), len(text2))
    if longest == 0:
        return 1.0
    return (longest - levenshtein(state, text1, text2)) / longest


def _fuzzy_match(state: State, text1: str, text2: str) -> bool:
    length = len(text1)
    most = 0 if length < 3 else 1 if length < 5 else 2
    return levenshtein(state, text1, text2) <= most


def _hamming(text1: str, text2: str) -> int:
    if len(text1) != len(text2):
        raise illegal_argument("SimilarityInput must have the same length")
    return sum(left != right for left, right in zip(text1, text2, strict=True))


def _jaro_winkler(state: State, text1: str, text2: str) -> float:
    """One less the similarity."""
    if text1 == text2:
        return 0.0
    short, long = sorted((text1, text2), key=len)
    matches, transpositions = _matches(state, short, long)
    if matches == 0:
        return 1.0
    jaro = (
        matches / len(text1) + matches / len(text2) + (matches - transpositions / 2) / matches
    ) / 3
    prefix = 0
    for left, right in zip(text1[:4], text2[:4], strict=False):
        if left != right:
            break
        prefix += 1
    return 1.0 - (jaro if jaro < 0.7 else jaro + 0.1 * prefix * (1.0 - jaro))


def _matches(state: State, short: str, long: str) -> tuple[int, int]:
    """How many characters match, and how many of those stand in another order."""
    reach = max(len(long) // 2 - 1, 0)
    taken = [False] * len(long)
    ours: list[str] = []
    for at, character in enumerate(short):
        for other in range(max(at - reach, 0), min(at + reach + 1, len(long))):
            state.tick()
            if not taken[other] and long[other] == character:
                taken[other] = True
                ours.append(character)
                break
    theirs = [character for character, used in zip(long, taken, strict=True) if used]
    return len(ours), sum(a != b for a, b in zip(ours, theirs, strict=True))


def _sorensen_dice(text1: str, text2: str, language: str) -> float:
    turkish = language.lower().startswith(("tr", "az"))
    left, right = _pairs(text1, turkish), _pairs(text2, turkish)
    total = len(left) + len(right)
    if text1 == text2 == "":
        return 1.0
    common = sum((Counter(left) & Counter(right)).values())
    return 2.0 * common / total if total else float("nan")


def _pairs(text: str, turkish: bool) -> list[str]:
    if turkish:
        text = text.replace("i", "İ")
    words = re.split(r"\s+", text.upper())
    return [word[at : at + 2] for word in words for at in range(len(word) - 1)]


def soundex(word: str) -> str:
    """The American Soundex code of a word; empty where it has no letter."""
    letters = [letter for letter in word.upper() if letter.isalpha()]
    if not letters:
        return ""
    for letter in letters:
        if letter not in _SOUNDS:
            raise illegal_argument(f"The character is not mapped: {letter} (index={ord(letter)})")
    code, last = letters[0], _SOUNDS[letters[0]]
    for letter in letters[1:]:
        sound = _SOUNDS[letter]
        if letter in "HW":
            # Letters on both sides of these count as neighbours.
            continue
        if sound != "0" and sound != last:
            code += sound
            if len(code) == 4:
                break
        last = sound
    return code.ljust(4, "0")


def _phonetic(text: str) -> str:
    return "".join(soundex(word) for word in re.split(r"\W+", text, flags=re.ASCII))


def _phonetic_delta(_state: State, text1: str, text2: str) -> Iterator[tuple[Any, ...]]:
    one, other = (None if text is None else soundex(text) for text in (text1, text2))
    alike = zip(one or "", other or "", strict=False)
    yield one, other, sum(a == b for a, b in alike)


_TWO = "(text1 :: STRING, text2 :: STRING)"

FUNCTIONS = (
    function(
        f"apoc.text.distance{_TWO} :: INTEGER",
        levenshtein,
        "The Levenshtein distance of two texts.",
        absent="text1 text2",
        contextual=True,
    ),
    function(
        f"apoc.text.levenshteinDistance{_TWO} :: INTEGER",
        levenshtein,
        "The Levenshtein distance of two texts.",
        absent="text1 text2",
        contextual=True,
        languages=ONLY_5,
    ),
    function(
        f"apoc.text.levenshteinSimilarity{_TWO} :: FLOAT",
        _similarity,
        "One less the Levenshtein distance as a share of the longer text.",
        absent="text1 text2",
        contextual=True,
    ),
    function(
        f"apoc.text.fuzzyMatch{_TWO} :: BOOLEAN",
        _fuzzy_match,
        "Whether two texts differ in a few characters at most.",
        absent="text1 text2",
        contextual=True,
    ),
    function(
        f"apoc.text.hammingDistance{_TWO} :: INTEGER",
        _hamming,
        "In how many places two texts of one length differ.",
        absent="text1 text2",
    ),
    function(
        f"apoc.text.jaroWinklerDistance{_TWO} :: FLOAT",
        _jaro_winkler,
        "The Jaro-Winkler distance of two texts.",
        absent="text1 text2",
        contextual=True,
    ),
    function(
        "apoc.text.sorensenDiceSimilarity(text1 :: STRING, text2 :: STRING, "
        "languageTag = en :: STRING) :: FLOAT",
        _sorensen_dice,
        "The Sørensen-Dice similarity of the letter pairs of two texts.",
        absent="text1 text2 languageTag",
    ),
    function(
        "apoc.text.phonetic(text :: STRING) :: STRING",
        _phonetic,
        "The Soundex codes of the words of a text.",
        absent="text",
    ),
)

PROCEDURES = (
    procedure(
        f"apoc.text.phoneticDelta{_TWO} :: "
        "(phonetic1 :: STRING, phonetic2 :: STRING, delta :: INTEGER)",
        _phonetic_delta,
        "The Soundex codes of two words, and how many of their characters are alike.",
    ),
)
