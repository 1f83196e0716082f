"""What a seat sees, and the deals that are possible behind it."""

from collections import Counter
from itertools import permutations

import pytest

from goldenhorn import Game
from tests.positions import assert_sound, often, play, position

Deal = tuple[str, str, str]


def dealt(game: Game, seat: int, seed: int) -> Deal:
    """The hands of seats 1 and 2 and the draw pile, of a deal that seat 0 can't tell from this."""
    state = game.seen_by(seat).deal(seed).state
    return state["hands"][1], state["hands"][2], state["deck"]


def possible(cards: str) -> Counter[Deal]:
    """All ways to deal five cards: two to seat 1, one to seat 2, two to the draw pile."""
    found: Counter[Deal] = Counter()
    for way in permutations(cards):
        piles = (way[:2], way[2:3], way[3:])
        one, two, deck = ("".join(sorted(pile, key="opgrby".index)) for pile in piles)
        found[one, two, deck] += 1
    return found


def assert_alike(found: Counter[Deal], expected: Counter[Deal]) -> None:
    assert set(found) == set(expected)
    for deal, ways in expected.items():
        share = ways / expected.total()
        spread = (found.total() * share * (1 - share)) ** 0.5
        assert abs(found[deal] - share * found.total()) < 5 * spread, deal


def test_every_deal_of_the_unseen_cards_is_equally_likely() -> None:
    game = position(hands=["bb", "og", "r"], deck="rr")
    found = Counter(dealt(game, 0, seed) for seed in range(often(4000)))
    assert_alike(found, possible("ogrrr"))


def test_whoever_sails_by_the_wind_may_hold_the_card_for_it() -> None:
    """Seat 1 may go on from an orange square though its sails are green: so there is a card."""
    game = position(hands=["bb", "og", "r"], deck="or", ships={(1, 1): {"at": "V"}}, player=1)
    play(game, "sail 1 empty")
    assert game.legal == ("stop", "wind")
    found = Counter(dealt(game, 0, seed) for seed in range(often(4000)))
    expected = Counter({deal: n for deal, n in possible("ogror").items() if "o" in deal[0]})
    assert_alike(found, expected)
    for seed in range(20):
        twin = game.seen_by(2).deal(seed)
        twin.play("wind")
        assert_sound(twin)


def test_whoever_sails_on_a_colour_of_the_sails_needs_no_card_for_it() -> None:
    game = position(hands=["bb", "og", "r"], deck="or", ships={(1, 3): {"at": "V"}}, player=1)
    play(game, "sail 3 empty")
    assert game.legal == ("on", "stop")
    found = Counter(dealt(game, 0, seed) for seed in range(often(4000)))
    assert_alike(found, possible("ogror"))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_under_way_keeps_the_own_hand(seat: int) -> None:
    game = play(position(hands=["o", "pg"]), "sail 1 empty")
    deal = game.seen_by(seat).deal(5)
    assert deal.state["hands"][seat] == game.state["hands"][seat]
    assert "o" in deal.state["hands"][0]


def test_someone_who_watches_sees_no_hand() -> None:
    game = position(hands=["oo", "og", "r"], deck="rr")
    watching = game.seen_by(-1)
    assert watching.state["hands"] == ["??", "??", "?"]
    assert watching.legal == ()
    hands = {watching.deal(seed).state["hands"][0] for seed in range(200)}
    assert hands == {"oo", "og", "or", "gr", "rr"}
