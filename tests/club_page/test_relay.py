"""The delayed address of a running hub, over real connections: nothing newer than the delay leaves it."""

import json
from contextlib import contextmanager
from functools import cache
from http.client import HTTPConnection

import pytest

from companion.clock import SystemClock
from companion.club.taking_over import take_over
from companion.club_page.app import HubPage, PagePlan
from companion.club_page.featured import FILE, Featured, keep_featured, kept_featured
from companion.dashboard.release import load_release
from companion.dashboard.roles import Role
from companion.errors import ConfigError
from tests.club.club_tables import Seated
from tests.club.conftest import soon
from tests.club_page.conftest import Port
from tests.club_page.playing import NAMES, game_of
from tests.security.visitors import own_screen, passer_by


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self):
        self.now_s = 1_000.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


@contextmanager
def running(hub, folder, clock, **plan):
    page = HubPage(hub, folder, PagePlan("127.0.0.1", 0, **plan), clock)
    page.start()
    try:
        yield page
    finally:
        page.stop()


@pytest.fixture
def relayed(hub, clock, tmp_path):
    with running(hub, tmp_path, clock) as page:
        yield page


@cache
def spectator(port):
    """One visitor of a port: each has addresses of its own, and there are not many."""
    return passer_by(Port(port))


def snapshot(page):
    """What the delayed address answers now."""
    page.relay.look()
    status, said, _ = spectator(page.broadcast_port).ask("GET", "/api/snapshot")
    assert status == 200
    # A page that polls hears of a new release, too.
    assert said.pop("beside") == {"release": load_release().name}
    return said


def told(hub, page, table, facts):
    """The table tells more; over when the hub has it and the relay has noted when."""
    table.tell(facts)
    held(hub, page, table)


def held(hub, page, table):
    newest = table.journal.last_seq
    assert soon(lambda: any(one.member.id == table.mine.table and one.held == newest for one in hub.tables))
    page.relay.look()


def begun(hub, page, table, facts):
    table.begin(facts)
    held(hub, page, table)


def test_the_table_is_shown_as_late_as_was_chosen(hub, relayed, clock, linked):
    table, facts = linked("East"), game_of(5)
    relayed.relay.choose(table.mine.table, 60)
    assert relayed.relay.state.is_waiting
    begun(hub, relayed, table, facts[:20])
    clock.now_s += 30
    told(hub, relayed, table, facts[20:40])
    assert snapshot(relayed)["game"] is None
    clock.now_s += 29
    assert snapshot(relayed)["game"] is None
    clock.now_s += 1
    first = snapshot(relayed)
    assert [seat["name"] for seat in first["seats"]] == list(NAMES)
    clock.now_s += 30
    assert snapshot(relayed)["seq"] == first["seq"] + 20
    assert not relayed.relay.state.is_waiting


def test_a_spare_is_shown_for_the_featured_table_and_as_late(hub, relayed, clock, linked, tmp_path):
    table, facts = linked("Filmed"), game_of(12)
    relayed.relay.choose(table.mine.table, 60)
    begun(hub, relayed, table, facts[:20])
    clock.now_s += 60
    before = snapshot(relayed)["seq"]
    table.link.stop()
    assert soon(lambda: not any(one.is_here for one in hub.tables if one.member.id == table.mine.table))
    file, code = tmp_path / "spare" / "table.sqlite", hub.spare_code(table.mine.table)
    spare = Seated(take_over(file, code, "spare", SystemClock().utc_now()).mine, file)
    told(hub, relayed, spare, facts[20:40])
    clock.now_s += 59
    assert snapshot(relayed)["seq"] == before
    clock.now_s += 1
    assert snapshot(relayed)["seq"] == before + 20
    assert relayed.relay.state.table == table.mine.table
    spare.close()


def test_what_was_taken_back_is_taken_back_as_late(hub, relayed, clock, linked):
    table, facts = linked("South"), game_of(5)
    relayed.relay.choose(table.mine.table, 60)
    begun(hub, relayed, table, facts[:30])
    clock.now_s += 60
    before = snapshot(relayed)
    table.take_back(table.journal.last_seq)
    held(hub, relayed, table)
    clock.now_s += 59
    assert snapshot(relayed) == before
    clock.now_s += 1
    after = snapshot(relayed)
    assert after["seq"] == before["seq"] + 1
    assert after["seats"] != before["seats"] or after["kyoku"] != before["kyoku"]


