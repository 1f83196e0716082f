"""The player who takes any legal move, each as likely as the others."""

from pathlib import Path

from goldenhorn.players.thought import Thoughts, think_below
from goldenhorn.rules.compiled import compiler, count_bits, i64, u64

inlined = compiler(Path(__file__).parent, inline=True)


@inlined
def choose_random(low: int, high: int, thoughts: Thoughts, place: int) -> int:
    """One of the moves of a mask."""
    in_low = count_bits(low)
    skip = think_below(thoughts, place, in_low + count_bits(high))
    in_high = skip >= in_low
    word = high if in_high else low
    skip = u64(skip - in_low) if in_high else skip
    return (64 if in_high else 0) + i64(bit_after(word, skip))


@inlined
def bit_after(word: int, skip: int) -> int:
    """The place of the bit of a word before which so many others are set.

    Halving the word each time, instead of clearing bits one by one, is as quick for every answer.
    """
    place = u64(0)
    for half in (32, 16, 8, 4, 2, 1):
        lower = count_bits(u64(word & u64((1 << half) - 1)))
        above = skip >= lower
        skip = u64(skip - lower) if above else skip
        word = u64(word >> u64(half)) if above else word
        place = u64(place + u64(half)) if above else place
    return place
