"""Traces: their form, and that every step adds up when reckoned anew from the trace alone."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from goldenhorn.game import Game
from goldenhorn.lab.files import write_games
from goldenhorn.lab.simulate import Simulation, run_with_moves
from goldenhorn.record import ENDING, load
from goldenhorn.rules import box
from goldenhorn.rules.options import Options, options
from goldenhorn.rules.state import PHASES
from goldenhorn.trace import Json, trace
from tests.kinds import TABLES, cards_due
from tests.kinds import Step as Happened
from tests.positions import often

GAMES = Path(__file__).parent / "games"
NAMES = [path.name.removesuffix(ENDING) for path in sorted(GAMES.glob(f"*{ENDING}"))]
CUBES = box.CUBE_LETTERS
KEYS = {
    "game": ["t", "game", "rules", "players", "first_player", "route", "fleets", "chance", "state"],
    "move": ["t", "game", "ply", "player", "phase", "legal", "move", "chance", "state"],
    "over": ["t", "game", "scores", "winners"],
}
STATE = (
    "turn player phase ships hands warehouses ports bag deck discards soldier_reserve "
    "builder_reserve sailing raided end_called_by free_dominions"
)


def lines(table: Options, seed: int, codes: Sequence[int], game: int = 0) -> list[Json]:
    found = []
    for text in trace(table, seed, codes, game):
        assert text.endswith("\n")
        assert text.count("\n") == 1
        found.append(json.loads(text))
    return found


@cache
def traced(name: str) -> list[Json]:
    game = load(GAMES / f"{name}{ENDING}")
    assert game.seed is not None
    return lines(game.options, game.seed, game.codes())


# The form


@pytest.mark.parametrize("name", NAMES)
def test_the_form_of_every_line(name: str) -> None:
    game, *moves, over = traced(name)
    for line in (game, *moves, over):
        assert list(line) == KEYS[line["t"]]
        assert line["game"] == 0
    assert (game["t"], over["t"]) == ("game", "over")
    check_table(game)
    for ply, line in enumerate(moves):
        assert (line["t"], line["ply"]) == ("move", ply)
        assert line["phase"] in PHASES[:4]
        assert line["legal"] == sorted(set(line["legal"]))
        assert line["move"] in line["legal"]
    for line in (game, *moves):
        check_state(line["state"], game)
        for entry in line["chance"]:
            check_chance(entry, game["players"])
    scores = over["scores"]
    assert over["winners"] == [i for i, points in enumerate(scores) if points == max(scores)]
    assert len(scores) == game["players"]


def check_table(game: Json) -> None:
    rules = game["rules"]
    assert list(rules) == [
        "version",
        "edition",
        "expansion",
        "round_limit",
        "loading",
        "emptied_ship",
        "last_turns",
        "placement",
        *(["dominions"] if rules["expansion"] else []),
    ]
    assert rules["version"] == 1
    assert rules["edition"] in ("it", "fr", "cs", "el", "custom")
    assert rules["expansion"] in (False, True)
    assert rules["loading"] in ("may", "must")
    assert rules["emptied_ship"] in ("may_turn", "must_return")
    assert rules["last_turns"] in ("finish_round", "one_more_each")
    assert rules["placement"] in ("free", "random")
    if rules["expansion"]:
        assert list(rules["dominions"]) == list(box.DOMINIONS)
        assert all(len(pair) == 2 for pair in rules["dominions"].values())
    assert game["first_player"] in range(game["players"])
    assert len(game["route"]) == {2: 9, 3: 14, 4: 15}[game["players"]]
    assert (game["route"][0], game["route"][-1]) == ("V", "C")
    assert len(game["fleets"]) == game["players"]
    for fleet in game["fleets"]:
        assert [len(ship) for ship in fleet] == [1, 2, 3]
        assert sorted("".join(fleet)) == sorted(box.COLOURS)


def check_state(state: Json, game: Json) -> None:
    assert " ".join(state) == STATE
    players, expansion = game["players"], game["rules"]["expansion"]
    assert isinstance(state["turn"], int)
    assert state["player"] in range(players)
    assert state["phase"] in PHASES
    assert isinstance(state["raided"], bool)
    assert state["end_called_by"] in (None, *range(players))
    assert state["sailing"] in ((1, 2, 3) if state["phase"] == "sailing" else (None,))
    if state["phase"] == "over":
        assert state["raided"] is False
    assert len(state["ships"]) == len(state["hands"]) == len(state["warehouses"]) == players
    for fleet in state["ships"]:
        assert len(fleet) == 3
        for ship in fleet:
            assert list(ship) == ["at", "to", "cargo", "adrift"]
            assert isinstance(ship["adrift"], bool)
            assert (ship["at"] is None) == (ship["to"] is None)
            assert ship["at"] in (None, *range(len(game["route"])))
            if ship["at"] is not None and game["route"][ship["at"]] in "VC":
                assert ship["to"] == {"V": "C", "C": "V"}[game["route"][ship["at"]]]
            cargo = ship["cargo"]
            goods = cargo.lstrip("S")
            assert len(set(goods)) <= 1, "one colour, after the soldiers"
            assert set(goods) <= set("B" if "S" in cargo else box.COLOURS + "B")
    for text, letters in [
        *((hand, box.COLOURS) for hand in state["hands"]),
        (state["deck"], box.COLOURS),
        (state["discards"], box.COLOURS),
        (state["bag"], CUBES if expansion else box.COLOURS),
    ]:
        check_letters(text, letters)
    stocks = [*state["warehouses"], *state["ports"].values()]
    for stock in stocks:
        check_letters(stock["goods"], box.COLOURS)
        assert min(stock["soldiers"], stock["builders"]) >= 0
    assert list(state["ports"]) == ["V", "C"]
    owned = [name for house in state["warehouses"] for name in house["dominions"]]
    for names in (*(house["dominions"] for house in state["warehouses"]), state["free_dominions"]):
        assert names == sorted(names, key=list(box.DOMINIONS).index)
    everything = sorted(box.DOMINIONS) if expansion else []
    assert sorted(owned + state["free_dominions"]) == everything
    if not expansion:
        assert state["soldier_reserve"] == state["builder_reserve"] == 0
        assert all(stock["soldiers"] == stock["builders"] == 0 for stock in stocks)


def check_letters(text: str, letters: str) -> None:
    assert set(text) <= set(letters)
    assert text == "".join(sorted(text, key=letters.index))


def check_chance(entry: list[Any], players: int) -> None:
    kind, *rest = entry
    if kind == "goods":
        port, cubes = rest
        assert port in ("V", "C")
        check_letters(cubes, CUBES)
        assert cubes
    elif kind == "cards":
        seat, cards = rest
        assert seat in range(players)
        check_letters(cards, box.COLOURS)
        assert cards
    elif kind == "place":
        seat, ports = rest
        assert seat in range(players)
        assert len(ports) == 3
        assert set(ports) <= set("VC")
    else:
        assert entry == ["reshuffle"]


# The sums


class Books:
    """What a trace says that there is where, kept up to date by its moves and its chance alone."""

    def __init__(self, first: Json) -> None:
        self.route = first["route"]
        self.rules = first["rules"]
        self.due = 10 if self.rules["expansion"] else 9
        state = first["state"]
        self.bag = Counter(state["bag"])
        self.deck = Counter(state["deck"])
        self.discards = Counter(state["discards"])
        self.hands = [Counter(hand) for hand in state["hands"]]
        self.houses = [stock(house) for house in state["warehouses"]]
        self.ports = {name: stock(port) for name, port in state["ports"].items()}
        self.soldiers = state["soldier_reserve"]
        self.builders = state["builder_reserve"]

    def chance(self, entries: list[list[Any]]) -> None:
        for i, (kind, *rest) in enumerate(entries):
            if kind == "goods":
                self._goods(*rest)
            elif kind == "cards":
                seat, cards = rest
                take(self.deck, cards)
                self.hands[seat] += Counter(cards)
                more = entries[i + 1 : i + 2]
                assert not more or more[0] != ["reshuffle"] or not self.deck
            elif kind == "reshuffle":
                assert not self.deck
                assert self.discards
                self.deck, self.discards = self.discards, Counter()

    def _goods(self, name: str, cubes: str) -> None:
        """R5.3, R9.2, R9.3: one blind draw."""
        port = self.ports[name]
        missing = self.due - sum(n for thing, n in port.items() if thing != "S")
        assert len(cubes) == min(missing, self.bag.total())
        take(self.bag, cubes)
        port += Counter(c for c in cubes if c not in "wk")
        extra = sum(c in "wk" for c in cubes)
        placed = min(extra, self.soldiers)
        self.soldiers -= placed
        self.builders += cubes.count("k")
        built = min(extra - placed, self.builders)
        self.builders -= built
        self.bag += Counter("w" * cubes.count("w"))
        port += Counter("S" * placed + "B" * built)

    def move(self, line: Json, before: Json) -> None:
        verb, *words = line["move"].split()
        seat = line["player"]
        if verb == "raid":
            ship = before["ships"][int(words[0][0])][int(words[0][2]) - 1]
            take(self.hands[seat], words[1])
            self.discards += Counter(words[1])
            self.houses[seat] += Counter(ship["cargo"][-1])
        elif verb == "wind":
            place = before["ships"][seat][before["sailing"] - 1]["at"]
            take(self.hands[seat], self.route[place])
            self.discards += Counter(self.route[place])
        elif verb == "sail" and len(words) == 2 and words[1] not in ("about", "empty"):
            at = self.route[before["ships"][seat][int(words[0]) - 1]["at"]]
            what = {"soldiers": "S", "builders": "B", "troops": "SB"}.get(words[1], words[1])
            for thing in what:
                assert self.ports[at][thing] > 0
                del self.ports[at][thing]
        elif verb == "conquer":
            soldiers, builders = map(int, words[1].split("+"))
            assert 2 * soldiers + builders == 2 * self.rules["dominions"][words[0]][0]
            take(self.houses[seat], "S" * soldiers + "B" * builders)
            self.soldiers += soldiers
            self.builders += builders
        elif verb == "train":
            take(self.houses[seat], "B")
            self.houses[seat] += Counter("S")
            self.soldiers -= 1
            self.builders += 1

    def unload(self, line: Json, before: Json) -> None:
        """R5.7: a cargo that is aboard no more, and not stolen, lies in its owner's warehouse."""
        if line["move"].split()[0] in ("sail", "on", "wind"):
            seat = line["player"]
            for old, new in zip(before["ships"][seat], line["state"]["ships"][seat], strict=True):
                if len(old["cargo"]) > len(new["cargo"]):
                    assert self.route[new["at"]] in "VC"
                    self.houses[seat] += Counter(old["cargo"])

    def compare(self, state: Json) -> None:
        assert self.bag == Counter(state["bag"])
        assert self.deck == Counter(state["deck"])
        assert self.discards == Counter(state["discards"])
        assert self.hands == [Counter(hand) for hand in state["hands"]]
        assert self.houses == [stock(house) for house in state["warehouses"]]
        assert self.ports == {name: stock(port) for name, port in state["ports"].items()}
        assert (self.soldiers, self.builders) == (
            state["soldier_reserve"],
            state["builder_reserve"],
        )


