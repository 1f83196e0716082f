"""The player who looks one turn ahead.

It deals the cards it cannot see at random, tries every way to play out its own turn, and takes the
one after which it likes the table best. How much it likes a table (`judge`) is, in hundredths of a
point and for each seat: its points now; what its cargo would add, the surer the nearer the ship
is to its port; a little for every card in hand; and something for soldiers, who can still
conquer. Its own worth less that of the others is what it plays for, and once the end has been
called, less that of the best of them.
"""

from pathlib import Path

from goldenhorn.players.thought import Thoughts, think, think_below
from goldenhorn.rules.box import BUILDERS, SHIPS, SOLDIERS
from goldenhorn.rules.compiled import compiler, i64, lowest_bit, u64
from goldenhorn.rules.fate import untold
from goldenhorn.rules.legal import legal
from goldenhorn.rules.moves import CONQUER, MIXES, TRAIN
from goldenhorn.rules.play import play
from goldenhorn.rules.score import goods_points, score
from goldenhorn.rules.seen import deal_unseen
from goldenhorn.rules.state import NONE, ORDERS, OVER, PORT, State, States

compiled = compiler(Path(__file__).parent)

LOOKAHEAD = 40  # states on the desk; a turn with more decisions than these is cut short

_CONQUESTS = ((1 << 25) - 1) << CONQUER


@compiled
def choose_greedy(
    desk: States, seat: int, low: int, high: int, thoughts: Thoughts, place: int
) -> int:
    """The move after which the turn can end best; `desk[0]` is what the seat sees."""
    deal_unseen(desk[0], seat, think(thoughts, place), think(thoughts, place))
    nobody = untold()
    left = [(u64(0), u64(0))] * LOOKAHEAD
    left[0] = sensible(desk[0], low, high)
    depth = 0
    first = best_move = NONE
    best = 0
    equals = 0
    while depth >= 0:
        low, high = left[depth]
        if low == 0 and high == 0:
            depth -= 1
            continue
        if low != 0:
            move = i64(lowest_bit(low))
            left[depth] = (u64(low & u64(low - u64(1))), high)
        else:
            move = 64 + i64(lowest_bit(high))
            left[depth] = (low, u64(high & u64(high - u64(1))))
        if depth == 0:
            first = move
        s = desk[depth + 1]
        desk[depth + 1] = desk[depth]
        play(s, move, nobody)
        if s.phase != OVER and s.player == seat and depth + 2 < LOOKAHEAD:
            depth += 1
            low, high = legal(s)
            left[depth] = sensible(s, low, high)
            continue
        worth = judge(s, i64(seat))
        if best_move == NONE or worth > best:
            best, best_move, equals = worth, first, 1
        elif worth == best:
            # Among equals each is as likely as the others.
            equals += 1
            if think_below(thoughts, place, equals) == 0:
                best_move = first
    return best_move


@compiled
def sensible(s: State, low: int, high: int) -> tuple[int, int]:
    """The moves worth trying: training first, then the dearest conquest, then all the others."""
    if s.phase >= ORDERS and s.expansion:
        if (high >> u64(TRAIN - 64)) & u64(1):
            return u64(0), u64(1) << u64(TRAIN - 64)
        conquests = low & u64(_CONQUESTS)
        if conquests != 0:
            # Rather with soldiers to spare than with builders: two of them make up for one.
            dearest = u64(0)
            for dominion in range(5):
                mixes = (conquests >> u64(CONQUER + dominion * MIXES)) & u64((1 << MIXES) - 1)
                if mixes != 0:
                    cheapest = u64(lowest_bit(mixes))
                    dearest = u64(1) << u64(u64(CONQUER + dominion * MIXES) + cheapest)
            return dearest, u64(0)
    return low, high


@compiled
def judge(s: State, seat: int) -> int:
    """How well a seat stands, in hundredths of a point."""
    mine = worth_of(s, seat)
    others = 0
    best = -100000
    for other in range(s.players):
        if other != seat:
            worth = worth_of(s, other)
            others += worth
            best = max(best, worth)
    if s.end_called_by != NONE:
        return 2 * (mine - best)
    return mine - others // (i64(s.players) - 1)


@compiled
def worth_of(s: State, seat: int) -> int:
    """What a seat has and may expect, in hundredths of a point."""
    called = s.end_called_by != NONE
    now = goods_points(s.warehouses[seat])
    worth = 100 * score(s, seat)
    if s.phase == OVER:
        return worth
    if not called:
        cards = i64(s.hand_sizes[seat])
        worth += 60 * min(cards, 6) + 15 * max(0, min(cards, 12) - 6)
        worth += 60 * i64(s.warehouses[seat, SOLDIERS])
    for ship in range(SHIPS):
        at = i64(s.at[seat, ship])
        if s.route[at] == PORT:
            continue
        way = i64(s.end) - at if s.to[seat, ship] == 1 else at
        # Of a cargo that has the whole way before it, half is as good as home; later more.
        share = 95 - 45 * way // i64(s.end)
        if called:
            share = max(0, 60 - 20 * way)
        load = i64(s.load[seat, ship])
        if load > 0:
            if s.cargo[seat, ship] == BUILDERS:
                worth += share * load
            else:
                s.warehouses[seat, s.cargo[seat, ship]] += load
                worth += share * (goods_points(s.warehouses[seat]) - now)
                s.warehouses[seat, s.cargo[seat, ship]] -= load
        worth += share * 3 * i64(s.soldiers[seat, ship]) // 2
        if not called:
            worth -= 8 * way
    return worth
