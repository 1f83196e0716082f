"""Players: they play every game to its end, by nothing but what their seat sees."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from goldenhorn.game import Game, Seen
from goldenhorn.lab.simulate import Simulation, chance_of, run, run_with_moves
from goldenhorn.players import LEVELS, NAMES, Player, UnknownPlayer, check_name, player
from goldenhorn.players.choose import DESK, choose_alone
from goldenhorn.players.searcher import Searcher, budget
from goldenhorn.rules.compiled import COMPILED
from goldenhorn.rules.options import Options, options
from goldenhorn.rules.state import new_states
from tests.kinds import TABLES
from tests.positions import often, play

SEARCH = "search:20"


def table_of(name: str) -> Options:
    """A table by name; where the rules run uncompiled, with games cut short."""
    return TABLES[name] if COMPILED else replace(TABLES[name], round_limit=6)


def game_between(table: Options, seats: list[Player], seed: int) -> Game:
    game = Game.new(table=table, seed=seed)
    while not game.is_over:
        move = seats[game.player].choose(game.seen_by(game.player))
        assert move in game.legal
        game.play(move)
    return game


def moments(name: str, seed: int, every: int) -> list[Game]:
    """A game of random moves at many of its moments."""
    game = game_between(table_of(name), [player("random", seed)] * 4, seed)
    found = []
    for ply in range(0, game.ply, every):
        here = game.copy()
        here.go_to(ply)
        found.append(here)
    return found


# Whole games


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", NAMES)
def test_every_player_plays_at_every_table(name: str, table: str) -> None:
    own = table_of(table)
    alone = [player(name, 1), *(player("random", 2 + seat) for seat in range(own.players - 1))]
    among = [player(name, seat) for seat in range(own.players)]
    for seats in (alone, among):
        game = game_between(own, seats, seed=5)
        assert game.outcome is not None


@pytest.mark.parametrize("table", ["it-2", "fr-3-dominio", "el-4"])
def test_a_searching_player_plays_too(table: str) -> None:
    own = table_of(table)
    searching = player(SEARCH, 1)
    others: list[Player] = [player("quick", 2 + seat) for seat in range(own.players - 1)]
    games = [game_between(own, [searching, *others], seed) for seed in (3, 4)]
    assert all(game.is_over for game in games), "one player plays several games in a row"


@pytest.mark.parametrize("name", NAMES)
def test_a_player_can_sit_at_tables_by_turns(name: str) -> None:
    """Nothing of one game gets into another that the same player plays at the same time."""
    one, two = player(name, 1), player(name, 1)
    games = [Game.new(table=table_of(table), seed=3) for table in ("it-2", "fr-4-dominio")]
    chosen = []
    for _ in range(40):
        for game in games:
            if not game.is_over:
                chosen.append(one.choose(game.seen_by(game.player)))
                assert chosen[-1] == two.choose(game.seen_by(game.player))
                game.play(chosen[-1])


# The same in simulations, and with a seed


@pytest.mark.parametrize("table", ["it-2", "fr-3-dominio", "el-4-dominio", "cs-4"])
def test_players_choose_the_same_in_a_simulation(table: str) -> None:
    """There the compiled loop plays with whole states: nobody gains anything by that."""
    own = table_of(table)
    for first in range(len(NAMES)):
        seats = tuple(NAMES[(first + seat) % len(NAMES)] for seat in range(own.players))
        simulation = Simulation(own, seats, 2**90 + 17)
        for number, _, moves in run_with_moves(simulation, 2):
            sitting = [
                player(name, chance_of(simulation.seed, number, seat))
                for seat, name in enumerate(seats)
            ]
            assert game_between(own, sitting, simulation.key(number)).codes() == moves


@pytest.mark.parametrize("name", [*NAMES, SEARCH, f"{SEARCH}*2"])
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    table = table_of("it-2")
    games = [game_between(table, [player(name, s), player(name, 8)], 6) for s in (5, 5, 2**64 + 5)]
    assert games[0].line == games[1].line == games[2].line


@pytest.mark.parametrize("name", ["random", "greedy", "quick"])
def test_another_seed_makes_other_choices(name: str) -> None:
    lines = {
        game_between(table_of("it-2"), [player(name, seed), player("random", 8)], 6).line
        for seed in range(8)
    }
    assert len(lines) > 4


def test_without_a_seed_chance_decides() -> None:
    lines = {
        game_between(table_of("it-2"), [player("random"), player("random")], 6).line
        for _ in range(8)
    }
    assert len(lines) == 8


def test_a_random_player_is_fair() -> None:
    """Each legal move is as likely as the others, wherever it stands in the mask."""
    game = play(Game.new(2, expansion=True, seed=7), "place VVV", "place CCC")
    seen = game.seen_by(0)
    rounds = often(8000)
    chance = player("random", 3)
    counts = dict.fromkeys(seen.legal, 0)
    for _ in range(rounds):
        counts[chance.choose(seen)] += 1
    share = 1 / len(counts)
    spread = np.sqrt(share * (1 - share) * rounds)
    assert all(abs(count - rounds * share) < 5 * spread for count in counts.values())


# What they know


class Watched:
    """What a seat sees, noting what is asked of it."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        return getattr(self._seen, name)


@pytest.mark.parametrize("name", [*NAMES, SEARCH])
@pytest.mark.parametrize("table", ["it-3", "fr-2-dominio", "el-4-dominio"])
def test_what_is_hidden_changes_no_choice(name: str, table: str) -> None:
    """The real game and games dealt anew look alike to a seat, and it does the same in all."""
    for game in moments(table, seed=9, every=often(6) or 60):
        seat = game.player
        choices = set()
        for dealt in (game, *(game.seen_by(seat).deal(seed) for seed in range(4))):
            choices.add(player(name, 11).choose(dealt.seen_by(seat)))
        assert len(choices) == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", ["it-3", "fr-2-dominio", "el-4-dominio"])
