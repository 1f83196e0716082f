"""Games as a table in a Parquet file: a row for each decision, flat columns, in row groups.

A row has the move, what its seat could see (nothing else), and how the game ended. Row groups are
written as the games are played, so any number of games fits into a little memory.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import goldenhorn
from goldenhorn.lab.games import Played, Sitting, play_these
from goldenhorn.lab.loops.play import CAUSES, Numbers
from goldenhorn.lab.loops.views import view_games
from goldenhorn.lab.simulate import halves
from goldenhorn.lab.spread import Spread
from goldenhorn.rules import box
from goldenhorn.rules.options import Options
from goldenhorn.rules.state import PHASES, box_packed, new_states
from goldenhorn.trace import Json, notation, table_data

GROUP: Final = 65536  # rows, roughly: a row group ends with the games in which there are so many
BLOCK: Final = 100  # games a task

Columns = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """Some games in a row."""

    sitting: Sitting
    first: int
    count: int
    views: bool


def dataset(
    sitting: Sitting,
    games: int,
    file: Path,
    spread: Spread,
    *,
    views: bool = True,
    told: Callable[[int, int], None] = lambda games, rows: None,
) -> int:
    """Write so many games into a file; how many rows. If it is stopped, what was written stays."""
    blank = columns(Task(sitting, 0, 0, views))
    schema = pa.table(blank).schema.with_metadata(
        {"goldenhorn": json.dumps(about(sitting), ensure_ascii=False)}
    )
    rows = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for table, count in _groups(sitting, games, spread, schema, views):
            writer.write_table(table, row_group_size=max(1, len(table)))
            rows += len(table)
            told(count, len(table))
    return rows


def written(file: Path) -> tuple[int, int]:
    """How many games and rows a file holds."""
    metadata = pq.read_metadata(file)
    if not metadata.num_row_groups:
        return 0, 0
    last = metadata.row_group(metadata.num_row_groups - 1).column(0)
    return last.statistics.max + 1, metadata.num_rows  # games are numbered, and in order


def _groups(
    sitting: Sitting,
    games: int,
    spread: Spread,
    schema: pa.Schema,
    views: bool,
) -> Iterator[tuple[pa.Table, int]]:
    tasks = [
        Task(sitting, first, min(BLOCK, games - first), views) for first in range(0, games, BLOCK)
    ]
    waiting: list[pa.Table] = []
    count = 0
    done = spread(columns, tasks)
    with closing(done):
        for task, found in zip(tasks, done, strict=True):
            waiting.append(pa.table(found, schema=schema))
            count += task.count
            if sum(map(len, waiting)) >= GROUP:
                yield pa.concat_tables(waiting).combine_chunks(), count
                waiting, count = [], 0
    if waiting:
        yield pa.concat_tables(waiting).combine_chunks(), count


def about(sitting: Sitting) -> Json:
    """What the file's metadata says: who played what, by which program."""
    return {
        "version": goldenhorn.__version__,
        "seats": list(sitting.seats),
        "seed": str(sitting.seed),
        **table_data(sitting.table),
    }


def columns(task: Task) -> Columns:
    """The columns of some games."""
    numbers = np.arange(task.first, task.first + task.count, dtype=np.int64)
    played = play_these(task.sitting, numbers)
    results, table = played.results, task.sitting.table
    lengths = results["decisions"]
    moves = _flat(played)
    found: Columns = {
        "game": np.repeat(numbers, lengths),
        "ply": _plies(lengths),
        "move": moves,
        "notation": _named(moves, notation(table)),
    }
    states, masks = _seen(task.sitting, played, numbers)
    found["seat"] = states["player"].copy()
    found["legal_low"], found["legal_high"] = masks[:, 0].copy(), masks[:, 1].copy()
    if task.views:
        found |= view_columns(states, table)
    scores = results["scores"][:, : table.players]
    best = scores == scores.max(1, initial=0, keepdims=True)
    shares = (best / np.maximum(1, best.sum(1, keepdims=True))).astype(np.float32)
    for seat in range(table.players):
        found[f"points_{seat}"] = np.repeat(scores[:, seat], lengths)
    found["win_share"] = np.repeat(shares, lengths, axis=0)[
        np.arange(len(moves)), found["seat"].astype(np.int64)
    ]
    found["end"] = _named(np.repeat(results["cause"], lengths), CAUSES)
    return found


def _flat(played: Played) -> Any:
    """All moves one after another."""
    lengths = played.results["decisions"]
    within = np.arange(played.lines.shape[1]) < lengths[:, None]
    return played.lines[within]


def _plies(lengths: Any) -> Any:
    """0, 1, 2 and so on within each game."""
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    return (np.arange(len(starts)) - starts).astype(np.int16)


def _named(codes: Any, names: tuple[str, ...]) -> Any:
    """Text that is kept once, and by number in each row."""
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int8)), pa.array(names))


def _seen(sitting: Sitting, played: Played, numbers: Numbers) -> tuple[Any, Any]:
    rows = int(played.results["decisions"].sum())
    states, masks = new_states(rows), np.zeros((rows, 2), np.uint64)
    view_games(
        box_packed(sitting.table),
        new_states(1),
        *halves(sitting.seed),
        numbers,
        played.lines,
        played.results,
        states,
        masks,
    )
    return states, masks


def view_columns(states: Any, table: Options) -> Columns:
    """What a seat sees, flat. Seats are numbered as at the table; `hand_` is one's own."""
    found: Columns = {
        "turn": states["turn"].copy(),
        "last_turn": states["last_turn"].copy(),
        "phase": _named(states["phase"], PHASES),
        **{name: states[name].copy() for name in ("sailing", "raided", "end_called_by")},
    }
    for name in ("bag_size", "deck_size"):
        found[name] = states[name].copy()
    kinds = box.COLOURS + ("SB" if table.expansion else "")
    mine = states["hands"][np.arange(len(states)), states["player"].astype(np.int64)]
    for i, colour in enumerate(box.COLOURS):
        found[f"hand_{colour}"] = mine[:, i].copy()
        found[f"discards_{colour}"] = states["discards"][:, i].copy()
    for i, cube in enumerate(box.CUBE_LETTERS if table.expansion else box.COLOURS):
        found[f"bag_{cube}"] = states["bag"][:, i].copy()
    for i, kind in enumerate(kinds):
        for port, letter in enumerate(box.PORTS):
            found[f"port_{letter}_{kind}"] = states["ports"][:, port, i].copy()
    for seat in range(table.players):
        found[f"hand_size_{seat}"] = states["hand_sizes"][:, seat].copy()
        for i, kind in enumerate(kinds):
            found[f"warehouse_{seat}_{kind}"] = states["warehouses"][:, seat, i].copy()
        aboard = ("at", "to", "cargo", "load", "adrift", *(("soldiers",) * table.expansion))
        for ship in range(box.SHIPS):
            for name in aboard:
                found[f"{name}_{seat}_{ship + 1}"] = states[name][:, seat, ship].copy()
    if table.expansion:
        for name in ("soldier_reserve", "builder_reserve"):
            found[name] = states[name].copy()
        for i, name in enumerate(box.DOMINIONS):
            found[f"dominion_{name}"] = states["dominions"][:, i].copy()
    return found
