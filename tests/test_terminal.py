"""The table in a terminal: its picture, the sentences, and whole games by typed answers."""

import io
import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console

from goldenhorn import Game
from goldenhorn.game import Seen
from goldenhorn.terminal.board import board, plain
from goldenhorn.terminal.chips import piece
from goldenhorn.terminal.history import UNTOLD, told_between
from goldenhorn.terminal.pages import commands, points
from goldenhorn.terminal.phrases import clean
from goldenhorn.terminal.play import play_terminal
from goldenhorn.terminal.sitting import called, known
from goldenhorn.terminal.story import opening, story
from goldenhorn.words import message_ids, say

TABLES = [
    (players, edition, expansion)
    for players, edition, expansion in product((2, 3, 4), ("it", "fr", "cs", "el"), (False, True))
]
NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def games(players: int, edition: str, expansion: bool, count: int = 2) -> Iterator[Game]:
    """Every moment of some random games, the same ones each time."""
    for seed in range(count):
        game = Game.new(players, seed=seed, edition=edition, expansion=expansion, round_limit=60)
        chance = random.Random(seed)
        yield game
        while not game.is_over:
            loads = [move for move in game.legal if not move.endswith("empty")]
            game.play(chance.choice(loads or game.legal))
            yield game


def drawn(renderable: object, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()


class Table:
    """A game played by a list of answers, and what was on the screen meanwhile."""

    def __init__(
        self,
        seats: str,
        answers: Callable[["Table", str], str],
        game: Game | None = None,
        **options: object,
    ) -> None:
        self.seats = seats.split(",")
        self.answers = answers
        self.game = game or Game.new(len(self.seats), **options)  # type: ignore[arg-type]
        self.screen = io.StringIO()
        self.asked: list[str] = []
        self.saved: list[tuple[str | None, tuple[str, ...]]] = []
        self.chance = random.Random(1)

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        answer = self.answers(self, prompt)
        self.screen.write(f"{prompt}{answer}\n")
        return answer

    def choose(self, seen: Seen, name: str) -> str:
        assert name in self.seats
        return self.chance.choice(seen.legal)

    def save(self, game: Game, file: str | None = None, /) -> Path:
        self.saved.append((file, game.moves))
        return Path(file or "/kept here/game.ghr.json")

    def play(self, width: int = 80, **options: object) -> str:
        console = Console(file=self.screen, width=width, color_system=None, legacy_windows=False)
        play_terminal(
            self.game,
            self.seats,
            choose=self.choose,
            console=console,
            ask=self.ask,
            save=self.save,
            **options,  # type: ignore[arg-type]
        )
        return self.screen.getvalue()


def typed(*answers: str) -> Callable[[Table, str], str]:
    """These answers one after the other, and then the end of all input."""
    left = iter(answers)

    def answer(table: Table, prompt: str) -> str:
        for each in left:
            return each
        raise EOFError

    return answer


def any_number(table: Table, prompt: str) -> str:
    """Some legal move by its number, however many there are, and Enter wherever that is asked."""
    if "your move" not in prompt:
        return ""
    return str(table.chance.randint(1, len(table.game.legal)))


def hidden(game: Game, seat: int) -> list[str]:
    """The hands that this seat must not read, where they are long enough to be recognised."""
    return [
        re.sub(r"(.)(?!\1|$)", r"\1 ", hand)
        for other, hand in enumerate(game.state["hands"])
        if other != seat and len(set(hand)) >= 3
    ]


# The board


@pytest.mark.parametrize(("players", "edition", "expansion"), TABLES)
def test_a_plain_board_fits_80_columns(players: int, edition: str, expansion: bool) -> None:
    for at, game in enumerate(games(players, edition, expansion, 1)):
        if at % 5 == 0:
            text = plain(game.data)
            assert all(cell_len(line) <= 80 for line in text.splitlines()), text
            assert "\x1b" not in text
            assert str(game) == text


@pytest.mark.parametrize("width", [30, 60, 79, 80, 100, 126, 200])
def test_a_board_fits_any_width(width: int) -> None:
    for at, game in enumerate(games(4, "it", True, 1)):
        if at % 40 == 0:
            seen = game.seen_by(game.player)
            picture = board(
                seen.data, names=NAMES, seat=seen.seat, legal=seen.legal, leads=seen.leads
            )
            assert all(cell_len(line) <= width for line in drawn(picture, width).splitlines())


def test_the_board_shows_what_lies_on_the_table() -> None:
    game = Game.new(4, seed=5, expansion=True, placement="random")
    state = game.state
    text = plain(game.data)
    for port in "VC":
        goods = re.sub(r"(.)(?!\1|$)", r"\1 ", state["ports"][port]["goods"])
        assert goods in text
    for name in ("Venice", "Modone", "Constantinople", "Zara 2S", "Galata 6S", "Contarini"):
        assert name in text
    assert f"Bag {len(state['bag'])}" in text
    assert f"Draw pile {len(state['deck'])}" in text
    assert "0.1 p" in text
    assert "3.3 opr" in text


def test_the_board_hides_other_hands_even_of_an_open_table() -> None:
    for at, game in enumerate(games(3, "it", False, 1)):
        if at % 7 == 0:
            for seat in (-1, 0, 2):
                open_table = drawn(board(game.data, seat=seat))
                assert open_table == drawn(board(game.seen_by(seat).data, seat=seat))


def test_a_ship_at_sea_has_name_arrow_sails_and_cargo() -> None:
    game = Game.new(2, seed=3)
    for move in ("place VVV", "place CCC"):
        game.play(move)
    game.play(next(move for move in game.legal if re.fullmatch("sail 1 [opgrby]", move)))
    loaded = game.state["ships"][0][0]["cargo"]
    lines = plain(game.data).splitlines()
    row = next(at for at, line in enumerate(lines) if "0.1▸" in line)
    column = lines[row].index("0.1▸")
    assert lines[row + 1][column:].strip().startswith("p")
    assert lines[row + 2].strip().startswith(loaded)
    assert "◂" not in lines[row]


def test_a_ship_adrift_has_two_arrows_and_marks_both_ways() -> None:
    for game in games(3, "it", False, 6):
        adrift = [ship for ship in game.state["ships"][game.player] if ship["adrift"]]
        if adrift and "sail" in game.legal[0]:
            break
    seen = game.seen_by(game.player)
    assert "◂▸" in drawn(board(seen.data, seat=seen.seat, legal=seen.legal, leads=seen.leads))


def test_marks_show_what_can_be_raided_and_where_ships_can_step() -> None:
    for game in games(3, "it", False, 6):
        raids = [move for move in game.legal if move.startswith("raid")]
        if raids:
            break
    seen = game.seen_by(game.player)
    marked = drawn(board(seen.data, seat=seen.seat, legal=seen.legal, leads=seen.leads))
    assert marked.count("raid") == len({move.split()[1] for move in raids})
    assert "▴" in marked
    assert "raid" not in drawn(board(seen.data, seat=seen.seat))


def test_colours_come_with_letters() -> None:
    game = Game.new(3, seed=5, placement="random")
    coloured = Console(
        file=io.StringIO(), width=80, force_terminal=True, color_system="truecolor", no_color=False
    )
    with coloured.capture() as captured:
        coloured.print(board(game.data))
    text = captured.get()
    assert "\x1b[" in text
    bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert [line.rstrip() for line in bare.splitlines()] == plain(game.data).splitlines()


@pytest.mark.parametrize("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT])
def test_terminals_of_fewer_colours_still_tell_all_pieces_apart(system: ColorSystem) -> None:
    grounds = {ground for each in "opgrbySB" if (ground := piece(each).bgcolor)}
    fewer = {ground.downgrade(system) for ground in grounds}
    assert len(grounds) == len(fewer) == 8
    assert all(each.number is not None for each in fewer)


def test_names_cannot_steer_the_terminal() -> None:
    game = Game.new(2, seed=5, placement="random")
    text = drawn(board(game.data, names=["A\x1b[31md\na", "[red]B[/red]"]))
    assert "\x1b" not in text
    assert "A[31mda" in text
    assert "[red]B[/red]" in text
    assert clean("Ä\u202e\x07") == "Ä"


# The story


@pytest.mark.parametrize(("players", "edition", "expansion"), TABLES)
def test_the_story_of_any_game(players: int, edition: str, expansion: bool) -> None:
    words: set[str] = set()
    views: dict[int, dict[str, object]] = {}
    for game in games(players, edition, expansion):
        if game.ply == 0:
            views = {seat: game.seen_by(seat).data for seat in range(-1, players)}
            for seat, view in views.items():
                assert all(told.endswith(".") for told in opening(view, names=NAMES)), seat
            continue
        move = game.moves[-1]
        stories = {}
        for seat, before in views.items():
            after = game.seen_by(seat).data
            stories[seat] = told = story(before, move, after, names=NAMES)
            assert all(sentence.endswith(".") and "?" not in sentence for sentence in told)
            views[seat] = after
        mover = before_player(game)
        others = [stories[seat] for seat in stories if seat != mover]
        if game.turn > 1 or not game.moves[-1].startswith("place"):
            # Whoever is not the mover hears what an onlooker hears: nothing of any hand.
            assert all(told == stories[-1] for told in others)
        words.update(sentence.split()[0] for sentence in stories[-1])
    assert {"Ada", "Ben"} <= {re.sub("’s$", "", word) for word in words}


def before_player(game: Game) -> int:
    look = game.copy()
    look.back()
    return look.player


def tell(game: Game, move: str, seat: int = 0) -> str:
    before = game.seen_by(seat).data
    game.play(move)
    return " ".join(story(before, move, game.seen_by(seat).data, names=NAMES))


def test_a_story_in_full() -> None:
    game = Game.new(2, seed=7)
    told = tell(game, "place VCV")
    assert told == "Ada places ship 1 in Venice, ship 2 in Constantinople and ship 3 in Venice."
    told = tell(game, "place CCC")
    assert "Ben is dealt 5 cards." in told
    assert re.search(r"Ada is dealt [^.]*card", told)
    assert "Ada is dealt 5 cards" not in told
    goods = game.state["ports"]["V"]["goods"]
    told = tell(game, "sail 1 g")
    count = say("cargo-goods", count=goods.count("g"), colour="green")
    assert told.startswith(f"Ada loads {count} in Venice, and ship 1 leaves for Constantinople. ")
    assert "Venice receives " in told
    assert told.endswith("Ship 1 reaches square 1 (red).")


def test_draws_are_named_only_to_the_one_who_draws() -> None:
    found = 0
    for game in games(3, "it", False, 1):
        if game.ply == 0 or game.turn < 2:
            continue
        look = game.copy()
        look.back()
        seat = look.player
        told = {
            who: story(look.seen_by(who).data, game.moves[-1], game.seen_by(who).data, names=NAMES)
            for who in (seat, (seat + 1) % 3)
        }
        counted = [line for line in told[(seat + 1) % 3] if " draws " in line]
        if counted:
            found += 1
            assert re.fullmatch(r"\w+ draws (a card|\d+ cards)\.", counted[0])
            named = [line for line in told[seat] if " draws " in line]
            assert re.search("orange|pink|green|red|blue|yellow", named[0])
    assert found > 5


def test_a_reshuffle_is_told() -> None:
    assert any(
        say("log-reshuffled") in each.sentences
        for game in games(4, "it", False, 3)
        if game.is_over
        for each in told_between(game, UNTOLD, -1, NAMES)
    )


def test_the_end_is_told_with_its_cause_and_winners() -> None:
    causes = set()
    for seed in range(40):
        game = Game.new(2, seed=seed, expansion=True, round_limit=60)
        chance = random.Random(seed)
        while not game.is_over:
            keen = [m for m in game.legal if m.split()[0] in ("conquer", "end")]
            loads = [m for m in game.legal if not m.endswith("empty")]
            game.play(chance.choice(keen or loads or game.legal))
        told = " ".join(told_between(game, UNTOLD, -1, NAMES)[-1].sentences)
        assert say("log-over") in told
        assert "win" in told
        assert game.outcome is not None
        causes.add(game.outcome.cause)
        everything = [s for each in told_between(game, UNTOLD, -1, NAMES) for s in each.sentences]
        sign = {
            "announced": "announces the end",
            "dominions": "was the last free dominion",
            "port": "is empty, and that calls",
            "rounds": "The limit of 60 rounds",
        }[game.outcome.cause]
        assert sum(sign in sentence for sentence in everything) == 1
    assert len(causes) >= 2


# Playing


@pytest.mark.parametrize("seats", ["me,random", "random,me,greedy", "me,me,random,me", "me,me"])
@pytest.mark.parametrize("expansion", [False, True])
def test_whole_games_by_numbers(seats: str, expansion: bool) -> None:
    table = Table(seats, any_number, seed=4, expansion=expansion, round_limit=15)
    screen = table.play()
    assert table.game.is_over
    assert table.game.outcome is not None
    assert say("log-over") in screen
    assert say("score-total") in screen
    assert table.saved == [(None, table.game.moves)]
    assert all(cell_len(line) <= 80 for line in screen.splitlines() if "your turn" not in line)


def test_numbers_choose_what_stands_beside_them() -> None:
    chosen: list[tuple[int, str]] = []

    def by_number(table: Table, prompt: str) -> str:
        if "your move" not in prompt:
            return ""
        screen = table.screen.getvalue()
        listed = re.findall(r"(\d+)\) +(\S+(?: \S+)*)", screen[screen.rindex(" 1)") :])
        assert [int(number) for number, _ in listed] == [*range(1, len(table.game.legal) + 1)]
        number, words = table.chance.choice(listed)
        chosen.append((table.game.ply, words))
        return str(number)

    table = Table("me,random", by_number, seed=4, round_limit=20, expansion=True)
    table.play()
    moves = [(table.game.moves[ply].split(), words) for ply, words in chosen]
    assert len({words for _, words in moves}) > 10
    for move, words in moves:
        if words == "stop here":
            assert move == ["stop"]
        elif words == "nothing":
            assert move[2] == "empty"
        elif match := re.search(r"\d (orange|pink|green|red|blue|yellow) good", words):
            assert say(f"colour-{move[2]}") == match[1]
        elif match := re.search(r"on to (?:square )?(\w+)", words):
            assert move[0] in ("on", "wind", "sail")


def test_watching_a_game_without_a_seat() -> None:
    table = Table("greedy,random", typed(), seed=4, round_limit=10)
    screen = table.play()
    assert table.game.is_over
    assert "Greedy" in screen
    assert not table.asked


def test_moves_in_notation_and_wrong_input() -> None:
    table = Table(
        "me,random",
        typed("", "99", "0", "9" * 5000, "place vcv", "undo", "hello", "place CVC", "", "end",
              "raid 1.1 gg", "why sail 1", "why", "why sail 1 empty", "why nonsense", "stop"),
        seed=7,
    )  # fmt: skip
    screen = table.play()
    assert table.game.moves[0] == "place CVC"
    assert "numbered from 1 to 8" in screen
    assert "Taken back: place VCV" in screen
    assert "“hello” cannot be read as a move." in screen
    assert "You may announce the end only after your move. (R3.3)" in screen
    assert say("sitting-why-what") in screen
    assert say("sitting-can") in screen
    assert "Traceback" not in screen


def test_every_command() -> None:
    table = Table(
        "me,random",
        typed("log", "?", "HELP", "board", "score", "rules", "rules R5.2", "rules 5", "rules x",
              "save", "save my game.json", "log 3", "undo", "quit"),
        seed=7,
        placement="random",
    )  # fmt: skip
    screen = table.play()
    assert "Chance places Contarini’s ship 1" in screen
    assert screen.count("make the move with that number") == 2
    assert "R5.2" in screen
    assert "x is not a rule" in screen
    assert "Saved in my game.json." in screen
    assert [file for file, _ in table.saved] == [None, "my game.json", None]
    assert "goldenhorn play --resume '/kept here/game.ghr.json'" in screen
    assert say("sitting-no-undo") in screen


def test_the_way_back_can_be_copied_from_a_narrow_terminal() -> None:
    table = Table("me,random", typed("quit"), seed=7)
    assert "goldenhorn play --resume '/kept here/game.ghr.json'\n" in table.play(width=40)


def test_the_list_of_commands_is_whole() -> None:
    text = drawn(commands())
    listed = [key for key in message_ids("terminal") if re.fullmatch(r"command-\w+\.text", key)]
    assert listed
    for key in listed:
        assert say(key.removesuffix(".text")) in text
        assert say(key)[:30] in text


@pytest.mark.parametrize("trouble", [EOFError, KeyboardInterrupt])
def test_leaving_saves_the_game(trouble: type[BaseException]) -> None:
    def leave(table: Table, prompt: str) -> str:
        if table.game.ply == 6:
            raise trouble
        return any_number(table, prompt)

    table = Table("me,random", leave, seed=2)
    screen = table.play()
    assert table.saved == [(None, table.game.moves)]
    assert "Saved in /kept here/game.ghr.json." in screen


def test_leaving_while_another_player_thinks() -> None:
    table = Table("me,random", any_number, seed=2)

    def interrupted(seen: Seen, name: str) -> str:
        raise KeyboardInterrupt

    table.choose = interrupted  # type: ignore[method-assign]
    table.play()
    assert table.saved == [(None, table.game.moves)]


def test_the_game_is_kept_when_something_breaks() -> None:
    table = Table("me,random", any_number, seed=2)

    def broken(seen: Seen, name: str) -> str:
        raise RuntimeError("no more ideas")

    table.choose = broken  # type: ignore[method-assign]
    with pytest.raises(RuntimeError):
        table.play()
    assert table.saved == [(None, table.game.moves)]


def test_saving_that_fails_says_so() -> None:
    table = Table("me,random", typed("save"), seed=2)

    def full(game: Game, file: str | None = None, /) -> Path:
        raise OSError(28, "No space left on device")

    table.save = full  # type: ignore[method-assign]
    screen = table.play()
    assert screen.count("That could not be saved: No space left on device") == 2


def test_coming_back_to_a_game() -> None:
    game = Game.new(3, seed=4, placement="random")
    while game.turn < 10:
        game.play(game.legal[-1])
    turns = {seat: known(game, seat) for seat in range(3)}
    assert max(turns.values()) == game.ply
    table = Table("me,me,me", typed("", "log"), game=game)
    screen = table.play()
    assert say("sitting-since") in screen
    assert known(Game.new(2, seed=1), 0) == UNTOLD


def test_undo_stays_within_ones_own_turn() -> None:
    game = Game.new(2, seed=7)
    for move in ("place VVV", "place CCC"):
        game.play(move)
    load = next(move for move in game.legal if re.fullmatch("sail 3 [opgrby]", move))
    table = Table("me,random", typed("undo", load, "undo"), game=game)
    screen = table.play()
    assert say("sitting-no-undo") in screen  # the last move was another player's
    assert say("sitting-no-undo-drawn") in screen  # the port has been filled again
    assert game.moves[-1] == load


def test_undo_never_takes_back_what_was_drawn() -> None:
    """Undo is tried now and then; it works exactly where nothing came from bag or pile."""
    expected: list[int] = []
    worked: list[bool] = []

    def curious(table: Table, prompt: str) -> str:
        game = table.game
        if expected:
            assert game.ply == expected.pop()
        if game.ply == 0 or table.chance.random() > 0.3:
            return any_number(table, prompt)
        before = game.copy()
        before.back()
        drawn_since = game.record["draws"][0] != before.record["draws"][0]
        worked.append(table.seats[before.player] == "me" and not drawn_since)
        expected.append(game.ply - worked[-1])
        return "undo"

    table = Table("me,random,random", curious, seed=3, expansion=True, round_limit=20)
    table.play()
    assert table.game.is_over
    assert worked.count(True) > 3
    assert worked.count(False) > 3


def test_a_turn_that_ended_can_still_be_taken_back_before_others_move() -> None:
    table = Table("me,random", typed("place VVV", "hm", "undo", "place CCC", "", "quit"), seed=3)
    screen = table.play()
    assert table.game.moves[0] == "place CCC"
    assert say("sitting-turn-over") in screen


@pytest.mark.parametrize("expansion", [False, True])
def test_nobody_reads_another_hand(expansion: bool) -> None:
    """Between one handing over and the next, the screen holds no other hand."""
    shown = 0
    mark = 0

    def watch(table: Table, prompt: str) -> str:
        nonlocal shown, mark
        screen = table.screen.getvalue()
        game = table.game
        if "Pass the keyboard" in prompt:
            mark = len(screen)
        elif "your move" in prompt:
            for hand in hidden(game, game.player):
                shown += 1
                strips = [line for line in screen[mark:].splitlines() if "│" in line]
                assert not any(re.search(rf"│ {hand} +│", line) for line in strips)
        return any_number(table, prompt)

    table = Table("me,me,random", watch, seed=6, expansion=expansion, round_limit=12)
    screen = table.play()
    assert table.game.is_over
    assert shown > 20
    assert screen.count("Pass the keyboard") >= 20


def test_the_screen_is_cleared_between_people() -> None:
    table = Table("me,me", any_number, seed=6, round_limit=2)
    console = Console(file=table.screen, width=80, force_terminal=True, legacy_windows=False)
    play_terminal(
        table.game,
        table.seats,
        choose=table.choose,
        console=console,
        ask=table.ask,
        save=table.save,
    )
    parts = table.screen.getvalue().split("Pass the keyboard")
    assert len(parts) > 5
    for before, after in pairwise(parts):
        # Cleared before the keyboard is passed on, and once more when it has been.
        assert "\x1b[2J" in before[-60:]
        assert "\x1b[3J" in before[-60:]
        assert "\x1b[2J" in after[:200]


def test_own_cards_are_named_to_those_who_share_a_screen_only() -> None:
    table = Table("me,me", any_number, seed=6, round_limit=8)
    screen = table.play()
    people = {"Contarini", "Dandolo"}
    for part in screen.split("Pass the keyboard to ")[1:]:
        who = part.split(".")[0]
        (other,) = people - {who}
        assert not re.search(
            rf"{other} (draws|is dealt) \d+ (orange|pink|green|red|blue|yel)", part
        )


def test_what_everyone_is_called() -> None:
    assert called(["me", "greedy", "random"]) == ["Contarini", "Greedy", "Random"]
    assert called(["greedy", "me", "greedy"]) == ["Greedy 1", "Dandolo", "Greedy 2"]
    table = Table("me,random", typed(), seed=1)
    assert "Ada, your move:" in [
        p.strip() for p in (table.play(names=["Ada", "Bot"]), *table.asked)
    ]


def test_points_set_by_set() -> None:
    game = Game.new(2, seed=1, expansion=True, placement="random")
    data = game.data
    data["state"]["warehouses"][0] = {
        "goods": "ooopprrgyyyyb",
        "soldiers": 2,
        "builders": 1,
        "dominions": ["zara"],
    }
    data["scores"] = [24, 0]
    text = drawn(points(data, NAMES))
    assert "opgrby 6 +4" in text
    assert "op·r·y 4 +1" in text
    assert "SS B 3" in text
    assert "Zara 3" in text
    assert "24" in text
