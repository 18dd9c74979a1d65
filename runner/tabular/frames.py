"""Results as data frames of pandas, as ``Result.to_df`` of Neo4j's driver 6 makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.errors import UsageError
from runner.values import Date, DateTime, LocalDateTime, Node, Relationship
from runner.values.temporal import NANOS_PER_DAY, offset_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas

    from runner.tabular import Row

_DAYS = (Date, DateTime, LocalDateTime)


def to_pandas(
    columns: tuple[str, ...], rows: Sequence[Row], *, expand: bool, parse_dates: bool
) -> pandas.DataFrame:
    """See `Result.to_pandas`."""
    try:
        import pandas as pd
    except ModuleNotFoundError as missing:
        raise UsageError(
            "to_pandas() needs pandas: pip install 'cypher-pages[pandas]'"
        ) from missing
    if expand:
        parts = [dict(_row_parts(columns, row)) for row in rows]
        names = list(dict.fromkeys(name for row in parts for name in row))
        names = names or [_escaped(name) for name in columns]
        frame = pd.DataFrame([[row.get(name) for name in names] for row in parts], columns=names)
    else:
        frame = pd.DataFrame([list(row) for row in rows], columns=list(columns))
    if parse_dates:
        for position, name in enumerate(frame.columns):
            values = list(frame.iloc[:, position])
            if any(isinstance(v, _DAYS) for v in values) and all(
                v is None or isinstance(v, _DAYS) for v in values
            ):
                stamps = [pd.NaT if v is None else _timestamp(pd, v, name) for v in values]
                frame.isetitem(position, pd.Series(stamps))
    return frame


def _row_parts(columns: tuple[str, ...], row: Row) -> Iterator[tuple[str, Any]]:
    for name, value in zip(columns, row, strict=True):
        yield from _parts(_escaped(name), value)


def _parts(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Node):
        yield f"{name}().element_id", value.element_id
        yield f"{name}().labels", frozenset(value.labels)
        for key, item in value.properties.items():
            yield f"{name}().prop.{key}", item
    elif isinstance(value, Relationship):
        database = value.element_id.split(":")[1]
        yield f"{name}->.element_id", value.element_id
        yield f"{name}->.start.element_id", f"4:{database}:{value.start}"
        yield f"{name}->.end.element_id", f"4:{database}:{value.end}"
        yield f"{name}->.type", value.type
        for key, item in value.properties.items():
            yield f"{name}->.prop.{key}", item
    elif isinstance(value, list):
        for position, item in enumerate(value):
            yield from _parts(f"{name}[].{position}", item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _parts(f"{name}{{}}.{_escaped(key)}", item)
    else:
        yield name, value


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace(".", "\\.")


def _timestamp(pd: Any, value: Date | DateTime | LocalDateTime, column: str) -> Any:
    zone = None
    if isinstance(value, DateTime):
        nanos = value.instant_nanos
        zone = value.zone or ("UTC" if value.offset == 0 else offset_text(value.offset))
    else:
        nanos = value.days * NANOS_PER_DAY + getattr(value, "nanos", 0)
    try:
        return pd.Timestamp(nanos, unit="ns", tz=zone)
    except (OverflowError, ValueError) as error:
        raise UsageError(
            f"column {column}: {value} is out of the range of pandas.Timestamp"
        ) from error
