"""How pytest-xdist shares out the cells of pages."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling


class PageScheduling(LoadScopeScheduling):  # type: ignore[misc]  # it comes without types
    """The cells of a page go to one worker; every other test goes to whichever is free."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if file.lower().endswith((".md", ".markdown")) else nodeid
