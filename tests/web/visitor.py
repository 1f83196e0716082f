"""Somebody with a browser, who looks at the page and clicks."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    TimeoutError,
    expect,
)

from goldenhorn import words
from tests.server.conftest import Server
from tests.web.watch import OUT_OF_REACH, WATCH

PATIENCE: Final = 20_000  # milliseconds; the machine may be busy
WIDE: Final = (1280, 800)
PHONE: Final = (360, 740)
STILL: Final = 0.01  # what shifts by less, nobody sees

expect.set_options(timeout=PATIENCE)

# What the server refuses, and a line that is down, the browser notes in its console by itself.
_NOTED = re.compile(r"Failed to load resource|WebSocket connection to .* failed")

# What is asked at the table, once everything has been shown: a phase, or that it is over.
_ASKED = """(not) => {
  const now = document.querySelector('[data-ask]')
  if (document.querySelector('[data-final]')) return 'over'
  if (document.querySelector('[data-action=sit]')) return 'curtain'
  return now && now.dataset.number !== not ? now.dataset.ask : ''
}"""

# Whether a decision was made: it is another's, or the next, or all is over.
DONE = """(not) => document.querySelector('[data-final], [data-action=sit]') ||
  document.querySelector('[data-ask]').dataset.number !== not"""


class Visitor:
    """A browser profile of its own, with one page open in it."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        name: str | None = None,
        *,
        size: tuple[int, int] = WIDE,
        scheme: Literal["light", "dark"] = "light",
        touch: bool = False,
        motion: bool = False,
        hints: bool = False,
    ) -> None:
        self.server = server
        self.name = name
        self.touch = touch
        self.said: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        self.context = browser.new_context(
            base_url=server.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            has_touch=touch,
            is_mobile=touch,
            locale="en-GB",
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(WATCH)
        if not hints:
            self._remember("hints-off", True)
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda trouble: self.said.append(str(trouble.error)))
        self.context.on("request", self._look_where)
        if name is not None:
            user = self.call("post", "/api/guest", {"name": name})["user"]
            self._remember("user", user)
        self.page: Page = self.context.new_page()

    def _remember(self, name: str, value: Any) -> None:
        """As if the page had been here before and kept this."""
        kept = f"localStorage.setItem({json.dumps(name)}, {json.dumps(json.dumps(value))})"
        self.context.add_init_script(f"if (location.protocol !== 'about:') {kept}")

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.said.append(message.text)

    def _look_where(self, request: Request) -> None:
        if not request.url.startswith((self.server.url, self.server.live)):
            self.said.append(f"asked somebody else: {request.url}")

    def expect(self, pattern: str) -> None:
        """This may stand in the console."""
        self.expected.append(re.compile(pattern))

    def expect_lost_lines(self) -> None:
        self.expected.append(_NOTED)

    def leave(self) -> list[str]:
        """Close everything, and tell what was wrong."""
        self.context.close()
        return [text for text in self.said if not any(p.search(text) for p in self.expected)]

    # The server, as this browser asks it

    def call(self, method: str, path: str, data: Any = None) -> Any:
        answer = getattr(self.context.request, method)(
            path, headers={"Origin": self.server.url}, **({} if data is None else {"data": data})
        )
        assert answer.ok, answer.text()
        return json.loads(answer.text() or "null")

    def make(self, seats: Sequence[dict[str, str]], **options: Any) -> str:
        """A new table."""
        asked = {"seats": list(seats), "first": 0, **options}
        if any(seat["kind"] == "me" for seat in seats):
            asked.setdefault("contribution", "ab" * 16)
        found: str = self.call("post", "/api/tables", asked)["id"]
        return found

    # The page

    def open(self, path: str) -> None:
        self.page.goto(path)

    def sit_at(self, table: str) -> None:
        self.open(f"/table/{table}")
        self.ready()

    def click(self, selector: str) -> None:
        """Press what can be pressed, with the mouse or a finger."""
        self._press(self.page.locator(selector).first)

    def button(self, word: str, **values: Any) -> None:
        """Press the button on which these words stand."""
        words_on_it = words.say(word, **values)
        self._press(self.page.get_by_role("button", name=words_on_it, exact=True).first)

    def _press(self, place: Locator) -> None:
        if self.touch:
            assert self.page.evaluate(OUT_OF_REACH) == []
            place.tap()
        else:
            place.click()

    def sees(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def wait(self, script: str, argument: Any = None) -> Any:
        """Until this holds in the page."""
        try:
            return self.page.wait_for_function(script, arg=argument).json_value()
        except TimeoutError:
            shown = self.page.locator("main").inner_text()[:600]
            raise AssertionError(
                f"{script} {argument}: in vain at {self.page.url} {self.said}\n{shown}"
            ) from None

    def ready(self) -> None:
        """Until the table is there and up to date."""
        self.wait("() => document.querySelector('[data-ask], [data-final], [data-action=sit]')")

    @property
    def number(self) -> str:
        found = self.page.locator("[data-ask]").first.get_attribute("data-number")
        return found or ""

    def asked(self, not_number: str = "") -> str:
        """Wait until something is asked here; the phase, `curtain` or `over`."""
        found: str = self.wait(_ASKED, not_number)
        return found

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def shifts(self) -> float:
        """How much the layout has shifted without being asked to, as browsers count it."""
        found: float = self.page.evaluate("window.shifts.reduce((sum, [value]) => sum + value, 0)")
        return found

    def stands_still(self) -> None:
        """Nothing has jumped since the page was opened."""
        assert self.shifts() < STILL, self.page.evaluate("window.shifts")

    def hears(self, sentence: str) -> None:
        """Wait until a screen reader has been given this to say."""
        self.wait("(sentence) => window.heard.includes(sentence)", sentence)

    @property
    def heard(self) -> list[str]:
        """All it has been given to say since the page was opened."""
        found: list[str] = self.page.evaluate("window.heard")
        return found

    # Playing by clicks

    def do(self, move: str) -> None:
        """One move that is not sailing."""
        verb, *rest = move.split()
        if verb == "place":
            for ship, port in enumerate(rest[0], 1):
                button = f"[data-place-ship='{ship}']"
                if self.text(button).strip() != words.say(f"port-{port}"):
                    self.click(button)
            self.click(f"[data-action=place][data-ports={rest[0]}]")
        elif verb == "raid":
            self._choose(f"[data-raid='{rest[0]}']", f"[data-pair={rest[1]}]", "[data-pair]")
        elif verb == "conquer":
            self._choose(f"[data-conquer={rest[0]}]", f"[data-mix='{rest[1]}']", "[data-mix]")
        elif verb == "end":
            self.click("[data-action=end]")
            self.click("[data-action=end-sure]")
        else:
            self.click(f"[data-action={verb}]")

    def _choose(self, what: str, how: str, choices: str) -> None:
        """Click on something; where that leaves a choice, on one of those."""
        number = self.number
        self.click(what)
        left = self.wait(
            "([number, choices]) => document.querySelector(choices) ? 'choice' :"
            " document.querySelector('[data-ask]').dataset.number !== number && 'done'",
            [number, choices],
        )
        if left == "choice":
            self.click(how)

    def sail(self, ship: int, freight: str | None, place: int) -> None:
        """The ship, with this if there is a choice, to that place: three clicks at most."""
        number = self.number
        under_way = self.page.locator("[data-ask]").first.get_attribute("data-ask") == "sailing"
        if not under_way and not self.sees(f"[data-place='{place}']"):
            self.click(f"[data-ship$='.{ship}'] [data-glow=sail]")
        if freight and freight != "about":
            self.wait(
                "([number, freight]) => document.querySelector('[data-ask]').dataset.number !=="
                " number || document.querySelector(`[data-cargo=${freight}]`) ||"
                " document.querySelector('[data-place]') && 'no choice'",
                [number, freight],
            )
            if self.number == number and self.sees(f"[data-cargo={freight}]"):
                self.click(f"[data-cargo={freight}]")
        if self.number == number and self.sees(f"[data-place='{place}']"):
            self.click(f"[data-place='{place}']")

    def turn(self, choose: Callable[[list[str]], str] | None = None) -> str:
        """Make one decision, whichever: what was asked, or `over`."""
        phase = self.asked()
        number = self.number if phase not in ("over", "curtain") else ""
        if phase == "over":
            return phase
        if phase == "curtain":
            self.click("[data-action=sit]")
            return phase
        if self.sees("[data-action=hint-read]"):
            self.click("[data-action=hint-read]")
            return "hint"
        if phase == "placement":
            self.click("[data-action=place]")
        elif phase == "closing":
            self.do("end" if self.sees("[data-action=end]") else "done")
        elif phase == "sailing":
            self.click(self._first("[data-action=stop]", "[data-place]"))
        else:
            self._any_voyage(number)
        self.wait(DONE, number)
        return phase

    def _first(self, *selectors: str) -> str:
        return next(one for one in selectors if self.sees(one))

    def _any_voyage(self, number: str) -> None:
        ships = self.page.locator("[data-glow=sail]")
        if ships.count() > 1 or not self.sees("[data-place]"):
            self.click("[data-glow=sail]")
        self.wait(
            "(number) => document.querySelector('[data-ask]').dataset.number !== number ||"
            " document.querySelector('[data-place]')",
            number,
        )
        if self.number != number:
            return
        if self.sees("[data-glow=cargo]"):
            self.click("[data-glow=cargo]")
        far = self.page.locator("[data-place]")
        places = [int(p.get_attribute("data-place") or 0) for p in far.all()]
        at = self.page.locator("[data-ship]:has([aria-pressed=true])").first.get_attribute(
            "data-at"
        )
        goal = max(places, key=lambda place: abs(place - int(at or 0)))
        self.click(f"[data-place='{goal}']")
