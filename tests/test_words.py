"""Every word is there, can be said, and is said the same way by the fast path and by Fluent."""

import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from goldenhorn import words
from goldenhorn.refusals import REASONS
from goldenhorn.rulebook import (
    example_numbers,
    rule,
    rule_numbers,
    rules_of,
    section_numbers,
)
from goldenhorn.rules import box
from goldenhorn.rules.options import CUSTOM, EDITIONS, POINTS
from goldenhorn.words import languages, message_ids, say

LOCALES = Path(__file__).parents[1] / "locales"
FILES = tuple(sorted(path.stem for path in (LOCALES / "en").glob("*.ftl")))
RULES_IN = {1: 6, 2: 6, 3: 3, 4: 5, 5: 7, 6: 3, 7: 4, 8: 4, 9: 12}


class Found(Visitor):
    """The variables of a pattern, and the other messages it leans on."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.references: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.references.add(node.id.name)


def patterns(lang: str) -> Iterator[tuple[str, str, ast.Pattern]]:
    """File, key and pattern of everything a language can say, as Fluent's own parser sees it."""
    for path in sorted((LOCALES / lang).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{path}: {entry.content}"
            if isinstance(entry, ast.Message):
                if entry.value:
                    yield path.stem, entry.id.name, entry.value
                for attribute in entry.attributes:
                    yield path.stem, f"{entry.id.name}.{attribute.id.name}", attribute.value


def variables(pattern: ast.Pattern) -> set[str]:
    found = Found()
    found.visit(pattern)
    return found.variables


@pytest.mark.parametrize("lang", languages())
def test_the_reader_finds_what_fluent_finds_once(lang: str) -> None:
    theirs = [(file, key) for file, key, _ in patterns(lang)]
    ours = [(file, key) for file in FILES for key in message_ids(file, lang)]
    assert ours == theirs
    assert len({key for _, key in ours}) == len(ours)


@pytest.mark.parametrize("lang", languages())
def test_plain_messages_are_read_as_fluent_reads_them(lang: str) -> None:
    for file in FILES:
        bundle = FluentBundle([lang], use_isolating=False)
        bundle.add_resource(
            FluentResource((LOCALES / lang / f"{file}.ftl").read_text(encoding="utf-8"))
        )
        for key, plain in words._patterns(lang, file).items():
            if plain is not None:
                name, _, attribute = key.partition(".")
                message = bundle.get_message(name)
                pattern = message.attributes[attribute] if attribute else message.value
                assert pattern is not None
                text, errors = bundle.format_pattern(pattern)
                assert not errors
                assert plain.split() == str(text).split()
                assert "\n" not in plain


@pytest.mark.parametrize("value", ["Ada", "soldiers", 0, 1, 2, 7])
@pytest.mark.parametrize("lang", languages())
def test_everything_can_be_said(lang: str, value: str | int) -> None:
    for _, key, pattern in patterns(lang):
        names = variables(pattern)
        text = say(key, lang=lang, **dict.fromkeys(names, value))
        assert text.strip()
        assert not any(wrong in text for wrong in ("{", "  ", "???")), key


def test_translations_ask_for_no_other_values_than_english() -> None:
    english = {key: variables(pattern) for _, key, pattern in patterns("en")}
    for lang in languages():
        for _, key, pattern in patterns(lang):
            assert variables(pattern) <= english[key], (lang, key)


def said() -> Iterator[re.Pattern[str]]:
    """All that stands between quotes in the sources; what is put in may be anything."""
    for folder, endings in (("src", (".py",)), ("web/src", (".ts", ".svelte"))):
        for path in (LOCALES.parent / folder).rglob("*"):
            if path.suffix in endings:
                text = path.read_text(encoding="utf-8")
                for found in re.findall(r"""["'`]((?:[\w.-]|\$?{[^}\n]*})+)["'`]""", text):
                    parts = re.split(r"\$?{[^}]*}", found)
                    if len(parts) == 1 or re.search("[a-z]{3}", "".join(parts).partition(".")[0]):
                        yield re.compile(r"[\w.-]*".join(map(re.escape, parts)))


def test_nothing_is_there_that_nobody_says() -> None:
    """The rules' text is said by its numbers."""
    everything = list(dict.fromkeys(said()))
    for file in FILES:
        for name in {key.partition(".")[0] for key in message_ids(file) if file != "rules"}:
            keys = [key for key in message_ids(file) if key.partition(".")[0] == name]
            assert any(one.fullmatch(key) for one in everything for key in keys), name


def test_no_message_leans_on_another() -> None:
    for lang in languages():
        for _, key, pattern in patterns(lang):
            found = Found()
            found.visit(pattern)
            assert not found.references, (lang, key)


def test_every_rule_has_a_title_and_a_text() -> None:
    expected = [f"R{s}.{n}" for s, count in RULES_IN.items() for n in range(1, count + 1)]
    assert rule_numbers() == expected
    assert section_numbers() == [f"R{s}" for s in RULES_IN]
    assert example_numbers() == [f"E{n}" for n in range(1, 7)]
    for number in [*rule_numbers(), *section_numbers(), *example_numbers()]:
        found = rule(number)
        assert found.number == number
        assert found.text.endswith(".")
        assert 1 <= len(found.title.split()) <= 5
        assert not found.title.endswith(".")


def test_rulings_say_that_they_are_ours() -> None:
    rulings = {number: text for number in rule_numbers() if (text := rule(number).ruling)}
    assert set(rulings) == {
        "R1.4",
        "R3.3",
        "R4.5",
        "R5.2",
        "R5.3",
        "R7.2",
        "R7.3",
        "R7.4",
        "R9.2",
        "R9.3",
        "R9.12",
    }
    for text in rulings.values():
        assert "our ruling" in text or "rulings of ours" in text


def test_editions_differ_where_the_table_of_editions_says() -> None:
    where = {"loading": "R5.2", "emptied_ship": "R4.5", "last_turns": "R7.3", "placement": "R2.3"}
    assert {point: n for n in rule_numbers() if (point := rule(n).point)} == where
    for index, point in enumerate(POINTS):
        every = rule(where[point]).editions
        assert list(every) == list(EDITIONS)
        for one in EDITIONS:
            assert rule(where[point], edition=one).editions == {one: every[one]}
            for other in EDITIONS:
                same = EDITIONS[one][index] == EDITIONS[other][index]
                assert (every[one] == every[other]) == same
    assert rule("R5.1", edition="fr").editions == {}


@pytest.mark.parametrize("written", ["R5.4", "r5.4", " 5.4", "R5-4"])
def test_numbers_as_people_write_them(written: str) -> None:
    assert rule(written).number == "R5.4"


def test_numbers_that_are_no_rule() -> None:
    assert rules_of("R6") == ["R6.1", "R6.2", "R6.3"]
    with pytest.raises(LookupError, match=r"^R5\.9 is not a rule; R5 has R5\.1 to R5\.7\.$"):
        rule("R5.9")
    with pytest.raises(LookupError, match=r"^rain is not .* R1 to R9, the examples E1 to E6\.$"):
        rule("rain")
    with pytest.raises(LookupError, match="no edition “de”; there are it, fr, cs, el"):
        rule("R5.2", edition="de")


def test_every_refusal_cites_a_rule() -> None:
    keys = message_ids("refusals")
    messages = {key for key in keys if "." not in key}
    assert {key for key in messages if not key.startswith(("bad-", "notation-"))} == set(REASONS)
    known = {*rule_numbers(), *section_numbers()}
    for key in keys:
        name, _, attribute = key.partition(".")
        assert attribute in ("", "rule")
        if attribute:
            assert say(key) in known, key
        elif not name.startswith(("bad-", "notation-")):
            assert f"{name}.rule" in keys, key


def test_whatever_happens_cites_a_rule() -> None:
    known = {*rule_numbers(), *section_numbers()}
    for key in message_ids("table"):
        if key.startswith("log-"):
            assert say(f"{key.partition('.')[0]}.rule") in known, key
    for key in message_ids("play"):
        if key.endswith(".rule"):
            assert say(key) in known, key


def test_everything_on_the_table_has_a_name() -> None:
    for key in (
        *(f"colour-{letter}" for letter in box.COLOURS),
        *(f"port-{letter}" for letter in "VCM"),
        *(f"arms-{seat}" for seat in range(box.SEATS)),
        *(f"dominion-{name}" for name in box.DOMINIONS),
        *(f"edition-{name}" for name in (*EDITIONS, CUSTOM)),
        *(f"point-{point}" for point in POINTS),
        *(f"point-{point}.{value}" for point, values in POINTS.items() for value in values),
        *(f"log-last-turns.{value}" for value in POINTS["last_turns"]),
        *(f"ask-{phase}" for phase in ("placement", "orders", "sailing", "closing", "over")),
        *(f"wait-{phase}" for phase in ("placement", "orders", "sailing", "closing")),
    ):
        assert key in message_ids("table"), key
    assert tuple(say(f"colour-{letter}") for letter in box.COLOURS) == box.COLOUR_NAMES
    assert tuple(say(f"arms-{seat}") for seat in range(box.SEATS)) == box.ARMS


def test_plurals_and_choices() -> None:
    assert say("cargo-goods", count=1, colour="blue") == "1 blue good"
    assert say("cargo-goods", count=3, colour="blue") == "3 blue goods"
    assert say("cargo-troops", soldiers=1, builders=2) == "1 soldier and 2 builders"
    assert say("log-draws", who="Ada", count=0) == "There are no cards left for Ada to draw."
    assert say("conquer-price", dominion="Zara", price=2, soldiers=1, builders=0) == (
        "Zara costs 2 soldiers, and two builders stand in for one. "
        "One soldier and 0 builders are not that price."
    )
    assert say("sail-nothing-there", what="builders", port="Venice") == (
        "In Venice there are no builders to take aboard."
    )


def test_what_people_call_themselves_is_not_read_as_fluent() -> None:
    assert say("wait-orders", who="{ $x }\n.a = b") == "{ $x } .a = b is to move."


@pytest.mark.parametrize("key", ["no-such-message", "R5-4.ruling", "R5-4.", "R5.4", "", ".title"])
@pytest.mark.parametrize("lang", ["en", "nowhere"])
def test_a_message_that_is_not_there(key: str, lang: str) -> None:
    with pytest.raises(KeyError, match="no message"):
        say(key, lang=lang)


def test_a_value_that_is_not_given() -> None:
    with pytest.raises(KeyError, match=r"raid-in-port.*seat"):
        say("raid-in-port", port="Venice", ship=1)


@pytest.mark.parametrize("lang", ["nowhere", "", ".", "..", "../locales/en", "/etc", "en/", "EN\0"])
def test_a_language_that_is_not_there_is_english(lang: str) -> None:
    assert say("port-V", lang=lang) == "Venice"
    assert message_ids("table", lang) == ()


@pytest.fixture
def a_second_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "en").symlink_to(LOCALES / "en")
    (tmp_path / "it").mkdir()
    (tmp_path / "it" / "table.ftl").write_text(
        "port-V = Venezia\n"
        "wait-orders = Tocca a { $who }.\n"
        "wait-sailing = { $chi } naviga.\n"
        "log-stop =\n    Una riga,\n    un’altra.\n\n\n    Un paragrafo.\n"
        "square = { $colour }\n    .title = Casella\n",
        encoding="utf-8",
    )
    caches = (
        languages,
        words._known_files,
        words._source,
        words._patterns,
        words._bundle,
    )
    monkeypatch.setattr(words, "_locales", lambda: tmp_path)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("a_second_language")
