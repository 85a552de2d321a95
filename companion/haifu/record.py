"""A game record as read: facts, what the record itself claims, and where reading had to stop.

Nothing here knows a format, a file or a rules engine; readers fill these values.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.riichi.facts import Fact
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import Tile


class Unreadable(Exception):
    """The content stops making sense; the text is the sentence for a person."""


class Format(StrEnum):
    """The formats of records that are read."""

    MJLOG = "mjlog"
    TENHOU6 = "tenhou6"
    MJAI = "mjai"


@dataclass(frozen=True, slots=True)
class WinClaim:
    """What a record says about one win. None where it does not say."""

    seat: int
    fu: int | None = None
    han: int | None = None
    """Sum of all han; None for a yakuman."""
    yakuman: int = 0
    yaku: tuple[tuple[str, int], ...] | None = None
    """Codes of `companion.riichi.yaku` and their han (13 for a yakuman)."""
    points: int | None = None
    """What the hand itself pays in all, without honba and sticks."""


@dataclass(frozen=True, slots=True)
class HandClaim:
    """What a record says about the end of one kyoku. None where it does not say."""

    deltas: tuple[int, ...] | None = None
    """Points moved by the result: with the riichi sticks won, but without the sticks paid earlier."""
    points: tuple[int, ...] | None = None
    """Points after the kyoku."""
    indicators: tuple[Tile | None, ...] | None = None
    ura: tuple[Tile, ...] | None = None
    wins: tuple[WinClaim, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact and the number of the record's event it was read from (1 is the first in the file)."""

    fact: Fact
    event: int


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One kyoku: from `KyokuStarted` to `KyokuEnded` unless it breaks off, and the record's own claims.

    If people counted the points after it, `PointsSet` follows.
    """

    facts: tuple[PlacedFact, ...]
    claim: HandClaim


class Fault(StrEnum):
    """What is wrong with a file that is not a whole record; pages have words for each in every language."""

    EMPTY = "empty"
    FOREIGN = "foreign"
    """It is something else: a picture, a web page, a text."""
    ARCHIVE = "archive"
    """It is an archive that has to be unpacked first."""
    ENCODING = "encoding"
    """Its text is not UTF-8."""
    TOO_LARGE = "too_large"
    """It holds more than a game can have, or takes more memory or time than a record may."""
    DAMAGED = "damaged"
    """The packed data or the archive is damaged or breaks off."""
    NO_HAND = "no_hand"
    """A record in which nobody was dealt a tile."""
    NONSENSE = "nonsense"
    """It begins as a record and then makes no sense, or breaks off."""
    UNLAWFUL = "unlawful"
    """It can be read, but something in it is against its rules."""


@dataclass(frozen=True, slots=True)
class ReadingFailure:
    """Where and why reading stopped; what was read until then is kept."""

    message: str
    """One clear sentence."""
    hand: int
    """Number of the hand in the record, from 1; 0 before the first."""
    event: int
    """Number of the event in the file, from 1; 0 if the file could not be opened as a record."""
    fault: Fault = Fault.NONSENSE

    def __str__(self) -> str:
        place = f"hand {self.hand}, event {self.event}: " if self.event else ""
        return f"{place}{self.message}"


@dataclass(frozen=True, slots=True)
class FinalClaim:
    """What a record says about the end of the game, by seat."""

    points: tuple[int, ...]
    scores: tuple[float, ...] | None = None
    """With uma and oka, in thousands."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game as a record tells it."""

    name: str
    format: Format
    rules: RuleSet
    names: tuple[str, ...]
    hands: tuple[RecordedHand, ...] = ()
    final: FinalClaim | None = None
    failure: ReadingFailure | None = None
    is_cut_off: bool = False
    """Whether nothing in it says that the game is over, so hands may be missing at the end."""
