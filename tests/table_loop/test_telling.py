"""People tell by taps what happens: a game, deals, turns, results; each is one step, written or refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Cause, Depth, Done, Refusal, Refused, Said, TapAsked, TellAsked, WaiveAsked
from companion.journal import MemoryJournal
from companion.projections.reminders import reminders
from companion.projections.taps_view import depth_of
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.kyoku import Phase
from companion.riichi.melds import MeldKind
from companion.riichi.presets import TENHOU, TENHOU_3P, WRC
from companion.riichi.reasons import Reason
from companion.riichi.seats import Wind
from companion.riichi.settlement import settle
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from tests.table_loop.people import E, N, People, S, W, refused, sat_down
from tests.table_loop.play import observed, opening


def exhausted(people: People, *tenpai: int) -> None:
    """The wall is played to its end in counting taps."""
    while people.kyoku.wall.live:
        people.tap(people.kyoku.turn)
    people.tell(f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, tenpai=tenpai))


def test_a_game_starts_with_its_own_names_and_rules() -> None:
    people = People(rules=WRC)
    rules = replace(TENHOU, name="tenhou (changed)", ippatsu=False)
    assert people.start("A", "", "C", "D", rules=rules) == Done(1)
    assert people.facts == [f.HanchanStarted(("A", "", "C", "D"), "tenhou (changed)")]
    assert people.keeper.state.hanchan.rules == rules
    again = TableKeeper(people.journal, WRC, people.keeper._clock, trust=Trust)
    assert again.state.hanchan.rules == rules


def test_a_new_game_waits_for_the_end_of_the_running_one() -> None:
    people = sat_down()
    assert refused(people.start()) is Refusal.GAME_RUNNING
    assert isinstance(people.finish(), Done)
    assert isinstance(people.start(), Done)
    assert len(people.journal.games()) == 2
    assert isinstance(people.start("Eve", "", "", ""), Done), "nobody has been dealt a tile yet"


def test_one_tap_deals_and_the_indicator_lies_open() -> None:
    people = People()
    people.start()
    assert people.deal(indicator=Tile("4m")) == Done(2)
    assert people.kyoku.wall.indicators == (Tile("4m"),)
    assert reminders(people.keeper.state) == ()
    other = sat_down()
    assert other.kyoku.wall.indicators == (None,)
    assert reminders(other.keeper.state) == ()


def test_where_tiles_are_told_the_first_indicator_is_asked_for() -> None:
    people = People()
    people.deal(Depth.FULL, is_indicator_open=False)
    assert [one.code for one in reminders(people.keeper.state)] == ["flip_first_indicator"]


def test_the_next_tap_pays_and_deals_what_the_rules_say() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    assert isinstance(people.deal(), Done)
    kinds = [type(fact).__name__ for fact in people.facts[-3:]]
    assert kinds == ["KyokuEnded", "KyokuStarted", "IndicatorRevealed"]
    assert (people.kyoku.name, people.points) == ("E2-0", (21_100, 28_900, 25_000, 25_000))


def test_a_deal_may_be_what_the_table_says() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    corrected = (21_000, 29_000, 25_000, 25_000)
    people.deal(round_wind=Wind.SOUTH, dealer=W, honba=2, kyoutaku=1, points=corrected)
    assert (people.kyoku.name, people.kyoku.kyoutaku, people.points) == ("S3-2", 1, corrected)


def test_points_that_do_not_add_up_are_dealt_and_said() -> None:
    people = People()
    people.deal(points=(25_000, 25_000, 25_000, 24_000))
    off = [one for one in reminders(people.keeper.state) if one.code == "points_off"]
    assert [one.values for one in off] == [{"off": -1_000}]
    assert [one.seen for one in off] == [False]


def test_a_win_without_its_value_is_not_dealt_over() -> None:
    people = sat_down()
    people.tap(E, "tsumo")
    assert refused(people.deal()) is Refusal.VALUE_MISSING
    people.wins(E)
    assert isinstance(people.deal(), Done)


def test_a_win_without_its_value_keeps_a_game_from_ending_and_a_forgotten_hand_out() -> None:
    people = sat_down()
    people.tap(E)
    people.tap(S, "ron")
    draw = f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE)
    assert refused(people.finish()) is Refusal.VALUE_MISSING
    assert refused(people.insert(draw)) is Refusal.VALUE_MISSING
    people.wins(S, E)
    assert isinstance(people.finish(), Done)
    assert people.points == (21_100, 28_900, 25_000, 25_000)


def test_in_mid_hand_there_is_no_deal() -> None:
    people = sat_down()
    answer = people.deal()
    assert (refused(answer), answer.because) == (Refusal.REFUSED, Reason.KYOKU_NOT_OVER)


def test_after_the_end_people_may_deal_on_if_they_say_what() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E, han=13)
    assert isinstance(people.tell(f.KyokuEnded()), Done)
    assert people.keeper.state.hanchan.ended is not None
    answer = people.deal()
    assert (refused(answer), answer.because) == (Refusal.REFUSED, Reason.HANCHAN_OVER)
    assert isinstance(people.deal(round_wind=Wind.EAST, dealer=S), Done)
    assert people.points == (-7_000, 57_000, 25_000, 25_000)


def test_a_whole_hand_by_taps_counts_the_wall() -> None:
    people = sat_down()
    people.tap(E)
    people.tap(S, "riichi")
    people.tap(N, "daiminkan")
    people.tap(N)
    assert people.kyoku.wall.live == 67
    assert [one.code for one in reminders(people.keeper.state)] == ["flip_kan_dora_now"]
    people.tell(f.IndicatorRevealed(Tile("9p")))
    exhausted(people, S)
    people.deal()
    assert people.kyoku.name == "E2-1"
    assert people.points == (24_000, 27_000, 24_000, 24_000)


@pytest.mark.parametrize("pons", [(None, "5z"), ("5z", None)])
@pytest.mark.parametrize("added", [None, "5z"])
def test_the_fourth_tile_goes_to_the_pon_that_it_was_told_for(pons, added: str | None) -> None:
    people = sat_down()
    for text in pons:
        people.tap(E, tile=text and Tile(text))
        people.tap(S, "pon")
        for seat in (S, W, N):
            people.tap(seat)
    people.tap(E)
    assert isinstance(people.tap(S, "kakan", tile=added and Tile(added)), Done)
    kinds = [meld.kind for meld in people.kyoku.players[S].melds]
    assert kinds == [MeldKind.KAKAN if text == added else MeldKind.PON for text in pons]


def test_points_alone_are_kept_with_riichi_kans_and_the_result() -> None:
    people = sat_down(Depth.POINTS)
    assert (people.kyoku.phase, people.kyoku.wall.live) == (Phase.UNFOLLOWED, None)
    people.tap(W, "riichi")
    people.tap(N, "ankan")
    people.wins(W, S)
    people.deal(Depth.POINTS)
    assert people.points == (25_000, 21_100, 28_900, 25_000)
    people.wins(S)
    assert settle(people.kyoku).points == (23_000, 27_100, 26_900, 23_000)


def test_the_depth_changes_in_mid_hand() -> None:
    people = sat_down()
    people.tap(E)
    people.depth(Depth.POINTS)
    assert depth_of(people.keeper.state) == "points"
    assert refused(people.depth(Depth.COUNTING)) is Refusal.TURN_UNKNOWN
    assert isinstance(people.depth(Depth.COUNTING, W, 40), Done)
    assert (people.kyoku.turn, people.kyoku.wall.live) == (W, 40)
    seq = people.journal.last_seq
    assert people.depth(Depth.FULL) == Done(seq)
    assert (depth_of(people.keeper.state), people.journal.last_seq) == ("full", seq)


@pytest.mark.parametrize(("tile", "depth"), [(None, "counting"), (Tile("5p"), "full")])
def test_in_an_older_journal_the_discards_tell_how_closely_it_was_kept(tile: Tile | None, depth: str) -> None:
    people = sat_down()
    people.tap(E, tile=tile)
    older = [(game, replace(entry, depth=None)) for game, entry in people.journal._entries]
    vars(people.journal).update(_entries=older)
    again = TableKeeper(people.journal, TENHOU, people.keeper._clock, trust=Trust)
    assert depth_of(again.state) == depth


def test_a_refused_tap_writes_nothing_and_says_why() -> None:
    people = sat_down()
    seq = people.journal.last_seq
    answer = people.tap(S)
    assert answer == Refused(Refusal.REFUSED, Reason.NOT_YOUR_TURN, "It is another player's turn.")
    assert people.journal.last_seq == seq
    assert people.keeper.state.warnings == (), "nobody can allow it, so nothing has to stand"


def test_what_could_be_allowed_stands_until_people_tap_something_else() -> None:
    people = sat_down()
    people.keeper.take(observed(f.IndicatorRevealed(None)))
    people.tap(E)
    assert people.tap(W, "chi").because is Reason.CHI_ONLY_FROM_KAMICHA
    codes = [one.code for one in people.keeper.state.warnings]
    assert codes == ["indicator_too_early", "chi_only_from_kamicha"]
    people.tap(S)
    assert [one.code for one in people.keeper.state.warnings] == ["indicator_too_early"]


def test_what_was_refused_may_be_allowed_with_all_that_came_with_it() -> None:
    people = People()
    people.deal(points=(900, 25_000, 25_000, 49_100))
    answer = people.tap(E, "riichi")
    assert (refused(answer), answer.because) == (Refusal.REFUSED, Reason.RIICHI_POINTS)
    waive = WaiveAsked("allow", people.keeper.state.seq, "Ben", Reason.RIICHI_POINTS.value)
    assert isinstance(people.do(waive), Done)
    kinds = [type(fact).__name__ for fact in people.facts[2:]]
    assert kinds == ["Drawn", "RuleWaived", "RiichiDeclared", "Discarded"]
    assert people.keeper.state.warnings == ()
    assert people.undo() == Done(people.journal.last_seq)
    assert len(people.facts) == 2


def test_a_shown_hand_is_valued_by_its_tiles() -> None:
    people = People()
    people.deal(indicator=Tile("9p"))
    people.tap(E, tile=Tile("5z"))
    hand = parse_tiles("123m456p789s1155z")
    assert isinstance(people.tell(f.Won(S, f.WinBy.RON, E, Tile("5z"), hand)), Done)
    assert (people.kyoku.wins[0].value.han, people.kyoku.wins[0].value.fu) == (1, 40)


def test_a_hand_without_yaku_or_with_a_fifth_tile_is_refused() -> None:
    people = People()
    people.deal(indicator=Tile("9p"))
    people.tap(E, tile=Tile("4p"))
    poor = f.Won(S, f.WinBy.RON, E, Tile("4p"), parse_tiles("123m23p789s11p777m"))
    assert refused(people.tell(poor)) is Refusal.CANNOT_VALUE
    wrong = f.Won(S, f.WinBy.RON, E, Tile("4p"), parse_tiles("111m23p789s11p777m"))
    assert isinstance(people.tell(replace(wrong, hand=wrong.hand[:-1])), Refused)


def test_what_was_told_without_its_tile_or_value_is_told_again_in_its_place() -> None:
    people = sat_down()
    people.tell(f.IndicatorRevealed(Tile("9p")))
    assert people.kyoku.wall.indicators == (Tile("9p"),)
    people.tap(E)
    people.tap(S, "ron")
    assert people.kyoku.wins[0].value is None
    people.wins(S, E, han=2)
    assert [win.value for win in people.kyoku.wins] == [f.HandValue(2, 30)]
    people.undo()
    assert people.kyoku.wins[0].value is None


def test_a_fuller_fact_takes_no_place_in_another_hand() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    people.deal(indicator=Tile("4m"))
    answer = people.tell(f.IndicatorRevealed(Tile("9p")))
    assert answer.because is Reason.INDICATOR_TOO_EARLY


def test_the_game_ends_when_people_say_so_and_the_result_is_paid_first() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    people.finish()
    assert [type(fact).__name__ for fact in people.facts[-2:]] == ["KyokuEnded", "HanchanEnded"]
    assert people.points == (21_100, 28_900, 25_000, 25_000)
    assert people.finish().because is Reason.HANCHAN_OVER
    assert refused(People().finish()) is Refusal.NO_GAME


def test_a_reminder_is_seen_until_its_reason_or_its_number_changes() -> None:
    people = sat_down(Depth.POINTS)
    people.tap(E, "ankan")
    assert isinstance(people.seen("flip_kan_dora_now"), Done)
    assert [one.seen for one in reminders(people.keeper.state)] == [True]
    people.tap(S, "ankan")
    assert [(one.seen, one.values) for one in reminders(people.keeper.state)] == [(False, {"count": 2})]
    people.tell(f.IndicatorRevealed(None))
    assert [one.seen for one in reminders(people.keeper.state)] == [False], "once gone it is new again"
    assert refused(people.seen("last_tile")) is Refusal.NOTHING_TO_SEE


def test_a_press_asks_for_what_is_true_now_and_is_written_as_a_press() -> None:
    people = sat_down()
    press = TapAsked("press-1", None, "the box of East", Said(E, Action.DISCARD), Cause.PANEL)
    assert people.do(press) == Done(5)
    assert [(entry.because, entry.by) for entry in people.entries[-2:]] == [("panel", "the box of East")] * 2
    assert people.do(press) == Done(5)


def test_a_seat_that_nobody_has_is_refused() -> None:
    people = People(rules=TENHOU_3P)
    people.deal()
    assert people.tap(N).because is Reason.NO_SUCH_SEAT
    assert People().tap(E).because is Reason.NO_KYOKU


def test_the_same_tap_is_done_once_and_an_old_one_never() -> None:
    people = sat_down()
    tap = TapAsked("one", 3, "Anna", Said(E, Action.DISCARD))
    assert people.do(tap) == people.do(tap) == Done(5)
    assert refused(people.do(replace(tap, command_id="two"))) is Refusal.STALE


def test_taps_go_on_where_a_camera_has_told_the_beginning() -> None:
    people = People(MemoryJournal())
    people.keeper.take(observed(*opening(3)))
    assert isinstance(people.tap(E), Done)
    assert people.undo() == Done(5)
    assert people.undo() == Done(6)
    assert len(people.facts) == 2


def test_several_facts_are_told_together_or_not_at_all() -> None:
    people = sat_down()
    people.tap(E)
    two = (
        f.Won(S, f.WinBy.RON, E, value=f.HandValue(1, 30)),
        f.Won(W, f.WinBy.RON, E, value=f.HandValue(2, 30)),
    )
    assert isinstance(people.do(TellAsked("both", None, "", two)), Done)
    assert len(people.kyoku.wins) == 2
    people.undo()
    assert people.kyoku.wins == ()
    wrong = (two[0], f.Won(E, f.WinBy.RON, E, value=f.HandValue(2, 30)))
    assert refused(people.do(TellAsked("wrong", None, "", wrong))) is Refusal.REFUSED
    assert people.kyoku.wins == ()
