"""What a statement of a page may not do is refused before it runs, however it is written."""

# ruff: noqa: E501  (a statement is a text, and a text is a line)

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runner.errors import EngineError
from tests.sql.conftest import SECRET

if TYPE_CHECKING:
    from pathlib import Path

    from runner.values import Value
    from tests.sql.conftest import Run

REFUSED = "ClickHouse.ClientError.ACCESS_DENIED"

FILES_OUTSIDE = [
    "SELECT * FROM file('../secret.csv')",
    "SELECT * FROM file('data/../../secret.csv', 'LineAsString')",
    "SELECT * FROM file('./../secret.csv', LineAsString)",
    "SELECT * FROM file('{absolute}', 'LineAsString')",
    "SELECT * FROM file('file://{absolute}', 'LineAsString')",
    "SELECT * FROM file('~/secret.csv', 'LineAsString')",
    "SELECT * FROM file('links/out.csv', 'LineAsString')",
    "SELECT * FROM file('links/*.csv', 'LineAsString')",
    "SELECT * FROM file('links/folder/more.csv', 'LineAsString')",
    "SELECT * FROM file('links/**', 'LineAsString')",
    "SELECT * FROM file('**/more.csv', 'LineAsString')",
    "SELECT * FROM file('*/*/*.csv', 'LineAsString')",
    "SELECT * FROM file('links', 'LineAsString')",
    "SELECT * FROM file('{{d,../secret}}.csv', 'LineAsString')",
    "SELECT * FROM file('{{links/out,d}}.csv', 'LineAsString')",
    "SELECT * FROM file('..{{/}}secret.csv', 'LineAsString')",
    "SELECT * FROM file('.{{.}}/secret.csv', 'LineAsString')",
    "SELECT * FROM file('?{{.}}/secret.csv', 'LineAsString')",
    "SELECT * FROM file('[.][.]/secret.csv', 'LineAsString')",
    "SELECT * FROM file('../secret.zip :: x.csv', 'LineAsString')",
    "SELECT * FROM file('d.csv\\0/../../secret.csv', 'LineAsString')",
    "SELECT * FROM file('\\x2e\\x2e/secret.csv', 'LineAsString')",
    "SELECT * FROM file('-', 'LineAsString')",
    "SELECT * FROM file('stdin', 'LineAsString')",
    "SELECT * FROM file(stdin, 'LineAsString')",
    "SELECT * FROM file(0, 'LineAsString')",
    "SELECT * FROM file()",
    "SELECT * FROM FILE /* a */ ( /* b */ '../secret.csv' )",
    "SELECT * FROM `file`('../secret.csv')",
    "SELECT * FROM \"file\"('../secret.csv')",
    "SELECT * FROM file(concat('..', '/secret.csv'))",
    "SELECT * FROM file({{name:String}})",
    "WITH '../secret.csv' AS name SELECT * FROM file(name, 'LineAsString')",
    "SELECT * FROM file($$../secret.csv$$)",
    "SELECT * FROM (SELECT * FROM (SELECT * FROM file('../secret.csv')))",
    "WITH x AS (SELECT * FROM file('../secret.csv')) SELECT * FROM x",
    "SELECT 1 WHERE 'x' IN file('../secret.csv', 'LineAsString')",
    "SELECT 1 WHERE EXISTS (SELECT * FROM file('../secret.csv'))",
    "SELECT * FROM d1 JOIN file('../secret.csv') AS b ON 1",
    "SELECT 1 UNION ALL SELECT * FROM file('../secret.csv')",
    "SELECT * FROM view(SELECT * FROM file('../secret.csv'))",
    "EXPLAIN SELECT * FROM file('../secret.csv')",
    "SELECT * FROM (EXPLAIN SELECT * FROM file('../secret.csv'))",
    "CREATE VIEW v AS SELECT * FROM file('../secret.csv')",
    "CREATE TABLE t ENGINE = Memory AS SELECT * FROM file('../secret.csv')",
    "CREATE TABLE t (a String DEFAULT file('../secret.csv')) ENGINE = Memory",
    "CREATE TABLE t (a String, b String ALIAS file('../secret.csv')) ENGINE = Memory",
    "INSERT INTO kept SELECT * FROM file('../secret.csv', 'LineAsString')",
    "INSERT INTO kept VALUES (file('../secret.csv'))",
    "INSERT INTO kept (a) VALUES ('x'), (upper(file('../secret.csv')))",
    "INSERT INTO kept FORMAT Values (file('../secret.csv'))",
    "INSERT INTO kept VALUES ('x') VALUES (file('../secret.csv'))",
    "ALTER TABLE kept ADD COLUMN b String DEFAULT file('../secret.csv')",
    "ALTER TABLE kept UPDATE a = file('../secret.csv') WHERE 1",
    "ALTER TABLE kept DELETE WHERE file('../secret.csv') = ''",
    "DELETE FROM kept WHERE file('../secret.csv') = ''",
    "CREATE FUNCTION f AS () -> file('../secret.csv')",
    "CREATE FUNCTION f AS (x) -> file(x)",
    "SELECT file('../secret.csv')",
    "SELECT file('../secret.csv', 'default')",
    "SELECT file(a) FROM (SELECT '../secret.csv' AS a)",
    "SELECT FILE('../secret.csv')",
    "SELECT * APPLY(file) FROM (SELECT '../secret.csv' AS a)",
    "SELECT * APPLY file FROM (SELECT '../secret.csv' AS a)",
    "SELECT COLUMNS('a') APPLY(x -> file(x)) FROM (SELECT '../secret.csv' AS a)",
    "SELECT * REPLACE(file('../secret.csv') AS a) FROM (SELECT 1 AS a)",
    "SELECT arrayMap(file, ['../secret.csv'])",
    "SELECT arrayMap(`file`, ['../secret.csv'])",
    "SELECT arrayMap({{f:Identifier}}, ['../secret.csv'])",
    "SELECT arrayMap(x -> file(x), ['../secret.csv'])",
    "SELECT 1 SETTINGS additional_result_filter = 'file(\\'../secret.csv\\') = \\'\\''",
    "SELECT * FROM kept SETTINGS additional_table_filters = {{'kept': 'file(\\'x\\') = 1'}}",
    "SET additional_result_filter = 'file(\\'../secret.csv\\') = \\'\\''",
    "SELECT * FROM values('a String DEFAULT file(\\'../secret.csv\\')', ('x'))",
    "SELECT * FROM file('d.csv', 'CSV', 'k String, w String DEFAULT file(\\'../secret.csv\\')')",
    "SELECT * FROM file('d.csv', 'CSV', 'k String, w String ALIAS file(\\'../secret.csv\\') --')",
    "SELECT * FROM format(Values, 'a String', '(file(\\'../secret.csv\\'))')",
    "SELECT * FROM format('Values', 'a String', '(file(\\'../secret.csv\\'))')",
    "SELECT * FROM format(JSONEachRow, 'a String DEFAULT file(\\'../secret.csv\\')', '{{}}')",
    "SELECT * FROM file('expressions.values', 'Values', 'a String')",
    "SELECT * FROM file('expressions.values', 'auto', 'a String')",
    "SELECT * FROM file('expressions.values')",
    "SELECT * FROM fileCluster('default', '../secret.csv')",
    "SELECT * FROM filesystem('/')",
    "SELECT * FROM loop(file('../secret.csv'))",
    "SELECT * FROM d1 SETTINGS format_schema = '{absolute}:x'",
]
"""`{absolute}` is the secret's path; other braces are doubled."""

