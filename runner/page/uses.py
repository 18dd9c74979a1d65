"""Which files beside a page its cells may read, as far as its text tells."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LOAD = re.compile(r"\bLOAD\s+CSV\b", re.IGNORECASE)
_LOAD_OF_NAME = re.compile(
    r"\bLOAD\s+CSV\s+(?:WITH\s+HEADERS\s+)?FROM\s+(?:'[^'\\]*'|\"[^\"\\]*\")\s+AS\b", re.IGNORECASE
)
_FILE = re.compile(r"\bfile[`\"]?\s*\(", re.IGNORECASE)
_FILE_OF_NAME = re.compile(r"\bfile[`\"]?\s*\(\s*'[^'\\*?{\[]*\.[^'\\*?{\[]*'", re.IGNORECASE)
_HIDDEN = "."
_PAGE = ".md"
_MOST_FILES = 10_000


def reads_files(text: str) -> bool:
    """Whether a page may read files: it loads CSV, or calls ``file`` in SQL."""
    return _LOAD.search(text) is not None or _FILE.search(text) is not None


def may_use(text: str, files: Sequence[Path]) -> bool:
    """Whether a page names one of the files, or reads a file whose name is computed or a pattern.

    Other pages are no such files.
    """
    others = [path for path in files if path.suffix.lower() != _PAGE]
    if not others:
        return False
    if len(_LOAD.findall(text)) > len(_LOAD_OF_NAME.findall(text)):
        return True
    if len(_FILE.findall(text)) > len(_FILE_OF_NAME.findall(text)):
        return True
    plain = unquote(text) if "%" in text else text
    return any(path.name in text or path.name in plain for path in others)


def files_below(folder: Path) -> Iterator[Path]:
    """The folders below a folder and their files, pages and what is hidden aside.

    Those that are too many for anybody to look at are left out.
    """
    left = _MOST_FILES
    for name, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith(_HIDDEN))
        yield Path(name)
        for each in sorted(files):
            if each.startswith(_HIDDEN) or each.lower().endswith(_PAGE):
                continue
            left -= 1
            if left < 0:
                return
            yield Path(name, each)
