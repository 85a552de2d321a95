"""Rehearsed tables on which it is known where each tile belongs, and how likely the weights make that.

People lay tiles more or less tidily, on a cloth or an automatic table, before a camera whose corners somebody
tapped a little wrong. No picture is drawn: only places count here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log, pi

import numpy as np

from companion.intake.eye import belonging
from companion.intake.eye.belonging import Kind, Lie, Place, TileSize
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import DEEP, HIGH, TABLE, WIDE, Pose, Stance
from companion.pretend.people.habits import Mistakes, habits_of
from companion.pretend.stage.setting import TableKind, setting_of
from companion.pretend.stage.table import StageTable
from companion.pretend.stage.truth import flat_quad
from companion.riichi.facts import KyokuEnded, Ryuukyoku, Won
from companion.riichi.hanchan import begin
from companion.riichi.seats import Seat
from lab.scribe.reels import Played, seed_of
from vision.raising import raised
from vision.rectify import placed

EVERY = 12
"""A table is kept each time this many facts have been played."""
SIZE = TileSize(WIDE / TABLE, HIGH / TABLE)


@dataclass(frozen=True)
class Laid:
    """Tiles on a table, each with the river or wall to which it belongs."""

    lies: tuple[Lie, ...]
    places: tuple[Place, ...]


def tables_of(played: Played, camera: str) -> Iterator[Laid]:
    """Some tables of a game: after every few facts, before hands are shown."""
    seed = seed_of(played)
    setting = setting_of(TableKind.USUAL, seed)
    mistakes = (Mistakes.NONE, Mistakes.HUMAN, Mistakes.CARELESS)[seed % 3]
    lens = CAMERAS[camera]
    cloth = raised(placed(np.array(lens.tapped(setting.tapped_off)), (WIDTH, HEIGHT)))
    table = StageTable(
        begin(played.rules, played.game.started.names),
        seed=seed,
        neat=habits_of(mistakes).neat,
        layout=setting.layout,
    )
    for kyoku in played.game.kyokus:
        table.deal(kyoku)
        is_played = True
        for number, fact in enumerate(kyoku[1:], 1):
            table.play(fact)
            is_played &= not isinstance(fact, Won | Ryuukyoku | KyokuEnded)
            if is_played and number % EVERY == 0:
                yield _laid(table, lens, cloth)


def _laid(table: StageTable, lens, cloth) -> Laid:
    rivers = {
        piece: Place(Kind.RIVER, table.side_of(Seat(seat)))
        for seat, river in enumerate(table._holdings.rivers)
        for piece in river
    }
    elsewhere = {piece for melds in table._holdings.melds for meld in melds for piece in meld}
    elsewhere |= {piece for aside in table._holdings.asides for piece in aside}
    found: list[tuple[Lie, Place]] = []
    poses = table.poses
    covered = {(round(pose.x), round(pose.y)) for pose in poses.values() if pose.z > 0}
    for piece, pose in poses.items():
        is_under = pose.z == 0 and (round(pose.x), round(pose.y)) in covered
        if pose.stance is Stance.STANDING or piece in elsewhere or is_under:
            continue
        x, y = _seen_at(pose, lens, cloth)
        lie = Lie(x, y, round(pose.turn / (pi / 2)) % 2 == 0, pose.stance is Stance.DOWN)
        found.append((lie, rivers.get(piece) or Place(Kind.WALL, _side_of(pose))))
    return Laid(tuple(lie for lie, _ in found), tuple(where for _, where in found))


def _side_of(pose: Pose) -> int:
    """The side on which a wall's tile lies: the one towards which it is farthest out from the middle."""
    lie = Lie(pose.x / TABLE + 0.5, pose.y / TABLE + 0.5, is_upright=True)
    return max(range(4), key=lambda side: lie.seen_from(side)[1])


def _seen_at(pose: Pose, lens, cloth) -> tuple[float, float]:
    flat = (np.array(flat_quad(pose)) - 0.5) * TABLE
    over = np.full((4, 1), pose.z + DEEP)
    x, y = cloth.flat(lens.pixels(np.concatenate([flat, over], axis=1))).mean(axis=0)
    return float(x), float(y)


def doubt_of_places(tables: Sequence[Laid]) -> float:
    """The negative log-likelihood of each tile's true place, while all others lie in theirs, in nats."""
    return sum(map(_doubt, tables))


def _doubt(laid: Laid) -> float:
    board = belonging._Board(laid.lies, range(4), SIZE)
    board.places = list(laid.places)
    board._body = board._bodies()
    found = 0.0
    for number, true in enumerate(laid.places):
        if true not in board._may[number]:
            found += belonging.HOPELESS
        elif len(board._may[number]) > 1:
            costs = board._costs(number)
            least = min(costs.values())
            found += costs[true] - least + log(sum(exp(least - cost) for cost in costs.values()))
    return found
