"""The pretend table: hands per second, how long people would need, and how often each fact occurs."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from companion.intake.pacing import human_delay
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import Discarded, Fact, KyokuEnded, Ryuukyoku, Won
from companion.riichi.presets import PRESETS
from companion.riichi.ruleset import RuleSet
from lab.bench.figures import Figure

TITLE = "the pretend table (one core)"
HANCHAN = 20


def figures(hanchan: int = HANCHAN) -> Iterator[Figure]:
    """The speed with four and with three players, and how often each fact occurs in a hundred hands."""
    for name in ("tenhou", "tenhou-3p"):
        rules = PRESETS[name]
        started = time.process_time()
        games = [_played(rules, seed) for seed in range(hanchan)]
        seconds = time.process_time() - started
        yield from _speed(rules, games, seconds)
        yield from _frequencies(games)


def _played(rules: RuleSet, seed: int) -> list[Fact]:
    names = ("Aki", "Ben", "Chie", "Dan")[: rules.players]
    return list(play_hanchan(random.Random(seed), rules, names, see_all=True))


def _speed(rules: RuleSet, games: list[list[Fact]], seconds: float) -> Iterator[Figure]:
    hands = _count(games, KyokuEnded)
    pace = sum(human_delay(before, fact) for game in games for before, fact in pairwise(game))
    players = f"{rules.players} players: "
    yield Figure(players + "speed", hands / seconds, "hands/s", "target 10")
    yield Figure(players + "speed", sum(map(len, games)) / seconds, "facts/s")
    yield Figure(players + "people would need", pace / hands, "s a hand")
    yield Figure(
        players + "people would need", pace / _count(games, Discarded), "s a turn", "target about 2.5"
    )
    yield Figure(players + "could be played at", pace / seconds, "x", "target 1,000")


def _count(games: list[list[Fact]], kind: type[Fact]) -> int:
    return sum(isinstance(fact, kind) for game in games for fact in game)


def _frequencies(games: list[list[Fact]]) -> Iterator[Figure]:
    counted = Counter(_name(fact) for game in games for fact in game)
    hands = counted["KyokuEnded"]
    for name, times in counted.most_common():
        yield Figure(f"  {name}", 100 * times / hands, "in 100 hands")


def _name(fact: Fact) -> str:
    if isinstance(fact, Ryuukyoku):
        return f"Ryuukyoku {fact.kind}"
    return f"Won by {fact.by}" if isinstance(fact, Won) else type(fact).__name__
