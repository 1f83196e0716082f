"""Everyone against everyone, at tables of every size, each deal played in all seatings.

Deal number n is played by line-up n modulo their number, so a round is one deal of each line-up. A
deal's games begin with the same cards and cubes; who sits where is all that differs between them.
"""

import hashlib
import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

import goldenhorn
from goldenhorn.lab.games import Sitting, is_compiled, play_these
from goldenhorn.lab.lineups import Lineup, Seating, lineups
from goldenhorn.lab.loops.play import CAUSES
from goldenhorn.lab.spread import Spread
from goldenhorn.rules.options import Options
from goldenhorn.trace import Json, table_data

FORMAT: Final = "goldenhorn-arena"
_BLOCK: Final = 240  # games of compiled players that are worth a task


class Mixed(ValueError):
    """Deals of another arena, which must not be mixed with these."""


@dataclass(frozen=True)
class Setup:
    """What is played: whose results may be put together."""

    players: tuple[str, ...]
    tables: tuple[Options, ...]  # one of each size
    seed: int

    @cached_property
    def lineups(self) -> list[Lineup]:
        """Who meets whom."""
        return lineups(len(self.players), [table.players for table in self.tables])

    def table(self, lineup: Lineup) -> Options:
        """The table that has seats for all of them."""
        return next(table for table in self.tables if table.players == len(lineup.players))

    def games(self, round_number: int) -> int:
        """How many one deal of every line-up makes; circles that repeat themselves make fewer."""
        return sum(len(lineup.seatings(round_number)) for lineup in self.lineups)

    def rounds(self, games: int) -> int:
        """How many rounds it takes to play at least so many games."""
        cycle = [self.games(number) for number in range(12)]  # there are 1, 2, 3 or 6 circles
        whole, rest = divmod(games, sum(cycle))
        return 12 * whole + sum(before < rest for before in accumulate([0, *cycle[:-1]]))

    def as_data(self) -> Json:
        """All that decides about results, and whose program it was."""
        return {
            "format": FORMAT,
            "players": list(self.players),
            "tables": [table_data(table) for table in self.tables],
            "seed": self.seed,
            "code": code(),
        }


def code() -> str:
    """What the sources of rules and players hash to: other sources may play other games."""
    here = Path(goldenhorn.__file__).parent
    digest = hashlib.sha256()
    for room in ("rules", "players", "lab/loops"):
        for source in sorted((here / room).glob("*.py")):
            digest.update(source.name.encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Task:
    """Some deals, one after another."""

    setup: Setup
    first: int
    count: int


def play_task(task: Task) -> list[Json]:
    """The rows of a task's deals, in their order."""
    setup = task.setup
    by_seating: dict[tuple[int, Seating], list[int]] = {}
    for deal in range(task.first, task.first + task.count):
        rounds, place = divmod(deal, len(setup.lineups))
        for seating in setup.lineups[place].seatings(rounds):
            by_seating.setdefault((place, seating), []).append(deal)
    rows: dict[int, Json] = {deal: _row(setup, deal) for deal in range(task.first, _end(task))}
    for (place, seating), deals in by_seating.items():
        for deal, game in zip(deals, _games(setup, place, seating, deals), strict=True):
            rows[deal]["games"].append(game)
    return list(rows.values())


def _end(task: Task) -> int:
    return task.first + task.count


def _row(setup: Setup, deal: int) -> Json:
    return {"deal": deal, "lineup": deal % len(setup.lineups), "games": []}


def _games(setup: Setup, place: int, seating: Seating, deals: list[int]) -> Iterator[Json]:
    table = setup.table(setup.lineups[place])
    sitting = Sitting(table, tuple(setup.players[i] for i in seating), setup.seed)
    played = play_these(sitting, np.array(deals, np.int64))
    seats = len(seating)
    for result, seconds in zip(played.results, played.seconds, strict=True):
        game: Json = {
            "seats": list(seating),
            "points": result["scores"][:seats].tolist(),
            "turns": int(result["turns"]),
            "end": CAUSES[result["cause"]],
            "decisions": result["choices"][:seats].tolist(),
        }
        if seconds[0] >= 0:
            game["seconds"] = [round(each, 6) for each in seconds[:seats].tolist()]
        yield game


def play(setup: Setup, first: int, rounds: int, spread: Spread) -> Generator[Json, None, None]:
    """The rows of all deals from the first up to so many rounds."""
    size = len(setup.lineups)
    if all(is_compiled(name) for name in setup.players):
        size *= max(1, _BLOCK // setup.games(0))
    else:
        size = 1
    deals = rounds * len(setup.lineups)
    tasks = (Task(setup, start, min(size, deals - start)) for start in range(first, deals, size))
    done = spread(play_task, tasks)
    with closing(done):
        for rows in done:
            yield from rows


def read_rows(file: Path, setup: Setup) -> list[Json]:
    """The deals kept in a file, if they are of this arena; half a last line is cut off."""
    text = file.read_bytes()
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        with file.open("r+b") as out:
            out.truncate(whole)
    lines = text[:whole].splitlines()
    if not lines:
        return []
    rows: list[Json] = [json.loads(line) for line in lines]
    if rows[0] != setup.as_data():
        differs = {**setup.as_data(), **rows[0]}
        names = [name for name in differs if rows[0].get(name) != setup.as_data().get(name)]
        raise Mixed(", ".join(names))
    return rows[1:]


def write_row(out: IO[str], row: Json) -> None:
    """One line, which is there even if the program is killed next."""
    out.write(json.dumps(row, separators=(",", ":")) + "\n")
    out.flush()


def compare(row: Json, a: int, b: int) -> float | None:
    """Half of one more than a's share of wins less b's, over a deal; None if they did not meet."""
    shares = won(row["games"])
    if a not in shares or b not in shares:
        return None
    return 0.5 + (shares[a] - shares[b]) / 2


def won(games: Iterable[Json]) -> dict[int, float]:
    """For each player the part of a win that a seat of theirs brought on average."""
    wins: dict[int, float] = {}
    seats: dict[int, int] = {}
    for game in games:
        for player, part in zip(game["seats"], parts(game["points"]), strict=True):
            seats[player] = seats.get(player, 0) + 1
            wins[player] = wins.get(player, 0.0) + part
    return {player: wins[player] / seats[player] for player in sorted(seats)}


def parts(points: list[int]) -> list[float]:
    """Which part of the win each seat has: those who share it have the same."""
    best = max(points)
    part = 1 / points.count(best)
    return [part if each == best else 0.0 for each in points]


def by_rounds(rows: Iterable[Json], setup: Setup, a: int, b: int) -> Iterator[float]:
    """What the sequential test hears: for each whole round the mean over where both met."""
    heard: list[float] = []
    for row in rows:
        x = compare(row, a, b)
        if x is not None:
            heard.append(x)
        if row["lineup"] == len(setup.lineups) - 1:
            yield sum(heard) / len(heard)
            heard = []


def numbers(row: Json) -> dict[str, Any]:
    """Sums over the games of a deal, by player: what the standings are made of."""
    sums: dict[str, dict[int, float]] = {
        key: {} for key in ("seats", "wins", "points", "decisions", "seconds")
    }

    def add(key: str, player: int, value: float) -> None:
        sums[key][player] = sums[key].get(player, 0.0) + value

    for game in row["games"]:
        wins = parts(game["points"])
        for seat, player in enumerate(game["seats"]):
            add("seats", player, 1)
            add("wins", player, wins[seat])
            add("points", player, game["points"][seat])
            add("decisions", player, game["decisions"][seat])
            if "seconds" in game:
                add("seconds", player, game["seconds"][seat])
    return sums
