"""The table at one moment, as the one writer gives it to every reader. Frozen; nothing here changes it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.evidence import FactObserved, SourceChanged
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason

__all__ = ["TableState", "TableWarning"]


@dataclass(frozen=True, slots=True)
class TableWarning:
    """Something was reported that was not written down, or could not be followed."""

    code: str
    """Stable: a `Reason` of the rules, or `journal_cut`, `own_fault`."""
    sentence: str
    """In English; pages translate by the code."""
    refused: FactObserved | None = None
    """The fact that was not written, where the table may still allow it."""
    waived: tuple[Reason, ...] = ()
    """What the table has allowed of it already."""


@dataclass(frozen=True, slots=True)
class TableState:
    """All that the table loop knows, at one number."""

    seq: int
    """The number of the newest entry in the journal; 0 before the first."""
    game: str | None
    """The name of the game in the journal; None before anything happened."""
    hanchan: Hanchan
    last_kyoku: Kyoku | None = None
    """The kyoku that ended last in this game, as it ended; None before the first."""
    sources: tuple[SourceChanged, ...] = ()
    """What each source said last, by name."""
    warnings: tuple[TableWarning, ...] = ()
    """Those of this kyoku, the newest last."""
