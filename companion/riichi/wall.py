"""What is left to draw, the dead wall, and the indicators; counted, never touched.

Stacks are counted from the break, away from the deal: stack 0 holds the first replacement
tiles, stack 2 (three players: 4) the first indicator, stack 7 the last live tile (9 where three players
keep eighteen tiles) [rules 2].
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.riichi.ruleset import Reveal, RuleSet, Suukaikan
from companion.riichi.tiles import Tile


@dataclass(frozen=True, slots=True)
class WallPlace:
    """A place in the wall: a stack counted from the break, upper or lower tile."""

    stack: int
    is_upper: bool


@dataclass(frozen=True, slots=True)
class Wall:
    """The wall as numbers. `live` counts the draws left."""

    live: int | None
    """None while nobody follows the turns: then nobody counts the draws."""
    replacements_left: int
    replacements_drawn: int = 0
    indicators: tuple[Tile | None, ...] = ()
    owed_now: int = 0
    """Indicators that should be turned at this moment (below zero: turned too early)."""
    owed_later: int = 0
    """Indicators that wait for the discard after a kan."""
    later: Reveal = Reveal.WITH_DISCARD
    """What those wait for."""
    kans: int = 0
    """Kans declared and not robbed."""
    dead: int = 14
    """How many tiles the dead wall keeps (王牌)."""
    owed_anyway: int = 0
    """How many of `owed_now` were due before the last kan, while that kan may still be robbed."""

    @property
    def indicators_owed(self) -> int:
        """All flips still to come: for kans that were made, and the first one until it is told."""
        return max(0, self.owed_now + self.owed_later)

    def knows_haitei(self, rules: RuleSet) -> bool:
        """Whether the place of `haitei` is certain: not if more replacements were drawn than lie there."""
        return self.replacements_drawn <= rules.replacement_tiles

    def uses_ura_places(self, rules: RuleSet) -> bool:
        """Whether a fifth kan took its indicator from the ura positions: then no ura is turned."""
        return self.kans > 4 and rules.suukaikan is Suukaikan.URA_POSITIONS

    @property
    def haitei(self) -> WallPlace:
        """Where the last live tile lies; each replacement draw moves it by one (海底牌)."""
        drawn = self.replacements_drawn
        return WallPlace(self.dead_stacks + drawn // 2, is_upper=drawn % 2 == 1)

    @property
    def dead_stacks(self) -> int:
        """How many stacks the dead wall has after the deal."""
        return self.dead // 2


def build(rules: RuleSet, indicator: Tile | None) -> Wall:
    """The wall after the deal: each player has thirteen tiles, and the dealer has not drawn."""
    shown = () if indicator is None else (indicator,)
    return Wall(
        rules.live_tiles,
        rules.replacement_tiles,
        indicators=shown,
        owed_now=1 - len(shown),
        dead=rules.dead_wall,
    )


def indicator_place(players: int, number: int) -> WallPlace:
    """Where the indicator of this number lies, from 0 (ドラ表示牌).

    The first is on the third stack; with eight replacement tiles, on the fifth. From the sixth on, the places
    of the ura serve, if the house plays on after a fifth kan.
    """
    return WallPlace((2 if players == 4 else 4) + number % 5, is_upper=number < 5)


def most_indicators(rules: RuleSet) -> int:
    """How many indicators can be open: five, or ten where ura positions serve for a fifth kan."""
    return 10 if rules.suukaikan is Suukaikan.URA_POSITIONS else 5


def after_draw(wall: Wall) -> Wall:
    """One tile of the live wall was drawn."""
    return replace(wall, live=None if wall.live is None else wall.live - 1)


def after_replacement(wall: Wall) -> Wall:
    """A replacement tile was drawn: the last live tile now belongs to the dead wall."""
    return replace(
        wall,
        live=None if wall.live is None else max(0, wall.live - 1),
        replacements_left=max(0, wall.replacements_left - 1),
        replacements_drawn=wall.replacements_drawn + 1,
        owed_anyway=0,
    )


def after_kan(wall: Wall, rules: RuleSet, *, closed: bool) -> Wall:
    """A kan was declared: it owes an indicator, and those that waited are due [rules 1.2]."""
    now = wall.owed_now + wall.owed_later
    wall = replace(wall, owed_anyway=max(0, wall.owed_now))
    if not rules.kan_dora:
        return replace(wall, kans=wall.kans + 1)
    reveal = rules.ankan_reveal if closed else rules.open_kan_reveal
    if reveal is Reveal.AT_ONCE:
        return replace(wall, kans=wall.kans + 1, owed_now=now + 1, owed_later=0)
    return replace(wall, kans=wall.kans + 1, owed_now=now, owed_later=1, later=reveal)


def all_due(wall: Wall) -> Wall:
    """The indicators that waited are due: a discard was made or has passed, or a replacement is drawn."""
    return replace(wall, owed_now=wall.owed_now + wall.owed_later, owed_later=0)


def after_reveal(wall: Wall, tile: Tile | None) -> Wall:
    """One more indicator lies open."""
    indicators = (*wall.indicators, tile)
    if wall.owed_now <= 0 < wall.owed_later:
        return replace(wall, indicators=indicators, owed_later=wall.owed_later - 1)
    # What is turned first is what was due first.
    anyway = max(0, wall.owed_anyway - 1)
    return replace(wall, indicators=indicators, owed_now=wall.owed_now - 1, owed_anyway=anyway)


def after_robbery(wall: Wall) -> Wall:
    """The last kan was robbed: neither its own indicator nor any that it made due is turned."""
    return replace(wall, kans=wall.kans - 1, owed_now=wall.owed_anyway, owed_anyway=0)
