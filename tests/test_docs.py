"""What README.md and docs/ say is true: examples, commands, links, tables, generated pages."""

import ast
import doctest
import importlib
import inspect
import itertools
import json
import pkgutil
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import chdir
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import goldenhorn
from goldenhorn.cli import _parser, main
from goldenhorn.game import Game
from goldenhorn.lab.simulate import Simulation, run, run_with_moves, summary
from goldenhorn.players import NAMES
from goldenhorn.record import parse, write
from goldenhorn.rules.box import CUBE_LETTERS
from goldenhorn.rules.moves import MOVES, notation
from goldenhorn.rules.options import Options, options
from goldenhorn.rules.state import STATE
from goldenhorn.terminal.pages import COMMANDS
from goldenhorn.trace import prices, trace
from tools import make_rules_page, make_screens

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


every_page = pytest.mark.parametrize("page", PAGES, ids=name)


@cache
def text_of(page: Path | str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: Path | str, *kinds: str) -> Iterator[tuple[str, str, int]]:
    """Kind, text and line of a page's blocks of code."""
    text = text_of(page)
    for block in _BLOCK.finditer(text):
        if block[1] in kinds:
            yield block[1], block[2], text.count("\n", 0, block.start(2))


def prose(page: Path | str) -> str:
    """A page without its blocks of code."""
    return _BLOCK.sub("", text_of(page))


def code_words(page: Path | str) -> set[str]:
    """What stands in backticks in a page's sentences and tables."""
    return set(re.findall(r"`([^`\n]+)`", prose(page)))


# Examples


def run_page(page: Path, space: dict[str, Any]) -> list[str]:
    """Run a page's Python from top to bottom; what came out otherwise than it says."""
    runner = doctest.DocTestRunner(verbose=False)
    failures: list[str] = []
    for kind, code, line in blocks(page, "python", "pycon"):
        if kind == "python":
            exec(compile(code, f"{name(page)}, after line {line}", "exec"), space)
        else:
            test = doctest.DocTestParser().get_doctest(code, space, name(page), name(page), line)
            runner.run(test, out=failures.append, clear_globs=False)
            space.update(test.globs)
    return failures


@every_page
def test_the_examples_give_what_they_say(page: Path, tmp_path: Path) -> None:
    with chdir(tmp_path):
        failures = run_page(page, {"__name__": "__main__"})
    assert not failures, "".join(failures)


MODULES = [
    found.name
    for found in pkgutil.walk_packages(goldenhorn.__path__, "goldenhorn.")
    if ".migrations." not in found.name  # those only Alembic can import
]


@pytest.mark.parametrize("module", ["goldenhorn", *MODULES])
def test_the_examples_in_the_code_give_what_they_say(module: str) -> None:
    failures: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(importlib.import_module(module)):
        runner.run(test, out=failures.append)
    assert not failures, "".join(failures)


# Links


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    bare = re.sub(r"<[^>]+>|[`*]", "", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", bare).replace(" ", "-")


@cache
def anchors(page: Path) -> set[str]:
    text = prose(page)
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)} | set(
        re.findall(r'<a id="([^"]+)">', text)
    )


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if not target.startswith("https://"):
            path, _, anchor = target.partition("#")
            found = (page.parent / path).resolve() if path else page
            assert found.exists(), target
            assert not anchor or anchor in anchors(found), target


def test_every_page_is_in_the_contents() -> None:
    listed = re.findall(r"\]\((\w+\.md)\)", text_of("docs/index.md"))
    assert sorted(["index.md", *listed]) == sorted(page.name for page in DOCS.glob("*.md"))
    for page in listed:
        assert f"docs/{page}" in text_of("README.md")


# Commands


def commands(page: Path) -> Iterator[str]:
    """Every call of the command line on a page; one that is only named is taken to ask for help."""
    for _, code, _ in blocks(page, "sh", "console"):
        yield from re.findall(r"^(?:\$ )?(?:\.venv/bin/)?goldenhorn ?(.*)$", code, re.M)
    for word in code_words(page):
        if call := re.fullmatch(r"goldenhorn (.+)", word):
            yield call[1] if " " in call[1] else f"{call[1]} --help"


