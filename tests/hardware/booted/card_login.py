"""A card of scripts/test-image over SSH: who is let in, a newer version, and what the service may open."""

from __future__ import annotations

import io
import re
import socket
import subprocess
import tarfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hardware.booted.cards import (
    ASK,
    IMAGE,
    PATIENCE_S,
    PLACE,
    booted,
    card,
    checked,
    digest_of_root,
    table_answers,
    until,
    write_card,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from tests.hardware.booted.machine import Machine

ROOT = Path(__file__).parents[3]
NEWER = "<!-- a newer version -->"
PAGE = "companion/dashboard/static/index.html"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
PIP = Path("/etc/pip.conf")
NOT_LET_IN = 255


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@dataclass(frozen=True, slots=True)
class Login:
    """Whoever comes over SSH, by a key, to the card that is known by its own."""

    port: int
    known: Path
    key: Path = PLACE / "key"
    who: str = "pi"

    def run(self, command: str, fed: bytes = b"", *options: str) -> subprocess.CompletedProcess[bytes]:
        said = ("BatchMode=yes", "IdentitiesOnly=yes", "StrictHostKeyChecking=yes", "ConnectTimeout=300")
        said += (f"UserKnownHostsFile={self.known}", "HostKeyAlgorithms=ssh-ed25519", *options)
        asked = ["ssh", "-F", "none", "-i", str(self.key), "-p", str(self.port)]
        asked += [word for option in said for word in ("-o", option)]
        return subprocess.run(
            [*asked, f"{self.who}@127.0.0.1", command],
            input=fed,
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
        )

    def says(self, command: str, fed: bytes = b"") -> str:
        told = self.run(command, fed)
        assert told.returncode == 0, (command, told.stdout[-3000:], told.stderr[-3000:])
        return told.stdout.decode().strip()


def comes_in(machine: Machine, port: int, place: Path) -> Login:
    """By the key that the card was made with; the card is the one whose key its own disk holds."""
    kind, key, *_ = machine.shell.run("cat /data/ssh/ssh_host_ed25519_key.pub").split()
    known = place / "known"
    known.write_text(f"[127.0.0.1]:{port} {kind} {key}\n")
    login = Login(port, known)
    assert login.says("id -un; sudo -n id -un; uname -n").split() == ["pi", "root", "riichi"]
    return login


def nobody_else_is_let_in(login: Login, place: Path) -> None:
    other = place / "other"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(other)], check=True)
    for stranger in (replace(login, key=other), replace(login, who="root"), replace(login, who="riichi")):
        assert stranger.run("true").returncode == NOT_LET_IN
    asked = login.run("true", b"", "PubkeyAuthentication=no")
    assert asked.returncode == NOT_LET_IN
    assert b"(publickey)" in asked.stderr, "nothing but a key is taken"


def newer_version() -> bytes:
    """The newest commit with a change to its page, as somebody would copy it to the card."""
    archive = subprocess.check_output(["git", "-C", str(ROOT), "archive", "HEAD"])
    copied = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive)) as old, tarfile.open(fileobj=copied, mode="w") as new:
        for member in old:
            content = old.extractfile(member).read() if member.isfile() else b""
            if member.name == PAGE:
                content = content.replace(b"</body>", f"{NEWER}</body>".encode())
                assert NEWER.encode() in content
            member.size = len(content)
            new.addfile(member, io.BytesIO(content) if member.isfile() else None)
    return copied.getvalue()


def is_updated(machine: Machine, login: Login) -> str:
    """The newer version is copied and takes over, as docs/card.md says; gives where it lies."""
    before = machine.shell.run("readlink /opt/riichi-table/venv")
    login.says("sudo sh -c 'rm -r /data/source/* && tar -x -C /data/source'", newer_version())
    with_pip = f"PIP_CERT=/run/certificates UPDATE_PATIENCE={PATIENCE_S:.0f}"
    login.says("sudo sh -c 'cat >/run/certificates'", CERTIFICATES.read_bytes())
    if PIP.exists():
        login.says("sudo sh -c 'cat >/run/pip.conf'", PIP.read_bytes())
        with_pip += " PIP_CONFIG_FILE=/run/pip.conf"
    began = machine.seconds
    login.says(f"sudo {with_pip} /data/source/scripts/update 2>&1")
    after = machine.shell.run("readlink /opt/riichi-table/venv")
    assert after != before
    checked(f"a newer version was copied over SSH, and took over within {machine.seconds - began:.0f} s")
    return after


