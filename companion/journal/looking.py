"""A look at a journal file before anybody relies on it: quick enough for every start."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from companion.errors import JournalCorrupt
from companion.journal.rows import first_digest, following
from companion.journal.sqlite import SqliteReader
from companion.plurals import counted

MOST_BYTES_READ_AT_THE_START: Final = 16 * 1024 * 1024
"""In bytes: of a larger file only the newest game is compared with its digests while people wait.

The rest is compared later.
"""

_GAMES: Final = "SELECT number, name, rules, started, digest FROM games ORDER BY number"
_NEWEST_GAME: Final = "SELECT number, name, rules, started, digest FROM games ORDER BY number DESC LIMIT 1"
_PAYLOADS: Final = "SELECT seq, payload, digest FROM entries WHERE game = ? ORDER BY seq"
_OF_NO_GAME: Final = "SELECT count(*) FROM entries WHERE game NOT IN (SELECT number FROM games)"
_ROWS_THAT_DIFFER: Final = (
    "SELECT seq FROM entries WHERE json_extract(payload, '$.seq') IS NOT seq "
    "OR json_extract(payload, '$.retracts') IS NOT retracts "
    "OR json_extract(payload, '$.command_id') IS NOT command_id LIMIT 1"
)


def look_at(path: Path, *, most_bytes: int = MOST_BYTES_READ_AT_THE_START) -> int:
    """Compare the file's text with its digests, without decoding it; return the newest entry's number.

    Of a file with more than `most_bytes` bytes only the newest game is compared.

    Raises:
        JournalCorrupt: something is missing or was changed.
        JournalTooNew: a newer companion has written it.
        JournalDown: the disk refuses.
    """
    with contextlib.closing(_Look(path)) as look:
        look.stand_still()
        is_read_whole = path.stat().st_size <= most_bytes
        look.require_pages(whole=is_read_whole)
        look.require_no_gap()
        look.require_origin()
        look.require_chain(whole=is_read_whole)
        if is_read_whole:
            look.require_rows()
        return look.last_seq


def look_again(path: Path) -> None:
    """Check what a short look at a large file leaves out, except the chains of games. Raises as `look_at`."""
    with contextlib.closing(_Look(path)) as look:
        look.stand_still()
        look.require_pages(whole=True)
        look.require_no_gap()
        look.require_rows()
        look.require_no_strays()


def read_all(path: Path) -> int:
    """Read every entry as `check` does; return the newest entry's number. Raises as `look_at`."""
    with contextlib.closing(_Look(path)) as look:
        look.stand_still()
        look.check()
        return look.last_seq


class _Look(SqliteReader):
    """A reader that compares digests alone: five times as quick as reading what the entries say."""

    def stand_still(self) -> None:
        """See the file as it is now until the end of the look, whatever is written meanwhile."""
        self._rows("BEGIN")

    def require_pages(self, *, whole: bool) -> None:
        # The quick one does not compare the indexes with the tables.
        told = self._rows("PRAGMA integrity_check(1)" if whole else "PRAGMA quick_check(1)")
        if told != [("ok",)]:
            raise JournalCorrupt(f"the journal {self._path} is damaged: {str(told[0][0]).splitlines()[-1]}")

    def require_no_gap(self) -> None:
        self._require_no_gap()

    def require_origin(self) -> None:
        """Raises JournalCorrupt where the file no longer says which journal it is."""
        _ = self.origin

    def require_no_strays(self) -> None:
        strays = self._rows(_OF_NO_GAME)[0][0]
        if strays:
            said = counted(strays, "entry belongs", "entries belong")
            raise JournalCorrupt(f"{self._path}: {said} to no game")

    def require_rows(self) -> None:
        """Raises JournalCorrupt where a row differs from its text: the digest covers the text alone."""
        for (seq,) in self._rows(_ROWS_THAT_DIFFER):
            raise JournalCorrupt(f"entry {seq} says something else in its text than in its row")

    def require_chain(self, *, whole: bool) -> None:
        for number, *rest, digest in self._each(_GAMES if whole else _NEWEST_GAME):
            row = (number, *rest)
            if not all(type(text) is str for text in rest) or digest != first_digest(row):
                raise JournalCorrupt(f"game {number} was changed after it was written")
            self._follow(number, digest)

    def _follow(self, game: int, digest: bytes) -> None:
        for seq, payload, kept in self._each(_PAYLOADS, game):
            digest = following(digest, payload) if type(payload) is str else b""
            if digest != kept:
                raise JournalCorrupt(f"entry {seq} was changed after it was written, or one before it")
