"""Who presses first need not be first: ron goes before pon, pon before chi."""

from dataclasses import replace

import pytest

from companion.evidence import Depth, SourceChanged, SourceState
from companion.intake.panel.several import Beside
from companion.intake.panel.waits import AWAY_NS
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import MultipleRon
from companion.riichi.seats import Seat
from firmware_bridge.signals import EVERY_SIDE, Button, Condition, PanelStatus, Press, Side
from tests.intake.panel_table import SECOND, PanelTable, small_boxes

E, S, W, N = (Seat(seat) for seat in range(4))
UNSEEN = (None, None)


def after_a_discard(**rules):
    """East (side B) has discarded; C, D and A may call."""
    table = PanelTable(rules=replace(TENHOU, **rules))
    table.discard()
    return table


@pytest.fixture
def table():
    return after_a_discard()


def test_a_pon_goes_before_a_chi_that_was_pressed_first(table):
    table.press("C chi", "D pon")
    table.wait(1)
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)
    assert table.codes == ["panel_went_before"]
    assert table.lamp("C").name == "TRIPLE"


def test_a_ron_goes_before_a_pon_that_was_pressed_first(table):
    table.press("D pon", "A ron")
    table.wait(1)
    assert table.facts[-1] == f.Won(N, f.WinBy.RON, E)
    assert table.lamp("D").name == "TRIPLE"


def test_several_ron_stand_in_turn_order(table):
    table.press("A ron", "C ron")
    table.wait(1)
    assert table.facts[-2:] == [f.Won(S, f.WinBy.RON, E), f.Won(N, f.WinBy.RON, E)]


def test_under_head_bump_only_the_nearest_wins():
    table = after_a_discard(multiple_ron=MultipleRon.HEAD_BUMP)
    table.press("A ron", "C ron")
    table.wait(1)
    assert table.facts[-1] == f.Won(S, f.WinBy.RON, E)
    assert table.codes == ["panel_went_before"]


def test_a_pon_pressed_seconds_after_the_chi_still_goes_before_it(table):
    table.press("C chi")
    table.wait(2)
    assert isinstance(table.facts[-1], f.ChiCalled)
    table.press("D pon")
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)
    assert not any(isinstance(fact, f.ChiCalled) for fact in table.facts)
    assert table.codes == ["panel_went_before"]
    assert table.lamp("C").name == "TRIPLE"
    table.press("A ron")
    assert table.facts[-1] == f.Won(N, f.WinBy.RON, E)


def test_but_not_once_the_chi_has_been_discarded_after(table):
    table.press("C chi")
    table.wait(2)
    table.press("C next")
    table.press("A pon")
    table.wait(2)
    assert table.facts[-1] == f.PonCalled(N, S, None, UNSEEN), "of the new discard"
    assert any(isinstance(fact, f.ChiCalled) for fact in table.facts)


def test_under_head_bump_a_nearer_ron_pressed_late_wins_alone():
    table = after_a_discard(multiple_ron=MultipleRon.HEAD_BUMP)
    table.press("A ron")
    table.wait(2)
    table.press("C ron")
    assert [fact for fact in table.facts if isinstance(fact, f.Won)] == [f.Won(S, f.WinBy.RON, E)]
    assert table.codes == ["panel_went_before"]


def test_three_ron_are_a_draw_where_the_house_says_so():
    table = after_a_discard(multiple_ron=MultipleRon.DOUBLE)
    table.press("A ron", "C ron", "D ron")
    assert table.facts[-1] == f.Ryuukyoku(f.RyuukyokuKind.SANCHAHOU)


def test_a_ron_after_the_first_was_told_is_still_heard(table):
    table.press("C ron")
    table.wait(1)
    table.press("A ron")
    assert table.facts[-2:] == [f.Won(S, f.WinBy.RON, E), f.Won(N, f.WinBy.RON, E)]


def test_when_all_others_call_nothing_it_is_told_at_once(table):
    table.press("A next", "D pon", "C next")
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)


def test_who_passed_on_a_tile_may_still_call_the_next(table):
    table.press("D next", "A next", "C next", "B pon")
    assert table.facts[-1] == f.Discarded(S)
    table.press("A ron")
    table.wait(1)
    assert table.facts[-1] == f.Won(N, f.WinBy.RON, S)