NETWORK = [
    "SELECT * FROM url('http://127.0.0.1:9/x', 'CSV', 'a String')",
    "SELECT * FROM URL('http://127.0.0.1:9/x')",
    "SELECT * FROM `url`('http://127.0.0.1:9/x')",
    "SELECT * FROM urlCluster('default', 'http://127.0.0.1:9/x')",
    "SELECT * FROM s3('http://127.0.0.1:9/b/x', 'CSV', 'a String')",
    "SELECT * FROM gcs('http://127.0.0.1:9/b/x')",
    "SELECT * FROM oss('http://127.0.0.1:9/b/x')",
    "SELECT * FROM hdfs('hdfs://127.0.0.1:9/x', 'CSV', 'a String')",
    "SELECT * FROM azureBlobStorage('http://127.0.0.1:9', 'c', 'b')",
    "SELECT * FROM iceberg('http://127.0.0.1:9/x')",
    "SELECT * FROM icebergLocal('/tmp/x')",
    "SELECT * FROM deltaLake('http://127.0.0.1:9/x')",
    "SELECT * FROM deltaLakeLocal('/tmp/x')",
    "SELECT * FROM hudi('http://127.0.0.1:9/x')",
    "SELECT * FROM remote('127.0.0.1:9', system.one)",
    "SELECT * FROM remoteSecure('127.0.0.1:9', system.one)",
    "SELECT * FROM cluster('default', system.one)",
    "SELECT * FROM clusterAllReplicas('default', view(SELECT 1))",
    "SELECT * FROM mysql('127.0.0.1:9', 'd', 't', 'u', 'p')",
    "SELECT * FROM postgresql('127.0.0.1:9', 'd', 't', 'u', 'p')",
    "SELECT * FROM mongodb('127.0.0.1:9', 'd', 't', 'u', 'p', 'a String')",
    "SELECT * FROM redis('127.0.0.1:9', 'k', 'k String')",
    "SELECT * FROM sqlite('/tmp/x.db', 't')",
    "SELECT * FROM jdbc('jdbc:x', 't')",
    "SELECT * FROM odbc('DSN=x', 't')",
    "SELECT * FROM executable('cat', 'CSV', 'a String')",
    "SELECT * FROM python(os)",
    "SELECT * FROM Python(os)",
    "SELECT * FROM arrowstream('x')",
    "SELECT * FROM eval('SELECT 1')",
    "SELECT * FROM dictionary('d')",
    "SELECT * FROM input('a String')",
    "SELECT * FROM prometheusQuery('x', 'y', 1)",
    "SELECT 1 IN url('http://127.0.0.1:9/x')",
    "WITH a AS (SELECT * FROM url('http://127.0.0.1:9/x')) SELECT 1",
    "CREATE TABLE t AS url('http://127.0.0.1:9/x')",
    "CREATE TABLE t (a String) ENGINE = URL('http://127.0.0.1:9/x', 'CSV')",
    "CREATE TABLE t (a String) ENGINE = S3('http://127.0.0.1:9/b/x', 'CSV')",
    "CREATE TABLE t (a String) ENGINE = File('CSV', 'd.csv')",
    "CREATE TABLE t (a String) ENGINE = MySQL('127.0.0.1:9', 'd', 't', 'u', 'p')",
    "CREATE TABLE t (a String) ENGINE = Distributed('default', 'd', 't')",
    "CREATE TABLE t (a String) ENGINE = Executable('cat', 'CSV')",
    "CREATE TABLE t (a String) ENGINE = Python(os)",
    "CREATE TABLE t (a String) ENGINE = Kafka('127.0.0.1:9', 't', 'g', 'CSV')",
    "CREATE TABLE t (a String) ENGINE = SQLite('/tmp/x.db', 't')",
    "CREATE TABLE t (a String) ENGINE = EmbeddedRocksDB PRIMARY KEY a",
    "CREATE TABLE t (a String) ENGINE = FileLog('/tmp', 'CSV')",
    "CREATE TABLE t (a String) ENGINE = Merge('system', '.*')",
    "CREATE TEMPORARY TABLE t (a String) ENGINE = URL('http://127.0.0.1:9/x', 'CSV')",
    "CREATE MATERIALIZED VIEW v ENGINE = URL('http://127.0.0.1:9/x', 'CSV') AS SELECT 1 AS a",
    "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = 'local')",
    "CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a SETTINGS storage_policy = 'x'",
    "CREATE DICTIONARY d (a Int8) PRIMARY KEY a SOURCE(HTTP(url 'http://x')) LAYOUT(flat())",
    "CREATE DICTIONARY d (a Int8) PRIMARY KEY a SOURCE(FILE(path '/etc/passwd')) LAYOUT(flat())",
    "CREATE DATABASE d ENGINE = MySQL('127.0.0.1:9', 'd', 'u', 'p')",
    "CREATE DATABASE d ENGINE = Filesystem('/')",
    "CREATE DATABASE d",
    "DROP DATABASE page",
    "CREATE NAMED COLLECTION c AS url = 'http://127.0.0.1:9'",
    "CREATE USER u",
    "GRANT ALL ON *.* TO default",
    "SELECT aiGenerate('x')",
    "SELECT AIGenerate('x')",
    "SELECT arrayMap(aiGenerate, ['x'])",
    "SELECT reverseDNSQuery('127.0.0.1')",
]

