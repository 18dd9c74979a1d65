"""LOAD CSV: which files may be read, what records become, where errors say they are."""

from __future__ import annotations

import gzip
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from runner.cypher import csv_files
from runner.cypher.database import Database
from tests.cypher.running import column, failure, operators, rows

if TYPE_CHECKING:
    from pathlib import Path

    from runner.cypher.database import DatabaseSession

TEXT = 'id,name,age\n1,Ann,30\n2,"Bob ""B""",\n\n3,Cy\n4,D,5,6\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "import"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.csv").write_text(TEXT, "utf-8")
    (folder / "sub" / "sp ace.csv").write_text("x;y\n1;\n", "utf-8")
    (tmp_path / "secret.csv").write_text("secret\n", "utf-8")
    (folder / "link.csv").symlink_to(tmp_path / "secret.csv")
    (folder / "inside.csv").symlink_to(folder / "a.csv")
    return folder


@pytest.fixture
def session(folder: Path) -> DatabaseSession:
    return Database(import_folder=folder).session()


def test_with_headers_missing_fields_are_null_and_surplus_ones_dropped(
    session: DatabaseSession,
) -> None:
    query = "LOAD CSV WITH HEADERS FROM 'file:///a.csv' AS row RETURN linenumber(), row"
    assert rows(session, query) == [
        (2, {"id": "1", "name": "Ann", "age": "30"}),
        (3, {"id": "2", "name": 'Bob "B"', "age": None}),
        (4, {"id": "3", "name": "Cy", "age": None}),
        (5, {"id": "4", "name": "D", "age": "5"}),
    ]
    assert "LoadCSV" in operators(session, query)
    assert "" not in operators(session, query)


def test_without_headers_rows_are_lists(session: DatabaseSession) -> None:
    query = "LOAD CSV FROM 'file:///a.csv' AS row RETURN row SKIP 2"
    assert column(session, query) == [["2", 'Bob "B"', None], ["3", "Cy"], ["4", "D", "5", "6"]]


def test_terminator_escapes_and_file(session: DatabaseSession) -> None:
    query = (
        "LOAD CSV FROM $url AS row FIELDTERMINATOR ';' RETURN row, linenumber() AS l, file() AS f"
    )
    found = rows(session, query, url="file:///sub/sp%20ace.csv")
    assert found == [(["x", "y"], 1, "///sub/sp ace.csv"), (["1", None], 2, "///sub/sp ace.csv")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("\n\na,b\r\n1,2\r3,", [["a", "b"], ["1", "2"], ["3", None]]),
        ('"x\ny", "q" \n', [["x\ny", ' "q" ']]),
        ('"",x""y,"a\\"b","c\\\\"', [["", 'x""y', 'a"b', "c\\"]]),
        ("\ufeffé", [["é"]]),
    ],
)
def test_records(
    session: DatabaseSession, folder: Path, text: str, expected: list[list[str | None]]
) -> None:
    (folder / "t.csv").write_bytes(text.encode())
    assert column(session, "LOAD CSV FROM 'file:///t.csv' AS row RETURN row") == expected
    (folder / "t.csv").write_bytes(b"\xff\xfe" + text.lstrip("\ufeff").encode("utf-16-le"))
    assert column(session, "LOAD CSV FROM 'file:///t.csv' AS row RETURN row") == expected


