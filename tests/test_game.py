"""The game as Python sees it: moves, going back and forth, copies, and what a seat may see."""

import copy
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldenhorn
from goldenhorn import BadNotation, BadOptions, Game, IllegalMove, Outcome, Seen
from goldenhorn.game import BadSeed
from goldenhorn.record import load
from goldenhorn.rules import box
from goldenhorn.rules.moves import MOVES
from goldenhorn.rules.options import options
from goldenhorn.rules.state import NONE
from goldenhorn.trace import Json
from tests.kinds import TABLES
from tests.positions import assert_sound, often, play, position

GAMES = Path(__file__).parent / "games"


def at_random(name: str = "it-3", plies: int = 40, seed: int = 1) -> Game:
    """A game of random moves, so many or up to its end."""
    game = Game.new(table=TABLES[name], seed=seed)
    chance = random.Random(seed)
    while not game.is_over and game.ply < plies:
        game.play(chance.choice(game.legal))
    return game


def from_scratch(game: Game) -> Game:
    """The same moments, by nothing but the seed and the moves."""
    again = Game.new(table=game.options, seed=game.seed)
    for move in game.moves:
        again.play(move)
    return again


def assert_same(one: Game, two: Game) -> None:
    assert one.record.tobytes() == two.record.tobytes()
    assert (one.moves, one.ply, one.mask) == (two.moves, two.ply, two.mask)


# At a notebook


def test_a_first_look() -> None:
    game = Game.new(seed=7)
    assert (game.players, game.player, game.phase, game.turn) == (3, 0, "placement", 0)
    assert len(game.legal) == 8
    assert game.legal == tuple(sorted(game.legal))
    assert (game.ply, game.line, game.moves, game.outcome) == (0, (), (), None)
    assert (game.scores, game.is_over, game.seed) == ((0, 0, 0), False, 7)
    play(game, "place VVV", "place VVV", "place CCC")
    assert (game.player, game.phase, game.turn) == (0, "orders", 1)
    assert game.moves == ("place VVV", "place VVV", "place CCC")


def test_data_is_plain_and_new_each_time() -> None:
    game = at_random("fr-2-dominio")
    data = game.data
    assert data["state"] == game.state
    assert data["scores"] == list(game.scores)
    assert set(data) == {"rules", "players", "first_player", "route", "fleets", "state", "scores"}
    data["state"]["hands"][0] = "changed"
    data["route"].clear()
    assert game.data["state"] == game.state != data["state"]
    assert game.record.shape == (1,)
    kept = game.record
    kept["turn"] = 999
    assert game.turn != 999


def test_what_a_notebook_shows() -> None:
    game = Game.new(players=2, edition="fr", expansion=True, seed=7)
    assert repr(game) == "<Game: 2 players, fr with Dominio da Mar; turn 0, seat 0, placement>"
    assert repr(game.seen_by(1)) == "<Seen by seat 1: turn 0, seat 0, placement>"
    for shown in (game, game.seen_by(0)):
        assert shown._repr_svg_().startswith("<svg")
        assert shown._repr_svg_() == shown.svg()
        assert str(shown).strip()
    over = load(GAMES / "it-2.ghr.json")
    points = "-".join(map(str, over.scores))
    assert repr(over) == f"<Game: 2 players, it; over, {points}>"
    assert "custom" in repr(Game.new(loading="must", last_turns="one_more_each"))


@pytest.mark.parametrize("seed", [-1, 2**128, pytest.param(10**5000, id="huge"), 1.0, "1", True])
def test_a_seed_is_128_bits(seed: Any) -> None:
    with pytest.raises(BadSeed, match="a seed is a whole number"):
        Game.new(seed=seed)


def test_without_a_seed_every_game_is_another() -> None:
    seeds = {Game.new().seed for _ in range(20)}
    assert len(seeds) == 20
    assert all(seed is not None and 0 <= seed < 1 << 128 for seed in seeds)


