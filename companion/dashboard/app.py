"""`create_app`: the dashboard put together from its parts. It reads a board and hands commands on."""

from __future__ import annotations

from functools import partial

from flask import Flask

from companion.dashboard.access import guard
from companion.dashboard.api import api_routes
from companion.dashboard.bare_app import bare_app
from companion.dashboard.clocks_told import Clocks, clocks_routes
from companion.dashboard.club_door import ClubDoor, club_door_routes
from companion.dashboard.commands import Commands
from companion.dashboard.crops import Crops, crop_routes
from companion.dashboard.entrance import Entrance
from companion.dashboard.errors import answer_errors_as_json
from companion.dashboard.evening_kept import Keeping, keeping_routes
from companion.dashboard.eye import eye_routes
from companion.dashboard.games import games_routes
from companion.dashboard.hand_photo import hand_photo_routes
from companion.dashboard.heads import judge_heads
from companion.dashboard.history import history_routes
from companion.dashboard.kan_asking import kan_routes
from companion.dashboard.key_sides import key_sides_routes
from companion.dashboard.observing import Observed, count_answers, observing_routes
from companion.dashboard.pages import load_assets, page_routes
from companion.dashboard.pairing_routes import pairing_routes
from companion.dashboard.phone import phone_routes
from companion.dashboard.phone_keys import phone_keys_routes
from companion.dashboard.pretending import Window, pretend_routes
from companion.dashboard.release import Release, load_release
from companion.dashboard.round_told import NOWHERE, SeenRound
from companion.dashboard.settings import DashboardSettings
from companion.dashboard.stream import Here, stream_routes
from companion.dashboard.trusting import trust_routes
from companion.evenings.archive import Archive
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.taking import PicturesOfPhones
from companion.intake.phone_keys import PhoneKeys
from companion.journal import MemoryJournal
from companion.keeping.key_sides import HouseKeys
from companion.keeping.trusting import Trusting
from companion.projections.board import Board


def create_app(
    board: Board,
    commands: Commands,
    settings: DashboardSettings | None = None,
    observed: Observed | None = None,
    *,
    archive: Archive | None = None,
    entrance: Entrance | None = None,
    desk: EyeDesk | None = None,
    crops: Crops = lambda _: None,
    window: Window | None = None,
    house: Trusting | None = None,
    evening: Keeping | None = None,
    release: Release | None = None,
    pictures: PicturesOfPhones | None = None,
    club: ClubDoor | None = None,
    seen_round: SeenRound = NOWHERE,
    phones: PhoneKeys | None = None,
    key_sides: HouseKeys | None = None,
    clocks: Clocks | None = None,
) -> Flask:
    """The dashboard as a WSGI app; with `observed`, it also serves its readiness and meters to monitoring.

    Each part may be left out: without `archive` there are no past games, without `entrance` no device is
    paired yet, without `desk` there is no camera to set up, without `window` this is not a pretend table,
    without `house` nobody chooses what the camera may enter, without `evening` no game is kept for learning,
    without `pictures` no phone sends pictures, without `phones` no phone is a seat's keys, without
    `key_sides` nobody says where the keys are, without `clocks` nobody plays by the clock, and without `club`
    no club can be joined. `release` is the page in this folder unless a test passes another.
    """
    settings = settings or DashboardSettings()
    app = bare_app(__name__)
    entrance = entrance or Entrance()
    guard(app, settings, entrance)
    judge_heads(app, settings, entrance)
    answer_errors_as_json(app)
    assets, release = load_assets(), release or load_release()
    archive = archive or Archive(MemoryJournal)
    app.register_blueprint(page_routes(assets, release))
    here = Here(lambda: entrance.hosts_by_key, seen_round, club, clocks)
    app.register_blueprint(api_routes(board, commands, partial(here.now, release.name, board)))
    app.register_blueprint(kan_routes(commands, seen_round))
    app.register_blueprint(stream_routes(board, settings, entrance, release.name, here))
    app.register_blueprint(pairing_routes(entrance, settings))
    app.register_blueprint(history_routes(board, archive, commands))
    app.register_blueprint(games_routes(archive, commands, assets))
    app.register_blueprint(phone_routes(pictures.of_table if pictures else None, desk))
    app.register_blueprint(phone_keys_routes(phones))
    app.register_blueprint(key_sides_routes(key_sides))
    app.register_blueprint(hand_photo_routes(commands, pictures.of_hands if pictures else None))
    seldom = (trust_routes(house), club_door_routes(club), clocks_routes(clocks), keeping_routes(evening))
    for routes in (*seldom, eye_routes(desk, commands), crop_routes(board, crops), pretend_routes(window)):
        app.register_blueprint(routes)
    if observed is not None:
        count_answers(app, observed.meters)
        app.register_blueprint(observing_routes(observed))
    return app
