"""The journal's games for looking back; any thread may read them while the one writer goes on writing.

Each game is read once and its summary remembered until its entries change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from companion.errors import ConfigError
from companion.evenings.club import GameBrought, day_of
from companion.evenings.played import PlayedGame, played
from companion.evenings.statistics import Counts, PlayerStatistics, counts_of, summed
from companion.evenings.summary import GameSummary, summary_of
from companion.journal import Game, JournalReader
from companion.keeping.club_file import Club, kept_club

if TYPE_CHECKING:
    from companion.evenings.importing import ImportedGame

__all__ = ["Archive", "OpenReader"]

OpenReader: TypeAlias = Callable[[], JournalReader]
"""Opens the journal for one thread, which has to close it."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    mark: str
    summary: GameSummary
    counted: tuple[tuple[str, int, Counts], ...]


class Archive:
    """All games of one journal.

    Every method opens the journal, reads and closes it again. Raises JournalError if it cannot be read.
    """

    def __init__(self, open_reader: OpenReader, folder: Path | None = None) -> None:
        self._open_reader = open_reader
        self._folder = folder
        self._remembered: dict[str, _Remembered] = {}
        self._looked_at: tuple[str, PlayedGame] | None = None
        self._one_at_a_time = Lock()

    def summaries(self) -> tuple[GameSummary, ...]:
        """Every game, the newest first."""
        return tuple(one.summary for one in reversed(self._all()))

    def statistics(self) -> tuple[PlayerStatistics, ...]:
        """Statistics of all who played in finished games: one entry for each person and number of players.

        Raises ConfigError.
        """
        club = self.club
        counted = (counts for one in self._all() for counts in one.counted)
        return summed((club.person(name), players, counts) for name, players, counts in counted)

    @property
    def club(self) -> Club:
        """Seasons, other names of a person and the time zone, as people entered them. Raises ConfigError."""
        return Club() if self._folder is None else kept_club(self._folder)

    @property
    def zone(self) -> str:
        """The club's time zone; empty, for the machine's own, if none was entered or the file is damaged."""
        try:
            return self.club.zone
        except ConfigError:
            return ""

    def brought(self) -> tuple[GameBrought, ...]:
        """What each finished game brought each player, dated in the club's time zone, the oldest first.

        Raises ConfigError.
        """
        zone = self.club.zone
        return tuple(
            GameBrought(
                one.summary.name,
                day_of(one.summary.started, zone),
                one.summary.players,
                tuple((name, counts) for name, _, counts in one.counted),
            )
            for one in self._all()
            if one.counted
        )

    def read_ahead(self, rest: Callable[[], bool]) -> None:
        """Read the games that nobody has asked for yet, the newest first, so nobody has to wait for them.

        After each game `rest` is called; if it returns False, reading ends.
        """
        with self._reader() as journal:
            marked = journal.marks()
        for game, mark in reversed(marked):
            with self._one_at_a_time, self._reader() as journal:
                self._remembered[game.name] = self._remember(journal, game, mark)
            if not rest():
                return

    def game(self, name: str) -> PlayedGame | None:
        """One game with all that was told; None if there is none of that name.

        The game asked for last is remembered, because whoever steps through it asks at every step.
        """
        with self._reader() as journal:
            found = next((pair for pair in journal.marks() if pair[0].name == name), None)
            if found is None:
                return None
            game, mark = found
            before = self._looked_at
            if before is None or before[0] != mark or before[1].game != game:
                before = mark, played(game, journal.entries(game.number))
                self._looked_at = before
            return before[1]

    def game_by(self, command_id: str) -> str | None:
        """The name of the game that a command wrote to; None if it wrote nothing, or its game is gone."""
        with self._reader() as journal:
            game = journal.game_of(command_id)
            return None if game is None else game.name

    def game_told_by(self, record: ImportedGame) -> str | None:
        """The name of the game that a record tells: it was imported before, or was exported from here.

        None where this journal does not have it.
        """
        from companion.evenings import recognising  # most evenings import no record

        if name := self.game_by(record.fingerprint):
            return name
        told = recognising.summary_of_record(record)
        with self._one_at_a_time, self._reader() as journal:
            named = recognising.games_with_names(journal, told.names)
            marked = [(game, mark) for game, mark in journal.marks() if game.number in named]
            known = {game.name: self._remember(journal, game, mark) for game, mark in reversed(marked)}
            self._remembered |= known
        alike = (name for name, one in known.items() if recognising.may_be_export_of(told, one.summary))
        games = (game for name in alike if (game := self.game(name)))
        return next((one.game.name for one in games if recognising.is_export_of(record, one)), None)

    def _all(self) -> list[_Remembered]:
        # Two pages that ask at once would both read everything for the first time.
        with self._one_at_a_time, self._reader() as journal:
            marked = journal.marks()
            known = {game.name: self._remember(journal, game, mark) for game, mark in marked}
            self._remembered = known
            return list(known.values())

    def _remember(self, journal: JournalReader, game: Game, mark: str) -> _Remembered:
        before = self._remembered.get(game.name)
        if before is not None and before.mark == mark:
            return before
        whole = played(game, journal.entries(game.number))
        return _Remembered(mark, summary_of(whole), counts_of(whole))

    @contextmanager
    def _reader(self) -> Iterator[JournalReader]:
        with closing(self._open_reader()) as journal:
            yield journal
