"""How long the battery of a seat box without a cable lasts: computed, not measured.

    python -m lab.bench.battery --write

The chip's currents are the typical ones of Espressif's "ESP32-C6 Series Datasheet" (current consumption),
written down without the datasheet at hand: compare them. The others are assumptions, and say so. The
intervals are those of `radio.h`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from tests.conftest import ROOT
from tests.figures import figures_page

PAGE = ROOT / "docs" / "figures" / "battery.md"
HEADING = ("evenings of four hours", "asleep, µA", "in play, mA", "a month, mAh", "months of 1,000 mAh")
COMMAND = "python -m lab.bench.battery --write"
HEADER = (ROOT / "hardware" / "panel_firmware" / "core" / "radio.h").read_text(encoding="utf-8")

DEEP_MA, LIGHT_MA, LISTEN_MA, SEND_MA = 0.007, 0.18, 78.0, 354.0
"""Datasheet: deep sleep, light sleep, receiving, sending at 1 Mbit/s with full power."""
BOARD_MA = 0.010
"""Assumed: a regulator that rests, and nothing else; many boards take twenty times as much."""
LAMP_MA = 4.0 * 0.25
"""A quarter of the time lit, through 330 ohms."""
SEND_S, POLL_S, WAKE_S = 0.0009, 0.020, 0.250
"""A datagram in the air; assumed: awake for a poll, and for a sign of life out of deep sleep."""
CELL_MAH, USABLE, SELF_A_MONTH = 1_000.0, 0.85, 0.02
"""A lithium cell; assumed: down to 3.4 V, and what it loses by itself each month."""
MONTH_H, EVENING_H = 730.0, 4.0


def interval_s(name: str, unit_s: float) -> float:
    """An interval of the firmware."""
    found = re.search(rf"#define RADIO_{name} (\d+)", HEADER)
    assert found, name
    return int(found[1]) * unit_s


def asleep_ma() -> float:
    """The mean current in deep sleep, signs of life included."""
    sign = (WAKE_S * LISTEN_MA + SEND_S * SEND_MA) / interval_s("SIGN_S", 1)
    return DEEP_MA + BOARD_MA + sign


def playing_ma() -> float:
    """The mean current while people play."""
    poll = (POLL_S * LISTEN_MA + SEND_S * SEND_MA) / interval_s("POLL_MS", 0.001)
    return LIGHT_MA + BOARD_MA + LAMP_MA + poll


def rows() -> Iterator[tuple[str, ...]]:
    """One line for each way to use a box."""
    for name, evenings in (("none", 0.0), ("one a week", 52 / 12), ("five a week", 260 / 12)):
        played_h = evenings * EVENING_H
        drawn = played_h * playing_ma() + (MONTH_H - played_h) * asleep_ma()
        month = drawn + CELL_MAH * SELF_A_MONTH
        lasts = CELL_MAH * USABLE / month
        yield name, f"{asleep_ma() * 1000:.0f}", f"{playing_ma():.1f}", f"{month:.0f}", f"{lasts:.1f}"


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    words = (
        "Computed from typical currents of the ESP32-C6 (7 µA in deep sleep, 180 µA in light sleep, "
        "78 mA receiving, 354 mA sending: its datasheet was not at hand, compare them) and assumed ones "
        "(regulator 10 µA, 20 ms awake for a poll, 250 ms for a sign of life, cell 85 % usable and 2 % a "
        "month by itself). Nobody has measured a box."
    )
    page = figures_page("The battery of a seat box without a cable", COMMAND, words, HEADING, rows())
    print(page)
    if parser.parse_args().write:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
