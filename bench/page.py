"""The page: how soon one can play, what it weighs, and what Lighthouse thinks of it."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from bench.measure import BYTES, FRAMES, SCORE, SECONDS, Effort, Row
from tools.chromium import chromium

PART: Final = "The page, in Chromium without a graphics card"

_ROOT: Final = Path(__file__).parents[1]
_ROWS: Final = (
    ("home: first paint", "a new visitor", SECONDS, "home painted"),
    ("home: all can be pressed", "a new visitor", SECONDS, "home usable"),
    ("“Play now” to the first decision", "a new visitor", SECONDS, "table usable"),
    ("table: first paint", "opened again", SECONDS, "table painted"),
    ("all files of the home page", "compressed", BYTES, "home bytes"),
    ("the same and those of the table", "compressed", BYTES, "all bytes"),
    ("frames while things move", "a game of 20 s", FRAMES, "frames"),
    ("the slowest frame of 100", "a game of 20 s", SECONDS, "slowest frames"),
)


def page(effort: Effort) -> Iterator[Row]:
    """From `make play` on."""
    if not chromium() or not shutil.which("make"):
        yield Row(PART, "the page", "needs Chromium and make: not measured")
        return
    subprocess.run([str(_ROOT / "tools" / "setup.sh"), "play"], check=True)
    waits: list[float] = []
    for _ in range(effort.few):
        effort.told("make play")
        with playing() as (_, waited):
            waits.append(waited)
    yield Row(PART, "`make play` until it answers", "nothing to set up", SECONDS, tuple(waits))
    with playing() as (address, _):
        effort.told("the page in Chromium")
        try:
            found = measured(address, effort.repetitions)
        except subprocess.CalledProcessError:  # it has said why
            yield Row(PART, "in Chromium", "could not be measured")
            return
    for what, how, unit, name in _ROWS:
        yield Row(PART, what, how, unit, tuple(map(float, found[name])))
    for room in ("home", "table"):
        for place, how in (("phone", "a slow phone"), ("desk", "a desk")):
            for trait in ("performance", "accessibility"):
                scores = tuple(map(float, found[f"{room} {place} {trait}"]))
                yield Row(PART, f"{room}: Lighthouse", f"{trait}, {how}", SCORE, scores)


@contextmanager
def playing() -> Iterator[tuple[str, float]]:
    """`make play`, with tables of its own: where it is, and after how many seconds it answered."""
    with tempfile.TemporaryDirectory() as folder:
        without = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
        own = {name: value for name, value in os.environ.items() if name not in without}
        own["XDG_DATA_HOME"] = folder
        began = time.perf_counter()
        with subprocess.Popen(
            ["make", "--silent", "play"],
            cwd=_ROOT,
            env=own,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                assert process.stdout
                address = process.stdout.readline().split()[-1]
                urllib.request.urlopen(address, timeout=20).close()
                yield address, time.perf_counter() - began
            finally:
                os.killpg(process.pid, signal.SIGINT)
                process.wait(20)


def measured(address: str, visits: int) -> dict[str, Any]:
    """What bench/page/measure.mjs finds."""
    command = [str(_ROOT / "tools" / "page.sh"), "measure", address, str(visits)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
