"""Who may ask what of a hub's page, written a second time by hand, and asked of a real one by every visitor.

`companion/club_page/roles.py` is not asked here: what stands there is what is tested. A new route must be
written down here too.
"""

import errno
import json
import ssl
import stat
from http.client import HTTPConnection, HTTPSConnection

import pytest

from companion.club_page.app import HubPage, PagePlan, create_hub_app
from companion.club_page.board import TablesBoard
from companion.dashboard.entrance import Entrance
from companion.dashboard.settings import DashboardSettings
from companion.errors import ConfigError
from tests.club.conftest import soon
from tests.club_page.conftest import Port
from tests.security.visitors import own_screen, paired, passer_by

RANKS = ("stranger", "spectator", "scorer", "host")
ROUTES = """
GET   /                        /                       stranger   200
GET   /static/<path:name>      /static/js/main.js      stranger   200
GET   /healthz                 /healthz                stranger   200
GET   /api/snapshot            /api/snapshot           spectator  200
GET   /api/stream              /api/stream             spectator  200
GET   /api/join                /api/join               host       200
POST  /api/tables/rename       /api/tables/rename      host       400
POST  /api/tables/remove       /api/tables/remove      host       400
POST  /api/tables/spare        /api/tables/spare       host       400
POST  /api/evening/<name>      /api/evening/players    host       400
GET   /api/papers/standings.csv  /api/papers/standings.csv  spectator  200
GET   /api/papers/standings.html  /api/papers/standings.html  spectator  200
GET   /api/papers/plan.csv     /api/papers/plan.csv    spectator  200
GET   /api/season              /api/season             spectator  200
GET   /api/papers/season.csv   /api/papers/season.csv  spectator  200
GET   /api/referee/tables/<table>  /api/referee/tables/ffffffff  scorer  404
GET   /api/referee/tables/<table>/hands/<int:deal>  /api/referee/tables/ffffffff/hands/1  scorer  404
POST  /api/referee/come        /api/referee/come       scorer     400
POST  /api/referee/done        /api/referee/done       scorer     400
POST  /api/referee/penalty     /api/referee/penalty    scorer     400
POST  /api/referee/unpenalty   /api/referee/unpenalty  scorer     400
GET   /api/replay              /api/replay             spectator  200
GET   /api/replay/<table>/<int:number>/<int:hand>  /api/replay/ffffffff/1/1  spectator  404
GET   /api/replay/<table>/<int:number>/at/<int:seq>  /api/replay/ffffffff/1/at/1  spectator  404
GET   /api/broadcast           /api/broadcast          host       200
POST  /api/broadcast           /api/broadcast          host       400
GET   /api/me                  /api/me                 stranger   200
POST  /api/pairing             /api/pairing            stranger   400
POST  /api/pairing/claim       /api/pairing/claim      stranger   400
POST  /api/pairing/leave       /api/pairing/leave      stranger   400
POST  /api/pairing/code        /api/pairing/code       host       400
GET   /api/pairing/addresses   /api/pairing/addresses  host       200
GET   /api/devices             /api/devices            host       200
POST  /api/devices/revoke      /api/devices/revoke     host       400
POST  /api/devices/forget      /api/devices/forget     host       400
"""
"""Method, rule, an address of it, the least role that may ask it, its status for a body without meaning."""


def routes():
    return [line.split() for line in ROUTES.strip().splitlines()]


def port_of(page):
    return Port(int(page.url.rstrip("/").rpartition(":")[2]))


def asked_by(visitor, level):
    for method, rule, address, needed, usual in routes():
        body = {"nothing": True} if method == "POST" else None
        status, said, _ = visitor.ask(method, address, body)
        if RANKS.index(level) >= RANKS.index(needed):
            assert status == int(usual), (rule, status)
        else:
            expected = (403, "role_too_low") if visitor.is_paired else (401, "pairing_needed")
            assert (status, said["error"], said["needs"]) == (*expected, needed), rule


def test_nobody_but_the_own_screen_and_hosts_may_change_anything(page):
    where = port_of(page)
    asked_by(passer_by(where), "spectator")
    asked_by(paired(where, "spectator"), "spectator")
    asked_by(paired(where, "scorer"), "scorer")
    asked_by(paired(where, "host"), "host")
    asked_by(own_screen(where), "host")


def test_a_private_page_shows_a_stranger_nothing(private_page, hub):
    where = port_of(private_page)
    asked_by(passer_by(where), "stranger")
    asked_by(paired(where, "spectator"), "spectator")
    assert hub.members.club not in passer_by(where).ask("GET", "/api/snapshot")[2]


def test_every_route_is_in_the_list(hub, page):
    app = create_hub_app(hub, TablesBoard(), DashboardSettings(), Entrance(), relay=page.relay)
    found = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in rule.methods
        if method not in ("HEAD", "OPTIONS")
    }
    assert found == {(method, rule) for method, rule, *_ in routes()}


def test_a_stranger_renames_nobody_and_sends_nobody_away(page, hub, linked):
    table = linked("Rose").mine.table
    stranger = passer_by(port_of(page))
    assert stranger.error("POST", "/api/tables/rename", {"table": table, "name": "Mine"}) == "pairing_needed"
    assert stranger.error("POST", "/api/tables/remove", {"table": table}) == "pairing_needed"
    assert stranger.error("POST", "/api/tables/spare", {"table": table}) == "pairing_needed"
    assert stranger.error("GET", "/api/join") == "pairing_needed"
    assert [one.name for one in hub.members.all if one.id == table] == ["Rose"]


