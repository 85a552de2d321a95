"""Where a running companion is overheard: what comes in becomes lines of a tape."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any

from companion.clock import Clock
from companion.errors import JournalError
from companion.evidence import Answer, Command, FactObserved, Refused
from companion.evidence.sights import TableSeen
from companion.intake.door import Observed, TableDoor
from companion.intake.eye.source import EyePlan, EyeSource
from companion.intake.tape.events import (
    AskedFor,
    Heard,
    Noticed,
    Put,
    Saw,
    Shown,
    Signalled,
    Trusted,
    Turned,
    Wrote,
)
from companion.journal import Draft, Entry, Game, Journal
from companion.journal.imported import is_imported, newest_of_table
from companion.journal.origin import Origin
from companion.journal.replay import in_force
from companion.keeping.trusting import HouseTrust
from companion.scribe import Pressed, SightChanged, Ticked
from companion.scribe.mind import TRUSTING, Trust
from companion.shelf import ShelfCommand
from companion.table_state import OpenQuestion, TableState
from firmware_bridge.panel import Panel
from firmware_bridge.signals import Lamps, Signal, Stuck
from vision.sighting import CropTaken, EyeStatus, Heartbeat, Message, RestTaken, Sighting, TableFollowed

__all__ = [
    "OverheardHouse",
    "Tap",
    "overheard_door",
    "overheard_eye",
    "overheard_journal",
    "overheard_panel",
]


class Tap:
    """Tells a tape what it hears. Any thread may call; nothing fails, and only `forgets` waits for a disk."""

    def __init__(
        self,
        tell: Callable[[int, Heard], None],
        clock: Clock,
        rest: Callable[[RestTaken], None] = lambda _: None,
        forgets: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._tell = tell
        self.rest = rest
        """Takes the picture of the cloth at a rest, where an evening is kept."""
        self.forgets = forgets
        """Takes the name of a game that is about to be forgotten, with what an evening has kept of it."""
        self._clock = clock
        self._put: tuple[OpenQuestion, ...] = ()
        self._game: str | None = None
        self._noted = ("", "")
        self._trust = TRUSTING

    def eye(self, message: Message) -> None:
        """The eye said something. Pictures, heartbeats and where the table is are not kept."""
        match message:
            case Sighting() | EyeStatus():
                self._hear(Saw(message))
            case CropTaken() | RestTaken() | Heartbeat() | TableFollowed():
                pass

    def keys(self, signals: Iterable[Signal]) -> None:
        """The panel said something. Keys that are stuck are not kept: they tell nothing of the game."""
        for signal in signals:
            if not isinstance(signal, Stuck):
                self._hear(Signalled(signal))

    def asked(self, command: Command) -> None:
        """Somebody asks for something."""
        self._hear(AskedFor(command))

    def answered(self, command_id: str, answer: Answer) -> None:
        """A command was answered; only refusals are kept."""
        if isinstance(answer, Refused):
            self._hear(Turned(command_id, answer.reason.value))

    def noticed(self, evidence: object) -> None:
        """Something else comes to the table. What the eye saw has already been heard from the eye itself."""
        if isinstance(evidence, TableSeen):
            self._hear(Shown(evidence.at_ns))
        elif isinstance(evidence, Pressed | SightChanged | Ticked | FactObserved):
            self._hear(Noticed(evidence))

    def wrote(self, game: Game, entries: tuple[Entry, ...], notes: str, *, is_before: bool = False) -> None:
        """Something was written into the journal, or was in it before."""
        rules = None if game.name == self._game else game.rules
        self._game = game.name
        self.noted(game, notes)
        self._hear(Wrote(game.name, entries, rules, is_before, notes if is_before else ""))

    def noted(self, game: Game, notes: str) -> None:
        """This is what the table knows of a game besides its facts."""
        self._noted = (game.name, notes)

    def notes_of(self, game: str) -> str:
        """What the table knows of the game on the table besides its facts, for a tape that begins now."""
        name, notes = self._noted
        return notes if name == game else ""

    def trusts(self, trust: Trust) -> None:
        """The house lets pictures write this much from now on."""
        if trust != self._trust:
            self._trust = trust
            self._hear(Trusted(trust))

    def put(self, questions: tuple[OpenQuestion, ...]) -> None:
        """These questions stand now."""
        if questions != self._put:
            self._put = questions
            self._hear(Put(questions))

    def _hear(self, heard: Heard) -> None:
        self._tell(self._clock.monotonic_ns(), heard)


class _OverheardDoor:
    """The table's door, at which a tape listens."""

    def __init__(self, table: TableDoor, tap: Tap) -> None:
        self._table = table
        self._tap = tap

    @property
    def state(self) -> TableState:
        return self._table.state

    def put(self, evidence: Observed) -> None:
        self._tap.noticed(evidence)
        self._table.put(evidence)

    def ask(self, command: Command | ShelfCommand) -> Future[Answer]:
        if not isinstance(command, Command):
            return self._table.ask(command)  # a tape does not hold what becomes of past games
        self._tap.asked(command)
        answer = self._table.ask(command)
        answer.add_done_callback(lambda done: self._answered(command.command_id, done))
        return answer

    def caught_up(self) -> Future[TableState]:
        return self._table.caught_up()

    def _answered(self, command_id: str, done: Future[Answer]) -> None:
        if done.exception() is None:
            self._tap.answered(command_id, done.result())


