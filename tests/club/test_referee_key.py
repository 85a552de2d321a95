"""A finger on a key of a seat box, and the hub's queue behind the real broker; all in between is real."""

import pytest

from companion.club.referee_queue import RefereeQueue
from companion.club.service import FOLDER
from firmware_bridge.signals import Lamp
from tests.club.conftest import folder, hub, soon
from tests.firmware_bridge.pty_device import PtyDevice
from tests.front_door.companions import started
from tests.stories.test_panel_at_the_table import Players, mask, panel_is

__all__ = ["folder", "hub"]

W = 2
"""Who sits at side D."""


@pytest.fixture
def players(tmp_path, hub):
    profile = tmp_path / "table.toml"
    with PtyDevice(tmp_path) as device:
        profile.write_text(f'name = "ours"\n\n[panel]\nkind = "serial"\nport = "{device.port}"\n')
        with started(tmp_path / "data", "run", "--profile", profile) as companion:
            assert companion.ask("POST", "/api/membership/join", {"code": str(hub.code())})[0] == 200
            companion.wait_until(panel_is("up"))
            yield Players(companion, device)


def hold(players, key, ms):
    """A finger stays on the key for this long; it lets go once the table has heard that."""
    players.device.press(mask(*key.split()))
    players.device.wait_ms(ms)
    players.device.press(0)
    players.device.wait_ms(25)


def codes(players):
    return {(each["code"], each["seat"]) for each in players.companion.snapshot["reminders"]}


@pytest.mark.gate(0)
def test_a_key_at_the_table_calls_the_referee_and_withdraws_the_call(players, hub):
    players.sit_down()
    hold(players, "D wait", 1_500)
    assert hub.calls.open == ()
    hold(players, "D wait", 2_200)
    assert soon(lambda: [call.seat for call in hub.calls.open] == [W])
    assert ("panel_referee_called", W) in codes(players)
    players.companion.wait_until(lambda _: Lamp.WINK in players.lamps_shown("D"))
    # Another seat's key, held meanwhile, changes nothing; the page hears whose call it is.
    hold(players, "B wait", 2_200)
    assert soon(lambda: ("panel_referee_called_before", 0) in codes(players))
    (call,) = hub.calls.open
    assert call.seat == W
    with players.companion.events() as events:
        told = next(text for name, text in events if name == "referee")
    assert '"seat": 2' in told
    hold(players, "D wait", 2_200)
    assert soon(lambda: hub.calls.open == ())
    assert ("panel_referee_withdrawn", W) in codes(players)
    players.wait_for_lamps({"D": Lamp.OFF})


@pytest.mark.gate(0)
def test_while_the_hub_is_away_the_key_calls_and_the_call_comes_later(players, hub, folder):
    players.sit_down()
    hub.broker._child.kill()
    hold(players, "C wait", 2_200)
    assert soon(lambda: [call.seat for call in hub.calls.open] == [1])
    # On the hub's disk, too.
    kept = RefereeQueue(folder / "hub" / FOLDER)
    assert [call.seat for call in kept._calls.values() if call.is_open] == [1]
    hold(players, "C wait", 2_200)
    assert soon(lambda: hub.calls.open == ())
