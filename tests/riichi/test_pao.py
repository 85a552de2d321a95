"""Liability: for fed yakuman, and for an open kan whose replacement tile wins [kan; rules 1.3]."""

from dataclasses import replace

import pytest

from companion.riichi.apply import apply
from companion.riichi.diagram import diagram
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import HandValue, WinBy, Won
from companion.riichi.presets import JPML_A, M_LEAGUE, MAHJONG_SOUL, SAIKOUISEN, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import PaoHonba
from companion.riichi.settlement import liable_for, settle
from tests.toolbox.houses import STRICT
from tests.toolbox.tables import E, N, S, W, drawn, play, table

DRAGONS = "melds  5z5z<5z>  6z<6z>6z"
WINDS = "melds  1z1z<1z>  2z<2z>2z  3z3z<3z>"
OWN_PART = replace(TENHOU, pao_split=MAHJONG_SOUL.pao_split)


def west_with(melds: str, rules=TENHOU, honba: int = 0):
    """West has these melds; East is to draw."""
    return drawn(
        f"""
        E1-{honba}  {rules.name}  60 live
        dora  9m
        > 0 E  25000
          1 S  25000
          2 W  25000
            hand   ?{13 - 3 * melds.count("<")}
            {melds}
          3 N  25000
        """,
        rules,
    )


def fed(rules=TENHOU, melds: str = DRAGONS, tile: str = "7z", honba: int = 0):
    """East feeds West this triplet; West discards, North draws."""
    kyoku = west_with(melds, rules, honba)
    return play(kyoku, f"E draws, E discards {tile}, W pons {tile}, W discards 9p, N draws")


def deltas(kyoku) -> tuple[int, ...]:
    return tuple(after - before for after, before in zip(settle(kyoku).points, kyoku.points, strict=True))


def test_whoever_feeds_the_third_dragon_is_liable() -> None:
    assert fed().players[W].pao == (("daisangen", E),)


def test_whoever_feeds_the_fourth_wind_is_liable() -> None:
    assert fed(melds=WINDS, tile="4z").players[W].pao == (("daisuushii", E),)


def test_the_second_dragon_the_third_wind_and_other_tiles_make_nobody_liable() -> None:
    assert fed(melds="melds  5z5z<5z>").players[W].pao == ()
    assert fed(melds="melds  1z1z<1z>  2z<2z>2z", tile="3z").players[W].pao == ()
    assert fed(tile="8p").players[W].pao == ()


def test_a_set_that_was_made_alone_makes_nobody_liable() -> None:
    kyoku = play(west_with(DRAGONS), "E draws, E discards, S draws, S discards, W draws, W closes 7z")
    assert kyoku.players[W].pao == ()


def test_a_closed_kan_of_dragons_counts_as_one_of_the_three() -> None:
    assert fed(melds="melds  (5z)5z5z(5z)  6z<6z>6z").players[W].pao == (("daisangen", E),)


def test_a_tsumo_is_paid_by_the_liable_player_alone_honba_too() -> None:
    kyoku = play(
        fed(honba=1),
        "N discards, E draws, E discards, S draws, S discards, W draws, W tsumos worth daisangen",
    )
    assert deltas(kyoku) == (-32_300, 0, 32_300, 0)


def test_a_ron_is_shared_by_the_liable_player_and_the_discarder_honba_by_the_liable() -> None:
    kyoku = play(fed(honba=1), "N discards 1s, W rons worth daisangen")
    assert deltas(kyoku) == (-16_300, 0, 32_300, -16_000)


def test_in_some_houses_the_discarder_pays_the_honba() -> None:
    house = replace(TENHOU, pao_honba=PaoHonba.DISCARDER)
    kyoku = play(fed(house, honba=1), "N discards 1s, W rons worth daisangen")
    assert deltas(kyoku) == (-16_000, 0, 32_300, -16_300)


def test_a_liable_discarder_pays_all() -> None:
    kyoku = play(fed(), "N discards, E draws, E discards 1s, W rons worth daisangen")
    assert deltas(kyoku) == (-32_000, 0, 32_000, 0)


def test_liability_covers_other_yakuman_in_the_same_hand() -> None:
    kyoku = play(fed(), "N discards 1s, W rons worth daisangen+tsuuiisou")
    assert deltas(kyoku) == (-32_000, 0, 64_000, -32_000)


def test_in_some_houses_it_covers_the_own_yakuman_alone() -> None:
    kyoku = play(fed(OWN_PART), "N discards 1s, W rons worth daisangen+tsuuiisou")
    assert deltas(kyoku) == (-16_000, 0, 64_000, -48_000)
    kyoku = play(fed(OWN_PART), "N discards, E draws, E discards, S draws, S discards, W draws")
    kyoku = play(kyoku, "W tsumos worth daisangen+tsuuiisou")
    assert deltas(kyoku) == (-32_000 - 16_000, -8_000, 64_000, -8_000)


