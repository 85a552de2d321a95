"""What a house counts besides the usual yaku, named by people, counted like any other (ローカル役)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.commands.score import answers
from companion.riichi.presets import EMA, TENHOU
from companion.riichi.ruleset import RuleSet
from companion.scoring import ScoringError
from tests.scoring.hands import RON, TSUMO, meld, value

HOUSE = replace(TENHOU, name="house", local_yaku=(("Sanrenkou", 2), ("Winds", 1), ("Paarenchan", 13)))
NOTHING = ("123m456p99s23s", "777p", "1s")
PINFU = ("234m567m345p67s22p", "", "8s")


def worth(hand, *own, now=RON, rules: RuleSet = HOUSE, indicators="4z"):
    closed, called, tile = hand
    melds = [meld("pon", called)] if called else []
    return value(closed, tile, replace(now, local_yaku=own), *melds, indicators=indicators, rules=rules)


def test_it_stands_before_the_dora_and_its_han_are_added():
    found = worth(PINFU, "Sanrenkou", indicators="1p")
    assert found.yaku == (("pinfu", 1), ("tanyao", 1), ("Sanrenkou", 2), ("dora", 2))
    assert (found.han, found.fu) == (6, 30)


def test_what_is_not_named_is_not_counted():
    assert worth(PINFU).yaku == (("pinfu", 1), ("tanyao", 1))


@pytest.mark.parametrize("now", [RON, TSUMO], ids=["ron", "tsumo"])
def test_it_is_yaku_enough_to_win_with(now):
    with pytest.raises(ScoringError, match="no yaku"):
        worth(NOTHING, now=now)
    found = worth(NOTHING, "Winds", now=now)
    assert found.yaku == (("Winds", 1),)
    assert (found.han, found.fu) == (1, 30)
    assert worth(NOTHING, "Winds", now=now, indicators="8s").yaku == (("Winds", 1), ("dora", 2))


def test_thirteen_han_are_a_yakuman_that_adds_up_with_others():
    assert (worth(NOTHING, "Paarenchan").yakuman, worth(NOTHING, "Paarenchan").yaku) == (
        1,
        (("Paarenchan", 13),),
    )
    kokushi = ("19m19p19s1234567z", "", "1m")
    assert worth(kokushi, "Paarenchan", "Winds").yaku == (("kokushi_13", 13), ("Paarenchan", 13))
    assert worth(kokushi, "Paarenchan").yakuman == 2
    assert worth(kokushi, "Paarenchan", rules=replace(HOUSE, yakuman_stack=False)).yakuman == 1
    assert HOUSE.most_yakuman == TENHOU.most_yakuman + 1


def test_a_yaku_of_few_han_is_not_counted_beside_a_yakuman():
    assert worth(("19m19p19s1234567z", "", "1m"), "Sanrenkou").yaku == (("kokushi_13", 13),)


def test_the_reading_that_pays_most_with_it_is_taken():
    # Read as runs it is pinfu and ryanpeikou, read as pairs seven of them: the han of the house come to both.
    hand = ("223344m556677p8s", "", "8s")
    assert worth(hand, "Winds").han == worth(hand).han + 1
    assert worth(hand, "Winds").fu == worth(hand).fu


def test_renhou_as_a_mangan_yields_to_a_dearer_hand_of_the_house():
    house = replace(EMA, name="house", local_yaku=(("Great", 6),))
    assert worth(PINFU, "Great", now=replace(RON, renhou=True), rules=house).han == 8


# Asked from outside.


def ask(**asked) -> dict:
    return json.loads(next(answers([json.dumps(asked).encode()])))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('local_yaku = [["Sanrenkou", 2], ["Winds", 1]]', encoding="utf-8")
    return str(path)


def test_a_question_names_them(file):
    hand = {"hand": PINFU[0], "win": PINFU[2], "rules": file}
    assert ["Sanrenkou", 2] in ask(**hand, local_yaku=["Sanrenkou"])["yaku"]
    refused = ask(**hand, local_yaku=["Luck"])
    assert refused == {
        "error": "no_local_yaku",
        "message": "club: This house counts Sanrenkou, Winds besides the usual yaku.",
    }
    assert ask(**hand, local_yaku="Winds")["error"] == "wrong_type"
    assert ask(**hand, local_yaku=[1])["error"] == "wrong_type"
    assert "counts nothing" in ask(**hand | {"rules": "tenhou"}, local_yaku=["Winds"])["message"]
