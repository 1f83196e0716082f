"""Runs every command shown in README.md and docs/, and writes down anew what it answers.

usage: .venv/bin/python -m tools.make_screens

In a block marked `console`, a line `$ goldenhorn ...` is run in a folder that holds a copy of
docs/game.ghr.json, and what it prints replaces the lines below it. What a person types after a
prompt is typed again. The picture docs/table.svg is made by the command that the README shows.
"""

import io
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import goldenhorn.lab.simulate  # noqa: F401 - or `score` would import the rules uncompiled
from goldenhorn.cli import main as command_line

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
GAME = ROOT / "docs" / "game.ghr.json"
PICTURE = ROOT / "docs" / "table.svg"

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
_COMMAND = re.compile(r"^\$ goldenhorn (.*)\n((?:(?!\$ ).*\n)*)", re.M)
_TYPED = re.compile(
    r"^(?:.*, your move:|Enter ends your turn; undo takes it back:)(?: (.+))?$", re.M
)
_SPEED = re.compile(r"[\d.]+ s \([\d,]+ a second\)")  # never twice the same


def remade(page: str) -> str:
    """The page with the answers of all its commands written anew."""
    return _BLOCK.sub(lambda block: f"```console\n{_COMMAND.sub(_again, block[1])}```", page)


def _again(shown: re.Match[str]) -> str:
    """A command with what it answers now."""
    answer = run(shown[1], [typed or "" for typed in _TYPED.findall(shown[2])])
    if _without_speed(answer) == _without_speed(shown[2]):
        answer = shown[2]
    return f"$ goldenhorn {shown[1]}\n{answer}"


def _without_speed(answer: str) -> str:
    return _SPEED.sub("", " ".join(answer.split()))


def run(command: str, typed: list[str]) -> str:
    """What a command prints on a screen 80 columns broad, and what is typed there."""
    screen = io.StringIO()
    answers = iter(typed)

    def ask(prompt: str) -> str:
        answer = next(answers, None)
        print(prompt + (answer or ""))
        if answer is None:
            raise EOFError
        return answer

    with (
        _table_of_its_own(),
        redirect_stdout(screen),
        redirect_stderr(screen),
        patch("builtins.input", ask),
    ):
        command_line(shlex.split(command))
    lines = (line.rstrip() for line in screen.getvalue().splitlines())
    return "\n".join(lines).rstrip("\n") + "\n"


@contextmanager
def _table_of_its_own() -> Iterator[None]:
    """A folder with the game in it, and nothing around that would change the answers."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        shutil.copy(GAME, folder)
        for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
            os.environ.pop(name, None)
        os.environ |= {"COLUMNS": "80", "LINES": "50", "XDG_DATA_HOME": folder}
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def picture() -> str:
    """The game of the README, drawn."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "table.svg"
        run(f"replay {GAME.name} --svg {shlex.quote(str(out))}", [])
        return out.read_text(encoding="utf-8")


def main() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(remade(text), encoding="utf-8", newline="\n")
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
