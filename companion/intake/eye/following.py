"""The eye of one table: passes on what it sees, by seat, and reports at once how it is doing.

It stands aside while somebody sets it up. Nothing is concluded here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.clock import Clock
from companion.errors import ConfigError
from companion.evidence import Notice, NoticesChanged, SourceChanged, SourceState
from companion.intake.door import TableDoor
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.calibrating_kept import planned_eye, spelled_source
from companion.intake.eye.cameras import mount_of_source
from companion.intake.eye.clearing import Clearing
from companion.intake.eye.refitting import Ask, Refits, ask_once
from companion.intake.eye.source import NAME, EyePlan, EyeSource
from companion.intake.eye.translate import seen
from companion.keeping.supervisor import RESTARTING
from companion.scribe import SightChanged, Ticked
from companion.table_state import TableState
from vision.sighting import Condition, Sighting

__all__ = ["FITS", "LOST", "RESTLESS", "RESTLESS_KEYS", "SHOWN", "WHO_SITS", "EyeWish", "TableEye"]

WHO_SITS: Final = "camera_who_sits"
"""Nobody has said who sits at which side of the table."""
LOST: Final = "camera_lost"
"""The table is out of sight; people have to enter what happens."""
RESTLESS: Final = "camera_restless"
"""Nothing has lain still for long, or the eye had no time to look: it cannot record anything."""
RESTLESS_KEYS: Final = "camera_restless_keys"
"""The same at a table with keys: what they say waits for it."""
FITS: Final = "camera_fit"
"""Judging by the tiles of the last hand, the table is elsewhere; the camera's page shows where."""
SHOWN: Final = "camera_shown"
"""Somebody is setting a camera up, and sees its picture."""
ASIDE: Final = "shown"
"""The code of an eye that is being set up."""
GONE: Final = (RESTARTING, "unopened")
"""Codes of an eye whose process has ended: the next one looks at everything anew."""
MOVED: Final = (*GONE, Condition.MOVED, Condition.NO_TABLE, Condition.SEVERAL_TABLES)
"""Codes of an eye after which the same tiles may be seen at other places."""
RESTLESS_NS: Final = 10_000_000_000
"""No table at which people play goes without a rest for this long."""

Beat = Callable[[], None]


@dataclass(frozen=True, slots=True)
class EyeWish:
    """What was typed at the start."""

    profile: str = "bench"
    source: str | None = None
    """Instead of the profile's camera: `pi`, `phone`, a device, an address, a folder or a video."""
    keeps_rests: bool = False
    """Whether an evening is to be kept, with a small picture of the cloth at each rest."""
    folder: Path | None = None
    """Where its camera, corners and tile sets are kept; without it in the data folder."""

    @property
    def is_phone(self) -> bool:
        """Whether a phone is the camera."""
        return self.source == "phone"

    def kept_in(self, data: Path) -> Path:
        """Where its camera, corners and tile sets are kept, if this is the data folder."""
        return self.folder or data

    def plan(self, data: Path) -> EyePlan | None:
        """What the eye is started with now; None for a table without one.

        Raises:
            ConfigError: the profile cannot be read.
        """
        folder = self.kept_in(data)
        plan = planned_eye(folder, self.profile, self.source)
        if plan is None:
            return None
        return replace(plan, keeps_rests=self.keeps_rests)


@dataclass(slots=True)
class _Rests:
    """Notices when a hand is being played and the table never lies still."""

    are_missing: bool = False
    _since_ns: int | None = None
    """When the table last lay still, or the eye began to wait for it; None while nobody waits."""

    def hear(self, now_ns: int, rested_ns: int | None, state: TableState) -> bool:
        """Take in when the table lay still; returns whether `are_missing` has changed."""
        kyoku, was = state.hanchan.kyoku, self.are_missing
        is_waiting = rested_ns is not None and kyoku is not None and not kyoku.is_over
        self._since_ns = max(self._since_ns or now_ns, rested_ns or 0) if is_waiting else None
        self.are_missing = self._since_ns is not None and now_ns - self._since_ns >= RESTLESS_NS
        return self.are_missing is not was


