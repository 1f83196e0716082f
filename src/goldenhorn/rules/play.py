"""What a move does (R2 to R7)."""

from goldenhorn.rules import dominio, fate
from goldenhorn.rules.box import (
    BUILDERS,
    CARDS_FOR_SHIP,
    CONSTANTINOPLE,
    HAND,
    PORT_GOODS,
    SHIPS,
    SOLDIERS,
)
from goldenhorn.rules.compiled import compiled, i64, inlined
from goldenhorn.rules.fate import Chance
from goldenhorn.rules.legal import bit, extras
from goldenhorn.rules.moves import (
    ABOUT,
    CHOICES,
    CONQUER,
    END,
    MIXES,
    ON,
    PLACE,
    RAID,
    RAIDS,
    STOP,
    TRAIN,
    WIND,
    WITH_BUILDERS,
    WITH_SOLDIERS,
    WITH_TROOPS,
)
from goldenhorn.rules.state import CLOSING, MODONE, NONE, ORDERS, OVER, PORT, SAILING, State


@compiled
def begin(s: State, chance: Chance) -> None:
    """R2.3: to be called once for a packed box. With random placement fate places the ships."""
    if s.placement == 0:
        return
    for turn in range(s.players):
        seat = (s.first + turn) % s.players
        ships = 0
        for ship in range(SHIPS):
            ships |= fate.next_coin(s, chance) << ship
        fate.tell_place(chance, seat, ships)
        place(s, seat, ships)
    open_ports(s, chance)


@compiled
def place(s: State, seat: int, ships: int) -> None:
    """R2.3: a bit for each ship that starts in Constantinople."""
    for ship in range(SHIPS):
        port = (ships >> ship) & 1
        s.at[seat, ship] = s.end if port == CONSTANTINOPLE else 0
        s.to[seat, ship] = 1 - port


@compiled
def open_ports(s: State, chance: Chance) -> None:
    """R2.4, R2.5: goods for both ports, five cards each, and the first turn begins."""
    # i64, here and elsewhere: otherwise Numba compiles a function once more for a constant.
    for port in range(2):
        fill_port(s, port, chance)
    for turn in range(s.players):
        fate.deal(s, (s.first + turn) % s.players, i64(HAND), chance)
    s.player = s.first
    s.turn = 1
    s.phase = ORDERS


@compiled
def fill_port(s: State, port: int, chance: Chance) -> None:
    """R5.3: at once to nine from the bag; if it runs out, with what is left."""
    if s.expansion:
        dominio.fill_port(s, port, chance)
        return
    due = PORT_GOODS
    for colour in range(6):
        due -= s.ports[port, colour]
    due = min(due, int(s.bag_size))
    if due > 0:
        fate.tell(chance, fate.GOODS, port)
    for _ in range(due):
        colour = fate.next_cube(s, chance)
        s.ports[port, colour] += 1
        fate.count(chance, colour)


