"""OPTIONS of indexes and constraints: what is allowed, and what an index gets without them.

Source: the Cypher manual, "Indexes", the options of each kind; messages as of Neo4j 2026.08.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from runner.cypher.eval.describe import describe
from runner.cypher.failures import client_error
from runner.cypher.store.values import value_text
from runner.values.spatial import MAX_DIMENSION

if TYPE_CHECKING:
    from runner.errors import EngineError

_MAX_FACTOR = 10000.0

_POINT_DEFAULTS: dict[str, list[float]] = {
    "spatial.cartesian-3d.max": [1000000.0, 1000000.0, 1000000.0],
    "spatial.cartesian-3d.min": [-1000000.0, -1000000.0, -1000000.0],
    "spatial.cartesian.max": [1000000.0, 1000000.0],
    "spatial.cartesian.min": [-1000000.0, -1000000.0],
    "spatial.wgs-84-3d.max": [180.0, 90.0, 1000000.0],
    "spatial.wgs-84-3d.min": [-180.0, -90.0, -1000000.0],
    "spatial.wgs-84.max": [180.0, 90.0],
    "spatial.wgs-84.min": [-180.0, -90.0],
}

_FULLTEXT_DEFAULTS: dict[str, Any] = {
    "fulltext.analyzer": "standard-no-stop-words",
    "fulltext.eventually_consistent": False,
}

_VECTOR_DEFAULTS: dict[str, Any] = {
    "vector.hnsw.ef_construction": 100,
    "vector.hnsw.m": 16,
    "vector.similarity_function": "COSINE",
}

_VECTOR_BOUNDS = {
    "vector.dimensions": MAX_DIMENSION,
    "vector.hnsw.ef_construction": 3200,
    "vector.hnsw.m": 512,
}

_VECTOR_FACTORS = {"BINARY": 3.0, "NONE": 1.0, "SCALAR": 1.5}
"""By the type of quantization how many more candidates a search looks at than it gives."""

_VECTOR_FACTOR, _VECTOR_TYPE = "vector.default_search_expansion_factor", "vector.quantization.type"
_VECTOR_ENABLED = "vector.quantization.enabled"

_PROVIDERS = {
    "RANGE": ("range-1.0",),
    "TEXT": ("text-1.0", "text-2.0", "text-3.0"),
    "POINT": ("point-1.0",),
    "FULLTEXT": ("fulltext-1.0", "fulltext-2.0"),
    "VECTOR": (
        *("vector-1.0", "vector-2.0", "vector-2026.06", "vector-2026.07", "vector-2026.08"),
        "vector-3.0",
    ),
    "LOOKUP": ("token-lookup-1.0",),
}
_B_TREE = ("native-btree-1.0", "lucene+native-3.0")
"""Providers of old that are gone."""

_ANALYZERS = (
    "arabic armenian basque bengali brazilian bulgarian catalan cjk classic czech danish "
    "dutch email english estonian finnish french galician german greek hindi hungarian "
    "indonesian irish italian keyword latvian lithuanian norwegian persian portuguese "
    "romanian russian simple sorani spanish standard standard-folding standard-no-stop-words "
    "stop swedish thai turkish unicode_whitespace url url_or_email whitespace"
)
ANALYZERS = frozenset(_ANALYZERS.split())
"""The names of Neo4j's analyzers for fulltext indexes."""


class Made(NamedTuple):
    """What a command makes, as the messages about its OPTIONS name it.

    `kind` is that of the index, `text` the statement; `name` stands after "Could not create",
    `long_name` after "Failed to create".
    """

    kind: str
    language: str
    text: str
    name: str
    long_name: str


def made_index(kind: str, entity: str, language: str, text: str) -> Made:
    """An index of a kind on ``NODE`` or ``RELATIONSHIP``."""
    if kind in ("RANGE", "LOOKUP"):
        name = f"range {entity.lower()} property index" if kind == "RANGE" else "token lookup index"
        return Made(kind, language, text, name, name)
    word = kind.lower()
    return Made(kind, language, text, f"{word} index", f"{word} {entity.lower()} index")


def made_constraint(key: bool, entity: str, language: str, text: str) -> Made:
    """A uniqueness or a `key` constraint, whose index is a range index."""
    word = entity.lower()
    if key:
        name = f"{word} key constraint"
    elif language != "5":
        name = f"{word} property uniqueness constraint"
    else:
        name = "uniqueness constraint" if entity == "NODE" else f"{word} uniqueness constraint"
    return Made("RANGE", language, text, name, name)


