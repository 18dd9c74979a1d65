"""Measures the embedded engine side by side with a Neo4j over Bolt and with engines in process.

Everything is told in ratios of times that were taken in one run, in turn. No test measures time:
`tests/test_benchmarks.py` runs the same statements in a small size and compares the answers.
"""
