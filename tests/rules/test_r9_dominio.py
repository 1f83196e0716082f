"""R9: the expansion Dominio da Mar."""

from itertools import permutations
from typing import Any

import pytest

from goldenhorn import Game
from goldenhorn.rules.options import options
from tests.positions import added, chance_of, play, position, ship, starting, stock

GOODS = "opgrby"
NAMES = ["zara", "durazzo", "candia", "negroponte", "galata"]
WHITES = "w" * 8


def dominio(players: int = 3, **own: Any) -> Game:
    return position(players, expansion=True, **own)


def refilled(port: str, bag: str, soldiers: int = 20, builders: int = 0, **own: Any) -> Game:
    """Venice after a ship took its blue goods; the bag holds just these cubes."""
    game = dominio(
        ports={"V": port},
        bag=bag,
        soldier_reserve=soldiers,
        builder_reserve=builders,
        loose=True,
        **own,
    )
    game.play("sail 1 b")
    return game


# R9.1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r9_1_what_the_expansion_brings(players: int) -> None:
    state = Game.new(players, seed=0, expansion=True).state
    assert state["bag"] == "".join(c * 15 for c in GOODS) + "w" * 8 + "k" * 8
    assert (state["soldier_reserve"], state["builder_reserve"]) == (20, 0)
    assert state["free_dominions"] == NAMES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r9_1_none_of_it_without_the_expansion(players: int) -> None:
    state = Game.new(players, seed=0).state
    assert state["bag"] == "".join(c * 15 for c in GOODS)
    assert (state["soldier_reserve"], state["builder_reserve"]) == (0, 0)
    assert state["free_dominions"] == []
    game = position(hands=["", "", ""], warehouses=["SSSSSBBB"], loose=True)
    assert {move.split()[0] for move in game.legal} == {"sail"}
    assert not {"sail 1 soldiers", "sail 1 builders", "sail 1 troops"} & set(game.legal)


# R9.2


def test_r9_2_a_port_is_filled_to_ten_cubes() -> None:
    game = dominio(ports={"V": "oopgggrbby"}, hands=["", "", ""], builder_reserve=8, seed=1)
    assert "k" not in game.state["bag"]
    chance = chance_of(game, "sail 1 g")
    assert len(game.state["ports"]["V"]["goods"]) == 10
    first = chance[0]
    assert (first[0], first[1], len(first[2])) == ("goods", "V", 3)


def test_r9_2_drawn_goods_stay_and_every_white_or_black_cube_brings_a_soldier() -> None:
    game = refilled("oooppgbbbb", "rywk", soldiers=20)
    assert stock(game, "V") == "oooppgrySS"
    assert game.state["soldier_reserve"] == 18
    assert game.state["builder_reserve"] == 1, "black cubes go to the builder reserve"
    assert game.state["bag"] == "w", "white ones go back into the bag"


def test_r9_2_soldiers_come_on_top_of_the_ten() -> None:
    """Soldiers that lie there already leave room for just as many cubes."""
    game = refilled("oooppgbbbbSSS", "ryyr")
    assert stock(game, "V") == "oooppgrryySSS"


def test_r9_2_builders_that_lie_there_count_among_the_ten() -> None:
    game = refilled("oooppgbbBB", "ryyr")
    assert len(game.state["ports"]["V"]["goods"]) == 8
    assert game.state["ports"]["V"]["builders"] == 2
    assert len(game.state["bag"]) == 2


def test_r9_2_repeated_until_the_port_has_ten_cubes() -> None:
    """Three draws of one: white cubes come again and again, each with another soldier."""
    for seed in range(40):
        game = dominio(
            ports={"V": "oooppggggb"},
            bag="r" + WHITES,
            soldier_reserve=20,
            builder_reserve=0,
            loose=True,
            seed=seed,
        )
        chance = chance_of(game, "sail 1 b")
        draws = [cubes for _, _, cubes in chance]
        assert set(draws[:-1]) <= {"w"}
        assert draws[-1] == "r"
        assert stock(game, "V") == "oooppggggr" + "S" * min(20, len(draws) - 1)
        assert game.state["bag"] == WHITES
        if len(draws) > 3:
            return
    pytest.fail("no seed drew a white cube three times")


