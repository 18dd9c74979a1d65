"""Rewrites the blocks of pages that no longer say what their cells give."""

from runner.update.process import Decide, Decision, PageUpdate, update_exit_code, update_pages

__all__ = ["Decide", "Decision", "PageUpdate", "update_exit_code", "update_pages"]
