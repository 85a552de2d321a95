"""Players press keys: a companion as people start it, and the firmware's own core on a pseudo-terminal."""

import re

import pytest

from companion.evidence import Cause
from companion.journal import SqliteReader
from companion.riichi import facts as f
from companion.riichi.seats import Seat
from firmware_bridge.signals import Button, Lamp, Side
from tests.firmware_bridge.firmware import NanoBench
from tests.firmware_bridge.pty_device import PtyDevice
from tests.front_door.companions import PATIENCE_S, called, source, started

E, S, W, N = (Seat(seat) for seat in range(4))
RITUAL = ("B", "C", "D", "A")
"""East sits at side B, and so on to the right."""


def mask(side, key):
    return 1 << (8 * Side[side].value + Button[key.upper()].value)


class Players:
    """Four people with a finger each, a companion, and a panel between them."""

    def __init__(self, companion, device):
        self.companion = companion
        self.device = device
        self.taps = 0

    def press(self, *keys, until=lambda _: True):
        """One key after another, each let go before the next; then wait until the table shows it."""
        for key in keys:
            self.device.press(mask(*key.split()))
            self.device.wait_ms(25)
            self.device.press(0)
            self.device.wait_ms(25)
        return self.companion.wait_until(until)

    def tap(self, kind, **fields):
        self.taps += 1
        status, answer = self.companion.command(kind, tap=f"tap-{self.taps}", **fields)
        assert status == 200, answer

    def sit_down(self, depth="counting"):
        self.tap("start", names=["Aki", "Ben", "Chie", "Dai"], rules="tenhou")
        for place, side in enumerate(RITUAL, 1):
            self.press(f"{side} pon")
            # The last one's lamp asks before and after; those who had pressed are asked anew when all sit.
            self.wait_for_lamps({side: Lamp.WINK} if place < 4 else dict.fromkeys("ABCD", Lamp.SLOW))
        self.tap("deal", depth=depth)
        # Nobody is asked to be ready any more.
        self.wait_for_lamps(dict.fromkeys("ABCD", Lamp.OFF))

    def wait_for_lamps(self, wanted):
        self.companion.wait_until(lambda _: all(self.lamp(side) is look for side, look in wanted.items()))

    def lamp(self, side):
        """What the firmware itself plays on this lamp."""
        return self.device.looks[Side[side].value]

    def lamps_shown(self, side):
        """Everything that this lamp was told to play so far."""
        return [looks[Side[side].value] for looks in self.device.looks_shown]


def panel_is(state):
    return lambda seen: source(seen, "panel").get("state") == state


def phase_is(phase):
    return lambda seen: seen["kyoku"]["phase"] == phase


def facts_by(folder, cause):
    """Every fact in the journal that came to be known so."""
    reader = SqliteReader(folder / "table.sqlite")
    entries = [entry for game in reader.games() for entry in reader.entries(game.number)]
    return [entry.fact for entry in entries if entry.because is cause and entry.fact is not None]


@pytest.fixture
def profile(tmp_path):
    """A profile whose hub is at a port of our own."""

    def write(port):
        path = tmp_path / "table.toml"
        path.write_text(f'name = "ours"\n\n[panel]\nkind = "serial"\nport = "{port}"\n')
        return path

    return write


@pytest.fixture
def device(tmp_path):
    with PtyDevice(tmp_path) as device:
        yield device


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def players(folder, device, profile):
    with started(folder, "run", "--profile", profile(device.port)) as companion:
        companion.wait_until(panel_is("up"))
        yield Players(companion, device)


def test_a_press_becomes_a_fact_a_page_and_a_lamp(players, folder):
    players.sit_down()
    players.press("B next", until=phase_is("to_draw"))
    players.press("D pon", "C next", "A next", until=phase_is("called"))
    seen = players.press("D next", "A riichi", until=lambda now: now["seats"][N]["riichi"])
    assert seen["seats"][W]["melds"][0]["kind"] == "pon"
    assert seen["wall"]["live"] == 68
    players.press("B next", until=lambda now: now["seats"][N]["riichi"]["accepted"])
    players.wait_for_lamps({"A": Lamp.STEADY})
    told = [fact for fact in facts_by(folder, Cause.PANEL) if not isinstance(fact, f.Drawn)]
    assert told == [
        f.SeatsBound("BCDA"),
        f.Discarded(E),
        f.PonCalled(W, E, None, (None, None)),
        f.Discarded(W),
        f.RiichiDeclared(N),
        f.Discarded(N),
        f.RiichiAccepted(N),
        f.Discarded(E),
    ]


def test_a_press_that_means_nothing_is_answered_on_the_page_and_by_the_lamp(players):
    players.sit_down()

    def says_why(seen):
        return [each["seat"] for each in seen["reminders"] if each["code"] == "no_discard_to_call"] == [W]

    players.press("D pon", until=says_why)
    players.companion.wait_until(lambda _: Lamp.TRIPLE in players.lamps_shown("D"))
    players.wait_for_lamps({"D": Lamp.OFF})


