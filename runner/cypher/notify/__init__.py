"""Remarks on statements that run. `runner.cypher.notify.notices` is where to start."""
