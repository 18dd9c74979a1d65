"""What statements of pages may hold: the lists that `guard` goes by."""

from __future__ import annotations

STATEMENTS = frozenset(
    {
        "SelectWithUnionQuery",
        "SelectQuery",
        "SelectIntersectExceptQuery",
        "InsertQuery",
        "CreateQuery",
        "CreateSQLFunctionQuery",
        "DropQuery",
        "RenameQuery",
        "AlterQuery",
        "DeleteQuery",
        "UpdateQuery",
        "OptimizeQuery",
        "SetQuery",
        "ExplainQuery",
        "ShowTablesQuery",
        "ShowColumnsQuery",
    }
)
"""Kinds of statement, by the names of their trees."""

NODES = STATEMENTS | {
    "AlterCommand",
    "ArrayJoin",
    "Assignment",
    "Asterisk",
    "Collation",
    "ColumnDeclaration",
    "Columns definition",
    "ColumnsApplyTransformer",
    "ColumnsExceptTransformer",
    "ColumnsListMatcher",
    "ColumnsRegexpMatcher",
    "ColumnsReplaceTransformer",
    "ColumnsReplaceTransformerReplacement",
    "ColumnsTransformerList",
    "ConstraintDeclaration",
    "DataType",
    "EnumDataType",
    "ExpressionList",
    "Function",
    "Identifier",
    "IndexDeclaration",
    "InterpolateElement",
    "Literal",
    "NameTypePair",
    "OrderByElement",
    "Partition",
    "ProjectionDeclaration",
    "ProjectionSelectQuery",
    "QualifiedAsterisk",
    "QualifiedColumnsListMatcher",
    "QualifiedColumnsRegexpMatcher",
    "QueryParameter",
    "SampleRatio",
    "StatisticsDeclaration",
    "Storage",
    "StorageOrderByElement",
    "Subquery",
    "TTLElement",
    "TableExpression",
    "TableIdentifier",
    "TableJoin",
    "TablesInSelectQuery",
    "TablesInSelectQueryElement",
    "TupleDataType",
    "ViewTargets",
    "WindowDefinition",
    "WindowListElement",
    "WithElement",
}
"""Parts of statements."""

CHANGES = frozenset(
    {
        "Drop",
        "Truncate",
        "ADD_COLUMN",
        "ADD_CONSTRAINT",
        "ADD_INDEX",
        "ADD_PROJECTION",
        "COMMENT_COLUMN",
        "DELETE",
        "DROP_COLUMN",
        "DROP_CONSTRAINT",
        "DROP_INDEX",
        "DROP_PARTITION",
        "DROP_PROJECTION",
        "MATERIALIZE_COLUMN",
        "MATERIALIZE_INDEX",
        "MATERIALIZE_PROJECTION",
        "MATERIALIZE_TTL",
        "MODIFY_COLUMN",
        "MODIFY_COMMENT",
        "MODIFY_ORDER_BY",
        "MODIFY_QUERY",
        "MODIFY_TTL",
        "REMOVE_TTL",
        "RENAME_COLUMN",
        "UPDATE",
    }
)
"""What DROP and ALTER may do."""

TABLE_FUNCTIONS = frozenset(
    {
        "file",
        "format",
        "generaterandom",
        "generateseries",
        "generate_series",
        "merge",
        "null",
        "numbers",
        "numbers_mt",
        "primes",
        "sqlstandardvalues",
        "values",
        "view",
        "viewexplain",
        "zeros",
        "zeros_mt",
    }
)
"""Table functions that reach nothing but the page's own, in small letters. `file` and `format`
are looked at further."""

REFUSED_FUNCTIONS = frozenset(
    {
        "aiclassify",
        "aiembed",
        "aiextract",
        "aifilter",
        "aigenerate",
        "airedact",
        "aisimilarity",
        "aitranslate",
        "catboostevaluate",
        "filesystemavailable",
        "filesystemcapacity",
        "filesystemunreserved",
        "getclienthttpheader",
        "logtrace",
        "reversednsquery",
        "showcertificate",
    }
)
"""Functions that reach the network or the machine, in small letters."""

FILE_FORMATS = frozenset(
    {
        "arrow",
        "arrowstream",
        "avro",
        "csv",
        "csvwithnames",
        "csvwithnamesandtypes",
        "json",
        "jsonasobject",
        "jsonasstring",
        "jsoncolumns",
        "jsoncolumnswithmetadata",
        "jsoncompact",
        "jsoncompactcolumns",
        "jsoncompacteachrow",
        "jsoncompacteachrowwithnames",
        "jsoncompacteachrowwithnamesandtypes",
        "jsoneachrow",
        "jsonlines",
        "jsonobjecteachrow",
        "lineasstring",
        "native",
        "ndjson",
        "npy",
        "orc",
        "parquet",
        "parquetmetadata",
        "rawblob",
        "rowbinary",
        "rowbinarywithnames",
        "rowbinarywithnamesandtypes",
        "tabseparated",
        "tabseparatedraw",
        "tabseparatedrawwithnames",
        "tabseparatedrawwithnamesandtypes",
        "tabseparatedwithnames",
        "tabseparatedwithnamesandtypes",
        "tsv",
        "tsvraw",
        "tsvrawwithnames",
        "tsvrawwithnamesandtypes",
        "tsvwithnames",
        "tsvwithnamesandtypes",
    }
)
"""Formats whose files hold nothing but data, in small letters. Values, for one, holds
expressions, and others name files of their own."""

KNOWN_ENDINGS = frozenset(
    {
        "arrow",
        "avro",
        "csv",
        "feather",
        "json",
        "jsonl",
        "jsonlines",
        "ndjson",
        "npy",
        "orc",
        "parquet",
        "tsv",
    }
)
"""Endings of names that tell such a format."""

SETTINGS = frozenset(
    {
        "aggregate_functions_null_for_empty",
        "alter_sync",
        "any_join_distinct_right_table_keys",
        "cast_ipv4_ipv6_default_on_conversion_error",
        "cast_keep_nullable",
        "data_type_default_nullable",
        "decimal_check_overflow",
        "distinct_overflow_mode",
        "empty_result_for_aggregation_by_empty_set",
        "enable_named_columns_in_function_tuple",
        "enable_time_time64_type",
        "exact_rows_before_limit",
        "final",
        "flatten_nested",
        "formatdatetime_f_prints_single_zero",
        "group_by_use_nulls",
        "index_granularity",
        "insert_null_as_default",
        "join_use_nulls",
        "lightweight_deletes_sync",
        "limit",
        "max_block_size",
        "max_recursive_cte_evaluation_depth",
        "max_threads",
        "mutations_sync",
        "offset",
        "prefer_column_name_to_alias",
        "transform_null_in",
        "use_variant_as_common_type",
        "validate_polygons",
    }
)
"""Settings that statements may set to a number: they change what a query means, or nothing."""

SETTING_PREFIXES = (
    "allow_experimental_",
    "allow_suspicious_",
    "input_format_",
    "optimize_",
    "query_plan_",
    "schema_inference_",
)
"""Beginnings of more of them."""

TEXT_SETTINGS = frozenset(
    {
        "count_distinct_implementation",
        "except_default_mode",
        "format_csv_delimiter",
        "intersect_default_mode",
        "join_algorithm",
        "union_default_mode",
    }
)
"""Settings that statements may set to a text."""
