"""What holds in every game, whoever plays it and however: random tables, random games.

What is legal, what a refill does and what a warehouse is worth are reckoned here once more, plainly
and from the state as people see it.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldenhorn import Game, IllegalMove
from goldenhorn.rules import box
from goldenhorn.rules.compiled import COMPILED
from goldenhorn.rules.options import EDITIONS, POINTS, Options, options
from goldenhorn.trace import notation, rules_data
from tests.positions import assert_sound, chance_of, standing

Json = dict[str, Any]

KINDS = tuple(product((2, 3, 4), EDITIONS, (False, True)))
SEEDS = st.integers(0, 2**128 - 1)
DICE = st.integers(0, 2**32).map(random.Random)

# Ways to play: words to prefer and words to shun, so that games come to all sorts of ends.
TASTES: dict[str, tuple[set[str], set[str]]] = {
    "anything": (set(), set()),
    "patient": ({"on", "wind"}, {"end", "empty"}),
    "pirate": ({"raid"}, {"end"}),
    "admiral": ({"conquer", "troops", "soldiers", "builders", "train", "about"}, {"end", "empty"}),
    "idle": ({"empty", "stop", "done"}, {"end", "raid"}),
}

examples = settings(
    deadline=None,
    max_examples=6 if COMPILED else 1,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def tables(draw: st.DrawFn, kind: tuple[int, str, bool] | None = None) -> Options:
    """Any table: an edition or a mixture, fleets, a route and prices of its own."""
    players, edition, expansion = draw(st.sampled_from(KINDS)) if kind is None else kind
    own: Json = {}
    if kind is None and draw(st.booleans()):
        own |= {point: draw(st.sampled_from(values)) for point, values in POINTS.items()}
    if draw(st.booleans()):
        order = st.permutations(box.COLOURS)
        painted = ["".join(draw(order)) for _ in range(players)]
        own["fleets"] = [(sails[:1], sails[1:3], sails[3:]) for sails in painted]
    if draw(st.booleans()):
        own["route"] = draw(routes(players))
    if expansion and draw(st.booleans()):
        pairs = st.tuples(st.integers(1, 6) | st.integers(1, 20), st.integers(0, 99))
        own["dominions"] = {name: draw(pairs) for name in box.DOMINIONS}
    return options(
        players,
        edition=edition,
        expansion=expansion,
        first_player=draw(st.integers(0, players - 1)),
        round_limit=draw(st.sampled_from((1, 2, 7, 60, 200))),
        **own,
    )


@st.composite
def routes(draw: st.DrawFn, players: int) -> str:
    kinds = draw(st.permutations((box.DOT, box.TRIANGLE))) * (1 if players == 2 else 2)
    tiles = [kind[:: draw(st.sampled_from((1, -1)))] for kind in kinds]
    if players != 3:
        tiles.insert(len(tiles) // 2, "M")
    return "".join(("V", *tiles, "C"))


def choose(dice: random.Random, legal: Sequence[str], taste: str) -> str:
    prefers, shuns = TASTES[taste]
    liked = [move for move in legal if prefers & set(move.split())]
    borne = [move for move in legal if not shuns & set(move.split())]
    if liked and dice.random() < 0.8:
        return dice.choice(liked)
    return dice.choice(borne or legal)


def played(game: Game, dice: random.Random, taste: str = "anything") -> Iterator[str]:
    """Play a game to its end; before each move, what it will be."""
    while not game.is_over:
        move = choose(dice, game.legal, taste)
        yield move
        game.play(move)


def somewhere(table: Options, seed: int, dice: random.Random, taste: str = "anything") -> Game:
    """A game up to a random moment of it."""
    game = Game.new(table=table, seed=seed)
    for _ in played(game, dice, taste):
        pass
    game.go_to(dice.randrange(game.ply + 1))
    return game


# Reckoned once more


def legal_again(data: Json) -> list[str]:
    """The legal moves of a position, by the rules' words."""
    state, rules = data["state"], data["rules"]
    me = state["player"]
    house = state["warehouses"][me]
    sails = data["fleets"][me]
    moves: list[str] = []

    def dominio() -> None:  # R9.7, R9.9
        for name in state["free_dominions"]:
            price = rules["dominions"][name][0]
            for soldiers in range(price + 1):
                builders = 2 * (price - soldiers)
                if soldiers <= house["soldiers"] and builders <= house["builders"]:
                    moves.append(f"conquer {name} {soldiers}+{builders}")
        if house["builders"] and state["soldier_reserve"]:
            moves.append("train")

    if state["phase"] == "placement":
        return ["place " + "".join(ports) for ports in product("CV", repeat=3)]
    if state["phase"] == "sailing":
        ship = state["ships"][me][state["sailing"] - 1]
        on = data["route"][ship["at"]] in sails[state["sailing"] - 1]
        return ["on" if on else "wind", "stop"]
    if state["phase"] == "closing":
        dominio()
        if set(house["goods"]) == set(box.COLOURS) and state["end_called_by"] is None:
            moves.append("end")
        return [*moves, "done"]
    if state["phase"] == "over":
        return []

    for number, ship in enumerate(state["ships"][me], 1):
        place = data["route"][ship["at"]]
        if place in "VC":
            port = state["ports"][place]
            things = [c for c in port["goods"] if c not in sails[number - 1]]
            soldiers, builders = port["soldiers"], port["builders"]
            things += ["soldiers"] * soldiers + ["builders"] * builders
            things += ["troops"] * (soldiers * builders)
            things += ["empty"] * (rules["loading"] == "may")
            moves += {f"sail {number} {thing}" for thing in things}
        else:
            moves += [f"sail {number}"] + [f"sail {number} about"] * ship["adrift"]
    if not moves:
        moves = [f"sail {number} empty" for number in (1, 2, 3)]
    dominio()
    hand = Counter(state["hands"][me])
    for seat, fleet in enumerate(state["ships"]):
        for number, ship in enumerate(fleet, 1):
            at_sea = data["route"][ship["at"]] in box.COLOURS
            if seat == me or state["raided"] or not at_sea or not ship["cargo"].strip("S"):
                continue
            colours = sorted(data["fleets"][seat][number - 1], key=box.COLOURS.index)
            if "S" not in ship["cargo"]:
                for pair in combinations_with_replacement(colours, 2):
                    if Counter(pair) <= hand:
                        moves.append(f"raid {seat}.{number} {''.join(pair)}")
    return moves


