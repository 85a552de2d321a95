"""Yaku that a house counts differently from the package; only `adapter` uses this module."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.hand_calculating.yaku_list import SeatWindNorth
from mahjong.hand_calculating.yaku_list.yakuman import Ryuuiisou

from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Wind
from companion.riichi.tiles import NORTH, Tile

_HATSU = Tile("6z").kind
_SET = 3


class GreenWithHatsu(Ryuuiisou):
    """Only green tiles, a green dragon among them (緑一色)."""

    def is_condition_met(self, hand: Collection[Sequence[int]], *args: object) -> bool:
        """Whether all are green and one set or the pair is of green dragons."""
        return super().is_condition_met(hand, *args) and any(_HATSU in group for group in hand)


class NorthForAll(SeatWindNorth):
    """Three norths, whoever holds them (北)."""

    def is_condition_met(self, hand: Collection[Sequence[int]], *_: object) -> bool:
        """Whether there is a triplet or a kan of north."""
        return any(NORTH.kind in group and len(group) >= _SET for group in hand)


def with_house_yaku(config: HandConfig, rules: RuleSet) -> HandConfig:
    """The configuration with the yaku that this house counts differently."""
    if rules.green_needs_hatsu:
        config.yaku.ryuisou = GreenWithHatsu()
    if rules.north_yakuhai:
        config.yaku.seat_wind_north = NorthForAll()
    return config


def wind_for_a_pair_of_north(tiles: Collection[Tile], round_wind: Wind, rules: RuleSet) -> bool:
    """Whether north is named as the round wind, so that its pair gets the two fu.

    The package takes only two winds of value and north would be a third, so this needs a hand in which
    the round wind is not a set.
    """
    kinds = [tile.kind for tile in tiles]
    return rules.north_yakuhai and kinds.count(NORTH.kind) == 2 and kinds.count(round_wind.kind) < _SET


def lacks_fu_of_north(tiles: Collection[Tile], round_wind: Wind, rules: RuleSet) -> bool:
    """Whether the two fu of a pair of north still have to be added, because the round wind is a set."""
    kinds = [tile.kind for tile in tiles]
    return rules.north_yakuhai and kinds.count(NORTH.kind) == 2 and kinds.count(round_wind.kind) >= _SET
