"""CREATE and DROP of constraints and indexes: counters, conflicts, existing data, notifications."""

from __future__ import annotations

import re
from typing import Any

import pytest

from runner.cypher.database import Database, DatabaseSession
from runner.errors import Cause, EngineError


@pytest.fixture
def session() -> DatabaseSession:
    return Database().session()


def failure(
    session: DatabaseSession, text: str, parameters: dict[str, Any] | None = None
) -> EngineError:
    """The error that a statement fails with."""
    with pytest.raises(EngineError) as caught:
        session.run(text, parameters)
    return caught.value


def chain(error: EngineError) -> list[str]:
    """An error's title, its GQLSTATUS, and those of its causes."""
    found = [error.code.removeprefix("Neo."), error.gql_status]
    cause = error.cause
    while cause is not None:
        found.append(cause.gql_status)
        cause = cause.cause
    return found


UNIQUE = "FOR (n:L) REQUIRE n.p IS UNIQUE"


@pytest.mark.parametrize(
    "definition",
    [
        "FOR (n:L) REQUIRE n.p IS UNIQUE",
        "FOR (n:L) REQUIRE (n.a, n.b) IS UNIQUE",
        "FOR ()-[r:T]-() REQUIRE r.p IS UNIQUE",
        "FOR (n:L) REQUIRE n.p IS NODE KEY",
        "FOR (n:L) REQUIRE (n.a, n.b) IS KEY",
        "FOR ()-[r:T]-() REQUIRE (r.a, r.b) IS RELATIONSHIP KEY",
        "FOR (n:L) REQUIRE n.p IS NOT NULL",
        "FOR ()-[r:T]-() REQUIRE r.p IS NOT NULL",
        "FOR (n:L) REQUIRE n.p IS :: STRING",
        "FOR ()-[r:T]-() REQUIRE r.p IS TYPED INTEGER | FLOAT",
    ],
)
def test_every_kind_of_constraint(session: DatabaseSession, definition: str) -> None:
    result = session.run(f"CREATE CONSTRAINT c {definition}")
    assert (result.columns, result.rows) == ((), [])
    assert result.counters.as_dict() == {"constraints_added": 1}
    result = session.run(f"CREATE CONSTRAINT other IF NOT EXISTS {definition}")
    assert result.counters.as_dict() == {}
    (note,) = result.notifications
    assert (note.gql_status, note.severity, note.category) == ("00NA0", "INFORMATION", "SCHEMA")
    assert session.run("DROP CONSTRAINT c").counters.as_dict() == {"constraints_removed": 1}
    assert session.run("SHOW CONSTRAINTS").rows == []


@pytest.mark.parametrize(
    "definition",
    [
        "INDEX i FOR (n:L) ON (n.p)",
        "RANGE INDEX i FOR (n:L) ON (n.a, n.b)",
        "TEXT INDEX i FOR ()-[r:T]-() ON (r.p)",
        "POINT INDEX i FOR (n:L) ON (n.p)",
        "FULLTEXT INDEX i FOR (n:A|B) ON EACH [n.a, n.b]",
        "VECTOR INDEX i FOR (n:L) ON (n.e) OPTIONS {indexConfig: {`vector.dimensions`: 3}}",
    ],
)
def test_every_kind_of_index(session: DatabaseSession, definition: str) -> None:
    assert session.run(f"CREATE {definition}").counters.as_dict() == {"indexes_added": 1}
    again = definition.replace("INDEX i", "INDEX i IF NOT EXISTS")
    assert session.run(f"CREATE {again}").counters.as_dict() == {}
    assert session.run("DROP INDEX i").counters.as_dict() == {"indexes_removed": 1}


