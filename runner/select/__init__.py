"""Which of the pages at the given paths a run takes: one way to select a module."""
