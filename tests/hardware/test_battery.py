"""How long a battery lasts is worked out from the firmware's own intervals."""

import re

import pytest

from lab.bench import battery
from tests.figures import rows_of


def test_the_page_says_what_is_computed():
    assert rows_of(battery.PAGE) == list(battery.rows())


def test_every_current_has_its_page_or_is_called_an_assumption():
    page = battery.PAGE.read_text(encoding="utf-8")
    assert battery.SOURCES in page
    for figure in ("14 and 15 µA", "53 µA and 103 mA", "100 µA in deep and 2 mA", "350 mA", "150 ms awake"):
        line = next(part for part in battery.SOURCES.split("\n* ") if figure in part)
        names = re.findall(r"\]\[(\w+)\]", line)
        assert names, figure
        assert all(f"[{name}]: https://" in battery.SOURCES for name in names)
    frugal, feather = battery.BOARDS
    assert (frugal.deep_ma, frugal.light_ma) == (0.015, 0.053)
    assert (feather.deep_ma, feather.light_ma) == (0.100, 2.0)
    assert (battery.LISTEN_MA, battery.SEND_MA, battery.WAKE_S) == (103.0, 350.0, 0.150)
    assert (
        f"{battery.WAKE_S * battery.LISTEN_MA + battery.SEND_S * battery.SEND_MA:.0f} mC" in battery.SOURCES
    )


@pytest.mark.parametrize("board", battery.BOARDS, ids=lambda board: board.name)
def test_the_current_follows_the_firmware(monkeypatch, board):
    asleep, playing = battery.asleep_ma(board), battery.playing_ma(board)
    often = battery.HEADER.replace("RADIO_SIGN_S 300 ", "RADIO_SIGN_S 30 ").replace(
        "POLL_MS 500 ", "POLL_MS 50 "
    )
    monkeypatch.setattr(battery, "HEADER", often)
    sign = asleep - board.deep_ma
    poll = playing - board.light_ma - battery.LAMP_MA
    assert battery.asleep_ma(board) == pytest.approx(board.deep_ma + 10 * sign)
    assert battery.playing_ma(board) == pytest.approx(board.light_ma + battery.LAMP_MA + 10 * poll)
