"""Searches everything someone was sent for what they must not know."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from goldenhorn.rules.box import COLOURS
from tests.server.friend import Friend, Json

# Where letters of goods and cards lie open: fields of the table, and of what is told.
OPEN = {"goods", "bag", "discards", "cargo", "loot", "cards", "ports", "colour", "card"}
OPEN |= {"route", "fleets"}
SECRET_FIELDS = {"seed", "secret", "contribution", "contributions", "proof", "keeper", "password"}
_HEX = re.compile("[0-9a-f]{12,}")
_NUMBER = re.compile("[0-9]{12,}")


@dataclass
class Received:
    """One thing that was sent to someone with these seats."""

    text: str
    you: list[int]
    over: bool = False  # the game was over: what was secret about the shuffle is open


@dataclass
class Secrets:
    """What nobody may be told while a game goes on, and who may see which private tables."""

    words: list[str] = field(default_factory=list)  # hexadecimal: secret, seed, contributions
    numbers: list[int] = field(default_factory=list)
    never: list[str] = field(default_factory=list)  # other people's cookies, private tables

    def grams(self) -> set[str]:
        return {word[i : i + 12] for word in self.words for i in range(len(word) - 11)}


def leaks(received: Iterable[Received], secrets: Secrets) -> Iterator[str]:
    """Everything found that should not be there, in words."""
    grams = secrets.grams()
    numbers = {str(number) for number in secrets.numbers}
    for each in received:
        lower = each.text.lower()
        if not each.over:
            for run in _HEX.findall(lower):
                if any(run[i : i + 12] in grams for i in range(len(run) - 11)):
                    yield f"part of a secret: {each.text[:200]}"
                    break
            if numbers & set(_NUMBER.findall(each.text)):
                yield f"the seed as a number: {each.text[:200]}"
        for word in secrets.never:
            if word.lower() in lower:
                yield f"{word}: {each.text[:200]}"
        try:
            data = json.loads(each.text)
        except ValueError:
            continue
        if isinstance(data, dict) and "openapi" in data:
            continue  # names of fields, with invented values
        for found in _structure(data, each, ()):
            yield f"{found}: {each.text[:200]}"


def _structure(data: Any, each: Received, path: tuple[str, ...]) -> Iterator[str]:
    """Hands, cards and the draw pile, wherever they stand."""
    if isinstance(data, list):
        if len(data) == 2 and isinstance(data[0], str) and isinstance(data[1], dict):
            yield from _telling(data[0], data[1], each)
        for value in data:
            yield from _structure(value, each, path)
        return
    if isinstance(data, dict):
        if "legal" in data and not {*each.you} & _deciding(data, each):
            yield "moves of someone else"
        for name, value in data.items():
            here = (*path, name)
            if name in SECRET_FIELDS and not each.over:
                yield f"a field {name}"
            if name == "hands":
                yield from _hands(value, each)
            elif name == "deck" and set(value) - {"?"}:
                yield "the draw pile"
            else:
                yield from _structure(value, each, here)
        return
    is_cards = isinstance(data, str) and len(data) >= 2 and not set(data) - set(COLOURS)
    if is_cards and path and path[-1].partition(".")[0] not in OPEN:
        yield f"letters in {'.'.join(path)}"


def _deciding(own: Json, each: Received) -> set[int]:
    """Whoever gets moves to choose from has a seat; `own` says for which hands."""
    return {int(seat) for seat in own.get("hands", each.you)} or {*each.you}


def _hands(value: Any, each: Received) -> Iterator[str]:
    if isinstance(value, dict):  # by seats: one's own
        if not {int(seat) for seat in value} <= {*each.you}:
            yield "another hand in own"
    elif any(set(hand) - {"?"} for hand in value):
        yield "a hand on the table"


def _telling(kind: str, values: Json, each: Received) -> Iterator[str]:
    if kind in ("draws", "dealt") and "cards" in values and values["seat"] not in each.you:
        yield "cards that another drew"


class Spy:
    """Someone, and all they were sent: by the live connection, and by REST."""

    def __init__(self, friend: Friend) -> None:
        self.friend = friend
        self.answers: list[Received] = []

    def ask(self, method: str, path: str, **more: Any) -> int:
        """Ask by REST and keep all of the answer."""
        friend = self.friend
        client = friend.client or friend.server.client()
        answer = client.request(method, path, **more)
        headers = {k: v for k, v in answer.headers.items() if k != "set-cookie"}
        for text in (answer.text, json.dumps(headers)):
            self.answers.append(Received(text, list(friend.you), friend.is_over))
        return answer.status_code

    def received(self) -> list[Received]:
        """Everything, in two parts: during the game, and once it was over."""
        found, over = list(self.answers), False
        for text in self.friend.raw:
            message = json.loads(text)
            over = over or "result" in message
            found.append(Received(text, self.friend.you, over))
        return found
