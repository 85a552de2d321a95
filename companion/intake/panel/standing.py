"""What the table itself has to say to one seat by its lamp, as long as it stands. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat, seats
from firmware_bridge.signals import Lamp

__all__ = ["standing_lamps"]


def standing_lamps(kyoku: Kyoku, seat: Seat) -> Iterator[Lamp]:
    """All that holds for the seat now; which of it is shown is decided with what its keys have to say."""
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
    """Whose kan owes the indicator, where that is plain."""
    makers = [seat for seat in seats(kyoku.rules.players) if kyoku.players[seat].kans]
    if len(makers) == 1:
        return makers[0]
    last = kyoku.turn if kyoku.last_discard is None else kyoku.last_discard.seat
    return last if last in makers else None
