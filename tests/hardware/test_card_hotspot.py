"""When a card opens its own Wi-Fi, what it writes for NetworkManager, and what its first start makes."""

import configparser
import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

from hardware.card import first_boot, hotspot
from hardware.card.hotspot import Hotspot, Patience
from hardware.card.network_manager import Nmcli
from hardware.card.wifi import (
    HOTSPOT,
    HOUSE,
    HotspotAccess,
    Network,
    WifiRefused,
    hotspot_profile,
    network_profiles,
)


def read(text):
    profile = configparser.RawConfigParser(delimiters=("=",))
    profile.read_string(text)
    return profile


class Radio:
    """Stands for NetworkManager: which networks can be joined, and what was asked of it."""

    def __init__(self, profiles, reachable=()):
        self.profiles, self.reachable, self.takes = profiles, set(reachable), ""
        self.now, self.known, self.in_it, self.asked = set(), {HOTSPOT}, 0, []

    def active(self):
        return frozenset(self.now)

    def saved_wifi(self):
        return frozenset(self.known)

    def read_anew(self):
        self.known = {HOTSPOT} | {path.stem for path in self.profiles.glob("[!.]*.nmconnection")}

    def up(self, name):
        self.asked.append(f"up {name}")
        if name != HOTSPOT and name not in (self.reachable & self.known):
            return False
        if name != HOTSPOT and self.takes not in (self.profiles / f"{name}.nmconnection").read_text():
            return False
        self.now = {name}
        return True

    def down(self, name):
        self.asked.append(f"down {name}")
        self.now.discard(name)

    def guests(self):
        return self.in_it


@pytest.fixture
def page(monkeypatch):
    """Whether the page is served; and no real service is touched, no second waited."""
    told = []
    monkeypatch.setattr(hotspot, "serve_the_page", lambda *, is_served: told.append(is_served))
    monkeypatch.setattr(hotspot.time, "sleep", lambda _: None)
    return told


@pytest.fixture
def made(tmp_path, page):
    def make(*reachable):
        radio = Radio(tmp_path, reachable)
        return radio, Hotspot(radio, tmp_path / "wanted.json", tmp_path / "said.json", tmp_path)

    return make


def test_it_opens_where_there_is_no_network_and_only_after_a_while(made, page):
    radio, own = made()
    own.look(0)
    own.look(29)
    assert radio.asked == []
    own.look(30)
    assert radio.asked == [f"up {HOTSPOT}"]
    assert page == [True]
    for at in range(32, 4000, 2):
        own.look(at)
    assert radio.asked == [f"up {HOTSPOT}"], "no Wi-Fi is known that could be tried"


def test_the_page_is_served_wherever_the_hotspot_is_open(made, page):
    """It opened late, a person opened it, or the service began anew."""
    radio, own = made()
    radio.up = lambda _: False
    own.look(0)
    own.look(30)
    assert page == []
    radio.now = {HOTSPOT}
    for at in range(32, 100, 2):
        own.look(at)
    assert page == [True]
    radio.now = set()
    for at in range(100, 110, 2):
        own.look(at)
    radio.now = {HOTSPOT}
    own.look(110)
    assert page == [True, True]


@pytest.mark.parametrize("link", ["Wired connection 1", HOUSE])
def test_it_stays_closed_and_closes_where_a_network_works(made, page, link):
    radio, own = made()
    radio.now = {link}
    for at in range(0, 200, 2):
        own.look(at)
    assert radio.asked == []
    radio.now = {link, HOTSPOT}
    own.look(200)
    assert (radio.asked, page) == ([f"down {HOTSPOT}"], [False])


def test_a_known_wifi_is_tried_again_only_while_nobody_is_in_the_hotspot(made):
    radio, own = made()
    radio.known.add(HOUSE)
    radio.now, radio.in_it = {HOTSPOT}, 1
    for at in range(0, 1000, 2):
        own.look(at)
    assert radio.asked == []
    radio.in_it = 0
    for at in range(1000, 1298, 2):
        own.look(at)
    assert radio.asked == []
    own.look(1300)
    assert radio.asked == [f"down {HOTSPOT}"]


def test_the_wait_begins_anew_when_a_network_came_and_went():
    patience = Patience()
    away = {"is_open": False, "is_linked": False, "is_wanted": True}
    assert patience.act(0, **away) is None
    assert patience.act(20, **{**away, "is_linked": True}) is None
    assert patience.act(31, **away) is None
    assert patience.act(61, **away) == "open"