def test_notifications_name_the_rule(session: DatabaseSession) -> None:
    session.run("CREATE CONSTRAINT c1 FOR (n:L) REQUIRE n.p IS UNIQUE")
    result = session.run("CREATE CONSTRAINT c2 IF NOT EXISTS FOR (x:L) REQUIRE x.p IS UNIQUE")
    assert [(note.code, note.message) for note in result.notifications] == [
        (
            "Neo.ClientNotification.Schema.IndexOrConstraintAlreadyExists",
            (
                "The command 'CREATE CONSTRAINT c2 IF NOT EXISTS FOR (e:L) REQUIRE (e.p) IS "
                "UNIQUE' has no effect. The index or constraint specified by "
                "'CONSTRAINT c1 FOR (e:L) REQUIRE (e.p) IS UNIQUE' already exists."
            ),
        )
    ]
    result = session.run("CREATE CONSTRAINT IF NOT EXISTS FOR (x:L) REQUIRE x.p IS UNIQUE")
    assert result.notifications[0].message.startswith(
        "The command 'CREATE CONSTRAINT IF NOT EXISTS FOR (e:L)"
    )
    result = session.run("CREATE CONSTRAINT c1 IF NOT EXISTS FOR (x:Other) REQUIRE x.q IS UNIQUE")
    assert result.notifications[0].gql_status == "00NA0"
    result = session.run("DROP INDEX nope IF EXISTS")
    assert [(note.code, note.gql_status) for note in result.notifications] == [
        ("Neo.ClientNotification.Schema.IndexOrConstraintDoesNotExist", "00NA1")
    ]
    result = session.run("CREATE VECTOR INDEX v FOR (n:L) ON (n.e)")
    assert [note.gql_status for note in result.notifications] == ["00NA2"]


