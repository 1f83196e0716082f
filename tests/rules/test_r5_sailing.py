"""R5: moving a ship."""

from typing import Any

import pytest

from tests.positions import added, chance_of, often, play, position, ship, starting, stock

COLOURS = "opgrby"


# R5.1


def test_r5_1_a_ship_in_a_main_port_leaves_for_the_other_one() -> None:
    game = position(ships={(0, 1): {"at": "V"}, (0, 2): {"at": "C"}})
    play(game, "sail 1 empty")
    assert ship(game, 0, 1) == {"at": 1, "to": "C", "cargo": "", "adrift": False}
    play(game, "sail 1 empty", "sail 1 empty", "sail 2 empty")
    assert ship(game, 0, 2) == {"at": 12, "to": "V", "cargo": "", "adrift": False}


@pytest.mark.parametrize(("to", "step"), [("V", -1), ("C", 1)])
@pytest.mark.parametrize("place", [5, 7])
def test_r5_1_at_sea_and_in_modone_it_keeps_its_direction(place: int, to: str, step: int) -> None:
    game = position(4, ships={(0, 1): {"at": place, "to": to}})
    assert starting(game, "sail", "1") == ["sail 1"]
    play(game, "sail 1")
    assert ship(game, 0, 1) == {"at": place + step, "to": to, "cargo": "", "adrift": False}


# R5.2


def test_r5_2_all_cubes_of_one_colour_that_is_not_on_the_sails() -> None:
    ports = {"V": "opgggrrby", "C": "ooooooooo"}
    game = position(2, ports=ports)
    assert starting(game, "sail", "1") == [f"sail 1 {c}" for c in ("b", "empty", *"gory")]
    assert starting(game, "sail", "2") == ["sail 2 empty", *(f"sail 2 {c}" for c in "gpry")]
    assert starting(game, "sail", "3") == ["sail 3 b", "sail 3 empty", "sail 3 o", "sail 3 p"]
    play(game, "sail 1 g")
    assert ship(game, 0, 1)["cargo"] == "ggg"


def test_r5_2_only_what_lies_in_the_port_it_leaves() -> None:
    ports = {"V": "opgpgpgpg", "C": "rbyrbyrby"}
    game = position(ships={(0, 1): {"at": "C"}}, ports=ports)
    assert starting(game, "sail", "1") == [f"sail 1 {c}" for c in ("b", "empty", "r", "y")]
    assert starting(game, "sail", "3") == [f"sail 3 {c}" for c in ("empty", "o", "p")]


def test_r5_2_at_sea_there_is_nothing_to_load() -> None:
    game = position(ships={(0, 1): {"at": 3, "to": "C"}})
    assert starting(game, "sail", "1") == ["sail 1"]


def test_r5_2_may_leaving_empty_is_always_possible() -> None:
    for ports in ({}, {"V": "ppppppppp"}):
        game = position(loading="may", ports=ports)
        assert {f"sail {number} empty" for number in (1, 2, 3)} <= set(game.legal)


def test_r5_2_must_a_ship_with_nothing_to_load_stays_in_port() -> None:
    game = position(loading="must", ports={"V": "ppppppppp"})
    assert starting(game, "sail") == ["sail 2 p", "sail 3 p"]  # ship 1 has pink sails


def test_r5_2_must_no_ship_leaves_empty_while_it_could_load() -> None:
    game = position(loading="must")
    assert not any("empty" in move for move in game.legal)


EMPTIED: dict[str, Any] = {
    "loading": "must",
    "bag": "",
    "warehouses": ["", "*"],
    "end_called_by": 2,
    "last_turn": 5,
}


