"""What the eye sees becomes facts, or a question; what people told is never overruled by a picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import AnswerAsked, Cause, Depth, Done, Refusal, Said
from companion.evidence.sights import SeenTile, TableSeen
from companion.reveals import reconciling
from companion.riichi.apply import apply
from companion.riichi.calls import Action
from companion.riichi.facts import Discarded, Drawn, IndicatorRevealed, PonCalled, WinBy, Won
from companion.riichi.seats import SEATS
from companion.riichi.tea_facts import GamePaused, GameResumed
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe import (
    Answered,
    Mind,
    Pressed,
    SightChanged,
    Ticked,
    Trust,
    Verdict,
    consider,
)
from companion.scribe.questions import Choice, Question, QuestionCode
from companion.table_loop import questions, scribing
from tests.table_loop.people import People, refused, sat_down
from tests.toolbox.sightings import visible

E, S, W, N = SEATS


def cleared(people: People) -> TableSeen:
    return visible(people.kyoku)


def with_discard(people: People, seat: int, tile: str, **more) -> TableSeen:
    """The table as it is known, with one tile more."""
    table = visible(people.kyoku)
    mine = table.seats[seat]
    mine = replace(mine, river=(*mine.river, SeenTile(Tile(tile), **more)))
    return replace(table, seats=(*table.seats[:seat], mine, *table.seats[seat + 1 :]))


@pytest.fixture
def people() -> People:
    return sat_down(Depth.FULL)


class Oracle:
    """A scribe that says what a test wants it to say, and remembers what it was told.

    It wants all that the real one wants: whoever forgets what the house trusts is not answered.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.verdicts: list[Verdict] = []
        self.heard: list[tuple] = []
        self.trusted: list[Trust] = []
        monkeypatch.setattr(scribing, "consider", self)

    def __call__(self, mind, begun, told, evidence, trust, *, by_eye) -> Verdict:
        assert isinstance(trust, Trust)
        self.heard.append((told, evidence))
        self.trusted.append(trust)
        return self.verdicts.pop(0) if self.verdicts else Verdict(mind)


@pytest.fixture
def oracle(monkeypatch) -> Oracle:
    return Oracle(monkeypatch)


def test_a_discard_that_is_seen_stands_in_the_journal_as_seen(people) -> None:
    people.keeper.see(with_discard(people, E, "1z"))
    drawn, discarded = people.entries[-2:]
    assert (drawn.fact, discarded.fact) == (Drawn(E), Discarded(E, Tile("1z")))
    assert {drawn.because, discarded.because} == {Cause.CAMERA}
    assert drawn.command_id == discarded.command_id is not None


def test_what_the_eye_told_is_taken_back_in_one_undo(people) -> None:
    before = people.facts
    people.keeper.see(with_discard(people, E, "1z"))
    people.undo()
    assert people.facts == before


def test_what_people_took_back_is_asked_and_not_told_again(people) -> None:
    people.keeper.see(with_discard(people, E, "1z"))
    people.undo()
    people.keeper.see(with_discard(people, E, "1z"))
    assert Discarded(E, Tile("1z")) not in people.facts
    (question,) = people.keeper.state.questions
    assert question.code == QuestionCode.TABLE_DIFFERS
    assert people.answer(question.number, 0) == Done(people.keeper.state.seq)
    assert people.facts[-1] == Discarded(E, Tile("1z"))
    assert people.entries[-1].because is Cause.PERSON
    assert people.keeper.state.questions == ()


def test_nobody_looks_where_the_turns_are_not_followed() -> None:
    people = sat_down(Depth.POINTS)
    before = people.facts
    people.keeper.see(with_discard(people, E, "1z"))
    assert people.facts == before


def test_nothing_is_concluded_without_a_game(oracle) -> None:
    people = People()
    people.keeper.see(TableSeen(7, ()))
    assert oracle.heard == []


def test_nothing_is_concluded_once_people_ended_the_game_in_mid_hand(people, oracle) -> None:
    people.finish()
    people.keeper.see(with_discard(people, E, "1z"))
    assert oracle.heard == []


