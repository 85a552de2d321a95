"""The journal on disk: one SQLite file, one writer, any number of readers. Entries are only appended.

Each entry's row holds a digest of its own text and of the digest before it in its game, so that a change
shows in all later entries of that game; a game's first entry follows on the digest of the game itself.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.errors import JournalCorrupt, JournalError
from companion.journal import forgetting, noting
from companion.journal.codec import SCHEMA_VERSION, encode_entry
from companion.journal.entry import Draft, Entry, Game, GameNumber, WrittenText
from companion.journal.opening import (
    OpenJournal,
    connect_reader,
    connect_writer,
    is_in_place,
    lock,
    require_in_place,
    speaking_of,
)
from companion.journal.origin import Origin, origin_in, settle_origin
from companion.journal.rows import (
    entry_in,
    first_digest,
    following,
    game_in,
    game_row,
    require_anchors_written,
)
from companion.journal.store import (
    name_of_game,
    require_anchors,
    require_drafts,
    require_known,
    require_place,
)
from companion.plurals import counted
from companion.riichi.ruleset import RuleSet

_GAMES: Final = "SELECT number, name, rules, started, digest FROM games ORDER BY number"
_GAME: Final = "SELECT number, name, rules, started, digest FROM games WHERE number = ?"
_OF_GAME: Final = "SELECT seq, retracts, command_id, payload, digest FROM entries WHERE game = ? ORDER BY seq"
_ENDS: Final = (
    "SELECT number, (SELECT digest FROM entries WHERE game = number ORDER BY seq DESC LIMIT 1) FROM games"
)
_OF_COMMAND: Final = (
    "SELECT seq, retracts, command_id, payload, digest FROM entries WHERE command_id = ? ORDER BY seq"
)
# With a condition on `retracts`, SQLite would look through the entries of all games.
_RETRACTED: Final = "SELECT seq, retracts FROM entries WHERE game = ?"
_COUNT: Final = (
    "SELECT 'entries', count(*), coalesce(min(seq), 1), coalesce(max(seq), 0) FROM entries UNION ALL "
    "SELECT 'games', count(*), coalesce(min(number), 1), coalesce(max(number), 0) FROM games"
)


class SqliteReader:
    """Reads a journal, while another may be writing it.

    Raises JournalCorrupt, JournalTooNew, JournalDown.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with speaking_of(path):
            self._db = self._connect()

    def _connect(self) -> OpenJournal:
        return connect_reader(self._path)

    @property
    def origin(self) -> Origin | None:
        """Which journal it is, and of which epoch; None in a file of an older form. Raises JournalCorrupt."""
        with speaking_of(self._path):
            return origin_in(self._db)

    @property
    def last_seq(self) -> int:
        """The number of the newest entry."""
        newest = int(self._rows("SELECT coalesce(max(seq), 0) FROM entries")[0][0])
        return max([newest, *(gone.last for gone in self.forgotten())])

    def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""
        return tuple(game_in(row)[0] for row in self._each(_GAMES))

    def entries(self, game: GameNumber) -> tuple[Entry, ...]:
        """All that was written about a game, in order. Raises JournalCorrupt."""
        found = [game_in(row) for row in self._rows(_GAME, game)]
        return self._checked_entries(*found[0]) if found else ()

    def written_by(self, command_id: str) -> tuple[Entry, ...]:
        """What a command wrote."""
        return tuple(entry_in(row) for row in self._rows(_OF_COMMAND, command_id))

    def check(self) -> None:
        """Read everything and compare it with its digests. Raises JournalCorrupt."""
        self._require_sound_file()
        self._require_no_gap()
        _ = self.origin
        read = sum(len(self._checked_entries(*game_in(row))) for row in self._each(_GAMES))
        there = int(self._rows("SELECT count(*) FROM entries")[0][0])
        if read != there:
            said = counted(there - read, "entry belongs", "entries belong")
            raise JournalCorrupt(f"{self._path}: {said} to no game")

    def game_of(self, command_id: str) -> Game | None:
        """The game in which a command wrote."""
        numbers = self._rows("SELECT DISTINCT game FROM entries WHERE command_id = ?", command_id)
        return next((game for game in self.games() if (game.number,) in numbers), None)

    def marks(self) -> tuple[tuple[Game, str], ...]:
        """Every game, oldest first, each with a text that changes whenever its entries do."""
        digests = {game: digest.hex() for game, digest in self._rows(_ENDS) if type(digest) is bytes}
        return tuple((game, digests.get(game.number, "")) for game in self.games())

    def has_forgotten(self, command_id: str) -> bool:
        """Whether this command took a game out."""
        return any(gone.command_id == command_id for gone in self.forgotten())

    def texts(self, after: int, most: int) -> tuple[WrittenText, ...]:
        """At most `most` entries after a number, in order, of all games."""
        query = "SELECT seq, game, payload FROM entries WHERE seq > ? ORDER BY seq LIMIT ?"
        return tuple(WrittenText(*row) for row in self._rows(query, after, most))

    def forgotten(self) -> tuple[forgetting.Forgotten, ...]:
        """The games that were forgotten, in order."""
        with speaking_of(self._path):
            return forgetting.forgotten_in(self._db)

    def rewritten(self) -> Mapping[GameNumber, int]:
        """How many times each game was anonymised; games that never were are left out."""
        with speaking_of(self._path):
            return forgetting.rewritten_in(self._db)

    def newest_notes(self) -> tuple[GameNumber, int, str] | None:
        """What was noted last: of which game, after which entry, and the text."""
        with speaking_of(self._path):
            return noting.newest_notes_in(self._db)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _checked_entries(self, game: Game, digest: bytes) -> tuple[Entry, ...]:
        found = []
        for row in self._rows(_OF_GAME, game.number):
            # Damage can put another type into a column than the one that was written.
            digest = following(digest, row[3]) if type(row[3]) is str else b""
            if row[4] != digest:
                raise JournalCorrupt(f"entry {row[0]} was changed after it was written, or one before it")
            found.append(entry_in(row))
        require_anchors_written(found)
        return tuple(found)

    def _require_sound_file(self) -> None:
        told = self._rows("PRAGMA integrity_check")
        if told != [("ok",)]:
            raise JournalCorrupt(f"the journal {self._path} is damaged: {told[0][0]}")

    def _require_no_gap(self) -> None:
        gone = self.forgotten()
        lost: dict[str, list[tuple[int, int, int]]] = {
            "entries": [(one.entries, one.first, one.last) for one in gone],
            "games": [(1, one.game, one.game) for one in gone],
        }
        for what, used, lowest, highest in self._rows(_COUNT):
            count, first, last = forgetting.with_forgotten(used, lowest, highest, lost[what])
            if (first, last) != (1, count):
                raise JournalCorrupt(f"the journal {self._path} lacks {last - count} of its {what}")

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return list(self._each(query, *values))

    def _each(self, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """One row after another: the games of many years need never be held at once."""
        with speaking_of(self._path):
            for row in self._db.execute(query, values):  # noqa: UP028 - it would close the cursor late
                yield row


class SqliteJournal(SqliteReader):
    """Writes a journal; the file is made if it is not there.

    One thread uses it at a time. Its own reading sees exactly what is on the disk.

    Raises:
        JournalInUse: another companion writes it.
        JournalTooNew: a newer companion has written it.
        JournalCorrupt: the file is not a journal, or damaged.
        JournalDown: the disk refuses.
    """

    def __init__(self, path: Path) -> None:
        with speaking_of(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock(path)
        try:
            super().__init__(path)
        except BaseException:
            self._lock.close()
            raise
        self._last: tuple[Game, int, bytes] | None = None

    def _connect(self) -> OpenJournal:
        db = connect_writer(self._path)
        try:
            settle_origin(db, SCHEMA_VERSION)
        except BaseException:
            db.close()
            raise
        return db

    @property
    def is_in_place(self) -> bool:
        """Whether the file written here is still the one under the journal's name. Any thread may ask."""
        return is_in_place(self._db, self._path)

    def next_game(self, stem: str, rules: RuleSet, started: str) -> Game:
        """Announce a game; it is kept together with its first entries."""
        number = self._next_number()
        return Game(number, name_of_game(stem, number), rules, started)

    def reader(self) -> SqliteReader:
        """A reader of the same file for another thread, which closes it. Raises JournalError."""
        return SqliteReader(self._path)

    def forget(self, game: Game, command_id: str | None = None) -> None:
        """Take a game out of the file, with all its entries. Raises JournalDown, ValueError."""
        require_known(game, self.games())
        with self._taking_out():
            forgetting.forget(self._db, game.number, command_id)

    def anonymise(self, game: Game) -> None:
        """Take the people out of a game. Raises JournalDown, JournalCorrupt, ValueError."""
        require_known(game, self.games())
        with self._taking_out():
            forgetting.anonymise(self._db, game.number)

    @contextlib.contextmanager
    def _taking_out(self) -> Iterator[None]:
        with speaking_of(self._path):
            self._db.execute("PRAGMA secure_delete = ON").fetchall()
            with self._transaction():
                yield
        self._last = None
        # It is gone from the journal; if it cannot be scrubbed out of the file now, the next removal does it.
        with contextlib.suppress(JournalError), speaking_of(self._path):
            forgetting.scrub(self._db)

    def append(
        self, game: Game, drafts: Sequence[Draft], command_id: str | None = None, notes: str = ""
    ) -> tuple[Entry, ...]:
        """Write all the drafts and the notes or none, in one transaction. Raises JournalDown, ValueError."""
        require_in_place(self._db, self._path)
        if command_id is not None and (known := self.written_by(command_id)):
            return known
        require_drafts(drafts, self._standing(game) if any(draft.retracts for draft in drafts) else ())
        require_anchors(drafts, self._facts(game) if any(draft.before for draft in drafts) else ())
        is_new, seq, digest = self._end_of(game)
        added = tuple(draft.numbered(number, command_id) for number, draft in enumerate(drafts, seq + 1))
        with speaking_of(self._path), self._transaction():
            if is_new:
                self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", (*game_row(game), digest))
            for part, entry in enumerate(added):
                payload = encode_entry(entry)
                digest = following(digest, payload)
                self._insert(entry, game.number, part, payload, digest)
            noting.put_notes(self._db, game.number, notes)
        self._last = (game, added[-1].seq, digest)
        return added

    def note(self, game: Game, notes: str) -> None:
        """Write what the table knows of a game besides its facts. Raises JournalDown, ValueError."""
        require_in_place(self._db, self._path)
        require_known(game, self._found(game))
        with speaking_of(self._path), self._transaction():
            noting.put_notes(self._db, game.number, notes)

    def notes_of(self, game: Game) -> str:
        """What was noted of a game after its newest entry."""
        with speaking_of(self._path):
            return noting.notes_in(self._db, game.number)

    def close(self) -> None:
        """Let go of the file, and let another write it."""
        super().close()
        self._lock.close()

    def _end_of(self, game: Game) -> tuple[bool, int, bytes]:
        """Whether the game is new; the newest entry's number; the digest to go on from."""
        if self._last is not None and self._last[0] == game:
            return False, self._last[1], self._last[2]
        if require_place(game, self._found(game), self._next_number()):
            return True, self.last_seq, first_digest(game_row(game))
        query = "SELECT digest FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1"
        return False, self.last_seq, self._rows(query, game.number)[0][0]

    def _found(self, game: Game) -> list[Game]:
        """The game of this number, without a look at all others."""
        return [game_in(row)[0] for row in self._rows(_GAME, game.number)]

    def _next_number(self) -> GameNumber:
        newest = int(self._rows("SELECT coalesce(max(number), 0) FROM games")[0][0])
        return GameNumber(max([newest, *(gone.game for gone in self.forgotten())]) + 1)

    def _standing(self, game: Game) -> list[int]:
        rows = self._rows(_RETRACTED, game.number)
        gone = {retracts for _, retracts in rows}
        return [seq for seq, retracts in rows if retracts is None and seq not in gone]

    def _facts(self, game: Game) -> list[int]:
        return [seq for seq, retracts in self._rows(_RETRACTED, game.number) if retracts is None]

    def _insert(self, entry: Entry, game: GameNumber, part: int, payload: str, digest: bytes) -> None:
        place = None if entry.command_id is None else part
        row = (entry.seq, game, entry.retracts, entry.command_id, place, payload, digest)
        self._db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            require_in_place(self._db, self._path)
            self._db.execute("COMMIT")
            # If it was taken away in this very moment, nobody is told that it is written.
            require_in_place(self._db, self._path)
        except BaseException:
            # What was known of the end may be wrong now: it is read again from the disk.
            self._last = None
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
