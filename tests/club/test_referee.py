"""A call for the referee: it arrives once whatever the line does, outlives each restart, is withdrawn."""

import random
from contextlib import contextmanager
from itertools import count

import pytest

from companion.club.call_kept import KeptCall
from companion.club.referee_queue import FILE, RefereeQueue
from companion.club.service import HubPlan, HubService
from companion.errors import ConfigError
from companion.tournament.referee import CallState, TableCall, decode_call, encode_call
from companion.tournament.told import ToldRefused
from tests.club.club_tables import Seated
from tests.club.conftest import require_broker, soon
from tests.reliability.club_kills import free_ports

TABLES = ("00000001", "00000002", "00000003")


class BadLine:
    """Three tables and a hub; messages wait here until they are delivered, doubled or lost."""

    def __init__(self, folder):
        self.folder, self.now = folder, 1_000.0
        for table in TABLES:
            (folder / table).mkdir()
        self.tables = {table: self._table(table) for table in TABLES}
        self.hub = RefereeQueue(folder, lambda: self.now, lambda: self.now)
        self.up, self.down = [], []
        self.answered = set()

    def _table(self, table):
        return KeptCall(self.folder / table, lambda: self.now, lambda: self.now)

    def speak(self):
        self.up += [(table, said) for table, one in self.tables.items() if (said := one.due())]
        self.down += [(table, payload) for table, _, payload in self.hub.due(TABLES)]

    def to_hub(self, at):
        self.hub.take(*self.up[at])

    def to_table(self, at):
        table, payload = self.down[at]
        self.tables[table].take(payload)

    def reconnect(self, table):
        self.hub.is_there(table)
        self.tables[table].connected()

    def settle(self):
        """Nothing is lost from now on."""
        for table in TABLES:
            self.reconnect(table)
        for _ in range(8):
            self.now += 5
            self.speak()
            while self.up or self.down:
                if self.up:
                    self.to_hub(0)
                    del self.up[0]
                if self.down:
                    self.to_table(0)
                    del self.down[0]


def wanted(line):
    return {table for table, one in line.tables.items() if one.seen().state is not CallState.NONE}


@pytest.mark.gate(20)
@pytest.mark.parametrize("seed", range(60))
def test_whatever_the_line_loses_hub_and_tables_agree_and_no_answered_call_comes_back(tmp_path, seed):
    rng, line = random.Random(seed), BadLine(tmp_path)
    for _ in range(120):
        line.now += rng.random()
        line.speak()
        table = rng.choice(TABLES)
        match rng.randrange(9):
            case 0:
                line.tables[table].want(is_wanted=True, seat=rng.randrange(4))
            case 1:
                line.tables[table].want(is_wanted=False)
            case 2 if line.up:
                line.to_hub(rng.randrange(len(line.up)))
            case 3 if line.down:
                line.to_table(rng.randrange(len(line.down)))
            case 4:
                rng.choice((line.up, line.down)).clear()
            case 5:
                line.reconnect(table)
            case 6:
                line.tables[table] = line._table(table)
            case 7 if line.hub.open:
                call = rng.choice(line.hub.open)
                line.hub.come(call.table, call.revision)
                if rng.random() < 0.5:
                    assert line.hub.close(call.table, call.revision)
                    line.answered.add((call.table, call.revision))
            case 8:
                line.hub = RefereeQueue(tmp_path, lambda: line.now, lambda: line.now)
                list(line.hub.due(TABLES))
        assert not {(one.table, one.revision) for one in line.hub.open} & line.answered
    line.settle()
    assert {one.table for one in line.hub.open} == wanted(line)
    assert not {(one.table, one.revision) for one in line.hub.open} & line.answered
    places = [line.tables[one.table].seen().place for one in line.hub.open if one.taken is None]
    assert places == [at for at, _ in zip(count(1), places, strict=False)]


def test_a_call_that_was_cut_off_has_waited_all_the_same(tmp_path):
    line = BadLine(tmp_path)
    early, late, _ = TABLES
    line.tables[early].want(is_wanted=True, seat=2)
    line.now += 60
    line.tables[late].want(is_wanted=True)
    line.up = [(late, line.tables[late].due())]
    line.to_hub(0)
    line.up.clear()
    list(line.hub.due(TABLES))
    assert [one.table for one in line.hub.open] == [late]
    line.now += 60
    line.settle()
    assert [(one.table, one.seat) for one in line.hub.open] == [(early, 2), (late, None)]
    assert line.hub.open[0].since == pytest.approx(1_000, abs=0.01)
    assert line.tables[late].seen().place == 2


def test_a_table_that_was_set_back_to_an_older_copy_still_gets_its_referee(tmp_path):
    line = BadLine(tmp_path)
    table = TABLES[0]
    line.tables[table].want(is_wanted=True)
    file = tmp_path / table / "call.json"
    older = file.read_bytes()
    line.settle()
    (call,) = line.hub.open
    line.hub.close(table, call.revision)
    line.settle()
    line.now -= 500  # the clock on its wall was set back, too
    file.write_bytes(older)
    line.tables[table] = line._table(table)
    line.settle()
    assert line.hub.open == ()
    line.tables[table].want(is_wanted=True)
    line.settle()
    assert [one.table for one in line.hub.open] == [table]


