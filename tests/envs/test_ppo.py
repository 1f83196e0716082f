"""The example that learns, for a few rounds, where PyTorch is installed."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from goldenhorn.envs.vector import VectorEnv

torch = pytest.importorskip("torch")

PPO = Path(__file__).parents[2] / "examples" / "ppo.py"


def test_the_example_learns_and_draws_its_curve(tmp_path: Path) -> None:
    ppo = SimpleNamespace(**runpy.run_path(str(PPO), run_name="ppo"))
    torch.manual_seed(1)
    torch.set_num_threads(1)  # more only wait for each other where other tests run
    network = ppo.Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=ppo.LEARNING_RATE, eps=1e-5)
    env = VectorEnv(ppo.ROWS, ppo.TABLE, opponents="greedy", reward="margin", seed=1)
    batch = ppo.Batch(env)
    before = ppo.win_share(network, "random", 200)
    for _ in range(3):
        batch.learn(network, optimizer, *batch.play(network))
    after = ppo.win_share(network, "random", 200)
    assert before + 0.1 < after <= 1
    pytest.importorskip("matplotlib")
    curve = [{"minutes": 1.0 * at, "random": before, "greedy": 0.0} for at in range(2)]
    ppo.plot(curve, tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").stat().st_size > 1000
