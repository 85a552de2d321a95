"""Which rooms one piece of evidence leads to, from its arrival until what follows is written and shown.

python -m lab.scribe.walk --write

The table and its journal are real; what the eye sees is scripted. Every call is watched, so
figures are counts and not samples.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from companion.clock import SystemClock
from companion.evidence import (
    Answer,
    AnswerAsked,
    DealAsked,
    Depth,
    Done,
    Said,
    SayAsked,
    SourceChanged,
    SourceState,
    StartAsked,
    TapAsked,
)
from companion.intake.eye.following import TableEye
from companion.intake.eye.source import EyePlan
from companion.journal import SqliteJournal
from companion.projections.board import Board
from companion.projections.snapshot import project
from companion.riichi.calls import Action
from companion.riichi.facts import SeatsBound
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import Pressed, Trust
from companion.table_loop import TableLoop
from tests.conftest import ROOT
from tests.figures import Page, commit
from tests.intake.eye.laying import Layer, Mess, lying
from tests.toolbox.tables import play

PRODUCT = ("companion", "vision", "firmware_bridge", "hardware")
VALUES = (
    *("companion.riichi", "companion.evidence", "companion.table_state", "companion.shelf"),
    *("companion.clock", "companion.errors", "companion.player_clock", "companion.logs"),
    *("vision.place.zones", "vision.labels", "vision.sighting", "hardware.profile"),
    *("companion.journal.entry", "companion.journal.strict"),
)
"""The rules, and what holds values or writes them as text: floor 13 of docs/architecture.md, part of 12, and
six modules."""
PAGE = Page(
    ROOT / "docs" / "figures" / "walk.md",
    "From a look to facts: the rooms on the way",
    "python -m lab.scribe.walk --write",
    "A room is a package of the companion, or another package of the house. A *stay* is a time within one "
    "room, and a *return* is a stay in a room that was left before, also when a call comes back. A walk "
    "straight down through as many rooms and up again has as many returns as the column *least* says. *From "
    "below* counts calls into a room that is itself waiting for an answer from below. The rules, "
    "modules that only hold values, and the making of values are left out; the columns "
    "from *rooms with values* on count them too. `a (b) (c (d)) x3` means: from a to b and back, then three "
    "times to c, which goes to d. A look begins with what the eye says, a key and an answer at the door of "
    "the table; each ends when the page has its snapshot.",
    (
        *("evidence", "facts", "rooms", "stays", "returns", "least", "from below", "on the way"),
        *("rooms with values", "their stays", "their returns", "at commit"),
    ),
    names=1,
)


@dataclass(frozen=True)
class Step:
    """A function of the product begins or ends."""

    module: str
    is_call: bool
    is_making: bool = False
    """Whether it only makes, compares or hashes a value."""

    @property
    def is_value(self) -> bool:
        """Whether it is in one of the modules of `VALUES`, or only makes a value."""
        return self.is_making or any(f"{self.module}.".startswith(f"{one}.") for one in VALUES)

    @property
    def room(self) -> str:
        """The package: `scribe` for `companion.scribe.stories`, `vision` for `vision.place.zones`."""
        house, _, inside = self.module.partition(".")
        return inside.partition(".")[0] if house == "companion" and inside else house


@dataclass
class Stay:
    """A time in one room, with the rooms to which it went from there."""

    room: str
    trips: list[Stay] = field(default_factory=list)

    def __str__(self) -> str:
        return " ".join((self.room, *_merged([f"({trip})" for trip in self.trips])))

    def rooms(self) -> Iterator[str]:
        """The rooms in the order in which they were passed, this one again after each trip."""
        yield self.room
        for trip in self.trips:
            yield from trip.rooms()
            yield self.room

    def from_below(self, above: tuple[str, ...] = ()) -> int:
        """How many trips, from here or further down, go to a room that is itself waiting for an answer."""
        here = (*above, self.room)
        return sum((trip.room in here) + trip.from_below(here) for trip in self.trips)


@dataclass(frozen=True)
class Walk:
    """The way of one piece of evidence, one part or more for each thread."""

    parts: tuple[Stay, ...]

    @property
    def stays(self) -> list[str]:
        """The rooms in the order of the stays."""
        passed = [room for part in self.parts for room in part.rooms()]
        return [room for at, room in enumerate(passed) if not at or passed[at - 1] != room]

    @property
    def rooms(self) -> int:
        """How many rooms there are on the way."""
        return len({*self.stays})

    @property
    def returns(self) -> int:
        """How many stays are in a room that was left before."""
        return len(self.stays) - self.rooms

    @property
    def from_below(self) -> int:
        """How many calls go into a room that is itself waiting for an answer from below."""
        return sum(part.from_below() for part in self.parts)

    def __str__(self) -> str:
        return ", then ".join(map(str, self.parts))


def walk_of(threads: Iterable[Sequence[Step]], *, with_values: bool = False) -> Walk:
    """The walk that the steps of some threads make; each thread's steps are a sequence of their own."""
    kept = (steps if with_values else without_values(steps) for steps in threads)
    return Walk(tuple(part for steps in kept for part in _parts(steps)))


