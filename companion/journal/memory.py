"""A journal that forgets everything when it is let go: for tests, and for tables that keep nothing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import JournalCorrupt, JournalDown
from companion.journal.entry import Draft, Entry, Game, GameNumber
from companion.journal.replay import in_force
from companion.journal.store import name_of_game, require_drafts, require_place
from companion.riichi.ruleset import RuleSet


class MemoryJournal:
    """What `SqliteJournal` does, without a disk; it can be told to behave like a full one."""

    def __init__(self) -> None:
        self.fault = ""
        """While this says something, nothing can be written."""
        self._games: list[Game] = []
        self._entries: list[tuple[GameNumber, Entry]] = []

    @property
    def last_seq(self) -> int:
        """The number of the newest entry."""
        return len(self._entries)

    def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""
        return tuple(self._games)

    def entries(self, game: GameNumber) -> tuple[Entry, ...]:
        """All that was written about a game, in order."""
        return tuple(entry for number, entry in self._entries if number == game)

    def written_by(self, command_id: str) -> tuple[Entry, ...]:
        """What a command wrote."""
        return tuple(entry for _, entry in self._entries if entry.command_id == command_id)

    def check(self) -> None:
        """Entries are counted from 1. Raises JournalCorrupt."""
        for place, (_, entry) in enumerate(self._entries, 1):
            if entry.seq != place:
                raise JournalCorrupt(f"entry {entry.seq} stands in place {place}")

    def next_game(self, stem: str, rules: RuleSet, started: str) -> Game:
        """Announce a game; it is kept together with its first entries."""
        number = GameNumber(len(self._games) + 1)
        return Game(number, name_of_game(stem, number), rules, started)

    def append(self, game: Game, drafts: Sequence[Draft], command_id: str | None = None) -> tuple[Entry, ...]:
        """Keep all of the drafts or none. Raises JournalDown, ValueError."""
        if command_id is not None and (known := self.written_by(command_id)):
            return known
        is_new = require_place(game, self._games)
        if any(draft.retracts for draft in drafts):
            require_drafts(drafts, (entry.seq for entry in in_force(self.entries(game.number))))
        else:
            require_drafts(drafts, ())
        if self.fault:
            raise JournalDown(f"the journal cannot be written: {self.fault}")
        if is_new:
            self._games.append(game)
        added = tuple(draft.numbered(seq, command_id) for seq, draft in enumerate(drafts, self.last_seq + 1))
        self._entries.extend((game.number, entry) for entry in added)
        return added

    def close(self) -> None:
        """There is nothing to let go of."""