def test_the_whole_seed_counts() -> None:
    seeds = (0, 1, 1 << 63, 1 << 64, 1 << 127, (1 << 128) - 1)
    games = [Game.new(placement="random", seed=seed) for seed in seeds]
    assert len({game.record.tobytes() for game in games}) == len(seeds)
    assert [game.seed for game in games] == list(seeds)


@pytest.mark.parametrize("seed", [-1, 1 << 128, 10**60, "1", 1.0, True, b"1", [1]])
def test_a_bad_seed(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"2\*\*128"):
        Game.new(seed=seed)


@pytest.mark.parametrize(
    ("own", "rule"),
    [
        ({"players": 1}, "R2.1"),
        ({"players": 5}, "R2.1"),
        ({"players": "3"}, "R2.1"),
        ({"players": True}, "R2.1"),
        ({"edition": "de"}, "R2.3"),
        ({"edition": None}, "R2.3"),
        ({"expansion": "yes"}, "R9.1"),
        ({"loading": "never"}, "R5.2"),
        ({"first_player": 3}, "R2.6"),
        ({"round_limit": 0}, "R7.4"),
        ({"fleets": []}, "R2.2"),
        ({"fleets": "pobgry"}, "R1.4"),
        ({"route": "VC"}, "R2.1"),
        ({"expansion": True, "dominions": {}}, "R9.12"),
        ({"expansion": True, "dominions": 5}, "R9.12"),
        ({"version": 2}, "R1"),
    ],
)
def test_bad_options(own: dict[str, Any], rule: str) -> None:
    with pytest.raises(BadOptions) as no:
        Game.new(seed=1, **own)
    assert no.value.rule == rule
    assert str(no.value) == f"{rule}: {no.value.reason}"


def test_an_option_that_is_none() -> None:
    with pytest.raises(TypeError):
        Game.new(colour="red")  # type: ignore[call-arg]


# Notation


@pytest.mark.parametrize("name", TABLES)
def test_every_code_is_written_and_read_back(name: str) -> None:
    game = Game.new(table=TABLES[name], seed=1)
    seen = game.seen_by(0)
    texts = set()
    for code in range(MOVES):
        try:
            text = game.write(code)
        except BadNotation:
            with pytest.raises(BadNotation):
                game.play(code)
            continue
        texts.add(text)
        for loose in (text, text.upper(), f"  {text.replace(' ', '   ')}\n"):
            assert game.parse(loose) == seen.parse(loose) == code
        assert seen.write(code) == text
    conquests = sum(min(5, price + 1) for price, _ in game.options.dominions)
    assert len(texts) == 36 + 3 + conquests + 10 * game.players + 8 + 3


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("place vcv", "place VCV"),
        ("PLACE Vcv", "place VCV"),
        ("raid 0.3 rg", "raid 0.3 gr"),
        ("RAID  0.3\tRG", "raid 0.3 gr"),
        ("Sail 1 B", "sail 1 b"),
        (" sail 3 About ", "sail 3 about"),
        ("Conquer  Zara 2+0", "conquer zara 2+0"),
        ("WIND", "wind"),
    ],
)
def test_loose_spelling(text: str, plain: str) -> None:
    game = Game.new(expansion=True, seed=1)
    assert game.write(game.parse(text)) == plain
    with pytest.raises(IllegalMove) if plain[:5] != "place" else _nothing() as no:
        game.play(text)
    if no is not None:
        assert no.value.move == plain


class _nothing:
    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


NO_MOVES = """
fly,sail,sail 4,sail 0 b,sail 1 x,sail 1 b b,sail 1b,sail 1 b;done,place VVVV,place,raid 3.1 pp,
raid 0.3 xx,raid 0.3 pp,raid 0.4 gr,wind p,on on,conquer zara 1+1,conquer rome 2+0,conquer zara,
done.,{ $text },sail ١ b,ſail 1 b
"""


@pytest.mark.parametrize(
    "text", [*NO_MOVES.strip().split(","), "", " ", "x" * 10_000, "\0", "\ud800", "place VVV\u200b"]
)
def test_no_move_at_all(text: str) -> None:
    game = Game.new(expansion=True, seed=1)
    for read in (game.parse, game.play, game.why_not, game.seen_by(0).parse):
        with pytest.raises(BadNotation) as no:
            read(text)
        assert 0 < len(str(no.value)) < 400
        assert str(no.value).isprintable()
    assert game.ply == 0


