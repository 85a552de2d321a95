"""How long a battery lasts is worked out from the firmware's own intervals."""

from lab.bench import battery
from tests.figures import rows_of


def test_the_page_says_what_is_computed():
    assert rows_of(battery.PAGE) == list(battery.rows())


def test_the_current_follows_the_firmware(monkeypatch):
    asleep, playing = battery.asleep_ma(), battery.playing_ma()
    often = battery.HEADER.replace("RADIO_SIGN_S 300 ", "RADIO_SIGN_S 30 ").replace(
        "POLL_MS 500 ", "POLL_MS 50 "
    )
    monkeypatch.setattr(battery, "HEADER", often)
    assert battery.asleep_ma() > 2 * asleep
    assert battery.playing_ma() > 5 * playing
