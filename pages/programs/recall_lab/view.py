"""What the page shows, as HTML. All text that comes from outside goes through `escape`."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent_memory import Candidate, Recall

LONGEST_QUESTION = 1000
"""In characters."""

STYLE = """\
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --shade: #f3f5f7;
  --accent: #0b57d0; --on-accent: #ffffff; --warn: #8a4600;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11151a; --ink: #e6edf3; --soft: #a3adb8; --line: #3a434d; --shade: #1b2128;
    --accent: #8ab4f8; --on-accent: #0b1a33; --warn: #f0b27a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 3rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
header p, .note { color: var(--soft); margin: .25rem 0 1rem; max-width: 60rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
.field { display: flex; flex-direction: column; gap: .25rem; }
.question { flex: 1 1 18rem; }
label { font-weight: 600; }
input, select, button {
  font: inherit; min-height: 2.75rem; padding: .35rem .75rem; color: var(--ink);
  background: var(--paper); border: 1px solid var(--soft); border-radius: .375rem;
}
input { width: 100%; }
button {
  background: var(--accent); border-color: var(--accent); color: var(--on-accent);
  font-weight: 600; cursor: pointer;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; border: 1px solid var(--line); }
caption { text-align: left; padding: .5rem .75rem; color: var(--soft); }
th, td {
  text-align: left; vertical-align: top; padding: .5rem .75rem; border-top: 1px solid var(--line);
}
thead th { background: var(--shade); white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
tbody th { font-weight: 600; min-width: 14rem; }
tbody th, td.prose { overflow-wrap: anywhere; }
tr.dropped th, tr.dropped td { color: var(--soft); font-weight: 400; background: var(--shade); }
.result { font-weight: 600; white-space: nowrap; }
.warning { color: var(--warn); font-weight: 600; }
.alert {
  border-left: .25rem solid var(--warn); padding: .5rem .75rem; background: var(--shade);
}
.withheld { font-style: italic; }
/* Too narrow for nine columns: each row is a card, and each cell has its heading beside it. */
@media (max-width: 60rem) {
  table, caption, tbody, tr, tbody th { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody th, tbody td, td.number { border: 0; padding: .15rem .75rem; text-align: left; }
  tbody th { min-width: 0; }
  tbody td, td.number { display: grid; grid-template-columns: 5.5rem 1fr; }
  tbody td > span { overflow-wrap: anywhere; }
  tbody td::before { content: attr(data-label); color: var(--soft); font-weight: 400; }
  tbody tr { border-top: 1px solid var(--line); padding: .5rem 0; }
  tr.dropped { background: var(--shade); }
}
"""

_COLUMNS = ("Rank", "Memory", "Score", "Type", "Scope", "Status", "Pinned", "Why", "Sources")


def page(
    *,
    about: str,
    scopes: Sequence[str],
    question: str = "",
    scope: str = "",
    found: Recall | None = None,
    fault: str | None = None,
) -> str:
    """The whole page: the form, and, where something was asked, what came of it."""
    title = f"{question} – Recall Lab" if question else "Recall Lab"
    if fault is not None:
        answer = f'<p class="alert" role="alert">{escape(fault)}</p>'
    else:
        answer = "" if found is None else _answer(found, scope)
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
<h1>Recall Lab</h1>
<p>What an agent would recall for a question, and why. {escape(about)}</p>
</header>
<main>
<form method="get" action="/" role="search">
<div class="field question">
<label for="q">Question</label>
<input id="q" name="q" type="search" required maxlength="{LONGEST_QUESTION}" \
value="{escape(question)}" autocomplete="off">
</div>
<div class="field">
<label for="scope">Scope</label>
<select id="scope" name="scope">{_options(scopes, scope)}</select>
</div>
<button>Recall</button>
</form>
{answer}
</main>
</body>
</html>
"""


def _options(scopes: Sequence[str], chosen: str) -> str:
    return "".join(
        f'<option value="{escape(each)}"{" selected" if each == chosen else ""}>'
        f"{escape(each)}</option>"
        for each in scopes
    )


def _answer(found: Recall, scope: str) -> str:
    if found.failure is not None:
        return (
            '<p class="alert" role="alert">The agent goes on without memory: '
            f"{escape(found.failure)}.</p>"
        )
    if not found.trace:
        return '<h2 id="found">Nothing found</h2>\n<p>The memory is empty.</p>'
    dropped = [each for each in found.trace if each.rank is None]
    rows = "\n".join(_row(each) for each in (*found.kept, *dropped))
    heads = "".join(f'<th scope="col" role="columnheader">{each}</th>' for each in _COLUMNS)
    # The roles are those that the elements have; a narrow window's style would take them away.
    return f"""\
<h2 id="found">{len(found.kept)} kept, {len(dropped)} dropped</h2>
<table role="table" aria-labelledby="found">
<caption>Candidates for {escape(scope)}: those that are kept by rank, then those that are dropped \
by score. The score is the cosine.</caption>
<thead role="rowgroup"><tr role="row">{heads}</tr></thead>
<tbody role="rowgroup">
{rows}
</tbody>
</table>"""


def _row(each: Candidate) -> str:
    kept = each.rank is not None
    text = escape(each.text)
    if each.blocked:
        text = '<span class="withheld">withheld: its text matches a blocked pattern</span>'
    why = escape(each.why)
    if each.contradicted_by:
        others = "; ".join(each.contradicted_by)
        why += f' <span class="warning">contradicted by: {escape(others)}</span>'
    cells = [
        _cell("Rank", f"#{each.rank}" if kept else "Dropped", "result"),
        f'<th scope="row" role="rowheader">{text}</th>',
        _cell("Score", f"{each.similarity:.2f}", "number"),
        _cell("Type", escape(each.kind or "none")),
        _cell("Scope", escape(each.scope)),
        _cell("Status", escape(each.status)),
        _cell("Pinned", "pinned" if each.pinned else "no"),
        _cell("Why", why, "prose"),
        _cell("Sources", escape(", ".join(each.sources)) or "none", "prose"),
    ]
    return f'<tr role="row" class="{"kept" if kept else "dropped"}">{"".join(cells)}</tr>'


def _cell(label: str, shown: str, kind: str = "text") -> str:
    """A cell; `shown` is HTML."""
    return f'<td role="cell" class="{kind}" data-label="{label}"><span>{shown}</span></td>'
