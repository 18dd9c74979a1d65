"""Expressions of each type, as templates with typed holes.

``<INT>`` is a hole for an expression of that type, ``<(INT)>`` one in parentheses where it is no
atom, ``<BOOL+x:INT>`` one in which a new variable of that type is known; ``%x`` is that variable's
name. ``<literal INT>`` is a literal only, ``<sure INT>`` never null, ``<param INT>`` a parameter,
and ``<!count>`` what `Expressions.special` makes.

What is left out on purpose, because the real server's own answer is not fixed:
- rand, randomUUID, timestamp, the present, ids: differ from run to run;
- collect() without order, and lists in the order of internal hashing (keys, labels): see BAG;
- division by zero, overflow and refused values in statements of several rows: which row or which
  operand fails first, and whether any does where there are no rows, is the planner's choice; the
  module `wrong` has them in single rows. That is why parts of temporal values are ``sure``;
- replace with a limit in a text beyond the basic plane: the server loses its end;
- an empty literal as a key, which is refused or not by the clause that holds it;
- an index behind COLLECT { … } or a pattern comprehension, which the server turns into a LIMIT
  (`COLLECT { RETURN 1 AS x }[-1]` is null, `[-2]` an error about LIMIT);
- split by an empty text: the server cuts pairs of surrogates apart and sends question marks;
- list + scalar as a part of an expression: the server takes the elements of such a list for
  floats (`UNWIND [3] + 1 AS u RETURN ['a'][u]` is refused); see WHOLE.

The templates stand in `expressions.txt`, one a line below the type that they make.
"""

from __future__ import annotations

from pathlib import Path


def _read() -> dict[str, tuple[str, ...]]:
    sections: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("expressions.txt").read_text("utf-8").splitlines():
        if line.startswith("== "):
            lines = sections.setdefault(line.removeprefix("== "), [])
        elif line:
            lines.append(line)
    return {name: tuple(lines) for name, lines in sections.items()}


_SECTIONS = _read()
_LITERAL = "literal "

LITERALS = {
    name.removeprefix(_LITERAL): lines
    for name, lines in _SECTIONS.items()
    if name.startswith(_LITERAL)
}
"""What an expression without parts may be."""

WHOLE = _SECTIONS["whole"]
"""Expressions that stand for a whole column only.

Beside those named above: folded into a literal, Infinity is "too large" where the server checks
the text again, and `date({datetime: …})` fails also where there are no rows.
"""

TEMPLATES = {
    name: lines
    for name, lines in _SECTIONS.items()
    if name != "whole" and not name.startswith(_LITERAL)
}
"""Expressions with parts."""
