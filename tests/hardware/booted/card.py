"""A card of scripts/test-image in a virtual machine: what it keeps, what it never writes, its own Wi-Fi."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING

from tests.hardware.booted.cards import (
    ASK,
    BIGGER_BY,
    IMAGE,
    NO_CABLE,
    PATIENCE_S,
    booted,
    card,
    checked,
    digest_of_root,
    partition,
    table_answers,
    until,
    write_card,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hardware.booted.machine import Machine

PLAY = """python3 - <<'PLAY'
import json, urllib.request
def say(**said):
    asked = urllib.request.Request("http://127.0.0.1:8136/api/commands", json.dumps(said).encode(),
        {"X-Table": "1", "Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(asked, timeout=120))
print(json.dumps(say(id="tap-1", expected_seq=0, kind="start", names=["Aki", "Ben", "Chie", "Dai"])))
PLAY"""
"""A tap at the table's own screen."""
RADIOS = """modprobe mac80211_hwsim radios=3; sleep 5; rfkill unblock all
for who in phone house; do ip netns add $who; done
ip netns exec phone sleep 90000 & ip netns exec house sleep 90000 &
iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
iw phy "$(cat /sys/class/net/wlan2/phy80211/name)" set netns name house
for who in phone house; do ip netns exec $who ip link set lo up; done"""
"""Three radios of the kernel's own making: one stays with the Pi, one is a phone's, one the house's."""
HOUSE = """cat >/run/house.conf <<'CONF'
network={
  ssid="{name}"
  mode=2
  frequency=2437
  proto=RSN
  pairwise=CCMP
  psk="correct horse"
  {security}
}
CONF
ip netns exec house wpa_supplicant -B -i wlan2 -c /run/house.conf -P /run/house-radio.pid
ip netns exec house ip address replace 192.168.7.1/24 dev wlan2
[ -e /run/house.pid ] || ip netns exec house dnsmasq -C /dev/null -i wlan2 -p 0 -u root \
  --dhcp-range=192.168.7.10,192.168.7.50 --pid-file=/run/house.pid --dhcp-leasefile=/run/house.leases"""
"""A Wi-Fi of the house, which gives its guests addresses."""
WPA2 = "key_mgmt=WPA-PSK"
WPA3_HIDDEN = "key_mgmt=SAE\n  ieee80211w=2\n  ignore_broadcast_ssid=1"
HOUSE_AWAY = "kill $(cat /run/house-radio.pid)"
PHONE = """printf 'network={\\n ssid="%s"\\n psk="%s"\\n}\\n' {name} {password} >/run/phone.conf
ip netns exec phone wpa_supplicant -B -i wlan1 -c /run/phone.conf -P /run/phone.pid"""
LEAVE = "kill $(cat /run/phone.pid); sleep 2; ip netns exec phone ip address flush dev wlan1"
OPEN = """ip netns exec phone python3 - <<'OPEN'
import urllib.request
answer = urllib.request.urlopen("http://{address}/", timeout=60)
print(answer.url); print(answer.read().decode())
OPEN"""
"""A phone opens a page."""
ENTER = """ip netns exec phone python3 - <<'ENTER'
import re, urllib.parse, urllib.request
page = urllib.request.urlopen("http://10.42.0.1/", timeout=60).read().decode()
token = re.search('name="token" value="([^"]+)"', page)[1]
fields = dict(token=token, name="{name}", password="{password}", {more})
told = urllib.request.urlopen("http://10.42.0.1/", urllib.parse.urlencode(fields).encode(), timeout=60)
print(told.status, told.read().decode())
ENTER"""
"""Somebody fills in the form on a phone."""


def options(machine: Machine, place: str) -> list[str]:
    return machine.shell.run(f"findmnt -no OPTIONS {place}").split(",")


def places_are_right(machine: Machine) -> None:
    assert machine.shell.run("findmnt -no FSTYPE /") == "overlay"
    assert "ro" in options(machine, "/media/root-ro")
    assert "ro" in options(machine, "/boot/firmware")
    for kept in ("/var/lib/riichi-table", "/etc/riichi-table", "/opt/riichi-table", "/var/lib/systemd"):
        assert machine.shell.run(f"findmnt -no SOURCE {kept}").startswith("/dev/vda3["), kept
        assert "rw" in options(machine, kept)
    checked("the root is only read, and what is kept lies on the data's partition", machine)
    once = "ldconfig systemd-journal-catalog-update systemd-hwdb-update systemd-update-done"
    assert set(machine.shell.run(f"systemctl show -P ConditionResult {once}").split()) == {"no"}
    size = int(machine.shell.run("findmnt -bno SIZE /data"))
    assert size > partition(IMAGE, 3)[1] + BIGGER_BY * 0.9, f"{size}: not the rest of the card"
    checked(f"the data grew into the rest of the card, to {size >> 20} MB", machine)


KNOWN_BY = "cat /etc/machine-id /data/ssh/*.pub /boot/firmware/riichi-wifi.txt"


def test_a_card_keeps_the_games_and_never_writes_its_root_when_its_power_is_cut() -> None:
    write_card("first")
    with booted("first") as machine:
        table_answers(machine)
        places_are_right(machine)
        services = machine.shell.run("systemctl is-active riichi-companion riichi-hotspot riichi-door")
        assert services.split() == ["active", "active", "inactive"], "a cable is a network"
        known = machine.shell.run(KNOWN_BY)
        assert re.search(r"^[0-9a-f]{32}\nssh-ed25519 \S+", known)
        machine.shell.run("touch /etc/forgotten /usr/forgotten /opt/riichi-table/kept; sync")
        assert json.loads(machine.shell.run(PLAY))["seq"] > 0
        # Nothing is written back after the tap: what it answered with must be on the card.
    assert partition(card("first"), 3)[1] >= partition(IMAGE, 3)[1] + BIGGER_BY - (16 << 20)
    with booted("first") as machine:
        table_answers(machine)
        snapshot = json.loads(machine.shell.run(ASK.format(path="api/snapshot")))
        assert [seat["name"] for seat in snapshot["seats"]] == ["Aki", "Ben", "Chie", "Dai"]
        checked("the power was cut after a tap, and the game is there", machine)
        left = machine.shell.run("ls -d /etc/forgotten /usr/forgotten /opt/riichi-table/kept 2>/dev/null")
        assert left == "/opt/riichi-table/kept"
        assert machine.shell.run(KNOWN_BY) == known
        checked("its number, its key and its own Wi-Fi are the same after a restart", machine)
    assert digest_of_root(card("first")) == digest_of_root(IMAGE)
    checked("no bit of the root differs after two starts and two cuts")


def phone_joins(machine: Machine) -> None:
    told = machine.shell.run("cat /boot/firmware/riichi-wifi.txt")
    name, password = (re.search(rf"{word}\s+(\S+)", told)[1] for word in ("name", "password"))
    machine.shell.run(PHONE.replace("{name}", name).replace("{password}", password))
    until(machine, "ip netns exec phone iw dev wlan1 link", "Connected to")
    machine.shell.run("ip netns exec phone ip address add 10.42.0.77/24 dev wlan1")


def enters(machine: Machine, name: str, password: str, more: str = "") -> None:
    """A phone in the table's own Wi-Fi enters another on its page."""
    told = machine.shell.run(ENTER.format(name=name, password=password, more=more))
    assert told.startswith("200"), told


def is_active(machine: Machine, connection: str) -> None:
    until(machine, "nmcli -t -f NAME,STATE connection show --active", f"^{connection}:activated$")


def phone_comes_in(machine: Machine) -> str:
    """The page that a phone gets in the table's own Wi-Fi."""
    is_active(machine, "riichi-hotspot")
    machine.shell.run(LEAVE)
    phone_joins(machine)
    until(machine, "systemctl is-active riichi-door", "^active$")
    return until(machine, OPEN.format(address="10.42.0.1"), "<form")


def house_is_joined(machine: Machine, by: str) -> None:
    is_active(machine, "riichi-house")
    assert "192.168.7." in machine.shell.run("ip -4 address show wlan0")
    assert machine.shell.run("systemctl is-active riichi-door") == "inactive"
    assert f"key-mgmt={by}" in machine.shell.run("cat /data/networks/riichi-house.nmconnection")


def test_where_no_network_is_known_a_phone_joins_the_table_and_enters_that_of_the_house() -> None:
    write_card("second")
    with booted("second", NO_CABLE) as machine:
        table_answers(machine)
        machine.shell.run(RADIOS, PATIENCE_S)
        page = phone_comes_in(machine)
        assert page.startswith("http://10.42.0.1/")
        assert "<title>" in machine.shell.run(OPEN.format(address="10.42.0.1:8136"))
        checked("without a network it opens its own Wi-Fi; a phone joins it and gets both pages", machine)
        # Asked by a way that is not the hotspot, the page is not there.
        knock = "python3 -c 'import urllib.request as u; u.urlopen(\"http://127.0.0.1/\")' 2>&1"
        assert "refused" in machine.shell.run(knock)

        machine.shell.run(HOUSE.replace("{name}", "Casa").replace("{security}", WPA2))
        enters(machine, "Casa", "wrong password")
        entered_at = machine.seconds
        until(machine, "cat /run/riichi-hotspot/said.json", "not_joined")
        assert 'role="alert"' in phone_comes_in(machine)
        assert machine.shell.run("ls /data/networks") == "riichi-hotspot.nmconnection"
        checked(f"a wrong password brings it back with a sentence after {machine.seconds - entered_at:.0f} s")

        enters(machine, "Casa", "correct horse")
        house_is_joined(machine, by="wpa-psk")
        assert "correct horse" not in machine.shell.run("cat /data/networks/riichi-house.nmconnection")
        checked("it joins a network with a WPA2 password, and does not keep that", machine)

        machine.shell.run(HOUSE_AWAY)
        phone_comes_in(machine)
        checked("when that network is gone, its own Wi-Fi comes back", machine)
        machine.shell.run(HOUSE.replace("{name}", "Baita").replace("{security}", WPA3_HIDDEN))
        enters(machine, "Baita", "correct horse", "hidden='yes'")
        house_is_joined(machine, by="sae")
        checked("it joins a network that hides its name and takes nothing but WPA3", machine)


def data_of(image: Path) -> Path:
    """A copy of a card's third partition, with what its last power cut left in the file system's journal."""
    copy = image.with_suffix(".data")
    start, size = partition(image, 3)
    cut_out = ["iflag=skip_bytes,count_bytes", f"skip={start}", f"count={size}", "bs=4M", "conv=sparse"]
    subprocess.run(["dd", f"if={image}", f"of={copy}", *cut_out, "status=none"], check=True)
    # It says 1 where there was something to do.
    played = subprocess.run(
        ["e2fsck", "-y", "-E", "journal_only", str(copy)], capture_output=True, check=False
    )
    assert played.returncode in {0, 1}, played.stdout
    return copy


def secrets(image: Path) -> tuple[str, ...]:
    """What a card is known by and what opens its Wi-Fi, read from outside; empty before the first start."""
    boot = f"{image}@@{partition(image, 1)[0]}"
    note = subprocess.run(
        ["mtype", "-i", boot, "::riichi-wifi.txt"], capture_output=True, text=True, check=False
    ).stdout
    words = [found[1] for word in ("name", "password") if (found := re.search(rf"{word}\s+(\S+)", note))]
    data = data_of(image)
    kept = ("system/machine-id", "ssh/ssh_host_ed25519_key.pub", "networks/riichi-hotspot.nmconnection")
    asked = (["debugfs", "-R", f"cat {place}", str(data)] for place in kept)
    texts = (subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip() for ask in asked)
    return (*words, *filter(None, texts))


def test_two_cards_of_one_image_have_no_secret_in_common() -> None:
    """Those that the tests above have started."""
    assert secrets(IMAGE) == ()
    first, second = (secrets(card(name)) for name in ("first", "second"))
    assert len(first) == len(second) == 5
    assert not set(first) & set(second)
    checked("name and password of its own Wi-Fi, its number and its SSH key are on no other card")