@pytest.mark.parametrize(
    ("setup", "statement", "expected", "message"),
    [
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            ["ClientError.Schema.EquivalentSchemaRuleAlreadyExists", "22N65"],
            (
                "An equivalent constraint already exists, 'Constraint( id=4, name='c1', "
                "type='NODE PROPERTY UNIQUENESS', schema=(:L {p}), ownedIndex=3 )'."
            ),
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            f"CREATE CONSTRAINT c2 {UNIQUE}",
            ["ClientError.Schema.ConstraintAlreadyExists", "22N65"],
            (
                "Constraint already exists: Constraint( id=4, name='c1', "
                "type='NODE PROPERTY UNIQUENESS', schema=(:L {p}), ownedIndex=3 )"
            ),
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            "CREATE CONSTRAINT c1 FOR (n:L) REQUIRE n.q IS UNIQUE",
            ["ClientError.Schema.ConstraintWithNameAlreadyExists", "22N67"],
            "There already exists a constraint called 'c1'.",
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            "CREATE INDEX c1 FOR (n:L) ON (n.q)",
            ["ClientError.Schema.ConstraintWithNameAlreadyExists", "22N67"],
            "There already exists a constraint called 'c1'.",
        ),
        (
            "CREATE INDEX i1 FOR (n:L) ON (n.q)",
            f"CREATE CONSTRAINT i1 {UNIQUE}",
            ["ClientError.Schema.IndexWithNameAlreadyExists", "22N71"],
            "There already exists an index called 'i1'.",
        ),
        (
            "CREATE INDEX i1 FOR (n:L) ON (n.p)",
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            ["ClientError.Schema.IndexAlreadyExists", "22N73"],
            (
                "There already exists an index (:L {p}). A constraint cannot be created until the "
                "index has been dropped."
            ),
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            "CREATE INDEX i1 FOR (n:L) ON (n.p)",
            ["ClientError.Schema.ConstraintAlreadyExists", "22N74", "22N70"],
            (
                "There is a uniqueness constraint on (:L {p}), so an index is already created that "
                "matches this."
            ),
        ),
        (
            "CREATE INDEX i1 FOR (n:L) ON (n.p)",
            "CREATE INDEX i1 FOR (n:L) ON (n.p)",
            ["ClientError.Schema.EquivalentSchemaRuleAlreadyExists", "22N70"],
            (
                "An equivalent index already exists, 'Index( id=3, name='i1', type='RANGE', "
                "schema=(:L {p}), indexProvider='range-1.0' )'."
            ),
        ),
        (
            "CREATE INDEX i1 FOR ()-[r:T]-() ON (r.p)",
            "CREATE INDEX i2 FOR ()-[r:T]-() ON (r.p)",
            ["ClientError.Schema.IndexAlreadyExists", "22N70"],
            "There already exists an index ()-[:T {p}]-().",
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            "CREATE CONSTRAINT c2 FOR (n:Idx) REQUIRE (n.d, n.d) IS UNIQUE",
            ["ClientError.Schema.RepeatedPropertyInCompositeSchema", "22N75"],
            "Constraint on (:Idx {d, d}) includes a property more than once.",
        ),
        (
            "CREATE CONSTRAINT c1 FOR (n:L) REQUIRE n.p IS :: STRING",
            "CREATE CONSTRAINT c2 FOR (n:L) REQUIRE n.p IS :: INTEGER",
            ["ClientError.Schema.ConstraintAlreadyExists", "22N66"],
            (
                "Conflicting constraint already exists: Constraint( id=3, name='c1', "
                "type='NODE PROPERTY TYPE', schema=(:L {p}), propertyType=STRING )"
            ),
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            "DROP CONSTRAINT c9",
            ["DatabaseError.Schema.ConstraintDropFailed", "50N12", "22N64"],
            "Unable to drop constraint `c9`: No such constraint c9.",
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            "DROP INDEX i9",
            ["DatabaseError.Schema.IndexDropFailed", "50N10", "22N69"],
            "Unable to drop index called `i9`. There is no such index.",
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            "DROP INDEX c1",
            ["DatabaseError.Schema.IndexDropFailed", "50N10", "22NBC"],
            "Unable to drop index: Index belongs to constraint: `c1`",
        ),
    ],
)
def test_conflicts(
    session: DatabaseSession, setup: str, statement: str, expected: list[str], message: str
) -> None:
    session.run(setup)
    error = failure(session, statement)
    assert chain(error) == expected
    assert error.message == message


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE INDEX i1 FOR (n:L) ON (n.p)", "CREATE TEXT INDEX i2 FOR (n:L) ON (n.p)"),
        (
            "CREATE CONSTRAINT c1 FOR (n:L) REQUIRE (n.a, n.b) IS UNIQUE",
            "CREATE CONSTRAINT c2 FOR (n:L) REQUIRE (n.b, n.a) IS UNIQUE",
        ),
        (
            f"CREATE CONSTRAINT c1 {UNIQUE}",
            "CREATE CONSTRAINT c2 FOR (n:L) REQUIRE n.p IS NOT NULL",
            "CREATE CONSTRAINT c3 FOR (n:L) REQUIRE n.p IS :: STRING",
        ),
    ],
)
def test_what_goes_together(session: DatabaseSession, statements: tuple[str, ...]) -> None:
    for statement in statements:
        session.run(statement)


def test_key_and_uniqueness_do_not_share_a_schema(session: DatabaseSession) -> None:
    session.run(f"CREATE CONSTRAINT c1 {UNIQUE}")
    error = failure(session, "CREATE CONSTRAINT c2 FOR (n:L) REQUIRE n.p IS NODE KEY")
    assert error.title == "ConstraintAlreadyExists"


