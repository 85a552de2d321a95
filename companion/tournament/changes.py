"""What an organiser can say: each change to a tournament as a value, and as one line of JSON.

Every line ever written stays readable, as in the journal of a table. Tables and rounds are counted from 1,
and so are players, in the order in which they were entered. Moments are UTC in seconds since 1970.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, get_args

from cattrs.errors import BaseValidationError
from cattrs.strategies import configure_tagged_union

from companion.errors import CompanionError
from companion.journal.strict import sentences, strict_converter
from companion.player_clock import PlayerClockSet
from companion.riichi.ruleset import RuleSet, TimeLimit
from companion.tournament.penalty_kind import PenaltyKind

__all__ = [
    "Change",
    "ClockPaused",
    "ClockResumed",
    "CutMade",
    "Entrant",
    "GameChosen",
    "LengthSet",
    "PenaltyGiven",
    "PlayerFixed",
    "PlayerLeft",
    "PlayerRenamed",
    "PlayerReturned",
    "PlayersAdded",
    "PlayersSwapped",
    "Record",
    "RecordCorrupt",
    "ResultTyped",
    "RoundStarted",
    "RoundsSeated",
    "RulesSet",
    "Seats",
    "SpareTookOver",
    "TableGiven",
    "TeamSet",
    "TieBreak",
    "TimeGiven",
    "TimeSet",
    "TitleSet",
    "Undone",
    "decode_record",
    "encode_record",
]

Seats = tuple[int, int, int, int]
"""One table of one round: the numbers of its players, east first."""
TAG: Final = "is"
_MOST_NUMBER: Final = 2**53
_BROKEN: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What reading JSON of another shape may raise."""


class RecordCorrupt(CompanionError, ValueError):
    """A line of the tournament's file cannot be read; the sentence says why."""


class TieBreak(StrEnum):
    """What decides between equal totals."""

    NONE = "none"
    """Nothing: they share the place."""
    PLACES = "places"
    """More first places, then more second ones, and so on."""


@dataclass(frozen=True, slots=True)
class TitleSet:
    """What the evening is called."""

    title: str


@dataclass(frozen=True, slots=True)
class RulesSet:
    """By which rules everybody plays, uma and oka included, and what decides between equal totals."""

    rules: RuleSet
    tie_break: TieBreak = TieBreak.NONE


@dataclass(frozen=True, slots=True)
class LengthSet:
    """How many rounds are played."""

    rounds: int


@dataclass(frozen=True, slots=True)
class TimeSet:
    """How long a round lasts, and what is still played when time is up."""

    minutes: int
    """0: there is no time limit."""
    then: TimeLimit


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who is entered."""

    name: str
    team: str = ""
    is_substitute: bool = False
    """Plays only where somebody is missing, and has no place in the standings."""


@dataclass(frozen=True, slots=True)
class PlayersAdded:
    """People take part. They are numbered in this order, after those entered before."""

    players: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player's name is changed."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class TeamSet:
    """A player belongs to a team; empty: to none."""

    player: int
    team: str


@dataclass(frozen=True, slots=True)
class PlayerFixed:
    """A player always sits at one table; 0: at any."""

    player: int
    table: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player has left and is not seated in rounds that have not begun."""

    player: int


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had left plays again."""

    player: int


@dataclass(frozen=True, slots=True)
class TableGiven:
    """The companion with this id in the club follows a table; empty: none does."""

    table: int
    companion: str


@dataclass(frozen=True, slots=True)
class SpareTookOver:
    """A spare goes on with a companion's journal: its games have the same numbers, and count instead."""

    companion: str
    spare: str


@dataclass(frozen=True, slots=True)
class RoundsSeated:
    """Who sits where from round `first` on, by round and table; none of these rounds has begun."""

    first: int
    rounds: tuple[tuple[Seats, ...], ...]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round begins, and its clock starts."""

    round: int
    at: float
    newest: tuple[tuple[str, int], ...] = ()
    """By companion: its newest game that belongs to an earlier round, or to none."""


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The clock of the round stands still."""

    at: float


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clock of the round goes on."""

    at: float


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """One table (0: all) gets more time in the round being played, or less if `minutes` is below 0."""

    table: int
    minutes: int


@dataclass(frozen=True, slots=True)
class PlayersSwapped:
    """In one round two people sat, or will sit, in each other's places. One of them may have had none."""

    round: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A player is penalised, and may lose points from the total. It changes no hand at a table."""

    player: int
    points: int
    """As at the table: 20,000 are 20.0 of the total. 0: nothing is taken, or the table takes it itself."""
    reason: str = ""
    round: int = 0
    """The round in which it was given; 0: none."""
    kind: PenaltyKind = PenaltyKind.POINTS


@dataclass(frozen=True, slots=True)
class GameChosen:
    """Which game of which companion counts for a table in a round, where several could."""

    round: int
    table: int
    companion: str
    game: int


@dataclass(frozen=True, slots=True)
class ResultTyped:
    """The final points of a table, typed instead of taken from a game: by seat, before uma and oka."""

    round: int
    table: int
    points: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class CutMade:
    """After a round only these players go on; a percentage of their totals goes with them."""

    after: int
    players: tuple[int, ...]
    carried: int
    """Percent of the total, 0 to 100."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A change no longer counts; an undone `Undone` brings it back."""

    revision: int


Change = (
    TitleSet
    | RulesSet
    | LengthSet
    | TimeSet
    | PlayerClockSet
    | PlayersAdded
    | PlayerRenamed
    | TeamSet
    | PlayerFixed
    | PlayerLeft
    | PlayerReturned
    | TableGiven
    | SpareTookOver
    | RoundsSeated
    | RoundStarted
    | ClockPaused
    | ClockResumed
    | TimeGiven
    | PlayersSwapped
    | PenaltyGiven
    | GameChosen
    | ResultTyped
    | CutMade
    | Undone
)


@dataclass(frozen=True, slots=True)
class Record:
    """A change as it was written."""

    revision: int
    """Counted from 1."""
    at: float
    change: Change
    by: str = ""
    """The id of the device that told it, or `own` for the hub's own screen; empty where nobody noted it."""


_KINDS: Final = {kind.__name__: kind for kind in get_args(Change)}
_CONVERTER: Final = strict_converter()
_CONVERTER.register_structure_hook(float, lambda value, _: _moment(value))
configure_tagged_union(Change, _CONVERTER, tag_name=TAG)


def encode_record(record: Record) -> str:
    """One line of JSON, without the newline.

    >>> encode_record(Record(3, 0.0, LengthSet(4)))
    '{"revision":3,"at":0.0,"change":{"rounds":4,"is":"LengthSet"}}'
    """
    told = {name: one for name, one in _CONVERTER.unstructure(record).items() if name != "by" or one}
    return json.dumps(told, separators=(",", ":"), allow_nan=False)


def decode_record(line: str) -> Record:
    """Read one line. Raises RecordCorrupt."""
    try:
        kind = (told := json.loads(line))["change"][TAG]
        if type(kind) is not str or kind not in _KINDS:
            raise ValueError(
                f"{str(kind)[:40]!r} is not a kind of change; a newer companion may have written it"
            )
        return _CONVERTER.structure(told, Record)
    except (BaseValidationError, *_BROKEN) as failure:
        raise RecordCorrupt(f"this change cannot be read: {sentences(failure)}") from failure


def _moment(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < _MOST_NUMBER:
        raise ValueError(f"{str(value)[:40]} is not a moment")
    return float(value)
