#!/bin/sh
# All that must hold of every change. Quick checks first; the first failure ends it and is named.
set -eu
cd "$(dirname "$0")/.."

step() {
    name=$1
    shift
    printf '== %s\n' "$name"
    "$@" || { printf 'make test: stopped at: %s\n' "$name" >&2; exit 1; }
}

bin=.venv/bin
step 'format (make format mends it)' $bin/ruff format --check .
step 'lint' $bin/ruff check .
step 'types' $bin/mypy
step 'imports' $bin/lint-imports --no-logo
step 'page' tools/page.sh check
step 'tests' $bin/pytest -n 2
