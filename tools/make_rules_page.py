"""Writes the second part of docs/rules.md: the rules, from locales/en/rules.ftl and the box.

usage: .venv/bin/python -m tools.make_rules_page
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from goldenhorn.rulebook import (
    Rule,
    example_numbers,
    rule,
    rule_numbers,
    rules_of,
    said_together,
    section_numbers,
)
from goldenhorn.rules import box
from goldenhorn.rules.options import EDITIONS, POINTS
from goldenhorn.words import say

PAGE = Path(__file__).parents[1] / "docs" / "rules.md"
MARK = "<!-- From here on this page is written by tools/make_rules_page.py. -->"

_NUMBER = re.compile(r"\b[RE]\d+(?:\.\d+)?\b")


def remade(page: str) -> str:
    """The page with everything after the mark written anew."""
    return page.partition(MARK)[0] + MARK + "\n\n" + "\n\n".join(_parts()) + "\n"


def _parts() -> Iterator[str]:
    """Everything that is generated, piece by piece."""
    yield " · ".join([*map(_contents, section_numbers()), f"[{say('rules-examples')}](#examples)"])
    yield f"## {say('rules-editions')}"
    yield _editions()
    yield f"## {say('rules-ruling')}s"
    yield "\n".join(_rulings())
    for section in section_numbers():
        whole = rule(section)
        yield f'## <a id="{section}"></a>{section} {whole.title}'
        yield whole.text
        for number in rules_of(section):
            yield from _rule(rule(number))
    yield f'## <a id="examples"></a>{say("rules-examples")}'
    for number in example_numbers():
        yield from _rule(rule(number))


def _contents(section: str) -> str:
    return f"[{section} {rule(section).title}](#{section})"


def _editions() -> str:
    """A row for each point in which the editions differ, with the rule that tells more."""
    where = {found.point: number for number in rule_numbers() if (found := rule(number)).point}
    rows = []
    for place, point in enumerate(POINTS):
        said = (say(f"point-{point}.{values[place]}") for values in EDITIONS.values())
        values = (values[place] for values in EDITIONS.values())
        cells = (f"{words}, `{value}`" for words, value in zip(said, values, strict=True))
        rows.append([f"{say(f'point-{point}')}, `{point}` ({where[point]})", *cells])
    names = (f"{say(f'edition-{name}')}, `{name}`" for name in EDITIONS)
    return _linked(_table(["", *names], rows))


def _rulings() -> Iterator[str]:
    for number in rule_numbers():
        found = rule(number)
        if found.ruling:
            yield _linked(f"- {number} **{found.title}.** {found.ruling}")


def _rule(found: Rule) -> Iterator[str]:
    yield f'### <a id="{found.number}"></a>{found.number} {found.title}'
    yield _linked(found.text)
    if found.editions:
        said = said_together(found).items()
        yield "\n".join(_linked(f"- **{editions}:** {text}") for editions, text in said)
    table = _tables().get(found.number)
    if table:
        yield table
    if found.ruling:
        yield _linked(f"> **{say('rules-ruling')}.** {found.ruling}")
    if found.note:
        yield _linked(f"> **{say('rules-note')}.** {found.note}")


def _tables() -> dict[str, str]:
    """The numbers that belong to a rule; they come from the box, not from the prose."""
    colours = [[f"`{letter}`", say(f"colour-{letter}")] for letter in box.COLOURS]
    fleets = [
        [arms, *(_spaced(ship) for ship in fleet)]
        for arms, fleet in zip(box.ARMS, box.FLEETS, strict=True)
    ]
    routes = [[str(players), _spaced(route)] for players, route in box.ROUTES.items()]
    dominions = [
        [say(f"dominion-{name}"), str(price), str(points)]
        for name, (price, points) in box.DOMINIONS.items()
    ]
    ships = [say("ship", ship=number).capitalize() for number in (1, 2, 3)]
    prices = [say("rules-price"), say("rules-points")]
    return {
        "R1.1": _table(["", ""], colours),
        "R1.4": _table([say("rules-fleets"), *ships], fleets),
        "R2.1": _table([say("rules-players"), say("rules-route")], routes),
        "R9.12": _table([say("rules-dominions"), *prices], dominions),
    }


def _spaced(letters: str) -> str:
    return f"`{' '.join(letters)}`"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _linked(text: str) -> str:
    """The text, with the numbers of rules made links."""
    known = {*section_numbers(), *rule_numbers(), *example_numbers()}
    return _NUMBER.sub(
        lambda found: f"[{found[0]}](#{found[0]})" if found[0] in known else found[0], text
    )


def main() -> None:
    PAGE.write_text(remade(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
