"""Every room, wide and on a phone, in light and dark: for all who look, touch or listen."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.web.rooms import at_orders, moment, sit, tour
from tests.web.visitor import PHONE, WIDE, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BOT = {"kind": "bot", "bot": "mozzo"}
TOUCH = 44  # pixels; a fingertip

_AXE = """async () => (await axe.run(document)).violations.flatMap(({ id, help, nodes }) =>
  nodes.map(({ target, any }) => `${id}: ${help}: ${target} ${any[0]?.message ?? ''}`))"""

# What sticks out of the screen, and words that are cut off.
_CLIPPED = """() => {
  const found = []
  const { scrollWidth } = document.scrollingElement
  // a phone shows all of a page that is too wide, only smaller
  const width = Math.min(innerWidth, screen.width)
  if (scrollWidth > width) found.push(`the page is ${scrollWidth} wide`)
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const words = text.textContent.trim()
    const own = text.parentElement
    if (!words || own.closest('.unseen, svg, option, script, style, .skip')) continue
    if (!own.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1) found.push(`off the screen: ${words}`)
    for (let box = own; box; box = box.parentElement) {
      const style = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      if (['auto', 'scroll'].includes(style.overflowY)) break
      const across = style.overflowX !== 'visible'
        && (left < edge.left - 1 || right > edge.right + 1)
      const down = style.overflowY !== 'visible'
        && (top < edge.top - 3 || bottom > edge.bottom + 3)
      if (!across && !down) continue
      found.push(`cut off by ${box.localName}.${box.className}: ${words}`)
      break
    }
  }
  return found
}"""

# Piles, goods on the quays and dominions that lie over each other.
_LAPPING = """() => {
  const kinds = ['.piles > *', '[data-spot=port-V] .heap', '[data-spot=port-C] .heap']
  const groups = [...kinds, '[data-dominion]']
    .map((one) => [...document.querySelectorAll(one)].map((each) => each.getBoundingClientRect()))
  const over = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  return groups.flatMap((group, one) => groups.slice(one + 1).flatMap((other, two) =>
    group.some((a) => other.some((b) => over(a, b))) ? [`${one} over ${one + two + 1}`] : []))
}"""

# How far from its middle a finger may miss each thing that can be pressed.
_SMALL = """(least) => {
  const found = []
  const things = 'a[href], button:enabled, input:enabled, select:enabled, summary, [role=button]'
  const x0 = scrollX, y0 = scrollY
  const top = document.querySelector('dialog:modal') ?? document
  for (const thing of top.querySelectorAll(things)) {
    const own = thing.closest('label') ?? thing
    if (!own.checkVisibility({ visibilityProperty: true })) continue
    if (own.closest('.skip, [inert]')) continue
    const inText = thing.matches('a') && getComputedStyle(thing).display === 'inline'
      && thing.parentElement.textContent.trim() !== thing.textContent.trim()
    if (inText) continue
    own.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = own.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const meets = (x, y) => {
      const hit = document.elementFromPoint(x, y)
      return hit && (own.contains(hit) || hit.closest('label')?.control === thing)
    }
    const half = least / 2 - 0.5
    if ([[half, 0], [-half, 0], [0, half], [0, -half]].every(([dx, dy]) => meets(x + dx, y + dy)))
      continue
    const reach = (dx, dy) => {
      let far = 0
      while (far < least && meets(x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 0.5
      return far
    }
    const across = reach(1, 0) + reach(-1, 0), down = reach(0, 1) + reach(0, -1)
    if (Math.min(across, down) < least - 1) {
      const name = thing.ariaLabel || thing.textContent.trim() || thing.id
      found.push(`${thing.localName} ${name}: ${across} × ${down}`)
    }
  }
  scrollTo(x0, y0)
  return found
}"""


def axe(visitor: Visitor) -> list[str]:
    """What axe has to say of the page as it is now."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(_AXE)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_every_room(
    visit: Callable[..., Visitor],
    size: tuple[int, int],
    scheme: Literal["light", "dark"],
    request: pytest.FixtureRequest,
) -> None:
    phone = size == PHONE
    ada = visit(size=size, touch=phone, scheme=scheme)
    found: dict[str, Any] = {}
    for number, room in enumerate(tour(ada)):
        _picture(ada, request.node.callspec.id, f"{number:02} {room}")
        troubles = axe(ada) + ada.page.evaluate(_CLIPPED) + ada.page.evaluate(_LAPPING)
        if phone and room != "api":
            troubles += ada.page.evaluate(_SMALL, TOUCH)
        if troubles:
            found[room] = troubles
    assert not found, "\n".join(f"{room}: {one}" for room in found for one in found[room])


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1366, 768), (2560, 1440)])
def test_a_table_fits_on_one_screen(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ada = visit("Ada", size=size)
    for name in ("it-2", "it-4-dominio"):
        sit(ada, moment(name, at_orders))
        needed = ada.page.evaluate("document.scrollingElement.scrollHeight")
        assert needed <= size[1], name
        board = ada.page.locator(".stage").bounding_box()
        assert board is not None
        assert board["width"] * board["height"] > 0.25 * size[0] * size[1], name


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_jumps(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    """While a room fills, and at a table while ships glide and cubes fly: those do not count."""
    ada = visit("Ada", size=size, touch=size == PHONE, motion=True, hints=True)
    rooms = {
        "/": "[aria-labelledby=list-watch] :is(p, li)",
        "/new": "main form",
        f"/table/{ada.make([{'kind': 'me'}, BOT], expansion=True)}": "[data-glow]",
    }
    for path, filled in rooms.items():
        ada.open(path)
        expect(ada.page.locator(filled).first).to_be_visible()
        ada.page.wait_for_load_state("networkidle")
        ada.stands_still()
    for _ in range(4):
        ada.turn()
    ada.asked()
    ada.stands_still()


def _picture(visitor: Visitor, kind: str, room: str) -> None:
    """Only for whoever asks for pictures: each takes a while."""
    if "GOLDENHORN_PICTURES" in os.environ:
        path = Path(os.environ["GOLDENHORN_PICTURES"]) / kind / f"{room}.png"
        visitor.page.screenshot(path=path, full_page="table" not in room or not visitor.touch)
