"""Results as tables of Apache Arrow, and through them as data frames of polars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.errors import UsageError
from runner.tabular import KnownNodes
from runner.tabular.shapes import Shape, shape_of, simplified

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars
    import pyarrow

    from runner.tabular import Row


def to_arrow(columns: tuple[str, ...], rows: Sequence[Row]) -> pyarrow.Table:
    """See `Result.to_arrow`."""
    try:
        import pyarrow as pa
    except ModuleNotFoundError as missing:
        raise UsageError("to_arrow() needs pyarrow: pip install 'cypher-pages[arrow]'") from missing
    return _table(pa, columns, rows, intervals=True)


def to_polars(columns: tuple[str, ...], rows: Sequence[Row]) -> polars.DataFrame:
    """See `Result.to_polars`."""
    try:
        import polars as pl
        import pyarrow as pa
    except ModuleNotFoundError as missing:
        raise UsageError(
            "to_polars() needs polars and pyarrow: pip install 'cypher-pages[polars]'"
        ) from missing
    frame = pl.from_arrow(_table(pa, columns, rows, intervals=False))
    assert isinstance(frame, pl.DataFrame)
    return frame


def _table(pa: Any, columns: tuple[str, ...], rows: Sequence[Row], *, intervals: bool) -> Any:
    known = KnownNodes(rows)
    arrays = []
    for position, name in enumerate(columns):
        values = [simplified(row[position], known) for row in rows]
        shape = shape_of(name, values)
        encode = _Encoder(pa, name, intervals=intervals)
        try:
            arrays.append(pa.array([encode.value(v, shape) for v in values], encode.type(shape)))
        except (OverflowError, pa.ArrowInvalid) as error:
            raise UsageError(f"column {name}: a value is out of Arrow's range: {error}") from error
    return pa.table(arrays, names=list(columns))


class _Encoder:
    """Shapes as Arrow's types, and values as what Arrow takes for them."""

    def __init__(self, pa: Any, column: str, *, intervals: bool) -> None:
        self.pa = pa
        self.column = column
        self.intervals = intervals

    def type(self, shape: Shape) -> Any:
        """The type of a shape."""
        pa, kind = self.pa, shape.kind
        if kind == "list":
            return pa.list_(self.type(shape.items))
        if kind == "struct":
            return pa.struct([(name, self.type(part)) for name, part in shape.fields.items()])
        if kind == "duration" and not self.intervals:
            parts = ("months", "days", "seconds", "nanoseconds")
            return pa.struct([(part, pa.int64()) for part in parts])
        if kind in ("datetime", "localdatetime"):
            return pa.timestamp(shape.unit(self.column), shape.zone)
        simple = {
            "null": pa.null,
            "boolean": pa.bool_,
            "integer": pa.int64,
            "float": pa.float64,
            "float32": pa.float32,
            "string": pa.string,
            "bytes": pa.binary,
            "date": pa.date32,
            "duration": pa.month_day_nano_interval,
        }
        return pa.time64("ns") if kind == "localtime" else simple[kind]()

    def value(self, value: Any, shape: Shape) -> Any:
        """A value of a shape as Arrow takes it."""
        kind = shape.kind
        if value is None:
            return None
        if kind == "list":
            return [self.value(item, shape.items) for item in value]
        if kind == "struct":
            return {name: self.value(value.get(name), part) for name, part in shape.fields.items()}
        if kind == "date":
            return value.days
        if kind == "localtime":
            return value.nanos
        if kind in ("datetime", "localdatetime"):
            nanos = shape.nanos(value)
            return nanos if shape.unit(self.column) == "ns" else nanos // 1000
        if kind == "duration":
            if self.intervals:
                clock = value.seconds * 1_000_000_000 + value.nanos
                return self.pa.MonthDayNano([value.months, value.days, clock])
            return {
                "months": value.months,
                "days": value.days,
                "seconds": value.seconds,
                "nanoseconds": value.nanos,
            }
        return float(value) if kind == "float" else value
