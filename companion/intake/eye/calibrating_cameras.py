"""Which cameras a person can set up: named at the start, in the profile, or found on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hardware.errors import ProfileError
from hardware.loading import load_profile
from hardware.profile import without_secrets

__all__ = ["PHOTOS", "CameraChoice", "cameras_to_set_up"]

_LIST_WITHIN_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera that can be set up."""

    name: str
    kind: str
    source: str
    """`KIND=SOURCE` where no profile names it, else empty."""
    says: str
    """What people are shown of it: what it calls itself, or where its pictures come from."""


PHOTOS: Final = CameraChoice("photographs", "photographs", "", "")
"""No camera at all: photographs that somebody sends, to learn tiles from."""


def cameras_to_set_up(profile: str, source: str | None) -> tuple[CameraChoice, ...]:
    """The one that was named at the start (`KIND=SOURCE`), or those of the profile, or those at hand."""
    if source:
        kind, _, place = source.partition("=")
        # Nobody typed the place where a phone's pictures come in, and nobody could use it.
        says = "" if kind == "phone" else without_secrets(place)
        return (CameraChoice("camera", kind, source, says),)
    try:
        mounts = load_profile(profile).cameras
    except ProfileError:
        mounts = ()
    named = tuple(CameraChoice(one.name, one.kind, "", one.shown) for one in mounts)
    return named or tuple(_at_hand())


def _at_hand() -> Iterator[CameraChoice]:
    """The cameras of this machine, listed in a separate process: a device may crash its library."""
    words = [sys.executable, "-m", "vision.devices"]
    try:
        said = subprocess.run(words, capture_output=True, timeout=_LIST_WITHIN_S, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return
    for number, one in enumerate(json.loads(said)):
        source = f"{one['kind']}={one['source']}"
        yield CameraChoice(f"camera {number}", one["kind"], source, one["says"])
