"""By keyboard alone, and by ear: whole turns and games, without ever pointing at anything."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from goldenhorn import Game
from goldenhorn.words import say
from tests.web.keys import Keys
from tests.web.rooms import at_closing, at_conquest, at_orders, at_quay, moment, sit
from tests.web.visitor import Visitor

BOT = {"kind": "bot", "bot": "mozzo"}


def test_from_the_door_to_the_table(visit: Callable[..., Visitor]) -> None:
    """The first page is filled in and a game against a bot begun, hints and all."""
    ada = visit(hints=True)
    keys = Keys(ada)
    ada.open("/")
    keys.go("[autocomplete=nickname]")
    ada.page.keyboard.type("Ada")
    keys.go("[type=radio]")
    keys.press("ArrowLeft")
    keys.do("[type=checkbox]", "Space")
    keys.go("form .gold", "Shift+Tab")
    keys.press("Enter")
    ada.ready()
    table = ada.call("get", f"/api/tables/{ada.page.url.rpartition('/')[2]}")
    assert [seat["name"] for seat in table["seats"]] == ["Ada", say("bot-marinaio")]
    assert table["rules"]["expansion"] is True
    for _ in range(6):
        keys.turn()


def test_a_whole_game_by_keyboard(visit: Callable[..., Visitor]) -> None:
    ada = visit("Ada")
    keys = Keys(ada)
    table = ada.make([{"kind": "me"}, BOT], expansion=True, round_limit=10)
    ada.open("/")
    keys.do(f"main a[href='/table/{table}']")
    ada.ready()
    while keys.turn() != "over":
        pass
    result = ada.call("get", f"/api/tables/{table}")["result"]
    sums = ada.page.locator("[data-final=done] .sum dd")
    expect(sums).to_have_text([str(score) for score in result["scores"]])


def test_all_that_happens_is_said(visit: Callable[..., Visitor]) -> None:
    """Every sentence of the log as it comes, others' moves and one's own, and what is asked."""
    ada = visit("Ada")
    keys = Keys(ada)
    ada.sit_at(ada.make([{"kind": "me"}, BOT]))
    for _ in range(8):
        assert ada.asked() != "over"
        ada.hears(ada.text("[data-ask]"))
        keys.turn()
    ada.asked()
    lines = "\n".join(ada.page.locator("[data-moment]").all_inner_texts()).splitlines()
    for name in ("Ada", say("bot-mozzo")):
        assert any(line.startswith(name) for line in lines)
    heard = " ".join(ada.heard)
    # that a ship stays is written in the sentence of its last step, and said by itself
    stays = re.compile(r"(square \d+ \(\w+\)).* and stays there\.$")
    for index, line in enumerate(lines):
        if found := stays.search(line):
            lines[index] = f"stays on {found[1]}."
    assert [line for line in lines if line.strip() not in heard] == []


RAID = ("it-4-dominio", at_orders, "[data-glow=raid]", "[data-pair]")
DOMINION = ("it-4-dominio", at_conquest, "[data-conquer]", "[data-mix]")
END = ("it-3", at_closing, "[data-action=end]", "[data-action=end-sure]")
VOYAGE = ("it-3", at_quay, "[data-glow=sail]", "[data-cargo]")


@pytest.mark.parametrize(
    ("name", "holds", "opens", "choice"),
    [RAID, DOMINION, END, VOYAGE],
    ids=["raid", "dominion", "end", "voyage"],
)
def test_a_choice_not_meant(
    visit: Callable[..., Visitor],
    name: str,
    holds: Callable[[Game], bool],
    opens: str,
    choice: str,
) -> None:
    """It is left by Escape or its own button, and one is back where it was opened."""
    ada = visit("Ada")
    keys = Keys(ada)
    sit(ada, moment(name, holds))
    keys.go(opens)
    opener = keys.name
    for way in ("Escape", "Enter"):
        keys.press("Enter")
        assert keys.at(choice)
        if way == "Enter" and choice != "[data-cargo]":
            keys.go(".choice > :last-child")
            assert keys.name == say("play-cancel")
        keys.press(way if keys.name == say("play-cancel") else "Escape")
        assert keys.name == opener