def test_a_longer_delay_is_in_force_at_once_and_a_shorter_one_breaks_no_promise(hub, relayed, clock, linked):
    table, facts = linked("West"), game_of(6)
    relayed.relay.choose(table.mine.table, 0)
    begun(hub, relayed, table, facts[:15])
    first = snapshot(relayed)
    assert first["game"]
    clock.now_s += 100
    told(hub, relayed, table, facts[15:20])
    assert snapshot(relayed)["seq"] == first["seq"] + 5
    relayed.relay.choose(table.mine.table, 50)
    assert snapshot(relayed) == first
    relayed.relay.choose(table.mine.table, 600)
    assert snapshot(relayed)["game"] is None
    clock.now_s += 300
    told(hub, relayed, table, facts[20:30])
    relayed.relay.choose(table.mine.table, 0)
    assert relayed.relay.state.owed_s == 600
    early = snapshot(relayed)["seq"]
    told(hub, relayed, table, facts[30:35])
    clock.now_s += 599
    assert snapshot(relayed)["seq"] == early
    clock.now_s += 1
    assert snapshot(relayed)["seq"] == early + 15
    assert relayed.relay.state.owed_s == 0


@pytest.mark.gate(0)
def test_who_watches_hears_nothing_that_was_old_enough_for_the_shorter_delay_alone(
    hub, relayed, clock, linked
):
    table, facts = linked("North"), game_of(7)
    relayed.relay.choose(table.mine.table, 0)
    begun(hub, relayed, table, facts[:20])
    with relayed.relay.board.watching() as reader:
        told(hub, relayed, table, facts[20:22])
        relayed.relay.choose(table.mine.table, 600)
        while (posted := reader.next(0.0)) is not None:
            assert posted.snapshot.game is None


def test_after_a_restart_everything_waits_once_more(hub, clock, linked, tmp_path):
    table, facts = linked("Center"), game_of(8)
    with running(hub, tmp_path, clock) as page:
        page.relay.choose(table.mine.table, 600)
        begun(hub, page, table, facts[:20])
        page.relay.choose(table.mine.table, 5)
    clock.now_s = 0.0  # another clock: the machine was started anew
    with running(hub, tmp_path, clock) as page:
        assert page.relay.state.delay_s == 5
        page.relay.look()
        for _ in range(6):
            assert snapshot(page)["game"] is None
            clock.now_s += 100
        assert snapshot(page)["game"]


@pytest.mark.gate(0)
def test_another_table_is_shown_with_the_same_delay(hub, relayed, clock, linked):
    one, other = linked("Left"), linked("Right")
    relayed.relay.choose(one.mine.table, 60)
    begun(hub, relayed, one, game_of(9)[:20])
    clock.now_s += 50
    begun(hub, relayed, other, game_of(10, ("A", "B", "C", "D"))[:20])
    clock.now_s += 10
    assert snapshot(relayed)["seats"][0]["name"] == NAMES[0]
    relayed.relay.choose(other.mine.table, 60)
    assert snapshot(relayed)["game"] is None
    clock.now_s += 50
    assert snapshot(relayed)["seats"][0]["name"] == "A"
    relayed.relay.choose("", 60)
    assert snapshot(relayed)["game"] is None


def test_a_game_that_is_forgotten_or_made_nobodys_is_so_at_once(hub, relayed, clock, linked):
    table = linked("Rose")
    relayed.relay.choose(table.mine.table, 60)
    begun(hub, relayed, table, game_of(11)[:40])
    clock.now_s += 60
    assert snapshot(relayed)["seats"][0]["name"] == NAMES[0]
    table.journal.anonymise(table.game)
    table.link.notice()
    assert soon(lambda: NAMES[0] not in json.dumps(snapshot(relayed)))
    assert soon(lambda: snapshot(relayed)["game"])
    assert NAMES[0] not in json.dumps(snapshot(relayed))
    table.journal.forget(table.game)
    table.link.notice()
    assert soon(lambda: snapshot(relayed)["game"] is None)


@pytest.mark.gate(0)
def test_a_table_that_was_removed_is_not_shown(hub, relayed, linked):
    table = linked("Violet")
    relayed.relay.choose(table.mine.table, 0)
    begun(hub, relayed, table, game_of(12)[:20])
    assert snapshot(relayed)["game"]
    hub.remove(table.mine.table)
    assert soon(lambda: snapshot(relayed)["game"] is None)


RELAY_ROUTES = """
GET   /                  stranger   302
GET   /?overlay=1        stranger   200
GET   /static/js/main.js stranger   200
GET   /api/me            stranger   200
GET   /api/snapshot      spectator  200
GET   /api/stream        spectator  200
POST  /api/pairing       stranger   400
"""


def test_the_delayed_address_knows_nothing_else_of_the_club(hub, relayed):
    where = Port(relayed.broadcast_port)
    for asker in (passer_by(where), own_screen(where)):
        for line in RELAY_ROUTES.strip().splitlines():
            method, address, _, usual = line.split()
            body = {"nothing": True} if method == "POST" else None
            assert asker.ask(method, address, body)[0] == int(usual), address
    host = own_screen(where)
    others = {rule.rule for rule in relayed._server._front.application.url_map.iter_rules()} - {
        line.split()[1].partition("?")[0] for line in RELAY_ROUTES.strip().splitlines()
    }
    assert {"/healthz", "/api/season", "/api/referee/tables/<table>", "/api/broadcast"} <= others
    for rule in others - {"/static/<path:name>"}:
        assert host.ask("GET", rule.replace("<table>", "0000aaaa").replace("<name>", "x"))[0] == 404, rule


