"""Results and values as text on pages, and that text read again (sections 5 to 8 of the format).

What other rooms use is here by name, and loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runner.render.blocks import block_problems, format_block, render_block
    from runner.render.error import error_text, is_outcome
    from runner.render.gram import render_gram
    from runner.render.literal import format_value, parse_value
    from runner.render.syntax import BlockSyntaxError, ValueTooDeep
    from runner.render.table import render_table

__all__ = [
    "BlockSyntaxError",
    "ValueTooDeep",
    "block_problems",
    "error_text",
    "format_block",
    "format_value",
    "is_outcome",
    "parse_value",
    "render_block",
    "render_gram",
    "render_table",
]

_HOMES = {
    "BlockSyntaxError": "runner.render.syntax",
    "ValueTooDeep": "runner.render.syntax",
    "block_problems": "runner.render.blocks",
    "error_text": "runner.render.error",
    "format_block": "runner.render.blocks",
    "format_value": "runner.render.literal",
    "is_outcome": "runner.render.error",
    "parse_value": "runner.render.literal",
    "render_block": "runner.render.blocks",
    "render_gram": "runner.render.gram",
    "render_table": "runner.render.table",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