def test_a_call_on_a_tile_that_is_gone_does_not_void_one_on_the_next(table):
    table.press("D pon")
    table.tell(f.Drawn(S), f.Discarded(S))
    table.press("A pon")
    assert table.codes == ["no_discard_to_call"]
    table.wait(1)
    assert table.facts[-1] == f.PonCalled(N, S, None, UNSEEN)
    assert table.lamp("A").name != "TRIPLE"


def test_next_of_the_player_who_draws_is_a_pass_while_a_call_is_held(table):
    table.press("D pon", "C next", "A next")
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)


def test_another_key_is_another_mind(table):
    table.press("C chi", "C pon")
    table.wait(1)
    assert table.facts[-1] == f.PonCalled(S, E, None, UNSEEN)


def test_a_finger_that_presses_again_neither_delays_its_call_nor_declares_a_second_kan(table):
    table.press("D kan")
    table.press("D kan", after_s=0.8)
    table.wait(0.3)
    assert isinstance(table.facts[-1], f.DaiminkanCalled)
    table.press("D kan", after_s=0.2)
    assert table.kyoku.kans == 1


def test_who_thinks_keeps_the_call_from_being_decided(table):
    table.press("D pon", "A wait")
    assert table.lamp("A").name == "SLOW"
    table.wait(30)
    assert table.facts[-1] == f.Discarded(E)
    table.press("A ron")
    table.wait(1)
    assert table.facts[-1] == f.Won(N, f.WinBy.RON, E)


def test_who_thinks_and_whose_keys_are_gone_holds_up_no_call(table):
    table.press("C wait", "D pon", "A wait")
    for side, condition in ((Side.C, Condition.PHONE_AWAY), (Side.A, Condition.CONNECTED)):
        table.wait(30)
        assert table.facts[-1] == f.Discarded(E)
        table.source._hear(PanelStatus(condition, 0, "", gone=frozenset({side})))
    table.wait(0)
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)


def test_a_wait_stands_while_its_side_has_lost_other_keys_than_those_it_was_pressed_at(table):
    away = Beside(PanelStatus(Condition.PHONE_AWAY, 0, "", gone=frozenset({Side.C})))
    table.press("C wait", "D pon")
    table.source._hear(away)
    table.wait(30)
    assert table.facts[-1] == f.Discarded(E)
    table.source._hear(Beside(Press(Side.C, Button.WAIT, table.door.clock.monotonic_ns(), 1 << 40)))
    table.source._hear(PanelStatus(Condition.CONNECTED, 0, "", gone=frozenset({Side.C})))
    table.wait(30)
    assert table.facts[-1] == f.Discarded(E)
    table.source._hear(away)
    table.wait(0)
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)


@pytest.mark.parametrize(
    "away",
    [
        PanelStatus(Condition.DISCONNECTED, 0, "unplugged", gone=EVERY_SIDE),
        SourceChanged("panel", SourceState.DOWN, "the panel failed", "failed"),
    ],
)
def test_who_thinks_at_a_panel_that_is_away_as_a_whole_holds_up_no_call_for_long(table, away):
    table.press("C wait", "D pon")
    for still_away in (away, away, PanelStatus(Condition.RESTARTED, 0, "")):
        table.source._hear(still_away)
        table.wait(4)
    table.source._hear(Beside(away))
    table.wait(30)
    assert table.facts[-1] == f.Discarded(E), "the cable was put back, and only the panel beside is away"
    table.source._hear(away)
    table.wait(9.9)
    assert table.facts[-1] == f.Discarded(E)
    table.wait(0.1)
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)


def test_where_one_of_several_pads_is_unplugged_the_others_still_think(table):
    table.press("C wait", "D pon")
    table.source._hear(PanelStatus(Condition.DISCONNECTED, 0, "", gone=frozenset({Side.A})))
    table.wait(600)
    assert table.facts[-1] == f.Discarded(E)


def test_something_that_takes_effect_at_once_closes_the_window(table):
    """South declares riichi while a pon is held: the pon was there first, so the riichi is refused."""
    table.press("D pon", "C riichi")
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)
    assert table.codes == ["not_your_turn"]


def test_an_answer_that_takes_effect_at_once_closes_the_window_too(table):
    """South is asked which kan, and answers after West has called."""
    table.press("C kan", "D pon", "C chi")
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)
    assert table.codes == ["not_your_turn"]


