"""Golden Horn itself: simulations, one game from Python, and what starting costs."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.measure import (
    BYTES,
    DECISIONS,
    MOVES,
    ONE_THREAD,
    SECONDS,
    Effort,
    Play,
    Played,
    Row,
    each,
    for_a_while,
    rates,
)
from goldenhorn import Game, options
from goldenhorn.lab.simulate import Simulation, cores, run
from goldenhorn.rules.state import STATE

PLAY = "Golden Horn: decisions a second of random play, all legal moves found at each"
PYTHON = "Golden Horn: one game from Python, three players"
START = "Golden Horn: size and starting"

_PATIENCE = 40  # seconds, after which compiling is not repeated once more
_FIRST_MOVE = """
from goldenhorn import Game
game = Game.new(players=3, seed=1)
game.play(game.legal[0])
print(flush=True)
"""
_WAREHOUSE = ("score", "3o", "2r", "1g", "4y", "1b", "2p")


def play(effort: Effort) -> Iterator[Row]:
    """Simulations at every size of table."""
    for expansion in (False, True):
        for players in (2, 3, 4):
            one = simulation(effort, players, expansion)
            yield one
            if cores() > 1:
                yield on_all_cores(effort, players, expansion, one)


def simulation(effort: Effort, players: int, expansion: bool) -> Row:
    """Random games on one thread."""
    what = f"{players} players{', expansion' if expansion else ''}"
    effort.told(f"{what}, {ONE_THREAD}")
    return Row(PLAY, what, ONE_THREAD, DECISIONS, *rates(effort, simulated(players, expansion)))


def on_all_cores(effort: Effort, players: int, expansion: bool, one: Row) -> Row:
    """The same on as many threads as there are cores."""
    effort.told(f"{one.what}, all {cores()} cores")
    decisions, games = rates(effort, simulated(players, expansion, cores()))
    row = Row(PLAY, one.what, "", DECISIONS, decisions, games)
    how = f"all {cores()} cores, {row.median / one.median:.2f} ×"
    return Row(PLAY, one.what, how, DECISIONS, decisions, games)


def simulated(players: int = 3, expansion: bool = False, threads: int = 1) -> Play:
    """Whole games in our compiled loop, always new ones."""
    table = options(players, expansion=expansion)
    games = Simulation(table, ("random",) * players, seed=7)
    first = 0
    pace = 2000.0  # games a second, known better after the warm-up

    def played(seconds: float) -> Played:
        nonlocal first, pace
        count = max(1, round(pace * seconds))
        results, took = run(games, count, first=first, threads=threads)
        first += count
        pace = count / took
        return int(results["decisions"].sum()), count, took

    return played


def python(effort: Effort) -> Iterator[Row]:
    """What one call costs, and how quickly one game goes by."""
    effort.told("random play through Game")
    samples = rates(effort, from_python)
    yield Row(PYTHON, "random play", "game.legal, game.play", DECISIONS, *samples)
    games = [_random_game(seed) for seed in range(20)]
    lines = [(seed, game.line) for seed, game in enumerate(games)]
    moments = []
    for game in games:
        for ply in range(game.ply):
            game.go_to(ply)
            moments.append(game.copy())

    def replayed(seconds: float) -> Played:
        """Only `play` is timed, not the making of the games."""
        moves = count = 0
        took = 0.0
        while took < seconds:
            fresh = [(Game.new(players=3, seed=seed), line) for seed, line in lines]
            started = time.perf_counter()
            for game, line in fresh:
                for move in line:
                    game.play(move)
            took += time.perf_counter() - started
            moves += sum(len(line) for _, line in fresh)
            count += len(fresh)
        return moves, count, took

    effort.told("Game.play")
    yield Row(PYTHON, "replay a line of moves", "game.play(move)", MOVES, *rates(effort, replayed))
    uses: tuple[tuple[str, str, Callable[[Game], object]], ...] = (
        ("list the legal moves", "game.legal", lambda game: game.legal),
        ("copy a game", "game.copy()", lambda game: game.copy()),
        ("what a seat sees", "game.seen_by(seat)", lambda game: game.seen_by(1)),
    )
    for what, how, use in uses:
        effort.told(how)
        yield Row(PYTHON, what, how, SECONDS, each(effort, moments, use))


def from_python(seconds: float) -> Played:
    """Random games by the calls that anyone would write."""
    return for_a_while(lambda: _random_game().ply, seconds)


def _random_game(seed: int | None = None) -> Game:
    chance = random.Random(seed).random
    game = Game.new(players=3, seed=seed)
    while moves := game.legal:
        game.play(moves[int(chance() * len(moves))])
    return game


def start(effort: Effort) -> Iterator[Row]:
    """What a state weighs, and how long one waits for a first answer."""
    yield Row(START, "one state", "as the rules keep it", BYTES, (float(STATE.itemsize),))
    first = [sys.executable, "-c", _FIRST_MOVE]
    everything = [sys.executable, "-m", "goldenhorn.warm"]
    with tempfile.TemporaryDirectory() as folder:
        # Once unmeasured: files are read for the first time, and Python keeps its bytecode.
        _until_first_line(first, Path(folder) / "warm")
        warm = [Path(folder) / "warm"] * effort.repetitions
        cold = [Path(folder) / f"cold{number}" for number in range(effort.few)]
        empty = [Path(folder) / f"all{number}" for number in range(effort.few)]
        tasks = (
            ("start to first move", "nothing compiled yet", first, cold),
            ("start to first move", "all compiled before", first, warm),
            ("compile everything", "goldenhorn.warm", everything, empty),
        )
        for what, how, command, caches in tasks:
            effort.told(f"{what}, {how}")
            waits: list[float] = []
            for cache in caches:
                if sum(waits) < _PATIENCE:
                    waits.append(_until_first_line(command, cache))
            yield Row(START, what, how, SECONDS, tuple(waits))
        for words in (("--help",), _WAREHOUSE):
            command, how = _command()
            effort.told(f"goldenhorn {words[0]}")
            _until_end([*command, *words])
            ends = tuple(_until_end([*command, *words]) for _ in range(effort.repetitions))
            yield Row(START, f"goldenhorn {words[0]}", how, SECONDS, ends)


def _command() -> tuple[list[str], str]:
    """The command as installed; without one, the module behind it."""
    found = shutil.which("goldenhorn", path=str(Path(sys.executable).parent))
    if found:
        return [found], "the command"
    return [sys.executable, "-m", "goldenhorn.cli"], "python -m"


def _until_first_line(command: list[str], cache: Path) -> float:
    """Seconds from starting a process until it says something."""
    own = {**os.environ, "GOLDENHORN_CACHE": str(cache)}
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=own) as process:
        assert process.stdout
        said = process.stdout.readline()
        seconds = time.perf_counter() - started
    if process.returncode or not said:
        raise RuntimeError(f"{command[1:]} failed with status {process.returncode}")
    return seconds


def _until_end(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started
