"""Small suites of pages, run by pytest with the plugin."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import runner

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PLUGIN = "pytest_cypher_pages"

_LEFT_OUT = re.compile(r"runner\.(__main__|cli|shell|tabular|watch|engines\.bolt)")


def _load_all() -> None:
    """Load what pages may need.

    A run of pytest in this process forgets afterwards what it loaded, so that half of the package
    would be loaded twice: classes of one name would be two.
    """
    for module in walk_packages(runner.__path__, "runner."):
        if not _LEFT_OUT.match(module.name):
            import_module(module.name)
    for name in ("deepdiff", "tzdata", "yaml"):
        import_module(name)


_load_all()

TRUE = """\
# Birds

```cypher cell=birds
CREATE (:Bird {name: "Wren"}), (:Bird {name: "Dipper"})
```

```table
(no rows) · nodes created: 2, properties set: 2, labels added: 2
```

```cypher cell=count
MATCH (b:Bird) RETURN count(b) AS birds
```

```table
| birds |
|-------|
| 2     |
1 row
```
"""

UNTRUE = """\
# Huts

```cypher cell=huts
CREATE (:Hut {name: "Birch Hut", beds: 24}), (:Hut {name: "Lake Hut", beds: 40})
```

```cypher cell=beds
MATCH (h:Hut) RETURN h.name AS hut, h.beds AS beds ORDER BY hut
```

```table
| hut         | beds |
|-------------|------|
| "Birch Hut" | 24   |
| "Lake Hut"  | 41   |
2 rows
```

```cypher cell=closed skip="in winter only"
RETURN 1
```

```cypher cell=total
MATCH (h:Hut) RETURN sum(h.beds) AS beds
```

```table
| beds |
|------|
| 65   |
1 row
```
"""

ERRORED = """\
```cypher cell=one
RETURN 1 AS x
```

```table
| x |
|---|
| 1 |
1 row
```

```cypher cell=two
RETURN 1 / 0 AS x
```

```cypher cell=three
RETURN 3 AS x
```

```cypher cell=four
RETURN 4 AS x
```
"""

SKIPPED = """\
---
requires: {engine: neo4j}
---

```cypher cell=one
RETURN 1 AS x
```
"""

MALFORMED = """\
```cypher cell=one colour=red
RETURN 1 AS x
```
"""

NO_PAGE = "# Read me\n\n```cypher\nRETURN 1\n```\n"


def write(folder: Path, **texts: str) -> None:
    """Write pages, each under its name; two underscores stand for a slash."""
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run pytest with the plugin, in this process; a key press is its own affair."""
    options = ("-p", PLUGIN, "--strict-markers")
    return pytester.runpytest_inprocess(*options, *arguments, no_reraise_ctrlc=True)


def ids(result: pytest.RunResult) -> list[str]:
    """The names of the tests that ``--collect-only -q`` lists."""
    return [line for line in result.outlines if "::" in line]


def lines_between(result: pytest.RunResult, first: str, last: str) -> str:
    """What stands between two lines of the output, the lines themselves aside."""
    found = re.search(
        rf"^{first}\n(.*?)^{last}$", "\n".join(result.outlines), re.MULTILINE | re.DOTALL
    )
    assert found is not None, "\n".join(result.outlines)
    return found[1]
