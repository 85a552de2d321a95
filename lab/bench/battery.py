"""How long the battery of a seat box without a cable lasts: computed, not measured.

    python -m lab.bench.battery --write

Where the currents come from is in `SOURCES`; what has no source there is an assumption. The intervals are
those of `radio.h`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.conftest import ROOT
from tests.figures import figures_page

PAGE = ROOT / "docs" / "figures" / "battery.md"
HEADING = (
    "board",
    "evenings of four hours",
    "asleep, µA",
    "in play, mA",
    "a month, mAh",
    "months of 1,000 mAh",
)
COMMAND = "python -m lab.bench.battery --write"
HEADER = (ROOT / "hardware" / "panel_firmware" / "core" / "radio.h").read_text(encoding="utf-8")

LISTEN_MA, SEND_MA = 103.0, 350.0
"""Awake and receiving at 160 MHz; sending with full power."""
LAMP_MA = 4.0 * 0.25
"""The lamp's mean current: 4 mA through 330 ohms, lit a quarter of the time."""
SEND_S, POLL_S, WAKE_S = 0.0009, 0.020, 0.150
"""A datagram in the air and awake for a poll (both assumed); awake for a sign of life out of deep sleep."""


@dataclass(frozen=True, slots=True)
class Board:
    """What a whole board draws while its chip rests, in mA."""

    name: str
    deep_ma: float
    light_ma: float


BOARDS = (Board("a frugal one", 0.015, 0.053), Board("a Feather", 0.100, 2.0))
SOURCES = """Where the currents come from:

* Asleep, a frugal board: 14 and 15 µA, as is said of two whole boards with this chip ([one][pocket],
  [the other][xiao]); the chip alone takes 7 µA, say [its makers][talk].
* Light sleep, and awake to receive: 53 µA and 103 mA, the least and the most that the chip's maker measured
  while a connection was kept ([table][idf]).
* A Feather: 100 µA in deep and 2 mA in light sleep, [its maker's guideline][feather].
* Sending: up to 350 mA, [from the datasheet][blog], which itself was not at hand.
* A sign of life: 150 ms awake, so 16 mC. [Measured][espnow] on another chip of the family with ESP-NOW:
  119 ms and 7.7 mC where it was heard, 145 ms and 15.4 mC where not.
* Assumed: 0.9 ms for a datagram in the air, 20 ms awake for a poll, the lamp's 4 mA, lit a quarter of the
  time, a cell of which 85 % can be used and that loses 2 % a month.

[pocket]: https://github.com/sparkfun/sparkfun_qwiic_pocket_dev_board_esp32_c6
[xiao]: https://doc.riot-os.org/boards/seeedstudio-xiao-esp32c6
[talk]: https://recapio.com/digest/devcon23-low-power-features-of-esp32-c6-target-wake-time-lp-core-by-espressif-systems
[idf]: https://github.com/espressif/esp-idf/blob/master/docs/en/api-guides/sleep-current/esp32c6_light_sleep.inc
[feather]: https://learn.adafruit.com/adafruit-esp32-c6-feather/low-power-use
[blog]: https://blog.cyril.by/en/free-speech/esp32-c6-power-consumption
[espnow]: https://github.com/glenn20/upy-esp32-experiments/blob/main/ESPNowvsWifiEnergyUsage/README.md
"""
CELL_MAH, USABLE, SELF_A_MONTH = 1_000.0, 0.85, 0.02
"""A lithium cell; assumed: down to 3.4 V, and what it loses by itself each month."""
MONTH_H, EVENING_H = 730.0, 4.0


def interval_s(name: str, unit_s: float) -> float:
    """An interval of the firmware, in seconds; `unit_s` is what its number counts."""
    found = re.search(rf"#define RADIO_{name} (\d+)", HEADER)
    assert found, name
    return int(found[1]) * unit_s


def asleep_ma(board: Board) -> float:
    """The mean current in deep sleep, signs of life included."""
    sign = (WAKE_S * LISTEN_MA + SEND_S * SEND_MA) / interval_s("SIGN_S", 1)
    return board.deep_ma + sign


def playing_ma(board: Board) -> float:
    """The mean current while people play."""
    poll = (POLL_S * LISTEN_MA + SEND_S * SEND_MA) / interval_s("POLL_MS", 0.001)
    return board.light_ma + LAMP_MA + poll


def rows() -> Iterator[tuple[str, ...]]:
    """One line for each board and number of evenings a month."""
    for board in BOARDS:
        for name, evenings in (("none", 0.0), ("one a week", 52 / 12), ("five a week", 260 / 12)):
            asleep, playing = asleep_ma(board), playing_ma(board)
            played_h = evenings * EVENING_H
            month = played_h * playing + (MONTH_H - played_h) * asleep + CELL_MAH * SELF_A_MONTH
            lasts = CELL_MAH * USABLE / month
            yield board.name, name, f"{asleep * 1000:.0f}", f"{playing:.1f}", f"{month:.0f}", f"{lasts:.1f}"


def main() -> None:
    """Print the page, and write it if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    words = "Computed from currents of the ESP32-C6 and of boards that carry it. Nobody has measured a box."
    page = figures_page("The battery of a seat box without a cable", COMMAND, words, HEADING, rows())
    page += f"\n{SOURCES}"
    print(page)
    if parser.parse_args().write:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
