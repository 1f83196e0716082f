"""Somebody at a keyboard, who never points at anything."""

from collections.abc import Iterator
from typing import Final

from tests.web.visitor import DONE, Visitor

MOST: Final = 80  # times Tab is pressed before something counts as out of reach


class Keys:
    """The keyboard of a visitor."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.turns = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def at(self, selector: str) -> bool:
        """Whether this has the focus."""
        found: bool = self.page.evaluate(
            "(selector) => document.activeElement.matches(selector)", selector
        )
        return found

    @property
    def name(self) -> str:
        """What has the focus, as a screen reader calls it."""
        found: str = self.page.evaluate(
            "(({ ariaLabel, textContent }) => ariaLabel || textContent)(document.activeElement)"
        )
        return found.strip()

    def go(self, selector: str, key: str = "Tab") -> None:
        """From where one is to there."""
        passed: list[str] = []
        for _ in range(MOST):
            if self.at(selector):
                return
            passed.append(self.name[:60])
            self.press(key)
        raise AssertionError("\n".join([f"no way to {selector} by {key}:", *passed]))

    def do(self, selector: str, key: str = "Enter") -> None:
        """Go there and press it."""
        self.go(selector)
        self.press(key)

    def turn(self) -> str:
        """Make one decision, another kind of it each time; what was asked, or `over`."""
        phase = self.visitor.asked()
        if phase == "over":
            return phase
        if self.visitor.sees("[data-action=hint-read]"):
            self.do("[data-action=hint-read]")
            return "hint"
        number = self.visitor.number
        self.turns += 1
        if phase == "placement":
            self.do("[data-place-ship='1']", "Space")
            self.do("[data-action=place]")
        elif phase == "closing":
            self.close()
        elif phase == "sailing":
            self.do("[data-action=stop], [data-place]")
        else:
            self.order()
        self.visitor.wait(DONE, number)
        return phase

    def close(self) -> None:
        if self.visitor.sees("[data-action=end]"):
            self.do("[data-action=end]")
            assert self.at("[data-action=end-sure]")
            self.press("Enter")
        else:
            self.do("[data-action=done]")

    def order(self) -> None:
        """A raid, a dominion or a voyage: whichever glows, and each time first another."""
        glowing = [kind for kind in ("raid", "conquer", "sail") if self.glows(kind)]
        kind = glowing[self.turns % len(glowing)]
        number = self.visitor.number
        self.do(f"[data-glow={kind}]")
        for choice in self.choices(kind):
            if self.visitor.number != number:
                return
            assert self.at(choice), f"{kind}: led to something else"
            if choice == "[data-place]":
                self.along()
            self.press("Enter")

    def glows(self, kind: str) -> bool:
        return self.visitor.sees(f"[data-glow={kind}]")

    def choices(self, kind: str) -> Iterator[str]:
        """What is left to be chosen, one after the other."""
        if kind != "sail":
            choice = "[data-pair]" if kind == "raid" else "[data-mix]"
            if kind == "raid" or self.visitor.sees(choice):
                yield choice
            return
        if self.visitor.sees("[data-cargo]"):
            yield "[data-cargo]"
        yield "[data-place]"

    def along(self) -> None:
        """By arrow keys to the last place of the course, wherever it begins."""
        places = self.page.locator("[data-place]").evaluate_all(
            "all => all.map((one) => Number(one.dataset.place))"
        )
        ship = self.page.locator("[data-ship]:has([aria-pressed=true])").first
        at = int(ship.get_attribute("data-at") or 0)
        goal = max(places, key=lambda place: abs(place - at))
        self.go(f"[data-place='{goal}']", "ArrowRight")
