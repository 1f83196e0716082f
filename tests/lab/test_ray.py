"""A real Ray of several machines on this one: same results, even if one dies on the way."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import goldenhorn
from goldenhorn.lab import ray as ours
from goldenhorn.lab.arena import Setup, Task, play, play_task
from goldenhorn.lab.spread import on_threads, spread_on
from goldenhorn.rules.options import options
from goldenhorn.trace import Json
from tests.needs import needed

ray = needed("ray")

# Ray's own processes leave sockets behind, and say so in ways that change from version to version.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]

SETUP = Setup(("greedy", "quick", "random"), tuple(options(n) for n in (2, 3)), 11)
TASKS = [Task(SETUP, first, 6) for first in range(0, 120, 6)]


def played_where(task: Task) -> tuple[str, list[Json]]:
    """A task that takes a while, and on which machine it was done."""
    time.sleep(0.3)
    return ray.get_runtime_context().get_node_id(), play_task(task)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    # Workers import this checkout; and each may compile, so one folder for all.
    source = str(Path(goldenhorn.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([source, str(Path.cwd())]))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    small = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}
    made = Cluster(initialize_head=True, head_node_args=small)
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def test_a_machine_dies_and_nobody_notices(cluster: Any) -> None:
    here = list(on_threads(2)(play_task, TASKS))
    doomed = [cluster.add_node(num_cpus=1, object_store_memory=80_000_000) for _ in range(2)]
    cluster.wait_for_nodes()
    there, places = [], set()
    for place, rows in ours.on_ray(cluster.address)(played_where, TASKS):
        there.append(rows)
        places.add(place)
        if len(there) == 4:  # while others wait there to be done
            cluster.remove_node(doomed[0], allow_graceful=False)
    assert there == here
    assert len(places) > 1
    deadline = time.monotonic() + 30
    while sum(node["Alive"] for node in ray.nodes()) != 2 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert sum(node["Alive"] for node in ray.nodes()) == 2

    # The arena itself; and a worker with another program is found out.
    first = list(play(SETUP, 0, 3, on_threads(1)))
    assert list(play(SETUP, 0, 3, spread_on("ray", 1))) == first
    with pytest.raises(Exception, match="other rules or players"):
        ray.get(ray.remote(ours.checked).remote("others", len, "task"))


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ours.NoRay, match="not installed"):
        ours.connected(None)
