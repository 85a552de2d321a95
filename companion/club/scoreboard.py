"""The tournament, results and standings as they are now: from the hub's file and its copies of journals.

Games are followed entry by entry, and a game that has not changed is not read again. Whoever shows or
prints standings, in the hub or in a command, uses this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.club.copies import Copies
from companion.club.serials import HeldGame
from companion.club.tournament_file import TournamentFile, earlier
from companion.errors import JournalCorrupt
from companion.person_names import same_name
from companion.tournament.changes import Record
from companion.tournament.cutting import OtherCut, cut_now
from companion.tournament.doubts import DoubtKind
from companion.tournament.recording import in_force
from companion.tournament.results import ResultState, TableResult, results_of
from companion.tournament.standings import Standings, standings_of
from companion.tournament.state import Tournament
from companion.tournament.table_games import FollowedGame, TableGame

__all__ = ["FollowedCopies", "Scoreboard", "Scores"]


@dataclass(frozen=True, slots=True)
class Scores:
    """Everything at one moment."""

    tournament: Tournament
    event: str
    """Which tournament it is; empty where there is none."""
    games: tuple[TableGame, ...]
    results: tuple[TableResult, ...]
    standings: Standings
    said: tuple[Record, ...] = ()
    """The organiser's changes that nobody has undone."""

    @property
    def left_open(self) -> tuple[TableResult, ...]:
        """The tables of earlier rounds whose game waits to begin or still runs, where no doubt says why."""
        return tuple(
            one
            for one in self.results
            if one.round < self.tournament.begun
            and one.state in (ResultState.WAITING, ResultState.RUNNING)
            and all(doubt.kind is not DoubtKind.NO_COMPANION for doubt in one.doubts)
        )

    @property
    def other_cut(self) -> OtherCut | None:
        """Whom a cut by today's results would let go on, where that differs from the cut that was made."""
        return cut_now(self.tournament, self.results)


NO_SCORES: Final = Scores(Tournament(), "", (), (), standings_of(Tournament(), ()))


class FollowedCopies:
    """The games of every table, each by its serial. One thread uses it. Raises StoreDown."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._followed: dict[tuple[str, int], tuple[tuple[object, ...], FollowedGame]] = {}
        self._games: dict[tuple[str, int], TableGame] = {}
        self.games: tuple[TableGame, ...] = ()

    def look(self) -> bool:
        """Follow what is new. Returns whether the standings may have changed; no discard changes them."""
        tables = {copy.table for copy in self._copies.all()}
        found = {(table, held.serial): held for table in tables for held in self._copies.played(table)}
        gone = [key for key in self._followed if key not in found]
        for key in gone:
            del self._followed[key], self._games[key]
        for key, held in found.items():
            self._follow(key, held)
        # Compared with what was given last: a look before this one may have failed on the way.
        games = tuple(game for _, game in sorted(self._games.items()))
        if games == self.games:
            return False
        self.games = games
        return True

    def _follow(self, key: tuple[str, int], held: HeldGame) -> None:
        mark = (held.copy.id, held.times, held.ending)
        was, game = self._followed.get(key, ((), None))
        if was == mark:
            return
        if game is None or was[:2] != mark[:2]:
            game = self._read(held)
        else:
            texts = self._copies.texts(held.copy, held.number, game.newest)
            if not game.add(texts):
                game = self._read(held)
        self._followed[key] = (mark, game)
        before = self._games.get(key)
        if before is None or before.essence != game.game.essence:
            self._games[key] = game.game

    def _read(self, held: HeldGame) -> FollowedGame:
        copy, number, serial = held.copy, held.number, held.serial
        header = next(one for one in self._copies.games(copy) if one.number == number)
        try:
            game = FollowedGame(copy.table, serial, header.rules, header.started, header.times)
            game.read(self._copies.texts(copy, number, 0))
        except JournalCorrupt as failure:
            # What a newer companion wrote is kept, and nobody here can say what it means.
            return FollowedGame.unreadable(copy.table, serial, str(failure), header.started)
        return game


class Scoreboard:
    """What an organiser wants to know. One thread uses it.

    Raises:
        ConfigError, RecordCorrupt, ChangeRefused: the tournament's file cannot be used.
        StoreDown: the copies cannot be read.
    """

    def __init__(self, folder: Path, copies: Copies) -> None:
        self._folder, self.file = folder, TournamentFile(folder)
        self._followed = FollowedCopies(copies)
        self.scores = NO_SCORES

    def look(self) -> bool:
        """Count again if something has changed; returns whether it had."""
        self.file.look()
        # Games of earlier evenings count for a season, even while there is no tournament.
        if self.file.records or earlier(self._folder):
            self._followed.look()
        tournament, event, games = self.file.tournament, self.file.event, self._followed.games
        # Compared with what was counted last: a look before this one may have failed on the way.
        if (tournament, event, games) == (self.scores.tournament, self.scores.event, self.scores.games):
            return False
        results = results_of(tournament, games)
        self.scores = Scores(
            tournament,
            event,
            games,
            results,
            standings_of(tournament, results),
            in_force(self.file.records),
        )
        return True


def doubts_in(scores: Scores, before: int | None = None) -> Iterator[str]:
    """Each doubt as a sentence for the organiser, the newest round first; then what was left open.

    `before` leaves out what is doubtful in that round and later ones.
    """
    for result in sorted(scores.results, key=lambda one: -one.round):
        if before is not None and result.round >= before:
            continue
        yield from (f"round {doubt.round}: {doubt.sentence}" for doubt in result.doubts)
    for result in scores.left_open:
        yield f"round {result.round}: table {result.table} has no final result"
    if other := scores.other_cut:
        better, worse = (", ".join(map(scores.tournament.name, one)) for one in (other.better, other.worse))
        yield (
            f"results from before the cut after round {other.after} have changed; by them, these would play "
            f"on: {better}; these would not: {worse}. Until the next round begins, the cut can be undone and "
            "made again"
        )


def games_naming(scores: Scores, names: Iterable[str]) -> Counter[str]:
    """How many games of each companion name one of these people, whoever sits there now."""
    wanted = frozenset(map(same_name, names))
    return Counter(
        game.companion
        for game in scores.games
        if not game.is_anonymised and not wanted.isdisjoint(map(same_name, game.hanchan.sitting.people))
    )
