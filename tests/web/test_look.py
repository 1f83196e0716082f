"""What has to be seen is there: nothing runs out of its frame or lies over what matters more."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from goldenhorn import Game, options
from goldenhorn.record import load
from goldenhorn.words import say
from tests.server.conftest import Server
from tests.server.test_clock import Time
from tests.web.rooms import GAMES, moment, sit
from tests.web.visitor import PHONE, Visitor

SIZES = [(1024, 700), (1440, 900), PHONE]

# Whether what can be pressed is whole on the screen, with nothing over it.
_MEETS = """(button) => {
  const { left, top, right, bottom } = button.getBoundingClientRect()
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && button.contains(over)
}"""

# Words that stick out of the box they belong to.
_OUT = """([boxes, words]) => [...document.querySelectorAll(boxes)].flatMap((box) => {
  const edge = box.getBoundingClientRect()
  return [...box.querySelectorAll(words)].filter((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    return left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom
  }).map((one) => one.textContent)
})"""

# Places that a previewed course comes by and the printed route does not.
_ASTRAY = """() => {
  const points = (path) => path.getAttribute('d').match(/[ML][^ML]+/g)
  const route = points(document.querySelector('.chart path[stroke-dasharray="2 6"]'))
  const printed = new Set(route.map((point) => point.slice(1)))
  return points(document.querySelector('.marks path.s-leaf'))
    .filter((point) => point[0] === 'L' && !printed.has(point.slice(1)))
}"""


def resize(visitor: Visitor, size: tuple[int, int]) -> None:
    """The window is made this large, and the chart follows."""
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.wait(
        "() => document.querySelector('.stage .board')?.classList.contains('wide') ==="
        " (innerWidth >= 640) || document.querySelector('.scoring')"
    )


def edge(visitor: Visitor, selector: str, side: str) -> float:
    found: float = visitor.page.locator(selector).first.evaluate(
        "(one, side) => one.getBoundingClientRect()[side]", side
    )
    return found


def test_whoever_is_away_sees_how_to_come_back(
    make_server: Callable[..., Server], visit: Callable[..., Visitor]
) -> None:
    clock = Time()
    server = make_server(clock, bot_pause=60.0)
    clock.database = server.settings.database.removeprefix("sqlite:///")
    ada = visit("Ada", server=server)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "mozzo"}]
    ada.sit_at(ada.make(seats, clock=60, stand_in="mozzo", expansion=True))
    ada.asked()
    clock.passes(61)
    back = ada.page.locator("[data-action=back]")
    expect(back).to_be_visible()
    assert ada.text("[data-ask]") == say("play-wait-stand-in-own")
    for size in SIZES:
        resize(ada, size)
        assert back.evaluate(_MEETS), size
        assert ada.page.evaluate(_OUT, [".strip header", "h3, .tab"]) == [], size
        if size != PHONE:
            assert ada.page.evaluate("document.scrollingElement.scrollHeight") <= size[1], size


def test_the_final_scoring_holds_its_words(visit: Callable[..., Visitor]) -> None:
    ada = visit("Ada")
    whole = load(GAMES / "it-4-dominio.ghr.json")
    sit(ada, moment("it-4-dominio", lambda game: game.ply == len(whole.moves) - 1))
    while ada.turn() != "over":
        pass
    expect(ada.page.locator("[data-final=done] .fate")).to_be_visible()
    for size in SIZES:
        resize(ada, size)
        assert ada.page.evaluate(_OUT, [".final li", "h3, dt, dd"]) == [], size
        assert edge(ada, ".ask", "bottom") <= edge(ada, ".result", "top"), size
        if size != PHONE:
            assert ada.page.evaluate("document.scrollingElement.scrollHeight") <= size[1], size
    # on a phone what can be done next follows at once
    assert edge(ada, ".after", "top") - edge(ada, ".final li:last-child", "bottom") < 50


def test_a_course_is_the_printed_one(visit: Callable[..., Visitor]) -> None:
    """Also where the route bends, and from the city at its end."""
    ada = visit("Ada", size=PHONE, touch=True)
    for name in ("it-2", "it-4-dominio"):
        sit(ada, moment(name, lambda game: game.ply == game.players))
        for ship in ada.page.locator("[data-glow=sail]").all():
            ship.tap()
            expect(ada.page.locator(".marks path.s-leaf")).to_have_count(1)
            assert ada.page.evaluate(_ASTRAY) == []


@pytest.mark.parametrize("expansion", [False, True], ids=["base", "dominio"])
def test_a_phone_shows_the_route(visit: Callable[..., Visitor], expansion: bool) -> None:
    """Neither sentence, hint and tray lie on it, nor hand and buttons."""
    ada = visit("Ada", size=PHONE, touch=True, hints=True)
    sit(ada, Game.new(table=options(2, expansion=expansion), seed=3))
    squares = ".chart .f-tile"
    assert edge(ada, ".ask", "bottom") <= edge(ada, ".hint", "top") + 1
    assert edge(ada, ".hint", "bottom") < edge(ada, squares, "top")
    assert edge(ada, squares, "bottom") < edge(ada, ".own", "top")
    name = "it-2-dominio" if expansion else "it-2"
    sit(ada, moment(name, lambda game: game.ply == game.players))
    assert edge(ada, ".ask", "bottom") <= edge(ada, ".hint", "top") + 1
    top = edge(ada, ".board", "top")
    ada.click("[data-action=hints-off]")
    expect(ada.page.locator(".hint")).to_have_count(0)
    assert edge(ada, ".board", "top") == top
    # what can be done lies beside the hand
    ada.click("[data-glow=sail]")
    for button in ada.page.locator(".doing button").all():
        assert button.evaluate("(one) => one.getBoundingClientRect().top") >= (
            edge(ada, ".own", "top") - 1
        )