def test_the_game_goes_on_without_the_panel_and_what_was_pressed_meanwhile_comes(players, device):
    players.sit_down("points")
    device.unplug()
    gone = players.companion.wait_until(panel_is("down"))
    assert re.search("unplugged|not there|gone silent", source(gone, "panel")["note"])
    players.tap("tap", seat=S, action="riichi")
    players.press("D riichi")
    device.plug()
    players.companion.wait_until(panel_is("up"))
    players.companion.wait_until(lambda now: all(now["seats"][seat]["riichi"] for seat in (S, W)))
    players.wait_for_lamps({"C": Lamp.STEADY, "D": Lamp.STEADY, "A": Lamp.OFF, "B": Lamp.OFF})


@pytest.mark.gate(0)
def test_a_panel_that_started_anew_is_doubted_aloud(players, device):
    players.sit_down("points")
    device.restart(boot=7)
    players.companion.wait_until(
        lambda now: "panel_presses_lost" in [each["code"] for each in now["reminders"]]
    )
    players.wait_for_lamps(dict.fromkeys("ABCD", Lamp.OFF))


def test_after_a_restart_everybody_still_sits_where_they_sat(folder, device, profile):
    arguments = ("run", "--profile", profile(device.port))
    with started(folder, *arguments) as companion:
        companion.wait_until(panel_is("up"))
        players = Players(companion, device)
        players.sit_down()
        players.press("B next", until=phase_is("to_draw"))
        companion.process.terminate()
        assert companion.process.wait(PATIENCE_S) == 0
    with started(folder, *arguments) as companion:
        companion.wait_until(panel_is("up"))
        Players(companion, device).press("C next", until=lambda now: now["wall"]["live"] == 68)


def test_the_whole_hand_on_the_nano_s_own_firmware(folder, profile):
    """The released program on its simulated chip, in its own time."""
    with NanoBench() as nano:
        nano.wait_ms = lambda _: None
        nano.order("pace 1")
        with started(folder, "run", "--profile", profile(nano.port)) as companion:
            companion.wait_until(lambda seen: (nano.order("pace 1"), panel_is("up")(seen))[1])
            nano.wait_ms = lambda ms: _let_live(nano, ms)
            players = Players(companion, nano)
            players.tap("start", names=["Aki", "Ben", "Chie", "Dai"], rules="tenhou")
            players.press(*(f"{side} pon" for side in RITUAL), until=lambda now: now["seq"] == 2)
            players.tap("deal", depth="points")
            seen = players.press("D riichi", until=lambda now: now["seats"][W]["riichi"])
            assert seen["seats"][W]["points"] == 24_000
            while not _is_steady(nano, Side.D):
                assert companion.snapshot["seats"][W]["riichi"]


def _is_steady(nano, side):
    """Whether the lamp stays lit for longer than any other look does, and the others stay dark."""
    for _ in range(40):
        _let_live(nano, 50)
        if nano.lamps != 1 << side.value:
            return False
    return True


def _let_live(nano, ms):
    until_ns = nano.now_ns + ms * 1_000_000
    while nano.now_ns < until_ns:
        nano.order("pace 1")


def test_a_profile_without_keys_has_no_panel(folder):
    with started(folder, "run", "--profile", "bench") as companion:
        assert source(companion.snapshot, "panel") == {}


def test_a_profile_with_a_mistake_is_refused_with_its_place(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\n\n[panel]\nkind = "serail"\n')
    outcome = called("run", "--profile", path, "--port", 0, "--data", tmp_path)
    assert outcome.status == 1
    assert "line 4" in outcome.errors


def test_boxes_in_each_others_sockets_are_put_right_in_mid_hand_and_stay_so(folder, device, profile):
    """East and South sit where a camera sees them, at B and C; the cables of their boxes were exchanged."""
    exchanged = {"at": "ACBD", "without": ""}
    with started(folder, "run", "--profile", profile(device.port)) as companion:
        companion.wait_until(panel_is("up"))
        players = Players(companion, device)
        players.sit_down()
        assert companion.ask("POST", "/api/key-sides", exchanged)[0] == 200
        players.press("C next", until=phase_is("to_draw"))
        players.press("D riichi")
        players.wait_for_lamps({"D": Lamp.TRIPLE})
        players.press("B riichi", until=lambda now: now["seats"][S]["riichi"])
        assert companion.end() == 0
    with started(folder, "run", "--profile", profile(device.port)) as companion:
        assert companion.ask("GET", "/api/key-sides")[1] == {"letters": "ABCD", **exchanged}
        players = Players(companion, device)
        companion.wait_until(panel_is("up"))
        players.press("B next", "D next", until=phase_is("to_draw"))
        players.press("A next", until=lambda now: now["seats"][N]["river"])
        players.press("B kan")
        players.wait_for_lamps({"B": Lamp.TRIPLE})


def test_a_damaged_file_of_the_keys_sides_keeps_nobody_from_playing(folder, device, profile):
    folder.mkdir()
    (folder / "key-sides.json").write_bytes(b'{"at": "ACB')
    with started(folder, "run", "--profile", profile(device.port)) as companion:
        companion.wait_until(panel_is("up"))
        said = companion.wait_until(lambda seen: source(seen, "key sides"))
        assert (source(said, "key sides")["state"], source(said, "key sides")["code"]) == ("down", "damaged")
        Players(companion, device).sit_down()
        assert companion.ask("POST", "/api/key-sides", {"at": "ACBD", "without": ""})[0] == 200
        companion.wait_until(lambda seen: not source(seen, "key sides"))
    (kept,) = folder.glob("key-sides.json.damaged-*")
    assert kept.read_bytes() == b'{"at": "ACB'
