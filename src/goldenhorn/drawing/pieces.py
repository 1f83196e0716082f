"""The pieces in the box, each drawn once: signs, cubes, cards, figures, arms, ships' parts."""

from functools import cache

from goldenhorn.drawing.pen import PREFIX, circle, group, path, rect, tag, use
from goldenhorn.palette import BOX, COLOURS, TROOPS

SHIELD = "M1 1H23V14C23 21 17 25.5 12 27.5C7 25.5 1 21 1 14z"
FLAG = "M0 0H30L24 7L30 14H0z"

# A galley's parts in a box of 100 by 100, bow to the right, mast tops at 8, deck at 68.
SAIL = "M-11 2C-3 3 6 8 14 15C21 25 20 33 13 42C5 46 -5 47 -13 45C-7 32 -6 16 -11 2z"
HULL = (
    "M2 58L13 61C20 66 30 68.5 50 69C68 69 80 67 88 62L100 60.5"
    "C95 72 90 81 82 87C60 91 30 91 15 87C7 80 3 70 2 58z"
)


@cache
def symbols() -> str:
    """All pieces, for `use`. What a picture does not need costs a few hundred bytes."""
    drawn = [_sign(letter) for letter in (*COLOURS, *TROOPS)]
    drawn += [_cube(letter) + _card(letter) for letter in COLOURS]
    drawn += [_arms(seat) for seat in range(4)]
    drawn += [_back(), _soldier(), _builder(), _galley(), _adrift(), _sack()]
    return tag("defs", *drawn)


def symbol(name: str, box: str, *inside: str) -> str:
    """A drawing in a box of its own, for `use`."""
    return tag("symbol", *inside, id=name, viewBox=box, overflow="visible")


def _sign(letter: str) -> str:
    hue = COLOURS.get(letter) or TROOPS[letter]
    return symbol(f"sign-{letter}", f"0 0 {BOX} {BOX}", tag("path", d=hue.path))


def _cube(letter: str) -> str:
    return symbol(
        f"cube-{letter}",
        "0 0 24 24",
        path("M1 6L6 1H23L18 6z", f"f-{letter}"),
        path("M18 6L23 1V18L18 23z", f"f-{letter}"),
        path("M1 6L6 1H23L18 6z", "f-white", opacity=0.45),
        path("M18 6L23 1V18L18 23z", "f-black", opacity=0.3),
        rect(1, 6, 17, 17, f"f-{letter}"),
        use(f"sign-{letter}", 3, 8, 13, c=f"f-on-{letter}"),
        path("M1 6L6 1H23V18L18 23H1zM1 6H18V23M18 6L23 1", "s-black", stroke_width=0.9),
    )


def _card(letter: str) -> str:
    """A wind card; the sign in its left corner stays visible in a fan."""
    return symbol(
        f"card-{letter}",
        "0 0 40 58",
        rect(0.5, 0.5, 39, 57, f"f-{letter} s-black", 4, stroke_width=0.8),
        rect(11, 4, 25.5, 50, "f-paper", 2),
        rect(11, 4, 25.5, 50, f"f-{letter}", 2, opacity=0.16),
        use(f"sign-{letter}", 1.6, 4, 8.4, c=f"f-on-{letter}"),
        circle(23.8, 25, 10.5, f"f-{letter} s-black", stroke_width=0.5),
        use(f"sign-{letter}", 17.3, 18.5, 13, c=f"f-on-{letter}"),
        path(
            "M14.5 43C20 39.5 26 43.5 29.5 41C32 39 30 36.8 28.4 38"
            "M14.5 47C22 44 27 48 33 45.5M17 50.5C22 49 26 51 30 49.6",
            "s-ink",
            stroke_width=0.9,
            stroke_linecap="round",
            opacity=0.75,
        ),
    )


def _back() -> str:
    rays = "M20 9L22.2 26.8L36 29L22.2 31.2L20 49L17.8 31.2L4 29L17.8 26.8z"
    slant = "M11 20L20 26.5L29 20L22.5 29L29 38L20 31.5L11 38L17.5 29z"
    return symbol(
        "back",
        "0 0 40 58",
        rect(0.5, 0.5, 39, 57, "f-back s-black", 4, stroke_width=0.8),
        rect(3, 3, 34, 52, "s-leaf", 2.5, stroke_width=0.8),
        path(slant, "f-leaf", opacity=0.45),
        path(rays, "f-leaf", opacity=0.9),
        circle(20, 29, 2, "f-back"),
    )


def _soldier() -> str:
    return symbol(
        "soldier",
        "0 0 24 24",
        path("M20 1.2V23.4", "s-black", stroke_width=2.6, stroke_linecap="round"),
        path("M20 1.2V23.4", "s-S", stroke_width=1.2, stroke_linecap="round"),
        path("M6 23.4L7 12.5C8 10.5 15 10.5 16 12.5L17 23.4z", "f-S s-black", stroke_width=1),
        path("M7.6 9.6V6.4C7.6 1.4 15.4 1.4 15.4 6.4V9.6z", "f-S s-black", stroke_width=1),
        path("M11.5 2.8V0.6M9.3 7.2H13.7", "s-black", stroke_width=1.4),
        path(
            "M2 12H11V17C11 20.5 8.6 22 6.5 23C4.4 22 2 20.5 2 17z",
            "f-seal s-black",
            stroke_width=1,
        ),
        path("M6.5 13V21.5M3 16H10", "s-silver", stroke_width=1.5),
    )


