"""What the server writes of its doings: a line of JSON each.

Only what is listed here is written. Nothing that people send, no header, no query and no message
of an exception gets in: any of them might hold a password, a token or somebody's chance.
"""

import json
import logging
import sys
import time
import traceback
from typing import Final

from goldenhorn.server.settings import Settings

_SHOWN: Final = ("request", "method", "route", "status", "ms", "seconds", "user", "table")
_OURS: Final = "goldenhorn"
# What uvicorn says at ease names addresses, and so the tables that only a link leads to.
_QUIET: Final = ("uvicorn", "uvicorn.error", "uvicorn.asgi", "aiosqlite", "sqlalchemy", "alembic")


class JsonLines(logging.Formatter):
    """A record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}"
            f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": _said(record),
        }
        for name in _SHOWN:
            value = record.__dict__.get(name)
            if value is not None:
                line[name] = value
        if record.exc_info and record.exc_info[1] is not None:
            line |= _where(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _said(record: logging.LogRecord) -> str:
    """Of what others say, only what is the same each time: we do not know what they put in."""
    if record.name.partition(".")[0] == _OURS:
        return record.getMessage()
    return next(iter(str(record.msg).splitlines()), "")


def _where(failed: BaseException) -> dict[str, object]:
    """The kind of an exception and where it came from, without what it says."""
    frames = traceback.extract_tb(failed.__traceback__)[-12:]
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    kinds = [type(failed).__name__]
    cause = failed.__cause__ or failed.__context__
    while cause is not None and len(kinds) < 5:
        kinds.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    return {"error": kinds, "at": places}


def begin(settings: Settings) -> None:
    """Write from now on, to the error stream."""
    root = logging.getLogger()
    if settings.log == "off":
        logging.disable(logging.ERROR)
        return
    writer = logging.StreamHandler(sys.stderr)
    writer.setFormatter(JsonLines())
    root.handlers[:] = [writer]
    root.setLevel(logging.WARNING if settings.log == "quiet" else logging.INFO)
    for name in _QUIET:
        theirs = logging.getLogger(name)
        theirs.handlers.clear()
        theirs.propagate = True
        theirs.setLevel(logging.WARNING)
