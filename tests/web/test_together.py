"""Several people: in two browsers, through a lost line and a new server, and at one screen."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from goldenhorn import Game, options
from goldenhorn.record import load
from goldenhorn.words import say
from tests.server.conftest import Server
from tests.server.test_clock import Time
from tests.web.rooms import at_sea, moment
from tests.web.stored import game_of, lay, moves_of
from tests.web.visitor import Visitor

GAMES = Path(__file__).parents[1] / "games"
OPEN = [{"kind": "me"}, {"kind": "open"}]
COLOURS = "|".join(say(f"colour-{one}") for one in "opgrby")
CARDS = re.compile(rf"(\w+)(?: draws| is dealt|’s hand:) \d+ (?:{COLOURS}) card")
SHIPS = (
    "() => [...document.querySelectorAll('[data-ship] [role=img]')]"
    ".map((ship) => ship.getAttribute('aria-label'))"
)


def same(one: Visitor, other: Visitor) -> None:
    """Both see the same ships, in the same places, with the same cargo."""
    number = max(one.number, other.number, key=int)
    for visitor in (one, other):
        visitor.wait(
            "(n) => document.querySelector('[data-ask]').dataset.number === n", str(number)
        )
    assert one.page.evaluate(SHIPS) == other.page.evaluate(SHIPS)


def at_turn(people: tuple[Visitor, Visitor]) -> Visitor:
    """Whose decision it is, once both know."""
    while True:
        for one in people:
            if one.page.locator("[data-ask]").first.get_attribute("data-ask"):
                return one
        people[0].page.wait_for_function("new Promise(requestAnimationFrame)")


def rounds(people: tuple[Visitor, Visitor], count: int) -> None:
    for _ in range(count):
        assert at_turn(people).turn() != "over"


def down(visitor: Visitor) -> None:
    expect(visitor.page.get_by_text(say("play-line-down")).first).to_be_visible()


def up(visitor: Visitor) -> None:
    expect(visitor.page.get_by_text(say("play-line-down"))).to_have_count(0)


def test_two_browsers_through_a_lost_line(visit: Callable[..., Visitor], server: Server) -> None:
    ada, bruno = visit("Ada"), visit("Bruno")
    table = ada.make(OPEN)
    ada.open(f"/table/{table}")
    expect(ada.page.get_by_role("heading", name=say("wait-title"))).to_be_visible()
    bruno.open(f"/table/{table}")
    bruno.button("wait-sit")
    both = (ada, bruno)
    for one in both:
        one.ready()
    rounds(both, 6)
    same(*both)

    # one goes offline; what the other does meanwhile is there when they are back
    gone = both[at_turn(both) is ada]
    playing = both[at_turn(both) is bruno]
    gone.expect_lost_lines()
    before = len(moves_of(server, table))
    gone.context.set_offline(True)
    playing.turn()
    assert len(moves_of(server, table)) > before
    down(gone)
    gone.context.set_offline(False)
    up(gone)
    same(*both)
    rounds(both, 2)
    same(*both)


def test_a_move_made_while_the_line_is_down_is_made_once(
    visit: Callable[..., Visitor], server: Server
) -> None:
    visit("Bruno")
    ada = visit("Ada")
    ada.expect_lost_lines()
    table = lay(server, Game.new(table=options(2), seed=1), "Ada", "Bruno")
    ada.sit_at(table)
    ada.asked()
    ada.context.set_offline(True)
    ada.click("[data-action=place]")
    ada.wait("() => document.querySelector('[data-ask]').dataset.ask === ''")
    assert moves_of(server, table) == []
    ada.context.set_offline(False)
    ada.wait("() => document.querySelector('[data-ask]').dataset.number === '2'")
    assert moves_of(server, table) == ["place VCV"]


def test_two_browsers_through_a_new_server(
    visit: Callable[..., Visitor], make_server: Callable[..., Server]
) -> None:
    old = make_server()
    ada, bruno = (visit(name, server=old) for name in ("Ada", "Bruno"))
    table = lay(old, Game.new(table=options(2), seed=5), "Ada", "Bruno")
    both = (ada, bruno)
    for one in both:
        one.expect_lost_lines()
        one.sit_at(table)
    rounds(both, 6)
    same(*both)
    played = moves_of(old, table)
    old.stop()
    for one in both:
        down(one)
    # somebody clicks while there is no server: it comes too late, but it comes
    waiting = at_turn(both)
    new = make_server()
    for one in both:
        up(one)
    assert moves_of(new, table)[: len(played)] == played
    same(*both)
    assert at_turn(both) is waiting
    rounds(both, 4)
    same(*both)
    assert len(moves_of(new, table)) > len(played)


def test_back_after_the_time_was_up(
    make_server: Callable[..., Server], visit: Callable[..., Visitor]
) -> None:
    """A bot moves meanwhile; one click, even in the middle of its turn, and the seat is back."""
    clock = Time()
    server = make_server(clock, bot_pause=3.0)  # the bot takes its time over her turn
    clock.database = server.settings.database.removeprefix("sqlite:///")
    ada = visit("Ada", server=server)
    table = ada.make([{"kind": "me"}, {"kind": "bot", "bot": "mozzo"}], clock=60, stand_in="mozzo")
    ada.sit_at(table)
    assert ada.asked() == "placement"
    clock.passes(61)
    back = ada.page.get_by_role("button", name=say("play-back"))
    expect(back).to_be_visible()
    assert moves_of(server, table) == []
    ada.click("[data-action=back]")
    expect(ada.page.get_by_text(say("play-no-time-bot")).first).to_be_visible()
    expect(back).to_have_count(0)
    assert ada.asked() == "orders"
    ada.turn()
    assert ada.call("get", f"/api/tables/{table}")["seats"][0]["away"] is False


def test_taking_back_a_turn(visit: Callable[..., Visitor], server: Server) -> None:
    """Also when it has ended, until the next player moves."""
    ada, bruno = visit("Ada"), visit("Bruno")
    table = lay(server, moment("it-2", at_sea), "Ada", "Bruno")
    for visitor in (ada, bruno):
        visitor.sit_at(table)
    mine, other = (ada, bruno) if ada.sees("[data-action=stop]") else (bruno, ada)
    before = mine.number
    mine.do("stop")
    assert other.asked() == "orders"
    mine.click("[data-action=undo]")
    assert mine.asked(before) == "sailing"
    other.wait("() => !document.querySelector('[data-ask]').dataset.ask")
    mine.do("stop")
    other.turn()
    expect(mine.page.locator("[data-action=undo]")).to_have_count(0)


def test_between_two_at_one_screen(visit: Callable[..., Visitor], server: Server) -> None:
    """Nobody's cards are there, but everyone sees what the last one did."""
    ada = visit("Ada")
    game = load(GAMES / "it-2.ghr.json")
    game.go_to(60)
    ada.sit_at(lay(server, game, "Ada", "Bruno", mine=(0, 1)))
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    assert not ada.sees("[data-card]")
    assert not ada.sees("[data-glow]")
    what = ada.text(".what").strip()
    assert what not in ("", say("play-welcome"))
    heard = f"{what} {say('play-pass-why')}"
    expect(ada.page.get_by_role("dialog")).to_have_accessible_description(heard)
    ships = ada.page.locator("[data-ship]")
    dialog = ada.page.get_by_role("dialog").bounding_box()
    assert dialog is not None
    for ship in ships.all():
        box = ship.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] / 2 < dialog["y"]
    ada.click("[data-action=sit]")
    expect(ada.page.locator("[data-card]")).to_have_count(len(game.state["hands"][game.player]))


