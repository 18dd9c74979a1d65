"""The shell: Cypher typed by hand, on the state that a page leaves. See `runner.shell.shell`."""