@pytest.mark.parametrize(
    ("ports", "third", "sails"),
    [
        # Ships 1 and 2 lie in an empty Venice; ship 3 has green, red and yellow sails.
        ({"V": "", "C": "gry"}, {"at": "C"}, ["sail 1 empty", "sail 2 empty", "sail 3 empty"]),
        ({"V": "", "C": ""}, {"at": "C"}, ["sail 1 empty", "sail 2 empty", "sail 3 empty"]),
        ({"V": "", "C": ""}, {"at": "V"}, ["sail 1 empty", "sail 2 empty", "sail 3 empty"]),
        ({"V": "", "C": "gryo"}, {"at": "C"}, ["sail 3 o"]),
        ({"V": "", "C": "gry"}, {"at": "M", "to": "V"}, ["sail 3"]),
        ({"V": "", "C": "gry"}, {"at": 3, "to": "C"}, ["sail 3"]),
        ({"V": "", "C": "gry"}, {"at": 3, "to": "C", "adrift": True}, ["sail 3", "sail 3 about"]),
        ({"V": "b", "C": "gry"}, {"at": "C"}, ["sail 1 b"]),
    ],
)
@pytest.mark.parametrize("expansion", [False, True])
def test_r5_2_must_only_if_no_ship_could_sail_otherwise_each_may_leave_empty(
    ports: dict[str, str], third: dict[str, Any], sails: list[str], expansion: bool
) -> None:
    bag = "wwwwwwww" if expansion else ""
    own = EMPTIED | {"bag": bag, "expansion": expansion}
    game = position(4, ships={(0, 3): third}, ports=ports, **own)
    assert list(game.legal) == sails
    if sails[0] == "sail 1 empty":
        play(game, "sail 2 empty")
        assert ship(game, 0, 2) == {"at": 1, "to": "C", "cargo": "", "adrift": False}


def test_r5_2_may_lists_empty_once_where_a_player_is_stuck() -> None:
    game = position(loading="may", ports={"V": ""}, bag="", warehouses=["", "*"])
    assert starting(game, "sail") == ["sail 1 empty", "sail 2 empty", "sail 3 empty"]


# R5.3


@pytest.mark.parametrize("port", ["V", "C"])
def test_r5_3_the_port_is_at_once_refilled_to_nine(port: str) -> None:
    ports = {port: "opggggrby"}
    game = position(ships={(0, 1): {"at": port}}, ports=ports, hands=["opgrby"])
    other = stock(game, "C" if port == "V" else "V")
    bag = game.state["bag"]
    chance = chance_of(game, "sail 1 g")
    assert game.phase == "sailing", "at once, not after the move"
    ((kind, where, drawn),) = chance
    assert (kind, where, len(drawn)) == ("goods", port, 4)
    assert stock(game, port) == "".join(sorted("oprby" + drawn, key=COLOURS.index))
    assert stock(game, "C" if port == "V" else "V") == other
    assert added(game.state["bag"], bag) == "".join(sorted(drawn))


def test_r5_3_if_the_bag_runs_out_with_what_is_left() -> None:
    for bag in ("", "r", "ry", "ryb"):
        game = position(ports={"V": "opggggrby"}, bag=bag, warehouses=["", "*"])
        chance = chance_of(game, "sail 1 g")
        assert stock(game, "V") == "".join(sorted("oprby" + bag, key=COLOURS.index))
        assert game.state["bag"] == ""
        assert [len(drawn) for _, _, drawn in chance] == ([len(bag)] if bag else [])


def test_r5_3_a_ship_that_leaves_empty_takes_nothing_that_had_to_be_filled() -> None:
    game = position()
    before = game.state
    assert chance_of(game, "sail 1 empty") == []
    assert game.state["ports"] == before["ports"]
    assert game.state["bag"] == before["bag"]


def test_r5_3_any_cube_of_the_bag_may_come() -> None:
    """One cube is drawn from a bag of three colours: each comes in its share of seeds."""
    games = often(1200)
    came = {"o": 0, "r": 0, "y": 0}
    for seed in range(games):
        game = position(ports={"V": "bpgpgpgpg"}, bag="orrooy", warehouses=["", "*"], seed=seed)
        play(game, "sail 1 b")
        came[added("pgpgpgpg", stock(game, "V"))] += 1
    for letter, share in {"o": 1 / 2, "r": 1 / 3, "y": 1 / 6}.items():
        assert abs(came[letter] - share * games) < 5 * (share * (1 - share) * games) ** 0.5


# R5.4


