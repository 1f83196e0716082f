"""R1: what is in the box."""

import random
from typing import Any

import pytest

from goldenhorn import Game
from goldenhorn.rules.options import BadOptions, options
from tests.positions import play, position, ship, starting


def test_r1_1_six_colours_in_one_order_everywhere() -> None:
    game = position(hands=["yybgo"], warehouses=["ybrgpo"], discards="pgpro", deck="*")
    assert game.state["hands"][0] == "ogbyy"
    assert game.state["warehouses"][0]["goods"] == "opgrby"
    assert game.state["discards"] == "oppgr"
    assert Game.new(seed=0).state["deck"] == "".join(letter * 9 for letter in "opgrby")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_2_ninety_cubes_and_fifty_four_cards(players: int) -> None:
    state = Game.new(players, seed=0).state
    assert {colour: state["bag"].count(colour) for colour in state["bag"]} == dict.fromkeys(
        "opgrby", 15
    )
    assert {colour: state["deck"].count(colour) for colour in state["deck"]} == dict.fromkeys(
        "opgrby", 9
    )


def test_r1_3_a_fleet_shows_every_colour_once_on_ships_of_one_two_and_three() -> None:
    for fleet in options(4).fleets:
        assert [len(sails) for sails in fleet] == [1, 2, 3]
        assert sorted("".join(fleet)) == sorted("opgrby")


def test_r1_3_only_the_set_of_a_ships_colours_matters() -> None:
    """The same fleets with their colours written in another order play the same game."""
    written = ([("p", "ob", "gry"), ("g", "py", "orb")], [("p", "bo", "yrg"), ("g", "yp", "bor")])
    one, other = (Game.new(2, seed=5, fleets=fleets) for fleets in written)
    dice = random.Random(5)
    raids = 0
    while not one.is_over:
        assert one.legal == other.legal
        raids += len(starting(one, "raid"))
        move = dice.choice(one.legal)
        one.play(move)
        other.play(move)
        assert one.state == other.state
    assert other.is_over
    assert raids


def test_r1_4_the_default_fleets() -> None:
    assert options(4).fleets == (
        ("p", "ob", "gry"),
        ("g", "py", "orb"),
        ("b", "rp", "ogy"),
        ("y", "bg", "opr"),
    )
    assert options(2).fleets == options(4).fleets[:2]


def test_r1_4_a_table_may_bring_its_own_fleets() -> None:
    game = position(2, fleets=[("o", "pg", "rby"), ("o", "gp", "yrb")])
    assert starting(game, "sail", "1") == [f"sail 1 {c}" for c in ("b", "empty", *"gpry")]
    assert starting(game, "sail", "3") == [f"sail 3 {c}" for c in ("empty", *"gop")]


@pytest.mark.parametrize(
    "fleet",
    [
        ("p", "ob", "gr"),  # a colour is missing
        ("p", "ob", "gro"),  # one is there twice
        ("p", "ob", "grx"),  # one is none
        ("ob", "p", "gry"),  # the ships are in the wrong order
        ("p", "ob", "gry", ""),  # a fourth ship
        ("", "pob", "gry"),
        ("P", "ob", "gry"),
        (1, "ob", "gry"),
    ],
)
def test_r1_4_any_other_fleet_is_refused(fleet: tuple[str, ...]) -> None:
    with pytest.raises(BadOptions) as refused:
        options(2, fleets=[("p", "ob", "gry"), fleet])
    assert refused.value.rule == "R1.4"
    assert "seat 1" in refused.value.reason


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_5_tiles_have_three_squares_of_two_kinds(players: int) -> None:
    sea = options(players).route[1:-1].replace("M", "")
    tiles = [sea[i : i + 3] for i in range(0, len(sea), 3)]
    assert set(tiles) == {"opg", "rby"}


def test_r1_5_red_lies_before_blue_seen_from_venice() -> None:
    """Green, red, blue in a row, as in the rulebooks' examples of a move (E4, E5)."""
    assert "opgrb" in options(3).route


@pytest.mark.parametrize(("players", "berths"), [(2, 2), (4, 3)])
def test_r1_6_modone_has_two_berths_or_three(players: int, berths: int) -> None:
    """So many ships lie there, coming from either side; the next one jumps Modone."""
    modone = 4 if players == 2 else 7
    there: dict[tuple[int, int], Any]
    there = {(1, 1): {"at": "M", "to": "V"}, (1, 2): {"at": "M", "to": "C"}}
    if berths == 3:
        there[1, 3] = {"at": "M", "to": "C"}
    there[0, 1] = {"at": modone - 1, "to": "C"}
    full = play(position(players, ships=there), "sail 1")
    assert ship(full, 0, 1)["at"] == modone + 1
    del there[1, 2]
    free = play(position(players, ships=there), "sail 1")
    assert ship(free, 0, 1)["at"] == modone


def test_r1_6_three_players_have_no_modone() -> None:
    assert "M" not in options(3).route
