"""What the page adds to the chance: only once it knows to what the server has bound itself."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, Route, expect

from goldenhorn.record import load
from goldenhorn.words import say
from tests.server.conftest import Server
from tests.web.rooms import moment
from tests.web.stored import lay
from tests.web.visitor import Visitor

GAMES = Path(__file__).parents[1] / "games"


class Sent:
    """What a visitor's page sends that can begin a game."""

    def __init__(self, visitor: Visitor) -> None:
        self.parts: list[tuple[str, str | None]] = []
        visitor.page.on("request", self._see)

    def _see(self, request: Request) -> None:
        found = re.search(r"/api/(play|tables|tables/\w+/(rematch|seats))$", request.url)
        if found and request.method == "POST":
            kind = found[2] or found[1]
            self.parts.append((kind, json.loads(request.post_data or "{}").get("contribution")))


def held(visitor: Visitor, table: str) -> dict[str, Any]:
    """What the browser remembers of a table."""
    found: dict[str, Any] = json.loads(
        visitor.page.evaluate("(table) => localStorage.getItem(`fair:${table}`)", table)
    )
    return found


def at(visitor: Visitor) -> str:
    visitor.page.wait_for_url(re.compile(r"/table/\w+$"))
    return visitor.page.url.rpartition("/")[2]


def in_the_chance(server: Server, table: str) -> list[str | None]:
    return [seat.contribution for seat in server.app.state.hall.places[table].live.chairs]


def check_held(visitor: Visitor, table: str, seat: int) -> None:
    """The browser has what was promised, and its part is at its seat."""
    seen = held(visitor, table)
    told = visitor.call("get", f"/api/tables/{table}")
    assert (seen["commitment"], seen["seat"]) == (told["commitment"], seat)
    assert re.fullmatch("[0-9a-f]{32}", seen["part"])
    assert in_the_chance(visitor.server, table)[seat] == seen["part"]


def test_play_now(visit: Callable[..., Visitor]) -> None:
    """One click, two requests; and nothing is seen of the waiting."""
    ada = visit()
    sent = Sent(ada)
    ada.open("/")
    ada.page.get_by_label(say("page-name")).fill("Ada")
    ada.button("home-play")
    ada.ready()
    table = at(ada)
    check_held(ada, table, 0)
    part = held(ada, table)["part"]
    assert held(ada, table)["silent"] == [1, 2]
    assert sent.parts == [("play", "later"), ("seats", part)]


@pytest.mark.parametrize("arrived", [False, True])
def test_play_now_when_the_part_is_lost(visit: Callable[..., Visitor], arrived: bool) -> None:
    """Or its answer: the table says it once more, and the same."""
    ada = visit("Ada")
    ada.expect_lost_lines()
    sent = Sent(ada)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        if arrived:
            route.fetch()
        route.abort()

    ada.page.route("**/seats", lose)
    ada.open("/")
    ada.button("home-play")
    ada.ready()
    table = at(ada)
    check_held(ada, table, 0)
    part = held(ada, table)["part"]
    assert sent.parts[:2] == [("play", "later"), ("seats", part)]
    assert {said for _, said in sent.parts[1:]} == {part}
    assert len(sent.parts) == (2 if arrived else 3)


def test_a_table_its_maker_did_not_come_to(visit: Callable[..., Visitor]) -> None:
    """Whoever opens it adds what is missing; the others see whom the game waits for."""
    ada, bruno = visit("Ada"), visit("Bruno")
    table = ada.make([{"kind": "me"}, {"kind": "open"}], contribution="later")
    bruno.open(f"/table/{table}")
    expect(bruno.page.get_by_text(say("wait-part"))).to_be_visible()
    bruno.button("wait-sit")
    expect(bruno.page.get_by_role("button", name=say("wait-stand"))).to_be_visible()
    expect(bruno.page.get_by_text(say("wait-part"))).to_be_visible()
    expect(bruno.page.get_by_text(held(bruno, table)["part"])).to_be_attached()
    ada.open(f"/table/{table}")
    for visitor, seat in ((ada, 0), (bruno, 1)):
        visitor.ready()
        check_held(visitor, table, seat)


def test_a_new_table_for_two(visit: Callable[..., Visitor]) -> None:
    ada, bruno = visit("Ada"), visit("Bruno")
    sent = Sent(ada)
    ada.open("/new")
    ada.button("new-make")
    table = at(ada)
    expect(ada.page.get_by_role("heading", name=say("wait-title"))).to_be_visible()
    assert [kind for kind, _ in sent.parts] == ["tables", "seats"]
    assert sent.parts[0][1] == "later"
    expect(ada.page.get_by_text(say("wait-part"))).to_have_count(0)
    bruno.open(f"/table/{table}")
    bruno.button("wait-sit")
    for visitor, seat in ((ada, 0), (bruno, 1)):
        visitor.ready()
        check_held(visitor, table, seat)
    assert len(sent.parts) == 2


def test_a_rematch_of_two(visit: Callable[..., Visitor], server: Server) -> None:
    """Whoever asks for it first, and whoever joins."""
    ada, bruno = visit("Ada"), visit("Bruno")
    whole = load(GAMES / "it-2.ghr.json")
    game = moment("it-2", lambda game: game.ply == len(whole.moves) - 1)
    table = lay(server, game, "Ada", "Bruno")
    both = (ada, bruno)
    for one in both:
        one.sit_at(table)
    mover = both[game.player]
    while mover.turn() != "over":
        pass
    sent = [Sent(one) for one in both]
    for one in both:
        expect(one.page.locator("[data-final=done]")).to_be_visible()
    ada.click("[data-action=rematch]")
    ada.page.wait_for_url(lambda url: not url.endswith(table))
    again = at(ada)
    expect(bruno.page.get_by_role("button", name=say("play-rematch-join"))).to_be_visible()
    bruno.click("[data-action=rematch]")
    bruno.page.wait_for_url(f"**/table/{again}")
    bruno.button("wait-sit")
    for seat, one in enumerate(both):
        one.ready()
        check_held(one, again, seat)
    assert [kind for kind, _ in sent[0].parts] == ["rematch", "seats"]
    assert sent[0].parts[0][1] == "later"
    assert [kind for kind, _ in sent[1].parts] == ["seats"]