@pytest.mark.parametrize("text", [None, 3, 1.5, b"done", ["done"], object()])
def test_what_is_not_even_text_is_no_notation(text: Any) -> None:
    with pytest.raises((BadNotation, TypeError)):
        Game.new(seed=1).parse(text)


@pytest.mark.parametrize("code", [-1, MOVES, 10**9, -(10**30), 39, 64 + 30])
def test_no_code_of_a_move(code: int) -> None:
    """39 is a conquest, without the expansion; 94 raids a fourth seat."""
    game = Game.new(seed=1)
    for read in (game.write, game.play):
        with pytest.raises(BadNotation):
            read(code)


def test_notation_follows_the_fleets_of_the_table() -> None:
    fleets = [["y", "rg", "bpo"], ["p", "ob", "gry"]]
    game = Game.new(2, fleets=fleets, seed=1)
    assert game.parse("raid 0.1 yy") == Game.new(2, seed=1).parse("raid 0.1 pp")
    assert game.parse("raid 0.3 bp") == game.parse("raid 0.3 pb")
    with pytest.raises(BadNotation, match="sails"):
        game.parse("raid 0.1 pp")


def test_moves_may_be_given_as_codes() -> None:
    one, two = Game.new(seed=3), Game.new(seed=3)
    chance = random.Random(5)
    for _ in range(50):
        code = chance.choice(codes_of(one))
        one.play(code)
        two.play(two.write(code))
    assert_same(one, two)
    assert one.codes() == [one.parse(move) for move in two.moves]


def codes_of(game: Game) -> list[int]:
    low, high = game.mask
    return [code for code in range(MOVES) if (low | high << 64) >> code & 1]


@pytest.mark.parametrize("name", TABLES)
def test_the_mask_is_the_list_of_legal_moves(name: str) -> None:
    game = at_random(name)
    for ply in range(game.ply + 1):
        game.go_to(ply)
        assert sorted(map(game.write, codes_of(game))) == list(game.legal)


# What is refused


def test_an_illegal_move_says_which_rule_and_why() -> None:
    game = play(Game.new(players=2, seed=7), "place VVV", "place CCC")
    with pytest.raises(IllegalMove) as no:
        game.play("END")
    assert (no.value.move, no.value.rule) == ("end", "R3.3")
    assert "after your move" in no.value.reason
    assert str(no.value) == f"end: {no.value.reason} (R3.3)"
    refusal = game.why_not("end")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (no.value.rule, no.value.reason)
    assert str(refusal) == f"{refusal.reason} (R3.3)"
    assert game.why_not(game.legal[0]) is None


@pytest.mark.parametrize("name", TABLES)
def test_every_move_is_legal_or_refused(name: str) -> None:
    """Whatever is tried, nothing happens to a game but by legal moves."""
    game = at_random(name, plies=60)
    moves = [text for text in map(_text(game), range(MOVES)) if text]
    for ply in range(0, game.ply + 1, 4):
        here = game.copy()
        here.go_to(ply)
        before = here.record.tobytes()
        for move in moves:
            refusal = here.why_not(move)
            assert (refusal is None) == (move in here.legal)
            if refusal is not None:
                with pytest.raises(IllegalMove) as no:
                    here.play(move)
                assert (no.value.rule, no.value.reason) == (refusal.rule, refusal.reason)
        assert here.record.tobytes() == before
        assert (here.ply, here.line) == (ply, game.line)


def _text(game: Game) -> Any:
    def text(code: int) -> str:
        try:
            return game.write(code)
        except BadNotation:
            return ""

    return text


def test_a_game_that_is_over_takes_no_moves() -> None:
    game = load(GAMES / "fr-3.ghr.json")
    assert (game.legal, game.mask) == ((), (0, 0))
    with pytest.raises(IllegalMove) as no:
        game.play("done")
    assert no.value.rule == "R7.3"


