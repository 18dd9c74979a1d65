"""Runs ``sql`` cells: one chDB a page, in a process of its own (section 11 of the page format).

`session` is what the rest of the program uses; `worker` is the process. What a statement may do is
decided twice: by `guard`, over ClickHouse's own syntax tree and before anything runs, and by the
grants and constraints in `settings`, which ClickHouse itself holds.
"""
