"""Every refusal names the right rule, and what it says of the position is true."""

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenhorn.game import Game, IllegalMove
from goldenhorn.refusals import REASONS, Refusal, misread, what_forbids, why_not
from goldenhorn.rulebook import rule_numbers, section_numbers
from goldenhorn.rules import box
from goldenhorn.rules.moves import BadNotation
from goldenhorn.rules.options import EDITIONS, Options, options
from goldenhorn.trace import Json, notation, prices

# Each reason in a position: what differs from the start of seat 0's first turn, see `start`;
# the table, if it is a special one; the move, the rule, and words that the sentence holds.
SAILING = {"phase": "sailing", "sailing": 3, "ships/0/2": {"at": 3, "to": "C", "cargo": ""}}
CLOSING = {"phase": "closing"}
RAIDED_AT_SEA = {"ships/1/1": {"at": 5, "to": "C", "cargo": "oo"}}
Case = tuple[str, Json, Json, str, str, str]
CASES: list[Case] = [
    ("game-over", {"phase": "over", "end_called_by": 1}, {}, "on", "R7.3", "game is over"),
    ("game-over", {"phase": "over", "end_called_by": 1}, {}, "place VVV", "R7.3", "over"),
    ("game-over-rounds", {"phase": "over"}, {}, "done", "R7.4", "last round"),
    ("no-expansion", {}, {"expansion": False}, "train", "R9", "without the expansion"),
    ("no-expansion", {}, {"expansion": False}, "sail 1 soldiers", "R9", "no soldiers"),
    ("no-expansion", CLOSING, {"expansion": False}, "sail 2 troops", "R9", "without"),
    ("placement-first", {"phase": "placement"}, {}, "sail 1 o", "R2.3", "placed first"),
    ("placement-first", {"phase": "placement"}, {}, "train", "R2.3", "placed first"),
    ("placement-over", {}, {}, "place VCV", "R2.3", "voyage has begun"),
    ("placement-over", SAILING, {}, "place VCV", "R2.3", "voyage has begun"),
    ("placement-random", {}, {"edition": "el"}, "place VCV", "R2.3", "chance"),
    ("raid-own-ship", RAIDED_AT_SEA, {}, "raid 0.3 rr", "R4.1", "Ship 3 own fleet"),
    ("raid-after-move", SAILING, {}, "raid 1.2 pp", "R4.1", "before the move"),
    ("raid-after-move", CLOSING | RAIDED_AT_SEA, {}, "raid 1.2 pp", "R4.1", "sailed already"),
    ("raid-once", RAIDED_AT_SEA | {"raided": True}, {}, "raid 1.2 pp", "R4.1", "one raid a turn"),
    ("raid-in-port", {}, {}, "raid 1.2 py", "R4.2", "Constantinople seat 1’s ship 2"),
    ("raid-in-port", {}, {}, "raid 2.1 bb", "R4.2", "Venice seat 2’s ship 1"),
    ("raid-in-port", {"ships/1/1/at": 7}, {"players": 4}, "raid 1.2 py", "R4.2", "Modone safe"),
    ("raid-nothing-aboard", {"ships/1/1/at": 5}, {}, "raid 1.2 py", "R4.2", "nothing ship 2 empty"),
    (
        "raid-soldiers-aboard",
        {"ships/1/1/at": 5, "ships/1/1/cargo": "SSB"},
        {},
        "raid 1.2 py",
        "R9.5",
        "soldiers aboard seat 1’s ship 2",
    ),
    (
        "raid-cards-missing",
        RAIDED_AT_SEA | {"hands/0": "opgr"},
        {},
        "raid 1.2 py",
        "R4.3",
        "pink and yellow",
    ),
    (
        "raid-cards-missing",
        RAIDED_AT_SEA | {"hands/0": "opyy"},
        {},
        "raid 1.2 pp",
        "R4.3",
        "pink and pink",
    ),
    ("raid-cards-missing", RAIDED_AT_SEA | {"hands/0": "??"}, {}, "raid 1.2 pp", "R4.3", "pink"),
    ("already-sailing", SAILING, {}, "sail 1 o", "R3.1", "Ship 3 under way already"),
    ("already-sailing", SAILING, {}, "sail 3", "R3.1", "only one ship"),
    ("already-sailed", CLOSING, {}, "sail 1 o", "R3.1", "only one ship"),
    ("sail-must-choose-cargo", {}, {}, "sail 2", "R5.2", "Constantinople ship 2 cargo"),
    ("sail-at-sea-no-cargo", {"ships/0/0/at": 3}, {}, "sail 1 o", "R5.2", "Ship 1 cargo Venice"),
    ("sail-at-sea-no-cargo", {"ships/0/0/at": 3}, {}, "sail 1 empty", "R5.2", "Ship 1 cargo"),
    ("sail-at-sea-no-cargo", {"ships/0/0/at": 3}, {}, "sail 1 troops", "R5.2", "Ship 1 cargo"),
    (
        "sail-at-sea-no-cargo",
        {"ships/0/0/at": 4},
        {"players": 2, "edition": "fr"},
        "sail 1 empty",
        "R5.2",
        "Ship 1 cargo",
    ),
    ("sail-colour-on-sails", {}, {}, "sail 3 r", "R5.2", "Ship 3 red sails"),
    ("sail-colour-not-there", {"ports/V/goods": "oor"}, {}, "sail 3 b", "R5.2", "blue Venice"),
    ("sail-nothing-there", {"ports/V/soldiers": 0}, {}, "sail 3 soldiers", "R9.4", "no soldiers"),
    ("sail-nothing-there", {"ports/C/builders": 0}, {}, "sail 2 builders", "R9.4", "no builders"),
    (
        "sail-nothing-there",
        {"ports/C/soldiers": 4, "ports/C/builders": 0},
        {},
        "sail 2 troops",
        "R9.4",
        "Constantinople not both",
    ),
    ("sail-empty-must-load", {}, {"edition": "cs"}, "sail 1 empty", "R5.2", "Ship 1 empty"),
    ("about-in-port", {}, {}, "sail 2 about", "R5.1", "Ship 2 Constantinople leave for Venice"),
    ("about-not-adrift", {"ships/0/0/at": 3}, {}, "sail 1 about", "R4.5", "Ship 1 not adrift"),
    ("nothing-sailing", {}, {}, "stop", "R5.5", "No ship is under way. Raid"),
    ("nothing-sailing", {"raided": True}, {}, "on", "R5.5", "No ship is under way. Set sail"),
    ("nothing-sailing", CLOSING | {"raided": True}, {}, "wind", "R5.5", "is your turn done?"),
    ("on-wrong-colour", SAILING | {"ships/0/2/at": 5}, {}, "on", "R5.5", "blue ship 3 wind"),
    ("wind-needless", SAILING, {}, "wind", "R5.5", "Ship 3 green free"),
    ("dominio-under-way", SAILING, {}, "train", "R3.2", "Ship 3 under way"),
    ("dominio-under-way", SAILING, {}, "conquer zara 2+0", "R3.2", "Conquering"),
    (
        "conquer-taken",
        {"free_dominions": ["zara"], "warehouses/2/dominions": ["candia"]},
        {},
        "conquer candia 3+2",
        "R9.7",
        "Candia already seat 2",
    ),
    (
        "conquer-cannot-pay",
        {"warehouses/0/soldiers": 1},
        {},
        "conquer zara 2+0",
        "R9.7",
        "2 soldiers offered for Zara",
    ),
    (
        "conquer-cannot-pay",
        CLOSING | {"warehouses/0/builders": 3},
        {},
        "conquer zara 0+4",
        "R9.7",
        "4 builders offered for Zara",
    ),
    (
        "conquer-cannot-pay",
        {"warehouses/0/soldiers": 2},
        {},
        "conquer durazzo 2+2",
        "R9.7",
        "2 soldiers and 2 builders Durazzo",
    ),
    ("train-no-builder", {}, {}, "train", "R9.9", "no builder"),
    (
        "train-no-reserve",
        CLOSING | {"warehouses/0/builders": 2, "soldier_reserve": 0},
        {},
        "train",
        "R9.9",
        "no soldier reserve",
    ),
    ("end-already-called", {"end_called_by": 2}, {}, "end", "R7.2", "already"),
    ("end-already-called", CLOSING | {"end_called_by": 0}, {}, "end", "R7.2", "already"),
    ("end-too-early", {"warehouses/0/goods": "opgrby"}, {}, "end", "R3.3", "after your move"),
    ("end-too-early", SAILING, {}, "end", "R3.3", "after your move"),
    (
        "end-not-six-colours",
        CLOSING | {"warehouses/0/goods": "oorb"},
        {},
        "end",
        "R7.2",
        "none yet in pink, green and yellow",
    ),
    (
        "end-not-six-colours",
        CLOSING | {"warehouses/0/goods": "opgrb"},
        {},
        "end",
        "R7.2",
        "none yet in yellow.",
    ),
    ("done-not-yet", {}, {}, "done", "R3.1", "has to move first"),
    ("done-under-way", SAILING, {}, "done", "R3.1", "Ship 3 under way"),
]
TEXTS = [
    ("raid-no-such-seat", "raid 3.1 pp", "seat 3 (R4.1)"),
    ("raid-card-not-on-sails", "raid 0.2 gg", "seat 0’s ship 2 orange and blue, not green (R4.3)"),
    ("raid-card-not-on-sails", "raid 0.3 RO", "green, red and yellow, not orange (R4.3)"),
    ("raid-card-not-on-sails", "RAID 2.1  bo", "those are blue, not orange (R4.3)"),
    ("conquer-price", "conquer zara 3+0", "Zara 2 soldiers (R9.7)"),
    ("conquer-price", "Conquer Zara 1+1", "One soldier and one builder (R9.7)"),
    ("conquer-price", "conquer galata 0+10", "Galata (R9.7)"),
    ("conquer-too-many-builders", "conquer galata 1+10", "eight 10 (R9.1)"),
]


