"""What observations hold: all that a seat may see, in the documented bytes, and nothing else."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldenhorn import Game
from goldenhorn.envs import fields
from goldenhorn.envs.observe import named, seen
from goldenhorn.rules import box

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "edition": "fr", "expansion": True, "first_player": 1},
    {"players": 3, "edition": "el"},
    {"players": 3, "expansion": True, "round_limit": 30},
    {"players": 4, "edition": "cs", "first_player": 2},
    {"players": 4, "edition": "it", "expansion": True},
]
DOCS = Path(__file__).parents[2] / "docs" / "environments.md"


def moments(own: dict[str, Any], every: int = 5) -> Iterator[Game]:
    """A random game at this table, now and then."""
    chance = random.Random(7)
    game = Game.new(seed=7, **own)
    while not game.is_over:
        if game.ply % every == 0:
            yield game
        game.play(chance.choice(game.legal))
    yield game


@pytest.mark.parametrize("own", TABLES)
def test_what_is_hidden_changes_nothing(own: dict[str, Any]) -> None:
    """Dealt anew, other hands and all that is to come differ; what the seat sees does not."""
    different = 0
    for game in moments(own, every=5):
        for seat in range(game.players):
            other = game.seen_by(seat).deal(seed=game.ply)
            different += other.state != game.state
            assert (seen(other, seat)[0] == seen(game, seat)[0]).all()
    assert different


@pytest.mark.parametrize("own", TABLES)
def test_every_field_says_what_the_state_says(own: dict[str, Any]) -> None:
    for game in moments(own):
        for seat in range(game.players):
            observation, mask = seen(game, seat)
            assert (observation <= fields.most()).all()
            assert read(observation) == expected(game, seat)
            legal = {game.parse(move) for move in game.legal} if seat == game.player else set()
            assert set(np.flatnonzero(mask)) == legal


def read(observation: Any) -> dict[str, Any]:
    return {name: values.tolist() for name, values in named(observation).items()}


def expected(game: Game, seat: int) -> dict[str, Any]:
    """The same, taken from the state as data."""
    table, state, n = game.options, game.state, game.players
    order = [(seat + far) % n for far in range(n)]
    end = len(table.route) - 1

    def counts(text: str, alphabet: str = box.COLOURS) -> list[int]:
        return [text.count(letter) for letter in alphabet]

    def stock(held: Any) -> list[int]:
        return [*counts(held["goods"]), held["soldiers"], held["builders"]]

    def by_seat(values: list[Any], nothing: Any = 0) -> list[Any]:
        return [values[other] for other in order] + [nothing] * (4 - n)

    def one(other: int | None) -> list[int]:
        return by_seat([int(each == other) for each in range(n)])

    def ships(value: Any, nothing: Any = 0) -> list[Any]:
        values = [
            [nothing if ship["at"] is None else value(ship) for ship in fleet]
            for fleet in state["ships"]
        ]
        return by_seat(values, [nothing] * 3)

    def sails_of(other: int) -> list[list[int]]:
        return [[min(1, each) for each in counts(sails)] for sails in table.fleets[other]]

    def ahead(ship: Any) -> int:
        return int(end - ship["at"] if ship["to"] == "C" else ship["at"])

    names = list(box.DOMINIONS)
    last = int(game.record["last_turn"][0])
    phases = ["placement", "orders", "sailing", "closing", "over"]
    owned = [[int(name in each["dominions"]) for name in names] for each in state["warehouses"]]
    sailing = state["sailing"]
    return {
        "hand": counts(state["hands"][seat]),
        "hand_sizes": by_seat([len(hand) for hand in state["hands"]]),
        "warehouses": by_seat([stock(each) for each in state["warehouses"]], [0] * 8),
        "scores": by_seat(list(game.scores)),
        "conquered": by_seat(owned, [0] * 5),
        "place": ships(lambda ship: [int(at == ship["at"]) for at in range(15)], [0] * 15),
        "outbound": ships(lambda ship: int(ship["to"] == "C")),
        "ahead": ships(ahead),
        "aboard": ships(lambda ship: counts(ship["cargo"], box.COLOURS + "SB"), [0] * 8),
        "adrift": ships(lambda ship: int(ship["adrift"])),
        "under_way": by_seat(
            [
                [int(each == state["player"] and number == sailing) for number in (1, 2, 3)]
                for each in range(n)
            ],
            [0] * 3,
        ),
        "ports": [stock(state["ports"][port]) for port in "VC"],
        "bag": counts(state["bag"], box.CUBE_LETTERS),
        "discards": counts(state["discards"]),
        "deck_size": [len(state["deck"])],
        "reserves": [state["soldier_reserve"], state["builder_reserve"]],
        "free": [int(name in state["free_dominions"]) for name in names],
        "to_decide": one(state["player"]),
        "phase": [int(phase == state["phase"]) for phase in phases],
        "raided": [int(state["raided"])],
        "turns": [min(255, state["turn"])],
        "end_called_by": one(state["end_called_by"]),
        "turns_left": [min(255, last - state["turn"])],
        "sails": by_seat([sails_of(each) for each in range(n)], [[0] * 6] * 3),
        "route": route_codes(table.route),
        "prices": [price for price, _ in table.dominions] or [0] * 5,
        "points": [points for _, points in table.dominions] or [0] * 5,
        "first": one(table.first_player),
        "players": [int(n == each) for each in (2, 3, 4)],
        "edition": [
            int(table.loading == "must"),
            int(table.emptied_ship == "must_return"),
            int(table.last_turns == "one_more_each"),
            int(table.placement == "random"),
        ],
        "expansion": [int(table.expansion)],
    }


def route_codes(route: str) -> list[int]:
    codes = {"M": 7, "V": 8, "C": 8} | {c: 1 + i for i, c in enumerate(box.COLOURS)}
    return [codes[place] for place in route] + [0] * (15 - len(route))


def test_fields_are_named_views_of_many_rows_too() -> None:
    rows = np.zeros((5, fields.SIZE), np.uint8)
    named(rows)["aboard"][2, 0, 1, 3] = 9
    assert rows.sum() == rows[2].sum() == 9
    with pytest.raises(ValueError, match="has 553 bytes, not 12"):
        named(np.zeros(12, np.uint8))


def test_the_documentation_has_the_same_fields() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert fields.table() in text, "put goldenhorn.envs.fields.table() into the page"
    assert f"`OBSERVATION_VERSION` is {fields.OBSERVATION_VERSION}" in text
