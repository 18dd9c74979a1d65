"""Gram blocks: a result as nodes, relationships and paths with ids, and that text read again
(section 7 of the page format).

A result and a block come in the same shape, rows of items, so that they can be compared; only
the numbers differ: those of a result are the engine's, those of a block are the page's.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from runner.errors import RunnerError
from runner.render.footer import Footer, footer_of, parse_footer
from runner.render.literal import join_description, labels_text, properties_text
from runner.render.reader import Reader
from runner.render.syntax import WILDCARDS, BlockSyntaxError, Wildcard
from runner.render.table import ErrorLine, is_error_line
from runner.values import Node, Path, Relationship

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from runner.result import Result
    from runner.values import Value

NODE = "n"
RELATIONSHIP = "r"

_PLAIN_HEAD = {
    kind: re.compile(
        rf"{opening}{kind}([0-9]{{1,18}})(?::([A-Za-z_][A-Za-z0-9_]*))?(?:({closing})| ?(?=\{{))"
    )
    for kind, opening, closing in ((NODE, r"\(", r"\)"), (RELATIONSHIP, r"\[", r"\]"))
}
"""By the kind of a mention what most start with: its id, and no label or a plain one. Most end
there, too."""


class Description(NamedTuple):
    """What a full mention says of an entity."""

    names: tuple[str, ...]
    """Labels, sorted, of a node; the one type of a relationship."""
    properties: dict[str, Any]
    """Values, in a block with wildcards at any depth."""
    written: dict[str, str]
    """The properties as a block writes them; empty for those of a result."""


class Mention(NamedTuple):
    """A place where a node (`kind` ``n``) or a relationship (``r``) stands."""

    kind: str
    number: int
    description: Description | None
    """None where the bare id stands, or where there is nothing to describe."""
    column: int = 0
    counts: bool = True
    """Whether it is a mention: an end node beside a relationship on its own is none."""

    @property
    def entity(self) -> tuple[str, int]:
        """Which entity it is: its kind and number."""
        return self.kind, self.number

    @property
    def name(self) -> str:
        """Its id as a page writes it."""
        return f"{self.kind}{self.number}"


class Chain(NamedTuple):
    """A node, a path, or a relationship between its end nodes."""

    mentions: tuple[Mention, ...]
    """Nodes and relationships in turn; a node at both ends."""
    backwards: tuple[bool, ...]
    """For each relationship whether it points to the node before it."""


class Word(NamedTuple):
    """A value without an entity: ``null``, or ``[]``, an empty list."""

    text: str


Item: TypeAlias = Chain | Word


class GramRow(NamedTuple):
    """The graph values of one row."""

    items: tuple[Item, ...]
    line: int = 0
    """The line of the block, from 1; 0 for a row of a result."""

    def mentions(self) -> Iterator[Mention]:
        """All places of nodes and relationships, from left to right."""
        for item in self.items:
            if isinstance(item, Chain):
                yield from item.mentions


class GramBlock(NamedTuple):
    """What a ``gram`` block says; neither `footer` nor `error` in one without any text."""

    rows: tuple[GramRow, ...] = ()
    footer: Footer | None = None
    error: ErrorLine | None = None


class NotGraph(RunnerError):
    """A result holds a value that is no node, relationship, path, list of these or null."""

    def __init__(self, row: int, column: str, value: Value) -> None:
        super().__init__(f"row {row}, column {column}: no graph value")
        self.row = row
        self.column = column
        self.value = value


def render_gram(result: Result, naming: Callable[[str, int], int] | None = None) -> str:
    """`result` as a gram block, without a line end after the last row.

    `naming` gives the page's number of a kind (``n`` or ``r``) and an engine's number; without
    it they are the same. Raises `NotGraph` and `runner.render.syntax.ValueTooDeep`.
    """
    return write_gram(gram_rows(result), str(footer_of(result)), naming or (lambda _, n: n))


def gram_rows(result: Result) -> tuple[GramRow, ...]:
    """The rows of a result, under the engine's numbers. Raises `NotGraph`."""
    rows = []
    for number, row in enumerate(result.rows, 1):
        items: list[Item] = []
        for column, value in zip(result.columns, row, strict=True):
            if not _add_items(value, items):
                raise NotGraph(number, column, value)
        rows.append(GramRow(tuple(items)))
    return tuple(rows)


