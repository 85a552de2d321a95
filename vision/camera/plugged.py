"""Finds a camera on USB again after it was plugged in anew: its number may be another one then.

Nothing is opened here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["Plugged", "is_shared", "lasting_name"]

BY_ID = Path("/dev/v4l/by-id")
"""Here the system names each camera by its maker, its model and its serial number."""
BY_PATH = Path("/dev/v4l/by-path")
"""Here it names each by the port that it is plugged into."""
DEVICES = Path("/sys/class/video4linux")
"""Here it says of each what it is."""
_IDENTITY: Final = ("idVendor", "idProduct", "serial")


def lasting_name(device: str) -> str:
    """A name by which this camera is found whatever its number; the device itself if there is none.

    Cheap cameras of one kind have the same serial number, or none: those are named by their port.
    """
    at = Path(device).resolve()
    identity = _identity_of(at.name)
    has_serial = identity is not None and bool(identity[-1])
    folder = BY_ID if has_serial and len(_alike(at.name)) == 1 else BY_PATH
    links = [link for link in folder.iterdir() if link.resolve() == at] if folder.is_dir() else []
    # Ports of USB 2 and USB 3 may have one name, and a second one each that tells them apart.
    return str(min(links, key=lambda link: ("-usbv" not in link.name, link.name), default=device))


def is_shared(device: str) -> bool:
    """Whether this name says maker and model, and several cameras that are plugged in now have the same."""
    return Path(device).parent == BY_ID and len(_alike(Path(device).resolve().name)) > 1


def _alike(name: str) -> set[Path]:
    """The USB devices, this camera's among them, that say the same of themselves as it does."""
    identity = _identity_of(name)
    cameras = [place.name for place in DEVICES.glob("video*")]
    return {_usb_of(camera) for camera in cameras if identity and _identity_of(camera) == identity}


def _usb_of(name: str) -> Path:
    """The USB device of a camera: the camera is one of its interfaces."""
    return (DEVICES / name / "device").resolve().parent


def _identity_of(name: str) -> tuple[str, ...] | None:
    """Maker, model and serial number, which is empty if it has none; None for what is not on USB."""
    usb = _usb_of(name)
    maker, model, serial = (_said(usb / what) for what in _IDENTITY)
    return (maker, model, serial) if maker and model else None


def _said(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


class Plugged:
    """Which camera was opened as which device, as long as the process lives."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def opened(self, device: str, at: str) -> None:
        """Note which camera was found when somebody wanted this device."""
        self._names[device] = lasting_name(at)

    def now(self, device: str) -> str:
        """Where that camera is now; the device itself if none was opened yet, or that one is not there."""
        name = self._names.get(device, device)
        return name if Path(name).exists() else device
