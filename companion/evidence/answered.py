"""The answer to a command: it was done, or why not. The pages have the words for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.riichi.facts import Fact
from companion.riichi.reasons import Reason

__all__ = [
    "Answer",
    "Done",
    "Refusal",
    "Refused",
]


class Refusal(StrEnum):
    """Why a command was not done; pages and other programs get these codes."""

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
    """The game that is being played has to be finished first."""
    NO_GAME = "no_game"
    NO_SUCH_GAME = "no_such_game"
    """The journal has no game of that name."""
    FEED_PLAYS = "feed_plays"
    """A record or the pretend table plays, and nobody can tell it anything."""
    NO_SUCH_QUESTION = "no_such_question"
    """The question has been answered, has changed, or is no longer asked."""
    NOTHING_TO_SEE = "nothing_to_see"
    """No such reminder stands."""
    TURN_UNKNOWN = "turn_unknown"
    """To follow the turns again, somebody has to say whose turn it is and how many tiles are left."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NOTHING_TO_WAIVE = "nothing_to_waive"
    """No such warning stands, or it is one that nobody can waive."""
    STILL_REFUSED = "still_refused"
    """Another rule forbids the fact too; its warning stands now."""
    JOURNAL_DOWN = "journal_down"
    """The command could not be written, so it was not done; it may be asked again."""
    STOPPED = "stopped"
    """The companion is stopping."""


@dataclass(frozen=True, slots=True)
class Done:
    """The command was done, and what it wrote is on the disk."""

    seq: int
    """The number of the last entry that it wrote; if it wrote none, of the newest entry at the table."""
    overruled: tuple[Fact, ...] = ()
    """Calls and wins that were told before and no longer count, because this one takes priority over them."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was not done; nothing was written."""

    reason: Refusal
    because: Reason | None = None
    """The rule that refuses the fact, if a rule does."""
    sentence: str = ""
    """Details in English, where the reason alone does not say enough."""
    entry: int | None = None
    """The number of the entry that could not be followed, if there is one."""


Answer = Done | Refused