def test_a_hand_that_is_no_such_yakuman_in_the_end_has_nobody_liable() -> None:
    kyoku = play(fed(), "N discards 1s, W rons worth tsuuiisou")
    assert liable_for(kyoku, kyoku.wins[0]) is None
    kyoku = play(fed(), "N discards 1s, W rons worth 5/40")
    assert liable_for(kyoku, kyoku.wins[0]) is None
    kyoku = play(fed(), "N discards 1s, W rons")
    assert liable_for(kyoku, kyoku.wins[0]) is None


@pytest.mark.parametrize(("rules", "liable"), [(TENHOU, False), (M_LEAGUE, True), (JPML_A, True)])
def test_suukantsu_is_fed_by_the_fourth_open_kan_in_some_houses(rules, liable: bool) -> None:
    kyoku = west_with("melds  1p1p1p<1p>  2p2p2p<2p>  3p3p3p<3p>", rules)
    kyoku = play(kyoku, "E draws, E discards 4p, W kans 4p")
    assert kyoku.players[W].pao == ((("suukantsu", E),) if liable else ())


def test_saikouisen_has_no_liability() -> None:
    assert fed(SAIKOUISEN).players[W].pao == ()


# The open kan.


def rinshan(rules, value: str):
    kyoku = west_with("melds  5z5z<5z>", rules)
    return play(kyoku, f"E draws, E discards 4p, W kans 4p, W replaces, W tsumos worth {value}")


def test_whoever_feeds_an_open_kan_pays_a_win_on_its_replacement_tile_in_some_houses() -> None:
    assert deltas(rinshan(JPML_A, "3/40")) == (-5_200, 0, 5_200, 0)
    assert deltas(rinshan(TENHOU, "3/40")) == (-2_600, -1_300, 5_200, -1_300)


def test_the_feeder_of_the_kan_pays_all_of_a_yakuman_too() -> None:
    assert deltas(rinshan(STRICT, "tsuuiisou")) == (-32_000, 0, 32_000, 0)


def test_the_feeder_of_a_kan_that_completes_a_fed_yakuman_pays_all_of_the_hand() -> None:
    kyoku = west_with("melds  5z5z<5z>  6z<6z>6z", STRICT)
    kyoku = play(kyoku, "E draws, E discards 7z, W kans 7z, W replaces, W tsumos worth daisangen+tsuuiisou")
    assert deltas(kyoku) == (-64_000, 0, 64_000, 0)


def test_where_another_player_is_named_they_pay_for_what_they_fed_alone() -> None:
    rules = replace(OWN_PART, daiminkan_pao=True)
    kyoku = west_with(f"{DRAGONS}  7z7z<7z>\n            pao  daisangen 3", rules)
    kan = "E draws, E discards 4z, W kans 4z, W replaces, W tsumos worth daisangen+tsuuiisou"
    kyoku = play(kyoku, kan)
    named = replace(kyoku, wins=(replace(kyoku.wins[0], liable=N),))
    assert deltas(named) == (-16_000, -8_000, 64_000, -40_000)


def test_after_the_discard_or_a_further_kan_the_feeder_is_free() -> None:
    kyoku = play(west_with("melds  5z5z<5z>", JPML_A), "E draws, E discards 4p, W kans 4p, W replaces")
    assert kyoku.feeder == E
    assert play(kyoku, "W discards 1s").feeder is None
    assert play(kyoku, "W closes 1s, W replaces").feeder is None


def test_the_table_that_is_drawn_tells_who_is_liable() -> None:
    kyoku = west_with(f"{DRAGONS}  7z7z<7z>\n            pao  daisangen 3")
    assert kyoku.players[W].pao == (("daisangen", N),)
    assert "    pao  daisangen 3\n" in diagram(kyoku)


def fed_by_two(rules=M_LEAGUE, honba: int = 0):
    """West has three kans of dragons, the last one fed by East, and gets the fourth kan from North."""
    kyoku = drawn(
        f"""
        E1-{honba}  {rules.name}  60 live, 1 replacement tiles
        dora  9m 1p 2p 3p
        > 0 E  25000
          1 S  25000
          2 W  25000
            hand   ?4
            melds  (?)5z5z(?)  (?)6z6z(?)  7z<7z>7z7z
            pao    daisangen 0
          3 N  25000
        """,
        rules,
    )
    kyoku = play(kyoku, "E draws, E discards, S draws, S discards, W draws, W discards")
    return play(kyoku, "N draws, N discards 1m, W kans 1m, dora 4p, W replaces")


def test_two_feeders_of_two_yakuman_answer_each_for_the_own_one() -> None:
    kyoku = fed_by_two()
    assert kyoku.players[W].pao == (("daisangen", E), ("suukantsu", N))
    tsumo = play(kyoku, "W tsumos 2m worth daisangen+suukantsu")
    assert deltas(tsumo) == (-32_000, 0, 64_000, -32_000)
    ron = play(kyoku, "W discards 9m, N draws, N discards, E draws, E discards, S draws, S discards 2m")
    ron = play(ron, "W rons 2m worth daisangen+suukantsu")
    assert deltas(ron) == (-16_000, -32_000, 64_000, -16_000)