def test_r9_2_it_stops_when_no_goods_are_left_in_the_bag() -> None:
    game = refilled("oooppggggb", WHITES + "kk")
    assert stock(game, "V") == "oooppgggg"
    assert game.state["bag"] == WHITES + "kk"
    assert game.state["soldier_reserve"] == 20


def test_r9_2_it_stops_also_after_a_draw_that_took_the_last_good() -> None:
    game = refilled("ooobbbbbbb", "rwk")
    assert stock(game, "V") == "ooorSS"
    assert game.state["bag"] == "w"


def test_r9_2_no_more_is_drawn_than_is_missing() -> None:
    game = dominio(ports={"V": "oooppggbbb"}, seed=4)
    missing = 3
    for _, port, cubes in chance_of(game, "sail 1 b"):
        assert port == "V"
        assert len(cubes) == missing
        missing -= sum(cube in GOODS for cube in cubes)
    assert missing == 0


# R9.3


@pytest.mark.parametrize(
    ("drawn", "soldiers", "builders", "port", "left"),
    [
        # drawn cubes, soldiers and builders in reserve: what comes besides goods, builders left
        ("wwk", 20, 0, "SSS", 1),
        ("wwk", 3, 0, "SSS", 1),
        ("wwk", 2, 0, "SSB", 0),  # the builder is the black cube of this very draw
        ("wwk", 1, 0, "SB", 0),  # and there is no second one
        ("wwk", 1, 1, "SBB", 0),
        ("wwk", 0, 0, "B", 0),
        ("wwk", 0, 1, "BB", 0),
        ("wwk", 0, 2, "BBB", 0),
        ("wwk", 0, 5, "BBB", 3),
        ("www", 0, 0, "", 0),
        ("www", 0, 2, "BB", 0),
        ("kkk", 0, 0, "BBB", 0),
        ("kkk", 1, 0, "SBB", 1),
    ],
)
def test_r9_3_builders_for_want_of_soldiers(
    drawn: str, soldiers: int, builders: int, port: str, left: int
) -> None:
    game = refilled("oooobbbb", drawn + "r" * 3, soldiers, builders)
    assert stock(game, "V") == "oooorrr" + port
    assert game.state["soldier_reserve"] == soldiers - port.count("S")
    assert game.state["builder_reserve"] == left
    assert game.state["bag"] == "w" * drawn.count("w")


def test_r9_3_builders_count_towards_the_ten() -> None:
    """Four cubes are missing and four are drawn; whatever they are, the port is full."""
    builders = 0
    for seed in range(10):
        game = refilled("oooppgbbbb", "kkrrrr", soldiers=0, seed=seed)
        lying = game.state["ports"]["V"]
        assert len(lying["goods"]) + lying["builders"] == 10
        assert len(game.state["bag"]) == 2
        builders += lying["builders"]
    assert builders


# R9.4


