# Each target makes the environment it needs, in .venv, when that is missing or stale.
# `make check PYTHON=python3.13` uses another Python.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
TESTS ?=
PAGES ?= pages

.PHONY: check test lint types conformance neo4j clean

check: $(VENV)/ready
	$(RUN) -m runner check $(PAGES)

test: $(VENV)/ready-dev
	$(RUN) -m pytest $(TESTS)

lint: $(VENV)/ready-dev
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

types: $(VENV)/ready-dev
	$(RUN) -m mypy

conformance: $(VENV)/ready-dev
	$(RUN) -m pytest -q -s tests/conformance

# A real Neo4j for tests and pages; needs Java 21 and Maven, stops at Ctrl-C. PORT=7687 chooses.
neo4j: $(VENV)/ready-dev
	$(RUN) -m tests.support.neo4j_server $(if $(PORT),--port $(PORT))

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# A Python without ensurepip (some systems package it apart) gets its environment filled by the
# pip beside it.
$(VENV)/ready: pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "runner needs Python 3.11 or newer; $(PYTHON) is not. Try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV) 2>/dev/null || \
	  { rm -rf $(VENV) && $(PYTHON) -m venv --without-pip $(VENV) && \
	    $(PYTHON) -m pip --python $(RUN) install --quiet pip; }
	$(RUN) -m pip install --quiet --upgrade "pip>=25.1"
	$(RUN) -m pip install --quiet --editable .
	touch $@

$(VENV)/ready-dev: $(VENV)/ready
	$(RUN) -m pip install --quiet --group dev
	touch $@

# An environment whose Python has gone or moved is stale too.
ifneq ($(wildcard $(VENV)/ready),)
ifneq ($(shell $(RUN) -c 'print("usable")' 2>/dev/null),usable)
.PHONY: $(VENV)/ready
endif
endif