def test_an_indicator_that_nobody_read_is_read_by_the_eye() -> None:
    people = People()
    people.start()
    people.deal(Depth.COUNTING)
    assert IndicatorRevealed(None) in people.facts
    table = replace(cleared(people), indicators=(SeenTile(Tile("3s"), 0.99),))
    people.keeper.see(table)
    assert people.kyoku.wall.indicators == (Tile("3s"),)
    assert [entry.because for entry in people.entries[-2:]] == [Cause.CAMERA] * 2
    assert people.entries[-2].before == people.entries[-1].retracts


def test_later_evidence_takes_back_what_the_eye_told_and_says_so(people, oracle) -> None:
    oracle.verdicts = [Verdict(Mind(), (Drawn(E), Discarded(E, Tile("1z"))))]
    people.keeper.see(with_discard(people, E, "1z"))
    wrong = people.entries[-1]
    oracle.verdicts = [Verdict(Mind(), (Discarded(E, Tile("2z")),), takes_back=1)]
    people.keeper.see(with_discard(people, E, "2z"))
    assert people.facts[-2:] == [Drawn(E), Discarded(E, Tile("2z"))]
    assert [entry.because for entry in people.entries if entry.retracts == wrong.seq] == [Cause.CAMERA]
    assert people.keeper.state.hanchan.kyoku.players[E].discards[0].tile == Tile("2z")


def test_what_a_person_told_is_never_taken_back_by_a_picture(people, oracle) -> None:
    people.tap(E, tile=Tile("1z"))
    before = people.facts
    oracle.verdicts = [Verdict(Mind(), (Discarded(E, Tile("2z")),), takes_back=1)]
    people.keeper.see(with_discard(people, E, "2z"))
    assert people.facts == before
    (question,) = people.keeper.state.questions
    assert (question.code, question.seat) == (QuestionCode.TABLE_DIFFERS, E)
    assert people.answer(question.number, 1) == Done(people.keeper.state.seq)
    assert people.facts == before
    assert people.keeper.state.questions == ()


def test_a_tile_that_a_person_left_open_is_filled_in_by_the_eye(people, oracle) -> None:
    people.tap(E)
    oracle.verdicts = [Verdict(Mind(), (Discarded(E, Tile("2z")),), takes_back=1)]
    people.keeper.see(with_discard(people, E, "2z"))
    assert people.facts[-1] == Discarded(E, Tile("2z"))
    assert people.keeper.state.questions == ()


def test_a_verdict_that_the_table_forbids_is_not_written(people, oracle, caplog) -> None:
    before = people.facts
    oracle.verdicts = [Verdict(Mind(), (PonCalled(S, E, Tile("1z"), (None, None)),))]
    people.keeper.see(cleared(people))
    assert people.facts == before
    assert "scribe.unlawful" in caplog.text


def question(number: int, *tiles: str) -> Question:
    choices = tuple(Choice((Drawn(E), Discarded(E, Tile(tile))), 0.5) for tile in tiles)
    return Question(number, QuestionCode.WHICH_TILE, E, choices, crop=3)


def asked(people, oracle, *questions: Question):
    oracle.verdicts = [Verdict(Mind(), questions=questions)]
    people.keeper.see(cleared(people))
    return people.keeper.state.questions


def test_a_question_is_answered_once_and_by_its_number(people, oracle) -> None:
    (shown,) = asked(people, oracle, question(1, "1p", "7p"))
    assert refused(people.answer(shown.number + 1, 0)) is Refusal.NO_SUCH_QUESTION
    assert refused(people.answer(shown.number, 3)) is Refusal.NO_SUCH_QUESTION
    assert people.answer(shown.number, 1) == Done(people.keeper.state.seq)
    assert people.facts[-1] == Discarded(E, Tile("7p"))
    assert refused(people.answer(shown.number, 0)) is Refusal.NO_SUCH_QUESTION


def test_a_question_keeps_its_number_while_it_stays_the_same(people, oracle) -> None:
    (first,) = asked(people, oracle, question(1, "1p", "7p"))
    assert asked(people, oracle, question(1, "1p", "7p")) == (first,)
    (turned,) = asked(people, oracle, question(1, "7p", "1p"))
    assert turned.number != first.number
    assert refused(people.answer(first.number, 0)) is Refusal.NO_SUCH_QUESTION


def test_a_question_goes_when_people_tell_something_and_is_asked_again(people, oracle) -> None:
    (first,) = asked(people, oracle, question(1, "1p", "7p"))
    people.tap(E, tile=Tile("1p"))
    assert people.keeper.state.questions == ()
    assert refused(people.answer(first.number, 0)) is Refusal.NO_SUCH_QUESTION