def test_a_host_renames_a_table_and_sends_it_away(page, hub, linked):
    table = linked("Tulip").mine.table
    host = paired(port_of(page), "host")
    assert host.ask("POST", "/api/tables/rename", {"table": table, "name": "Iris"})[0] == 200
    assert hub.members.name(table) == "Iris"
    assert host.error("POST", "/api/tables/rename", {"table": "00000000", "name": "Iris"}) == "bad_table"
    assert host.error("POST", "/api/tables/rename", {"table": table, "name": "a\nb"}) == "bad_table"
    assert host.error("POST", "/api/tables/remove", {"table": table, "and": "more"}) == "bad_table"
    assert "/spare-" in host.ask("POST", "/api/tables/spare", {"table": table})[1]["command"]
    assert host.error("POST", "/api/tables/spare", {"table": "00000000"}) == "bad_table"
    assert host.ask("POST", "/api/tables/remove", {"table": table})[0] == 200
    assert table not in [one.id for one in hub.members.all]


def test_what_the_disk_refuses_is_told_as_that_and_a_table_that_was_removed_is_removed(
    page, hub, linked, monkeypatch
):
    table = linked("Dahlia").mine.table
    host = paired(port_of(page), "host")
    with monkeypatch.context() as full:
        full.setattr("companion.club.members.write_instead", _full)
        full.setattr("companion.club.handing_over.write_privately", _full)
        assert host.error("POST", "/api/tables/rename", {"table": table, "name": "Iris"}) == "not_kept"
        assert host.error("POST", "/api/tables/spare", {"table": table}) == "not_kept"
        assert host.error("POST", "/api/tables/remove", {"table": table}) == "not_kept"
    with monkeypatch.context() as full:
        full.setattr(hub.broker, "allow", _full)
        assert host.ask("POST", "/api/tables/remove", {"table": table})[0] == 200
    assert table not in [one.id for one in hub.members.all]


def _full(*_):
    raise OSError(errno.ENOSPC, "no space left on device")


@pytest.mark.parametrize(
    ("headers", "error"),
    [
        ({"Origin": "http://evil.example"}, "wrong_origin"),
        ({"X-Table": "0"}, "header_missing"),
        ({"Content-Type": "text/plain"}, "not_json"),
        ({"Host": "evil.example"}, "wrong_host"),
    ],
)
def test_a_page_from_elsewhere_changes_nothing(page, hub, headers, error):
    host = paired(port_of(page), "host")
    before = hub.members.all
    line = HTTPConnection("127.0.0.1", port_of(page).port, 20)
    ours = {"Host": "192.168.1.7", "X-Table": "1", "Content-Type": "application/json", **host.headers}
    line.request("POST", "/api/tables/remove", json.dumps({"table": "00000000"}), {**ours, **headers})
    assert json.loads(line.getresponse().read())["error"] == error
    line.close()
    assert hub.members.all == before


def test_the_code_on_the_page_is_the_one_of_the_terminal_and_the_next_after_a_table_joined(page, hub, joined):
    host = own_screen(port_of(page))
    said = host.ask("GET", "/api/join")[1]
    assert said["code"] == str(hub.shown_code())
    assert said["command"].endswith(f"--club {said['code']}")
    assert said["qr"]["path"].startswith("M")
    assert host.ask("GET", "/api/join")[1] == said
    tokens_before = said["code"]
    hub._tokens.use(hub.shown_code().token)
    assert host.ask("GET", "/api/join")[1]["code"] != tokens_before


def test_a_device_that_was_sent_away_hears_nothing_more(page, linked):
    where = port_of(page)
    device = paired(where, "host")
    line = HTTPConnection("127.0.0.1", where.port, 20)
    line.request("GET", "/api/stream", headers={"Host": f"192.168.1.7:{where.port}", **device.headers})
    answer = line.getresponse()
    assert answer.status == 200
    ids = [one["id"] for one in own_screen(where).ask("GET", "/api/devices")[1]["devices"]]
    for one in ids:
        own_screen(where).ask("POST", "/api/devices/revoke", {"id": one})
    assert soon(lambda: page.board.reader_count == 0)
    line.close()
    assert device.error("GET", "/api/join") == "pairing_needed"


def test_every_answer_has_its_headers(page):
    status, _, text = passer_by(port_of(page)).ask("GET", "/")
    assert status == 200
    line = HTTPConnection("127.0.0.1", port_of(page).port, 20)
    line.request("GET", "/", headers={"Host": "192.168.1.7"})
    policy = line.getresponse().headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    line.close()
    assert json.dumps("http") not in text


def test_a_port_that_is_taken_is_a_sentence(page, hub, tmp_path):
    with pytest.raises(ConfigError, match=r"nothing can listen on 127\.0\.0\.1:\d+: .*; try --page-port"):
        HubPage(hub, tmp_path, PagePlan("127.0.0.1", port_of(page).port))


def test_the_same_port_answers_https_where_it_is_wanted(hub, tmp_path):
    page = HubPage(hub, tmp_path, PagePlan("127.0.0.1", 0, is_sealed=True))
    page.start()
    trusting = ssl.create_default_context(cafile=tmp_path / ".https.pem")
    try:
        for line in (
            HTTPSConnection("localhost", port_of(page).port, context=trusting, timeout=20),
            HTTPConnection("localhost", port_of(page).port, timeout=20),
        ):
            line.request("GET", "/api/snapshot")
            assert line.getresponse().status == 200
            line.close()
    finally:
        page.stop()
    assert stat.S_IMODE((tmp_path / ".https.pem").stat().st_mode) == 0o600
