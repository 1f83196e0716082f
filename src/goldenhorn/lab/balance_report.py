"""The report of `goldenhorn balance`: an overview, then every table by itself."""

from collections.abc import Sequence
from typing import Final

from goldenhorn.lab import plots, report
from goldenhorn.lab.arena_report import table_words
from goldenhorn.lab.loops.play import CAUSES
from goldenhorn.lab.stats import Estimate
from goldenhorn.rules import box
from goldenhorn.trace import Json
from goldenhorn.words import say

_COURSE: Final = (
    ("turns", "1"),
    ("decisions", "1"),
    ("margin", "1"),
    ("shared", "percent"),
    ("winds", "1"),
    ("raids", "2"),
    ("raid_points", "2"),
)


def as_page(told: Json) -> str:
    """The whole report, from what `goldenhorn balance --json` prints."""
    about = say(
        "balance-about-report",
        deals=f"{told['deals']:,}",
        player=told["player"],
        seed=str(told["seed"]),
    )
    notes = report.note(say("lab-about-intervals"))
    sections = [notes, overview(told["tables"])]
    sections.extend(_table(each) for each in told["tables"])
    sections.extend(_routes(size, each) for size, each in told["routes"].items())
    return report.page(say("balance-title"), about, sections)


def name_of(table: Json) -> str:
    """A table: edition, expansion, how many play."""
    players = say("lab-players", players=table["players"])
    return say("balance-table", table=table_words(table["rules"]), players=players)


def figures(table: Json, name: str) -> list[Estimate]:
    """What is known of something; nothing where it was not asked."""
    return [Estimate.from_data(each) for each in table["figures"].get(name, ())]


def heads_of_overview() -> list[str]:
    """What `row_of_overview` tells."""
    names = ("table", "first", "last", "turns", "announced", "raids-worth", "dominions-worth")
    return [say(f"balance-head-{name}") for name in names]


def row_of_overview(table: Json) -> list[tuple[Estimate | None, str]]:
    """The figures that say most about a table, and how each is written."""
    seats = figures(table, "seats")
    raids, dominions = figures(table, "raids_worth"), figures(table, "dominions_worth")
    return [
        (seats[0], "percent"),
        (seats[-1], "percent"),
        (figures(table, "turns")[0], "1"),
        (figures(table, "ends")[CAUSES.index("announced")], "percent"),
        (raids[0] if raids else None, "points"),
        (dominions[0] if dominions else None, "points"),
    ]


def overview(tables: Sequence[Json]) -> str:
    """A line for every table."""
    rows = []
    for table in tables:
        cells = [
            "" if each is None else report.figure(each, form)
            for each, form in row_of_overview(table)
        ]
        rows.append([report.link(name_of(table)), *cells])
    return report.section(
        say("balance-overview"),
        report.note(say("balance-overview-note")),
        report.table(heads_of_overview(), rows),
    )


def _table(table: Json) -> str:
    name = name_of(table)
    par = 1 / table["players"]
    seats = [say("balance-seat", seat=str(seat)) for seat in range(table["players"])]
    fleets = [" ".join(fleet) for fleet in table["compared"]]
    parts = [
        _shares(say("balance-seats"), table, "seats", "points", seats, par),
        _shares(say("balance-places"), table, "places", "", seats, par),
        _shares(say("balance-fleets"), table, "fleets", "fleet_points", fleets, par),
        _course(table),
        _ends(table),
        _worth(table),
        _dominions(table),
    ]
    return report.section(name, *parts)


def _shares(
    title: str, table: Json, wins: str, points: str, names: Sequence[str], par: float
) -> str:
    found = figures(table, wins)
    if not found:
        return ""
    picture = plots.forest(title, list(zip(names, found, strict=True)), report.mark, par)
    heads = ["", say("lab-wins")]
    rows = [
        [report.plain(name), report.figure(each, "percent")]
        for name, each in zip(names, found, strict=True)
    ]
    if points:
        heads.append(say("lab-points"))
        for row, each in zip(rows, figures(table, points), strict=True):
            row.append(report.figure(each, "1"))
    return report.part(
        title, report.note(say(f"balance-{wins}-note")), picture, report.table(heads, rows)
    )


def _course(table: Json) -> str:
    rows = [
        [say(f"balance-{name.replace('_', '-')}"), report.figure(figures(table, name)[0], form)]
        for name, form in _COURSE
    ]
    for port, landings, cargo in zip(
        box.PORTS, figures(table, "landings"), figures(table, "cargo"), strict=True
    ):
        place = say(f"port-{port}")
        rows.append([say("balance-landings", port=place), report.figure(landings, "2")])
        rows.append([say("balance-cargo", port=place), report.figure(cargo, "2")])
    turns = [(int(number), count) for number, count in table["turns"].items()]
    # All turns of a round are one column: most games end with a round.
    rounds: dict[int, int] = {}
    for number, count in turns:
        first = -(-number // table["players"])
        rounds[first] = rounds.get(first, 0) + count
    picture = plots.columns(say("balance-rounds"), sorted(rounds.items()), lambda x: f"{x:.0f}", 1)
    return report.part(
        say("balance-course"),
        report.table(["", say("balance-a-game")], rows),
        report.note(say("balance-rounds")),
        picture,
    )


def _ends(table: Json) -> str:
    rows = [
        [say(f"balance-end-{cause}"), report.figure(each, "percent")]
        for cause, each in zip(CAUSES, figures(table, "ends"), strict=True)
    ]
    return report.part(say("balance-ends"), report.table(["", say("balance-of-games")], rows))


def _worth(table: Json) -> str:
    rows = [
        [
            say(f"balance-{what}"),
            report.figure(figures(table, f"{what}_worth")[0], "points"),
            report.figure(figures(table, f"{what}_lead")[0], "1"),
        ]
        for what in ("raids", "dominions")
        if figures(table, f"{what}_worth")
    ]
    if not rows:
        return ""
    heads = ["", say("balance-worth-wins"), say("balance-worth-lead")]
    return report.part(
        say("balance-worth"), report.note(say("balance-worth-note")), report.table(heads, rows)
    )


def _dominions(table: Json) -> str:
    if not table["rules"]["expansion"]:
        return ""
    rows = [
        [
            say(f"dominion-{name}"),
            *(str(number) for number in table["rules"]["dominions"][name]),
            report.figure(taken, "percent"),
            report.figure(turn, "1"),
        ]
        for name, taken, turn in zip(
            box.DOMINIONS, figures(table, "dominions"), figures(table, "taken"), strict=True
        )
    ]
    heads = [
        "",
        *(say(f"balance-dominion-{name}") for name in ("price", "points", "taken", "turn")),
    ]
    return report.part(say("balance-dominions"), report.table(heads, rows))


def _routes(size: str, tables: Sequence[Json]) -> str:
    rows = []
    for table in tables:
        seats = figures(table, "seats")
        rows.append(
            [
                report.plain("".join(table["route"])),
                *(report.figure(each, "percent") for each in seats),
                report.figure(figures(table, "turns")[0], "1"),
                report.figure(figures(table, "raids")[0], "1"),
            ]
        )
    seats_heads = [say("balance-seat", seat=str(seat)) for seat in range(int(size))]
    heads = [say("balance-route"), *seats_heads, say("lab-turns"), say("balance-raids")]
    title = say("balance-routes", players=say("lab-players", players=int(size)))
    return report.section(title, report.note(say("balance-routes-note")), report.table(heads, rows))
