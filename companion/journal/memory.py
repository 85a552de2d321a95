"""A journal in memory, gone when it is closed: for tests, and for tables that keep nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from companion.errors import JournalCorrupt, JournalDown
from companion.journal.codec import encode_entry
from companion.journal.entry import Draft, Entry, Game, GameNumber, WrittenText
from companion.journal.forgetting import Forgotten, unnamed, with_forgotten
from companion.journal.origin import Origin, new_origin
from companion.journal.replay import in_force
from companion.journal.store import (
    name_of_game,
    require_anchors,
    require_drafts,
    require_known,
    require_place,
)
from companion.riichi.ruleset import RuleSet


class MemoryJournal:
    """What `SqliteJournal` does, without a disk; it can be told to behave like a full one."""

    def __init__(self) -> None:
        self.fault = ""
        """Why nothing can be written, as a full disk would say it; empty while writing works."""
        self._games: list[Game] = []
        self._entries: list[tuple[GameNumber, Entry]] = []
        self._gone: tuple[Forgotten, ...] = ()
        self._last_seq = 0
        self._last_number = GameNumber(0)
        self._rewritten: dict[GameNumber, int] = {}
        self._notes: dict[GameNumber, str] = {}
        self.origin: Origin | None = new_origin()
        """Which journal it is: a new one with each start."""

    @property
    def last_seq(self) -> int:
        """The number of the newest entry."""
        return self._last_seq

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
        """Raises JournalCorrupt unless entries, with the forgotten ones, are numbered from 1 without gaps."""
        seqs = [entry.seq for _, entry in self._entries]
        gone = ((one.entries, one.first, one.last) for one in self._gone)
        count, first, last = with_forgotten(len(seqs), min(seqs, default=1), max(seqs, default=0), gone)
        if (first, last) != (1, count) or last != self._last_seq:
            raise JournalCorrupt(f"the journal lacks {last - count} of its entries")

    def game_of(self, command_id: str) -> Game | None:
        """The game in which a command wrote."""
        numbers = {number for number, entry in self._entries if entry.command_id == command_id}
        return next((game for game in self._games if game.number in numbers), None)

    def marks(self) -> tuple[tuple[Game, str], ...]:
        """Every game, oldest first, and a text that changes whenever its entries do."""
        newest = {number: entry.seq for number, entry in self._entries}
        times = self._rewritten
        return tuple((game, f"{newest[game.number]}-{times.get(game.number, 0)}") for game in self.games())

    def texts(self, after: int, most: int) -> tuple[WrittenText, ...]:
        """At most `most` entries after a number, in order, of all games."""
        behind = (pair for pair in self._entries if pair[1].seq > after)
        return tuple(WrittenText(one.seq, game, encode_entry(one)) for game, one in islice(behind, most))

    def forgotten(self) -> tuple[Forgotten, ...]:
        """The games that were forgotten, in order."""
        return tuple(sorted(self._gone, key=lambda one: one.game))

    def rewritten(self) -> Mapping[GameNumber, int]:
        """How many times each game was anonymised; games that never were are left out."""
        return dict(self._rewritten)

    def reader(self) -> MemoryJournal:
        """The journal itself: its lists are only appended to, or replaced as a whole."""
        return self

    def forget(self, game: Game, command_id: str | None = None) -> None:
        """Take a game out, with all its entries. Raises JournalDown, ValueError."""
        require_known(game, self._games)
        self._require_writable()
        seqs = [entry.seq for entry in self.entries(game.number)]
        gone = Forgotten(game.number, seqs[0], seqs[-1], len(seqs), command_id)
        self._gone = (*self._gone, gone)
        self._notes.pop(game.number, None)
        self._entries = [pair for pair in self._entries if pair[0] != game.number]
        self._games = [other for other in self._games if other != game]

    def anonymise(self, game: Game) -> None:
        """Take the people out of a game. Raises JournalDown, ValueError."""
        require_known(game, self._games)
        self._require_writable()
        nameless = {entry.seq: entry for entry in unnamed(self.entries(game.number))}
        self._entries = [(number, nameless.get(entry.seq, entry)) for number, entry in self._entries]
        self._notes.pop(game.number, None)
        self._rewritten[game.number] = self._rewritten.get(game.number, 0) + 1

    def has_forgotten(self, command_id: str) -> bool:
        """Whether this command took a game out."""
        return any(one.command_id == command_id for one in self._gone)

    def _require_writable(self) -> None:
        if self.fault:
            raise JournalDown(f"the journal cannot be written: {self.fault}")

    def next_game(self, stem: str, rules: RuleSet, started: str) -> Game:
        """Announce a game; it is kept together with its first entries."""
        number = GameNumber(self._last_number + 1)
        return Game(number, name_of_game(stem, number), rules, started)

    def append(
        self, game: Game, drafts: Sequence[Draft], command_id: str | None = None, notes: str = ""
    ) -> tuple[Entry, ...]:
        """Keep all of the drafts and the notes, or none. Raises JournalDown, ValueError."""
        if command_id is not None and (known := self.written_by(command_id)):
            return known
        is_new = require_place(game, self._games, self._last_number + 1)
        if any(draft.retracts for draft in drafts):
            require_drafts(drafts, (entry.seq for entry in in_force(self.entries(game.number))))
        else:
            require_drafts(drafts, ())
        facts = (entry.seq for entry in self.entries(game.number) if entry.fact is not None)
        require_anchors(drafts, facts if any(draft.before for draft in drafts) else ())
        self._require_writable()
        if is_new:
            self._games.append(game)
            self._last_number = game.number
        added = tuple(draft.numbered(seq, command_id) for seq, draft in enumerate(drafts, self.last_seq + 1))
        self._entries.extend((game.number, entry) for entry in added)
        self._last_seq += len(added)
        self._notes[game.number] = notes
        return added

    def note(self, game: Game, notes: str) -> None:
        """Keep what the table knows of a game besides its facts. Raises JournalDown, ValueError."""
        require_known(game, self._games)
        self._require_writable()
        self._notes[game.number] = notes

    def notes_of(self, game: Game) -> str:
        """What was noted of a game."""
        return self._notes.get(game.number, "")

    def newest_notes(self) -> tuple[GameNumber, int, str] | None:
        """What was noted last: of which game, after which entry, and the text."""
        newest = {number: entry.seq for number, entry in self._entries if self._notes.get(number)}
        game = max(newest, key=newest.__getitem__, default=None)
        return None if game is None else (game, newest[game], self._notes[game])

    def close(self) -> None:
        """Nothing to close."""
