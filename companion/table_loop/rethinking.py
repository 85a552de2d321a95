"""Gives a tape to today's scribe and rules, and compares what they write with what was written then.

Nothing is written to a disk. What was asked for then is asked for again, as far as today's table knows what
it was about.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import groupby
from typing import Final

from companion.clock import ManualClock
from companion.evidence import AnswerAsked, Command, CorrectAsked, FactObserved, Refusal, Refused, SayAsked
from companion.evidence.intentions import renumbered
from companion.intake.eye.translate import seen
from companion.intake.tape.events import (
    AskedFor,
    Ended,
    Head,
    Heard,
    Line,
    Noticed,
    Put,
    Saw,
    Shown,
    Signalled,
    Trusted,
    Turned,
    Wrote,
)
from companion.journal import Draft, Entry, Game, MemoryJournal, in_force
from companion.journal.replay import fact_of
from companion.riichi.facts import Fact
from companion.riichi.hanchan import SIDES
from companion.scribe import Pressed, SightChanged, Ticked
from companion.scribe.mind import TRUSTING
from companion.table_loop.keeper import TableKeeper
from companion.table_loop.notes import since_boot
from companion.table_state import OpenQuestion

__all__ = ["Changed", "GameThought", "Rethought", "rethink"]

_log = logging.getLogger(__name__)

_NOT_AGAIN: Final = frozenset({Refusal.STALE.value, Refusal.JOURNAL_DOWN.value, Refusal.STOPPED.value})
"""Reasons for a refusal that were not the command's fault: such a command is not asked for again."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One place where today's facts differ. None: there is no fact on that side."""

    place: int
    """The fact's number in the game, from 1, as it was written then."""
    then: Fact | None
    now: Fact | None


@dataclass(frozen=True, slots=True)
class GameThought:
    """One game of the tape, then and now."""

    game: str
    then: tuple[Fact, ...]
    now: tuple[Fact, ...]
    changes: tuple[Changed, ...]


@dataclass(slots=True)
class Rethought:
    """What came of a tape."""

    games: tuple[GameThought, ...] = ()
    heard: Counter[str] = field(default_factory=Counter)
    """How many of each kind of line there were."""
    questions_then: list[OpenQuestion] = field(default_factory=list)
    questions_now: list[OpenQuestion] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    """What could not be done today, each in a sentence: commands, and lines that could not be followed."""


def rethink(head: Head, lines: Iterable[Line]) -> Rethought:
    """Give a whole tape to today's scribe and rules."""
    kept = tuple(lines)
    turned = {line.heard.command_id: line.heard.reason for line in kept if isinstance(line.heard, Turned)}
    thinker = _Thinker(head, frozenset(name for name, why in turned.items() if why in _NOT_AGAIN))
    for line in kept:
        thinker.take(line)
    return thinker.result()


