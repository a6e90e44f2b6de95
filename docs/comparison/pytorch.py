"""Trains and evaluates Gipfel's net in PyTorch, for docs/performance.md: how fast is it there?

The architecture is that of package nn without heads for training: a stem, residual blocks relu(x + a*f(x)), a pooled bias in every
second block, a policy head and an outcome head. Debian has the library as python3-torch.

    python3 pytorch.py --threads 1 --channels 64 --blocks 6

prints one line: samples a second of training steps (AdamW, gradient clipping) at batch 256, and positions a second of inference
at batch 1 and 256, each the median of five.
"""

import argparse
import statistics
import time

import torch
import torch.nn.functional as F
from torch import nn


def pool(h):
    return torch.cat([h.mean((2, 3)), h.amax((2, 3))], 1)


class Block(nn.Module):
    def __init__(self, channels, pooled):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)
        self.pool = nn.Linear(2 * channels, channels, bias=False) if pooled else None
        self.alpha = nn.Parameter(torch.tensor([0.1]))

    def forward(self, h):
        y = self.conv1(h)
        if self.pool is not None:
            y = y + self.pool(pool(h))[:, :, None, None]
        return F.relu(h + self.alpha * self.conv2(F.relu(y)))


class Net(nn.Module):
    def __init__(self, channels, blocks, planes=12, policy_planes=17, value_channels=16, hidden=32):
        super().__init__()
        self.stem = nn.Conv2d(planes, channels, 3, padding=1)
        self.blocks = nn.ModuleList(Block(channels, i % 2 == 1) for i in range(blocks))
        self.policy_conv = nn.Conv2d(channels, channels, 1)
        self.policy_pool = nn.Linear(2 * channels, channels, bias=False)
        self.policy_logits = nn.Conv2d(channels, policy_planes, 1)
        self.policy_extra = nn.Linear(2 * channels, 1)
        self.outcome_conv = nn.Conv2d(channels, value_channels, 1)
        self.outcome_hidden = nn.Linear(2 * value_channels, hidden)
        self.outcome_logits = nn.Linear(hidden, 3)

    def forward(self, x):
        h = F.relu(self.stem(x))
        for block in self.blocks:
            h = block(h)
        pooled = pool(h)
        p = F.relu(self.policy_conv(h) + self.policy_pool(pooled)[:, :, None, None])
        cells = self.policy_logits(p).permute(0, 2, 3, 1).flatten(1)
        policy = torch.cat([cells, self.policy_extra(pooled)], 1)
        v = F.relu(self.outcome_hidden(pool(F.relu(self.outcome_conv(h)))))
        return policy, self.outcome_logits(v)


def rate(amount, step, seconds):
    """The median of five measurements of amount/second."""
    step()
    step()
    rates = []
    for _ in range(5):
        n, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            step()
            n += 1
        rates.append(amount * n / (time.perf_counter() - began))
    return statistics.median(rates)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--board", type=int, default=7)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=1.0)
    o = parser.parse_args()
    torch.set_num_threads(o.threads)
    torch.manual_seed(1)

    net = Net(o.channels, o.blocks).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    x = torch.rand(o.batch, 12, o.board, o.board).round().to(memory_format=torch.channels_last)
    actions = 17 * o.board * o.board + 1
    policy = torch.softmax(torch.randn(o.batch, actions), 1)
    outcome = torch.softmax(torch.randn(o.batch, 3), 1)

    def train():
        optimizer.zero_grad(set_to_none=True)
        p, v = net(x)
        loss = F.cross_entropy(p, policy) + 1.5 * F.cross_entropy(v, outcome)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimizer.step()

    samples = rate(o.batch, train, o.seconds)
    net.eval()
    with torch.inference_mode():
        one = rate(1, lambda: net(x[:1]), o.seconds)
        many = rate(o.batch, lambda: net(x), o.seconds)
    print(
        f"{o.channels}x{o.blocks} on {o.board}x{o.board}, {o.threads} threads, PyTorch {torch.__version__}: "
        f"training {samples:.0f} samples/s; inference {one:.0f} positions/s at batch 1, {many:.0f} at batch {o.batch}"
    )


if __name__ == "__main__":
    main()