WRITES = [
    "SELECT 1 INTO OUTFILE 'written.csv'",
    "SELECT 1 /* a */ INTO /* b */ OUTFILE $$written.csv$$ FORMAT CSV",
    "SELECT 1 INTO OUTFILE 'written.csv' AND STDOUT",
    "SELECT 1 INTO OUTFILE 'written.csv' TRUNCATE",
    "(SELECT 1) INTO OUTFILE 'written.csv'",
    "SELECT 1 UNION ALL SELECT 2 INTO OUTFILE 'written.csv'",
    "EXPLAIN SELECT 1 INTO OUTFILE 'written.csv'",
    "SHOW TABLES INTO OUTFILE 'written.csv'",
    "SHOW CREATE TABLE kept INTO OUTFILE 'written.csv'",
    "DESCRIBE TABLE kept INTO OUTFILE 'written.csv'",
    "DESCRIBE TABLE file('../secret.csv')",
    "DESCRIBE TABLE url('http://127.0.0.1:9/x')",
    "EXISTS TABLE kept INTO OUTFILE 'written.csv'",
    "INSERT INTO FUNCTION file('written.csv') SELECT 1",
    "INSERT INTO TABLE FUNCTION file('written.csv', 'CSV', 'a Int8') VALUES (1)",
    "INSERT INTO FUNCTION url('http://127.0.0.1:9/x', 'CSV', 'a Int8') SELECT 1",
    "INSERT INTO FUNCTION null('a Int8') SELECT 1",
    "INSERT INTO kept FROM INFILE '../secret.csv' FORMAT LineAsString",
    "INSERT INTO kept FROM INFILE 'd.csv' FORMAT CSV",
    "INSERT INTO kept FORMAT CSV\nx",
    "BACKUP TABLE kept TO File('written')",
    "RESTORE TABLE kept FROM File('written')",
    "ATTACH TABLE t FROM '/tmp/x' (a Int8) ENGINE = MergeTree ORDER BY a",
    "ATTACH TABLE t (a Int8) ENGINE = File('CSV')",
    "DETACH TABLE kept PERMANENTLY",
    "ALTER TABLE kept FREEZE",
    "SYSTEM SHUTDOWN",
    "SYSTEM RELOAD CONFIG",
    "KILL QUERY WHERE 1",
    "SET max_memory_usage = 0",
    "SET max_result_rows = 0",
    "SET readonly = 0",
    "SET allow_introspection_functions = 1",
    "SET max_execution_time = 100000",
    "SET dialect = 'kusto'",
    "SET session_timezone = 'Europe/Berlin'",
    "SET output_format_binary_write_json_as_string = 1",
    "SET ast_fuzzer_runs = 100",
    "SET input_format_record_errors_file_path = '/tmp/x'",
    "SET ROLE ALL",
    "SET param_f = 'file'",
    "SET max_threads = DEFAULT",
    "SELECT 1 PARALLEL WITH SELECT 2",
    "SELECT 1 SETTINGS max_memory_usage = 0",
    "SELECT 1 SETTINGS max_execution_time = 100000",
    "SELECT * FROM (SELECT 1 SETTINGS max_result_rows = 0)",
    "CREATE VIEW v AS SELECT 1 SETTINGS max_memory_usage = 0",
    "INSERT INTO kept SETTINGS max_memory_usage = 0 VALUES ('x')",
    "USE system",
    "SELECT * FROM system.settings",
    "SELECT 1 IN (SELECT name FROM system.build_options)",
    "SELECT 'x' IN system.settings",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM merge('system', '^settings$')",
    "SELECT * FROM merge(REGEXP('.*'), '^settings$')",
    "SELECT * FROM {d:Identifier}.{t:Identifier}",
    "SELECT 1 FORMAT CSV",
    "CHECK TABLE kept",
    "BEGIN TRANSACTION",
]