def test_a_private_club_shows_a_stranger_nothing_here_either(hub, clock, tmp_path):
    with running(hub, tmp_path, clock, is_private=True) as page:
        stranger = passer_by(Port(page.broadcast_port))
        assert stranger.error("GET", "/api/snapshot") == "pairing_needed"
        assert stranger.error("GET", "/api/stream") == "pairing_needed"
        code = page.entrance.pairing.new_code(Role.SPECTATOR).digits
        assert stranger.ask("POST", "/api/pairing", {"code": code, "name": "OBS"})[0] == 200


@pytest.mark.gate(0)
def test_no_answer_says_when_something_was_last_changed(hub, relayed, linked):
    table = linked("Lily")
    relayed.relay.choose(table.mine.table, 0)
    begun(hub, relayed, table, game_of(5)[:20])
    for address in ("/api/snapshot", "/api/me", "/nowhere", "/api/history", "/metrics"):
        line = HTTPConnection("127.0.0.1", relayed.broadcast_port, timeout=20)
        line.request("GET", address, headers={"Host": "localhost"})
        answer = line.getresponse()
        answer.read()
        line.close()
        assert not {"Last-Modified", "ETag", "Age", "Expires"} & set(answer.headers), address


def test_a_host_chooses_on_the_hubs_page(hub, relayed, linked):
    table = linked("Iris").mine.table
    host = own_screen(Port(int(relayed.url.rstrip("/").rpartition(":")[2])))
    said = host.ask("POST", "/api/broadcast", {"table": table, "delay_s": 120})[1]
    assert (said["table"], said["delay_s"], said["is_waiting"]) == (table, 120, True)
    assert said["port"] == relayed.broadcast_port
    assert host.ask("GET", "/api/broadcast")[1] == said
    for wrong, error in [
        ({"table": table, "delay_s": 3_601}, "bad_broadcast"),
        ({"table": table, "delay_s": -1}, "bad_broadcast"),
        ({"table": table, "delay_s": "60"}, "bad_broadcast"),
        ({"table": table}, "bad_broadcast"),
        ({"table": "00000000", "delay_s": 60}, "broadcast_refused"),
    ]:
        assert host.error("POST", "/api/broadcast", wrong) == error
    assert host.ask("GET", "/api/broadcast")[1] == said


def test_a_choice_that_cannot_be_read_shows_nothing_and_waits_longest(tmp_path):
    assert kept_featured(tmp_path) == Featured()
    keep_featured(tmp_path, Featured("0000aaaa", 60, 600))
    assert kept_featured(tmp_path) == Featured("0000aaaa", 60, 600)
    for broken in (
        "",
        "[]",
        '{"table": "0000aaaa", "delay_s": -5, "owed_s": 0}',
        '{"table": 7}',
        "[" * 9_000,
    ):
        (tmp_path / FILE).write_text(broken)
        assert kept_featured(tmp_path) == Featured("", 3_600, 3_600)


def test_a_choice_that_cannot_be_kept_is_refused(hub, relayed, linked, monkeypatch):
    def full(*_):
        raise OSError("no space left")

    table = linked("Tulip").mine.table
    relayed.relay.choose(table, 600)
    monkeypatch.setattr("companion.club_page.featured.write_instead", full)
    with pytest.raises(ConfigError, match="cannot be kept"):
        relayed.relay.choose(table, 0)
    assert relayed.relay.state.delay_s == 600


def test_a_port_that_is_taken_ends_no_evening_unless_it_was_asked_for(hub, relayed, tmp_path, clock):
    (tmp_path / "other").mkdir()
    with pytest.raises(ConfigError, match="--broadcast-port"):
        HubPage(
            hub, tmp_path / "other", PagePlan("127.0.0.1", 0, broadcast_port=relayed.broadcast_port), clock
        )


def test_a_damaged_choice_is_said_on_the_page_until_something_is_chosen(hub, tmp_path, clock, linked):
    table = linked("Rose").mine.table
    (tmp_path / FILE).write_text('{"table":')
    with running(hub, tmp_path, clock) as page:
        assert soon(lambda: FILE in said(page))
        assert f"{FILE}.damaged-" in said(page)
        page.relay.choose(table, 60)
        assert soon(lambda: not said(page))
    (beside,) = tmp_path.glob(f"{FILE}.damaged-*Z")
    assert beside.read_text() == '{"table":'


def said(page):
    """What is wrong, as the club's page says it."""
    _, text = page.board.read()
    return json.loads(text)["complaint"]
