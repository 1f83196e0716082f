"""Whole games on a phone, by taps alone.

Whether the page is ever too wide is watched in every frame, and before every tap whether all that
glows can be met by a finger: watch.py.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.visitor import PHONE, Visitor


@pytest.mark.parametrize(
    ("bots", "expansion", "rounds"), [(1, False, 30), (3, True, 8)], ids=["base", "dominio"]
)
def test_a_whole_game_on_a_phone(
    visit: Callable[..., Visitor], bots: int, expansion: bool, rounds: int
) -> None:
    """By two, and at a full table with all that the expansion lays on it."""
    ada = visit("Ada", size=PHONE, touch=True, hints=expansion)
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "mozzo"}] * bots]
    ada.sit_at(ada.make(seats, expansion=expansion, round_limit=rounds))
    while ada.turn() != "over":
        pass
    check_the_end(ada)


def check_the_end(ada: Visitor) -> None:
    """The points are there, and nothing has jumped on the way to them."""
    table = ada.page.url.rpartition("/")[2]
    result = ada.call("get", f"/api/tables/{table}")["result"]
    sums = ada.page.locator("[data-final=done] .sum dd")
    expect(sums).to_contain_text([str(score) for score in result["scores"]])
    ada.stands_still()
