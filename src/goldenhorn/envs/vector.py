"""Thousands of games in step, for learning: actions in, observations, masks and rewards out.

>>> from goldenhorn.envs.vector import VectorEnv
>>> env = VectorEnv(1000, seed=7)
>>> observations, masks = env.reset()
>>> observations, rewards, terminated, masks = env.step(env.sample())
>>> observations.shape, rewards.shape, terminated.shape, masks.shape
((1000, 553), (1000, 4), (1000,), (1000, 115))
"""

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldenhorn.envs.crew import Crew
from goldenhorn.envs.fields import MASK_SIZE, SIZE
from goldenhorn.envs.rewards import REWARDS, checked_reward
from goldenhorn.envs.rows import (
    ROW,
    Actions,
    Batch,
    choose_rows,
    find_illegal,
    prepare,
    step_rows,
)
from goldenhorn.lab.simulate import cores
from goldenhorn.players import LEVELS, check_name
from goldenhorn.players.choose import DESK, NAMES
from goldenhorn.rules.box import SEATS
from goldenhorn.rules.options import Options, options
from goldenhorn.rules.state import NONE, States, box_packed, new_records, new_states
from goldenhorn.trace import notation

Bytes = NDArray[np.uint8]
Truths = NDArray[np.bool_]
Rewards = NDArray[np.float32]


class IllegalAction(ValueError):
    """An action that is not legal; nothing has been played in any game. `row` says where."""

    def __init__(self, row: int, action: int, move: str) -> None:
        super().__init__(
            f"row {row}: action {action}{f' ({move})' if move else ''} is not legal now"
        )
        self.row = row
        self.action = action


class VectorEnv:
    """Many games in step. Each row of the arrays is a game, each step a decision in every game.

    The arrays are written in place by every step; copy what you want to keep. A game that is over
    is followed at once by the next in the same row: `terminated`, `rewards` and `scores` then tell
    of the old one, `observations`, `masks` and `player` of the new.

    Without `opponents` every seat decides outside: `player` says whose decision a row waits for,
    and `rewards` has a column for each seat. With them (`random`, `greedy` or `quick`, or one for
    each of the other seats, clockwise) a step is a decision of one's own seat, and `rewards` are
    that seat's.
    """

    def __init__(
        self,
        count: int,
        table: Options | Sequence[Options] | None = None,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        reward: str = "win",
        seed: int | None = None,
        threads: int | None = None,
    ) -> None:
        """`table` may be several: the rows take turns at them.

        With opponents, one's own seat is `seat`, or another in each game. The reward is one's share
        of the win, or the margin in points over the best of the others.
        """
        if count < 1:
            raise ValueError(f"at least one game, not {count}")
        self.count = count
        self.tables = _tables(table)
        self.observations: Bytes = np.zeros((count, SIZE), np.uint8)
        self.masks: Truths = np.zeros((count, MASK_SIZE), np.bool_)
        self.terminated: Truths = np.zeros(count, np.bool_)
        self.player: NDArray[np.int8] = np.zeros(count, np.int8)
        self.scores: NDArray[np.int16] = np.zeros((count, SEATS), np.int16)
        by_seat = np.zeros((count, SEATS), np.float32)
        own = np.zeros(count, np.float32)
        self.rewards: Rewards = by_seat if opponents is None else own

        self._alone = opponents is None
        self._batch = Batch(
            tables=_packed(self.tables),
            templates=np.zeros((SEATS * len(self.tables), SIZE), np.uint8),
            kinds=_kinds(opponents, self.tables),
            settings=np.array(
                [REWARDS.index(checked_reward(reward)), _own_seat(seat, opponents, self.tables)]
            ),
            seeds=np.zeros((1, 2), np.uint64),
            rows=new_records(count, ROW),
            states=new_states(count),
            words=np.zeros((count, 2), np.uint64),
            thoughts=np.zeros(SEATS * count, np.uint64),
            observations=self.observations,
            masks=self.masks.view(np.uint8),
            rewards=by_seat,
            own_reward=own,
            terminated=self.terminated.view(np.uint8),
            player=self.player,
            scores=self.scores,
        )
        self._dice = np.zeros(count, np.uint64)
        self._actions: Actions = np.zeros(count, np.int64)
        self._sample: Actions = np.zeros(count, np.int64)
        self._crew = Crew(count, cores() if threads is None else threads)
        self._desks = [new_states(DESK) for _ in range(self._crew.size)]
        self.reset(secrets.randbits(128) if seed is None else seed)

    @property
    def threads(self) -> int:
        """How many threads there are: fewer than asked for where there are few games."""
        return self._crew.size

    @property
    def seats(self) -> NDArray[np.int64]:
        """One's own seat in each row; without opponents the seat to decide."""
        return (self.player if self._alone else self._batch.rows["seat"]).astype(np.int64)

    @property
    def games(self) -> NDArray[np.int64]:
        """The number of each row's game. `lab.simulate.Simulation.key` makes its seed of it."""
        return np.array(self._batch.rows["game"], np.int64)

    def reset(self, seed: int | None = None) -> tuple[Bytes, Truths]:
        """Begin again, with a new seed or the same as before; observations and masks."""
        batch = self._batch
        if seed is not None:
            if not 0 <= seed < 1 << 128:
                raise ValueError(f"a seed is a whole number from 0 to 2**128-1, not {seed}")
            batch.seeds[0] = seed & (2**64 - 1), seed >> 64
        numbers = np.arange(self.count)
        batch.rows["game"] = numbers
        batch.rows["table"] = numbers % len(self.tables)
        batch.rows["seat"] = batch.settings[1]
        if not self._alone and batch.settings[1] == NONE:
            players = np.array([each.players for each in self.tables])
            batch.rows["seat"] = numbers % players[batch.rows["table"]]
        batch.scores[:] = 0
        prepare(batch, self._dice)
        self._actions[:] = NONE
        self._step()
        return self.observations, self.masks

    def step(self, actions: Any) -> tuple[Bytes, Rewards, Truths, Truths]:
        """Play an action in every row; observations, rewards, terminated and masks.

        If one is not legal, IllegalAction says which, and nothing has been played in any row.
        """
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            wrong = f"{given.dtype} of shape {given.shape}"
            raise ValueError(f"actions are {self.count} whole numbers, not {wrong}")
        self._actions[:] = given
        row = int(find_illegal(self._actions, self._batch.words))
        if row != NONE:
            texts = notation(self.tables[row % len(self.tables)])
            action = int(given[row])
            raise IllegalAction(row, action, texts[action] if 0 <= action < len(texts) else "")
        self._step()
        return self.observations, self.rewards, self.terminated, self.masks

    def sample(self) -> Actions:
        """A legal action in every row, each as likely as the others: always the same by seed.

        The array is the same at every call.
        """
        words, dice, actions = self._batch.words, self._dice, self._sample
        self._crew.share(lambda first, last, _: choose_rows(first, last, words, dice, actions))
        return actions

    def close(self) -> None:
        """End the threads. Without this they end with the environment."""
        self._crew.dismiss()

    def _step(self) -> None:
        batch, actions, desks = self._batch, self._actions, self._desks
        self._crew.share(
            lambda first, last, part: step_rows(first, last, batch, actions, desks[part])
        )


