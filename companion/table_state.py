"""The table at one moment, as the one writer gives it to every reader. Frozen; nothing here changes it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.evidence import Depth, FactObserved, NoticesChanged, Refused, SourceChanged
from companion.riichi.facts import ChiCalled, DaiminkanCalled, Fact, PonCalled
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile

__all__ = [
    "CallTold",
    "Difference",
    "KyokuChange",
    "OpenChoice",
    "OpenQuestion",
    "Preview",
    "SeenReminder",
    "TableState",
    "TableWarning",
    "Undoes",
    "Zone",
]

SeenReminder = tuple[str, int | None, tuple[tuple[str, int | str | bool], ...]]
"""A reminder that somebody has seen: its code, seat and values. With other values it is another reminder."""


@dataclass(frozen=True, slots=True)
class Undoes:
    """What an undo would take back."""

    kind: str
    """The name of a fact, `Correction`, or empty where there is no word for it."""
    seat: Seat | None
    """Whose it was; None: the whole table's."""


@dataclass(frozen=True, slots=True)
class TableWarning:
    """Something was reported that was not written down, or could not be followed."""

    code: str
    """Stable: a `Reason` of the rules, or a code of the table's own.

    `journal_cut`, `journal_restored`, `own_fault`, `press_not_seen`, `taken_over` or `wall_differs`.
    """
    sentence: str
    """In English; pages translate by the code."""
    refused: tuple[FactObserved, ...] = ()
    """What was not written, where the table may still allow it: the refused fact and what came with it."""
    waived: tuple[Reason, ...] = ()
    """The rules that the table has already waived for it."""
    seat: Seat | None = None
    """Whom it is about; None: the whole table."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """One answer to a question: what is taken back, and what is told instead."""

    facts: tuple[Fact, ...]
    replaces: int = 0
    """How many of the kyoku's newest facts are taken back first."""
    news: tuple[Fact, ...] = ()
    """Those of `facts` that have not been told already."""
    goes: tuple[Fact, ...] = ()
    """The facts that stand now and no longer would."""


class Zone(StrEnum):
    """A part of the table: a stable code; the pages supply the words."""

    RIVER = "river"
    MELDS = "melds"
    INDICATORS = "indicators"
    ASIDE = "aside"
    """Norths set aside (北抜き)."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One zone that is not as it is written. A tile that nobody knows or can read is None."""

    zone: Zone
    seat: Seat | None
    """None: the indicators, which are nobody's."""
    missing: tuple[Tile | None, ...] = ()
    """Written, and not seen there."""
    extra: tuple[Tile | None, ...] = ()
    """Seen there, and not written."""
    other: tuple[tuple[Tile | None, Tile | None], ...] = ()
    """Tiles that differ in one place: as written, and as seen."""
    places: tuple[int, ...] = ()
    """Where in the zone those of `other` lie, from 0."""

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.other)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What the scribe asks the table now."""

    number: int
    """By which it is answered; a question that changes gets a new one."""
    code: str
    """Stable; pages have the words."""
    seat: Seat | None
    """Whom it is about; None: the whole table."""
    choices: tuple[OpenChoice, ...]
    """The likeliest first."""
    crop: int = 0
    """The number of the picture that caused it; 0 where there is none."""
    tile: Tile | None = None
    differences: tuple[Difference, ...] = ()
    place: str = ""
    """Where it came up: as long as only its answers change, people have heard of it."""


@dataclass(frozen=True, slots=True)
class CallTold:
    """A call that somebody told just now; for a while another may take priority, if nothing follows it."""

    call: ChiCalled | PonCalled | DaiminkanCalled
    before: Kyoku
    """The kyoku before the call, when everybody could still claim its tile."""
    until_ns: int
    """Until when another call may take priority, by the monotonic clock."""


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything that the table loop shows, as of one journal entry."""

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
    notices: tuple[NoticesChanged, ...] = ()
    """What each source has to say to players now, by name."""
    depth: Depth | None = None
    """How closely the kyoku is kept, where somebody said so."""
    can_undo: bool = False
    """Whether there is something to take back."""
    undoes: Undoes | None = None
    """What an undo would take back, if there is anything."""
    can_redo: bool = False
    """Whether what was taken back last can be told again."""
    seen: frozenset[SeenReminder] = frozenset()
    """The reminders that somebody has seen; each for as long as it stands."""
    questions: tuple[OpenQuestion, ...] = ()
    """What is asked: about tiles, then riichi, then what happened, and last about the whole table."""
    claimed: CallTold | None = None
    """The call that was told last, as long as another one may take priority over it."""


@dataclass(frozen=True, slots=True)
class KyokuChange:
    """One kyoku whose points a command would change."""

    kyoku: str
    """Its name, such as `E2-0`."""
    points_before: tuple[int, ...]
    """Empty where the command adds the kyoku."""
    points_after: tuple[int, ...]
    """Empty where the command removes it."""
    was: str = ""
    """Its name so far, where a change to an earlier kyoku renames it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a command would do; nothing of it was done."""

    seq: int
    """The number of the state that it was tried on."""
    hanchan: Hanchan
    """The game as it would be."""
    last_kyoku: Kyoku | None
    changes: tuple[KyokuChange, ...] = ()
    refused: Refused | None = None
