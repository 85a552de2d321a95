"""What a house counts otherwise, computed by hand (緑一色, 天和, 北)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.riichi.facts import WinBy
from companion.riichi.presets import MAHJONG_SOUL, TENHOU, TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.seats import Wind
from companion.riichi.situation import Situation
from companion.riichi.tiles import parse_tiles
from companion.scoring import ScoringError, value_hand
from companion.scoring.asking import read_question, valued
from companion.scoring.paying import answered


def value(hand: str, rules, **situation):
    """The hand with its last tile won by ron, or as the situation says."""
    *tiles, last = parse_tiles(hand)
    here = Situation(**({"by": WinBy.RON, "seat_wind": Wind.SOUTH, "round_wind": Wind.EAST} | situation))
    return value_hand(tiles, (), last, here, indicators=parse_tiles("7z"), ura=(), rules=rules)


def names(hand: str, rules, **situation) -> list[str]:
    return [name for name, _ in value(hand, rules, **situation).yaku]


def test_ryuuiisou_needs_a_green_dragon_where_the_house_says_so() -> None:
    needs = replace(TENHOU, green_needs_hatsu=True)
    assert names("22334466688822s", TENHOU) == ["ryuuiisou"]
    without = value("22334466688822s", needs)
    assert (without.yakuman, "chinitsu" in dict(without.yaku)) == (0, True)
    assert names("22233344466s666z", needs) == ["ryuuiisou"]


def test_tenhou_counts_the_best_of_its_fourteen_tiles() -> None:
    first = {"by": WinBy.TSUMO, "seat_wind": Wind.EAST, "tenhou": True}
    doubles = replace(MAHJONG_SOUL, tenhou_doubles=True)
    suuankou = "22m333p444s777z222z"
    assert names(suuankou, MAHJONG_SOUL, **first) == ["tenhou", "suuankou"]
    assert names(suuankou, doubles, **first) == ["tenhou", "suuankou_tanki"]
    assert value(suuankou, doubles, **first).yakuman == 3
    kokushi = "19m19p19s11234567z"
    assert "kokushi_13" in names(kokushi, doubles, **first)
    chiihou = {"by": WinBy.TSUMO, "seat_wind": Wind.SOUTH, "chiihou": True}
    assert names(suuankou, doubles, **chiihou) == ["chiihou", "suuankou"]


NORTH = replace(TENHOU_3P, kita=False, north_yakuhai=True)


def test_three_norths_are_a_yaku_for_everybody() -> None:
    hand = "123456p11s789s444z"
    with pytest.raises(ScoringError) as failure:
        value(hand, TENHOU_3P)
    assert failure.value.reason is Reason.NO_YAKU
    won = value(hand, NORTH)
    # 20, 10 for the closed ron, and 4 for three norths that the discard completed: 34, so 40.
    assert (won.yaku, won.han, won.fu) == ((("seat_wind_north", 1),), 1, 40)


@pytest.mark.parametrize(
    ("hand", "rules", "fu", "pinfu"),
    [
        ("44z123456p678s56s7s", TENHOU_3P, 30, True),
        # The pair is worth two: 32 make 40, and no pinfu.
        ("44z123456p678s56s7s", NORTH, 40, False),
        # Three easts (8, concealed), the pair of north (2): 20 + 10 + 8 + 2 = 40.
        ("44z111z456p789s34s5s", NORTH, 40, False),
    ],
)
def test_a_pair_of_north_has_the_fu_of_a_yakuhai(hand: str, rules, fu: int, pinfu: bool) -> None:
    found = value(hand, rules, riichi=True)
    assert (found.fu, "pinfu" in dict(found.yaku)) == (fu, pinfu)


def test_the_two_fu_are_counted_beside_a_set_of_the_round_wind() -> None:
    # 20, 10 for the closed ron, 8 for three easts, 2 for the closed wait: 40. With 2 for the pair 42, so 50.
    hand = "44z111z456p789s35s4s"
    assert value(hand, TENHOU_3P, riichi=True).fu == 40
    assert value(hand, NORTH, riichi=True).fu == 50


@pytest.mark.parametrize(
    ("honba", "more", "refused"),
    [(5, {}, True), (4, {}, False), (5, {"riichi": True}, False), (5, {"indicators": "1m"}, True)],
)
def test_two_han_are_asked_of_a_question_too(honba: int, more: dict, refused: bool) -> None:
    asked = {"hand": "234567m345p22s68s", "win": "7s", "honba": honba, "indicators": "9p"} | more
    question = replace(read_question(asked), rules=replace(TENHOU, two_han_from=5))
    if not refused:
        assert valued(question).han == 1 + ("riichi" in more)
        return
    with pytest.raises(ScoringError) as failure:
        valued(question)
    assert failure.value.reason is Reason.TWO_HAN_NEEDED


def test_two_han_are_asked_of_every_winner_of_a_tile(tmp_path: Path) -> None:
    house = tmp_path / "ours.toml"
    house.write_text("two_han_from = 5\n")
    hand = {"hand": "234567m345p22s68s"}
    first = hand | {"seat_wind": "S", "riichi": True, "others": [hand | {"seat_wind": "W"}]}
    asked = first | {"win": "7s", "by": "ron", "from": "E", "indicators": "9p", "rules": str(house)}
    assert len(answered(asked | {"honba": 4})["wins"]) == 2
    with pytest.raises(ScoringError) as failure:
        answered(asked | {"honba": 5})
    assert failure.value.reason is Reason.TWO_HAN_NEEDED
