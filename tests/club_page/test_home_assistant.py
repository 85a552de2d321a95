"""Home Assistant beside a club: what it finds at the real broker, what it may hear, and how it goes."""

import json
import os
import signal
import time
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from companion.club.membership import JoinCode, join
from companion.club.service import FOLDER, HubPlan, HubService
from companion.club.wire import Wire, sealed_by
from companion.club_page.app import HubPage, PagePlan
from companion.club_page.board import TablesBoard
from companion.club_page.home_assistant import FILE, HomeAssistant, _topics_of, certificate_for_home
from companion.club_page.home_messages import here_topic
from companion.errors import JournalInUse
from companion.riichi.facts import Discarded
from tests.club.conftest import require_broker, soon
from tests.club_page.playing import NAMES, LinkedTable, game_of, hands_of
from tests.reliability.club_kills import free_ports
from tests.toolbox.quick_folder import quick_folder


class Listener:
    """What Home Assistant would have heard: the newest of each topic, retained or not."""

    def __init__(self, hub, folder, topics=("homeassistant/#", "riichi/#")):
        authority = hub.broker.plan.authority
        seal = sealed_by(authority, certificate_for_home(folder))
        self._wire = Wire(hub.broker.plan.near_host, hub.broker.plan.port, seal, topics)
        self._wire.open()
        self.heard = {}

    def listens(self, is_so, seconds=20.0):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for one in self._wire.turn(0.05):
                self.heard[one.topic] = one.payload
            if is_so(self):
                return True
        return False

    def of(self, leaf, table):
        found = [payload for where, payload in self.heard.items() if where.endswith(f"/{table}/{leaf}")]
        return found[-1] if found else None

    def device(self, table):
        found = [payload for where, payload in self.heard.items() if where.endswith(f"_{table}/config")]
        return json.loads(found[-1]) if found and found[-1] else None

    def state(self, table):
        return json.loads(self.of("now", table) or "null")

    def close(self):
        self._wire.close()


class House:
    """A hub with its page, in a folder that outlives it."""

    def __init__(self, folder):
        self.folder = folder
        self.ports = free_ports(2)
        (folder / "hub").mkdir()

    @contextmanager
    def open(self, *, is_on=True):
        with ExitStack() as last:
            plan = HubPlan("127.0.0.1", *self.ports, ("127.0.0.1",), is_home_told=is_on)
            hub = HubService(self.folder / "hub", plan)
            last.callback(hub.stop)
            hub.start()
            page = HubPage(hub, self.folder / "hub" / FOLDER, PagePlan("127.0.0.1", 0))
            last.callback(page.stop)
            page.start()
            home = HomeAssistant(hub, page.board, self.folder / "hub" / FOLDER, is_on=is_on)
            last.callback(home.stop)
            home.start()
            yield hub

    def listener(self, hub):
        return Listener(hub, self.folder / "hub" / FOLDER)


@pytest.fixture
def house():
    require_broker()
    with quick_folder() as folder:
        yield House(folder)


@contextmanager
def seated(house, hub, name="Window"):
    mine = join(house.folder / f"{name} mine", JoinCode.read(str(hub.code())), name, 1)
    with LinkedTable(house.folder / f"{name} table", mine) as table:
        yield table


def first_hand():
    """A game up to the tenth discard of its second hand."""
    facts = hands_of("home", 1)
    count = 0
    for fact in game_of("home")[len(facts) :]:
        facts.append(fact)
        count += isinstance(fact, Discarded)
        if count == 10:
            return facts
    raise AssertionError("the hand was too short")


def test_a_table_is_found_with_its_public_state_and_without_names(house):
    with house.open() as hub, seated(house, hub) as table:
        table.begin(first_hand())
        heard, mine = house.listener(hub), table.mine.table
        assert heard.listens(lambda of: (of.state(mine) or {}).get("live"))
        device, state = heard.device(mine), heard.state(mine)
        assert device["device"]["name"] == "Window"
        assert {part["platform"] for part in device["components"].values()} == {"sensor", "binary_sensor"}
        assert device["state_topic"].endswith(f"/{mine}/now")
        assert len({part["unique_id"] for part in device["components"].values()}) == len(device["components"])
        assert state["is_played"] is True
        assert state["needs_somebody"] is False
        assert sum(state[f"points_{wind}"] for wind in "ESWN") + 1_000 * state["sticks"] == 100_000
        assert 0 < state["live"] < 70
        everything = b" ".join(heard.heard.values()).decode()
        assert not [name for name in NAMES if name in everything]
        heard.close()


