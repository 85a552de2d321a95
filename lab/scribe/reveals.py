"""Hands shown at real wins and draws, read with added errors: how often the first answer is the true one.

`python -m lab.scribe.reveals [GAMES]` prints the table. Without recorded games, it takes pretend ones.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import Any

from companion.evidence.sights import SeenSeat, SeenTile, TableSeen
from companion.haifu.opening import open_records
from companion.intake.record_player import playable
from companion.pretend.players.game import play_hanchan
from companion.reveals.revealing import revealed_wins
from companion.reveals.tenpai_shown import revealed_draw
from companion.riichi.apply import apply
from companion.riichi.facts import (
    Fact,
    KyokuFact,
    KyokuStarted,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import PRESETS
from companion.riichi.public import public_twin
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import ALL, Tile
from companion.scoring import worth_of
from companion.scribe.questions import Question
from lab.scribe.hands import LOGS

TIDY = 0.8
"""The share of winning hands that are laid out in order; those that are shown at a draw always are."""
RATES = (0.0, 0.005, 0.01, 0.02, 0.05, 0.1)


@dataclass(frozen=True)
class ShownWin:
    """One win of a game that was played, and the table before its result was told."""

    begun: Kyoku
    told: tuple[KyokuFact, ...]
    """The facts since the deal; the last is the win as declared, when nobody has seen the hand yet."""
    won: Won
    """The win with its true hand and value."""
    indicators: tuple[Tile | None, ...]


@dataclass(frozen=True)
class ShownDraw:
    """One exhaustive draw of a game that was played, and the table before it was told."""

    begun: Kyoku
    told: tuple[KyokuFact, ...]
    drawn: Ryuukyoku
    """The draw with the hands that were truly shown."""


def results_of(rules: RuleSet, facts: Sequence[Fact]) -> Iterator[tuple[Kyoku, tuple[KyokuFact, ...], Fact]]:
    """Every win and draw of a game, with the deal and what was told since, as the table saw it."""
    hanchan: Hanchan = begin(rules)
    begun: Kyoku | None = None
    told: list[KyokuFact] = []
    for fact in map(public_twin, facts):
        if isinstance(fact, Won | Ryuukyoku) and begun is not None:
            yield begun, tuple(told), fact
        hanchan = apply_to_hanchan(hanchan, fact)
        if isinstance(fact, KyokuStarted):
            begun, told = hanchan.kyoku, []
        elif begun is not None and isinstance(fact, KyokuFact):
            told.append(fact)


def wins_of(rules: RuleSet, facts: Sequence[Fact]) -> Iterator[ShownWin]:
    """Every win of a game whose hand is known."""
    for begun, told, fact in results_of(rules, facts):
        if isinstance(fact, Won) and fact.hand is not None:
            said = Won(fact.seat, fact.by, fact.giver, fact.tile if fact.by is WinBy.RON else None)
            yield ShownWin(begun, (*told, said), fact, reduce(apply, told, begun).wall.indicators)


def draws_of(rules: RuleSet, facts: Sequence[Fact]) -> Iterator[ShownDraw]:
    """Every exhaustive draw at which somebody was tenpai; all who were have shown their hands."""
    for begun, told, fact in results_of(rules, facts):
        if isinstance(fact, Ryuukyoku) and fact.kind is RyuukyokuKind.EXHAUSTIVE and fact.tenpai:
            yield ShownDraw(begun, told, fact)


Spoil = Callable[[Tile, random.Random], SeenTile]


def blind(rate: float) -> Spoil:
    """Errors that cannot be noticed: a wrong tile looks as sure as a right one, without a second reading."""

    def spoil(tile: Tile, dice: random.Random) -> SeenTile:
        if dice.random() >= rate:
            return SeenTile(tile, 0.98)
        return SeenTile(dice.choice([each for each in ALL if each is not tile]), 0.98)

    return spoil


def eye_like(rate: float) -> Spoil:
    """Errors like the eye's: a wrong tile looks less sure, and most have the right one as second reading."""

    def spoil(tile: Tile, dice: random.Random) -> SeenTile:
        wrong = dice.choice([each for each in ALL if each is not tile])
        if dice.random() >= rate:
            sure = dice.uniform(0.9, 0.999)
            return SeenTile(tile, sure, others=((wrong, (1 - sure) * 0.6),))
        sure = dice.uniform(0.4, 0.9)
        other = tile if dice.random() < 0.8 else dice.choice(ALL)
        return SeenTile(wrong, sure, others=((other, (1 - sure) * 0.6),) if other is not wrong else ())

    return spoil


def shown(win: ShownWin, spoil: Spoil, dice: random.Random) -> TableSeen:
    """What the eye would report of hand and wall: the drawn tile last, ura indicators after the others."""
    hand = list(win.won.hand or ())
    dice.shuffle(hand)
    if dice.random() < TIDY:
        hand.sort()
    drawn = (win.won.tile,) if win.won.by is WinBy.TSUMO and win.won.tile else ()
    zone = SeenSeat(showing=tuple(spoil(tile, dice) for tile in (*hand, *drawn)))
    players = win.begun.rules.players
    seats = tuple(zone if seat == win.won.seat else SeenSeat() for seat in range(players))
    faces = (*(tile for tile in win.indicators if tile), *win.won.ura)
    return TableSeen(0, seats, tuple(spoil(tile, dice) for tile in faces))