@cache
def start(**table: Any) -> Game:
    """The first turn of a game with the ships in V, C, V."""
    game = Game.new(**{"players": 3, "expansion": True, "seed": 1} | table)
    while game.phase == "placement":
        game.play("place VCV")
    return game


def changed(state: Json, changes: Json) -> Json:
    """A copy with other values at paths such as `ships/0/2/at`; of an object, those given."""
    state = deepcopy(state)
    for path, value in changes.items():
        *way, last = (int(step) if step.isdigit() else step for step in path.split("/"))
        place: Any = state
        for step in way:
            place = place[step]
        place[last] = {**place[last], **value} if isinstance(value, dict) else value
    return state


def holds(text: str, words: str) -> bool:
    return words in text or all(word in text for word in words.split())


@pytest.mark.parametrize(
    ("reason", "changes", "table", "move", "rule", "words"),
    CASES,
    ids=[f"{case[0]}: {case[3]}" for case in CASES],
)
def test_reasons(reason: str, changes: Json, table: Json, move: str, rule: str, words: str) -> None:
    game = start(**table)
    assert move in notation(game.options)
    state = changed(game.state, changes)
    assert what_forbids(game.options, state, move)[0] == reason
    refusal = why_not(game.options, state, move)
    assert refusal.rule == rule
    assert holds(refusal.reason, words), refusal.reason
    assert "{" not in refusal.reason
    assert str(refusal) == f"{refusal.reason} ({rule})"
    assert why_not(game.options, state, move, seat=state["player"]) == refusal