@cache
def best_sets(counts: tuple[int, ...]) -> int:
    """R8.2: the most that sets bring, by trying every one that could be the next."""
    best = 0
    for size, bonus in ((4, 1), (5, 2), (6, 4)):
        for chosen in combinations(range(6), size):
            if all(counts[colour] for colour in chosen):
                left = (n - (c in chosen) for c, n in enumerate(counts))
                best = max(best, bonus + best_sets(tuple(sorted(left, reverse=True))))
    return best


def score_again(data: Json, seat: int) -> int:
    house = data["state"]["warehouses"][seat]
    counts = sorted(Counter(house["goods"]).values(), reverse=True)
    points = len(house["goods"]) + house["soldiers"] + house["builders"]
    points += sum(data["rules"]["dominions"][name][1] for name in house["dominions"])
    return points + best_sets((*counts, *[0] * (6 - len(counts))))


def refill_again(state: Json, port: str, expansion: bool, draws: list[str]) -> Json:
    """R5.3, R9.2, R9.3 with the cubes that were drawn: port, bag and reserves afterwards."""
    lying = Counter(state["ports"][port]["goods"])
    soldiers, builders = (state["ports"][port][what] for what in ("soldiers", "builders"))
    bag: Counter[str] = Counter(state["bag"])
    soldier_reserve, builder_reserve = state["soldier_reserve"], state["builder_reserve"]
    left = list(draws)
    while (missing := (10 if expansion else 9) - lying.total() - builders) > 0:
        if not set(bag) & set(box.COLOURS):
            break
        drawn = Counter(left.pop(0))
        assert drawn.total() == min(missing, bag.total())
        assert drawn <= bag
        bag -= drawn
        special = drawn["w"] + drawn["k"]
        lying += Counter({c: n for c, n in drawn.items() if c in box.COLOURS})
        coming = min(special, soldier_reserve)
        soldiers, soldier_reserve = soldiers + coming, soldier_reserve - coming
        builder_reserve += drawn["k"]
        coming = min(special - coming, builder_reserve)
        builders, builder_reserve = builders + coming, builder_reserve - coming
        bag["w"] += drawn["w"]
        bag += Counter()  # drops what is no longer there
    assert not left, "more was drawn than was missing"
    goods = "".join(c * lying[c] for c in box.COLOURS)
    return {
        "port": {"goods": goods, "soldiers": soldiers, "builders": builders},
        "bag": "".join(c * bag[c] for c in box.CUBE_LETTERS),
        "reserves": (soldier_reserve, builder_reserve),
    }


