"""LOAD CSV: which files may be read, what records become, where errors say they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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
