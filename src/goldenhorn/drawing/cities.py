"""Venice, Constantinople and Modone as a chart's engraver would hint at them."""

from functools import cache

from goldenhorn.drawing.pen import circle, group, moved, path, rect

WIDTH, HEIGHT = 320, 112  # the two cities' skylines; their feet stand on the quay


@cache
def venice() -> str:
    """The campanile, the doge's palace, the basilica, and the two columns on the piazzetta."""
    ground = HEIGHT
    houses = [
        _house(-1, 74, 18, 38),
        _house(286, 72, 24, 40),
        _house(308, 80, 20, 32),
        _bell_tower(276, 44, 10, ground),
    ]
    drawn = [
        *houses,
        # the basilica: domes over a row of portals
        *(_dome(x, y, r) for x, y, r in ((206, 74, 12), (262, 74, 12), (234, 64, 17))),
        path(
            "M190 112V78Q198 66 206 78Q213 64 220 76Q234 56 248 76"
            "Q255 64 262 78Q270 66 278 78V112z",
            "f-stone s-ink",
        ),
        path(
            "M196 112V96a6 7 0 0 1 12 0V112M212 112V94a6.5 8 0 0 1 13 0V112"
            "M228 112V91a7 9 0 0 1 14 0V112",
            "f-shade s-ink",
        ),
        path("M245 112V94a6.5 8 0 0 1 13 0V112M262 112V96a6 7 0 0 1 12 0V112", "f-shade s-ink"),
        path("M190 86H278", "s-leaf", stroke_width=1.2),
        # the doge's palace: a plain wall over two arcades
        path("M98 112V58H186V112z", "f-stone s-ink"),
        path("M98 58" + "l2.2 -6l2.2 6" * 20, "f-stone s-ink", stroke_width=0.7),
        path(
            "".join(f"M{x} 76v-6a3.5 4 0 0 1 7 0v6z" for x in (106, 121, 156, 171)),
            "f-pane s-ink",
            stroke_width=0.7,
        ),
        path("M137 78V68a5 6 0 0 1 10 0V78zM135 78H149", "f-pane s-leaf", stroke_width=1),
        path(
            "".join(f"M{98 + 5.5 * i:g} 95v-4a2.75 4 0 0 1 5.5 0v4z" for i in range(16)),
            "f-shade s-ink",
            stroke_width=0.6,
        ),
        path(
            "".join(f"M{98 + 11 * i} 112v-8a5.5 7 0 0 1 11 0v8z" for i in range(8)),
            "f-shade s-ink",
            stroke_width=0.8,
        ),
        _bell_tower(62, 20, 19, ground),
        *_columns(),
    ]
    return group(*drawn, stroke_width=0.9, stroke_linejoin="round")


