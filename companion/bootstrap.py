"""The only place that wires things together: journal, table, board, pages and sources make one companion."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from companion import evidence
from companion.clock import SystemClock
from companion.config import Settings
from companion.dashboard.addresses import names_of_machine
from companion.dashboard.app import create_app
from companion.dashboard.clocks_told import NO_CLOCKS, SeenClocks
from companion.dashboard.club_door import ClubDoor
from companion.dashboard.commands import Command, CommandKind
from companion.dashboard.devices import FILE as DEVICES
from companion.dashboard.devices import Devices
from companion.dashboard.entrance import Entrance
from companion.dashboard.pretending import Window
from companion.dashboard.round_told import RoundHere
from companion.dashboard.sealed import server_context
from companion.dashboard.serve import Server, listening
from companion.dashboard.settings import DashboardSettings
from companion.ending import ended_by_signals
from companion.errors import ConfigError
from companion.evenings.archive import Archive
from companion.evidence import Answer, Done, Refusal, Refused, SeenAsked, UndoAsked, WaiveAsked
from companion.intake.door import TableDoor, Untaped
from companion.intake.eye.following import EyeWish, TableEye
from companion.intake.eye.taking import PicturesOfPhones
from companion.intake.feed import Feed, FeedPlan
from companion.intake.hardware import PanelPlan
from companion.intake.holding import with_hold
from companion.intake.keys import Surroundings, TableKeys
from companion.intake.pacing import Pace
from companion.journal import Journal
from companion.keeping.house_certificate import HouseCertificate, Names
from companion.keeping.key_sides import HouseKeys
from companion.keeping.readiness import Seen
from companion.keeping.trusting import HouseTrust
from companion.keeping.upkeep import Attached, Upkeep
from companion.player_clock import ClockRules
from companion.projections.board import Board
from companion.projections.reminders import codes_to_see
from companion.projections.snapshot import ControlView, project
from companion.riichi.ruleset import RuleSet
from companion.shelf import ShelfCommand
from companion.table_loop import PlayerClocks, TableLoop
from companion.table_state import Preview, TableState
from companion.watchdog import Prod

if TYPE_CHECKING:  # only the tables that have these load them, because people wait for the start
    from companion.intake.tape.evening import KeptEvening
    from companion.intake.tape.recording import Recording

HOLD_ALLOWS_S = 30.0
"""For how long after a key was held at the table one device may become a host."""


class Companion:
    """One running companion. `run` blocks until the process is told to end.

    Raises:
        JournalError: the journal cannot be read.
        ConfigError: nothing can listen on this address and port, the certificate cannot be made, or the
            file that says what the camera may write is damaged.
    """

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        rules: RuleSet,
        plan: FeedPlan | None = None,
        upkeep: Upkeep | None = None,
        *,
        eye: EyeWish | None = None,
        tape: Recording | KeptEvening | None = None,
        window: Window | None = None,
        club: ClubDoor | None = None,
    ) -> None:
        self._journal, self._upkeep, self._window, self._rules = journal, upkeep, window, rules
        heard = self._tape = tape or Untaped()
        self._clock, self._board = SystemClock(), Board()
        self._pace = Pace(self._clock, speed=plan.speed) if plan else None
        house = heard.house(HouseTrust(settings.folder))
        kept, stem = heard.journal(journal), _stem(plan)
        self._loop = TableLoop(
            kept, rules, self._publish, self._clock, game_stem=stem, trust=lambda: house.trust
        )
        self._door = heard.door(self._loop)
        around = Surroundings(self._door, self._clock, codes_to_see, self._board.ask, upkeep, club)
        self._keys = TableKeys(around, heard.panel, HouseKeys(settings.folder))
        self._feed = _feed_of(plan, self._pace, self._loop) if plan and self._pace else None
        self._eye = TableEye(
            lambda: eye.plan(settings.folder) if eye else None, self._door, self._clock, heard.open_eye
        )
        self._entrance = Entrance(
            Devices(settings.folder / DEVICES), self._clock, is_private=settings.is_private
        )
        self.round, self._pictures = RoundHere(), PicturesOfPhones(settings.folder, self._clock, eye)
        self._clocks = None if plan else PlayerClocks(settings.folder, self._clock, self._agreed)
        app = create_app(
            self._board,
            self,
            DashboardSettings(settings.host_names, is_open=settings.is_open),
            upkeep,
            archive=(archive := Archive(journal.reader, settings.folder)),
            entrance=self._entrance,
            crops=self._eye.crop,
            desk=self._eye.desk_for(eye, settings.folder) if eye else None,
            window=window,
            house=house if eye else None,
            evening=heard.evening,
            pictures=self._pictures,
            club=club,
            seen_round=self.round,
            phones=None if plan else self._keys.phones,
            key_sides=None if plan else self._keys.sides,
            clocks=self._clocks,
        )
        self.certificate = _certificate(settings)
        self._server = _opened(app, self._board, settings, self.certificate)
        if upkeep:
            prods: dict[str, Prod] = {"table": self._prod_table, "pages": self._server.prod}
            upkeep.attach(Attached(self._loop.put, self._seen, prods, archive.read_ahead))
            if eye and eye.plan(settings.folder):
                upkeep.watch("camera", self._eye.prod)

    def attach_panel(self, plan: PanelPlan) -> None:
        """Follow the keys of this table too, once `run` has begun."""
        open_panel = self._tape.panel(self._keys.turned(plan.open))
        self._keys.attach(
            plan, with_hold(open_panel, lambda: self._entrance.allow_host_for(HOLD_ALLOWS_S), self._clock)
        )

    @property
    def url(self) -> str:
        """Where to point a browser."""
        return self._server.url

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Follow the table and serve pages until SIGTERM, SIGINT or SIGHUP."""
        with ended_by_signals(self.stop), ExitStack() as last:
            last.callback(self._close)
            notices = self._upkeep.notices if self._upkeep else ()
            self._loop.start((notice.code, notice.sentence) for notice in notices)
            if self._window:
                self._loop.put(self._window.source)
            if self._feed:
                self._feed.start()
            self._keys.start()
            self._pictures.start()
            self._eye.start()
            if self.certificate:
                last.callback(self.certificate.watch())
            if self._upkeep:
                self._upkeep.start()
            ready()
            self._server.run()

    def stop(self) -> None:
        """End `run`, from any thread."""
        self._keys.desk.end()
        self._server.stop()

    def _close(self) -> None:
        """Stop the sources, let the table finish what is waiting, then close the file."""
        # Each step is taken even if the one before fails: a thread left alone would keep the process alive.
        with ExitStack() as last_first:
            last_first.callback(self._journal.close)
            last_first.callback(self._tape.close)
            if self._window:
                last_first.callback(self._window.stop)
            last_first.callback(self._loop.stop)
            if self._feed:
                last_first.callback(self._feed.stop)
            last_first.callback(self._keys.stop)
            last_first.callback(self._eye.stop)
            last_first.callback(self._pictures.stop)
            if self._upkeep:
                last_first.callback(self._upkeep.stop)

    def _prod_table(self, beat: Callable[[], None]) -> None:
        self._loop.caught_up().add_done_callback(lambda _: beat())

    def _seen(self) -> Seen:
        """What upkeep has to watch, read without a lock."""
        now = self._board.current
        sources = {source.name: source.state.value for source in self._loop.state.sources}
        seq, damaged = now.snapshot.seq if now else 0, self._keys.damaged_lines
        return Seen(seq, self._board.reader_count, sources, now is not None, self._board.dropped, damaged)

    @property
    def seen_clocks(self) -> SeenClocks:
        """A function that returns what is seen of the players' clocks here, or None without clocks."""
        return self._clocks.seen if self._clocks else NO_CLOCKS

    @property
    def house(self) -> RuleSet:
        """The rules of the house: those of a game for which nobody chooses others."""
        return self._rules

    @property
    def table(self) -> TableState:
        """What is true now."""
        return self._loop.state

    def preview(self, asked: evidence.Command) -> Preview:
        """What a command would do; nothing is done."""
        return self._loop.preview(asked)

    def submit(self, command: Command) -> Answer:
        """Carry out what a page asked for."""
        if command.asked is not None:
            return self._ask(command.asked)
        if self._pace is not None:
            _change_pace(self._pace, command)
            if self._feed:
                self._feed.say()
        state = self._loop.caught_up().result()
        return Done(state.seq)

    def shelve(self, asked: ShelfCommand) -> Answer:
        """Carry out what a page asked about past games."""
        return self._loop.ask(asked).result()

    def _ask(self, asked: evidence.Command | ShelfCommand) -> Answer:
        if isinstance(asked, ShelfCommand):
            return self.shelve(asked)
        if isinstance(asked, UndoAsked):
            return self._undo(asked)
        if self._feed is not None and not isinstance(asked, WaiveAsked | SeenAsked):
            return Refused(Refusal.FEED_PLAYS)
        return self._door.ask(asked).result()

    def _undo(self, asked: UndoAsked) -> Answer:
        if self._feed is None or self._pace is None:
            return self._door.ask(asked).result()
        return _undone(asked, self._door, self._feed, self._pace)

    def _agreed(self) -> ClockRules | None:
        """The clock of the tournament at this table; None where it is in none."""
        seen = self.round()
        return seen.clock if seen and seen.clock.is_on else None

    def _publish(self, state: TableState) -> None:
        pace = self._pace
        control = ControlView(pace.speed, pace.is_paused) if pace else None
        self._board.publish(project(state, last_kyoku=state.last_kyoku, control=control))
        if self._clocks:
            self._clocks.look(state, self._loop.standing())
        self._tape.shown(state)
        self._keys.notice()
        self._eye.notice()
        if self._window:
            self._window.notice(state)


