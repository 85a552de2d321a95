"""Asks NetworkManager, and gives it orders, with its command `nmcli`; `iw` counts the guests."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from typing import Final, Protocol

__all__ = ["Nmcli", "Radio"]

_CARRIES: Final = {"802-11-wireless", "802-3-ethernet"}
_FIELD: Final = re.compile(r"(?:^|:)((?:\\.|[^\\:])*)")
"""One field of a line. Colons separate fields; a colon or backslash within one has a backslash before it."""
JOIN_S: Final = 40
"""How long NetworkManager may take to connect, in seconds."""


class Radio(Protocol):
    """What the hotspot needs from whatever manages the networks."""

    def active(self) -> frozenset[str]:
        """Names of the connections by cable or Wi-Fi that work now."""

    def saved_wifi(self) -> frozenset[str]:
        """Names of all saved Wi-Fi connections, the Pi's own among them."""

    def read_anew(self) -> None:
        """Read the files of all networks again."""

    def up(self, name: str) -> bool:
        """Connect, and say whether it worked."""

    def down(self, name: str) -> None:
        """Disconnect."""

    def guests(self) -> int:
        """How many devices are in the Pi's own Wi-Fi."""


class Nmcli:
    """NetworkManager of this Pi. Where one of its commands fails, it is as if nothing were there."""

    def active(self) -> frozenset[str]:
        """Names of the connections by cable or Wi-Fi that work now."""
        rows = _rows("NAME,TYPE,STATE", "connection", "show", "--active")
        return frozenset(row[0] for row in rows if row[1] in _CARRIES and row[2] == "activated")

    def saved_wifi(self) -> frozenset[str]:
        """Names of all saved Wi-Fi connections, the Pi's own among them."""
        rows = _rows("NAME,TYPE", "connection", "show")
        return frozenset(row[0] for row in rows if row[1] == "802-11-wireless")

    def read_anew(self) -> None:
        """Read the files of all networks again."""
        _answer(["nmcli", "connection", "reload"])

    def up(self, name: str) -> bool:
        """Connect, and say whether it worked."""
        return _answer(["nmcli", "--wait", str(JOIN_S), "connection", "up", "id", name]) is not None

    def down(self, name: str) -> None:
        """Disconnect."""
        _answer(["nmcli", "--wait", "10", "connection", "down", "id", name])

    def guests(self) -> int:
        """How many devices are in the Pi's own Wi-Fi."""
        radios = [row[0] for row in _rows("DEVICE,TYPE", "device") if row[1] == "wifi"]
        told = [_answer(["iw", "dev", radio, "station", "dump"]) or "" for radio in radios]
        return sum(text.count("Station ") for text in told)


def _rows(names: str, *words: str) -> list[list[str]]:
    """The fields of these names, line by line, from `nmcli`; lines with more or fewer fields are left out."""
    told = _answer(["nmcli", "--terse", "-f", names, *words]) or ""
    rows = [[re.sub(r"\\(.)", r"\1", field) for field in _FIELD.findall(line)] for line in told.splitlines()]
    return [row for row in rows if len(row) == len(names.split(","))]


def _answer(command: Sequence[str]) -> str | None:
    """What a command printed; None where it failed, was not there or took too long."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=JOIN_S + 20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ran.stdout if ran.returncode == 0 else None
