"""What comes in at the table's one door, and what the asker is answered. No deciding happens here.

Evidence is past tense, as everything that a table says: somebody observed, asked, came or went.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.riichi.calls import Action
from companion.riichi.facts import Fact
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile

__all__ = [
    "Answer",
    "AnswerAsked",
    "Cause",
    "Command",
    "CorrectAsked",
    "DealAsked",
    "Depth",
    "DepthAsked",
    "Done",
    "Evidence",
    "FactObserved",
    "FinishAsked",
    "Notice",
    "NoticesChanged",
    "RedoAsked",
    "Refusal",
    "Refused",
    "Request",
    "Said",
    "SeenAsked",
    "SourceChanged",
    "SourceState",
    "StartAsked",
    "TapAsked",
    "TellAsked",
    "UndoAsked",
    "WaiveAsked",
]


class Cause(StrEnum):
    """By what we came to know a fact."""

    RECORD = "record"
    """A recorded game is played."""
    PRETEND = "pretend"
    """The pretend table plays by itself."""
    PERSON = "person"
    """Somebody said so on a page."""
    PANEL = "panel"
    """Somebody pressed a button at the table."""
    CAMERA = "camera"
    """The camera saw it."""
    JOURNAL = "journal"
    """The journal itself: what could not be followed was set aside."""


class SourceState(StrEnum):
    """How a source of evidence does."""

    UP = "up"
    DOWN = "down"
    ENDED = "ended"
    """It has said all that it had to say: a record that is over."""


@dataclass(frozen=True, slots=True)
class FactObserved:
    """Somebody or something saw a fact happen at the table."""

    fact: Fact
    because: Cause
    at_ns: int
    """When it happened, by the monotonic clock at the source."""


class Depth(StrEnum):
    """How closely a kyoku is kept; it may change in mid-hand."""

    POINTS = "points"
    """Riichi, kans and results alone; nobody follows the turns."""
    COUNTING = "counting"
    """And each discard and call, so that the wall is counted; the tiles are not told."""
    FULL = "full"
    """And which tiles they were."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one tap or one press says: who did what, and as much of the tiles as is known."""

    seat: Seat
    action: Action
    tile: Tile | None = None
    """The tile discarded, called, won on, or of the kan."""
    own: tuple[Tile | None, ...] = ()
    """The tiles shown from the own hand; none where they are not known."""
    giver: Seat | None = None
    """From whom; None where the table knows it anyway, or nobody does."""
    is_open: bool = False
    """オープン立直 The riichi is an open one."""
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """What every command has: its name, what the asker was looking at, and who asked."""

    command_id: str
    """Made by the asker. The same id is the same command: it is done once and answered alike."""
    expected_seq: int | None
    """The number of the state that the asker was looking at; None: whatever is true now."""
    by: str
    """Who asked, for the people who read the journal."""


@dataclass(frozen=True, slots=True)
class UndoAsked(Request):
    """Somebody asked to take back the newest tap, or the newest fact that came without one."""


@dataclass(frozen=True, slots=True)
class RedoAsked(Request):
    """Somebody asked to tell again what was taken back last."""


@dataclass(frozen=True, slots=True)
class WaiveAsked(Request):
    """The table said "house rule: allowed" to a fact that the rules had refused."""

    reason: str
    """The code of the warning that is waived."""


@dataclass(frozen=True, slots=True)
class StartAsked(Request):
    """People sat down to a new game."""

    names: tuple[str, ...]
    """By seat; an empty name is shown as the wind."""
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class DealAsked(Request):
    """The next kyoku was dealt. What is None is as the rules say."""

    depth: Depth
    round_wind: Wind | None = None
    dealer: Seat | None = None
    honba: int | None = None
    kyoutaku: int | None = None
    points: tuple[int, ...] | None = None
    indicator: Tile | None = None
    is_indicator_open: bool = True
    """Whether the first indicator lies open; `indicator` None then means that nobody told which it is."""


@dataclass(frozen=True, slots=True)
class TapAsked(Request):
    """Somebody tapped or pressed what a player did."""

    said: Said
    because: Cause = Cause.PERSON


@dataclass(frozen=True, slots=True)
class TellAsked(Request):
    """Somebody told facts in full, such as a result."""

    facts: tuple[Fact, ...]
    because: Cause = Cause.PERSON


@dataclass(frozen=True, slots=True)
class DepthAsked(Request):
    """The kyoku is kept more or less closely from here on."""

    depth: Depth
    turn: Seat | None = None
    """Who draws next, where nobody has followed the turns so far."""
    live: int | None = None
    """How many tiles are left to draw, likewise."""


