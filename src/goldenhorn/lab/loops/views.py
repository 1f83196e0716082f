"""Every decision of a game as the one who decides sees it."""

import numpy as np

from goldenhorn.lab.loops.play import Lines, Numbers, Results, compiled, deal
from goldenhorn.rules.compiled import i64
from goldenhorn.rules.fate import untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.play import play
from goldenhorn.rules.seen import hide
from goldenhorn.rules.state import Masks, States


@compiled
def view_games(
    table: States,
    states: States,
    seed0: np.uint64,
    seed1: np.uint64,
    numbers: Numbers,
    lines: Lines,
    results: Results,
    views: States,
    masks: Masks,
) -> None:
    """Play the games again, one view and one mask of legal moves before each decision."""
    nobody = untold()
    row = 0
    for place in range(len(numbers)):
        deal(table, states, seed0, seed1, i64(numbers[place]))
        s = states[0]
        for ply in range(i64(results[place].decisions)):
            views[row] = states[0]
            hide(views[row], i64(s.player))
            masks[row, 0], masks[row, 1] = legal(s)
            row += 1
            play(s, i64(lines[place, ply]), nobody)
