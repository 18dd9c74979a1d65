"""A local web page on which one sees what an agent would recall, and why."""

from __future__ import annotations

from recall_lab.demo import fill, words
from recall_lab.server import Lab

__all__ = ["Lab", "fill", "words"]
