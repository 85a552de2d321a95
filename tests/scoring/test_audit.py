"""Hands that cannot be are refused with a code, before anything is computed."""

from dataclasses import replace

import pytest

from companion.riichi.melds import Meld, MeldKind
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.seats import Wind
from companion.riichi.situation import Situation
from companion.riichi.tiles import Tile
from companion.scoring import Contradiction, ScoringError
from tests.scoring.hands import RON, TSUMO, meld, value

RIICHI = replace(RON, riichi=True)
PINFU = ("234m567m345p67s22p", "8s")
OPEN = ("234m567m67s22p", "8s")
CHI = meld("chi", "345p")
EAST = replace(RON, seat_wind=Wind.EAST)


def refusal(*arguments, **options) -> str:
    with pytest.raises(ScoringError) as caught:
        value(*arguments, **options)
    assert str(caught.value)
    return caught.value.code


@pytest.mark.parametrize(
    ("hand", "tile", "code"),
    [
        ("1111m23p567p89s44z", "1m", "fifth_copy"),  # the package would make a 2m of the fifth 1m
        ("234m567m345p67s2p", "8s", "wrong_hand_size"),
        ("234m567m345p67s222p", "8s", "wrong_hand_size"),
        ("234m067m340p67s22p", "8s", "ok"),
        ("234m567m340p67s20p", "8s", "too_many_red"),
        ("234m567m345p67s12p", "8s", "hand_not_complete"),
        ("234m567m345p78s22p", "8s", "hand_not_complete"),
    ],
)
def test_tiles_that_cannot_be_a_hand(hand: str, tile: str, code: str):
    if code == "ok":
        assert value(hand, tile, RIICHI).han
    else:
        assert refusal(hand, tile, RIICHI) == code


def test_indicators_and_norths_are_tiles_of_the_same_set():
    assert refusal(*PINFU, RIICHI, indicators="2p2p2p") == "fifth_copy"
    assert refusal(*PINFU, RIICHI, indicators="1z", ura="222p") == "fifth_copy"
    three = ("234p567p345p67s44z", "8s", replace(RIICHI, kita=3))
    assert refusal(*three, rules=TENHOU_3P) == "fifth_copy"


def test_tiles_that_three_players_do_not_have():
    assert refusal(*PINFU, RIICHI, rules=TENHOU_3P) == "not_in_the_set"
    assert refusal(*OPEN, RON, CHI, rules=TENHOU_3P) == "no_chi_with_three"
    north = replace(RIICHI, seat_wind=Wind.NORTH)
    assert refusal("234p567p345p67s22s", "8s", north, rules=TENHOU_3P) == "no_such_seat"


def test_a_hand_without_yaku():
    assert refusal("234m567m68s11p", "7s", RON, CHI) == "no_yaku"
    assert refusal("234m567m68s11p", "7s", RON, CHI, indicators="9p") == "no_yaku"


@pytest.mark.parametrize(
    ("kind", "tiles"),
    [("chi", "346p"), ("chi", "89p1s"), ("chi", "123z"), ("chi", "333p"), ("pon", "345p"), ("pon", "33p4p")],
)
def test_tiles_that_are_no_meld(kind: str, tiles: str):
    assert refusal(*OPEN, RON, meld(kind, tiles)) == "not_a_meld"


def test_kans_have_four_tiles():
    assert refusal(*OPEN, RON, meld("ankan", "333p")) == "not_a_meld"
    assert refusal(*OPEN, RON, meld("pon", "3333p")) == "not_a_meld"


def test_an_unseen_tile_has_no_value():
    unseen = Meld(MeldKind.ANKAN, (None, Tile("3p"), Tile("3p"), None))
    assert refusal(*OPEN, RON, unseen) == "not_seen"


FALSE = [
    (replace(RON, riichi=True), "riichi_open_hand", (CHI,)),
    (replace(RON, ippatsu=True), "ippatsu_without_riichi", ()),
    (replace(RON, open_riichi=True), "open_riichi_without_riichi", ()),
    (replace(TSUMO, riichi=True, ippatsu=True, rinshan=True), "ippatsu_with_rinshan", ()),
    (replace(TSUMO, chankan=True), "chankan_with_tsumo", ()),
    (replace(TSUMO, houtei=True), "houtei_with_tsumo", ()),
    (replace(TSUMO, renhou=True), "renhou_with_tsumo", ()),
    (replace(RON, rinshan=True), "rinshan_without_tsumo", ()),
    (replace(TSUMO, rinshan=True), "rinshan_without_kan", ()),
    (replace(RON, haitei=True), "haitei_without_tsumo", ()),
    (replace(TSUMO, haitei=True, rinshan=True), "haitei_with_rinshan", (meld("ankan", "3333p"),)),
    (replace(RON, houtei=True, chankan=True), "houtei_with_chankan", ()),
    (replace(TSUMO, tenhou=True), "tenhou_not_dealer", ()),
    (replace(EAST, tenhou=True), "tenhou_without_tsumo", ()),
    (replace(EAST, by=TSUMO.by, chiihou=True), "chiihou_as_dealer", ()),
    (replace(RON, chiihou=True), "chiihou_without_tsumo", ()),
    (replace(EAST, renhou=True), "renhou_as_dealer", ()),
    (replace(TSUMO, chiihou=True), "first_turn_with_meld", (meld("ankan", "3333p"),)),
    (replace(RON, kita=1), "no_kita", ()),
    (replace(TSUMO, chiihou=True, riichi=True), "first_turn_with_riichi", ()),
    (replace(RON, renhou=True, riichi=True, ippatsu=True), "first_turn_with_riichi", ()),
    (replace(TSUMO, chiihou=True, haitei=True), "first_turn_at_wall_end", ()),
    (replace(RON, renhou=True, houtei=True), "first_turn_at_wall_end", ()),
    (replace(RON, renhou=True, chankan=True), "first_turn_after_kan", ()),
]


@pytest.mark.parametrize(("situation", "code", "melds"), FALSE, ids=[code for _, code, _ in FALSE])
def test_situations_that_contradict_themselves(situation: Situation, code: str, melds: tuple[Meld, ...]):
    hand = OPEN if melds else PINFU
    assert refusal(*hand, situation, *melds, rules=replace(TENHOU, open_riichi=True)) == code


def test_every_contradiction_is_tried_here():
    elsewhere = {"not_seen", "chankan_of_held_tile", "too_many_indicators", "more_ura_than_indicators"}
    assert {code for _, code, _ in FALSE} >= {code.value for code in Contradiction} - elsewhere
