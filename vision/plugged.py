"""Finds a camera on USB again after it was plugged in anew: its number may be another one then.

Nothing is opened here.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["Plugged", "lasting_name"]

LINKS = Path("/dev/v4l/by-id")
"""Here the system names each camera by its maker, its model and its serial number."""


def lasting_name(device: str) -> str:
    """A name by which this camera is found whatever its number; the device itself if there is none."""
    here = Path(device).resolve()
    links = sorted(LINKS.iterdir()) if LINKS.is_dir() else []
    return next((str(link) for link in links if link.resolve() == here), device)


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
