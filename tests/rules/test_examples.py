"""The worked examples of the rulebooks, E1 to E6."""

from tests.positions import play, position, ship, starting


def test_e1_loading() -> None:
    """Green, red and yellow sails; blue and pink lie there beside those colours."""
    game = position(ports={"V": "bbppgrryy"}, loading="must")
    assert game.data["fleets"][0][2] == "gry"
    assert starting(game, "sail", "3") == ["sail 3 b", "sail 3 p"]
    for colour in "bp":
        loaded = play(game.copy(), f"sail 3 {colour}")
        assert ship(loaded, 0, 3)["cargo"] == 2 * colour


def test_e2_the_six_pairs_against_a_three_coloured_ship() -> None:
    ships = {(0, 3): {"at": 5, "to": "C", "cargo": "b"}}
    game = position(ships=ships, hands=["", "ooppggrrbbyy"], player=1)
    assert starting(game, "raid") == [
        *("raid 0.3 gg", "raid 0.3 gr", "raid 0.3 gy"),
        *("raid 0.3 rr", "raid 0.3 ry", "raid 0.3 yy"),
    ]


def test_e3_one_square_onto_a_colour_that_is_not_on_the_sails() -> None:
    game = position()
    play(game, "sail 3 b")
    assert game.data["route"][1] == "o"
    assert ship(game, 0, 3)["at"] == 1
    assert (game.player, game.phase) == (1, "orders"), "it stays"


def test_e4_a_jump_then_on_over_red_to_blue() -> None:
    ships = {(0, 3): {"at": 1, "to": "C"}, (1, 1): {"at": 2, "to": "C"}}
    game = position(ships=ships)
    route = game.data["route"]
    play(game, "sail 3")
    assert route[ship(game, 0, 3)["at"]] == "g"
    assert game.legal == ("on", "stop")
    play(game, "on")
    assert route[ship(game, 0, 3)["at"]] == "r"
    assert game.legal == ("on", "stop")
    play(game, "on")
    assert route[ship(game, 0, 3)["at"]] == "b"
    assert (game.player, game.phase) == (1, "orders"), "it must stop"


def test_e5_on_from_pink_freely_from_green_and_red_with_cards() -> None:
    game = position(ships={(0, 1): {"at": 1, "to": "C"}}, hands=["gr"])
    route = game.data["route"]
    play(game, "sail 1")
    for square, onward, left in (("p", "on", "gr"), ("g", "wind", "r"), ("r", "wind", "")):
        assert route[ship(game, 0, 1)["at"]] == square
        assert game.legal == tuple(sorted((onward, "stop")))
        play(game, onward)
        assert game.state["hands"][0] == left
    assert route[ship(game, 0, 1)["at"]] == "b"
    assert (game.player, game.phase) == (1, "orders"), "it stays without a blue card"


def test_e6_scoring() -> None:
    """Thirteen goods, a set of six and a set of four."""
    assert position(warehouses=["ooorrgyyyybpp"]).scores[0] == 13 + 4 + 1
