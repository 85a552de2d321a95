"""What one tap could say now: exactly what the scribe would take, and the draws that the rules play."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evidence import Depth, Said
from companion.evidence.taps import told
from companion.projections.snapshot import ControlView, project
from companion.projections.taps_view import depth_of, draws_view, taps_view
from companion.riichi import facts as f
from companion.riichi.apply import apply
from companion.riichi.calls import Action
from companion.riichi.errors import IllegalFactError
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import PRESETS, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import seats
from companion.riichi.unseen import completed
from companion.table_state import TableState
from tests.projections.tables import A, B, C, D, after, shown, started, started_3p, turn
from tests.toolbox.tables import play, table, until_live


def reason_against(kyoku: Kyoku, said: Said) -> str:
    try:
        told(kyoku, said)
    except IllegalFactError as refusal:
        return refusal.reason.value
    return ""


def tapped(rules: RuleSet, random: Random, taps: int) -> Kyoku:
    """A hand of which nobody sees a tile, moved by whatever tap the table takes."""
    kyoku = table(rules, **({} if rules.players == 4 else {"dora": "9p"}))
    actions = (*(Action.DISCARD,) * 5, Action.PON, Action.CHI, Action.ANKAN, Action.DAIMINKAN, Action.RIICHI)
    for _ in range(taps):
        said = Said(random.choice(seats(rules.players)), random.choice(actions))
        try:
            for fact in told(kyoku, said):
                kyoku = apply(kyoku, fact)
        except IllegalFactError:
            continue
        if kyoku.wall.owed_now > 0:
            kyoku = apply(kyoku, f.IndicatorRevealed(None))
    return kyoku


@settings(max_examples=60)
@given(st.sampled_from(sorted(PRESETS)), st.integers(0, 2**32), st.integers(0, 120), st.booleans())
def test_every_tap_is_taken_exactly_when_it_is_offered(
    name: str, seed: int, taps: int, is_followed: bool
) -> None:
    kyoku = tapped(PRESETS[name], Random(seed), taps)
    if not is_followed:
        kyoku = reduce(apply, completed(kyoku, f.PlayUnfollowed()), kyoku)
    for seat, offered in enumerate(taps_view(kyoku)):
        for action, reason in offered.items():
            giver = (seat + 1) % kyoku.rules.players if not is_followed and action == "ron" else None
            against = reason_against(kyoku, Said(seats(4)[seat], Action(action), giver=giver))
            assert (reason == "") == (against == ""), (seat, action, reason, against)


def test_whoever_draws_next_may_tap_a_discard_and_the_others_their_calls() -> None:
    taps = taps_view(after(started(), *turn(A, "5p")).kyoku)
    assert taps[A] == {}
    assert taps[B]["discard"] == taps[B]["chi"] == taps[B]["riichi"] == ""
    assert taps[C] == {"ron": "", "pon": "", "daiminkan": "", "chi": Reason.CHI_ONLY_FROM_KAMICHA}
    assert "discard" not in taps[D]


def test_after_a_kan_the_replacement_tile_is_no_tap_of_its_own() -> None:
    taps = taps_view(play(table(), "E draws, E discards 5p, N kans 5p"))
    assert taps[D]["discard"] == taps[D]["tsumo"] == ""


def test_at_the_end_of_the_wall_nobody_draws() -> None:
    kyoku = until_live(table(), 0)
    assert "discard" not in taps_view(kyoku)[kyoku.turn]
    assert draws_view(kyoku)["exhaustive"] == ""


def test_in_points_only_the_loud_things_are_offered() -> None:
    taps = taps_view(apply(table(), f.PlayUnfollowed()))
    assert all("discard" not in mine and mine["riichi"] == "" for mine in taps)


def test_the_draws_that_the_rules_play_are_listed_with_their_reason() -> None:
    draws = draws_view(table())
    assert draws["exhaustive"] == Reason.TILES_LEFT
    assert draws["kyuushu"] == ""
    assert draws["suufon"] == Reason.NOT_FOUR_SAME_WINDS
    assert "sanchahou" not in draws_view(table(PRESETS["wrc"]))


def test_nagashi_mangan_can_be_told_as_soon_as_the_draw_can() -> None:
    assert draws_view(table())["nagashi_mangan"] == Reason.TILES_LEFT
    assert draws_view(apply(table(), f.PlayUnfollowed()))["nagashi_mangan"] == ""
    assert draws_view(until_live(table(), 0))["nagashi_mangan"] == ""
    unplayed = apply(table(replace(TENHOU, nagashi_mangan=False)), f.PlayUnfollowed())
    assert "nagashi_mangan" not in draws_view(unplayed)


def test_nagashi_mangan_is_left_out_once_everybody_has_thrown_another_tile() -> None:
    ends_only = play(table(), "E draws, E discards 1p, S draws, S discards 5p, W draws, W discards 5p")
    assert draws_view(ends_only)["nagashi_mangan"] == Reason.TILES_LEFT
    assert "nagashi_mangan" in draws_view(play(ends_only, "N draws, N discards 1z"))
    assert "nagashi_mangan" not in draws_view(
        play(ends_only, "N draws, N discards 4s, E draws, E discards 6s")
    )


def test_nobody_taps_where_something_plays_by_itself() -> None:
    hanchan = started()
    assert shown(hanchan).taps
    assert shown(hanchan, control=ControlView(1.0, paused=False)).taps == ()
    assert shown(hanchan, control=ControlView(1.0, paused=False)).draws == {}


@pytest.mark.parametrize(
    ("said", "tile", "depth"),
    [
        (None, None, "counting"),
        (None, "5p", "full"),
        (Depth.FULL, None, "full"),
        (Depth.COUNTING, "5p", "counting"),
    ],
)
def test_the_depth_is_what_was_said_or_what_the_discards_tell(said, tile, depth) -> None:
    state = TableState(1, "a game", after(started(), *turn(A, tile)), depth=said)
    assert depth_of(state) == depth
    unfollowed = TableState(1, "a game", after(started(), f.PlayUnfollowed()), depth=said)
    assert depth_of(unfollowed) == "points"


def test_the_next_deal_is_shown_with_the_result() -> None:
    over = after(started(), f.Drawn(A), f.Won(A, f.WinBy.TSUMO, A, value=f.HandValue(3, 30)))
    due = shown(over).next
    assert (due.name, due.dealer, due.honba, due.points) == ("E1-1", A, 1, (31_000, 23_000, 23_000, 23_000))
    assert shown(started()).next is None
    assert shown(started_3p()).start_points == 35_000
    assert project(TableState(0, None, started(TENHOU)), last_kyoku=None).rules == "tenhou"


def test_where_nobody_follows_nine_orphans_may_be_anybodys_who_has_had_no_turn() -> None:
    kyoku = play(table(), "nobody follows, E riichi, E pays")
    assert [taps.get("kyuushu") for taps in taps_view(kyoku)] == [None, "", "", ""]
    assert draws_view(kyoku)["kyuushu"] == ""
