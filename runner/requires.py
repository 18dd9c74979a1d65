"""Whether an engine has what a page says it needs (``requires`` in front matter)."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runner.engines.base import Capabilities
    from runner.errors import EngineError
    from runner.page.model import Page, Requires

_COMPARE: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}


def unmet_need(requires: Requires | None, engine: Capabilities) -> str | None:
    """What the page needs and the engine lacks, as a reason for skipping it; None: nothing."""
    if requires is None:
        return None
    if requires.engine is not None and requires.engine != engine.name:
        return f"needs the engine {requires.engine}, and this is {engine.name}"
    version = version_numbers(engine.version)
    for bound in requires.version:
        width = max(len(version), len(bound.version))
        if not _COMPARE[bound.operator](_padded(version, width), _padded(bound.version, width)):
            return f"needs version {requires.version_text}, and this is {engine.version}"
    if requires.edition == "enterprise" and engine.edition != "enterprise":
        return f"needs the edition enterprise, and this is {engine.edition}"
    lacking = [name for name in requires.features if name not in engine.features]
    if lacking:
        return f"needs {', '.join(lacking)}, which {engine.name} {engine.version} does not have"
    return None


def asked_features(pages: Iterable[Page]) -> frozenset[str]:
    """The features that pages ask for: what an engine that has some on request switches on."""
    needs = [page.front_matter.requires for page in pages]
    return frozenset(name for need in needs if need is not None for name in need.features)


def unasked_feature(error: EngineError, page: Page, engine: Capabilities) -> str | None:
    """What an author can do about a name of APOC that a page has not asked for; None: nothing."""
    if "apoc" in asked_features([page]) or "apoc" not in engine.features:
        return None
    if not re.match(
        r"Unknown function 'apoc\.|There is no procedure with the name `apoc\.", error.message
    ):
        return None
    return (
        "The name is one of APOC, and the page does not ask for that library: write "
        "requires: {features: [apoc]} into its front matter."
    )


def version_numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, as (2026, 8, 1) for ``2026.08.1``."""
    return tuple(int(number) for number in re.findall(r"\d+", version))


def _padded(version: tuple[int, ...], width: int) -> tuple[int, ...]:
    return version + (0,) * (width - len(version))
