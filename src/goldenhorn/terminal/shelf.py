"""Where games played in the terminal are kept."""

from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from goldenhorn.record import ENDING, BadRecord, read


def shelf() -> Path:
    """The folder of this person's games."""
    return user_data_path("goldenhorn") / "games"


def fresh_file() -> Path:
    """A name for a new game's file that none has yet."""
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    file = shelf() / f"{name}{ENDING}"
    more = 1
    while file.exists():
        more += 1
        file = shelf() / f"{name}-{more}{ENDING}"
    return file


def unfinished() -> Path | None:
    """The game that was left last, if it is not over."""
    files = sorted(shelf().glob(f"*{ENDING}"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        try:
            game = read(file).game
        except (BadRecord, OSError):
            return None
        if game.line:  # one that was left before its first move is not missed
            return None if game.is_over else file
    return None
