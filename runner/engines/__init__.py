"""Engines: what runs Cypher. `base` is the contract, `registry` finds one by its URL."""
