"""Looks for the devices that a profile names, without opening them, for `companion doctor`."""

from __future__ import annotations

import importlib.util
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.keeping.checkup import Finding, bad, good, note
from firmware_bridge.pad_ports import names_of, pad_at, pads_at
from hardware import CameraMount, GpioWiring, NumberPads, Profile, SerialLink
from hardware.errors import ProfileError
from hardware.extras import to_install
from hardware.loading import load_profile
from hardware.mqtt_buttons import MqttButtons
from hardware.service import setting
from hardware.wiring import transport_of
from vision.camera.plugged import is_shared
from vision.camera.ribbon import has_library, listed
from vision.errors import RibbonFailure
from vision.extra import missing_libraries

DEVICES = Path("/dev")
BENCH: Final = "bench"
_ANSWERS_WITHIN_S: Final = 2.0


def profile_of_this_machine(settings: Path | None = None) -> str:
    """The profile with which the service of this machine follows its table; `bench` without one."""
    return setting("RIICHI_PROFILE", settings) or BENCH


def look_at_devices(profile_name: str, devices: Path = DEVICES) -> Iterator[Finding]:
    """A finding each for the profile, its panel, its cameras and the libraries of the eye."""
    try:
        profile = load_profile(profile_name)
    except ProfileError as failure:
        yield bad("profile", f"{failure}.", "Correct the profile, or choose one of hardware/profiles.")
        return
    yield good("profile", f"The profile is {profile.name}.")
    yield panel(profile, devices)
    for mount in profile.cameras:
        yield camera(mount, devices)
    yield eye()


def panel(profile: Profile, devices: Path) -> Finding:
    """Whether the keys are there."""
    match profile.panel:
        case SerialLink() as link:
            return _serial(link)
        case GpioWiring():
            return _pins(devices)
        case NumberPads() as pads:
            return _pads(pads, devices)
        case MqttButtons() as buttons:
            return _broker(buttons)
        case None:
            return good("panel", "This table has no keys; everything is entered on the page.")
        case other:
            return good(
                "panel", f"The keys come by {transport_of(other).kind}, which cannot be checked here."
            )


def camera(mount: CameraMount, devices: Path) -> Finding:
    """Whether a camera seems to be present. It is not opened: it may still deliver no pictures."""
    name = f"camera {mount.name}"
    if mount.kind == "picamera2" and not has_library():
        return note(name, "The library picamera2 is missing.", "Type: sudo apt-get install python3-picamera2")
    match mount.kind:
        case "mjpeg":
            return good(name, f"Pictures come from {mount.shown} while the table is followed.")
        case "folder" | "video" if not Path(mount.source).exists():
            return note(name, f"There is no {mount.shown}.", "In the profile, name files that exist.")
        case "folder" | "video":
            return good(name, "There are pictures.")
        case _ if not _is_plugged_in(mount, devices):
            return note(name, "No camera is plugged in.", "Plug it in; the table can be followed without it.")
        case "uvc" if is_shared(mount.source):
            return note(
                name,
                f"Several cameras are called {mount.shown}.",
                "Name this table's by its port, as companion camera list does.",
            )
    return good(name, "There is a camera.")


def _is_plugged_in(mount: CameraMount, devices: Path) -> bool:
    """Whether this very camera is there: not every video device of a Pi is a camera."""
    if mount.kind != "picamera2":
        source = mount.source or "0"
        return (devices / (f"video{source}" if source.isdecimal() else source)).exists()
    try:
        return int(mount.source or 0) < len(listed())
    except (RibbonFailure, ValueError):
        return False


def eye() -> Finding:
    """Whether the libraries that read pictures are installed."""
    if missing := missing_libraries():
        do = f"Only for a camera, or the picture of a pretend table: {to_install('vision')}"
        return note("vision", f"Not installed: {', '.join(missing)}.", do)
    return good("vision", "The libraries that read pictures are installed.")


def _pads(pads: NumberPads, devices: Path) -> Finding:
    there = pads_at(devices / "input" / "by-path")
    missing = [f"port {port} (side {side.name})" for side, port in pads.ports if pad_at(port, there) is None]
    for side, port in pads.ports:
        if (path := pad_at(port, there)) is not None and not _may_open(path):
            says = f"The pad at port {port} (side {side.name}) may not be opened by this user."
            return bad("panel", says, _join("input"))
    if not missing:
        return good("panel", f"Number pads that are plugged in: {len(pads.ports)}.")
    known = ", ".join(names_of(there)) or "no port at all"
    return note(
        "panel",
        f"No number pad is plugged in at {' and '.join(missing)}; there are pads at {known}.",
        "Plug them in, or name their ports in the profile; the game can be played on the page.",
    )


def _broker(buttons: MqttButtons) -> Finding:
    where = f"{buttons.host}:{buttons.port}"
    try:
        socket.create_connection((buttons.host, buttons.port), _ANSWERS_WITHIN_S).close()
    except OSError:
        do = "Start the broker, or write its address into the profile; the game can be played on the page."
        return note("panel", f"No MQTT broker answers at {where}.", do)
    return good("panel", f"A broker answers at {where}; whether the buttons speak to it is not known.")


def _serial(link: SerialLink) -> Finding:
    if importlib.util.find_spec("serial") is None:
        do = f"Type: {to_install('panel')}"
        return bad("panel", "The library pyserial is missing.", do)
    from firmware_bridge.errors import PanelAmbiguous, PanelDisconnected, PanelError
    from firmware_bridge.ports import find_port

    try:
        port = find_port(link)
    except PanelAmbiguous as failure:
        return bad("panel", f"{failure}.", "Correct the profile, then look again.")
    except PanelDisconnected as failure:
        return bad("panel", f"{failure}.", "Plug the panel in, then look again.")
    except PanelError as failure:
        return bad("panel", f"{failure}.", "Do that, then look again.")
    if not Path(port).exists():
        do = "Plug the panel in, or correct port = in the profile."
        return bad("panel", f"There is no {port}.", do)
    if not _may_open(Path(port)):
        return bad("panel", f"The panel is on {port}, which this user may not open.", _join("dialout"))
    return good("panel", f"The panel is on {port}.")


def _pins(devices: Path) -> Finding:
    chips = list(devices.glob("gpiochip*"))
    if not chips:
        return bad("panel", "This machine has no pins.", "Choose another profile, or use a Raspberry Pi.")
    if importlib.util.find_spec("gpiozero") is None:
        return bad("panel", "gpiozero is missing.", f"Type: {to_install('panel')}")
    if importlib.util.find_spec("lgpio") is None:
        return bad("panel", "lgpio is missing.", "Type: sudo apt-get install python3-lgpio")
    if not any(map(_may_open, chips)):
        return bad("panel", "The pins may not be used by this user.", _join("gpio"))
    return good("panel", "The pins are there.")


def _may_open(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


def _join(group: str) -> str:
    return f"Type: sudo usermod -aG {group} $USER, then log in again."
