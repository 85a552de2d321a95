"""Rule sets by name.

Each value's source is in docs/reference/rule-sets.md; what no source confirms, or where sources
disagree, is listed in `unverified` and shown as such.
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
    PaoHonba,
    PaoSplit,
    PenaltyTo,
    Renchan,
    Renhou,
    Reveal,
    RuleSet,
    SticksLeft,
    Suukaikan,
    Ties,
    TimeLimit,
)

TENHOU: Final = RuleSet(unverified=("kan_in_riichi", "four_copies_tenpai"))

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
    unverified=(*TENHOU.unverified, "score_rounding"),
)

MAHJONG_SOUL: Final = replace(
    TENHOU,
    name="mahjong-soul",
    return_points=25_000,
    target_points=30_000,
    uma=(15, 5, -5, -15),
    oka=False,
    multiple_ron=MultipleRon.ALL,
    chankan_of_ankan=True,
    double_yakuman=True,
    pao_split=PaoSplit.OWN_YAKUMAN,
    unverified=(*TENHOU.unverified, "score_rounding", "open_riichi", "nagashi_win", "tenhou_doubles"),
)

MAHJONG_SOUL_3P: Final = replace(
    MAHJONG_SOUL,
    name="mahjong-soul-3p",
    players=3,
    start_points=35_000,
    return_points=35_000,
    target_points=40_000,
    uma=(15, 0, -15),
    honba_points=200,
    noten_points=2_000,
    riichi_min_live=3,
    suufon_renda=False,
    suucha_riichi=False,
    red_fives=(0, 1, 1),
    kita=True,
    unverified=MAHJONG_SOUL.unverified,
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
    dead_hands=True,
    penalties=frozenset({"yellow_card", "red_card", "chombo", "dead_hand"}),
    unverified=(
        "chombo_ends_game",
        "pao_honba",
        "score_rounding",
        "chombo_points",
        "daiminkan_pao",
        "pao_split",
        "rinshan_fu",
        "renhou",
        "four_copies_tenpai",
        "time_limit",
    ),
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
    pao_honba=PaoHonba.DISCARDER,
    nagashi_mangan=False,
    kazoe_yakuman=False,
    yakuman_stack=False,
    renhou=Renhou.MANGAN,
    riichi_min_points=None,
    four_copies_tenpai=False,
    dead_hands=True,
    penalties=frozenset({"points", "chombo", "dead_hand"}),
    unverified=(
        "chombo_ends_game",
        "pao_honba",
        "score_rounding",
        "renchan",
        "kan_in_riichi",
        "chankan_of_ankan",
        "daiminkan_pao",
        "riichi_min_live",
        "pao_split",
        "double_wind_fu",
        "four_copies_tenpai",
        "penalty_to",
        "time_limit",
    ),
)

WRC: Final = replace(
    EMA,
    name="wrc",
    chombo_ends_game=True,
    pao=frozenset({"daisangen", "daisuushii", "suukantsu"}),
    riichi_min_live=0,
    riichi_min_points=1_000,
    multiple_ron=MultipleRon.HEAD_BUMP,
    honba_to=HonbaTo.FIRST_WINNER,
    sticks_left=SticksLeft.STAY,
    kiriage=True,
    double_wind_fu=2,
    yakuman_stack=True,
    four_copies_tenpai=True,
    penalty_to=PenaltyTo.SCORE,
    time_limit=TimeLimit.THIS_HAND,
    unverified=(
        "kazoe_yakuman",
        "uma",
        "score_rounding",
        "bust",
        "ankan_reveal",
        "open_kan_reveal",
        "suukaikan",
        "riichi_min_points",
        "pao_split",
        "four_copies_tenpai",
        *("dead_hands", "penalties"),
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
    suukaikan=Suukaikan.NO_FIFTH,
    kyuushu_kyuuhai=False,
    suufon_renda=False,
    suucha_riichi=False,
    pao_honba=PaoHonba.DISCARDER,
    daiminkan_pao=True,
    pao=frozenset({"daisangen", "daisuushii", "suukantsu"}),
    nagashi_mangan=False,
    kazoe_yakuman=False,
    double_wind_fu=2,
    renhou=Renhou.MANGAN,
    unverified=(
        "chombo_ends_game",
        "score_rounding",
        "kuikae",
        "four_copies_tenpai",
        "pao_split",
        "riichi_min_points",
        *("dead_hands", "penalty_to", "penalties"),
        "time_limit",
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
    double_wind_fu=2,
    renchan=Renchan.TENPAI,
    dead_hands=True,
    unverified=(
        "chombo_ends_game",
        "score_rounding",
        "bust",
        "ankan_reveal",
        "open_kan_reveal",
        "riichi_min_points",
        "open_riichi",
        "rinshan_fu",
        "renhou",
        *("penalty_to", "penalties"),
        "time_limit",
    ),
)

HOUSE: Final = replace(
    TENHOU,
    name="house",
    bust=True,
    multiple_ron=MultipleRon.ALL,
    open_kan_reveal=Reveal.WITH_DISCARD,
    dead_hands=True,
    unverified=(),
)
"""What most living rooms play: the tenhou rules, with every ron paid, and with dead hands."""

PRESETS: Final = {
    rules.name: rules
    for rules in (
        *(TENHOU, TENHOU_3P, MAHJONG_SOUL, MAHJONG_SOUL_3P, M_LEAGUE, EMA, WRC, JPML_A, SAIKOUISEN),
        HOUSE,
    )
}
"""By name; a name without a year means the newest known edition."""

WRC_2022: Final = replace(
    WRC,
    name="wrc-2022",
    pao=frozenset({"daisangen", "daisuushii"}),
    riichi_min_live=4,
    unverified=tuple(field for field in WRC.unverified if field != "kazoe_yakuman"),
)
"""The edition of 2022, before that of 2025."""

_YEARS: Final = {"ema": 2016, "wrc": 2025, "jpml-a": 2023}
_NEWEST: Final = (replace(PRESETS[name], name=f"{name}-{year}") for name, year in _YEARS.items())
EDITIONS: Final = {rules.name: rules for rules in (WRC_2022, *_NEWEST)}
"""Rule sets by name and year: these do not change when a newer edition appears."""


def preset_called(name: str) -> RuleSet | None:
    """A rule set by its name, with or without its year; None where there is none."""
    return PRESETS.get(name) or EDITIONS.get(name)
