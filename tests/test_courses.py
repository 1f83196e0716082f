"""Where ships could sail: what `courses` promises is what playing it does."""

import random

import pytest

from goldenhorn.game import Game
from goldenhorn.rules.options import Options
from goldenhorn.trace import Json
from tests.kinds import TABLES


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_stop_of_every_course_is_reached_by_its_moves(table: Options) -> None:
    chance = random.Random(7)
    for seed in range(3):
        game = Game.new(table=table, seed=seed)
        while not game.is_over:
            for course in game.courses:
                for stop in course["stops"]:
                    ends_there(game, course, stop, chance)
            game.play(chance.choice(game.legal))


def ends_there(game: Game, course: Json, stop: Json, chance: random.Random) -> None:
    after = game.copy()
    seat = game.player
    cards = game.state["hands"][seat]
    first = [chance.choice(course["first"])] if course["first"] else []
    for move in [*first, *stop["then"]]:
        after.play(move)
    assert after.state["ships"][seat][course["ship"] - 1]["at"] == stop["at"]
    assert bool(stop["stay"]) == (after.phase == "sailing")
    for move in stop["stay"]:
        after.play(move)
    assert after.state["sailing"] is None
    paid = [stop["card"] for stop in course["stops"] if stop["card"]]
    assert all(cards.count(colour) >= paid.count(colour) for colour in paid)


def test_courses_use_every_move_of_a_ship_and_no_other() -> None:
    chance = random.Random(3)
    for seed in range(20):
        game = Game.new(players=2 + seed % 3, expansion=seed % 2 == 0, seed=seed)
        while not game.is_over:
            named = sorted(move for course in game.courses for move in course["first"])
            assert named == [move for move in game.legal if move.startswith("sail ")]
            if game.phase == "sailing":
                (course,) = game.courses
                assert course["stops"][0]["then"] == [m for m in game.legal if m != "stop"]
            game.play(chance.choice(game.legal))


def test_a_seat_sees_the_courses_of_its_own_turn_and_nobody_elses() -> None:
    chance = random.Random(4)
    game = Game.new(players=3, seed=4)
    while not game.is_over:
        for seat in (-1, 0, 1, 2):
            shown = game.seen_by(seat).courses
            assert shown == (game.courses if seat == game.player else [])
        game.play(chance.choice(game.legal))