def test_a_translation_and_what_it_lacks() -> None:
    assert languages() == ("en", "it")
    assert say("port-V", lang="it") == "Venezia"
    assert say("port-V") == "Venice"
    assert say("port-C", lang="it") == "Constantinople"
    assert say("wait-orders", lang="it", who="Ada") == "Tocca a Ada."
    assert say("wait-sailing", lang="it", who="Ada") == "Ada has a ship under way."
    assert say("log-stop", lang="it") == "Una riga, un’altra.\n\nUn paragrafo."
    assert say("square.title", lang="it") == "Casella"
    assert rule("R5.4", lang="it") == rule("R5.4")


def test_plain_words_do_not_wait_for_the_library() -> None:
    program = (
        "import sys\n"
        "from goldenhorn.rulebook import rule, rule_numbers\n"
        "from goldenhorn.words import say\n"
        "[say(f'score-{label}') for label in ('goods', 'people', 'dominions', 'total')]\n"
        "[say(f'score-set-of-{size}') for size in ('four', 'five', 'six')]\n"
        "[rule(number, edition='fr') for number in rule_numbers()]\n"
        "say('raid-once.rule')\n"
        "print([name for name in sys.modules if name.startswith(('fluent', 'babel', 'numba'))])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_many_may_talk_at_once() -> None:
    words._bundle.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        said = set(pool.map(lambda _: say("cargo-soldiers", soldiers=2), range(200)))
    assert said == {"2 soldiers"}
