"""What is legal: the mask of all moves a player may make (R2 to R7)."""

from goldenhorn.rules import dominio
from goldenhorn.rules.box import CONSTANTINOPLE, SHIPS, VENICE
from goldenhorn.rules.compiled import compiled, i64, inlined, u64
from goldenhorn.rules.moves import (
    ABOUT,
    CHOICES,
    DONE,
    EMPTY,
    END,
    FIRST_SAIL,
    ON,
    ONWARD,
    PLACE,
    RAIDS,
    RAIDS_BEFORE_SHIP,
    STOP,
    TRAIN,
    WIND,
    WITH_BUILDERS,
    WITH_SOLDIERS,
    WITH_TROOPS,
)
from goldenhorn.rules.state import CLOSING, MODONE, NONE, ORDERS, PLACEMENT, PORT, SAILING, State

# A mask of legal moves is two words: a bit for each of the codes 0 to 63, and 64 to 114.
Mask = tuple[int, int]


@compiled
def legal(s: State) -> Mask:
    """The mask of all moves that the player whose decision it is may make."""
    if s.phase == ORDERS:
        low = legal_sails(s)
        high = u64(0)
        if s.raided == 0 and s.hand_sizes[s.player] >= 2:
            high = legal_raids(s)
        if s.expansion:
            low |= dominio.legal_dominio(s)
            if dominio.can_train(s):
                high |= bit(TRAIN - 64)
        return low, high
    if s.phase == SAILING:
        square = s.route[s.at[s.player, s.sailing]]
        if (s.sails[s.player, s.sailing] >> square) & 1:
            return bit(ON) | bit(STOP), u64(0)
        return bit(WIND) | bit(STOP), u64(0)
    if s.phase == CLOSING:
        low, high = extras(s)
        return low, high | bit(DONE - 64)
    if s.phase == PLACEMENT:
        return u64(0), u64(0xFF) << u64(PLACE - 64)
    return u64(0), u64(0)


@inlined
def bit(place: int) -> int:
    return u64(1) << u64(place)


@inlined
def legal_sails(s: State) -> int:
    """R5.1, R5.2, R9.4: the first word's bits for moving each of the player's ships."""
    seat = s.player
    venice = on_offer(s, VENICE)
    constantinople = on_offer(s, CONSTANTINOPLE)
    word = u64(0)
    stuck = u64(0)
    for ship in range(SHIPS):
        first = u64(ship * CHOICES)
        offer = constantinople if s.to[seat, ship] == VENICE else venice
        offer &= ~i64(s.sails[seat, ship])
        onward = 1 << ONWARD | i64(s.adrift[seat, ship]) << ABOUT
        in_port = s.route[s.at[seat, ship]] == PORT
        word |= u64(offer if in_port else onward) << first
        stuck |= u64(i64(in_port) << EMPTY) << first
    # R5.2 `must`: only where no ship could sail with something may all leave empty.
    return word if word != 0 else stuck


@inlined
def on_offer(s: State, port: int) -> int:
    """What a ship without sails could choose from when it leaves this port, as bits."""
    bits = i64(s.loading == 0) << EMPTY
    for thing in range(8):
        bits |= i64(s.ports[port, thing] > 0) << thing
    troops = bits >> WITH_SOLDIERS & bits >> WITH_BUILDERS & 1
    return bits | troops << WITH_TROOPS


@inlined
def legal_raids(s: State) -> int:
    """R4, R9.5: the second word's bits for every pair of cards against every ship in reach."""
    raider = s.player
    one = 0  # a bit for each colour of which the raider holds a card,
    two = 0  # or two
    for colour in range(6):
        one |= i64(s.hands[raider, colour] >= 1) << colour
        two |= i64(s.hands[raider, colour] >= 2) << colour
    word = u64(0)
    for seat in range(s.players):
        if seat == raider:
            continue
        for ship in range(SHIPS):
            # R4.2: at sea the place is a colour; Modone and the ports are more than that.
            reach = (
                i64(s.load[seat, ship] > 0)
                & i64(s.soldiers[seat, ship] == 0)
                & i64(s.route[s.at[seat, ship]] < MODONE)
            )
            pairs = pairs_against(s, seat, ship, one, two) & -reach
            word |= u64(pairs) << u64(seat * RAIDS + RAIDS_BEFORE_SHIP[ship])
    return word


@inlined
def pairs_against(s: State, seat: int, ship: int, one: int, two: int) -> int:
    """R4.3: a bit for each pair of cards that can be paid, in the order of moves.PAIRS."""
    a = i64(s.fleets[seat, FIRST_SAIL[ship]])
    a1, a2 = (one >> a) & 1, (two >> a) & 1
    if ship == 0:
        return a2
    b = i64(s.fleets[seat, FIRST_SAIL[ship] + 1])
    b1, b2 = (one >> b) & 1, (two >> b) & 1
    if ship == 1:
        return a2 | (a1 & b1) << 1 | b2 << 2
    c = i64(s.fleets[seat, FIRST_SAIL[ship] + 2])
    c1, c2 = (one >> c) & 1, (two >> c) & 1
    return a2 | (a1 & b1) << 1 | (a1 & c1) << 2 | b2 << 3 | (b1 & c1) << 4 | c2 << 5


@inlined
def extras(s: State) -> Mask:
    """What a player may do after the move besides being done: R3.2, R3.3."""
    low = u64(0)
    high = u64(0)
    if s.end_called_by == NONE and has_all_goods(s):
        high |= bit(END - 64)
    if s.expansion:
        low |= dominio.legal_dominio(s)
        if dominio.can_train(s):
            high |= bit(TRAIN - 64)
    return low, high


@inlined
def has_all_goods(s: State) -> bool:
    """R7.2"""
    for colour in range(6):
        if s.warehouses[s.player, colour] == 0:
            return False
    return True
