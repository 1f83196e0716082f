"""`python -m goldenhorn.warm`: make the machine code of everything that is compiled, once."""

import time

from goldenhorn import Game, options
from goldenhorn.lab.balance import Task, measure
from goldenhorn.lab.simulate import Simulation, run, run_with_moves
from goldenhorn.players import NAMES, player
from goldenhorn.players.searcher import ready
from goldenhorn.trace import trace


def warm() -> None:
    """Use everything once that Numba compiles, as it is used later.

    What datasets and learning environments need is left to those who use them.
    """
    table = options(2, expansion=True, placement="random")
    simulation = Simulation(table, ("random", "greedy"), 1)
    run(simulation, 1)
    for number, _, moves in run_with_moves(simulation, 1):
        list(trace(table, simulation.key(number), moves[:1]))
    measure(Task(table, "random", 1, 0, 1, whole=False))
    game = Game.new(table=table, seed=1)
    for name in NAMES:
        game.play(player(name, 1).choose(game.seen_by(game.player)))
    ready()
    game.seen_by(0).deal(1)
    game.scores  # noqa: B018 - compiled too


if __name__ == "__main__":
    started = time.perf_counter()
    warm()
    print(f"compiled in {time.perf_counter() - started:.1f} s")
