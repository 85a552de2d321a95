"""Tapes of our own making: people, keys and an eye at a small table, overheard. No test stands here."""

from __future__ import annotations

import gzip
import io
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.clock import ManualClock
from companion.evidence import (
    Answer,
    AnswerAsked,
    Command,
    CorrectAsked,
    DealAsked,
    Depth,
    FinishAsked,
    Said,
    StartAsked,
    TapAsked,
    UndoAsked,
    WaiveAsked,
)
from companion.evidence.sights import SeenTile, TableSeen
from companion.intake.eye.translate import seen
from companion.intake.tape.events import Head
from companion.intake.tape.tap import Tap, overheard_journal
from companion.intake.tape.writing import TapeWriter
from companion.journal import GameNumber, MemoryJournal
from companion.riichi.calls import Action
from companion.riichi.facts import Discarded
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from companion.scribe.mind import TRUSTING, Trust
from companion.table_loop import TableKeeper
from firmware_bridge.signals import Press
from hardware import Button, Side
from tests.intake.eye.laying import Layer, Mess
from tests.reveals.laid_open import row
from tests.toolbox.sightings import visible

HEAD = Head("0.1.0", "0123456789abcdef", TENHOU, "2024-01-01T12:00:00.000000Z")
NAMES = ("Annabelle", "Benedict", "Chiyoko", "Dagobert")
ADDRESS = "192.168.178.23"


class Kept(io.BytesIO):
    """A file that can still be read once it is closed."""

    def close(self) -> None:
        self.content = self.getvalue()
        super().close()


class TapedTable:
    """A table whose people, keys and eye are on a tape."""

    def __init__(self, head: Head = HEAD, journal: MemoryJournal | None = None) -> None:
        self.file = Kept()
        self.clock = ManualClock()
        self.writer = TapeWriter(self.file, head)
        self.tap = Tap(self.writer.hear, self.clock)
        self.memory = journal or MemoryJournal()
        self.trust = TRUSTING
        kept = overheard_journal(self.memory, self.tap)
        self.keeper = TableKeeper(kept, head.house, self.clock, trust=lambda: self.trust)
        self._names = (f"page-{number}" for number in range(1_000))

    @property
    def kyoku(self) -> Kyoku:
        kyoku = self.keeper.state.hanchan.kyoku
        assert kyoku is not None
        return kyoku

    def ask(self, command: Command) -> Answer:
        """As the table's loop does it."""
        self.clock.advance(seconds=1.5)
        self.tap.asked(command)
        answer = self.keeper.do(command)
        self.tap.answered(command.command_id, answer)
        self.keeper.see(self.keeper.tick())
        self.tap.put(self.keeper.state.questions)
        return answer

    def envelope(self) -> tuple[str, int, str]:
        return next(self._names), self.keeper.state.seq, ADDRESS

    def begin(self) -> None:
        self.ask(StartAsked(*self.envelope(), NAMES, TENHOU))
        self.ask(DealAsked(*self.envelope(), Depth.FULL, indicator=Tile("9m")))

    def set_trust(self, trust: Trust) -> None:
        """How much the house lets pictures write."""
        self.trust = trust
        self.tap.trusts(trust)

    def press(self, side: Side, button: Button) -> None:
        self.clock.advance(seconds=0.2)
        self.tap.keys((Press(side, button, self.clock.monotonic_ns(), 1),))

    def look(self, table: TableSeen) -> None:
        """The eye tells what lies there."""
        self.clock.advance(seconds=2)
        sighting = Layer(Random(1), Mess()).lay(replace(table, at_ns=self.clock.monotonic_ns()))
        self.tap.eye(sighting)
        table = seen(sighting, "ABCD")
        self.tap.noticed(table)
        self.keeper.see(table)
        self.tap.put(self.keeper.state.questions)

    def discards(self, *texts: str, confidence: float = 0.98) -> None:
        """Each of these tiles comes to rest in the river of who is next, and the eye tells it."""
        for text in texts:
            self.look(with_discard(self.kyoku, SeenTile(Tile(text), confidence)))

    def answer(self, choice: int) -> Answer:
        """The first question is answered."""
        number = self.keeper.state.questions[0].number
        return self.ask(AnswerAsked(*self.envelope(), number, choice))

    def undo(self) -> Answer:
        return self.ask(UndoAsked(*self.envelope()))

    def end(self) -> bytes:
        """The whole tape."""
        self.writer.close(self.clock.monotonic_ns())
        return self.file.content


def with_discard(kyoku: Kyoku, tile: SeenTile) -> TableSeen:
    """The table as it is written, and one tile more where the next one is discarded."""
    table = visible(kyoku)
    seat = table.seats[kyoku.turn]
    grown = replace(seat, river=(*seat.river, tile))
    return replace(table, seats=(*table.seats[: kyoku.turn], grown, *table.seats[kyoku.turn + 1 :]))


def small_evening() -> TapedTable:
    """One game: a deal, some discards, a key, an undo."""
    table = TapedTable()
    table.begin()
    table.discards("1z", "9p", "2m")
    table.press(Side.A, Button.PON)
    table.discards("3z", "4p", "6s")
    table.undo()
    return table


def corrected_evening() -> TapedTable:
    """The eye was wrong about a tile; somebody puts it right later, and a command is refused."""
    table = small_evening()
    (entry,) = [
        one for one in table.memory.entries(GameNumber(1)) if one.fact == Discarded(Seat(1), Tile("9p"))
    ]
    right = Discarded(Seat(1), Tile("8p"))
    table.ask(CorrectAsked(*table.envelope(), (entry.seq,), (right,), entry.seq))
    table.ask(WaiveAsked(*table.envelope(), "kuikae_same"))
    return table


def evening_with_a_win() -> TapedTable:
    """Somebody wins, the hand is laid open, and the question about it is answered."""
    table = TapedTable()
    table.begin()
    table.discards("1z", "9p", "2m", "3z", "4p")
    told = Said(Seat(1), Action.RON)
    table.ask(TapAsked(*table.envelope(), told))
    shown = visible(table.kyoku)
    south = replace(shown.seats[1], showing=row("234567m23p67888s"))
    table.look(replace(shown, seats=(shown.seats[0], south, *shown.seats[2:])))
    table.answer(0)
    return table


def two_games() -> TapedTable:
    """One game is finished, the next one begins."""
    table = small_evening()
    table.ask(FinishAsked(*table.envelope()))
    table.begin()
    table.discards("5z", "6z")
    return table


EVENINGS = {
    "small": small_evening,
    "corrected": corrected_evening,
    "win": evening_with_a_win,
    "two-games": two_games,
}


def misread_tape() -> bytes:
    """The small evening, as if another tile had been written then."""
    text = gzip.decompress((Path(__file__).parent / "small.tape").read_bytes())
    old, new = (b'"is":"Discarded","seat":1,"tile":"%s"' % tile for tile in (b"9p", b"8p"))
    assert text.count(old) == 1
    return gzip.compress(text.replace(old, new))
