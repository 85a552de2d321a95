"""The wall as a picture: what is left, the dead wall (王牌) stack by stack, which tile is last.

Places follow the rules: stacks are counted from the break, replacement tiles go upper before
lower, indicators are the upper tiles of the stacks after them. Nothing here counts draws.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import UNKNOWN, Tile, dora_for
from companion.riichi.wall import Wall, indicator_place

BACK = "back"
GONE = "gone"
LIVE = "live"
OWED = "owed"
LATER = "later"


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place in the wall: a stack counted from the break, upper or lower tile."""

    stack: int
    upper: bool


@dataclass(frozen=True, slots=True)
class StackView:
    """Two tiles, one on the other. Each is a tile's text, `?`, or one of the words above."""

    upper: str
    lower: str


@dataclass(frozen=True, slots=True)
class WallView:
    """Everything that the page draws of the wall."""

    live: int | None
    """None while nobody follows the turns."""
    haitei: PlaceView | None
    """None once a replacement tile came from elsewhere: then nobody knows which tile is the last."""
    replacements_left: int
    replacement: PlaceView | None
    """Where the next replacement tile (嶺上牌) lies; None when all are gone."""
    indicators: tuple[str, ...]
    dora: tuple[str, ...]
    owed_now: int
    owed_later: int
    may_flip_early: bool
    """Whether an indicator that is owed later may be flipped already."""
    kans: int
    kan_limit: int | None
    """None where the house allows a fifth kan."""
    ura_places: int
    """Under how many of the indicators an ura indicator may be turned after a win in riichi."""
    dead: tuple[StackView, ...]
    extension: tuple[StackView, ...]
    """The stacks after the dead wall of the deal, up to that of the last live tile.

    Each replacement draw adds that tile to the dead wall.
    """


def wall_view(wall: Wall, rules: RuleSet, *, may_flip_early: bool = False) -> WallView:
    """The wall as the page draws it."""
    stacks = _stacks(wall, rules)
    return WallView(
        live=wall.live,
        haitei=PlaceView(wall.haitei.stack, wall.haitei.is_upper) if wall.knows_haitei(rules) else None,
        replacements_left=wall.replacements_left,
        replacement=_replacement_place(wall),
        indicators=tuple(tile_text(tile) for tile in wall.indicators),
        dora=tuple(_dora_text(tile, rules) for tile in wall.indicators),
        owed_now=max(0, wall.owed_now),
        owed_later=wall.owed_later,
        may_flip_early=may_flip_early,
        kans=wall.kans,
        kan_limit=None if rules.allows_fifth_kan else 4,
        ura_places=_ura_places(wall, rules),
        dead=stacks[: wall.dead_stacks],
        extension=stacks[wall.dead_stacks :],
    )


def _ura_places(wall: Wall, rules: RuleSet) -> int:
    return 0 if wall.uses_ura_places(rules) else rules.ura_under(wall.kans + 1)


def tile_text(tile: Tile | None) -> str:
    """A tile's text, `?` for one that nobody saw."""
    return UNKNOWN if tile is None else tile.text


def _dora_text(indicator: Tile | None, rules: RuleSet) -> str:
    return UNKNOWN if indicator is None else dora_for(indicator, rules.players).text


def _replacement_place(wall: Wall) -> PlaceView | None:
    if not wall.replacements_left:
        return None
    return PlaceView(wall.replacements_drawn // 2, upper=wall.replacements_drawn % 2 == 0)


def _stacks(wall: Wall, rules: RuleSet) -> tuple[StackView, ...]:
    faces = _indicator_faces(wall, rules)
    last = max(wall.dead_stacks, wall.haitei.stack, *(stack for stack, _ in faces))
    return tuple(
        StackView(_face(wall, rules, faces, stack, True), _face(wall, rules, faces, stack, False))
        for stack in range(last + 1)
    )


def _indicator_faces(wall: Wall, rules: RuleSet) -> dict[tuple[int, bool], str]:
    """What the places of the indicators show, in order: open ones, those due for a flip, those that wait."""
    faces = [tile_text(tile) for tile in wall.indicators]
    faces += [OWED] * max(0, wall.owed_now) + [LATER] * wall.owed_later
    places = (indicator_place(rules.players, at) for at in range(len(faces)))
    return {(place.stack, place.is_upper): face for place, face in zip(places, faces, strict=True)}


def _face(wall: Wall, rules: RuleSet, faces: dict[tuple[int, bool], str], stack: int, upper: bool) -> str:
    if (stack, upper) in faces:
        return faces[stack, upper]
    if stack < rules.replacement_tiles // 2:
        return GONE if 2 * stack + (not upper) < wall.replacements_drawn else BACK
    if stack < wall.dead_stacks:
        return BACK
    return _tail_face(wall, 2 * (stack - wall.dead_stacks) + upper)


def _tail_face(wall: Wall, place: int) -> str:
    """A tile after the dead wall of the deal, counted from the first lower tile: dead, live or drawn."""
    beyond = place - wall.replacements_drawn
    if beyond < 0:
        return BACK
    # Even while nobody counts the draws, the tile next to the dead wall is the last live one.
    return LIVE if beyond < (1 if wall.live is None else wall.live) else GONE
