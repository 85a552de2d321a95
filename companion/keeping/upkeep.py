"""Looks after a running companion: copies of its journal, its disk, clock and loops.

It tells the table what it finds and changes nothing there. Bootstrap wires it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.clock import Clock
from companion.errors import CompanionError, TableStopped
from companion.evidence import SourceChanged, SourceState
from companion.journal import Journal, MemoryJournal
from companion.journal.looking import look_again
from companion.keeping.copies import Copier
from companion.keeping.interrupted import finish_what_was_cut_off
from companion.keeping.kept_journal import KeptJournal
from companion.keeping.mending import RESTORED, Notice, make_sound
from companion.keeping.probing import WriteProbe, free_bytes, open_files, resident_bytes
from companion.keeping.readiness import LEAST_FREE_BYTES, Readiness, Seen
from companion.keeping.reading_ahead import Job, ReadingAhead
from companion.keeping.wall_clock import is_set
from companion.meters import Meters
from companion.watchdog import Heartbeats, Prod, Watchdog

LOOK_EVERY_S: Final = 5.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attached:
    """The running parts that are looked after."""

    tell: Callable[[SourceChanged], None]
    seen: Callable[[], Seen]
    prods: dict[str, Prod]
    """For each loop, how it is asked for a beat."""
    read_ahead: Job = lambda _rest: None
    """Reads the games of the past, each to its end."""


class Upkeep:
    """Opens the journal of a folder, or brings it back, and keeps it from then on.

    Without a file nothing is written to the disk.

    Raises:
        JournalError: the journal can be neither opened nor brought back.
    """

    def __init__(self, journal_file: Path | None, clock: Clock) -> None:
        self.meters = Meters()
        self.notices: tuple[Notice, ...] = ()
        self._clock = clock
        self._began_ns = clock.monotonic_ns()
        self._file = journal_file
        self._copier = Copier(journal_file, clock) if journal_file else None
        self._probe: WriteProbe | None = None
        self.journal: Journal = self._opened()
        self._beats = Heartbeats(clock)
        self._watchdog = Watchdog(self._beats)
        self._attached: Attached | None = None
        self._said: dict[str, SourceChanged] = {}
        self._ahead = ReadingAhead(clock, self._damaged)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def attach(self, attached: Attached) -> None:
        """Say which parts to look after; to be called before `start`."""
        self._attached = attached
        for loop, prod in attached.prods.items():
            self.watch(loop, prod)

    def watch(self, loop: str, prod: Prod) -> None:
        """Watch one more loop from now on: it must move."""
        self._beats.watch(loop, prod)

    def start(self) -> None:
        """Look after them from now on; the service is ready."""
        if self._copier:
            self._copier.start()
            if self._attached and self._attached.seen().seq:
                self._copier.ask()
        self._thread.start()
        self._ahead.start(self._to_read())
        self._watchdog.start()

    def stop(self) -> None:
        """Stop looking after them. Never raises."""
        self._watchdog.stop()
        self._stopped.set()
        self._ahead.stop()
        if self._copier:
            self._copier.stop()

    def tell(self, change: SourceChanged) -> None:
        """Tell the table of what runs beside it. A table that has stopped is told nothing."""
        if self._attached is not None:
            with suppress(TableStopped):
                self._attached.tell(change)

    def readiness(self) -> Readiness:
        """How it stands now."""
        seen = self._attached.seen() if self._attached else Seen(0, 0, {}, is_shown=False)
        return Readiness(
            seen,
            free_bytes(self._file.parent) if self._file else LEAST_FREE_BYTES,
            self._probe.age_s if self._probe else 0.0,
            self._beats.ages_s(),
            is_set(self._clock.utc_now()),
            self._beats.silent(),
            self._journal_is_there,
        )

    @property
    def _journal_is_there(self) -> bool:
        return not isinstance(self.journal, KeptJournal) or self.journal.is_in_place

    def metrics(self) -> str:
        """Every meter as text."""
        now = self.readiness()
        for name, value in self._gauges(now):
            self.meters.put(name, value)
        self.meters.keep_only("source_up", now.seen.sources)
        for source, state in now.seen.sources.items():
            self.meters.put("source_up", float(state != "down"), source)
        for loop, age_s in now.loops.items():
            self.meters.put("loop_beat_age_seconds", age_s, loop)
        return self.meters.text()

    def _gauges(self, now: Readiness) -> Iterator[tuple[str, float]]:
        yield "seq", now.seen.seq
        yield "stream_viewers", now.seen.streams
        yield "stream_dropped_total", now.seen.dropped
        yield "panel_damaged_lines_total", now.seen.damaged
        yield "disk_free_bytes", now.disk_free_bytes
        yield "write_probe_age_seconds", now.write_probe_age_s
        yield "clock_is_set", now.clock_is_set
        yield "open_files", open_files()
        yield "resident_bytes", resident_bytes()
        yield "uptime_seconds", (self._clock.monotonic_ns() - self._began_ns) / 1e9
        if self._copier:
            yield "copies_total", self._copier.made
            yield "copy_seconds", self._copier.last_s
        if self._file:
            yield "journal_bytes", self._file.stat().st_size if self._file.exists() else 0

    def _opened(self) -> Journal:
        if self._file is None or self._copier is None:
            return MemoryJournal()
        finish_what_was_cut_off(self._file.parent)
        notice = make_sound(self._file, self._clock)
        self.notices = (notice,) if notice else ()
        self._probe = WriteProbe(self._file.parent, self._clock)
        return KeptJournal(self._file, self.meters, self._copier, self._probe)

    def _run(self) -> None:
        self._say(self._restored())
        while not self._stopped.is_set():
            self._look()
            self._stopped.wait(LOOK_EVERY_S)

    def _look(self) -> None:
        if self._probe:
            self._probe.look()
            full = free_bytes(self._file.parent) < LEAST_FREE_BYTES if self._file else False
            self._say(_disk(self._probe.complaint, is_full=full, is_gone=not self._journal_is_there))
        if self._copier:
            self._say(_changed("copies", self._copier.complaint, "failed"))
        clock = (
            ""
            if is_set(self._clock.utc_now())
            else "The clock is not set: dates are wrong, the order is not."
        )
        self._say(_changed("clock", clock, "unset"))

    def _to_read(self) -> Iterator[Job]:
        """The whole file, and every entry of every game: the look at the start compares digests alone."""
        file = self._file
        if file is not None:
            yield lambda _rest: look_again(file)
        if self._attached is not None:
            yield self._attached.read_ahead

    def _damaged(self, failure: CompanionError) -> None:
        if not self._journal_is_there:
            _log.warning("journal.not_read %s", failure)
            return  # the look at the disk says that it was taken away: no game need be damaged
        _log.error("journal.damaged %s", failure)
        self._say(_changed("archive", f"An older game is damaged: {failure}", "damaged"))

    def _restored(self) -> SourceChanged | None:
        said = next((notice.sentence for notice in self.notices if notice.code == RESTORED), None)
        return _changed("archive", said, RESTORED) if said else None

    def _say(self, change: SourceChanged | None) -> None:
        """Tell the table if it is news; "all is well" is news only after something was wrong."""
        if change is None or self._attached is None or self._said.get(change.name) == change:
            return
        if change.name not in self._said and change.state is SourceState.UP:
            return
        self._said[change.name] = change
        try:
            self._attached.tell(change)
        except CompanionError:
            self._stopped.set()  # the table has stopped: there is nobody left to tell


def _changed(name: str, complaint: str, code: str) -> SourceChanged:
    if not complaint:
        return SourceChanged(name, SourceState.UP)
    return SourceChanged(name, SourceState.DOWN, complaint, code)


def _disk(complaint: str, *, is_full: bool, is_gone: bool) -> SourceChanged:
    if is_gone:
        sentence = "The journal's file was removed or replaced: put it back, or restart the companion."
        return _changed("disk", sentence, "gone")
    if complaint:
        return _changed("disk", f"The disk refuses: {complaint}.", "refused")
    return _changed("disk", "The disk is almost full: make room." if is_full else "", "full")
