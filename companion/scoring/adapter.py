"""Values a hand by the `mahjong` package: a valid hand goes in, yaku, han and fu come out.

The package gets the han of all dora but not where they come from, so its own ideas of indicators and
red fives never matter. Where it has no option for a house rule, the fu are corrected here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mahjong.hand_calculating.fu import FuCalculator
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku import Yaku
from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID
from mahjong.hand_calculating.yaku_list import DaburuOpenRiichi, OpenRiichi
from mahjong.hand_calculating.yaku_list.yakuman import RenhouYakuman
from mahjong.meld import Meld as PackageMeld

from companion.riichi.facts import WinBy
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Renhou, RuleSet
from companion.riichi.tiles import NORTH, Tile
from companion.riichi.yaku import YAKU
from companion.scoring.audit import WinningHand
from companion.scoring.errors import ScoringError
from companion.scoring.house_yaku import lacks_fu_of_north, wind_for_a_pair_of_north, with_house_yaku

_MELD_TYPES = {
    MeldKind.CHI: PackageMeld.CHI,
    MeldKind.PON: PackageMeld.PON,
    MeldKind.DAIMINKAN: PackageMeld.KAN,
    MeldKind.KAKAN: PackageMeld.SHOUMINKAN,
    MeldKind.ANKAN: PackageMeld.KAN,
}
# What the package counts as one yaku and people count as two, or call by another name.
_SPELT_OUT = {
    OpenRiichi.yaku_id: (("riichi", 1), ("open_riichi", 1)),
    DaburuOpenRiichi.yaku_id: (("double_riichi", 2), ("open_riichi", 1)),
    RenhouYakuman.yaku_id: (("renhou", 13),),
}


@dataclass(frozen=True, slots=True)
class Counted:
    """The best reading of a hand: each yaku with its han, without dora, and the fu."""

    yaku: tuple[tuple[str, int], ...]
    is_yakuman: bool
    fu: int


def count(win: WinningHand, rules: RuleSet, dora: int, *, renhou: bool) -> Counted:
    """Yaku, han and fu of the reading that pays most. The hand must have passed the audit.

    `dora` is how many han dora add, and whatever counts like them; `renhou`, whether renhou is a yaku here.

    Raises:
        ScoringError: it has no yaku.
    """
    numbers = _Numbers()
    melds = [_package_meld(meld, numbers) for meld in win.melds]
    closed = [numbers.take(tile) for tile in (*win.hand, win.tile)]
    response = HandCalculator.estimate_hand_value(
        tiles=[*closed, *(number for meld in melds for number in meld.tiles)],
        win_tile=closed[-1],
        melds=melds,
        config=_config(win, rules, dora, renhou=renhou),
    )
    if response.error == HandCalculator.ERR_NO_YAKU:
        raise ScoringError(Reason.NO_YAKU)
    if response.error is not None or response.yaku is None:
        # The audit lets nothing through that the package refuses; if it does, that is a bug here.
        raise RuntimeError(f"an audited hand was refused: {response.error}")
    yaku = tuple(named for item in response.yaku for named in _named(item, is_open=win.is_open))
    is_yakuman = any(item.is_yakuman for item in response.yaku)
    return Counted(yaku, is_yakuman, _fu(response, win, rules))


class _Numbers:
    """Gives tiles the package's numbers, kind * 4 and up; which copy is which never matters."""

    def __init__(self) -> None:
        self._taken = [0] * 34

    def take(self, tile: Tile) -> int:
        """A number of this kind that was not given yet."""
        self._taken[tile.kind] += 1
        return tile.kind * 4 + self._taken[tile.kind] - 1


def _package_meld(meld: Meld, numbers: _Numbers) -> PackageMeld:
    tiles = [numbers.take(tile) for tile in meld.tiles if tile]
    return PackageMeld(_MELD_TYPES[meld.kind], tiles, opened=meld.is_open)


def _config(win: WinningHand, rules: RuleSet, dora: int, *, renhou: bool) -> HandConfig:
    now = win.situation
    config = HandConfig(
        is_tsumo=now.by is WinBy.TSUMO,
        is_riichi=now.riichi or now.double_riichi,
        is_daburu_riichi=now.double_riichi,
        is_open_riichi=now.open_riichi and rules.open_riichi,
        is_ippatsu=now.ippatsu and rules.ippatsu,
        is_rinshan=now.rinshan,
        is_chankan=now.chankan,
        is_haitei=now.haitei,
        is_houtei=now.houtei,
        is_tenhou=now.tenhou,
        is_chiihou=now.chiihou,
        is_renhou=renhou,
        player_wind=now.seat_wind.kind,
        round_wind=_round_wind(win, rules),
        num_nuki_dora=dora,
        options=_options(rules),
    )
    return with_house_yaku(config, rules)


def _round_wind(win: WinningHand, rules: RuleSet) -> int | None:
    if _double_wind_counts_once(win, rules):
        return None
    wind = win.situation.round_wind
    return NORTH.kind if wind_for_a_pair_of_north(win.tiles, wind, rules) else wind.kind


def _options(rules: RuleSet) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=rules.open_tanyao,
        has_double_yakuman=rules.double_yakuman,
        kazoe_limit=HandConstants.KAZOE_LIMITED if rules.kazoe_yakuman else HandConstants.KAZOE_SANBAIMAN,
        kiriage=rules.kiriage,
        renhou_as_yakuman=rules.renhou is Renhou.YAKUMAN,
        limit_to_sextuple_yakuman=False,
    )


def _double_wind_counts_once(win: WinningHand, rules: RuleSet) -> bool:
    """Whether a pair of the double wind is worth two fu here; the package always counts four (連風牌).

    Two copies are a pair in every reading, and a pair is not a yaku, so the round wind may be left
    out, and the pair counts once.
    """
    now = win.situation
    if rules.double_wind_fu != 2 or now.seat_wind is not now.round_wind:
        return False
    return [tile.kind for tile in win.tiles].count(now.round_wind.kind) == 2


def _fu(response: HandResponse, win: WinningHand, rules: RuleSet) -> int:
    """The fu, without the two for a tsumo where the house gives none for a replacement tile.

    Every reading that has them loses the same two, so the best reading stays the best. The same is
    true where two fu are added for a pair of north, which is a pair in every reading.
    """
    details = response.fu_details or []
    is_tsumo = any(detail["reason"] == FuCalculator.TSUMO for detail in details)
    less = 2 * (win.situation.rinshan and not rules.rinshan_fu and is_tsumo)
    more = 2 * lacks_fu_of_north(win.tiles, win.situation.round_wind, rules)
    if not less and not more:
        return response.fu or 0
    return -(-(sum(detail["fu"] for detail in details) - less + more) // 10) * 10


def _named(item: Yaku, *, is_open: bool) -> Iterable[tuple[str, int]]:
    if item.yaku_id in _SPELT_OUT:
        return _SPELT_OUT[item.yaku_id]
    name = YAKU[YAKU_ID_TO_TENHOU_ID[item.yaku_id]]
    if name == "dora":
        return ()
    return ((name, item.han_open if is_open and item.han_open else item.han_closed),)