@pytest.mark.parametrize("name", ["it-2", "it-3-dominio", "el-4-dominio"])
def test_where_a_step_leads(name: str) -> None:
    game = load(GAMES / f"{name}.ghr.json")
    for ply in range(game.ply):
        game.go_to(ply)
        leads = game.leads
        ships = [move for move in game.legal if move.split()[0] in ("sail", "on", "wind")]
        assert sorted(leads) == sorted(ships)
        for move in ships[:3]:
            after = game.copy()
            number = game.state["sailing"] or int(move.split()[1])
            after.play(move)
            assert after.state["ships"][game.player][number - 1]["at"] == leads[move]


# Back and forth


def test_back_and_forth() -> None:
    game = at_random(plies=20)
    line = game.line
    assert len(line) == 20
    states = []
    for ply in range(21):
        game.go_to(ply)
        states.append(game.state)
        assert (game.ply, game.moves, game.line) == (ply, line[:ply], line)
    game.back(5)
    assert game.state == states[15]
    game.back()
    game.forward(3)
    assert game.state == states[17]
    game.forward()
    assert game.state == states[18]
    game.go_to(0)
    assert game.state == states[0]
    game.forward(20)
    assert game.state == states[20]


def test_a_move_after_going_back_drops_what_lay_ahead() -> None:
    game = at_random(plies=20)
    old = game.line
    game.go_to(10)
    other = next(move for move in game.legal if move != old[10])
    game.play(other)
    assert game.line == (*old[:10], other)
    assert game.ply == 11
    with pytest.raises(IndexError):
        game.forward()
    game.back()
    game.play(old[10])
    assert game.line == old[:11]
    assert_same(game, from_scratch(game))


def test_the_same_move_after_going_back_drops_what_lay_ahead_too() -> None:
    game = at_random(plies=20)
    old = game.line
    game.go_to(10)
    game.play(old[10])
    assert game.line == old[:11]
    with pytest.raises(IndexError):
        game.forward()


def test_an_illegal_move_after_going_back_drops_nothing() -> None:
    game = at_random(plies=20)
    old = game.line
    game.go_to(10)
    with pytest.raises(IllegalMove):
        game.play("place VVV")
    assert (game.line, game.ply) == (old, 10)
    game.forward(10)
    assert_same(game, from_scratch(game))


def test_undo_is_for_good() -> None:
    game = at_random(plies=20)
    old = game.line
    game.undo()
    assert (game.line, game.ply) == (old[:19], 19)
    game.undo(9)
    assert game.line == old[:10]
    with pytest.raises(IndexError):
        game.forward()
    game.back(5)
    game.undo(2)
    assert game.line == old[:3]


@pytest.mark.parametrize("ply", [-1, 21, 10**9, -(10**9)])
def test_there_is_no_such_moment(ply: int) -> None:
    game = at_random(plies=20)
    for go in (game.go_to, lambda to: game.forward(to - 20), lambda to: game.back(20 - to)):
        with pytest.raises(IndexError, match="0 to 20"):
            go(ply)
    with pytest.raises(IndexError):
        game.undo(21)
    assert (game.ply, len(game.line)) == (20, 20)


# Copies


def test_copies_part_ways() -> None:
    game = at_random(plies=20)
    twins = [game.copy(), copy.copy(game), copy.deepcopy(game)]
    for twin, move in zip(twins, game.legal, strict=False):
        assert_same(game, twin)
        twin.play(move)
    assert game.ply == 20
    for twin, move in zip(twins, game.legal, strict=False):
        assert twin.line == (*game.line, move)
        assert twin.seed == game.seed
        assert_same(twin, from_scratch(twin))


def test_a_copy_keeps_what_lies_ahead() -> None:
    game = at_random(plies=20)
    game.go_to(5)
    twin = game.copy()
    assert (twin.ply, twin.line) == (5, game.line)
    twin.forward(15)
    assert game.ply == 5
    twin.undo(18)
    assert len(game.line) == 20


OPERATION = st.tuples(
    st.sampled_from(["play", "play", "play", "copy", "back", "forward", "undo", "go_to"]),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
)


