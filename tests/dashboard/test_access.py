"""Attacks: a foreign name, a foreign page, a form, too much; each is refused and changes nothing."""

import socket

import pytest

from companion.dashboard.access import FILES_POLICY, HEADERS, PAGES_POLICY
from companion.dashboard.app import create_app
from companion.dashboard.settings import DashboardSettings


@pytest.fixture(autouse=True)
def called_riichi(monkeypatch):
    """This machine's name."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Riichi.home.example")


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8080", "LOCALHOST", "127.0.0.1:5000", "192.168.1.7", "192.168.1.7:80"),
        *(
            "[::1]:8080",
            "[fe80::1]",
            "riichi.local",
            "RIICHI.local:8080",
            "table.example",
            "TABLE.example:99",
        ),
        # The name that a machine takes where another one on the network has its own.
        *("riichi-2.local", "riichi-17.local:8080"),
    ],
)
def test_an_address_and_our_own_names_are_answered(client, host):
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "table.example.evil", "local"),
        *("", " ", "localhost:", "localhost:x", "localhost:123456", "[::1", "::1", "a/b", "user@localhost"),
        *("riichi.local.evil.example", "1.2.3.4.5", "0x7f000001", "localhost,evil.example"),
        *(
            "evil.local",
            "table.local",
            ".local",
            "riichi",
            "riichi.home.example",
            "a.riichi.local",
            "riichi.local.",
        ),
        *(
            "riichi-1.local",
            "riichi-100.local",
            "riichi-02.local",
            "riichi-.local",
            "riichi-a.local",
            "riichi2.local",
        ),
    ],
)
def test_a_foreign_name_is_misdirected_wherever_it_asks(client, host):
    for path in ("/", "/api/snapshot", "/api/stream", "/static/tiles/sprite.svg", "/nothing"):
        answer = client.get(path, headers={"Host": host})
        assert (answer.status_code, answer.json["error"]) == (421, "wrong_host"), path


@pytest.mark.parametrize(("is_open", "status"), [(True, 200), (False, 421)])
def test_where_no_other_device_comes_in_not_even_the_own_name_is_answered(board, commands, is_open, status):
    """Anybody on the network can answer for a name in .local, and so lead a page of theirs here."""
    settings = DashboardSettings(frozenset({"table.local"}), is_open=is_open)
    client = create_app(board, commands, settings).test_client()
    assert client.get("/healthz", headers={"Host": "riichi.local"}).status_code == status
    assert client.get("/healthz", headers={"Host": "table.local"}).status_code == 200
    assert client.get("/healthz", headers={"Host": "localhost"}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200),
        ("http://localhost", 200),
        ("http://localhost:5000", 403),
        ("https://localhost", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("", 403),
    ],
)
def test_a_command_comes_from_our_own_origin(post, commands, origin, status):
    answer = post(headers={"Origin": origin})
    assert answer.status_code == status
    assert len(commands.commands) == (status == 200)


@pytest.mark.parametrize("mark", [None, "0", "true", "1 "])
def test_a_command_carries_our_header(post, commands, mark):
    answer = post(headers={"X-Table": mark})
    assert (answer.status_code, answer.json["error"]) == (403, "header_missing")
    assert commands.commands == []


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", ""]
)
def test_a_form_can_send_no_command(client, commands, kind):
    body = '{"id":"a","expected_seq":7,"kind":"undo"}'
    answer = client.post("/api/commands", data=body, content_type=kind, headers={"X-Table": "1"})
    assert (answer.status_code, answer.json["error"]) == (415, "not_json")
    assert answer.json["message"] == "This must be sent as application/json."
    assert commands.commands == []


def test_a_file_that_is_sent_in_another_form_is_told_which_one_is_right(client):
    answer = client.post("/api/games", json={}, headers={"X-Table": "1"})
    assert (answer.status_code, answer.json["error"]) == (415, "not_json")
    assert answer.json["message"] == "This must be sent as application/octet-stream."


def test_a_body_over_64_kb_is_refused(post, commands):
    answer = post(body='{"id":"' + "a" * 70_000 + '"}')
    assert (answer.status_code, answer.json["error"]) == (413, "request_entity_too_large")
    assert commands.commands == []


@pytest.mark.parametrize("path", ["/", "/api/snapshot", "/healthz", "/nothing", "/static/tiles/sprite.svg"])
def test_every_answer_has_its_headers(client, path):
    headers = client.get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert not [name for name in dict(headers) if name.startswith("Access-Control")]
    policy = headers["Content-Security-Policy"]
    assert {"default-src 'none'", "frame-ancestors 'none'"} <= set(policy.split("; "))
    assert policy == (PAGES_POLICY if headers["Content-Type"].startswith("text/html") else FILES_POLICY)


def test_every_route_that_changes_something_is_guarded(app, client):
    changing = {"POST", "PUT", "PATCH", "DELETE"}
    found = [(rule.rule, method) for rule in app.url_map.iter_rules() for method in rule.methods & changing]
    assert sorted(found) == [
        ("/api/clocks", "POST"),
        ("/api/clocks/waive", "POST"),
        ("/api/commands", "POST"),
        ("/api/devices/forget", "POST"),
        ("/api/devices/revoke", "POST"),
        ("/api/evening", "POST"),
        ("/api/eye/<name>", "POST"),
        ("/api/eye/photo", "POST"),
        ("/api/games", "POST"),
        ("/api/hand-photo", "POST"),
        ("/api/kan-in-riichi", "POST"),
        ("/api/key-sides", "POST"),
        ("/api/keys/beat", "POST"),
        ("/api/keys/edges", "POST"),
        ("/api/keys/leave", "POST"),
        ("/api/keys/sit", "POST"),
        ("/api/membership/join", "POST"),
        ("/api/membership/leave", "POST"),
        ("/api/pairing", "POST"),
        ("/api/pairing/claim", "POST"),
        ("/api/pairing/code", "POST"),
        ("/api/pairing/leave", "POST"),
        ("/api/phone/leave", "POST"),
        ("/api/phone/picture", "POST"),
        ("/api/preview", "POST"),
        ("/api/referee", "POST"),
        ("/api/trust", "POST"),
        ("/api/value", "POST"),
    ]
    for path, method in found:
        assert client.open(path, method=method, json={}).json["error"] == "header_missing"


def test_every_route_is_known(app):
    assert sorted(rule.rule for rule in app.url_map.iter_rules()) == [
        "/",
        *("/api/clocks", "/api/clocks", "/api/clocks/waive"),
        "/api/club",
        "/api/commands",
        "/api/crop/<int:number>",
        "/api/devices",
        "/api/devices/forget",
        "/api/devices/revoke",
        "/api/evening",
        "/api/evening",
        "/api/eye",
        "/api/eye/<name>",
        "/api/eye/photo",
        "/api/eye/picture",
        "/api/games",
        "/api/games",
        "/api/games/<name>",
        "/api/games/<name>/at/<int:seq>",
        "/api/games/<name>/export",
        "/api/hand-photo",
        "/api/history",
        "/api/kan-in-riichi",
        *("/api/key-sides", "/api/key-sides"),
        "/api/keys",
        "/api/keys/beat",
        "/api/keys/edges",
        "/api/keys/leave",
        "/api/keys/sit",
        "/api/me",
        "/api/membership",
        "/api/membership/join",
        "/api/membership/leave",
        "/api/pairing",
        "/api/pairing/addresses",
        "/api/pairing/claim",
        "/api/pairing/code",
        "/api/pairing/leave",
        "/api/phone",
        "/api/phone/leave",
        "/api/phone/picture",
        "/api/players",
        "/api/pretend",
        "/api/pretend/picture",
        "/api/preview",
        "/api/referee",
        "/api/rules",
        "/api/snapshot",
        "/api/statistics",
        "/api/stream",
        "/api/trust",
        "/api/trust",
        "/api/value",
        "/camera",
        "/healthz",
        "/keys",
        "/static/<path:name>",
        "/worker.js",
    ]
