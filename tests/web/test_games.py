"""Whole games by clicking, from the first page to the last point."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from goldenhorn import fair
from goldenhorn.record import parse
from goldenhorn.rules.box import SET_POINTS
from goldenhorn.server import views
from goldenhorn.words import say
from tests.web.visitor import Visitor

MOST = 900  # decisions in a game, hints among them


def play_to_the_end(*people: Visitor) -> None:
    for _ in range(MOST):
        if "over" in [one.turn() for one in people]:
            return
    raise AssertionError(f"the game does not end: {people[0].text('[data-ask]')}")


def verdict(who: list[str], winners: list[int]) -> str:
    """What the first of two players reads in the end."""
    if winners == [0]:
        return say("play-final-you-won")
    if len(winners) == 2:
        return say("play-final-you-share", who=who[1])
    return say("play-final-won", who=who[1], count=1)


@pytest.mark.parametrize("expansion", [False, True], ids=["base", "dominio"])
def test_a_newcomer_plays_a_whole_game(
    visit: Callable[..., Visitor], pictures: Path, expansion: bool
) -> None:
    ada = visit(hints=True)
    ada.open("/")
    ada.page.get_by_label(say("page-name")).fill("Ada")
    ada.page.get_by_text("2", exact=True).click()
    if expansion:
        ada.page.get_by_label(say("home-expansion")).check()
    ada.button("home-play")
    ada.ready()
    play_to_the_end(ada)
    ada.stands_still()
    table = ada.page.url.rpartition("/")[2]
    result = ada.call("get", f"/api/tables/{table}")["result"]
    who = ["Ada", say("bot-marinaio")]

    # points as the server counts them, and who won
    expect(ada.page.locator("[data-final=done] h2")).to_have_text(verdict(who, result["winners"]))
    sums = ada.page.locator("[data-final] .sum dd")
    expect(sums).to_have_text([str(score) for score in result["scores"]])
    ada.page.screenshot(path=pictures / f"over-{expansion}.png", full_page=True)

    # the shuffle is proven, and the record is the game
    ada.click("[data-action=prove]")
    expect(ada.page.get_by_text(say("fair-ok"))).to_be_visible()
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name=say("play-record")).click()
    record = parse(Path(download.value.path()).read_bytes())
    assert list(record.game.scores) == result["scores"]
    assert record.game.seed is not None
    proof = record.extra["proof"]
    assert fair.faults(proof, record.game.seed, 2, record.game.options.first_player) == []

    check_counting(ada, views.result(record.game))

    # and again
    ada.click("[data-action=rematch]")
    ada.page.wait_for_url(lambda url: not url.endswith(table))
    assert ada.asked() in ("placement", "orders")
    again = ada.call("get", f"/api/tables/{ada.page.url.rpartition('/')[2]}")
    assert again["rules"]["expansion"] is expansion
    assert {seat["name"] for seat in again["seats"]} == set(who)


def check_counting(ada: Visitor, result: dict[str, Any] | None) -> None:
    """Where motion is welcome the points are counted set by set."""
    assert result is not None
    ada.page.emulate_media(reduced_motion="no-preference")
    # every sum that is ever shown, as it changes
    ada.context.add_init_script(
        """addEventListener('DOMContentLoaded', () => {
             window.sums = []
             new MutationObserver(() => {
               const now = JSON.stringify([...document.querySelectorAll('.final .sum dd')]
                 .map((sum) => Number(sum.textContent)))
               if (now !== '[]' && window.sums.at(-1) !== now) window.sums.push(now)
             }).observe(document.body, {childList: true, subtree: true, characterData: true})
           })"""
    )
    ada.page.reload()
    expect(ada.page.locator("[data-final=counting]")).to_be_visible()
    before = ada.page.locator("main").inner_text()
    expect(ada.page.locator("[data-final=done]")).to_be_visible()
    after = ada.page.locator("main").inner_text()
    winner = say("play-final-winner")
    assert winner in after
    assert winner not in before
    wins = ada.text("[data-ask]")
    assert wins in after
    assert wins not in before  # in no headline and no log
    seen = [json.loads(text) for text in ada.page.evaluate("window.sums")]
    seats = range(len(result["scores"]))
    assert seen[0] == [result["parts"][seat]["goods"] for seat in seats]
    assert seen[-1] == [result["scores"][seat] for seat in seats]
    for column, seat in enumerate(seats):
        sums = [row[column] for row in seen]
        assert sums == sorted(sums)
        bonus = sum(SET_POINTS[size] for size in result["sets"][seat])
        assert result["parts"][seat]["goods"] + bonus in sums
    # once counted, always counted
    ada.click("[data-action=replay]")
    ada.click("[data-action=now]")
    expect(ada.page.locator("[data-final]")).to_have_attribute("data-final", "done", timeout=300)
    ada.page.emulate_media(reduced_motion="reduce")
