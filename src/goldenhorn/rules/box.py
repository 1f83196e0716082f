"""What is in the box (R1): colours, cubes, cards, fleets, tiles, dominions."""

from typing import Final

# R1.1 The canonical order of the colours; a colour's number is its place here.
COLOURS: Final = "opgrby"
COLOUR_NAMES: Final = ("orange", "pink", "green", "red", "blue", "yellow")

# Cubes and figures use eight lanes: the six colours, then two more. In the bag these are
# the white and black cubes (R9.1), everywhere else the soldiers and builders they become.
WHITE: Final = 6
BLACK: Final = 7
SOLDIERS: Final = 6
BUILDERS: Final = 7
CUBE_LETTERS: Final = COLOURS + "wk"

# R1.2
CUBES_PER_COLOUR: Final = 15
CARDS_PER_COLOUR: Final = 9
CARDS: Final = 6 * CARDS_PER_COLOUR

# R9.1
EXTRA_CUBES: Final = 8
SOLDIERS_IN_BOX: Final = 20

SEATS: Final = 4
SHIPS: Final = 3
HAND: Final = 5  # cards each at the start (R2.5)
CARDS_FOR_SHIP: Final = (3, 2, 1)  # R6.1

# R1.4 Ships 1, 2, 3; of a two-coloured ship the first colour is drawn twice (R1.3).
ARMS: Final = ("Contarini", "Dandolo", "Loredan", "Mocenigo")
FLEETS: Final = (("p", "ob", "gry"), ("g", "py", "orb"), ("b", "rp", "ogy"), ("y", "bg", "opr"))

# R1.5 The squares of the two kinds of sea tile, seen from Venice.
DOT: Final = "opg"
TRIANGLE: Final = "rby"

# R2.1 Places are letters: V, the squares' colours, M for Modone, C.
VENICE: Final = 0
CONSTANTINOPLE: Final = 1
PORTS: Final = "VC"
ROUTES: Final = {2: "VrbyMopgC", 3: "VopgrbyopgrbyC", 4: "VopgrbyMopgrbyC"}
PLACES: Final = 15  # of the longest route
BERTHS: Final = {2: 2, 3: 0, 4: 3}  # R1.6: Modone's, by the number of players

# R2.4, R9.1
PORT_GOODS: Final = 9
PORT_GOODS_DOMINIO: Final = 10

# R9.12 name: (price in soldiers, points)
DOMINIONS: Final = {
    "zara": (2, 3),
    "durazzo": (3, 6),
    "candia": (4, 8),
    "negroponte": (5, 10),
    "galata": (6, 12),
}

# R8.2 Extra points for a set of so many different goods.
SET_POINTS: Final = (0, 0, 0, 0, 1, 2, 4)
