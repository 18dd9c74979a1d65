"""What there is to say about a statement that runs: deprecations, hints, unknown names.

One pass over the tree of a checked statement, with what the check knows of scopes and types.
The texts are those of Neo4j 2026.08 (facts 9.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runner.cypher.check.shape import UPDATES
from runner.cypher.notify.clauses import (
    on_call_procedure,
    on_call_subquery,
    on_projection,
    on_shadowing,
)
from runner.cypher.notify.hints import on_hint
from runner.cypher.notify.names import NameRead, names_of_element, remark_on, unknown
from runner.cypher.notify.options import on_options
from runner.cypher.notify.patterns import on_match, on_path, on_relationship
from runner.cypher.notify.remarks import Remark, information, notifications, replaced
from runner.cypher.syntax.base import walk as walk_tree
from runner.cypher.syntax.clauses import (
    CallProcedure,
    CallSubquery,
    Command,
    Hint,
    Match,
    Projection,
)
from runner.cypher.syntax.expressions import FunctionCall
from runner.cypher.syntax.patterns import NodePattern, PathPattern, RelationshipPattern

if TYPE_CHECKING:
    from runner.cypher.check.walk import Walk
    from runner.cypher.store.graph import Graph
    from runner.cypher.store.schema import Schema
    from runner.cypher.syntax.base import Syntax
    from runner.cypher.syntax.clauses import Statement
    from runner.result import Notification

_EAGER_CSV = information(
    "Statement.EagerOperator",
    "03N94",
    "The query execution plan contains the 'Eager' operator. 'LOAD CSV' in combination with "
    "'Eager' can consume a lot of memory.",
    None,
    "PERFORMANCE",
)
DEPRECATED_FUNCTIONS = {"id": "elementId or consider using an application-generated id"}


class Notices:
    """The notifications of one statement.

    Attributes:
        fixed: Those that hold whenever it runs under one schema.
        names: Labels, types and property keys to be held against the graph each time.
    """

    __slots__ = ("_text", "fixed", "names")

    def __init__(self, text: str, fixed: list[Remark], names: list[NameRead]) -> None:
        self._text = text
        self.fixed = notifications(text, fixed)
        self.names = names

    def now(self, graph: Graph) -> tuple[Notification, ...]:
        """All that is to be said at this moment.

        A graph never forgets a name, so one that it knows is not looked up again.
        """
        if not self.names:
            return self.fixed
        self.names = unknown(self.names, graph)
        remarks = [remark_on(read) for read in self.names]
        return self.fixed + notifications(self._text, remarks)


def notices(
    statement: Statement, walk: Walk, schema: Schema, *, waits_for_csv: bool = False
) -> Notices:
    """What to say about `statement`, whose check is `walk`.

    `waits_for_csv` says whether its plan holds the rows of a LOAD CSV back.
    """
    text = statement.text
    remarks = [*walk.remarks, *on_options(text, statement.options)]
    if waits_for_csv:
        remarks.append(_EAGER_CSV)
    if isinstance(statement.body, Command):
        return Notices(text, remarks, [])
    names = list(walk.names)
    writes = False
    for node in walk_tree(statement.body):
        writes = writes or isinstance(node, UPDATES)
        if isinstance(node, CallProcedure):
            procedure = walk.find_procedure(node.name) if walk.find_procedure else None
            writes = writes or (procedure is not None and procedure.mode != "READ")
            remarks += on_call_procedure(node, procedure, walk.language)
        else:
            _look_at(node, walk, schema, remarks, names)
    for clause, hidden in walk.hidden:
        remarks += on_shadowing(clause.query, hidden)
    return Notices(text, remarks, [] if writes else names)


def _look_at(
    node: Syntax, walk: Walk, schema: Schema, remarks: list[Remark], names: list[NameRead]
) -> None:
    text = walk.text
    if isinstance(node, NodePattern):
        names += names_of_element(text, node)
    elif isinstance(node, RelationshipPattern):
        names += names_of_element(text, node)
        remarks += on_relationship(text, node)
    elif isinstance(node, PathPattern):
        remarks += on_path(text, node)
    elif isinstance(node, FunctionCall):
        successor = DEPRECATED_FUNCTIONS.get(node.name.lower())
        if successor is not None:
            remarks.append(replaced(node.name.lower(), successor, node.start))
    elif isinstance(node, Match):
        remarks += on_match(text, node)
    elif isinstance(node, Projection):
        if walk.language != "5":
            remarks += on_projection(text, node)
    elif isinstance(node, CallSubquery):
        remarks += on_call_subquery(node)
    elif isinstance(node, Hint):
        remarks += on_hint(node, schema)