@pytest.mark.parametrize("in_a_row", range(7))
def test_r5_4_full_places_are_jumped_however_many_in_a_row(in_a_row: int) -> None:
    others = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    ships = {who: {"at": 3 + i, "to": "CV"[i % 2]} for i, who in enumerate(others[:in_a_row])}
    game = position(ships=ships | {(0, 1): {"at": 2, "to": "C"}})
    play(game, "sail 1")
    assert ship(game, 0, 1)["at"] == 3 + in_a_row


def test_r5_4_ones_own_ships_are_jumped_too() -> None:
    game = position(ships={(0, 2): {"at": 1, "to": "V"}})
    play(game, "sail 1 empty")
    assert ship(game, 0, 1)["at"] == 2


def test_r5_4_a_square_that_was_left_is_free_again() -> None:
    ships = {(0, 1): {"at": 3, "to": "C"}, (1, 1): {"at": 2, "to": "C"}}
    game = play(position(ships=ships), "sail 1", "sail 1")
    assert (ship(game, 0, 1)["at"], ship(game, 1, 1)["at"]) == (4, 3)


@pytest.mark.parametrize(("to", "port", "squares"), [("C", 13, (12, 11)), ("V", 0, (1, 2))])
def test_r5_4_a_jump_may_lead_into_a_main_port(
    to: str, port: int, squares: tuple[int, int]
) -> None:
    ships = {(0, 1): {"at": squares[1], "to": to}, (1, 1): {"at": squares[0], "to": "V"}}
    game = position(ships=ships)
    play(game, "sail 1")
    assert ship(game, 0, 1)["at"] == port


def test_r5_4_a_main_port_holds_any_number() -> None:
    ships: dict[tuple[int, int], Any]
    ships = {(seat, n): {"at": "C"} for seat in range(4) for n in (1, 2, 3)}
    ships[0, 1] = {"at": 13, "to": "C"}
    game = play(position(4, ships=ships), "sail 1")
    assert {s["at"] for fleet in game.state["ships"] for s in fleet} == {14}


def test_r5_4_every_further_step_jumps_full_places_too() -> None:
    others = {(1, 1): {"at": 4, "to": "C"}, (1, 2): {"at": 5, "to": "V"}}
    ships = others | {(0, 3): {"at": 2, "to": "C"}}
    game = play(position(ships=ships), "sail 3", "on")
    assert ship(game, 0, 3)["at"] == 6


def test_r5_4_modone_is_full_when_its_berths_are() -> None:
    """Leaving it makes room; a ship of any direction takes a berth."""
    ships: dict[tuple[int, int], Any] = {
        (0, 1): {"at": 3, "to": "C"},
        (0, 2): {"at": 5, "to": "V"},
        (1, 1): {"at": "M", "to": "C"},
        (1, 2): {"at": "M", "to": "V"},
    }
    full = play(position(2, ships=ships), "sail 2")
    assert ship(full, 0, 2)["at"] == 2  # over Modone and over the ship before it
    left = play(position(2, ships=ships, hands=[], player=1), "sail 1", "sail 1")
    assert ship(left, 0, 1)["at"] == 4
    assert ship(left, 1, 1)["at"] == 6  # over the ship that comes the other way
    again = play(left, "sail 3 empty", "stop", "sail 2")
    assert ship(again, 0, 2)["at"] == 3, "full once more"


def test_r5_4_the_first_step_is_free() -> None:
    game = position(hands=["o"])
    play(game, "sail 1 empty")
    assert game.state["hands"][0] == "o"
    assert ship(game, 0, 1)["at"] == 1


# R5.5


def test_r5_5_on_with_the_squares_colour_on_the_sails() -> None:
    game = position(hands=["opgrby"])
    play(game, "sail 2 empty")  # orange and blue sails, on orange
    assert (game.phase, game.legal) == ("sailing", ("on", "stop"))
    play(game, "on")
    assert ship(game, 0, 2)["at"] == 2
    assert game.state["hands"][0] == "opgrby", "a free step never costs a card"


def test_r5_5_on_with_a_card_of_the_squares_colour() -> None:
    game = position(hands=["oop"], discards="r")
    play(game, "sail 1 empty")  # pink sails, on orange
    assert (game.phase, game.legal) == ("sailing", ("stop", "wind"))
    play(game, "wind")
    assert ship(game, 0, 1)["at"] == 2
    assert (game.state["hands"][0], game.state["discards"]) == ("op", "or")


