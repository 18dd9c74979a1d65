"""The functions of Cypher, a family a module; a family is imported when one of it is looked up."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from runner.cypher.functions.table import Aggregate, Function

    Named: TypeAlias = Function | Aggregate

FAMILIES: dict[str, str] = {
    "aggregates": (
        "avg collect collect_list count max min percentile_cont percentile_disc percentilecont"
        " percentiledisc stdev stdev_pop stdev_samp stdevp sum"
    ),
    "conversion": (
        "toboolean tobooleanlist tobooleanornull tofloat tofloatlist tofloatornull tointeger"
        " tointegerlist tointegerornull tostring tostringlist tostringornull valuetype"
    ),
    "duration": (
        "duration duration.between duration.indays duration.inmonths duration.inseconds"
        " duration_between"
    ),
    "entity": (
        "elementid endnode id keys labels length nodes path_length properties property_exists"
        " relationships startnode type"
    ),
    "graphs": "graph.byelementid graph.byname",
    "lists": (
        "cardinality coll.distinct coll.flatten coll.indexof coll.insert coll.max coll.min"
        " coll.remove coll.sort head isempty last range reverse size tail"
    ),
    "mathematics": (
        "abs acos asin atan atan2 ceil ceiling cos cosh cot coth degrees e exp floor haversin"
        " isnan ln log log10 pi radians rand round sign sin sinh sqrt tan tanh"
    ),
    "scalar": "coalesce exists file linenumber nullif randomuuid timestamp",
    "spatial": "point point.distance point.withinbbox",
    "strings": (
        "btrim char_length character_length left lower ltrim normalize replace right rtrim split"
        " string.indexof string.join string.regexreplace substring tolower toupper trim upper"
    ),
    "temporal": (
        "date date.realtime date.statement date.transaction date.truncate datetime"
        " datetime.fromepoch datetime.fromepochmillis datetime.realtime datetime.statement"
        " datetime.transaction datetime.truncate format local_datetime local_time localdatetime"
        " localdatetime.realtime localdatetime.statement localdatetime.transaction"
        " localdatetime.truncate localtime localtime.realtime localtime.statement"
        " localtime.transaction localtime.truncate time time.realtime time.statement"
        " time.transaction time.truncate zoned_datetime zoned_time"
    ),
    "uuids": "uuid uuid.leastsignificantbits uuid.mostsignificantbits",
    "vectors": (
        "vector vector.similarity.cosine vector.similarity.euclidean vector_dimension_count"
        " vector_distance vector_norm"
    ),
}
"""The names of each family's functions in lower case, so that a look-up imports one module."""


@cache
def _family_by_name() -> dict[str, str]:
    return {name: family for family, names in FAMILIES.items() for name in names.split()}


@cache
def family(name: str) -> tuple[Named, ...]:
    """The functions of one family, whatever their language."""
    module = import_module(f"runner.cypher.functions.{name}")
    return (*getattr(module, "FUNCTIONS", ()), *getattr(module, "AGGREGATES", ()))


@lru_cache(maxsize=1024)
def lookup(name: str, language: str) -> Named | None:
    """The function called `name`, in any case, of a Cypher version; None where there is none.

    Those of libraries are found too, by their exact names, whatever a database has.
    """
    key = name.lower()
    home = _family_by_name().get(key)
    if home is None:
        if not name.startswith("apoc."):
            return None
        from runner.cypher import apoc

        return apoc.function(name, language)
    for function in family(home):
        if function.name.lower() == key and language in function.languages:
            return function
    return None


def all_functions() -> tuple[Named, ...]:
    """Every function of every version, family by family."""
    return tuple(function for name in FAMILIES for function in family(name))
