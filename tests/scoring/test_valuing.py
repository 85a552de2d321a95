"""Values of hands under the rules that change them; plain values are checked on recorded games."""

from dataclasses import replace

from companion.riichi.presets import EMA, MAHJONG_SOUL, TENHOU, TENHOU_3P, WRC
from companion.riichi.ruleset import Renhou
from companion.riichi.seats import Wind
from companion.riichi.yaku import OTHER, YAKU
from tests.scoring.hands import RON, TSUMO, meld, names, value

RIICHI = replace(RON, riichi=True)
PINFU = ("234m567m345p67s22p", "8s")


def test_a_plain_hand_is_named_by_codes():
    found = value(*PINFU, RIICHI)
    assert (found.han, found.fu, found.yakuman) == (3, 30, 0)
    assert found.yaku == (("riichi", 1), ("pinfu", 1), ("tanyao", 1))


def test_the_reading_that_pays_most_is_taken():
    # 22p 33p 44p beside 3-run readings: seven pairs would be 25 fu, two double runs pay more.
    found = value("223344p556677s8m", "8m")
    assert "ryanpeikou" in names(found)


def test_a_double_wind_pair_is_four_fu_or_two():
    now = replace(RON, seat_wind=Wind.EAST)
    # 20, the nines 4 and the dragons 4 make 28: with the pair 32 or 30.
    hand = ("345p45m11z", "6m", now, meld("pon", "999s"), meld("pon", "555z"))
    assert value(*hand).fu == 40
    assert value(*hand, rules=replace(TENHOU, double_wind_fu=2)).fu == 30


def test_a_pair_of_one_wind_is_two_fu_everywhere():
    # 20, the nines 4 and the dragons 4 and the pair 2 make 30.
    hand = ("345p45m22z", "6m", RON, meld("pon", "999s"), meld("pon", "555z"))
    assert value(*hand).fu == 30
    assert value(*hand, rules=replace(TENHOU, double_wind_fu=2)).fu == 30


def test_a_triplet_of_the_double_wind_keeps_both_yaku_where_its_pair_is_two_fu():
    found = value(
        "234m567m67s22p",
        "8s",
        replace(RON, seat_wind=Wind.EAST),
        meld("pon", "111z"),
        rules=replace(TENHOU, double_wind_fu=2),
    )
    assert names(found) == {"seat_wind_east": 1, "round_wind_east": 1}


def test_a_kan_counts_as_a_triplet_and_three_or_four_are_a_yaku_of_their_own():
    kans = [
        meld("ankan", "2222m"),
        meld("kakan", "5555p"),
        meld("daiminkan", "8888s"),
        meld("ankan", "3333z"),
    ]
    three = names(value("777s2p", "2p", RON, *kans[:3]))
    assert three == {"tanyao": 1, "toitoi": 2, "sankantsu": 2}
    closed = [meld("ankan", tiles) for tiles in ("2222m", "5505p", "7777z")]
    assert {"sanankou", "chun", "sankantsu"} <= set(names(value("345s2p", "2p", RON, *closed)))
    assert names(value("2p", "2p", RON, *kans)) == {"suukantsu": 13}


def test_a_replacement_tile_gives_tsumo_fu_only_where_the_house_says_so():
    now = replace(TSUMO, rinshan=True)
    # 20, the kan 8 and the middle wait 2 make 30, and two for the tsumo.
    hand = ("234m68s22p345p", "7s", now, meld("daiminkan", "2222s"))
    assert value(*hand).fu == 40
    assert value(*hand, rules=replace(TENHOU, rinshan_fu=False)).fu == 30
    plain = ("234m68s22p345p", "7s", replace(TSUMO, haitei=True), meld("daiminkan", "2222s"))
    assert value(*plain, rules=replace(TENHOU, rinshan_fu=False)).fu == 40


def test_pinfu_on_a_replacement_tile_stays_at_twenty_fu_either_way():
    now = replace(TSUMO, rinshan=True, kita=1)
    hand = ("123s456p789p67s22p", "8s", now)
    assert value(*hand, rules=TENHOU_3P).fu == 20
    assert value(*hand, rules=replace(TENHOU_3P, rinshan_fu=False)).fu == 20


def test_open_tanyao_is_a_switch():
    hand = ("234m567m67s22p", "8s", RON, meld("chi", "345p"))
    assert names(value(*hand)) == {"tanyao": 1}
    now = replace(RON, houtei=True)
    assert names(value(*hand[:2], now, hand[3], rules=replace(TENHOU, open_tanyao=False))) == {"houtei": 1}


def test_every_sort_of_dora_is_counted_by_its_own_rule():
    hand = ("234m067m345p67s22p", "8s", replace(RIICHI, ippatsu=True))
    marks = {"indicators": "1m7s", "ura": "1p7s"}
    assert names(value(*hand, **marks)) == {
        "riichi": 1,
        "ippatsu": 1,
        "pinfu": 1,
        "tanyao": 1,
        "dora": 2,
        "ura_dora": 3,
        "aka_dora": 1,
    }
    bare = replace(TENHOU, kan_dora=False, ura=False, ippatsu=False)
    assert names(value(*hand, **marks, rules=bare)) == {
        "riichi": 1,
        "pinfu": 1,
        "tanyao": 1,
        "dora": 1,
        "aka_dora": 1,
    }
    assert names(value(*hand, **marks, rules=replace(TENHOU, kan_ura=False)))["ura_dora"] == 2