@cache
def constantinople() -> str:
    """The great church above the sea walls, a column, and the tower of Galata."""
    towers = [8, 62, 116, 212, 262]
    wall = "M0 112V90" + "h4v-4h4v4" * 40 + "V112z"
    drawn = [
        # the town behind the walls
        _house(20, 62, 26, 34),
        _house(84, 70, 22, 24),
        _house(228, 66, 26, 28),
        _dome(64, 62, 15),
        rect(49, 62, 30, 30, "f-stone s-ink"),
        path(
            "M53 76v-5a3 4 0 0 1 6 0v5zM61 76v-5a3 4 0 0 1 6 0v5zM69 76v-5a3 4 0 0 1 6 0v5z",
            "f-pane s-ink",
            stroke_width=0.7,
        ),
        # the column of Constantine
        path("M12 90V30H17V90zM10 30H19V26H10zM14.5 26V14M11 18H18", "f-stone s-leaf"),
        # the great church: one dome above half-domes and buttresses
        path("M106 94V70H122V58H216V70H232V94z", "f-stone s-ink"),
        path("M116 70a18 16 0 0 1 28 -10M222 70a18 16 0 0 0 -28 -10", "f-dome s-ink"),
        path("M128 58a41 40 0 0 1 82 0z", "f-dome s-ink"),
        path("M132 58V50H206V58z", "f-stone s-ink"),
        path(
            "".join(f"M{136 + 6.4 * i:.1f} 58v-3a2 2.5 0 0 1 4 0v3z" for i in range(11)),
            "f-pane s-ink",
            stroke_width=0.6,
        ),
        path("M169 19V28M160 21Q150 34 148 49M178 21Q188 34 190 49", "s-ink", stroke_width=0.6),
        path("M169 18V4M164.5 8.5H173.5", "s-gold", stroke_width=1.8),
        path(
            "".join(f"M{x} 84v-7a4.5 5 0 0 1 9 0v7z" for x in (128, 146, 165, 184, 202)),
            "f-pane s-ink",
            stroke_width=0.7,
        ),
        path("M112 94V74M226 94V74", "s-ink", stroke_width=0.6),
        # Galata across the water
        path("M276 112V44H304V112z", "f-stone s-ink"),
        path("M273 48H307V40H273z", "f-shade s-ink"),
        path("M275 40L290 8L305 40z", "f-roof s-ink"),
        path("M290 8V0L298 3L290 5", "f-seal s-gold"),
        path(
            "M283 62v-5a3 4 0 0 1 6 0v5zM292 82v-5a3 4 0 0 1 6 0v5z",
            "f-pane s-ink",
            stroke_width=0.7,
        ),
        # the sea walls
        path(wall, "f-stone s-ink", stroke_width=0.8),
        *(_wall_tower(x) for x in towers),
        path("M160 112V102a9 9 0 0 1 18 0V112z", "f-plank s-ink"),
    ]
    return group(*drawn, stroke_width=0.9, stroke_linejoin="round")


def modone(width: float) -> str:
    """The fortress on its rock, feet at y = 0; the berths lie below."""
    half, slope, brow = (round(width * share) for share in (0.5, 0.31, 0.25))
    rock = (
        f"M{-half} 34C{-half - 4} 16 {-half + 14} 8 {-slope} 2C{-brow} -14 -34 -12 -22 -20"
        f"C-8 -26 12 -24 24 -18C36 -12 {brow} -12 {slope} 0C{half - 14} 6 {half + 5} 18 {half} 34z"
    )
    wall = "M-44 -2V-22" + "h4v-4h4v4" * 11 + "V-2z"
    drawn = [
        path(rock, "f-rock s-ink", stroke_width=1.2),
        path(
            "M-40 14L-30 4L-24 12L-14 2L-4 11L8 1L16 10L28 3L40 15"
            "M-60 22L-52 14L-46 22M48 21L56 12L64 22",
            "s-line",
        ),
        path(wall, "f-stone s-ink", stroke_width=0.8),
        path("M-11 -2V-46H11V-2z", "f-stone s-ink"),
        path("M-14 -44V-52h5v3h4v-3h10v3h4v-3h5v8z", "f-shade s-ink"),
        path("M0 -52V-70L17 -65L0 -60", "f-seal s-ink"),
        path("M-52 2V-30H-36V2zM36 2V-30H52V2z", "f-stone s-ink"),
        path(
            "M-54 -28v-6h4v2h3v-2h6v2h3v-2h4v6zM34 -28v-6h4v2h3v-2h6v2h3v-2h4v6z", "f-shade s-ink"
        ),
        path("M-5 -2V-9a5 5 0 0 1 10 0V-2z", "f-plank s-ink"),
        path("M-3 -26v-5a3 4 0 0 1 6 0v5zM-46 -16v-4M44 -16v-4", "f-pane s-ink", stroke_width=0.9),
    ]
    return group(*drawn, stroke_width=0.9, stroke_linejoin="round")


