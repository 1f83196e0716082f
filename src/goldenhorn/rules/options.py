"""Editions and table options, checked once, when a table is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypedDict

from goldenhorn.rules import VERSION, VERSIONS, box

# The points in which the editions differ. A value's number in the state is its place here.
POINTS: Final = MappingProxyType(
    {
        "loading": ("may", "must"),  # R5.2
        "emptied_ship": ("may_turn", "must_return"),  # R4.5
        "last_turns": ("finish_round", "one_more_each"),  # R7.3
        "placement": ("free", "random"),  # R2.3
    }
)
EDITIONS: Final = MappingProxyType(
    {
        "it": ("may", "may_turn", "finish_round", "free"),
        "fr": ("must", "must_return", "one_more_each", "free"),
        "cs": ("must", "may_turn", "finish_round", "free"),
        "el": ("must", "may_turn", "finish_round", "random"),
    }
)
CUSTOM: Final = "custom"

ROUND_LIMIT: Final = 200  # R7.4
MOST_ROUNDS: Final = 1000
MOST_SOLDIERS: Final = box.SOLDIERS_IN_BOX  # a dearer dominion could never be bought
MOST_POINTS: Final = 99


class BadOptions(ValueError):
    """A table that the rules do not allow; `rule` is the number of the rule that says so."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}"


def in_short(value: object) -> str:
    """A value that is none of those allowed, as far as a message needs it."""
    try:
        return f"{value!r:.80}"
    except ValueError:  # Python writes no number of many thousand digits
        return "a number of too many digits"


Fleet = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Options:
    """Everything a table decides before the first move. Make one with `options(...)`."""

    players: int
    expansion: bool
    loading: str
    emptied_ship: str
    last_turns: str
    placement: str
    first_player: int
    round_limit: int
    fleets: tuple[Fleet, ...]
    route: str
    dominions: tuple[tuple[int, int], ...]
    version: int

    @property
    def edition(self) -> str:
        """The edition whose points these are, or `custom`."""
        points = tuple(getattr(self, point) for point in POINTS)
        return next((name for name, values in EDITIONS.items() if values == points), CUSTOM)


class OwnOptions(TypedDict, total=False):
    """What `options` takes besides the number of players, for those who hand it on."""

    edition: str
    expansion: bool
    loading: str | None
    emptied_ship: str | None
    last_turns: str | None
    placement: str | None
    first_player: int
    round_limit: int
    fleets: Sequence[Sequence[str]] | None
    route: str | Sequence[str] | None
    dominions: Mapping[str, Sequence[int]] | None
    version: int


def options(
    players: int = 3,
    *,
    edition: str = "it",
    expansion: bool = False,
    loading: str | None = None,
    emptied_ship: str | None = None,
    last_turns: str | None = None,
    placement: str | None = None,
    first_player: int = 0,
    round_limit: int = ROUND_LIMIT,
    fleets: Sequence[Sequence[str]] | None = None,
    route: str | Sequence[str] | None = None,
    dominions: Mapping[str, Sequence[int]] | None = None,
    version: int = VERSION,
) -> Options:
    """A checked table: an edition, with any of its points set by itself.

    >>> options(2, edition="fr").loading
    'must'
    >>> options(2, edition="fr", loading="may").edition
    'custom'
    """
    _check_number("R2.1", "players", players, 2, box.SEATS)
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise BadOptions("R2.3", f"no edition {in_short(edition)}; there are {', '.join(EDITIONS)}")
    points = dict(zip(POINTS, EDITIONS[edition], strict=True))
    own = {
        "loading": loading,
        "emptied_ship": emptied_ship,
        "last_turns": last_turns,
        "placement": placement,
    }
    rules = {"loading": "R5.2", "emptied_ship": "R4.5", "last_turns": "R7.3", "placement": "R2.3"}
    for point, value in own.items():
        if value is None:
            continue
        if value not in POINTS[point]:
            allowed = " or ".join(POINTS[point])
            raise BadOptions(rules[point], f"{point} is {allowed}, not {in_short(value)}")
        points[point] = value
    if not isinstance(expansion, bool):
        raise BadOptions("R9.1", f"expansion is true or false, not {in_short(expansion)}")
    _check_number("R2.6", "first_player", first_player, 0, players - 1)
    _check_number("R7.4", "round_limit", round_limit, 1, MOST_ROUNDS)
    if type(version) is not int or version not in VERSIONS:
        known = ", ".join(map(str, VERSIONS))
        raise BadOptions(
            "R1", f"rules version {in_short(version)} is not known here; known: {known}"
        )
    return Options(
        players=players,
        expansion=expansion,
        **points,
        first_player=first_player,
        round_limit=round_limit,
        fleets=check_fleets(box.FLEETS[:players] if fleets is None else fleets, players),
        route=check_route(box.ROUTES[players] if route is None else route, players),
        dominions=check_dominions(dominions) if expansion else (),
        version=version,
    )


