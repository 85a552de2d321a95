"""Reminders: each is there exactly while its reason is, and says whom it concerns."""

from dataclasses import replace

import pytest

from companion.evidence import Notice, NoticesChanged
from companion.projections.reminder import Level, Reminder
from companion.projections.reminders import reminders
from companion.projections.wall_view import PlaceView, wall_view
from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    DaiminkanCalled,
    Discarded,
    Drawn,
    HandValue,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    PlayFollowed,
    PlayUnfollowed,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    WinBy,
    Won,
)
from companion.riichi.hanchan import Hanchan
from companion.riichi.house_facts import HandDied
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import M_LEAGUE, TENHOU
from companion.riichi.ruleset import Reveal, Suukaikan
from companion.riichi.tiles import Tile
from companion.table_state import TableState, TableWarning
from tests.projections.tables import A, B, C, D, after, ankan, pon, riichi, started, started_3p, turn
from tests.toolbox.positions import closed_kans, four_kans_by_two
from tests.toolbox.tables import play


def all_of(hanchan: Hanchan) -> dict[str, Reminder]:
    return {reminder.code: reminder for reminder in reminders(TableState(1, None, hanchan))}


def codes(hanchan: Hanchan) -> list[str]:
    return list(all_of(hanchan))


def with_live(hanchan: Hanchan, live: int) -> Hanchan:
    """The same table nearer to the end of its wall."""
    assert hanchan.kyoku is not None
    wall = replace(hanchan.kyoku.wall, live=live)
    return replace(hanchan, kyoku=replace(hanchan.kyoku, wall=wall))


def test_a_fresh_deal_reminds_of_nothing():
    assert codes(after(started(), Drawn(A))) == []


def test_the_first_indicator_is_to_be_turned():
    assert codes(started(indicator=None)) == ["flip_first_indicator"]


def test_a_closed_kan_is_flipped_now_and_then_drawn_for():
    kan = ankan(A, "1p")
    declared = after(started(), *kan[:2])
    assert codes(declared) == ["flip_kan_dora_now", "draw_replacement"]
    assert all_of(declared)["draw_replacement"] == Reminder(
        "draw_replacement", "act", A, {"stack": 1, "upper": True}
    )
    flipped = after(declared, kan[2])
    assert codes(flipped) == ["draw_replacement"]


def test_after_the_replacement_draw_the_dead_wall_keeps_fourteen_until_the_discard():
    drawn = after(started(), *ankan(A, "1p"))
    assert all_of(drawn)["dead_wall_keeps_fourteen"].values == {"live": 68, "stack": 8, "upper": False}
    assert codes(after(drawn, Discarded(A, Tile("1z")))) == []
    drawn = after(drawn, *ankan(A, "9p", draws=False))
    assert all_of(drawn)["dead_wall_keeps_fourteen"].values == {"live": 67, "stack": 8, "upper": True}


def test_an_open_kan_is_flipped_after_the_discard_in_one_house_and_now_in_another():
    kan = DaiminkanCalled(B, A, Tile("5p"), (Tile("5p"), Tile("5p"), Tile("0p")))
    table = after(started(), *turn(A, "5p"), kan, RinshanDrawn(B))
    assert all_of(table)["flip_kan_dora_after_discard"].seat == B
    assert "flip_kan_dora_now" in codes(after(table, Discarded(B, Tile("1z"))))
    at_once = after(started(M_LEAGUE), *turn(A, "5p"), kan)
    assert "flip_kan_dora_now" in codes(at_once)


def test_where_the_flip_waits_for_the_discard_to_pass_it_is_due_unless_somebody_wins():
    kan = DaiminkanCalled(B, A, Tile("5p"), (Tile("5p"), Tile("5p"), Tile("0p")))
    rules = replace(TENHOU, open_kan_reveal=Reveal.AFTER_DISCARD)
    table = after(started(rules), *turn(A, "5p"), kan, RinshanDrawn(B))
    assert all_of(table)["flip_kan_dora_after_discard"].seat == B
    passed = all_of(after(table, Discarded(B, Tile("1z"))))
    assert "flip_kan_dora_after_discard" not in passed
    due = passed["flip_kan_dora_passed"]
    assert (due.level, due.seat, due.values) == (Level.ACT, None, {"count": 1})