def test_line_numbers_follow_the_row(session: DatabaseSession) -> None:
    load = "LOAD CSV WITH HEADERS FROM 'file:///a.csv' AS row "
    assert column(session, f"{load} UNWIND [1, 2] AS x RETURN DISTINCT linenumber()") == [
        2,
        3,
        4,
        5,
    ]
    assert rows(session, f"{load} WITH collect(row) AS r RETURN linenumber(), file()") == [
        (None, None)
    ]
    assert column(session, "RETURN linenumber()") == [None]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("a.csv", "Invalid URL 'a.csv': no protocol: a.csv ()"),
        ("foo:///a", "Invalid URL 'foo:///a': unknown protocol: foo ()"),
        (
            "file:///a b",
            "Invalid URL 'file:///a b': Illegal character in path at index 9: file:///a b ()",
        ),
        ("file:a.csv", "Cannot load from URL 'file:a.csv': URI is not hierarchical ()"),
        (
            "file://a.csv",
            (
                "Cannot load from URL 'file://a.csv': file URL may not contain an authority "
                "section (i.e. it should be 'file:///') ()"
            ),
        ),
        (
            "http://example.com/a.csv",
            (
                "Cannot load from URL 'http://example.com/a.csv': the embedded engine reads no "
                "files over the network ()"
            ),
        ),
        *(
            (url, f"Cannot load from URL '{url}': Couldn't load the external resource at: {url} ()")
            for url in (
                "file:///nope.csv",
                "file:///sub",
                "file:///../secret.csv",
                "file:///%2e%2e/secret.csv",
                "file:///link.csv",
                "file:///etc/hostname",
                "file:///a%00.csv",
            )
        ),
    ],
)
def test_what_cannot_be_loaded(session: DatabaseSession, url: str, why: str) -> None:
    error = failure(session, "LOAD CSV FROM $url AS row RETURN row", url=url)
    assert error.code == "Neo.ClientError.Statement.ExternalResourceFailed"
    assert error.gql_status == "22000"
    assert error.cause is not None
    assert error.cause.gql_status == "22N43"
    assert error.message == why


def test_links_inside_the_folder_are_followed(session: DatabaseSession) -> None:
    assert column(session, "LOAD CSV FROM 'file:///inside.csv' AS r RETURN count(*)") == [5]


def test_no_folder_is_no_file(folder: Path) -> None:
    error = failure(Database().session(), f"LOAD CSV FROM 'file://{folder}/a.csv' AS r RETURN r")
    assert error.message.endswith(
        "configuration property 'dbms.security.allow_csv_import_from_file_urls' is false ()"
    )


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        (
            "RETURN 1 / (toInteger(row.id) - 3)",
            "/ by zero (Failure when processing file '///a.csv' on line 4.)",
        ),
        (
            "WITH row ORDER BY row.id RETURN 1 / (toInteger(row.id) - 4)",
            (
                "/ by zero (Failure when processing file '///a.csv' on line 5 (which is the last "
                "row in the file).)"
            ),
        ),
        ("WITH collect(row) AS rows RETURN 1 / 0", "/ by zero ()"),
        (
            "CREATE (:U {x: 1})",
            (
                "Node(0) already exists with label `U` and property `x` = 1 (Failure when "
                "processing file '///a.csv' on line 3.)"
            ),
        ),
        (
            "CALL (row) { CREATE ({x: 1 / (toInteger(row.id) - 3)}) } IN TRANSACTIONS OF 1 ROWS",
            (
                "/ by zero (Failure when processing file '///a.csv' on line 4., Transactions "
                "committed: 2)"
            ),
        ),
    ],
)
def test_errors_tell_their_line(session: DatabaseSession, rest: str, message: str) -> None:
    session.run("CREATE CONSTRAINT u FOR (n:U) REQUIRE n.x IS UNIQUE")
    error = failure(session, f"LOAD CSV WITH HEADERS FROM 'file:///a.csv' AS row {rest}")
    assert error.message == message


