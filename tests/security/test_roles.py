"""Who may do what: every route and every command has its role, and what has none is the host's."""

import re

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.commands import CommandKind
from companion.dashboard.roles import COMMANDS, ROUTES, Role, role_for
from companion.keeping.upkeep import Upkeep
from tests.security.houses import KINDS, House, command, post

ADDRESSES = {"<path:name>": "js/main.js", "<name>": "nothing", "<int:seq>": "1", "<int:number>": "1"}


@pytest.fixture
def house():
    return House()


@pytest.fixture(scope="module")
def two_houses():
    return House(), House(is_private=True)


def routes(app):
    return sorted(
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    )


def test_every_route_of_the_whole_app_has_its_role_and_every_role_its_route(house, tmp_path):
    observed = Upkeep(tmp_path / "table.sqlite", house.clock)
    try:
        app = create_app(house.board, house.table, observed=observed)
    finally:
        observed.journal.close()
    assert routes(app) == sorted(ROUTES)


def test_every_command_has_its_role():
    assert set(COMMANDS) == set(CommandKind) == set(KINDS)
    assert min(COMMANDS.values()) == Role.SCORER


def test_what_is_not_on_the_list_is_the_hosts():
    assert role_for("GET", "/api/new") is role_for("DELETE", "/api/games/<name>") is Role.HOST


def asked(client, route):
    method, rule = route.split(" ")
    path = re.sub("<[^>]+>", lambda found: ADDRESSES[found[0]], rule)
    more = {}
    if method == "POST":
        kind = (
            "application/octet-stream"
            if rule in {"/api/games", "/api/eye/photo", "/api/hand-photo", "/api/phone/picture"}
            else "application/json"
        )
        more = {"data": b"{}", "content_type": kind, "headers": {"X-Table": "1"}}
    with client.open(path, method=method, buffered=False, **more) as answer:
        return answer.status_code


@pytest.mark.parametrize("route", sorted(ROUTES))
def test_who_may_not_ask_is_refused_and_who_may_is_not(route, two_houses):
    house, private = two_houses
    for home in two_houses:
        home.clock.advance(seconds=10)  # nobody asked too much just before
        home.devices.send_away(lambda _: True)
    visitors = [
        (private.stranger(), Role.STRANGER, 401),
        (house.stranger(), Role.SPECTATOR, 401),
        (private.paired("spectator"), Role.SPECTATOR, 403),
        (house.paired("scorer"), Role.SCORER, 403),
        (house.paired("host", address="192.168.1.52"), Role.HOST, 403),
        (house.host(), Role.HOST, 403),
    ]
    if "readyz" in route or "metrics" in route:
        return  # they are only there where somebody looks after the table
    for client, role, refusal in visitors:
        is_refused = asked(client, route) == refusal
        assert is_refused == (role < ROUTES[route]), (route, role)


@pytest.mark.parametrize("kind", CommandKind)
def test_each_role_may_give_exactly_its_commands(house, kind):
    for role in (Role.SPECTATOR, Role.SCORER, Role.HOST):
        answer = command(house.paired(role.word, address=f"192.168.1.{role}"), kind)
        assert answer.status_code == (200 if role >= COMMANDS[kind] else 403), answer.json
    assert command(house.stranger(), kind).status_code == 401
    assert command(house.host(), kind).status_code == 200
    allowed = 1 + sum(role >= COMMANDS[kind] for role in (Role.SPECTATOR, Role.SCORER, Role.HOST))
    assert len(house.table.reached) == allowed


def test_a_refusal_says_which_role_is_needed(house):
    answer = command(house.stranger())
    assert (answer.status_code, answer.json["error"], answer.json["needs"]) == (
        401,
        "pairing_needed",
        "scorer",
    )
    answer = command(house.paired("scorer"), CommandKind.FORGET_GAME)
    assert (answer.status_code, answer.json["error"], answer.json["needs"]) == (403, "role_too_low", "host")


@pytest.mark.parametrize(
    ("peer", "host", "more", "role"),
    [
        ("127.0.0.1", "localhost:8136", {}, "host"),
        ("127.0.0.1", "LOCALHOST", {}, "host"),
        ("127.0.0.1", "127.0.0.1:8136", {}, "host"),
        ("::1", "[::1]:8136", {}, "host"),
        ("::ffff:127.0.0.1", "localhost", {}, "host"),
        ("192.168.1.50", "localhost:8136", {}, "spectator"),
        ("192.168.1.50", "127.0.0.1", {}, "spectator"),
        ("127.0.0.1", "table.local:8136", {}, "spectator"),
        ("127.0.0.1", "192.168.1.7:8136", {}, "spectator"),
        ("127.0.0.1", "table.example", {}, "spectator"),
        ("127.0.0.1", "0.0.0.0", {}, "spectator"),  # noqa: S104 - a name that is asked for
        ("", "localhost", {}, "spectator"),
        ("127.0.0.1", "localhost", {"X-Forwarded-For": "192.168.1.50"}, "spectator"),
        ("127.0.0.1", "localhost", {"X-Forwarded-For": "127.0.0.1"}, "spectator"),
        ("127.0.0.1", "localhost", {"Forwarded": "for=127.0.0.1"}, "spectator"),
        ("127.0.0.1", "localhost", {"X-Real-IP": "127.0.0.1"}, "spectator"),
        ("127.0.0.1", "localhost", {"Via": "1.1 somebody"}, "spectator"),
        ("192.168.1.50", "192.168.1.7", {"X-Forwarded-For": "127.0.0.1"}, "spectator"),
        ("192.168.1.50", "192.168.1.7", {"X-Forwarded-Host": "localhost"}, "spectator"),
    ],
)
def test_only_this_machine_under_its_own_name_is_its_own_screen(house, peer, host, more, role):
    client = house.at(f"http://{host}", peer)
    assert client.get("/api/me", headers=more).json["role"] == role


def test_at_a_private_table_strangers_see_nothing_but_the_door(house):
    private = House(is_private=True)
    stranger = private.stranger()
    assert stranger.get("/").status_code == stranger.get("/static/js/main.js").status_code == 200
    assert stranger.get("/api/me").json == {
        "role": "stranger",
        "name": "",
        "own_screen": False,
        "private": True,
    }
    for path in ("/api/snapshot", "/api/stream", "/api/history", "/api/games", "/api/statistics"):
        assert stranger.get(path).json["error"] == "pairing_needed"
    assert private.paired("spectator").get("/api/snapshot").status_code == 200


def test_looking_on_needs_nothing_elsewhere(house):
    assert house.stranger().get("/api/me").json["role"] == "spectator"
    assert house.stranger().get("/api/snapshot").json["seq"] == 7


def test_a_foreign_page_is_refused_before_anybody_asks_who_it_is(house):
    answer = house.paired("host").post(
        "/api/devices/forget", json={}, headers={"X-Table": "1", "Origin": "http://x"}
    )
    assert answer.json["error"] == "wrong_origin"
    assert post(house.stranger(), "/api/devices/forget").json["error"] == "pairing_needed"
