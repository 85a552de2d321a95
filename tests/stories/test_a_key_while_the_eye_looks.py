"""A key waits for the eye, whatever else is asked of the table meanwhile: nothing shortens its waiting.

Here the table's own loop runs, with its thread; only its clock is held by hand.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from companion.clock import ManualClock
from companion.evidence import DealAsked, Depth, Said, StartAsked, TapAsked, TellAsked, WaiveAsked
from companion.journal import MemoryJournal
from companion.riichi.calls import Action
from companion.riichi.facts import Fact, PonCalled, SeatsBound
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe import Ticked
from companion.scribe.mind import Pressed, Trust
from companion.table_loop import TableLoop
from companion.table_loop.hints import NOT_SEEN
from companion.table_state import TableState
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play

E, S, W, N = SEATS
PATIENCE_S = 30.0
BEFORE = "E draws, E discards 1z"
CALLED = PonCalled(W, E, Tile("1z"), parse_tiles("11z"))


class Table:
    """A table with keys, whose eye looks and gets no rest."""

    def __init__(self, loop: TableLoop, clock: ManualClock, journal: MemoryJournal) -> None:
        self.loop = loop
        self.journal = journal
        self.begun: Kyoku | None = None
        self.clock = clock
        self.rested_ns = 0

    @property
    def state(self) -> TableState:
        return self.loop.caught_up().result(PATIENCE_S)

    def ask(self, command):
        return self.loop.ask(command).result(PATIENCE_S)

    @property
    def facts(self) -> list[Fact]:
        assert self.state.game is not None
        return [entry.fact for entry in self.journal.entries(self.journal.games()[-1].number)]

    def rests(self, script: str) -> None:
        """The eye sees the table lie still, as it lies after this since the deal."""
        if self.begun is None:
            self.begun = self.state.hanchan.kyoku
        self.rested_ns = self.clock.monotonic_ns()
        lies = play(self.begun, script) if script else self.begun
        self.loop.put(replace(visible(lies), at_ns=self.rested_ns))
        self.beats()

    def beats(self, seconds: int = 1) -> None:
        """The eye is there, second by second, and says when it saw the table lie still."""
        for _ in range(seconds):
            self.clock.advance(seconds=1)
            self.loop.put(Ticked(self.clock.monotonic_ns(), self.rested_ns))

    def presses_pon(self) -> None:
        self.loop.put(Pressed(Said(W, Action.PON), self.clock.monotonic_ns()))


@contextmanager
def a_table() -> Iterator[Table]:
    clock = ManualClock()
    journal = MemoryJournal()
    loop = TableLoop(journal, TENHOU, lambda _: None, clock, trust=Trust)
    loop.start()
    table = Table(loop, clock, journal)
    clock.advance(seconds=5)
    try:
        table.ask(StartAsked("start", None, "page", ("Anna", "Ben", "Chie", "Dai"), TENHOU))
        table.ask(TellAsked("sit", None, "page", (SeatsBound("ABCD"),)))
        table.ask(DealAsked("deal", None, "page", Depth.FULL, is_indicator_open=False))
        yield table
    finally:
        loop.stop(PATIENCE_S)


WAIVED = WaiveAsked("waive", None, "page", "kuikae_same")
REFUSED = TapAsked("tap", None, "page", Said(N, Action.TSUMO))
SAID_BEFORE = TellAsked("sit", None, "page", (SeatsBound("ABCD"),))


def codes(table: Table) -> list[str]:
    return [warning.code for warning in table.state.warnings]


@pytest.mark.parametrize("command", [WAIVED, REFUSED, SAID_BEFORE], ids=["waive", "refused", "said before"])
def test_a_command_does_not_forget_a_key_that_the_eye_has_not_looked_for(command) -> None:
    with a_table() as table:
        table.rests("")
        table.rests(BEFORE)
        table.presses_pon()
        table.beats(seconds=4)
        table.ask(command)
        assert NOT_SEEN not in codes(table)
        table.rests(BEFORE + ", W pons 1z with 11z")
        assert CALLED in table.facts


def test_a_key_that_the_eye_has_looked_for_in_vain_is_told_so() -> None:
    with a_table() as table:
        table.rests("")
        table.rests(BEFORE)
        table.presses_pon()
        table.beats(seconds=4)
        table.rests(BEFORE)
        assert NOT_SEEN in codes(table)
        assert CALLED not in table.facts