def test_nor_where_a_player_is_given_the_whole_state(name: str, table: str) -> None:
    """In a simulation nothing hides the state before a player is asked."""
    kind = NAMES.index(name)
    for game in moments(table, seed=10, every=often(6) or 60):
        seat = game.player
        choices = set()
        for dealt in (game, *(game.seen_by(seat).deal(seed) for seed in range(4))):
            desk = new_states(DESK)
            desk[:1] = dealt.record
            thoughts = np.array([12], np.uint64)
            masks = np.array([dealt.mask], np.uint64)
            choices.add(int(choose_alone(kind, desk, seat, masks, thoughts)))
        assert len(choices) == 1
        assert game.write(choices.pop()) in game.legal


@pytest.mark.parametrize("name", [*NAMES, SEARCH])
def test_a_player_asks_nothing_that_a_seat_does_not_have(name: str) -> None:
    for game in moments("it-3-dominio", seed=3, every=20):
        watched: Any = Watched(game.seen_by(game.player))
        assert player(name, 1).choose(watched) in game.legal
        assert not {"seed", "_seed", "copy", "play", "codes"} & watched.asked


@pytest.mark.parametrize("name", NAMES)
def test_what_a_player_is_given_stays_as_it_was(name: str) -> None:
    for game in moments("cs-4-dominio", seed=3, every=20):
        seen = game.seen_by(game.player)
        before = seen.record.tobytes()
        player(name, 1).choose(seen)
        assert seen.record.tobytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_with_nothing_to_decide(name: str) -> None:
    game = Game.new(seed=1)
    for seat in (1, 2, -1):
        with pytest.raises(ValueError, match="nothing to decide"):
            player(name, 1).choose(game.seen_by(seat))


# How well they play


@pytest.mark.skipif(not COMPILED, reason="so many games take too long uncompiled")
@pytest.mark.parametrize(
    ("better", "worse", "least"), [("greedy", "random", 0.97), ("quick", "random", 0.9)]
)
def test_one_plays_better_than_the_other(better: str, worse: str, least: float) -> None:
    half = 200
    won = 0.0
    for seat, seats in enumerate(((better, worse), (worse, better))):
        results, _ = run(Simulation(options(2), seats, 20), half)
        scores = results["scores"]
        won += (scores[:, seat] > scores[:, 1 - seat]).sum()
    assert won >= least * 2 * half


def test_greedy_takes_what_it_is_offered() -> None:
    """Whenever it can pay for a dominion, it takes one, or trains a builder for it first."""
    game = Game.new(3, expansion=True, seed=5)
    greedy = [player("greedy", seat) for seat in range(3)]
    conquests = 0
    while not game.is_over:
        seen = game.seen_by(game.player)
        move = greedy[game.player].choose(seen)
        if any(each.startswith("conquer") for each in seen.legal):
            assert move.split()[0] in ("conquer", "train")
            conquests += move.startswith("conquer")
        game.play(move)
    assert conquests


# Names


@pytest.mark.parametrize("name", [*NAMES, *LEVELS, SEARCH, "search:10ms", "search:1*2"])
def test_there_are_players(name: str) -> None:
    assert check_name(name) == name
    made = player(name, 1)
    game = Game.new(seed=1)
    if name not in LEVELS:
        assert made.choose(game.seen_by(0)) in game.legal


NOBODY = """
nobody|Random|random |me|search|search:|search:0|search:-1|search:5s|search:1*0|search:99999999|
a:b|:|x:|:y|..x:Y|goldenhorn.players:Nobody|random:|{x}
"""


@pytest.mark.parametrize(
    "name", [*NOBODY.strip("\n").split("|"), "", "x" * 1000, "\0:x", "\x1b[2J"]
)
def test_there_is_no_such_player(name: str) -> None:
    for asked in (check_name, player):
        with pytest.raises(UnknownPlayer) as no:
            asked(name)
        assert len(str(no.value)) < 400
        assert str(no.value).isprintable()


@pytest.mark.parametrize("name", [None, 3, ["random"], b"random"])
def test_a_name_is_a_text(name: Any) -> None:
    with pytest.raises((UnknownPlayer, TypeError, AttributeError)):
        player(name)


class Last:
    """A player of one's own, by module and class: it takes the last of all moves."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, seen: Seen) -> str:
        return seen.legal[-1]


def test_a_player_of_ones_own() -> None:
    name = f"{__name__}:Last"
    assert check_name(name) == name
    game = game_between(options(2, round_limit=9), [player(name, 5), player("random", 2)], 4)
    assert game.is_over


def test_levels_are_players() -> None:
    assert all(name in NAMES or budget(name) for name in LEVELS.values())


def test_a_search_explains_itself() -> None:
    game = play(Game.new(2, seed=7), "place VVV", "place CCC")
    allowed = budget("search:300")
    assert allowed is not None
    searcher = Searcher(allowed, 1)
    told = searcher.explain(game.seen_by(0))
    assert 1 <= len(told["candidates"]) <= 5
    for candidate in told["candidates"]:
        assert candidate["move"] in game.legal
        assert 0 <= candidate["win_chance"] <= 1
        assert candidate["line"][0] == candidate["move"]


def test_seeds_of_any_size() -> None:
    game = Game.new(seed=1)
    chance = random.Random(1)
    for name in (*NAMES, SEARCH):
        for seed in (0, 2**64 - 1, 2**64, 2**128, chance.getrandbits(200)):
            assert player(name, seed).choose(game.seen_by(0)) in game.legal
