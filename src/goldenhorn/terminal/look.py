"""What is where, read off the table."""

from goldenhorn.drawing.scene import Scene
from goldenhorn.rules.box import BERTHS, PORTS


def port_at(scene: Scene, place: int | None) -> str:
    """V, M or C; nothing on a square."""
    letter = "" if place is None else scene.route[place]
    return letter if letter in (*PORTS, "M") else ""


def berths(scene: Scene) -> int:
    """How many ships Modone takes."""
    return BERTHS[len(scene.fleets)]


def target(raid: str) -> tuple[int, int]:
    """Seat and number of the ship that a raid is on."""
    seat, number = raid.split()[1].split(".")
    return int(seat), int(number)