def _add_items(value: Value, items: list[Item]) -> bool:
    """Add the items of one value; False where it is no graph value. Lists give their members."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if value is None:
            items.append(Word("null"))
        elif isinstance(value, Node):
            items.append(Chain((_node_mention(value),), ()))
        elif isinstance(value, Relationship):
            items.append(_lone_relationship(value))
        elif isinstance(value, Path):
            items.append(_path_chain(value))
        elif isinstance(value, list):
            if not value:
                items.append(Word("[]"))
            waiting.extend(reversed(value))
        else:
            return False
    return True


def _node_mention(node: Node) -> Mention:
    labels = tuple(sorted(node.labels))
    return Mention(NODE, node.id, Description(labels, node.properties, {}))


def _relationship_mention(relationship: Relationship) -> Mention:
    description = Description((relationship.type,), relationship.properties, {})
    return Mention(RELATIONSHIP, relationship.id, description)


def _lone_relationship(relationship: Relationship) -> Chain:
    start = Mention(NODE, relationship.start, None, counts=False)
    end = Mention(NODE, relationship.end, None, counts=False)
    return Chain((start, _relationship_mention(relationship), end), (False,))


def _path_chain(path: Path) -> Chain:
    mentions = [_node_mention(path.nodes[0])]
    backwards = []
    steps = zip(path.relationships, pairwise(path.nodes), strict=True)
    for relationship, (before, after) in steps:
        mentions += (_relationship_mention(relationship), _node_mention(after))
        backwards.append(relationship.start != before.id)
    return Chain(tuple(mentions), tuple(backwards))


def description_text(
    description: Description, properties: Callable[[dict[str, Any]], str] = properties_text
) -> str:
    """What stands in a full mention after the id."""
    return join_description(labels_text(description.names), properties(description.properties))


def write_gram(
    rows: Iterable[GramRow],
    footer: str,
    naming: Callable[[str, int], int],
    describe: Callable[[Mention], str] | None = None,
) -> str:
    """Write rows: the first mention of an entity in full, later ones by the bare id.

    `describe` gives what follows the id in a full mention; `description_text` unless told.
    """
    mentioned: set[tuple[str, int]] = set()

    def inside(mention: Mention) -> str:
        name = f"{mention.kind}{naming(mention.kind, mention.number)}"
        if mention.description is None or not mention.counts or mention.entity in mentioned:
            return name
        mentioned.add(mention.entity)
        text = describe(mention) if describe else description_text(mention.description)
        return name + text if text.startswith(":") or not text else f"{name} {text}"

    return "\n".join([f"// {footer}", *(items_text(row.items, inside) for row in rows)])


def items_text(items: Iterable[Item], inside: Callable[[Mention], str]) -> str:
    """A row of items; `inside` gives what stands in the brackets of each mention."""
    return ", ".join(
        item.text if isinstance(item, Word) else _chain_text(item, inside) for item in items
    )


def _chain_text(chain: Chain, inside: Callable[[Mention], str]) -> str:
    parts = [f"({inside(chain.mentions[0])})"]
    pairs = zip(chain.mentions[1::2], chain.mentions[2::2], chain.backwards, strict=True)
    for relationship, node, backwards in pairs:
        arrow = f"<-[{inside(relationship)}]-" if backwards else f"-[{inside(relationship)}]->"
        parts.append(f"{arrow}({inside(node)})")
    return "".join(parts)


def parse_gram(text: str) -> GramBlock:
    """What the text of a ``gram`` block says. Raises `BlockSyntaxError`, the first there is."""
    problems: list[BlockSyntaxError] = []
    block = read_gram(text, problems)
    if problems:
        raise problems[0]
    return block


def read_gram(text: str, problems: list[BlockSyntaxError]) -> GramBlock:
    """Like `parse_gram`, but what cannot be read is added to `problems` and left out."""
    block, found = gram_and_problems(text)
    problems.extend(BlockSyntaxError(*problem) for problem in found)
    return block


@lru_cache(maxsize=64)
def gram_and_problems(text: str) -> tuple[GramBlock, tuple[tuple[str, int, int], ...]]:
    """A block, and of each thing that is wrong with it the message, the line and the column.

    It is kept for a while: a page's blocks are read three times in a run.
    """
    problems: list[BlockSyntaxError] = []
    block = _read_lines(text, problems)
    return block, tuple((error.message, error.line, error.column) for error in problems)


def _read_lines(text: str, problems: list[BlockSyntaxError]) -> GramBlock:
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        return GramBlock()
    number, line = lines[0]
    if is_error_line(line):
        problems.extend(
            BlockSyntaxError("Nothing stands beside an error line", after, 1)
            for after, _ in lines[1:2]
        )
        return GramBlock(error=ErrorLine(line.strip(), number))
    footer: Footer | None = None
    try:
        footer = _read_first_line(number, line)
    except BlockSyntaxError as error:
        problems.append(error)
    rows = []
    for number, line in lines[1:]:
        try:
            rows.append(_GramReader(line).row(number))
        except BlockSyntaxError as error:
            problems.append(BlockSyntaxError(error.message, number, error.column))
    return GramBlock(tuple(rows), footer)


def _read_first_line(number: int, line: str) -> Footer:
    head, slashes, text = line.partition("//")
    if head.strip() or not slashes:
        message = "The first line must be such as `// 2 rows`, or an error line"
        raise BlockSyntaxError(message, number, 1)
    indent = len(line) - len(text.lstrip())
    return parse_footer(text.strip(), number, indent + 1)


class _GramReader(Reader):
    """Reads a row of a gram block."""

    def __init__(self, text: str) -> None:
        super().__init__(text, wildcards=True)

    def row(self, line: int) -> GramRow:
        items = [self._item()]
        while self.take(","):
            items.append(self._item())
        self.end()
        return GramRow(tuple(items), line)

    def _item(self) -> Item:
        if not self.peek("("):
            return self._word_item()
        mentions = [self._mention("(", NODE, ")")]
        backwards: list[bool] = []
        while self.peek("-") or self.peek("<"):
            backwards.append(self.take("<"))
            self.expect("-", "before a relationship")
            mentions.append(self._mention("[", RELATIONSHIP, "]"))
            self.expect("-" if backwards[-1] else "->", "after a relationship")
            mentions.append(self._mention("(", NODE, ")"))
        return Chain(tuple(mentions), tuple(backwards))

    def _word_item(self) -> Word:
        for word in ("null", "[]"):
            if self.take(word):
                return Word(word)
        for wildcard in WILDCARDS:
            if self.peek(wildcard):
                raise self.error(f"In gram `{wildcard}` stands only for the value of a property")
        raise self.error(f"Expected a node such as `(n0:Label)`, found {self.found()}")

    def _mention(self, opening: str, kind: str, closing: str) -> Mention:
        what = "a node" if kind == NODE else "a relationship"
        head = _PLAIN_HEAD[kind].match(self.text, self.at)
        if head is not None:
            start = self.at + len(opening)
            number = int(head[1])
            names: tuple[str, ...] = () if head[2] is None else (head[2],)
            self.at = head.end()
            if head[3] is not None:
                description = Description(names, {}, {}) if names else None
                return Mention(kind, number, description, start + 1)
        else:
            self.expect(opening, f"at the start of {what}")
            self.skip_blanks()
            start = self.at
            number = self._number_of(kind, what)
            names = self.labels()
        entries = self.entries() if self.peek("{") else []
        if kind == RELATIONSHIP and (len(names) > 1 or (entries and not names)):
            raise self.error("A relationship has one type, before its properties", start)
        self.expect(closing, f"at the end of {what}")
        if not names and not entries:
            return Mention(kind, number, None, start + 1)
        properties: dict[str, Any] = {key: value for key, value, _ in entries}
        written = {key: text for key, _, text in entries}
        return Mention(kind, number, Description(names, properties, written), start + 1)

    def _number_of(self, kind: str, what: str) -> int:
        start = self.at
        if self.text.startswith(kind, start):
            end = start + 1
            while end < len(self.text) and self.text[end] in "0123456789":
                end += 1
            after = self.text[end : end + 1]
            if start + 1 < end < start + 20 and not (after.isalnum() or after == "_"):
                self.at = end
                return int(self.text[start + 1 : end])
        found = self.found()
        raise self.error(
            f"The id of {what} is `{kind}` and a number, such as `{kind}0`; found {found}"
        )


def has_wildcard(value: Any) -> bool:
    """Whether a wildcard stands in a pattern, at any depth."""
    if isinstance(value, Wildcard):
        return True
    if isinstance(value, list):
        return any(map(has_wildcard, value))
    return isinstance(value, dict) and any(map(has_wildcard, value.values()))


def format_gram(block: GramBlock) -> str:
    """A block in canonical spelling, ids and wildcards as they are."""
    if block.error is not None:
        return block.error.text
    if block.footer is None:
        return ""
    return write_gram(block.rows, str(block.footer), lambda _, number: number)
