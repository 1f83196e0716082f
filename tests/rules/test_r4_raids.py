"""R4: pirates."""

from typing import Any

import pytest

from tests.positions import play, position, ship, starting, stock

EVERYTHING = "ooppggrrbbyy"


def at_sea(cargo: str = "gg", number: int = 3, to: str = "C") -> dict[tuple[int, int], Any]:
    """Seat 1's ship on the third square, a green one."""
    return {(1, number): {"at": 3, "to": to, "cargo": cargo}}


def test_r4_1_one_raid_a_turn_before_the_move() -> None:
    game = position(ships=at_sea("gggg"), hands=["ooooo"])
    game.play("raid 1.3 oo")
    assert starting(game, "raid") == []
    game.play("sail 2 empty")
    assert game.legal == ("on", "stop")


def test_r4_1_again_in_the_next_turn() -> None:
    game = position(2, ships={(1, 3): {"at": 6, "to": "C", "cargo": "gggg"}}, hands=["oooooo"])
    play(game, "raid 1.3 oo", "sail 1 empty", "sail 1 empty")
    assert game.player == 0
    assert "raid 1.3 oo" in game.legal


def test_r4_1_no_raid_while_sailing_nor_after_the_move() -> None:
    game = position(ships=at_sea(), hands=["oorr"], warehouses=["opgrby"])
    game.play("sail 2 empty")
    assert game.phase == "sailing"
    assert game.legal == ("on", "stop")
    game.play("stop")
    assert game.phase == "closing"
    assert game.legal == ("done", "end")


def test_r4_1_anyone_may_raid_any_other() -> None:
    ships = {
        (seat, 1): {"at": 2 + seat, "to": "C", "cargo": cargo}
        for seat, cargo in enumerate(("b", "r", "y", "p"))
    }
    for raider in range(4):
        game = position(4, ships=ships, hands=[""] * raider + ["ppggbbyy"], player=raider)
        pairs = {0: "pp", 1: "gg", 2: "bb", 3: "yy"}
        expected = [f"raid {seat}.1 {pair}" for seat, pair in pairs.items() if seat != raider]
        assert starting(game, "raid") == expected


@pytest.mark.parametrize("players", [2, 4])
def test_r4_2_ships_in_a_port_or_in_modone_are_safe(players: int) -> None:
    for place in ("V", "M", "C"):
        away = {} if place in "VC" else {"to": "C", "cargo": "gg"}
        game = position(players, ships={(1, 3): {"at": place, **away}}, hands=[EVERYTHING])
        assert starting(game, "raid") == []


@pytest.mark.parametrize("place", range(1, 14))
def test_r4_2_every_square_of_the_sea_is_dangerous(place: int) -> None:
    ships = {(1, 3): {"at": place, "to": "V", "cargo": "g"}}
    game = position(4, ships=ships, hands=[EVERYTHING])
    assert bool(starting(game, "raid")) == (place != 7)


def test_r4_2_only_ships_with_something_aboard() -> None:
    assert starting(position(ships=at_sea(""), hands=[EVERYTHING]), "raid") == []
    assert starting(position(ships=at_sea("g"), hands=[EVERYTHING]), "raid") != []


def test_r4_2_no_raid_on_oneself() -> None:
    game = position(ships={(0, 3): {"at": 3, "to": "C", "cargo": "bb"}}, hands=[EVERYTHING])
    assert starting(game, "raid") == []


@pytest.mark.parametrize(
    ("number", "pairs"),
    [
        (1, ["gg"]),
        (2, ["pp", "py", "yy"]),
        (3, ["bb", "ob", "oo", "or", "rb", "rr"]),
    ],
)
def test_r4_3_two_cards_each_of_a_colour_on_the_sails(number: int, pairs: list[str]) -> None:
    """As many pairs as the rule says, and each is paid into the discards."""
    cargo = {1: "bb", 2: "bb", 3: "gg"}[number]
    for hand, allowed in {
        EVERYTHING: pairs,
        "opgrby": [pair for pair in pairs if pair[0] != pair[1]],
        "oo": [pair for pair in pairs if pair == "oo"],
        "gr": [],
        "py": [pair for pair in pairs if pair == "py"],
        "o": [],
        "r": [],
        "": [],
    }.items():
        game = position(ships=at_sea(cargo, number), hands=[hand], discards="y")
        assert starting(game, "raid") == [f"raid 1.{number} {pair}" for pair in allowed]
        for pair in allowed:
            after = game.copy()
            after.play(f"raid 1.{number} {pair}")
            left = list(hand)
            for card in pair:
                left.remove(card)
            assert after.state["hands"][0] == "".join(left)
            assert sorted(after.state["discards"]) == sorted("y" + pair)
            assert after.state["hands"][1:] == game.state["hands"][1:]


