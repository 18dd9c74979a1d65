"""A whole graph as a file, and back: as a script of Cypher, or as lines of JSON.

Everything is asked of the engine in Cypher, so that it works with every engine.
"""

from __future__ import annotations
