"""Tells Home Assistant about the tables, over a connection of its own to the club's broker; off by default.

Everything is retained, so that Home Assistant finds it whenever it starts. A file keeps which tables were
announced: when this is switched off, or a table is removed, the messages are taken out of the broker again.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.club.authority import Authority, key_and_request
from companion.club.service import HubService
from companion.club.topics import HUB, LISTENER, is_id
from companion.club.wire import Wire, WireDown
from companion.club_page.board import TablesBoard
from companion.club_page.home_messages import HERE, device, device_topic, here_topic, state, state_topic
from companion.club_page.tables import TableView
from companion.errors import ConfigError
from companion.files import UNREADABLE, json_in, write_instead, write_privately
from companion.keeping.certificates import KEY_ENDS

__all__ = ["CERTIFICATE", "FILE", "HomeAssistant", "certificate_for_home"]

FILE: Final = "home-assistant.json"
CERTIFICATE: Final = "home-assistant.pem"
"""The key and the certificate by which Home Assistant may listen at the hub's own broker."""
_LOOK_EVERY_S: Final = 0.25
_AGAIN_S: Final = 3.0
_log = logging.getLogger(__name__)


class HomeAssistant:
    """Announces the tables, from `start` to `stop`; where it is off, takes out what was announced before.

    Its thread tries again for as long as the broker or the certificate fails; `complaint` says why.
    """

    def __init__(self, hub: HubService, board: TablesBoard, folder: Path, *, is_on: bool) -> None:
        self._hub, self._board, self._file, self._is_on = hub, board, folder / FILE, is_on
        self._told_of = _kept(self._file)
        self._sent: dict[str, bytes] = {}
        self._here: set[str] | None = None
        """The tables of the club when this thread last looked; None before the first look."""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="home-assistant", daemon=True)
        self.complaint = ""
        """Why nothing is said now; empty where all is well."""

    def start(self) -> None:
        """Begin; returns at once. Where nothing was ever said, there is nothing to take out again."""
        if self._is_on or self._told_of:
            self._thread.start()

    def stop(self) -> None:
        """End. What was said stays at the broker; Home Assistant shows the tables as unavailable."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(5.0)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._speak()
                return
            except (WireDown, ConfigError, OSError) as down:
                if str(down) != self.complaint:
                    _log.warning("home_assistant.down %s", down)
                self.complaint = str(down)
            self._stopped.wait(_AGAIN_S)

    def _speak(self) -> None:
        own_topic = here_topic(self._hub.members.club, HUB)
        wire = self._hub.own_wire(last_will=own_topic)
        wire.open()
        self._sent = {}
        try:
            while not self._stopped.is_set():
                wire.turn(_LOOK_EVERY_S)
                if not wire.is_ready:
                    continue
                self.complaint = ""
                for where, payload in self._due():
                    wire.send(where, payload, is_retained=True)
                if not self._is_on:
                    self._take_out(wire)
                    return
                if wire.is_all_there and self._here is not None:
                    self._keep(self._here)
        finally:
            wire.close()

    def _due(self) -> Iterator[tuple[str, bytes]]:
        """What has not been said on this connection, or is no longer true."""
        # Before anybody has looked, no table is known; none has gone.
        if not self._is_on or not self._board.is_followed:
            return
        club, views = self._hub.members.club, self._board.views
        self._here = here = {view.id for view in views}
        self._keep(here | set(self._told_of))
        gone = [one for one in self._told_of if one not in here]
        wanted = {here_topic(club, HUB): HERE.encode()}
        calls = {call.table for call in self._hub.calls.open}
        for view in views:
            wanted |= _said_of(club, view, is_referee_called=view.id in calls)
        for one in gone:
            wanted |= dict.fromkeys(_topics_of(club, one), b"")
        for where, payload in wanted.items():
            if self._sent.get(where) != payload:
                self._sent[where] = payload
                yield where, payload

    def _take_out(self, wire: Wire) -> None:
        club = self._hub.members.club
        for one in self._told_of:
            for where in _topics_of(club, one):
                wire.send(where, b"", is_retained=True)
        while not wire.is_all_there:
            if self._stopped.is_set():
                return  # the rest is taken out at the next start
            wire.turn(_LOOK_EVERY_S)
        self._file.unlink(missing_ok=True)
        self._told_of = ()

    def _keep(self, tables: set[str]) -> None:
        """Note these tables on the disk before anybody is told, so that all can be taken out again."""
        known = tuple(sorted(tables))
        if known != self._told_of:
            write_instead(self._file, json.dumps(known).encode(), _told)
            self._told_of = known


def certificate_for_home(folder: Path, now: datetime | None = None) -> Path:
    """Where the key and the certificate for Home Assistant lie; made anew where there are none that count.

    Raises:
        ConfigError: they cannot be made or kept.
    """
    file, authority = folder / CERTIFICATE, Authority(folder, now=now)
    try:
        if not (file.exists() and authority.is_good(file.read_bytes().partition(KEY_ENDS)[2])):
            key, request = key_and_request()
            write_privately(file, key + authority.for_table(request, LISTENER))
    except OSError as error:
        raise ConfigError(f"the certificate for Home Assistant cannot be kept: {error}") from error
    return file


def _said_of(club: str, view: TableView, *, is_referee_called: bool) -> dict[str, bytes]:
    return {
        device_topic(club, view.id): device(club, view, HUB),
        state_topic(club, view.id): state(view, is_referee_called=is_referee_called),
        here_topic(club, view.id): HERE.encode() if view.is_here else b"offline",
    }


def _topics_of(club: str, table: str) -> tuple[str, str, str]:
    return device_topic(club, table), state_topic(club, table), here_topic(club, table)


def _kept(file: Path) -> tuple[str, ...]:
    try:
        return _told(file.read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, *UNREADABLE) as error:
        _log.warning("home_assistant.tables_forgotten %s", error)
        return ()


def _told(content: bytes) -> tuple[str, ...]:
    """Raises one of `UNREADABLE`."""
    tables = json_in(content)
    if type(tables) is not list or not all(type(one) is str and is_id(one) for one in tables):
        raise ValueError("it must be a list of ids, each of them eight of 0-9 and a-f")
    return tuple(tables)