def _check_number(rule: str, name: str, value: int, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadOptions(
            rule, f"{name} is a whole number from {least} to {most}, not {in_short(value)}"
        )


def check_fleets(fleets: Sequence[Sequence[str]], players: int) -> tuple[Fleet, ...]:
    """R1.3, R1.4: a fleet for each seat, each showing all six colours once in 1 + 2 + 3."""
    if not _is_list(fleets) or not all(_is_list(fleet) for fleet in fleets):
        raise BadOptions("R1.4", f"fleets are lists of three ships each, not {in_short(fleets)}")
    if len(fleets) != players:
        raise BadOptions("R2.2", f"{players} players need {players} fleets, not {len(fleets)}")
    checked: list[Fleet] = []
    for seat, fleet in enumerate(fleets):
        ships = tuple(fleet)
        sizes = [len(ship) if isinstance(ship, str) else 0 for ship in ships]
        if sizes != [1, 2, 3] or sorted("".join(ships)) != sorted(box.COLOURS):
            raise BadOptions(
                "R1.4",
                f"the fleet of seat {seat} must show all six colours ({box.COLOURS}) once, "
                f"on ships of one, two and three, not {in_short(list(ships))}",
            )
        checked.append((ships[0], ships[1], ships[2]))
    return tuple(checked)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def check_route(route: str | Sequence[str], players: int) -> str:
    """R2.1: whole tiles between the ports, different symbols side by side, Modone in the middle."""
    default = box.ROUTES[players]
    if not isinstance(route, Sequence) or not all(isinstance(place, str) for place in route):
        raise BadOptions("R2.1", f"a route is a text like {default}, not {in_short(route)}")
    route = "".join(route)
    middle = default.find("M")
    sea = route[1:-1]
    if middle > 0:
        sea = sea.replace("M", "", 1)
    kinds = [_tile(sea[i : i + 3]) for i in range(0, len(sea), 3)]
    if (
        len(route) != len(default)
        or route[0] != "V"
        or route[-1] != "C"
        or route.find("M") != middle
        or "" in kinds
    ):
        raise BadOptions(
            "R2.1",
            f"a route for {players} players is built like {default} from whole tiles "
            f"{box.DOT} and {box.TRIANGLE}, each either way round, not {in_short(route)}",
        )
    if any(a == b for a, b in pairwise(kinds)):
        raise BadOptions("R2.1", f"equal tiles are neighbours in {in_short(route)}")
    return route


def _tile(squares: str) -> str:
    for tile in (box.DOT, box.TRIANGLE):
        if squares in (tile, tile[::-1]):
            return tile
    return ""


def check_dominions(dominions: Mapping[str, Sequence[int]] | None) -> tuple[tuple[int, int], ...]:
    """R9.12: a price in soldiers and points for each of the five dominions."""
    if dominions is None:
        return tuple(box.DOMINIONS.values())
    if not isinstance(dominions, Mapping) or set(dominions) != set(box.DOMINIONS):
        names = ", ".join(box.DOMINIONS)
        raise BadOptions("R9.12", f"the dominions are {names}, not {in_short(dominions)}")
    checked: list[tuple[int, int]] = []
    for name in box.DOMINIONS:
        pair = dominions[name]
        if not _is_list(pair) or len(pair) != 2:
            raise BadOptions("R9.12", f"{name} needs [price, points], not {in_short(pair)}")
        _check_number("R9.12", f"the price of {name}", pair[0], 1, MOST_SOLDIERS)
        _check_number("R9.12", f"the points of {name}", pair[1], 0, MOST_POINTS)
        checked.append((pair[0], pair[1]))
    return tuple(checked)
