"""What the rules of a game allow, so that a page can offer that and no more."""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.penalties import usual_penalty
from companion.riichi.ruleset import RuleSet, TimeLimit

__all__ = ["AllowsView", "allows_view"]


@dataclass(frozen=True, slots=True)
class AllowsView:
    """What may be offered in a game by its rules."""

    open_riichi: bool
    most_yakuman: int
    """How many yakuman one hand can be worth."""
    kazoe_yakuman: bool
    kiriage: bool
    tsumo_loss: bool
    """Whether among three players the missing one's share of a tsumo is paid by nobody."""
    red_fives: tuple[int, int, int]
    """How many red fives the set has, of characters, circles and bamboo."""
    pao: tuple[str, ...]
    """The yakuman for which somebody can be liable."""
    daiminkan_pao: bool
    """Whether the feeder of an open kan is liable for a win on its replacement tile."""
    two_liable: bool
    """Whether two players can each be liable for a yakuman of one hand."""
    dead_hands: bool
    penalty_to: str
    """Where a penalty short of chombo goes; `none`: there is none."""
    penalty_points: int
    """What a player usually pays in all, in points."""
    time_limit: bool
    """Whether time can be called."""
    wareme: bool
    chips: bool
    local_yaku: tuple[tuple[str, int], ...]
    """What the house counts besides the usual yaku, by name and han."""
    live_tiles: int
    """How many tiles can be drawn after the deal."""
    dead_stacks: int
    """How many stacks the dead wall has after the deal."""


def allows_view(rules: RuleSet) -> AllowsView:
    """What these rules allow."""
    return AllowsView(
        open_riichi=rules.open_riichi,
        most_yakuman=rules.most_yakuman,
        kazoe_yakuman=rules.kazoe_yakuman,
        kiriage=rules.kiriage,
        tsumo_loss=rules.tsumo_loss,
        red_fives=rules.red_fives,
        pao=tuple(sorted(rules.pao)),
        daiminkan_pao=rules.daiminkan_pao,
        two_liable=rules.allows_two_liable,
        dead_hands=rules.dead_hands,
        penalty_to=rules.penalty_to.value,
        penalty_points=usual_penalty(rules),
        time_limit=rules.time_limit is not TimeLimit.NONE,
        wareme=rules.wareme,
        chips=rules.chip_points > 0,
        local_yaku=rules.local_yaku,
        live_tiles=rules.live_tiles,
        dead_stacks=rules.dead_wall // 2,
    )
