"""The rules a player can look up, by number: R5 a section, R5.4 a rule, E4 a worked example."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from goldenhorn.rules.options import EDITIONS, POINTS
from goldenhorn.words import ENGLISH, listed, message_ids, say


class NoSuchRule(LookupError):
    """A number or an edition that the rules do not have; the text says what there is."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as a player reads it."""

    number: str
    title: str
    text: str
    ruling: str | None = None
    """Where the rule, or a part of it, is our ruling: which part, and why."""
    note: str | None = None
    """Something worth knowing about the printed texts."""
    point: str | None = None
    """The table option by which editions differ here, such as `loading`."""
    editions: Mapping[str, str] = field(default_factory=dict)
    """What each edition says here, if they differ; only the one that was asked for."""


def rule_numbers() -> list[str]:
    """R1.1 to R9.12, in order."""
    return [number for number in _contents() if "." in number]


def section_numbers() -> list[str]:
    """R1 to R9."""
    return [number for number in _contents() if re.fullmatch(r"R\d+", number)]


def example_numbers() -> list[str]:
    """E1 to E6."""
    return [number for number in _contents() if number.startswith("E")]


def rules_of(section: str) -> list[str]:
    """The numbers of a section's rules."""
    return [number for number in rule_numbers() if number.startswith(f"{section}.")]


def rule(number: str, edition: str | None = None, lang: str = ENGLISH) -> Rule:
    """The rule, section or example of that number; a NoSuchRule says what there is instead.

    >>> rule("R5.2", edition="it").editions["it"]
    'You may always leave empty instead.'
    """
    name = _tidy(number)
    if name not in _contents():
        raise NoSuchRule(nearest(number, lang))
    if edition is not None and edition not in EDITIONS:
        names = ", ".join(EDITIONS)
        raise NoSuchRule(say("no-such-edition", lang=lang, edition=edition, editions=names))
    message = _message(name)
    point = _point(message)
    chosen = EDITIONS if edition is None else {edition: EDITIONS[edition]}
    return Rule(
        number=name,
        title=say(f"{message}.title", lang=lang),
        text=say(message, lang=lang),
        ruling=_perhaps(f"{message}.ruling", lang),
        note=_perhaps(f"{message}.note", lang),
        point=point,
        editions={
            each: say(f"{message}.{values[list(POINTS).index(point)]}", lang=lang)
            for each, values in chosen.items()
        }
        if point
        else {},
    )


def said_together(found: Rule, lang: str = ENGLISH) -> dict[str, str]:
    """What the editions say of a rule, by their names: those together that say the same.

    >>> list(said_together(rule("R5.2")))
    ['Italian', 'French, Czech and Greek']
    """
    groups: dict[str, list[str]] = {}
    for edition, text in found.editions.items():
        groups.setdefault(text, []).append(say(f"edition-{edition}", lang=lang))
    return {listed(names, lang): text for text, names in groups.items()}


def nearest(number: str, lang: str = ENGLISH) -> str:
    """The sentence for a number that is no rule: what its section has."""
    section = _tidy(number).partition(".")[0]
    rules = rules_of(section)
    if rules:
        return say(
            "no-such-rule",
            lang=lang,
            number=number,
            section=section,
            first=rules[0],
            last=rules[-1],
        )
    sections, examples = section_numbers(), example_numbers()
    return say(
        "no-such-section",
        lang=lang,
        number=number,
        first=sections[0],
        last=sections[-1],
        first_example=examples[0],
        last_example=examples[-1],
    )


@cache
def _contents() -> tuple[str, ...]:
    """Every number that the file of the rules has a message for, in its order."""
    return tuple(name.replace("-", ".") for name in message_ids("rules") if "." not in name)


def _tidy(number: str) -> str:
    """People also write r5.2, 5.2 or R5-2."""
    tidy = number.strip().upper().replace("-", ".")
    return f"R{tidy}" if tidy[:1].isdigit() else tidy


def _message(number: str) -> str:
    return number.replace(".", "-")


def _perhaps(key: str, lang: str) -> str | None:
    return say(key, lang=lang) if key in message_ids("rules") else None


def _point(message: str) -> str | None:
    """The point whose values the rule speaks of, one attribute a value."""
    said = {key.partition(".")[2] for key in message_ids("rules") if key.startswith(f"{message}.")}
    return next((point for point, values in POINTS.items() if said.issuperset(values)), None)
