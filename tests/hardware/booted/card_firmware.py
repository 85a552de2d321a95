"""What the firmware of a Pi finds on a card of scripts/make-image, looked at from outside."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from tests.hardware.booted.cards import IMAGE, PLACE, checked, partition

IN_FAT = 0x0C
KERNEL_SIGN = (56, b"ARM\x64")
"""Where a kernel for 64 bit says that it is one. The firmware unpacks no other kind."""
TREE_SIGN = b"\xd0\x0d\xfe\xed"
STAGES = {"a Pi 3": ("bootcode.bin", "start.elf", "fixup.dat"), "a Pi 4": ("start4.elf", "fixup4.dat")}
TREES = {
    "a Pi 3": ("bcm2837-rpi-3-b.dtb", "bcm2837-rpi-3-b-plus.dtb"),
    "a Pi 4": ("bcm2711-rpi-4-b.dtb", "bcm2711-rpi-400.dtb"),
}
"""As the kernel of Debian calls them, to which upstream_kernel=1 leads the firmware."""


@pytest.fixture(scope="module")
def boot() -> str:
    """The first partition, as mtools call it."""
    return f"{IMAGE}@@{partition(IMAGE, 1)[0]}"


def content(boot: str, name: str) -> bytes:
    """A file of the first partition; nothing where it is not there."""
    return subprocess.run(["mtype", "-i", boot, f"::{name}"], capture_output=True, check=False).stdout


def said(boot: str) -> dict[str, str]:
    lines = content(boot, "config.txt").decode().splitlines()
    pairs = (re.split(r"[= ]", line, maxsplit=1) for line in lines if line and not line.startswith("#"))
    return {name: value.strip() for name, value in pairs}


def test_the_first_partition_is_one_that_the_firmware_reads() -> None:
    told = json.loads(subprocess.check_output(["sfdisk", "--json", str(IMAGE)]))["partitiontable"]
    assert told["label"] == "dos"
    assert int(told["partitions"][0]["type"], 16) == IN_FAT
    subprocess.run(
        ["minfo", "-i", f"{IMAGE}@@{partition(IMAGE, 1)[0]}", "::"], check=True, capture_output=True
    )


@pytest.mark.parametrize("pi", STAGES)
def test_the_firmware_and_the_description_of_the_board_are_there(boot: str, pi: str) -> None:
    assert all(content(boot, name) for name in STAGES[pi])
    assert said(boot)["upstream_kernel"] == "1"
    assert all(content(boot, name).startswith(TREE_SIGN) for name in TREES[pi])
    checked(f"{pi} finds its firmware and the description of its board")


def test_the_kernel_and_its_first_files_are_those_of_the_system(boot: str) -> None:
    config = said(boot)
    assert config["arm_64bit"] == "1"
    kernel = content(boot, config["kernel"])
    at, sign = KERNEL_SIGN
    assert kernel[at : at + len(sign)] == sign
    assert kernel == (PLACE / "kernel").read_bytes()
    assert content(boot, config["initramfs"]) == (PLACE / "first-files").read_bytes()
    checked("the kernel and its first files are those that its config.txt names and the system has")


def test_the_kernel_is_told_where_the_root_is_and_to_leave_it_as_it_is(boot: str) -> None:
    (line,) = content(boot, "cmdline.txt").decode().splitlines()
    words = line.split()
    assert {"ro", "rootwait", "cgroup_enable=memory", "cfg80211.ieee80211_regdom=DE"} <= set(words)
    assert "rw" not in words
    (label,) = (word.removeprefix("root=LABEL=") for word in words if word.startswith("root="))
    start = partition(IMAGE, 2)[0]
    asked = [
        "blkid",
        "--probe",
        "--offset",
        str(start),
        "--output",
        "value",
        "--match-tag",
        "LABEL",
        str(IMAGE),
    ]
    assert subprocess.check_output(asked, text=True).strip() == label
    checked("the kernel is told where the root is, and that it is only read")