def test_a_call_for_the_referee_needs_somebody_and_a_table_that_goes_is_away(house):
    with house.open() as hub, seated(house, hub) as table:
        heard, mine = house.listener(hub), table.mine.table
        assert heard.listens(lambda of: of.of("here", mine) == b"online")
        assert heard.of("here", "hub") == b"online"
        table.link.call.want(is_wanted=True)
        table.link.notice()
        assert heard.listens(lambda of: of.state(mine)["needs_somebody"])
        table.link.stop()
        assert heard.listens(lambda of: of.of("here", mine) == b"offline")
        heard.close()


def test_it_may_listen_to_what_everybody_sees_and_to_nothing_else(house):
    with house.open() as hub, seated(house, hub) as table:
        table.begin(first_hand())
        heard, mine = house.listener(hub), table.mine.table
        assert heard.listens(lambda of: (of.state(mine) or {}).get("live"))
        heard.listens(lambda _: False, 1.0)
        leaves = {where.rpartition("/")[2] for where in heard.heard}
        assert leaves == {"config", "now", "here"}
        heard.close()


def test_the_broker_has_the_addresses_of_the_hub_also_after_home_assistant_got_its_certificate(house):
    with house.open() as hub:
        own = certificate_for_home(house.folder / "hub" / FOLDER)
        with pytest.raises(JournalInUse):
            HubService(house.folder / "hub", HubPlan("127.0.0.1", *house.ports, ("10.0.0.9",)))
        pid = hub.broker.pid
        os.kill(pid, signal.SIGKILL)
        assert soon(lambda: hub.broker.pid not in (0, pid) and not hub.complaint)
        # As a program that compares the broker's name with the address under which it was reached.
        seal = sealed_by(hub.broker.plan.authority, own, is_named=True)
        wire = Wire("127.0.0.1", hub.broker.plan.port, seal, ())
        assert soon(hub.broker._answers)
        wire.open()
        wire.close()


def test_a_certificate_that_has_ended_or_that_no_longer_counts_is_made_anew(tmp_path):
    made = certificate_for_home(tmp_path).read_bytes()
    assert certificate_for_home(tmp_path).read_bytes() == made
    later = certificate_for_home(tmp_path, datetime.now(UTC) + timedelta(days=1_200)).read_bytes()
    assert later != made
    (tmp_path / "authority.pem").unlink()  # so that the next start makes another authority
    assert certificate_for_home(tmp_path).read_bytes() not in (made, later)


def test_a_table_that_is_sent_away_is_taken_out(house):
    with house.open() as hub, seated(house, hub) as table:
        heard, mine = house.listener(hub), table.mine.table
        assert heard.listens(lambda of: of.device(mine))
        hub.remove(mine)
        assert heard.listens(lambda of: of.of("now", mine) == b"" and of.device(mine) is None)
        heard.close()


def test_switched_off_nothing_is_left_and_nothing_is_said(house):
    kept = house.folder / "hub" / FOLDER / FILE
    with house.open() as hub, seated(house, hub):
        assert soon(lambda: kept.exists() and len(json.loads(kept.read_text())) == 1)
    with house.open(is_on=False):
        assert soon(lambda: not kept.exists())
    # And where it was never asked for, there is not even a thread.
    with house.open(is_on=False):
        assert not kept.exists()


def test_switched_off_the_messages_of_many_tables_are_all_taken_out(house):
    tables = [f"{number:08x}" for number in range(12)]
    with house.open(is_on=False) as hub:
        said = [(where, b"{}") for table in tables for where in _topics_of(hub.members.club, table)]
        wire = hub.own_wire(last_will=here_topic(hub.members.club, "other"))
        wire.open()
        assert soon(lambda: wire.turn(0.05) is not None and wire.is_ready)
        for where, payload in said:
            wire.send(where, payload, is_retained=True)
        assert soon(lambda: wire.turn(0.05) is not None and wire.is_all_there)
        folder = house.folder / "hub" / FOLDER
        (folder / FILE).write_text(json.dumps(tables))
        home = HomeAssistant(hub, TablesBoard(), folder, is_on=False)
        home.start()
        assert soon(lambda: not (folder / FILE).exists())
        home.stop()
        wire.close()
        heard = house.listener(hub)
        assert not heard.listens(lambda of: any(of.heard.get(where) for where, _ in said), 1.0)
        heard.close()


@pytest.mark.parametrize("damaged", ['["\\ud800"]', '["+"]'])
def test_a_file_with_names_that_no_table_has_does_not_keep_the_hub_silent(house, damaged):
    folder = house.folder / "hub" / FOLDER
    folder.mkdir()
    (folder / FILE).write_text(damaged)
    with house.open() as hub, seated(house, hub) as table:
        heard = house.listener(hub)
        assert heard.listens(lambda of: of.of("here", table.mine.table) == b"online")
        heard.close()