@pytest.mark.parametrize(
    ("port", "freight"),
    [
        ("gggr", []),
        ("gggrSS", ["soldiers"]),
        ("gggrB", ["builders"]),
        ("gggrSSSBB", ["builders", "soldiers", "troops"]),
        ("SB", ["builders", "soldiers", "troops"]),
    ],
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_r9_4_soldiers_and_builders_sail_under_any_colours(
    number: int, port: str, freight: list[str]
) -> None:
    game = dominio(ports={"V": port}, loading="must")
    found = [move.split()[2] for move in starting(game, "sail", str(number))]
    assert [what for what in found if len(what) > 1 and what != "empty"] == freight


@pytest.mark.parametrize(
    ("freight", "aboard", "left"),
    [("soldiers", "SSS", "BB"), ("builders", "BB", "SSS"), ("troops", "SSSBB", "")],
)
def test_r9_4_all_of_them_instead_of_goods(freight: str, aboard: str, left: str) -> None:
    game = dominio(ports={"V": "oppgSSSBB"}, bag=WHITES, warehouses=["", "*"])
    play(game, f"sail 2 {freight}")
    assert ship(game, 0, 2)["cargo"] == aboard
    assert stock(game, "V") == "oppg" + left


def test_r9_4_goods_leave_the_figures_behind() -> None:
    game = dominio(ports={"V": "oppgSSSBB"}, bag=WHITES, warehouses=["", "*"])
    play(game, "sail 2 p")
    assert ship(game, 0, 2)["cargo"] == "pp"
    assert stock(game, "V") == "ogSSSBB"


def test_r9_4_this_counts_as_loading() -> None:
    """R5.2: nobody has to leave empty, so with `must` nobody may."""
    game = dominio(ports={"V": "S"}, loading="must", bag=WHITES, warehouses=["", "*"])
    assert starting(game, "sail") == [f"sail {n} soldiers" for n in (1, 2, 3)]
    game = dominio(ports={"V": "S"}, loading="may", bag=WHITES, warehouses=["", "*"])
    assert starting(game, "sail", "1") == ["sail 1 empty", "sail 1 soldiers"]


# R9.5


@pytest.mark.parametrize(
    ("cargo", "safe"), [("S", True), ("SB", True), ("SSSBBB", True), ("B", False), ("BB", False)]
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_r9_5_soldiers_aboard_keep_pirates_away(number: int, cargo: str, safe: bool) -> None:
    ships = {(1, number): {"at": 3, "to": "C", "cargo": cargo}}
    game = dominio(ships=ships, hands=[GOODS * 2])
    assert (starting(game, "raid") == []) == safe


def test_r9_5_one_builder_is_taken() -> None:
    ships = {(1, 3): {"at": 3, "to": "C", "cargo": "BB"}}
    game = dominio(ships=ships, hands=["oo"], warehouses=["SB"])
    play(game, "raid 1.3 oo")
    assert ship(game, 1, 3)["cargo"] == "B"
    assert stock(game, 0) == "SBB"
    assert not ship(game, 1, 3)["adrift"]


@pytest.mark.parametrize("emptied_ship", ["may_turn", "must_return"])
def test_r9_5_a_ship_robbed_of_its_last_builder_is_empty(emptied_ship: str) -> None:
    ships = {(1, 3): {"at": 3, "to": "C", "cargo": "B"}}
    game = dominio(ships=ships, hands=["oo"], emptied_ship=emptied_ship)
    play(game, "raid 1.3 oo")
    may_turn = emptied_ship == "may_turn"
    to = "C" if may_turn else "V"
    assert ship(game, 1, 3) == {"at": 3, "to": to, "cargo": "", "adrift": may_turn}


def test_r9_5_a_raider_may_conquer_with_what_was_taken() -> None:
    ships = {(1, 3): {"at": 3, "to": "C", "cargo": "BB"}}
    game = dominio(ships=ships, hands=["oo"], warehouses=["SB"])
    assert starting(game, "conquer") == []
    play(game, "raid 1.3 oo")
    assert starting(game, "conquer") == ["conquer zara 1+2"]


# R9.6


@pytest.mark.parametrize("cargo", ["S", "SSS", "B", "BB", "SSB"])
def test_r9_6_in_a_main_port_they_go_to_the_owners_warehouse(cargo: str) -> None:
    ships = {(0, 1): {"at": 12, "to": "C", "cargo": cargo}}
    game = dominio(ships=ships, warehouses=["oSB"])
    play(game, "sail 1")
    assert added("oSB", stock(game, 0)) == "".join(sorted(cargo))
    assert ship(game, 0, 1)["cargo"] == ""


def test_r9_6_not_in_modone() -> None:
    game = dominio(4, ships={(0, 1): {"at": 6, "to": "C", "cargo": "SSB"}})
    play(game, "sail 1")
    assert ship(game, 0, 1) == {"at": 7, "to": "C", "cargo": "SSB", "adrift": False}
    assert stock(game, 0) == ""


# R9.7


def affordable(soldiers: int, builders: int, free: list[str]) -> list[str]:
    """Every exact mix, from the rule's words."""
    prices = dict(zip(NAMES, (2, 3, 4, 5, 6), strict=True))
    return sorted(
        f"conquer {name} {s}+{b}"
        for name in free
        for s in range(soldiers + 1)
        for b in range(0, builders + 1, 2)
        if s + b // 2 == prices[name]
    )


@pytest.mark.parametrize("soldiers", range(8))
@pytest.mark.parametrize("builders", range(9))
def test_r9_7_every_affordable_mix_is_a_move(soldiers: int, builders: int) -> None:
    game = dominio(
        warehouses=["S" * soldiers + "B" * builders, "SSSS"], conquered={"candia": 1, "zara": 0}
    )
    free = ["durazzo", "negroponte", "galata"]
    assert starting(game, "conquer") == affordable(soldiers, builders, free)
    for move in starting(game, "conquer"):
        after = game.copy()
        after.play(move)
        _, name, price = move.split()
        paid = [int(n) for n in price.split("+")]
        mine = after.state["warehouses"][0]
        assert mine["soldiers"] == soldiers - paid[0]
        assert mine["builders"] == builders - paid[1]
        assert set(mine["dominions"]) == {"zara", name}
        for reserve, back in zip(("soldier_reserve", "builder_reserve"), paid, strict=True):
            assert after.state[reserve] == game.state[reserve] + back
        assert after.state["free_dominions"] == [other for other in free if other != name]


def test_r9_7_any_number_of_times_in_ones_own_turn() -> None:
    game = dominio(warehouses=["SSSSSSSSSS"])
    play(game, "conquer zara 2+0", "conquer durazzo 3+0", "sail 1 empty")
    while game.phase == "sailing":
        game.play("stop")
    play(game, "conquer negroponte 5+0")
    assert game.state["warehouses"][0]["dominions"] == ["zara", "durazzo", "negroponte"]
    assert game.player == 1


def test_r9_7_the_tile_lies_there_for_good() -> None:
    game = dominio(warehouses=["SS", "SSSSSS"])
    play(game, "conquer zara 2+0", "sail 1 empty")
    assert game.player == 1
    assert "conquer zara 2+0" not in game.legal
    assert "conquer galata 6+0" in game.legal
    assert game.state["warehouses"][0]["dominions"] == ["zara"]


def test_r9_7_only_soldiers_and_builders_of_ones_own_warehouse_pay() -> None:
    ships = {(0, 1): {"at": 5, "to": "C", "cargo": "SSSS"}}
    assert starting(dominio(ships=ships, warehouses=["S", "SSSS"]), "conquer") == []


# R9.8


@pytest.mark.parametrize("last", NAMES)
def test_r9_8_the_last_dominion_calls_the_end(last: str) -> None:
    price = NAMES.index(last) + 2
    taken = {name: i % 3 for i, name in enumerate(NAMES) if name != last}
    for before_the_move in (True, False):
        game = dominio(warehouses=["S" * price], conquered=taken)
        if not before_the_move:
            play(game, "sail 1 empty")
        assert game.state["end_called_by"] is None
        play(game, f"conquer {last} {price}+0")
        assert game.state["end_called_by"] == 0
        assert game.state["free_dominions"] == []


@pytest.mark.parametrize(("next_one", "free"), list(permutations(NAMES, 2)))
def test_r9_8_the_last_but_one_does_not(next_one: str, free: str) -> None:
    price = NAMES.index(next_one) + 2
    taken = {name: 0 for name in NAMES if name not in (next_one, free)}
    game = dominio(warehouses=["S" * price], conquered=taken)
    play(game, f"conquer {next_one} {price}+0")
    assert game.state["end_called_by"] is None
    assert game.state["free_dominions"] == [free]


def test_r9_8_not_again_once_it_is_called() -> None:
    taken = {"zara": 1, "durazzo": 2, "candia": 0, "galata": 1}
    game = dominio(
        warehouses=["", "SSSSS"], conquered=taken, player=1, end_called_by=0, last_turn=3
    )
    play(game, "conquer negroponte 5+0")
    assert game.state["end_called_by"] == 0


# R9.9


def test_r9_9_a_builder_becomes_a_soldier_any_number_of_times() -> None:
    game = dominio(warehouses=["BBB"])
    before = game.state
    for trained in (1, 2, 3):
        assert "train" in game.legal
        game.play("train")
        assert stock(game, 0) == "S" * trained + "B" * (3 - trained)
        assert game.state["builder_reserve"] == before["builder_reserve"] + trained
        assert game.state["soldier_reserve"] == before["soldier_reserve"] - trained
        assert (game.player, game.phase) == (0, "orders")
    assert "train" not in game.legal


@pytest.mark.parametrize(("reserve", "times"), [(0, 0), (1, 1), (2, 2)])
def test_r9_9_if_there_is_a_soldier_in_the_reserve(reserve: int, times: int) -> None:
    game = dominio(
        warehouses=["BBB", "S" * (20 - reserve)], hands=["", "", ""], soldier_reserve=reserve
    )
    play(game, *["train"] * times)
    assert game.state["soldier_reserve"] == 0
    assert "train" not in game.legal


def test_r9_9_builders_of_others_and_aboard_are_not_trained() -> None:
    ships = {(0, 1): {"at": 5, "to": "C", "cargo": "BB"}}
    assert "train" not in dominio(ships=ships, warehouses=["SS", "BBB"]).legal


# R9.10


@pytest.mark.parametrize(
    ("port", "move", "called"),
    [
        ("bb", "sail 1 b", True),
        ("bbB", "sail 1 b", True),  # builders do not keep the game going
        ("bbS", "sail 1 b", False),
        ("bbSB", "sail 1 b", False),
        ("SS", "sail 1 soldiers", True),
        ("SSBB", "sail 1 soldiers", True),
        ("SSBB", "sail 1 troops", True),
        ("SSBB", "sail 1 builders", False),
        ("bSS", "sail 1 soldiers", False),
    ],
)
def test_r9_10_a_port_with_neither_goods_nor_soldiers_holds_nothing(
    port: str, move: str, called: bool
) -> None:
    game = dominio(ports={"V": port}, bag=WHITES, warehouses=["", "*"])
    play(game, move)
    assert (game.state["end_called_by"] == 0) == called


# R9.11


def test_r9_11_dominions_soldiers_and_builders_bring_points() -> None:
    game = dominio(
        warehouses=["opgrSSSB", "SS", "BBB"],
        conquered={"zara": 0, "galata": 0, "candia": 2},
        ships={(1, 1): {"at": 3, "to": "C", "cargo": "SSB"}},
    )
    assert game.scores == (5 + 4 + 3 + 12, 2, 3 + 8)


def test_r9_11_more_points_than_a_byte_holds() -> None:
    dear = dict.fromkeys(NAMES, (1, 99))
    mine = dict.fromkeys(NAMES, 0)
    game = dominio(
        dominions=dear, conquered=mine, warehouses=["*"], ports={"V": "", "C": ""}, loose=True
    )
    assert game.scores == (90 + 15 * 4 + 5 * 99, 0, 0)


def test_r9_11_soldiers_and_builders_belong_to_no_set_of_goods() -> None:
    assert dominio(warehouses=["opgSB"]).scores[0] == 5
    assert dominio(warehouses=["opgrSB"]).scores[0] == 7


# R9.12


def test_r9_12_prices_and_points() -> None:
    own = options(expansion=True).dominions
    assert own == ((2, 3), (3, 6), (4, 8), (5, 10), (6, 12))
    assert sum(price for price, _ in own) == 20
    for name, (price, points) in zip(NAMES, own, strict=True):
        game = dominio(warehouses=["S" * price])
        assert f"conquer {name} {price}+0" in game.legal
        play(game, f"conquer {name} {price}+0")
        assert game.scores[0] == points
        assert f"conquer {name} {price}+0" not in dominio(warehouses=["S" * (price - 1)]).legal


def test_r9_12_a_table_may_bring_its_own() -> None:
    own = {
        "galata": (2, 2),
        "zara": (1, 0),
        "durazzo": (20, 99),
        "candia": (8, 7),
        "negroponte": (19, 1),
    }
    rich = dominio(dominions=own, warehouses=["S" * 16 + "B" * 8])
    assert starting(rich, "conquer") == [
        *("conquer candia 4+8", "conquer candia 5+6", "conquer candia 6+4"),
        *("conquer candia 7+2", "conquer candia 8+0", "conquer durazzo 16+8"),
        *("conquer galata 0+4", "conquer galata 1+2", "conquer galata 2+0"),
        *("conquer negroponte 15+8", "conquer negroponte 16+6"),
        *("conquer zara 0+2", "conquer zara 1+0"),
    ]
    play(rich, "conquer durazzo 16+8")
    assert stock(rich, 0) == ""
    assert rich.scores[0] == 99
    poor = dominio(dominions=own, warehouses=["S"])
    assert starting(poor, "conquer") == ["conquer zara 1+0"]
