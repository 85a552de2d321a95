"""Seat boxes without a cable: from a key's edge to a `Press`, on a simulated radio at each loss."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lab.bench.figures import Figure, percentile
from tests.firmware_bridge.radio_air import Air, RadioTable

TITLE = "radio: key edge to Press, 1,000 presses of four seats in the same instants (simulated radio)"
ROUNDS = 250
PATIENCE_MS = 5_000


def figures() -> Iterator[Figure]:
    """Latency, and what was lost, doubled or out of order, at each loss."""
    for loss in (0.0, 0.01, 0.05, 0.2):
        taken, wrong = presses(loss, ROUNDS, seed=11)
        name = f"{loss:.0%} lost:"
        yield Figure(f"{name} edge to Press, median", percentile(taken, 0.5), "ms", "5 ms are debouncing")
        yield Figure(f"{name} edge to Press, p99", percentile(taken, 0.99), "ms", "target 150 at 20 %")
        yield Figure(f"{name} seats with a lost, doubled or disordered press", wrong, "", "target 0")


def presses(loss: float, rounds: int, seed: int) -> tuple[list[float], int]:
    """How long each press took, in ms, and at how many seats presses were lost, doubled or out of order."""
    table, dice = RadioTable(Air(loss, seed)), random.Random(seed)
    table.run(1_500)
    pressed: list[list[int]] = [[] for _ in table.boxes]
    taken: list[float] = []
    for _ in range(rounds):
        for box in table.boxes:
            key = dice.randrange(8)
            box.keys = 1 << key
            pressed[box.seat].append(key)
        since_ms, before = table.now_ms, len(taken)
        while len(taken) < before + 4 and table.now_ms < since_ms + PATIENCE_MS:
            table.run(1)
            taken += [table.now_ms - since_ms] * (len(table.presses) - len(taken))
        for box in table.boxes:
            box.keys = 0
        table.run(60 + dice.randrange(60))
    table.settle()
    wrong = sum(table.of_seat(seat) != pressed[seat] for seat in range(4))
    table.close()
    return taken, wrong
