"""What was told first yields to what goes before it: a chi to pon, kan and ron, a far ron to a near one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Cause, Depth, Done, FactObserved, Refusal, Said, TapAsked, TellAsked
from companion.evidence.sights import SeenTile
from companion.projections.snapshot import project
from companion.projections.taps_view import taps_view
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.facts import HandValue, WinBy, Won
from companion.riichi.kyoku import Phase
from companion.riichi.presets import M_LEAGUE, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.settlement import settle
from companion.riichi.tiles import Tile, parse_tiles
from companion.table_state import Undoes
from tests.table_loop.people import E, N, People, S, W, refused
from tests.toolbox.sightings import visible


def playing(rules: RuleSet = M_LEAGUE, depth: Depth = Depth.COUNTING) -> People:
    people = People(rules=rules)
    people.start(rules=rules)
    people.deal(depth)
    return people


def ron(seat, han: int | None = 3) -> Won:
    return Won(seat, WinBy.RON, E, value=HandValue(han, 30) if han else None)


def winners(people: People) -> list[int]:
    return [win.seat for win in people.kyoku.wins]


# Head bump.


@pytest.mark.parametrize("depth", [Depth.COUNTING, Depth.POINTS])
def test_the_nearer_ron_replaces_the_farther_one_whoever_was_told_first(depth: Depth) -> None:
    people = playing(depth=depth)
    if depth is Depth.COUNTING:
        people.tap(E)
    people.tell(ron(N))
    answer = people.tell(ron(S))
    assert answer == Done(people.keeper.state.seq, overruled=(ron(N),))
    assert winners(people) == [S]
    assert ron(N) not in people.facts
    assert settle(people.kyoku).points == (21_100, 28_900, 25_000, 25_000)
    assert any(entry.retracts is not None for entry in people.entries), "both are in the journal"


def test_the_farther_one_told_second_is_refused_as_ever() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(W))
    assert refused(people.tell(ron(N))) is Refusal.REFUSED
    assert isinstance(people.tell(ron(S)), Done)
    assert winners(people) == [S]


def test_a_preview_says_what_the_nearer_ron_would_change() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(N, han=4))
    seen = people.keeper.preview(TellAsked("look", people.keeper.state.seq, "Anna", (ron(S),)))
    assert seen.refused is None
    (change,) = seen.changes
    assert (change.points_before, change.points_after) == (
        (17_000, 25_000, 25_000, 33_000),
        (21_100, 28_900, 25_000, 25_000),
    )
    assert winners(people) == [N], "a preview changes nothing"


def test_an_undo_gives_the_farther_one_back_and_a_redo_takes_it_again() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(N))
    people.tell(ron(S))
    people.undo()
    assert winners(people) == [N]
    people.redo()
    assert winners(people) == [S]


def test_an_undo_names_the_call_that_took_the_place() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(N))
    people.tell(ron(S))
    assert people.keeper.state.undoes == Undoes("Won", S)
    people.undo()
    assert people.keeper.state.undoes == Undoes("Won", N)
    people.redo()
    assert people.keeper.state.undoes == Undoes("Won", S)


def test_a_pon_in_the_place_of_a_chi_is_named() -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tap(S, "chi")
    people.tap(N, "pon")
    assert people.keeper.state.undoes == Undoes("PonCalled", N)
    people.undo()
    assert people.keeper.state.undoes == Undoes("ChiCalled", S)


def test_each_undo_gives_back_the_call_before_where_one_after_another_gave_way() -> None:
    people = playing(TENHOU)
    told = []
    for seat, action in ((E, "discard"), (S, "chi"), (W, "daiminkan"), (N, "ron")):
        people.tap(seat, action)
        told.append((people.facts, people.keeper.state.undoes))
    for before in reversed(told[:-1]):
        people.undo()
        assert (people.facts, people.keeper.state.undoes) == before
    for after in told[1:]:
        people.redo()
        assert (people.facts, people.keeper.state.undoes) == after


def test_a_tapped_ron_replaces_too_and_gets_its_value_later() -> None:
    people = playing()
    people.tap(E)
    people.tap(N, "ron")
    assert people.tap(S, "ron").overruled == (ron(N, None),)
    assert people.tell(ron(S)).overruled == (), "the same win, with its value"
    assert [(win.seat, win.value) for win in people.kyoku.wins] == [(S, HandValue(3, 30))]


def test_the_shown_hand_of_the_farther_one_is_forgotten_with_its_win() -> None:
    people = playing()
    people.tap(E)
    people.tell(replace(ron(N), hand=parse_tiles("123m456p789s1155z")))
    people.tell(ron(S))
    assert people.kyoku.players[N].known_hand is None


def test_what_was_allowed_for_the_farther_one_is_not_allowed_for_the_nearer() -> None:
    people = playing()
    people.tap(E)
    people.tell(f.RuleWaived(Reason.NO_YAKU), ron(N))
    people.tell(ron(S))
    assert f.RuleWaived(Reason.NO_YAKU) not in people.facts


def test_a_table_that_pays_both_may_say_so() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(N))
    people.tell(f.RuleWaived(Reason.HEAD_BUMP), ron(S))
    assert winners(people) == [N, S]


def test_where_every_ron_is_paid_nobody_yields() -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tell(ron(N))
    assert people.tell(ron(S)).overruled == ()
    assert winners(people) == [N, S]


def test_once_the_next_hand_is_dealt_the_correction_puts_it_right() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(N))
    people.deal()
    won = people.seq_of(Won)
    assert isinstance(people.correct((won,), ron(S), before=won), Done)
    assert people.points == (21_100, 28_900, 25_000, 25_000)


def shows(people: People, *seats) -> None:
    """The eye sees the hands of these seats lie open, all waiting for 1z."""
    table = visible(people.kyoku)
    hand = tuple(SeenTile(tile) for tile in parse_tiles("123m456p789s22z11z"))
    zones = tuple(replace(zone, showing=hand) if at in seats else zone for at, zone in enumerate(table.seats))
    people.keeper.see(replace(table, seats=zones))


def test_the_nearer_one_whose_hand_the_eye_has_read_replaces_the_farther_one() -> None:
    people = People(rules=M_LEAGUE)
    people.start(rules=M_LEAGUE)
    people.deal(Depth.FULL, indicator=Tile("9s"))
    people.tap(E, tile=Tile("1z"))
    people.tell(replace(ron(N), tile=Tile("1z")))
    shows(people, S)
    (question,) = people.keeper.state.questions
    (change,) = people.looks_at_answering(question.number, 0).changes
    assert (change.points_before[N], change.points_after[N]) == (28_900, 25_000)
    answer = people.answer(question.number, 0)
    assert answer == Done(people.keeper.state.seq, overruled=(replace(ron(N), tile=Tile("1z")),))
    assert winners(people) == [S]
    assert [fact.seat for fact in people.facts if isinstance(fact, Won)] == [S]
    people.undo()
    assert winners(people) == [N]
    people.redo()
    assert [fact.seat for fact in people.facts if isinstance(fact, Won)] == [S]


def test_an_answer_that_only_reads_a_hand_has_overruled_nobody() -> None:
    people = People(rules=M_LEAGUE)
    people.start(rules=M_LEAGUE)
    people.deal(Depth.FULL, indicator=Tile("9s"))
    people.tap(E, tile=Tile("1z"))
    people.tap(S, "ron")
    shows(people, S)
    (question,) = people.keeper.state.questions
    assert people.answer(question.number, 0).overruled == ()
    assert winners(people) == [S]


def test_a_nearer_win_that_a_feed_tells_replaces_the_farther_one_too() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(N))
    people.keeper.take([FactObserved(ron(S), Cause.CAMERA, 0)])
    assert winners(people) == [S]
    assert [fact.seat for fact in people.facts if isinstance(fact, Won)] == [S]


def test_a_correction_that_adds_the_nearer_win_takes_the_farther_one_back() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(N))
    assert people.correct((), ron(S)).overruled == ()
    assert [fact.seat for fact in people.facts if isinstance(fact, Won)] == [S]
    people.undo()
    assert winners(people) == [N]


def test_of_two_told_in_one_breath_the_nearer_one_alone_is_written() -> None:
    people = playing()
    people.tap(E)
    people.tell(ron(N), ron(S))
    assert [entry.fact.seat for entry in people.entries if isinstance(entry.fact, Won)] == [S]


# Chi, pon, kan, ron.


@pytest.mark.parametrize(("seat", "action"), [(W, "pon"), (N, "daiminkan"), (W, "ron"), (N, "ron")])
@pytest.mark.parametrize("cause", [Cause.PERSON, Cause.PANEL])
def test_a_chi_yields_to_what_goes_before_it(seat, action: str, cause: Cause) -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tap(S, "chi")
    asked = TapAsked(f"late-{action}", people.keeper.state.seq, "Ben", Said(seat, Action(action)), cause)
    answer = people.do(asked)
    assert isinstance(answer, Done)
    assert [type(fact) for fact in answer.overruled] == [f.ChiCalled]
    assert not any(isinstance(fact, f.ChiCalled) for fact in people.facts)
    assert people.kyoku.players[S].melds == ()
    assert people.kyoku.wins or people.kyoku.turn == seat
    assert people.do(asked) == answer, "asked again, answered alike"


def test_a_pon_and_an_open_kan_yield_to_ron_alone() -> None:
    for call in ("pon", "daiminkan"):
        people = playing(TENHOU)
        people.tap(E)
        people.tap(W, call)
        assert refused(people.tap(N, "pon")) is Refusal.REFUSED
        assert isinstance(people.tap(S, "ron"), Done)
        assert people.kyoku.phase is Phase.WON
        assert people.kyoku.players[W].melds == ()


def test_the_stick_that_the_chi_told_of_goes_back_where_the_riichi_tile_is_won_on() -> None:
    people = playing(TENHOU)
    people.tap(E, "riichi")
    people.tap(S, "chi")
    assert people.kyoku.kyoutaku == 1
    people.tap(N, "ron")
    assert (people.kyoku.kyoutaku, people.points[E]) == (0, 25_000)
    people.undo()
    assert (people.kyoku.kyoutaku, people.kyoku.phase, people.kyoku.turn) == (1, Phase.CALLED, S)


def test_once_something_has_followed_nothing_yields() -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tap(S, "chi")
    people.tap(S)
    assert people.keeper.state.claimed is None
    people.undo()
    assert people.keeper.state.claimed is None, "what was taken back is no call of this moment"


def test_after_some_seconds_a_call_stands() -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tap(S, "chi")
    people.clock.advance(seconds=30)
    assert refused(people.tap(W, "pon")) is Refusal.REFUSED
    assert people.kyoku.turn == S


def test_what_would_come_too_late_is_not_offered() -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tap(S, "chi")
    people.clock.advance(seconds=9)
    people.keeper.let_call_stand()
    assert project(people.keeper.state).taps[W]["ron"] == ""
    people.clock.advance(seconds=1)
    people.keeper.let_call_stand()
    assert project(people.keeper.state).taps == taps_view(people.kyoku)
    assert refused(people.tap(W, "ron")) is Refusal.REFUSED


def test_the_caller_overrules_nobody() -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tap(S, "chi")
    assert refused(people.tap(S, "pon")) is Refusal.REFUSED


def test_what_may_not_be_called_does_not_go_before_it() -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tap(S)
    people.tap(W, "riichi")
    people.tap(N, "chi")
    assert refused(people.tap(W, "ron")) is Refusal.REFUSED, "nobody wins on the own discard"
    assert people.kyoku.turn == N


def test_the_page_offers_what_goes_before_the_call() -> None:
    people = playing(TENHOU)
    people.tap(E)
    people.tap(S, "chi")
    taps = project(people.keeper.state).taps
    assert {action for action, reason in taps[W].items() if not reason} == {"ron", "pon", "daiminkan"}
    assert not {"ron", "pon"} & {action for action, reason in taps[S].items() if not reason}
    assert taps[E] == taps_view(people.kyoku)[E]
    people.tap(W, "pon")
    taps = project(people.keeper.state).taps
    assert {action for action, reason in taps[N].items() if not reason} == {"ron"}