def test_a_whole_game_at_one_screen(visit: Callable[..., Visitor], server: Server) -> None:
    """Nobody ever finds another's cards in the page, shown or hidden, to be seen or to be heard."""
    ada = visit("Ada")
    seats = [{"kind": "me"}, {"kind": "shared", "name": "Bruno"}]
    table = ada.make(seats, round_limit=6)
    ada.sit_at(table)
    who = ["Ada", "Bruno"]
    sat: list[int] = []
    told: set[str] = set()
    while (asked := ada.asked()) != "over":
        game = game_of(server, table)
        if asked == "curtain":
            expect(ada.page.get_by_role("dialog")).to_contain_text(who[game.player])
            assert not ada.sees("[data-card], [data-spot=hand]")
            assert told_cards(ada) == set()
            ada.click("[data-action=sit]")
            sat.append(game.player)
            assert ada.asked() == game.phase
        hand = game.state["hands"][game.player]
        cards = ada.page.locator("[data-spot=hand] [data-card]")
        assert "".join(cards.evaluate_all("all => all.map((one) => one.dataset.card)")) == hand
        assert ada.page.locator("[data-card]").count() == len(hand)
        assert told_cards(ada) <= {who[game.player]}
        told |= told_cards(ada)
        ada.turn()
    assert sat == [0, 1] * 7  # to place their ships, and then six rounds
    assert told == set(who)


def told_cards(visitor: Visitor) -> set[str]:
    """Of whom the page says, in whichever way, which cards they hold or have got."""
    text = visitor.page.evaluate(
        """[document.body.textContent, ...[...document.querySelectorAll('[aria-label], [title]')]
             .flatMap((one) => [one.ariaLabel, one.title])].join('\\n')"""
    )
    return set(CARDS.findall(text))


def test_through_the_past(visit: Callable[..., Visitor], server: Server) -> None:
    """By slider, keys and buttons; a link leads others to the same moment, without the hands."""
    ada, carla = visit("Ada"), visit("Carla")
    game = load(GAMES / "it-3.ghr.json")
    game.go_to(60)
    table = lay(server, game.copy(), "Ada", "Bruno", "Dora")
    ada.sit_at(table)
    now = ada.page.evaluate(SHIPS)

    def shows(ply: int, visitor: Visitor = ada) -> list[str]:
        expect(visitor.page).to_have_url(re.compile(rf"/table/{table}\?at={ply}$"))
        expect(visitor.page.get_by_role("slider")).to_have_value(str(ply))
        ships: list[str] = visitor.page.evaluate(SHIPS)
        return ships

    ada.click("[data-moment='40']")
    moment = shows(40)
    assert moment != now
    ada.page.keyboard.press("ArrowLeft")
    before = shows(39)
    ada.click("[data-action=later]")
    assert shows(40) == moment
    ada.page.keyboard.press("Home")
    start = shows(0)
    assert ada.page.locator("[data-action=earlier]").is_disabled()
    ada.page.keyboard.press("End")
    assert shows(60) == now
    assert ada.page.locator("[data-action=later]").is_disabled()
    ada.page.get_by_role("slider").fill("39")
    assert shows(39) == before
    game.go_to(39)
    hand = game.state["hands"][0]
    assert hand
    cards = ada.page.locator("[data-spot=hand] [data-card]")
    assert "".join(cards.evaluate_all("all => all.map((one) => one.dataset.card)")) == hand

    carla.open(ada.page.url)
    assert shows(39, carla) == before
    assert not carla.sees("[data-spot=hand]")
    carla.page.reload()
    assert shows(39, carla) == before
    carla.page.keyboard.press("Home")
    assert shows(0, carla) == start
    carla.page.keyboard.press("Escape")
    expect(carla.page).to_have_url(re.compile(f"/table/{table}$"))
    assert carla.page.evaluate(SHIPS) == now