def test_a_ron_that_was_called_goes_before_a_tsumo_given_as_an_answer():
    table = PanelTable(keys=small_boxes())
    table.discard()
    table.press("C ron", "D ron", "C pon")
    assert table.facts[-1] == f.Won(W, f.WinBy.RON, E)


def test_a_ron_that_was_called_goes_before_a_draw_given_as_an_answer(table):
    table.press("C wait+next", "D ron", "C chi")
    assert table.facts[-1] == f.Won(W, f.WinBy.RON, E)


def test_in_points_only_a_call_that_is_held_is_told_before_the_answer():
    table = PanelTable(Depth.POINTS)
    table.press("C pon", "D kan", "D chi")
    assert [type(fact) for fact in table.facts] == [f.PonCalled, f.AnkanDeclared]
    assert table.codes == []


def test_a_press_at_the_panel_beside_that_is_heard_again_does_not_bring_an_unplugged_panel_back(table):
    def beside(side, button):
        table.wait(0.1)
        press = Press(side, button, table.door.clock.monotonic_ns(), 1_000_000)
        table.source._hear(Beside(press))

    table.press("C wait", "D pon")
    table.source._hear(PanelStatus(Condition.DISCONNECTED, 0, "", gone=EVERY_SIDE))
    beside(Side.B, Button.RIICHI)  # the pon is decided first, and the press is then heard again
    assert table.facts[-1] == f.PonCalled(W, E, None, UNSEEN)
    beside(Side.D, Button.NEXT)
    beside(Side.A, Button.PON)
    table.wait(10)
    assert table.facts[-1] == f.PonCalled(N, W, None, UNSEEN)


def test_a_call_on_a_tile_that_is_gone_is_not_told_of_the_next(table):
    table.press("D pon")
    table.tell(f.Drawn(S), f.Discarded(S))
    before = table.state.seq
    table.wait(1)
    assert table.state.seq == before
    assert table.codes == ["no_discard_to_call"]


def test_a_call_on_a_tile_that_is_gone_is_no_longer_shown_as_held(table):
    """Although somebody thinks, who would keep it from being decided."""
    table.press("C wait", "D pon")
    assert table.lamp("D").name == "WINK"
    table.wait(5)
    table.tell(f.Drawn(S), f.Discarded(S))
    assert table.lamp("D").name == "TRIPLE"
    assert table.codes == ["no_discard_to_call"]
    table.press("A pon")
    assert table.lamp("A").name == "WINK"


def test_a_panel_that_opens_while_lamps_are_shown_is_lit_too(table):
    """Its ear opens it in a thread of its own, just after they were shown to those that were there."""
    shown = []
    show = table.panel.show

    def show_and_open(lamps):
        show(lamps)
        shown.append(lamps)
        if len(shown) == 1:
            table.source.light_anew()

    table.panel.show = show_and_open
    table.press("D pon")
    table.source._show()
    assert len(shown) == 2


def test_a_call_that_was_due_before_the_next_press_is_told_first(table):
    """Both arrive together: the disk was slow, or a cable was out for a moment."""
    table.press("D pon")
    table.door.clock.advance(seconds=1.5)
    press = Press(Side.D, Button.NEXT, table.door.clock.monotonic_ns(), 99)
    table.source._hear(press)
    assert table.facts[-2:] == [f.PonCalled(W, E, None, UNSEEN), f.Discarded(W)]


def test_so_is_one_that_waited_for_somebody_whose_keys_have_been_away_for_long(table):
    table.press("D pon", "A wait")
    table.source._hear(PanelStatus(Condition.DISCONNECTED, 0, "", gone=EVERY_SIDE))
    table.door.clock.advance(seconds=AWAY_NS / SECOND + 1)
    press = Press(Side.D, Button.NEXT, table.door.clock.monotonic_ns(), 99)
    table.source._hear(Beside(press))
    assert table.facts[-2:] == [f.PonCalled(W, E, None, UNSEEN), f.Discarded(W)]


def test_a_wait_that_came_in_time_still_keeps_a_call_from_being_told_first(table):
    table.press("D pon", "A wait")
    table.door.clock.advance(seconds=1.5)
    table.source._hear(Press(Side.C, Button.NEXT, table.door.clock.monotonic_ns(), 99))
    assert table.facts[-1] == f.Discarded(E)
