"""A card's first page in a real browser: it can be read and used on a phone, and what is entered arrives."""

import json
import socket
import threading
from ipaddress import IPv4Network

import pytest
from waitress import create_server, wasyncore

from hardware.card.door import Door, House
from hardware.card.page import LANGUAGES, words
from tests.browser.accessibility import violations


@pytest.fixture
def house(tmp_path):
    line = socket.create_server(("127.0.0.1", 0))
    guests = IPv4Network("127.0.0.0/8")
    host = f"127.0.0.1:{line.getsockname()[1]}"
    house = House(host, guests, "riichi.local", tmp_path / "wanted.json", tmp_path / "said.json")
    server = create_server(Door(house), sockets=[line])
    ended = threading.Event()

    def run():
        while not ended.is_set():
            wasyncore.loop(timeout=0.05, map=server._map, count=1)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield house
    server.task_dispatcher.shutdown()
    ended.set()
    thread.join(10)
    server.close()
    wasyncore.close_all(server._map)


@pytest.mark.gate("en")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_a_phone_and_breaks_no_rule_of_accessibility(chromium, house, language):
    context = chromium.new_context(viewport={"width": 320, "height": 640}, bypass_csp=True)
    page = context.new_page()
    house.said.write_text(json.dumps({"name": "Casa", "reason": "not_joined"}))
    page.goto(f"http://{house.host}/?lang={language}")
    assert page.get_by_role("alert").inner_text() == words(language)["not_joined"].format(name="Casa")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert violations(page) == []
    context.close()


def test_a_person_enters_the_wifi_of_the_house(chromium, house):
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    refused = []
    page.on("console", lambda said: refused.append(said.text))
    page.goto(f"http://{house.host}/generate_204")
    page.get_by_label("Wi-Fi name").fill("Casa")
    page.get_by_label("Password").fill("1234567")
    page.get_by_role("button", name="Connect the table").click()
    assert page.get_by_role("alert").inner_text() == words("en")["password_length"]
    assert page.get_by_label("Wi-Fi name").input_value() == "Casa"
    page.get_by_label("Password").fill("correct horse")
    page.get_by_label("This Wi-Fi hides its name").check()
    page.get_by_role("button", name="Connect the table").click()
    page.get_by_text("The table is now joining “Casa”").wait_for()
    assert json.loads(house.wanted.read_text()) == {
        "name": "Casa",
        "password": "correct horse",
        "hidden": True,
    }
    # The browser says so where the policy keeps it from something that the page needs.
    assert [text for text in refused if "400" not in text and "favicon" not in text] == []
    context.close()