def test_an_answer_that_changes_nothing_may_be_sent_twice_like_any_other(people, oracle) -> None:
    (shown,) = asked(people, oracle, question(1, "1p", "7p"))
    none_of_them = AnswerAsked("sent twice", None, "Anna", shown.number, len(shown.choices))
    assert people.keeper.do(none_of_them) == people.keeper.do(none_of_them) == Done(people.keeper.state.seq)


def test_an_answer_counts_whatever_was_seen_meanwhile(people, oracle) -> None:
    (first,) = asked(people, oracle, question(1, "1p", "7p"))
    seq = people.keeper.state.seq
    asked(people, oracle, question(1, "1p", "7p"), question(2, "2s", "3s"))
    answer = people.keeper.do(AnswerAsked("late", seq - 1, "Anna", first.number, 0))
    assert answer == Done(people.keeper.state.seq)


CAREFUL = Trust(sure=0.99, ahead=99.0, writes_melds=False)


def test_whatever_is_weighed_is_weighed_as_the_house_trusts(oracle) -> None:
    people = sat_down(Depth.FULL, CAREFUL)
    (shown,) = asked(people, oracle, question(1, "1p", "7p"))
    people.looks_at_answering(shown.number, 1)
    people.answer(shown.number, 1)
    people.keeper.see(people.keeper.tick())
    kinds = {type(evidence) for _, evidence in oracle.heard}
    assert kinds == {TableSeen, Answered, Ticked}
    assert oracle.trusted == [CAREFUL] * len(oracle.heard)


def test_what_is_asked_of_the_whole_table_is_as_sure_as_the_house_wants_it(people, monkeypatch) -> None:
    weighed = []

    def overheard(mind, begun, told, evidence, trust) -> Verdict:
        weighed.append(trust)
        return consider(mind, begun, told, evidence, trust)

    monkeypatch.setattr(reconciling, "consider", overheard)
    question = questions.differing(people.kyoku, (), with_discard(people, E, "1z"), CAREFUL)
    # A person says whether it is so: of what pictures alone may write nothing is asked here.
    assert weighed == [Trust(sure=0.99, ahead=99.0)]
    assert question.choices[0].facts == (Drawn(E), Discarded(E, Tile("1z")))


def test_a_look_is_weighed_once_whatever_comes_of_it(people, oracle) -> None:
    oracle.verdicts = [Verdict(Mind(), (Drawn(E), Discarded(E, Tile("1z"))))]
    people.keeper.see(with_discard(people, E, "1z"))
    assert len(oracle.heard) == 1
    assert people.facts[-1] == Discarded(E, Tile("1z"))


def test_what_is_asked_beside_a_fact_is_asked_about_the_table_after_it(people, oracle) -> None:
    facts = Drawn(E), Discarded(E, Tile("1z"))
    doubt = Question(1, QuestionCode.WHICH_TILE, E, (Choice((Discarded(E, Tile("7z")),), 0.5, 1),))
    oracle.verdicts = [Verdict(Mind(), facts, questions=(doubt,))]
    people.keeper.see(with_discard(people, E, "1z"))
    (asked,) = people.keeper.state.questions
    (choice,) = asked.choices
    assert (choice.goes, choice.news) == (facts[1:], (Discarded(E, Tile("7z")),))


def test_a_table_that_differs_is_asked_about_at_the_look_that_also_tells_a_fact(people) -> None:
    people.tap(E, tile=Tile("1z"))
    before = visible(people.kyoku)
    people.keeper.see(SightChanged(is_seeing=True, at_ns=1))
    seats = (replace(before.seats[E], river=()), *before.seats[1:])
    people.keeper.see(replace(before, seats=seats, indicators=(SeenTile(Tile("9m")),), at_ns=2))
    assert IndicatorRevealed(Tile("9m")) in people.facts
    assert [one.code for one in people.keeper.state.questions] == [QuestionCode.TABLE_DIFFERS]


