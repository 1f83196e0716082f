"""A file of SQLite's serves one server at a time; this is how a second one finds out."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


class Held(Exception):
    """Another server has it; `address` is where that one is, if it has said so."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@contextmanager
def held(database: Path, address: str) -> Iterator[None]:
    """Have the database to oneself; whoever comes meanwhile is told the address."""
    beside = database.with_name(database.name + ".lock")
    beside.parent.mkdir(parents=True, exist_ok=True)
    with beside.open("a+", encoding="utf-8") as file:
        if not _lock(file):
            file.seek(1)
            raise Held(file.read(200).strip())
        file.truncate(0)
        file.write(f" {address}\n")  # the first byte is what is locked
        file.flush()
        yield


def _lock(file: IO[str]) -> bool:
    """The system lets go of it when the process ends, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def database_file(url: str) -> Path | None:
    """The file of an SQLite database; none for others, and for one in memory."""
    scheme, _, rest = url.partition("://")
    path = rest.partition("?")[0].removeprefix("/")
    if not scheme.startswith("sqlite") or not path or path.startswith(":memory:"):
        return None
    return Path(os.path.abspath(path))