CLASSES = """modprobe -a cdc_acm usbserial videodev vivid gpio-mockup 2>/dev/null
cat /proc/devices"""
OPENS = """mknod -m 666 /dev/tried c {number} 0
cgroup=/sys/fs/cgroup$(systemctl show -P ControlGroup riichi-companion)
sh -c 'echo $$ >$0/cgroup.procs; exec 3<>/dev/tried' $cgroup 2>&1; rm /dev/tried"""
"""Somebody of the service opens a device that is not there: it is refused, or not found."""
MAY = ("ttyACM", "ttyUSB", "gpiochip", "video4linux", "media", "dma_heap", "input")
MAY_NOT = ("mem", "vcs", "fb", "cpu/msr", "rtc", "ptp", "hidraw", "usb_device")


@dataclass(frozen=True, slots=True)
class Third:
    """A card with the network, for what a newer version needs is fetched as on every Pi."""

    port: int
    place: Path

    def booted(self) -> AbstractContextManager[Machine]:
        nic = f"user,model=virtio-net-pci,hostfwd=tcp:127.0.0.1:{self.port}-:22"
        return booted("third", ("-nic", nic))

    def login(self, machine: Machine) -> Login:
        return comes_in(machine, self.port, self.place)


@pytest.fixture(scope="module")
def third(tmp_path_factory: pytest.TempPathFactory) -> Third:
    write_card("third")
    return Third(free_port(), tmp_path_factory.mktemp("third"))


@pytest.fixture(scope="module")
def machine(third: Third) -> Iterator[Machine]:
    with third.booted() as machine:
        table_answers(machine)
        yield machine


def test_the_service_may_open_its_devices_and_no_others(machine: Machine) -> None:
    """Also those whose driver came after the service: a panel is plugged in when somebody wants to play."""
    told = machine.shell.run(CLASSES).split("Block devices")[0]
    numbers = {name: number for number, name in re.findall(r"^ *(\d+) (\S+)$", told, re.MULTILINE)}
    tried = {name: numbers[name] for name in (*MAY, *MAY_NOT) if name in numbers}
    refused = {
        name
        for name, number in tried.items()
        if "not permitted" in machine.shell.run(OPENS.replace("{number}", number))
    }
    assert {"ttyACM", "ttyUSB", "video4linux", "input", "mem"} <= tried.keys(), told
    assert refused == tried.keys() & set(MAY_NOT), (refused, tried)
    checked(f"the service may open {', '.join(name for name in tried if name in MAY)}, and no other device")


def test_the_key_of_the_card_logs_in_and_nobody_else(machine: Machine, third: Third) -> None:
    nobody_else_is_let_in(third.login(machine), third.place)
    checked("the key that the card was made with logs in as pi, who may do everything; nobody else does")


def test_a_newer_version_is_there_after_a_power_cut_and_the_root_is_as_it_was(
    machine: Machine, third: Third
) -> None:
    assert NEWER not in machine.shell.run(ASK.format(path=""))
    version = is_updated(machine, third.login(machine))
    assert NEWER in until(machine, ASK.format(path=""), "</html>")
    machine.cut_power()
    with third.booted() as again:
        table_answers(again)
        assert NEWER in until(again, ASK.format(path=""), "</html>")
        assert again.shell.run("readlink /opt/riichi-table/venv") == version
        third.login(again)
        checked("after a power cut it is the newer version that starts")
    assert digest_of_root(card("third")) == digest_of_root(IMAGE)
    checked("no bit of the root differs after an update")