@pytest.mark.parametrize(
    ("definition", "expected", "shown", "violation"),
    [
        (
            "FOR (n:Dup) REQUIRE n.p IS UNIQUE",
            ["50N11", "22N79", "22N80"],
            "name='c', type='NODE PROPERTY UNIQUENESS', schema=(:Dup {p})",
            "Both Node(0) and Node(1) have the label `Dup` and property `p` = 'd'. ",
        ),
        (
            "FOR ()-[r:DT]-() REQUIRE r.p IS UNIQUE",
            ["50N11", "22N79", "22N80"],
            "name='c', type='RELATIONSHIP PROPERTY UNIQUENESS', schema=()-[:DT {p}]-()",
            "Both Relationship(0) and Relationship(1) have the type `DT` and property `p` = 1. ",
        ),
        (
            "FOR (n:Dup) REQUIRE n.name IS NOT NULL",
            ["50N11", "22N77"],
            "name='c', type='NODE PROPERTY EXISTENCE', schema=(:Dup {name})",
            "Node(0) with label `Dup` must have the property `name`. ",
        ),
        (
            "FOR (n:Dup) REQUIRE (n.p, n.name) IS NODE KEY",
            ["50N11", "22N77"],
            "name='c', type='NODE KEY', schema=(:Dup {p, name})",
            "Node(0) with label `Dup` must have the properties (`p`, `name`). ",
        ),
        (
            "FOR (n:Dup) REQUIRE n.p IS :: INTEGER",
            ["50N11", "22N78"],
            "name='c', type='NODE PROPERTY TYPE', schema=(:Dup {p}), propertyType=INTEGER",
            "Node(0) property `p` is of type `STRING`.. ",
        ),
    ],
)
def test_data_that_breaks_a_new_constraint(
    session: DatabaseSession, definition: str, expected: list[str], shown: str, violation: str
) -> None:
    session.run("CREATE (:Dup {p: 'd'})-[:DT {p: 1}]->(:Dup {p: 'd'})-[:DT {p: 1}]->()")
    error = failure(session, f"CREATE CONSTRAINT c {definition}")
    assert chain(error) == ["DatabaseError.Schema.ConstraintCreationFailed", *expected]
    assert error.message == (
        f"Unable to create Constraint( {shown} ):\n{violation}"
        "Note that only the first found violation is shown."
    )
    assert error.constraint == "c"
    assert session.run("SHOW CONSTRAINTS").rows == []
    assert len(session.run("SHOW INDEXES").rows) == 2


def test_names(session: DatabaseSession) -> None:
    session.run("CREATE CONSTRAINT $n FOR (n:L) REQUIRE n.p IS UNIQUE", {"n": "by param"})
    assert session.run("SHOW CONSTRAINTS YIELD name").rows == [("by param",)]
    session.run("DROP CONSTRAINT $n", {"n": "by param"})
    names = []
    for _ in range(2):
        session.run(f"CREATE CONSTRAINT {UNIQUE}")
        session.run("CREATE INDEX FOR (n:L) ON (n.q)")
        names.append(session.run("SHOW INDEXES YIELD name, type WHERE type = 'RANGE'").rows)
        constraint = session.run("SHOW CONSTRAINTS YIELD name").rows[0][0]
        session.run("DROP CONSTRAINT $n", {"n": constraint})
        index = session.run("SHOW RANGE INDEXES YIELD name").rows[0][0]
        session.run("DROP INDEX $n", {"n": index})
    assert names[0] == names[1]
    assert [
        bool(re.fullmatch(r"(constraint|index)_[0-9a-f]+", str(row[0]))) for row in names[0]
    ] == [
        True,
        True,
    ]


def test_normal_text_of_property_types(session: DatabaseSession) -> None:
    session.run(
        "CREATE CONSTRAINT t FOR (n:L) REQUIRE n.p IS :: "
        "LIST<STRING NOT NULL> | TIMESTAMP WITH TIME ZONE | VARCHAR | BOOL"
    )
    assert session.run("SHOW CONSTRAINTS YIELD propertyType").rows == [
        ("BOOLEAN | STRING | ZONED DATETIME | LIST<STRING NOT NULL>",)
    ]


_NULLABLE = "Lists cannot have nullable inner types."
_NULLABLE_HERE = Cause(
    "22NB9", "Lists cannot have a nullable type as an inner type in this context."
)
_VECTOR = "Property type constraints for vectors need to define both coordinate type and dimension."
_DIMENSION = (
    "The dimension of property type constraints for vectors needs to be between 1 and 4096."
)


def _wrong_dimension(found: int) -> Cause:
    text = f"Expected 'DIMENSION' to be INTEGER NOT NULL in the range 1 to 4096 but found {found}."
    return Cause("42N31", text)


