"""規則集: rule sets by name.

Each value's source is in docs/reference/rules.md; what no source confirms, or where sources
disagree, stands in `unverified` and is shown as such.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.riichi.ruleset import (
    DealerStop,
    HonbaTo,
    KanInRiichi,
    Kuikae,
    MultipleRon,
    PaoSplit,
    Renchan,
    Renhou,
    Reveal,
    RuleSet,
    SticksLeft,
    Suukaikan,
    Ties,
)

TENHOU: Final = RuleSet(unverified=("double_yakuman",))

TENHOU_3P: Final = replace(
    TENHOU,
    name="tenhou-3p",
    players=3,
    start_points=35_000,
    return_points=40_000,
    target_points=40_000,
    uma=(20, 0, -20),
    honba_points=200,
    noten_points=2_000,
    riichi_min_live=3,
    multiple_ron=MultipleRon.ALL,
    suufon_renda=False,
    suucha_riichi=False,
    red_fives=(0, 1, 1),
    kita=True,
    unverified=("multiple_ron", "suukaikan", "kyuushu_kyuuhai"),
)

MAHJONG_SOUL: Final = replace(
    TENHOU,
    name="mahjong-soul",
    return_points=25_000,
    target_points=30_000,
    uma=(15, 5, -5, -15),
    multiple_ron=MultipleRon.ALL,
    chankan_of_ankan=True,
    double_yakuman=True,
    pao_split=PaoSplit.OWN_YAKUMAN,
    unverified=("rinshan_fu", "kan_in_riichi"),
)

M_LEAGUE: Final = replace(
    TENHOU,
    name="m-league",
    uma=(30, 10, -10, -30),
    ties=Ties.SHARED,
    bust=False,
    dealer_stop=DealerStop.NEVER,
    extension=False,
    open_kan_reveal=Reveal.AT_ONCE,
    suukaikan=Suukaikan.NO_FIFTH,
    multiple_ron=MultipleRon.HEAD_BUMP,
    kyuushu_kyuuhai=False,
    suufon_renda=False,
    suucha_riichi=False,
    riichi_min_live=0,
    riichi_min_points=None,
    pao=frozenset({"daisangen", "daisuushii", "suukantsu"}),
    nagashi_mangan=False,
    kiriage=True,
    kazoe_yakuman=False,
    double_wind_fu=2,
    kan_in_riichi=KanInRiichi.EVERY_READING,
    unverified=("chombo_points", "pao_split", "rinshan_fu", "daiminkan_pao", "sticks_left"),
)

EMA: Final = replace(
    TENHOU,
    name="ema",
    start_points=30_000,
    oka=False,
    uma=(15, 5, -5, -15),
    ties=Ties.SHARED,
    bust=False,
    dealer_stop=DealerStop.NEVER,
    extension=False,
    red_fives=(0, 0, 0),
    open_kan_reveal=Reveal.AT_ONCE,
    suukaikan=Suukaikan.NO_FIFTH,
    multiple_ron=MultipleRon.ALL,
    honba_to=HonbaTo.EVERY_WINNER,
    kyuushu_kyuuhai=False,
    suufon_renda=False,
    suucha_riichi=False,
    nagashi_mangan=False,
    kazoe_yakuman=False,
    yakuman_stack=False,
    renhou=Renhou.MANGAN,
    four_copies_tenpai=False,
    unverified=(
        "kan_in_riichi",
        "chankan_of_ankan",
        "noten_points",
        "renchan",
        "riichi_min_points",
        "double_wind_fu",
        "rinshan_fu",
        "four_copies_tenpai",
    ),
)

WRC: Final = replace(
    EMA,
    name="wrc",
    multiple_ron=MultipleRon.HEAD_BUMP,
    honba_to=HonbaTo.FIRST_WINNER,
    sticks_left=SticksLeft.STAY,
    kiriage=True,
    double_wind_fu=2,
    four_copies_tenpai=True,
    unverified=(
        "uma",
        "bust",
        "sticks_left",
        "ankan_reveal",
        "open_kan_reveal",
        "suukaikan",
        "kan_in_riichi",
        "chankan_of_ankan",
        "riichi_min_live",
        "riichi_min_points",
        "pao_split",
        "renhou",
        "rinshan_fu",
        "four_copies_tenpai",
    ),
)

JPML_A: Final = replace(
    TENHOU,
    name="jpml-a",
    start_points=30_000,
    oka=False,
    uma=(8, 4, -4, -8),
    uma_by_winners=((8, 4, -4, -8), (12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12), (8, 4, -4, -8)),
    ties=Ties.SHARED,
    bust=False,
    dealer_stop=DealerStop.NEVER,
    extension=False,
    sticks_left=SticksLeft.STAY,
    red_fives=(0, 0, 0),
    kan_dora=False,
    ura=False,
    kan_ura=False,
    ippatsu=False,
    multiple_ron=MultipleRon.HEAD_BUMP,
    kuikae=Kuikae.SAME_TILE,
    riichi_min_live=0,
    chankan_of_ankan=True,
    daiminkan_pao=True,
    pao=frozenset({"daisangen", "daisuushii", "suukantsu"}),
    nagashi_mangan=False,
    kazoe_yakuman=False,
    yakuman_stack=False,
    double_wind_fu=2,
    renhou=Renhou.MANGAN,
    unverified=(
        "suukaikan",
        "kyuushu_kyuuhai",
        "suufon_renda",
        "suucha_riichi",
        "kan_in_riichi",
        "chankan_of_ankan",
        "pao_split",
        "riichi_min_points",
        "rinshan_fu",
    ),
)

SAIKOUISEN: Final = replace(
    TENHOU,
    name="saikouisen",
    start_points=30_000,
    oka=False,
    uma=(30, 10, -10, -30),
    ties=Ties.SHARED,
    bust=False,
    dealer_stop=DealerStop.NEVER,
    extension=False,
    sticks_left=SticksLeft.STAY,
    red_fives=(0, 0, 0),
    suukaikan=Suukaikan.NO_FIFTH,
    kan_in_riichi=KanInRiichi.EVERY_READING,
    multiple_ron=MultipleRon.HEAD_BUMP,
    kyuushu_kyuuhai=False,
    suufon_renda=False,
    suucha_riichi=False,
    riichi_min_live=0,
    pao=frozenset(),
    nagashi_mangan=False,
    kiriage=True,
    kazoe_yakuman=False,
    yakuman_stack=False,
    double_wind_fu=2,
    renchan=Renchan.TENPAI,
    unverified=(
        "bust",
        "ankan_reveal",
        "open_kan_reveal",
        "kan_in_riichi",
        "renhou",
        "riichi_min_points",
        "rinshan_fu",
    ),
)

HOUSE: Final = replace(
    TENHOU,
    name="house",
    bust=True,
    multiple_ron=MultipleRon.ALL,
    open_kan_reveal=Reveal.WITH_DISCARD,
    unverified=(),
)
"""What most living rooms play: the tenhou rules, with every ron paid."""

PRESETS: Final = {
    rules.name: rules
    for rules in (TENHOU, TENHOU_3P, MAHJONG_SOUL, M_LEAGUE, EMA, WRC, JPML_A, SAIKOUISEN, HOUSE)
}
