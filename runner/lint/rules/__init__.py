"""The rules, one a file; each module has its rule under the name ``RULE``."""