def test_a_new_deal_begins_with_an_empty_mind(people, oracle) -> None:
    (first,) = asked(people, oracle, question(1, "1p", "7p"))
    assert isinstance(people.wins(E), Done)
    assert isinstance(people.deal(Depth.FULL), Done)
    assert people.keeper.state.questions == ()
    (second,) = asked(people, oracle, question(1, "1p", "7p"))
    assert second.number > first.number


def test_the_scribe_hears_that_the_eye_was_lost(people, oracle) -> None:
    people.keeper.see(SightChanged(is_seeing=False, at_ns=9))
    assert [evidence for _, evidence in oracle.heard] == [SightChanged(is_seeing=False, at_ns=9)]


def test_a_tile_told_otherwise_takes_its_own_place_and_leaves_the_others_alone(people, oracle) -> None:
    people.tap(E, tile=Tile("1z"))
    oracle.verdicts = [Verdict(Mind(), (Drawn(S), Discarded(S, Tile("1p"))))]
    people.keeper.see(with_discard(people, S, "1p"))
    wrong = people.seq_of(Discarded, 1)
    people.tap(W, tile=Tile("3z"))
    newest = people.facts[-4:]
    again = (Drawn(S), Discarded(S, Tile("7p")), *newest[2:])
    oracle.verdicts = [Verdict(Mind(), again, takes_back=4)]
    people.keeper.see(with_discard(people, S, "7p"))
    assert people.facts[-4:] == list(again)
    assert [entry.retracts for entry in people.entries if entry.retracts] == [wrong]
    people.undo()
    assert people.facts[-4:] == newest
    assert people.keeper.state.questions == ()


def test_hands_that_lie_open_are_asked_about_and_counted_as_answered() -> None:
    people = People()
    people.start()
    people.deal(Depth.FULL, indicator=Tile("9s"))
    people.tap(E, tile=Tile("1z"))
    table = visible(people.kyoku)
    hand = tuple(SeenTile(tile) for tile in parse_tiles("123m456p789s22z11z"))
    seat = replace(table.seats[S], showing=hand)
    shown = replace(table, seats=(table.seats[E], seat, *table.seats[2:]))
    people.keeper.see(shown)
    (question,) = people.keeper.state.questions
    assert (question.code, question.seat) == (QuestionCode.IS_THIS_THE_HAND, S)
    assert isinstance(people.answer(question.number, 0), Done)
    (win,) = people.kyoku.wins
    assert (win.seat, win.giver, win.tile) == (S, E, Tile("1z"))
    assert win.value is not None


def test_a_table_that_was_out_of_sight_is_compared_when_it_is_seen_again(people) -> None:
    people.tap(E, tile=Tile("1z"))
    people.tap(S, tile=Tile("2z"))
    people.keeper.see(SightChanged(is_seeing=False, at_ns=9))
    lies = visible(people.kyoku)
    lies = replace(lies, seats=(replace(lies.seats[E], river=(SeenTile(Tile("9s")),)), *lies.seats[1:]))
    people.keeper.see(SightChanged(is_seeing=True, at_ns=10))
    people.keeper.see(replace(lies, at_ns=11))
    (question,) = people.keeper.state.questions
    assert question.code == QuestionCode.TABLE_DIFFERS
    (difference,) = question.differences
    assert (difference.zone, difference.seat, difference.other) == ("river", E, ((Tile("1z"), Tile("9s")),))
    assert isinstance(people.answer(question.number, 0), Done)
    assert Discarded(E, Tile("9s")) in people.facts
    assert people.keeper.state.questions == ()


def warnings(people: People) -> list[tuple[str, int | None]]:
    return [(one.code, one.seat) for one in people.keeper.state.warnings]


def seconds(count: int) -> int:
    return count * 1_000_000_000


def test_a_press_of_which_nothing_is_seen_is_told_until_it_is_seen(people) -> None:
    people.keeper.see(with_discard(people, E, "1z"))
    people.keeper.see(Pressed(Said(W, Action.PON), seconds(1)))
    assert not warnings(people)
    for second in range(2, 6):
        people.keeper.see(Ticked(seconds(second), None))
    assert warnings(people) == [("press_not_seen", W)]
    assert "West pressed pon" in people.keeper.state.warnings[0].sentence
    pon = apply(people.kyoku, PonCalled(W, E, Tile("1z"), parse_tiles("11z")))
    people.keeper.see(replace(visible(pon), at_ns=seconds(8)))
    assert people.facts[-1] == PonCalled(W, E, Tile("1z"), parse_tiles("11z"))
    assert not warnings(people)


