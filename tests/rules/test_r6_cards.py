"""R6: where cards come from."""

from collections import Counter

import pytest

from tests.positions import added, chance_of, often, play, position, ship

COMES = {1: 3, 2: 2, 3: 1}  # cards for ships 1, 2, 3


@pytest.mark.parametrize("number", COMES)
@pytest.mark.parametrize(("place", "to"), [(1, "V"), (12, "C")])
def test_r6_1_three_cards_two_or_one_in_a_main_port(number: int, place: int, to: str) -> None:
    game = position(ships={(0, number): {"at": place, "to": to}}, hands=["ooy", "p", ""])
    deck = game.state["deck"]
    ((kind, seat, drawn),) = chance_of(game, f"sail {number}")
    assert (kind, seat, len(drawn)) == ("cards", 0, COMES[number])
    assert added("ooy", game.state["hands"][0]) == "".join(sorted(drawn))
    assert added(game.state["deck"], deck) == "".join(sorted(drawn))
    assert game.state["hands"][1:] == ["p", ""]


@pytest.mark.parametrize("number", COMES)
@pytest.mark.parametrize(("players", "modone"), [(2, 4), (4, 7)])
def test_r6_1_modone_brings_cards_except_with_two_players(
    number: int, players: int, modone: int
) -> None:
    game = position(players, ships={(0, number): {"at": modone - 1, "to": "C"}}, hands=["o"])
    play(game, f"sail {number}")
    assert ship(game, 0, number)["at"] == modone
    assert len(game.state["hands"][0]) == 1 + (COMES[number] if players == 4 else 0)


def test_r6_1_with_two_players_a_main_port_does() -> None:
    game = position(2, ships={(0, 1): {"at": 7, "to": "C"}}, hands=["o"])
    play(game, "sail 1")
    assert len(game.state["hands"][0]) == 4


@pytest.mark.parametrize("number", COMES)
def test_r6_1_the_port_a_ship_left_is_a_port_like_any_other(number: int) -> None:
    game = position(ships={(0, number): {"at": 1, "to": "C", "adrift": True}}, hands=["o"])
    play(game, f"sail {number} about")
    assert ship(game, 0, number)["at"] == 0
    assert len(game.state["hands"][0]) == 1 + COMES[number]


def test_r6_1_a_full_modone_that_is_jumped_brings_nothing() -> None:
    ships = {(1, n): {"at": "M", "to": "C"} for n in (1, 2, 3)}
    game = position(4, ships=ships | {(0, 1): {"at": 6, "to": "C"}}, hands=["o"])
    play(game, "sail 1", "stop")
    assert ship(game, 0, 1)["at"] == 8
    assert game.state["hands"][0] == "o"


def test_r6_1_no_cards_at_sea() -> None:
    game = position(hands=["p"])
    play(game, "sail 1 b")
    assert game.state["hands"][0] == "p"


def test_r6_2_the_discards_become_the_pile_in_the_middle_of_a_draw() -> None:
    ships = {(0, 1): {"at": 12, "to": "C"}}
    game = position(ships=ships, hands=["", "*"], deck="rr", discards="bby")
    chance = chance_of(game, "sail 1")
    assert chance[:2] == [["cards", 0, "rr"], ["reshuffle"]]
    kind, seat, drawn = chance[2]
    assert (kind, seat) == ("cards", 0)
    assert drawn in ("b", "y")
    assert game.state["discards"] == ""
    assert Counter(game.state["deck"]) == Counter("bby") - Counter(drawn)


def test_r6_2_not_before_a_card_is_due() -> None:
    ships = {(0, 1): {"at": 12, "to": "C"}, (1, 3): {"at": 11, "to": "C"}}
    game = position(ships=ships, hands=["", "*"], deck="rrr", discards="bby")
    assert chance_of(game, "sail 1") == [["cards", 0, "rrr"]]
    assert (game.state["deck"], game.state["discards"]) == ("", "bby")
    chance = chance_of(game, "sail 3")
    assert game.phase == "sailing"
    assert chance == []
    assert [row[0] for row in chance_of(game, "wind")] == ["reshuffle", "cards"]
    assert game.state["discards"] == ""
    assert len(game.state["deck"]) == 3  # bby and the wind, less one card


@pytest.mark.parametrize("left", ["", "r", "ry"])
def test_r6_2_if_both_are_empty_the_player_gets_what_there_was(left: str) -> None:
    for deck, discards in ((left, ""), ("", left), (left[:1], left[1:])):
        game = position(
            ships={(0, 1): {"at": 12, "to": "C"}}, hands=["", "*"], deck=deck, discards=discards
        )
        drawn = [row[2] for row in chance_of(game, "sail 1") if row[0] == "cards"]
        assert "".join(drawn) == game.state["hands"][0] == left
        assert "" not in drawn
        assert game.state["deck"] == game.state["discards"] == ""


def test_r6_2_the_discards_are_shuffled() -> None:
    """One card of six: each colour comes about equally often."""
    games = often(1200)
    came: Counter[str] = Counter()
    for seed in range(games):
        game = position(
            ships={(0, 3): {"at": 12, "to": "C"}},
            hands=["", "*"],
            deck="",
            discards="opgrby",
            seed=seed,
        )
        play(game, "sail 3")
        came[game.state["hands"][0]] += 1
    assert set(came) == set("opgrby")
    assert all(abs(n - games / 6) < 5 * (games * 5 / 36) ** 0.5 for n in came.values())


def test_r6_3_there_is_no_hand_limit() -> None:
    game = position(ships={(0, 1): {"at": 12, "to": "C"}}, hands=["*"], deck="opg", discards="")
    assert len(game.state["hands"][0]) == 51
    play(game, "sail 1")
    assert len(game.state["hands"][0]) == 54
    assert game.player == 1
