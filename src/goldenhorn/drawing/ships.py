"""A galley: three sails in their colours and signs, cargo on deck, the owner's arms."""

from goldenhorn.drawing.pen import circle, fitted, group, moved, tag, title, use, write
from goldenhorn.drawing.scene import Scene
from goldenhorn.drawing.speech import ship_words

MASTS = (22, 50, 78)  # in the ship's box of 100 by 100
SAIL_TOP = (10, 4, 12)
DECK = 69


def galley(scene: Scene, seat: int, number: int, x: float, y: float, size: float) -> str:
    """The ship in a square of this size; the bow points where it sails, right to Constantinople."""
    ship = scene.state["ships"][seat][number - 1]
    to_venice = ship["to"] == "V"
    sails = scene.sails(seat, number)
    # the ship itself is mirrored, its signs and cubes are not
    mirror = {"transform": "translate(100 0) scale(-1 1)"} if to_venice else {}
    rigging = [
        use("sail", mast - 15, top, 36, 48, c=f"f-{colour} s-black")
        for mast, top, colour in zip(MASTS, SAIL_TOP, sails, strict=True)
    ]
    signs = []
    for mast, top, colour in zip(MASTS, SAIL_TOP, sails, strict=True):
        middle = 100 - (mast + 4) if to_venice else mast + 4
        signs.append(use(f"sign-{colour}", middle - 8.5, top + 17, 17, c=f"f-on-{colour}"))
    flag = use(f"flag-{seat}", -2, -8, 30, 14)
    drawn = [
        title(ship_words(scene, seat, number)),
        tag(
            "g",
            moved(50, 0, flag),
            use("masts", 0, 0, 100),
            group(*rigging, stroke_width=1.3, stroke_linejoin="round"),
            use("hull", 0, 0, 100),
            **mirror,
        ),
        *signs,
        use(f"arms-{seat}", 39, 66, 22, 25.7),
        _number(number, 77 if to_venice else 23),
        _cargo(ship["cargo"], 27 if to_venice else 71),
    ]
    if ship["adrift"]:
        drawn.append(use("adrift", 72 if to_venice else 0, -6, 28))
    return moved(x, y, group(*drawn, c="ship"), scale=size / 100)


def _number(number: int, x: float) -> str:
    """A ship is called by how many colours are on its sails; here it reads so."""
    disc = circle(x, 79, 11.5, "f-silver s-black", stroke_width=1.5)
    return disc + write(x, 85.8, str(number), 20, "f-black b")


def _cargo(cargo: str, count: float) -> str:
    """The pieces aboard in rows on the deck, the lowest row full; `count`: where many are told."""
    if not cargo:
        return ""
    cell, columns = fitted(len(cargo), 78, 17 if len(cargo) <= 5 else 27, 16)
    drawn = []
    for index, letter in enumerate(cargo):
        row, column = divmod(index, columns)
        across = min(columns, len(cargo) - row * columns)
        x = 50 + (column - across / 2) * cell
        drawn.append(piece(letter, x, DECK - (row + 1) * cell, cell * 0.98))
    if len(cargo) > 6:
        drawn.insert(0, write(count, 83, str(len(cargo)), 17, "f-silver b"))
    return "".join(reversed(drawn))


def piece(letter: str, x: float, y: float, size: float) -> str:
    """A cube, a soldier or a builder."""
    if letter == "S":
        return use("soldier", x, y, size, c="soldier")
    if letter == "B":
        return use("builder", x, y, size, c="builder")
    return use(f"cube-{letter}", x, y, size, c="cube")