def stock(place: Json) -> Counter[str]:
    return Counter(place["goods"] + "S" * place["soldiers"] + "B" * place["builders"])


def take(pile: Counter[str], letters: str) -> None:
    for letter in letters:
        assert pile[letter] > 0, f"no {letter} in {pile}"
        pile[letter] -= 1
        if not pile[letter]:
            del pile[letter]


@pytest.mark.parametrize("name", NAMES)
def test_every_step_adds_up(name: str) -> None:
    """What each move and its chance say explains all that changes in bag, deck, hands, stocks."""
    game, *moves, _ = traced(name)
    books = Books(game)
    before = game["state"]
    for line in moves:
        books.move(line, before)
        books.chance(line["chance"])
        books.unload(line, before)
        books.compare(line["state"])
        before = line["state"]


@pytest.mark.parametrize("name", NAMES)
def test_cards_are_drawn_as_they_are_due(name: str) -> None:
    """R6.1, R6.2: as many as the ship brings, or all that there were."""
    game, *moves, _ = traced(name)
    before = game["state"]
    for line in moves:
        if before["phase"] != "placement":
            rows = [row for row in line["chance"] if row[0] == "cards"]
            assert all(row[1] == line["player"] for row in rows)
            drawn = sum(len(row[2]) for row in rows)
            step = Happened(line["legal"], line["move"], line["chance"], before, line["state"])
            assert drawn == min(cards_due(step), len(before["deck"]) + free_discards(line, before))
        before = line["state"]


