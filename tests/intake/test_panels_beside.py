"""Phones beside a wired panel: one table, the same lamps on both, and what is wrong with either is told."""

import threading
import time
from types import SimpleNamespace

import pytest

from companion.clock import SystemClock
from companion.evidence import Cause, DealAsked, Depth, SourceState, StartAsked, TellAsked
from companion.intake.hardware import PanelPlan
from companion.intake.keys import FIRST_OF_PHONES, Surroundings, TableKeys
from companion.intake.panel.several import Standing
from companion.journal import MemoryJournal
from companion.keeping.key_sides import HouseKeys
from companion.projections.reminders import codes_to_see
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.scribe.mind import Trust
from companion.table_loop import TableLoop
from firmware_bridge.errors import PinUnavailable
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.signals import Button, Condition, PanelStatus, Press, Side

PATIENCE_S = 60.0


class Phone:
    """A phone at side B, which presses and lets go."""

    def __init__(self, keys):
        self.keys, self.edges = keys.phones, 0
        self.line = self.keys.sit("ben", "B", self.ms, "")

    @property
    def ms(self):
        return time.monotonic_ns() // 1_000_000 % 2**31

    def press(self, key):
        told = [(self.edges + 1, key, True, self.ms), (self.edges + 2, key, False, self.ms)]
        self.edges += 2
        return self.keys.hear("ben", self.line, self.ms, told)


class Table:
    """A table with its threads, a scripted panel as its wired one, and phones."""

    def __init__(self, folder):
        self.panel = ScriptedPanel()
        self.journal = MemoryJournal()
        self._changed = threading.Condition()
        self.loop = TableLoop(self.journal, TENHOU, self._published, SystemClock(), trust=Trust)
        around = Surroundings(self.loop, SystemClock(), codes_to_see, lambda _reading, _seat: None, None)
        self.heard = []
        self.keys = TableKeys(around, self.taped, HouseKeys(folder))

    def taped(self, opens):
        """As a tape does: it hears what the phones say."""

        def opened():
            panel, wait = opens(), opens().wait

            def heard(timeout_s):
                signals = wait(timeout_s)
                self.heard += signals
                return signals

            return SimpleNamespace(damaged_lines=0, wait=heard, show=panel.show, close=panel.close)

        return opened

    def _published(self, _state):
        with self._changed:
            self._changed.notify_all()
        self.keys.notice()

    def wait_until(self, is_so):
        with self._changed:
            assert self._changed.wait_for(lambda: is_so(self.loop.state), PATIENCE_S), self.loop.state

    def panel_is(self, state, code):
        return lambda seen: any((s.name, s.state, s.code) == ("panel", state, code) for s in seen.sources)

    def begin(self):
        for number, asked in enumerate(
            [(StartAsked, ("e", "s", "w", "n"), TENHOU), (TellAsked, (f.SeatsBound("ABCD"),))], 1
        ):
            self.loop.ask(asked[0](f"p{number}", None, "a page", *asked[1:])).result(PATIENCE_S)
        self.loop.ask(DealAsked("p3", None, "a page", Depth.COUNTING)).result(PATIENCE_S)


@pytest.fixture
def opened(tmp_path):
    tables = []

    def open_table(wired):
        table = Table(tmp_path)
        if wired:
            opens = wired if callable(wired) else lambda: table.panel
            table.keys.attach(PanelPlan(opens), opens)
        tables.append(table)
        table.loop.start()
        table.keys.start()
        table.begin()
        return table

    yield open_table
    for table in tables:
        table.keys.stop()
        table.loop.stop()


def discards(table):
    (game,) = table.journal.games()
    told = (entry for entry in table.journal.entries(game.number) if entry.because is Cause.PANEL)
    return [entry.fact.seat for entry in told if isinstance(entry.fact, f.Discarded)]


def eventually(is_so):
    give_up_at = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < give_up_at
        time.sleep(0.01)


def test_keys_and_phones_play_one_hand(opened):
    table = opened(wired=True)
    phone = Phone(table.keys)
    for side in Side:
        if side is Side.B:
            phone.press("next")
        else:
            table.panel.press(side, Button.NEXT)
        count = side.value + 1
        table.wait_until(lambda seen, count=count: seen.hanchan.kyoku.wall.live == 70 - count)
    assert discards(table) == [0, 1, 2, 3]


def test_the_same_lamps_shine_on_both(opened):
    table = opened(wired=True)
    phone = Phone(table.keys)
    phone.press("tsumo")  # not her turn
    eventually(lambda: table.panel.lamp(Side.B).name == "TRIPLE")
    assert table.keys.phones.beat("ben", phone.line, phone.ms, "").lamp == "triple"