@pytest.mark.parametrize(("reason", "text", "words"), TEXTS)
def test_texts_that_are_moves_at_other_tables(reason: str, text: str, words: str) -> None:
    with pytest.raises(BadNotation) as caught:
        start().parse(text)
    told = str(caught.value)
    assert told.startswith(f"{text}: ")
    assert holds(told, words), told
    assert reason in REASONS


def test_every_reason_is_tested() -> None:
    tested = {case[0] for case in CASES} | {text[0] for text in TEXTS} | {"not-your-turn"}
    assert tested == set(REASONS)
    assert len(REASONS) == len(set(REASONS))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Moves begin with"),
        ("row 3", "“row 3” Moves begin with"),
        ("place VV", "place VCV"),
        ("raid 0.4 gr", "raid 0.3 gr"),
        ("raid 00.3 gr", "raid 0.3 gr"),
        ("sail 4 o", "ship 1, 2 or 3"),
        ("conquer rome 2+0", "names a dominion"),
        ("conquer zara 02+0", "names a dominion"),
        ("conquer zara 9999999999+0", "names a dominion"),
        ("conquer zara ٢+0", "names a dominion"),
        ("on 3", "on stands alone"),
        (None, "“None” Moves begin with"),
        ("\x1b[2J\u202edone", r"\x1b[2J\u202edone"),
        ("raid" + " x" * 10**5, "…” raid 0.3 gr"),
    ],
)
def test_texts_that_are_no_move(text: Any, words: str) -> None:
    with pytest.raises(BadNotation) as caught:
        start().parse(text)
    told = str(caught.value)
    assert told == misread(start().options, text)
    assert holds(told, words), told
    assert told.isprintable()
    assert len(told) < 400


