"""Who plays whom, and where they sit: line-ups, and all the seatings of each deal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations

Seating = tuple[int, ...]  # for each seat the place of its player in the list of players


@dataclass(frozen=True, slots=True)
class Lineup:
    """Players who meet at one table, and the ways to sit round it that are not the same turned."""

    players: tuple[int, ...]
    circles: tuple[Seating, ...]

    def seatings(self, round_number: int) -> list[Seating]:
        """A deal's seatings: one circle, turned all ways round. The circles take turns."""
        return turned(self.circles[round_number % len(self.circles)])


def lineups(players: int, sizes: Iterable[int]) -> list[Lineup]:
    """Each group of that many players, at each size of table.

    Where there are too few of them to fill the seats, all of them play, and some more than once.
    """
    found: list[Lineup] = []
    for seats in sizes:
        everyone = range(players)
        groups: Iterable[Seating] = combinations(everyone, seats)
        if players < seats:
            groups = (
                group
                for group in combinations_with_replacement(everyone, seats)
                if set(group) == set(everyone)
            )
        found.extend(Lineup(group, circles(group)) for group in groups)
    return found


def circles(group: Sequence[int]) -> tuple[Seating, ...]:
    """The orders round the table: one each of those that turn into one another."""
    return tuple(sorted({min(turned(order)) for order in permutations(group)}))


def turned(circle: Sequence[int]) -> list[Seating]:
    """An order round the table, turned all ways; only once those that look the same."""
    places = range(len(circle))
    return list(dict.fromkeys((*circle[place:], *circle[:place]) for place in places))
