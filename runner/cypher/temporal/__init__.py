"""Temporal values as Cypher makes, reads and reckons with them."""
