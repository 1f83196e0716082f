"""Cargo, cards and places in words."""

from collections.abc import Sequence
from itertools import groupby

from goldenhorn.words import listed, say


def cargo(letters: str) -> str:
    """`3 blue goods`, `2 soldiers and 1 builder`, `nothing`."""
    parts = []
    for letter, block in groupby(letters):
        count = len(list(block))
        if letter == "S":
            parts.append(say("cargo-soldiers", soldiers=count))
        elif letter == "B":
            parts.append(say("cargo-builders", builders=count))
        else:
            parts.append(say("cargo-goods", count=count, colour=say(f"colour-{letter}")))
    return listed(parts) or say("cargo-none")


def some_cards(letters: str) -> str:
    """`2 green cards and 1 red card`."""
    return listed(
        [
            say("cards-of", count=len(list(block)), colour=say(f"colour-{letter}"))
            for letter, block in groupby(letters)
        ]
    )


def place_name(route: Sequence[str], place: int) -> str:
    """`Venice`, or `square 5 (red)`."""
    letter = route[place]
    if letter in "VMC":
        return say(f"port-{letter}")
    return say("place-square", place=place, colour=say(f"colour-{letter}"))


def clean(name: str) -> str:
    """A name without anything that would steer the terminal."""
    return "".join(letter for letter in name if letter.isprintable())
