"""The table of functions: its index of families, its look-up, its declarations."""

from __future__ import annotations

import pytest

from runner.cypher import functions
from runner.cypher.functions.table import Aggregate, Function
from runner.cypher.procedures import function_texts


@pytest.mark.parametrize("name", functions.FAMILIES)
def test_index_is_true(name: str) -> None:
    """The index names exactly the functions of each family."""
    declared = {function.name.lower() for function in functions.family(name)}
    assert set(functions.FAMILIES[name].split()) == declared


def test_no_name_is_in_two_families() -> None:
    """A name leads to one module."""
    names = [name for listed in functions.FAMILIES.values() for name in listed.split()]
    assert len(names) == len(set(names))


def test_look_up_ignores_case() -> None:
    """As Neo4j does, namespaces included."""
    found = functions.lookup("TOUPPER", "25")
    assert found is not None
    assert found.name == "toUpper"
    assert functions.lookup("Coll.INDEXOF", "25") is not None
    assert functions.lookup("noSuchFunction", "25") is None


def test_aggregates_are_told_apart() -> None:
    """Whoever looks up sees which kind it is."""
    assert isinstance(functions.lookup("count", "5"), Aggregate)
    assert isinstance(functions.lookup("size", "5"), Function)


@pytest.mark.parametrize("name", ["ceiling", "collect_list", "ln", "path_length", "stdev_pop"])
def test_some_new_names_of_old_functions_run_in_cypher_5_too(name: str) -> None:
    assert functions.lookup(name, "5") is not None
    assert name in function_texts.HIDDEN_IN_5


@pytest.mark.parametrize(
    "name",
    [
        "cardinality",
        "coll.sort",
        "cosh",
        "coth",
        "property_exists",
        "sinh",
        "string.join",
        "tanh",
        "vector",
        "vector_dimension_count",
        "vector_distance",
        "vector_norm",
    ],
)
def test_new_functions_are_of_cypher_25_only(name: str) -> None:
    """Facts, section 8: Cypher 5 does not know them."""
    assert functions.lookup(name, "25") is not None
    assert functions.lookup(name, "5") is None


def test_versions_of_one_name_differ() -> None:
    """`replace` takes a limit in Cypher 25 only."""
    new, old = functions.lookup("replace", "25"), functions.lookup("replace", "5")
    assert new is not None
    assert old is not None
    assert [parameter.name for parameter in new.parameters][3:] == ["limit"]
    assert len(old.parameters) == 3


def test_optional_parameters_come_last() -> None:
    """Arity is counted from the front."""
    for function in functions.all_functions():
        optional = [parameter.optional for parameter in function.parameters]
        assert optional == sorted(optional), function.name
