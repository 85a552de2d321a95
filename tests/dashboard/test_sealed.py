"""https on the port of http, over real sockets: the same pages and limits; nobody waits for a greeting."""

import json
import ssl
import time
from contextlib import suppress
from threading import Thread

import pytest

from companion.dashboard.crowd import Limits
from companion.dashboard.front import GREETINGS_A_SECOND
from companion.dashboard.roles import Role
from companion.dashboard.sealed import server_context
from companion.keeping.house_certificate import FILE, HouseCertificate, Names
from tests.dashboard.ports import AWAY, answer_on, head, is_cut, opened

QUICK = Limits(idle_s=0.5, head_s=0.5, body_s=0.5, reader_s=0.5)


@pytest.fixture
def house(tmp_path):
    names = Names.of(["localhost", "127.0.0.1", AWAY])
    return HouseCertificate(tmp_path, lambda: names, server_context)


@pytest.fixture
def trusting(house, tmp_path):
    del house  # has made the file
    return ssl.create_default_context(cafile=tmp_path / FILE)


@pytest.fixture
def port(board, commands, house):
    with opened(board, commands, seal=house) as port:
        yield port


@pytest.fixture
def quick(board, commands, house):
    with opened(board, commands, QUICK, house) as port:
        yield port


def sealed(port, trusting, address="127.0.1.1"):
    return trusting.wrap_socket(port.dial(address), server_hostname=AWAY)


def ask(port, trusting, request, *headers, body=b""):
    with sealed(port, trusting) as line:
        line.sendall(head(request, *headers) + b"\r\n" + body)
        return answer_on(line)


def test_the_same_port_answers_http_and_https(port, trusting):
    assert port.ask("GET /healthz")[0] == 200
    assert ask(port, trusting, "GET /healthz")[0] == 200


def test_a_large_file_comes_whole_through_the_seal(port, trusting):
    plain = port.ask("GET /static/tiles/sprite.svg")[1]
    assert len(plain) > 40_000
    assert ask(port, trusting, "GET /static/tiles/sprite.svg")[1] == plain


def test_a_body_comes_through_the_seal_whole_and_one_request_after_the_other(port, trusting):
    cookie = port.cookie(Role.SCORER)
    body = b'{"hand": ["1m"], "draw": "2m", "why": "%s"}' % (b"x" * 60_000)
    fields = ("Content-Type: application/json", "X-Table: 1", cookie, f"Content-Length: {len(body)}")
    with sealed(port, trusting) as line:
        for _ in range(3):
            line.sendall(head("POST /api/kan-in-riichi", *fields) + b"\r\n" + body)
            # It was read to its end: the answer is about its fields, and the next one is answered too.
            assert answer_on(line)[0] == 400


def test_commands_over_https_come_from_our_page_over_https(port, trusting):
    cookie = port.cookie(Role.SCORER)
    body = b"{}"
    fields = ("Content-Type: application/json", "X-Table: 1", cookie, f"Content-Length: {len(body)}")
    own, plain = (f"Origin: {scheme}://{AWAY}" for scheme in ("https", "http"))
    assert ask(port, trusting, "POST /api/preview", *fields, own, body=body)[0] == 400
    assert ask(port, trusting, "POST /api/preview", *fields, plain, body=body)[0] == 403


def test_no_header_makes_a_line_https(port, trusting):
    fields = ("Content-Type: application/json", "X-Table: 1", port.cookie(Role.SCORER), "Content-Length: 2")
    said = port.ask(
        "POST /api/preview", *fields, f"Origin: https://{AWAY}", "X-Forwarded-Proto: https", body=b"{}"
    )
    assert said[0] == 403


def test_what_lets_a_device_in_over_https_never_travels_over_http(port, trusting):
    code = port.entrance.pairing.new_code(Role.SCORER)
    body = json.dumps({"code": code.digits, "name": "Phone"}).encode()
    fields = ("Content-Type: application/json", "X-Table: 1", f"Content-Length: {len(body)}")
    with sealed(port, trusting) as line:
        line.sendall(head("POST /api/pairing", *fields) + b"\r\n" + body)
        said = b""
        while b"\r\n\r\n" not in said:
            said += line.recv(1)
    cookie = next(row for row in said.decode().split("\r\n") if row.startswith("Set-Cookie: "))
    assert "Secure" in cookie
    given = "Cookie: " + cookie.removeprefix("Set-Cookie: ").split(";")[0]
    assert json.loads(ask(port, trusting, "GET /api/me", given)[1])["role"] == "scorer"
    assert json.loads(port.ask("GET /api/me", given)[1])["role"] == "spectator"


def test_whoever_was_paired_over_http_is_known_over_https(port, trusting):
    assert json.loads(ask(port, trusting, "GET /api/me", port.cookie(Role.HOST))[1])["role"] == "host"


