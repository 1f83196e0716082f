"""R3: what a turn is made of."""

import pytest

from goldenhorn import Game
from tests.positions import play, position, ship

SIX = "opgrby"
PREY = {(1, 3): {"at": 3, "to": "C", "cargo": "gg"}}  # under orange, red and blue sails


def test_r3_1_a_raid_if_one_likes_then_exactly_one_move() -> None:
    game = position(ships=PREY, hands=["or"])
    game.play("raid 1.3 or")
    assert (game.player, game.phase, game.state["raided"]) == (0, "orders", True)
    assert {move.split()[0] for move in game.legal} == {"sail"}
    game.play("sail 1 empty")
    assert (game.player, game.phase, game.turn) == (1, "orders", 2)
    assert not game.state["raided"]


def test_r3_1_the_raid_is_optional_and_the_move_is_not() -> None:
    game = position(ships=PREY, hands=["or"])
    assert {move.split()[0] for move in game.legal} == {"raid", "sail"}
    play(game, "sail 1 empty", "stop")
    assert game.player == 1


def test_r3_1_nobody_moves_anothers_ship() -> None:
    game = position(ships={(0, 1): {"at": 3, "to": "C"}, (1, 1): {"at": 5, "to": "C"}}, player=1)
    game.play("sail 1")
    assert (ship(game, 0, 1)["at"], ship(game, 1, 1)["at"]) == (3, 6)


def test_r3_1_the_ship_that_left_is_the_ship_that_moves_on() -> None:
    game = position(hands=[SIX])
    game.play("sail 3 empty")
    assert (game.phase, game.state["sailing"]) == ("sailing", 3)
    assert game.legal == ("stop", "wind")
    game.play("stop")
    assert (game.player, game.state["sailing"]) == (1, None)


def dominio() -> Game:
    return position(expansion=True, warehouses=["SSSSSSBBBBB"], hands=["oo"])


def test_r3_2_conquering_and_training_before_the_move_and_after_it() -> None:
    game = dominio()
    for phase, conquest in (("orders", "conquer zara 2+0"), ("closing", "conquer durazzo 2+2")):
        assert (game.player, game.phase) == (0, phase)
        play(game, "train", conquest)
        assert (game.player, game.phase) == (0, phase)
        if phase == "orders":
            play(game, "sail 1 empty", "stop")
    assert {"done", "train"} <= set(game.legal)


def test_r3_2_not_while_a_ship_is_under_way() -> None:
    game = dominio()
    game.play("sail 1 empty")
    assert game.phase == "sailing"
    assert game.legal == ("stop", "wind")


def test_r3_2_only_in_ones_own_turn() -> None:
    game = position(expansion=True, warehouses=["", "SSSBB"])
    assert {move.split()[0] for move in game.legal} == {"sail"}
    game.play("sail 1 empty")
    assert {move.split()[0] for move in game.legal} == {"sail", "conquer", "train"}


def test_r3_3_the_end_is_announced_after_the_move() -> None:
    game = position(warehouses=[SIX])
    assert "end" not in game.legal
    game.play("sail 1 empty")
    assert (game.player, game.phase) == (0, "closing")
    assert game.legal == ("done", "end")


@pytest.mark.parametrize("goods", ["", "opgrb", "oopgrbb"])
def test_r3_3_the_turn_ends_by_itself_where_nothing_is_left_to_do(goods: str) -> None:
    game = position(warehouses=[goods])
    game.play("sail 1 empty")
    assert (game.player, game.phase) == (1, "orders")


def test_r3_3_the_turn_ends_by_itself_once_everything_is_done() -> None:
    announced = play(position(warehouses=[SIX]), "sail 1 empty", "end")
    assert (announced.player, announced.phase) == (1, "orders")
    bought = play(position(expansion=True, warehouses=["SS"]), "sail 1 empty", "conquer zara 2+0")
    assert (bought.player, bought.phase) == (1, "orders")
    trained = play(position(expansion=True, warehouses=["B"]), "sail 1 empty", "train")
    assert (trained.player, trained.phase) == (1, "orders")
    done = play(position(warehouses=[SIX]), "sail 1 empty", "done")
    assert (done.player, done.phase) == (1, "orders")
    assert done.state["end_called_by"] is None
