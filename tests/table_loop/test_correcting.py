"""A mistake of an earlier hand is put right: what follows is counted again, or the place is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Depth, Done, Refusal, UndoAsked
from companion.evidence.intentions import HandForgotten, KanForgotten, RiichiWas, TakeBack, Win, Winner
from companion.projections.health import points_off
from companion.riichi import facts as f
from companion.riichi.final_score import final_scores
from companion.riichi.reasons import Reason
from companion.riichi.seats import Wind
from companion.riichi.tiles import Tile, parse_tiles
from companion.table_state import KyokuChange
from tests.table_loop.people import E, N, People, S, W, refused, sat_down


def seven_hands() -> People:
    """Six hands are played, the seventh runs: South was paid 3,900 in the second and 8,000 in the fourth."""
    people = sat_down(Depth.POINTS)
    for winner, giver, han in ((E, S, 2), (S, W, 3), (W, N, 1), (S, E, 5), (N, E, 2), (E, W, 4)):
        people.wins(winner, giver, han)
        people.deal(Depth.POINTS)
    people.tap(W, "riichi")
    return people


def ron(seat, giver, han: int) -> f.Won:
    return f.Won(seat, f.WinBy.RON, giver, value=f.HandValue(han, 30))


def test_hand_two_is_corrected_during_hand_seven() -> None:
    people = seven_hands()
    before, name = people.points, people.kyoku.name
    place = people.seq_of(f.Won, 1)
    assert isinstance(people.correct((place,), ron(S, W, 4), before=place), Done)
    moved = tuple(after - was for after, was in zip(people.points, before, strict=True))
    assert moved == (0, 3_800, -3_800, 0)
    assert points_off(people.keeper.state.hanchan) == 0
    assert (people.kyoku.name, people.kyoku.players[W].in_riichi) == (name, True)


def test_what_changes_is_shown_first_and_nothing_is_written() -> None:
    people = seven_hands()
    state, seq = people.keeper.state, people.journal.last_seq
    place = people.seq_of(f.Won, 1)
    seen = people.looks_at((place,), ron(S, N, 3), before=place)
    assert seen.refused is None
    assert [change.kyoku for change in seen.changes] == ["E1-1", "E2-0", "E3-0", "E4-0", "E4-1", "S1-0"]
    first = seen.changes[0]
    assert [b - a for a, b in zip(first.points_before, first.points_after, strict=True)] == [
        0,
        0,
        4_200,
        -4_200,
    ]
    assert (people.keeper.state, people.journal.last_seq) == (state, seq)


def test_who_corrected_is_in_the_journal_and_what_was_told_stays() -> None:
    people = seven_hands()
    told = people.entries
    place = people.seq_of(f.Won, 1)
    people.correct((place,), ron(S, W, 4), before=place)
    assert people.entries[: len(told)] == told
    added = people.entries[len(told) :]
    assert {entry.by for entry in added} == {"Anna"}
    assert [entry.before for entry in added if isinstance(entry.fact, f.Won)] == [place]
    deals = [entry for entry in added if isinstance(entry.fact, f.KyokuStarted)]
    assert len(deals) == 5
    assert {entry.before for entry in deals} <= {entry.retracts for entry in added}


def test_sticks_move_with_the_correction() -> None:
    people = sat_down(Depth.POINTS)
    people.tap(E, "riichi")
    people.tell(f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, tenpai=(E,)))
    people.deal(Depth.POINTS)
    assert people.kyoku.kyoutaku == 1
    place = people.seq_of(f.Ryuukyoku)
    people.correct((place,), ron(S, E, 1), before=place)
    assert (people.kyoku.kyoutaku, people.kyoku.name) == (0, "E1-1")
    assert people.points == (23_000, 27_000, 25_000, 25_000)
    assert points_off(people.keeper.state.hanchan) == 0


def test_points_corrected_by_hand_stay_corrected() -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.deal(Depth.POINTS, points=(20_000, 30_000, 25_000, 25_000))
    place = people.seq_of(f.Won)
    people.correct((place,), ron(S, E, 2), before=place)
    assert people.points == (21_900, 28_100, 25_000, 25_000)


def test_a_forgotten_riichi_is_put_in_and_a_wrong_one_taken_out() -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.deal(Depth.POINTS)
    place = people.seq_of(f.Won)
    people.correct((), f.RiichiDeclared(W), f.RiichiAccepted(W), before=place)
    assert people.points == (21_100, 29_900, 24_000, 25_000)
    gone = (people.seq_of(f.RiichiDeclared), people.seq_of(f.RiichiAccepted))
    people.correct(gone)
    assert people.points == (21_100, 28_900, 25_000, 25_000)


def test_what_could_not_be_followed_names_the_place() -> None:
    people = sat_down()
    for seat in (E, S):
        people.tap(seat)
    people.tap(N, "pon")
    people.tap(N)
    seq = people.journal.last_seq
    answer = people.correct((people.seq_of(f.PonCalled),))
    assert refused(answer) is Refusal.CANNOT_FOLLOW
    assert answer.because is Reason.NOT_YOUR_TURN
    assert '"discarded" in E1-0' in answer.sentence
    assert people.journal.last_seq == seq


def test_a_correction_that_is_itself_unlawful_is_refused_with_its_reason() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    place = people.seq_of(f.Won)
    answer = people.correct((place,), ron(E, E, 2), before=place)
    assert (refused(answer), answer.because) == (Refusal.REFUSED, Reason.OWN_DISCARD)


def test_a_corrected_hand_is_valued_by_its_tiles_or_refused() -> None:
    people = People()
    people.deal(indicator=Tile("9p"))
    people.tap(E, tile=Tile("5z"))
    people.wins(S, E)
    people.deal()
    place = people.seq_of(f.Won)
    shown = f.Won(S, f.WinBy.RON, E, Tile("5z"), parse_tiles("123m456p789s1155z"))
    poor = replace(shown, hand=parse_tiles("123m456p789s5z222m"))
    assert refused(people.correct((place,), poor, before=place)) is not Refusal.CANNOT_FOLLOW
    assert isinstance(people.correct((place,), shown, before=place), Done)
    assert people.points == (23_700, 26_300, 25_000, 25_000)


def test_what_changes_nothing_says_so() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    place = people.seq_of(f.Won)
    assert refused(people.correct(())) is Refusal.NOTHING_CHANGES
    assert refused(people.correct((place,), people.facts[-1], before=place)) is Refusal.NOTHING_CHANGES


@pytest.mark.parametrize(("retracts", "before"), [((99,), None), ((), 99), ((0,), None)])
def test_an_entry_that_does_not_count_cannot_be_corrected(
    retracts: tuple[int, ...], before: int | None
) -> None:
    people = sat_down()
    assert refused(people.correct(retracts, f.Chombo(E), before=before)) is Refusal.NO_SUCH_ENTRY
    people.tap(E)
    people.undo()
    assert refused(people.correct((4,))) is Refusal.NO_SUCH_ENTRY
    assert refused(People().correct((1,))) is Refusal.NO_SUCH_ENTRY


def test_a_game_that_is_over_can_still_be_put_right() -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.finish()
    place = people.seq_of(f.Won)
    assert isinstance(people.correct((place,), ron(S, E, 4), before=place), Done)
    hanchan = people.keeper.state.hanchan
    assert hanchan.is_closed
    assert [score.points for score in final_scores(hanchan)] == [17_300, 32_700, 25_000, 25_000]


def test_a_game_that_is_over_can_be_put_right_after_a_restart_too() -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.finish()
    people = People(people.journal)
    place = people.seq_of(f.Won)
    assert isinstance(people.correct((place,), ron(S, E, 4), before=place), Done)
    assert people.points == (17_300, 32_700, 25_000, 25_000)
    assert people.keeper.state.hanchan.is_closed
    people.start()
    people.deal(Depth.POINTS)
    assert (people.kyoku.name, people.keeper.state.game) == ("E1-0", "table-2")


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("is_taken_back", [False, True])
def test_the_last_tap_goes_whole_also_where_a_correction_has_moved_its_deal(
    is_restarted, is_taken_back
) -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    told = [type(fact) for fact in people.facts]
    people.deal(Depth.POINTS)
    place = people.seq_of(f.Won)
    people.correct((place,), ron(S, E, 4), before=place)
    if is_taken_back:
        people.undo()
    if is_restarted:
        people = People(people.journal)
    if not is_taken_back:
        people.tap(W, "riichi")
        people.undo()
        people.undo()  # the correction
    assert isinstance(people.undo(), Done)
    assert [type(fact) for fact in people.facts] == told


def test_a_name_is_put_right_where_people_sat_down() -> None:
    people = sat_down()
    fact = f.HanchanStarted(("Anna", "Ben", "Chie", "Dario"), "tenhou")
    people.correct((1,), fact, before=1)
    assert people.keeper.state.hanchan.names[3] == "Dario"
    assert people.kyoku is not None
    assert refused(people.correct((), fact)) is Refusal.NO_SUCH_ENTRY


def test_where_people_sat_down_stays_the_beginning_of_the_game() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    assert refused(people.say(TakeBack((1,)))) is Refusal.NO_SUCH_ENTRY
    assert refused(people.say(HandForgotten(f.Chombo(E), before=1))) is Refusal.NO_SUCH_ENTRY
    assert people.keeper.state.hanchan.names == ("Anna", "Ben", "Chie", "Dai")


def test_nothing_is_paid_for_a_win_whose_value_nobody_has_said() -> None:
    people = sat_down()
    people.tap(E)
    people.tell(f.Won(S, f.WinBy.RON, E))
    assert refused(people.tell(f.KyokuEnded())) is Refusal.VALUE_MISSING
    assert refused(people.correct((), f.KyokuEnded())) is Refusal.VALUE_MISSING
    people.wins(S, E)
    assert isinstance(people.tell(f.KyokuEnded()), Done)
    people.deal()
    paid, place = people.points, people.seq_of(f.Won)
    unvalued = f.Won(W, f.WinBy.RON, E)
    assert refused(people.correct((place,), unvalued, before=place)) is Refusal.VALUE_MISSING
    assert people.points == paid
    drawn = f.Ryuukyoku(f.RyuukyokuKind.SANCHAHOU)
    wins = (f.Won(S, f.WinBy.RON, E), unvalued)
    assert isinstance(people.correct((place,), *wins, drawn, before=place), Done), "three ron are not paid"
    place = people.seq_of(f.Ryuukyoku)
    assert refused(people.correct((place,))) is Refusal.VALUE_MISSING, "without the draw they would be"


def test_who_dealt_is_put_right_with_the_deal_itself() -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.deal(Depth.POINTS)
    place = people.seq_of(f.KyokuStarted, 1)
    deal = f.KyokuStarted(Wind.EAST, W, 1, 0, people.points, Tile("3p"))
    people.correct((place, people.seq_of(f.IndicatorRevealed, 1)), deal, before=place)
    assert (people.kyoku.name, people.kyoku.wall.indicators) == ("E3-1", (Tile("3p"),))


def test_an_undo_shows_what_it_would_change() -> None:
    people = sat_down(Depth.POINTS)
    people.tap(E, "riichi")
    seen = people.keeper.preview(UndoAsked("look", None, ""))
    assert seen.changes == (KyokuChange("E1-0", (24_000, 25_000, 25_000, 25_000), (25_000,) * 4),)
    assert people.points[0] == 24_000


@pytest.mark.parametrize("forgotten", [KanForgotten(N, is_closed=True), RiichiWas(was=None, seat=N)])
@pytest.mark.parametrize(
    ("end", "waived"),
    [
        (Win((Winner(S, f.HandValue(3, 30)),), E, is_riichi_tile=True), ()),
        (Win((Winner(S, f.HandValue(0, 30)),), E), (Reason.NO_YAKU,)),
    ],
)
def test_what_was_forgotten_came_before_all_that_belongs_to_the_end(end, waived, forgotten) -> None:
    people = sat_down(Depth.POINTS)
    people.tap(E, "riichi")
    people.say(end, *waived)
    assert isinstance(people.say(forgotten), Done)
    assert people.kyoku.wins
    assert isinstance(people.facts[-1], f.Won)


@pytest.mark.parametrize("was", [None, S])
@pytest.mark.parametrize("waived", [(), (f.RuleWaived(Reason.NOT_FOUR_RIICHI),)])
def test_who_was_in_riichi_after_all_has_shown_a_tenpai_hand_at_the_draw(was, waived) -> None:
    people = sat_down(Depth.POINTS)
    hand = people.seq_of(f.KyokuStarted)
    people.tell(f.RiichiDeclared(S), f.RiichiAccepted(S))
    kind = f.RyuukyokuKind.SUUCHA_RIICHI if waived else f.RyuukyokuKind.EXHAUSTIVE
    people.tell(*waived, f.Ryuukyoku(kind, tenpai=(S,)))
    people.deal(Depth.POINTS)
    assert isinstance(people.say(RiichiWas(hand, was=was, seat=E)), Done)
    (draw,) = (fact for fact in people.facts if isinstance(fact, f.Ryuukyoku))
    assert draw.tenpai == (E, S)
    riichi = {fact.seat for fact in people.facts if isinstance(fact, f.RiichiDeclared)}
    assert riichi == ({E, S} if was is None else {E})
    assert people.keeper.state.hanchan.kyoutaku == len(riichi)


def test_a_call_without_its_tile_is_one_of_the_tile_that_lies_there() -> None:
    people = sat_down(Depth.FULL)
    people.tap(E, tile=Tile("9p"))
    other, pon = (f.PonCalled(S, E, None, (None, Tile(own))) for own in ("3m", "9p"))
    for answer in (people.correct((), other), people.tell(other)):
        assert (answer.reason, answer.because) == (Refusal.REFUSED, Reason.NOT_A_MELD)
    assert isinstance(people.correct((), pon), Done)
    assert people.facts[-1] == replace(pon, tile=Tile("9p"))


@pytest.mark.parametrize("then", ["deal", "end"])
def test_a_payment_cannot_be_taken_back_from_under_what_followed_it(then) -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.deal(Depth.POINTS) if then == "deal" else people.finish()
    told, points = list(people.facts), people.points
    answer = people.say(TakeBack((people.seq_of(f.KyokuEnded),)))
    assert (answer.reason, answer.because) == (Refusal.CANNOT_FOLLOW, Reason.KYOKU_NOT_OVER)
    assert (people.facts, people.points) == (told, points)


def test_a_payment_that_came_last_is_taken_back_and_the_result_stands_again() -> None:
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    people.tell(f.KyokuEnded())
    assert isinstance(people.say(TakeBack((people.seq_of(f.KyokuEnded),))), Done)
    assert people.kyoku.is_over
