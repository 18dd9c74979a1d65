"""Which regular expressions may be blocked patterns: those that are told fast, whatever the text.

Where the database runs in the program's own process, a regular expression that backtracks without
end holds up all of it, and no deadline is kept. So patterns that can do that are not accepted.
"""

from __future__ import annotations

import re

_MOST_REPETITIONS = 3
_TOKEN = re.compile(
    r"\\Q.*?(?:\\E|$)"  # a quotation
    r"|\\[pPxuNkg]\{[^}]*\}|\\."
    r"|\[\^?\]?(?:\\.|[^\]\\])*\]"  # a class
    r"|\((?:\?(?:[:=!>]|<[=!]|<\w+>|[a-zA-Z-]+:?))?"
    r"|\{\d+(?:,\d*)?\}[?+]?|[*+?][?+]?"
    r"|.",
    re.DOTALL,
)
_FIXED = re.compile(r"\{(\d+)\}[?+]?|\{(\d+),\2\}[?+]?")


def pattern_fault(pattern: str) -> str | None:
    """Why a pattern may take longer than anyone waits; None where it does not.

    Neither repetitions nor alternatives may stand within something that is repeated, and there may
    be three repetitions one after the other. A question mark is a choice, and no repetition.
    """
    repetitions = 0
    choices = [False]
    """Of each group that is open: whether a repetition or alternatives stand in it."""
    last = False
    """Whether they stand in what comes right before."""
    for token in _TOKEN.findall(pattern):
        if token.startswith("("):
            choices.append(False)
            last = False
        elif token == ")":
            last = choices.pop() if len(choices) > 1 else False
            choices[-1] = choices[-1] or last
        elif token == "|":
            choices[-1] = True
        elif token[0] in "*+" or (token[0] == "{" and len(token) > 1):
            if last:
                return f"it repeats ({token}) what holds repetitions or alternatives itself"
            if not _FIXED.fullmatch(token):
                repetitions += 1
                choices[-1] = last = True
        elif token[0] == "?":
            choices[-1] = True
        else:
            last = False
    if repetitions > _MOST_REPETITIONS:
        return f"it has {repetitions} repetitions, and {_MOST_REPETITIONS} are the most"
    return None
