"""What lies and stands on a pretend table, by what everybody knows of the kyoku. Nothing is painted here.

Standing hands turn their backs to the camera, and what nobody has seen lies face down: a picture of this
shows no more than the page does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.pretend.painting.things import Pose, StageTile, Stance, Stick
from companion.pretend.players.dealer import HAND, tile_set
from companion.pretend.stage import places
from companion.riichi.hanchan import SIDES
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import LaidTile, laid
from companion.riichi.seats import Seat, seats
from companion.riichi.tiles import NORTH, Tile
from companion.riichi.wall import indicator_place

__all__ = ["Scene", "newest", "scene_of"]

SHIFT, TURN = 0.4, 0.012
"""How far off tiles are laid, as standard deviations in millimetres and radians."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment. A tile keeps its name for as long as it lies there."""

    tiles: dict[str, StageTile] = field(default_factory=dict)
    sticks: dict[str, Stick] = field(default_factory=dict)


def scene_of(kyoku: Kyoku, sides: str = SIDES) -> Scene:
    """The table of a kyoku; `sides` says at which side each seat sits."""
    side_of = {seat: SIDES.index(sides[seat]) for seat in seats(kyoku.rules.players)}
    tiles = dict(_wall(kyoku, side_of))
    for seat, side in side_of.items():
        for part in (_river, _melds, _kita, _hand):
            tiles.update(part(kyoku, seat, side))
    return Scene({name: _loose(name, tile) for name, tile in tiles.items()}, _sticks(kyoku, side_of))


def newest(before: Scene, after: Scene) -> tuple[Seat, StageTile] | None:
    """A tile just laid in a river or a meld, or set aside as kita, and by whom; None where none was."""
    new = [name for name in after.tiles if name[0] in "rmk" and name not in before.tiles]
    return (Seat(int(new[-1][1])), after.tiles[new[-1]]) if new else None


def _river(kyoku: Kyoku, seat: Seat, side: int) -> Iterator[tuple[str, StageTile]]:
    across: list[bool] = []
    for number, discard in enumerate(kyoku.players[seat].discards):
        if discard.called_by is not None:
            continue
        pose = places.river(side, across, sideways=discard.sideways)
        across.append(discard.sideways)
        yield f"r{seat}.{number}", _face(discard.tile, pose)


def _melds(kyoku: Kyoku, seat: Seat, side: int) -> Iterator[tuple[str, StageTile]]:
    end = places.MELDS_END
    for number, meld in enumerate(kyoku.players[seat].melds):
        tiles: Sequence[LaidTile] = laid(meld, seat, kyoku.rules.players)
        poses, end = places.meld(side, tiles, end)
        # The added tile of a kan has the last name, so that the others keep theirs.
        order = sorted(zip(tiles, poses, strict=True), key=lambda one: one[0].on_top)
        for at, (tile, pose) in enumerate(order):
            yield f"m{seat}.{number}.{at}", _face(tile.tile, pose)


def _kita(kyoku: Kyoku, seat: Seat, side: int) -> Iterator[tuple[str, StageTile]]:
    """The norths set aside beside the melds (北抜き)."""
    for at in range(kyoku.players[seat].kita):
        yield f"k{seat}.{at}", _face(NORTH, places.aside(side, at))


def _hand(kyoku: Kyoku, seat: Seat, side: int) -> Iterator[tuple[str, StageTile]]:
    """A hand, standing, or laid open if the player has shown it (手牌)."""
    shown = _shown_hand(kyoku, seat)
    if shown:
        poses = places.shown(side, len(shown), has_drawn=len(shown) % 3 == 2)
        labels = [tile.text for tile in shown]
    else:
        count = len(kyoku.players[seat].hand)
        poses = places.standing(side, count, has_drawn=count % 3 == 2)
        labels = [""] * count
    for at, (label, pose) in enumerate(zip(labels, poses, strict=True)):
        yield f"h{seat}.{at}", StageTile(label, pose)


def _shown_hand(kyoku: Kyoku, seat: Seat) -> tuple[Tile, ...]:
    """The hand that was laid open at the end, the tile of a tsumo last (倒牌)."""
    for win in kyoku.wins:
        if win.seat == seat and win.hand is not None:
            drawn = (win.tile,) if win.giver == seat and win.tile is not None else ()
            return (*sorted(win.hand), *drawn)
    draw = kyoku.ryuukyoku
    hand = draw.hands[seat] if draw is not None and seat < len(draw.hands) else None
    return tuple(sorted(hand or ()))


def _wall(kyoku: Kyoku, side_of: dict[Seat, int]) -> Iterator[tuple[str, StageTile]]:
    """What is left of the wall, numbered from the break as in `players.dealer`; indicators lie open."""
    rules, wall = kyoku.rules, kyoku.wall
    dice = random.Random(f"{kyoku.name} {kyoku.points_before}")
    thrown = dice.randint(1, 6) + dice.randint(1, 6)
    where = places.broken(side_of[kyoku.dealer], thrown, rules.players)
    drawn = 0 if wall.live is None else rules.live_tiles - wall.live - wall.replacements_drawn
    gone = {2 * (number // 2) + (number % 2 == 0) for number in range(wall.replacements_drawn)}
    lying = [indicator_place(rules.players, at) for at in range(len(wall.indicators))]
    faces = {
        2 * place.stack + place.is_upper: tile for place, tile in zip(lying, wall.indicators, strict=True)
    }
    for number in range(len(tile_set(rules)) - HAND * rules.players - drawn):
        if number in gone:
            continue
        pose, face = where.wall(number), faces.get(number)
        tile = StageTile("", pose) if face is None else _face(face, replace(pose, stance=Stance.UP))
        yield f"w{number}", tile


def _sticks(kyoku: Kyoku, side_of: dict[Seat, int]) -> dict[str, Stick]:
    """A stick in front of the river of each player in riichi (立直棒)."""
    players = {seat: kyoku.players[seat].riichi for seat in side_of}
    return {
        f"s{seat}": places.stick(side_of[seat])
        for seat, riichi in players.items()
        if riichi is not None and riichi.is_accepted
    }


def _face(tile: Tile | None, pose: Pose) -> StageTile:
    return StageTile("", replace(pose, stance=Stance.DOWN)) if tile is None else StageTile(tile.text, pose)


def _loose(name: str, tile: StageTile) -> StageTile:
    """Lay a tile a little off; the same name is always off by the same amount."""
    if name[0] == "h" and tile.pose.stance is Stance.STANDING:
        return tile
    rng, pose = random.Random(name), tile.pose
    x, y, turn = (rng.gauss(0, size) for size in (SHIFT, SHIFT, TURN))
    return replace(tile, pose=replace(pose, x=pose.x + x, y=pose.y + y, turn=pose.turn + turn))
