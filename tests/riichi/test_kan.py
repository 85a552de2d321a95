"""The procedure of a kan, its limits, and how many may follow one another (槓) [kan]."""

from dataclasses import replace

import pytest

from companion.riichi.diagram import diagram
from companion.riichi.draws import abortive_draw_due
from companion.riichi.facts import RyuukyokuKind
from companion.riichi.kyoku import OfferKind, Phase
from companion.riichi.melds import MeldKind
from companion.riichi.presets import EMA, M_LEAGUE, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import FifthKan, Suukaikan
from companion.riichi.wall import WallPlace, indicator_place
from tests.toolbox.houses import LENIENT, STRICT
from tests.toolbox.positions import after_pon, closed_kans, discarded, four_kans_by_two, three_players
from tests.toolbox.tables import E, S, W, drawn, play, refused, table, until_live

DRAW_AT_FIFTH = replace(TENHOU, fifth_kan=FifthKan.DRAW)
URA_POSITIONS = replace(TENHOU, suukaikan=Suukaikan.URA_POSITIONS)


def test_a_kan_sets_four_tiles_aside_and_leaves_a_hand_of_ten_and_a_replacement_tile() -> None:
    kyoku = play(table(), "E draws, E closes 1z")
    assert kyoku.players[E].melds[0].kind is MeldKind.ANKAN
    assert len(kyoku.players[E].hand) == 10
    assert len(play(kyoku, "E replaces").players[E].hand) == 11


def test_a_kan_is_a_choice() -> None:
    kyoku = play(table(E="1111z123m456p789s"), "E draws 9p")
    assert play(kyoku, "E closes 1z").kans == 1
    assert play(kyoku, "E discards 9p, S draws, S discards 9m, W draws, W discards 9m").kans == 0


def test_a_called_kan_comes_from_three_hidden_tiles_and_a_discard() -> None:
    kyoku = play(discarded(), "W kans 5m with 055m")
    meld = kyoku.players[W].melds[0]
    assert (meld.kind, meld.giver, len(kyoku.players[W].hand)) == (MeldKind.DAIMINKAN, E, 10)
    assert (kyoku.turn, kyoku.phase) == (W, Phase.TO_REPLACE)


def test_an_added_kan_comes_from_an_open_triplet_in_any_later_turn() -> None:
    kyoku = play(
        after_pon(), "S discards 1z, W draws, W discards, N draws, N discards, E draws, E discards, S draws"
    )
    kyoku = play(kyoku, "S adds 0p")
    meld = kyoku.players[S].melds[0]
    assert (meld.kind, meld.giver) == (MeldKind.KAKAN, E)
    assert meld.own[-1].text == "0p"


def test_a_discard_cannot_be_added_to_an_open_triplet() -> None:
    kyoku = play(after_pon(), "S discards 1z, W draws, W discards, N draws, N discards")
    assert refused(play(kyoku, "E draws, E discards 5p"), "S adds 5p") is Reason.MUST_DRAW


def test_the_kan_is_followed_by_the_replacement_tile_and_nothing_else() -> None:
    kyoku = play(table(), "E draws, E closes 1z")
    for sentence in ("E discards 5m", "E draws", "S draws", "E closes 2z", "E riichi"):
        assert refused(kyoku, sentence) in (Reason.MUST_DRAW_REPLACEMENT, Reason.NOT_YOUR_TURN)


def test_a_replacement_tile_shortens_the_live_wall_and_the_dead_wall_keeps_fourteen() -> None:
    kyoku = play(table(), "E draws, E closes 1z")
    live = kyoku.wall.live
    kyoku = play(kyoku, "E replaces")
    assert (kyoku.wall.live, kyoku.wall.replacements_left) == (live - 1, 3)


def test_haitei_moves_by_one_tile_with_each_kan() -> None:
    places = [closed_kans(count).wall.haitei for count in range(5)]
    assert places == [
        WallPlace(7, is_upper=False),
        WallPlace(7, is_upper=True),
        WallPlace(8, is_upper=False),
        WallPlace(8, is_upper=True),
        WallPlace(9, is_upper=False),
    ]


def test_the_first_indicator_lies_on_the_third_stack_from_the_break_with_three_players_on_the_fifth() -> None:
    assert [indicator_place(players, 0).stack for players in (4, 3)] == [2, 4]


def test_from_the_sixth_on_indicators_lie_where_the_ura_would() -> None:
    assert [indicator_place(4, number) for number in (4, 5, 6)] == [
        WallPlace(6, is_upper=True),
        WallPlace(2, is_upper=False),
        WallPlace(3, is_upper=False),
    ]


def test_the_exhaustive_draw_comes_after_seventy_draws_replacement_tiles_included() -> None:
    kyoku = play(table(), "E draws, E closes 1z, E replaces, dora 1m, E discards")
    assert until_live(kyoku, 0).wall.live == 0
    assert sum(len(player.discards) for player in until_live(kyoku, 0).players) == 69


def test_several_kans_may_follow_one_another_in_one_turn() -> None:
    assert closed_kans(4).kans == 4


