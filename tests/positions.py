"""Any position of the game, set up in one call, and what must hold in every one of them.

    game = position(ships={(0, 3): dict(at=4, to="C", cargo="bb")}, hands=["", "gr"], player=1)
    game.play("raid 0.3 gr")
    assert game.state["warehouses"][1]["goods"] == "b"

Everything is written as in a trace: ships count from 1, cubes and cards are letters. What is not
said lies where it lies at the start: ships in Venice, cards in the draw pile, cubes in the bag.
`*` is all that is left over: `hands=["gr", "*"]` leaves an empty draw pile.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from goldenhorn.branch import Branch, look
from goldenhorn.game import Game
from goldenhorn.position import Position
from goldenhorn.rules import box, fate
from goldenhorn.rules.compiled import COMPILED
from goldenhorn.rules.options import POINTS, Options, options
from goldenhorn.rules.state import MODONE, NONE, PHASES, PORT, States, box_packed, new_states
from goldenhorn.trace import chance_data, state_data, traced_play

STOCK = box.COLOURS + "SB"  # cubes of a colour, soldiers, builders
BAG = box.CUBE_LETTERS
REST = "*"
PORT_OF_NINE = "opgrbyopg"

Json = dict[str, Any]
Ship = Mapping[str, Any]


def position(
    players: int = 3,
    *,
    ships: Mapping[tuple[int, int], Ship] | None = None,
    hands: Sequence[str] = (),
    warehouses: Sequence[str] = (),
    ports: Mapping[str, str] | None = None,
    bag: str | None = None,
    deck: str | None = None,
    discards: str | None = None,
    conquered: Mapping[str, int] | None = None,
    soldier_reserve: int | None = None,
    builder_reserve: int | None = None,
    player: int | None = None,
    phase: str = "orders",
    turn: int | None = None,
    sailing: int | None = None,
    raided: bool = False,
    end_called_by: int | None = None,
    last_turn: int | None = None,
    seed: int = 0,
    loose: bool = False,
    **table: Any,
) -> Game:
    """A game that stands as described; `loose` allows cards and cubes that are not in the box."""
    own = options(players, **table)
    states = box_packed(own, seed)
    s: Any = states.view(np.recarray)[0]
    s.phase = PHASES.index(phase)
    s.player = own.first_player if player is None else player
    s.turn = 1 + (s.player - own.first_player) % players if turn is None else turn
    s.raided = raided
    s.sailing = NONE if sailing is None else sailing - 1
    if end_called_by is not None:
        assert last_turn is not None, "say which turn is the last"
        s.end_called_by = end_called_by
    if last_turn is not None:
        s.last_turn = last_turn

    for seat in range(players):
        for ship in range(box.SHIPS):
            given = dict((ships or {}).get((seat, ship + 1), {"at": "V"}))
            _set_ship(s, own.route, seat, ship, given)
    for seat in range(players):
        for ship in range(box.SHIPS):
            _take_place(s, int(s.at[seat, ship]))

    ports = {"V": PORT_OF_NINE, "C": PORT_OF_NINE} | dict(ports or {})
    places = [(s.warehouses[seat], text) for seat, text in enumerate(warehouses)]
    places += [(s.ports[port], ports[name]) for port, name in enumerate(box.PORTS)]
    for place, text in places:
        _set(place, text, STOCK)
    given_bag = bag is not None
    if bag is not None:
        _set(s.bag, bag, BAG)
    else:
        s.bag[: len(box.COLOURS)] = 0
        places.append((s.bag, "" if any(text == REST for _, text in places) else REST))
    _rest(places, _missing_goods(s))
    if own.expansion:
        loose_soldiers = box.SOLDIERS_IN_BOX - _pieces(s, box.SOLDIERS) - s.soldiers.sum()
        s.soldier_reserve = loose_soldiers if soldier_reserve is None else soldier_reserve
        builders = _pieces(s, box.BUILDERS)
        if not given_bag:
            s.bag[box.BLACK] = box.EXTRA_CUBES - builders - (builder_reserve or 0)
        left = box.EXTRA_CUBES - builders - s.bag[box.BLACK]
        s.builder_reserve = left if builder_reserve is None else builder_reserve
    s.bag_size = s.bag.sum()
    for name, seat in (conquered or {}).items():
        s.dominions[list(box.DOMINIONS).index(name)] = seat

    piles = [(s.hands[seat], text) for seat, text in enumerate(hands)]
    if deck is None and discards is None:
        deck = "" if any(text == REST for _, text in piles) else REST
    elif deck is None:
        deck = REST
    elif discards is None:
        discards = REST
    piles += [(s.deck, deck or ""), (s.discards, discards or "")]
    for pile, text in piles:
        _set(pile, text, box.COLOURS)
    _rest(piles, box.CARDS_PER_COLOUR - s.hands.sum(0) - s.deck - s.discards)
    s.hand_sizes[:] = s.hands.sum(1)
    s.deck_size = s.deck.sum()

    game = standing(own, states)
    if not loose:
        assert_sound(game)
    return game


def standing(table: Options, states: States) -> Game:
    """A game that begins with a state, given as an array of one."""
    branch = Branch(0, None, new_states(4))
    branch.states[:1] = states
    look(branch.states, branch.masks)
    return Game._make(table, branch, 0, None)


def _set_ship(s: Any, route: str, seat: int, ship: int, given: Json) -> None:
    at = given.pop("at")
    place = route.index(at) if isinstance(at, str) else at
    ends = {0: box.CONSTANTINOPLE, len(route) - 1: box.VENICE}
    to = given.pop("to", None)
    if place in ends:
        assert to in (None, box.PORTS[ends[place]]), "a ship in a port sails to the other one"
        s.to[seat, ship] = ends[place]
    else:
        s.to[seat, ship] = box.PORTS.index(to)
    s.at[seat, ship] = place
    cargo = given.pop("cargo", "")
    s.soldiers[seat, ship] = cargo.count("S")
    goods = cargo.replace("S", "")
    if goods:
        assert len(set(goods)) == 1, "all goods on a ship are of one colour"
        s.cargo[seat, ship] = STOCK.index(goods[0])
        s.load[seat, ship] = len(goods)
    s.adrift[seat, ship] = given.pop("adrift", False)
    assert not given, f"no such thing about a ship: {given}"


def _take_place(s: Any, place: int) -> None:
    """Derived: which places are full, and who lies at Modone."""
    if s.route[place] == MODONE:
        s.at_modone += 1
        if s.at_modone == s.berths:
            s.taken |= 1 << place
    elif s.route[place] < MODONE:
        s.taken |= 1 << place


def _set(counts: Any, text: str, alphabet: str) -> None:
    counts[:] = 0
    if text != REST:
        assert set(text) <= set(alphabet), f"{text!r} has letters that are not in {alphabet!r}"
        counts[: len(alphabet)] = [text.count(letter) for letter in alphabet]


def _rest(places: Sequence[tuple[Any, str]], missing: Any) -> None:
    heirs = [counts for counts, text in places if text == REST]
    assert len(heirs) <= 1, "only one place can get all that is left"
    if heirs:
        heirs[0][: len(missing)] = missing


def _pieces(s: Any, lane: int) -> int:
    """Soldiers or builders in ports, warehouses and, for builders, ships."""
    aboard = s.load[s.cargo == lane].sum()
    return int(s.warehouses[:, lane].sum() + s.ports[:, lane].sum() + aboard)


def _missing_goods(s: Any) -> Any:
    goods = s.warehouses.sum(0)[:6] + s.ports.sum(0)[:6] + s.bag[:6]
    for colour in range(6):
        goods[colour] += s.load[s.cargo == colour].sum()
    return box.CUBES_PER_COLOUR - goods


def assert_sound(game: Position) -> None:
    """Nothing is lost or made, and whatever is written twice is written the same."""
    own = game.options
    s: Any = game.record.view(np.recarray)[0]
    n = own.players
    placed = s.phase != 0

    # Conservation: R1.2, R9.1.
    for counts in (s.hands, s.deck, s.discards, s.bag, s.ports, s.warehouses, s.load, s.soldiers):
        assert (counts >= 0).all(), "more than the box holds"
    assert (s.hands.sum(0) + s.deck + s.discards == box.CARDS_PER_COLOUR).all()
    assert (s.hand_sizes == s.hands.sum(1)).all()
    assert s.deck_size == s.deck.sum()
    assert (_missing_goods(s) == 0).all()
    assert s.bag_size == s.bag.sum()
    soldiers = _pieces(s, box.SOLDIERS) + s.soldiers.sum() + s.soldier_reserve
    builders = _pieces(s, box.BUILDERS) + s.builder_reserve + s.bag[box.BLACK]
    assert soldiers == box.SOLDIERS_IN_BOX * own.expansion
    assert s.bag[box.WHITE] == builders == box.EXTRA_CUBES * own.expansion
    assert min(s.soldier_reserve, s.builder_reserve) >= 0
    assert own.expansion or (s.dominions == NONE).all()
    assert (s.dominions < n).all()
    for counts in (s.warehouses, s.hands, s.load, s.soldiers):
        assert not counts[n:].any(), "an empty seat holds something"

    # Ships: R5.4, R5.2, R4.5.
    taken = at_modone = 0
    for seat in range(n if placed else 0):
        for ship in range(box.SHIPS):
            place = int(s.at[seat, ship])
            kind = s.route[place]
            assert 0 <= place <= s.end
            assert s.to[seat, ship] in (box.VENICE, box.CONSTANTINOPLE)
            assert (s.load[seat, ship] > 0) == (s.cargo[seat, ship] != NONE)
            assert s.cargo[seat, ship] in (NONE, *range(6), box.BUILDERS)
            if 0 <= s.cargo[seat, ship] < 6:
                assert not s.sails[seat, ship] >> s.cargo[seat, ship] & 1
                assert s.soldiers[seat, ship] == 0
            if kind == PORT:
                assert s.to[seat, ship] == (place == 0)
                assert s.load[seat, ship] == s.soldiers[seat, ship] == s.adrift[seat, ship] == 0
            elif kind == MODONE:
                at_modone += 1
                assert not s.adrift[seat, ship]
            else:
                assert not taken >> place & 1, "two ships on one square"
                taken |= 1 << place
            if s.adrift[seat, ship]:
                assert own.emptied_ship == "may_turn"
                assert s.load[seat, ship] == s.soldiers[seat, ship] == 0
    assert at_modone == s.at_modone
    assert at_modone <= s.berths
    if s.berths and at_modone == s.berths:
        taken |= 1 << int(s.modone)
    assert taken == s.taken

    # Whose turn it is: R2.6, R3, R7.
    assert game.phase in PHASES
    assert (s.sailing != NONE) == (game.phase == "sailing")
    if game.phase == "sailing":
        square = s.route[s.at[s.player, s.sailing]]
        assert square < MODONE
        sails = s.sails[s.player, s.sailing] >> square & 1
        assert sails or s.hands[s.player, square] > 0
    if placed:
        assert 1 <= s.turn <= s.last_turn
        assert s.player == (own.first_player + s.turn - 1) % n
    else:
        assert s.turn == 0
    assert (game.phase == "over") == (game.mask == (0, 0))
    if game.phase == "over":
        assert s.turn == s.last_turn
        assert not s.raided


def chance_of(game: Game, move: str) -> list[list[Any]]:
    """Play a legal move and tell what fate did in it."""
    states = game.record
    chance = np.zeros((fate.CHANCE_ROWS, 10), np.int16)
    traced_play(states, game.parse(move), chance)
    game.play(move)
    assert state_data(states, 0) == game.state
    return chance_data(chance)


def play(game: Game, *moves: str) -> Game:
    """Several moves in a row."""
    for move in moves:
        game.play(move)
    return game


def ship(game: Position, seat: int, number: int) -> Json:
    """A ship as the state shows it."""
    found: Json = game.state["ships"][seat][number - 1]
    return found


def stock(game: Position, place: int | str) -> str:
    """A seat's warehouse or a port, in letters."""
    state = game.state
    held = state["ports"][place] if isinstance(place, str) else state["warehouses"][place]
    text: str = held["goods"] + "S" * held["soldiers"] + "B" * held["builders"]
    return text


def starting(game: Position, *words: str) -> list[str]:
    """The legal moves that begin with these words."""
    return [move for move in game.legal if move.split()[: len(words)] == list(words)]


def added(before: str, after: str) -> str:
    """What a multiset holds more than it did."""
    return "".join(sorted((Counter(after) - Counter(before)).elements()))


def often(times: int) -> int:
    """How often to try what is left to chance: less where the rules run uncompiled."""
    return times if COMPILED else times // 8


def all_points() -> list[dict[str, str]]:
    """Every combination of the editions' points (R2.3, R4.5, R5.2, R7.3)."""
    found: list[dict[str, str]] = [{}]
    for point, values in POINTS.items():
        found = [one | {point: value} for one in found for value in values]
    return found
