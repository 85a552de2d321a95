"""Opens the Pi's own Wi-Fi where no network is known, and joins the Wi-Fi that was entered on its page.

The only part that changes networks. It runs as root; the page does not, and hands over what was entered
as one small file.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import stat
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from hardware.card.network_manager import Nmcli, Radio
from hardware.card.wifi import HOTSPOT, HOUSE, Network, network_profiles
from hardware.disk import write_whole

__all__ = ["PROFILES", "SAID", "WANTED", "Hotspot", "Patience", "keep_open"]

WANTED: Final = Path("/run/riichi-door/wanted.json")
"""What was entered on the page, `{"name": ..., "password": ..., "hidden": ...}`; the page writes it."""
SAID: Final = Path("/run/riichi-hotspot/said.json")
"""Why a network could not be joined, for the page: `{"name": ..., "reason": ...}`."""
PROFILES: Final = Path("/etc/NetworkManager/system-connections")
DOOR: Final = "riichi-door.service"
MOST_WANTED_BYTES: Final = 4096
LOOK_EVERY_S: Final = 2.0

Act = Literal["open", "close"]
log = logging.getLogger(__name__)


@dataclass
class Patience:
    """Decides when the hotspot opens and closes, from what is seen at each look."""

    open_after_s: float = 30.0
    """How long there must be no network; a known Wi-Fi needs some seconds to be found."""
    try_again_after_s: float = 300.0
    """How long the hotspot must be empty before a known Wi-Fi is tried again: one radio cannot do both."""
    _since_s: float | None = None

    def act(self, at_s: float, *, is_open: bool, is_linked: bool, is_wanted: bool) -> Act | None:
        """What to do at a moment of a steady clock.

        Args:
            at_s: the moment, in seconds.
            is_open: whether the hotspot is open.
            is_linked: whether a cable or another Wi-Fi works.
            is_wanted: whether somebody is in the hotspot, or no Wi-Fi is known that could be tried.
        """
        if is_linked:
            self._since_s = None
            return "close" if is_open else None
        if self._since_s is None or (is_open and is_wanted):
            self._since_s = at_s
        if at_s - self._since_s < (self.try_again_after_s if is_open else self.open_after_s):
            return None
        self._since_s = None
        return "close" if is_open else "open"


class Hotspot:
    """The Pi's own Wi-Fi, and the page that is served in it alone."""

    def __init__(
        self, radio: Radio, wanted: Path = WANTED, said: Path = SAID, profiles: Path = PROFILES
    ) -> None:
        self._radio, self._wanted, self._said = radio, wanted, said
        self._house, self._before = profiles / f"{HOUSE}.nmconnection", profiles / f".{HOUSE}.before"
        self._patience = Patience()
        self._is_served = False

    def look(self, at_s: float) -> None:
        """Do what has to be done now; `at_s` is a moment of a steady clock, in seconds."""
        active = self._radio.active()
        if HOUSE in active:
            self._before.unlink(missing_ok=True)
        if HOTSPOT in active and self._join_if_wanted():
            return
        known = self._radio.saved_wifi() - {HOTSPOT}
        act = self._patience.act(
            at_s,
            is_open=HOTSPOT in active,
            is_linked=bool(active - {HOTSPOT}),
            is_wanted=not known or self._radio.guests() > 0,
        )
        if act == "open" and not self._take_back():
            self.open()
        elif act == "close":
            self.close()
        elif HOTSPOT not in active:
            self._is_served = False
        elif not self._is_served:
            # It opened later than `open` waits, a person opened it, or this service was started anew.
            self._serve_the_page()

    def open(self) -> None:
        """Open the hotspot and serve the page in it; throw away what was entered before, perhaps twice."""
        with contextlib.suppress(OSError):
            self._wanted.unlink()
        if self._radio.up(HOTSPOT):
            self._serve_the_page()
            log.info("the Pi's own Wi-Fi is open")
        else:
            log.warning("the Pi's own Wi-Fi cannot be opened")

    def close(self) -> None:
        """Close the page, then the hotspot."""
        self._is_served = False
        serve_the_page(is_served=False)
        self._radio.down(HOTSPOT)
        log.info("the Pi's own Wi-Fi is closed")

    def _serve_the_page(self) -> None:
        serve_the_page(is_served=True)
        self._is_served = True

    def _join_if_wanted(self) -> bool:
        try:
            said = json.loads(_taken(self._wanted))
            network = Network.of(said if isinstance(said, dict) else {})
        except FileNotFoundError:
            return False
        except (OSError, ValueError, RecursionError) as error:
            log.warning("what the page handed over cannot be used: %s", type(error).__name__)
            return False
        self._said.unlink(missing_ok=True)
        # A power cut during the try must not cost the network that was known.
        write_whole(self._before, self._house.read_bytes() if self._house.exists() else b"", 0o600)
        # The answer to whoever asked is still on its way.
        time.sleep(LOOK_EVERY_S)
        self.close()
        for text in network_profiles(network):
            write_whole(self._house, text.encode(), 0o600)
            self._radio.read_anew()
            if self._radio.up(HOUSE):
                self._before.unlink()
                log.info("joined the Wi-Fi of the house")
                return True
        self._take_back()
        write_whole(self._said, json.dumps({"name": network.name, "reason": "not_joined"}).encode(), 0o644)
        log.warning("the Wi-Fi of the house could not be joined")
        self.open()
        return True

    def _take_back(self) -> bool:
        """Put back what was known before a try that failed or was cut off; says whether there was one."""
        if not self._before.exists():
            return False
        if before := self._before.read_bytes():
            write_whole(self._house, before, 0o600)
        else:
            self._house.unlink(missing_ok=True)
        self._before.unlink()
        self._radio.read_anew()
        return True


def _taken(path: Path) -> str:
    """Take a small file of another account: read its text, and remove it.

    Raises:
        FileNotFoundError: there is none.
        OSError: it is not a plain file, or too large; only a folder stays where it is.
        ValueError: it is not UTF-8.
    """
    try:
        with open(path, encoding="utf-8", opener=_as_it_lies) as file:
            kind = os.fstat(file.fileno())
            if not stat.S_ISREG(kind.st_mode) or kind.st_size > MOST_WANTED_BYTES:
                raise OSError("not a small plain file")
            return file.read(MOST_WANTED_BYTES)
    finally:
        path.unlink(missing_ok=True)


def _as_it_lies(path: str, flags: int) -> int:
    """Open no file that a link points to, and wait for nobody who writes into a pipe."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def serve_the_page(*, is_served: bool) -> None:
    """Start or stop the service that serves the page."""
    subprocess.run(["systemctl", "start" if is_served else "stop", DOOR], check=False)


def keep_open() -> None:
    """Look every two seconds, until the process is ended."""
    hotspot = Hotspot(Nmcli())
    while True:
        hotspot.look(time.monotonic())
        time.sleep(LOOK_EVERY_S)