@dataclass(frozen=True, slots=True)
class CorrectAsked(Request):
    """Something in the past was told wrong: entries go, facts come in their place."""

    retracts: tuple[int, ...]
    facts: tuple[Fact, ...]
    before: int | None = None
    """The entry before which the facts stand; None: after all others."""
    by_rules: bool = False
    """Later deals that were as the rules say are so again; else they stay as the table played them."""
    deal: DealAsked | None = None
    """The facts are those of a whole kyoku, which was dealt like this."""


@dataclass(frozen=True, slots=True)
class FinishAsked(Request):
    """People end the game."""


@dataclass(frozen=True, slots=True)
class SeenAsked(Request):
    """Somebody has seen a reminder."""

    code: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class AnswerAsked(Request):
    """Somebody answered a question of the scribe."""

    question: int
    """Its number. A question that has not changed since may be answered whatever else was told meanwhile."""
    choice: int
    """From 0, the likeliest; one more than there are: none of them, leave it as it is."""
    because: Cause = Cause.PERSON


@dataclass(frozen=True, slots=True)
class SourceChanged:
    """A source of evidence came, went, or ended; also how it is shown until it changes again."""

    name: str
    state: SourceState
    note: str = ""
    """One sentence for the person at the table, or nothing."""
    code: str = ""
    """Stable: what `note` says, where pages have words of their own for it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a source has to say to a player: a question, or why a press meant nothing."""

    code: str
    """Stable: a `Reason` of the rules, or one of the source's own; pages have the words."""
    seat: Seat | None = None
    is_question: bool = False
    """Whether somebody has to answer it."""


@dataclass(frozen=True, slots=True)
class NoticesChanged:
    """From now on a source has this to say; what it said before is gone."""

    name: str
    notices: tuple[Notice, ...]


Command = (
    UndoAsked
    | RedoAsked
    | WaiveAsked
    | StartAsked
    | DealAsked
    | TapAsked
    | TellAsked
    | DepthAsked
    | CorrectAsked
    | FinishAsked
    | SeenAsked
    | AnswerAsked
)
"""What a person asks for and is answered."""

Evidence = FactObserved | Command | SourceChanged | NoticesChanged


class Refusal(StrEnum):
    """Why a command was not done; the codes that cross to pages and programs."""

    STALE = "stale"
    """The table has moved on since the asker looked."""
    REFUSED = "refused"
    """The rules refuse the fact; `because` says why."""
    CANNOT_FOLLOW = "cannot_follow"
    """With the correction, something that was told later would become impossible."""
    CANNOT_VALUE = "cannot_value"
    """The hand that was shown cannot be valued."""
    VALUE_MISSING = "value_missing"
    """A hand was won and nobody has said what it is worth, so nothing can be paid."""
    NO_SUCH_ENTRY = "no_such_entry"
    """The correction names an entry that does not count in this game."""
    NOTHING_CHANGES = "nothing_changes"
    GAME_RUNNING = "game_running"
    """A new game begins when the running one is finished."""
    NO_GAME = "no_game"
    NO_SUCH_GAME = "no_such_game"
    """The journal has no game of that name."""
    FEED_PLAYS = "feed_plays"
    """A record or the pretend table plays; people only look on."""
    NO_SUCH_QUESTION = "no_such_question"
    """The question has been answered, has gone by itself, or is another one now."""
    NOTHING_TO_SEE = "nothing_to_see"
    """No such reminder stands."""
    TURN_UNKNOWN = "turn_unknown"
    """To follow the turns again one has to say whose it is, and how many tiles are left."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NOTHING_TO_WAIVE = "nothing_to_waive"
    """No such warning stands, or it is one that nobody can waive."""
    STILL_REFUSED = "still_refused"
    """Another rule forbids the fact too; its warning stands now."""
    JOURNAL_DOWN = "journal_down"
    """It could not be written, so it was not done; asking again is right."""
    STOPPED = "stopped"
    """The companion is stopping."""


@dataclass(frozen=True, slots=True)
class Done:
    """The command was done and is on the disk."""

    seq: int
    """The number of the last entry that it wrote."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was not done; nothing was written."""

    reason: Refusal
    because: Reason | None = None
    """The rule that refuses the fact, where it is one."""
    sentence: str = ""
    """What exactly, in English, where there is more to say than the reason does."""
    entry: int | None = None
    """The number of the entry that could not be followed, where it is one."""


Answer = Done | Refused