def test_the_longest_wait_stays_first_when_the_clock_of_the_hub_is_put_back(tmp_path):
    wall, since_start = [90_000.0], [10.0]
    hub = RefereeQueue(tmp_path, lambda: wall[0], lambda: since_start[0])
    early, late, last = TABLES
    hub.take(early, encode_call(TableCall(1, is_wanted=True)))
    wall[0] -= 3_600
    since_start[0] += 60.0
    hub.take(late, encode_call(TableCall(1, is_wanted=True, waited_ms=1_000)))
    assert [payload[1] for payload in hub.due(TABLES)] == ["queue", "queue"]
    assert [one.table for one in hub.open] == [early, late]
    # A hub that is started anew knows them before any table has said anything.
    since_start[0] = 5.0
    again = RefereeQueue(tmp_path, lambda: wall[0], lambda: since_start[0], tables=TABLES)
    assert {one.table for one in again.open} == {early, late}
    since_start[0] += 1
    again.take(last, encode_call(TableCall(1, is_wanted=True)))
    assert again.open[-1].table == last


def test_a_hub_that_is_started_again_shows_who_waits_before_it_reaches_its_broker(tmp_path):
    require_broker()
    plan = HubPlan("127.0.0.1", *free_ports(2), ("127.0.0.1",))
    with closing_hub(HubService(tmp_path, plan)) as hub:
        table = hub.members.join(TABLES[0], "Window").id
        hub.calls.take(table, encode_call(TableCall(1, is_wanted=True)))
    with closing_hub(HubService(tmp_path, plan)) as hub:
        assert [one.table for one in hub.calls.open] == [table]


@contextmanager
def closing_hub(hub):
    """A hub that nobody has started."""
    try:
        yield hub
    finally:
        hub.stop()


def test_what_the_disk_refuses_is_not_acknowledged(tmp_path):
    hub = RefereeQueue(tmp_path / "gone")
    with pytest.raises(ConfigError):
        hub.take(TABLES[0], encode_call(TableCall(1, is_wanted=True)))
    assert list(hub.due(TABLES)) == []
    assert hub.open == ()


@pytest.mark.parametrize(
    "damage",
    [
        '[{"table": 3}',
        f'[{{"table": "{TABLES[0]}", "revision": 1, "is_open": true, "since": "x"}}]',
        f'[{{"table": "{TABLES[1]}", "revision": "9", "is_open": true, "since": 1.0}}]',
        f'[{{"table": "{TABLES[1]}", "revision": 9, "is_open": 1, "since": 1.0, "seat": "east"}}]',
        f'[{{"table": "{TABLES[1]}", "revision": {2**60}, "is_open": true, "since": 1.0}}]',
    ],
)
def test_a_damaged_list_is_filled_again_by_the_tables(tmp_path, damage):
    line = BadLine(tmp_path)
    line.tables[TABLES[1]].want(is_wanted=True, seat=0)
    line.settle()
    (tmp_path / FILE).write_text(damage)
    line.hub = RefereeQueue(tmp_path, lambda: line.now, lambda: line.now)
    line.settle()
    assert [one.table for one in line.hub.open] == [TABLES[1]]


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"[]",
        b'{"revision": -1, "is_wanted": true}',
        b'{"revision": 1, "is_wanted": true, "seat": 4}',
        b'{"revision": 1, "is_wanted": 1}',
        b'{"revision": true, "is_wanted": true}',
        b'{"is_wanted": true}',
        b"\xff",
    ],
)
def test_what_is_not_a_call_is_refused(payload):
    with pytest.raises(ToldRefused):
        decode_call(TableCall, payload)


def test_over_the_real_broker_a_call_is_heard_taken_answered_and_withdrawn(hub, joined):
    tables = [Seated(joined(f"Referee {number}")) for number in (1, 2)]
    one, two = tables
    try:
        one.link.call.want(is_wanted=True, seat=3)
        assert soon(lambda: one.link.call.seen().state is CallState.WAITING)
        two.link.call.want(is_wanted=True)
        assert soon(lambda: two.link.call.seen().place == 2)
        first, second = hub.calls.open
        assert (first.table, first.seat, second.table) == (one.mine.table, 3, two.mine.table)
        assert hub.calls.come(first.table, first.revision)
        assert not hub.calls.come(first.table, first.revision)
        assert soon(lambda: one.link.call.seen().state is CallState.COMING)
        assert soon(lambda: two.link.call.seen().place == 1)
        hub.broker._child.kill()
        two.link.call.want(is_wanted=False)
        assert hub.calls.close(first.table, first.revision)
        assert soon(lambda: one.link.call.seen().state is CallState.NONE)
        assert soon(lambda: hub.calls.open == ())
    finally:
        for table in tables:
            table.close()


def test_when_the_clock_of_the_hub_is_set_a_call_that_waits_was_made_as_long_ago_as_before(tmp_path):
    wall, now = [100.0], [7.0]
    queue = RefereeQueue(tmp_path, lambda: wall[0], lambda: now[0], TABLES)
    queue.take(TABLES[0], encode_call(TableCall(1, is_wanted=True)))
    wall[0], now[0] = 1_790_000_000.0, 67.0
    list(queue.due(TABLES))
    (call,) = queue.open
    assert call.since == 1_790_000_000.0 - 60
    (again,) = RefereeQueue(tmp_path, lambda: wall[0], lambda: 3.0, TABLES).open
    assert again.since == call.since
    assert queue.close(*TABLES[:1], 1)
