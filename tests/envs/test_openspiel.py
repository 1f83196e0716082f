"""The OpenSpiel game: by the library's own tests, and draw by draw the same as the engine's."""

import copy
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from goldenhorn import Game, options
from goldenhorn.envs.fields import SIZE
from goldenhorn.envs.observe import seen
from goldenhorn.envs.openspiel import GoldenHornState
from goldenhorn.envs.told import Moment
from goldenhorn.rules import box
from goldenhorn.rules.compiled import COMPILED
from goldenhorn.trace import state_data
from tests.positions import chance_of, often

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "edition": "cs", "expansion": True, "first_player": 2},
    {"players": 4, "edition": "fr", "expansion": True},
]
NAME = "python_golden_horn"


@pytest.mark.parametrize("own", TABLES)
def test_told_the_same_draws_it_is_the_same_game(own: dict[str, Any]) -> None:
    chance = random.Random(4)
    table = options(**own)
    for seed in range(often(8)):
        game = Game.new(table=table, seed=seed)
        moment = Moment.first(table)
        while not game.is_over:
            assert moment.player == game.player
            assert state_data(moment.states, 0) == game.state
            assert moment.legal == tuple(sorted(game.parse(move) for move in game.legal))
            move = chance.choice(game.legal)
            moment = moment.after(game.parse(move))
            for row in chance_of(game, move):
                for letter in row[2] if row[0] in ("goods", "cards") else "":
                    assert moment.draw
                    thing = box.CUBE_LETTERS.index(letter)
                    assert moment.counts[thing] > 0
                    if row[0] == "cards":
                        assert moment.whom == row[1]
                    moment = moment.after(thing)
            assert not moment.draw
        assert moment.over
        assert moment.scores() == list(game.scores)


def test_ships_placed_by_chance() -> None:
    moment = Moment.first(options(2, placement="random"))
    for place in (0, 1, 1, 1, 0, 0):
        assert moment.counts[:2] == (1, 1)
        moment = moment.after(place)
    while moment.draw:
        moment = moment.after(next(thing for thing, n in enumerate(moment.counts) if n))
    ships = state_data(moment.states, 0)["ships"]
    assert [[ship["at"] for ship in fleet] for fleet in ships] == [[0, 8, 8], [8, 0, 0]]


@pytest.mark.parametrize(
    "name",
    [
        NAME,
        f"{NAME}(players=3,edition=el,expansion=true,reward=margin)",
        f"{NAME}(players=2,edition=fr,reward=margin,history=20)",
        f"{NAME}(players=4,expansion=true,round_limit=30)",
    ],
)
def test_the_librarys_own_simulation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def states(name: str, seed: int = 1) -> Any:
    """All states of a random game."""
    chance = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(chance.choices(outcomes, odds)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    yield state


def test_dealt_again_a_player_cannot_tell() -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for state in states(f"{NAME}(players=3)"):
        if state.is_chance_node():
            with pytest.raises(ValueError, match="where a player decides"):
                state.resample_from_infostate(0, sampler)
            continue
        for player in range(3):
            other = state.resample_from_infostate(player, sampler)
            assert isinstance(other, GoldenHornState)
            for ask in ("information_state_string", "information_state_tensor"):
                assert getattr(other, ask)(player) == getattr(state, ask)(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.legal_actions() == state.legal_actions()
            hands = other.moment.states["hands"][0], state.moment.states["hands"][0]
            different += (hands[0] != hands[1]).any()
            assert (hands[0].sum(axis=1) == hands[1].sum(axis=1)).all()
    assert different


def test_tensors_and_strings() -> None:
    for state in states(NAME):
        if state.is_chance_node():
            continue
        for player in range(2):
            tensor = state.observation_tensor(player)
            moment = state.moment
            information = state.information_state_tensor(player)
            assert information[:SIZE] == tensor
            view = moment.views[player][-1024:]
            assert bytes(map(int, information[SIZE:])).rstrip(b"\0") == view
            events = state.information_state_string(player).split("; ")
            assert len(events) == 2 + len(moment.views[player])
            own = events[1].removeprefix("hand ")
            assert len(own) == moment.states["hand_sizes"][0, player]
    drawn = [each for each in events if each.startswith("card")]
    assert "card ?" in drawn
    assert set(drawn) > {"card ?"}
    assert state.is_terminal()


def test_the_observation_is_that_of_all_environments() -> None:
    game = Game.new(2, seed=5)
    moment = Moment.first(game.options)
    state = pyspiel.load_game(NAME).new_initial_state()
    assert state.observation_tensor(0) == seen(game, 0)[0].tolist()
    assert moment.after(104).views[0] == bytes([105])


def test_only_what_is_asked_for() -> None:
    """Public alone and private alone, as `make_observation` may want them."""
    *_, state = states(NAME)
    game = state.get_game()
    for private, public in ((True, False), (False, True), (False, False)):
        kind = pyspiel.IIGObservationType(
            public_info=public,
            perfect_recall=True,
            private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
            if private
            else pyspiel.PrivateInfoType.NONE,
        )
        shown = make_observation(game, kind)
        shown.set_from(state, 0)
        own = np.array(state.moment.states["hands"][0, 0])
        assert (shown.dict["hand"] == (own if private else 0)).all()
        assert shown.dict["history"].any() == public
        assert shown.dict["scores"].any() == public
        text = shown.string_from(state, 0)
        assert ("hand" in text) == private
        assert not any(f"card {letter}" in text for letter in box.COLOURS)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"a": 1})


def test_copies_and_rewards() -> None:
    *_, state = states(f"{NAME}(players=3,reward=margin)")
    twin = copy.deepcopy(state)
    scores = state.moment.scores()
    best, second = sorted(scores)[-1], sorted(scores)[-2]
    assert twin.returns() == state.returns()
    assert max(state.returns()) == best - second
    with pytest.raises(ValueError, match="win or margin"):
        pyspiel.load_game(f"{NAME}(reward=fame)")


@pytest.mark.parametrize("own", ["players=2", "players=4,edition=fr,expansion=true,round_limit=8"])
def test_the_librarys_tree_search_plays_whole_games(own: str) -> None:
    """With few rollouts; one game to its end, and one that the round limit ends."""
    limit = "" if COMPILED or "round" in own else ",round_limit=6"
    game = pyspiel.load_game(f"{NAME}({own}{limit})")
    chance = np.random.RandomState(3)
    bots = [
        ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 3, random_state=chance)
        for _ in range(game.num_players())
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choice(outcomes, p=odds))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(1)
