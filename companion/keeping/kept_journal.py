"""The journal of a running companion: measured, and copied after each hand."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.errors import CompanionError, JournalError, JournalGone
from companion.journal import Draft, Entry, Game, SqliteJournal
from companion.journal.copying import copy_open
from companion.journal.opening import speaking_of
from companion.keeping.copies import Copier, copy_what_is_open, mark_for_renewal
from companion.keeping.evenings_kept import forget_in_evenings
from companion.keeping.probing import WriteProbe
from companion.meters import Meters
from companion.riichi.facts import HanchanEnded, KyokuEnded

_log = logging.getLogger(__name__)


class KeptJournal(SqliteJournal):
    """A journal that counts what it writes, and has a copy made once a hand is on the disk."""

    def __init__(self, path: Path, meters: Meters, copier: Copier, probe: WriteProbe) -> None:
        super().__init__(path)
        self._meters = meters
        self._copier = copier
        self._probe = probe
        self._newest = self.last_seq
        self._mode = path.stat().st_mode
        self.changed: Callable[[], None] = lambda: None
        """Called after each change, by whoever made it; it must return at once."""

    def append(
        self, game: Game, drafts: Sequence[Draft], command_id: str | None = None, notes: str = ""
    ) -> tuple[Entry, ...]:
        """Write all the drafts and the notes or none, in one transaction. Raises JournalDown, ValueError."""
        began = time.perf_counter()
        try:
            added = super().append(game, drafts, command_id, notes)
        except JournalError as failure:
            self._meters.add("commit_failures_total")
            if isinstance(failure, JournalGone):
                self._save()
            raise
        if added[-1].seq <= self._newest:
            return added  # a command that was written before
        self._newest = added[-1].seq
        self._probe.proved()
        self._meters.observe("commit_seconds", time.perf_counter() - began)
        self._meters.add("entries_total", len(added))
        self._meters.add("undo_total", sum(draft.retracts is not None for draft in drafts))
        if any(isinstance(draft.fact, KyokuEnded | HanchanEnded) for draft in drafts):
            self._copier.ask()
        self.changed()
        return added

    def note(self, game: Game, notes: str) -> None:
        """Write what the table knows of a game besides its facts. Raises JournalDown, ValueError."""
        super().note(game, notes)
        self.changed()

    def forget(self, game: Game, command_id: str | None = None) -> None:
        """Take a game out of kept evenings, the file and its copies. Raises JournalDown, ValueError."""
        # Evenings first: once the journal no longer has it, nobody could have it removed there.
        for path in forget_in_evenings(self._path.parent, game.name):
            _log.warning("evening.not_reached %s", path)
        self._mark_copies()
        super().forget(game, command_id)
        self._copier.ask(renew=True)
        self.changed()

    def anonymise(self, game: Game) -> None:
        """Take the people out of a game and its copies. Raises JournalDown, JournalCorrupt, ValueError."""
        self._mark_copies()
        super().anonymise(game)
        self._copier.ask(renew=True)
        self.changed()

    def _mark_copies(self) -> None:
        """Note that the copies are outdated, before anything is taken out: power may fail right after."""
        with speaking_of(self._path):
            mark_for_renewal(self._path)

    def _copy_to(self, target: Path) -> None:
        copy_open(self._db, target, self._mode)

    def _save(self) -> None:
        """The file has lost its name, but it is still open: what was acknowledged goes into a copy."""
        if not self._path.parent.is_dir():
            return
        try:
            copy = copy_what_is_open(self._copy_to, self.last_seq, self._path, self._copier.now())
        except (CompanionError, OSError) as failure:
            _log.warning("copy.failed %s", failure)
        else:
            if copy is not None:
                _log.warning("journal.gone saved=%s", copy.path.name)
