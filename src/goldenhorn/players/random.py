"""The player who takes any legal move, each as likely as the others."""

from pathlib import Path

from goldenhorn.players.thought import Thoughts, think_below
from goldenhorn.rules.compiled import compiler, count_bits, i64, lowest_bit, u64

compiled = compiler(Path(__file__).parent)


@compiled
def choose_random(low: int, high: int, thoughts: Thoughts, place: int) -> int:
    """One of the moves of a mask."""
    in_low = count_bits(low)
    skip = think_below(thoughts, place, in_low + count_bits(high))
    word, first = low, 0
    if skip >= in_low:
        word, first, skip = high, 64, u64(skip - in_low)
    for _ in range(skip):
        word &= u64(word - u64(1))
    return first + i64(lowest_bit(word))