def test_r5_5_no_step_without_sail_or_card() -> None:
    game = position(hands=["pgrby"])
    play(game, "sail 1 empty")
    assert (ship(game, 0, 1)["at"], game.player) == (1, 1)


def test_r5_5_repeated_as_often_as_one_can_and_likes() -> None:
    """All the way from Venice to Constantinople with a ship of pink sails."""
    game = position(hands=["ogrbyogrby"])
    moves = ["sail 1 b"]
    for square in "opgrbyopgrby":
        moves.append("on" if square == "p" else "wind")
    for i, move in enumerate(moves, 1):
        assert game.player == 0
        game.play(move)
        assert ship(game, 0, 1)["at"] == i
        if i < len(moves):
            assert "stop" in game.legal
    assert game.state["discards"] == "ooggrrbbyy"
    assert game.turn == 2


@pytest.mark.parametrize("steps", range(1, 5))
def test_r5_5_the_player_may_stop_after_any_step(steps: int) -> None:
    game = position(hands=["opgrby"])
    play(game, "sail 3 empty", *["wind", "wind", "on", "on"][: steps - 1], "stop")
    assert ship(game, 0, 3)["at"] == steps
    assert game.player == 1


def test_r5_5_the_card_is_in_the_discards_before_the_step_is_taken() -> None:
    """It can come back as one of the cards that this very step brings."""
    ships = {(0, 1): {"at": 11, "to": "C"}}
    game = position(ships=ships, hands=["y", "*"], deck="", discards="")
    play(game, "sail 1")
    assert game.legal == ("stop", "wind")
    chance = chance_of(game, "wind")
    assert chance == [["reshuffle"], ["cards", 0, "y"]]
    assert (game.state["hands"][0], game.state["discards"]) == ("y", "")


def test_r5_5_only_ones_own_cards_and_sails() -> None:
    game = position(hands=["", "opgrby", "opgrby"])
    play(game, "sail 1 empty")
    assert game.player == 1


# R5.6


@pytest.mark.parametrize(("to", "port"), [("V", 0), ("C", 13)])
def test_r5_6_a_main_port_ends_the_move(to: str, port: int) -> None:
    ships = {(0, 1): {"at": 1 if to == "V" else 12, "to": to}}
    game = position(ships=ships, hands=["opgrby"])
    play(game, "sail 1")
    assert (ship(game, 0, 1)["at"], game.player, game.phase) == (port, 1, "orders")


@pytest.mark.parametrize("players", [2, 4])
def test_r5_6_a_free_berth_in_modone_ends_the_move(players: int) -> None:
    modone = 4 if players == 2 else 7
    ships = {(0, 1): {"at": modone - 2, "to": "C"}}
    game = position(players, ships=ships, hands=["opgrby"])
    play(game, "sail 1", "wind")
    assert (ship(game, 0, 1)["at"], game.player, game.phase) == (modone, 1, "orders")


# R5.7


def test_r5_7_all_cargo_goes_to_the_owners_warehouse() -> None:
    ships = {
        (0, 3): {"at": 12, "to": "C", "cargo": "bbbb"},
        (1, 1): {"at": 1, "to": "V", "cargo": "o"},
    }
    game = position(ships=ships, warehouses=["ob", "o"])
    play(game, "sail 3", "sail 1")
    assert ship(game, 0, 3) == {"at": 13, "to": "V", "cargo": "", "adrift": False}
    assert ship(game, 1, 1) == {"at": 0, "to": "C", "cargo": "", "adrift": False}
    assert [stock(game, seat) for seat in range(3)] == ["obbbbb", "oo", ""]


@pytest.mark.parametrize("players", [2, 4])
def test_r5_7_nothing_is_unloaded_in_modone(players: int) -> None:
    modone = 4 if players == 2 else 7
    game = position(players, ships={(0, 1): {"at": modone + 1, "to": "V", "cargo": "bb"}})
    play(game, "sail 1")
    assert ship(game, 0, 1) == {"at": modone, "to": "V", "cargo": "bb", "adrift": False}
    assert stock(game, 0) == ""
