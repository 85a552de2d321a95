"""Cards of scripts/test-image, each started in a virtual machine, and what is asked of all of them."""

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

from tests.hardware.booted.machine import Machine, System

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACE = Path(os.environ["CARD_PLACE"])
IMAGE = PLACE / "card.img"
PATIENCE_S = float(os.environ.get("KERNEL_PATIENCE_S", "1800"))
BETWEEN_S = 3.0
BIGGER_BY = 512 << 20
"""A card has more room than the image that was written to it, in bytes."""
CABLE = ("-nic", "user,model=virtio-net-pci,restrict=on")
NO_CABLE = ("-nic", "none")
KIOSK_AWAY = "systemd.mask=riichi-kiosk.service"
"""A browser that the processor draws leaves the rest of the machine little of it."""

ASK = """python3 - <<'PLAY'
import json, urllib.request
print(urllib.request.urlopen("http://127.0.0.1:8136/{path}", timeout=60).read().decode())
PLAY"""


def card(name: str) -> Path:
    """A card of the image. What a start changes stays on it, and the image is as it was made."""
    return PLACE / f"{name}-card.img"


def write_card(name: str) -> None:
    """The image on a card that has more room than it."""
    subprocess.run(["cp", "--sparse=always", str(IMAGE), str(card(name))], check=True)
    os.truncate(card(name), IMAGE.stat().st_size + BIGGER_BY)


@contextmanager
def booted(name: str, nic: tuple[str, ...] = CABLE, words: str = KIOSK_AWAY) -> Iterator[Machine]:
    words = f"root=LABEL=riichi-root rootfstype=ext4 ro fsck.repair=yes {words}"
    system = System(card(name), PLACE / "kernel", PLACE / "first-files", words, os.environ["ARCH"])
    machine = Machine(system, PLACE / f"{name}.machine", nic, memory_mb=2048)
    try:
        machine.shell.wait(PATIENCE_S)
        yield machine
    finally:
        machine.cut_power()


def tried(machine: Machine, command: str) -> str:
    """What a command prints; nothing where the starting system took its terminal away meanwhile."""
    try:
        return machine.shell.run(command, 120)
    except AssertionError:
        machine.shell.wait(PATIENCE_S)
        return ""


def until(machine: Machine, command: str, wanted: str) -> str:
    """What a command of the machine prints, as soon as it is what is wanted."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not re.search(wanted, said := tried(machine, command), re.MULTILINE):
        if time.monotonic() > give_up_at:
            said += machine.shell.run(
                "systemctl --failed --no-pager; journalctl -b -p 5 --no-pager | tail -n 60"
            )
            raise AssertionError(said)
        time.sleep(BETWEEN_S)
    return said


def checked(what: str, machine: Machine | None = None) -> None:
    """Tell whoever waits what was seen to be so, and when after the power came on."""
    sys.stdout.write(f"\nchecked: {what}" + (f" ({machine.seconds:.0f} s)" if machine else ""))
    sys.stdout.flush()


def table_answers(machine: Machine) -> None:
    until(machine, ASK.format(path="healthz"), r"^.*\"status\": *\"ok\"")
    page = machine.shell.run(ASK.format(path=""))
    assert re.search(r"<html[^>]*>.*</html>", page, re.DOTALL), page
    checked("the card starts, and its page is there", machine)
    assert machine.shell.run("systemctl --failed --plain --no-legend") == ""


def partition(card: Path, number: int) -> tuple[int, int]:
    """Where a partition begins and how long it is, in bytes."""
    told = json.loads(subprocess.check_output(["sfdisk", "--json", str(card)]))
    found = told["partitiontable"]["partitions"][number - 1]
    return found["start"] * 512, found["size"] * 512


def digest_of_root(image: Path) -> str:
    """What is on the root's partition, bit by bit."""
    start, size = partition(image, 2)
    with image.open("rb") as card:
        card.seek(start)
        digest = hashlib.sha256()
        while size > 0:
            block = card.read(min(size, 1 << 22))
            digest.update(block)
            size -= len(block)
    return digest.hexdigest()
