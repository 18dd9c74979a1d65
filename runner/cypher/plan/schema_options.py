"""OPTIONS of indexes and constraints: what is allowed, and what an index gets without them.

Source: the Cypher manual, "Indexes", the options of each kind; messages as of Neo4j 2026.08.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runner.cypher.failures import client_error

if TYPE_CHECKING:
    from runner.errors import EngineError

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
    "vector.quantization.enabled": True,
    "vector.similarity_function": "COSINE",
}

_VECTOR_BOUNDS = {
    "vector.dimensions": _MAX_DIMENSIONS,
    "vector.hnsw.ef_construction": 3200,
    "vector.hnsw.m": 512,
}

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
    config = {**_VECTOR_DEFAULTS, **given}
    allowed = (*_VECTOR_DEFAULTS, "vector.dimensions")
    _refuse_unknown(given, allowed)
    for key, most in _VECTOR_BOUNDS.items():
        value = config.get(key)
        if key in config and (type(value) is not int or not 1 <= value <= most):
            message = f"'{key}' must be between 1 and {most} inclusively"
            raise client_error("General.InvalidArguments", "22003", message, ("22N03", message))
    if not isinstance(config["vector.quantization.enabled"], bool):
        raise _invalid("'vector.quantization.enabled' must be a boolean")
    function = str(config["vector.similarity_function"]).upper()
    if function not in ("COSINE", "EUCLIDEAN"):
        raise _unsupported_value(
            f"'{function}' is an unsupported 'vector.similarity_function'. "
            "Supported: [COSINE, EUCLIDEAN]"
        )
    config["vector.similarity_function"] = function
    return dict(sorted(config.items()))


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