def test_r4_3_with_own_fleets_the_pairs_are_theirs() -> None:
    fleets = [("p", "ob", "gry"), ("r", "bo", "ypg")]
    ships = {
        (1, 1): {"at": 1, "to": "C", "cargo": "y"},
        (1, 2): {"at": 2, "to": "C", "cargo": "y"},
        (1, 3): {"at": 3, "to": "C", "cargo": "r"},
    }
    game = position(2, fleets=fleets, ships=ships, hands=[EVERYTHING])
    assert starting(game, "raid") == [
        *("raid 1.1 rr", "raid 1.2 bb", "raid 1.2 ob", "raid 1.2 oo"),
        *("raid 1.3 gg", "raid 1.3 gy", "raid 1.3 pg", "raid 1.3 pp", "raid 1.3 py", "raid 1.3 yy"),
    ]
    for move in starting(game, "raid"):
        after = game.copy()
        after.play(move)
        assert after.state["discards"] == move.split()[2]


def test_r4_4_one_cube_into_the_raiders_own_warehouse() -> None:
    game = position(ships=at_sea("ggg"), hands=["", "", "oo"], warehouses=["g", "o", "y"], player=2)
    game.play("raid 1.3 oo")
    assert ship(game, 1, 3) == {"at": 3, "to": "C", "cargo": "gg", "adrift": False}
    assert [stock(game, seat) for seat in range(3)] == ["g", "o", "gy"]


def test_r4_5_may_turn_the_owner_chooses_the_direction_with_the_next_move() -> None:
    game = position(ships=at_sea("g"), hands=["oo", ""])
    game.play("raid 1.3 oo")
    assert ship(game, 1, 3) == {"at": 3, "to": "C", "cargo": "", "adrift": True}
    assert game.player == 0, "nobody is asked anything in another's turn"
    game.play("sail 1 empty")
    assert starting(game, "sail", "3") == ["sail 3", "sail 3 about"]
    onward, about = game.copy(), game.copy()
    onward.play("sail 3")
    assert ship(onward, 1, 3) == {"at": 4, "to": "C", "cargo": "", "adrift": False}
    about.play("sail 3 about")
    assert ship(about, 1, 3) == {"at": 2, "to": "V", "cargo": "", "adrift": False}


@pytest.mark.parametrize("move", ["sail 2", "sail 2 about"])
def test_r4_5_with_that_move_the_right_is_gone(move: str) -> None:
    game = position(ships={(0, 2): {"at": 9, "to": "C", "adrift": True}})
    play(game, move, "sail 1 empty", "sail 1 empty")
    assert game.player == 0
    assert starting(game, "sail", "2") == ["sail 2"]


def test_r4_5_the_right_lasts_until_that_ship_moves() -> None:
    game = position(ships={(0, 3): {"at": 7, "to": "C", "adrift": True}}, hands=["", "", ""])
    play(game, "sail 2 empty", "stop", "sail 1 empty", "sail 1 empty")
    assert game.player == 0
    assert starting(game, "sail", "3") == ["sail 3", "sail 3 about"]


def test_r4_5_a_ship_with_something_left_is_not_adrift() -> None:
    for emptied_ship in ("may_turn", "must_return"):
        game = position(ships=at_sea("gg"), hands=["oo"], emptied_ship=emptied_ship)
        game.play("raid 1.3 oo")
        assert ship(game, 1, 3) == {"at": 3, "to": "C", "cargo": "g", "adrift": False}
        game.play("sail 1 empty")
        assert starting(game, "sail", "3") == ["sail 3"]


def test_r4_5_a_ship_that_sails_empty_is_not_adrift() -> None:
    game = position(ships={(0, 3): {"at": 3, "to": "C"}})
    assert starting(game, "sail", "3") == ["sail 3"]


@pytest.mark.parametrize(("to", "back"), [("C", "V"), ("V", "C")])
def test_r4_5_must_return_turns_at_once(to: str, back: str) -> None:
    game = position(ships=at_sea("g", to=to), hands=["oo"], emptied_ship="must_return")
    game.play("raid 1.3 oo")
    assert ship(game, 1, 3) == {"at": 3, "to": back, "cargo": "", "adrift": False}
    game.play("sail 1 empty")
    assert starting(game, "sail", "3") == ["sail 3"]
    game.play("sail 3")
    assert ship(game, 1, 3)["at"] == (2 if back == "V" else 4)


def test_r4_5_turning_back_leads_to_the_port_it_left() -> None:
    """And that is a port like any other: cards, and the other port ahead (R6.1, R5.1)."""
    game = position(ships={(0, 1): {"at": 1, "to": "C", "adrift": True}}, hands=["", "", ""])
    game.play("sail 1 about")
    assert ship(game, 0, 1) == {"at": 0, "to": "C", "cargo": "", "adrift": False}
    assert len(game.state["hands"][0]) == 3
