"""One reach of a hand as a value: which tiles it carries, and what can be seen at each moment. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import pi, sin

from companion.pretend.painting.things import Hand, Moving, Pose, StageTile, Stick
from companion.pretend.stage.places import place

REACHED, LAID = 0.32, 0.72
"""The shares of a stroke's time by which the hand has arrived, and has laid down what it carries."""
LIFT = 34.0
"""How high a tile is lifted on its way, in millimetres."""


@dataclass(frozen=True, slots=True)
class Carry:
    """One tile on its way."""

    piece: int
    start: Pose
    end: Pose

    def pose(self, share: float) -> Pose:
        """Where it is after this share of the way."""
        a, b = self.start, self.end
        turn = (b.turn - a.turn + pi) % (2 * pi) - pi
        return Pose(
            a.x + (b.x - a.x) * share,
            a.y + (b.y - a.y) * share,
            a.z + (b.z - a.z) * share + LIFT * sin(pi * share),
            a.turn + turn * share,
            a.stance if share < 0.5 else b.stance,
        )


@dataclass(frozen=True, slots=True)
class Stroke:
    """One reach of a hand over the table, or of all hands at once."""

    seconds: float
    """How long it takes people."""
    side: int | None = None
    """Whose hand; None: everybody's, as when tiles are mixed."""
    carries: tuple[Carry, ...] = ()
    settles: dict[int, Pose | None] = field(default_factory=dict)
    """Where other tiles are once the hand has laid down what it carries; None: off the table."""
    sticks: tuple[tuple[int, Stick], ...] = ()
    """The riichi sticks that it lays (立直棒): whose, and where."""
    takes_sticks: bool = False
    lingering: int | None = None
    """The side whose hand is still over the table when this stroke begins."""
    sitting: tuple[int, ...] = (0, 1, 2, 3)
    """The sides at which somebody sits."""

    def moment(self, share: float, labels: dict[int, str]) -> Moving:
        """What can be seen moving when this share of the time has passed."""
        if self.side is None:
            return Moving(hands=tuple(_mixing(side, share) for side in self.sitting))
        on_way = min(1.0, max(0.0, (share - REACHED) / (LAID - REACHED)))
        carried = () if share >= LAID else self.carries
        tiles = tuple(StageTile(labels[one.piece], one.pose(on_way)) for one in carried)
        hands: tuple[Hand, ...] = (self._hand(share, on_way),)
        if self.lingering is not None and share < LAID:
            spot = place(self.lingering, 20, 150 + 420 * max(0.0, share - REACHED))
            hands = (Hand(self.lingering, spot.x, spot.y), *hands)
        return Moving(tiles, hands)

    def _hand(self, share: float, on_way: float) -> Hand:
        """Where the hand is: it goes to what it takes, to where it lays that, and back."""
        home = place(self.side or 0, 70, 520)
        begin, end = self._from_to()
        if share < REACHED:
            here = _between(home, begin, share / REACHED)
        elif share < LAID:
            here = _between(begin, end, on_way)
        else:
            here = _between(end, home, (share - LAID) / (1 - LAID))
        return Hand(self.side or 0, here.x, here.y, 22 + LIFT * sin(pi * on_way))

    def _from_to(self) -> tuple[Pose, Pose]:
        if self.carries:
            return _middle([one.start for one in self.carries]), _middle([one.end for one in self.carries])
        if self.sticks:
            lying = self.sticks[0][1]
            return place(self.side or 0, 120, 380), Pose(lying.x, lying.y)
        return place(self.side or 0, 0, 300), place(self.side or 0, 0, 200)


def _mixing(side: int, share: float) -> Hand:
    """A hand that goes to and fro over the table while tiles are mixed, or walls are built."""
    around = place(side, 90 * sin(2 * pi * share * 2 + side), 140 + 380 * abs(2 * share - 1))
    return Hand(side, around.x, around.y, 30)


def _between(one: Pose, other: Pose, share: float) -> Pose:
    return replace(one, x=one.x + (other.x - one.x) * share, y=one.y + (other.y - one.y) * share)


def _middle(poses: list[Pose]) -> Pose:
    count = len(poses)
    return Pose(sum(pose.x for pose in poses) / count, sum(pose.y for pose in poses) / count)