def index_config(made: Made, options: Any) -> dict[str, Any]:
    """The ``indexConfig`` of a new index, from the value of the OPTIONS (or None).

    Raises `EngineError` for options that the kind does not have.
    """
    given = _given_config(made, options)
    if made.kind == "VECTOR":
        return _vector_config(given)
    if made.kind == "FULLTEXT":
        return _fulltext_config(made, given)
    if made.kind == "POINT":
        return _point_config(made, given)
    if given:
        rest = f": {made.kind.lower()} indexes have no valid config values."
        raise _unsupported_value(_about_config(made, given) + rest)
    return {}


_MAPS = {
    "POINT": " from String to Double[]",
    "FULLTEXT": " from String to Strings and Booleans",
    "VECTOR": " from String to Booleans, Strings, Integers and Doubles",
}


def _given_config(made: Made, options: Any) -> dict[str, Any]:
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise _invalid(f"Could not create {made.name} with specified options: not a map")
    by_name = {key.lower(): value for key, value in options.items()}
    if "indexprovider" in by_name and made.language != "5":
        message = (
            f"'{by_name['indexprovider']}' is an unsupported 'indexProvider': it is chosen by the "
            "kind of the index."
        )
        raise _unsupported_value(message)
    if set(by_name) - {"indexprovider", "indexconfig"}:
        message = (
            f"Failed to create {made.long_name}: Invalid option provided, valid options are "
            f'`indexProvider` and `indexConfig`. (line 0, column 0 (offset: 0))\n"{made.text}"\n ^'
        )
        cause = ("22N04", "Valid options are `indexProvider` and `indexConfig`.")
        raise client_error("Statement.SyntaxError", "42001", message, cause)
    _check_provider(made, by_name.get("indexprovider"))
    config = by_name.get("indexconfig")
    if config is None:
        return {}
    if not isinstance(config, dict):
        raise _no_map(made, config)
    return {key.lower(): value for key, value in config.items()}


def _check_provider(made: Made, provider: Any) -> None:
    """Cypher 5 takes the name of a provider that there is or was, and ignores it."""
    allowed = _PROVIDERS[made.kind]
    if provider is None or provider in allowed:
        return
    about = f"Could not create {made.name} with specified index provider"
    if not isinstance(provider, str):
        raise _wrong_type(f"{about} '{describe(provider)}'. Expected String value.")
    other = next((kind for kind, names in _PROVIDERS.items() if provider in names), None)
    hint = ""
    if other is not None:
        words = "token lookup" if other == "LOOKUP" else other.lower()
        hint = f"To create {words} index, please use 'CREATE {other} INDEX ...'.\n"
    elif provider in _B_TREE:
        hint = "Invalid index type b-tree, use range, point or text index instead.\n"
    listed = ", ".join(f"'{name}'" for name in allowed)
    raise _unsupported_value(
        f"{about} '{provider}'.\n{hint}The available index providers for the given type: "
        f"[{listed}]."
    )


def _about_config(made: Made, given: Any) -> str:
    return f"Could not create {made.name} with specified index config '{_shown(given)}'"


