"""Where tiles belong on a table of 70 cm (場所): walls, hands, rivers, melds, what is laid open. Pure.

`right` and `away` are in millimetres, as the player of a side sees them: to the right, and from the middle of
the table towards that player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

from companion.pretend.painting.things import DEEP, HIGH, UNIT_HALF, WIDE, Pose, Stance, Stick
from companion.riichi.melds import LaidTile

GAP = 0.5
ROW = 6
"""How many tiles are laid in a row of a river (捨て牌)."""
STACKS = {4: (17, 17, 17, 17), 3: (14, 13, 14, 13)}
"""The stacks in the wall of each side, by the number of players; three leave 2m to 8m in the box."""
_WALL_AWAY = 212.0
_HAND_RIGHT, _HAND_AWAY = -162.0, 362.0
_SHOWN_RIGHT, _SHOWN_AWAY = -196.0, 300.0
_MELDS_RIGHT, _MELDS_AWAY = 374.0, 374.0
_ASIDE_RIGHT, _ASIDE_AWAY = 330.0, 316.0


@dataclass(frozen=True, slots=True)
class Layout:
    """Where on a table rivers begin, and how much room is left in them."""

    river_right: float
    """The left end of each row."""
    river_away: float
    """The edge of the first row that is nearer to the middle."""
    gap: float
    """The room between two tiles of a river."""
    stick_away: float


PLAIN = Layout(-3 * (WIDE + GAP), 61.0, GAP, 48.0)
"""A cloth with nothing in its middle, and people who pack their rivers."""
AUTOMATIC = Layout(-UNIT_HALF, UNIT_HALF + 2.0, 1.5, UNIT_HALF - 9.0)
"""A river begins at the corner of the centre unit, on the diagonal; sticks lie in its slots (全自動卓)."""


def place(
    side: int, right: float, away: float, *, z: float = 0, turn: float = 0, stance: Stance = Stance.UP
) -> Pose:
    """The pose at this place, as the player of a side sees it.

    >>> place(1, 10, 200).x, place(1, 10, 200).y
    (200, -10)
    """
    x, y = right, away
    for _ in range(side):
        x, y = y, -x
    return Pose(x, y, z, turn + side * pi / 2, stance)


@dataclass(frozen=True, slots=True)
class Break:
    """Where the wall was broken (開門): whose side it is, and how many stacks from its right end."""

    side: int
    dice: int
    stacks: tuple[int, ...]
    aslant: tuple[float, ...] = (0.0,) * 4
    """By how many radians the wall of each side is askew."""

    def wall(self, number: int) -> Pose:
        """Where a tile of the wall stands, numbered from the break: two a stack, the lower one first."""
        side, right = self._stack(number // 2)
        return self._at(side, right, _WALL_AWAY, z=DEEP * (number % 2), stance=Stance.DOWN)

    def ura(self, number: int) -> Pose:
        """Where a riichi winner lays that tile open (裏ドラ): behind the stack from which it came."""
        side, right = self._stack(number // 2)
        return self._at(side, right, _WALL_AWAY + HIGH + 2 * GAP)

    def _at(self, side: int, right: float, away: float, *, z: float = 0, stance: Stance = Stance.UP) -> Pose:
        """A place in or beside a wall, askew as that wall is."""
        turn = self.aslant[side]
        return place(side, right, away - right * turn, z=z, turn=turn, stance=stance)

    def _stack(self, number: int) -> tuple[int, float]:
        """The side in front of which a stack stands, and how far to the right."""
        at = sum(self.stacks[: self.side + 1]) - self.dice + number
        side, at = 0, at % sum(self.stacks)
        while at >= self.stacks[side]:
            side, at = side + 1, at - self.stacks[side]
        return side, (at - (self.stacks[side] - 1) / 2) * (WIDE + 0.1)


def broken(dealer: int, dice: int, players: int, aslant: tuple[float, ...] = (0.0,) * 4) -> Break:
    """The break by the dice of the dealer at this side, who counts sides to the right, and then stacks."""
    return Break((dealer + dice - 1) % 4, dice, STACKS[players], aslant)


def standing(side: int, count: int, *, has_drawn: bool) -> tuple[Pose, ...]:
    """A hand that stands, its faces to its player; the tile drawn last stands apart."""
    gaps = [6.0 * (has_drawn and at == count - 1) for at in range(count)]
    return tuple(
        place(side, _HAND_RIGHT + at * (WIDE + 0.2) + gap, _HAND_AWAY, stance=Stance.STANDING)
        for at, gap in enumerate(gaps)
    )


def shown(side: int, count: int, *, has_drawn: bool, stance: Stance = Stance.UP) -> tuple[Pose, ...]:
    """A hand laid down; the tile it was won with lies apart (倒牌)."""
    gaps = [9.0 * (has_drawn and at == count - 1) for at in range(count)]
    return tuple(
        place(side, _SHOWN_RIGHT + at * (WIDE + GAP) + gap, _SHOWN_AWAY, stance=stance)
        for at, gap in enumerate(gaps)
    )


def river(
    side: int, before: Sequence[bool], *, sideways: bool, row: int = ROW, layout: Layout = PLAIN
) -> Pose:
    """Where the next tile of a river goes; `before` says of each tile there whether it lies sideways.

    The third row takes `row` tiles, and a fourth takes the rest.
    """
    line, in_line = divmod(len(before), ROW) if len(before) < 2 * ROW else (2, len(before) - 2 * ROW)
    if line == 2 and in_line >= row:
        line, in_line = 3, in_line - row
    lying = before[len(before) - in_line :] if in_line else ()
    room = layout.gap - GAP
    right = layout.river_right + sum(_breadth(across) + room for across in lying) + _breadth(sideways) / 2
    away = layout.river_away + HIGH / 2 + line * (HIGH + layout.gap)
    return place(side, right, away, turn=_turn(sideways))


def meld(side: int, laid: Sequence[LaidTile], right_end: float) -> tuple[tuple[Pose, ...], float]:
    """Where the tiles of a meld lie, in the order of `laid`, and where the next meld may end."""
    total = sum(_breadth(tile.sideways) for tile in laid if not tile.on_top)
    at, poses = right_end - total, list[Pose]()
    for tile in laid:
        if tile.on_top:
            poses.append(_beyond(side, at))
            continue
        breadth = _breadth(tile.sideways)
        away = _MELDS_AWAY - (WIDE if tile.sideways else HIGH) / 2
        stance = Stance.DOWN if tile.face_down else Stance.UP
        poses.append(place(side, at + breadth / 2, away, turn=_turn(tile.sideways), stance=stance))
        at += breadth
    return tuple(poses), right_end - total - 2.0


def _beyond(side: int, right_end: float) -> Pose:
    """Where the added tile lies (加槓): beside the sideways one, nearer to the middle."""
    return place(side, right_end - _breadth(True) / 2, _MELDS_AWAY - WIDE * 1.5 - GAP, turn=_turn(True))


def aside(side: int, number: int) -> Pose:
    """A north set aside, from 0 (北抜き): between the melds and the wall, one after the other.

    >>> aside(0, 0).x - aside(0, 1).x
    20.0
    """
    return place(side, _ASIDE_RIGHT - (WIDE + 2 * GAP) * number, _ASIDE_AWAY)


MELDS_END = _MELDS_RIGHT
"""Where the first meld ends, to the right."""


def stick(side: int, layout: Layout = PLAIN) -> Stick:
    """The riichi stick in front of a player's river (立直棒)."""
    pose = place(side, 0.0, layout.stick_away)
    return Stick(pose.x, pose.y, pose.turn)


def _breadth(sideways: bool) -> float:
    return (HIGH if sideways else WIDE) + GAP


def _turn(sideways: bool) -> float:
    return pi / 2 if sideways else 0.0
