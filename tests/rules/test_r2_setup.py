"""R2: the route, the fleets, the first cubes and cards."""

import json
from collections import Counter

import pytest

from goldenhorn import Game
from goldenhorn.rules.options import BadOptions, options
from goldenhorn.trace import trace
from tests.positions import chance_of, often, play, position, ship

ROUTES = {2: "VrbyMopgC", 3: "VopgrbyopgrbyC", 4: "VopgrbyMopgrbyC"}
PLACINGS = tuple(f"place {a}{b}{c}" for a in "CV" for b in "CV" for c in "CV")


def set_up(players: int) -> Game:
    game = Game.new(players, seed=3, expansion=True)
    while game.phase == "placement":
        game.play("place VCV")
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_1_the_route(players: int) -> None:
    """One place after the other; a ship goes on where the square shows its sail or its card."""
    route = ROUTES[players]
    assert "".join(Game.new(players, seed=0).data["route"]) == route
    for place in range(1, len(route) - 2):
        for card in "opgrby":
            game = position(players, ships={(0, 1): {"at": place, "to": "C"}}, hands=[card])
            game.play("sail 1")
            assert ship(game, 0, 1)["at"] == place + 1
            assert (game.phase == "sailing") == (route[place + 1] in {"p", card})


@pytest.mark.parametrize(
    ("players", "route"),
    [
        (2, "VopgMrbyC"),
        (2, "VybrMgpoC"),
        (3, "VrbyopgrbyopgC"),
        (3, "VopgybrgporbyC"),
        (4, "VrbyopgMrbyopgC"),
        (4, "VgpoybrMgpoybrC"),
    ],
)
def test_r2_1_a_table_may_lay_the_tiles_otherwise(players: int, route: str) -> None:
    assert options(players, route=route).route == route
    game = position(players, route=list(route), hands=["", "", ""])
    game.play("sail 1 empty")
    on_its_sail = route[1] == "p"
    assert game.phase == ("sailing" if on_its_sail else "orders")
    assert ship(game, 0, 1)["at"] == 1


@pytest.mark.parametrize(
    ("players", "route"),
    [
        (2, "VrbyMrbyC"),  # equal symbols on the two sides of Modone
        (2, "VrbyMybrC"),
        (2, "VMrbyopgC"),  # Modone is not in the middle
        (2, "VrbyopgC"),
        (2, "VrybMopgC"),  # a square out of its place
        (2, "VrbyMopgX"),
        (2, "CrbyMopgV"),
        (2, ""),
        (2, "VopgrbyopgrbyC"),  # another number's
        (3, "VopgopgrbyrbyC"),  # equal neighbours
        (3, "VopggpoybrrbyC"),
        (3, "VopgrbyMopgrbyC"),
        (3, "VopgrbyC"),
        (4, "VopgrbyMrbyopgC"),
        (4, "VopgMrbyopgrbyC"),
        (4, "VopgrbyMMpgrbyC"),
    ],
)
def test_r2_1_any_other_route_is_refused(players: int, route: str) -> None:
    with pytest.raises(BadOptions) as refused:
        options(players, route=route)
    assert refused.value.rule == "R2.1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_2_everyone_has_a_fleet_and_an_empty_warehouse(players: int) -> None:
    data = set_up(players).data
    assert len(data["fleets"]) == len(data["state"]["ships"]) == players
    empty = {"goods": "", "soldiers": 0, "builders": 0, "dominions": []}
    assert data["state"]["warehouses"] == [empty] * players


def test_r2_2_a_fleet_for_every_seat_and_no_more() -> None:
    with pytest.raises(BadOptions) as refused:
        options(3, fleets=[("p", "ob", "gry")] * 2)
    assert refused.value.rule == "R2.2"


def test_r2_3_free_placement_in_turn_order_before_ports_and_hands() -> None:
    game = Game.new(4, seed=0, first_player=2)
    placings = {2: "VCV", 3: "CCC", 0: "VVV", 1: "CVV"}
    for seat, ports in placings.items():
        assert (game.player, game.phase, game.turn) == (seat, "placement", 0)
        assert game.legal == PLACINGS
        state = game.seen_by((seat + 1) % 4).state
        assert state["hands"] == [""] * 4
        assert state["ports"]["V"]["goods"] == state["ports"]["C"]["goods"] == ""
        for other, where in placings.items():
            if other == seat:
                break
            assert [s["at"] for s in state["ships"][other]] == [14 * (c == "C") for c in where]
        assert state["ships"][seat] == [{"at": None, "to": None, "cargo": "", "adrift": False}] * 3
        game.play(f"place {ports}")
    assert (game.player, game.phase, game.turn) == (2, "orders", 1)
    for seat, ports in placings.items():
        for number, port in enumerate(ports, 1):
            there = {"at": 0, "to": "C"} if port == "V" else {"at": 14, "to": "V"}
            assert ship(game, seat, number) == there | {"cargo": "", "adrift": False}


