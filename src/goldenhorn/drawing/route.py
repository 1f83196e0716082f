"""The route between the two ports: squares, Modone, and the ships on their way."""

from goldenhorn.drawing import cities
from goldenhorn.drawing.layout import Layout, Spot, berths
from goldenhorn.drawing.pen import circle, group, moved, num, path, rect, title, use, write
from goldenhorn.drawing.ports import ripples
from goldenhorn.drawing.scene import Scene
from goldenhorn.drawing.ships import galley
from goldenhorn.drawing.speech import name_of


def route(scene: Scene, plan: Layout) -> str:
    """First all places, then the ships, so that no sail hides behind a square.

    Last the squares' signs on their lower edges, which no ship may hide.
    """
    places = [
        _modone(scene, place, spot, plan)
        if scene.route[place] == "M"
        else _square(scene, place, spot, plan.tile)
        for place, spot in plan.spots.items()
    ]
    ships = [
        _ships_at_sea(scene, place, spot, plan)
        for place, spot in plan.spots.items()
        if scene.ships_at(place)
    ]
    badges = [
        _badge(scene.route[place], spot, plan.tile)
        for place, spot in plan.spots.items()
        if scene.route[place] != "M"
    ]
    return group(*places, *ships, *badges)


def course(plan: Layout) -> str:
    """The dotted line a navigator would prick from port to port."""
    spots = list(plan.spots.values())
    venice, city = plan.ports["V"], plan.ports["C"]
    d = f"M{num(venice.x + 8)} {num(venice.y + venice.height - 110)}v50"
    last = None
    for spot in spots:
        if last and spot.x < last.x:  # the route bends: on to the next line
            half = (last.y + spot.y) / 2
            d += f"H{num(plan.width - 34)}V{num(half + 14)}H34V{num(spot.y)}"
        d += f"L{num(spot.x)} {num(spot.y)}"
        last = spot
    if plan.wide:
        d += f"L{num(city.x + city.width - 8)} {num(city.y + city.height - 60)}v-50"
    else:
        d += f"H{num(plan.width - 44)}V{num(city.y + city.height - 50)}"
        d += f"H{num(city.x + city.width - 10)}"
    return path(
        d,
        "s-chart",
        stroke_width=2,
        stroke_dasharray="2 6",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _square(scene: Scene, place: int, spot: Spot, tile: float) -> str:
    colour = scene.route[place]
    half = tile / 2
    border = tile * 0.1
    return moved(
        spot.x,
        spot.y,
        title(scene.say("picture-square", place=place, colour=name_of(scene, colour))),
        rect(-half + 2, -half + 4, tile, tile, "f-black", 4, opacity=0.35),
        rect(-half, -half, tile, tile, f"f-{colour} s-black", 4, stroke_width=1),
        rect(
            -half + border,
            -half + border,
            tile - 2 * border,
            tile - 2 * border,
            "f-tile s-black",
            2,
            stroke_width=0.7,
        ),
        group(
            use(f"sign-{colour}", -tile * 0.24, -tile * 0.27, tile * 0.48, c=f"f-{colour} s-ink"),
            stroke_width=0.5,
            opacity=0.5,
        ),
        write(-half + border + 4, half - border - 4, str(place), 11, "f-soft", "start"),
        turn=spot.turn,
    )


def _badge(colour: str, spot: Spot, tile: float) -> str:
    foot = tile / 2 + 1
    return moved(
        spot.x,
        spot.y,
        circle(0, foot, 12, f"f-{colour} s-black", stroke_width=1),
        use(f"sign-{colour}", -8, foot - 8, 16, c=f"f-on-{colour}"),
        turn=spot.turn,
    )


def _berth_spots(
    scene: Scene, place: int, spot: Spot, tile: float
) -> list[tuple[float, float, float]]:
    """Middle and size of each berth."""
    count = berths(scene, place)
    pitch = spot.breadth / count
    size = min(pitch, tile)
    return [
        (spot.x + (at - (count - 1) / 2) * pitch, spot.y + tile * 0.24, size) for at in range(count)
    ]


def _modone(scene: Scene, place: int, spot: Spot, plan: Layout) -> str:
    scale = min(1.0, spot.breadth / 150)
    docks = [
        path(
            f"M{num(x - size * 0.4)} {num(y - size * 0.2)}"
            f"v{num(size * 0.66)}h{num(size * 0.8)}v{num(-size * 0.66)}",
            "s-chart",
            stroke_width=1.4,
            stroke_dasharray="4 3",
            opacity=0.9,
        )
        for x, y, size in _berth_spots(scene, place, spot, plan.tile)
    ]
    feet = spot.y - plan.tile * 0.32
    called = scene.say("port-M")
    return group(
        title(scene.say("board-berths", port=called, berths=berths(scene, place))),
        moved(spot.x, feet, cities.modone(spot.breadth * 0.94 / scale), scale=scale),
        write(
            spot.x,
            spot.y + plan.tile * 0.24 + plan.tile * 0.46 + 19,
            called.upper(),
            13,
            "f-chart b caps",
        ),
        *docks,
    )


def _ships_at_sea(scene: Scene, place: int, spot: Spot, plan: Layout) -> str:
    ships = scene.ships_at(place)
    if scene.route[place] == "M":
        where = _berth_spots(scene, place, spot, plan.tile)
    else:
        # a square holds one ship; a state that says more is drawn all the same
        size = plan.tile * (1.05 if len(ships) == 1 else 0.7)
        shift = (len(ships) - 1) / 2
        where = [
            (spot.x + (at - shift) * size * 0.5, spot.y - plan.tile * 0.03, size)
            for at in range(len(ships))
        ]
    drawn = []
    for (seat, number), (x, y, size) in zip(ships, where, strict=False):
        if scene.state["player"] == seat and scene.state["sailing"] == number:
            to_venice = scene.state["ships"][seat][number - 1]["to"] == "V"
            turn = 0 if scene.route[place] == "M" else spot.turn
            drawn.append(moved(x, y, _under_way(size, to_venice=to_venice), turn=turn))
        drawn.append(ripples(x, y + size * 0.4, size))
        drawn.append(galley(scene, seat, number, x - size / 2, y - size * 0.52, size))
    return group(*drawn)


def _under_way(size: float, *, to_venice: bool) -> str:
    """A bright frame round the ship, and an arrow where it would sail on."""
    half = size * 0.52
    side = -1 if to_venice else 1
    return group(
        rect(-half, -half, 2 * half, 2 * half, "s-black", 7, stroke_width=8),
        rect(-half, -half, 2 * half, 2 * half, "s-leaf", 7, stroke_width=5.5),
        path(
            f"M{num(side * (half + 15))} 0l{-side * 14} -12v24z", "f-leaf s-black", stroke_width=1.2
        ),
    )
