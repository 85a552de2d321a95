"""Who may ask what, written a second time by hand, and asked of real companions by every kind of visitor.

`companion/dashboard/roles.py` is not asked here: what stands there is what is tested. A new route or command
must be written down here too.
"""

import itertools
from contextlib import ExitStack

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.commands import CommandKind
from companion.keeping.upkeep import Upkeep
from tests.security.houses import KINDS, House
from tests.security.visitors import Tables

RANKS = ("stranger", "spectator", "scorer", "host")

ROUTES = """
GET   /                        /                       stranger   200
GET   /worker.js               /worker.js              stranger   200
GET   /static/<path:name>      /static/js/main.js      stranger   200
GET   /healthz                 /healthz                stranger   200
GET   /readyz                  /readyz                 spectator  200
GET   /metrics                 /metrics                spectator  200
GET   /api/snapshot            /api/snapshot           spectator  200
GET   /api/stream              /api/stream             spectator  200
GET   /api/history             /api/history            spectator  200
GET   /api/players             /api/players            spectator  200
GET   /api/statistics          /api/statistics         spectator  200
GET   /api/club                /api/club               spectator  200
GET   /api/rules               /api/rules              spectator  200
GET   /api/games               /api/games              spectator  200
GET   /api/games/<name>        /api/games/x            spectator  404
GET   /api/games/<name>/at/<int:seq>  /api/games/x/at/1  spectator  404
GET   /api/games/<name>/export /api/games/x/export?format=csv  spectator  404
GET   /api/pretend             /api/pretend            spectator  404
GET   /api/pretend/picture     /api/pretend/picture    spectator  404
POST  /api/preview             /api/preview            scorer     400
POST  /api/value               /api/value              scorer     400
POST  /api/kan-in-riichi       /api/kan-in-riichi      scorer     400
POST  /api/commands            /api/commands           scorer     400
GET   /api/crop/<int:number>   /api/crop/1             scorer     404
POST  /api/games               /api/games              scorer     422
GET   /api/trust               /api/trust              scorer     200
POST  /api/trust               /api/trust              scorer     400
GET   /api/key-sides           /api/key-sides          scorer     200
POST  /api/key-sides           /api/key-sides          scorer     404
GET   /api/evening             /api/evening            scorer     404
POST  /api/evening             /api/evening            scorer     404
GET   /api/eye                 /api/eye                scorer     200
GET   /api/eye/picture         /api/eye/picture        scorer     410
POST  /api/eye/<name>          /api/eye/begin          scorer     404
POST  /api/eye/photo           /api/eye/photo          host       400
POST  /api/hand-photo          /api/hand-photo         scorer     400
GET   /camera                  /camera                 stranger   200
GET   /api/phone               /api/phone              scorer     409
POST  /api/phone/picture       /api/phone/picture      scorer     409
POST  /api/phone/leave         /api/phone/leave        scorer     409
GET   /keys                    /keys                   stranger   200
GET   /api/keys                /api/keys               scorer     200
POST  /api/keys/sit            /api/keys/sit           scorer     400
POST  /api/keys/edges          /api/keys/edges         scorer     400
POST  /api/keys/beat           /api/keys/beat          scorer     400
POST  /api/keys/leave          /api/keys/leave         scorer     400
GET   /api/me                  /api/me                 stranger   200
POST  /api/pairing             /api/pairing            stranger   400
POST  /api/pairing/claim       /api/pairing/claim      stranger   400
POST  /api/pairing/leave       /api/pairing/leave      stranger   400
POST  /api/pairing/code        /api/pairing/code       host       400
GET   /api/pairing/addresses   /api/pairing/addresses  host       200
GET   /api/devices             /api/devices            host       200
POST  /api/devices/revoke      /api/devices/revoke     host       400
POST  /api/devices/forget      /api/devices/forget     host       400
GET   /api/membership          /api/membership         host       200
POST  /api/referee             /api/referee            scorer     400
GET   /api/clocks              /api/clocks             spectator  200
POST  /api/clocks              /api/clocks             scorer     400
POST  /api/clocks/waive        /api/clocks/waive       scorer     400
POST  /api/membership/join     /api/membership/join    host       400
POST  /api/membership/leave    /api/membership/leave   host       400
"""
"""Method, rule, an address of it, the least role that may ask it, its status for a body without meaning."""

COMMANDS = """
undo redo pause resume speed waive start deal rules: scorer
tap tell say depth correct insert_hand finish seen answer: scorer
forget_game anonymise: host
"""

