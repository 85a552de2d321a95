"""A whole tournament of recorded games through hub, broker and tables, counted again from the records."""

import csv
import io
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from companion.club.membership import JoinCode, join
from companion.club.service import HubPlan, HubService
from tests.club.club_tables import Seated, said, scores
from tests.evenings.games import LOGS
from tests.reliability.club_kills import free_ports
from tests.reliability.made_games import Recorded, made_games, recorded_games
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder

_WITHIN_S = 120.0
_TABLES_OF_LONG, _ROUNDS_OF_LONG = 16, 4


class Tournament:
    """A hub and its tables; every table plays what was recorded, with the people of the plan it was sent."""

    def __init__(self, folder: Path, tables: int, rounds: int, last: ExitStack) -> None:
        self._data = folder / "hub"
        self._data.mkdir()
        ports = free_ports(2)
        self.hub = HubService(self._data, HubPlan("127.0.0.1", *ports, ("127.0.0.1",)))
        last.callback(self.hub.stop)
        self.hub.start()
        self.rounds = rounds
        self.tables: list[Seated] = []
        for number in range(1, tables + 1):
            code = JoinCode.read(str(self.hub.code()))
            self.tables.append(Seated(join(folder / f"table {number}", code, f"Table {number}", 1)))
            last.callback(self.tables[-1].close)
        names = folder / "players.csv"
        names.write_text("".join(f"Player {number}\n" for number in range(1, 4 * tables + 1)))
        said(self._data, "new", "Recorded games", "--rounds", rounds, "--rules", "tenhou", "--minutes", 60)
        said(self._data, "players", names)
        said(self._data, "plan")
        self.waits_s: list[float] = []
        """From each round's last hand to its standings."""

    def play_round(self, number: int, games: list["Recorded"]) -> None:
        """One game at each table; the last facts of the last table are told when all others have come in."""
        said(self._data, "round", "start")
        self._until(lambda: all(self._is_seated(table, number) for table in self.tables), "plan and clock")
        rests = []
        for table, game in zip(self.tables, games, strict=True):
            names = table.seen().seats
            rests.append((table, table.play(game.facts, game.rules, names, but=3)))
        for table, rest in rests[:-1]:
            table.tell(rest)
        expected = len(self.tables) * number - 1
        self._until(lambda: sum(one.is_final for one in self._results()) == expected, "all tables but one")
        began = time.monotonic()
        rests[-1][0].tell(rests[-1][1])
        self._until(lambda: self.hub.tournament.scores.standings.is_complete, "the standings")
        self.waits_s.append(time.monotonic() - began)

    def _results(self):
        return self.hub.tournament.scores.results

    @staticmethod
    def _is_seated(table: Seated, number: int) -> bool:
        now = table.seen()
        return now is not None and now.has_begun and now.round == number and now.is_running

    def counted(self) -> dict[str, float]:
        """The standings as the organiser sees them."""
        return {row["name"]: row["total"] for row in scores(self._data)["players"]}

    def seats(self) -> dict[tuple[int, int], list[str]]:
        """By round and table, as the organiser's own sheet has them."""
        lines = said(self._data, "plan", "--csv").splitlines()
        rows = csv.DictReader(io.StringIO("\n".join(line for line in lines if line.count(",") == 5)))
        winds = ("east", "south", "west", "north")
        return {(int(row["round"]), int(row["table"])): [row[wind] for wind in winds] for row in rows}

    def _until(self, is_so, what: str) -> None:
        deadline = time.monotonic() + _WITHIN_S
        while not is_so():
            assert time.monotonic() < deadline, f"waited in vain for {what}: {self.hub.tournament.complaint}"
            time.sleep(0.01)


def second_count(points: tuple[int, ...]) -> list[float]:
    """Uma and oka of the tenhou rules, in thousands; equal points go by seat. Knows nothing of our rules."""
    order = sorted(range(4), key=lambda seat: (-points[seat], seat))
    uma = dict(zip(order, (20 + 20, 10, -10, -20), strict=True))
    return [(points[seat] - 30_000) / 1_000 + uma[seat] for seat in range(4)]


def games_for(count: int) -> Iterator["Recorded"]:
    """Real games where they lie beside the checkout, else pretended ones."""
    archive = LOGS / "games-4p.tar.xz"
    yield from (recorded_games(archive, count) if archive.exists() else made_games(count))


@trial(
    "N3",
    "a tournament of recorded games through hub, broker and tables: totals that a second count denies",
    short=8,
    long=64,
)
def a_tournament_is_counted_twice(tries: int, _folder: Path) -> Outcome:
    rounds = 2 if tries < 64 else _ROUNDS_OF_LONG
    tables = max(1, tries // rounds) if tries < 64 else _TABLES_OF_LONG
    games = list(games_for(tables * rounds))
    with quick_folder() as folder, ExitStack() as last:
        evening = Tournament(folder, tables, rounds, last)
        for number in range(1, rounds + 1):
            evening.play_round(number, games[(number - 1) * tables : number * tables])
        seats, counted = evening.seats(), evening.counted()
    wanted = dict.fromkeys(counted, 0.0)
    for (number, table), people in seats.items():
        points = games[(number - 1) * tables + table - 1].points
        for name, score in zip(people, second_count(points), strict=True):
            wanted[name] += score
    denied = [name for name in wanted if abs(wanted[name] - counted[name]) > 0.05]
    slowest = max(evening.waits_s)
    note = f"{tables} tables, {rounds} rounds, {len(counted)} players, last hand to standings {slowest:.1f} s"
    told = denied and f"{denied[0]} has {counted[denied[0]]}, and by the records {wanted[denied[0]]:.1f}"
    return Outcome(tables * rounds, len(denied), told or note)
