"""Whether anything at a table is in doubt, so that no player's clock may run. Pure; it only looks."""

from __future__ import annotations

from typing import Final

from companion.evidence import SourceState
from companion.riichi.kyoku import Phase
from companion.table_state import TableState

__all__ = ["REACHES_BACK", "doubt_in"]

REACHES_BACK: Final = frozenset({"question", "refused", "source"})
"""Something was missed before anybody noticed it: nothing is certain since the newest discard or call."""
_HARMLESS: Final = frozenset({"camera_fit", "camera_shown"})
"""What a camera says while it sees everything."""
_TELL_NO_PLAY: Final = frozenset(
    {"archive", "copies", "disk", "clock", "tape", "evening", "club", "pretend camera"},
)
"""Sources that never tell what happens in a hand: whatever they say, the play is certain."""


def doubt_in(state: TableState) -> str:
    """Why no clock may run now; empty where one may. The codes are stable, and pages have the words."""
    hanchan, kyoku = state.hanchan, state.hanchan.kyoku
    if kyoku is None or kyoku.is_over or hanchan.is_closed:
        return "no_hand"
    if kyoku.phase is Phase.UNFOLLOWED:
        return "unfollowed"
    if hanchan.sitting.is_paused:
        return "paused"
    if any(one.state is SourceState.DOWN and one.name not in _TELL_NO_PLAY for one in state.sources):
        return "source"
    if state.questions:
        return "question"
    spoken = [each for each in state.notices if each.name not in _TELL_NO_PLAY]
    said = [notice for each in spoken for notice in each.notices if notice.code not in _HARMLESS]
    if any(notice.is_question for notice in said):
        return "asked"
    if said:
        return "refused"
    return "deciding" if any(each.is_deciding for each in spoken) else ""
