"""A real Ray of several machines on this one: same results, even if one dies on the way."""

import json
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import goldenhorn
from goldenhorn.cli import main
from goldenhorn.lab import dataset
from goldenhorn.lab import ray as ours
from goldenhorn.lab.arena import Setup, Task, play, play_task
from goldenhorn.lab.balance import Found, as_data, balance
from goldenhorn.lab.games import Sitting
from goldenhorn.lab.spread import Spread, on_threads, spread_on
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
SMALL = {"num_cpus": 1, "object_store_memory": 80_000_000}


def done_where(do: Callable[[Any], Any], meeting: Path, task: Any) -> tuple[str, Any]:
    """A task that takes a while, and on which machine it was done.

    The first waits until a second machine takes part.
    """
    here = ray.get_runtime_context().get_node_id()
    (meeting / here).touch()
    deadline = time.monotonic() + 60
    while len(list(meeting.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.2)
    return here, do(task)


def noting(places: set[str], address: str, meeting: Path) -> Spread:
    """The cluster, and on which of its machines it did what it was given."""

    def spread(do: Callable[[Any], Any], tasks: Iterable[Any], /) -> Generator[Any, None, None]:
        for place, done in ours.on_ray(address)(partial(done_where, do, meeting), tasks):
            places.add(place)
            yield done

    return spread


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two machines, for all tests of this file: starting them takes seconds."""
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patched:
        # Workers import this checkout; and each may compile, so one folder for all.
        source = str(Path(goldenhorn.__file__).parents[1])
        patched.setenv("PYTHONPATH", os.pathsep.join([source, str(Path.cwd())]))
        patched.setenv("RAY_USAGE_STATS_ENABLED", "0")
        made = Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
        try:
            made.add_node(**SMALL)
            made.wait_for_nodes()
            yield made
        finally:
            ray.shutdown()
            made.shutdown()


@pytest.fixture
def meeting(tmp_path: Path) -> Path:
    """Where machines say that they take part."""
    folder = tmp_path / "meeting"
    folder.mkdir()
    return folder


def test_a_machine_dies_and_nobody_notices(cluster: Any, meeting: Path) -> None:
    here = list(on_threads(2)(play_task, TASKS))
    doomed = cluster.add_node(**SMALL)
    cluster.wait_for_nodes()
    there: list[list[Json]] = []
    places: set[str] = set()
    for rows in noting(places, cluster.address, meeting)(play_task, TASKS):
        there.append(rows)
        if len(there) == 4:  # while others wait there to be done
            cluster.remove_node(doomed, allow_graceful=False)
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


def test_balance_is_the_same_on_several_machines(
    cluster: Any, meeting: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = options(3, expansion=True)

    def found(spread: Spread) -> Json:
        all_of_it = Found()
        for _, _, part in balance([table], "greedy", 144, 7, spread):
            all_of_it.add(part)
        return as_data(table, all_of_it)

    places: set[str] = set()
    assert found(noting(places, cluster.address, meeting)) == found(on_threads(2))
    assert len(places) == 2

    # And as the command is given, in which several tables and routes are spread.
    command = ["balance", "--player", "quick", "--deals", "24", "--edition", "it", "--seats", "2,3"]
    told = []
    for where in (["--threads", "2"], ["--on", cluster.address]):
        assert main([*command, *where, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["routes"]


def content(file: Path) -> tuple[Any, ...]:
    """All that is in a file; its bytes may differ, as zstd packs the same now so and now so."""
    metadata = pq.read_metadata(file)
    groups = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
    return groups, metadata.metadata, pq.read_table(file)


def test_a_dataset_is_the_same_on_several_machines(
    cluster: Any, meeting: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "GROUP", 2000)
    monkeypatch.setattr(dataset, "BLOCK", 10)
    sitting = Sitting(options(3, expansion=True), ("greedy", "quick", "random"), 7)
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    places: set[str] = set()
    rows = dataset.dataset(sitting, 95, here, on_threads(2))
    assert dataset.dataset(sitting, 95, there, noting(places, cluster.address, meeting)) == rows
    assert content(there) == content(here)
    assert len(places) == 2

    # The command, with players in Python, which are made anew by each worker.
    command = ["dataset", "--seats", "search:2,quick", "--games", "30"]
    assert main([*command, "--threads", "2", "--out", str(here)]) == 0
    assert main([*command, "--on", cluster.address, "--out", str(there)]) == 0
    assert content(there) == content(here)


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ours.NoRay, match="not installed"):
        ours.connected(None)
