"""Lint: what is doubtful about a page though it may be true. One rule a file, in ``rules``."""
