"""Finds whole games in which everything happens that can happen, and writes tests/games anew.

usage: .venv/bin/python -m tools.make_games

Of very many games it keeps one for each table, each the one that shows most of what the others do
not show. The same program and the same rules always find the same games.
"""

import hashlib
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldenhorn.game import Game
from goldenhorn.lab.simulate import Simulation, run_with_moves
from goldenhorn.record import ENDING, Record, save
from goldenhorn.rules.options import Options, options
from goldenhorn.trace import notation
from tests.kinds import KINDS, TABLES, kinds

FOLDER = Path(__file__).parents[1] / "tests" / "games"
SEED = 1204  # and those that follow, one for each table
GAMES = 40  # of each kind of player at each table
NAMES = ("Enrico", "Marino", "Caterina", "Loredana")

# Tables with options of their own, each with what its file is called.
OWN = {
    "own-points-2": options(2, loading="must", last_turns="one_more_each"),
    "own-points-3-dominio": options(3, expansion=True, emptied_ship="must_return"),
    "own-points-4": options(4, edition="fr", loading="may", placement="random"),
    "own-fleets-2": options(2, fleets=[["y", "rg", "opb"], ["y", "rg", "opb"]], first_player=1),
    "own-fleets-4-dominio": options(
        4,
        edition="cs",
        expansion=True,
        first_player=2,
        fleets=[["o", "gr", "pby"], ["r", "ob", "gpy"], ["b", "yo", "rgp"], ["g", "po", "bry"]],
    ),
    "own-route-2-dominio": options(2, expansion=True, route="VgpoMybrC"),
    "own-route-3": options(3, edition="fr", route="VybropgrbygpoC", first_player=2),
    "own-route-4": options(4, edition="el", route="VrbygpoMrbygpoC", first_player=3),
    "own-dominions-2": options(
        2,
        expansion=True,
        dominions={
            "zara": [1, 0],
            "durazzo": [1, 1],
            "candia": [1, 99],
            "negroponte": [2, 7],
            "galata": [3, 1],
        },
    ),
    "own-dominions-4": options(
        4,
        edition="fr",
        expansion=True,
        dominions={
            "zara": [1, 2],
            "durazzo": [1, 3],
            "candia": [2, 5],
            "negroponte": [3, 8],
            "galata": [20, 60],
        },
    ),
    "short-2": options(2, round_limit=1),
    "short-3-dominio": options(3, edition="fr", expansion=True, round_limit=21),
    "short-4": options(4, edition="fr", round_limit=12),
}

# What is so rare that it is looked for by its moves among very many games.
RARE = {
    **{f"stuck-{n}": (options(n, edition="fr"), r"sail . empty", 60_000) for n in (2, 3, 4)},
    "own-dominions-4": (OWN["own-dominions-4"], r"conquer .* 0\+.", 8000),
}


@dataclass(slots=True)
class Found:
    """A game, who played it, and what happens in it."""

    table: Options
    seats: Sequence[str]
    seed: int
    line: list[int]
    kinds: set[str]


def played(table: Options, seats: Sequence[str], seed: int) -> Iterator[Found]:
    """Games of a simulation."""
    simulation = Simulation(table, tuple(seats), seed)
    for number, _, line in run_with_moves(simulation, GAMES):
        seed = simulation.key(number)
        yield Found(table, seats, seed, line, kinds(table, seed, line))


def picked(table: Options, pattern: str, count: int) -> Iterator[Found]:
    """Those games of a random simulation in which such a move is made."""
    wanted = {code for code, text in enumerate(notation(table)) if re.fullmatch(pattern, text)}
    simulation = Simulation(table, ("random",) * table.players, SEED)
    for number, _, line in run_with_moves(simulation, count):
        if not wanted.isdisjoint(line):
            seed = simulation.key(number)
            yield Found(table, simulation.seats, seed, line, kinds(table, seed, line))


def by_misers(table: Options, seed: int) -> Found:
    """A game in which nobody gives a card away, so that the draw pile runs out for good."""
    game = Game.new(table=table, seed=seed)
    chance = random.Random(seed)
    while not game.is_over:
        moves = [m for m in game.legal if m.split()[0] not in ("wind", "raid", "end")]
        game.play(chance.choice(moves))
    line = game.codes()
    return Found(table, ["miser"] * table.players, seed, line, kinds(table, seed, line))


def candidates() -> Iterator[tuple[str, Found]]:
    """Games by the name of their table."""
    for seed, (name, table) in enumerate((TABLES | OWN).items(), SEED):
        for seats in (("random",) * 4, ("greedy", "random") * 2, ("greedy",) * 4):
            for found in played(table, seats[: table.players], seed):
                yield name, found
    for seed in range(5):
        yield "misers-4", by_misers(options(4, round_limit=60), seed)
    for name, (table, pattern, count) in RARE.items():
        for found in picked(table, pattern, count):
            yield name, found


def chosen(found: list[tuple[str, Found]]) -> dict[str, Found]:
    """A game for each name: the rarer what happens is, the more it counts, at least at first."""
    often = {kind: sum(kind in game.kinds for _, game in found) for kind in KINDS}
    shown = dict.fromkeys(KINDS, 0)
    kept: dict[str, Found] = {}

    def worth(game: Found) -> float:
        return sum(0.2 ** shown[kind] / often[kind] for kind in game.kinds)

    for name in dict.fromkeys(name for name, _ in found):
        kept[name] = max((game for own, game in found if own == name), key=worth)
        for kind in kept[name].kinds:
            shown[kind] += 1
    missing = [kind for kind, times in shown.items() if not times]
    if missing:
        raise SystemExit(f"no game shows: {', '.join(sorted(missing))}")
    return kept


def digest(game: Game) -> str:
    """A hash of all that lies on the table, and of all that is legal, at every moment."""
    whole = hashlib.sha256()
    for ply in range(len(game.line) + 1):
        game.go_to(ply)
        moment = [game.state, game.legal, game.scores]
        whole.update(json.dumps(moment, sort_keys=True).encode())
    return whole.hexdigest()


def main() -> None:
    kept = chosen(list(candidates()))
    for old in FOLDER.glob(f"*{ENDING}"):
        old.unlink()
    states = {}
    for name, found in sorted(kept.items()):
        game = Game.new(table=found.table, seed=found.seed)
        for code in found.line:
            game.play(code)
        save(Record.of(game, NAMES, found.seats), FOLDER / f"{name}{ENDING}")
        states[name] = digest(game)
    text = json.dumps(states, indent=0) + "\n"
    (FOLDER / "states.json").write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(kept)} games, {sum(len(found.line) for found in kept.values())} moves")


if __name__ == "__main__":
    main()
