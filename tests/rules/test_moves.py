"""Codes of moves and their notation."""

from itertools import product

import pytest

from goldenhorn import Game
from goldenhorn.rules import box
from goldenhorn.rules.moves import MOVES, BadNotation, codes, letters, notation
from goldenhorn.rules.options import Options, options
from goldenhorn.trace import prices

FREIGHT = ("o", "p", "g", "r", "b", "y", "soldiers", "builders", "troops", "empty")
FLEETS = [("y", "rb", "pog"), ("o", "yg", "bpr"), ("b", "go", "ryp"), ("g", "yr", "obp")]
DOMINIONS = dict(zip(box.DOMINIONS, ((1, 0), (20, 1), (4, 4), (3, 9), (2, 2)), strict=True))
TABLES = [
    options(players, expansion=expansion, **own)
    for players in (2, 3, 4)
    for expansion in (False, True)
    for own in (
        {},
        {"fleets": FLEETS[:players]},
        {"dominions": DOMINIONS},
    )
]


def expected(fleets: tuple[tuple[str, str, str], ...], costs: tuple[int, ...]) -> set[str]:
    """Every move that can be written at a table, from the description of the notation."""
    texts = {"on", "wind", "stop", "train", "end", "done"}
    texts |= {"place " + "".join(ports) for ports in product("VC", repeat=3)}
    for ship in (1, 2, 3):
        texts |= {f"sail {ship}", f"sail {ship} about"}
        texts |= {f"sail {ship} {freight}" for freight in FREIGHT}
    for seat, fleet in enumerate(fleets):
        for ship, sails in enumerate(fleet, 1):
            for a, b in product(sails, repeat=2):
                pair = "".join(sorted((a, b), key="opgrby".index))
                texts.add(f"raid {seat}.{ship} {pair}")
    for name, cost in zip(box.DOMINIONS, costs, strict=False):
        for builders in (0, 2, 4, 6, 8):
            if builders // 2 <= cost:
                texts.add(f"conquer {name} {cost - builders // 2}+{builders}")
    return texts


@pytest.mark.parametrize("table", TABLES, ids=range(len(TABLES)))
def test_every_move_has_one_code_and_one_text(table: Options) -> None:
    texts = notation(table.fleets, prices(table))
    numbers = codes(table.fleets, prices(table))
    assert len(texts) == MOVES == 115
    written = [text for text in texts if text]
    assert len(set(written)) == len(written) == len(numbers)
    assert set(written) == expected(table.fleets, prices(table))
    game = Game.new(seed=0, table=table)
    for code, text in enumerate(texts):
        if text:
            assert numbers[text] == code
            assert game.parse(game.write(code)) == code
        else:
            with pytest.raises(BadNotation):
                game.write(code)


def test_the_numbering_never_changes() -> None:
    """Logs, learned players and other programs lean on it."""
    table = options(4, expansion=True)
    texts = notation(table.fleets, prices(table))
    for ship in (1, 2, 3):
        first = 12 * (ship - 1)
        assert texts[first : first + 10] == tuple(f"sail {ship} {what}" for what in FREIGHT)
        assert texts[first + 10 : first + 12] == (f"sail {ship}", f"sail {ship} about")
    assert texts[36:39] == ("on", "wind", "stop")
    assert texts[39:64] == (
        *("conquer zara 2+0", "conquer zara 1+2", "conquer zara 0+4", "", ""),
        *("conquer durazzo 3+0", "conquer durazzo 2+2", "conquer durazzo 1+4"),
        *("conquer durazzo 0+6", ""),
        *(f"conquer candia {4 - n}+{2 * n}" for n in range(5)),
        *(f"conquer negroponte {5 - n}+{2 * n}" for n in range(5)),
        *(f"conquer galata {6 - n}+{2 * n}" for n in range(5)),
    )
    assert texts[64:74] == (
        *("raid 0.1 pp", "raid 0.2 oo", "raid 0.2 ob", "raid 0.2 bb", "raid 0.3 gg"),
        *("raid 0.3 gr", "raid 0.3 gy", "raid 0.3 rr", "raid 0.3 ry", "raid 0.3 yy"),
    )
    assert texts[74:84] == (
        *("raid 1.1 gg", "raid 1.2 pp", "raid 1.2 py", "raid 1.2 yy", "raid 1.3 oo"),
        *("raid 1.3 or", "raid 1.3 ob", "raid 1.3 rr", "raid 1.3 rb", "raid 1.3 bb"),
    )
    assert {text.split(".")[0] for text in texts[84:94]} == {"raid 2"}
    assert {text.split(".")[0] for text in texts[94:104]} == {"raid 3"}
    assert texts[104:112] == tuple(
        f"place {''.join(ports)}"
        for ports in ("VVV", "CVV", "VCV", "CCV", "VVC", "CVC", "VCC", "CCC")
    )
    assert texts[112:] == ("train", "end", "done")


def test_a_multiset_is_written_in_canonical_order() -> None:
    assert letters([2, 1, 0, 0, 0, 3, 1, 2]) == "oopyyywkk"
    assert letters([0, 0, 1, 1, 0, 0]) == "gr"
    assert letters([]) == ""
