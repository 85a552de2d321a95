"""Whole games with the points that they ended with: real ones from records, or pretended ones."""

import random
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.evenings.importing import RecordUnusable, imported
from companion.haifu.opening import read_record
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import Fact, HanchanEnded, HanchanStarted
from companion.riichi.final_score import final_scores
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin
from companion.riichi.ruleset import RuleSet

NAMES = ("A", "B", "C", "D")


@dataclass(frozen=True)
class Recorded:
    """One game as a table can be told it, and what somebody else says it ended with."""

    facts: tuple[Fact, ...]
    rules: RuleSet
    points: tuple[int, ...]


def recorded_games(archive: Path, count: int) -> Iterator[Recorded]:
    """Games with four players whose record says the points at the end."""
    with tarfile.open(archive) as tar:
        for member in (one for one in tar if one.isreg()):
            if count <= 0:
                return
            content = tar.extractfile(member).read()
            record = read_record(content, member.name)
            try:
                game = imported(content, member.name)
            except RecordUnusable:
                continue
            if record.final is None or game.rules.start_points != TENHOU.start_points:
                continue
            count -= 1
            yield Recorded(_as_told(game.facts), game.rules, record.final.points)


def made_games(count: int) -> Iterator[Recorded]:
    """Pretended games; here the points are those of our own rules."""
    return map(made_game, range(count))


@cache
def made_game(number: int) -> Recorded:
    """One of them; each is played once in a process."""
    facts = tuple(play_hanchan(random.Random(f"evening {number}"), TENHOU, NAMES))
    hanchan = begin(TENHOU)
    for fact in facts:
        hanchan = apply_to_hanchan(hanchan, fact)
    return Recorded(_as_told(facts), TENHOU, tuple(one.points for one in final_scores(hanchan)))


def _as_told(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    told = tuple(public_twin(fact) for fact in facts)
    assert isinstance(told[0], HanchanStarted)
    return told if isinstance(told[-1], HanchanEnded) else (*told, HanchanEnded())
