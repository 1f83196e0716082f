"""The built page in a real Chromium, with a real server behind it.

Where there is no Chromium the tests are left out with a warning; with CI=true they fail.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

import goldenhorn.server
import tools.chromium
from tests.needs import missing
from tests.server.conftest import Server, settings_for, start
from tests.web.visitor import Visitor

PAGE = Path(goldenhorn.server.__file__).parent / "page"  # built by tools/setup.sh


def chromium_here(playwright: Playwright) -> str:
    """Where a Chromium is: the machine's, or else the one Playwright may have brought."""
    path = tools.chromium.chromium() or playwright.chromium.executable_path
    if os.access(path, os.X_OK):
        return path
    missing("there is no Chromium to try the page in (on Debian: apt-get install chromium)")


# Of one file only: as long as Playwright runs, no other test of this process can use asyncio.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for all tests of a file."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_here(playwright), args=tools.chromium.flags()
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as it is now, even if it is built anew meanwhile."""
    folder = tmp_path_factory.mktemp("page") / "page"
    shutil.copytree(PAGE, folder)
    return folder


@pytest.fixture(scope="module")
def server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a file, with the page that set-up has built."""
    with settings_for("sqlite", tmp_path_factory.mktemp("server")) as settings:
        running = start(replace(settings, page=str(built)))
        yield running
        running.stop()


@pytest.fixture
def make_server(built: Path, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Servers one after the other, at the same address and on the same tables."""
    running: list[Server] = []
    with settings_for("sqlite", tmp_path) as settings:

        def make(clock: Callable[[], float] | None = None, **own: Any) -> Server:
            running.append(start(replace(settings, page=str(built), **own), clock))
            return running[-1]

        yield make
    for one in running:
        if one.thread.is_alive():
            one.stop()


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Browsers of their own. In the end none of them may have complained, or asked anyone else."""
    came: list[Visitor] = []

    def come(name: str | None = None, **options: Any) -> Visitor:
        came.append(Visitor(chromium, options.pop("server", server), name, **options))
        return came[-1]

    yield come
    troubles = [trouble for visitor in came for trouble in visitor.leave()]
    assert not troubles


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where to put what a test saw: GOLDENHORN_PICTURES, or a folder to be lost."""
    folder = Path(os.environ.get("GOLDENHORN_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
