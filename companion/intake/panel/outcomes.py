"""What a press can lead to, as plain values. Nothing is decided or done here."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum

from companion.evidence import Said
from companion.riichi.facts import Ryuukyoku
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.scribe import Pressed
from firmware_bridge.signals import Button, Press, Side

ANSWER_KEYS = (Button.CHI, Button.PON, Button.KAN, Button.RON, Button.TSUMO)
"""The keys that answer a question: the first answer, the second and so on."""


class Trouble(StrEnum):
    """Why a press means nothing, apart from the reasons of the rules; stable codes, worded by the page."""

    NO_GAME = "panel_no_game"
    SIDE_TAKEN = "panel_side_taken"
    NOT_SEATED = "panel_not_seated"
    QUESTION_OPEN = "panel_question_open"
    QUESTION_OVER = "panel_question_over"
    """It would have answered a question that others have ended just before."""
    BETWEEN = "panel_between"
    BETWEEN_BY_PAGE = "panel_between_by_page"
    """The same where the side has no `next`, so that nobody can be ready there by a key."""
    VALUE_MISSING = "panel_value_missing"
    WENT_BEFORE = "panel_went_before"
    NOTHING_TO_UNDO = "panel_nothing_to_undo"
    NOT_DONE = "panel_not_done"
    TOO_LATE = "panel_too_late"
    PRESSES_LOST = "panel_presses_lost"
    NO_CLUB = "panel_no_club"


class News(StrEnum):
    """What a press has done outside the game; stable codes, worded by the page."""

    REFEREE_CALLED = "panel_referee_called"
    REFEREE_CALLED_BEFORE = "panel_referee_called_before"
    """Somebody else's call stands; this one changes nothing."""
    REFEREE_WITHDRAWN = "panel_referee_withdrawn"


class Sign(Enum):
    """A press that tells no fact."""

    WAIT = "wait"
    """Nothing is decided until this side presses again."""
    PASSED = "passed"
    """I call nothing."""
    AGREED = "agreed"
    """What the page shows is right."""
    READY = "ready"
    """The next kyoku may be dealt."""


class Ask(StrEnum):
    """The questions that keys can answer; stable codes, worded by the page."""

    KAN = "panel_ask_kan"
    OPEN_KAN = "panel_ask_open_kan"
    """Where nobody follows the turns, an added kan and an open one are the same."""
    GIVER = "panel_ask_giver"
    GIVER_OF_TWO = "panel_ask_giver_of_two"
    """With three players one side is empty, so the keys go by the turn order and not by the sides."""
    RON_OR_TSUMO = "panel_ask_ron_or_tsumo"
    DRAW = "panel_ask_draw"
    UNDO = "panel_ask_undo"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the newest tap, if the table's newest entry still has this number."""

    seq: int


@dataclass(frozen=True, slots=True)
class LateRiichi:
    """The discard that was just told was a riichi discard."""

    said: Said
    seq: int
    """The number of the newest entry then: nothing told after it may be taken back."""


@dataclass(frozen=True, slots=True)
class SitDown:
    """Who sits where, one letter for each seat."""

    sides: str


@dataclass(frozen=True, slots=True)
class SeeReminder:
    """A player has seen a reminder."""

    code: str
    seat: Seat | None


class Course(Enum):
    """Where the game goes when everybody is ready."""

    DEAL = "deal"
    FINISH = "finish"


@dataclass(frozen=True, slots=True)
class Again:
    """The press is to be heard again once what came before it has been done."""

    press: Press


@dataclass(frozen=True, slots=True)
class Answering:
    """A key answers a question of the scribe."""

    question: int
    choice: int


@dataclass(frozen=True, slots=True)
class ReadAloud:
    """A player asks for a reading of the table by its name: `turn`, `dora`, `points`, `left`, `river.S`."""

    reading: str
    seat: Seat


Doing = (
    Said
    | Ryuukyoku
    | TakeBack
    | LateRiichi
    | SitDown
    | SeeReminder
    | Course
    | Again
    | Answering
    | Pressed
    | ReadAloud
)
"""Something that is to be done now."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be done, and the side of the table that is told if it cannot be."""

    side: Side
    doing: Doing


@dataclass(frozen=True, slots=True)
class Tap:
    """What the press says; a call is held for a moment, as another may take priority over it."""

    doing: Said | LateRiichi
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """The press can mean nothing now."""

    code: Trouble | Reason


@dataclass(frozen=True, slots=True)
class Question:
    """Something that only the player knows, and the key that stands for each answer."""

    ask: Ask
    answers: dict[Button, Doing] = field(default_factory=dict)
    seq: int = 0
    """The number of the newest entry when it was asked."""


Meaning = Tap | Refuse | Question | Sign
