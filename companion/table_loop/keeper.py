"""Keeps the journal and the table's state in step: checked first, then on the disk, then true.

No thread, no queue: whoever holds the keeper is the one writer. Entries that cannot be written have
changed nothing, neither on the disk nor here. What a command does is the business of `planning`.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from companion.clock import Clock, utc_text
from companion.errors import JournalError
from companion.evidence import (
    Answer,
    Command,
    Done,
    FactObserved,
    NoticesChanged,
    SourceChanged,
    SourceState,
)
from companion.journal import Entry, Game, Journal, Move, replay
from companion.journal.imported import newest_of_table
from companion.projections.reminders import reminders, seen_key
from companion.riichi.facts import HanchanStarted
from companion.riichi.hanchan import begin
from companion.riichi.presets import preset_called
from companion.riichi.ruleset import RuleSet
from companion.scribe import Evidence, Ticked
from companion.scribe.mind import Trust
from companion.shelf import ShelfCommand
from companion.table_loop.desk import Desk, Moment, Plan, Scribing, Turned, as_written, desk_after
from companion.table_loop.following import Sketch, followed_by_feed, with_warning
from companion.table_loop.notes import CUT, Noted, encoded, notes_of
from companion.table_loop.overruling import overruled_facts, with_wins_bumped
from companion.table_loop.planning import planned
from companion.table_loop.previewing import looked_at
from companion.table_loop.remembering import desk_of
from companion.table_loop.scribing import considered
from companion.table_loop.shelving import shelved
from companion.table_loop.warned import without_old_warnings
from companion.table_state import Preview, TableState, TableWarning

__all__ = ["JOURNAL", "TableKeeper"]

JOURNAL: Final = "journal"
"""The journal's name among the sources."""
FIRST_QUESTIONS: Final = 1_000_000
MOST_QUESTIONS: Final = 1_000
"""Each start draws one of a million first numbers for its questions, this far apart."""
MOST_UNWRITTEN: Final = 256
"""How many answers to commands that wrote no entry are remembered."""

_log = logging.getLogger(__name__)


