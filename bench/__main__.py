"""`python -m bench`: measure everything in one run and print one table."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from bench import batches, envs, ours, page, peers, players, server, table
from bench.machine import as_text, machine
from bench.measure import Effort, Row

OURS: dict[str, Callable[[Effort], Iterator[Row]]] = {
    "play": ours.play,
    "python": ours.python,
    "start": ours.start,
    "envs": envs.envs,
    "search": players.search,
    "strength": players.strength,
    "server": server.server,
    "page": page.page,
}
# With the module that each needs.
PEERS: dict[str, tuple[str, Callable[[Effort], Iterator[Row]]]] = {
    "openspiel": ("pyspiel", peers.openspiel),
    "pettingzoo": ("pettingzoo", peers.pettingzoo),
    "catanatron": ("catanatron", peers.catanatron),
    "pgx": ("pgx", batches.pgx),
}

_said = time.monotonic()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for, print it, and keep it if a file was named."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run, less exact")
    parser.add_argument(
        "--only", action="append", choices=[*OURS, *PEERS], help="measure this; may be repeated"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="save all samples there")
    asked = parser.parse_args(arguments)
    if asked.json:
        try:
            asked.json.open("a").close()  # better now than after minutes
        except OSError as bad:
            parser.error(f"{asked.json}: {bad.strerror}")
    names = [name for name in (*OURS, *PEERS) if not asked.only or name in asked.only]
    try:
        rows = list(measured(names, Effort(asked.quick, _say)))
    except KeyboardInterrupt:
        return 130
    finally:
        _say("")
    found = machine()
    print(table.text(rows, as_text(found)))
    if asked.json:
        asked.json.write_text(json.dumps(table.data(rows, found), indent=2) + "\n")
    return 0


def measured(names: Sequence[str], effort: Effort) -> Iterator[Row]:
    """All rows, one after the other."""
    for name in names:
        yield from OURS[name](effort) if name in OURS else _peer(name, effort)


def _peer(name: str, effort: Effort) -> Iterator[Row]:
    module, measure = PEERS[name]
    if find_spec(module) is None:
        yield Row(peers.PART, name, "is not installed: the extra `bench` has it")
        return
    try:
        yield from measure(effort)
    except Exception as bad:  # their fault is no reason to lose all the rest
        yield Row(peers.PART, name, f"did not run: {type(bad).__name__}")


def _say(what: str) -> None:
    """What is being measured now, on one line of the terminal that is gone at the end.

    Elsewhere a line a minute, or nobody who keeps it in a file would know how far it is.
    """
    global _said  # noqa: PLW0603 - when that was
    if sys.stderr.isatty():
        print(f"\r\033[K{what[:79]}", end="", file=sys.stderr, flush=True)
    elif what and time.monotonic() - _said > 60:
        _said = time.monotonic()
        print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
