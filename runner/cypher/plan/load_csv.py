"""LOAD CSV: a row per record, and what errors after it say about the place in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from runner.cypher.csv_files import open_csv
from runner.cypher.eval.compiler import Compiler
from runner.cypher.eval.describe import describe
from runner.cypher.eval.runtime import CsvProgress
from runner.cypher.failures import database_error, type_error
from runner.cypher.plan.operator import Operator
from runner.cypher.plan.operators.rows import Eager, Filter
from runner.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runner.cypher.csv_files import CsvFile, Record
    from runner.cypher.eval.runtime import Eval, Row, State
    from runner.cypher.eval.scope import Scope
    from runner.cypher.plan.planner import Planner
    from runner.cypher.syntax import clauses as syntax
    from runner.cypher.syntax.expressions import Expression

_NO_STRING = (
    "class org.neo4j.values.storable.NoValue cannot be cast to class "
    "org.neo4j.values.storable.TextValue (org.neo4j.values.storable.NoValue and "
    "org.neo4j.values.storable.TextValue are in unnamed module of loader 'app')"
)


class CsvPosition(NamedTuple):
    """Where in which file a row comes from: what ``linenumber()`` and ``file()`` tell.

    `line` counts records from 1, the header too; `last` is whether no other follows.
    """

    line: int
    file: str
    last: bool


class LoadCSV(Operator):
    """A row per record of a file.

    An error in a record comes ahead of the row of the record before, or after it where errors are
    `put_off`.
    """

    __slots__ = ("position", "put_off", "shown", "slot", "terminator", "url", "with_headers")
    name = "LoadCSV"

    def __init__(
        self,
        source: Operator,
        url: Eval,
        slot: int,
        position: int,
        terminator: str,
        shown: str,
        *,
        with_headers: bool,
    ) -> None:
        super().__init__(source)
        self.url = url
        self.slot = slot
        self.position = position
        self.terminator = terminator
        self.shown = shown
        self.with_headers = with_headers
        self.put_off = False

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for row in self.sources[0].rows(state, argument):
            try:
                file = _open(self.url(row, state), state)
            except EngineError as error:
                raise _placed(error, row[self.position], state) from None
            for value, position in self._values(file):
                state.tick()
                filled = row.copy()
                filled[self.slot] = value
                filled[self.position] = position
                yield filled

    def _values(self, file: CsvFile) -> Iterator[tuple[Any, CsvPosition]]:
        records = file.records(self.terminator)
        header = next(records, None) if self.with_headers else None
        if self.with_headers and header is None:
            return
        line = 2 if self.with_headers else 1
        following = next(records, None)
        while following is not None:
            record, wrong = following, None
            try:
                following = next(records, None)
            except EngineError as error:
                if not self.put_off:
                    raise
                wrong = error
            value = record if header is None else _named(header, record)
            yield value, CsvPosition(line, file.shown, following is None)
            if wrong is not None:
                raise wrong
            line += 1

    def details(self) -> str:
        return self.shown


def _open(url: Any, state: State) -> CsvFile:
    if url is None:
        raise database_error("Statement.ExecutionFailed", "50N00", _NO_STRING)
    if not isinstance(url, str):
        raise type_error(f"Expected a string value for `LOAD CSV`, but got: {describe(url)}")
    return open_csv(url, state.files)


def _named(header: Record, record: Record) -> dict[str, str | None]:
    """A record as a map: missing fields are null, surplus ones are dropped."""
    values = record + [None] * (len(header) - len(record))
    return {name or "": value for name, value in zip(header, values, strict=False)}


class CsvFailures(Operator):
    """The root of a statement with LOAD CSV: marks errors that no expression has marked."""

    __slots__ = ()
    name = ""

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        state.csv = CsvProgress()
        try:
            yield from self.sources[0].rows(state, argument)
        except EngineError as error:
            raise _placed(error, state.csv.position, state) from None


class CsvTrace(Operator):
    """Below a clause that writes: notes where the row comes from that it is going to work on."""

    __slots__ = ("position",)
    name = ""

    def __init__(self, source: Operator, position: int) -> None:
        super().__init__(source)
        self.position = position

    def rows(self, state: State, argument: Row) -> Iterator[Row]:
        for row in self.sources[0].rows(state, argument):
            assert state.csv is not None
            state.csv.position = row[self.position]
            yield row


class CsvCompiler(Compiler):
    """Compiles expressions whose errors tell the place in the file that their row is from."""

    __slots__ = ()

    def compile(self, expression: Expression) -> Eval:
        """See `Compiler.compile`."""
        placing: Eval = _placing(super().compile(expression), self.scope.frame.csv)
        return placing

    def predicate(self, expression: Expression) -> Callable[[Row, State], bool]:
        """See `Compiler.predicate`."""
        placing: Callable[[Row, State], bool] = _placing(
            super().predicate(expression), self.scope.frame.csv
        )
        return placing


def _placing(evaluate: Callable[[Row, State], Any], slot: int | None) -> Any:
    assert slot is not None

    def evaluate_placing(row: Row, state: State) -> Any:
        try:
            return evaluate(row, state)
        except EngineError as error:
            raise _placed(error, row[slot], state) from None

    return evaluate_placing


def _placed(error: EngineError, position: CsvPosition | None, state: State) -> EngineError:
    """`error` with the place in the file at the end of its message, if it has none yet."""
    progress = state.csv
    if error.is_timeout or not error.code.startswith("Neo.ClientError.") or progress is None:
        return error
    if progress.error is error:
        return error
    progress.error = error
    where = ""
    if position is not None:
        last = " (which is the last row in the file)" if position.last else ""
        where = f"Failure when processing file '{position.file}' on line {position.line}{last}."
    error.message += f" ({where})"
    error.args = (error.message,)
    return error


def put_off_errors(operator: Operator) -> None:
    """Let the files below `operator` be read no further than its rows are asked for.

    Neo4j asks EXISTS for one row, where everything else looks for the row after; so does a filter.
    """
    if isinstance(operator, Filter):
        return
    for source in operator.sources:
        put_off_errors(source)
    if isinstance(operator, LoadCSV):
        operator.put_off = True


def waits_for_csv(root: Operator, *, eager: bool = False) -> bool:
    """Whether a plan holds all rows of a LOAD CSV back before it goes on with them."""
    if isinstance(root, LoadCSV):
        return eager
    eager = eager or isinstance(root, Eager)
    return any(waits_for_csv(source, eager=eager) for source in root.sources)


def plan_load_csv(
    planner: Planner, clause: syntax.LoadCsv, source: Operator, scope: Scope
) -> Operator:
    """``LOAD CSV``."""
    frame = scope.frame
    if frame.csv is None:
        frame.csv = frame.allocate()
    url = planner.compiler(scope).compile(clause.url)
    terminator = getattr(clause.terminator, "value", ",")
    slot = scope.declare(clause.variable.name)
    text = planner.text
    shown = f"{text[clause.url.start : clause.url.end]} AS {clause.variable.name}"
    return LoadCSV(
        source, url, slot, frame.csv, terminator, shown, with_headers=clause.with_headers
    )