def overheard_door(table: TableDoor, tap: Tap) -> TableDoor:
    """The same table, whose door a tape hears too."""
    return _OverheardDoor(table, tap)


class _OverheardJournal:
    """A journal that also tells a tape what is written."""

    def __init__(self, journal: Journal, tap: Tap) -> None:
        self._journal = journal
        self._tap = tap
        self._standing: dict[str, int] = {}
        """How many facts count of each game that the tape has been told whole."""
        self.games = journal.games
        self.entries = journal.entries
        self.written_by = journal.written_by
        self.check = journal.check
        self.game_of = journal.game_of
        self.marks = journal.marks
        self.texts = journal.texts
        self.forgotten = journal.forgotten
        self.rewritten = journal.rewritten
        self.close = journal.close
        self.reader = journal.reader
        self.anonymise = journal.anonymise
        self.has_forgotten = journal.has_forgotten
        self.next_game = journal.next_game
        self.notes_of = journal.notes_of
        self.newest_notes = journal.newest_notes
        self._tell_newest()

    @property
    def origin(self) -> Origin | None:
        return self._journal.origin

    @property
    def last_seq(self) -> int:
        return self._journal.last_seq

    def append(
        self, game: Game, drafts: Sequence[Draft], command_id: str | None = None, notes: str = ""
    ) -> tuple[Entry, ...]:
        entries = self._journal.append(game, drafts, command_id, notes)
        if is_imported(entries):
            return entries
        change = sum(1 if entry.retracts is None else -1 for entry in entries)
        standing = self._standing[game.name] = self._standing.get(game.name, 0) + change
        self._tap.wrote(game, entries, notes)
        if not standing:  # a game that was taken back whole: the one before is on the table again
            with contextlib.suppress(JournalError):  # it is written, whatever can be read of others
                self._tell_newest()
        return entries

    def forget(self, game: Game, command_id: str | None = None) -> None:
        self._tap.forgets(game.name)
        self._journal.forget(game, command_id)

    def note(self, game: Game, notes: str) -> None:
        self._journal.note(game, notes)
        self._tap.noted(game, notes)

    def _tell_newest(self) -> None:
        """Tell the tape what was written of the game that is on the table now, unless it has heard it."""
        newest = newest_of_table(self._journal)
        if newest is not None and newest[0].name not in self._standing:
            game, entries = newest
            self._standing[game.name] = len(in_force(entries))
            self._tap.wrote(game, entries, self._journal.notes_of(game), is_before=True)


def overheard_journal(journal: Journal, tap: Tap) -> Journal:
    """The same journal, which a tape hears too, and at once what it holds of the newest game played here.

    An earlier game that comes back to the table is told then. A tape is about the table: games from a file
    are not told to it.

    Raises:
        JournalError: the journal cannot be read.
    """
    return _OverheardJournal(journal, tap)


class OverheardHouse:
    """What a house lets pictures write; a tape hears it too, now and whenever somebody changes it."""

    def __init__(self, house: HouseTrust, tap: Tap) -> None:
        self._house = house
        self._tap = tap
        tap.trusts(house.trust)

    @property
    def trust(self) -> Trust:
        """What holds now."""
        return self._house.trust

    def change(self, said: Mapping[str, Any]) -> None:
        """Let pictures write this much from now on. Raises TrustRefused, OSError."""
        self._house.change(said)
        self._tap.trusts(self._house.trust)


class _OverheardPanel:
    """A panel whose signals a tape hears too."""

    def __init__(self, panel: Panel, tap: Tap) -> None:
        self._panel = panel
        self._tap = tap

    @property
    def damaged_lines(self) -> int:
        return self._panel.damaged_lines

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        signals = self._panel.wait(timeout_s)
        self._tap.keys(signals)
        return signals

    def show(self, lamps: Lamps) -> None:
        self._panel.show(lamps)

    def close(self) -> None:
        self._panel.close()


class _OverheardEye(EyeSource):
    """An eye that also tells a tape what it says about the table and itself."""

    def __init__(
        self, tap: Tap, plan: EyePlan, hear: Callable[[Sighting], None], *others: Any, **more: Any
    ) -> None:
        def both(sighting: Sighting) -> None:
            tap.eye(sighting)
            hear(sighting)

        super().__init__(plan, both, *others, **more)
        self._tap = tap

    def _rests(self, rest: RestTaken) -> None:
        self._tap.rest(rest)

    def _tell_condition(self, status: EyeStatus) -> None:
        self._tap.eye(status)
        super()._tell_condition(status)


def overheard_eye(tap: Tap) -> Callable[..., EyeSource]:
    """What opens an eye that a tape hears too."""
    return partial(_OverheardEye, tap)


def overheard_panel(open_panel: Callable[[], Panel], tap: Tap) -> Callable[[], Panel]:
    """The same panel, which a tape hears too."""
    return lambda: _OverheardPanel(open_panel(), tap)
