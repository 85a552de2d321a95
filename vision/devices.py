"""Which cameras this machine has, without opening one."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from vision.camera.plugged import DEVICES, lasting_name
from vision.camera.ribbon import listed
from vision.errors import RibbonFailure

_PORT: Final = re.compile(r"-usb(?:v\d)?-\d+:([\d.]+):")
"""Where a camera is named by its port: which port it is."""


@dataclass(frozen=True, slots=True)
class Device:
    """One camera that can be named in a profile."""

    kind: str
    source: str
    says: str
    """What it calls itself."""


def cameras_at_hand(devices: Path = DEVICES) -> tuple[Device, ...]:
    """Every camera of this machine: the Pi's own first, then those on USB and those of programs.

    Where several call themselves the same, each also says where it is plugged in.
    """
    found = (*_of_the_pi(), *_plugged_in(devices))
    by_port = _told_apart(found, [_port_of(one) for one in found])
    if len({one.says for one in by_port}) == len(found):
        return by_port
    # Two controllers may have ports of one number.
    return _told_apart(found, [Path(one.source).name for one in found])


def _told_apart(found: Sequence[Device], places: Sequence[str]) -> tuple[Device, ...]:
    count = Counter(one.says for one in found)
    return tuple(
        replace(one, says=f"{one.says} ({place})") if count[one.says] > 1 else one
        for one, place in zip(found, places, strict=True)
    )


def _port_of(device: Device) -> str:
    port = _PORT.search(device.source)
    return f"USB {port[1]}" if port else Path(device.source).name


def _of_the_pi() -> Iterator[Device]:
    try:
        found = listed()
    except RibbonFailure as error:
        sys.stderr.write(f"No camera on the ribbon can be used: {error}\n")
        return
    for number, model in enumerate(found):
        yield Device("picamera2", str(number), model)


def _plugged_in(devices: Path) -> Iterator[Device]:
    for place in sorted(devices.glob("video*"), key=lambda path: int(path.name[5:] or 0)):
        # A webcam has a second device for metadata: only the first gives pictures.
        if _said(place / "index") in {"0", ""} and not _is_built_in(place / "device"):
            yield Device("uvc", lasting_name(f"/dev/{place.name}"), _said(place / "name") or "a camera")


def _is_built_in(device: Path) -> bool:
    """Whether a video device is a part of the machine itself: a Pi's decoders and the like are not cameras.

    The device of a USB camera is a USB interface, and a camera that a program shows has no device at all.
    """
    return device.is_dir() and not (device / "bInterfaceNumber").is_file()


def _said(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


if __name__ == "__main__":
    sys.stdout.write(json.dumps([asdict(one) for one in cameras_at_hand()]) + "\n")