@pytest.mark.parametrize(
    ("written", "shown", "reason", "below"),
    [
        ("MAP", "MAP", "", None),
        ("PROPERTY VALUE", "PROPERTY VALUE", "", None),
        ("NOTHING", "NOTHING", "", None),
        ("STRING NOT NULL", "STRING NOT NULL", "", None),
        ("MAP | STRING", "STRING | MAP", "", None),
        ("STRING NOT NULL | INTEGER", "STRING NOT NULL | INTEGER", "", None),
        ("STRING | STRING NOT NULL", "STRING NOT NULL | STRING", "", None),
        ("ANY | NODE | LIST<STRING>", "ANY", "", None),
        ("LIST<INTEGER>", "LIST<INTEGER>", _NULLABLE, _NULLABLE_HERE),
        ("LIST<INTEGER | INT>", "LIST<INTEGER>", _NULLABLE, _NULLABLE_HERE),
        ("LIST<NODE>", "LIST<NODE>", _NULLABLE, _NULLABLE_HERE),
        ("LIST<MAP NOT NULL>", "LIST<MAP NOT NULL>", "", None),
        ("LIST<STRING> | LIST<STRING NOT NULL>", "LIST<STRING>", _NULLABLE, _NULLABLE_HERE),
        ("MAP NOT NULL | LIST<INTEGER>", "MAP NOT NULL | LIST<INTEGER>", "", None),
        (
            "PATH | NODE | MAP | LIST<DATE> | DATE",
            "DATE | NODE | MAP | LIST<DATE> | PATH",
            _NULLABLE,
            _NULLABLE_HERE,
        ),
        (
            "LIST<LIST<INTEGER>>",
            "LIST<LIST<INTEGER>>",
            "Lists cannot have lists as an inner type.",
            Cause("22NB9", "Lists cannot have a list as an inner type in this context."),
        ),
        (
            "LIST<INTEGER | STRING>",
            "LIST<STRING | INTEGER>",
            "Lists cannot have a union of types as an inner type.",
            Cause("22NB9", "Lists cannot have a union of types as an inner type in this context."),
        ),
        (
            "LIST<VECTOR<INT>(3) NOT NULL>",
            "LIST<VECTOR<INTEGER NOT NULL>(3) NOT NULL>",
            "Lists cannot have a vector as an inner type.",
            Cause("22NB9", "Lists cannot have a vector as an inner type in this context."),
        ),
        ("VECTOR", "VECTOR", _VECTOR, Cause("22NBA", _VECTOR)),
        ("VECTOR(3)", "VECTOR(3)", _VECTOR, Cause("22NBA", _VECTOR)),
        ("VECTOR<FLOAT64>", "VECTOR<FLOAT NOT NULL>", _VECTOR, Cause("22NBA", _VECTOR)),
        (
            "STRING | VECTOR<FLOAT>(0) | VECTOR<INT>(5000)",
            "STRING | VECTOR<INTEGER NOT NULL>(5000) | VECTOR<FLOAT NOT NULL>(0)",
            _DIMENSION,
            _wrong_dimension(5000),
        ),
    ],
)
def test_types_that_no_property_has(
    session: DatabaseSession, written: str, shown: str, reason: str, below: Cause | None
) -> None:
    error = failure(session, f"CREATE CONSTRAINT t FOR (n:L) REQUIRE n.p IS :: {written}")
    message = f"Failed to create node property type constraint: Invalid property type `{shown}`."
    assert error.message.startswith(f"{message} {reason} (line 1" if reason else f"{message} (line")
    assert (error.code, error.gql_status) == ("Neo.ClientError.Statement.SyntaxError", "50N11")
    detail = f"{shown} is not supported in property type constraints."
    assert error.cause == Cause("22N90", detail, below)
    assert error.position is not None
    assert error.position.offset == 48