BY_GRANTS = [
    "SELECT * FROM default.`/etc/passwd`",
    "SELECT * FROM `default`.`../secret.csv`",
    "SELECT demangle('x')",
    "CREATE TABLE default.t (a Int8) ENGINE = Memory",
    "DROP TABLE system.one",
    "SELECT * FROM default.d1",
]
"""What ClickHouse itself refuses."""


@pytest.fixture(autouse=True)
def _kept(run: Run) -> None:
    run("CREATE TABLE IF NOT EXISTS kept (a String) ENGINE = Memory")


PARAMETERS: dict[str, Value] = {
    "name": "../secret.csv",
    "f": "file",
    "d": "system",
    "t": "settings",
}


def refusal(run: Run, statement: str, folder: Path) -> EngineError:
    """The error that a statement ends with; nothing has been read or written."""
    before = sorted(folder.rglob("*"))
    with pytest.raises(EngineError) as caught:
        run(statement, PARAMETERS)
    assert SECRET not in caught.value.message
    assert sorted(folder.rglob("*")) == before
    assert run("SELECT count() FROM kept").rows == [(0,)]
    return caught.value


@pytest.mark.parametrize("statement", FILES_OUTSIDE)
def test_files_that_are_not_beside_the_page(run: Run, folder: Path, statement: str) -> None:
    """By every way there is to name a file, or to reach the function that reads one."""
    absolute = folder.parent / "secret.csv"
    error = refusal(run, statement.format(absolute=absolute), folder)
    assert error.code == REFUSED