def check_address(settings: Settings) -> None:
    """Raises ConfigError if nothing can listen where the settings say."""
    with _in_a_sentence(settings):
        listening(settings.host, settings.port).close()


def _opened(app: Any, board: Board, settings: Settings, seal: HouseCertificate | None) -> Server:
    """A server that listens where the settings say. Raises ConfigError if it cannot."""
    with _in_a_sentence(settings):
        return Server(app, board, settings.host, settings.port, seal=seal)


@contextmanager
def _in_a_sentence(settings: Settings) -> Iterator[None]:
    """An address at which nothing can listen becomes a ConfigError."""
    try:
        yield
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        is_about_port = error.errno in (errno.EADDRINUSE, errno.EACCES)
        hint = "try --port" if is_about_port else "is --host an address of this machine?"
        why = str(error.strerror).partition(" (while")[0]  # where it tried is said already
        raise ConfigError(f"nothing can listen on {where}: {why}; {hint}") from error


def _certificate(settings: Settings) -> HouseCertificate | None:
    """This machine's certificate, for every name that a device may use for it; None without https."""
    if not settings.is_sealed:
        return None
    return HouseCertificate(
        settings.folder, lambda: Names.of(names_of_machine(settings.host_names)), server_context
    )


def _undone(asked: UndoAsked, door: TableDoor, feed: Feed, pace: Pace) -> Answer:
    """Take back a fact at a table that plays by itself."""
    # Somebody who takes a fact back wants to look at it, so the feed pauses.
    pace.pause()
    with feed.held():
        door.caught_up().result()
        before = door.state.seq
        answer = door.ask(asked).result()
        if isinstance(answer, Done) and answer.seq > before:
            feed.step_back()
    feed.say()
    return answer


def _feed_of(plan: FeedPlan, pace: Pace, loop: TableLoop) -> Feed:
    """What tells the table the facts of a plan."""
    return Feed(
        plan.name,
        plan.facts,
        plan.cause,
        pace=pace,
        tell=loop.put,
        clock=SystemClock(),
        note=plan.note,
        stop=plan.stop,
        backlog=lambda: loop.backlog,
    )


def _change_pace(pace: Pace, command: Command) -> None:
    if command.kind is CommandKind.PAUSE:
        pace.pause()
    elif command.kind is CommandKind.RESUME:
        pace.resume()
    elif command.speed is not None:
        pace.change_speed(command.speed)


def _stem(plan: FeedPlan | None) -> str:
    return plan.cause.value if plan else "table"
