"""What `goldenhorn rules` prints: the rules in our own words, with tables from the box."""

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from goldenhorn import rulebook
from goldenhorn.rulebook import Rule
from goldenhorn.rules import box
from goldenhorn.rules.options import EDITIONS, POINTS
from goldenhorn.words import say


def show(console: Console, number: str | None, edition: str | None) -> None:
    """The contents, a section, or a rule."""
    if number is None:
        _contents(console, edition)
        return
    found = rulebook.rule(number, edition)
    if found.number in rulebook.section_numbers():
        console.print(Text(f"{found.number}  {found.title}", "bold"))
        console.print(Padding(found.text, (0, 0, 1, 4)))
        for each in rulebook.rules_of(found.number):
            _rule(console, rulebook.rule(each, edition), edition)
    else:
        _rule(console, found, edition)


def as_data(number: str | None, edition: str | None) -> Any:
    """The same as plain data: one rule, or a list of them."""
    if number is None:
        return [_data(rulebook.rule(each, edition)) for each in rulebook.rule_numbers()]
    found = rulebook.rule(number, edition)
    if found.number in rulebook.section_numbers():
        return [_data(rulebook.rule(each, edition)) for each in rulebook.rules_of(found.number)]
    return _data(found)


def _data(rule: Rule) -> dict[str, Any]:
    return {
        "number": rule.number,
        "title": rule.title,
        "text": rule.text,
        "ruling": rule.ruling,
        "note": rule.note,
        "point": rule.point,
        "editions": dict(rule.editions),
    }


def _rule(console: Console, rule: Rule, edition: str | None) -> None:
    head = Text(f"{rule.number}  ", "bold cyan")
    head.append(rule.title, "bold")
    console.print(head)
    console.print(Padding(rule.text, (0, 0, 0, 6)))
    for editions, text in rulebook.said_together(rule).items():
        line = Text(f"{editions}: ", "yellow")
        line.append(text, "default")
        console.print(Padding(line, (0, 0, 0, 6)))
    if rule.ruling:
        console.print(
            Padding(Text(f"{say('rules-ruling')}: {rule.ruling}", "italic"), (0, 0, 0, 6))
        )
    if rule.note:
        console.print(Padding(Text(f"{say('rules-note')}: {rule.note}", "dim"), (0, 0, 0, 6)))
    table = _tables().get(rule.number)
    if table:
        console.print(Padding(table, (1, 0, 0, 6)))
    console.print()


def _contents(console: Console, edition: str | None) -> None:
    console.print(Text(say("rules-title"), "bold"), Text(""), sep="\n")
    for section in rulebook.section_numbers():
        console.print(Text(f"{section}  {rulebook.rule(section).title}", "bold cyan"))
        for number in rulebook.rules_of(section):
            found = rulebook.rule(number, edition)
            mark = " *" if found.editions else ""
            console.print(f"   {number:5} {found.title}{mark}", highlight=False)
    console.print(Text(say("rules-examples"), "bold cyan"))
    for number in rulebook.example_numbers():
        console.print(f"   {number:5} {rulebook.rule(number).title}", highlight=False)
    console.print()
    console.print(Text(f"* {say('rules-editions')}", "bold"))
    console.print(_editions(edition))


def _grid(*heads: str) -> Table:
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(head)
    return table


def _editions(edition: str | None) -> Table:
    names = list(EDITIONS) if edition is None else [edition]
    table = _grid("", *(say(f"edition-{name}") for name in names))
    for i, point in enumerate(POINTS):
        row = [say(f"point-{point}.{EDITIONS[name][i]}") for name in names]
        table.add_row(say(f"point-{point}"), *row)
    return table


def _tables() -> dict[str, Table]:
    """The tables that belong to a rule; their numbers come from the box, not from the prose."""
    fleets = _grid(say("rules-fleets"), *(say("ship", ship=ship) for ship in (1, 2, 3)))
    for arms, fleet in zip(box.ARMS, box.FLEETS, strict=True):
        fleets.add_row(arms, *(" ".join(ship) for ship in fleet))
    routes = _grid(say("rules-players"), say("rules-route"))
    for players, route in box.ROUTES.items():
        routes.add_row(str(players), " ".join(route))
    dominions = _grid(say("rules-dominions"), say("rules-price"), say("rules-points"))
    for name, (price, points) in box.DOMINIONS.items():
        dominions.add_row(say(f"dominion-{name}"), str(price), str(points))
    colours = _grid("", "")
    for letter in box.COLOURS:
        colours.add_row(letter, say(f"colour-{letter}"))
    return {"R1.1": colours, "R1.4": fleets, "R2.1": routes, "R9.12": dominions}