def test_a_type_of_vectors_holds(session: DatabaseSession) -> None:
    session.run(
        "CREATE CONSTRAINT t FOR (n:L) REQUIRE n.p IS :: LIST<INTEGER NOT NULL> | "
        "VECTOR<FLOAT64>(2) | VECTOR<INT8>(10) | VECTOR<INT8>(9) | UUID | BOOLEAN"
    )
    shown = (
        "BOOLEAN | UUID | VECTOR<INTEGER8 NOT NULL>(9) | VECTOR<INTEGER8 NOT NULL>(10) | "
        "VECTOR<FLOAT NOT NULL>(2) | LIST<INTEGER NOT NULL>"
    )
    assert session.run("SHOW CONSTRAINTS YIELD propertyType").rows == [(shown,)]
    session.run("CREATE (:L {p: vector([1, 2], 2, FLOAT)})")
    session.run("CREATE (:L {p: vector([1, 2], 2, FLOAT64)})")
    error = failure(session, "CREATE (:L {p: vector([1, 2], 2, FLOAT32)})")
    assert error.message.endswith("but was of type `VECTOR<FLOAT32 NOT NULL>(2)`.")


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("CREATE CONSTRAINT FOR (n:``) REQUIRE n.p IS NOT NULL", "label"),
        ("CREATE CONSTRAINT FOR (n:L) REQUIRE (n.a, n.``) IS KEY", "property key"),
        ("CREATE INDEX FOR ()-[r:``]-() ON (r.p)", "relationship type"),
        ("CREATE FULLTEXT INDEX x FOR (n:L|``) ON EACH [n.p]", "label"),
    ],
)
def test_names_have_characters(session: DatabaseSession, command: str, kind: str) -> None:
    error = failure(session, command)
    assert error.code == "Neo.ClientError.Schema.TokenNameError"
    assert error.message == (
        "'' is not a valid token name. Token names cannot be empty or contain any null-bytes."
    )
    detail = f"A {kind} name cannot be empty or contain any null-bytes: ''."
    assert error.cause == Cause("42I11", detail)


@pytest.mark.parametrize(
    "command",
    [
        "CREATE CONSTRAINT `` FOR (n:L) REQUIRE n.p IS UNIQUE",
        "CREATE INDEX ` ` FOR (n:L) ON (n.p)",
        "DROP CONSTRAINT ``",
        "DROP INDEX ``",
    ],
)
def test_a_rule_has_a_name_with_characters(session: DatabaseSession, command: str) -> None:
    error = failure(session, command)
    assert (error.code, error.gql_status) == (
        "Neo.DatabaseError.Statement.ExecutionFailed",
        "50N00",
    )
    assert error.message == (
        "Schema rule name cannot be the empty string or only contain whitespace."
    )


@pytest.mark.parametrize(
    ("show", "column", "expected"),
    [
        ("SETTINGS YIELD nope", "nope", "'defaultValue', "),
        ("CONSTRAINTS YIELD name, Type", "Type", "'classification', 'createStatement', "),
        ("INDEXES YIELD name AS nope, nope AS x", "nope", "'createStatement', 'entityType', "),
    ],
)
def test_yield_names_columns(
    session: DatabaseSession, show: str, column: str, expected: str
) -> None:
    error = failure(session, f"SHOW {show}")
    assert error.message.startswith(f"Trying to YIELD non-existing column: `{column}` (line 1, ")
    assert error.cause is not None
    assert error.cause.gql_status == "22N04"
    assert error.cause.message.startswith(
        f"Invalid input '{column}' for column name. Expected {expected}"
    )


def test_or_replace(session: DatabaseSession) -> None:
    text = f"CREATE OR REPLACE CONSTRAINT c {UNIQUE}"
    error = failure(session, text)
    assert chain(error)[1:] == ["42001", "42N14"]
    assert error.message.startswith(
        "Failed to create node property uniqueness constraint: `OR REPLACE` cannot be used "
        "together with this command."
    )
    error = failure(session, f"CYPHER 5 {text}")
    assert error.message.startswith("Failed to create uniqueness constraint: ")


