"""Between the ports: whose turn it is, the five dominions, and the piles."""

from goldenhorn.drawing.layout import Box, Layout
from goldenhorn.drawing.pen import (
    breadth,
    circle,
    group,
    moved,
    path,
    rect,
    shortened,
    title,
    use,
    write,
)
from goldenhorn.drawing.scene import Scene
from goldenhorn.drawing.speech import commas, dominion_name, labelled, status, turn_words
from goldenhorn.palette import COLOURS


def cartouche(scene: Scene, box: Box) -> str:
    """The title, the sentence that says what is going on, and the end once it is called."""
    state = scene.state
    middle = box.width / 2
    turn = turn_words(scene)
    # a long name gives way, not the end of the sentence
    name = scene.names[state["player"]]
    rest = breadth(f"{turn} · {status(scene, '–')}", 17)
    said = status(scene, shortened(name, 17, max(box.width * 1.25 - rest, 60)))
    lines = [
        write(middle, 22, scene.say("board-title").upper(), 24, "f-ink b wide"),
        path(
            f"M{middle - 130} 32h110l20 -4l20 4h110M{middle - 20} 32l20 4l20 -4",
            "s-gold",
            stroke_width=1.2,
        ),
        write(middle, 56, f"{turn} · {said}", 17, "f-ink", room=box.width),
    ]
    if state["end_called_by"] is not None and not scene.over:
        lines.append(moved(middle, 75, _seal(scene, box.width)))
    return moved(box.x, box.y, *lines)


def _seal(scene: Scene, room: float) -> str:
    name = scene.names[scene.state["end_called_by"]]
    called = scene.say("picture-end-called", who=shortened(name, 14, 150))
    half = min(breadth(called, 13) / 2 + 20, room / 2)
    return group(
        path(
            f"M{-half} -13H{half}L{half - 8} -1L{half} 11H{-half}L{-half + 8} -1z",
            "f-seal s-black",
            stroke_width=0.8,
        ),
        write(0, 4, called, 13.5, "f-paper b", room=2 * half - 30),
    )


def dominions(scene: Scene, box: Box) -> str:
    """Five tiles in a row: price in soldiers, points, and who owns it."""
    tiles = scene.dominions()
    gap = 6
    each = (box.width - gap * (len(tiles) - 1)) / max(len(tiles), 1)
    return group(
        *(
            moved(box.x + index * (each + gap), box.y, _dominion(scene, tile, each, box.height))
            for index, tile in enumerate(tiles)
        )
    )


def _dominion(
    scene: Scene, tile: tuple[str, int | None, int | None, int | None], width: float, height: float
) -> str:
    name, price, points, owner = tile
    middle = width / 2
    called = dominion_name(scene, name)
    said = []
    if price is not None and points is not None:
        said.append(scene.say("cargo-soldiers", soldiers=price))
        said.append(scene.say("points-count", points=points))
    said.append(
        scene.say("picture-free")
        if owner is None
        else scene.say("picture-owned", who=scene.names[owner])
    )
    drawn = [
        title(labelled(scene, called, commas(scene, said))),
        rect(1.5, 2.5, width, height, "f-black", 6, opacity=0.25),
        rect(0, 0, width, height, "f-paper s-ink", 6, stroke_width=1),
        rect(
            3,
            3,
            width - 6,
            height - 6,
            "s-gold" if owner is None else f"s-v{owner}",
            4,
            stroke_width=1 if owner is None else 3,
        ),
        write(middle, 19, called, 13.5, "f-ink b", room=width - 6),
    ]
    if owner is None:
        drawn.append(_castle(middle, 29))
    else:
        drawn.append(use(f"arms-{owner}", middle - 17, 24, 34, 39.7))
    if price is not None and points is not None:
        drawn += [
            write(18, height - 12, str(price), 16, "f-ink b"),
            use("soldier", 25, height - 28, 19),
            circle(width - 21, height - 18, 11.5, "f-leaf s-ink", stroke_width=1),
            write(width - 21, height - 12.8, str(points), 14.5, "f-black b"),
        ]
    return group(*drawn)


def _castle(x: float, y: float) -> str:
    walls = "M-24 36V14h5v4h5v-4h5V4h5v4h4v-4h4v4h5V14h5v4h5v-4h5V36z"
    gate = "M-5 36V28a5 5 0 0 1 10 0V36z"
    return moved(
        x,
        y,
        path(walls, "f-stone s-ink", stroke_width=1, stroke_linejoin="round"),
        path(gate, "f-plank"),
        path("M-11 18v6M11 18v6M0 14v5", "s-ink", stroke_width=1.6),
        path("M0 8V-2L9 1L0 4", "f-leaf s-ink", stroke_width=0.8),
        scale=0.9,
    )


def piles(scene: Scene, plan: Layout) -> str:
    """Bag, deck and discards, and the expansion's reserves, with their counts."""
    state = scene.state
    entries = [
        _pile(use("sack", 0, 0, 26, 37.7), len(state["bag"]), scene.say("bag")),
        _pile(use("back", 0, 0, 26, 37.7), len(state["deck"]), scene.say("picture-deck")),
    ]
    if scene.expansion:
        reserve = write(70, 36, scene.say("picture-reserve"), 12.5, "f-soft")
        entries.append(_pile(use("soldier", 0, 0, 24), state["soldier_reserve"], "") + reserve)
        entries.append(_pile(use("builder", 0, 0, 24), state["builder_reserve"], ""))
    if plan.wide:
        y = 222.0 if scene.expansion else 140.0
        step = 74.0
        across = step * len(entries) + 148
        left = plan.width / 2 - across / 2
        drawn = [moved(left + step * index, y, entry) for index, entry in enumerate(entries)]
        drawn.append(moved(left + step * len(entries), y, _discards(scene)))
    else:
        venice = plan.ports["V"]
        left, y = venice.x + venice.width + 84, venice.y + 22
        drawn = [
            moved(left + 104 * (index % 2), y + 54 * (index // 2), entry)
            for index, entry in enumerate(entries)
        ]
        drawn.append(moved(left, y + 54 * ((len(entries) + 1) // 2) + 8, _discards(scene)))
    return group(*drawn)


def _pile(picture: str, count: int, word: str) -> str:
    return group(
        picture,
        write(32, 20, str(count), 17, "f-ink b", "start"),
        write(32, 35, word, 12.5, "f-soft", "start"),
    )


def _discards(scene: Scene) -> str:
    """The discards lie open: how many of each colour."""
    discards: str = scene.state["discards"]
    said = scene.say("picture-discarded", count=len(discards))
    drawn = [write(74, 37, said, 12.5, "f-soft")]
    for index, colour in enumerate(COLOURS):
        count = discards.count(colour)
        x = 4 + index * 24
        drawn.append(
            group(
                rect(x, 0, 19, 22, f"f-{colour} s-black", 2.5, stroke_width=0.7),
                use(f"sign-{colour}", x + 4, 1.5, 11, c=f"f-on-{colour}"),
                rect(x + 2, 13.5, 15, 7.5, "f-paper", 1.5),
                opacity=1 if count else 0.45,
            )
        )
        drawn.append(write(x + 9.5, 20.5, str(count), 9.5, "f-ink b"))
    return group(*drawn)