def _tables(table: Options | Sequence[Options] | None) -> tuple[Options, ...]:
    if table is None:
        return (options(),)
    tables = (table,) if isinstance(table, Options) else tuple(table)
    if not tables:
        raise ValueError("at least one table")
    return tables


def _packed(tables: Sequence[Options]) -> States:
    states = new_states(len(tables))
    for place, table in enumerate(tables):
        states[place : place + 1] = box_packed(table)
    return states


def _own_seat(
    seat: int | None, opponents: str | Sequence[str] | None, tables: Sequence[Options]
) -> int:
    if seat is None:
        return NONE
    if opponents is None:
        raise ValueError("an own seat goes with opponents")
    if not 0 <= seat < min(each.players for each in tables):
        raise ValueError(f"not every table has a seat {seat}")
    return seat


def _kinds(opponents: str | Sequence[str] | None, tables: Sequence[Options]) -> NDArray[np.int8]:
    """Who plays how many seats clockwise from one's own."""
    others = max(each.players for each in tables) - 1
    names = [opponents] * others if isinstance(opponents, str) else list(opponents or ())
    if opponents is not None and len(names) != others:
        raise ValueError(f"{others} opponents, or one name for all, not {len(names)}")
    kinds = np.zeros(SEATS, np.int8)
    kinds[1 : 1 + len(names)] = [_kind(name) for name in names]
    return kinds


def _kind(name: str) -> int:
    """A player's number, by its own name or that of a level."""
    known = LEVELS.get(check_name(name), name)
    if known not in NAMES:
        raise ValueError(f"opponents here are compiled: {', '.join(NAMES)}, not {name!r:.60}")
    return NAMES.index(known)
