"""Which cameras a person can set up: named at the start, in the profile, or found on this machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from hardware.errors import ProfileError
from hardware.loading import load_profile
from hardware.profile import without_secrets
from vision.camera.plugged import is_shared, lasting_name

__all__ = ["PHOTOS", "CameraChoice", "cameras_to_set_up"]

_LIST_WITHIN_S: Final = 20.0
_FOREIGN: Final = re.compile(r"[^A-Za-z0-9_. -]")


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


def cameras_to_set_up(
    profile: str, source: str | None, chosen: tuple[str, str] = ("", "")
) -> tuple[CameraChoice, ...]:
    """The one that was named at the start (`KIND=SOURCE`), or those of the profile, or those at hand.

    One at hand that was chosen before, as this name and source, keeps its name.
    """
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
    at_hand = () if named else _at_hand()
    return named or tuple(
        replace(one, name=chosen[0]) if _lasting(chosen[1]) == one.source else one for one in at_hand
    )


def _at_hand() -> Iterator[CameraChoice]:
    """The cameras of this machine, listed in a separate process: a device may crash its library.

    Each is named by where it is, not by its turn: corners are kept under that name, and another camera may be
    unplugged.
    """
    words = [sys.executable, "-m", "vision.devices"]
    try:
        said = subprocess.run(words, capture_output=True, timeout=_LIST_WITHIN_S, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return
    for one in json.loads(said):
        name = _FOREIGN.sub("_", f"{one['kind']} {Path(one['source']).name}")
        yield CameraChoice(name, one["kind"], f"{one['kind']}={one['source']}", one["says"])


def _lasting(source: str) -> str:
    """`KIND=SOURCE` as it is listed now: earlier choices name a webcam by its number, or by maker and model.

    A name that several cameras have now is left as it is: which of them was chosen is not known.
    """
    kind, _, place = source.partition("=")
    return f"{kind}={lasting_name(place)}" if kind == "uvc" and not is_shared(place) else source