@pytest.mark.parametrize(
    ("text", "cause", "message"),
    [
        ('a\n"x', "22NAD", "Missing end quote at position 5 in '{}'."),
        (
            'a\n"x"y\n',
            "22NAC",
            (
                "Characters after an ending quote in a CSV field are not supported. See '{}' at "
                'position 6. This is read as `x"y`.'
            ),
        ),
    ],
)
def test_quotes_that_do_not_match(
    session: DatabaseSession, folder: Path, text: str, cause: str, message: str
) -> None:
    (folder / "bad.csv").write_text(text, "utf-8")
    error = failure(session, "LOAD CSV FROM 'file:///bad.csv' AS row RETURN row")
    assert error.code == "Neo.DatabaseError.Statement.ExecutionFailed"
    assert error.cause is not None
    assert error.cause.gql_status == cause
    assert error.message == message.format(folder / "bad.csv")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("file:///a.csv", "///a.csv"),
        ("file:/a.csv", "/a.csv"),
        ("file:////a.csv", "////a.csv"),
        ("file:///sub/../a.csv", "///sub/../a.csv"),
        ("file:///../../a.csv", "///../../a.csv"),
        ("file:///nothing/%2e%2e/./%61.csv/", "///nothing/.././a.csv/"),
        ("FILE:///sub/../a.csv", "a.csv"),
        ("File:/sub/sp%20ace.csv", "sp ace.csv"),
        ("fILE:///a.csv/", ""),
    ],
)
def test_the_path_in_a_url(session: DatabaseSession, url: str, shown: str) -> None:
    """The folder is the root, above which there is nothing."""
    assert column(session, "LOAD CSV FROM $url AS r RETURN file() LIMIT 1", url=url) == [shown]


@pytest.mark.parametrize(
    ("text", "terminator", "expected"),
    [
        ("a;b\n1;2\n\n3", "\\n", [["a;b", "1;2", None, "3"]]),
        ("a\r\n1\r\n", "\\n", [["a"], [None, "1"], [None, None]]),
        ("a\r\n1\r\n", "\\r", [["a", None], ["1", None]]),
        ("\n\n\r\n", "\\n", [[None, None, None], [None, None]]),
        ("\n\n\r\n", "\\r", [[None, None]]),
        ('a"b\n"', '\\"', [["a", "b"], [None, None]]),
    ],
)
def test_a_terminator_that_else_ends_lines_or_quotes(
    session: DatabaseSession,
    folder: Path,
    text: str,
    terminator: str,
    expected: list[list[str | None]],
) -> None:
    (folder / "t.csv").write_bytes(text.encode())
    query = f"LOAD CSV FROM 'file:///t.csv' AS row FIELDTERMINATOR '{terminator}' RETURN row"
    assert column(session, query) == expected


@pytest.mark.parametrize("terminator", ["", ";;", "\U0001f600"])
def test_a_terminator_is_one_character_as_java_counts(
    session: DatabaseSession, terminator: str
) -> None:
    query = f"LOAD CSV FROM 'file:///a.csv' AS row FIELDTERMINATOR '{terminator}' RETURN row"
    error = failure(session, query)
    assert error.gql_status == "42001"
    assert error.message.startswith("CSV field terminator can only be one character wide (line 1")


def _zip(*names: str) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, "" if name.endswith("/") else "a,b\n")
    return data.getvalue()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (gzip.compress(b"a,b\n"), [["a", "b"]]),
        (gzip.compress(b"a,b\n") + gzip.compress(b"1\n"), [["a", "b"], ["1"]]),
        (gzip.compress(b"\xef\xbb\xbfa\n"), [["\ufeffa"]]),
        (_zip("x.csv"), [["a", "b"]]),
        (_zip("x/", "x/y.csv", "__MACOSX/y", ".DS_Store", "x/.y"), [["a", "b"]]),
        (_zip(), [["PK\x05\x06" + "\0" * 18]]),
        (b"PKa,b\n", [["PKa", "b"]]),
    ],
)
def test_packed_files(
    session: DatabaseSession, folder: Path, content: bytes, expected: list[list[str]]
) -> None:
    (folder / "t.csv").write_bytes(content)
    assert column(session, "LOAD CSV FROM 'file:///t.csv' AS row RETURN row") == expected


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(b"a,b\n")[:-9],
        b"\x1f\x8b",
        b"\x1f\x8bnothing",
        b"PK\x03\x04a,b\n",
        _zip("x/"),
        _zip("x.csv", "y.csv"),
        _zip("x.csv")[:-30],
    ],
)
def test_packed_files_that_cannot_be_unpacked(
    session: DatabaseSession, folder: Path, content: bytes
) -> None:
    (folder / "t.csv").write_bytes(content)
    error = failure(session, "LOAD CSV FROM 'file:///t.csv' AS row RETURN row")
    assert error.code == "Neo.ClientError.Statement.ExternalResourceFailed"
    assert error.message == (
        "Cannot load from URL 'file:///t.csv': Couldn't load the external resource at: "
        "file:///t.csv ()"
    )


