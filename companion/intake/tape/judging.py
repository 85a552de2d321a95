"""How exact the scribe was on one tape, compared with the record as people left it. It writes no file.

Each rest is compared with the record at the moment that fits it best, as the scribe compares them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.evidence import Cause
from companion.intake.eye.translate import seen
from companion.intake.tape.events import Head, Line, Put, Saw, Wrote
from companion.journal.entry import Entry
from companion.journal.replay import fact_of, in_force
from companion.reveals.differences import differences
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
    RiichiDeclared,
)
from companion.riichi.hanchan import Hanchan, begin, followed
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile
from companion.table_state import Difference
from vision.sighting import Sighting

__all__ = ["Corrected", "HandTold", "SeenOtherwise", "difference_words", "judged"]

SEEN: Final = (
    Discarded, ChiCalled, PonCalled, DaiminkanCalled, KakanDeclared, AnkanDeclared, KitaDeclared,
    IndicatorRevealed, RiichiDeclared,
)  # fmt: skip
"""What a camera can see happen."""
AHEAD: Final = 24
"""How many states of the record a rest is compared with, from the one that fitted the rest before it."""
_BY_ITSELF: Final = frozenset({Cause.CAMERA, Cause.PANEL})


@dataclass(frozen=True, slots=True)
class Corrected:
    """A fact that people took back, or told where camera and keys had told nothing.

    `was` is the fact taken back, `left` the one that people told; one of the two is None.
    """

    at_ns: int
    """When the fact was written: the one that people took back, or the one that they told."""
    was: Fact | None
    left: Fact | None
    rest_ns: int | None
    """The rest right before it; None where there was none."""


@dataclass(frozen=True, slots=True)
class SeenOtherwise:
    """A rest at which the camera saw something other than what the record says, as people left it."""

    rest_ns: int
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class HandTold:
    """One hand of the record as the people left it."""

    name: str
    """Such as `E1-0`."""
    facts: int
    """How many of its facts a camera can see; those written before the tape began are not counted."""
    by_itself: int
    """How many of those camera and keys wrote and nobody changed."""
    questions: int
    """How many different questions were asked."""
    rests: int
    """How many rests the camera reported."""
    corrected: tuple[Corrected, ...]
    otherwise: tuple[SeenOtherwise, ...]

    @property
    def is_exact(self) -> bool:
        """Whether people had nothing to put right or to add."""
        return self.by_itself == self.facts and not self.corrected


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand: its entries that count, the states after each, and when it was on the table."""

    entries: tuple[Entry, ...]
    states: tuple[Hanchan, ...]
    from_ns: int
    to_ns: int


def judged(head: Head, lines: Iterable[Line]) -> tuple[HandTold, ...]:
    """Every hand that was on the table while a tape of one game ran, in order."""
    kept = tuple(lines)
    written = _written(kept)
    entries = tuple(entry for _, entry in written.values())
    rules = next((one.heard.rules for one in kept if isinstance(one.heard, Wrote) and one.heard.rules), None)
    sightings = tuple(
        line.heard.sighting for line in kept if isinstance(line.heard, Saw) and line.heard.sighting
    )
    hands = tuple(_hands(in_force(entries), begin(rules or head.house), written))
    # Hands that were over before everybody agreed to the recording were not watched.
    return tuple(_told(hand, entries, written, sightings, kept) for hand in hands if hand.to_ns)


def _written(lines: Sequence[Line]) -> dict[int, tuple[int, Entry]]:
    """Each entry with when it was written, by its number; 0 for what was there before the tape."""
    return {
        entry.seq: (0 if heard.is_before else line.at_ns, entry)
        for line in lines
        if isinstance(heard := line.heard, Wrote)
        for entry in heard.entries
    }


def _hands(
    standing: Sequence[Entry], hanchan: Hanchan, written: dict[int, tuple[int, Entry]]
) -> Iterator[_Hand]:
    entries: list[Entry] = []
    states: list[Hanchan] = []
    last: Kyoku | None = None
    from_ns = 0
    for entry in standing:
        fact = fact_of(entry)
        try:
            hanchan, last = followed(hanchan, last, fact)
        except IllegalFactError:
            break  # the record is good up to here, as on the page
        if isinstance(fact, KyokuStarted):
            entries, states, from_ns = [], [], _dealt_ns(entry, written)
        entries.append(entry)
        states.append(hanchan)
        if isinstance(fact, KyokuEnded):
            yield _Hand(tuple(entries), tuple(states[:-1]), from_ns, written[entry.seq][0])
            entries, states = [], []
    if states and hanchan.kyoku is not None:
        yield _Hand(tuple(entries), tuple(states), from_ns, 2**63)


def _dealt_ns(deal: Entry, written: dict[int, tuple[int, Entry]]) -> int:
    """When a hand was dealt, although a correction or an undo has told its deal anew since."""
    told = [entry for _, entry in written.values()]
    while (earlier := _told_before(deal, told)) is not None:
        deal = earlier
    return written[deal.seq][0]