@pytest.mark.parametrize("text", ["conquer", "conquer zara 2+0", "conquer rome", "Conquer Zara 9"])
def test_conquering_without_the_expansion(text: str) -> None:
    with pytest.raises(BadNotation, match=r"without the expansion Dominio da Mar.*\(R9\)$"):
        start(expansion=False).parse(text)


def test_players_by_their_names() -> None:
    table, state = start().options, start().state
    names = ["Ada", "Bo", "Cy"]
    told = why_not(table, state, "raid 1.2 py", names)
    assert told == Refusal(
        "R4.2", "In Constantinople a ship is safe, and that is where Bo’s ship 2 lies."
    )
    assert why_not(table, state, "on", names, seat=2).reason == "It is Ada’s turn."


def test_the_turn_of_another() -> None:
    game = start()
    for seat in (1, 2, -1, 7):
        assert game.seen_by(seat).why_not(game.legal[0]) == Refusal("R2.6", "It is seat 0’s turn.")
    assert game.seen_by(0).why_not(game.legal[0]) is None
    assert game.seen_by(0).why_not("done") == game.why_not("done")


def test_an_illegal_move_says_why() -> None:
    game = start().copy()
    with pytest.raises(IllegalMove, match=r"^end: You may announce .* \(R3\.3\)$") as caught:
        game.play("end")
    assert (caught.value.move, caught.value.rule) == ("end", "R3.3")


# What each reason claims, read off the position once more: it must be so of every refused move,
# and of no legal one.
Claim = Callable[[Options, Json, list[str]], bool]


def ship(state: Json, words: list[str]) -> Json:
    """The ship a move speaks of: a raid's target, or one of the player's own."""
    seat, number = words[1].split(".") if words[0] == "raid" else (state["player"], words[1])
    found: Json = state["ships"][int(seat)][int(number) - 1]
    return found


def in_port(o: Options, ship: Json) -> bool:
    return ship["at"] in (0, len(o.route) - 1)


def in_harbour(o: Options, ship: Json) -> bool:
    return in_port(o, ship) or ship["at"] == o.route.find("M")


def stock(o: Options, state: Json, words: list[str]) -> Json:
    """What lies in the port of a ship that is to leave."""
    found: Json = state["ports"]["V" if ship(state, words)["at"] == 0 else "C"]
    return found


def store(state: Json) -> Json:
    found: Json = state["warehouses"][state["player"]]
    return found


def square_matches(o: Options, s: Json) -> bool:
    number = s["sailing"]
    colour = o.route[s["ships"][s["player"]][number - 1]["at"]]
    return colour in o.fleets[s["player"]][number - 1]


def can_pay(s: Json, payment: str) -> bool:
    soldiers, builders = payment.split("+")
    return bool(store(s)["soldiers"] >= int(soldiers) and store(s)["builders"] >= int(builders))


def raids(claim: Claim) -> Claim:
    return lambda o, s, w: w[0] == "raid" and s["turn"] > 0 and claim(o, s, w)


def leaves(claim: Claim) -> Claim:
    """Of a ship that is to leave a main port."""
    return lambda o, s, w: (
        w[0] == "sail" and s["turn"] > 0 and in_port(o, ship(s, w)) and claim(o, s, w)
    )


def at_sea(claim: Claim) -> Claim:
    return lambda o, s, w: (
        w[0] == "sail" and s["turn"] > 0 and not in_port(o, ship(s, w)) and claim(o, s, w)
    )


def loads(w: list[str]) -> bool:
    return len(w) == 3 and w[2] != "about"