def test_whoever_was_paired_over_https_and_http_leaves_both(port, trusting):
    plain = port.cookie(Role.HOST)
    _, token = port.devices.let_in("Tablet", Role.SCORER, "")
    both = f"{plain}; riichi-table-{port.server.port}-https={token}"
    fields = (both, "Content-Type: application/json", "X-Table: 1", "Content-Length: 2")
    assert json.loads(ask(port, trusting, "GET /api/me", both)[1])["role"] == "scorer"
    assert json.loads(ask(port, trusting, "POST /api/pairing/leave", *fields, body=b"{}")[1])["gone"] == 2
    assert json.loads(ask(port, trusting, "GET /api/me", both)[1])["role"] == "spectator"


def test_while_it_greets_a_line_counts_as_a_head(board, commands, house):
    # An idle line would have a minute.
    with opened(board, commands, Limits(idle_s=60, head_s=0.5), house) as port:
        line = port.dial()
        line.sendall(b"\x16\x03\x01\x02\x00\x01")
        began = time.monotonic()
        assert is_cut(line)
        assert time.monotonic() - began < 10


def test_a_greeting_that_never_ends_is_cut_after_the_time_of_a_head(quick):
    line = quick.dial()
    line.sendall(b"\x16\x03\x01\x02\x00\x01")
    began = time.monotonic()
    assert is_cut(line)
    assert time.monotonic() - began < 5


def test_single_bytes_of_a_greeting_buy_no_time(quick):
    line = quick.dial()
    began = time.monotonic()
    with suppress(OSError):
        for byte in b"\x16\x03\x01\x02\x00" + b"\x01" * 200:
            line.send(bytes([byte]))
            time.sleep(0.1)
    assert time.monotonic() - began < 10


def test_half_open_greetings_of_one_device_keep_nobody_out(port, trusting):
    for _ in range(200):
        port.dial("127.0.7.7").sendall(b"\x16\x03\x01\x02\x00\x01")
    began = time.monotonic()
    assert ask(port, trusting, "GET /healthz")[0] == 200
    assert port.ask("GET /healthz", address="127.0.0.1", host="localhost")[0] == 200
    assert time.monotonic() - began < 5


def test_one_address_greets_only_so_often(port, trusting):
    def greets(address):
        try:
            sealed(port, trusting, address).close()
        except OSError:
            return False
        return True

    began = time.monotonic()
    heard = sum(greets("127.0.9.9") for _ in range(100))
    # Twice as often for two seconds, and what a slow machine's time allows on top.
    assert 10 <= heard <= 2 * GREETINGS_A_SECOND + GREETINGS_A_SECOND * (time.monotonic() - began) + 1
    assert heard < 100
    assert greets("127.0.9.10")


def test_what_is_no_tls_is_cut_without_a_word(port):
    line = port.dial()
    line.sendall(b"\x16" + b"nothing of the kind, and a good deal of it" * 20)
    assert is_cut(line)
    assert port.ask("GET /healthz")[0] == 200


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
def test_old_tls_is_not_spoken(port, trusting):
    trusting.minimum_version = ssl.TLSVersion.TLSv1
    trusting.maximum_version = ssl.TLSVersion.TLSv1_1
    trusting.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.raises((ssl.SSLError, ConnectionResetError)):
        sealed(port, trusting)


def test_many_readers_and_writers_at_once_get_what_they_asked_for(port, trusting):
    wanted = port.ask("GET /static/tiles/sprite.svg")[1]
    got = []

    def read(number):
        with sealed(port, trusting, f"127.0.2.{number}") as line:
            for _ in range(5):
                line.sendall(head("GET /static/tiles/sprite.svg") + b"\r\n")
                got.append(answer_on(line)[1] == wanted)

    readers = [Thread(target=read, args=(number,)) for number in range(1, 9)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(60)
    assert got == [True] * 40


def test_a_house_without_a_certificate_answers_no_greeting(board, commands, trusting):
    with opened(board, commands) as plain, plain.dial() as line:
        line.settimeout(1)
        with pytest.raises((OSError, ssl.SSLError)):
            trusting.wrap_socket(line, server_hostname=AWAY)


def test_a_new_certificate_holds_from_the_next_line_on(board, commands, tmp_path):
    known = ["localhost"]
    house = HouseCertificate(tmp_path, lambda: Names.of(known), server_context)
    with opened(board, commands, seal=house) as port:
        known.append(AWAY)
        assert house.renew()
        assert ask(port, ssl.create_default_context(cafile=tmp_path / FILE), "GET /healthz")[0] == 200


def test_the_line_says_that_it_ends(port, trusting):
    with sealed(port, trusting) as line:
        line.sendall(head("GET /healthz", "Connection: close") + b"\r\n")
        assert answer_on(line)[0] == 200
        # A cut without a word would be an error here: so nobody can cut an answer short unnoticed.
        assert line.recv(10) == b""
