"""Games for looking back: real records, and journals made of facts; no test stands here."""

import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from companion.evenings.played import PlayedGame, played
from companion.evenings.statistics import PlayerStatistics, counts_of, summed
from companion.evidence import Cause
from companion.haifu.opening import read_record
from companion.haifu.record import Record
from companion.intake.record_player import playable
from companion.journal import Draft, Game, Journal, MemoryJournal
from companion.riichi.facts import Fact
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet

NOON = "2024-01-01T12:00:00.000000Z"
LOGS = Path(__file__).parents[2].parent / "shared" / "data" / "logs"


def records(archive: str, most: int) -> Iterator[Record]:
    """The first records of an archive of real games; the test is skipped where it is missing."""
    path = LOGS / archive
    if not path.exists():
        pytest.skip(f"there are no real games at {path}")
    with tarfile.open(path) as tar:
        for member in tar:
            if most <= 0:
                return
            if member.isreg():
                most -= 1
                yield read_record(tar.extractfile(member).read(), member.name)


def drafts(facts: Iterable[Fact], because: Cause = Cause.RECORD) -> list[Draft]:
    return [Draft(at=NOON, because=because, fact=fact) for fact in facts]


def kept(journal: Journal, facts: Iterable[Fact], rules: RuleSet = TENHOU, stem: str = "table") -> Game:
    """The facts as a new game of the journal."""
    game = journal.next_game(stem, rules, NOON)
    journal.append(game, drafts(facts))
    return game


def looked_back(facts: Iterable[Fact], rules: RuleSet = TENHOU) -> PlayedGame:
    """The game that the facts tell, as it is looked back at."""
    journal = MemoryJournal()
    game = kept(journal, facts, rules)
    return played(game, journal.entries(game.number))


def of_record(record: Record) -> PlayedGame:
    whole = playable(record)
    assert not whole.failure, whole.failure
    return looked_back(whole.facts, whole.rules)


def statistics_of(games: Iterable[PlayedGame]) -> tuple[PlayerStatistics, ...]:
    return summed(counts for game in games for counts in counts_of(game))