def test_what_was_entered_is_joined_and_kept(made, page, tmp_path):
    radio, own = made(HOUSE)
    radio.now = {HOTSPOT}
    (tmp_path / "wanted.json").write_text(json.dumps({"name": "Casa", "password": "12345678"}))
    own.look(0)
    assert radio.asked == [f"down {HOTSPOT}", f"up {HOUSE}"]
    profile = tmp_path / f"{HOUSE}.nmconnection"
    assert profile.stat().st_mode & 0o777 == 0o600
    assert read(profile.read_text())["wifi"]["ssid"] == "67;97;115;97;"
    assert not (tmp_path / "wanted.json").exists()
    assert not (tmp_path / "said.json").exists()
    assert page == [False]


@pytest.mark.parametrize("before", [None, "[connection]\nid=riichi-house\n"])
def test_what_cannot_be_joined_is_said_and_leaves_what_was_known(made, page, tmp_path, before):
    radio, own = made()
    radio.now = {HOTSPOT}
    profile = tmp_path / f"{HOUSE}.nmconnection"
    if before:
        profile.write_text(before)
    (tmp_path / "wanted.json").write_text(json.dumps({"name": "Casa", "password": "12345678"}))
    own.look(0)
    assert radio.asked == [f"down {HOTSPOT}", f"up {HOUSE}", f"up {HOUSE}", f"up {HOTSPOT}"]
    assert json.loads((tmp_path / "said.json").read_text()) == {"name": "Casa", "reason": "not_joined"}
    assert (profile.read_text() if profile.exists() else None) == before
    assert page == [False, True]


def test_what_was_entered_twice_is_tried_once(made, tmp_path, monkeypatch):
    radio, own = made()
    radio.now = {HOTSPOT}
    asked = json.dumps({"name": "Casa", "password": "12345678"})
    (tmp_path / "wanted.json").write_text(asked)
    # The second tap comes while the answer to the first is on its way.
    monkeypatch.setattr(hotspot.time, "sleep", lambda _: (tmp_path / "wanted.json").write_text(asked))
    own.look(0)
    radio.asked.clear()
    own.look(2)
    assert radio.asked == []
    assert json.loads((tmp_path / "said.json").read_text())["reason"] == "not_joined"


@pytest.mark.parametrize("before", [None, "[connection]\nid=riichi-house\n"])
def test_a_power_cut_while_a_network_is_tried_leaves_what_was_known(made, tmp_path, before):
    radio, own = made()
    radio.now = {HOTSPOT}
    profile = tmp_path / f"{HOUSE}.nmconnection"
    if before:
        profile.write_text(before)
    (tmp_path / "wanted.json").write_text(json.dumps({"name": "Casa", "password": "12345678"}))
    radio.up = lambda _: 1 / 0
    with pytest.raises(ZeroDivisionError):
        own.look(0)
    radio, own = made()
    for at in range(0, 100, 2):
        own.look(at)
    assert (profile.read_text() if profile.exists() else None) == before
    assert radio.asked == [f"up {HOTSPOT}"]
    assert not any("12345678" in path.read_text() for path in tmp_path.iterdir())


def test_a_network_that_works_after_a_power_cut_stays(made, tmp_path):
    radio, own = made(HOUSE)
    radio.now = {HOTSPOT}
    (tmp_path / "wanted.json").write_text(json.dumps({"name": "Casa", "password": "12345678"}))
    radio.up = lambda _: 1 / 0
    with pytest.raises(ZeroDivisionError):
        own.look(0)
    radio, own = made(HOUSE)
    radio.now = {HOUSE}
    own.look(0)
    radio.now = set()
    for at in range(2, 100, 2):
        own.look(at)
    assert (tmp_path / f"{HOUSE}.nmconnection").exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"name": "", "password": ""}', '"x"', "x" * 5000, "[" * 4000])
def test_what_the_page_should_never_hand_over_changes_nothing(made, tmp_path, text):
    radio, own = made()
    radio.now = {HOTSPOT}
    (tmp_path / "wanted.json").write_text(text)
    own.look(0)
    assert radio.asked == []
    assert not (tmp_path / "wanted.json").exists()
    assert not list(tmp_path.glob("*.nmconnection"))


def test_a_link_in_place_of_the_file_is_not_followed_but_removed(made, tmp_path):
    radio, own = made(HOUSE)
    radio.now = {HOTSPOT}
    (tmp_path / "secret").write_text(json.dumps({"name": "Casa", "password": "12345678"}))
    (tmp_path / "wanted.json").symlink_to(tmp_path / "secret")
    own.look(0)
    assert radio.asked == []
    assert (tmp_path / "secret").exists()
    assert not (tmp_path / "wanted.json").is_symlink()