class TableEye:
    """Keeps the eye of a table open. Its methods may be called by any thread."""

    def __init__(
        self,
        plan: Callable[[], EyePlan | None],
        table: TableDoor,
        clock: Clock,
        open_eye: Callable[..., EyeSource] = EyeSource,
        ask_plane: Ask = ask_once,
    ) -> None:
        self._plan, self._table, self._clock, self._open_eye = plan, table, clock, open_eye
        self._lock = threading.RLock()
        """Held while the eye is opened or closed: whoever wants its camera waits until it is free."""
        self._source: EyeSource | None = None
        self._desk: EyeDesk | None = None
        self._state: SourceState | None = None
        self._is_shown = False
        """Whether somebody is setting a camera up."""
        self._newest: Sighting | None = None
        self._clearing = Clearing()
        """What stays from hand to hand; begun anew when the same tiles may be seen at other places."""
        self._is_untold = False
        """Whether the table is to be told the newest sighting again, as nothing has moved since."""
        self._back_ns = 0
        """When the eye was last lost or came back."""
        self._told_for: tuple[object, ...] = ("",)
        self._rests = _Rests()
        self._said: tuple[Notice, ...] = ()
        self.refits = Refits(self._calibration, lambda: self._say(table.state), self._restart, ask_plane)
        """Where the table lies, judging by the tiles of each hand."""

    def _calibration(self) -> Path | None:
        return plan.calibration if (plan := self._plan()) else None

    def start(self) -> None:
        """Open the eye, where this table has one. Raises ConfigError, as `EyeWish.plan` does."""
        with self._lock:
            plan = self._plan()
            if plan is not None and self._source is None:
                told = {"beat": self._beats, "follow": self.refits.followed}
                self._source = self._open_eye(plan, self._hear, self._tell, self._clock, **told)
                self._source.start()

    def _start_again(self) -> None:
        """Open the eye, or tell the table that none is planned, or why it cannot be opened."""
        try:
            self.start()
        except ConfigError as error:
            self._tell(SourceChanged(NAME, SourceState.DOWN, str(error), "unopened"))
        else:
            if self._source is None:
                self._table.put(SourceChanged(NAME, SourceState.ENDED))

    def stop(self) -> None:
        """Close it for good, and end any setting up."""
        if self._desk is not None:
            self._desk.stop()
        self._close()

    def _close(self) -> None:
        self._clearing = Clearing()
        with self._lock:
            source, self._source = self._source, None
            if source is not None:
                source.stop()

    def desk_for(self, wish: EyeWish, data: Path) -> EyeDesk:
        """The desk at which this eye is set up on the page; the eye stands aside meanwhile."""
        mount = mount_of_source(wish.source) if wish.source else None
        source = spelled_source(mount, wish.kept_in(data)) if mount else None
        stands = self.aside, self.back, self.read_anew
        self._desk = EyeDesk(
            wish.kept_in(data), self._clock, *stands, profile=wish.profile, source=source, refits=self.refits
        )
        return self._desk

    def aside(self) -> None:
        """Free the camera: somebody is setting it up. The table is told even where no eye was planned."""
        change = SourceChanged(NAME, SourceState.DOWN, "The camera is being set up.", ASIDE)
        with self._lock:
            is_followed, self._is_shown = self._source is not None, True
            if is_followed:
                self._close()
                self._tell(change)
            else:
                self._table.put(change)
                self._say(self._table.state)

    def back(self) -> None:
        """The camera is no longer being set up: follow the table with it, if an eye is planned now."""
        with self._lock:
            self._is_shown = False
            self._start_again()
            self._say(self._table.state)

    def read_anew(self) -> None:
        """Start the eye again with the tiles that are chosen now, where it is open."""
        self._restart(SourceChanged(NAME, SourceState.DOWN, "The eye is started again.", RESTARTING))

    def _restart(self, change: SourceChanged | None = None) -> None:
        """Start the eye again; if it stands aside, `back` does so. Between two hands nobody is told."""
        with self._lock:
            if self._source is not None:
                self._close()
                self._newest = None
                if change is not None:
                    self._tell(change)
                self._start_again()

    def crop(self, number: int) -> bytes | None:
        """The picture of a doubtful tile as a JPEG; None if it is gone."""
        source = self._source
        return None if source is None else source.crops.get(number)

    def prod(self, beat: Beat) -> None:
        """Call `beat` once the loop that watches the eye has had its turn; at once if the eye is closed."""
        source = self._source
        if source is None:
            beat()
        else:
            source.prod(beat)

    def notice(self) -> None:
        """The table has changed: see whether people sit elsewhere or a new kyoku was dealt."""
        state = self._table.state
        self.refits.look(state)
        self._say(state)
        moment, sighting = _moment_of(state), self._newest
        if moment == self._told_for or sighting is None:
            return
        # What lies there at a deal may still be the hand before. If people change seats, tiles change owners.
        is_other_seat = moment[0] != self._told_for[0]
        self._told_for = moment
        if is_other_seat or _is_cleared(sighting):
            self._show(sighting, state)

    # What the eye says.

    def _hear(self, sighting: Sighting) -> None:
        sighting = self._clearing.without_left_over(sighting)
        self._newest, self._is_untold = sighting, False
        state = self._table.state
        self._show(sighting, state)
        self.refits.hear(sighting, state)
        if _is_cleared(sighting):
            self.refits.cleared()

    def _show(self, sighting: Sighting, state: TableState) -> None:
        self._told_for = _moment_of(state)
        if state.hanchan.sides:
            self._table.put(seen(sighting, state.hanchan.sides))

    def _tell(self, change: SourceChanged) -> None:
        was, self._state = self._state, change.state
        if change.state is SourceState.DOWN and change.code in GONE:
            self._newest = None
        if change.state is SourceState.DOWN and change.code in MOVED:
            self._clearing = Clearing()
        self._table.put(change)
        if (was is SourceState.UP) != (change.state is SourceState.UP):
            is_seeing = change.state is SourceState.UP
            self._table.put(SightChanged(is_seeing, self._clock.monotonic_ns()))
            self._is_untold, self._back_ns = is_seeing, self._clock.monotonic_ns()
        self._say(self._table.state)

    def _beats(self, rested_ns: int | None = None) -> None:
        """A heartbeat, about once a second; it says when the table last lay still."""
        now_ns, state = self._clock.monotonic_ns(), self._table.state
        has_rested = rested_ns is None or rested_ns >= self._back_ns
        if self._is_untold and has_rested and self._newest is not None and self._state is SourceState.UP:
            # The table was out of sight and looks as before, or there would be a newer sighting by now.
            self._is_untold = False
            self._show(replace(self._newest, at_ns=now_ns), state)
        if not state.hanchan.sides or self._state is not SourceState.UP:
            rested_ns = None  # what it sees is not evidence, so keys must not wait for it
        if state.hanchan.kyoku is not None:
            self._table.put(Ticked(now_ns, rested_ns))
        if self._rests.hear(now_ns, rested_ns, self._table.state):
            self._say(self._table.state)

    def _say(self, state: TableState) -> None:
        """Tell people what they have to do or know, as long as a game is being played."""
        is_played = state.game is not None and not state.hanchan.is_closed
        said: tuple[Notice, ...] = ()
        if is_played and self._state is SourceState.UP and not state.hanchan.sides:
            said = (Notice(WHO_SITS, is_question=True),)
        elif is_played and self._state is SourceState.DOWN:
            said = (Notice(LOST),)
        elif is_played and self._rests.are_missing and not _is_by_points(state):
            said = (Notice(RESTLESS_KEYS if _has_keys(state) else RESTLESS),)
        elif is_played and self.refits.offered():
            said = (Notice(FITS),)
        if self._is_shown:
            said = (Notice(SHOWN), *said)
        if said != self._said:
            self._said = said
            self._table.put(NoticesChanged(NAME, said))


def _is_by_points(state: TableState) -> bool:
    """Whether the hand is kept by points only: then nobody waits for what the eye sees."""
    kyoku = state.hanchan.kyoku
    return kyoku is not None and kyoku.is_unfollowed


def _has_keys(state: TableState) -> bool:
    return any(source.name == "panel" and source.state is SourceState.UP for source in state.sources)


def _moment_of(state: TableState) -> tuple[object, ...]:
    """What makes a sighting mean something else: who sits where, and which deal it is."""
    kyoku = state.hanchan.kyoku
    return state.hanchan.sides, state.game, kyoku and (kyoku.name, kyoku.points_before)


def _is_cleared(sighting: Sighting) -> bool:
    """Whether no river has begun: then the sighting is of the deal, and not of the hand before."""
    return not any(zone.tiles for zone in sighting.zones if zone.name.startswith("river."))
