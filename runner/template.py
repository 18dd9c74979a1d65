"""A first page: short, true, and with one of everything that most pages need."""

from __future__ import annotations

import json
import re

_PAGE = """\
---
title: {title}
summary: What this page shows, in one sentence.
---

# {heading}

Say here what the reader is about to see.

```json data=people
{{"people": [
  {{"name": "Ada", "born": 1815}},
  {{"name": "Mary", "born": 1780}}
]}}
```

The cell below runs with these parameters, and the table after it is what it must give.

```cypher cell=people params=people
UNWIND $people AS person
CREATE (:Person {{name: person.name, born: person.born}})
```

```table
(no rows) · nodes created: 2, properties set: 4, labels added: 2
```

A later cell sees what the earlier ones made.

```cypher cell=oldest
MATCH (p:Person)
RETURN p.name AS name, p.born AS born
ORDER BY born
```

```table
| name   | born |
|--------|------|
| "Mary" | 1780 |
| "Ada"  | 1815 |
2 rows
```
"""


def first_page(name: str) -> bytes:
    """The bytes of a page that is true, titled after the file name `name`."""
    words = re.sub(r"[-_.\s]+", " ", name).strip() or "A page"
    title = words[0].upper() + words[1:]
    # In a heading these would mean something.
    heading = re.sub(r"([\\`*_<>\[\]#&])", r"\\\1", title)
    quoted = json.dumps(title, ensure_ascii=False)
    plain = re.fullmatch(r"[^\W\d_][\w ]*\w", title) and title.lower() not in _NOT_TEXT
    text = _PAGE.format(title=title if plain else quoted, heading=heading)
    return text.encode("utf-8", "backslashreplace")


_NOT_TEXT = frozenset({"true", "false", "yes", "no", "on", "off", "null", "nan", "inf"})
"""What YAML would read as something else than text."""
