# `make` alone lists what there is. Every target sets up what it needs by itself (tools/setup.sh).
.DEFAULT_GOAL := help
.PHONY: help play test bench lint format types lock build clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-7s %s\n", $$1, $$2}' Makefile

play:  ## play in your browser
	@tools/setup.sh play
	@.venv/bin/goldenhorn

test:  ## all that must hold: format, lint, types, imports, tests
	@tools/setup.sh test
	@tools/test.sh

bench:  ## measure, beside other game engines
	@tools/setup.sh bench
	@.venv/bin/python -m bench

lint:  ## find likely mistakes, and imports from a room above
	@tools/setup.sh test
	@.venv/bin/ruff check .
	@.venv/bin/lint-imports --no-logo

format:  ## lay out the code
	@tools/setup.sh test
	@.venv/bin/ruff format .

types:  ## check the types
	@tools/setup.sh test
	@.venv/bin/mypy

lock:  ## remake requirements/*.txt from pyproject.toml
	@tools/lock.sh

build:  ## make the wheel and the sdist in dist/
	@tools/setup.sh test
	@.venv/bin/hatchling build --clean

clean:  ## remove all that can be made again
	rm -rf .venv dist web/node_modules bench/page/node_modules web/src/made src/goldenhorn/server/page .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