@pytest.mark.parametrize("statement", [*NETWORK, *WRITES])
def test_what_reaches_out_of_a_page(run: Run, folder: Path, statement: str) -> None:
    """The network, other programs, files that are written, limits that are loosened."""
    error = refusal(run, statement, folder)
    assert error.code == REFUSED


@pytest.mark.parametrize("statement", BY_GRANTS)
def test_what_clickhouse_refuses_itself(run: Run, folder: Path, statement: str) -> None:
    """The guard does not look at the names of tables: they are not granted."""
    refusal(run, statement, folder)


def test_names_that_look_like_files_are_none(run: Run, folder: Path) -> None:
    """chDB's own database takes names of tables for files; the page's does not."""
    for statement in ("SELECT * FROM `/etc/passwd`", "SELECT * FROM 'd.csv'", 'DESCRIBE "d.csv"'):
        error = refusal(run, statement, folder)
        assert error.title == "UNKNOWN_TABLE"
    error = refusal(run, "SELECT * FROM {f:Identifier}", folder)
    assert error.title == "UNKNOWN_TABLE"


def test_the_place_and_the_advice_of_a_refusal(run: Run, folder: Path) -> None:
    """Where the name stands, and what to write instead."""
    error = refusal(run, "SELECT 1,\n       2 FROM url('http://x/')", folder)
    assert error.position is not None
    assert (error.position.line, error.position.column) == (2, 15)
    assert error.message == (
        "the table function url reaches out of the page; a cell reads tables, and files beside "
        "the page with file('NAME')"
    )


ALLOWED = [
    ("SELECT count() FROM file('d.csv')", 2),
    ("SELECT count() FROM file('inner.csv')", 2),
    ("SELECT count() FROM file('data/*.csv')", 1),
    ("SELECT count() FROM file('./data/e.csv', 'CSVWithNames', 'k Int8, v String')", 1),
    ("SELECT count() FROM file('rows', CSV)", 1),
    ("SELECT length(file('d.csv')) > 0", 1),
    ("SELECT file FROM (SELECT 7 AS file) ORDER BY file", 7),
    ("SELECT count(t.file) FROM (SELECT 1 AS file) AS t", 1),
    ("SELECT sum(number) FROM numbers(4)", 6),
    ("SELECT count() FROM (SELECT * FROM generateRandom('a Int8') LIMIT 1)", 1),
    ("SELECT sum(a) FROM values('a Int8', (1), (2))", 3),
    ("SELECT count() FROM format(JSONEachRow, '{\"a\": 1}')", 1),
    ("SELECT format('{}-{}', 'default', 'x')", "default-x"),
    ("SELECT count() FROM merge('page', '^kept$')", 0),
    ("SELECT 'INTO OUTFILE; url(1)'", "INTO OUTFILE; url(1)"),
    ("SELECT 1 AS url /* url('x') */ -- file('/etc/passwd')", 1),
    ("SELECT 2 SETTINGS max_threads = 1, join_use_nulls = 1", 2),
    (
        "WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n+1 FROM r WHERE n<5) SELECT sum(n) FROM r",
        15,
    ),
]


@pytest.mark.parametrize(("statement", "value"), ALLOWED, ids=[case[0] for case in ALLOWED])
def test_what_only_looks_dangerous(run: Run, statement: str, value: object) -> None:
    """Files beside the page, sources that count, and dangerous words that are none."""
    assert run(statement).rows == [(value,)]


def test_a_function_by_its_name_alone_and_a_column_of_that_name(run: Run, folder: Path) -> None:
    """Which of the two an argument is, only ClickHouse knows."""
    error = refusal(run, "SELECT count(file) FROM (SELECT 1 AS file)", folder)
    assert error.message == (
        "file as an argument may be the function of that name; a column is written with its "
        "table: t.file"
    )


def test_the_way_out_by_braces(run: Run, folder: Path) -> None:
    """ClickHouse makes the choices in braces before it looks at the parts of a path."""
    for link in (folder / "links").iterdir():
        link.unlink()
    for name in (".{.}/secret.csv", "{.,x}./secret.csv", "{..,x}/secret.csv", "{x,{y,../}}s*.csv"):
        error = refusal(run, f"SELECT * FROM file('{name}', 'LineAsString')", folder)
        assert error.code == REFUSED, name
    assert run("SELECT count() FROM file('{d,data/e}.csv')").rows == [(3,)]
    assert run("SELECT count() FROM file('**.csv')").rows == [(4,)]
