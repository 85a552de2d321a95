"""Rule sets that tests play by: every preset, and houses that take each remaining turn of the rules."""

from dataclasses import replace

from companion.riichi.presets import M_LEAGUE, PRESETS, TENHOU, TENHOU_3P
from companion.riichi.ruleset import (
    FifthKan,
    HonbaTo,
    KanInRiichi,
    Kuikae,
    MultipleRon,
    PaoSplit,
    Renchan,
    Reveal,
    RuleSet,
    Suukaikan,
)

LENIENT = replace(
    TENHOU,
    name="lenient",
    open_kan_reveal=Reveal.AFTER_DISCARD,
    suukaikan=Suukaikan.URA_POSITIONS,
    kan_in_riichi=KanInRiichi.WAITS,
    kuikae=Kuikae.ALLOWED,
    multiple_ron=MultipleRon.ALL,
    honba_to=HonbaTo.EVERY_WINNER,
    riichi_min_points=None,
    riichi_min_live=0,
    chankan_of_ankan=True,
    chombo_points=0,
    bust=False,
)
STRICT = replace(
    TENHOU,
    name="strict",
    ankan_reveal=Reveal.WITH_DISCARD,
    suukaikan=Suukaikan.AT_ONCE,
    fifth_kan=FifthKan.DRAW,
    kan_in_riichi=KanInRiichi.FORBIDDEN,
    renchan=Renchan.WIN,
    pao=frozenset({"daisangen", "daisuushii", "suukantsu"}),
    pao_split=PaoSplit.OWN_YAKUMAN,
    daiminkan_pao=True,
)
FULL_SHARES = replace(
    TENHOU_3P,
    name="full-shares",
    tsumo_loss=False,
    kita=False,
    chombo_points=0,
    pao_split=PaoSplit.OWN_YAKUMAN,
)
NO_RED = replace(M_LEAGUE, name="no-red", red_fives=(0, 0, 0), rounds=1, open_riichi=True)

EIGHTEEN = replace(
    TENHOU_3P,
    name="eighteen",
    dead_wall=18,
    local_yaku=(("三連刻", 2), ("=Paarenchan", 13)),
)

HOUSES: dict[str, RuleSet] = {
    **PRESETS,
    **{house.name: house for house in (LENIENT, STRICT, FULL_SHARES, NO_RED, EIGHTEEN)},
}