def place_of_truth(win: ShownWin, found: Sequence[Question]) -> int | None:
    """The place of the shown hand among the answers, by tiles and value; None if it is not one of them."""
    for place, choice in enumerate(found[0].choices if found else ()):
        won = next((f for f in choice.facts if isinstance(f, Won) and f.seat == win.won.seat), None)
        if won is not None and _is_same(won, win.won) and len(choice.facts) == 1:
            return place
    return None


def _is_same(mine: Won, true: Won) -> bool:
    tiles = [sorted((*(won.hand or ()), *((won.tile,) if won.tile else ()))) for won in (mine, true)]
    if tiles[0] != tiles[1] or mine.ura != true.ura or not mine.value or not true.value:
        return False
    if true.value.yakuman:
        return mine.value.yakuman == true.value.yakuman
    return (mine.value.han, mine.value.fu) == (true.value.han, true.value.fu)


def read(win: ShownWin, spoil: Spoil, dice: random.Random) -> int | None:
    """The place of the truth among the answers to one showing."""
    return place_of_truth(win, revealed_wins(win.begun, win.told, shown(win, spoil, dice), worth_of))


def read_draw(draw: ShownDraw, spoil: Spoil, dice: random.Random) -> int | None:
    """The place of the truth among the answers to the hands of one draw: the same players are tenpai."""
    hands = draw.drawn.hands
    zones = tuple(
        SeenSeat(showing=tuple(spoil(tile, dice) for tile in sorted(hands[seat] or ())))
        for seat in range(draw.begun.rules.players)
    )
    question = revealed_draw(draw.begun, draw.told, TableSeen(0, zones))
    for place, choice in enumerate(question.choices if question else ()):
        result = choice.facts[-1]
        if isinstance(result, Ryuukyoku) and set(result.tenpai) == set(draw.drawn.tenpai):
            return place
    return None


def recorded_wins(games: int, every: int = 1) -> list[ShownWin]:
    """Wins of recorded games of four and three players, or of the pretend table."""
    return [win for rules, facts in played_games(games, every) for win in wins_of(rules, facts)]


def recorded_draws(games: int, every: int = 1) -> list[ShownDraw]:
    """Exhaustive draws of the same games."""
    return [draw for rules, facts in played_games(games, every) for draw in draws_of(rules, facts)]


def played_games(games: int, every: int = 1) -> Iterator[tuple[RuleSet, Sequence[Fact]]]:
    """Recorded games of four and of three players, every n-th one; without records, pretend games."""
    archives = [LOGS / "games-4p.tar.xz", LOGS / "games-3p.tar.xz"]
    if all(path.exists() for path in archives):
        for path in archives:
            for record in islice(open_records([str(path)]), 0, games * every, every):
                played = playable(record)
                yield played.rules, played.facts
        return
    print("The recorded games are not beside the repository: the pretend players' own are taken instead.")
    for name in ("tenhou", "tenhou-3p"):
        rules = PRESETS[name]
        for seed in range(games):
            names = tuple("ABCD"[: rules.players])
            yield rules, tuple(play_hanchan(random.Random(seed), rules, names, see_all=True))


def table(
    wins: Sequence[ShownWin], draws: Sequence[ShownDraw], rates: Sequence[float] = RATES
) -> Iterator[str]:
    """A heading, then a line for each kind of error and each rate: first for wins, then for draws."""
    yield "shown  errors     rate   number   first   of three   nothing   ms p50   ms p99"
    for what, shows, reader in (("wins", wins, read), ("draws", draws, read_draw)):
        if not shows:
            yield f"{what:6} none in these games"
            continue
        for name, kind in (("blind", blind), ("eye-like", eye_like)):
            for rate in rates:
                yield f"{what:6} {_measured(name, rate, shows, kind(rate), reader)}"


def _measured(name: str, rate: float, shows: Sequence[Any], spoil: Spoil, reader: Callable[..., int | None]):
    places: Counter[int | None] = Counter()
    times: list[float] = []
    for number, show in enumerate(shows):
        started = time.process_time()
        places[reader(show, spoil, random.Random(number))] += 1
        times.append(time.process_time() - started)
    return _line(name, rate, places, sorted(times))


def _line(name: str, rate: float, places: Counter[int | None], times: list[float]) -> str:
    number = places.total()
    first = places[0] / number
    three = sum(count for place, count in places.items() if place is not None) / number
    p50, p99 = (1_000 * times[int(share * (number - 1))] for share in (0.5, 0.99))
    rows = f"{name:9} {rate:6.1%} {number:8,} {first:7.2%} {three:10.2%} {places[None] / number:9.2%}"
    return f"{rows} {p50:8.1f} {p99:8.1f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=20, help="how many games of each kind")
    games = parser.parse_args().games
    for line in table(recorded_wins(games), recorded_draws(games)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