@pytest.mark.parametrize(
    ("options", "expected", "message"),
    [
        (
            "{indexConfig: {`vector.dimensions`: 0}}",
            ["ClientError.General.InvalidArguments", "22003", "22N03"],
            "'vector.dimensions' must be between 1 and 4096 inclusively",
        ),
        (
            "{indexConfig: {`vector.dimensions`: 3, `vector.similarity_function`: 'dot'}}",
            ["ClientError.General.InvalidArguments", "42001", "22N04"],
            "'DOT' is an unsupported 'vector.similarity_function'. Supported: [COSINE, EUCLIDEAN]",
        ),
    ],
)
def test_options_of_vector_indexes(
    session: DatabaseSession, options: str, expected: list[str], message: str
) -> None:
    error = failure(session, f"CREATE VECTOR INDEX v FOR (n:L) ON (n.e) OPTIONS {options}")
    assert chain(error) == expected
    assert error.message == message


def test_options_of_indexes_are_shown(session: DatabaseSession) -> None:
    session.run(
        "CREATE VECTOR INDEX v FOR (n:L) ON (n.e) OPTIONS $o",
        {"o": {"indexConfig": {"vector.dimensions": 2, "vector.similarity_function": "euclidean"}}},
    )
    session.run("CREATE FULLTEXT INDEX f FOR (n:L) ON EACH [n.t]")
    rows = session.run(
        "SHOW INDEXES YIELD name, options, createStatement WHERE name IN ['v', 'f'] "
        "RETURN name, options.indexConfig AS config, createStatement AS text ORDER BY name"
    ).rows
    assert rows[0] == (
        "f",
        {"fulltext.analyzer": "standard-no-stop-words", "fulltext.eventually_consistent": False},
        (
            "CREATE FULLTEXT INDEX `f` FOR (n:`L`) ON EACH [n.`t`] OPTIONS {indexConfig: "
            "{`fulltext.analyzer`: 'standard-no-stop-words',"
            "`fulltext.eventually_consistent`: false}}"
        ),
    )
    assert rows[1][1] == {
        "vector.default_search_expansion_factor": 3.0,
        "vector.dimensions": 2,
        "vector.hnsw.ef_construction": 100,
        "vector.hnsw.m": 16,
        "vector.quantization.type": "BINARY",
        "vector.similarity_function": "EUCLIDEAN",
    }
    error = failure(
        session,
        "CREATE FULLTEXT INDEX g FOR (n:L) ON EACH [n.u] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'klingon'}}",
    )
    assert chain(error) == ["ClientError.Statement.ArgumentError", "22G03", "22N27"]
    assert error.message == "No such full-text analyzer: 'klingon'."


def test_constraints_are_kept_from_then_on(session: DatabaseSession) -> None:
    session.run("CREATE CONSTRAINT k FOR (n:L) REQUIRE (n.a, n.b) IS NODE KEY")
    session.run("CREATE CONSTRAINT t FOR ()-[r:T]-() REQUIRE r.w IS :: INTEGER")
    session.run("CREATE (:L {a: 1, b: 1})")
    error = failure(session, "CREATE (:L {a: 1, b: 1})")
    assert error.message == (
        "Node(0) already exists with label `L` and properties `a` = 1, `b` = 1"
    )
    error = failure(session, "CREATE (:L {a: 2})")
    assert error.message == "Node(1) with label `L` must have the properties (`a`, `b`)"
    error = failure(session, "CREATE ()-[:T {w: 'x'}]->()")
    assert error.message == (
        "Relationship(0) with type `T` required the property `w` to be of type `INTEGER`, but was "
        "of type `STRING`."
    )
    assert error.constraint == "t"
    session.run("DROP CONSTRAINT k")
    session.run("CREATE (:L {a: 1, b: 1})")


def test_schema_and_data_in_one_transaction(session: DatabaseSession) -> None:
    session.begin()
    session.run("CREATE INDEX i FOR (n:L) ON (n.p)")
    session.run("MATCH (n) RETURN n")
    error = failure(session, "CREATE (:L)")
    assert error.message == "Tried to execute Write query after executing Schema modification"
    session.rollback()
    session.begin()
    session.run("CREATE (:L)")
    error = failure(session, "DROP INDEX i IF EXISTS")
    assert error.message == "Tried to execute Schema modification after executing Write query"
    session.rollback()
    assert len(session.run("SHOW INDEXES").rows) == 2
