"""Chance: SipHash-1-3 of a counter, numbers below n, cubes and cards drawn with them.

Records name no drawn card, only the seed. So all of this is part of their format and never changes.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from goldenhorn import Game
from goldenhorn.rules import box, fate
from goldenhorn.rules.compiled import u64
from goldenhorn.rules.options import options
from goldenhorn.rules.play import begin, play
from goldenhorn.rules.state import States, box_packed, new_states
from goldenhorn.trace import state_data, trace
from tests.positions import chance_of, position

WORD = 2**64 - 1
KEYS = (0, int.from_bytes(bytes(range(16)), "little"))

# As in docs/record.md: for each key the first words, and the first numbers below 6 and below 90.
VECTORS = {
    KEYS[0]: (
        [
            *(0xBD60ACB658C79E45, 0x1E9F734161D62DD9, 0xA4D31070D122B816, 0xFD8C671699409CFA),
            *(0x55D754F7C9ED6591, 0xDB30EB0519197F1C, 0xFBD8F25EE5D0C5A8, 0x6634B0BDA4FE8A7B),
        ],
        [4, 0, 3, 5, 2, 5, 5, 2],
        [66, 10, 57, 89, 30, 77, 88, 35],
    ),
    KEYS[1]: (
        [
            *(0x5CB96F6BA2A4FCFC, 0x32C5EA5CE472F19B, 0x7F38FB9F024FC6EC, 0xAEE16294DA8949F2),
            *(0xAC2CA29396D31428, 0x4ED88D0383A95D2D, 0xF888E58B7C00C60E, 0x33D5B3229DB273EB),
        ],
        [2, 1, 2, 4, 4, 1, 5, 1],
        [32, 17, 44, 61, 60, 27, 87, 18],
    ),
}


def sip(key: bytes, message: bytes, compressing: int = 1, finishing: int = 3) -> int:
    """SipHash-c-d as its authors describe it, for a message of any length."""
    k0, k1 = (int.from_bytes(half, "little") for half in (key[:8], key[8:]))
    v = [
        k0 ^ int.from_bytes(b"somepseu", "big"),
        k1 ^ int.from_bytes(b"dorandom", "big"),
        k0 ^ int.from_bytes(b"lygenera", "big"),
        k1 ^ int.from_bytes(b"tedbytes", "big"),
    ]

    def rounds(times: int) -> None:
        for _ in range(times):
            for a, b, turn, half in ((0, 1, 13, 32), (2, 3, 16, 0), (0, 3, 21, 0), (2, 1, 17, 32)):
                v[a] = v[a] + v[b] & WORD
                v[b] = (v[b] << turn | v[b] >> 64 - turn) & WORD ^ v[a]
                v[a] = (v[a] << half | v[a] >> 64 - half) & WORD

    padded = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) % 256])
    for start in range(0, len(padded), 8):
        block = int.from_bytes(padded[start : start + 8], "little")
        v[3] ^= block
        rounds(compressing)
        v[0] ^= block
    v[2] ^= 0xFF
    rounds(finishing)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


class Oracle:
    """The same random numbers, made anew from the description."""

    def __init__(self, key: int) -> None:
        self.key = key.to_bytes(16, "little")
        self.used = 0

    def word(self) -> int:
        self.used += 1
        return sip(self.key, (self.used - 1).to_bytes(8, "little"))

    def below(self, n: int) -> int:
        while True:
            number, rest = divmod((self.word() >> 32) * n, 2**32)
            if rest >= 2**32 % n:
                return number

    def draw(self, lying: list[str]) -> str:
        """One of the letters, which lie in canonical order."""
        return lying.pop(self.below(len(lying)))


def packed(key: int) -> States:
    return box_packed(options(), key)


def siphash(key: int, message: int) -> int:
    return int(fate.siphash(u64(key & WORD), u64(key >> 64), u64(message)))


@pytest.mark.parametrize(
    ("length", "expected"),
    [(0, 0x726FDB47DD0E0E31), (8, 0x93F5F5799A932462), (15, 0xA129CA6149BE45E5)],
)
def test_the_oracle_is_right_about_siphash_2_4(length: int, expected: int) -> None:
    """The authors' values, the last of them from the appendix of their paper."""
    assert sip(bytes(range(16)), bytes(range(length)), 2, 4) == expected