def free_discards(line: Json, before: Json) -> int:
    """The cards that could be reshuffled; a wind card lies there before its step (R5.5)."""
    return len(before["discards"]) + (line["move"] == "wind")


@pytest.mark.parametrize("name", NAMES)
def test_whose_decision_it_is(name: str) -> None:
    game, *moves, over = traced(name)
    before = game["state"]
    for line in moves:
        assert (line["player"], line["phase"]) == (before["player"], before["phase"])
        turn = line["state"]["turn"]
        assert turn - before["turn"] in (0, 1)
        if turn:
            assert line["state"]["player"] == (game["first_player"] + turn - 1) % game["players"]
        before = line["state"]
    assert before["phase"] == "over"
    assert len(over["scores"]) == game["players"]


# How a game begins


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_the_setting_up(name: str) -> None:
    game, *moves, _ = traced(name)
    players, first = game["players"], game["first_player"]
    order = [(first + turn) % players for turn in range(players)]
    random = game["rules"]["placement"] == "random"
    for index, seat in enumerate(order):
        if random:
            entry = game["chance"][index]
            assert entry[:2] == ["place", seat]
            ports = entry[2]
        else:
            line = moves[index]
            assert (line["ply"], line["player"], line["phase"]) == (index, seat, "placement")
            assert line["chance"] == [] or index == players - 1
            ports = line["move"].split()[1]
        fleet = (game if random else line)["state"]["ships"][seat]
        assert [ship["at"] for ship in fleet] == [
            0 if port == "V" else len(game["route"]) - 1 for port in ports
        ]
    draws = game["chance"][players:] if random else moves[players - 1]["chance"]
    goods = [entry for entry in draws if entry[0] == "goods"]
    cards = [entry for entry in draws if entry[0] == "cards"]
    assert goods + cards == draws
    names = [entry[1] for entry in goods]
    assert names == sorted(names, reverse=True)
    assert set(names) == {"V", "C"}
    assert [entry[1] for entry in cards] == order
    assert all(len(entry[2]) == 5 for entry in cards)
    started = (game if random else moves[players - 1])["state"]
    assert (started["turn"], started["phase"], started["player"]) == (1, "orders", first)
    for port in ("V", "C"):
        filled = started["ports"][port]
        size = len(filled["goods"]) + filled["builders"]
        assert size == (10 if game["rules"]["expansion"] else 9)


