"""A card of scripts/test-image in a virtual machine: what it keeps, what it never writes, its own Wi-Fi."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hardware.booted.machine import Machine, System

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACE = Path(os.environ["CARD_PLACE"])
CARD = PLACE / "card.img"
PATIENCE_S = float(os.environ.get("KERNEL_PATIENCE_S", "1800"))
BETWEEN_S = 3.0
BIGGER_BY = 512 << 20
"""A card has more room than the image that was written to it, in bytes."""
CABLE = ("-nic", "user,model=virtio-net-pci,restrict=on")
NO_CABLE = ("-nic", "none")

ASK = """python3 - <<'PLAY'
import json, urllib.request
print(urllib.request.urlopen("http://127.0.0.1:8136/{path}", timeout=60).read().decode())
PLAY"""
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
  ssid="Casa"
  mode=2
  frequency=2437
  key_mgmt=WPA-PSK
  proto=RSN
  pairwise=CCMP
  psk="correct horse"
}
CONF
ip netns exec house wpa_supplicant -B -i wlan2 -c /run/house.conf
ip netns exec house ip address add 192.168.7.1/24 dev wlan2
ip netns exec house dnsmasq --conf-file=/dev/null --interface=wlan2 --dhcp-range=192.168.7.10,192.168.7.50 \
  --pid-file=/run/house.pid --dhcp-leasefile=/run/house.leases --port=0 --user=root"""
"""The Wi-Fi of the house, which gives its guests addresses."""
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
fields = dict(token=re.search('name="token" value="([^"]+)"', page)[1], name="Casa", password="{password}")
told = urllib.request.urlopen("http://10.42.0.1/", urllib.parse.urlencode(fields).encode(), timeout=60)
print(told.status, told.read().decode())
ENTER"""
"""Somebody fills in the form on a phone."""


@contextmanager
def booted(nic: tuple[str, ...] = CABLE) -> Iterator[Machine]:
    words = "root=LABEL=riichi-root rootfstype=ext4 ro fsck.repair=yes"
    system = System(CARD, PLACE / "kernel", PLACE / "first-files", words, os.environ["ARCH"])
    machine = Machine(system, PLACE / "machine", nic, memory_mb=2048)
    try:
        machine.wait_for_shell(PATIENCE_S)
        yield machine
    finally:
        machine.cut_power()


def tried(machine: Machine, command: str) -> str:
    """What a command prints; nothing where the starting system took its terminal away meanwhile."""
    try:
        return machine.run(command, 120)
    except AssertionError:
        machine.wait_for_shell(PATIENCE_S)
        return ""


def until(machine: Machine, command: str, wanted: str) -> str:
    """What a command of the machine prints, as soon as it is what is wanted."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not re.search(wanted, said := tried(machine, command), re.MULTILINE):
        if time.monotonic() > give_up_at:
            said += machine.run("systemctl --failed --no-pager; journalctl -b -p 5 --no-pager | tail -n 60")
            raise AssertionError(said)
        time.sleep(BETWEEN_S)
    return said


def note(what: str, machine: Machine) -> None:
    sys.stdout.write(f"\n{what}: {machine.seconds:.0f} s after the power came on\n")


def table_answers(machine: Machine) -> None:
    until(machine, ASK.format(path="healthz"), r"^.*\"status\": *\"ok\"")
    note("the table answers", machine)


def partition(number: int) -> tuple[int, int]:
    """Where a partition of the card begins and how long it is, in bytes."""
    told = json.loads(subprocess.check_output(["sfdisk", "--json", str(CARD)]))
    found = told["partitiontable"]["partitions"][number - 1]
    return found["start"] * 512, found["size"] * 512


def digest_of_root() -> str:
    """What is on the root's partition, bit by bit."""
    start, size = partition(2)
    with CARD.open("rb") as card:
        card.seek(start)
        digest = hashlib.sha256()
        while size > 0:
            block = card.read(min(size, 1 << 22))
            digest.update(block)
            size -= len(block)
    return digest.hexdigest()


@pytest.fixture(scope="module", autouse=True)
def on_a_larger_card() -> None:
    start, size = partition(3)
    os.truncate(CARD, start + size + BIGGER_BY)


def options(machine: Machine, place: str) -> list[str]:
    return machine.run(f"findmnt -no OPTIONS {place}").split(",")


