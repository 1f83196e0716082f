"""All randomness: the bag, the cards, the coins of a random placement, and what makes them.

The n-th random number of a game is SipHash-1-3 of n (eight bytes, little-endian) under the
game's 128-bit seed: a keyed function that tells nobody the key or the next number, whatever has
been seen of the earlier ones, with no state but the seed and a counter. A number below `n` is
the upper half of such a word times `n`, divided by 2**32; the few words that would favour some
results are passed over, so every result is equally likely. docs/record.md has test vectors.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goldenhorn.rules.compiled import compiled, i64, inlined, u64
from goldenhorn.rules.state import Bytes, State

# What fate did in a step, for traces: rows of [kind, port or seat, counts or ships ...], and in
# row 0 how many. Where nobody wants to know, an array without rows.
GOODS: Final = 0
CARDS: Final = 1
RESHUFFLE: Final = 2
PLACE: Final = 3
Chance = NDArray[np.int16]
CHANCE_ROWS: Final = 4096  # one step's; a row too many would take thousands of draws of white cubes

# Instead, a script tells fate what to draw: a flat array of how many draws it tells, how many were
# asked for, then of the first one it does not tell what is drawn, for which port or seat, and what
# from; and from SCRIPT on the draws told. From the first untold draw on all is made up.
# Numba compiles rules with a script by themselves, as their array has another number of dimensions:
# without one, nothing here costs any time.
CUBE: Final = 1
CARD: Final = 2
COIN: Final = 3
SCRIPT: Final = 12

# SipHash's constants, and the last block of an eight-byte message: its length.
_V0: Final = 0x736F6D6570736575
_V1: Final = 0x646F72616E646F6D
_V2: Final = 0x6C7967656E657261
_V3: Final = 0x7465646279746573
_LENGTH: Final = 8 << 56


@inlined
def rotate(word: int, by: int) -> int:
    return u64(u64(word << u64(by)) | u64(word >> u64(64 - by)))


@inlined
def sip_round(v0: int, v1: int, v2: int, v3: int) -> tuple[int, int, int, int]:
    v0 = u64(v0 + v1)
    v1 = u64(rotate(v1, 13) ^ v0)
    v0 = rotate(v0, 32)
    v2 = u64(v2 + v3)
    v3 = u64(rotate(v3, 16) ^ v2)
    v0 = u64(v0 + v3)
    v3 = u64(rotate(v3, 21) ^ v0)
    v2 = u64(v2 + v1)
    v1 = u64(rotate(v1, 17) ^ v2)
    v2 = rotate(v2, 32)
    return v0, v1, v2, v3


@inlined
def siphash(key0: int, key1: int, message: int) -> int:
    """SipHash-1-3 of one eight-byte message."""
    v0 = u64(key0 ^ u64(_V0))
    v1 = u64(key1 ^ u64(_V1))
    v2 = u64(key0 ^ u64(_V2))
    v3 = u64(key1 ^ u64(_V3)) ^ message
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0 = u64(v0 ^ message)
    v3 = u64(v3 ^ u64(_LENGTH))
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0 = u64(v0 ^ u64(_LENGTH))
    v2 = u64(v2 ^ u64(0xFF))
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    return u64(v0 ^ v1 ^ v2 ^ v3)


@inlined
def below(s: State, n: int) -> int:
    """The game's next random number, one of 0 to n-1."""
    while True:
        word = siphash(u64(s.key[0]), u64(s.key[1]), u64(s.draws))
        s.draws += 1
        product = u64(u64(word >> u64(32)) * u64(n))
        rest = u64(product & u64(0xFFFFFFFF))
        # 2**32 % n of the words would make the smaller results a trifle likelier.
        if rest >= u64(n) or rest >= u64(0x100000000) % u64(n):
            return i64(product >> u64(32))