def test_ura_are_a_riichi_players_alone():
    assert "ura_dora" not in names(value(*PINFU, ura="1p"))


def test_two_red_fives_of_one_suit_both_count():
    rules = replace(TENHOU, red_fives=(1, 2, 1))
    assert names(value("234m567m345p67s00p", "8s", RIICHI, rules=rules))["aka_dora"] == 2


def test_with_three_players_1m_points_to_9m_and_norths_are_dora():
    now = replace(RIICHI, kita=2)
    found = value("111z999m345p67s22p", "8s", now, indicators="1m3z", rules=TENHOU_3P)
    assert names(found)["dora"] == 3 + 2
    assert names(found)["nuki_dora"] == 2


def test_dora_alone_are_no_yaku_but_make_a_hand_dear():
    assert value(*PINFU, RIICHI, indicators="1p1p1p").han == 3 + 6


def test_open_riichi_is_one_han_more_where_it_is_played():
    now = replace(RIICHI, open_riichi=True)
    assert "open_riichi" not in names(value(*PINFU, now))
    rules = replace(TENHOU, open_riichi=True)
    assert value(*PINFU, now, rules=rules).yaku[0:1] == (("riichi", 1),)
    assert names(value(*PINFU, now, rules=rules))["open_riichi"] == 1
    double = names(value(*PINFU, replace(now, double_riichi=True), rules=rules))
    assert (double["double_riichi"], double["open_riichi"]) == (2, 1)
    assert "riichi" not in double


def test_dealing_into_an_open_riichi_is_a_yakuman_where_the_house_says_so():
    rules = replace(TENHOU, open_riichi=True, open_riichi_yakuman=True)
    laid_open = replace(RIICHI, open_riichi=True)
    assert value(*PINFU, laid_open, rules=rules).yaku == (("open_riichi", 13),)
    assert value(*PINFU, replace(TSUMO, riichi=True, open_riichi=True), rules=rules).yakuman == 0
    assert value(*PINFU, RIICHI, rules=rules).yakuman == 0


def test_an_open_riichi_yakuman_stands_beside_another_where_yakuman_add_up():
    rules = replace(TENHOU, open_riichi=True, open_riichi_yakuman=True)
    dragons = ("555z666z777z23m11p", "4m", replace(RIICHI, open_riichi=True))
    both = value(*dragons, rules=rules)
    assert (both.yakuman, set(names(both))) == (2, {"daisangen", "open_riichi"})
    assert value(*dragons, rules=replace(rules, yakuman_stack=False)).yakuman == 1


KOKUSHI_13 = ("19m19p19s1234567z", "1m")
TANKI = ("111m222p333s444z5z", "5z")


def test_double_yakuman_count_twice_only_where_the_house_says_so():
    assert (value(*KOKUSHI_13).yakuman, value(*KOKUSHI_13).yaku) == (1, (("kokushi_13", 13),))
    assert value(*KOKUSHI_13, rules=MAHJONG_SOUL).yakuman == 2
    assert value(*TANKI, rules=MAHJONG_SOUL).yaku == (("suuankou_tanki", 26),)


def test_yakuman_add_up_or_the_dearest_counts_alone():
    honours = ("111z222z333z444z5z", "5z")
    assert value(*honours, TSUMO).yakuman == 3  # all honours, four winds, four closed
    assert value(*honours, TSUMO, rules=EMA).yakuman == 1
    assert value(*honours, TSUMO, rules=replace(MAHJONG_SOUL, yakuman_stack=False)).yakuman == 2


def test_counted_yakuman_keep_their_han():
    found = value("223344m223344p8s", "8s", RIICHI, indicators="1m2m3m1p2p")
    assert found.yakuman == 0
    assert found.han >= 13


def test_renhou_is_the_houses_to_say():
    now = replace(RON, renhou=True)
    assert "renhou" not in names(value(*PINFU, now))
    assert value(*PINFU, now, rules=EMA).yaku == (("renhou", 5),)
    assert value(*PINFU, now, rules=replace(TENHOU, renhou=Renhou.YAKUMAN)).yakuman == 1
    # Without any other yaku it still is a mangan; a dearer hand is paid as what it is.
    assert value("234m567m345p68s11z", "7s", replace(now, seat_wind=Wind.SOUTH), rules=EMA).han == 5
    assert value("12345678999m12m", "3m", now, rules=EMA).han == 9


def test_renhou_that_counts_on_adds_to_the_rest():
    found = value(*PINFU, replace(RON, renhou=True), rules=replace(WRC, renhou=Renhou.FIVE_HAN))
    assert names(found) == {"pinfu": 1, "tanyao": 1, "renhou": 5}


def test_every_code_is_known():
    assert len(set(YAKU) | set(OTHER)) == len(YAKU) + len(OTHER)
