"""The standing hands, each in its player's own order (手牌). Faces are known elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from companion.pretend.painting.things import Pose
from companion.pretend.stage import places
from companion.riichi.seats import Seat

__all__ = ["StandingHands"]


class StandingHands:
    """Every hand, left to right; a tile drawn last stands apart."""

    def __init__(self, hands: Sequence[Sequence[int]], sides: Sequence[int]) -> None:
        self._order = [list(hand) for hand in hands]
        self._sides = sides

    def of(self, seat: Seat) -> tuple[int, ...]:
        """The tiles of a hand as they stand."""
        return tuple(self._order[seat])

    def take_in(self, seat: Seat, piece: int) -> Pose:
        """Add a drawn tile to a hand; returns where it stands (自摸)."""
        self._order[seat].append(piece)
        return self.poses(seat)[piece]

    def poses(self, seat: Seat) -> dict[int, Pose]:
        """Where the tiles of a hand are now."""
        order = self._order[seat]
        poses = places.standing(self._sides[seat], len(order), has_drawn=len(order) % 3 == 2)
        return dict(zip(order, poses, strict=True))

    def without(self, seat: Seat, pieces: tuple[int, ...]) -> dict[int, Pose]:
        """The hand after some tiles have left it: the drawn one fills the first gap, the others close up."""
        order = self._order[seat]
        last = order[-1]
        if len(order) % 3 == 2 and last not in pieces and pieces[0] in order:
            order[order.index(pieces[0])] = last
            order.pop()
        self._order[seat] = [piece for piece in order if piece not in pieces]
        return self.poses(seat)