@every_page
def test_commands_are_understood(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands(page):
        status: Any = 0
        try:
            _parser().parse_args(shlex.split(command))
        except SystemExit as left:
            status = left.code
        assert status == 0, f"goldenhorn {command}: {capsys.readouterr().err}"


@every_page
def test_targets_and_programs_exist(page: Path) -> None:
    text = text_of(page)
    targets = set(re.findall(r"^(\w+):", text_of("Makefile"), re.M))
    shown = re.findall(r"`make (\w+)`", text)
    shown += [
        each for _, code, _ in blocks(page, "sh") for each in re.findall(r"^make (\w+)", code)
    ]
    assert set(shown) <= targets
    for module in re.findall(r"python -m ([\w.]+)", text):
        assert find_spec(module), module


def parsers() -> Mapping[str, Any]:
    """What reads the words of each command."""
    subparsers = _parser()._subparsers
    assert subparsers is not None
    (action,) = subparsers._group_actions
    assert isinstance(action.choices, Mapping)
    return action.choices


def test_every_command_is_listed_once() -> None:
    rows = re.findall(r"^\| `goldenhorn ?(\w*)", text_of("README.md"), re.M)
    assert sorted(rows) == sorted(["", *parsers()])


def options_of(command: str) -> set[str]:
    found = {flag for each in parsers()[command]._actions for flag in each.option_strings}
    return found - {"-h", "--help"}


@pytest.mark.parametrize(
    ("command", "page"),
    [
        ("play", "docs/play.md"),
        ("replay", "docs/play.md"),
        ("simulate", "docs/players.md"),
        ("arena", "docs/lab.md"),
        ("balance", "docs/lab.md"),
        ("dataset", "docs/lab.md"),
        ("explain", "docs/players.md"),
        ("rules", "docs/rules.md"),
        ("serve", "docs/hosting.md"),
    ],
)
def test_all_options_of_a_command_are_described(command: str, page: str) -> None:
    described = set(re.findall(r"--[a-z-]+", text_of(page)))
    assert options_of(command) <= described


def test_all_that_can_be_typed_at_the_table_is_described() -> None:
    typed = {word.split()[0] for word in code_words("docs/play.md")}
    assert {*COMMANDS, "?"} <= typed


# Pages and pictures made by programs


def test_the_rules_page_is_new() -> None:
    """If not: .venv/bin/python -m tools.make_rules_page"""
    page = text_of("docs/rules.md")
    assert make_rules_page.remade(page) == page


@every_page
def test_what_commands_answer_is_new(page: Path) -> None:
    """If not: .venv/bin/python -m tools.make_screens"""
    assert make_screens.remade(text_of(page)) == text_of(page)


def test_the_picture_is_new() -> None:
    """If not: .venv/bin/python -m tools.make_screens"""
    assert make_screens.picture() == text_of(make_screens.PICTURE)


def test_the_picture_is_small_and_stands_alone() -> None:
    text = text_of(make_screens.PICTURE)
    assert len(text.encode()) < 200_000
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search(r'href="[^#]|url\([^#]|<script|<foreignObject|<image', text)


def test_the_game_in_the_picture_goes_on() -> None:
    game = parse(text_of(make_screens.GAME)).game
    assert not game.is_over
    assert game.player == 0


# Moves


def test_the_table_of_codes() -> None:
    table = options(4, expansion=True)
    texts = notation(table.fleets, prices(table))
    row = re.compile(r"^\| (\d+)(?:–(\d+))? \| `([^`]+)`(?: …(?: `([^`]+)`)?)? \|", re.M)
    following = 0
    for first, last, one, other in row.findall(text_of("docs/notation.md")):
        assert int(first) == following
        assert texts[int(first)] == one
        assert not other or texts[int(last)] == other
        following = int(last or first) + 1
    assert following == MOVES


def test_every_verb_is_described() -> None:
    described = {word.split()[0] for word in code_words("docs/notation.md")}
    table = options(4, expansion=True)
    assert {text.split()[0] for text in notation(table.fleets, prices(table)) if text} <= described


# Options


def test_all_options_of_a_table_are_described() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", text_of("docs/library.md"), re.M)
    assert rows == list(dict.fromkeys(rows))
    assert set(inspect.signature(options).parameters) == set(rows)


# Records and traces


@cache
def reference() -> dict[str, Any]:
    """What docs/record.md defines in Python."""
    space: dict[str, Any] = {}
    for _, code, _ in blocks("docs/record.md", "python"):
        exec(compile(code, "docs/record.md", "exec"), space)
    return space


def test_the_record_that_is_shown() -> None:
    ((_, text, _),) = blocks("docs/record.md", "json")
    record = parse(text)
    assert record.game.is_over
    assert write(record) == text


def fields(data: Any) -> Iterator[str]:
    """The names of all fields in some data, however deep."""
    if isinstance(data, Mapping):
        for field, value in data.items():
            yield field
            yield from fields(value)
    elif isinstance(data, list):
        for value in data:
            yield from fields(value)


DOMINIONS = {"zara", "durazzo", "candia", "negroponte", "galata"}


def lines(table: Options, seed: int) -> Iterator[Any]:
    simulation = Simulation(table, ("random",) * table.players, seed)
    for number, _, moves in run_with_moves(simulation, 3):
        yield from map(json.loads, trace(table, simulation.key(number), moves, number))


def test_every_field_is_described() -> None:
    described = code_words("docs/record.md")
    ((_, record, _),) = blocks("docs/record.md", "json")
    shown = [json.loads(record), *lines(options(expansion=True), 1)]
    assert set(fields(shown)) - described == DOMINIONS
    assert {line["t"] for line in shown[1:]} == {"game", "move", "over"}
    assert {'"game"', '"move"', '"over"'} <= described


def test_every_kind_of_chance_is_described() -> None:
    entries = [json.loads(word) for word in code_words("docs/record.md") if word.startswith('["')]
    found: set[str] = set()
    for line in lines(options(4, expansion=True, edition="el"), 2):
        found |= {entry[0] for entry in line.get("chance", ())}
    assert found == {entry[0] for entry in entries} == {"place", "goods", "cards", "reshuffle"}


def sorted_cubes(letters: list[str]) -> str:
    return "".join(sorted(letters, key=(CUBE_LETTERS + "SB").index))


SET_UPS = list(
    itertools.product(
        (0, 1, 2**128 - 1, 0x0F0E0D0C0B0A09080706050403020100), (2, 3, 4), (0, 1), (0, 1), (0, 1)
    )
)


@pytest.mark.parametrize(("seed", "players", "first", "random", "expansion"), SET_UPS)
def test_a_whole_set_up_by_the_description(
    seed: int, players: int, first: int, random: int, expansion: int
) -> None:
    ships, ports, hands = reference()["set_up"](seed, players, first, bool(random), bool(expansion))
    placement = "random" if random else "free"
    table = options(players, first_player=first, placement=placement, expansion=bool(expansion))
    game = Game.new(table=table, seed=seed)
    while game.phase == "placement":
        game.play("place VCV")
    state = game.state
    for port, lying in ports.items():
        held = state["ports"][port]
        shown = held["goods"] + "S" * held["soldiers"] + "B" * held["builders"]
        assert shown == sorted_cubes(lying)
    for seat in range(players):
        assert state["hands"][seat] == "".join(hands[seat])
        places = "".join("VC"[ship["at"] > 0] for ship in state["ships"][seat])
        assert places == (ships[seat] if random else "VCV")


def _wind(line: Any, before: Any, route: str) -> str:
    """The card that is played in a step."""
    if line["move"] != "wind":
        return ""
    return route[before["ships"][before["player"]][before["sailing"] - 1]["at"]]


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_draw_of_whole_games_by_the_description(players: int, expansion: bool) -> None:
    """The pieces are counted here as a trace shows them; only fate is the page's."""
    table = options(players, placement="random", expansion=expansion)
    simulation = Simulation(table, ("random",) * players, 5)
    for number, _, moves in run_with_moves(simulation, 2):
        fate = reference()["Fate"](simulation.key(number))
        bag: list[str] = []
        deck: list[str] = []
        before: Any = None
        for line in map(json.loads, trace(table, simulation.key(number), moves)):
            for kind, *what in line.get("chance", ()):
                if kind == "place":
                    assert "".join("VC"[fate.below(2)] for _ in range(3)) == what[1]
                    bag = list("opgrby" * 15 + "wk" * 8 * expansion)
                    deck = list("opgrby" * 9)
                    bag.sort(key=CUBE_LETTERS.index)
                    deck.sort(key=CUBE_LETTERS.index)
                elif kind == "goods":
                    drawn = [fate.draw(bag) for _ in what[1]]
                    assert sorted_cubes(drawn) == what[1]
                    bag = sorted([*bag, *"w" * drawn.count("w")], key=CUBE_LETTERS.index)
                elif kind == "cards":
                    assert sorted_cubes([fate.draw(deck) for _ in what[1]]) == what[1]
                else:
                    assert not deck
                    deck = list(before["discards"] + _wind(line, before, table.route))
                    deck.sort(key=CUBE_LETTERS.index)
            if line["t"] != "over":
                before = line["state"]
                assert "".join(bag) == line["state"]["bag"]
                assert "".join(deck) == line["state"]["deck"]


# Players and simulations


def test_all_players_are_described() -> None:
    described = re.findall(r"^\*\*(\w+)\*\* ", text_of("docs/players.md"), re.M)
    assert described == list(NAMES)


def test_every_field_of_an_explanation_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    record = str(DOCS / "game.ghr.json")
    assert main(["explain", record, "--at", "20", "--budget", "search:200", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    asked = {"turn", "win_chance", "points", "line"}
    assert all(asked <= set(candidate) for candidate in told["candidates"])
    table = text_of("docs/players.md").split("| `seat`, `rounds` |")[1].split("\n\n")[0]
    described = set(re.findall(r"`(\w+)`", f"`seat`, `rounds` {table}"))
    assert set(fields(told)) == described


def test_every_field_of_a_summary_is_described() -> None:
    simulation = Simulation(options(2), ("random", "random"), 1)
    results, seconds = run(simulation, 2)
    data = {"seed": 1, "threads": 1, **summary(simulation, results, seconds)}
    assert set(fields(data)) <= code_words("docs/players.md")


def test_the_seeds_of_a_simulation_are_as_described() -> None:
    siphash = reference()["siphash"]
    for seed in (0, 7, 2**128 - 1):
        simulation = Simulation(options(2), ("random", "random"), seed)
        for number in (0, 1, 1000):
            lower, upper = siphash(seed, 4 * number), siphash(seed, 4 * number + 1)
            assert simulation.key(number) == lower | upper << 64


def test_the_seed_guarantees_what_is_said() -> None:
    table = options(3)
    one = Simulation(table, ("greedy", "random", "greedy"), 7)
    other = Simulation(table, ("random", "random", "random"), 7)
    first, _ = run(one, 10, threads=2)
    longer, _ = run(one, 12, threads=1)
    assert (first == longer[:10]).all()
    for number, result, moves in run_with_moves(one, 10):
        assert result == first[number]
        game = Game.new(table=table, seed=one.key(number))
        for move in moves:
            game.play(move)
        assert game.scores == tuple(first[number]["scores"][:3])
        assert one.key(number) == other.key(number)


# The code


def rooms() -> list[str]:
    """The rooms in src/goldenhorn as docs/code.md lists them."""
    tree = next(code for kind, code, _ in blocks("docs/code.md", "") if "src/goldenhorn/" in code)
    return re.findall(r"^  (\w+)(?:/|\.py)", tree, re.M)


def test_all_rooms_are_listed() -> None:
    found = {path.stem for path in (ROOT / "src" / "goldenhorn").iterdir()}
    assert set(rooms()) == found - {"__init__", "__pycache__", "py"} - {"locales"}
    tree = next(code for _, code, _ in blocks("docs/code.md", "") if "rules/" in code)
    files = {path.name for path in (ROOT / "src" / "goldenhorn" / "rules").glob("*.py")}
    assert set(re.findall(r"^    (\w+\.py)", tree, re.M)) == files - {"__init__.py"}


def test_a_room_uses_only_those_listed_above_it() -> None:
    """What is imported with the module; what a function imports when it is called may lie below."""
    order = rooms()
    for path in (ROOT / "src" / "goldenhorn").rglob("*.py"):
        room = path.relative_to(ROOT / "src" / "goldenhorn").parts[0].removesuffix(".py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("goldenhorn."):
                used = str(node.module).split(".")[1]
                if room not in ("__init__", used):
                    assert order.index(used) < order.index(room), f"{path.name}: {node.module}"


def test_the_size_of_a_state() -> None:
    assert f"{STATE.itemsize} bytes" in text_of("docs/code.md")
    assert f"{MOVES} [codes]" in text_of("docs/code.md")


def test_the_files_that_the_pages_name() -> None:
    for page in PAGES:
        for word in code_words(page):
            if re.fullmatch(r"(?:tests|tools|docs|locales|bench|src)/[\w./-]*", word):
                assert (ROOT / word).exists(), f"{name(page)}: {word}"
