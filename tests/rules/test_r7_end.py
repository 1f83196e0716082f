"""R7: the end of the game, in both ways of granting last turns."""

import pytest

from goldenhorn import Game
from goldenhorn.rules.options import BadOptions, options
from tests.positions import play, position, stock

SIX = "opgrby"


def turns_until_over(game: Game) -> list[int]:
    """The seats whose turns come from now on, this one's included."""
    seats: list[int] = []
    turn = 0
    while not game.is_over:
        if game.turn != turn:
            seats.append(game.player)
            turn = game.turn
        calm = [move for move in game.legal if move in ("stop", "done")]
        game.play(calm[0] if calm else next(m for m in game.legal if m.startswith("sail")))
    return seats


# R7.1


@pytest.mark.parametrize("port", ["V", "C"])
def test_r7_1_an_empty_main_port_calls_the_end(port: str) -> None:
    game = position(ships={(0, 1): {"at": port}}, ports={port: "bb"}, bag="", warehouses=["", "*"])
    play(game, "sail 1 b")
    assert stock(game, port) == ""
    assert game.state["end_called_by"] == 0


def test_r7_1_at_once_while_the_ship_is_still_under_way() -> None:
    game = position(ports={"V": "bb"}, bag="", warehouses=["", "*"], hands=["o"])
    play(game, "sail 1 b")
    assert (game.phase, game.state["end_called_by"]) == ("sailing", 0)


@pytest.mark.parametrize(("ports", "bag"), [("bb", "g"), ("bbg", ""), ("bbbbb", "gg")])
def test_r7_1_not_while_anything_lies_there_after_the_refill(ports: str, bag: str) -> None:
    game = position(ports={"V": ports}, bag=bag, warehouses=["", "*"])
    play(game, "sail 1 b")
    assert stock(game, "V") == "g" * len(ports.strip("b") + bag)
    assert game.state["end_called_by"] is None


def test_r7_1_an_empty_bag_alone_ends_nothing() -> None:
    game = position(ports={"V": "bg", "C": "o"}, bag="", warehouses=["", "*"])
    play(game, "sail 1 empty", "sail 2 b")
    assert stock(game, "V") == "g"
    assert game.state["end_called_by"] is None


# R7.2


@pytest.mark.parametrize(
    ("goods", "may"),
    [
        ("opgrby", True),
        ("ooppggrrbbyy", True),
        ("opgrb", False),
        ("ooooooooopgrb", False),
        ("pgrby", False),
    ],
)
def test_r7_2_a_good_of_each_colour(goods: str, may: bool) -> None:
    game = position(warehouses=[goods, SIX])
    play(game, "sail 1 empty")
    assert ("end" in game.legal) == (may and game.player == 0)
    assert game.phase == ("closing" if may else "orders")


def test_r7_2_soldiers_and_builders_are_no_goods() -> None:
    game = position(expansion=True, warehouses=["opgrbSSSBBB"])
    play(game, "sail 1 empty")
    assert game.phase == "closing"
    assert "end" not in game.legal


def test_r7_2_goods_that_this_very_move_brings_count() -> None:
    game = position(
        ships={(0, 1): {"at": 12, "to": "C", "cargo": "y"}}, warehouses=["opgrb"], hands=["", "*"]
    )
    play(game, "sail 1")
    assert game.legal == ("done", "end")


def test_r7_2_goods_aboard_do_not_count() -> None:
    game = position(ships={(0, 1): {"at": 5, "to": "C", "cargo": "y"}}, warehouses=["opgrb"])
    play(game, "sail 1")
    assert game.player == 1


def test_r7_2_stolen_goods_count() -> None:
    game = position(
        ships={(1, 3): {"at": 3, "to": "C", "cargo": "y"}}, warehouses=["opgrb"], hands=["oo"]
    )
    play(game, "raid 1.3 oo", "sail 1 empty")
    assert game.legal == ("done", "end")


def test_r7_2_nobody_has_to() -> None:
    game = position(warehouses=[SIX])
    play(game, "sail 1 empty", "done")
    assert game.state["end_called_by"] is None
    play(game, "sail 1 empty", "sail 1 empty", "sail 2 empty")
    while game.phase == "sailing":
        play(game, "stop")
    assert game.legal == ("done", "end"), "and may do so later"


@pytest.mark.parametrize("last_turns", ["finish_round", "one_more_each"])
def test_r7_2_the_end_is_called_once(last_turns: str) -> None:
    """Nobody announces again, an emptied port calls nothing again, and no turn is added."""
    game = position(
        last_turns=last_turns, warehouses=[SIX, "*"], ports={"V": "b"}, bag="", hands=["", "", ""]
    )
    play(game, "sail 1 empty", "end")
    assert game.state["end_called_by"] == 0
    play(game, "sail 1 b")  # empties Venice; seat 1 holds all the rest, so all six colours
    assert game.player == 2, "nothing is left to announce"
    assert game.state["end_called_by"] == 0
    assert stock(game, "V") == ""
    assert turns_until_over(game) == [2]


# R7.3


CAUSES = ("port", "announced", "dominions", "dominions before the move")
SEATS = [(n, first, seat) for n in (2, 3, 4) for first in range(n) for seat in range(n)]