@pytest.mark.parametrize("name", ["it-3", "fr-2-dominio", "own-fleets-4-dominio"])
def test_before_the_ships_are_placed_everything_is_in_the_box(name: str) -> None:
    game = traced(name)[0]
    state = game["state"]
    assert game["chance"] == []
    assert (state["turn"], state["phase"]) == (0, "placement")
    assert state["player"] == game["first_player"]
    assert state["hands"] == [""] * game["players"]
    assert all(not stock(port) for port in state["ports"].values())
    assert Counter(state["deck"]) == dict.fromkeys(box.COLOURS, 9)
    whole = dict.fromkeys(box.COLOURS, 15)
    if game["rules"]["expansion"]:
        whole |= {"w": 8, "k": 8}
        assert (state["soldier_reserve"], state["builder_reserve"]) == (20, 0)
    assert Counter(state["bag"]) == whole
    unplaced = {"at": None, "to": None, "cargo": "", "adrift": False}
    assert all(ship == unplaced for fleet in state["ships"] for ship in fleet)


# Beside the game's own face, and in files


@pytest.mark.parametrize("name", NAMES)
def test_a_trace_agrees_with_the_game_at_every_moment(name: str) -> None:
    first, *moves, over = traced(name)
    whole = load(GAMES / f"{name}{ENDING}")
    whole.go_to(0)
    assert whole.state == first["state"]
    assert {k: whole.data[k] for k in ("rules", "players", "first_player", "route", "fleets")} == {
        k: first[k] for k in ("rules", "players", "first_player", "route", "fleets")
    }
    for line in moves:
        assert list(whole.legal) == line["legal"]
        assert (whole.player, whole.phase) == (line["player"], line["phase"])
        assert whole.line[whole.ply] == line["move"]
        whole.forward()
        assert whole.state == line["state"]
    assert whole.outcome is not None
    assert list(whole.outcome.scores) == over["scores"]
    assert list(whole.outcome.winners) == over["winners"]


