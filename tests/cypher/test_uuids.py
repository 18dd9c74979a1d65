"""Values of the type UUID: what they are made of, and where they go."""

from __future__ import annotations

import re

import pytest

from runner.cypher.database import Database
from runner.cypher.uuids import Uuid, from_halves, from_text, random_uuid
from runner.errors import EngineError

TEXT = "01a22fb2-5c33-7740-9db0-ad66bd39ac9e"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (TEXT, TEXT),
        (TEXT.upper(), TEXT),
        ("0-0-0-0-0", "00000000-0000-0000-0000-000000000000"),
        ("+1-1-1-1-1", "00000001-0001-0001-0001-000000000001"),
        ("123456789-12345-1-1-1234567890123", "23456789-2345-0001-0001-234567890123"),
    ],
)
def test_text_is_read_group_by_group(text: str, shown: str) -> None:
    assert str(from_text(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        *("", "1-1-1-1", "1-1-1-1-1-1", "1--1-1-1", "-1-1-1-1", "1-1-1-1-", "g-1-1-1-1"),
        *(f"{TEXT}0", f" {TEXT}", f"{{{TEXT}}}", TEXT.replace("-", "")),
        *("ffffffffffffffff-1-1-1-1", "1_0-1-1-1-1"),
    ],
)
def test_other_text_stands_for_none(text: str) -> None:
    assert from_text(text) is None


@pytest.mark.parametrize("halves", [(0, 0), (1, 2), (-1, -2), (2**63 - 1, -(2**63)), (5, -7)])
def test_two_signed_integers_make_one(halves: tuple[int, int]) -> None:
    assert from_halves(*halves).halves == halves


def test_a_random_one_is_of_version_7() -> None:
    made = {random_uuid() for _ in range(100)}
    assert len(made) == 100
    shape = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    assert all(re.fullmatch(shape, str(each)) for each in made)


def test_a_result_has_their_text() -> None:
    found = Database().session().run(f"WITH uuid('{TEXT}') AS u RETURN u, [u] AS l, {{a: u}} AS m")
    assert found.rows == [(TEXT, [TEXT], {"a": TEXT})]


def test_each_row_has_one_of_its_own() -> None:
    found = Database().session().run("UNWIND range(1, 9) AS i RETURN uuid() AS u")
    assert len({row[0] for row in found.rows}) == 9


@pytest.mark.parametrize(
    ("statement", "type_"),
    [
        ("CREATE (:A {u: uuid(1, 2)})", "UUID"),
        ("CREATE ()-[:R {u: uuid(1, 2)}]->()", "UUID"),
        ("MERGE (a:A {k: 1}) ON CREATE SET a += {u: uuid(1, 2)}", "UUID"),
        ("CREATE (:A {u: [uuid(1, 2), uuid(1, 3)]})", "UUID[]"),
    ],
)
def test_none_is_stored(statement: str, type_: str) -> None:
    session = Database().session()
    with pytest.raises(EngineError) as caught:
        session.run(statement)
    assert caught.value.code == "Neo.ClientError.Data.DataUnsupportedByStoreFormat"
    assert caught.value.gql_status == "51N77"
    assert caught.value.message == (
        f"storing properties of type {type_} is not supported in aligned store format"
    )
    assert session.run("MATCH (n) RETURN count(n) AS c").rows == [(0,)]


def test_cypher_5_does_not_know_the_functions() -> None:
    with pytest.raises(EngineError) as caught:
        Database().session("5").run("RETURN uuid() AS u")
    assert caught.value.message.startswith("Unknown function 'uuid'")
    assert caught.value.cause is not None
    assert caught.value.cause.gql_status == "42N48"


def test_it_is_hashed_and_compared_by_its_number() -> None:
    assert Uuid(1) == from_text("0-0-0-0-1")
    assert len({Uuid(1), Uuid(1), Uuid(2)}) == 2
