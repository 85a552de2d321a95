"""The table is right: what the rules refuse can be allowed by the people, and is written down as such."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.clock import ManualClock
from companion.evidence import Cause, Depth, Done, FactObserved, Refusal, Refused, Said, WaiveAsked
from companion.evidence.intentions import Draw, ResultWas, Win, Winner
from companion.journal import Draft, MemoryJournal, replay
from companion.journal.replay import fact_of
from companion.riichi.calls import Action
from companion.riichi.facts import (
    AnkanDeclared,
    DealerStopped,
    Discarded,
    Drawn,
    Fact,
    HandValue,
    IndicatorRevealed,
    KyokuStarted,
    RiichiDeclared,
    RinshanDrawn,
    RuleWaived,
    Ryuukyoku,
    RyuukyokuKind,
    Won,
)
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import KanInRiichi
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile
from companion.scribe import Mind, Pressed, SightChanged, Verdict
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from tests.table_loop.people import E, N, People, S, W, sat_down

EAST = Seat(0)
POOR = (500, 25_000, 25_000, 49_500)
DEAL = (KyokuStarted(Wind.EAST, EAST, 0, 0, POOR, Tile("4m")), Drawn(EAST))


def keeper_after(*facts: Fact) -> tuple[TableKeeper, MemoryJournal]:
    journal = MemoryJournal()
    keeper = TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)
    keeper.take([FactObserved(fact, Cause.CAMERA, 0) for fact in facts])
    return keeper, journal


def allow(keeper: TableKeeper, reason: Reason, command_id: str = "tap") -> Done | Refused:
    return keeper.do(WaiveAsked(command_id, keeper.state.seq, "Aiko", reason.value))


def written(keeper: TableKeeper, journal: MemoryJournal) -> list[Fact]:
    game = journal.games()[-1]
    entries = journal.entries(game.number)
    assert replay(entries, game.rules).hanchan == keeper.state.hanchan
    return [fact_of(entry) for entry in entries]


def test_a_refused_fact_is_written_after_what_allows_it() -> None:
    early = IndicatorRevealed(Tile("9p"))
    keeper, journal = keeper_after(*DEAL, early)
    assert [warning.code for warning in keeper.state.warnings] == [Reason.INDICATOR_TOO_EARLY]
    assert allow(keeper, Reason.INDICATOR_TOO_EARLY) == Done(keeper.state.seq)
    assert written(keeper, journal)[-2:] == [RuleWaived(Reason.INDICATOR_TOO_EARLY), early]
    assert keeper.state.warnings == ()


def test_the_journal_says_who_allowed_it_and_who_saw_it() -> None:
    keeper, journal = keeper_after(*DEAL, IndicatorRevealed(None))
    allow(keeper, Reason.INDICATOR_TOO_EARLY)
    waiver, fact = journal.entries(journal.games()[-1].number)[-2:]
    assert (waiver.because, waiver.by) == (Cause.PERSON, "Aiko")
    assert fact.because is Cause.CAMERA


def test_a_fact_that_breaks_two_rules_needs_two_words() -> None:
    keeper, journal = keeper_after(*DEAL, RiichiDeclared(EAST, is_open=True))
    answer = allow(keeper, Reason.RIICHI_POINTS, "first")
    assert isinstance(answer, Refused)
    assert (answer.reason, answer.because) == (Refusal.STILL_REFUSED, Reason.NO_OPEN_RIICHI)
    assert [warning.code for warning in keeper.state.warnings] == [Reason.NO_OPEN_RIICHI]
    assert len(written(keeper, journal)) == len(DEAL)
    assert isinstance(allow(keeper, Reason.NO_OPEN_RIICHI, "second"), Done)
    assert written(keeper, journal)[-1] == RiichiDeclared(EAST, is_open=True)


def test_what_the_tiles_make_impossible_cannot_be_allowed() -> None:
    keeper, _ = keeper_after(*DEAL, Drawn(EAST))
    assert allow(keeper, Reason.MUST_DISCARD) == Refused(Refusal.NOTHING_TO_WAIVE)


def test_a_waiver_of_a_table_that_has_moved_on_is_stale() -> None:
    keeper, _ = keeper_after(*DEAL, IndicatorRevealed(None), Discarded(EAST))
    asked = WaiveAsked("tap", keeper.state.seq - 1, "Aiko", Reason.INDICATOR_TOO_EARLY.value)
    assert keeper.do(asked) == Refused(Refusal.STALE)


def test_the_same_tap_twice_allows_once() -> None:
    keeper, journal = keeper_after(*DEAL, IndicatorRevealed(None))
    first = allow(keeper, Reason.INDICATOR_TOO_EARLY)
    facts = written(keeper, journal)
    assert allow(keeper, Reason.INDICATOR_TOO_EARLY) == first
    assert written(keeper, journal) == facts


NO_KAN = replace(TENHOU, name="no kan", kan_in_riichi=KanInRiichi.FORBIDDEN)


def in_riichi(depth: Depth) -> People:
    """East is in riichi and on turn, in a house that allows no kan after riichi."""
    people = People(rules=NO_KAN)
    people.start(rules=NO_KAN)
    people.deal(depth)
    people.tap(E, "riichi")
    for seat in (S, W, N) if depth is Depth.COUNTING else ():
        people.tap(seat)
    return people


@pytest.mark.parametrize("depth", [Depth.COUNTING, Depth.POINTS])
def test_a_kan_after_riichi_that_the_house_forbids_is_refused_until_the_table_allows_it(depth: Depth) -> None:
    people = in_riichi(depth)
    answer = people.tap(E, "ankan")
    assert (answer.reason, answer.because) == (Refusal.REFUSED, Reason.KAN_IN_RIICHI_FORBIDDEN)
    assert people.kyoku.kans == 0
    assert isinstance(allow(people.keeper, Reason.KAN_IN_RIICHI_FORBIDDEN), Done)
    assert people.facts[-2:] == [RuleWaived(Reason.KAN_IN_RIICHI_FORBIDDEN), AnkanDeclared(E, (None,) * 4)]
    people.undo()
    assert isinstance(people.tap(S, "ankan"), Done) == (depth is Depth.POINTS)


def test_a_dealer_stops_after_four_riichi_only_if_the_table_allows_it() -> None:
    house = replace(TENHOU, name="asks", dealer_stop_asked=True)
    people = People(rules=house)
    people.start(rules=house)
    leads = (20_000, 20_000, 20_000, 40_000)
    people.deal(Depth.POINTS, round_wind=Wind.SOUTH, dealer=N, points=leads)
    for seat in (E, S, W, N):
        people.tap(seat, "riichi")
    people.tell(Ryuukyoku(RyuukyokuKind.SUUCHA_RIICHI, tenpai=(E, S, W, N)))
    answer = people.say(DealerStopped())
    assert (answer.reason, answer.because) == (Refusal.REFUSED, Reason.DEALER_CANNOT_STOP)
    assert isinstance(people.say(DealerStopped(), Reason.DEALER_CANNOT_STOP), Done)
    assert people.kyoku.has_stopped


def _draft(fact: Fact) -> Draft:
    return Draft(at="2025-01-01T12:00:00.000000Z", because=Cause.PERSON, fact=fact)


def test_a_journal_in_which_such_a_kan_was_told_before_is_read_to_its_end() -> None:
    people = in_riichi(Depth.COUNTING)
    told = (Drawn(E), AnkanDeclared(E, (None,) * 4), RinshanDrawn(E), Discarded(E))
    game = people.journal.games()[-1]
    people.journal.append(game, [_draft(fact) for fact in told])
    again = People(people.journal, rules=NO_KAN)
    assert again.facts[-4:] == list(told)
    assert isinstance(again.tap(S), Done)


def test_a_kan_that_the_eye_has_seen_lies_there_whatever_the_house_allows(monkeypatch) -> None:
    people = in_riichi(Depth.COUNTING)
    kan = AnkanDeclared(E, (Tile("1z"),) * 4)
    seen = Verdict(Mind(), (Drawn(E), kan))
    monkeypatch.setattr("companion.table_loop.scribing.consider", lambda *_, **__: seen)
    people.keeper.see(people.keeper.tick())
    assert people.facts[-1] == kan


def test_a_kan_by_key_alone_is_asked_about_too_while_the_eye_sees_nothing() -> None:
    people = in_riichi(Depth.COUNTING)
    for at_ns, is_seeing in enumerate((True, False)):
        people.keeper.see(SightChanged(is_seeing, at_ns))
    before = people.facts
    people.keeper.see(Pressed(Said(E, Action.ANKAN), 2))
    assert people.facts == before
    assert [warning.code for warning in people.keeper.state.warnings] == [Reason.KAN_IN_RIICHI_FORBIDDEN]
    people.keeper.see(people.keeper.tick())
    assert isinstance(allow(people.keeper, Reason.KAN_IN_RIICHI_FORBIDDEN), Done)
    waiver, kan = RuleWaived(Reason.KAN_IN_RIICHI_FORBIDDEN), AnkanDeclared(E, (None,) * 4)
    assert people.facts == [*before, Drawn(E), waiver, kan]
    assert people.entries[-1].because is Cause.PANEL


def early_draw(*tenpai: Seat) -> ResultWas:
    return ResultWas(Draw(RyuukyokuKind.EXHAUSTIVE, tenpai))


def test_what_was_allowed_for_a_result_stands_once_however_often_that_is_put_right() -> None:
    people = sat_down()
    people.tap(E)
    before = len(people.facts)
    for seats, waived in (((E,), (Reason.TILES_LEFT,)), ((S,), (Reason.TILES_LEFT,)), ((W,), ())):
        assert isinstance(people.say(early_draw(*seats), *waived), Done)
        assert people.facts[before:] == [
            RuleWaived(Reason.TILES_LEFT),
            Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, tenpai=seats),
        ]


def test_what_was_allowed_for_a_result_goes_with_it() -> None:
    people = sat_down()
    people.tap(E)
    people.say(early_draw(E), Reason.TILES_LEFT)
    people.say(
        ResultWas(Win((Winner(S, HandValue(2, 30)), Winner(W, HandValue(1, 30))), E)), Reason.FURITEN_TURN
    )
    assert [type(fact) for fact in people.facts[-3:]] == [Discarded, Won, Won]
    people.undo()
    assert people.facts[-2] == RuleWaived(Reason.TILES_LEFT)