def test_two_added_kans_in_one_turn_show_one_indicator_before_the_discard() -> None:
    """The example of both kan pages: 1m and south are added one after the other."""
    kyoku = drawn("""
        E1-0  tenhou  60 live
        dora  9m
        turn  0 turn
        > 0 E  25000
            hand   33p1378s2z +1m
            melds  1m1m<1m>  2z<2z>2z
          1 S  25000
          2 W  25000
          3 N  25000
        """)
    kyoku = play(kyoku, "E adds 1m, E replaces 2s, E adds 2z")
    assert (kyoku.wall.owed_now, kyoku.wall.owed_later) == (1, 1)
    kyoku = play(kyoku, "dora 4p, E replaces 9s")
    assert refused(play(kyoku, "E tsumos"), "dora 5p") is Reason.INDICATOR_TOO_EARLY
    assert len(kyoku.wall.indicators) == 2


def test_no_kan_right_after_chi_or_pon_but_after_the_replacement_tile_of_a_called_kan() -> None:
    assert refused(play(discarded(), "S chis 5m with 34m"), "S closes 1z") is Reason.KAN_AFTER_CALL
    assert refused(play(discarded(), "S pons 5m"), "S closes 1z") is Reason.KAN_AFTER_CALL
    assert play(discarded(), "S kans 5m, S replaces, S closes 1z").kans == 2


def test_no_kan_on_the_last_tile_and_none_of_the_last_discard() -> None:
    last_tile = play(until_live(table(), 1), "S draws")
    assert refused(last_tile, "S closes 1z") is Reason.KAN_ON_LAST_TILE
    assert refused(play(last_tile, "S discards 1z"), "W kans 1z") is Reason.LAST_DISCARD_ONLY_RON


def test_one_live_tile_is_enough_for_a_kan() -> None:
    kyoku = play(until_live(table(), 2), "E draws, E closes 1z, dora 1m, E replaces")
    assert kyoku.wall.live == 0
    assert play(kyoku, "E discards, ends exhaustive").phase is Phase.ENDED


def test_an_added_kan_needs_a_triplet_that_was_called() -> None:
    kyoku = play(discarded(), "S chis 5m with 34m, S discards, W draws, W discards, N draws, N discards")
    kyoku = play(kyoku, "E draws, E discards, S draws")
    assert refused(kyoku, "S adds 5m") is Reason.NO_PON_TO_EXTEND


def test_a_closed_kan_needs_four_of_a_kind() -> None:
    kyoku = play(table(), "E draws")
    assert refused(kyoku, "E closes 1112z") is Reason.NOT_A_MELD
    assert refused(kyoku, "E closes 111z") is Reason.NOT_A_MELD
    assert play(kyoku, "E closes 0555p").kans == 1


def test_a_closed_kan_of_unseen_tiles_makes_a_known_hand_unknown() -> None:
    kyoku = play(table(E="111z456p789s1155m"), "E draws 1z, E closes ?")
    assert kyoku.players[E].hand == (None,) * 10


# Four kans, and a fifth.


def test_four_kans_by_two_players_end_the_hand_when_the_discard_has_passed() -> None:
    kyoku = four_kans_by_two()
    assert abortive_draw_due(kyoku) is None
    kyoku = play(kyoku, "S discards 9s")
    assert abortive_draw_due(kyoku) is RyuukyokuKind.SUUKAIKAN
    assert refused(kyoku, "W draws") is Reason.DRAW_IS_DUE
    assert refused(kyoku, "W pons 9s") is Reason.DRAW_IS_DUE
    assert play(kyoku, "ends suukaikan").ryuukyoku is not None


def test_the_discard_after_the_fourth_kan_may_be_won_on() -> None:
    assert play(four_kans_by_two(), "S discards 9s, W rons").wins


def test_the_replacement_tile_of_the_fourth_kan_may_be_won_on() -> None:
    assert play(four_kans_by_two(), "S tsumos").wins


def test_the_draw_does_not_come_before_that_discard() -> None:
    assert refused(four_kans_by_two(), "ends suukaikan") is Reason.TILES_LEFT


def test_in_some_houses_the_fourth_kan_ends_the_hand_at_once() -> None:
    at_once = replace(TENHOU, suukaikan=Suukaikan.AT_ONCE)
    kyoku = four_kans_by_two(at_once, last_replaced=False)
    assert abortive_draw_due(kyoku) is RyuukyokuKind.SUUKAIKAN
    assert refused(kyoku, "S replaces") is Reason.DRAW_IS_DUE
    assert play(kyoku, "ends suukaikan").ryuukyoku is not None


def test_where_it_ends_at_once_a_robbed_fourth_kan_does_not_count() -> None:
    at_once = replace(TENHOU, suukaikan=Suukaikan.AT_ONCE)
    kyoku = play(
        table(at_once),
        "E draws, E discards 5p, S pons 5p, S discards, W draws, W discards, N draws, N discards",
    )
    kyoku = play(kyoku, "E draws, E closes 1z, dora 1m, E replaces, E closes 2z, dora 2m, E replaces")
    kyoku = play(kyoku, "E closes 3z, dora 3m, E replaces, E discards, S draws, S adds 5p")
    assert abortive_draw_due(kyoku) is RyuukyokuKind.SUUKAIKAN
    won = play(kyoku, "W rons 5p")
    assert (won.kans, won.is_over) == (3, True)


