"""The table is right: what the rules refuse can be allowed by the people, and is written down as such."""

from __future__ import annotations

from companion.clock import ManualClock
from companion.evidence import Cause, Done, FactObserved, Refusal, Refused, WaiveAsked
from companion.journal import MemoryJournal, replay
from companion.journal.replay import fact_of
from companion.riichi.facts import (
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KyokuStarted,
    RiichiDeclared,
    RuleWaived,
)
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper

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
