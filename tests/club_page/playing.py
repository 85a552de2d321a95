"""A table with a journal and a link to a hub, and games for it; no test stands here."""

import random
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path

from companion.clock import SystemClock
from companion.club.membership import Membership
from companion.club.table_link import TableLink
from companion.evidence import Cause
from companion.journal import Draft, SqliteJournal
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import Fact, KyokuEnded
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin

NOON = "2024-01-01T12:00:00.000000Z"
NAMES = ("Wilhelmina", "Ngoc", "Bo", "Sigrun")


def game_of(seed: object, names: tuple[str, ...] = NAMES, *, see_all: bool = False) -> list[Fact]:
    """A whole game of pretend players, as the table sees it; played once for all tests of a process."""
    return list(_played(str(seed), names, see_all=see_all))


@cache
def _played(seed: str, names: tuple[str, ...], *, see_all: bool) -> tuple[Fact, ...]:
    facts = play_hanchan(random.Random(seed), TENHOU, names, see_all=see_all)
    return tuple(fact if see_all else public_twin(fact) for fact in facts)


def hands_of(seed: object, hands: int, names: tuple[str, ...] = NAMES) -> list[Fact]:
    """Its first hands."""
    told: list[Fact] = []
    for fact in game_of(seed, names):
        told.append(fact)
        hands -= isinstance(fact, KyokuEnded)
        if not hands:
            break
    return told


class LinkedTable(AbstractContextManager["LinkedTable"]):
    """One table of a club, while the block lasts."""

    def __init__(self, folder: Path, mine: Membership) -> None:
        folder.mkdir()
        self.mine, self._folder = mine, folder
        self._open("table.sqlite")

    def _open(self, file: str) -> None:
        self.journal = SqliteJournal(self._folder / file)
        mine = self.mine
        self.link = TableLink(mine, self.journal.reader, lambda _: None, SystemClock())
        self.link.start()

    def __exit__(self, *_: object) -> None:
        self.link.stop()
        self.journal.close()

    def begin_another_journal(self) -> None:
        """From now on this table writes into a new file, as after its card was replaced."""
        self.__exit__()
        self._open("another.sqlite")

    def begin(self, facts: list[Fact], at: str = NOON) -> None:
        """A new game, as far as these facts go."""
        self.game = self.journal.next_game("table", TENHOU, at)
        self.tell(facts)

    def tell(self, facts: list[Fact]) -> None:
        """What happens next in this game."""
        self.journal.append(self.game, [Draft(at=NOON, because=Cause.PRETEND, fact=fact) for fact in facts])
        self.link.notice()

    def take_back(self, seq: int) -> None:
        """An entry no longer counts."""
        self.journal.append(self.game, [Draft(at=NOON, because=Cause.PERSON, retracts=seq)])
        self.link.notice()
