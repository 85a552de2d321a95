"""The names of yaku in records (役名): the Japanese names of tenhou.net/6 and the words of mjai."""

from __future__ import annotations

from typing import Final

from companion.riichi.ruleset import YAKUMAN_HAN, RuleSet
from companion.riichi.seats import Wind
from companion.riichi.yaku import TWICE, YAKU

_JAPANESE: Final = (
    *("門前清自摸和", "立直", "一発", "槍槓", "嶺上開花", "海底摸月", "河底撈魚"),
    *("平和", "断幺九", "一盃口"),
    *("自風 東", "自風 南", "自風 西", "自風 北"),
    *("場風 東", "場風 南", "場風 西", "場風 北"),
    *("役牌 白", "役牌 發", "役牌 中", "両立直", "七対子", "混全帯幺九", "一気通貫"),
    *("三色同順", "三色同刻", "三槓子", "対々和", "三暗刻", "小三元"),
    *("混老頭", "二盃口", "純全帯幺九", "混一色", "清一色", "人和"),
    *("天和", "地和", "大三元", "四暗刻", "四暗刻単騎", "字一色", "緑一色"),
    *("清老頭", "九蓮宝燈", "純正九蓮宝燈", "国士無双", "国士無双１３面", "大四喜"),
    *("小四喜", "四槓子", "ドラ", "裏ドラ", "赤ドラ"),
)
_SPELLINGS: Final = {
    "ダブル立直": "double_riichi",
    "国士無双十三面待ち": "kokushi_13",
    "国士無双13面": "kokushi_13",
    "九蓮宝灯": "chuuren",
    "純正九蓮宝灯": "junsei_chuuren",
    "オープン立直": "open_riichi",
    "抜きドラ": "nuki_dora",
    "北ドラ": "nuki_dora",
    "対対和": "toitoi",
    "断么九": "tanyao",
    "混全帯么九": "chanta",
    "純全帯么九": "junchan",
}
NAMES: Final = {
    **dict(zip(YAKU, _JAPANESE, strict=True)),
    "open_riichi": "オープン立直",
    "nuki_dora": "抜きドラ",
}
"""The name in tenhou.net/6 for each code of `companion.riichi.yaku`."""
_CODES: Final = {name: code for code, name in NAMES.items()} | _SPELLINGS

# The words of mjai's first server; this project's own codes are read as they are.
_MJAI: Final = {
    "menzenchintsumoho": "menzen_tsumo",
    "reach": "riichi",
    "doublereach": "double_riichi",
    "rinshankaiho": "rinshan",
    "haiteiraoyue": "haitei",
    "hoteiraoyui": "houtei",
    "tanyaochu": "tanyao",
    "ipeko": "iipeikou",
    "ryanpeko": "ryanpeikou",
    "honchantaiyao": "chanta",
    "junchantaiyao": "junchan",
    "ikkitsukan": "ittsu",
    "sanshokudojun": "sanshoku_doujun",
    "sanshokudoko": "sanshoku_doukou",
    "toitoiho": "toitoi",
    "sananko": "sanankou",
    "shosangen": "shousangen",
    "chitoitsu": "chiitoitsu",
    "honroto": "honroutou",
    "honiso": "honitsu",
    "chiniso": "chinitsu",
    "tenho": "tenhou",
    "chiho": "chiihou",
    "kokushimuso": "kokushi",
    "sukantsu": "suukantsu",
    "suanko": "suuankou",
    "tsuiso": "tsuuiisou",
    "ryuiso": "ryuuiisou",
    "chinroto": "chinroutou",
    "churenpoton": "chuuren",
    "daisushi": "daisuushii",
    "shosushi": "shousuushii",
    "uradora": "ura_dora",
    "akadora": "aka_dora",
    "nukidora": "nuki_dora",
}


def code_of_japanese(name: str) -> str | None:
    """The code of a name in a tenhou.net/6 result; None if it is not known."""
    return _CODES.get(name.strip().replace("\N{IDEOGRAPHIC SPACE}", " "))


def code_of_mjai(word: str, seat_wind: Wind, round_wind: Wind) -> str | None:
    """The code of a yaku in an mjai hora; None if the word is not known, or could be several yaku."""
    if word in NAMES:
        return word
    plain = word.replace("_", "").lower()
    if plain == "jikaze":
        return f"seat_wind_{seat_wind.name.lower()}"
    if plain == "bakaze":
        return f"round_wind_{round_wind.name.lower()}"
    return _MJAI.get(plain) or next((code for code in NAMES if code.replace("_", "") == plain), None)


def counted_twice(
    yaku: tuple[tuple[str, int], ...], times: int, rules: RuleSet
) -> tuple[tuple[str, int], ...]:
    """The same yaku, of a record that gives no han for a yakuman: one that counts twice now has 26 han.

    They stay as they are where the hand would then not be worth `times` yakuman.
    """
    if not rules.double_yakuman:
        return yaku
    doubled = tuple((code, 2 * YAKUMAN_HAN if code in TWICE else han) for code, han in yaku)
    each = [han // YAKUMAN_HAN for _, han in doubled]
    in_all = sum(each) if rules.yakuman_stack else max(each, default=0)
    return doubled if in_all == times else yaku