# Properties


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("kind", KINDS, ids=str)
@given(data=st.data(), seed=SEEDS, dice=DICE)
@settings(examples, max_examples=2 if COMPILED else 1)
def test_whole_games(
    kind: tuple[int, str, bool], taste: str, data: st.DataObject, seed: int, dice: random.Random
) -> None:
    """Nothing gets lost, there is always a move, exactly the legal ones, and an end in time."""
    table = data.draw(tables(kind))
    game = Game.new(table=table, seed=seed)
    for _ in played(game, dice, taste):
        assert_sound(game)
        assert game.legal
        facts = game.data
        assert sorted(legal_again(facts)) == list(game.legal)
        assert game.turn <= table.round_limit * table.players
        if game.ply % 5 == 0:
            assert game.scores == tuple(score_again(facts, seat) for seat in range(table.players))
        if game.phase != "placement":
            full = 10 if table.expansion else 9
            for port in facts["state"]["ports"].values():
                cubes = len(port["goods"]) + port["builders"]
                assert cubes == full or (
                    cubes < full and not set(facts["state"]["bag"]) & set(box.COLOURS)
                )
                if not port["goods"] and not port["soldiers"]:
                    assert facts["state"]["end_called_by"] is not None
    assert_sound(game)
    assert game.legal == ()
    assert game.scores == tuple(score_again(game.data, seat) for seat in range(table.players))
    outcome = game.outcome
    assert outcome is not None
    assert outcome.scores == game.scores
    best = max(game.scores)
    assert outcome.winners == tuple(n for n, points in enumerate(game.scores) if points == best)
    if table.last_turns == "finish_round" or outcome.cause == "rounds":
        assert game.turn % table.players == 0


@given(table=tables(), seed=SEEDS, dice=DICE)
@settings(examples, max_examples=40 if COMPILED else 2)
def test_what_is_legal_can_be_played_and_nothing_else(
    table: Options, seed: int, dice: random.Random
) -> None:
    game = somewhere(table, seed, dice)
    before = game.record.tobytes()
    for text in notation(table):
        if not text:
            continue
        twin = game.copy()
        if text in game.legal:
            twin.play(text)
            assert_sound(twin)
            assert twin.record.tobytes() != before
        else:
            with pytest.raises(IllegalMove):
                twin.play(text)
            assert twin.record.tobytes() == before
    assert game.record.tobytes() == before


