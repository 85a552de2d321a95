"""What each player may do at this moment, and why not, as far as the table can see."""

from __future__ import annotations

from companion.riichi.calls import Action, rulings
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import seats

ALLOWED = ""
MayView = tuple[dict[str, str], ...]
"""By seat: each action of the moment, with "" if it is allowed, else the code of the reason."""


def may_view(kyoku: Kyoku | None) -> MayView:
    """What the moment offers each seat, without discards: whoever holds one tile too many may discard."""
    if kyoku is None:
        return ()
    return tuple(
        {
            ruling.action.value: ALLOWED if ruling.reason is None else ruling.reason.value
            for ruling in rulings(kyoku, seat)
            if ruling.action is not Action.DISCARD
        }
        for seat in seats(kyoku.rules.players)
    )
