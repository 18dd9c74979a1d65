"""The errors of functions and procedures that fail in Java, as Neo4j wraps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.failures import client_error

if TYPE_CHECKING:
    from runner.errors import EngineError

RUNTIME = "java.lang.RuntimeException"
ILLEGAL_ARGUMENT = "java.lang.IllegalArgumentException"
NULL_POINTER = "java.lang.NullPointerException"
CLASS_CAST = "java.lang.ClassCastException"

_STATUS = {"function": "53", "procedure": "52"}


class JavaError(Exception):
    """What a body raises: the exception at the root, and the outermost where that is another."""

    def __init__(self, kind: str, message: str | None = None, outer: str | None = None) -> None:
        super().__init__(message)
        self.text = kind if message is None else f"{kind}: {message}"
        self.reason = outer or (self.text if message is not None else f"{kind}: $msg")
        self.cause: tuple[str, str] | None = None
        """The status and text of the cause, where it is an error of a statement."""


def call_failed(what: str, name: str, error: JavaError) -> EngineError:
    """The error of a failing function or procedure; `what` says which it is."""
    number = _STATUS[what]
    return client_error(
        "Procedure.ProcedureCallFailed",
        f"{number}N37",
        f"Failed to invoke {what} `{name}`: Caused by: {error.text}",
        error.cause
        or (f"{number}U00", f"Execution of the {what} {name}() failed due to {error.reason}."),
    )


def runtime(message: str) -> JavaError:
    """A plain RuntimeException."""
    return JavaError(RUNTIME, message)


def illegal_argument(message: str) -> JavaError:
    """An IllegalArgumentException."""
    return JavaError(ILLEGAL_ARGUMENT, message)


def null_pointer(method: str, name: str) -> JavaError:
    """Java's complaint about a method called on null."""
    what = name if " " in name else f'"{name}"'
    return JavaError(NULL_POINTER, f'Cannot invoke "{method}" because {what} is null')


def out_of_bounds(index: int, length: int) -> JavaError:
    """A list index that is out of range."""
    return JavaError(
        "java.lang.IndexOutOfBoundsException", f"Index {index} out of bounds for length {length}"
    )


def not_castable(java_class: str, wanted: str) -> JavaError:
    """A cast between two classes of Java's own."""
    return JavaError(
        CLASS_CAST,
        f"class {java_class} cannot be cast to class {wanted} ({java_class} and {wanted} are in "
        "module java.base of loader 'bootstrap')",
    )


def unsupported_in(name: str, what: str, kind: str = "function") -> EngineError:
    """A refusal of a call that this engine cannot do."""
    return client_error(
        "Procedure.ProcedureCallFailed",
        f"{_STATUS[kind]}N37",
        f"Failed to invoke {kind} `{name}`: the embedded engine does not support {what}",
        ("42N14", what),
    )
