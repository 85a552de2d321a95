"""What the state of the table makes a seat's lamp show, for as long as it lasts. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat, seats
from firmware_bridge.signals import Lamp

__all__ = ["standing_lamps"]


def standing_lamps(kyoku: Kyoku, seat: Seat) -> Iterator[Lamp]:
    """Every look that applies to the seat now; its keys add others, and `showing` picks one of all."""
    if any(win.seat == seat and win.value is None for win in kyoku.wins):
        yield Lamp.FAST
    if kyoku.is_over:
        return
    if kyoku.wall.owed_now > 0 and kyoku.wall.indicators and seat == _flipper(kyoku):
        yield Lamp.DOUBLE
    riichi = kyoku.players[seat].riichi
    if riichi is not None and riichi.is_accepted:
        yield Lamp.STEADY


def _flipper(kyoku: Kyoku) -> Seat | None:
    """Whose kan owes the indicator; None where that is not clear."""
    makers = [seat for seat in seats(kyoku.rules.players) if kyoku.players[seat].kans]
    if len(makers) == 1:
        return makers[0]
    last = kyoku.turn if kyoku.last_discard is None else kyoku.last_discard.seat
    return last if last in makers else None
