"""What the scribe says of a hand beside its questions: a press, the wall or the indicator seems to be wrong.

A hint is a warning that nobody waives. It ends with its hand, if not before:

* a press: as soon as its player moves, whoever writes that;
* the indicator: once the camera sees otherwise, or somebody enters the kan or the flip;
* the wall: once the camera sees otherwise.

Where nobody follows the turns, nothing is said of presses and of the wall.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from companion.journal import Entry
from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.table_state import TableWarning

__all__ = ["EARLY", "WALL", "hints_left", "not_seen"]

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


def hints_left(
    warnings: Iterable[TableWarning],
    known: Sequence[TableWarning],
    before: Sequence[Entry],
    after: Sequence[Entry],
    kyoku: Kyoku | None,
) -> tuple[TableWarning, ...]:
    """The warnings that are still true once something was written.

    `known` stood before. `before` and `after` are the newest hand then and now, its deal first, and `kyoku`
    is the hand on the table now.
    """
    is_there = _is_same_hand(before, after)

    def stands(one: TableWarning) -> bool:
        if not _is_hint(one) or not any(one is other for other in known):
            return True
        if kyoku is None or not is_there:
            return False
        if one.code != NOT_SEEN:
            return one == EARLY or not kyoku.is_unfollowed
        is_open = not kyoku.is_over and not kyoku.is_unfollowed
        return is_open and _moves(before, one.seat) == _moves(after, one.seat)

    return tuple(one for one in warnings if stands(one))


def _is_hint(one: TableWarning) -> bool:
    return one.code == NOT_SEEN or one in (EARLY, WALL)


def _is_same_hand(before: Sequence[Entry], after: Sequence[Entry]) -> bool:
    """Whether both are of one deal; a correction writes the deal anew, as of the same moment."""
    return bool(before and after) and before[0].at == after[0].at


def _moves(hand: Sequence[Entry], seat: Seat | None) -> list[object]:
    """What this player has done in the hand, as it is written."""
    facts = (entry.fact for entry in hand[1:])
    return [fact for fact in facts if isinstance(fact, _OF_PLAY) and getattr(fact, "seat", None) == seat]
