"""Front matter: the YAML mapping between two lines of ``---`` at the start of a file.

PyYAML reads it, with its safe constructors only. Places, duplicate keys and the types of the
keys that the runner knows are judged here. A mapping ``runner:`` holds those keys where another
tool owns their names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runner.page.front_keys import KEYS, Entry, place_of
from runner.page.model import FrontMatter
from runner.page.problems import nearest

if TYPE_CHECKING:
    from yaml.nodes import MappingNode, Node

    from runner.page.lines import Lines
    from runner.page.problems import Place, Problems

_OPENING = re.compile(r"---[ \t]*(?:\n|\Z)")
_WHOLE = re.compile(r"---[ \t]*\n((?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)")


def read_front_matter(lines: Lines, problems: Problems) -> FrontMatter:
    """The front matter of a text; where it is broken, what can be read of it."""
    text = lines.normal_text
    if not _OPENING.match(text):
        return FrontMatter()
    match = _WHOLE.match(text)
    if match is None:
        message = "front matter starts here, and no line of `---` ends it"
        problems.error((1, 1), "front-matter", message)
        return FrontMatter(line_count=1)
    text = match[1].removesuffix("\n")
    last = match[1].count("\n") + 2
    root = _compose(text, problems)
    entries = _entries(root, problems) if root is not None else {}
    return _front_matter(entries, last, problems)


def _compose(text: str, problems: Problems) -> MappingNode | None:
    """The mapping that a text is, as nodes with their places."""
    from yaml import MappingNode, SafeLoader, YAMLError

    try:
        try:
            root = _compose_with(_fast_loader(), text)
        except YAMLError:
            # Only the loader in Python is there on every platform: its texts are the ones shown.
            root = _compose_with(SafeLoader, text)
    except YAMLError as error:
        problems.error(_error_place(error, text), "front-matter", _error_text(error))
        return None
    except RecursionError:
        problems.error((2, 1), "front-matter", "front matter is nested too deeply")
        return None
    if root is None:
        return None
    if not isinstance(root, MappingNode):
        problems.error(
            place_of(root), "front-matter", "front matter is a mapping of keys to values"
        )
        return None
    return root


def _compose_with(loader: Any, text: str) -> Node | None:
    from yaml import compose

    root: Node | None = compose(text, loader)
    return root


def _fast_loader() -> Any:
    """PyYAML's loader in C, or the one in Python where PyYAML was built without it."""
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _error_place(error: Any, text: str) -> Place:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        return mark.line + 2, mark.column + 1
    position = getattr(error, "position", None)
    if position is None:
        return 2, 1
    before = text[:position]
    return before.count("\n") + 2, position - (before.rfind("\n") + 1) + 1


def _error_text(error: Any) -> str:
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    context = getattr(error, "context", None)
    return f"broken YAML: {context}: {problem}" if context else f"broken YAML: {problem}"


def _entries(root: MappingNode, problems: Problems) -> dict[str, Entry]:
    """The values of a mapping by key, with their places."""
    from yaml import MappingNode, YAMLError
    from yaml.constructor import SafeConstructor

    _report_duplicates(root, problems)
    loader = SafeConstructor()
    try:
        loader.flatten_mapping(root)
    except YAMLError as error:
        problems.error(_error_place(error, ""), "front-matter", _error_text(error))
    entries: dict[str, Entry] = {}
    for key_node, value_node in root.value:
        try:
            key = loader.construct_object(key_node, deep=True)
            value = loader.construct_object(value_node, deep=True)
        except YAMLError as error:
            problems.error(_error_place(error, ""), "front-matter", _error_text(error))
            continue
        except (ValueError, OverflowError, RecursionError) as error:
            problems.error(place_of(value_node), "front-matter", f"broken YAML: {error}")
            continue
        inner = value_node if isinstance(value_node, MappingNode) else None
        entries[str(key)] = Entry(value, place_of(key_node), value_node, inner)
    return entries


def _report_duplicates(root: Node, problems: Problems) -> None:
    """Report each key that a mapping has twice, at any depth."""
    from yaml import MappingNode, ScalarNode, SequenceNode

    stack: list[Node] = [root]
    seen: set[int] = set()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, SequenceNode):
            stack.extend(node.value)
        elif isinstance(node, MappingNode):
            keys: set[tuple[str, str]] = set()
            for key, value in node.value:
                stack.append(value)
                if not isinstance(key, ScalarNode):
                    continue
                if (key.tag, key.value) in keys:
                    message = f"the key `{key.value}` is given twice"
                    problems.error(place_of(key), "duplicate-key", message)
                keys.add((key.tag, key.value))


def _front_matter(entries: dict[str, Entry], line_count: int, problems: Problems) -> FrontMatter:
    """Read the known keys, those under ``runner:`` before those beside it."""
    known = {key: entry for key, entry in entries.items() if key in KEYS}
    extra = {
        key: entry.value for key, entry in entries.items() if key not in KEYS and key != "runner"
    }
    own = entries.get("runner")
    if own is not None:
        if own.mapping is None:
            problems.error(own.place, "wrong-type", "`runner` is a mapping of the runner's keys")
        else:
            known |= _own_entries(own.mapping, problems)
    values = {}
    for key, entry in known.items():
        value = KEYS[key](key, entry, problems)
        if value is not None:
            values[key] = value
    return FrontMatter(**values, extra=extra, line_count=line_count)


def _own_entries(mapping: MappingNode, problems: Problems) -> dict[str, Entry]:
    from runner.page.problems import Problems

    # Duplicates below have been reported with those of the whole.
    entries = _entries(mapping, Problems())
    for key, entry in entries.items():
        if key not in KEYS:
            message = f"unknown key `{key}` under `runner`"
            problems.error(entry.place, "unknown-key", message, nearest(key, KEYS))
    return {key: entry for key, entry in entries.items() if key in KEYS}