def test_a_phone_that_is_well_does_not_hide_a_panel_that_is_not(opened):
    table = opened(wired=True)
    table.wait_until(table.panel_is(SourceState.UP, "connected"))
    table.panel.unplug()
    table.wait_until(table.panel_is(SourceState.DOWN, "disconnected"))
    phone = Phone(table.keys)
    phone.press("wait")
    table.loop.caught_up().result(PATIENCE_S)
    eventually(lambda: table.panel_is(SourceState.DOWN, "disconnected")(table.loop.state))
    table.panel.replug()
    table.wait_until(table.panel_is(SourceState.UP, "connected"))
    # Phones that are put away leave the wired panel as it is.
    table.keys.phones.leave("ben", phone.line)
    eventually(lambda: table.panel_is(SourceState.UP, "connected")(table.loop.state))


def test_lost_presses_do_not_hide_that_a_part_of_the_panel_is_away():
    """Such as one number pad that is unplugged while another says that it lost some."""
    standing = Standing()

    def told(condition):
        changes = standing.changes(PanelStatus(condition, 0, ""), is_beside=False)
        return [change.code for change in changes]

    assert told(Condition.PRESSES_LOST) == ["presses_lost"]
    assert told(Condition.DISCONNECTED) == ["disconnected"]
    assert told(Condition.PRESSES_LOST) == []
    assert standing.is_there  # the others can be heard
    assert told(Condition.CONNECTED) == ["connected"]
    assert told(Condition.PRESSES_LOST) == ["presses_lost"]


def test_the_sides_whose_boxes_are_away_are_passed_on():
    away = PanelStatus(Condition.BOX_AWAY, 0, "", gone=frozenset({Side.C}), sides=frozenset({Side.C, Side.A}))
    (change,) = Standing().changes(away, is_beside=False)
    assert (change.code, change.sides) == ("box_away", "AC")


def test_a_phone_that_is_well_does_not_hide_a_battery_that_is_low():
    standing = Standing()
    low = PanelStatus(Condition.BATTERY_LOW, 0, "", sides=frozenset({Side.B}))
    well = PanelStatus(Condition.CONNECTED, 0, "")

    def shown(status, *, is_beside):
        return [change.code for change in standing.changes(status, is_beside=is_beside)][-1]

    assert shown(low, is_beside=False) == "battery_low"
    assert shown(well, is_beside=True) == "battery_low"
    assert shown(PanelStatus(Condition.PHONE_AWAY, 0, ""), is_beside=True) == "phone_away"
    assert shown(well, is_beside=True) == "battery_low"
    assert shown(well, is_beside=False) == "connected"


def test_a_panel_that_cannot_be_had_leaves_the_phones_playing(opened):
    def taken():
        raise PinUnavailable("GPIO 4 cannot be used: another program has it")

    table = opened(wired=taken)
    phone = Phone(table.keys)
    phone.press("tsumo")  # not her turn
    eventually(lambda: table.keys.phones.beat("ben", phone.line, phone.ms, "off").lamp == "triple")
    table.wait_until(lambda seen: any("another program has it" in one.note for one in seen.sources))


def test_where_nothing_is_wired_the_first_phone_begins(opened):
    table = opened(wired=False)
    assert not any(one.name == "panel" for one in table.loop.state.sources)
    other = table.keys.phones.sit("aki", "A", 1, "")
    table.wait_until(table.panel_is(SourceState.UP, "connected"))
    table.keys.phones.hear("aki", other, 2, [(1, "next", True, 2)])
    table.wait_until(lambda seen: seen.hanchan.kyoku.wall.live == 69)


def test_presses_of_phones_have_numbers_of_their_own(opened):
    table = opened(wired=False)
    Phone(table.keys).press("next")
    eventually(lambda: any(isinstance(signal, Press) for signal in table.heard))
    assert [signal.seq for signal in table.heard if isinstance(signal, Press)] == [FIRST_OF_PHONES]


def test_a_phone_that_sits_down_between_hands_is_asked_for_next(opened):
    table = opened(wired=False)
    first = Phone(table.keys)
    table.wait_until(table.panel_is(SourceState.UP, "connected"))
    draw = f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=0)
    table.loop.ask(TellAsked("draw", None, "a page", (draw,))).result(PATIENCE_S)
    beat = table.keys.phones.beat
    eventually(lambda: beat("ben", first.line, first.ms, "off").lamp == "slow")
    late = table.keys.phones.sit("aki", "C", first.ms, "")
    # Both go on beating: that one of them falls silent would show the lamps anew, too.
    lines = (("ben", first.line), ("aki", late))
    eventually(lambda: all(beat(*line, first.ms, "off").lamp == "slow" for line in lines))