LEVELS = {
    "passer-by": ("spectator", "stranger"),
    "spectator": ("spectator", "spectator"),
    "scorer": ("scorer", "scorer"),
    "host": ("host", "host"),
    "own screen": ("host", "host"),
    "scorer that was sent away": ("spectator", "stranger"),
    "host that was sent away": ("spectator", "stranger"),
    "forged cookie": ("spectator", "stranger"),
    "proxy on this machine": ("spectator", "stranger"),
    "scorer behind a proxy": ("scorer", "scorer"),
}
"""What each visitor is at an open table, and at a private one."""

OTHER_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE")
BYTES = {"/api/games", "/api/eye/photo", "/api/hand-photo", "/api/phone/picture"}


def routes():
    return [line.split() for line in ROUTES.strip().splitlines()]


def commands():
    told = (line.split(": ") for line in COMMANDS.strip().splitlines())
    return {kind: role for kinds, role in told for kind in kinds.split()}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The tables; each begins when somebody visits it."""
    with ExitStack() as started_here:
        yield Tables(tmp_path_factory.mktemp("tables"), started_here)


@pytest.fixture(params=list(itertools.product(("open", "private"), LEVELS)), ids=" ".join)
def visitor(request, tables):
    """One visitor, and what it is there."""
    table, kind = request.param
    return tables.visitor(table, kind), LEVELS[kind][table == "private"]


def refusal(visitor, level, needed):
    """What one who may not ask must get; nothing for one who may."""
    if RANKS.index(level) >= RANKS.index(needed):
        return None
    return (403, "role_too_low") if visitor.is_paired else (401, "pairing_needed")


def test_each_visitor_gets_what_the_table_gives_it(visitor):
    who, level = visitor
    for method, rule, address, needed, usual in routes():
        kind = "application/octet-stream" if rule in BYTES else "application/json"
        body = {"nothing": True} if method == "POST" else None
        status, said, _ = who.ask(method, address, body, kind)
        expected = refusal(who, level, needed)
        assert (status, said.get("error")) == expected or not expected, (method, rule)
        assert expected or status == int(usual), (method, rule, status)
        assert not expected or said["needs"] == needed


@pytest.mark.gate(1)
def test_asking_for_the_head_alone_is_asking(visitor):
    who, level = visitor
    for method, rule, address, needed, usual in routes():
        if method == "GET":
            expected = refusal(who, level, needed)
            status = who.ask("HEAD", address)[0]
            assert status == (expected[0] if expected else int(usual)), rule


@pytest.mark.gate(1)
def test_no_other_method_does_anything(visitor):
    """Whoever asks."""
    known = {"/api/eye/picture": {"POST"}}  # which is an address of /api/eye/<name> too
    for method, _, address, *_ in routes():
        known.setdefault(address, set()).add(method)
    for address, methods in known.items():
        assert who_gets(visitor[0], "OPTIONS", address) == 200
        for method in set(OTHER_METHODS) - methods:
            assert who_gets(visitor[0], method, address) == 405, (method, address)


def who_gets(who, method, address):
    body = None if method in ("GET", "TRACE", "OPTIONS") else {"nothing": True}
    kind = "application/octet-stream" if address in BYTES else "application/json"
    return who.ask(method, address, body, kind)[0]


def test_each_visitor_may_give_the_commands_of_its_level(visitor):
    who, level = visitor
    for kind, needed in commands().items():
        body = {"id": "tap-1", "expected_seq": 10**9, "kind": kind, **KINDS[CommandKind(kind)]}
        status, said, _ = who.ask("POST", "/api/commands", body)
        # To look on is refused before anybody reads which command it is.
        expected = refusal(who, level, "scorer") or refusal(who, level, needed)
        assert (status, said["error"]) == expected or not expected, kind
        assert expected or status in (404, 409), (kind, said)  # there is no such game, or no such moment


def test_nothing_was_done_by_all_that(tables):
    for table in ("open", "private"):
        host = tables.visitor(table, "own screen")
        assert host.ask("GET", "/api/games")[1] == {"games": []}
        assert len(host.ask("GET", "/api/devices")[1]["devices"]) == tables.paired_at(table)


def test_the_table_above_has_every_route_and_every_command(tmp_path):
    house = House()
    observed = Upkeep(tmp_path / "table.sqlite", house.clock)
    try:
        app = create_app(house.board, house.table, observed=observed)
    finally:
        observed.journal.close()
    there = {(each, rule.rule) for rule in app.url_map.iter_rules() for each in rule.methods}
    assert {(method, rule) for method, rule in there if method not in ("HEAD", "OPTIONS")} == {
        (method, rule) for method, rule, *_ in routes()
    }
    assert set(commands()) == {kind.value for kind in CommandKind}
