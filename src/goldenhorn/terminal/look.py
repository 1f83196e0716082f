"""Where ships can go, read off the table: for marks on the board and words beside the moves."""

from goldenhorn.drawing.scene import Scene
from goldenhorn.rules.box import BERTHS, PORTS


def port_at(scene: Scene, place: int | None) -> str:
    """V, M or C; nothing on a square."""
    letter = "" if place is None else scene.route[place]
    return letter if letter in (*PORTS, "M") else ""


def berths(scene: Scene) -> int:
    """How many ships Modone takes."""
    return BERTHS[len(scene.fleets)]


def next_place(scene: Scene, seat: int, number: int, *, about: bool = False) -> int:
    """R5.4: where the ship's next step leads, over all full places."""
    ship = scene.state["ships"][seat][number - 1]
    ahead = 1 if (ship["to"] == "C") != about else -1
    place: int = ship["at"] + ahead
    while _full(scene, place):
        place += ahead
    return place


def _full(scene: Scene, place: int) -> bool:
    port = port_at(scene, place)
    if port in PORTS and port:
        return False
    return len(scene.ships_at(place)) >= (berths(scene) if port else 1)


def target(scene: Scene, move: str) -> tuple[int, int]:
    """Seat and number of the ship that a raid is on, or that a `sail` moves."""
    verb, ship = move.split()[:2]
    if verb == "raid":
        seat, number = ship.split(".")
        return int(seat), int(number)
    return scene.state["player"], int(ship)
