"""What people are told of an evening that is kept: what is asked, and how its source is doing."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.errors import TableStopped
from companion.evidence import Notice, NoticesChanged, SourceChanged, SourceState
from companion.intake.door import Observed

__all__ = ["ASKED", "CUT", "KEPT", "NAME", "Kept", "State", "Told"]

NAME: Final = "evening"
"""Its name among the sources."""
ASKED, KEPT, CUT = "evening_asked", "evening_kept", "evening_cut"
"""The codes of its notices: nobody has answered; the game is being kept; only a part of it was."""


class Kept(StrEnum):
    """What becomes of the game that is on the table."""

    NO_GAME = "no_game"
    ASKED = "asked"
    YES = "yes"
    NO = "no"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class State:
    """How an evening is doing."""

    kept: Kept
    failure: str = ""
    why: str = ""
    """The code of the failure."""
    is_kept: bool = False
    """Whether all that comes in is being kept."""
    is_deleted: bool = False
    """Whether somebody has deleted what was kept, and nobody was asked since."""
    has_gap: bool = False
    """Whether a part of the game is missing, because for a while nothing could be kept."""


class Told:
    """Tells pages, but only once for each change: what is told is shown, and then it is called again."""

    def __init__(self) -> None:
        self._put: Callable[[Observed], None] = lambda _: None
        self._saying = threading.Lock()
        """Not the lock of the evening: whoever holds that one may be waiting for the thread that says it."""
        self._said = State(Kept.NO_GAME)

    def to(self, put: Callable[[Observed], None]) -> None:
        """Tell these pages from now on, and at once how the source is doing."""
        self._put = put
        put(_source(self._said))

    def say(self, now: State) -> None:
        """Tell it, if it is news; a table that has stopped is told nothing."""
        with self._saying:
            if now == self._said:
                return
            self._said = now
        with contextlib.suppress(TableStopped):
            self._put(NoticesChanged(NAME, _notices(now)))
            self._put(_source(now))


def _notices(now: State) -> tuple[Notice, ...]:
    """What people are told or asked. What was kept can be deleted, even if nothing more is kept."""
    if now.kept is Kept.YES:
        return (Notice(KEPT if now.is_kept else CUT),)
    return (Notice(ASKED, is_question=True),) if now.kept is Kept.ASKED and not now.failure else ()


def _source(now: State) -> SourceChanged:
    if now.failure:
        return SourceChanged(NAME, SourceState.DOWN, now.failure, now.why)
    if now.is_kept and now.has_gap:
        sentence = "The cloth and the keys are being kept again; a part of this game is missing."
        return SourceChanged(NAME, SourceState.UP, sentence, "again")
    if now.is_kept:
        return SourceChanged(NAME, SourceState.UP, "The cloth and the keys are being kept.", "keeping")
    if now.is_deleted:
        return SourceChanged(NAME, SourceState.UP, "What was kept of this game was deleted.", "deleted")
    return SourceChanged(NAME, SourceState.UP, "Nothing is kept.", "waiting")
