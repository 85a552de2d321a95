"""A table whose players think by the clock: facts are told by a clock of the test, and mishaps happen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path

from companion.clock import ManualClock
from companion.evidence import (
    Cause,
    FactObserved,
    Notice,
    NoticesChanged,
    SourceChanged,
    SourceState,
    TellAsked,
    UndoAsked,
)
from companion.journal import MemoryJournal
from companion.player_clock import ClockRules, ClocksSeen
from companion.riichi.facts import Fact
from companion.riichi.presets import TENHOU
from companion.scribe.mind import Trust
from companion.table_loop import PlayerClocks, TableKeeper
from companion.table_state import OpenQuestion

SAIKYOSEN = ClockRules(360, 6, 60)
QUESTION = OpenQuestion(1, "which_tile", None, ())


class ThinkingTable:
    """A keeper, and the clocks that look at it as a companion's do."""

    def __init__(self, folder: Path | None, rules: ClockRules = SAIKYOSEN) -> None:
        self.journal, self.clock, self._folder = MemoryJournal(), ManualClock(), folder
        self.names = (f"word-{number}" for number in count())
        self.start()
        self.clocks.choose(rules)

    def start(self) -> None:
        """The companion starts, perhaps again."""
        self.keeper = TableKeeper(self.journal, TENHOU, self.clock, trust=Trust)
        self.clocks = PlayerClocks(self._folder, self.clock)
        self.look()

    def look(self, questions: tuple[OpenQuestion, ...] = ()) -> None:
        """The clocks see the table, with what the scribe asks."""
        self.clocks.look(replace(self.keeper.state, questions=questions), self.keeper.standing)

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds=seconds)

    def tell(self, *facts: Fact, ago_s: float = 0.0) -> None:
        """Something saw this happen a moment ago."""
        at_ns = self.clock.monotonic_ns() - round(ago_s * 1e9)
        for fact in facts:
            self.keeper.take([FactObserved(fact, Cause.CAMERA, at_ns)])
        self.look()

    def say(self, *facts: Fact) -> None:
        """Somebody says so on a page."""
        self.keeper.do(TellAsked(next(self.names), self.keeper.state.seq, "Anna", facts))
        self.look()

    def undo(self) -> None:
        self.keeper.do(UndoAsked(next(self.names), self.keeper.state.seq, "Anna"))
        self.look()

    def hears(self, notices: Iterable[Notice] = (), *, is_deciding: bool = False) -> None:
        """The keys have something to say."""
        self.keeper.hear(NoticesChanged("panel", tuple(notices), is_deciding=is_deciding))
        self.look()

    def camera(self, state: SourceState) -> None:
        self.keeper.note(SourceChanged("camera", state))
        self.look()

    def jump(self, seconds: float) -> None:
        """The time of day is set; nothing else has happened."""
        self.clock.set_utc(self.clock.utc_now() + timedelta(seconds=seconds))
        self.look()

    @property
    def seen(self) -> ClocksSeen:
        seen = self.clocks.seen()
        assert seen is not None, "there is no clock"
        return seen

    def left(self, seat: int) -> float:
        return self.seen.clocks.seats[seat].left_s

    @property
    def flagged(self) -> set[tuple[int, int]]:
        """Who ran over in which hand, and was not forgiven."""
        flags = enumerate(one.flag for one in self.seen.clocks.seats)
        return {(seat, flag.hand) for seat, flag in flags if flag is not None and not flag.is_waived}
