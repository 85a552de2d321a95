"""Codes of the yaku, in the order in which Tenhou's records number them (役, 0 to 54)."""

from __future__ import annotations

from typing import Final

YAKU: Final = (
    *("menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei"),
    *("pinfu", "tanyao", "iipeikou"),
    *("seat_wind_east", "seat_wind_south", "seat_wind_west", "seat_wind_north"),
    *("round_wind_east", "round_wind_south", "round_wind_west", "round_wind_north"),
    *("haku", "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta", "ittsu"),
    *("sanshoku_doujun", "sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen"),
    *("honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou"),
    *("tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou"),
    *("chinroutou", "chuuren", "junsei_chuuren", "kokushi", "kokushi_13", "daisuushii"),
    *("shousuushii", "suukantsu", "dora", "ura_dora", "aka_dora"),
)
"""Every yaku and dora by its code."""

OTHER: Final = ("open_riichi", "nuki_dora")
"""Codes that no Tenhou record has: open riichi, and the norths set aside (Tenhou counts them as dora)."""

DORA: Final = frozenset({"dora", "ura_dora", "aka_dora", "nuki_dora"})
"""What adds han but is not a yaku."""

YAKUMAN: Final = frozenset(YAKU[37:52])
"""Codes of the yakuman; not renhou, which is one only where the house says so."""

TWICE: Final = frozenset({"suuankou_tanki", "junsei_chuuren", "kokushi_13", "daisuushii"})
"""Codes of the yakuman that count twice where the house says so."""
