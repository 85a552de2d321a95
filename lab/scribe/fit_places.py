"""Rehearsed tables on which it is known where each tile belongs, and how likely the weights make that.

People lay tiles more or less tidily, on a cloth or an automatic table, before a camera whose corners somebody
tapped a little wrong. No picture is drawn: only places count here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log, pi

from companion.intake.eye import belonging
from companion.intake.eye.belonging import Kind, Lie, Place, TileSize
from companion.pretend.painting.things import HIGH, TABLE, WIDE, Pose, Stance
from companion.pretend.people.habits import Mistakes, habits_of
from companion.pretend.stage.setting import TableKind, setting_of
from companion.pretend.stage.table import StageTable
from companion.riichi.facts import KyokuEnded, Ryuukyoku, Won
from companion.riichi.hanchan import begin
from companion.riichi.seats import Seat
from lab.scribe.lying import Places, in_sight
from lab.scribe.reels import Played, seed_of

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
    places = Places(camera, setting.tapped_off)
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
                yield _laid(table, places)


def _laid(table: StageTable, places: Places) -> Laid:
    rivers = {
        piece: Place(Kind.RIVER, table.side_of(Seat(seat)))
        for seat, river in enumerate(table._holdings.rivers)
        for piece in river
    }
    elsewhere = {piece for melds in table._holdings.melds for meld in melds for piece in meld}
    elsewhere |= {piece for aside in table._holdings.asides for piece in aside}
    found: list[tuple[Lie, Place]] = []
    for piece, pose in in_sight(table.poses):
        if piece in elsewhere:
            continue
        x, y = map(float, places.quad(pose).mean(axis=0))
        lie = Lie(x, y, round(pose.turn / (pi / 2)) % 2 == 0, pose.stance is Stance.DOWN)
        found.append((lie, rivers.get(piece) or Place(Kind.WALL, _side_of(pose))))
    return Laid(tuple(lie for lie, _ in found), tuple(where for _, where in found))


def _side_of(pose: Pose) -> int:
    """The side on which a wall's tile lies: the one towards which it is farthest out from the middle."""
    lie = Lie(pose.x / TABLE + 0.5, pose.y / TABLE + 0.5, is_upright=True)
    return max(range(4), key=lambda side: lie.seen_from(side)[1])


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
            found += belonging.HOPELESS  # type: ignore[attr-defined]
        elif len(board._may[number]) > 1:
            costs = board._costs(number)
            least = min(costs.values())
            found += costs[true] - least + log(sum(exp(least - cost) for cost in costs.values()))
    return found
