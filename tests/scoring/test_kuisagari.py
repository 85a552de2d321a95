"""What an opened hand is worth less, and what it loses (喰い下がり) [naki]."""

import pytest

from tests.scoring.hands import RON, TSUMO, meld, names, value

CALLED = meld("chi", "123m")
WORTH_LESS = [
    ("sanshoku_doujun", 2, "123p123567s5s", "5s"),
    ("ittsu", 2, "456789m55p13s", "2s"),
    ("chanta", 2, "789p12399s11z", "1z"),
    ("honitsu", 3, "456789m55z11z", "1z"),
    ("junchan", 3, "789p12399s99p", "9p"),
    ("chinitsu", 6, "456678m5599m", "9m"),
]
"""Yaku, its han when closed, and ten tiles beside a run 123m."""


@pytest.mark.parametrize(("yaku", "han", "rest", "tile"), WORTH_LESS)
def test_these_lose_one_han_when_the_hand_is_open(yaku: str, han: int, rest: str, tile: str) -> None:
    assert names(value(f"123m{rest}", tile))[yaku] == han
    assert names(value(rest, tile, RON, CALLED))[yaku] == han - 1


def test_others_keep_their_han() -> None:
    assert names(value("444p77s99m", "7s", RON, meld("pon", "222m"), meld("pon", "333s")))["toitoi"] == 2
    assert names(value("444p777s33s99m222m", "3s"))["toitoi"] == 2


def test_what_needs_a_closed_hand_is_gone() -> None:
    closed = names(value("223344m567p6788s", "8s"))
    assert {"iipeikou"} <= closed.keys()
    open_hand = names(value("223344m6788s", "8s", RON, meld("chi", "567p")))
    assert "iipeikou" not in open_hand
    assert "tanyao" in open_hand


def test_a_tsumo_is_a_yaku_of_a_closed_hand_alone() -> None:
    assert names(value("234m34555p66778s", "8s", TSUMO))["menzen_tsumo"] == 1
    assert "menzen_tsumo" not in names(value("34555p66778s", "8s", TSUMO, meld("chi", "234m")))
    assert names(value("34555p66778s", "8s", TSUMO, meld("ankan", "2222m")))["menzen_tsumo"] == 1
