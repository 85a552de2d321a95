"""The page in a card's own Wi-Fi, asked over real connections: what it takes, refuses and hands over."""

import json
import re
import socket
import threading
from dataclasses import replace
from html import unescape
from http.client import HTTPConnection
from ipaddress import IPv4Network
from urllib.parse import urlencode

import pytest
import waitress
from waitress import wasyncore

from hardware.card.door import MOST_BODY_BYTES, Door, House, listening_at
from hardware.card.page import LANGUAGES, language_for, words

LOCAL = IPv4Network("127.0.0.0/8")
FORM = "application/x-www-form-urlencoded"


class Served:
    """The page at a port of this machine."""

    def __init__(self, house, port):
        self.house, self.port = house, port

    def ask(self, method="GET", path="/", body=None, **headers):
        line = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.putrequest(method, path, skip_host=True)
            said = {"Host": self.house.host, **{k.replace("_", "-"): v for k, v in headers.items()}}
            if body is not None:
                said = {"Content-Type": FORM, "Content-Length": str(len(body)), **said}
            for name, value in said.items():
                line.putheader(name, value)
            line.endheaders(body)
            answer = line.getresponse()
            return answer.status, answer.headers, unescape(answer.read().decode())
        finally:
            line.close()

    @property
    def token(self):
        return re.search(r'name="token" value="([^"]+)"', self.ask()[2])[1]

    def enter(self, name="Casa", password="12345678", more=(), **headers):  # noqa: S107 - it opens nothing
        fields = {"token": self.token, "name": name, "password": password, **dict(more)}
        return self.ask("POST", body=urlencode(fields).encode(), **headers)

    @property
    def handed_over(self):
        return json.loads(self.house.wanted.read_text()) if self.house.wanted.exists() else None


@pytest.fixture
def served(tmp_path):
    yield from serving(tmp_path)


def serving(tmp_path, guests=LOCAL):
    line = socket.create_server(("127.0.0.1", 0))
    port = line.getsockname()[1]
    house = House(
        f"127.0.0.1:{port}", guests, "riichi.local", tmp_path / "wanted.json", tmp_path / "said.json"
    )
    server = waitress.create_server(Door(house), sockets=[line], max_request_body_size=MOST_BODY_BYTES)
    ended = threading.Event()

    def run():
        while not ended.is_set():
            wasyncore.loop(timeout=0.05, map=server._map, count=1)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield Served(house, port)
    server.task_dispatcher.shutdown()
    ended.set()
    thread.join(10)
    server.close()
    wasyncore.close_all(server._map)


def test_whatever_a_phone_asks_for_leads_to_the_page(served):
    for host, path in (
        ("captive.apple.com", "/hotspot-detect.html"),
        ("connectivitycheck.gstatic.com", "/generate_204"),
        (served.house.host, "/elsewhere"),
    ):
        status, headers, _ = served.ask(path=path, Host=host)
        assert (status, headers["Location"]) == (302, f"http://{served.house.host}/")
    status, headers, page = served.ask()
    assert status == 200
    assert "<form" in page
    assert "http://127.0.0.1:8136/" in page
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_what_is_entered_is_handed_over_for_its_readers_eyes_alone(served):
    status, _, page = served.enter("Café & <b>", "pass word;1")
    assert status == 200
    assert served.handed_over == {"name": "Café & <b>", "password": "pass word;1", "hidden": False}
    assert served.house.wanted.stat().st_mode & 0o777 == 0o600
    assert "http://riichi.local:8136/" in page
    assert "pass word;1" not in page


def test_a_network_that_hides_its_name_can_be_said_and_is_not_forgotten_after_a_mistake(served):
    box = 'type="checkbox" name="hidden" value="yes"'
    assert f"{box}>" in served.ask()[2]
    assert f"{box} checked>" in served.enter(password="short", more={"hidden": "yes"})[2]
    assert served.enter(more={"hidden": "yes"})[0] == 200
    assert served.handed_over == {"name": "Casa", "password": "12345678", "hidden": True}


def test_what_a_person_typed_is_never_markup(served):
    fields = urlencode({"token": served.token, "name": '"><script>x', "password": "short"}).encode()
    line = HTTPConnection("127.0.0.1", served.port, timeout=30)
    line.request("POST", "/", fields, {"Content-Type": FORM, "Host": served.house.host})
    page = line.getresponse().read().decode()
    line.close()
    assert "<script" not in page
    assert "&quot;&gt;&lt;script&gt;x" in page


