"""What SHOW FUNCTIONS of Neo4j 2026.08 says that the declarations of functions do not.

Neo4j gives each form of a function a row of its own, where a declaration has optional parameters;
and it names types in another order here than in its errors.
"""

from __future__ import annotations

FORMS: dict[str, tuple[str, ...]] = {
    "all": ("all(variable :: VARIABLE IN list :: LIST<ANY> WHERE predicate :: ANY) :: BOOLEAN",),
    "allReduce": (
        (
            "allReduce(accumulator :: VARIABLE = initial :: ANY, variable :: VARIABLE IN list :: "
            "LIST<ANY> | reducer :: ANY, predicate :: BOOLEAN) :: BOOLEAN"
        ),
    ),
    "any": ("any(variable :: VARIABLE IN list :: LIST<ANY> WHERE predicate :: ANY) :: BOOLEAN",),
    "avg": ("avg(input :: INTEGER | FLOAT | DURATION) :: INTEGER | FLOAT | DURATION",),
    "btrim": (
        "btrim(input :: STRING) :: STRING",
        "btrim(input :: STRING, trimCharacterString :: STRING) :: STRING",
    ),
    "cardinality": ("cardinality(input :: MAP | LIST<ANY> | PATH) :: INTEGER",),
    "coll.flatten": (
        "coll.flatten(list :: LIST<ANY>) :: LIST<ANY>",
        "coll.flatten(list :: LIST<ANY>, depth :: INTEGER) :: LIST<ANY>",
    ),
    "format": (
        (
            "format(value :: DATE | LOCAL TIME | ZONED TIME | LOCAL DATETIME | ZONED DATETIME | "
            "DURATION) :: STRING"
        ),
        (
            "format(value :: DATE | LOCAL TIME | ZONED TIME | LOCAL DATETIME | ZONED DATETIME | "
            "DURATION, pattern :: STRING) :: STRING"
        ),
    ),
    "isEmpty": ("isEmpty(input :: STRING | MAP | LIST<ANY>) :: BOOLEAN",),
    "keys": ("keys(input :: NODE | RELATIONSHIP | MAP) :: LIST<STRING>",),
    "local_datetime": (
        "local_datetime(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY) :: LOCAL DATETIME",
        (
            "local_datetime(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY, pattern = "
            "DEFAULT_TEMPORAL_ARGUMENT :: STRING) :: LOCAL DATETIME"
        ),
    ),
    "local_time": (
        "local_time(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY) :: LOCAL TIME",
        (
            "local_time(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY, pattern = "
            "DEFAULT_TEMPORAL_ARGUMENT :: STRING) :: LOCAL TIME"
        ),
    ),
    "ltrim": (
        "ltrim(input :: STRING) :: STRING",
        "ltrim(input :: STRING, trimCharacterString :: STRING) :: STRING",
    ),
    "none": ("none(variable :: VARIABLE IN list :: LIST<ANY> WHERE predicate :: ANY) :: BOOLEAN",),
    "normalize": (
        "normalize(input :: STRING) :: STRING",
        "normalize(input :: STRING, normalForm = NFC :: [NFC, NFD, NFKC, NFKD]) :: STRING",
    ),
    "percentileCont": ("percentileCont(input :: FLOAT, percentile :: FLOAT) :: FLOAT",),
    "percentile_cont": ("percentile_cont(input :: FLOAT, percentile :: FLOAT) :: FLOAT",),
    "properties": ("properties(input :: NODE | RELATIONSHIP | MAP) :: MAP",),
    "property_exists": (
        "property_exists(element :: NODE | RELATIONSHIP, propertyKeyName :: STRING) :: BOOLEAN",
    ),
    "range": (
        "range(start :: INTEGER, end :: INTEGER) :: LIST<INTEGER>",
        "range(start :: INTEGER, end :: INTEGER, step :: INTEGER) :: LIST<INTEGER>",
    ),
    "reduce": (
        (
            "reduce(accumulator :: VARIABLE = initial :: ANY, variable :: VARIABLE IN list :: "
            "LIST<ANY> | expression :: ANY) :: ANY"
        ),
    ),
    "replace": (
        "replace(original :: STRING, search :: STRING, replace :: STRING) :: STRING",
        (
            "replace(original :: STRING, search :: STRING, replace :: STRING, limit :: INTEGER) "
            ":: STRING"
        ),
    ),
    "round": (
        "round(value :: FLOAT) :: FLOAT",
        "round(value :: FLOAT, precision :: INTEGER | FLOAT) :: FLOAT",
        "round(value :: FLOAT, precision :: INTEGER | FLOAT, mode :: STRING) :: FLOAT",
    ),
    "rtrim": (
        "rtrim(input :: STRING) :: STRING",
        "rtrim(input :: STRING, trimCharacterString :: STRING) :: STRING",
    ),
    "single": (
        "single(variable :: VARIABLE IN list :: LIST<ANY> WHERE predicate :: ANY) :: BOOLEAN",
    ),
    "string.indexOf": ("string.indexOf(input :: STRING, value :: STRING) :: INTEGER",),
    "string.join": ("string.join(input :: LIST<STRING>, delimiter :: STRING) :: STRING",),
    "string.regexReplace": (
        "string.regexReplace(original :: STRING, regex :: STRING, replacement :: STRING) :: STRING",
    ),
    "substring": (
        "substring(original :: STRING, start :: INTEGER) :: STRING",
        "substring(original :: STRING, start :: INTEGER, length :: INTEGER) :: STRING",
    ),
    "toBoolean": ("toBoolean(input :: BOOLEAN | STRING | INTEGER) :: BOOLEAN",),
    "toFloat": ("toFloat(input :: STRING | INTEGER | FLOAT) :: FLOAT",),
    "toFloatList": ("toFloatList(input :: VECTOR | LIST<ANY>) :: LIST<FLOAT>",),
    "toInteger": ("toInteger(input :: BOOLEAN | STRING | INTEGER | FLOAT) :: INTEGER",),
    "toIntegerList": ("toIntegerList(input :: VECTOR | LIST<ANY>) :: LIST<INTEGER>",),
    "toString": ("toString(input :: ANY) :: STRING",),
    "trim": (
        (
            "trim([[LEADING | TRAILING | BOTH] [trimCharacterString :: STRING] FROM] input :: "
            "STRING) :: STRING"
        ),
        "trim(input :: STRING) :: STRING",
    ),
    "uuid": (
        "uuid() :: UUID",
        "uuid(name :: STRING) :: UUID",
        "uuid(mostSigBits :: INTEGER, leastSigBits :: INTEGER) :: UUID",
    ),
    "vector_distance": (
        (
            "vector_distance(vector1 :: VECTOR, vector2 :: VECTOR, coordinateType :: [EUCLIDEAN, "
            "EUCLIDEAN_SQUARED, MANHATTAN, COSINE, DOT, HAMMING]) :: FLOAT"
        ),
    ),
    "vector_norm": (
        (
            "vector_norm(vector1 :: VECTOR, vector2 :: VECTOR, coordinateType :: [EUCLIDEAN, "
            "EUCLIDEAN_SQUARED, MANHATTAN, COSINE, DOT, HAMMING]) :: FLOAT"
        ),
    ),
    "zoned_datetime": (
        "zoned_datetime(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY) :: ZONED DATETIME",
        (
            "zoned_datetime(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY, pattern = "
            "DEFAULT_TEMPORAL_ARGUMENT :: STRING) :: ZONED DATETIME"
        ),
    ),
    "zoned_time": (
        "zoned_time(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY) :: ZONED TIME",
        (
            "zoned_time(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY, pattern = "
            "DEFAULT_TEMPORAL_ARGUMENT :: STRING) :: ZONED TIME"
        ),
    ),
}
"""The signatures of functions that have several, or one that is not made of parameters."""