@pytest.mark.parametrize("packed", [gzip.compress(b"a" * 2000), _zip("x.csv")])
def test_packed_files_are_limited_in_what_they_become(
    session: DatabaseSession, folder: Path, packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_files, "_MAX_UNPACKED_BYTES", 3)
    (folder / "t.csv").write_bytes(packed)
    error = failure(session, "LOAD CSV FROM 'file:///t.csv' AS row RETURN row")
    assert error.title == "MemoryPoolOutOfMemoryError"
    assert "a file may have 0 MiB at most when it is unpacked" in error.message


@pytest.mark.parametrize(
    ("size", "kept"), [("1 ROW", ["1", "a"]), ("2 ROWS", ["1", "a"]), ("3 ROWS", [])]
)
def test_transactions_before_a_place_that_cannot_be_read_are_kept(
    session: DatabaseSession, folder: Path, size: str, kept: list[str]
) -> None:
    """A record is given once the one after it is read, so the third never is."""
    (folder / "t.csv").write_text('a\n1\n2\n"3"x\n', "utf-8")
    error = failure(
        session,
        "LOAD CSV FROM 'file:///t.csv' AS row CALL (row) { CREATE (:T {a: row[0]}) } "
        f"IN TRANSACTIONS OF {size} ON ERROR CONTINUE",
    )
    assert error.cause is not None
    assert error.cause.gql_status == "22NAC"
    assert "Transactions committed" not in error.message
    assert column(session, "MATCH (n:T) RETURN n.a ORDER BY n.a") == kept


def test_an_error_before_a_transaction_tells_how_many_were_committed(
    session: DatabaseSession,
) -> None:
    error = failure(
        session,
        "LOAD CSV WITH HEADERS FROM 'file:///a.csv' AS row WITH 6 / (3 - toInteger(row.id)) AS x "
        "CALL (x) { CREATE (:T {x: x}) } IN TRANSACTIONS OF 1 ROW",
    )
    assert error.message == (
        "/ by zero (Failure when processing file '///a.csv' on line 4., Transactions committed: 2)"
    )
    assert column(session, "MATCH (n:T) RETURN n.x ORDER BY n.x") == [3, 6]


@pytest.mark.parametrize(
    ("rest", "waits"),
    [
        ("CREATE (n:N) SET n.x = row.id RETURN n.x", True),
        ("MERGE (a:N {x: row.id}) MERGE (b:N {x: row.name})", True),
        ("CREATE (n:N {x: row.id}) RETURN n.x", False),
        ("RETURN count(*)", False),
        ("WITH row ORDER BY row.id CREATE (:N {x: row.id})", False),
    ],
)
def test_a_plan_that_holds_the_records_back_is_remarked_on(
    session: DatabaseSession, rest: str, waits: bool
) -> None:
    result = session.run(f"LOAD CSV WITH HEADERS FROM 'file:///a.csv' AS row {rest}")
    notes = [(note.code, note.gql_status, note.position) for note in result.notifications]
    expected = ("Neo.ClientNotification.Statement.EagerOperator", "03N94", None)
    assert notes == ([expected] if waits else [])


def test_exists_reads_no_further_than_it_needs(folder: Path) -> None:
    (folder / "wrong.csv").write_text('a,b\n"c"d,e\n', "utf-8")
    session = Database(import_folder=folder).session("25")
    load = "LOAD CSV FROM 'file:///wrong.csv' AS row"
    assert column(session, f"RETURN EXISTS {{ {load} }}") == [True]
    for text in (
        f"RETURN COUNT {{ {load} }}",
        f"{load} RETURN row LIMIT 1",
        f"RETURN EXISTS {{ {load} WITH row WHERE row[0] = 'a' RETURN row }}",
    ):
        assert "after an ending quote" in failure(session, text).message