@given(table=tables(), seed=SEEDS, dice=DICE, taste=st.sampled_from(list(TASTES)))
@settings(examples, max_examples=60 if COMPILED else 2)
def test_what_fate_tells_is_what_happened(
    table: Options, seed: int, dice: random.Random, taste: str
) -> None:
    """Cubes into ports, cards into hands, discards into the pile: reckoned from the told draws."""
    game = Game.new(table=table, seed=seed)
    twin = Game.new(table=table, seed=seed)
    for move in played(game, dice, taste):
        before = twin.state
        chance = chance_of(twin, move)
        after = twin.state
        if before["phase"] == "placement":
            continue
        words = move.split()
        draws = [row[2] for row in chance if row[0] == "goods"]
        if words[0] == "sail" and len(words) == 3 and words[2] != "about":
            ship = before["ships"][before["player"]][int(words[1]) - 1]
            port = "V" if ship["at"] == 0 else "C"
            left = {
                "soldiers": {"soldiers": 0},
                "builders": {"builders": 0},
                "troops": {"soldiers": 0, "builders": 0},
                "empty": {},
            }.get(words[2], {"goods": before["ports"][port]["goods"].replace(words[2], "")})
            stood = before | {"ports": {port: before["ports"][port] | left}}
            again = refill_again(stood, port, table.expansion, draws)
            assert after["ports"][port] == again["port"]
            assert after["bag"] == again["bag"]
            assert (after["soldier_reserve"], after["builder_reserve"]) == again["reserves"]
            assert {row[1] for row in chance if row[0] == "goods"} <= {port}
        else:
            assert draws == []
            assert (after["ports"], after["bag"]) == (before["ports"], before["bag"])
        cards_again(table.route, before, after, words, chance)


def cards_again(
    route: str, before: Json, after: Json, words: list[str], chance: list[list[Any]]
) -> None:
    """R4.3, R5.5, R6: hands, draw pile and discards after a move."""
    me = before["player"]
    hand, deck, discards = (
        Counter(text) for text in (before["hands"][me], before["deck"], before["discards"])
    )
    paid = ""
    if words[0] == "raid":
        paid = words[2]
    elif words[0] == "wind":
        paid = route[before["ships"][me][before["sailing"] - 1]["at"]]
    assert Counter(paid) <= hand
    hand -= Counter(paid)
    discards += Counter(paid)
    for kind, *told in chance:
        if kind == "reshuffle":
            assert not deck
            assert discards
            deck, discards = discards, Counter()
        elif kind == "cards":
            assert told[0] == me
            assert told[1]
            assert Counter(told[1]) <= deck
            deck -= Counter(told[1])
            hand += Counter(told[1])
    assert Counter(after["hands"][me]) == hand
    assert Counter(after["deck"]) == deck
    assert Counter(after["discards"]) == discards
    others = [hand for seat, hand in enumerate(before["hands"]) if seat != me]
    assert [hand for seat, hand in enumerate(after["hands"]) if seat != me] == others


def shuffled_behind(game: Game, seat: int, dice: random.Random) -> Game:
    """The same game with everything changed that this seat does not see."""
    states = game.record
    s: Any = states.view(np.recarray)[0]
    others = [other for other in range(game.players) if other != seat]
    hidden = [c for other in others for c in range(6) for _ in range(s.hands[other, c])]
    hidden += [c for c in range(6) for _ in range(s.deck[c])]
    dice.shuffle(hidden)
    for pile, size in (*((s.hands[o], s.hand_sizes[o]) for o in others), (s.deck, s.deck_size)):
        for colour in range(6):
            pile[colour] = hidden[:size].count(colour)
        del hidden[:size]
    assert not hidden
    s.key[:] = dice.getrandbits(64), dice.getrandbits(64)
    s.draws = dice.getrandbits(20)
    return standing(game.options, states)


@given(table=tables(), seed=SEEDS, dice=DICE)
@settings(examples, max_examples=60 if COMPILED else 3)
def test_a_view_tells_nothing_of_what_is_hidden(
    table: Options, seed: int, dice: random.Random
) -> None:
    game = somewhere(table, seed, dice)
    for seat in range(-1, table.players):
        view = game.seen_by(seat)
        other = shuffled_behind(game, seat, dice).seen_by(seat)
        assert other.record.tobytes() == view.record.tobytes()
        assert (other.data, other.mask) == (view.data, view.mask)
        assert view.mask == (game.mask if seat == game.player else (0, 0))


