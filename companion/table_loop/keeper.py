"""Keeps the journal and the table's state in step: checked first, then on the disk, then true.

No thread, no queue: whoever holds the keeper is the one writer. A call that raises has changed
nothing, neither on the disk nor here.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from companion.clock import Clock, utc_text
from companion.evidence import (
    Answer,
    Cause,
    Command,
    Done,
    FactObserved,
    Refusal,
    Refused,
    SourceChanged,
    SourceState,
    UndoAsked,
    WaiveAsked,
)
from companion.journal import Draft, Entry, Game, Journal, replay
from companion.journal.replay import followed
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import HanchanStarted, KyokuStarted, RuleWaived
from companion.riichi.hanchan import Hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import PRESETS
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.table_state import TableState, TableWarning

__all__ = ["JOURNAL", "TableKeeper"]

JOURNAL: Final = "journal"
"""The name under which the journal stands among the sources."""
MOST_WARNINGS: Final = 8
MOST_REFUSALS: Final = 256

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Sketch:
    """What some facts would make of the table; nothing of it is true before it is on the disk."""

    hanchan: Hanchan
    last_kyoku: Kyoku | None
    drafts: tuple[Draft, ...] = ()
    warnings: tuple[TableWarning, ...] = ()


class TableKeeper:
    """The table as the journal has it. Goes on with the journal's newest game if that is not over.

    Raises:
        JournalError: the journal cannot be read.
    """

    def __init__(self, journal: Journal, rules: RuleSet, clock: Clock, stem: str = "table") -> None:
        self._journal = journal
        self._house = rules
        self._clock = clock
        self._stem = stem
        self._game: Game | None = None
        self._standing: list[Entry] = []
        # Facts of the game that could not be followed; they are retracted with the next write.
        self._beyond: tuple[Entry, ...] = ()
        # What is done stands in the journal; what was refused is remembered here for a while.
        self._refused: dict[str, Refused] = {}
        up = SourceChanged(JOURNAL, SourceState.UP)
        self.state = TableState(journal.last_seq, None, begin(rules), sources=(up,))
        """What is true now; replaced as a whole, so that any thread may look at it."""
        self._resume()

    def take(self, observed: Sequence[FactObserved]) -> None:
        """Follow facts that belong together, in one transaction; what is refused becomes a warning.

        A `HanchanStarted` begins a new game: it stands first, or not among them.

        Raises:
            JournalError: nothing was written, so nothing has happened yet.
        """
        game, sketch = self._opened(observed[0])
        for one in observed:
            sketch = self._followed(sketch, one)
        if not sketch.drafts:
            self.state = replace(self.state, warnings=sketch.warnings)
            return
        self._become(game, sketch)

    def _become(self, game: Game, sketch: _Sketch, command_id: str | None = None) -> int:
        """Write what is sketched; then it is true. Returns the number of the last entry."""
        is_new_game = self._game is None or self._game.number != game.number
        added = self._write(game, sketch.drafts, () if is_new_game else self._beyond, command_id)
        self._standing = [*added] if is_new_game else [*self._standing, *added]
        self._game, self._beyond = game, ()
        self.state = replace(
            self.state,
            seq=added[-1].seq,
            game=game.name,
            hanchan=sketch.hanchan,
            last_kyoku=sketch.last_kyoku,
            warnings=sketch.warnings,
        )
        return added[-1].seq

    def do(self, asked: Command) -> Answer:
        """Do what somebody asked for; the same command is answered alike and done once.

        Raises:
            JournalError: nothing was written, so nothing was done.
        """
        if done := self._journal.written_by(asked.command_id):
            return Done(done[-1].seq)
        if asked.command_id not in self._refused:
            answer = self._stale(asked) or (
                self._undo(asked) if isinstance(asked, UndoAsked) else self._waive(asked)
            )
            if isinstance(answer, Done):
                return answer
            self._refused[asked.command_id] = answer
            if len(self._refused) > MOST_REFUSALS:
                self._refused.pop(next(iter(self._refused)))
        return self._refused[asked.command_id]

    def _stale(self, asked: Command) -> Refused | None:
        return None if asked.expected_seq == self.state.seq else Refused(Refusal.STALE)

    def _undo(self, asked: UndoAsked) -> Answer:
        """Take back the newest fact that counts."""
        if not self._standing or self._game is None:
            return Refused(Refusal.NOTHING_TO_UNDO)
        gone = Draft(at=self._now(), because=Cause.PERSON, retracts=self._standing[-1].seq, by=asked.by)
        added = self._write(self._game, (gone,), self._beyond, asked.command_id)
        self._standing, self._beyond = self._standing[:-1], ()
        found = replay(self._standing, self._game.rules)
        self.state = replace(
            self.state, seq=added[-1].seq, hanchan=found.hanchan, last_kyoku=found.last_kyoku
        )
        return Done(added[-1].seq)

    def _waive(self, asked: WaiveAsked) -> Answer:
        """Write down that the table allows it, and then the fact that had been refused."""
        warning = next((one for one in self.state.warnings if one.code == asked.reason), None)
        if warning is None or warning.refused is None:
            return Refused(Refusal.NOTHING_TO_WAIVE)
        waived = (*warning.waived, Reason(asked.reason))
        others = tuple(one for one in self.state.warnings if one is not warning)
        game, sketch = self._opened(warning.refused)
        sketch = replace(sketch, warnings=others)
        for reason in waived:
            said = FactObserved(RuleWaived(reason), Cause.PERSON, self._clock.monotonic_ns())
            sketch = self._followed(sketch, said, by=asked.by)
        sketch = self._followed(sketch, warning.refused, waived=waived)
        if len(sketch.drafts) <= len(waived):
            self.state = replace(self.state, warnings=sketch.warnings)
            return Refused(Refusal.STILL_REFUSED)
        return Done(self._become(game, sketch, asked.command_id))

    def note(self, change: SourceChanged) -> bool:
        """Remember what a source says of itself. False if it has said the same before."""
        said = {source.name: source for source in self.state.sources}
        if said.get(change.name) == change:
            return False
        said[change.name] = change
        self.state = replace(self.state, sources=tuple(said.values()))
        return True

    def warn(self, code: str, sentence: str) -> None:
        """Show a warning until the next kyoku."""
        warnings = _with_warning(self.state.warnings, TableWarning(code, sentence))
        self.state = replace(self.state, warnings=warnings)

    def _resume(self) -> None:
        game = next(reversed(self._journal.games()), None)
        if game is None:
            return
        found = replay(self._journal.entries(game.number), game.rules)
        if found.hanchan.is_closed and not found.failure:
            return
        self._game, self._standing, self._beyond = game, [*found.entries], found.beyond
        self.state = replace(self.state, game=game.name, hanchan=found.hanchan, last_kyoku=found.last_kyoku)
        if found.failure:
            self.warn(
                "journal_cut", f"{game.name} is shown up to where it could be followed: {found.failure}"
            )

    def _opened(self, first: FactObserved) -> tuple[Game, _Sketch]:
        """The game that the facts belong to, and the table before them."""
        now = self.state
        if isinstance(first.fact, HanchanStarted):
            rules = self._rules_called(first.fact.rules)
            return self._announced(rules), _Sketch(begin(rules), None, warnings=now.warnings)
        return self._game or self._announced(self._house), _Sketch(
            now.hanchan, now.last_kyoku, warnings=now.warnings
        )

    def _announced(self, rules: RuleSet) -> Game:
        return self._journal.next_game(self._stem, rules, self._now())

    def _rules_called(self, name: str) -> RuleSet:
        # The house's own set comes first: a file of rules may be called like a preset.
        return self._house if name == self._house.name else PRESETS.get(name, self._house)

    def _followed(
        self, sketch: _Sketch, observed: FactObserved, *, by: str = "", waived: tuple[Reason, ...] = ()
    ) -> _Sketch:
        fact = observed.fact
        try:
            hanchan, last_kyoku = followed(sketch.hanchan, sketch.last_kyoku, fact)
        except IllegalFactError as refusal:
            return _refused(sketch, _warning(refusal, observed, waived))
        except Exception:  # noqa: BLE001 - see below
            # A fault in the rules must not stop the table: people go on playing.
            _log.exception("fact.failed %r", fact)
            return _refused(
                sketch, TableWarning("own_fault", f"{type(fact).__name__} could not be followed.")
            )
        draft = Draft(at=self._told_at(observed.at_ns), because=observed.because, fact=fact, by=by)
        warnings = () if isinstance(fact, KyokuStarted) else sketch.warnings
        return _Sketch(hanchan, last_kyoku, (*sketch.drafts, draft), warnings)

    def _write(
        self,
        game: Game,
        drafts: Sequence[Draft],
        beyond: Sequence[Entry],
        command_id: str | None = None,
    ) -> tuple[Entry, ...]:
        now = self._now()
        cut = [Draft(at=now, because=Cause.JOURNAL, retracts=entry.seq) for entry in beyond]
        return self._journal.append(game, [*cut, *drafts], command_id)[len(cut) :]

    def _now(self) -> str:
        return utc_text(self._clock.utc_now())

    def _told_at(self, at_ns: int) -> str:
        """The wall clock's time at which something happened by the monotonic clock."""
        ago = timedelta(microseconds=(self._clock.monotonic_ns() - at_ns) // 1_000)
        return utc_text(self._clock.utc_now() - ago)


def _warning(refusal: IllegalFactError, observed: FactObserved, waived: tuple[Reason, ...]) -> TableWarning:
    """What is shown of a refused fact; it is kept where the table may allow it."""
    kept = observed if refusal.reason.is_waivable else None
    return TableWarning(refusal.reason.value, str(refusal), kept, waived if kept else ())


def _refused(sketch: _Sketch, warning: TableWarning) -> _Sketch:
    return replace(sketch, warnings=_with_warning(sketch.warnings, warning))


def _with_warning(warnings: tuple[TableWarning, ...], new: TableWarning) -> tuple[TableWarning, ...]:
    """The newest last, and each only once: a camera says the same wrong thing many times."""
    others = (old for old in warnings if (old.code, old.sentence) != (new.code, new.sentence))
    return (*others, new)[-MOST_WARNINGS:]
