"""The Porter stemmer, with the two departures that its author made later (and Lucene has).

Source: M. F. Porter, "An algorithm for suffix stripping", 1980, and his own Java version.
"""

from __future__ import annotations

from itertools import pairwise

_VOWELS = "aeiou"

_STEP_2 = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
    "logi": "log",
}
_STEP_3 = {
    "icate": "ic",
    "ative": "",
    "alize": "al",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
}
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


def stem(word: str) -> str:
    """The stem of an English word in small letters."""
    if len(word) <= 2:
        return word
    word = _step_1(word)
    if len(word) > 1:
        if word.endswith("y") and _has_vowel(word[:-1]):
            word = f"{word[:-1]}i"
        word = _replaced(word, _STEP_2)
        word = _replaced(word, _STEP_3)
        word = _step_4(word)
        word = _step_5(word)
    return word


def _is_consonant(word: str, at: int) -> bool:
    letter = word[at]
    if letter in _VOWELS:
        return False
    return letter != "y" or at == 0 or not _is_consonant(word, at - 1)


def _measure(word: str) -> int:
    """How often a vowel is followed by a consonant."""
    kinds = [_is_consonant(word, at) for at in range(len(word))]
    return sum(not one and other for one, other in pairwise(kinds))


def _has_vowel(word: str) -> bool:
    return any(not _is_consonant(word, at) for at in range(len(word)))


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _is_consonant(word, len(word) - 1)


def _ends_short(word: str) -> bool:
    """Consonant, vowel, consonant at the end, the last not w, x, y."""
    last = len(word) - 1
    return (
        last >= 2
        and _is_consonant(word, last)
        and not _is_consonant(word, last - 1)
        and _is_consonant(word, last - 2)
        and word[last] not in "wxy"
    )


def _step_1(word: str) -> str:
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        base = word.removesuffix(suffix)
        if base != word:
            return _after_ending(base) if _has_vowel(base) else word
    return word


def _after_ending(base: str) -> str:
    if base.endswith(("at", "bl", "iz")):
        return f"{base}e"
    if _ends_double(base):
        return base if base[-1] in "lsz" else base[:-1]
    return f"{base}e" if _measure(base) == 1 and _ends_short(base) else base


def _replaced(word: str, suffixes: dict[str, str]) -> str:
    """The word with the longest of the suffixes that it has replaced, if enough is before it."""
    found = max((s for s in suffixes if word.endswith(s)), key=len, default=None)
    if found is None:
        return word
    base = word[: -len(found)]
    return base + suffixes[found] if _measure(base) > 0 else word


def _step_4(word: str) -> str:
    found = max((s for s in _STEP_4 if word.endswith(s)), key=len, default=None)
    if found is None:
        return word
    base = word[: -len(found)]
    if found == "ion" and not base.endswith(("s", "t")):
        return word
    return base if _measure(base) > 1 else word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        base = word[:-1]
        measure = _measure(base)
        if measure > 1 or (measure == 1 and not _ends_short(base)):
            word = base
    if word.endswith("l") and _ends_double(word) and _measure(word) > 1:
        word = word[:-1]
    return word