def _told_before(deal: Entry, told: Sequence[Entry]) -> Entry | None:
    """The retracted entry that has told this deal before; None if nothing has."""
    gone = {entry.retracts: entry.command_id for entry in told if entry.retracts is not None}
    deals = [entry for entry in told if isinstance(entry.fact, KyokuStarted)]
    earlier = [one for one in deals if one.seq < deal.seq and one.seq in gone]
    # What is told anew because something else has changed keeps its time.
    again = {(one.at, one.command_id) for one in deals}
    for one in earlier:
        if one.at == deal.at:
            return one
    for one in earlier:
        # Put right where it stood; before one that is told anew as well, a forgotten hand was put in.
        is_in_its_place = one.seq == deal.before and gone[one.seq] == deal.command_id
        if is_in_its_place and (one.at, deal.command_id) not in again:
            return one
    return None


def _told(
    hand: _Hand,
    entries: Sequence[Entry],
    written: dict[int, tuple[int, Entry]],
    sightings: Sequence[Sighting],
    lines: Sequence[Line],
) -> HandTold:
    mine = tuple(one for one in sightings if hand.from_ns < one.at_ns <= hand.to_ns)
    kyoku = hand.states[0].kyoku
    own = [one for one in hand.entries if isinstance(one.fact, SEEN) and written[one.seq][0]]
    stood = [one for one in own if one.because in _BY_ITSELF]
    rests = tuple(one.at_ns for one in mine)
    corrected = tuple(_corrected(hand, entries, written, rests))
    return HandTold(
        kyoku.name if kyoku else "",
        len(own),
        len(stood),
        _questions(hand, lines),
        len(mine),
        corrected,
        tuple(_otherwise(hand, mine)),
    )


def _corrected(
    hand: _Hand,
    entries: Sequence[Entry],
    written: dict[int, tuple[int, Entry]],
    rests: Sequence[int],
) -> Iterator[Corrected]:
    """What camera and keys wrote and people took back, and what people entered on their own."""
    by_people = {one.retracts for one in entries if one.retracts and one.because is Cause.PERSON}
    for entry in entries:
        at_ns = written[entry.seq][0]
        is_here = hand.from_ns < at_ns <= hand.to_ns and isinstance(entry.fact, SEEN)
        if is_here and entry.because in _BY_ITSELF and entry.seq in by_people:
            yield Corrected(at_ns, entry.fact, None, _before(rests, at_ns))
    for entry in hand.entries:
        at_ns = written[entry.seq][0]
        if isinstance(entry.fact, SEEN) and entry.because not in _BY_ITSELF and at_ns > hand.from_ns:
            yield Corrected(at_ns, None, entry.fact, _before(rests, at_ns))


def _before(rests: Sequence[int], at_ns: int) -> int | None:
    return max((one for one in rests if one <= at_ns), default=None)


def _questions(hand: _Hand, lines: Sequence[Line]) -> int:
    """How many different questions were asked."""
    stood = (
        question.number
        for line in lines
        if isinstance(line.heard, Put) and hand.from_ns < line.at_ns <= hand.to_ns
        for question in line.heard.questions
    )
    return len(set(stood))


def _otherwise(hand: _Hand, sightings: Sequence[Sighting]) -> Iterator[SeenOtherwise]:
    """Compare each rest with the record where it fits best, never going back in the record."""
    now = 0
    for sighting in sightings:
        sides = hand.states[now].sides
        if not sides:
            continue  # nobody has said who sits where: nothing was concluded either
        table = seen(sighting, sides)
        found: tuple[int, int, tuple[Difference, ...]] | None = None
        for at in range(now, min(len(hand.states), now + AHEAD)):
            kyoku = hand.states[at].kyoku
            if kyoku is None:
                continue
            wrong = differences(kyoku, table)
            if found is None or _weight(wrong) < found[0]:
                found = (_weight(wrong), at, wrong)
            if not wrong:
                break
        if found is not None:
            now = found[1]
            if found[2]:
                yield SeenOtherwise(sighting.at_ns, found[2])


def difference_words(one: Difference) -> str:
    """How the record differs from what was seen, in one line."""
    # Facts name seats by their numbers, too: whose wind it is changes from hand to hand.
    whose = "" if one.seat is None else f"seat {one.seat} "
    said = [f"written {_tile(was)}, seen {_tile(saw)}" for was, saw in one.other]
    said += [f"not seen: {' '.join(map(_tile, one.missing))}"] if one.missing else []
    said += [f"not written: {' '.join(map(_tile, one.extra))}"] if one.extra else []
    return f"{whose}{one.zone.value}: {'; '.join(said)}"


def _tile(tile: Tile | None) -> str:
    return "?" if tile is None else tile.text


def _weight(wrong: Sequence[Difference]) -> int:
    """How much differences weigh: one tile read as another weighs half as much as one missing or extra."""
    return sum(2 * len(one.missing) + 2 * len(one.extra) + len(one.other) for one in wrong)
