"""Every word a person reads: the Fluent files in `locales`, one folder a language.

Most messages are plain text. Those are read right here, in a millisecond; only a message with
a placeable, such as `{ $ship }`, needs fluent.runtime, whose import alone takes a hundred.

A line break inside a message is a space, as on a page; an empty line parts paragraphs.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

ENGLISH: Final = "en"

# The kinds of characters that write what follows them, outside a name too, from right to left or
# back: `unicodedata.bidirectional`.
TURNS: Final = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")

_LONGEST: Final = 900  # characters of a value

# `name = text`, with the lines below it that are indented or empty; and `.name = text` inside.
_MESSAGE: Final = re.compile(r"^([a-z][\w-]*) *=(.*(?:\n(?: .*|$))*)", re.M | re.I | re.A)
_ATTRIBUTE: Final = re.compile(r"^ +\.([a-z][\w-]*) *=", re.M | re.I | re.A)


def say(message_id: str, /, *, lang: str = ENGLISH, **values: str | int) -> str:
    """The message in that language, or else in English; `say("R5-4.title")` is an attribute.

    >>> say("raid-nothing-aboard", seat="Ada", ship=2)
    'There is nothing to take: Ada’s ship 2 is empty.'
    """
    for tongue in dict.fromkeys((lang, ENGLISH)):
        for file in _files(tongue):
            found = _patterns(tongue, file)
            if message_id in found:
                plain = found[message_id]
                text = _format(tongue, file, message_id, values) if plain is None else plain
                if text is not None:
                    return text
    raise KeyError(f"no message {message_id!r}")


def listed(parts: Sequence[str], lang: str = ENGLISH) -> str:
    """`red`, `red and blue`, `green, red and blue`; nothing of nothing."""
    *some, last = parts or [""]
    if not some:
        return last
    text = some[0]
    for following in some[1:]:
        text = say("list-comma", lang=lang, some=text, next=following)
    return say("list-and", lang=lang, some=text, last=last)


def message_ids(file: str, lang: str = ENGLISH) -> tuple[str, ...]:
    """What a file can say, in its order: ids, and attributes as `id.attribute`."""
    return tuple(_patterns(lang, file)) if file in _files(lang) else ()


@cache
def languages() -> tuple[str, ...]:
    """The languages there are."""
    return tuple(sorted(folder.name for folder in _locales().iterdir() if folder.is_dir()))


@cache
def _locales() -> Path:
    """The folder `locales`: in the installed package, or at the top of a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "locales"
    return installed if installed.is_dir() else here.parents[1] / "locales"


@cache
def _known_files(lang: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (_locales() / lang).glob("*.ftl")))


def _files(lang: str) -> tuple[str, ...]:
    """The names of a language's files; none if there is no such language."""
    return _known_files(lang) if lang in languages() else ()


@cache
def _source(lang: str, file: str) -> str:
    return (_locales() / lang / f"{file}.ftl").read_text(encoding="utf-8")


@cache
def _patterns(lang: str, file: str) -> dict[str, str | None]:
    """Everything in a file: plain text, or None for what only fluent.runtime can format."""
    found: dict[str, str | None] = {}
    for name, body in _MESSAGE.findall(_source(lang, file)):
        value, *attributes = _ATTRIBUTE.split(body)
        keys = [name, *(f"{name}.{attribute}" for attribute in attributes[::2])]
        for key, pattern in zip(keys, [value, *attributes[1::2]], strict=True):
            if pattern.strip():
                found[key] = None if "{" in pattern else _flow(pattern)
    return found


def _flow(text: str) -> str:
    paragraphs = re.split(r"\n[ \n]*\n *", text.strip(" \n"))
    return "\n\n".join(re.sub(r" *\n *", " ", paragraph) for paragraph in paragraphs)


@cache
def _bundle(lang: str, file: str) -> "FluentBundle":
    from fluent.runtime import FluentBundle, FluentResource

    bundle = FluentBundle([lang], use_isolating=False)
    bundle.add_resource(FluentResource(_source(lang, file)))
    return bundle


def _format(lang: str, file: str, message_id: str, values: dict[str, str | int]) -> str | None:
    """The message with its values; None where a translation asks for others than it gets."""
    name, _, attribute = message_id.partition(".")
    bundle = _bundle(lang, file)
    # Fluent refuses longer values; nobody would read them either.
    values = {
        key: value[:_LONGEST] if isinstance(value, str) else value for key, value in values.items()
    }
    message = bundle.get_message(name)
    pattern = message.attributes[attribute] if attribute else message.value
    if pattern is None:
        return None
    text, errors = bundle.format_pattern(pattern, values)
    if errors and lang == ENGLISH:
        raise KeyError(f"message {message_id!r} cannot be formatted: {errors[0]}")
    return None if errors else _flow(str(text))
