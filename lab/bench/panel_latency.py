"""The panel: from a key's edge to a `Press`, over the simulated Nano and a pseudo-terminal in real time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from firmware_bridge.serial_panel import SerialPanel
from firmware_bridge.signals import Condition, PanelStatus, Press, Signal
from hardware import SerialLink
from lab.bench.figures import Figure, percentile
from tests.firmware_bridge.firmware import NanoBench

TITLE = "panel: key edge to Press, loss and return, idle (simulated Nano, serial at 115,200 baud)"
PRESSES = 300
PLUGS = 10
IDLE_S = 10
RELEASED_MS = 30
"""The chip believes a release after 20 ms: a key that is pressed sooner was never let go."""


def figures() -> Iterator[Figure]:
    """Latency, four seats pressing at once, the cable unplugged and back, and the cost of being idle."""
    with NanoBench() as nano:
        panel = SerialPanel(SerialLink(port=str(nano.port)))
        nano.order("run 60000")  # it has found its keys up
        nano.order("pace 1")
        _until(panel, Condition.CONNECTED)
        yield from _latency(nano, panel)
        yield from _four_at_once(nano, panel)
        yield from _unplugged(nano, panel)
        yield from _idle(panel)
        panel.close()


def _until(panel: SerialPanel, condition: Condition) -> None:
    def is_it(signal: Signal) -> bool:
        return isinstance(signal, PanelStatus) and signal.condition is condition

    while not any(map(is_it, panel.wait(1.0))):
        pass


def _presses(panel: SerialPanel, count: int) -> list[Press]:
    found: list[Press] = []
    while len(found) < count:
        signals = panel.wait(3.0)
        if not signals:
            break
        found += [signal for signal in signals if isinstance(signal, Press)]
    return found


def _let_pass(nano: NanoBench, panel: SerialPanel, ms: float) -> None:
    """Wait in the chip's own time, which falls behind the wall clock when the machine is busy."""
    nano.order("pace 1")
    until_ns = nano.now_ns + ms * 1_000_000
    while nano.now_ns < until_ns:
        panel.wait(0.002)
        nano.order("pace 1")


def _timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return (time.perf_counter() - started) * 1000


def _latency(nano: NanoBench, panel: SerialPanel) -> Iterator[Figure]:
    dice = random.Random(1)
    taken = []
    for _ in range(PRESSES):
        key = dice.randrange(32)
        started = time.perf_counter()
        nano.press(1 << key)
        _presses(panel, 1)
        taken.append((time.perf_counter() - started) * 1000)
        nano.press(0)
        _let_pass(nano, panel, RELEASED_MS + 10 * dice.random())
    yield Figure(
        "edge to Press, median", percentile(taken, 0.5), "ms", f"{PRESSES} presses; 5 ms of it is debouncing"
    )
    yield Figure("edge to Press, p99", percentile(taken, 0.99), "ms")


def _four_at_once(nano: NanoBench, panel: SerialPanel) -> Iterator[Figure]:
    dice = random.Random(2)
    presses: list[Press] = []
    wrong = 0
    for _ in range(250):
        keys = [(seat, dice.randrange(8)) for seat in range(4)]
        nano.press(sum(1 << (8 * seat + key) for seat, key in keys))
        found = _presses(panel, 4)
        # Keys pressed in the same instant are reported in the order in which the chip scans its rows.
        wrong += sorted((press.side.value, press.button.value) for press in found) != keys
        presses += found
        nano.press(0)
        _let_pass(nano, panel, RELEASED_MS)
    backwards = sum(one.at_ns > other.at_ns for one, other in pairwise(presses))
    yield Figure("four seats at once: presses", len(presses), "", "1,000 pressed")
    yield Figure("rounds with a lost or doubled press", wrong, "")
    yield Figure("out of order by source time", backwards, "")


def _unplugged(nano: NanoBench, panel: SerialPanel) -> Iterator[Figure]:
    gone, back = [], []
    for _ in range(PLUGS):
        nano.order("unplug")
        gone.append(_timed(lambda: _until(panel, Condition.DISCONNECTED)))
        panel.wait(0.7)
        nano.order("replug")
        back.append(_timed(lambda: _until(panel, Condition.CONNECTED)))
    yield Figure("unplugged, noticed after at most", max(gone), "ms", "target 1,000")
    yield Figure("plugged in, back after at most", max(back), "ms", "target 2,000")


def _idle(panel: SerialPanel) -> Iterator[Figure]:
    until = time.monotonic() + IDLE_S
    used = time.process_time()
    while time.monotonic() < until:
        panel.wait(1.0)
    share = (time.process_time() - used) / IDLE_S
    yield Figure("processor while idle", share * 100, "% of a core", "target 1")
