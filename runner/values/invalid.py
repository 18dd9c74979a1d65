"""What is wrong with a temporal text or component, in Neo4j's words."""

from __future__ import annotations


class InvalidField(ValueError):
    """A component is out of its range, or a date does not exist: ``Invalid date 'FEBRUARY 30'``."""


class InvalidText(ValueError):
    """A text stands for no value of its type.

    Carries what an error of Neo4j needs: `title` (the end of its code, as
    ``Statement.SyntaxError``), `gql_status`, and the GQLSTATUS and description of its `cause`;
    the message is the exception's own text.
    """

    def __init__(
        self,
        message: str,
        cause: tuple[str, str],
        *,
        gql_status: str = "22000",
        title: str = "Statement.SyntaxError",
    ) -> None:
        super().__init__(message)
        self.cause = cause
        self.gql_status = gql_status
        self.title = title


def cannot_parse(text: str, type_name: str) -> InvalidText:
    """`text` has not the shape of a `type_name`, as ``LocalDateTime``."""
    line = text.partition("\n")[0].rstrip().replace("\r", "\\r")
    return InvalidText(
        f'Text cannot be parsed to a {type_name}\n"{line}"\n ^',
        ("22N36", f"Cannot parse '{text}' as a {type_name}."),
        gql_status="22007",
    )


def short_month(text: str) -> InvalidText:
    """The date in `text` has one digit after its year: neither a month nor a day of the year."""
    described = (
        f"Cannot parse '{text}' as a DATE. Calendar dates need to be specified using the format "
        "'YYYY-MM', while ordinal dates need to be specified using the format 'YYYY-DDD'."
    )
    return InvalidText(
        "Text cannot be parsed to a Date. Hint, year+month needs to have two digits for month "
        "(e.g. 2015-02) and ordinal dates three digits (e.g. 2015-032).",
        ("22N35", described),
        gql_status="22007",
    )


def cannot_process(message: str, text: str) -> InvalidText:
    """`text` has the right shape, but a component of it is wrong, as `message` says."""
    return InvalidText(message, ("22N11", f"Invalid argument: cannot process '{text}'."))


def invalid_argument(
    message: str, cause: tuple[str, str], *, gql_status: str = "22007"
) -> InvalidText:
    """A fault that Neo4j reports as that of an argument."""
    return InvalidText(message, cause, gql_status=gql_status, title="Statement.ArgumentError")


def out_of_range(
    message: str, name: str, lowest: int, highest: int, found: int | str
) -> InvalidText:
    """The number `name` is `found`, outside of [`lowest`, `highest`]."""
    described = (
        f"Expected '{name}' to be of type INTEGER and in the range {lowest} to {highest} "
        f"but found {found}."
    )
    return invalid_argument(message, ("22N03", described))
