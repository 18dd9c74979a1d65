"""Compares the expected blocks of a page with what its cells gave.

The block as it would be rewritten is computed first; checking, showing what differs and
updating all read that.
"""

from runner.compare.judge import judge
from runner.compare.renaming import Renaming
from runner.compare.verdict import (
    Expected,
    Failed,
    Judgement,
    Kind,
    Mismatch,
    Notice,
    Options,
    Passed,
    Verdict,
)

__all__ = [
    "Expected",
    "Failed",
    "Judgement",
    "Kind",
    "Mismatch",
    "Notice",
    "Options",
    "Passed",
    "Renaming",
    "Verdict",
    "judge",
]