def without_values(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps outside `VALUES` that are not part of making a value either."""
    making = 0
    for step in steps:
        if making or step.is_making:
            making = max(0, making + (1 if step.is_call else -1))
        elif not step.is_value:
            yield step


def _parts(steps: Iterable[Step]) -> Iterator[Stay]:
    """What a thread does; it may have been in the middle of something when the watching began."""
    parts: list[Stay] = []
    inside: list[Stay] = []
    for step in steps:
        if not step.is_call:
            del inside[-1:]
            continue
        siblings = inside[-1].trips if inside else parts
        if inside and inside[-1].room == step.room:
            inside.append(inside[-1])
            continue
        if inside or not parts or parts[-1].room != step.room:
            siblings.append(Stay(step.room))
        inside.append(siblings[-1])
    yield from parts


def _merged(texts: Sequence[str]) -> Iterator[str]:
    """The texts in order; a run of equal ones becomes one text with their number, such as `(journal) x4`."""
    at = 0
    while at < len(texts):
        same = next((end for end in range(at, len(texts)) if texts[end] != texts[at]), len(texts)) - at
        yield texts[at] if same == 1 else f"{texts[at]} x{same}"
        at += same


class Watcher:
    """Watches the calls of this thread, and of threads that begin while `threading.setprofile` holds it."""

    def __init__(self) -> None:
        self._steps: dict[int, list[Step]] = {}
        self._is_watching = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if not self._is_watching or event not in {"call", "return"}:
            return
        module = frame.f_globals.get("__name__", "")
        if module.partition(".")[0] in PRODUCT:
            code = frame.f_code
            is_making = code.co_filename.startswith("<") or code.co_name == "__post_init__"
            step = Step(module, event == "call", is_making)
            self._steps.setdefault(threading.get_ident(), []).append(step)

    def steps_of(self, do: Callable[[], object], settle: Callable[[], object]) -> list[list[Step]]:
        """The steps of each thread while something is done, and until all that follows from it is settled."""
        self._steps, self._is_watching = {}, True
        sys.setprofile(self)
        try:
            do()
        finally:
            sys.setprofile(None)
        settle()
        self._is_watching = False
        return list(self._steps.values())


class ScriptedEye:
    """Stands in for the worker of the eye: whoever has it says through `hear` what lies on the table."""

    def __init__(
        self, _plan: EyePlan, hear: Callable[..., None], tell: Callable[..., None], *_: Any, **__: Any
    ):
        self.hear, self.tell = hear, tell

    def start(self) -> None:
        """Say that the table is in sight."""
        self.tell(SourceChanged("camera", SourceState.UP))

    def stop(self) -> None:
        """Nothing was opened."""


class House:
    """A table with an eye, a journal on the disk and a page; four people sit, and the first hand is dealt."""

    def __init__(self, folder: Path, trust: Trust) -> None:
        self.watcher, self._clock, self._board = Watcher(), SystemClock(), Board()
        self._names = (f"walk-{number}" for number in count())
        self._journal = SqliteJournal(folder / "journal.sqlite")
        self._loop = TableLoop(
            self._journal,
            TENHOU,
            lambda state: self._board.publish(project(state, last_kyoku=state.last_kyoku)),
            self._clock,
            trust=lambda: trust,
        )
        threading.setprofile(self.watcher)
        self._loop.start()
        threading.setprofile(None)
        self._ask(StartAsked(*self._head(), ("Anna", "Ben", "Chie", "Dai"), TENHOU))
        self._ask(SayAsked(*self._head(), SeatsBound("ABCD")))
        self._ask(DealAsked(*self._head(), Depth.FULL, indicator=Tile("9m")))
        eyes: list[ScriptedEye] = []

        def opened(*made: Any, **more: Any) -> ScriptedEye:
            eyes.append(ScriptedEye(*made, **more))
            return eyes[0]

        TableEye(EyePlan, self._loop, self._clock, opened).start()  # type: ignore[arg-type]
        self._eye = eyes[0]

    def _head(self) -> tuple[str, None, str]:
        """The first fields of a command; each call gives another number."""
        return next(self._names), None, "Anna"

    def look(self, script: str = "", *, of: Kyoku | None = None) -> list[list[Step]]:
        """The eye sees the table as it is written, or as it was, and what a script adds."""
        table = replace(lying(play(of or self.kyoku, script)), at_ns=self._clock.monotonic_ns())
        sighting = Layer(Random(1), Mess()).lay(table)
        return self._watched(lambda: self._eye.hear(sighting))

    def press(self, seat: int, action: Action) -> list[list[Step]]:
        """Somebody presses a key."""
        pressed = Pressed(Said(SEATS[seat], action), self._clock.monotonic_ns())
        return self._watched(lambda: self._loop.put(pressed))

    def tap(self, seat: int, tile: str) -> None:
        """Somebody taps a discard on the page."""
        self._ask(TapAsked(*self._head(), Said(SEATS[seat], Action.DISCARD, Tile(tile))))

    def answer(self, choice: int) -> list[list[Step]]:
        """Somebody answers the question that stands."""
        (question,) = self._loop.state.questions
        asked = AnswerAsked(*self._head(), question.number, choice)
        return self._watched(lambda: self._ask(asked))

    @property
    def kyoku(self) -> Kyoku:
        """The table as it is written."""
        kyoku = self._loop.state.hanchan.kyoku
        if kyoku is None:
            raise TypeError("no hand is being played")
        return kyoku

    @property
    def told(self) -> int:
        """How many facts count."""
        return len(self._loop.standing())

    def close(self) -> None:
        """Let the table finish, and close the journal."""
        self._loop.stop()
        self._journal.close()

    def _ask(self, asked: Any) -> Answer:
        answer = self._loop.ask(asked).result()
        if not isinstance(answer, Done):
            raise TypeError(answer)
        return answer

    def _watched(self, do: Callable[[], object]) -> list[list[Step]]:
        self._settle()
        return self.watcher.steps_of(do, self._settle)

    def _settle(self) -> None:
        self._loop.caught_up().result()


def walks(folder: Path) -> Iterator[tuple[str, int, list[list[Step]]]]:
    """What was observed, how many facts were written because of it, and the steps of each thread."""
    for evidence, trust in (
        (_seen_and_pressed, Trust()),
        (_asked, Trust(writes_melds=False)),
        (_differing, Trust()),
    ):
        house = House(folder / evidence.__name__, trust)
        try:
            before = house.told
            for name, steps in evidence(house):
                if name:
                    yield name, house.told - before, steps
                before = house.told
        finally:
            house.close()


def _seen_and_pressed(house: House) -> Iterator[tuple[str, list[list[Step]]]]:
    yield "", house.look()
    yield "a look: nothing new", house.look()
    yield "a look: a discard", house.look("E draws, E discards 1z")
    yield "a look: another discard", house.look("S draws, S discards 2z")
    yield "a key: pon", house.press(3, Action.PON)
    yield "a look: the pon", house.look("N pons 2z from S")


def _asked(house: House) -> Iterator[tuple[str, list[list[Step]]]]:
    yield "", house.look("E draws, E discards 1z, S draws, S discards 2z")
    for _ in range(3):
        yield "", house.look("N pons 2z from S")
    yield "an answer: yes, a pon", house.answer(0)


def _differing(house: House) -> Iterator[tuple[str, list[list[Step]]]]:
    begun = house.kyoku
    house.tap(0, "1z")
    yield "", []
    yield "the first look: a discard is missing", house.look(of=begun)


def row_of(name: str, facts: int, steps: Sequence[Sequence[Step]]) -> tuple[str, ...]:
    """One line of the table, without the commit."""
    walk, whole = walk_of(steps), walk_of(steps, with_values=True)
    counts = (walk.rooms, len(walk.stays), walk.returns, walk.rooms - 1, walk.from_below)
    values = (whole.rooms, len(whole.stays), whole.returns)
    return (name, f"{facts}", *(f"{one:,}" for one in counts), str(walk), *(f"{one:,}" for one in values))


def main() -> None:
    """Print each walk, as it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"put the lines into {PAGE.path.name} too")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for walk in walks(Path(folder)):
            row = row_of(*walk)
            print(*(f"{head}: {cell}" for head, cell in zip(PAGE.heading, row, strict=False)), sep="\n  ")
            if asked.write:
                PAGE.put((*row, commit()))


if __name__ == "__main__":
    main()