@settings(max_examples=often(150), deadline=None)
@given(
    name=st.sampled_from(list(TABLES)),
    seed=st.integers(0, 2**128 - 1),
    operations=st.lists(OPERATION, max_size=80),
)
def test_a_tree_of_copies_is_so_many_single_games(
    name: str, seed: int, operations: list[tuple[str, int, int]]
) -> None:
    """Whatever copies share, each behaves as if it had been played by itself."""
    games = [Game.new(table=TABLES[name], seed=seed)]
    lines: list[list[str]] = [[]]
    plies = [0]
    for verb, which, number in operations:
        i = which % len(games)
        game, line, ply = games[i], lines[i], plies[i]
        if verb == "copy":
            games.append(game.copy())
            lines.append(list(line))
            plies.append(ply)
        elif verb == "play":
            legal = game.legal
            if legal:
                move = legal[number % len(legal)]
                game.play(move)
                lines[i] = [*line[:ply], move]
                plies[i] += 1
        elif verb == "go_to":
            plies[i] = number % (len(line) + 1)
            game.go_to(plies[i])
        elif verb == "forward":
            count = number % (len(line) - ply + 1)
            plies[i] += count
            game.forward(count)
        else:
            count = number % (ply + 1)
            plies[i] -= count
            getattr(game, verb)(count)
            if verb == "undo":
                lines[i] = line[: plies[i]]
    for game, line, ply in zip(games, lines, plies, strict=True):
        assert (list(game.line), game.ply) == (line, ply)
        assert_same(game, from_scratch(game))
        game.go_to(len(line))
        assert_same(game, from_scratch(game))


def test_trying_many_moves_keeps_no_more_than_it_must() -> None:
    """A search that plays and undoes in one game must not grow with every move it tries."""
    game = at_random(plies=20)
    for _ in range(40):
        for move in game.legal:
            game.play(move)
            for answer in game.legal[:3]:
                game.play(answer)
                game.undo()
            game.undo()
    branch, length = game._branch, 0
    while branch.parent is not None:
        branch, length = branch.parent, length + 1
    assert length <= 2
    assert_same(game, from_scratch(game))


def test_a_table_has_its_options_already() -> None:
    table = options(2, edition="fr")
    assert Game.new(table=table, seed=1).options == table
    with pytest.raises(TypeError, match="edition"):
        Game.new(table=table, edition="it")
    assert Game.new(2, table=table).players == 2
    with pytest.raises(TypeError, match="for 2 players, not 3"):
        Game.new(3, table=table)


def test_nobody_gets_half_a_game() -> None:
    with pytest.raises(TypeError, match=r"Game\.new"):
        Game()


@pytest.mark.parametrize("seat", [-1, 2, 4, 10**30])
def test_there_is_no_such_hand(seat: int) -> None:
    game = Game.new(2, placement="random", seed=1)
    for shown in (game, game.seen_by(0)):
        with pytest.raises(IndexError, match="seats are 0 to 1"):
            shown.hand(seat)


def test_names_are_completed_before_their_first_use() -> None:
    program = "import goldenhorn; print(*dir(goldenhorn))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert set(goldenhorn.__all__) <= set(done.stdout.decode().split())


