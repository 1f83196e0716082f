"""What the table tells: of the rules, of other people, of the past and of whose screen it is."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

from goldenhorn import Game, options
from goldenhorn.record import load
from goldenhorn.rulebook import rule
from goldenhorn.words import say
from tests.server.conftest import Server
from tests.web.rooms import moment, sit
from tests.web.stored import lay
from tests.web.test_rooms import axe
from tests.web.visitor import Visitor

GAMES = Path(__file__).parents[1] / "games"


def names(visitor: Visitor) -> list[str]:
    """The players, in the order they are shown."""
    return visitor.page.locator("[data-seat] h3").all_inner_texts()


def test_a_screen_is_passed_on(visit: Callable[..., Visitor], server: Server) -> None:
    """It says to whom, tells what has happened, and everyone stays where they were."""
    ada = visit("Ada")
    ada.sit_at(lay(server, Game.new(table=options(2), seed=3), "Ada", "Bruno", mine=(0, 1)))
    for who in ("Ada", "Bruno", "Ada"):
        assert ada.asked() == "curtain"
        expect(ada.page.locator(".now")).to_have_text(say("play-pass", who=who))
        assert names(ada) == ["Ada", "Bruno"]
        log = ada.page.get_by_role("region", name=say("play-log"), exact=True).bounding_box()
        dialog = ada.page.get_by_role("dialog").bounding_box()
        assert log is not None
        assert dialog is not None
        assert dialog["x"] + dialog["width"] <= log["x"]
        ada.click("[data-action=sit]")
        if ada.asked() == "placement":
            ada.turn()
    # nobody is at sea, so nobody can be raided
    expect(ada.page.locator(".now")).to_have_text(say("ask-orders-raided"))
    assert names(ada) == ["Ada", "Bruno"]


def test_the_log_leads_to_its_rules(visit: Callable[..., Visitor]) -> None:
    """By keyboard, over the table, and from one rule to another."""
    ada = visit("Ada")
    sit(ada, moment("it-3", lambda game: game.ply == 3))
    laws = ada.page.locator("[data-laws='R2.4 R2.5']")
    expect(laws).to_have_accessible_name(say("play-law-of", rules="R2.4 and R2.5"))
    laws.focus()
    expect(laws).to_have_css("opacity", "1")
    ada.page.keyboard.press("Enter")
    dialog = ada.page.get_by_role("dialog", name=say("play-law"))
    for number in ("R2.4", "R2.5"):
        expect(dialog.get_by_text(rule(number).title)).to_be_visible()
    assert not axe(ada)
    dialog.get_by_role("link", name="R9.2", exact=True).click()
    expect(dialog.get_by_text(rule("R9.2").title)).to_be_visible()
    expect(dialog.locator("[data-rule]")).to_have_count(1)
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ada.page.locator("[data-ask=orders]")).to_be_visible()


def test_a_refusal_leads_to_its_rule(visit: Callable[..., Visitor], server: Server) -> None:
    """The page asks for nothing that the rules forbid, unless somebody else speaks for it."""
    ada = visit("Ada")

    def bend(line: WebSocketRoute) -> None:
        there = line.connect_to_server()
        line.on_message(lambda said: there.send(str(said).replace("place VCV", "stop")))

    ada.page.route_web_socket(re.compile("/live"), bend)
    ada.sit_at(lay(server, Game.new(table=options(2), seed=3), "Ada", "Bruno"))
    ada.asked()
    ada.click("[data-action=place]")
    expect(ada.page.locator(".what")).to_contain_text(say("placement-first"))
    law = ada.page.get_by_role("button", name=say("play-law-of", rules="R2.3"))
    assert not axe(ada)
    law.click()
    expect(ada.page.get_by_role("dialog").get_by_text(rule("R2.3").title)).to_be_visible()
    ada.click("[data-action=law-close]")
    assert ada.asked() == "placement"


def test_who_is_not_at_the_table(visit: Callable[..., Visitor], server: Server) -> None:
    ada, bruno = visit("Ada"), visit("Bruno")
    table = lay(server, moment("it-2", lambda game: game.ply == 20), "Ada", "Bruno")
    ada.sit_at(table)
    gone = ada.page.locator("[data-seat='1']").get_by_text(say("play-note-not-here"))
    expect(gone).to_be_visible()
    bruno.sit_at(table)
    expect(gone).to_have_count(0)
    bruno.page.goto("about:blank")
    expect(gone).to_be_visible()
    expect(
        ada.page.locator("[data-seat='0']").get_by_text(say("play-note-not-here"))
    ).to_have_count(0)


def test_a_game_is_shown_again(visit: Callable[..., Visitor], server: Server) -> None:
    """From its beginning, move by move, until somebody stops it."""
    ada = visit("Ada", motion=True)
    whole = load(GAMES / "it-2.ghr.json")
    last = Game.new(table=whole.options, seed=whole.seed)
    for move in whole.moves[:-1]:
        last.play(move)
    sit(ada, last)
    while ada.turn() != "over":
        pass
    ada.click("[data-action=replay]")
    at = ada.page.locator("[data-at-move]")
    expect(at).to_have_text(say("play-past-at", move=0, moves=len(whole.moves)))
    log = ada.page.get_by_role("region", name=say("play-log"), exact=True)
    assert log.evaluate("(log) => log.scrollTop") == 0
    play = ada.page.locator("[data-action=play-past]")
    play.click()
    expect(play).to_have_accessible_name(say("play-past-pause"))
    expect(at).to_have_attribute("data-at-move", "2")
    play.click()
    expect(play).to_have_accessible_name(say("play-past-play"))
    # what is pressed meanwhile stops it, too; the last move ends it
    ada.page.get_by_role("slider").fill(str(len(whole.moves) - 1))
    play.click()
    expect(at).to_have_attribute("data-at-move", str(len(whole.moves)))
    expect(play).to_have_accessible_name(say("play-past-play"))
    ada.button("play-to-scoring")
    expect(ada.page.locator("[data-final]")).to_be_visible()