class _Thinker:
    """Today's table in front of a tape."""

    def __init__(self, head: Head, not_again: frozenset[str]) -> None:
        self._head = head
        self._not_again = not_again
        self._trust = TRUSTING
        self._clock = ManualClock()
        self._journal = MemoryJournal()
        self._keeper: TableKeeper | None = None
        self._then: dict[str, list[Entry]] = {}
        self._stood: tuple[OpenQuestion, ...] = ()
        self._saw: Saw | None = None
        self._found = Rethought()

    def take(self, line: Line) -> None:
        """Take one more line."""
        self._found.heard[_KINDS[type(line.heard)]] += 1
        late_ns = line.at_ns - self._clock.monotonic_ns()
        if late_ns > 0:
            self._clock.advance(seconds=late_ns / 1e9)
        try:
            self._hear(line.heard)
        except Exception as fault:  # noqa: BLE001 - see below
            # As at the table: a fault of ours is reported and costs one piece of evidence, not the tape.
            _log.warning("tape.line_failed", exc_info=True)
            word = _KINDS[type(line.heard)]
            self._found.undone.append(
                f"a line of the kind {word!r} could not be followed: {type(fault).__name__}"
            )

    def _hear(self, heard: Heard) -> None:
        match heard:
            case Wrote():
                self._wrote(heard)
            case Put(questions):
                self._found.questions_then += _new(self._stood, questions)
                self._stood = questions
            case Saw() if heard.sighting is not None:
                self._saw = heard
            case Shown(shown_ns):
                self._show(shown_ns)
            case Noticed(FactObserved() as observed):
                self._look(lambda: self._table.take([observed]))
            case Noticed(Pressed() | SightChanged() | Ticked() as evidence):
                self._look(lambda: self._table.see(evidence))
            case AskedFor(command):
                self._look(lambda: self._ask(command))
            case Trusted(trust):
                self._trust = trust
            case Saw() | Signalled() | Turned() | Ended():
                pass  # what they led to has lines of its own

    @property
    def _table(self) -> TableKeeper:
        if self._keeper is None:
            self._keeper = TableKeeper(
                self._journal, self._head.house, self._clock, trust=lambda: self._trust
            )
        return self._keeper

    def _wrote(self, wrote: Wrote) -> None:
        self._then.setdefault(wrote.game, []).extend(wrote.entries)
        if wrote.is_before and wrote.entries:
            rules = wrote.rules or self._head.house
            game = self._journal.next_game("table", rules, self._head.begun)
            _write_again(self._journal, game, wrote.entries)
            self._journal.note(game, since_boot(wrote.notes, self._head.boot))
            self._keeper = None  # the next one goes on with this game

    def _show(self, at_ns: int) -> None:
        """What the eye saw last, read by today's rules of reading."""
        sighting = self._saw.sighting if self._saw else None
        hanchan = self._table.state.hanchan
        if sighting is not None:
            sides = hanchan.sides or SIDES[: hanchan.rules.players]
            table = seen(replace(sighting, at_ns=at_ns), sides)
            self._look(lambda: self._table.see(table))

    def _look(self, act: Callable[[], None]) -> None:
        """Do it, and remember what is asked from then on."""
        before = self._table.state.questions
        act()
        self._found.questions_now += _new(before, self._table.state.questions)

    def _ask(self, command: Command) -> None:
        if command.command_id in self._not_again:
            return
        today = self._todays(command)
        if today is None:
            self._found.undone.append(f"{_word(command)}: today's table knows nothing of what it was about")
            return
        answer = self._table.do(today)
        if isinstance(answer, Refused):
            self._found.undone.append(f"{_word(command)}: {answer.sentence or answer.reason.value}")
        self._table.see(self._table.tick())

    def _todays(self, command: Command) -> Command | None:
        """The same command in today's numbers; None where they have none."""
        match command:
            case CorrectAsked():
                return self._correction(command)
            case SayAsked():
                what = renumbered(command.what, self._numbers())
                return None if what is None else replace(command, expected_seq=None, what=what)
            case AnswerAsked():
                return self._answer(command)
            case _:
                return replace(command, expected_seq=None)

    def _correction(self, asked: CorrectAsked) -> CorrectAsked | None:
        named = (*asked.retracts, *(() if asked.before is None else (asked.before,)))
        numbers = self._numbers()
        if not set(named) <= set(numbers):
            return None
        before = None if asked.before is None else numbers[asked.before]
        retracts = tuple(numbers[seq] for seq in asked.retracts)
        return replace(asked, expected_seq=None, retracts=retracts, before=before)

    def _numbers(self) -> dict[int, int]:
        """For each number of then, the number of today's entry with the same fact at the same place."""
        games = self._journal.games()
        if not self._then or not games:
            return {}
        then = in_force(list(self._then.values())[-1])
        now = in_force(self._journal.entries(games[-1].number))
        blocks = _matcher(map(fact_of, then), map(fact_of, now)).get_matching_blocks()
        return {
            then[one + step].seq: now[other + step].seq for one, other, size in blocks for step in range(size)
        }

    def _answer(self, asked: AnswerAsked) -> AnswerAsked | None:
        """The same answer to today's question; None where today's scribe does not ask it."""
        question = next((one for one in self._stood if one.number == asked.question), None)
        if question is None:
            return None
        if asked.choice >= len(question.choices):
            same = next((one for one in self._table.state.questions if _is_like(one, question)), None)
            if same is None:
                return None
            return replace(asked, expected_seq=None, question=same.number, choice=len(same.choices))
        wanted = question.choices[asked.choice].facts
        for one in self._table.state.questions:
            for place, choice in enumerate(one.choices):
                if choice.facts == wanted:
                    return replace(asked, expected_seq=None, question=one.number, choice=place)
        return None

    def result(self) -> Rethought:
        """Then and now, game by game in the order in which they were begun."""
        now = [in_force(self._journal.entries(game.number)) for game in self._journal.games()]
        names = [*self._then, *(game.name for game in self._journal.games()[len(self._then) :])]
        games = []
        for place, name in enumerate(names):
            mine = tuple(map(fact_of, now[place])) if place < len(now) else ()
            theirs = tuple(map(fact_of, in_force(self._then.get(name, ()))))
            games.append(GameThought(name, theirs, mine, tuple(_changes(theirs, mine))))
        self._found.games = tuple(games)
        return self._found


_KINDS: Final = {
    Saw: "sightings",
    Shown: "shown",
    Signalled: "signals",
    Noticed: "noticed",
    AskedFor: "commands",
    Turned: "turned",
    Wrote: "writings",
    Put: "questions",
    Trusted: "trusts",
    Ended: "ends",
}


def _write_again(journal: MemoryJournal, game: Game, entries: Iterable[Entry]) -> None:
    """Write what was written of a game before the tape began, command by command, in numbers of today."""
    numbers: dict[int | None, int | None] = {None: None}
    for name, together in groupby(entries, lambda entry: entry.command_id or entry.seq):
        then = tuple(together)
        drafts = [
            Draft(
                at=one.at,
                because=one.because,
                fact=one.fact,
                retracts=numbers[one.retracts],
                by=one.by,
                before=numbers[one.before],
                move=one.move,
                depth=one.depth,
            )
            for one in then
        ]
        now = journal.append(game, drafts, name if isinstance(name, str) else None)
        numbers.update((old.seq, new.seq) for old, new in zip(then, now, strict=True))


def _new(before: tuple[OpenQuestion, ...], after: tuple[OpenQuestion, ...]) -> list[OpenQuestion]:
    known = {question.number for question in before}
    return [question for question in after if question.number not in known]


def _is_like(one: OpenQuestion, other: OpenQuestion) -> bool:
    return (one.code, one.seat, one.tile) == (other.code, other.seat, other.tile)


def _word(command: Command) -> str:
    return type(command).__name__.removesuffix("Asked").lower()


def _matcher(then: Iterable[Fact], now: Iterable[Fact]) -> SequenceMatcher[Fact]:
    return SequenceMatcher(None, tuple(then), tuple(now), autojunk=False)


def _changes(then: tuple[Fact, ...], now: tuple[Fact, ...]) -> Iterator[Changed]:
    for word, start, end, mine, until in _matcher(then, now).get_opcodes():
        if word == "equal":
            continue
        for step in range(max(end - start, until - mine)):
            old = then[start + step] if start + step < end else None
            new = now[mine + step] if mine + step < until else None
            yield Changed(min(start + step, len(then)) + 1, old, new)
