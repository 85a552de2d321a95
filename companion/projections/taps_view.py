"""What one tap could enter now, for each seat, together with what must have happened unseen before it.

At a table without a camera nobody enters draws. Whoever draws next has drawn by the time the
discard is entered, so besides what the moment offers (`may_view`) each tap is tried on the table as
it will be.
"""

from __future__ import annotations

from functools import reduce

from companion.evidence import Depth
from companion.riichi.apply import apply
from companion.riichi.calls import refusal, rulings, takes_precedence
from companion.riichi.draws import may_be_nagashi
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Drawn, KyokuFact, RinshanDrawn, Ryuukyoku, RyuukyokuKind
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat, seats
from companion.riichi.unseen import completed
from companion.table_state import CallTold, TableState

ALLOWED = ""
TapsView = tuple[dict[str, str], ...]
"""By seat: each tap with "" if it can be entered now, else the code of the reason."""


def taps_view(kyoku: Kyoku | None, claimed: CallTold | None = None) -> TapsView:
    """Every tap that the moment offers each seat, with the reason if it is refused.

    Right after a call these include the claims that take precedence over it.
    """
    if kyoku is None or kyoku.phase is Phase.ENDED:
        return ()
    moved = _at_the_next_turn(kyoku)
    return tuple(
        _taps(kyoku, moved, seat) | ({} if claimed is None else _with_precedence(claimed, seat))
        for seat in seats(kyoku.rules.players)
    )


def _with_precedence(claimed: CallTold, seat: Seat) -> dict[str, str]:
    if seat == claimed.call.seat:
        return {}
    return {
        ruling.action.value: ALLOWED
        for ruling in rulings(claimed.before, seat)
        if ruling.facts and takes_precedence(ruling.facts[0], claimed.call)
    }


def _taps(kyoku: Kyoku, moved: Kyoku | None, seat: Seat) -> dict[str, str]:
    found = _ruled(kyoku, seat)
    if moved is not None and seat == kyoku.turn:
        found |= {action: reason for action, reason in _ruled(moved, seat).items() if action not in found}
    return found


def _ruled(kyoku: Kyoku, seat: Seat) -> dict[str, str]:
    return {
        ruling.action.value: ALLOWED if ruling.reason is None else ruling.reason.value
        for ruling in rulings(kyoku, seat)
    }


def _at_the_next_turn(kyoku: Kyoku) -> Kyoku | None:
    """The table once the next player has drawn; None if nobody draws next or may draw."""
    fact: KyokuFact
    if kyoku.phase is Phase.TO_DRAW:
        fact = Drawn(kyoku.turn)
    elif kyoku.phase is Phase.TO_REPLACE:
        fact = RinshanDrawn(kyoku.turn)
    else:
        return None
    try:
        return reduce(apply, completed(kyoku, fact), kyoku)
    except IllegalFactError:
        return None


def draws_view(kyoku: Kyoku | None) -> dict[str, str]:
    """Every draw that these rules play, with "" if it can be entered now, else the reason's code (流局).

    Nagashi mangan is left out while nobody can have it; once the kyoku has its result, all are.
    """
    if kyoku is None or kyoku.is_over:
        return {}
    return {
        kind.value: reason
        for kind in RyuukyokuKind
        if (reason := _draw_reason(kyoku, kind)) not in ("draw_not_in_rules", "not_nagashi")
    }


def _draw_reason(kyoku: Kyoku, kind: RyuukyokuKind) -> str:
    everybody = seats(kyoku.rules.players)
    # While the turns are not followed, anybody may have declared it.
    is_by_turn = kind is RyuukyokuKind.KYUUSHU_KYUUHAI and not kyoku.is_unfollowed
    is_nagashi = kind is RyuukyokuKind.NAGASHI_MANGAN
    nagashi = tuple(seat for seat in everybody if is_nagashi and may_be_nagashi(kyoku, seat))
    if is_nagashi and not nagashi:
        return Reason.NOT_NAGASHI.value  # however many tiles are left
    fact = Ryuukyoku(
        kind,
        tenpai=tuple(seat for seat in everybody if kyoku.players[seat].must_show),
        nagashi=nagashi,
        by=kyoku.turn if is_by_turn else None,
    )
    try:
        *unseen, _ = completed(kyoku, fact)
        reason = refusal(reduce(apply, unseen, kyoku), fact)
    except IllegalFactError as error:
        reason = error.reason
    return ALLOWED if reason is None else reason.value


def depth_of(state: TableState) -> str | None:
    """How closely the kyoku is followed, as a `Depth` value; None without a kyoku if nobody has said how.

    A kyoku is judged by its newest discards where nobody has said it, as in older journals, and where its
    turns are followed again because somebody said "points" and took it back.
    """
    kyoku = state.hanchan.kyoku
    if kyoku is not None and kyoku.is_unfollowed:
        return Depth.POINTS.value
    if state.depth is not None and (kyoku is None or state.depth is not Depth.POINTS):
        return state.depth.value
    if kyoku is None:
        return None
    newest = [player.discards[-1].tile for player in kyoku.players if player.discards]
    return Depth.FULL.value if any(newest) else Depth.COUNTING.value
