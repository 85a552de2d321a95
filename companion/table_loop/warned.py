"""Which warnings of a hand still stand once something was written: each as long as it is true, and no longer.

* A hint of the scribe ends as `hints` says.
* What a rule refused and people may still allow ends once that rule would no longer refuse it.
* Any other refusal ends once something of the hand is taken back or corrected: the table on which it was
  refused is gone.

All of these end with their hand, also where an undo leads back to an earlier one. What the table says of
itself, such as of its journal, stands until the next deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.journal import Entry
from companion.riichi.errors import IllegalFactError
from companion.riichi.reasons import Reason
from companion.scoring import ScoringError
from companion.table_loop.desk import Desk, Moment
from companion.table_loop.following import OWN_FAULT, Sketch, followed_by_person
from companion.table_loop.hints import is_hint, still_holds
from companion.table_state import TableState, TableWarning

__all__ = ["without_old_warnings"]

_REASONS: Final = frozenset(reason.value for reason in Reason)


def without_old_warnings(before: Desk, after: Desk) -> Desk:
    """The desk after something was written, with only those older warnings that are still true."""
    now = Moment(after.entries[-1].at, 0)
    change = _Change(before.newest_hand, after.newest_hand, after.state, now)
    known = before.state.warnings
    left = tuple(
        one for one in after.state.warnings if not any(one is other for other in known) or change.leaves(one)
    )
    return replace(after, state=replace(after.state, warnings=left))


@dataclass(frozen=True, slots=True)
class _Change:
    """The newest hand before and after something was written, its deal first, and the table after it."""

    before: Sequence[Entry]
    after: Sequence[Entry]
    state: TableState
    now: Moment

    def leaves(self, one: TableWarning) -> bool:
        """Whether a warning of before is still true."""
        if not is_hint(one) and one.code not in _REASONS and one.code != OWN_FAULT:
            return True
        if not self._is_same_hand:
            return False
        if is_hint(one):
            return still_holds(one, self.before, self.after, self.state.hanchan.running)
        if one.refused:
            return _is_refused_alike(one, self.state, self.now)
        return self.after[: len(self.before)] == self.before

    @property
    def _is_same_hand(self) -> bool:
        """Whether both are of one deal; a correction writes the deal anew, as of the same moment."""
        return [one.at for one in self.before[:1]] == [one.at for one in self.after[:1]]


def _is_refused_alike(one: TableWarning, state: TableState, now: Moment) -> bool:
    """Whether what was refused would be refused now for the same reason."""
    try:
        followed_by_person(Sketch(state.hanchan, state.last_kyoku), one.refused, "", now, one.waived)
    except IllegalFactError as refusal:
        return refusal.reason.value == one.code
    except ScoringError:
        return False
    return False
