#!/bin/sh
# Makes .venv and puts into it all that `make play`, `make test` or `make bench` needs.
# usage: tools/setup.sh play|test|bench
#
# It may run before every command: where nothing changed it only compares checksums.
set -eu
cd "$(dirname "$0")/.."
level=$1
here=$(pwd -P)
lock=requirements/$level.txt
export PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf '%s\n' "$*" >&2; }
fail() { say "setup: $*"; exit 1; }

# Sets `python` to the newest Python that can make a virtual environment with pip in it;
# else sets `bare` to the newest that cannot (Debian leaves that part to a package of its own).
find_python() {
    python='' bare=''
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null ||
            continue
        if "$name" -c 'import ensurepip, venv' 2>/dev/null; then
            python=$name
            return
        fi
        bare=${bare:-$name}
    done
}

install_venv_package() {
    package=$("$bare" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        fail "$bare cannot make virtual environments: install $package (on Debian: sudo apt-get install $package)"
    fi
    say "Installing $package ..."
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "$package"; } >&2 ||
        fail "could not install $package, which $bare needs"
}

make_venv() {
    find_python
    if [ -z "$python" ] && [ -n "$bare" ]; then
        install_venv_package
        find_python
    fi
    [ -n "$python" ] || fail "no Python 3.11 to 3.14 here: install one (python.org has them) and try again"
    say "Making .venv with $("$python" --version) ..."
    rm -rf .venv
    "$python" -m venv .venv || fail "could not make .venv"
    printf '%s\n' "$here" >.venv/made-in
}

install() {
    # The commands in a venv hold its path, so it does not survive a move of the folder.
    if [ ! -x .venv/bin/python ] || [ "$(cat .venv/made-in 2>/dev/null)" != "$here" ]; then
        make_venv
    fi
    say "Installing what 'make $level' needs (once; a minute or so) ..."
    # Wheels only: a fresh machine has no compiler, and a build would run code that no hash covers.
    .venv/bin/python -m pip install -qq --only-binary :all: --require-hashes -r "$lock" ||
        fail "could not install $lock"
    .venv/bin/python -m pip install -qq --no-deps --no-build-isolation --editable . ||
        fail "could not install goldenhorn itself"
}

# usage: changed NAME KEY: does the stamp NAME hold something else than KEY?
changed() { [ "$(cat ".venv/$1" 2>/dev/null)" != "$2" ]; }

# A browser to try and to measure the page in: one that is there, else Debian's. Where neither can be
# had, whatever needs it says so.
find_browser() {
    if .venv/bin/python -m tools.chromium >/dev/null; then return; fi
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then return; fi
    say 'Installing chromium, to try the page in (once; a minute or so) ...'
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium; } >/dev/null 2>&1 ||
        say 'setup: could not install chromium: what needs it will say so'
}

[ -f "$lock" ] || fail "no $lock: usage: tools/setup.sh play|test|bench"

ready=$({ printf '%s\n' "$here"; cat tools/setup.sh pyproject.toml "$lock"; } | cksum)
if [ ! -x .venv/bin/python ] || changed "ready-$level" "$ready"; then
    install
    printf '%s\n' "$ready" >".venv/ready-$level"
fi

# The rules are compiled here, so that nobody waits for it in a first move.
warm=$(find src/goldenhorn -name '*.py' | LC_ALL=C sort | xargs cat | cksum)
if changed warm "$warm"; then
    .venv/bin/python -m goldenhorn.warm || fail "could not compile the rules"
    printf '%s\n' "$warm" >.venv/warm
fi

if [ "$level" != play ]; then find_browser; fi

# The page is built here, too.
tools/page.sh build