FORMS_IN_5: dict[str, tuple[str, ...]] = {
    "replace": ("replace(original :: STRING, search :: STRING, replace :: STRING) :: STRING",),
    "toFloatList": ("toFloatList(input :: LIST<ANY>) :: LIST<FLOAT>",),
    "toIntegerList": ("toIntegerList(input :: LIST<ANY>) :: LIST<INTEGER>",),
    "vector.similarity.cosine": (
        "vector.similarity.cosine(a :: LIST<INTEGER | FLOAT>, b :: LIST<INTEGER | FLOAT>) :: FLOAT",
    ),
    "vector.similarity.euclidean": (
        (
            "vector.similarity.euclidean(a :: LIST<INTEGER | FLOAT>, b :: LIST<INTEGER | FLOAT>) "
            ":: FLOAT"
        ),
    ),
}
"""Those that Cypher 5 has otherwise."""

CATEGORIES = {"reverse": "String"}
"""Categories that differ from where a function is declared."""

HIDDEN_IN_5 = (
    "allReduce",
    "ceiling",
    "collect_list",
    "duration_between",
    "ln",
    "local_datetime",
    "local_time",
    "path_length",
    "percentile_cont",
    "percentile_disc",
    "stdev_pop",
    "stdev_samp",
    "zoned_datetime",
    "zoned_time",
)
"""Functions that Cypher 5 runs and does not show."""