def test_the_oracle_is_right_about_siphash_1_3() -> None:
    """Python hashes bytes so, and with PYTHONHASHSEED=0 under a key of zeros."""
    if sys.hash_info.algorithm != "siphash13":
        pytest.skip("this Python hashes otherwise")
    messages = [n.to_bytes(8, "little") for n in (0, 1, 7, 255, 2**32, WORD)]
    messages += [bytes(range(n)) for n in range(1, 40)]
    done = subprocess.run(
        [sys.executable, "-c", f"print(*[hash(message) for message in {messages!r}])"],
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [int(text) & WORD for text in done.stdout.split()] == [
        sip(bytes(16), message) for message in messages
    ]


def test_siphash_of_eight_bytes() -> None:
    dice = random.Random(13)
    keys = [*KEYS, 2**128 - 1, *(dice.getrandbits(128) for _ in range(50))]
    messages = [0, 1, 2**32 - 1, 2**32, WORD, *(dice.getrandbits(64) for _ in range(50))]
    for key in keys:
        for message in messages:
            expected = sip(key.to_bytes(16, "little"), message.to_bytes(8, "little"))
            assert siphash(key, message) == expected


@pytest.mark.parametrize("key", KEYS)
def test_vectors(key: int) -> None:
    words, below_6, below_90 = VECTORS[key]
    oracle = Oracle(key)
    assert [siphash(key, n) for n in range(8)] == words == [oracle.word() for _ in range(8)]
    for n, expected in ((6, below_6), (90, below_90)):
        states = packed(key)
        assert [fate.below(states[0], n) for _ in range(8)] == expected


@pytest.mark.parametrize("n", [1, 2, 3, 6, 54, 90, 106])
def test_numbers_below_n(n: int) -> None:
    for key in range(5):
        states, oracle = packed(key), Oracle(key)
        for _ in range(100):
            assert fate.below(states[0], n) == oracle.below(n)
        assert states["draws"][0] == oracle.used


@pytest.mark.parametrize("n", [2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32 // 3 + 1])
def test_words_that_would_favour_some_results_are_passed_over(n: int) -> None:
    """For so large an n every other word, or every third, is one of those."""
    states, oracle = packed(1), Oracle(1)
    for _ in range(300):
        assert fate.below(states[0], n) == oracle.below(n)
    assert states["draws"][0] == oracle.used
    if n != 2**32 - 1:
        assert oracle.used > 350


def test_every_result_is_equally_likely() -> None:
    """With the words passed over, as many are left for each result, whatever n is."""
    for n in range(1, 107):
        for result in range(n):
            # The upper halves x with x * n // 2**32 == result, in order.
            first, end = (-(-r * 2**32 // n) for r in (result, result + 1))
            passed = 0
            while (first + passed) * n % 2**32 < 2**32 % n:
                passed += 1
            assert end - first - passed == 2**32 // n


@pytest.mark.parametrize("key", range(3))
def test_cubes_and_cards_are_counted_off_in_canonical_order(key: int) -> None:
    for draw, place, letters in (
        (fate.draw_cube, "bag", box.CUBE_LETTERS),
        (fate.draw_card, "deck", box.COLOURS),
    ):
        states, oracle = box_packed(options(expansion=True), key), Oracle(key)
        counts = states[place][0].tolist()
        lying = [c for c, n in zip(letters, counts, strict=True) for _ in range(n)]
        while lying:
            assert letters[draw(states[0])] == oracle.draw(lying)
            left = Counter(lying)
            assert states[place][0].tolist() == [left[c] for c in letters]
            assert states[f"{place}_size"][0] == len(lying)


@pytest.mark.parametrize("seed", [0, 1, 2**128 - 1, 0x0123456789ABCDEF_FEDCBA9876543210])
@pytest.mark.parametrize("first", [0, 2])
def test_a_whole_set_up(seed: int, first: int) -> None:
    """Coins for the ships in turn order, then Venice, Constantinople and the hands."""
    game = Game.new(3, seed=seed, placement="random", first_player=first)
    oracle = Oracle(seed)
    seats = [(first + i) % 3 for i in range(3)]
    for seat in seats:
        ports = [oracle.below(2) for _ in range(3)]
        assert [ship["at"] for ship in game.state["ships"][seat]] == [13 * port for port in ports]
    bag = [c for c in box.COLOURS for _ in range(15)]
    for port in "VC":
        drawn = sorted((oracle.draw(bag) for _ in range(9)), key=box.COLOURS.index)
        assert game.state["ports"][port]["goods"] == "".join(drawn)
    deck = [c for c in box.COLOURS for _ in range(9)]
    for seat in seats:
        drawn = sorted((oracle.draw(deck) for _ in range(5)), key=box.COLOURS.index)
        assert game.state["hands"][seat] == "".join(drawn)
    assert game.record["draws"][0] == oracle.used


def test_the_seed_decides() -> None:
    """Every one of its 128 bits."""
    seeds = [0, *(1 << bit for bit in range(128))]
    begun = [Game.new(2, seed=seed, placement="random").state for seed in seeds]
    assert len({str(state) for state in begun}) == 129


def test_draws_can_be_told() -> None:
    """What fate drew in one game, told to another with another seed, makes the same game of it."""
    table = options(3, expansion=True, placement="random")
    game, retold = Game.new(table=table, seed=3), box_packed(table, 4)
    begin(retold[0], script_of(json.loads(next(trace(table, 3, [])))["chance"]))
    assert state_data(retold, 0) == game.state
    dice = random.Random(3)
    while not game.is_over:
        move = dice.choice(game.legal)
        play(retold[0], game.parse(move), script_of(chance_of(game, move)))
        assert state_data(retold, 0) == game.state
    assert retold["draws"][0] == 0


def test_the_first_draw_that_is_not_told_is_named() -> None:
    """Orange and red are told; the third of four cubes for Venice comes from what is left."""
    game = position(ports={"V": "opggggrby"}, bag="orrooy", warehouses=["", "*"])
    states = new_states(1)
    states[:] = game.record
    script = script_of([["goods", "V", "or"]])
    play(states[0], game.parse("sail 1 g"), script)
    assert script[: fate.SCRIPT].tolist() == [2, 4, fate.CUBE, 0, 2, 0, 0, 1, 0, 1, 0, 0]


def script_of(chance: list[list[Any]]) -> NDArray[np.int16]:
    """The draws of a step, as the rules take them."""
    draws: list[int] = []
    for kind, *told in chance:
        if kind != "reshuffle":
            letters = box.PORTS if kind == "place" else box.CUBE_LETTERS
            draws += [letters.index(thing) for thing in told[1]]
    return np.array([len(draws), *[0] * (fate.SCRIPT - 1), *draws], np.int16)