class TableKeeper:
    """The table as the journal has it: the newest game played here; one that is over can be corrected.

    Raises:
        JournalError: the journal cannot be read.
    """

    def __init__(
        self,
        journal: Journal,
        rules: RuleSet,
        clock: Clock,
        stem: str = "table",
        *,
        trust: Callable[[], Trust],
    ) -> None:
        self._journal = journal
        self._house = rules
        self._clock = clock
        self._stem = stem
        self._run = secrets.token_hex(6)
        self._trust = trust
        # What was written is in the journal; what wrote no entry is remembered here for a while.
        self._unwritten: dict[str, Answer] = {}
        up = SourceChanged(JOURNAL, SourceState.UP)
        self.noted = Noted(journal)
        """What is in the journal besides the facts."""
        # Questions of before a restart may still be answered by a page that has not heard of it.
        scribing = Scribing(asked=secrets.randbelow(FIRST_QUESTIONS) * MOST_QUESTIONS)
        # Replaced as a whole, so that any thread may look at it.
        self._desk = Desk(TableState(journal.last_seq, None, begin(rules), sources=(up,)), scribing=scribing)
        self._resume()

    @property
    def state(self) -> TableState:
        """What is true now, for any thread."""
        return self._desk.state

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The facts of the game that count, in the order in which they happened; for any thread."""
        return self._desk.standing

    def take(self, observed: Sequence[FactObserved]) -> None:
        """Follow facts that belong together, in one transaction; what is refused becomes a warning.

        A `HanchanStarted` begins a new game: it comes first, or not at all.

        Raises:
            JournalError: nothing was written, so nothing has happened yet.
        """
        state, opens = self.state, _rules_opened_by(observed[0], self._desk, self._house)
        begins = isinstance(observed[0].fact, HanchanStarted)
        before = (begin(opens), None) if begins and opens else (state.hanchan, state.last_kyoku)
        sketch = Sketch(*before, warnings=state.warnings)
        for one in observed:
            sketch = followed_by_feed(sketch, one, self._told_at(one.at_ns))
        told = replace(state, warnings=sketch.warnings)
        if sketch.drafts:
            plan = Plan(sketch.drafts, sketch.hanchan, sketch.last_kyoku, told, opens)
            plan = with_wins_bumped(self._desk, plan)
            # A correction has a name, so that a restart finds together what was written together.
            self._become(plan, None if plan.move is Move.TOLD else f"feed-{self._run}-{state.seq}")
        else:
            self._know(state=told)

    def do(self, asked: Command | ShelfCommand) -> Answer:
        """Do what somebody asked for; the same command is answered alike and done once.

        Raises:
            JournalError: nothing was written, so nothing was done.
        """
        if done := self._journal.written_by(asked.command_id):
            return self._done(asked, done)
        if asked.command_id in self._unwritten:
            return self._unwritten[asked.command_id]
        if isinstance(asked, ShelfCommand):
            self._desk, answer = shelved(self._journal, self._desk, asked, self._moment().at, self._house)
            self.noted.look(self._desk.game)  # what was noted of a game may be gone with it
            return answer
        plan = planned(self._desk, asked, self._moment(), self._trust())
        if isinstance(plan, Turned):
            if plan.warnings is not None:
                self._know(state=replace(self.state, warnings=plan.warnings))
            return self._answered(asked.command_id, plan.refused)
        if not plan.drafts:
            desk = replace(self._desk, state=plan.state, scribing=plan.scribing or self._desk.scribing)
            self.noted.keep(desk, asked.command_id)
            self._desk = desk
            return self._answered(asked.command_id, Done(self.state.seq))
        return self._done(asked, self._become(plan, asked.command_id))

    def see(self, evidence: Evidence) -> None:
        """Let the scribe weigh one piece of evidence once: a sighting, a key, a tick, the eye lost or back.

        Raises:
            JournalError: nothing was written; the same evidence may be seen again.
        """
        moment = Moment(self._told_at(evidence.at_ns), evidence.at_ns)
        plan = considered(self._desk, evidence, moment, self._trust())
        if plan.drafts:
            self._become(with_wins_bumped(self._desk, plan), f"scribe-{self._run}-{self.state.seq}")
        else:
            self._know(state=plan.state, scribing=plan.scribing or Scribing())

    def tick(self) -> Ticked:
        """The evidence with which the scribe weighs again what was seen, because people told something."""
        # Time that passes does not mean that the eye has looked: a key still waits for that.
        return Ticked(self._clock.monotonic_ns(), self._desk.scribing.mind.eye.rested_ns)

    def let_call_stand(self) -> None:
        """Offer nothing in the place of the call that was told last, once it is too late for that."""
        claimed = self.state.claimed
        if claimed is not None and self._clock.monotonic_ns() >= claimed.until_ns:
            self._show(replace(self.state, claimed=None))

    def preview(self, asked: Command) -> Preview:
        """What the command would do. Any thread may ask; nothing is written."""
        desk = self._desk
        return looked_at(desk, planned(desk, asked, self._moment(), self._trust()))

    def note(self, change: SourceChanged) -> bool:
        """Remember what a source says of itself. False if that changes nothing."""
        sources = _sources_after(self.state.sources, change)
        if sources == self.state.sources:
            return False
        self._show(replace(self.state, sources=sources))
        return True

    def hear(self, change: NoticesChanged) -> None:
        """Remember what a source has to say to players."""
        others = tuple(said for said in self.state.notices if said.name != change.name)
        told = (*others, change) if change.notices or change.is_deciding else others
        self._show(replace(self.state, notices=told))

    def warn(self, code: str, sentence: str) -> None:
        """Show a warning until the next kyoku."""
        self._know(state=_warned(self.state, TableWarning(code, sentence)))

    def _done(self, asked: Command | ShelfCommand, written: tuple[Entry, ...]) -> Done:
        """The answer that the command got when it was done, by whichever process."""
        return Done(written[-1].seq, overruled_facts(asked, self._journal, written))

    def _answered(self, command_id: str, answer: Answer) -> Answer:
        """Remember the answer to a command that wrote no entry, because the command may be sent again."""
        self._unwritten[command_id] = answer
        if len(self._unwritten) > MOST_UNWRITTEN:
            self._unwritten.pop(next(iter(self._unwritten)))
        return answer

    def _become(self, plan: Plan, command_id: str | None = None) -> tuple[Entry, ...]:
        """Write what is planned; then it is true. Returns all entries that were written."""
        desk = self._desk
        played = desk.game if plan.opens is None else None
        now = self._moment()
        game = played or self._journal.next_game(self._stem, plan.opens or self._house, now.at)
        drafts = as_written(desk, plan, now)
        numbered = enumerate(drafts, desk.state.seq + 1)
        entries = tuple(draft.numbered(seq, command_id) for seq, draft in numbered)
        after = _without_what_is_old(desk, desk_after(desk, plan, game, entries[-len(plan.drafts) :]))
        notes = replace(notes_of(after), answered=self.noted.answered)
        self._journal.append(game, drafts, command_id, encoded(notes))
        self.noted.wrote(game, notes)
        self._desk = after
        if not after.standing:
            self._resume()  # a game begun by mistake was taken back: the one before is on the table again
        return entries

    def _show(self, state: TableState) -> None:
        """Show a state in which nothing has changed that has to be noted."""
        self._desk = replace(self._desk, state=state)

    def _know(self, **changed: Any) -> None:
        """Show what is not a fact: noted now or, where the disk refuses, together with what comes next."""
        self._desk = replace(self._desk, **changed)
        try:
            self.noted.keep(self._desk)
        except JournalError as failure:
            _log.warning("notes.unwritten %s", failure)

    def _resume(self) -> None:
        newest = newest_of_table(self._journal)
        if newest and newest[0] != self._desk.game:
            self._go_on_with(*newest)

    def _go_on_with(self, game: Game, entries: tuple[Entry, ...]) -> None:
        found = replay(entries, game.rules)
        desk = desk_of(self._desk, game, entries, found)
        self._desk = self.noted.found(desk, game, self._clock.monotonic_ns())
        self._unwritten.update(dict.fromkeys(self.noted.answered, Done(self.state.seq)))
        if found.failure:
            self.warn(CUT, f"{game.name} is shown up to where it could be followed: {found.failure}")

    def _moment(self) -> Moment:
        return Moment(utc_text(self._clock.utc_now()), self._clock.monotonic_ns())

    def _told_at(self, at_ns: int) -> str:
        """The wall clock's time of a moment by the monotonic clock, as it is written."""
        ago = timedelta(microseconds=(self._clock.monotonic_ns() - at_ns) // 1_000)
        return utc_text(self._clock.utc_now() - ago)


def _without_what_is_old(before: Desk, after: Desk) -> Desk:
    """The desk after something was written, with only those warnings and seen reminders that still stand."""
    desk = without_old_warnings(before, after)
    state = desk.state
    if not state.seen:
        return desk
    standing = {seen_key(one) for one in reminders(state)}
    return replace(desk, state=replace(state, seen=state.seen & standing))


def _warned(state: TableState, warning: TableWarning) -> TableState:
    return replace(state, warnings=with_warning(state.warnings, warning))


def _sources_after(sources: tuple[SourceChanged, ...], change: SourceChanged) -> tuple[SourceChanged, ...]:
    """What each source said last, after one more change; a source that is gone is left out."""
    said = {source.name: source for source in sources}
    if change.state is SourceState.GONE:
        said.pop(change.name, None)
    else:
        said[change.name] = change
    return tuple(said.values())


def _rules_opened_by(first: FactObserved, desk: Desk, house: RuleSet) -> RuleSet | None:
    """The rules of the game that begins with this fact; None: it belongs to the game on the table."""
    if isinstance(first.fact, HanchanStarted):
        return _rules_called(first.fact.rules, house)
    return house if desk.game is None else None


def _rules_called(name: str, house: RuleSet) -> RuleSet:
    # The house's own set comes first: a file of rules may have the name of a preset.
    return house if name == house.name else preset_called(name) or house