def test_threads_share_a_game() -> None:
    """Some play on in copies of the same game while others read it."""
    game = at_random("it-4-dominio", plies=60, seed=4)
    expected = []
    for ply in range(game.ply + 1):
        twin = from_scratch(game)
        twin.go_to(ply)
        expected.append((twin.state, twin.legal, twin.scores))
    done = threading.Event()

    def read(seed: int) -> int:
        chance = random.Random(seed)
        mine, count = game.copy(), 0
        while not done.is_set() or not count:
            ply = chance.randrange(len(expected))
            mine.go_to(ply)
            assert (mine.state, mine.legal, mine.scores) == expected[ply]
            count += 1
        return count

    def write(seed: int) -> list[Game]:
        chance = random.Random(seed)
        made = []
        for _ in range(often(40)):
            mine = game.copy()
            mine.go_to(chance.choice([60, 60, 59, chance.randrange(61)]))
            for _ in range(25):
                if not mine.is_over:
                    # Few choices, so that threads take the same ones and meet.
                    mine.play(chance.choice(mine.legal[:2]))
            made.append(mine)
        return made

    with ThreadPoolExecutor(6) as pool:
        readers = [pool.submit(read, seed) for seed in range(2)]
        writers = [pool.submit(write, seed) for seed in range(4)]
        try:
            made = [one for writer in writers for one in writer.result()]
        finally:
            done.set()
        assert all(reader.result() > 0 for reader in readers)
    for one in made[:: max(1, len(made) // 60)]:
        assert_same(one, from_scratch(one))


def test_threads_play_the_very_same_game() -> None:
    """Whoever comes second with a move meets the position after the first one's."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for seed in range(often(12)):
            game = at_random("it-3-dominio", plies=30, seed=seed)
            made: list[str] = []

            def take_part(own: int, game: Game = game, made: list[str] = made) -> None:
                chance = random.Random(own)
                for _ in range(60):
                    moves = game.legal
                    if not moves:
                        return
                    move = chance.choice(moves)
                    try:
                        game.play(move)
                    except IllegalMove:
                        continue  # somebody else was quicker
                    made.append(move)
                    assert len(game.data["scores"]) == 3
                    if chance.random() < 0.1:
                        game.go_to(30)  # what lay ahead is gone once somebody plays on from here

            with ThreadPoolExecutor(4) as pool:
                for one in [pool.submit(take_part, own) for own in range(4)]:
                    one.result()
            assert len(made) > 30
            assert_same(game, from_scratch(game))
    finally:
        sys.setswitchinterval(usual)


READS: dict[str, Callable[[Game], object]] = {
    "state": lambda game: game.state,
    "data": lambda game: game.data,
    "legal": lambda game: game.legal,
    "leads": lambda game: game.leads,
    "courses": lambda game: game.courses,
    "scores": lambda game: game.scores,
    "moves": lambda game: game.moves,
    "line": lambda game: game.line,
    "outcome": lambda game: game.outcome,
    "may_take_back": lambda game: game.may_take_back,
    "why_not": lambda game: game.why_not("stop"),
    "seen_by": lambda game: pickle.dumps(game.seen_by(1)),
    "copy": lambda game: pickle.dumps(game.copy()),
    "repr": repr,
}


@pytest.mark.parametrize("name", READS)
def test_a_read_is_of_one_moment_whatever_others_play_meanwhile(name: str) -> None:
    """Before each single instruction of a read the game goes back and on in another line."""
    game = at_random("it-3-dominio", plies=20, seed=2)
    long = game.codes()[3:]
    game.go_to(3)
    low, _ = game.mask
    short = next(code for code in range(MOVES) if code != long[0] and low >> code & 1)

    def change() -> None:
        moves = long if game.ply == 4 else [short]
        game.go_to(3)
        for move in moves:
            game.play(move)

    read = READS[name]
    expected = []
    changes = 0
    for _ in range(2):
        change()
        expected.append(read(game))

    def between(frame: FrameType, event: str, _: object) -> Any:
        nonlocal changes
        if Path(frame.f_code.co_filename).name not in ("game.py", "position.py"):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            change()
            changes += 1
        return between

    usual = sys.gettrace()
    sys._getframe().f_trace_opcodes = True  # Python 3.12 wants to know of it beforehand
    sys.settrace(between)
    try:
        found = read(game)
    finally:
        sys.settrace(usual)
    assert changes > 5
    assert found in expected


def test_a_game_can_be_pickled() -> None:
    game = at_random("fr-3-dominio", plies=30)
    game.go_to(12)
    again = pickle.loads(pickle.dumps(game))
    assert_same(again, game)
    assert (again.line, again.seed, again.options) == (game.line, game.seed, game.options)
    again.forward(18)
    game.forward(18)
    assert_same(again, game)


def test_what_is_raised_can_be_pickled() -> None:
    """Otherwise an error in another process brings down what waits for it."""
    game = Game.new(seed=1)
    for wrong in (
        lambda: game.play("done"),
        lambda: game.play("fly"),
        lambda: Game.new(players=9),
    ):
        with pytest.raises((IllegalMove, BadNotation, BadOptions)) as no:
            wrong()
        again = pickle.loads(pickle.dumps(no.value))
        assert type(again) is type(no.value)
        assert str(again) == str(no.value)
        assert vars(again) == vars(no.value)


# The end


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("it-2", "announced"),
        ("fr-4", "port"),
        ("it-4-dominio", "dominions"),
        ("misers-4", "rounds"),
        ("short-2", "rounds"),
        ("short-4", "announced"),  # and cut short by the round limit
    ],
)
def test_how_a_game_ended(name: str, cause: str) -> None:
    game = load(GAMES / f"{name}.ghr.json")
    scores = game.scores
    best = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    assert game.outcome == Outcome(cause, scores, best)
    game.back()
    assert game.outcome is None
    assert not game.is_over
    game.forward()
    assert game.outcome == Outcome(cause, scores, best)
    with pytest.raises(AttributeError):
        setattr(game.outcome, "cause", "luck")  # noqa: B010 - mypy knows that it cannot be set


def test_a_port_that_empties_after_the_announcement_changes_nothing() -> None:
    """The end is called once (R7.2); the game remembers by what."""
    game = position(
        players=2,
        warehouses=["opgrby", ""],
        ports={"V": "ooo", "C": "gr"},
        ships={(0, 1): {"at": 7, "to": "C"}},
        bag="",
        loose=True,
    )
    play(game, "sail 1", "end", "sail 1 o")
    while not game.is_over:
        game.play(game.legal[0])
    assert not game.state["ports"]["V"]["goods"]
    assert game.outcome is not None
    assert game.outcome.cause == "announced"


# What a seat sees


@pytest.mark.parametrize("name", TABLES)
def test_what_a_seat_sees(name: str) -> None:
    game = at_random(name, plies=200, seed=8)
    for ply in range(0, game.ply + 1, 7):
        game.go_to(ply)
        for seat in range(-1, game.players):
            check_seen(game, seat)


def check_seen(game: Game, seat: int) -> None:
    seen = game.seen_by(seat)
    assert (seen.seat, seen.options, seen.scores) == (seat, game.options, game.scores)
    assert (seen.player, seen.phase, seen.turn) == (game.player, game.phase, game.turn)

    # What is shown: all that lies open, the seat's own hand, and of the rest the sizes.
    wanted: Json = game.state
    for other, hand in enumerate(wanted["hands"]):
        if other != seat:
            wanted["hands"][other] = "?" * len(hand)
    wanted["deck"] = "?" * len(wanted["deck"])
    assert seen.state == wanted
    assert seen.data["state"] == wanted

    # What is in it: no key to the future, no other hand, no draw pile.
    (record,) = seen.record
    assert not record["key"].any()
    assert record["draws"] == 0
    assert not record["deck"].any()
    for other in range(box.SEATS):
        if other != seat:
            assert not record["hands"][other].any()
    for field in ("_seed", "seed", "_end"):
        assert not hasattr(seen, field)

    # What may be done.
    mine = game.player == seat
    assert seen.legal == (game.legal if mine else ())
    assert seen.mask == (game.mask if mine else (0, 0))
    for move in game.legal[:2]:
        refusal = seen.why_not(move)
        assert (refusal is None) == mine


def test_whatever_is_hidden_does_not_show() -> None:
    """Two games that differ only in what a seat cannot see look the same to it, byte for byte."""
    for name in ("it-3", "el-2-dominio", "fr-4-dominio"):
        game = at_random(name, plies=70, seed=3)
        for seat in range(-1, game.players):
            seen = game.seen_by(seat)
            hands = set()
            for seed in range(12):
                dealt = seen.deal(seed)
                assert_sound(dealt)
                again = dealt.seen_by(seat)
                assert again.record.tobytes() == seen.record.tobytes()
                assert (again.state, again.legal, again.mask) == (seen.state, seen.legal, seen.mask)
                hands.add(tuple(dealt.state["hands"]))
                if game.player == seat:
                    assert dealt.legal == game.legal
            assert len(hands) > 6
            assert again.svg() == seen.svg()
            assert str(again) == str(seen)


def test_a_seat_out_of_turn_is_told_so() -> None:
    game = play(Game.new(players=2, seed=7), "place VVV", "place CCC")
    for seat in (1, -1, 9):
        refusal = game.seen_by(seat).why_not(game.legal[0])
        assert refusal is not None
        assert "turn" in refusal.reason


def test_what_is_seen_stays_as_it_was() -> None:
    game = at_random()
    seen = game.seen_by(game.player)
    before = (seen.state, seen.legal)
    game.play(game.legal[0])
    assert (seen.state, seen.legal) == before
    assert not hasattr(seen, "play")
    assert isinstance(seen, Seen)


# Dealt from what a seat sees


def test_a_dealt_game_is_a_game() -> None:
    game = at_random("it-2-dominio", plies=50, seed=6)
    dealt = game.seen_by(0).deal(seed=5)
    assert (dealt.ply, dealt.line, dealt.seed) == (50, (), None)
    assert dealt.options == game.options
    chance = random.Random(1)
    while not dealt.is_over:
        dealt.play(chance.choice(dealt.legal))
        assert_sound(dealt)
    assert dealt.outcome is not None
    assert dealt.outcome.scores == dealt.scores
    assert dealt.ply == 50 + len(dealt.line)
    dealt.go_to(50)
    assert dealt.moves == ()
    with pytest.raises(IndexError, match="50 to"):
        dealt.back()
    twin = dealt.copy()
    twin.play(twin.legal[-1])
    assert len(twin.line) == 1


def test_its_chance_is_its_own() -> None:
    seen = at_random("it-3", plies=30, seed=2).seen_by(1)
    one, two, other = seen.deal(4), seen.deal(4), seen.deal(4 | 1 << 64)
    assert one.record.tobytes() == two.record.tobytes()
    assert one.record.tobytes() != other.record.tobytes()
    key = one.record[0]["key"]
    assert key.tolist() == [4, 0]
    assert other.record[0]["key"].tolist() == [4, 1]


def test_dealing_is_fair() -> None:
    """Each card that is not seen is as likely in a hand as in the pile."""
    seen = at_random("it-3", plies=30, seed=2).seen_by(0)
    state = seen.state
    unseen = {c: 9 - state["discards"].count(c) - state["hands"][0].count(c) for c in box.COLOURS}
    size = len(state["hands"][1])
    rounds = often(1600)
    found = "".join(seen.deal(seed).state["hands"][1] for seed in range(rounds))
    assert len(found) == size * rounds
    for colour, count in unseen.items():
        share = count / sum(unseen.values())
        spread = np.sqrt(share * (1 - share) * size * rounds)
        assert abs(found.count(colour) - share * size * rounds) < 5 * spread


def test_no_seed_no_file() -> None:
    dealt = at_random().seen_by(0).deal(1)
    with pytest.raises(TypeError, match="no seed"):
        pickle.dumps(dealt)


@pytest.mark.parametrize("seed", [-1, 1 << 128, "1", 1.0, None])
def test_a_bad_seed_to_deal_by(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"2\*\*128"):
        Game.new(seed=1).seen_by(0).deal(seed)


def test_a_game_dealt_after_the_end_was_called() -> None:
    """What called it lies before all that this game knows."""
    game = load(GAMES / "fr-4.ghr.json")
    over = game.seen_by(0).deal(1)
    assert over.outcome is not None
    assert over.outcome.scores == game.scores
    game.back(2)
    assert game.record["end_called_by"][0] != NONE
    dealt = game.seen_by(0).deal(1)
    while not dealt.is_over:
        dealt.play(dealt.legal[0])
    assert dealt.outcome is not None
    assert dealt.outcome.cause == over.outcome.cause == "called"


def test_options_are_a_value() -> None:
    assert options(2, edition="fr") == options(2, edition="fr")
    assert len({options(2), options(2), options(3)}) == 2
    assert pickle.loads(pickle.dumps(options(4, expansion=True))) == options(4, expansion=True)
