"""Why a move is illegal: the rule's number and a sentence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from goldenhorn.rules import box
from goldenhorn.rules.options import Options
from goldenhorn.trace import Json, prices
from goldenhorn.words import ENGLISH, listed, say

# The messages in refusals.ftl: sentences, each with the number of its rule.
Reason = Literal[
    "game-over",
    "game-over-rounds",
    "not-your-turn",
    "no-expansion",
    "placement-first",
    "placement-over",
    "placement-random",
    "raid-own-ship",
    "raid-after-move",
    "raid-once",
    "raid-in-port",
    "raid-nothing-aboard",
    "raid-soldiers-aboard",
    "raid-cards-missing",
    "already-sailing",
    "already-sailed",
    "sail-must-choose-cargo",
    "sail-at-sea-no-cargo",
    "sail-colour-on-sails",
    "sail-colour-not-there",
    "sail-nothing-there",
    "sail-empty-must-load",
    "about-in-port",
    "about-not-adrift",
    "nothing-sailing",
    "on-wrong-colour",
    "wind-needless",
    "dominio-under-way",
    "conquer-taken",
    "conquer-cannot-pay",
    "train-no-builder",
    "train-no-reserve",
    "end-already-called",
    "end-too-early",
    "end-not-six-colours",
    "done-not-yet",
    "done-under-way",
    # Of texts that are no move at this table:
    "raid-no-such-seat",
    "raid-card-not-on-sails",
    "conquer-price",
    "conquer-too-many-builders",
]
REASONS: Final[tuple[str, ...]] = get_args(Reason)

# A reason, and what its sentence names: seats, ships, colours' letters and so on, not yet words.
Values = dict[str, str | int]
Found = tuple[Reason, Values]

_TROOPS: Final = ("soldiers", "builders", "troops")
_OF_DOMINIO: Final = {"conquer", "train", *_TROOPS}
_RAID: Final = re.compile(rf"raid ([0-9]{{1,3}})\.([1-3]) ([{box.COLOURS}]{{2}})")
_CONQUER: Final = re.compile(r"conquer ([a-z]+) (0|[1-9][0-9]{0,2})\+(0|[1-9][0-9]{0,2})")
_SHOWN: Final = 60  # characters of a text that is no move


@dataclass(frozen=True, slots=True)
class Refusal:
    """The number of the rule that forbids a move, and the reason as a sentence."""

    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


def why_not(
    options: Options,
    state: Json,
    move: str,
    names: Sequence[str] | None = None,
    *,
    seat: int | None = None,
    lang: str = ENGLISH,
) -> Refusal:
    """Why this move, which is notation of this table, is not legal in this state.

    The move is taken to be illegal; so another seat's hand need not be known to say that cards
    are missing in it. With a `seat`, the answer is for whoever sits there, in turn or not.
    """
    return _put(what_forbids(options, state, move, seat), names, lang)


def what_forbids(options: Options, state: Json, move: str, seat: int | None = None) -> Found:
    """The reason itself: first what concerns the whole turn, then the move."""
    verb, *rest = move.split()
    phase = state["phase"]
    if phase == "over":
        return "game-over-rounds" if state["end_called_by"] is None else "game-over", {}
    if seat is not None and seat != state["player"]:
        return "not-your-turn", {"seat": state["player"]}
    if not options.expansion and not _OF_DOMINIO.isdisjoint([verb, *rest]):
        return "no-expansion", {}
    if verb == "place":
        return "placement-random" if options.placement == "random" else "placement-over", {}
    if phase == "placement":
        return "placement-first", {}
    if verb == "raid":
        return _raid(options, state, *rest)
    if verb == "sail":
        return _sail(options, state, int(rest[0]) - 1, "".join(rest[1:]))
    if verb in ("conquer", "train"):
        return _dominio(state, *rest)
    if verb == "end":
        return _end(state)
    if verb == "done":
        under_way = state["sailing"]
        return ("done-under-way", {"ship": under_way}) if under_way else ("done-not-yet", {})
    return _sail_on(options, state, verb)


def _raid(options: Options, state: Json, target: str, cards: str) -> Found:
    """R4, R9.5"""
    seat, number = map(int, target.split("."))
    ship = state["ships"][seat][number - 1]
    place = options.route[ship["at"]]
    whose: Values = {"seat": seat, "ship": number}
    if seat == state["player"]:
        return "raid-own-ship", {"ship": number}
    if state["phase"] != "orders":
        return "raid-after-move", {}
    if state["raided"]:
        return "raid-once", {}
    if place in "VMC":
        return "raid-in-port", {"port": place, **whose}
    if not ship["cargo"]:
        return "raid-nothing-aboard", whose
    if "S" in ship["cargo"]:
        return "raid-soldiers-aboard", whose
    return "raid-cards-missing", {"cards": cards}


def _sail(options: Options, state: Json, index: int, freight: str) -> Found:
    """R5.1, R5.2, R9.4"""
    ship = state["ships"][state["player"]][index]
    number: Values = {"ship": index + 1}
    if state["sailing"]:
        return "already-sailing", {"ship": state["sailing"]}
    if state["phase"] == "closing":
        return "already-sailed", {}
    port = options.route[ship["at"]]
    if port not in box.PORTS:
        return ("about-not-adrift" if freight == "about" else "sail-at-sea-no-cargo"), number
    if not freight:
        return "sail-must-choose-cargo", {"port": port, **number}
    if freight == "about":
        return "about-in-port", {"port": port, "to": ship["to"], **number}
    if freight == "empty":
        return "sail-empty-must-load", number
    if freight in _TROOPS:
        return "sail-nothing-there", {"what": freight, "port": port}
    if freight in options.fleets[state["player"]][index]:
        return "sail-colour-on-sails", {"colour": freight, **number}
    return "sail-colour-not-there", {"colour": freight, "port": port}


def _sail_on(options: Options, state: Json, verb: str) -> Found:
    """R5.5"""
    if not state["sailing"]:
        raided = "-raided" if state["raided"] and state["phase"] == "orders" else ""
        return "nothing-sailing", {"asked": f"ask-{state['phase']}{raided}"}
    ship = state["ships"][state["player"]][state["sailing"] - 1]
    here: Values = {"colour": options.route[ship["at"]], "ship": state["sailing"]}
    return ("on-wrong-colour" if verb == "on" else "wind-needless"), here


def _dominio(state: Json, dominion: str = "", payment: str = "") -> Found:
    """R9.7; and R9.9, where no dominion is named"""
    if state["sailing"]:
        return "dominio-under-way", {"ship": state["sailing"]}
    if not dominion:
        builders = state["warehouses"][state["player"]]["builders"]
        return "train-no-reserve" if builders else "train-no-builder", {}
    for seat, warehouse in enumerate(state["warehouses"]):
        if dominion in warehouse["dominions"]:
            return "conquer-taken", {"dominion": dominion, "seat": seat}
    return "conquer-cannot-pay", {"dominion": dominion, "payment": payment}


def _end(state: Json) -> Found:
    """R3.3, R7.2"""
    if state["end_called_by"] is not None:
        return "end-already-called", {}
    if state["phase"] != "closing":
        return "end-too-early", {}
    goods = state["warehouses"][state["player"]]["goods"]
    missing = "".join(colour for colour in box.COLOURS if colour not in goods)
    return "end-not-six-colours", {"missing": missing}


def misread(options: Options, text: object, lang: str = ENGLISH) -> str:
    """What is wrong with a text that is no move at this table, in no position.

    >>> from goldenhorn.rules.options import options
    >>> misread(options(2), "conquer zara 2+0").rpartition(" ")[2]
    '(R9)'
    """
    words = text.lower().split() if isinstance(text, str) else []
    shown = text if isinstance(text, str) and text.isprintable() else ascii(text).strip("'")
    shown = shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"
    found = never_here(options, " ".join(words), lang)
    if found:
        return f"{shown}: {found}"
    verb = words[0] if words else ""
    if verb in ("on", "wind", "stop", "train", "end", "done"):
        right = say("notation-alone", lang=lang, verb=verb)
    elif verb in ("place", "raid", "sail", "conquer"):
        right = say(f"notation-{verb}", lang=lang)
    else:
        right = say("notation-any", lang=lang)
    return say("bad-notation", lang=lang, text=shown, right=right)


def never_here(options: Options, text: str, lang: str = ENGLISH) -> Refusal | None:
    """The rule against a text that is no move at this table, if it would be one at another."""
    found = _unknown_here(options, text)
    return None if found is None else _put(found, None, lang)


def _unknown_here(options: Options, text: str) -> Found | None:
    """Why a text is no move at this table, if it would be one at another."""
    if text.split()[:1] == ["conquer"] and not options.expansion:
        return "no-expansion", {}
    if match := _RAID.fullmatch(text):
        seat, number, cards = int(match[1]), int(match[2]), match[3]
        if seat >= options.players:
            return "raid-no-such-seat", {"number": seat}
        sails = options.fleets[seat][number - 1]
        for colour in cards:
            if colour not in sails:
                ship: Values = {"seat": seat, "ship": number, "sails": sails}
                return "raid-card-not-on-sails", {"colour": colour, **ship}
    if (match := _CONQUER.fullmatch(text)) and match[1] in box.DOMINIONS:
        price = dict(zip(box.DOMINIONS, prices(options), strict=True))[match[1]]
        offer: Values = {"soldiers": int(match[2]), "builders": int(match[3])}
        if 2 * price == 2 * int(match[2]) + int(match[3]):
            return "conquer-too-many-builders", {"builders": int(match[3])}
        return "conquer-price", {"dominion": match[1], "price": price, **offer}
    return None


def _put(found: Found, names: Sequence[str] | None, lang: str) -> Refusal:
    """A reason in words."""
    reason, values = found
    spoken = {key: _word(key, value, names, lang) for key, value in values.items()}
    return Refusal(say(f"{reason}.rule"), say(reason, lang=lang, **spoken))


def _word(key: str, value: str | int, names: Sequence[str] | None, lang: str) -> str | int:
    """What a sentence names, as its reader calls it; plain numbers stay as they are."""
    if isinstance(value, int):
        if key != "seat":
            return value
        return say("seat", lang=lang, seat=value) if names is None else names[value]
    if key in ("colour", "port", "dominion"):
        return say(f"{key}-{value}", lang=lang)
    if key == "to":
        return say(f"port-{value}", lang=lang)
    if key == "asked":
        return say(value, lang=lang)
    if key == "payment":
        return _payment(value, lang)
    return _colours(value, lang) if key in ("cards", "sails", "missing") else value


def _payment(mix: str, lang: str) -> str:
    """What a conquest costs, from `2+0`: “2 soldiers”."""
    soldiers, builders = map(int, mix.split("+"))
    kind = "troops" if soldiers and builders else "soldiers" if soldiers else "builders"
    return say(f"cargo-{kind}", lang=lang, soldiers=soldiers, builders=builders)


def _colours(letters: str, lang: str) -> str:
    """Colours as a list, such as “green, red and blue”."""
    return listed([say(f"colour-{letter}", lang=lang) for letter in letters], lang)
