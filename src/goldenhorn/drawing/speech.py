"""The picture in words, for those who hear it, and for a pointer resting on a ship."""

from goldenhorn.drawing.scene import Scene, layers
from goldenhorn.palette import COLOURS, TROOPS
from goldenhorn.rules.box import SET_POINTS

PORTS = {"V": "Venice", "C": "Constantinople"}


def name_of(letter: str) -> str:
    return COLOURS[letter].name if letter in COLOURS else letter


def counted(pieces: str) -> str:
    """`2 orange, 1 blue, 3 soldiers`, or `nothing`."""
    parts = [f"{pieces.count(c)} {COLOURS[c].name}" for c in COLOURS if c in pieces]
    for letter, troop in TROOPS.items():
        if count := pieces.count(letter):
            parts.append(f"{count} {troop.name}{'s' if count > 1 else ''}")
    if hidden := pieces.count("?"):
        parts.append(f"{hidden} unseen")
    return ", ".join(parts) or "nothing"


def place_words(scene: Scene, place: int | None) -> str:
    if place is None:
        return "not yet placed"
    if place == 0:
        return "in Venice"
    if place == scene.last:
        return "in Constantinople"
    if scene.route[place] == "M":
        return "in Modone"
    return f"on square {place}, {name_of(scene.route[place])}"


def ship_words(scene: Scene, seat: int, number: int) -> str:
    ship = scene.state["ships"][seat][number - 1]
    sails = ", ".join(name_of(colour) for colour in scene.fleets[seat][number - 1])
    said = f"{scene.names[seat]}, ship {number} ({sails}): {place_words(scene, ship['at'])}"
    if ship["at"] not in (None, 0, scene.last):
        said += f", bound for {PORTS[ship['to']]}"
    if ship["cargo"]:
        said += f", carrying {counted(ship['cargo'])}"
    if ship["adrift"]:
        said += ", adrift"
    return said


def troops(held: dict[str, int]) -> str:
    return "S" * held.get("soldiers", 0) + "B" * held.get("builders", 0)


def status(scene: Scene, who: str = "") -> str:
    """The plain sentence that says what is going on, with another name for the player if given."""
    state = scene.state
    who = who or scene.names[state["player"]]
    if scene.over:
        winners = " and ".join(scene.names[seat] for seat in scene.winners())
        share = "share the win" if len(scene.winners()) > 1 else "wins"
        return f"The game is over: {winners} {share}" if winners else "The game is over"
    if state["phase"] == "placement":
        return f"{who} places the ships"
    if state["phase"] == "sailing":
        return f"{who} is under way with ship {state['sailing']}"
    if state["phase"] == "closing":
        return f"{who} may close the turn"
    return f"{who} is to move"


def summary(scene: Scene) -> str:
    """Everything the picture shows, in sentences."""
    state = scene.state
    said = [f"{len(scene.fleets)} players."]
    if state["turn"]:
        said.append(f"Turn {state['turn']}.")
    said.append(status(scene) + ".")
    if state["end_called_by"] is not None:
        said.append(f"The end was called in {scene.names[state['end_called_by']]}'s turn.")
    for letter, port in PORTS.items():
        held = state["ports"][letter]
        said.append(f"{port} holds {counted(held['goods'] + troops(held))}.")
    for seat in scene.seats:
        held = state["warehouses"][seat]
        if scene.scores:
            said.append(f"{scene.names[seat]} has {scene.scores[seat]} points.")
        said.append(f"{scene.names[seat]}'s hand: {counted(scene.hand(seat))}.")
        said.append(f"Warehouse: {counted(held['goods'] + troops(held))}.")
        sets = [len(layer) for layer in layers(held["goods"]) if SET_POINTS[len(layer)]]
        if sets:
            said.append("Sets of " + ", ".join(map(str, sets)) + ".")
        if held.get("dominions"):
            said.append("Dominions: " + ", ".join(map(str.capitalize, held["dominions"])) + ".")
        said += [ship_words(scene, seat, number) + "." for number in (1, 2, 3)]
    free = [name.capitalize() for name, _, _, owner in scene.dominions() if owner is None]
    if free:
        said.append("Free dominions: " + ", ".join(free) + ".")
    said.append(
        f"{len(state['bag'])} cubes in the bag, {len(state['deck'])} cards in the deck,"
        f" {len(state['discards'])} discarded."
    )
    return " ".join(said)