FIGURES = {"soldiers": ["soldiers"], "builders": ["builders"], "troops": ["soldiers", "builders"]}
CLAIMS: dict[str, Claim] = {
    "game-over": lambda o, s, w: s["phase"] == "over" and s["end_called_by"] is not None,
    "game-over-rounds": lambda o, s, w: (
        s["phase"] == "over"
        and s["end_called_by"] is None
        and s["turn"] == o.round_limit * o.players
    ),
    "no-expansion": lambda o, s, w: (
        not o.dominions and (w[0] in ("train", "conquer") or w[-1] in FIGURES)
    ),
    "placement-first": lambda o, s, w: s["turn"] == 0 and w[0] != "place",
    "placement-over": lambda o, s, w: s["turn"] > 0 and w[0] == "place" and o.placement == "free",
    "placement-random": lambda o, s, w: w[0] == "place" and o.placement == "random",
    "raid-own-ship": raids(lambda o, s, w: w[1][0] == str(s["player"])),
    "raid-after-move": raids(lambda o, s, w: s["phase"] in ("sailing", "closing")),
    "raid-once": raids(lambda o, s, w: bool(s["raided"])),
    "raid-in-port": raids(lambda o, s, w: in_harbour(o, ship(s, w))),
    "raid-nothing-aboard": raids(lambda o, s, w: ship(s, w)["cargo"] == ""),
    "raid-soldiers-aboard": raids(lambda o, s, w: ship(s, w)["cargo"][:1] == "S"),
    "raid-cards-missing": raids(
        lambda o, s, w: bool(Counter(w[2]) - Counter(s["hands"][s["player"]]))
    ),
    "already-sailing": lambda o, s, w: w[0] == "sail" and s["phase"] == "sailing",
    "already-sailed": lambda o, s, w: w[0] == "sail" and s["phase"] == "closing",
    "sail-must-choose-cargo": leaves(lambda o, s, w: len(w) == 2),
    "sail-at-sea-no-cargo": at_sea(lambda o, s, w: loads(w)),
    "sail-colour-on-sails": leaves(
        lambda o, s, w: loads(w) and w[2] in o.fleets[s["player"]][int(w[1]) - 1]
    ),
    "sail-colour-not-there": leaves(
        lambda o, s, w: w[-1] in box.COLOURS and w[-1] not in stock(o, s, w)["goods"]
    ),
    "sail-nothing-there": leaves(
        lambda o, s, w: any(stock(o, s, w)[figure] == 0 for figure in FIGURES.get(w[-1], []))
    ),
    "sail-empty-must-load": leaves(
        lambda o, s, w: w[-1] == "empty" and o.loading == "must" and some_ship_could_sail(o, s)
    ),
    "about-in-port": leaves(lambda o, s, w: w[-1] == "about"),
    "about-not-adrift": at_sea(lambda o, s, w: w[-1] == "about" and not ship(s, w)["adrift"]),
    "nothing-sailing": lambda o, s, w: w[0] in ("on", "wind", "stop") and s["phase"] != "sailing",
    "on-wrong-colour": lambda o, s, w: (
        w[0] == "on" and s["phase"] == "sailing" and not square_matches(o, s)
    ),
    "wind-needless": lambda o, s, w: (
        w[0] == "wind" and s["phase"] == "sailing" and square_matches(o, s)
    ),
    "dominio-under-way": lambda o, s, w: w[0] in ("conquer", "train") and s["phase"] == "sailing",
    "conquer-taken": lambda o, s, w: w[0] == "conquer" and w[1] not in s["free_dominions"],
    "conquer-cannot-pay": lambda o, s, w: w[0] == "conquer" and not can_pay(s, w[2]),
    "train-no-builder": lambda o, s, w: w[0] == "train" and store(s)["builders"] == 0,
    "train-no-reserve": lambda o, s, w: w[0] == "train" and s["soldier_reserve"] == 0,
    "end-already-called": lambda o, s, w: w[0] == "end" and s["end_called_by"] is not None,
    "end-too-early": lambda o, s, w: w[0] == "end" and s["phase"] in ("orders", "sailing"),
    "end-not-six-colours": lambda o, s, w: w[0] == "end" and len(set(store(s)["goods"])) < 6,
    "done-not-yet": lambda o, s, w: w[0] == "done" and s["phase"] == "orders",
    "done-under-way": lambda o, s, w: w[0] == "done" and s["phase"] == "sailing",
}


