"""An arena's report: who is better, by how much, and how sure that is."""

from collections.abc import Sequence

from goldenhorn.lab import plots, report
from goldenhorn.lab.stats import Estimate
from goldenhorn.trace import Json
from goldenhorn.words import say


def as_page(told: Json) -> str:
    """The whole report, from what `goldenhorn arena --json` prints."""
    asked = told["question"]
    sections = [] if asked is None else [_question(asked)]
    sections.append(_ratings(told["ratings"]))
    sections.extend(_table(size, rows) for size, rows in told["tables"].items())
    sections.append(_pairs(told["players"], told["pairs"]))
    sections.append(_pace(told))
    about = say(
        "arena-about-report",
        games=f"{told['games']:,}",
        deals=f"{told['deals']:,}",
        seed=str(told["seed"]),
        table=table_words(told["setup"]["tables"][0]["rules"]),
    )
    return report.page(
        say("arena-title"), about, [report.note(say("lab-about-intervals")), *sections]
    )


def table_words(rules: Json) -> str:
    """An edition, with the expansion or without."""
    name = say(f"edition-{rules['edition']}")
    return say("lab-table-dominio", edition=name) if rules["expansion"] else name


def answer_words(asked: Json) -> str:
    """What the sequential test found, as a sentence."""
    values = {"a": asked["players"][0], "b": asked["players"][1]}
    return say(
        f"arena-answer-{asked['answer']}",
        **values,
        rounds=f"{asked['rounds']:,}",
        share=f"{50 + 100 * asked['margin']:g}",
        error=f"{100 * asked['error']:g}",
    )


def _question(asked: Json) -> str:
    a, b = asked["players"]
    title = say("arena-question", a=a, b=b)
    picture = plots.walk(title, asked["path"], asked["bound"], lambda n: f"{n:,.0f}")
    return report.section(
        title,
        report.answer(answer_words(asked)),
        picture,
        report.note(say("arena-question-note", a=a, b=b)),
    )


def _ratings(rated: Json) -> str:
    parts = []
    for key, rows in rated.items():
        title = say("arena-all-tables") if key == "all" else size_words(key)
        best = sorted(rows, key=lambda row: -row["value"])
        figures = [(row["player"], Estimate.from_data(row)) for row in best]
        picture = plots.forest(title, figures, lambda x: report.number(x, "signed"), 0.0)
        cells = [
            [report.plain(name), report.figure(each, "signed"), f"{each.deals:,}"]
            for name, each in figures
        ]
        heads = [say("lab-player"), say("arena-rating"), say("lab-deals")]
        parts.append(report.part(title, picture, report.table(heads, cells)))
    return report.section(say("arena-ratings"), report.note(say("arena-ratings-note")), *parts)


def size_words(size: str | int) -> str:
    """A size of table."""
    return say("lab-players", players=int(size))


def _table(size: str, rows: Sequence[Json]) -> str:
    par = 1 / int(size)
    rows = sorted(rows, key=lambda row: -(row["wins"]["value"] or 0))
    wins = [(row["player"], Estimate.from_data(row["wins"])) for row in rows]
    picture = plots.forest(size_words(size), wins, report.mark, par)
    heads = [say("lab-player"), say("lab-wins"), say("lab-points"), say("arena-decisions")]
    cells = [
        [
            report.plain(row["player"]),
            report.figure(Estimate.from_data(row["wins"]), "percent"),
            report.figure(Estimate.from_data(row["points"]), "1"),
            report.figure(Estimate.from_data(row["decisions"]), "1"),
        ]
        for row in rows
    ]
    fair = say("arena-table-note", share=f"{100 * par:.1f}")
    return report.section(size_words(size), report.note(fair), picture, report.table(heads, cells))


def _pairs(players: Sequence[str], pairs: Sequence[Json]) -> str:
    found = {(pair["player"], pair["against"]): Estimate.from_data(pair) for pair in pairs}
    cells = [
        [report.plain(one)]
        + ["" if one == other else report.figure(found[one, other], "percent") for other in players]
        for one in players
    ]
    heads = ["", *players]
    return report.section(
        say("arena-pairs"), report.note(say("arena-pairs-note")), report.table(heads, cells)
    )


def _pace(told: Json) -> str:
    cells = [
        [
            report.plain(row["player"]),
            report.figure(Estimate.from_data(row), "3"),
            say("arena-clocked" if row["clocked"] else "arena-in-games"),
        ]
        for row in told["pace"]
    ]
    heads = [say("lab-player"), say("arena-pace"), say("arena-measured")]
    lengths = [
        [report.plain(size_words(size)), report.figure(Estimate.from_data(each), "1")]
        for size, each in told["length"].items()
    ]
    return report.section(
        say("arena-paces"),
        report.table(heads, cells),
        report.table(["", say("lab-turns")], lengths),
    )
