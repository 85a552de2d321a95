"""Hands to watch: real ones from recorded games beside the repository, or those of pretend players."""

import tarfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from companion.haifu.mjlog import read_mjlog
from companion.riichi.apply import start
from companion.riichi.facts import Chombo, Fact, KyokuFact, KyokuStarted, Ryuukyoku, Won
from companion.riichi.hanchan import Hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from tests.toolbox.lawful_play import Players

LOGS = Path(__file__).parents[2].parent / "shared" / "data" / "logs"
ARCHIVE = "games-4p.tar.xz"
NO_HANDS = (None, None, None, None)


@dataclass(frozen=True)
class Hand:
    """One kyoku up to its result, and what everybody at the table can see when it begins."""

    name: str
    begun: Kyoku
    facts: tuple[KyokuFact, ...]


def refuse_without_records(parser: ArgumentParser, archive: str = ARCHIVE) -> None:
    """End the program if the recorded games that its page is about are not beside the repository."""
    if not (LOGS / archive).is_file():
        parser.error(f"--write is for recorded games, and there is no {archive}")


def hand_of(name: str, rules: RuleSet, deal: KyokuStarted, facts: Sequence[Fact]) -> Hand:
    """The hand without its result and without the tiles that were dealt; drawn tiles stay in its facts."""
    played: list[KyokuFact] = []
    for fact in facts:
        if isinstance(fact, Won | Ryuukyoku | Chombo) or not isinstance(fact, KyokuFact):
            break
        played.append(fact)
    return Hand(name, start(replace(deal, hands=NO_HANDS), rules), tuple(played))


def recorded_hands(archive: str = ARCHIVE, logs: Path = LOGS) -> Iterator[Hand]:
    """The hands in an archive of games; a hand whose record does not begin with its deal is left out."""
    with tarfile.open(logs / archive) as games:
        for member in games:
            if not member.isfile():
                continue
            packed = games.extractfile(member)
            assert packed is not None, "it is a file"
            record = read_mjlog(packed.read().decode(), member.name)
            for number, hand in enumerate(record.hands):
                facts = tuple(placed.fact for placed in hand.facts)
                if isinstance(facts[0], KyokuStarted):
                    yield hand_of(f"{record.name} {number}", record.rules, facts[0], facts[1:])


def pretend_hands(rules: RuleSet, seed: int) -> Iterator[Hand]:
    """Endless legal hands from a seed, each a game of its own; their players call far more than people do."""
    random = Random(seed)
    for number in count():
        told: list[Fact] = []
        hanchan = begin(rules)
        players = Players(random, partial(_told, told))
        players.play_kyoku(hanchan)
        deal, *rest = told
        assert isinstance(deal, KyokuStarted), "a hand begins with its deal"
        yield hand_of(f"pretend {seed}.{number} 0", rules, deal, rest)


def _told(told: list[Fact], _before: Hanchan, fact: Fact, _after: Hanchan) -> None:
    told.append(fact)
