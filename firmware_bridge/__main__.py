"""The wiring test: prints every press, and lights the lamp of the side that pressed."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from typing import TextIO

from firmware_bridge.errors import PanelError
from firmware_bridge.opening import open_panel
from firmware_bridge.panel import Panel
from firmware_bridge.signals import (
    Button,
    HeldDown,
    Lamp,
    Lamps,
    LongPress,
    PanelStatus,
    Press,
    Side,
    Signal,
    Stuck,
)
from hardware import HardwareError, load_profile, profile_names

__all__ = ["main", "sentence", "watch"]


def sentence(signal: Signal) -> str:
    """One line about a signal, for the person with the screwdriver."""
    match signal:
        case Press():
            chord = "".join(f" while holding {button.label}" for button in _in_box_order(signal))
            return f"side {signal.side.name}  {signal.button.label}{chord}  (press {signal.seq})"
        case LongPress():
            return f"side {signal.side.name}  {signal.button.label} is held (press {signal.seq})"
        case HeldDown():
            return f"side {signal.side.name}  {signal.button.label} is held down (press {signal.seq})"
        case Stuck(is_over=True):
            return f"side {signal.side.name}  {signal.button.label} is up again"
        case Stuck():
            return f"side {signal.side.name}  {signal.button.label} seems to be stuck: it stays down"
        case PanelStatus():
            return f"-- {signal.condition.value}: {signal.says}"


def _in_box_order(press: Press) -> list[Button]:
    """The held keys in the order of the seat box."""
    return sorted(press.held_with, key=lambda button: button.value)


def watch(
    panel: Panel,
    out: TextIO,
    seconds: float | None = None,
    now: Callable[[], float] = time.monotonic,
) -> int:
    """Follow a panel and answer with its lamps; returns the number of presses seen.

    A press lights the lamp of its side and darkens the others; a long press makes it blink.
    """
    presses = 0
    until = math.inf if seconds is None else now() + seconds
    while now() < until:
        for signal in panel.wait(0.25):
            print(sentence(signal), file=out, flush=True)
            if isinstance(signal, Press):
                presses += 1
                panel.show(Lamps.of({signal.side: Lamp.STEADY}))
            elif isinstance(signal, LongPress):
                panel.show(Lamps.of({signal.side: Lamp.FAST}))
    return presses


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the wiring test; 0 if a person or `--seconds` ended it, 2 if the panel cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge", description=__doc__)
    parser.add_argument("profile", help=f"a profile file, or one of {', '.join(profile_names())}")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    chosen = parser.parse_args(arguments)
    try:
        panel = open_panel(load_profile(chosen.profile))
    except (HardwareError, PanelError) as error:
        print(error, file=sys.stderr)
        return 2
    try:
        panel.show(Lamps.of(dict.fromkeys(Side, Lamp.WINK)))
        watch(panel, sys.stdout, chosen.seconds)
    except KeyboardInterrupt:
        pass
    finally:
        panel.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
