"""Where the table is, judged by its tiles: fitted at the desk on request, or offered since the last hand."""

from __future__ import annotations

from typing import Any, Protocol

from companion.intake.eye.calibrating_tiles import Corners, marks_told
from companion.intake.eye.child_process import DeskRefused
from companion.intake.eye.refitting import Refits

__all__ = ["DeskFits"]


class Desk(Protocol):
    """Where one device sets a camera up."""

    def ask(self, key: str, body: dict[str, Any]) -> dict[str, Any]: ...

    def keep(self, key: str, corners: Corners) -> None: ...

    def camera_of(self, key: str) -> str: ...


class DeskFits:
    """The fits of one desk; `refits` are those after each hand, where the table has an eye."""

    def __init__(self, desk: Desk, refits: Refits | None) -> None:
        self._desk, self._refits = desk, refits

    @property
    def offer(self) -> dict[str, Any] | None:
        """What is offered, for the page; None if nothing is, or while a hand is being played."""
        offer = self._refits.offered() if self._refits else None
        return None if offer is None else {"camera": offer.camera, **offer.as_json()}

    def fit(self, key: str, corners: Corners) -> dict[str, Any]:
        """Where the table is, judged by the tiles that lie there now; nothing is kept.

        Raises:
            DeskRefused: the desk is somebody else's, or these corners are not those of a table.
        """
        laid = self._desk.ask(key, {"do": "lay", "corners": corners})
        marks = marks_told(laid.pop("sighting"))
        asked = {"width": laid["width"], "height": laid["height"], "marks": marks}
        return {**laid, "fit": self._desk.ask(key, {"do": "plane", "corners": corners, **asked})}

    def take(self, key: str) -> None:
        """Keep the corners that have been offered since the last hand.

        Raises:
            DeskRefused: the desk is somebody else's, nothing is offered for this camera now (nothing ever is
                while a hand is being played), or the corners cannot be kept.
        """
        camera = self._desk.camera_of(key)
        offer = self._refits.offered(camera) if self._refits else None
        if offer is None:
            raise DeskRefused("no_offer", "Nothing is offered now; between hands it may be again.")
        self._desk.keep(key, offer.corners)

    def leave(self, key: str) -> None:
        """Decline what is offered.

        Raises:
            DeskRefused: the desk is somebody else's.
        """
        self._desk.camera_of(key)
        if self._refits:
            self._refits.leave()

    def taken(self) -> None:
        """Note that somebody showed where the table is: fits from before no longer count."""
        if self._refits:
            self._refits.taken()
