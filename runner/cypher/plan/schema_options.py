"""OPTIONS of indexes and constraints: what is allowed, and what an index gets without them.

Source: the Cypher manual, "Indexes", the options of each kind; messages as of Neo4j 2026.08.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error
from runner.cypher.store.values import value_text

if TYPE_CHECKING:
    from runner.errors import EngineError

_MAX_FACTOR = 10000.0
_MAX_DIMENSIONS = 4096

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
    "vector.dimensions": _MAX_DIMENSIONS,
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
    "VECTOR": ("vector-1.0", "vector-2.0", "vector-2026.08"),
    "LOOKUP": ("token-lookup-1.0",),
}

_ANALYZERS = (
    "arabic armenian basque bengali brazilian bulgarian catalan cjk classic czech danish "
    "dutch email english estonian finnish french galician german greek hindi hungarian "
    "indonesian irish italian keyword latvian lithuanian norwegian persian portuguese "
    "romanian russian simple sorani spanish standard standard-folding standard-no-stop-words "
    "stop swedish thai turkish unicode_whitespace url url_or_email whitespace"
)
ANALYZERS = frozenset(_ANALYZERS.split())
"""The names of Neo4j's analyzers for fulltext indexes."""


def index_config(kind: str, options: Any, language: str) -> dict[str, Any]:
    """The ``indexConfig`` of a new index of a kind, from the value of its OPTIONS (or None).

    Raises `EngineError` for options that the kind does not have.
    """
    given = _given_config(kind, options, language)
    if kind == "VECTOR":
        return _vector_config(given)
    if kind == "FULLTEXT":
        return _fulltext_config(given)
    if kind == "POINT":
        return _point_config(given)
    if given:
        words = kind.lower()
        raise _invalid(
            f"Could not create {words} index with specified index config: {kind} "
            f"indexes have no configuration values."
        )
    return {}


def _given_config(kind: str, options: Any, language: str) -> dict[str, Any]:
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise _invalid(f"Could not create {kind.lower()} index with specified options: not a map")
    by_name = {key.lower(): value for key, value in options.items()}
    if "indexprovider" in by_name and language != "5":
        message = (
            f"'{by_name['indexprovider']}' is an unsupported 'indexProvider': it is chosen by the "
            "kind of the index."
        )
        raise _unsupported_value(message)
    _check_provider(kind, by_name.get("indexprovider"))
    unknown = set(by_name) - {"indexprovider", "indexconfig"}
    if unknown:
        raise _invalid(
            "Failed to create index: Invalid option provided, valid options are `indexProvider` "
            "and `indexConfig`."
        )
    config = by_name.get("indexconfig", {})
    if not isinstance(config, dict):
        raise _invalid(
            f"Could not create {kind.lower()} index with specified index config: not a map"
        )
    return {key.lower(): value for key, value in config.items()}


def _check_provider(kind: str, provider: Any) -> None:
    """Cypher 5 takes the name of a provider that there is or was, and ignores it."""
    allowed = _PROVIDERS[kind]
    if provider is None or provider in allowed:
        return
    what = "range node property" if kind == "RANGE" else kind.lower()
    listed = ", ".join(f"'{name}'" for name in allowed)
    message = (
        f"Could not create {what} index with specified index provider '{provider}'.\n"
        f"The available index providers for the given type: [{listed}]."
    )
    raise _unsupported_value(message)


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


def _fulltext_config(given: dict[str, Any]) -> dict[str, Any]:
    config = {**_FULLTEXT_DEFAULTS, **given}
    _refuse_unknown(given, _FULLTEXT_DEFAULTS)
    analyzer = config["fulltext.analyzer"]
    if analyzer not in ANALYZERS:
        message = f"No such full-text analyzer: '{analyzer}'."
        raise client_error("Statement.ArgumentError", "22G03", message, ("22N27", message))
    if not isinstance(config["fulltext.eventually_consistent"], bool):
        raise _invalid("'fulltext.eventually_consistent' must be a boolean")
    return config


def _point_config(given: dict[str, Any]) -> dict[str, Any]:
    config: dict[str, Any] = dict(_POINT_DEFAULTS)
    _refuse_unknown(given, _POINT_DEFAULTS)
    for key, value in given.items():
        size = len(_POINT_DEFAULTS[key])
        numbers = isinstance(value, list) and all(type(x) in (int, float) for x in value)
        if not numbers or len(value) != size:
            raise _invalid(f"'{key}' must be a list of {size} numbers")
        config[key] = [float(x) for x in value]
    return config


def _refuse_unknown(given: dict[str, Any], allowed: Any) -> None:
    for key in given:
        if key not in allowed:
            raise _invalid(
                f"'{key}' is an unrecognized setting. Supported: {', '.join(sorted(allowed))}"
            )


def _unsupported_value(message: str) -> EngineError:
    return client_error("General.InvalidArguments", "42001", message, ("22N04", message))


def _invalid(message: str) -> EngineError:
    return client_error("Statement.ArgumentError", "22G03", message, ("22N04", message))
