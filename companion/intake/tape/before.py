"""What a tape that begins in the middle needs of what was heard before it began.

Of the games only the one on the table is held: the journal has the others, and is asked if one comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.intake.tape.events import Heard, Put, Saw, Shown, Trusted, Wrote
from companion.journal.store import JournalReader
from companion.riichi.facts import HanchanStarted

__all__ = ["Before"]


class Before:
    """Remembers for a tape what it begins with. `turn_to` and what is written come from one thread."""

    def __init__(self) -> None:
        self._journal: JournalReader | None = None
        self._newest: dict[type, Heard] = {}
        self._game: str | None = None
        self._written: Wrote | None = None
        """All that was written of the game on the table."""

    def reads(self, journal: JournalReader) -> None:
        """From now on, this journal says what was written of a game that comes to the table."""
        self._journal = journal

    def turn_to(self, game: str | None) -> None:
        """This game is on the table now; let go of the one before. Raises JournalError."""
        if game == self._game:
            return
        self._game, self._written = None, None
        written = _written_of(self._journal, game) if self._journal and game else None
        self._game, self._written = game, written

    def hear(self, heard: Heard) -> None:
        """Remember it, if a tape may need it."""
        match heard:
            case Wrote() if heard.game == self._game:
                self._written = _continued(self._written, heard)
            case Wrote() if _is_whole(heard):  # the table shows the game a moment later
                self._game, self._written = heard.game, replace(heard, is_before=True)
            case Saw() if heard.sighting is not None:
                self._newest[Saw] = heard
            case Shown() | Put() | Trusted():
                self._newest[type(heard)] = heard
            case _:
                pass

    def written(self, notes_of: Callable[[str], str]) -> Wrote | None:
        """All that was written of the game on the table; `notes_of` says what the table knows besides."""
        return self._written and replace(self._written, notes=notes_of(self._written.game))

    def needed(self, notes_of: Callable[[str], str]) -> Iterator[Heard]:
        """What a tape begins with."""
        if (written := self.written(notes_of)) is not None:
            yield written
        yield from (self._newest[kind] for kind in (Trusted, Saw, Shown, Put) if kind in self._newest)


def _written_of(journal: JournalReader, name: str) -> Wrote | None:
    """All that was written of a game; None where the journal has no such game. Raises JournalError."""
    game = next((one for one in reversed(journal.games()) if one.name == name), None)
    return Wrote(name, journal.entries(game.number), game.rules, is_before=True) if game else None


def _is_whole(heard: Wrote) -> bool:
    """Whether it is all that was written of its game so far."""
    begins = bool(heard.entries) and isinstance(heard.entries[0].fact, HanchanStarted)
    return heard.rules is not None and begins


def _continued(before: Wrote | None, heard: Wrote) -> Wrote:
    """All that was written of a game, for a tape that begins after it."""
    if before is None:
        return replace(heard, is_before=True)
    return replace(before, entries=before.entries + heard.entries)
