#!/bin/sh
# Remakes requirements/*.txt: every package by version and hash, for every Python and system we support.
# usage: tools/lock.sh [--upgrade]
# Pins that still fit pyproject.toml stay; with --upgrade all move to the newest.
set -eu
cd "$(dirname "$0")/.."

uv=$(command -v uv) || {
    tools/setup.sh play
    .venv/bin/python -m pip install -qq uv
    uv=.venv/bin/uv
}

# usage: lock NAME OPTION...
# One version of each package for all Pythons, so that everyone plays and tests with the same.
lock() {
    file=requirements/$1.txt
    shift
    "$uv" pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
        --generate-hashes --custom-compile-command 'make lock' --output-file "$file" "$@"
    printf '%s: %s packages\n' "$file" "$(grep -c '^[a-z].*==' "$file")"
}

# test.txt first: the others take their versions from it, since all three go into one .venv.
lock test --group test "$@" pyproject.toml
lock play --group build --constraint requirements/test.txt "$@" pyproject.toml
lock bench --group build --extra bench --constraint requirements/test.txt "$@" pyproject.toml
lock node --group node "$@"