def test_once_the_last_hand_by_time_is_over_it_was_the_last():
    table = after(started(), PlayUnfollowed())
    table = replace(table, kyoku=replace(table.kyoku, hands_left=1))
    assert codes(table) == ["last_by_time"]
    won = after(table, Won(B, WinBy.TSUMO, B, Tile("1m"), value=HandValue(3, 30)))
    assert codes(won) == ["last_by_time_over"]


def test_an_open_kan_opens_the_hand_and_says_so_until_the_discard():
    kan = DaiminkanCalled(B, A, Tile("5p"), (Tile("5p"), Tile("5p"), Tile("0p")))
    table = after(started(), *turn(A, "5p"), kan)
    assert all_of(table)["hand_opened"].seat == B
    table = after(table, RinshanDrawn(B))
    assert "hand_opened" in codes(table)
    assert "hand_opened" not in codes(after(table, Discarded(B, Tile("1z"))))


def test_the_flip_is_held_through_the_next_turns_until_it_is_done():
    kan = DaiminkanCalled(B, A, Tile("5p"), (Tile("5p"), Tile("5p"), Tile("0p")))
    table = after(started(), *turn(A, "5p"), kan, RinshanDrawn(B), Discarded(B, Tile("1z")))
    table = after(table, *turn(C, "1z"), Drawn(D))
    assert all_of(table)["flip_kan_dora_now"].values == {"count": 1}
    assert codes(after(table, IndicatorRevealed(Tile("9p")))) == []


def test_a_north_set_aside_asks_for_a_replacement_and_for_no_flip():
    table = after(started_3p(), Drawn(A), KitaDeclared(A))
    assert codes(table) == ["draw_replacement"]


@pytest.mark.parametrize(("live", "held"), [(5, False), (4, False), (3, True), (1, True)])
def test_riichi_is_no_longer_possible_below_four_tiles(live, held):
    table = with_live(after(started(), Drawn(A)), live)
    assert ("few_tiles" in codes(table)) is held


def test_whoever_draws_next_counts_the_tile_that_is_about_to_be_drawn():
    table = after(started(), *turn(A, "1z"))
    assert "few_tiles" in codes(with_live(table, 4))
    assert "few_tiles" not in codes(with_live(table, 5))


def test_the_last_tile_and_the_last_discard():
    last = with_live(after(started(), Drawn(A)), 0)
    assert all_of(last)["last_tile"].seat == A
    laid = after(last, Discarded(A, Tile("5p")))
    assert codes(laid) == ["last_discard", "noten_payments"]
    assert all_of(laid)["noten_payments"].values == {"points": 3000}


def test_nagashi_is_said_where_it_is_possible():
    laid = after(with_live(after(started(), Drawn(A)), 0), Discarded(A, Tile("1z")))
    assert all_of(laid)["nagashi_possible"].seat == A


def test_three_equal_winds_warn_the_fourth_player():
    table = after(started(), *turn(A, "3z"), *turn(B, "3z"), *turn(C, "3z"))
    assert all_of(table)["suufon_possible"] == Reminder("suufon_possible", "know", D, {"tile": "3z"})
    assert codes(after(table, Drawn(D), Discarded(D, Tile("3z")))) == ["draw_due"]
    assert codes(after(table, Drawn(D), Discarded(D, Tile("4z")))) == []


def test_unseen_discards_are_no_winds():
    table = after(started(), *turn(A), *turn(B), *turn(C))
    assert codes(table) == []


def test_the_fourth_riichi_is_announced():
    table = after(started(), *riichi(A, "1z"), *riichi(B, "2z"), *riichi(C, "3z"))
    assert all_of(table)["suucha_possible"].seat == D
    assert all_of(after(table, *riichi(D, "4z")))["draw_due"].values == {"kind": "suucha_riichi"}


def test_a_riichi_stick_is_due_until_it_lies_there():
    table = after(started(), *riichi(A, "1z")[:-1])
    assert all_of(table)["riichi_stick_due"].seat == A
    assert codes(after(table, RiichiAccepted(A))) == []


def test_a_riichi_tile_that_was_called_is_replaced_by_the_next_sideways_one():
    table = after(started(), *riichi(A, "5p"), pon(C, A, "5p"), Discarded(C, Tile("1z")), *turn(D, "1z"))
    table = after(table, Drawn(A))
    assert all_of(table)["lay_sideways"].seat == A
    assert "lay_sideways" not in codes(after(table, Discarded(A, Tile("9s"))))


