"""The picture in words, for those who hear it, and for a pointer resting on a ship."""

from collections.abc import Iterable

from goldenhorn.drawing.scene import Scene, layers, troops
from goldenhorn.palette import COLOURS
from goldenhorn.rules.box import DOMINIONS, PORTS, SET_POINTS
from goldenhorn.words import listed


def name_of(scene: Scene, letter: str) -> str:
    return scene.say(f"colour-{letter}") if letter in COLOURS else letter


def dominion_name(scene: Scene, name: str) -> str:
    return scene.say(f"dominion-{name}") if name in DOMINIONS else name.capitalize()


def commas(scene: Scene, parts: Iterable[str]) -> str:
    """`a, b, c`, with commas alone."""
    text = ""
    for part in parts:
        text = scene.say("list-comma", some=text, next=part) if text else part
    return text


def labelled(scene: Scene, label: str, what: str) -> str:
    return scene.say("picture-label", label=label, what=what)


def counted(scene: Scene, pieces: str) -> str:
    """`2 orange, 1 blue, 3 soldiers`, or `nothing`."""
    parts = [
        scene.say("picture-pieces", count=pieces.count(colour), colour=name_of(scene, colour))
        for colour in COLOURS
        if colour in pieces
    ]
    if soldiers := pieces.count("S"):
        parts.append(scene.say("cargo-soldiers", soldiers=soldiers))
    if builders := pieces.count("B"):
        parts.append(scene.say("cargo-builders", builders=builders))
    if hidden := pieces.count("?"):
        parts.append(scene.say("picture-unseen", count=hidden))
    return commas(scene, parts) or scene.say("cargo-none")


def place_words(scene: Scene, place: int | None) -> str:
    if place is None:
        return scene.say("picture-unplaced")
    letter = scene.route[place]
    if letter in (*PORTS, "M"):
        return scene.say("picture-in-port", port=scene.say(f"port-{letter}"))
    return scene.say("picture-on-square", place=place, colour=name_of(scene, letter))


def ship_words(scene: Scene, seat: int, number: int) -> str:
    ship = scene.state["ships"][seat][number - 1]
    what = [place_words(scene, ship["at"])]
    if ship["at"] not in (None, 0, scene.last):
        what.append(scene.say("picture-bound", port=scene.say(f"port-{ship['to']}")))
    if ship["cargo"]:
        what.append(scene.say("picture-carrying", cargo=counted(scene, ship["cargo"])))
    if ship["adrift"]:
        what.append(scene.say("adrift"))
    return scene.say(
        "picture-ship",
        who=scene.names[seat],
        ship=number,
        sails=commas(scene, (name_of(scene, one) for one in scene.fleets[seat][number - 1])),
        what=commas(scene, what),
    )


def status(scene: Scene, who: str = "") -> str:
    """The plain sentence that says what is going on, with another name for the player if given."""
    state = scene.state
    if winners := [scene.names[seat] for seat in scene.winners()]:
        key = "picture-share" if len(winners) > 1 else "picture-wins"
        return scene.say(key, who=listed(winners, scene.lang))
    return scene.say(
        f"picture-{state['phase']}",
        who=who or scene.names[state["player"]],
        ship=state["sailing"] or 0,
    )


def turn_words(scene: Scene) -> str:
    turn = scene.state["turn"]
    return scene.say("board-turn", turn=turn) if turn else scene.say("picture-before")


def summary(scene: Scene) -> str:
    """Everything the picture shows, in sentences."""
    state = scene.state
    said = [scene.say("picture-players", players=len(scene.fleets))]
    if state["turn"]:
        said.append(turn_words(scene))
    said.append(status(scene))
    if state["end_called_by"] is not None:
        said.append(scene.say("picture-end-called", who=scene.names[state["end_called_by"]]))
    for letter in PORTS:
        held = state["ports"][letter]
        said.append(
            scene.say(
                "picture-holds",
                port=scene.say(f"port-{letter}"),
                goods=counted(scene, held["goods"] + troops(held)),
            )
        )
    for seat in scene.seats:
        said += _strip_words(scene, seat)
    free = [dominion_name(scene, name) for name, _, _, owner in scene.dominions() if owner is None]
    if free:
        said.append(labelled(scene, scene.say("picture-free-dominions"), commas(scene, free)))
    piles = (
        scene.say("picture-in-bag", cubes=len(state["bag"])),
        scene.say("picture-in-deck", cards=len(state["deck"])),
        scene.say("picture-discarded", count=len(state["discards"])),
    )
    said.append(commas(scene, piles))
    return " ".join(scene.say("picture-sentence", said=one) for one in said)


def _strip_words(scene: Scene, seat: int) -> list[str]:
    """What is one player's."""
    held = scene.state["warehouses"][seat]
    who = scene.names[seat]
    said = []
    if scene.scores:
        points = scene.say("points-count", points=scene.scores[seat])
        said.append(scene.say("picture-has", who=who, points=points))
    for label, pieces in (
        ("picture-hand", scene.hand(seat)),
        ("picture-warehouse", held["goods"] + troops(held)),
    ):
        said.append(labelled(scene, scene.say(label, who=who), counted(scene, pieces)))
    sets = [len(layer) for layer in layers(held["goods"]) if SET_POINTS[len(layer)]]
    if sets:
        said.append(scene.say("picture-sets", sizes=commas(scene, map(str, sets))))
    if held.get("dominions"):
        names = [dominion_name(scene, name) for name in held["dominions"]]
        said.append(labelled(scene, scene.say("picture-dominions"), commas(scene, names)))
    return said + [ship_words(scene, seat, number) for number in (1, 2, 3)]