@pytest.mark.parametrize("when", ["before the deal", "in the hand before", "after its end", "in a break"])
def test_an_eye_that_was_lost_earlier_is_lost_in_this_hand(when: str) -> None:
    """A call that is pressed long after is of a discard that nobody saw: it waits until the eye is back."""
    people = People()
    people.start()
    if when != "before the deal":
        people.deal(Depth.FULL)
        people.keeper.see(Ticked(seconds(1), seconds(1)))
    if when == "after its end":
        people.wins(E)
    if when == "in a break":
        people.wins(E)
        people.tell(GamePaused())
    people.keeper.see(SightChanged(is_seeing=False, at_ns=seconds(2)))
    if when == "in the hand before":
        people.wins(E)
    if when == "in a break":
        people.tell(GameResumed())
    people.deal(Depth.FULL)
    people.tap(E, tile=Tile("1z"))
    people.keeper.see(Ticked(seconds(10), None))
    people.keeper.see(Pressed(Said(W, Action.PON), seconds(60)))
    assert people.facts[-1] == Discarded(E, Tile("1z"))


def test_an_indicator_that_lies_open_too_early_is_told_until_it_is_turned_back(people) -> None:
    table = cleared(people)
    early = replace(table, indicators=(*table.indicators, SeenTile(Tile("4p"))))
    before = people.facts
    for second in range(1, 12):
        people.keeper.see(replace(early, at_ns=seconds(second)))
    assert warnings(people) == [("indicator_too_early", None)]
    assert people.facts == before
    assert not people.keeper.state.questions
    people.keeper.see(replace(table, at_ns=seconds(12)))
    assert not warnings(people)


def test_where_only_points_are_kept_an_indicator_is_read_and_nothing_else() -> None:
    people = sat_down(Depth.POINTS)
    before = people.facts
    table = with_discard(people, E, "1z")
    for second in range(1, 4):
        people.keeper.see(replace(table, indicators=(SeenTile(Tile("3s"), 0.99),), at_ns=seconds(second)))
    assert people.kyoku.wall.indicators == (Tile("3s"),)
    assert [fact for fact in people.facts if not isinstance(fact, IndicatorRevealed)] == [
        fact for fact in before if not isinstance(fact, IndicatorRevealed)
    ]
    assert not people.keeper.state.questions


def test_what_people_took_back_is_not_told_again_when_it_is_read_better(people) -> None:
    blurred = with_discard(people, E, "1z", confidence=0.6, others=((Tile("4z"), 0.3),))
    sure = with_discard(people, E, "1z", confidence=0.99)
    for second in range(1, 4):
        people.keeper.see(replace(blurred, at_ns=seconds(second)))
    assert people.facts[-1] == Discarded(E)
    people.undo()
    for second in range(4, 12):
        people.keeper.see(replace(sure, at_ns=seconds(second)))
    assert not any(isinstance(fact, Discarded) for fact in people.facts)
    (question,) = people.keeper.state.questions
    assert people.answer(question.number, 0) == Done(people.keeper.state.seq)
    assert people.facts[-1] == Discarded(E, Tile("1z"))


def test_where_only_points_are_kept_a_hand_shown_at_a_win_is_read_and_counted() -> None:
    people = People()
    people.start()
    people.deal(Depth.POINTS, indicator=Tile("9s"))
    people.tap(S, "riichi")
    people.tell(Won(S, WinBy.TSUMO, S))
    table = visible(people.kyoku)
    hand = tuple(SeenTile(tile) for tile in parse_tiles("123m456p789s22z11z1z"))
    faces = (SeenTile(Tile("9s")), SeenTile(Tile("4p")))
    seats = tuple(replace(one, showing=hand) if seat == S else one for seat, one in enumerate(table.seats))
    people.keeper.see(replace(table, seats=seats, indicators=faces, at_ns=seconds(5)))
    (question,) = people.keeper.state.questions
    assert (question.code, question.seat) == (QuestionCode.IS_THIS_THE_HAND, S)
    assert isinstance(people.answer(question.number, 0), Done)
    (win,) = people.kyoku.wins
    assert (win.tile, win.ura) == (Tile("1z"), (Tile("4p"),))
    assert win.value is not None