def four_kans(*makers: int) -> Hanchan:
    table = started()
    seat = A
    for maker, tile in zip(makers, ("1p", "9p", "1s", "9s"), strict=True):
        while seat != maker:
            table = after(table, *turn(seat, "1z" if seat in (A, C) else "2z"))
            seat = (seat + 1) % 4
        table = after(table, *ankan(seat, tile), Discarded(seat, Tile("3z")))
        seat = (seat + 1) % 4
    return table


def test_four_kans_by_two_players_are_a_draw_once_the_discard_has_passed():
    table = four_kans(A, B, C, D)
    assert all_of(table)["draw_due"].values == {"kind": "suukaikan"}


def test_the_fourth_kan_warns_before_its_discard():
    table = after(started(), *ankan(A, "1p"), Discarded(A, Tile("1z")))
    table = after(table, *ankan(B, "9p"), *ankan(B, "1s", draws=False), *ankan(B, "9s", draws=False))
    assert all_of(table)["four_kans"].seat == B


def test_four_kans_of_one_player_leave_no_fifth():
    table = after(started(), Drawn(A))
    for tile in ("1p", "9p", "1s", "9s"):
        table = after(table, *ankan(A, tile, draws=False))
    assert "no_more_kan" in codes(table)
    assert "four_kans" not in codes(table)


MANGAN = HandValue(5, 30, yaku=(("riichi", 1), ("chinitsu", 4)))


def test_a_riichi_winner_turns_the_ura_once_for_each_indicator():
    table = after(started(), *riichi(A, "1z"), *turn(B, "5p"), *ankan(C, "1p"), Discarded(C, Tile("5s")))
    won = Won(A, WinBy.RON, C, Tile("5s"), value=MANGAN)
    assert all_of(after(table, won))["turn_ura"] == Reminder("turn_ura", "act", A, {"count": 2})
    assert "turn_ura" not in codes(after(table, replace(won, ura=(Tile("1m"), Tile("2m")))))


def test_a_riichi_winner_of_a_hand_kept_by_points_turns_one_ura():
    told = (PlayUnfollowed(), RiichiDeclared(A), RiichiAccepted(A), Won(A, WinBy.RON, C, value=MANGAN))
    assert all_of(after(started(indicator=None), *told))["turn_ura"].values == {"count": 1}


def test_a_win_without_riichi_turns_no_ura_but_says_its_value():
    table = after(started(), *turn(A, "5p"), Won(B, WinBy.RON, A, Tile("5p")))
    assert codes(table) == ["say_value"]


def test_a_robbed_kan_is_named():
    table = after(started(), *turn(A, "5p"), pon(B, A, "5p"), Discarded(B, Tile("1z")), *turn(C, "1z"))
    table = after(table, *turn(D, "2z"), *turn(A, "2z"), Drawn(B), KakanDeclared(B, Tile("0p")))
    table = after(table, Won(C, WinBy.RON, B, Tile("0p"), value=MANGAN))
    assert all_of(table)["kan_was_robbed"].seat == B


def test_a_chombo_is_named():
    assert all_of(after(started(), Drawn(A), Chombo(A)))["chombo"].seat == A


def test_points_that_do_not_add_up_are_said_with_how_much():
    table = started(points=(25_000, 25_000, 25_000, 24_000))
    assert all_of(table)["points_off"].values == {"off": -1_000}


def test_warnings_of_the_table_stand_before_what_is_good_to_know():
    table = with_live(after(started(), Drawn(A)), 3)
    state = TableState(1, None, table, warnings=(TableWarning("fifth_copy", "A fifth."),))
    assert [reminder.code for reminder in reminders(state)] == ["fifth_copy", "few_tiles"]


@pytest.mark.parametrize(
    ("notice", "level"),
    [
        (Notice("evening_kept"), Level.KNOW),
        (Notice("panel_referee_called", A), Level.KNOW),
        (Notice("camera_lost"), Level.WARN),
        (Notice("camera_who_sits", is_question=True), Level.ACT),
    ],
)
def test_news_of_a_source_is_no_warning(notice, level):
    state = TableState(1, None, started(), notices=(NoticesChanged("evening", (notice,)),))
    assert [reminder.level for reminder in reminders(state)] == [level]


def test_riichi_before_its_discard_reminds_of_no_stick():
    assert "riichi_stick_due" not in codes(after(started(), Drawn(A), RiichiDeclared(A)))