@compiled
def play(s: State, move: int, chance: Chance) -> None:
    """Make a legal move. Whether it is legal is not asked here."""
    if move < ON:
        sail(s, move // CHOICES, move % CHOICES, chance)
    elif move == ON:
        step(s, chance)
    elif move == WIND:
        discard(s, s.route[s.at[s.player, s.sailing]])
        step(s, chance)
    elif move == STOP:
        end_move(s)
    elif move < RAID:
        if dominio.conquer(s, (move - CONQUER) // MIXES, (move - CONQUER) % MIXES):
            call_end(s)
        close(s)
    elif move < PLACE:
        raid(s, (move - RAID) // RAIDS, (move - RAID) % RAIDS)
    elif move < TRAIN:
        place(s, i64(s.player), move - PLACE)
        s.player = (s.player + 1) % s.players
        if s.player == s.first:
            open_ports(s, chance)
    elif move == TRAIN:
        dominio.train(s)
        close(s)
    elif move == END:
        call_end(s)
        close(s)
    else:
        end_turn(s)


@inlined
def discard(s: State, colour: int) -> None:
    s.hands[s.player, colour] -= 1
    s.hand_sizes[s.player] -= 1
    s.discards[colour] += 1


@inlined
def raid(s: State, seat: int, pair: int) -> None:
    """R4.3 to R4.5"""
    if pair == 0:
        ship, a, b = 0, 0, 0
    elif pair < 4:
        ship = 1
        a = 1 + (pair == 3)
        b = 1 + (pair >= 2)
    else:
        ship = 2
        a = 3 + (pair >= 7) + (pair >= 9)
        b = 3 + (pair != 4) + (pair == 6 or pair >= 8)
    discard(s, s.fleets[seat, a])
    discard(s, s.fleets[seat, b])
    s.warehouses[s.player, s.cargo[seat, ship]] += 1
    s.load[seat, ship] -= 1
    if s.load[seat, ship] == 0:
        s.cargo[seat, ship] = NONE
        if s.emptied_ship == 0:
            s.adrift[seat, ship] = 1
        else:
            s.to[seat, ship] = 1 - s.to[seat, ship]
    s.raided = 1


@inlined
def sail(s: State, ship: int, choice: int, chance: Chance) -> None:
    """R5.1 to R5.4: load or turn about where that was chosen, then take the first step."""
    seat = i64(s.player)
    s.sailing = ship
    kind = s.route[s.at[seat, ship]]
    if kind == PORT:
        port = 1 - s.to[seat, ship]
        load(s, port, ship, choice)
        fill_port(s, port, chance)
        if port_is_bare(s, port):
            call_end(s)
    else:
        if choice == ABOUT:
            s.to[seat, ship] = 1 - s.to[seat, ship]
        s.adrift[seat, ship] = 0
        if kind == MODONE:
            if s.at_modone == s.berths:
                s.taken ^= bit(s.modone)
            s.at_modone -= 1
    step(s, chance)


@inlined
def load(s: State, port: int, ship: int, choice: int) -> None:
    """R5.2, R9.4: all cubes of a colour, all soldiers, all builders, or all of both."""
    if choice < 6:
        s.cargo[s.player, ship] = choice
        s.load[s.player, ship] = s.ports[port, choice]
        s.ports[port, choice] = 0
    if choice == WITH_SOLDIERS or choice == WITH_TROOPS:
        s.soldiers[s.player, ship] = s.ports[port, SOLDIERS]
        s.ports[port, SOLDIERS] = 0
    if choice == WITH_BUILDERS or choice == WITH_TROOPS:
        s.cargo[s.player, ship] = BUILDERS
        s.load[s.player, ship] = s.ports[port, BUILDERS]
        s.ports[port, BUILDERS] = 0


@inlined
def port_is_bare(s: State, port: int) -> bool:
    """R7.1, R9.10: neither goods nor soldiers; builders do not keep the game going."""
    for thing in range(BUILDERS):
        if s.ports[port, thing] > 0:
            return False
    return True


@inlined
def step(s: State, chance: Chance) -> None:
    """R5.4 to R5.7: to the next place that is not full, and what follows there."""
    seat = i64(s.player)
    ship = s.sailing
    place = i64(s.at[seat, ship])
    if s.route[place] < MODONE:
        s.taken ^= bit(place)
    place = next_place(s, place, i64(s.to[seat, ship]))
    s.at[seat, ship] = place
    kind = s.route[place]
    if kind < MODONE:
        s.taken |= bit(place)
        if (s.sails[seat, ship] >> kind) & 1 or s.hands[seat, kind] > 0:
            s.phase = SAILING
        else:
            end_move(s)
        return
    if kind == PORT:
        unload(s, seat, ship)
        s.to[seat, ship] = 1 - s.to[seat, ship]
    else:
        s.at_modone += 1
        if s.at_modone == s.berths:
            s.taken |= bit(place)
    if kind == PORT or s.players > 2:  # R6.1: with two players Modone brings no cards
        fate.deal(s, seat, CARDS_FOR_SHIP[ship], chance)
    end_move(s)


@inlined
def next_place(s: State, place: int, port: int) -> int:
    """R5.4: the next place towards a port that is not full."""
    ahead = 2 * port - 1
    place += ahead
    while (s.taken >> place) & 1:
        place += ahead
    return place


@inlined
def unload(s: State, seat: int, ship: int) -> None:
    """R5.7, R9.6"""
    if s.load[seat, ship] > 0:
        s.warehouses[seat, s.cargo[seat, ship]] += s.load[seat, ship]
        s.load[seat, ship] = 0
        s.cargo[seat, ship] = NONE
    s.warehouses[seat, SOLDIERS] += s.soldiers[seat, ship]
    s.soldiers[seat, ship] = 0


@inlined
def end_move(s: State) -> None:
    s.sailing = NONE
    s.phase = CLOSING
    close(s)


@inlined
def close(s: State) -> None:
    """After the move: the turn ends by itself once nothing but ending it is left."""
    if s.phase == CLOSING:
        low, high = extras(s)
        if low == 0 and high == 0:
            end_turn(s)


@compiled
def call_end(s: State) -> None:
    """R7.1 to R7.4: once; from now on it is known which turn is the last."""
    if s.end_called_by != NONE:
        return
    s.end_called_by = s.player
    if s.last_turns == 0:
        last = s.turn + (s.players - 1 - (s.turn - 1) % s.players)
    else:
        last = s.turn + s.players - 1
    s.last_turn = min(int(s.last_turn), last)


@inlined
def end_turn(s: State) -> None:
    s.raided = 0
    if s.turn >= s.last_turn:
        s.phase = OVER
        return
    s.turn += 1
    s.player = (s.player + 1) % s.players
    s.phase = ORDERS
