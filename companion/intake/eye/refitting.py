"""Where the table is, judged by the tiles of the last hand: fitted after it, and adopted between hands.

A large difference is offered to people. A small one, by which the camera has crept, is corrected
automatically. Nothing of this is written into a game.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.intake.eye.calibrating_tiles import marks_of
from companion.intake.eye.child_process import ChildProcess, DeskRefused
from companion.intake.eye.slow_fit import Creeping, Shift
from companion.table_state import TableState
from vision.errors import CalibrationUnreadable
from vision.place.calibration import Calibration, read_calibration, write_calibration
from vision.place.marks import PlaneDoubt, written
from vision.sighting import Quad, Sighting

__all__ = ["Offer", "Refits"]

SAME_MM: Final = 15.0
"""Once people have declined a fit, the next is offered only if a corner is at least this far from there."""
COMMAND: Final = (sys.executable, "-m", "vision.plane_asked")
_log = logging.getLogger(__name__)
Ask = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Offer:
    """Where the tiles put the table, for people to accept or decline.

    `beside_mm` says for each corner how far the tiles put it from where it is kept, to the right and down.
    """

    camera: str
    corners: tuple[tuple[float, float], ...]
    """As fractions of the picture's width and height."""
    moved_mm: tuple[float, ...]
    """How far each corner would be moved."""
    tiles: int
    """By how many tiles it is judged."""
    beside_mm: tuple[tuple[float, float], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For the page."""
        return {"corners": self.corners, "moved_mm": self.moved_mm, "tiles": self.tiles}

    def moved(self, before: Sequence[Sequence[float]], after: Quad) -> Offer:
        """The same offer once the eye has followed the kept corners from one place to another."""
        places = zip(self.corners, before, after, strict=True)
        return replace(
            self, corners=tuple((x + x1 - x0, y + y1 - y0) for (x, y), (x0, y0), (x1, y1) in places)
        )


def ask_once(body: dict[str, Any]) -> dict[str, Any]:
    """Ask a process that has the libraries, and let it end.

    Raises:
        DeskRefused: it crashed, cannot be started, or refused.
    """
    child = ChildProcess(COMMAND)
    try:
        return child.ask(body)
    finally:
        child.end()


class Refits:
    """The fits of one table. Its methods may be called by any thread.

    `calibration` returns the file that keeps the table's corners, or None; `say` is called when the
    offer may have changed, and `again` when the table's eye has to start anew with other corners.
    """

    def __init__(
        self,
        calibration: Callable[[], Path | None],
        say: Callable[[], None],
        again: Callable[[], None],
        ask: Ask = ask_once,
    ) -> None:
        self._calibration, self._say, self._again, self._ask = calibration, say, again, ask
        self._lock = threading.Lock()
        self._is_played = False
        self._fullest: Sighting | None = None
        """The sighting of this hand that has the most tiles."""
        self._offer: Offer | None = None
        self._left: Offer | None = None
        self._creeping: Creeping | None = None
        self._due: Shift | None = None
        self._round = 0
        """How many times the table was shown or followed; a fit begun before the last time does not count."""
        self._work: threading.Thread | None = None

    def offered(self, camera: str | None = None) -> Offer | None:
        """What is offered now; None while a hand is being played, or where it is for another camera."""
        with self._lock:
            offer = None if self._is_played else self._offer
            return offer if camera is None or (offer and offer.camera == camera) else None

    @property
    def is_fitting(self) -> bool:
        """Whether a fit is being worked out."""
        return self._work is not None and self._work.is_alive()

    def hear(self, sighting: Sighting, state: TableState) -> None:
        """Take in a sighting: something came to rest."""
        self.look(state)
        with self._lock:
            if self._is_played and (self._fullest is None or _count(sighting) >= _count(self._fullest)):
                self._fullest = sighting

    def look(self, state: TableState) -> None:
        """The table has changed: at the end of a hand the table is fitted to its tiles."""
        kyoku = state.hanchan.kyoku
        with self._lock:
            was, self._is_played = self._is_played, kyoku is not None and not kyoku.is_over
            ended = was and not self._is_played
            sighting, self._fullest = self._fullest, self._fullest if self._is_played else None
            number = self._round
        if ended and sighting is not None:
            work = (sighting, state.hanchan.sides, number)
            self._work = threading.Thread(target=self._reckon, args=work, name="refit", daemon=True)
            self._work.start()

    def cleared(self) -> None:
        """The last hand is cleared away: correct the table's corners, if that is due."""
        with self._lock:
            shift = None if self._is_played else self._due
            if shift is not None:
                self._due = None
        if shift is not None:
            threading.Thread(target=self._move, args=(shift,), name="table moved", daemon=True).start()

    def taken(self) -> None:
        """Somebody showed where the table is: no fit from before counts."""
        with self._lock:
            self._offer = self._left = self._creeping = self._due = self._fullest = None
            self._round += 1
        self._say()

    def followed(self, corners: Quad) -> None:
        """The eye has found the table again after a bump: keep its corners (fractions of the picture).

        An eye that starts again begins there, and what is offered or corrected is measured from there.
        """
        path, kept = self._calibration(), self._read()
        if kept is None or path is None:
            return
        points = tuple((x * kept.width, y * kept.height) for x, y in corners)
        try:
            write_calibration(replace(kept, corners=points), path)
        except OSError as error:
            _log.warning("refit.not_kept %s", error.strerror)
            return
        with self._lock:
            self._offer = self._offer and self._offer.moved(_shares(kept), corners)
            self._round += 1
        self._say()

    def leave(self) -> None:
        """Decline what is offered."""
        with self._lock:
            self._offer, self._left = None, self._offer or self._left
        self._say()

    def _reckon(self, sighting: Sighting, sides: str, number: int) -> None:
        kept = self._kept()
        if kept is None or not sides:
            return
        marks = [written(mark) for mark in marks_of(sighting, sides)]
        try:
            fit = self._ask({**_question(kept), "marks": marks})
        except DeskRefused as error:
            _log.warning("refit.failed %s", error)
            return
        doubt = fit["doubt"]
        _log.info("refit doubt=%s tiles=%s moved_mm=%s", doubt, fit["tiles"], fit.get("moved_mm"))
        with self._lock:
            if number != self._round:
                return
            if doubt is None:
                self._offer = self._new_offer(kept.camera, fit)
            elif doubt == PlaneDoubt.NEAR:
                self._offer = None
                self._creeping = self._creeping or Creeping(kept.crept_mm)
                self._due = self._creeping.hear(fit["beside_mm"])
        self._say()

    def _new_offer(self, camera: str, fit: dict[str, Any]) -> Offer | None:
        corners, beside = ([(x, y) for x, y in fit[name]] for name in ("corners", "beside_mm"))
        offer = Offer(camera, tuple(corners), tuple(fit["moved_mm"]), fit["tiles"], tuple(beside))
        return None if self._left and _apart(offer.beside_mm, self._left.beside_mm) < SAME_MM else offer

    def _move(self, shift: Shift) -> None:
        kept, path = self._kept(), self._calibration()
        creeping = self._creeping
        if kept is None or path is None or creeping is None:
            return
        try:
            shares = self._ask({**_question(kept), "shift_mm": shift})["corners"]
        except DeskRefused as error:
            _log.warning("refit.failed %s", error)
            return
        if self._kept() != kept:
            return  # somebody showed the table, or the eye followed it, meanwhile
        corners = tuple((x * kept.width, y * kept.height) for x, y in shares)
        try:
            write_calibration(replace(kept, corners=corners, crept_mm=creeping.after(shift)), path)
        except OSError as error:
            _log.warning("refit.not_kept %s", error.strerror)
            return
        creeping.moved(shift)
        _log.info("refit.moved right=%.1f down=%.1f mm", *shift)
        self._again()

    def _kept(self) -> Calibration | None:
        """Where people showed the table; None where stickers say it, or nobody did."""
        kept = self._read()
        return None if kept is None or kept.by_stickers else kept

    def _read(self) -> Calibration | None:
        path = self._calibration()
        try:
            return None if path is None else read_calibration(path)
        except CalibrationUnreadable:
            return None


def _question(kept: Calibration) -> dict[str, Any]:
    return {"corners": _shares(kept), "width": kept.width, "height": kept.height}


def _shares(kept: Calibration) -> list[list[float]]:
    return [[x / kept.width, y / kept.height] for x, y in kept.corners]


def _count(sighting: Sighting) -> int:
    return sum(len(zone.tiles) for zone in sighting.zones)


def _apart(some: Sequence[Shift], others: Sequence[Shift]) -> float:
    """The largest distance between two fits of the same corner, in millimetres."""
    pairs = zip(some, others, strict=True)
    return max(float(((x0 - x1) ** 2 + (y0 - y1) ** 2) ** 0.5) for (x0, y0), (x1, y1) in pairs)
