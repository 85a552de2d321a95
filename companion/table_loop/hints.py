"""What the scribe says of a hand beside its questions: a press, the wall or the indicator seems to be wrong.

A hint is a warning that nobody waives. It ends with its hand, if not before:

* a press: as soon as its player moves, whoever writes that;
* the indicator: once the camera sees otherwise, or somebody enters the kan or the flip;
* the wall: once the camera sees otherwise.

Where nobody follows the turns, nothing is said of presses and of the wall.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from companion.journal import Entry
from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.table_state import TableWarning

__all__ = ["EARLY", "WALL", "is_hint", "not_seen", "still_holds"]

NOT_SEEN: Final = "press_not_seen"
"""The code of the warning that a key was pressed and the table does not show it; pages supply the words."""
EARLY: Final = TableWarning(Reason.INDICATOR_TOO_EARLY.value, Reason.INDICATOR_TOO_EARLY.sentence)
WALL: Final = TableWarning(
    "wall_differs", "The wall on the table is not as long as the screen says: something was not entered."
)
_OF_PLAY: Final = get_args(KyokuFact)


def not_seen(seat: Seat, sentence: str) -> TableWarning:
    """The warning that nothing is seen of this player's press."""
    return TableWarning(NOT_SEEN, sentence, seat=seat)


def is_hint(one: TableWarning) -> bool:
    """Whether the scribe has said it, rather than a rule or the table."""
    return one.code == NOT_SEEN or one in (EARLY, WALL)


def still_holds(
    hint: TableWarning, before: Sequence[Entry], after: Sequence[Entry], kyoku: Kyoku | None
) -> bool:
    """Whether a hint is still true once something of its hand was written.

    `before` and `after` are the hand then and now, its deal first, and `kyoku` is the hand on the table now.
    """
    if kyoku is None:
        return False
    if hint.code != NOT_SEEN:
        return hint == EARLY or not kyoku.is_unfollowed
    is_open = not kyoku.is_over and not kyoku.is_unfollowed
    return is_open and _moves(before, hint.seat) == _moves(after, hint.seat)


def _moves(hand: Sequence[Entry], seat: Seat | None) -> list[object]:
    """What this player has done in the hand, as it is written."""
    facts = (entry.fact for entry in hand[1:])
    return [fact for fact in facts if isinstance(fact, _OF_PLAY) and getattr(fact, "seat", None) == seat]