def gondola() -> str:
    """A small one, 46 wide, prow to the left."""
    return group(
        path(
            "M0 2C2 8 8 11 16 11H32C40 11 44 8 46 1C42 6 38 7 32 7H14C8 7 4 6 3 -2H1z",
            "f-plank s-foam",
            stroke_width=0.6,
        ),
        path("M36 7V-6M36 -6L44 13", "s-mast", stroke_width=1),
        path("M34.5 7C34 1 34 -2 36 -3C38 -2 38.5 2 38 7z", "f-seal"),
        circle(36.2, -5, 2, "f-stone s-plank", stroke_width=0.6),
        path("M18 7V3C21 1 26 1 28 3V7z", "f-v2"),
    )


def _house(x: float, y: float, width: float, height: float) -> str:
    roof = f"M{x - 2:g} {y:g}L{x + width / 2:g} {y - 9:g}L{x + width + 2:g} {y:g}z"
    panes = "".join(
        f"M{x + width * share:.1f} {y + down:g}v6" for share in (0.28, 0.72) for down in (6, 18)
    )
    return (
        rect(x, y, width, height, "f-stone s-ink")
        + path(roof, "f-roof s-ink")
        + path(panes, "s-ink", stroke_width=3.6)
        + path(panes, "s-pane", stroke_width=2.2)
    )


def _dome(x: float, y: float, r: float) -> str:
    side, belly, tip, top = (round(r * share, 1) for share in (1, 1.2, 0.3, 1.5))
    bulb = (
        f"M{-side} 0C{-belly} {-side} {-tip} {-side - 1} 0 {-top}"
        f"C{tip} {-side - 1} {belly} {-side} {side} 0z"
    )
    cross = f"M0 {-top}v-8m-2.5 3h5"
    return moved(x, y, path(bulb, "f-dome s-ink"), path(cross, "s-gold", stroke_width=1.3))


def _bell_tower(x: float, y: float, width: float, ground: float) -> str:
    top = y + width * 1.1
    spire = f"M{x - 2:g} {y:g}L{x + width / 2:g} {y - width * 1.1:.1f}L{x + width + 2:g} {y:g}z"
    belfry = "".join(
        f"M{x + width * share:.1f} {top - 3:.1f}v{-width * 0.45:.1f}" for share in (0.25, 0.5, 0.75)
    )
    flutes = "".join(f"M{x + width * share:.1f} {top + 6:.1f}V{ground:g}" for share in (0.33, 0.67))
    return (
        rect(x, top, width, ground - top, "f-roof s-ink")
        + path(flutes, "s-plank", stroke_width=0.7, opacity=0.5)
        + rect(x - 2, y, width + 4, width * 1.1, "f-stone s-ink")
        + path(belfry, "s-ink", stroke_width=width * 0.14)
        + path(spire, "f-dome s-ink")
        + circle(x + width / 2, y - width * 1.1 - 2, 1.8, "f-leaf s-ink", stroke_width=0.6)
    )


def _columns() -> tuple[str, ...]:
    """The winged lion on the one, the saint on the other."""
    lion = (
        "M20 54C18 50 19 47 22 47C23 44 27 44 28 47L35 46C38 46 39 49 39 54H36V50L27 51V54z"
        "M27 46C28 41 34 38 39 39C37 43 33 46 30 46.5zM39 49C43 48 43 44 41 43"
    )
    return (
        path("M26 112V58H33V112zM23 58H36V54H23zM23 112H36V108H23z", "f-stone s-ink"),
        path(lion, "f-leaf s-ink", stroke_width=0.7),
        path("M45 112V66H50V112zM43 66H52V63H43zM43 112H52V109H43z", "f-stone s-ink"),
        path("M47.5 63V54M45 57H50M50.5 63V52", "s-ink", stroke_width=1.4),
    )


def _wall_tower(x: float) -> str:
    crown = f"M{x - 2:g} 84v-8h4v4h4v-4h6v4h4v-4h4v8z"
    slit = f"M{x + 9:g} 100v-6"
    return (
        rect(x, 84, 18, 28, "f-stone s-ink")
        + path(crown, "f-shade s-ink")
        + path(slit, "s-ink", stroke_width=2)
    )
