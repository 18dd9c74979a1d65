"""Keeps the graph of an embedded database in a file: a log of committed transactions."""
