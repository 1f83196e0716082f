"""The example that learns, for a minute, where PyTorch is installed."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from goldenhorn.envs.vector import VectorEnv

WITHOUT = (
    "PyTorch is in none of our locks, as it is gigabytes. To test examples/ppo.py: "
    ".venv/bin/pip install torch matplotlib && .venv/bin/pytest tests/envs/test_ppo.py"
)
torch = pytest.importorskip("torch", reason=WITHOUT)

PPO = Path(__file__).parents[2] / "examples" / "ppo.py"
BATCHES = 20  # of 32,768 decisions: in ten minutes there are some 300


@pytest.fixture
def ppo() -> Any:
    """The example, as a module."""
    return SimpleNamespace(**runpy.run_path(str(PPO), run_name="ppo"))


def test_the_example_learns_to_beat_random(ppo: Any) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)  # more only wait for each other where other tests run
    network = ppo.Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=ppo.LEARNING_RATE, eps=1e-5)
    env = VectorEnv(ppo.ROWS, ppo.TABLE, opponents="greedy", reward="margin", seed=1)
    batch = ppo.Batch(env)
    assert 0.4 < ppo.win_share(network, "random", 1000) < 0.6
    assert ppo.win_share(network, "greedy", 1000) < 0.01
    for _ in range(BATCHES):
        batch.learn(network, optimizer, *batch.play(network))
    # With four seeds it was 99.6 % each, and 12 to 16 % against the one it learned from.
    assert 0.98 < ppo.win_share(network, "random", 1000) <= 1
    assert ppo.win_share(network, "greedy", 1000) > 0.05


def test_the_example_draws_its_curve(ppo: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason=WITHOUT)
    curve = [{"minutes": 1.0 * at, "random": 0.5, "greedy": 0.0} for at in range(2)]
    ppo.plot(curve, tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").stat().st_size > 1000
