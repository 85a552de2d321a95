"""Whether anything at a table is in doubt, so that no player's clock may run. Pure; it only looks."""

from __future__ import annotations

from typing import Final

from companion.evidence import SourceState
from companion.riichi.kyoku import Phase
from companion.table_state import TableState

__all__ = ["REACHES_BACK", "doubt_in"]

REACHES_BACK: Final = frozenset({"question", "refused", "source"})
"""Something was missed before anybody noticed it: nothing is certain back to the fact that was told last."""
_HARMLESS: Final = frozenset({"camera_fit", "camera_shown"})
"""What a camera says while it sees everything."""


def doubt_in(state: TableState) -> str:
    """Why no clock may run now; empty where one may. The codes are stable, and pages have the words."""
    hanchan, kyoku = state.hanchan, state.hanchan.kyoku
    if kyoku is None or kyoku.is_over or hanchan.is_closed:
        return "no_hand"
    if kyoku.phase is Phase.UNFOLLOWED:
        return "unfollowed"
    if hanchan.sitting.is_paused:
        return "paused"
    if any(source.state is SourceState.DOWN for source in state.sources):
        return "source"
    if state.questions:
        return "question"
    said = [notice for each in state.notices for notice in each.notices if notice.code not in _HARMLESS]
    if any(notice.is_question for notice in said):
        return "asked"
    if said:
        return "refused"
    return "deciding" if any(each.is_deciding for each in state.notices) else ""
