"""What the expansion Dominio da Mar adds (R9)."""

from goldenhorn.rules import fate
from goldenhorn.rules.box import BLACK, BUILDERS, PORT_GOODS_DOMINIO, SOLDIERS, WHITE
from goldenhorn.rules.compiled import compiled, inlined, u64
from goldenhorn.rules.fate import Chance
from goldenhorn.rules.moves import CONQUER, MIXES
from goldenhorn.rules.state import NONE, State


@compiled
def fill_port(s: State, port: int, chance: Chance) -> None:
    """R9.2, R9.3: draw until ten cubes lie there, or no goods are left in the bag."""
    cubes = s.ports[port, BUILDERS] + 0
    for colour in range(6):
        cubes += s.ports[port, colour]
    while cubes < PORT_GOODS_DOMINIO and s.bag_size > s.bag[WHITE] + s.bag[BLACK]:
        due = min(PORT_GOODS_DOMINIO - cubes, int(s.bag_size))
        white = 0
        black = 0
        fate.tell(chance, fate.GOODS, port)
        for _ in range(due):
            cube = fate.next_cube(s, chance)
            fate.count(chance, cube)
            if cube == WHITE:
                white += 1
            elif cube == BLACK:
                black += 1
            else:
                s.ports[port, cube] += 1
                cubes += 1
        soldiers = min(white + black, int(s.soldier_reserve))
        s.soldier_reserve -= soldiers
        s.ports[port, SOLDIERS] += soldiers
        s.builder_reserve += black
        builders = min(white + black - soldiers, int(s.builder_reserve))
        s.builder_reserve -= builders
        s.ports[port, BUILDERS] += builders
        cubes += builders
        s.bag[WHITE] += white
        s.bag_size += white


@compiled
def legal_dominio(s: State) -> int:
    """R9.7: a word with the bits of all conquests that the player can pay for."""
    soldiers = s.warehouses[s.player, SOLDIERS]
    builders = s.warehouses[s.player, BUILDERS]
    word = u64(0)
    if soldiers + builders == 0:
        return word
    for dominion in range(5):
        if s.dominions[dominion] == NONE:
            price = s.prices[dominion]
            for pairs in range(min(int(price), builders // 2) + 1):
                if soldiers >= price - pairs:
                    word |= u64(1) << u64(CONQUER + dominion * MIXES + pairs)
    return word


@inlined
def can_train(s: State) -> bool:
    """R9.9"""
    return s.warehouses[s.player, BUILDERS] > 0 and s.soldier_reserve > 0


@compiled
def conquer(s: State, dominion: int, pairs: int) -> bool:
    """R9.7: pay and take the tile. Whether it was the last one (R9.8)."""
    soldiers = s.prices[dominion] - pairs
    s.warehouses[s.player, SOLDIERS] -= soldiers
    s.soldier_reserve += soldiers
    s.warehouses[s.player, BUILDERS] -= 2 * pairs
    s.builder_reserve += 2 * pairs
    s.dominions[dominion] = s.player
    for other in range(5):
        if s.dominions[other] == NONE:
            return False
    return True


@compiled
def train(s: State) -> None:
    """R9.9"""
    s.warehouses[s.player, BUILDERS] -= 1
    s.builder_reserve += 1
    s.soldier_reserve -= 1
    s.warehouses[s.player, SOLDIERS] += 1