def test_a_folder_in_place_of_the_file_leaves_nothing_open_at_any_look(made, tmp_path):
    radio, own = made(HOUSE)
    radio.now = {HOTSPOT}
    (tmp_path / "wanted.json").mkdir()
    own.look(0)
    before = sorted(Path("/proc/self/fd").iterdir())
    for at in range(2, 40, 2):
        own.look(at)
    assert len(sorted(Path("/proc/self/fd").iterdir())) == len(before)
    assert radio.asked == []


@pytest.mark.parametrize("name", ["a", "]\npsk=x", "x=y;z\\", "卓" * 10, " blank "])
def test_no_name_becomes_another_line_of_the_profile(name):
    for text in network_profiles(Network(name, "12345678")):
        profile = read(text)
        assert bytes(int(number) for number in profile["wifi"]["ssid"].split(";")[:-1]).decode() == name
        assert sorted(profile["wifi"]) == ["mode", "ssid"]


def test_only_a_network_that_hides_its_name_is_called_by_it():
    for text in network_profiles(Network.of({"name": "Casa", "password": "12345678", "hidden": "yes"})):
        assert read(text)["wifi"]["hidden"] == "true"
    for hidden in ("", "no", 1.5, None, False):
        for text in network_profiles(Network.of({"name": "Casa", "password": "12345678", "hidden": hidden})):
            assert "hidden" not in read(text)["wifi"]


@pytest.mark.parametrize("hidden", [None, "", "no", [], {}])
def test_whatever_does_not_say_that_a_name_is_hidden_says_that_it_is_not(hidden):
    assert not Network.of({"name": "Casa", "password": "", "hidden": hidden}).is_hidden


def test_the_card_does_not_hold_the_password_of_the_house():
    text, _ = network_profiles(Network("IEEE", "password"))
    assert "=password" not in text
    # The example of IEEE 802.11 (annex J.4.2).
    key = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    assert read(text)["wifi-security"]["psk"] == key
    assert hashlib.pbkdf2_hmac("sha1", b"password", b"IEEE", 4096, 32).hex() == key


def test_a_network_without_a_password_has_no_secret():
    (text,) = network_profiles(Network.of({"name": "Free", "password": ""}))
    assert "wifi-security" not in read(text)


@pytest.mark.parametrize("password", ["12345678", " a\\nb = c; ", "#=[wifi]", r"\\s\s\s\s"])
def test_wpa3_alone_is_shown_the_password_itself(password):
    _, text = network_profiles(Network("Casa", password))
    security = read(text)["wifi-security"]
    assert (security["key-mgmt"], security["pmf"]) == ("sae", "3")
    unescaped = re.sub(r"\\(.)", lambda one: {"s": " ", "\\": "\\"}[one[1]], security["psk"])
    assert unescaped == password


def test_a_network_that_takes_nothing_but_wpa3_is_joined_after_the_other_was_tried(made, tmp_path):
    radio, own = made(HOUSE)
    radio.now, radio.takes = {HOTSPOT}, "key-mgmt=sae\n"
    said = {"name": "Casa", "password": "correct horse", "hidden": True}
    (tmp_path / "wanted.json").write_text(json.dumps(said))
    own.look(0)
    assert radio.asked == [f"down {HOTSPOT}", f"up {HOUSE}", f"up {HOUSE}"]
    assert radio.now == {HOUSE}
    kept = read((tmp_path / f"{HOUSE}.nmconnection").read_text())
    assert kept["wifi-security"]["psk"] == "correct horse"
    assert kept["wifi"]["hidden"] == "true"


@pytest.mark.parametrize(
    "said", [{}, {"name": "x"}, {"name": 5, "password": ""}, {"name": "\ud800", "password": ""}]
)
def test_what_is_no_network_is_refused(said):
    with pytest.raises(WifiRefused):
        Network.of(said)


def test_each_card_makes_a_name_and_a_password_once(tmp_path):
    first = first_boot.the_hotspot(tmp_path)
    assert first_boot.the_hotspot(tmp_path) == first
    path = tmp_path / f"{HOTSPOT}.nmconnection"
    assert path.stat().st_mode & 0o777 == 0o600
    # Only hardware.card.hotspot opens it: NetworkManager would, before it has looked for a known one.
    assert read(path.read_text())["connection"]["autoconnect"] == "false"
    others = {HotspotAccess.new() for _ in range(20)}
    assert len({other.password for other in others}) == len({other.name for other in others}) == 20
    assert all(len(other.password) == 12 for other in others)
    told = first_boot.words_for_people(first)
    assert first.name in told
    assert first.password in told