def test_r2_3_random_placement_asks_nobody() -> None:
    game = Game.new(3, seed=0, placement="random")
    assert (game.phase, game.turn) == ("orders", 1)
    assert all(s["at"] in (0, 13) for fleet in game.state["ships"] for s in fleet)


def test_r2_3_random_placement_is_told_in_turn_order() -> None:
    table = options(3, edition="el", first_player=1)
    (line,) = trace(table, 5, [])
    begun = json.loads(line)
    placed = begun["chance"][:3]
    assert [(kind, seat) for kind, seat, _ in placed] == [("place", 1), ("place", 2), ("place", 0)]
    for _, seat, ports in placed:
        ships = begun["state"]["ships"][seat]
        assert "".join("VC"[ship["at"] > 0] for ship in ships) == ports
    assert [row[0] for row in begun["chance"][3:]] == ["goods", "goods", "cards", "cards", "cards"]


def test_r2_3_random_placement_is_a_fair_coin_for_each_ship() -> None:
    """512 ways for nine ships; in 4096 games every coin and every pair of coins is even."""
    games = often(4096)
    within = 5 * (games / 4) ** 0.5
    heads = []
    for seed in range(games):
        ships = Game.new(3, seed=seed, edition="el").state["ships"]
        heads.append([s["at"] > 0 for fleet in ships for s in fleet])
    for i in range(9):
        assert abs(sum(coins[i] for coins in heads) - games / 2) < within
        for j in range(i):
            assert abs(sum(coins[i] == coins[j] for coins in heads) - games / 2) < within


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_4_nine_cubes_to_venice_then_to_constantinople(players: int, expansion: bool) -> None:
    game = Game.new(players, seed=1, expansion=expansion)
    for _ in range(players - 1):
        assert chance_of(game, "place VCV") == []
    chance = chance_of(game, "place VCV")
    ports = "".join(port for kind, port, *_ in chance if kind == "goods")
    assert ports == "V" * ports.count("V") + "C" * ports.count("C")
    lying = game.state["ports"]
    for port in "VC":
        cubes = len(lying[port]["goods"]) + lying[port]["builders"]
        assert cubes == (10 if expansion else 9)
        drawn = "".join(text for kind, where, text in chance if (kind, where) == ("goods", port))
        assert sorted(drawn.replace("w", "").replace("k", "")) == sorted(lying[port]["goods"])


def test_r2_4_the_cubes_are_drawn_blindly() -> None:
    """Over many games every colour comes to each port equally often."""
    seen: Counter[tuple[str, str]] = Counter()
    games = often(1500)
    for seed in range(games):
        game = Game.new(2, seed=seed, placement="random")
        for port in "VC":
            seen.update((port, cube) for cube in game.state["ports"][port]["goods"])
    # A colour comes 1.5 times in nine; the variance of a hypergeometric count is 1.14.
    for count in seen.values():
        assert abs(count - 1.5 * games) < 5 * (1.14 * games) ** 0.5
    assert len(seen) == 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_5_five_cards_each_in_turn_order(players: int) -> None:
    game = Game.new(players, seed=1, first_player=1)
    for _ in range(players - 1):
        game.play("place VCV")
    cards = [row for row in chance_of(game, "place VCV") if row[0] == "cards"]
    assert [seat for _, seat, _ in cards] == [(1 + i) % players for i in range(players)]
    assert {len(text) for *_, text in cards} == {5}
    hands = game.state["hands"]
    assert [hands[seat] for _, seat, _ in cards] == [text for *_, text in cards]
    assert len(game.state["deck"]) == 54 - 5 * players
    assert game.state["discards"] == ""


def test_r2_5_hands_are_secret_and_their_sizes_are_not() -> None:
    game = position(
        hands=["opg", "rr", ""],
        warehouses=["oo", "p", "gg"],
        discards="yyy",
        ships={(1, 3): {"at": 2, "to": "C", "cargo": "gg"}},
    )
    state = game.state
    for seat, hands in enumerate((["opg", "??", ""], ["???", "rr", ""], ["???", "??", ""])):
        seen = game.seen_by(seat).state
        assert seen == state | {"hands": hands, "deck": "?" * len(state["deck"])}
    watching = game.seen_by(-1).state
    assert watching == state | {"hands": ["???", "??", ""], "deck": "?" * len(state["deck"])}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_r2_6_from_the_first_player_clockwise_by_seat(first: int) -> None:
    game = Game.new(3, seed=0, placement="random", first_player=first)
    for turn in range(7):
        assert (game.turn, game.player) == (turn + 1, (first + turn) % 3)
        game.play("sail 1 empty" if "sail 1 empty" in game.legal else "sail 1")
        if game.phase == "sailing":
            game.play("stop")


def test_r2_6_the_first_player_sits_at_the_table() -> None:
    with pytest.raises(BadOptions) as refused:
        options(3, first_player=3)
    assert refused.value.rule == "R2.6"
    assert play(Game.new(2, seed=0, first_player=1), "place VVV").player == 0