@inlined
def draw_card(s: State) -> int:
    """A colour, blindly from the draw pile, which holds something."""
    card = below(s, s.deck_size)
    # How many colours lie wholly before that card. Counting all of them is quicker than
    # stopping at the right one: a processor guesses badly where chance makes it stop.
    colour = 0
    before = 0
    for each in range(5):
        before += s.deck[each]
        colour += i64(card >= before)
    s.deck[colour] -= 1
    s.deck_size -= 1
    return colour


@inlined
def draw_cube(s: State) -> int:
    """A colour, WHITE or BLACK, blindly from the bag, which holds something."""
    cube = below(s, s.bag_size)
    colour = 0
    before = 0
    for each in range(7):
        before += s.bag[each]
        colour += i64(cube >= before)
    s.bag[colour] -= 1
    s.bag_size -= 1
    return colour


@inlined
def next_card(s: State, chance: Chance) -> int:
    """The next card from the draw pile: blindly, or as the script tells."""
    if chance.ndim == 1:
        card = told(chance, i64(CARD), s.deck)
        s.deck[card] -= 1
        s.deck_size -= 1
    else:
        card = draw_card(s)
    return card


@inlined
def next_cube(s: State, chance: Chance) -> int:
    """The next cube from the bag: blindly, or as the script tells."""
    if chance.ndim == 1:
        cube = told(chance, i64(CUBE), s.bag)
        s.bag[cube] -= 1
        s.bag_size -= 1
    else:
        cube = draw_cube(s)
    return cube


@inlined
def next_coin(s: State, chance: Chance) -> int:
    """0 or 1: by a fair coin, or as the script tells."""
    coin = told(chance, i64(COIN), np.ones(2, np.int8)) if chance.ndim == 1 else below(s, 2)
    return coin


@compiled
def told(script: Chance, kind: int, counts: Bytes) -> int:
    """The next draw of a script; the first one that is missing is written into it."""
    place = script[1]
    script[1] += 1
    if place < script[0]:
        return i64(script[SCRIPT + place])
    if place == script[0]:
        script[2] = kind
        for thing in range(len(counts)):
            script[4 + thing] = counts[thing]
    thing = 0  # made up: something that there is
    while counts[thing] == 0:
        thing += 1
    return thing


@compiled
def deal(s: State, seat: int, due: int, chance: Chance) -> None:
    """R6.1, R6.2: from the pile; once it is empty and a card due, the discards become the pile."""
    while due > 0:
        if s.deck_size == 0:
            for colour in range(6):
                s.deck[colour] = s.discards[colour]
                s.deck_size += s.discards[colour]
                s.discards[colour] = 0
            if s.deck_size == 0:
                return
            tell(chance, RESHUFFLE, 0)
        tell(chance, CARDS, seat)
        while due > 0 and s.deck_size > 0:
            colour = next_card(s, chance)
            s.hands[seat, colour] += 1
            s.hand_sizes[seat] += 1
            due -= 1
            count(chance, colour)


@inlined
def untold() -> Chance:
    """For those who do not want to know what fate does."""
    return np.zeros((0, 10), np.int16)


@inlined
def tell(chance: Chance, kind: int, whom: int) -> None:
    """Begin a row of what fate did; row 0 holds how many rows there are."""
    if chance.ndim == 1:
        if chance[1] <= chance[0]:
            chance[3] = whom
    elif len(chance) > 0:
        chance[0, 0] += 1
        row = chance[0, 0]
        chance[row, :] = 0
        chance[row, 0] = kind
        chance[row, 1] = whom


@inlined
def count(chance: Chance, thing: int) -> None:
    """One more cube or card in the row begun last."""
    if chance.ndim == 2 and len(chance) > 0:
        chance[chance[0, 0], 2 + thing] += 1


@inlined
def tell_place(chance: Chance, seat: int, ships: int) -> None:
    """Where a seat's ships were placed."""
    tell(chance, PLACE, seat)
    if chance.ndim == 2 and len(chance) > 0:
        chance[chance[0, 0], 2] = ships
