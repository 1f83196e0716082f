"""What the server counts, for Prometheus. Several processes count into files that are added up.

The variable PROMETHEUS_MULTIPROC_DIR has to be set before this module is imported first.
"""

import os
import sys
from pathlib import Path
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
REGISTRY: Final = CollectorRegistry()
CONTENT_TYPE: Final = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")  # Litestar adds it

# Seconds; what matters lies between one and twenty milliseconds.
_QUICK: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)

requests: Final = Counter(
    "goldenhorn_requests", "Answers by REST.", ["method", "route", "status"], registry=REGISTRY
)
request_seconds: Final = Histogram(
    "goldenhorn_request_seconds",
    "How long answers took.",
    ["route"],
    buckets=_QUICK,
    registry=REGISTRY,
)
limited: Final = Counter(
    "goldenhorn_limited", "Requests refused for their number.", ["kind"], registry=REGISTRY
)
sockets: Final = Gauge(
    "goldenhorn_sockets",
    "Live connections.",
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
tables_live: Final = Gauge(
    "goldenhorn_tables_live",
    "Tables held in memory.",
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
moves: Final = Counter("goldenhorn_moves", "Entries accepted.", ["by"], registry=REGISTRY)
games_over: Final = Counter("goldenhorn_games_over", "Games that ended.", registry=REGISTRY)
commits: Final = Counter("goldenhorn_commits", "Commits to the database.", registry=REGISTRY)
commit_seconds: Final = Histogram(
    "goldenhorn_commit_seconds", "How long a commit took.", buckets=_QUICK, registry=REGISTRY
)


def scraped() -> bytes:
    """Everything counted, of all processes, in Prometheus' words."""
    folder = os.environ.get(_FOLDER)
    if not folder:
        return generate_latest(REGISTRY)
    from prometheus_client.multiprocess import MultiProcessCollector

    _drop_the_dead(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _drop_the_dead(folder: Path) -> None:
    """What a process held that is no more, such as live connections, does not count any longer."""
    from prometheus_client.multiprocess import mark_process_dead

    for pid in {file.stem.rpartition("_")[2] for file in folder.glob("gauge_live*.db")}:
        if not _is_alive(int(pid)):
            mark_process_dead(int(pid), str(folder))  # type: ignore[no-untyped-call]


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # there, asking would end it
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