def _shown(value: Any) -> str:
    """A value as these messages print it."""
    if value is None:
        return "<null>"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_shown(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    return value_text(value)


def _no_map(made: Made, given: Any) -> EngineError:
    expected = f"Expected a map{_MAPS.get(made.kind, '')}."
    return _wrong_type(f"{_about_config(made, given)}. {expected}")


def _wrong_type(message: str) -> EngineError:
    return client_error("General.InvalidArguments", "22G03", message, ("22N27", message))


def _vector_config(given: dict[str, Any]) -> dict[str, Any]:
    allowed = (
        *_VECTOR_DEFAULTS,
        "vector.dimensions",
        _VECTOR_FACTOR,
        _VECTOR_ENABLED,
        _VECTOR_TYPE,
    )
    _refuse_unknown_setting(given, sorted(allowed))
    for key, kind, what in (
        (_VECTOR_ENABLED, bool, "a Boolean"),
        (_VECTOR_TYPE, str, "a String"),
        *((key, int, "an Integer") for key in _VECTOR_BOUNDS),
    ):
        if key in given and type(given[key]) is not kind:
            raise _wrong_setting(key, what)
    config = {**_VECTOR_DEFAULTS, **given}
    for key, most in _VECTOR_BOUNDS.items():
        if key in config and not 1 <= config[key] <= most:
            message = f"'{key}' must be between 1 and {most} inclusively"
            raise client_error("General.InvalidArguments", "22003", message, ("22N03", message))
    config["vector.similarity_function"] = _chosen(
        "vector.similarity_function", config["vector.similarity_function"], ("COSINE", "EUCLIDEAN")
    )
    enabled = config.pop(_VECTOR_ENABLED, True)
    quantization = config.get(_VECTOR_TYPE, "BINARY" if enabled else "NONE")
    quantization = _chosen(_VECTOR_TYPE, quantization, tuple(_VECTOR_FACTORS))
    config[_VECTOR_TYPE] = quantization
    config[_VECTOR_FACTOR] = _factor(config.get(_VECTOR_FACTOR, _VECTOR_FACTORS[quantization]))
    return dict(sorted(config.items()))


def _chosen(key: str, given: Any, allowed: tuple[str, ...]) -> str:
    """A setting that is one of some words, in capitals."""
    value = str(given).upper()
    if value not in allowed:
        listed = ", ".join(allowed)
        raise _unsupported_value(f"'{value}' is an unsupported '{key}'. Supported: [{listed}]")
    return value


def _factor(value: Any) -> float:
    if type(value) not in (int, float):
        raise _wrong_setting(_VECTOR_FACTOR, "a Float")
    if not 1 <= value <= _MAX_FACTOR:
        message = f"'{_VECTOR_FACTOR}' must be between 1.0 and {_MAX_FACTOR} inclusively"
        raise client_error("General.InvalidArguments", "22003", message, ("22N03", message))
    return float(value)


def _refuse_unknown_setting(given: dict[str, Any], allowed: list[str]) -> None:
    for key in given:
        if key not in allowed:
            shown = ", ".join(f"{name}: {value_text(value)}" for name, value in given.items())
            raise _unsupported_value(
                f"Could not create vector index with specified index config '{{{shown}}}'. "
                f"'{key}' is an unrecognized setting. Supported: [{', '.join(allowed)}]"
            )


def _wrong_setting(key: str, what: str) -> EngineError:
    message = f"Could not create vector index with specified index config '{key}'. Expected {what}."
    return client_error("General.InvalidArguments", "22G03", message, ("22N27", message))


def _fulltext_config(made: Made, given: dict[str, Any]) -> dict[str, Any]:
    if any(key.startswith("spatial.") for key in given):
        what, kind = "spatial config settings", "point"
        raise _of_another_kind(made, given, what, kind)
    if not all(isinstance(value, (str, bool)) for value in given.values()):
        raise _no_map(made, given)
    _refuse_unknown(given, _FULLTEXT_DEFAULTS)
    config = {**_FULLTEXT_DEFAULTS, **given}
    analyzer = config["fulltext.analyzer"]
    if analyzer not in ANALYZERS:
        raise _no_setting(f"No such full-text analyzer: '{_plain(analyzer)}'.")
    if not isinstance(config["fulltext.eventually_consistent"], bool):
        message = "Wrong type for fulltext.eventually_consistent. Expected Boolean, got String"
        raise client_error("Statement.ArgumentError", "22G03", message, ("22N01", message))
    return config


def _plain(value: str | bool) -> str:
    return value if isinstance(value, str) else value_text(value)


def _point_config(made: Made, given: dict[str, Any]) -> dict[str, Any]:
    if any(key.startswith("fulltext.") for key in given):
        raise _of_another_kind(made, given, "fulltext config", "fulltext")
    for value in given.values():
        if not isinstance(value, list) or not all(type(x) in (int, float) for x in value):
            raise _no_map(made, given)
    _refuse_unknown(given, _POINT_DEFAULTS)
    config: dict[str, Any] = dict(_POINT_DEFAULTS)
    for key, value in given.items():
        if len(value) != len(_POINT_DEFAULTS[key]):
            raise client_error(
                "Statement.ArgumentError", "22000", "Invalid spatial index settings."
            )
        config[key] = [float(x) for x in value]
    return config


def _of_another_kind(made: Made, given: Any, what: str, kind: str) -> EngineError:
    return _unsupported_value(
        f"{_about_config(made, given)}, contains {what} options.\nTo create {kind} index, please "
        f"use 'CREATE {kind.upper()} INDEX ...'."
    )


def _refuse_unknown(given: dict[str, Any], allowed: Any) -> None:
    for key in given:
        if key not in allowed:
            raise _no_setting(
                f"Invalid index config key '{key}', it was not recognized as an index setting."
            )


def _no_setting(message: str) -> EngineError:
    return client_error("Statement.ArgumentError", "22G03", message, ("22N27", message))


def _unsupported_value(message: str) -> EngineError:
    return client_error("General.InvalidArguments", "42001", message, ("22N04", message))


def _invalid(message: str) -> EngineError:
    return client_error("Statement.ArgumentError", "22G03", message, ("22N04", message))