@given(table=tables(), seed=SEEDS, dice=DICE)
@settings(examples, max_examples=40 if COMPILED else 3)
def test_a_view_holds_no_key_and_all_that_lies_open(
    table: Options, seed: int, dice: random.Random
) -> None:
    game = somewhere(table, seed, dice)
    truth = game.record[0]
    for seat in range(-1, table.players):
        view = game.seen_by(seat).record[0]
        for name in view.dtype.names:
            if name in ("key", "draws", "deck"):
                assert not np.any(view[name])
            elif name == "hands":
                for other in range(table.players):
                    mine = truth["hands"][other] if other == seat else [0] * 6
                    assert view["hands"][other].tolist() == list(mine)
            else:
                assert np.array_equal(view[name], truth[name]), name
        for half in truth["key"].tolist():
            key = half.to_bytes(8, "little")
            # A seed of few different bytes, such as 2**58 - 1, looks like any empty field.
            assert len(set(key)) < 6 or key not in view.tobytes()


@given(table=tables(), seed=SEEDS, dice=DICE)
@settings(examples, max_examples=60 if COMPILED else 3)
def test_dealing_what_a_seat_does_not_see(table: Options, seed: int, dice: random.Random) -> None:
    """A full game that looks just as it did, and can be played to its end."""
    game = somewhere(table, seed, dice)
    for seat in range(-1, table.players):
        view = game.seen_by(seat)
        dealt = view.deal(dice.getrandbits(128))
        assert_sound(dealt)
        assert dealt.seen_by(seat).record.tobytes() == view.record.tobytes()
        assert dealt.legal == game.legal or seat != game.player
        key = dealt.record["key"].tobytes()
        assert key != game.record["key"].tobytes()
        for _ in played(dealt, dice):
            pass
        assert_sound(dealt)


@given(table=tables(), seed=SEEDS, dice=DICE)
@settings(examples, max_examples=15 if COMPILED else 2)
def test_deals_differ(table: Options, seed: int, dice: random.Random) -> None:
    """Unless there is hardly anything to deal."""
    game = Game.new(table=table, seed=seed)
    while game.phase == "placement":
        game.play(dice.choice(game.legal))
    deals = [game.seen_by(0).deal(n).state for n in range(20)]
    assert len({deal["hands"][1] for deal in deals}) > 10
    assert len({deal["deck"] for deal in deals}) > 10
    assert {deal["hands"][0] for deal in deals} == {game.state["hands"][0]}
    again = game.seen_by(0).deal(7)
    assert again.record.tobytes() == game.seen_by(0).deal(7).record.tobytes()


@given(table=tables(), seed=SEEDS, dice=DICE, taste=st.sampled_from(list(TASTES)))
@settings(examples, max_examples=30 if COMPILED else 2)
def test_rules_seed_and_moves_are_the_game(
    table: Options, seed: int, dice: random.Random, taste: str
) -> None:
    game = Game.new(table=table, seed=seed)
    states = [game.record.tobytes() for _ in played(game, dice, taste)]
    again = Game.new(table=table, seed=seed)
    for state, move in zip(states, game.moves, strict=True):
        assert again.record.tobytes() == state
        again.play(move)
    assert again.record.tobytes() == game.record.tobytes()


@given(table=tables())
@settings(examples, max_examples=100)
def test_a_table_is_written_out_whole(table: Options) -> None:
    """Its options can be made again from what a trace says of it."""
    said = rules_data(table)
    assert said.pop("edition") == table.edition
    made = options(
        table.players,
        fleets=table.fleets,
        route=table.route,
        first_player=table.first_player,
        **said,
    )
    assert made == table
