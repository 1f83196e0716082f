"""PPO in one file, in the style of CleanRL, on the vectorised environment.

    pip install "goldenhorn[envs]" torch matplotlib
    python examples/ppo.py --minutes 10 --plot ppo.svg

Learns two-player Golden Horn on the processor against `greedy`. Now and then it plays against
`random` and `greedy` to see how good it has become; draws the curve, keeps the network with --save.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from goldenhorn import options
from goldenhorn.envs.fields import FIELDS, MASK_SIZE, SIZE
from goldenhorn.envs.vector import VectorEnv

ROWS = 512  # games at once
STEPS = 64  # own decisions in each before the network learns from them
WIDTH = 128
EPOCHS = 2
MINIBATCH = 4096
LEARNING_RATE = 1e-3
DISCOUNT = 0.997
GAE_LAMBDA = 0.95
CLIP = 0.2
ENTROPY = 0.01
VALUE = 0.5
MAX_GRADIENT = 0.5
POINTS = 20  # rewards are margins in points, divided by this

TABLE = options(2)


class Network(nn.Module):
    """A policy over all moves and a value, from the bytes of an observation."""

    def __init__(self) -> None:
        super().__init__()
        scale = [50 if field.most == 255 else min(field.most, 10) for field in FIELDS]
        sizes = [field.size for field in FIELDS]
        self.register_buffer("scale", 1 / torch.tensor(np.repeat(scale, sizes)).float())
        self.body = nn.Sequential(layer(SIZE, WIDTH), nn.ReLU(), layer(WIDTH, WIDTH), nn.ReLU())
        self.policy = layer(WIDTH, MASK_SIZE, gain=0.01)
        self.value = layer(WIDTH, 1, gain=1)

    def forward(
        self, observations: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of all moves, and the value."""
        hidden = self.body(observations.float() * self.scale)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, dim=-1), self.value(hidden).squeeze(-1)


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


@torch.no_grad()
def win_share(network: Network, opponent: str, games: int = 400, seed: int = 1) -> float:
    """How much of the wins it gets; every row's first game counts, in both seats equally often."""
    env = VectorEnv(games, TABLE, opponents=opponent, seed=seed)
    share, over = np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        log_odds, _ = network(torch.from_numpy(env.observations), torch.from_numpy(env.masks))
        # Rather the likelier moves, but not always the same: that may sail in circles for ever.
        env.step(torch.multinomial((2 * log_odds).exp(), 1).squeeze(-1).numpy())
        new = env.terminated & ~over
        share[new] = env.rewards[new]
        over |= new
    env.close()
    return float(share.mean())