def test_a_third_yakuman_that_nobody_fed_is_paid_as_usual_beside_two_that_were() -> None:
    tsumo = play(fed_by_two(), "W tsumos 1z worth daisangen+suukantsu+tsuuiisou")
    assert deltas(tsumo) == (-32_000 - 16_000, -8_000, 96_000, -32_000 - 8_000)


def test_the_honba_is_the_first_feeders() -> None:
    tsumo = play(fed_by_two(honba=1), "W tsumos 2m worth daisangen+suukantsu")
    assert deltas(tsumo) == (-32_300, 0, 64_300, -32_000)


def told(by: str, rules=M_LEAGUE, *, yaku=(), yakuman: int = 2, **named):
    """Nobody follows the turns: South wins and the table names who is liable."""
    kyoku = play(table(rules, honba=1), "nobody follows")
    giver = S if by == "tsumo" else E
    value = HandValue(0, 0, yakuman, yaku)
    return apply(kyoku, Won(S, WinBy(by), giver, value=value, **named))


def test_two_whom_the_table_names_answer_each_for_one_yakuman() -> None:
    both = {"liable": N, "liable_for_kans": W}
    assert deltas(told("tsumo", **both)) == (0, 64_300, -32_000, -32_300)
    assert deltas(told("ron", **both)) == (-32_000, 64_300, -16_000, -16_300)
    assert deltas(told("tsumo", yakuman=3, **both)) == (-16_000, 96_300, -32_000 - 8_000, -32_300 - 8_000)


def test_a_daisuushii_that_counts_twice_is_answered_for_twice() -> None:
    house = replace(M_LEAGUE, double_yakuman=True)
    yaku = (("daisuushii", 26), ("suukantsu", 13))
    found = told("tsumo", house, yaku=yaku, yakuman=3, liable=N, liable_for_kans=W)
    assert deltas(found) == (0, 96_300, -32_000, -64_300)


@pytest.mark.parametrize("by", ["tsumo", "ron"])
@pytest.mark.parametrize("yaku", [(("daisuushii", 26),), (("daisuushii", 13), ("tsuuiisou", 13))])
def test_nobody_answers_for_kans_that_are_no_yakuman_of_the_hand(by: str, yaku) -> None:
    house = replace(M_LEAGUE, double_yakuman=True)
    found = told(by, house, yaku=yaku, liable=N, liable_for_kans=W)
    assert all(payment.points > 0 for payment in settle(found).payments)
    assert deltas(found) == deltas(told(by, house, yaku=yaku, liable=N))


@pytest.mark.parametrize("by", ["tsumo", "ron"])
@pytest.mark.parametrize("other", ["tsuuiisou", "suukantsu"])
def test_of_a_hand_that_is_worth_less_than_its_yakuman_nobody_is_paid_for_paying(by: str, other: str) -> None:
    house = replace(M_LEAGUE, double_yakuman=True)
    found = told(by, house, yaku=(("daisuushii", 26), (other, 13)), liable=N, liable_for_kans=W)
    assert all(payment.points > 0 for payment in settle(found).payments)
    assert deltas(found)[S] == 64_300


def test_one_who_fed_both_pays_all() -> None:
    assert deltas(told("tsumo", liable=N, liable_for_kans=N)) == (0, 64_300, 0, -64_300)


@pytest.mark.parametrize(
    ("rules", "named", "reason"),
    [
        (M_LEAGUE, {"liable": N, "liable_for_kans": S}, Reason.LIABLE_FOR_ONESELF),
        (M_LEAGUE, {"liable_for_kans": W}, Reason.NOBODY_LIABLE),
        (M_LEAGUE, {"liable": N, "liable_for_kans": W, "yakuman": 1}, Reason.NOBODY_LIABLE),
        (TENHOU, {"liable": N, "liable_for_kans": W}, Reason.NOBODY_LIABLE),
        (
            replace(M_LEAGUE, yakuman_stack=False),
            {"liable": N, "liable_for_kans": W, "yakuman": 1},
            Reason.NOBODY_LIABLE,
        ),
        (
            replace(M_LEAGUE, players=4, pao=frozenset({"suukantsu"})),
            {"liable": N, "liable_for_kans": W},
            Reason.NOBODY_LIABLE,
        ),
    ],
)
def test_two_are_named_only_where_two_can_be(rules, named, reason) -> None:
    with pytest.raises(IllegalFactError) as refused:
        told("tsumo", rules, **named)
    assert refused.value.reason is reason


def test_where_yakuman_do_not_add_up_the_first_feeder_answers_alone() -> None:
    house = replace(M_LEAGUE, yakuman_stack=False)
    tsumo = play(fed_by_two(house), "W tsumos 2m worth daisangen")
    assert deltas(tsumo) == (-32_000, 0, 32_000, 0)
