"""The prompt at a terminal: editing, history, completion. All of prompt_toolkit is here."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from runner.shell.completion import Names, complete
from runner.shell.shell import is_complete

if TYPE_CHECKING:
    from collections.abc import Iterable

    from prompt_toolkit.document import Document

    from runner.shell.stage import Stage

PROMPT = "cypher> "
CONTINUED = "     -> "


class Prompt:
    """Reads what the user types, a command or some statements at a time."""

    def __init__(self, stage: Stage) -> None:
        self._names = Names(stage)
        self._session: PromptSession[str] = PromptSession(
            PROMPT,
            multiline=True,
            prompt_continuation=CONTINUED,
            completer=_Completer(self._names),
            complete_while_typing=False,
            history=_history(),
            key_bindings=_keys(),
        )

    def read(self) -> str | None:
        """The next input; empty where the user dropped it, None at the end."""
        self._names.refresh()
        try:
            return self._session.prompt()
        except KeyboardInterrupt:
            return ""
        except EOFError:
            return None


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter", filter=~completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.document.is_cursor_at_the_end and is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    @keys.add("enter", filter=completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.complete_state = None

    return keys


class _Completer(Completer):
    """Gives prompt_toolkit what `runner.shell.completion` finds."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """See `Completer.get_completions`."""
        found = complete(document.text_before_cursor, self._names)
        for each in found.candidates:
            yield Completion(each.text, -len(found.typed), display_meta=each.kind)


def _history() -> History:
    """What was typed before, kept in the user's folder for state; in memory where that fails."""
    file = state_folder() / "history"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(file)


def state_folder() -> Path:
    """The folder for what programs keep between runs (XDG Base Directory Specification)."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "runner"
    given = os.environ.get("XDG_STATE_HOME", "")
    # The specification wants a path that is not absolute ignored.
    base = Path(given) if given.startswith("/") else Path.home() / ".local" / "state"
    return base / "runner"