@pytest.mark.parametrize(
    ("name", "password", "sentence"),
    [
        ("", "12345678", "name_missing"),
        ("  ", "12345678", "name_missing"),
        ("卓" * 11, "12345678", "name_long"),
        ("a\nb", "12345678", "name_letters"),
        ("Casa", "1234567", "password_length"),
        ("Casa", "x" * 64, "password_length"),
        ("Casa", "pässword", "password_letters"),
        ("Casa", "pass\tword", "password_letters"),
    ],
)
def test_what_cannot_be_a_wifi_gets_one_sentence(served, name, password, sentence):
    for language in LANGUAGES:
        status, _, page = served.enter(name, password, Accept_Language=language)
        assert status == 400
        assert words(language)[sentence] in page
        assert page.count('role="alert"') == 1
    assert served.handed_over is None


def test_no_browser_cuts_a_password_that_nobody_sees(served):
    """One that is too long gets its sentence; cut by the field, it would be tried for a minute, and fail."""
    field = re.search('<input id="password"[^>]*>', served.ask()[2])[0]
    assert "maxlength" not in field


def test_another_page_cannot_send_the_form(served):
    assert served.enter(Origin="http://evil.example")[0] == 403
    assert served.enter(Origin="null")[0] == 403
    assert served.enter(Host="riichi.example")[0] == 421
    assert served.enter(Content_Type="text/plain")[0] == 415
    assert served.ask("POST", body=b"name=Casa&password=12345678")[0] == 403
    assert served.ask("POST", body=b"token=guess&name=Casa&password=12345678")[0] == 403
    assert served.ask("PUT", body=b"")[0] == 405
    assert served.handed_over is None
    assert served.enter(Origin=f"http://{served.house.host}")[0] == 200
    assert served.handed_over == {"name": "Casa", "password": "12345678", "hidden": False}


def test_a_large_or_broken_body_hands_nothing_over(served):
    assert served.ask("POST", body=b"x=" + b"y" * 2 * MOST_BODY_BYTES)[0] == 413
    assert served.ask("POST", body=b"token=\xff\xfe")[0] == 403
    assert served.ask("POST", body=b"&".join([b"a=1"] * 50))[0] == 403
    assert served.handed_over is None


def test_who_is_not_in_the_hotspot_is_not_answered(tmp_path):
    for served in serving(tmp_path, IPv4Network("10.42.0.0/24")):
        for ask in (served.ask(), served.ask("POST", body=b"a=1"), served.ask(path="/x", Host="a.example")):
            status, headers, page = ask
            assert (status, headers["Location"], page) == (403, None, "")


def test_the_default_answers_the_hotspot_alone():
    house = House()
    assert house.host == "10.42.0.1"
    assert str(house.guests) == "10.42.0.0/24"


def test_it_listens_on_the_device_that_has_the_address():
    with listening_at("127.0.0.1", 0) as line:
        told = line.getsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, 16)
        assert told.rstrip(b"\0") == b"lo"
        assert line.getsockname()[0] == "127.0.0.1"
    with pytest.raises(LookupError, match=r"10\.42\.0\.1"):
        listening_at("10.42.0.1", 0)


def test_a_network_that_could_not_be_joined_is_named_when_the_phone_is_back(served):
    served.house.said.write_text(json.dumps({"name": "Casa <1>", "reason": "not_joined"}))
    for language in LANGUAGES:
        _, _, page = served.ask(Accept_Language=language)
        assert words(language)["not_joined"].format(name="Casa <1>") in page
    served.house.said.write_text("{")
    assert "alert" not in served.ask()[2]


def test_the_page_speaks_the_phones_language_or_the_one_that_was_chosen(served):
    for language in LANGUAGES:
        assert f'lang="{language}"' in served.ask(Accept_Language=f"{language};q=0.9,en;q=0.1")[2]
        assert words(language)["join"] in served.ask(path=f"/?lang={language}", Accept_Language="fr")[2]
        assert words(language).keys() == words("en").keys()
    assert language_for("xx", "nl") == "en"
    assert language_for("", "nl-DE,nl;q=0.9,en-FR;q=0.8,de;q=0.7") == "en", "a region is not a language"


def test_a_door_opened_anew_does_not_take_an_old_form(served):
    old = served.token
    other = Door(replace(served.house))
    assert old != re.search(r'value="([^"]+)"', other._form("en"))[1]