def called(players: int, first: int, seat: int, cause: str, last_turns: str) -> Game:
    """A game in which this seat calls the end and has not finished its turn."""
    dominio = cause.startswith("dominions")
    others = [s for s in range(players) if s != seat]
    warehouses = [""] * players
    warehouses[others[0]] = "*"
    taken = dict.fromkeys(("zara", "durazzo", "negroponte", "galata"), others[0])
    return position(
        players,
        first_player=first,
        player=seat,
        last_turns=last_turns,
        expansion=dominio,
        turn=1 + players + (seat - first) % players,
        warehouses=[
            text or {"port": "", "announced": SIX}.get(cause, "SSSSBB") * (s == seat)
            for s, text in enumerate(warehouses)
        ],
        ports={"V": "bb", "C": "ggg"} if cause == "port" else {},
        bag="" if cause == "port" else "wwwwwwww" if dominio else None,
        conquered=taken if dominio else {},
    )


@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize(("players", "first", "seat"), SEATS)
def test_r7_3_finish_round_the_player_right_of_the_first_has_the_last_turn(
    players: int, first: int, seat: int, cause: str
) -> None:
    game = called(players, first, seat, cause, "finish_round")
    expected: list[int] = []
    while True:
        expected.append((seat + len(expected)) % players)
        if expected[-1] == (first - 1) % players:
            break
    check(game, cause, expected)


@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize(("players", "first", "seat"), SEATS)
def test_r7_3_one_more_each_every_other_player_has_one_more_turn(
    players: int, first: int, seat: int, cause: str
) -> None:
    game = called(players, first, seat, cause, "one_more_each")
    check(game, cause, [(seat + i) % players for i in range(players)])


def check(game: Game, cause: str, expected: list[int]) -> None:
    """Call the end, play it out, and see whose turns were granted."""
    seat = game.player
    turn = game.turn
    if cause == "dominions before the move":
        play(game, "conquer candia 4+0")
        assert (game.player, game.phase) == (seat, "orders"), "the turn is played to its end"
    elif cause == "dominions":
        play(game, "sail 1 empty", "conquer candia 4+0")
    elif cause == "announced":
        play(game, "sail 1 empty", "end")
    else:
        # Ships 1 of all fleets but Loredan's have no blue sail.
        play(game, "sail 3 b" if seat == 2 else "sail 1 b")
    assert game.state["end_called_by"] == seat
    seats = turns_until_over(game)
    if seats[:1] != [seat]:
        seats = [seat, *seats]  # the call was the last thing in this turn
    assert seats == expected
    assert game.turn == turn + len(expected) - 1
    assert game.player == expected[-1]
    outcome = game.outcome
    assert outcome is not None
    assert outcome.cause == cause.split(maxsplit=1)[0]


def test_r7_3_the_turn_in_which_the_end_is_called_is_played_to_its_end() -> None:
    """Also by the player on the right of the first: sailing on, conquering, training."""
    game = position(
        2,
        expansion=True,
        player=1,
        warehouses=["*", "SSSSBB"],
        bag="wwwwwwww",
        ports={"V": "bb", "C": "ggg"},
        hands=["", "rrr"],
    )
    play(game, "sail 2 b")
    assert game.state["end_called_by"] == 1
    assert (game.player, game.phase) == (1, "sailing")
    play(game, "wind", "train", "conquer zara 2+0", "done")
    assert game.is_over
    assert game.turn == 2


# R7.4


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("limit", [1, 2, 5])
def test_r7_4_the_game_ends_after_the_last_round(players: int, limit: int) -> None:
    game = Game.new(players, seed=0, placement="random", round_limit=limit, first_player=1)
    seats = turns_until_over(game)
    assert seats == [(1 + i) % players for i in range(limit * players)]
    assert game.turn == limit * players
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.cause, game.state["end_called_by"]) == ("rounds", None)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_r7_4_whatever_one_more_each_would_still_grant(seat: int) -> None:
    game = position(
        round_limit=4,
        last_turns="one_more_each",
        player=seat,
        turn=10 + seat,  # the fourth round
        warehouses=[SIX, SIX, SIX],
        hands=["", "", ""],
    )
    play(game, "sail 1 empty", "end")
    assert turns_until_over(game) == list(range(seat + 1, 3))
    assert game.turn == 12


def test_r7_4_two_hundred_rounds_unless_the_table_says_otherwise() -> None:
    assert options().round_limit == 200
    game = Game.new(2, seed=0, placement="random")
    while not game.is_over:
        calm = [move for move in game.legal if move in ("stop", "done")]
        game.play(calm[0] if calm else next(m for m in game.legal if m in EMPTY_OR_ONWARD))
    assert game.turn == 400


EMPTY_OR_ONWARD = {f"sail {n}{how}" for n in (1, 2, 3) for how in ("", " empty")}


@pytest.mark.parametrize("limit", [0, 1001, -1, "200", 2.0, True])
def test_r7_4_a_limit_is_a_number_of_rounds(limit: object) -> None:
    with pytest.raises(BadOptions) as refused:
        options(round_limit=limit)  # type: ignore[arg-type]
    assert refused.value.rule == "R7.4"
