"""Puts the blocks of pages in canonical form, without running anything."""

from runner.fmt.pages import Formatted, PageFormat, fmt_exit_code, format_page

__all__ = ["Formatted", "PageFormat", "fmt_exit_code", "format_page"]
