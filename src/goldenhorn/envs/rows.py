"""Many games in step, compiled: row by row, so that threads can share them out."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldenhorn.envs.fields import MASK_SIZE, SIZE
from goldenhorn.envs.observe import HERE, Row, distance, observe_play, observe_table, write_mask
from goldenhorn.lab.loops.play import game_key
from goldenhorn.players.choose import RANDOM, choose_seen
from goldenhorn.players.random import choose_random
from goldenhorn.players.thought import Thoughts, wake
from goldenhorn.rules.box import SEATS
from goldenhorn.rules.compiled import compiler, i64, u64
from goldenhorn.rules.fate import siphash, untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.play import begin, play
from goldenhorn.rules.score import score
from goldenhorn.rules.state import NONE, OVER, Masks, State, States

_ROOMS: Final = (HERE, HERE.parent / "lab" / "loops", HERE.parent / "players")
compiled = compiler(*_ROOMS)
inlined = compiler(*_ROOMS, inline=True)

WIN: Final = 0  # the reward's place in REWARDS

# What belongs to a row besides its state. It plays game after game: row, row + count, ...
ROW: Final = np.dtype(
    [
        ("game", np.int64),  # the number of its game
        ("table", np.int64),  # which of the tables it is played at
        ("seat", np.int64),  # the one seat that decides outside, or NONE if all do
    ]
)
Actions = NDArray[np.int64]
Rows = NDArray[np.uint8]  # of observations or masks


class Batch(NamedTuple):
    """All that the games of an environment need and show, a row for each game."""

    # The same in all games
    tables: States  # packed boxes
    templates: Rows  # [SEATS * table + seat] what stays the same in its observations
    kinds: NDArray[np.int8]  # [seats clockwise from the own one] who plays there
    settings: NDArray[np.int64]  # which reward, and the own seat in all games or NONE
    seeds: Masks  # [0, 2]
    # A row for each game
    rows: Any
    states: States
    words: Masks
    thoughts: Thoughts  # [SEATS * row + seat]
    # What is shown outside
    observations: Rows
    masks: Rows
    rewards: NDArray[np.float32]  # [row, seat]
    own_reward: NDArray[np.float32]  # [row]
    terminated: NDArray[np.uint8]
    player: NDArray[np.int8]
    scores: NDArray[np.int16]  # [row, seat]


@compiled
def step_rows(first: int, last: int, batch: Batch, actions: Actions, desk: States) -> None:
    """Play each row's action, known to be legal, and go on to the next decision from outside.

    Where the action is NONE a game begins instead.
    """
    nobody = untold()
    for row in range(first, last):
        s = batch.states[row]
        seat = i64(batch.rows[row].seat)
        batch.rewards[row] = 0
        batch.own_reward[row] = 0
        batch.terminated[row] = 0
        if actions[row] == NONE:
            begin_game(batch, row)
        else:
            play(s, actions[row], nobody)
        while True:
            if s.phase == OVER:
                pay(s, batch.settings[0], batch.scores[row], batch.rewards[row])
                batch.terminated[row] = 1
                batch.rows[row].game += len(batch.states)
                if seat != NONE:
                    batch.own_reward[row] = batch.rewards[row, seat]
                    if batch.settings[1] == NONE:
                        seat = batch.rows[row].game % i64(s.players)
                        batch.rows[row].seat = seat
                begin_game(batch, row)
            low, high = legal(s)
            acting = i64(s.player)
            if seat == NONE or acting == seat:
                break
            far = distance(s, seat, acting)
            place = SEATS * row + acting
            if batch.kinds[far] == RANDOM:
                move = choose_random(low, high, batch.thoughts, place)
            else:
                desk[0] = batch.states[row]
                kind = i64(batch.kinds[far])
                move = choose_seen(kind, desk, acting, low, high, batch.thoughts, place)
            play(s, move, nobody)
        batch.words[row, 0] = low
        batch.words[row, 1] = high
        batch.player[row] = acting
        copy(batch.templates[SEATS * batch.rows[row].table + acting], batch.observations[row])
        observe_play(s, acting, batch.observations[row])
        write_mask(low, high, batch.masks[row])


@compiled
def begin_game(batch: Batch, row: int) -> None:
    """Deal a row's game, by the seed and the game's number alone."""
    seed0, seed1 = batch.seeds[0, 0], batch.seeds[0, 1]
    game = batch.rows[row].game
    batch.states[row] = batch.tables[batch.rows[row].table]
    s = batch.states[row]
    s.key[0] = game_key(seed0, seed1, game, 0)
    s.key[1] = game_key(seed0, seed1, game, 1)
    if batch.rows[row].seat != NONE:
        for seat in range(s.players):
            own = siphash(game_key(seed0, seed1, game, 2), u64(0), u64(seat))
            wake(batch.thoughts, SEATS * row + seat, own)
    begin(s, untold())


@inlined
def copy(template: Row, row: Row) -> None:
    """A loop, as for Numba `row[:] = template` takes ten times as long."""
    for place in range(SIZE):
        row[place] = template[place]


@inlined
def pay(s: State, reward: int, scores: NDArray[np.int16], rewards: NDArray[np.float32]) -> None:
    """Each seat's points in a game that is over, and what they are worth to it."""
    best = 0
    for seat in range(s.players):
        scores[seat] = score(s, seat)
        best = max(best, i64(scores[seat]))
    winners = 0
    for seat in range(s.players):
        winners += i64(scores[seat] == best)
    for seat in range(s.players):
        if reward == WIN:
            rewards[seat] = i64(scores[seat] == best) / winners
        else:
            others = 0
            for other in range(s.players):
                if other != seat:
                    others = max(others, i64(scores[other]))
            rewards[seat] = scores[seat] - others


@compiled
def find_illegal(actions: Actions, words: Masks) -> int:
    """The first row whose action is not legal, or NONE."""
    for row in range(len(actions)):
        action = actions[row]
        if not 0 <= action < MASK_SIZE:
            return row
        if (words[row, action >> 6] >> u64(action & 63)) & u64(1) == 0:
            return row
    return NONE


@compiled
def choose_rows(first: int, last: int, words: Masks, dice: Thoughts, actions: Actions) -> None:
    """Any legal action in each of some rows."""
    for row in range(first, last):
        actions[row] = choose_random(words[row, 0], words[row, 1], dice, row)


@compiled
def prepare(batch: Batch, dice: Thoughts) -> None:
    """What stays the same in observations, and the chance by which `choose_rows` chooses."""
    for table in range(len(batch.tables)):
        for seat in range(batch.tables[table].players):
            batch.templates[SEATS * table + seat] = 0
            observe_table(batch.tables[table], seat, batch.templates[SEATS * table + seat])
    for row in range(len(dice)):
        wake(dice, row, siphash(batch.seeds[0, 0], batch.seeds[0, 1], u64(4 * row + 3)))
