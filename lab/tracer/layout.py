"""Where the tiles of a deal lie: rivers, melds in corners, hands, and a wall that was broken somewhere."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from lab.tracer.deal import DEAD_WALL, Deal, Meld
from lab.tracer.tiles import Board, turned

STACKS = 17


@dataclass(frozen=True, slots=True)
class Ground:
    """Distances from the table's middle in millimetres."""

    unit: float
    """Half the side of the square that is left free for a centre unit."""
    reach: float
    """Half the cloth's side."""
    gap: float
    """Between the unit and the first row of a river."""
    across: int
    """Tiles in a row of a river."""


LEANING = (15.0, 40.0)
"""How far a tile leans that does not lie flat, in degrees."""


def lay_rivers(board: Board, ground: Ground, deal: Deal, leans: Random | None = None) -> int:
    """Rivers of rows that begin at the unit's corner; return how many tiles found no room.

    If `leans` is given, the last tile of each row leans: which way and how far, these dice say.
    """
    size, lost = board.size, 0
    for seat, river in enumerate(deal.rivers):
        x = row = 0.0
        for k, kind in enumerate(river):
            is_new_row = k % ground.across == 0 and k < 3 * ground.across
            if is_new_row:
                x, row = -ground.unit + 1, float(k // ground.across)
            is_turned = deal.riichi[seat] == k
            wide = size.h if is_turned else size.w
            y = -(ground.unit + ground.gap + size.h / 2 + row * (size.h + 1.2))
            where = (x + wide / 2, y - (size.h - size.w) / 2 * is_turned)
            yaw = math.pi / 2 if is_turned else 0.0
            is_last = k == len(river) - 1 or (k + 1) % ground.across == 0
            if leans is not None and is_last:
                lean = math.radians(leans.uniform(*LEANING)) * leans.choice((-1, 1))
                lost += board.lay(kind, "leaning", seat, where, yaw=yaw, push=1, lean=lean) is None
            else:
                lost += board.lay(kind, "river", seat, where, yaw=yaw, push=1) is None
            x += wide + board.dice.uniform(0.6, 1.8)
    return lost


def _lay_meld(board: Board, seat: int, meld: Meld, right: float, y: float) -> float:
    """Lay one meld leftwards from `right`; return where the next one ends."""
    size = board.size
    for k in reversed(range(len(meld.tiles))):
        is_turned = meld.turned == k
        wide = size.h if is_turned else size.w
        hidden = meld.turned is None and k in {0, 3}
        where = (right - wide / 2, y - (size.h - size.w) / 2 * is_turned)
        yaw = math.pi / 2 if is_turned else 0.0
        board.lay(
            meld.tiles[k],
            "meld",
            seat,
            where,
            yaw=yaw,
            push=-1,
            shows="back" if hidden else "face",
            slack=0.7,
        )
        right -= wide + 1.0
    return right - board.dice.uniform(1, 6)


def lay_hands(board: Board, ground: Ground, deal: Deal, shows: tuple[str, ...]) -> None:
    """Melds at each seat's right, and the hand beside them as `shows` says: edge, back or face."""
    size = board.size
    for seat in range(4):
        y = -(ground.reach - board.dice.uniform(26, 45))
        right = ground.reach - board.dice.uniform(12, 30)
        for meld in deal.melds[seat]:
            right = _lay_meld(board, seat, meld, right, y)
        step = size.w + board.dice.uniform(0.3, 0.7)
        x = min(
            -len(deal.hands[seat]) * step / 2 + board.dice.uniform(-30, 10),
            right - len(deal.hands[seat]) * step,
        )
        # The row of a hand is a little askew.
        askew = math.radians(board.dice.uniform(-2, 2))
        for k, kind in enumerate(deal.hands[seat]):
            where = (x + (k + 0.5) * step, y + (k - 6) * step * math.sin(askew))
            board.lay(kind, "hand", seat, where, shows=shows[seat], yaw=askew, push=1, slack=0.25)


def wall_slots(board: Board, aslant: tuple[float, ...], pushed: tuple[float, ...]) -> list:
    """Seat, place and turn of each of the 68 stacks, in the order in which they are drawn (clockwise)."""
    step = board.size.w + 0.15
    distance = STACKS * step / 2 + board.size.h / 2 + 4
    slots = []
    for seat in (0, 3, 2, 1):
        tilt = aslant[seat]
        for k in range(STACKS):
            # From the right of the player to the left.
            along = (STACKS / 2 - k - 0.5) * step
            x, y = along * math.cos(tilt), -distance + pushed[seat] + along * math.sin(tilt)
            slots.append((seat, (x, y), tilt))
    return slots


def lay_wall(board: Board, deal: Deal, pushed_about: float) -> bool:
    """Lay what is left of the wall, behind a break somewhere; False if walls pushed like this have no room.

    `pushed_about` is 1 for walls as askew as people leave them, and 0 for square ones. Without room,
    the board stays as it was.
    """
    dice = board.dice
    careful = pushed_about * (0.35 if board.loose < 0.5 else 1.0)
    aslant = tuple(math.radians(dice.gauss(0, 1.8) * careful) for _ in range(4))
    pushed = tuple(dice.uniform(-10, 8) * careful for _ in range(4))
    slots = wall_slots(board, aslant, pushed)
    start, before = dice.randrange(len(slots)), len(board.tiles)
    drawn = 2 * len(slots) - len(deal.wall)
    turned_up = {2 * len(slots) - 6 - 2 * k for k in range(deal.indicators)}
    for number in range(drawn, 2 * len(slots)):
        seat, where, tilt = slots[(start + number // 2) % len(slots)]
        kind = deal.wall[number - drawn]
        is_top = number % 2 == 0
        shows = "face" if number in turned_up else "back"
        # The dead wall is moved 4 mm towards the player behind it (王牌).
        pull = -4.0 if number >= 2 * len(slots) - DEAD_WALL else 0.0
        place = "indicator" if shows == "face" else "wall"
        if not board.lay(
            kind,
            place,
            seat,
            (where[0], where[1] + pull),
            shows=shows,
            yaw=tilt,
            level=float(is_top),
            slack=0.12,
            push=-1,
        ):
            del board.tiles[before:]
            return False
    return True


def corners(ground: Ground) -> list[tuple[float, float, float]]:
    """The cloth's corners: left and right near seat 0, then the far ones, anticlockwise."""
    return [(*turned(-ground.reach, -ground.reach, seat), 0.0) for seat in range(4)]
