"""A walk through every room of the page, the table in every state somebody can find it in."""

import secrets
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from playwright.sync_api import expect

from goldenhorn import Game, options
from goldenhorn.record import load
from goldenhorn.words import say
from tests.server.conftest import PASSWORD
from tests.web.stored import lay
from tests.web.visitor import Visitor

GAMES = Path(__file__).parents[1] / "games"
OTHERS = ["Bruno", "Caterina", "Donata"]


@cache
def moment(name: str, holds: Callable[[Game], bool]) -> Game:
    """A stored game when this holds for the first time."""
    whole = load(GAMES / f"{name}.ghr.json")
    game = Game.new(table=whole.options, seed=whole.seed)
    for move in whole.moves:
        if holds(game):
            return game
        game.play(move)
    raise AssertionError(f"{name}: no such moment")


def _verbs(game: Game) -> list[str]:
    return [move.split()[0] for move in game.legal]


def _choice(game: Game, verb: str) -> bool:
    """Whether there is something that can be done in two ways."""
    ways = [tuple(move.split()[:2]) for move in game.legal if move.startswith(verb)]
    return len(ways) > len(set(ways))


def at_orders(game: Game) -> bool:
    return game.ply > 60 and _choice(game, "raid") and "sail" in _verbs(game)


def at_quay(game: Game) -> bool:
    """Some ship can load many kinds of goods, with the expansion soldiers among them."""
    loads = _loads(game, _laden_best(game))
    return game.ply > 30 and len(loads) > 4 and ("soldiers" in loads) is game.options.expansion


def _loads(game: Game, ship: str) -> list[str]:
    moves = [move.split() for move in game.legal]
    return [move[2] for move in moves if move[:2] == ["sail", ship] and len(move) > 2]


def _laden_best(game: Game) -> str:
    return max("123", key=lambda ship: len(_loads(game, ship)))


def at_conquest(game: Game) -> bool:
    return _choice(game, "conquer")


def at_sea(game: Game) -> bool:
    return game.ply > 40 and "wind" in _verbs(game)


def at_closing(game: Game) -> bool:
    return "end" in _verbs(game)


def sit(ada: Visitor, game: Game) -> None:
    """Ada at the table of this game, at the seat whose decision it is."""
    who = OTHERS[: game.players - 1]
    who.insert(game.player, "Ada")
    ada.sit_at(lay(ada.server, game, *who))
    assert ada.asked()


def tour(ada: Visitor) -> Iterator[str]:
    """Ada comes as a stranger, becomes a guest, and in the end has an account."""
    yield from _before(ada)
    ada.call("post", "/api/guest", {"name": "Ada"})
    yield from _rooms(ada)
    yield from _table(ada)
    yield from _yours(ada)


def _before(ada: Visitor) -> Iterator[str]:
    ada.open("/")
    expect(ada.page.locator("[aria-labelledby=list-watch] :is(p, li)").first).to_be_visible()
    yield "home"
    ada.open("/me")
    expect(ada.page.get_by_role("button", name=say("me-be"))).to_be_visible()
    yield "me, nobody"
    ada.open("/rules")
    expect(ada.page.locator("[id='R5.4']")).to_be_visible()
    yield "rules"
    ada.open("/api")
    yield "api"
    ada.expect(r"404 \(Not Found\)")
    ada.open("/cellar")
    expect(ada.page.get_by_role("heading", name=say("page-lost"))).to_be_visible()
    yield "lost"


def _rooms(ada: Visitor) -> Iterator[str]:
    ada.open("/new")
    ada.page.get_by_label(say("new-kind", seat=2), exact=True).select_option("shared")
    ada.page.get_by_text(say("new-own-points")).click()
    yield "new table"
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "marinaio"}]
    waiting = ada.make(seats, edition="fr", expansion=True, clock=86400)
    ada.open(f"/table/{waiting}")
    expect(ada.page.get_by_role("heading", name=say("wait-title"))).to_be_visible()
    yield "waiting"
    ada.page.get_by_text(say("wait-fair"), exact=True).click()
    ada.button("wait-close")
    yield "waiting, closing it"
    lay(ada.server, moment("it-3", at_sea), "Ada", *OTHERS[:2])
    lay(ada.server, moment("it-4-dominio", at_sea), *OTHERS, "Ettore")
    ada.page.evaluate("localStorage.setItem('user', '{\"name\": \"Ada\"}')")
    ada.open("/")
    expect(ada.page.locator("main a[href^='/table/']").nth(2)).to_be_visible()
    yield "home, known"


def _table(ada: Visitor) -> Iterator[str]:
    sit(ada, Game.new(table=options(4, expansion=True), seed=3))
    yield "table, placement"
    sit(ada, moment("it-4-dominio", lambda game: game.ply == 4))
    yield "table, first turn"
    sit(ada, moment("it-4-dominio", at_orders))
    yield "table, orders"
    ada.click("[data-glow=raid]")
    yield "table, raid"
    sit(ada, moment("it-4-dominio", at_conquest))
    ada.click("[data-glow=conquer]")
    yield "table, conquest"
    for name in ("it-3", "it-4-dominio"):
        sit(ada, moment(name, at_quay))
        ship = _laden_best(moment(name, at_quay))
        ada.click(f"[data-ship$='.{ship}'] [data-glow=sail]")
        yield f"table, loading {name}"
    ada.click("[data-glow=cargo]")
    yield "table, course"
    sit(ada, moment("it-3", at_sea))
    yield "table, sailing"
    sit(ada, moment("it-3", at_closing))
    yield "table, closing"
    ada.button("play-leave")
    yield "table, leaving"
    ada.button("play-stay")
    ada.click("[data-moment]:not(:disabled)")
    expect(ada.page.locator("[data-action=now]")).to_be_visible()
    yield "table, the past"
    ada.button("play-chat")
    ada.page.get_by_role("textbox", name=say("play-chat-say")).fill("Buon vento!")
    ada.button("play-chat-send")
    expect(ada.page.get_by_role("log").get_by_text("Buon vento!")).to_be_visible()
    yield "table, chat"
    ada.sit_at(lay(ada.server, moment("it-2", at_sea), "Ada", "Bruno", mine=(0, 1)))
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    yield "table, curtain"
    whole = load(GAMES / "it-4-dominio.ghr.json")
    sit(ada, moment("it-4-dominio", lambda game: game.ply == len(whole.moves) - 1))
    while ada.turn() != "over":
        pass
    expect(ada.page.locator("[data-final=done]")).to_be_visible()
    yield "table, over"
    ada.click("[data-action=replay]")
    expect(ada.page.locator("[data-action=later]")).to_be_enabled()
    yield "table, over, its beginning"


def _yours(ada: Visitor) -> Iterator[str]:
    ada.open("/me")
    expect(ada.page.get_by_role("heading", name=say("me-account-make"))).to_be_visible()
    yield "me, guest"
    name = f"Ada{secrets.token_hex(2)}"  # nobody else's: the server has known other Adas
    ada.call("post", "/api/account", {"name": name, "password": PASSWORD})
    ada.call("post", "/api/tokens", {"name": "my little bot"})
    ada.open("/me")
    expect(ada.page.get_by_role("button", name=say("me-sign-out"))).to_be_visible()
    yield "me, account"
