"""How rare a yaku is: in how many wins of recorded games it occurred. For the strangest hand of a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from companion.riichi.yaku import DORA

__all__ = ["rarest"]

_WON: Final[Mapping[str, int]] = MappingProxyType(
    {
        "shousuushii": 1,
        "chinroutou": 1,
        "kokushi": 2,
        "daisangen": 2,
        "honroutou": 2,
        "ryanpeikou": 3,
        "chankan": 4,
        "suuankou": 5,
        "round_wind_west": 6,
        "shousangen": 7,
        "sanshoku_doukou": 8,
        "double_riichi": 17,
        "junchan": 19,
        "rinshan": 26,
        "haitei": 34,
        "chinitsu": 46,
        "houtei": 49,
        "sanankou": 56,
        "chanta": 69,
        "ittsu": 140,
        "toitoi": 149,
        "seat_wind_north": 178,
        "seat_wind_east": 185,
        "seat_wind_west": 189,
        "seat_wind_south": 207,
        "round_wind_south": 276,
        "chiitoitsu": 279,
        "sanshoku_doujun": 340,
        "iipeikou": 349,
        "honitsu": 452,
        "round_wind_east": 468,
        "haku": 686,
        "chun": 687,
        "hatsu": 688,
        "ippatsu": 706,
        "pinfu": 1_856,
        "tanyao": 2_136,
        "menzen_tsumo": 2_259,
        "riichi": 3_840,
    }
)
"""In how many of 9,349 wins each yaku occurred, in 1,236 games of four players.

One that is missing never did, so it is the rarest.
"""


def rarest(yaku: Iterable[str]) -> tuple[str, int] | None:
    """The rarest of some yaku, and of how many wins it was part; None where there is no yaku, dora aside.

    >>> rarest(("riichi", "haitei", "dora")), rarest(("sankantsu",))
    (('haitei', 34), ('sankantsu', 0))
    """
    found = [(_WON.get(one, 0), one) for one in yaku if one not in DORA]
    return min(found)[::-1] if found else None
