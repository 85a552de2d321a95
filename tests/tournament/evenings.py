"""Tournaments and games for tests: a few words in, values out."""

from collections.abc import Iterable
from dataclasses import replace

from companion.riichi.game_end import EndReason
from companion.riichi.hanchan import begin
from companion.riichi.presets import EMA
from companion.riichi.ruleset import RuleSet
from companion.tournament.changes import (
    Change,
    Entrant,
    LengthSet,
    PlayersAdded,
    Record,
    RoundStarted,
    RulesSet,
    TableGiven,
)
from companion.tournament.companions import tables_given
from companion.tournament.matching import newest_before
from companion.tournament.recording import folded, with_changes
from companion.tournament.replanning import planned
from companion.tournament.state import Tournament
from companion.tournament.table_games import TableGame

POINTS = (
    (40_000, 30_000, 28_000, 22_000),
    (35_000, 35_000, 30_000, 20_000),
    (20_000, 26_000, 34_000, 40_000),
)


class Evening:
    """A tournament and the games of its tables."""

    def __init__(
        self, players: int = 8, rounds: int = 3, *, substitutes: int = 0, rules: RuleSet = EMA
    ) -> None:
        self.records: tuple[Record, ...] = ()
        self.games: list[TableGame] = []
        self.former: Tournament | None = None
        self._now = 1_000.0
        people = [Entrant(f"Player {number}") for number in range(1, players + 1)]
        people += [
            Entrant(f"Substitute {number}", is_substitute=True) for number in range(1, substitutes + 1)
        ]
        self.say(RulesSet(rules), LengthSet(rounds), PlayersAdded(tuple(people)))
        self.say(*(TableGiven(table, f"{table:08x}") for table in range(1, players // 4 + 1)))

    @property
    def now(self) -> Tournament:
        return folded(self.records)

    def say(self, *changes: Change) -> int:
        """The revision of the last of them."""
        self._now += 1
        self.records = with_changes(self.records, changes, self._now)
        return self.records[-1].revision

    def plan(self, seed: int = 1) -> None:
        self.say(planned(self.now, seed))

    def start(self, *joined: str) -> int:
        """Begin the next round; of `joined`, the companions of the club, those without a table get one."""
        newest = newest_before(self.now, self.games, self.former)
        given = tables_given(self.now, joined, has_round_to_begin=True)
        return self.say(RoundStarted(self.now.begun + 1, self._now, newest), *given)

    def people(self, number: int, table: int) -> list[str]:
        return [self.now.name(one) for one in self.now.rounds[number - 1].tables[table - 1]]

    def play(
        self,
        table: int,
        points: Iterable[int] = POINTS[0],
        *,
        names: Iterable[str] | None = None,
        hands: int = 8,
        is_finished: bool = True,
        rules: RuleSet | None = None,
        companion: str = "",
    ) -> TableGame:
        """A game at a table, with the people of the round that is played unless others are named."""
        names = tuple(self.people(self.now.begun, table) if names is None else names)
        hanchan = replace(
            begin(rules or self.now.rules, names),
            points=tuple(points),
            next_deal=None,
            ended=EndReason.LAST_KYOKU if is_finished else None,
        )
        companion = companion or self.now.companions[table]
        number = 1 + max((one.number for one in self.games if one.companion == companion), default=0)
        game = TableGame(companion, number, hanchan, hands, is_finished)
        self.games.append(game)
        return game

    def play_round(self) -> None:
        """The next round, at every table."""
        self.start()
        followed = set(self.now.companions)
        for table in sorted(followed & set(range(1, len(self.now.current.tables) + 1))):
            self.play(table, POINTS[(table + self.now.begun) % len(POINTS)])
