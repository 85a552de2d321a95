"""How exact the scribe was on a tape, hand by hand, whatever people corrected later."""

from dataclasses import replace

import pytest

from companion.clock import ManualClock
from companion.evidence import Depth, Done
from companion.evidence.intentions import DealWas, HandForgotten, Win, Winner
from companion.evidence.sights import SeenTile
from companion.intake.tape.events import Line, Saw
from companion.intake.tape.judging import HandTold, judged
from companion.intake.tape.tap import Tap, overheard_journal
from companion.journal import MemoryJournal
from companion.riichi.facts import Discarded, HandValue, KyokuStarted, Won
from companion.riichi.tiles import Tile
from tests.table_loop.people import E, People, S, W
from tests.tapes.making import HEAD
from tests.toolbox.sightings import visible
from vision.sighting import Sighting


class Taped(People):
    """People whose journal is overheard, and a camera that reads what it is told to read."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        tap = Tap(self._hear, ManualClock())
        super().__init__(overheard_journal(MemoryJournal(), tap))

    def _hear(self, _: int, heard) -> None:
        self.lines.append(Line(self.clock.monotonic_ns(), heard))

    def sees(self, seat: int, tile: str) -> None:
        """A rest at which one more discard lies before this player."""
        self.clock.advance(seconds=2)
        at_ns = self.clock.monotonic_ns()
        self._hear(at_ns, Saw(Sighting("camera", at_ns, len(self.lines), ())))
        table = visible(self.kyoku)
        mine = replace(table.seats[seat], river=(*table.seats[seat].river, SeenTile(Tile(tile))))
        seats = (*table.seats[:seat], mine, *table.seats[seat + 1 :])
        self.keeper.see(replace(table, at_ns=at_ns, seats=seats))

    def judged(self) -> tuple[HandTold, ...]:
        return judged(HEAD, self.lines)


@pytest.fixture
def people() -> Taped:
    """A second hand with a discard that people have put right, after two looks."""
    people = Taped()
    people.start()
    people.deal(Depth.FULL)
    people.sees(E, "1z")
    people.wins(S, E)
    people.deal(Depth.FULL)
    people.sees(S, "2z")
    people.undo()
    people.tap(S, tile=Tile("3z"))
    people.sees(W, "4p")
    before = people.judged()[1]
    assert (before.rests, len(before.corrected)) == (2, 2)
    assert Discarded(S, Tile("2z")) in {one.was for one in before.corrected}
    people.clock.advance(seconds=2)
    return people


def test_a_hand_is_judged_from_its_deal_on_although_an_earlier_result_was_corrected_since(people) -> None:
    before = people.judged()[1]
    win = next(entry for entry in people.entries if isinstance(entry.fact, Won))
    dearer = replace(win.fact, value=HandValue(4, 30))
    assert isinstance(people.correct((win.seq,), dearer, before=win.seq), Done)
    assert people.judged()[1] == before
    for move in (people.undo, people.redo):
        people.clock.advance(seconds=2)
        assert isinstance(move(), Done)
        assert people.judged()[1] == before


def test_a_hand_is_judged_from_its_deal_on_although_the_deal_was_put_right_since(people) -> None:
    before = people.judged()[1]
    assert isinstance(people.say(DealWas(people.seq_of(KyokuStarted, -1), honba=3)), Done)
    assert people.judged()[1] == replace(before, name=before.name.replace("-0", "-3"))
    people.clock.advance(seconds=2)
    assert isinstance(people.undo(), Done)
    assert people.judged()[1] == before


def test_a_hand_that_was_put_in_later_was_not_watched(people) -> None:
    before = people.judged()[1]
    forgotten = HandForgotten(Win((Winner(S, HandValue(1, 30)),), E), people.seq_of(KyokuStarted, -1))
    assert isinstance(people.say(forgotten), Done)
    _, put_in, after = people.judged()
    assert (put_in.rests, put_in.corrected, put_in.otherwise) == (0, (), ())
    assert (after.rests, after.corrected) == (before.rests, before.corrected)