@pytest.mark.parametrize("rules", [M_LEAGUE, EMA], ids=lambda rules: rules.name)
def test_in_other_houses_play_goes_on_and_no_fifth_kan_is_possible(rules) -> None:
    kyoku = play(four_kans_by_two(rules), "S discards 9s")
    assert abortive_draw_due(kyoku) is None
    assert refused(kyoku, "ends suukaikan") is Reason.DRAW_NOT_IN_RULES
    assert refused(kyoku, "W kans 9s") is Reason.KAN_LIMIT
    assert refused(play(kyoku, "W draws"), "W closes 5z") is Reason.KAN_LIMIT


def test_four_kans_by_one_player_let_play_go_on_for_suukantsu() -> None:
    kyoku = play(closed_kans(4), "E discards 9m")
    assert abortive_draw_due(kyoku) is None
    assert refused(kyoku, "ends suukaikan") is Reason.NOT_FOUR_KANS
    assert play(kyoku, "S draws, S discards 5z, E rons worth suukantsu").wins


def test_against_four_kans_of_one_player_a_fifth_is_forbidden() -> None:
    kyoku = play(closed_kans(4), "E discards 9m, S draws")
    assert refused(kyoku, "S closes 5z") is Reason.KAN_LIMIT


def test_in_some_houses_that_fifth_kan_ends_the_hand_at_once() -> None:
    kyoku = play(closed_kans(4, rules=DRAW_AT_FIFTH), "E discards 9m, S draws, S closes 5z")
    assert abortive_draw_due(kyoku) is RyuukyokuKind.SUUKAIKAN
    assert refused(kyoku, "S replaces") is Reason.DRAW_IS_DUE
    assert play(kyoku, "ends suukaikan").ryuukyoku is not None


def test_a_called_fifth_kan_ends_it_just_so() -> None:
    kyoku = play(closed_kans(4, rules=DRAW_AT_FIFTH), "E discards 8m, S kans 8m")
    assert abortive_draw_due(kyoku) is RyuukyokuKind.SUUKAIKAN


def test_the_fifth_kan_is_no_way_out_after_four_by_two_players() -> None:
    house = replace(DRAW_AT_FIFTH, suukaikan=Suukaikan.NO_FIFTH)
    kyoku = play(four_kans_by_two(house), "S discards 9s, W draws")
    assert refused(kyoku, "W closes 5z") is Reason.KAN_LIMIT


def test_where_ura_positions_serve_a_fifth_kan_gets_its_indicator_and_play_goes_on() -> None:
    kyoku = play(four_kans_by_two(URA_POSITIONS), "S discards 9s, W draws, W closes 5z, dora 5p, W replaces")
    assert (kyoku.kans, len(kyoku.wall.indicators)) == (5, 6)
    assert abortive_draw_due(kyoku) is None
    assert kyoku.wall.replacements_left == 0


def test_where_ura_positions_serve_nobody_says_what_a_fifth_kan_draws() -> None:
    kyoku = play(four_kans_by_two(URA_POSITIONS), "S discards 9s, W draws")
    assert kyoku.wall.knows_haitei(URA_POSITIONS)
    assert "replacement" not in diagram(kyoku).replace("replacement tiles", "")
    assert "ura" not in diagram(kyoku)
    kyoku = play(kyoku, "W closes 5z, dora 5p")
    assert "replacement  all are drawn, and no rule says which comes next: ask the table" in diagram(kyoku)
    assert "ura  indicators serve as kan dora, and no ura is turned" in diagram(kyoku)
    assert drawn(diagram(kyoku), URA_POSITIONS).wall.replacements_left == 0, "what is drawn can be read"
    assert not play(kyoku, "W replaces").wall.knows_haitei(URA_POSITIONS)


def test_where_ura_positions_serve_a_fifth_kan_never_ends_the_hand() -> None:
    house = replace(URA_POSITIONS, fifth_kan=FifthKan.DRAW)
    kyoku = play(closed_kans(4, rules=house), "E discards 9m, S draws, S closes 5z")
    assert abortive_draw_due(kyoku) is None


def test_houses_say_whether_a_fifth_kan_can_be_declared_at_all() -> None:
    assert [rules.allows_fifth_kan for rules in (TENHOU, LENIENT, STRICT)] == [False, True, True]


def test_a_north_set_aside_after_four_kans_is_no_fifth_kan() -> None:
    kyoku = three_players()
    for kan in range(3):
        kyoku = play(
            kyoku, f"{'E draws,' if not kan else ''} E closes {kan + 1}z, dora {kan + 1}p, E replaces"
        )
    kyoku = play(kyoku, "E discards, S draws, S closes 5z, dora 4p, S replaces, S kita")
    assert abortive_draw_due(kyoku) is None
    assert kyoku.offer.kind is OfferKind.KITA