def test_a_card_keeps_the_games_and_never_writes_its_root_when_its_power_is_cut() -> None:
    before, (_, data_size) = digest_of_root(), partition(3)
    with booted() as machine:
        table_answers(machine)
        assert machine.run("findmnt -no FSTYPE /") == "overlay"
        assert "ro" in options(machine, "/media/root-ro")
        assert "ro" in options(machine, "/boot/firmware")
        for kept in ("/var/lib/riichi-table", "/etc/riichi-table", "/opt/riichi-table", "/var/lib/systemd"):
            assert machine.run(f"findmnt -no SOURCE {kept}").startswith("/dev/vda3["), kept
            assert "rw" in options(machine, kept)
        assert int(machine.run("findmnt -bno SIZE /data")) > data_size, (
            "the data did not get the rest of the card"
        )
        assert machine.run("systemctl is-active riichi-companion riichi-hotspot").split() == [
            "active",
            "active",
        ]
        assert machine.run("systemctl is-active riichi-door") == "inactive", "a cable is a network"
        assert machine.run("systemctl --failed --plain --no-legend") == ""
        known = machine.run("cat /etc/machine-id; cat /data/ssh/*.pub; cat /boot/firmware/riichi-wifi.txt")
        assert re.search(r"^[0-9a-f]{32}\nssh-ed25519 \S+", known)
        machine.run("touch /etc/forgotten /usr/forgotten /opt/riichi-table/kept; sync")
        assert json.loads(machine.run(PLAY))["seq"] > 0
    assert partition(3)[1] >= data_size + BIGGER_BY - (16 << 20)
    with booted() as machine:
        table_answers(machine)
        snapshot = json.loads(machine.run(ASK.format(path="api/snapshot")))
        assert [seat["name"] for seat in snapshot["seats"]] == ["Aki", "Ben", "Chie", "Dai"]
        assert machine.run(
            "ls -d /etc/forgotten /usr/forgotten /opt/riichi-table/kept 2>/dev/null"
        ).split() == ["/opt/riichi-table/kept"]
        again = machine.run("cat /etc/machine-id; cat /data/ssh/*.pub; cat /boot/firmware/riichi-wifi.txt")
        assert again == known
        assert machine.run("systemctl --failed --plain --no-legend") == ""
    assert digest_of_root() == before


def phone_joins(machine: Machine) -> None:
    told = machine.run("cat /boot/firmware/riichi-wifi.txt")
    name, password = (re.search(rf"{word}\s+(\S+)", told)[1] for word in ("name", "password"))
    machine.run(PHONE.replace("{name}", name).replace("{password}", password))
    until(machine, "ip netns exec phone iw dev wlan1 link", "Connected to")
    machine.run("ip netns exec phone ip address add 10.42.0.77/24 dev wlan1")


def test_where_no_network_is_known_a_phone_joins_the_table_and_enters_that_of_the_house() -> None:
    with booted(NO_CABLE) as machine:
        table_answers(machine)
        machine.run(RADIOS)
        until(machine, "nmcli -t -f NAME,STATE connection show --active", r"^riichi-hotspot:activated$")
        note("the table's own Wi-Fi is open", machine)
        phone_joins(machine)
        until(machine, "systemctl is-active riichi-door", "^active$")
        page = until(machine, OPEN.format(address="10.42.0.1"), "<form")
        assert page.startswith("http://10.42.0.1/")
        assert "<title>" in machine.run(OPEN.format(address="10.42.0.1:8136"))
        # Asked by a way that is not the hotspot, the page is not there.
        assert "refused" in machine.run(
            "python3 -c 'import urllib.request as u; u.urlopen(\"http://127.0.0.1/\")' 2>&1"
        )

        machine.run(HOUSE)
        assert machine.run(ENTER.format(password="wrong password")).startswith("200")
        until(machine, "cat /run/riichi-hotspot/said.json", "not_joined")
        until(machine, "nmcli -t -f NAME,STATE connection show --active", r"^riichi-hotspot:activated$")
        machine.run(LEAVE)
        phone_joins(machine)
        assert 'role="alert"' in until(machine, OPEN.format(address="10.42.0.1"), "<form")
        assert machine.run("ls /data/networks").split() == ["riichi-hotspot.nmconnection"]

        assert machine.run(ENTER.format(password="correct horse")).startswith("200")
        until(machine, "nmcli -t -f NAME,STATE connection show --active", r"^riichi-house:activated$")
        note("the Wi-Fi of the house is joined", machine)
        assert "192.168.7." in machine.run("ip -4 address show wlan0")
        assert machine.run("systemctl is-active riichi-door") == "inactive"
        assert "correct horse" not in machine.run("cat /data/networks/riichi-house.nmconnection")
