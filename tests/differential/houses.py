"""The houses that both know: each of the peer's two presets, with four players and with three."""

from __future__ import annotations

from dataclasses import replace

from companion.riichi.presets import MAHJONG_SOUL, TENHOU, TENHOU_3P
from tests.differential.comparing import House

# The peer uses its presets for three players too; we name no such rule set, so it is put together here.
SOUL_3P = replace(
    TENHOU_3P,
    name="mahjong-soul-3p",
    multiple_ron=MAHJONG_SOUL.multiple_ron,
    chankan_of_ankan=MAHJONG_SOUL.chankan_of_ankan,
    double_yakuman=MAHJONG_SOUL.double_yakuman,
    pao_split=MAHJONG_SOUL.pao_split,
)
HOUSES = (
    House("tenhou", TENHOU, "default_tenhou"),
    House("mahjong-soul", MAHJONG_SOUL, "default_mjsoul"),
    House("tenhou-3p", TENHOU_3P, "default_tenhou"),
    House("mahjong-soul-3p", SOUL_3P, "default_mjsoul"),
)