def test_a_hotspot_that_was_changed_by_networkmanagers_own_command_is_told_to_people(tmp_path):
    first_boot.the_hotspot(tmp_path)
    (profile,) = tmp_path.iterdir()
    before = profile.read_text()
    # As `nmcli connection modify riichi-hotspot` leaves it.
    text = re.sub("ssid=.*", r"ssid=club\\;room", before)
    profile.write_text(re.sub("psk=.*", "psk=tea-at-five", text))
    assert first_boot.the_hotspot(tmp_path) == HotspotAccess("club;room", "tea-at-five")


def test_the_hotspot_uses_the_address_to_which_names_are_led():
    from tests.firmware_bridge.firmware import ROOT

    profile = read(hotspot_profile(HotspotAccess.new()))
    assert profile["ipv4"]["address1"] == "10.42.0.1/24"
    assert "address=/#/10.42.0.1\n" in (ROOT / "hardware/image/hotspot.dnsmasq").read_text()


def test_the_key_for_ssh_is_whole_and_made_once(tmp_path, monkeypatch):
    def keygen(command, **_):
        assert command[0] == "ssh-keygen"
        path = tmp_path / "ssh" / "new"
        path.write_text("private")
        path.with_suffix(".pub").write_text("public")

    monkeypatch.setattr(subprocess, "run", keygen)
    first_boot.make_host_keys(tmp_path / "ssh")
    key = tmp_path / "ssh" / "ssh_host_ed25519_key"
    assert (key.read_text(), key.stat().st_mode & 0o777) == ("private", 0o600)
    assert sorted(path.name for path in (tmp_path / "ssh").iterdir()) == [key.name, f"{key.name}.pub"]
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("made again"))
    first_boot.make_host_keys(tmp_path / "ssh")


@pytest.fixture
def boot(tmp_path, monkeypatch):
    """The folders of a card, and what mounts its boot partition."""
    mounted = []
    monkeypatch.setattr(first_boot, "PROFILES", tmp_path)
    monkeypatch.setattr(first_boot, "CONSOLE", tmp_path / "issue.d" / "issue")
    monkeypatch.setattr(first_boot, "BOOT", tmp_path)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: mounted.append(command[2]))
    return mounted


def test_a_boot_partition_that_cannot_be_written_leaves_the_keys_for_ssh(boot, monkeypatch):
    keys = []

    def refuse(command, **_):
        raise subprocess.CalledProcessError(32, command)

    monkeypatch.setattr(first_boot, "make_host_keys", keys.append)
    monkeypatch.setattr(subprocess, "run", refuse)
    with pytest.raises(subprocess.CalledProcessError):
        first_boot.first_boot()
    assert keys == [first_boot.HOST_KEYS]


def test_a_note_that_somebody_saved_in_another_encoding_is_made_right(boot, tmp_path, monkeypatch):
    monkeypatch.setattr(first_boot, "make_host_keys", lambda _: None)
    words = first_boot.words_for_people(first_boot.the_hotspot(tmp_path))
    note = tmp_path / first_boot.NOTE
    note.write_bytes(words.encode("utf-16"))
    first_boot.first_boot()
    assert note.read_bytes() == words.encode()
    assert boot == ["remount,rw", "remount,ro"]
    first_boot.first_boot()
    assert boot == ["remount,rw", "remount,ro"], "what is right is not written again"


def test_nmcli_is_read_with_its_colons_and_backslashes(tmp_path, monkeypatch):
    told = {
        "NAME,TYPE,STATE": "riichi-hotspot:802-11-wireless:activated\na\\:b:802-3-ethernet:activated\n"
        "slow:802-3-ethernet:activating\nlo:loopback:activated\n",
        "NAME,TYPE": "riichi-hotspot:802-11-wireless\na\\:b:802-3-ethernet\n"
        "c\\\\:802-11-wireless\nwithout type\n",
        "DEVICE,TYPE": "wlan0:wifi\nlo:loopback\n",
        "wlan0": "Station 02:00:00:00:01:00 (on wlan0)\n\tinactive time: 4 ms\n",
    }
    asked = []

    def run(command, **_):
        asked.append(command)
        (text,) = [text for key, text in told.items() if key in command]
        return subprocess.CompletedProcess(command, 0, text, "")

    monkeypatch.setattr(subprocess, "run", run)
    radio = Nmcli()
    assert radio.active() == {"riichi-hotspot", "a:b"}
    assert radio.saved_wifi() == {"riichi-hotspot", "c\\"}
    assert radio.guests() == 1
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: (_ for _ in ()).throw(FileNotFoundError()))
    assert (radio.active(), radio.up("x"), radio.guests()) == (frozenset(), False, 0)