def _builder() -> str:
    return symbol(
        "builder",
        "0 0 24 24",
        path("M18.6 23.2V6", "s-black", stroke_width=2.8),
        path("M18.6 23V6", "s-metal", stroke_width=1.4),
        path("M14.6 2.4H21L23.4 5V6.6H14.6z", "f-S s-black", stroke_width=0.9),
        path("M4.5 23.4L5.6 13C7 11 14.4 11 15.6 13L16.7 23.4z", "f-B s-black", stroke_width=1),
        path("M7.6 15V23.4H13.6V15z", "f-metal s-black", stroke_width=0.7),
        circle(10.6, 7.6, 3.4, "f-stone s-black", stroke_width=1),
        path("M6.4 6.6C6.6 1.8 14.6 1.8 14.8 6.6z", "f-B s-black", stroke_width=0.8),
    )


def _charges(seat: int) -> str:
    """Our own simple arms; each is a pattern of its own, not only a colour."""
    field = rect(0, 0, 24, 28, "f-silver" if seat in (0, 1) else "f-metal")
    if seat == 0:  # Contarini: three bends
        bends = "M-2 3L3 -2L28 23L23 28zM-2 15L3 10L18 30L12 32zM8 -2H18L28 8V14z"
        return field + path(bends, "f-v0")
    if seat == 1:  # Dandolo: parted across
        return field + rect(0, 13, 24, 15, "f-v1")
    if seat == 2:  # Loredan: a chevron between three coins
        dots = circle(6, 6, 2.6, "f-v2") + circle(18, 6, 2.6, "f-v2") + circle(12, 22, 2.8, "f-v2")
        return field + path("M12 9L26 20V25.5L12 15L-2 25.5V20z", "f-v2") + dots
    # Mocenigo: a cross within a ring
    ring = circle(12, 13, 6.2, "f-v3 s-metal", stroke_width=2)
    return field + path("M9.2 0H14.8V10H24V16H14.8V28H9.2V16H0V10H9.2z", "f-v3") + ring


def _arms(seat: int) -> str:
    shield = tag("clipPath", tag("path", d=SHIELD), id=f"in-shield-{seat}")
    flag = tag("clipPath", tag("path", d=FLAG), id=f"in-flag-{seat}")
    return (
        shield
        + flag
        + symbol(
            f"arms-{seat}",
            "0 0 24 28",
            _clipped(f"in-shield-{seat}", _charges(seat)),
            path(SHIELD, "s-black", stroke_width=1.6),
            path(SHIELD, "s-metal", stroke_width=0.7),
        )
        + symbol(
            f"flag-{seat}",
            "0 0 30 14",
            _clipped(
                f"in-flag-{seat}",
                rect(0, 0, 30, 14, f"f-v{seat}"),
                group(_charges(seat), transform="translate(1.5 -2.5) scale(.68)"),
            ),
            path(FLAG, "s-black", stroke_width=1.2),
        )
    )


def _clipped(by: str, *inside: str) -> str:
    return tag("g", *inside, clip_path=f"url(#{PREFIX}{by})")


def _galley() -> str:
    oars = "".join(f"M{x} 84L{x - 8} 97" for x in range(26, 84, 8))
    hull = symbol(
        "hull",
        "0 0 100 100",
        path(oars, "s-mast", stroke_width=1.5, stroke_linecap="round"),
        path(HULL, "f-hull s-black", stroke_width=1.4, stroke_linejoin="round"),
        path("M8 74C30 80 68 80 92 73M11 81C32 86 66 86 87 80.5", "s-plank", stroke_width=0.9),
        path("M2 58L4 47L10 48L13 61z", "f-hull s-black", stroke_width=1.2),
    )
    masts = symbol(
        "masts",
        "0 0 100 100",
        path("M22 8V66M50 2V68M78 10V66", "s-mast", stroke_width=2, stroke_linecap="round"),
    )
    sail = symbol("sail", "-15 0 36 48", tag("path", d=SAIL))
    return hull + masts + sail


def _adrift() -> str:
    return symbol(
        "adrift",
        "0 0 24 24",
        circle(12, 12, 11, "f-paper s-seal", stroke_width=2),
        path(
            "M5.5 9H17M13.5 5L17.8 9L13.5 13M18.5 15H7M10.5 11L6.2 15L10.5 19",
            "s-seal",
            stroke_width=2,
        ),
    )


def _sack() -> str:
    return symbol(
        "sack",
        "0 0 40 58",
        path("M14 16C2 26 0 54 9 56H31C40 54 38 26 26 16z", "f-rock s-black", stroke_width=1.2),
        path(
            "M14 16C10 10 10 6 13 4L20 8L27 4C30 6 30 10 26 16z", "f-rock s-black", stroke_width=1.2
        ),
        path("M12.5 16.5H27.5", "s-seal", stroke_width=3, stroke_linecap="round"),
        path(
            "M10 30C8 38 8 46 11 51M22 21C24 26 24 30 23 34", "s-black", stroke_width=1, opacity=0.5
        ),
    )