class Batch:
    """What happened in all games in some steps, one after the other."""

    def __init__(self, env: VectorEnv) -> None:
        shape = (STEPS, env.count)
        self.env = env
        self.observations = torch.zeros((*shape, SIZE), dtype=torch.uint8)
        self.masks = torch.zeros((*shape, MASK_SIZE), dtype=torch.bool)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.log_odds = torch.zeros(shape)
        self.values = torch.zeros(shape)
        self.rewards = torch.zeros(shape)
        self.ended = torch.zeros(shape)

    @torch.no_grad()
    def play(self, network: Network) -> tuple[torch.Tensor, torch.Tensor]:
        """Fill it by playing; advantages and returns (GAE)."""
        env = self.env
        # These are windows on the arrays that the environment writes in place.
        observations, masks = torch.from_numpy(env.observations), torch.from_numpy(env.masks)
        rewards, ended = torch.from_numpy(env.rewards), torch.from_numpy(env.terminated)
        for step in range(STEPS):
            self.observations[step] = observations
            self.masks[step] = masks
            log_odds, self.values[step] = network(observations, masks)
            actions = torch.multinomial(log_odds.exp(), 1).squeeze(-1)
            self.actions[step] = actions
            self.log_odds[step] = log_odds.gather(1, actions[:, None]).squeeze(-1)
            env.step(actions.numpy())
            self.rewards[step] = rewards / POINTS
            self.ended[step] = ended
        _, following = network(observations, masks)
        advantages = torch.zeros_like(self.values)
        last = torch.zeros(env.count)
        for step in reversed(range(STEPS)):
            going_on = 1 - self.ended[step]
            wrong = self.rewards[step] + DISCOUNT * following * going_on - self.values[step]
            last = wrong + DISCOUNT * GAE_LAMBDA * going_on * last
            advantages[step] = last
            following = self.values[step]
        return advantages, advantages + self.values

    def learn(self, network: Network, optimizer: Any, advantages: Any, returns: Any) -> None:
        """PPO: a few passes over the batch in small parts."""
        flat = [
            each.flatten(0, 1)
            for each in (self.observations, self.masks, self.actions, self.log_odds)
        ]
        advantages, returns = advantages.flatten(), returns.flatten()
        for _ in range(EPOCHS):
            for part in torch.randperm(len(returns)).split(MINIBATCH):
                observations, masks, actions, old = (each[part] for each in flat)
                log_odds, values = network(observations, masks)
                new = log_odds.gather(1, actions[:, None]).squeeze(-1)
                gain = advantages[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                ratio = (new - old).exp()
                policy = torch.max(-gain * ratio, -gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                entropy = -(log_odds.exp() * log_odds).sum(dim=-1).mean()
                value = 0.5 * (values - returns[part]).square().mean()
                loss = policy - ENTROPY * entropy + VALUE * value
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
                optimizer.step()


def train(minutes: float, seed: int, checks: int) -> tuple[Network, list[dict[str, float]]]:
    """Learn for so long; the network, and how good it was on the way."""
    torch.manual_seed(seed)
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE, eps=1e-5)
    env = VectorEnv(ROWS, TABLE, opponents="greedy", reward="margin", seed=seed)
    batch = Batch(env)
    curve: list[dict[str, float]] = []
    started = time.perf_counter()
    decisions = 0
    while True:
        spent = (time.perf_counter() - started) / (60 * minutes)
        if spent >= len(curve) / checks or spent >= 1:
            shares = {each: win_share(network, each) for each in ("random", "greedy")}
            spent = (time.perf_counter() - started) / (60 * minutes)
            curve.append({"minutes": spent * minutes, "decisions": decisions, **shares})
            told = ", ".join(f"{share:.1%} against {name}" for name, share in shares.items())
            print(f"{spent * minutes:5.1f} min, {decisions:9,} decisions: {told}", flush=True)
        if spent >= 1:
            return network, curve
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * max(0.05, 1 - spent)
        batch.learn(network, optimizer, *batch.play(network))
        decisions += STEPS * ROWS


def plot(curve: Sequence[dict[str, float]], file: Path) -> None:
    """The curve as PNG, SVG or whatever the name ends in."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    minutes = [each["minutes"] for each in curve]
    for opponent, style in (("random", "--"), ("greedy", "-")):
        shares = [100 * each[opponent] for each in curve]
        axes.plot(minutes, shares, style, marker="o", markersize=3, label=f"against {opponent}")
    axes.axhline(50, color="grey", linewidth=0.5)
    axes.set(xlabel="minutes", ylabel="share of wins, %", ylim=(0, 101), title="PPO, two players")
    axes.legend(loc="lower right")
    figure.savefig(file)


def main() -> None:
    """Learn, tell and draw."""
    parser = argparse.ArgumentParser(description="PPO on Golden Horn for two players")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checks", type=int, default=10, help="how often to see how good it is")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curve: .png, .svg")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the network")
    asked = parser.parse_args()
    # So small a network gains little by a second thread, and where others are at work it waits most
    # of its time for it.
    torch.set_num_threads(1)
    network, curve = train(asked.minutes, asked.seed, asked.checks)
    if asked.plot:
        plot(curve, asked.plot)
    if asked.save:
        torch.save(network.state_dict(), asked.save)


if __name__ == "__main__":
    main()
