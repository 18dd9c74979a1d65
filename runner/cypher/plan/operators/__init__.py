"""The operators that read, combine and shape rows, by kind."""
