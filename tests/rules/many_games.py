"""Plays games and prints a fingerprint of all that happened in them, one for each kind of table.

Run alone, with or without Numba, it tells whether both play alike: python -m tests.rules.many_games
"""

import hashlib
import json
import random
import sys
from itertools import product

from goldenhorn import Game
from goldenhorn.rules.compiled import COMPILED
from goldenhorn.rules.options import EDITIONS, Options, options
from goldenhorn.trace import trace

KINDS = tuple(product((2, 3, 4), EDITIONS, (False, True)))


def fingerprint(table: Options, seed: int, moves: int = 10**6) -> str:
    """A hash of every state, mask, score, view, deal and trace line of a game played at random."""
    digest = hashlib.sha256()
    dice = random.Random(seed)
    game = Game.new(table=table, seed=dice.getrandbits(128))
    while not game.is_over and game.ply < moves:
        digest.update(game.record.tobytes())
        digest.update(repr((game.mask, game.scores)).encode())
        if game.ply % 8 == 0:
            seen = game.seen_by(dice.randrange(-1, table.players))
            digest.update(seen.record.tobytes())
            digest.update(seen.deal(dice.getrandbits(128)).record.tobytes())
        game.play(dice.choice(game.legal))
    digest.update(game.record.tobytes())
    assert game.seed is not None
    for line in trace(table, game.seed, game.codes()):
        digest.update(line.encode())
    return digest.hexdigest()


def fingerprints(games: int) -> dict[str, list[str]]:
    """For each kind of table."""
    return {
        f"{players} {edition} {'dominio' if expansion else 'base'}": [
            fingerprint(options(players, edition=edition, expansion=expansion), seed)
            for seed in range(games)
        ]
        for players, edition, expansion in KINDS
    }


if __name__ == "__main__":
    made = fingerprints(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    print(json.dumps({"compiled": COMPILED, "games": made}))