def test_where_nobody_follows_the_turns_nobody_is_reminded_of_draws_and_discards():
    table = after(started(), PlayUnfollowed())
    assert codes(table) == []
    table = after(table, DaiminkanCalled(B, None, None, (None,) * 3))
    later = all_of(table)
    assert list(later) == ["flip_kan_dora_after_discard"]
    assert later["flip_kan_dora_after_discard"].seat is None
    table = after(table, *(AnkanDeclared(seat, (None,) * 4) for seat in (A, C, D)))
    assert all_of(table)["four_kans"].seat is None
    assert all_of(table)["flip_kan_dora_now"].values == {"count": 4}


def test_four_riichi_are_a_draw_also_where_nobody_follows():
    told = [kind(seat) for seat in (A, B, C) for kind in (RiichiDeclared, RiichiAccepted)]
    table = after(started(), PlayUnfollowed(), *told)
    assert all_of(table)["suucha_possible"].seat == D
    table = after(table, RiichiDeclared(D), RiichiAccepted(D))
    assert all_of(table)["draw_due"].values == {"kind": "suucha_riichi"}


def test_when_somebody_counts_again_the_last_tile_is_named():
    table = after(started(), PlayUnfollowed(), PlayFollowed(C, 1), Drawn(C))
    assert "last_tile" in codes(table)


def test_a_fifth_kan_asks_the_table_what_is_drawn_and_turned():
    rules = replace(TENHOU, suukaikan=Suukaikan.URA_POSITIONS)
    four = played(play(closed_kans(3, rules=rules), "E discards 9m, S draws, S closes 4z, dora 4p"))
    assert all_of(four)["draw_replacement"].values == {"stack": 2, "upper": False}
    fifth = played(play(four.kyoku, "S replaces, S discards 9s, W draws, W closes 5z"))
    assert codes(fifth) == ["flip_kan_dora_now", "ask_replacement", "ura_serve"]
    assert all_of(fifth)["ask_replacement"].seat == C
    view = wall_view(fifth.kyoku.wall, rules)
    assert (view.replacement, view.haitei) == (None, PlaceView(9, upper=False))
    held = played(play(fifth.kyoku, "dora 5p, W replaces"))
    assert codes(held) == [], "nobody knows which tile the dead wall keeps"
    assert wall_view(held.kyoku.wall, rules).haitei is None
    sixth = played(play(held.kyoku, "W closes 6z"))
    assert codes(sixth) == ["flip_kan_dora_now", "ask_replacement", "ura_serve"]


def test_where_the_ura_places_were_used_for_kan_dora_the_winner_flips_no_ura():
    rules = replace(TENHOU, suukaikan=Suukaikan.URA_POSITIONS)
    kyoku = play(
        four_kans_by_two(rules), "S discards 9s, W draws, W closes 5z, dora 5p, W replaces, W riichi"
    )
    kyoku = play(kyoku, "W discards 9m, W pays, N draws, N discards 2s, W rons 2s worth 3/40")
    assert "turn_ura" not in codes(played(kyoku))


def test_with_the_fourth_riichi_the_draw_is_due_before_its_stick_lies_there():
    table = after(started(), *riichi(A, "1z"), *riichi(B, "2z"), *riichi(C, "3z"))
    declared = after(table, *riichi(D, "4z")[:-1])
    assert codes(declared) == ["riichi_stick_due", "draw_due"]
    assert all_of(declared)["draw_due"].values == {"kind": "suucha_riichi"}
    three = after(started(), *riichi(A, "1z"), *riichi(B, "2z"), *riichi(C, "3z")[:-1])
    assert all_of(three)["suucha_possible"].seat == D, "whoever is left, also before the third stick"


def test_nobody_who_cannot_declare_riichi_is_said_to_make_the_fourth():
    opened = after(started(), *turn(A, "5z"), pon(D, A, "5z"), Discarded(D))
    three = after(opened, *riichi(A, "1z"), *riichi(B, "2z"), *riichi(C, "3z"))
    assert "suucha_possible" not in codes(three)
    poor = after(started(points=(33_500, 33_500, 32_500, 500)), *riichi(A, "1z"), *riichi(B, "2z"))
    assert "suucha_possible" not in codes(after(poor, *riichi(C, "3z")))
    three = after(started(), *riichi(A, "1z"), *riichi(B, "2z"), *riichi(C, "3z"))
    rules = replace(three.kyoku.rules, dead_hands=True)
    dead = after(replace(three, kyoku=replace(three.kyoku, rules=rules)), HandDied(D))
    assert "suucha_possible" not in codes(dead)


def played(kyoku: Kyoku) -> Hanchan:
    """A game in the middle of this kyoku."""
    return replace(started(kyoku.rules), kyoku=kyoku)
