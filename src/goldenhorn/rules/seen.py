"""What a seat may see of a game, and a guess at the rest: the only place that hides anything."""

from goldenhorn.rules import fate
from goldenhorn.rules.box import CARDS_PER_COLOUR
from goldenhorn.rules.compiled import compiled, i64
from goldenhorn.rules.state import NONE, SAILING, State


@compiled
def hide(s: State, seat: int) -> None:
    """Turn a copy of a state into what this seat may see of it (R2.5).

    Its own hand stays, of other hands and of the draw pile only the sizes, and nothing of the
    generator: neither the seed nor how far it has come. Everything else lies open on the table; the
    bag's contents too follow from what lies open, though not the order in which they will come.
    A seat outside the table, such as -1, stands for someone who watches and holds no cards.
    """
    s.key[0] = 0
    s.key[1] = 0
    s.draws = 0
    for other in range(s.players):
        if other != seat:
            for colour in range(6):
                s.hands[other, colour] = 0
    for colour in range(6):
        s.deck[colour] = 0


@compiled
def deal_unseen(s: State, seat: int, key0: int, key1: int) -> None:
    """Turn what a seat sees into a full state that it can't tell from the real one.

    Every card it does not see is dealt anew, each way equally likely, to the other hands by their
    sizes and to the draw pile. From here on fate follows the key, which is the seat's own.
    """
    s.key[0] = key0
    s.key[1] = key1
    s.draws = 0
    colour = shown_wind(s, seat)
    deal_once(s, seat)
    while colour != NONE and s.hands[s.player, colour] == 0:
        for other in range(s.players):
            if other != seat:
                for each in range(6):
                    s.hands[other, each] = 0
        deal_once(s, seat)


@compiled
def shown_wind(s: State, seat: int) -> int:
    """R5.5: someone else who may go on from a colour not on the sails must hold a card of it."""
    if s.phase == SAILING and s.player != seat:
        square = i64(s.route[s.at[s.player, s.sailing]])
        if not (s.sails[s.player, s.sailing] >> square) & 1:
            return square
    return i64(NONE)


@compiled
def deal_once(s: State, seat: int) -> None:
    s.deck_size = 0
    for colour in range(6):
        unseen = CARDS_PER_COLOUR - s.discards[colour]
        if 0 <= seat < s.players:
            unseen -= s.hands[seat, colour]
        s.deck[colour] = unseen
        s.deck_size += unseen
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_sizes[other]):
                s.hands[other, fate.draw_card(s)] += 1