def test_a_game_that_goes_on_has_no_last_line() -> None:
    game = Game.new(seed=5)
    game.play("place VCV")
    first, move = lines(game.options, 5, game.codes(), 8)
    assert (first["game"], move["game"]) == (8, 8)
    assert move["move"] == "place VCV"


def test_nothing_beyond_ascii_and_no_number_that_json_does_not_know() -> None:
    for text in trace(options(2, expansion=True), 1, []):
        assert text.isascii()


@pytest.mark.parametrize("name", ["it-2", "el-4-dominio"])
def test_the_same_bytes_with_one_and_with_many_threads(name: str, tmp_path: Path) -> None:
    table, count = TABLES[name], often(16)
    simulation = Simulation(table, ("random", "greedy", "random", "greedy")[: table.players], 11)
    for threads in (1, 2, 7):
        games = run_with_moves(simulation, count, threads=threads)
        file = str(tmp_path / f"{threads}.trace.jsonl")
        write_games(simulation, games, count, file, None, lambda _: None)
    one = (tmp_path / "1.trace.jsonl").read_bytes()
    assert one == (tmp_path / "2.trace.jsonl").read_bytes()
    assert one == (tmp_path / "7.trace.jsonl").read_bytes()
    assert b"\r" not in one


def test_a_file_of_games_is_their_lines_one_after_the_other(tmp_path: Path) -> None:
    simulation = Simulation(TABLES["fr-3-dominio"], ("random",) * 3, 5)
    count = 5
    file = tmp_path / "games.trace.jsonl"
    told: list[int] = []
    results, seconds = write_games(
        simulation, run_with_moves(simulation, count), count, str(file), None, told.append
    )
    found = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    wanted = []
    for number, _, moves in run_with_moves(simulation, count):
        wanted += lines(simulation.table, simulation.key(number), moves, number)
    assert found == wanted
    assert [line["game"] for line in found if line["t"] == "over"] == list(range(count))
    over = [line["scores"] for line in found if line["t"] == "over"]
    assert over == results["scores"][:, :3].tolist()
    assert sum(told) == count
    assert seconds > 0