def some_ship_could_sail(o: Options, s: Json) -> bool:
    """Whether a ship of the player's has somewhere to go on to, or something to load."""
    for mine, sails in zip(s["ships"][s["player"]], o.fleets[s["player"]], strict=True):
        port = s["ports"]["V" if mine["at"] == 0 else "C"]
        figures = port["soldiers"] + port["builders"]
        if not in_port(o, mine) or set(port["goods"]) - set(sails) or figures:
            return True
    return False


tables = st.builds(
    options,
    st.integers(2, 4),
    edition=st.sampled_from(sorted(EDITIONS)),
    expansion=st.booleans(),
    loading=st.sampled_from([None, "may", "must"]),
    placement=st.sampled_from([None, "free", "random"]),
    round_limit=st.sampled_from([60, 20, 5, 1]),
)


def reasons_met(table: Options, seed: int) -> set[str]:
    """Play a whole game, check every reason there was against any move, and name them."""
    game, chance = Game.new(table=table, seed=seed), random.Random(seed)
    texts = [text for text in notation(table) if text]
    met: set[str] = set()
    while True:
        legal, state = game.legal, game.state
        for text in texts:
            if text in legal:
                assert not [r for r, claim in CLAIMS.items() if claim(table, state, text.split())]
            else:
                reason, _ = what_forbids(table, state, text)
                assert CLAIMS[reason](table, state, text.split()), (reason, text)
                met.add(reason)
        if not legal:
            return met
        game.play(chance.choice(legal))


@settings(max_examples=25, deadline=None)
@given(tables, st.integers(0, 2**64 - 1))
def test_what_a_reason_claims_is_so(table: Options, seed: int) -> None:
    assert reasons_met(table, seed)


def test_play_meets_every_reason() -> None:
    met: set[str] = set()
    for seed, edition in enumerate(sorted(EDITIONS) * 6):
        rounds = 2 if seed < 4 else 100
        table = options(2 + seed % 3, edition=edition, expansion=seed % 8 != 0, round_limit=rounds)
        met |= reasons_met(table, seed)
    assert met | {"train-no-reserve"} == set(CLAIMS)  # all 20 soldiers out: a rare sight


@settings(max_examples=20, deadline=None)
@given(tables, st.integers(0, 2**64 - 1))
def test_every_move_is_legal_or_refused_to_everyone(table: Options, seed: int) -> None:
    game, chance = Game.new(table=table, seed=seed), random.Random(seed)
    known = {*rule_numbers(), *section_numbers()}
    texts = [text for text in notation(table) if text]
    for _ in range(40):
        refused = {text: game.why_not(text) for text in texts}
        assert {text for text, refusal in refused.items() if refusal is None} == set(game.legal)
        for refusal in refused.values():
            assert refusal is None or (refusal.rule in known and refusal.reason[-1] in ".?")
        for seat in range(-1, table.players):
            seen = game.seen_by(seat)
            for text in chance.sample(texts, 10):
                told = seen.why_not(text)
                if seat == game.player or game.is_over:
                    assert told == refused[text]
                else:
                    assert told == Refusal("R2.6", f"It is seat {game.player}’s turn.")
        if game.is_over:
            break
        game.play(chance.choice(game.legal))


@settings(max_examples=100, deadline=None)
@given(tables, st.text(alphabet="placeraidsonqu VC0123.+bgry", max_size=30))
def test_any_text_is_a_move_or_says_why_not(table: Options, text: str) -> None:
    told = misread(table, text)
    assert told.endswith((".", ")"))


@pytest.mark.parametrize("name", box.DOMINIONS)
def test_every_mix_that_is_no_move_is_explained_truly(name: str) -> None:
    table = start().options
    price = dict(zip(box.DOMINIONS, prices(table), strict=True))[name]
    for soldiers in range(9):
        for builders in range(14):
            text = f"conquer {name} {soldiers}+{builders}"
            if text not in notation(table):
                told = misread(table, text)
                exact = 2 * soldiers + builders == 2 * price
                assert ("eight builders" in told) == exact
                assert (builders > box.EXTRA_CUBES) or not exact
