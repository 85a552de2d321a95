"""Puts the hub's page together from its parts, and serves it on a port."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from flask import Flask

from companion.clock import SystemClock
from companion.club.reading import CopiesReader
from companion.club.service import HubService
from companion.club_page.board import TablesBoard
from companion.club_page.evening_routes import evening_routes
from companion.club_page.organising import Organiser
from companion.club_page.referee_routes import TableRecords, referee_routes
from companion.club_page.relay import Relay
from companion.club_page.relay_app import create_relay_app
from companion.club_page.relay_routes import relay_routes
from companion.club_page.roles import ROUTES
from companion.club_page.room_routes import PastGames, room_routes
from companion.club_page.tables import TablesFollower
from companion.club_page.tables_routes import tables_routes
from companion.dashboard.access import guard
from companion.dashboard.addresses import names_of_machine
from companion.dashboard.assets import load_assets
from companion.dashboard.bare_app import bare_app
from companion.dashboard.devices import FILE as DEVICES
from companion.dashboard.devices import Devices
from companion.dashboard.entrance import Entrance
from companion.dashboard.errors import answer_errors_as_json
from companion.dashboard.heads import judge_heads
from companion.dashboard.pages import hub_page_routes
from companion.dashboard.pairing_routes import pairing_routes
from companion.dashboard.release import load_release
from companion.dashboard.sealed import server_context
from companion.dashboard.serve import Server
from companion.dashboard.settings import DashboardSettings
from companion.errors import ConfigError
from companion.keeping.house_certificate import HouseCertificate, Names

__all__ = ["PORT", "HubPage", "PagePlan", "create_hub_app"]

PORT: Final = 8144
"""The table's port, 8136, counts the tiles of a set; this one counts its eight flowers, too."""
_ENDS_WITHIN_S: Final = 5.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PagePlan:
    """Where the page is, and for whom."""

    host: str
    port: int = PORT
    names: frozenset[str] = frozenset()
    """Further names of this machine."""
    is_private: bool = False
    """Whether a device must be let in even to watch."""
    is_sealed: bool = False
    """Whether the port answers https too, by a certificate of this machine."""
    broadcast_port: int | None = None
    """Where the delayed table is; None: the next port, and if that is taken, nowhere."""

    @property
    def is_open(self) -> bool:
        """Whether devices other than this machine can reach the port."""
        return self.host not in ("localhost", "::1") and not self.host.startswith("127.")


def create_hub_app(
    hub: HubService,
    board: TablesBoard,
    settings: DashboardSettings,
    entrance: Entrance,
    *,
    relay: Relay,
    relay_port: Callable[[], int | None] = lambda: None,
) -> Flask:
    """The page of a hub as a WSGI app; `relay_port` is where the delayed table is."""
    app = bare_app(__name__)
    guard(app, settings, entrance, ROUTES)
    judge_heads(app, settings, entrance, ROUTES)
    answer_errors_as_json(app)
    release = load_release()
    app.register_blueprint(hub_page_routes(load_assets(), release))
    app.register_blueprint(tables_routes(hub, board, settings, entrance, release.name))
    organiser = Organiser(
        hub.copies_file.parent,
        hub.members,
        lambda: hub.tournament.scores.games,
        lambda device: next((one.name for one in entrance.devices.all() if one.id == device), ""),
    )
    app.register_blueprint(evening_routes(organiser, lambda: hub.tournament.scores, hub.copies_file.parent))
    records = TableRecords(lambda: CopiesReader(hub.copies_file))
    app.register_blueprint(
        referee_routes(hub.calls, hub.members, records, organiser, lambda: hub.tournament.scores)
    )
    app.register_blueprint(relay_routes(relay, relay_port))
    app.register_blueprint(room_routes(PastGames(hub, relay, lambda: hub.tournament.scores)))
    app.register_blueprint(pairing_routes(entrance, settings))
    return app


class HubPage:
    """The page of a running hub, from `start` to `stop`.

    Raises:
        ConfigError: the port is taken, or the library that makes certificates is not installed.
        StoreDown: the club's file cannot be read.
    """

    def __init__(
        self, hub: HubService, folder: Path, plan: PagePlan, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.board = TablesBoard(hub.tournament.now_s)
        self.entrance = Entrance(Devices(folder / DEVICES), SystemClock(), is_private=plan.is_private)
        self.relay = Relay(hub, folder, now_s)
        self._settings = DashboardSettings(plan.names, is_open=plan.is_open)
        app = create_hub_app(
            hub,
            self.board,
            self._settings,
            self.entrance,
            relay=self.relay,
            relay_port=lambda: self.broadcast_port,
        )
        try:
            self.certificate = _certificate(folder, plan) if plan.is_sealed else None
            self._server = Server(app, self.board, plan.host, plan.port, seal=self.certificate)
        except OSError as error:
            self.relay.stop()
            where = f"{plan.host}:{plan.port}"
            raise ConfigError(f"nothing can listen on {where}: {error.strerror}; try --page-port") from error
        self._delayed = self._delayed_server(plan)
        self._follower = TablesFollower(hub, self.board, self.relay)
        self._ends = ExitStack()
        servers = [one for one in (self._server, self._delayed) if one is not None]
        self._threads = [threading.Thread(target=one.run, name="club-page", daemon=True) for one in servers]

    def _delayed_server(self, plan: PagePlan) -> Server | None:
        wanted = plan.broadcast_port
        port = wanted if wanted is not None else (self._server.port + 1 if plan.port else 0)
        app = create_relay_app(self.relay, self._settings, self.entrance)
        try:
            return Server(app, self.relay.board, plan.host, port, seal=self.certificate)
        except (OSError, OverflowError) as error:
            if wanted is not None:
                self._server.let_go()
                self.relay.stop()
                where = f"{plan.host}:{port}"
                raise ConfigError(f"nothing can listen on {where}; try another --broadcast-port") from error
            # An evening that nobody films must not end here.
            _log.warning("club_page.broadcast_port_taken %s", error)
            return None

    @property
    def url(self) -> str:
        """Where to point a browser on this machine."""
        return self._server.url

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._server.port

    @property
    def broadcast_port(self) -> int | None:
        """Where the delayed table is shown; None where its port was taken."""
        return self._delayed.port if self._delayed else None

    def start(self) -> None:
        """Begin; returns at once."""
        if self.certificate is not None:
            self._ends.callback(self.certificate.watch())
        self._follower.start()
        self.relay.start()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End all streams, and let go of the ports."""
        for server in (self._server, self._delayed):
            if server is not None:
                server.stop()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(_ENDS_WITHIN_S)
        self._follower.stop()
        self.relay.stop()
        self._ends.close()


def _certificate(folder: Path, plan: PagePlan) -> HouseCertificate:
    """The certificate of this machine, for every name under which a device may ask for it."""
    return HouseCertificate(folder, lambda: Names.of(names_of_machine(plan.names)), server_context)
