"""What a seat may see of a game, and a guess at the rest: the only place that hides anything."""

from goldenhorn.rules import fate
from goldenhorn.rules.box import CARDS_PER_COLOUR
from goldenhorn.rules.compiled import compiled
from goldenhorn.rules.state import State


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
