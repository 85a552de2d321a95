"""Hands with something rare in them: from the recorded games, or told in sentences if no record has it.

No picture is drawn here and nothing is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from companion.haifu.opening import open_records
from companion.intake.record_player import playable
from companion.pretend.stage.games import Game, games_of
from companion.riichi.apply import apply, start
from companion.riichi.facts import (
    AnkanDeclared,
    DaiminkanCalled,
    Fact,
    HanchanStarted,
    KakanDeclared,
    KyokuEnded,
    KyokuStarted,
    Ryuukyoku,
    Won,
)
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile, parse_tiles
from companion.scoring import value_win
from lab.bench.stage_house import NAMES
from lab.scribe.hands import ARCHIVE, LOGS
from tests.toolbox.sentences import fact_of, sentences_in

__all__ = ["RARE", "rare_games"]

MANY_KANS: Final = 3


@dataclass(frozen=True)
class Told:
    """A hand that no record has: the four hands (empty: unseen), what happens, and the first indicator."""

    hands: tuple[str, str, str, str]
    script: str
    indicator: str = "9m"


TOLD: Final = {
    "pao-tsumo": Told(
        ("", "", "556677z234m1s987p", ""),
        "E draws, E discards 5z, W pons 5z, W discards 9p, N draws, N discards 3s, E draws, E discards 1m,"
        "S draws, S discards 6z, W pons 6z, W discards 8p, N draws, N discards 4p, E draws, E discards 7z,"
        "W pons 7z, W discards 7p, N draws, N discards 2s, E draws, E discards 9s, S draws, S discards 8m,"
        "W draws 1s, W tsumos",
    ),
    "pao-ron": Told(
        ("", "", "556677z234m1s987p", ""),
        "E draws, E discards 5z, W pons 5z, W discards 9p, N draws, N discards 3s, E draws, E discards 1m,"
        "S draws, S discards 6z, W pons 6z, W discards 8p, N draws, N discards 4p, E draws, E discards 7z,"
        "W pons 7z, W discards 7p, N draws, N discards 1s, W rons",
    ),
    "suukaikan": Told(
        ("1111m23567p789s3z", "222m444p78m56s123z", "", ""),
        "E draws 6s, E closes 1m, dora 3m, E replaces, E discards 2m, S kans 2m, S replaces, S discards 1z,"
        "dora 4m, W draws, W discards 4p, S pons 4p, S discards 2z, W draws, W discards 9p, N draws,"
        "N discards 9s, E draws, E discards 3z, S draws 9s, S adds 4p, S replaces, S discards 3z, dora 6m,"
        "W draws, W discards 8p, N draws, N discards 5z, E draws, E discards 2p, S draws 6p, S discards 7m,"
        "W draws, W discards 1p, N draws 9p, N closes 7z, dora 8m, N replaces, N discards 6z, ends suukaikan",
    ),
}
RECORDED: Final = ("chankan", "nagashi_mangan", "kyuushu", "suufon", "suucha_riichi", "kans", "double_ron")
RARE: Final = (*RECORDED, *TOLD)


def rare_games(names: Sequence[str], each: int) -> Iterator[tuple[str, RuleSet, Game]]:
    """Games of one rare hand, with name and rules: at most `each` of a recorded kind, then those told."""
    left = {name: each for name in names if name in RECORDED}
    archive = LOGS / ARCHIVE
    for number, record in enumerate(open_records([archive]) if archive.is_file() and left else ()):
        raw = [tuple(placed.fact for placed in hand.facts) for hand in record.hands]
        if not any(left.get(kind) for facts in raw for kind in kinds_of(facts)):
            continue
        played = playable(record)
        for game in games_of(played.facts, len(raw)):
            for at, kyoku in enumerate(game.kyokus):
                kind = next((one for one in kinds_of(kyoku) if left.get(one)), None)
                if kind is not None:
                    left[kind] -= 1
                    yield f"{kind} {number:04} {at}", played.rules, Game(game.started, (kyoku,))
        if not any(left.values()):
            break
    yield from ((name, TENHOU, told_game(TOLD[name])) for name in names if name in TOLD)


def kinds_of(facts: Sequence[Fact]) -> Iterator[str]:
    """The kinds of rare things in a hand, and the kind of its draw, which may be a usual one."""
    if any(isinstance(one, KakanDeclared) and isinstance(other, Won) for one, other in pairwise(facts)):
        yield "chankan"
    yield from (fact.kind.value for fact in facts if isinstance(fact, Ryuukyoku))
    if sum(isinstance(fact, AnkanDeclared | DaiminkanCalled | KakanDeclared) for fact in facts) >= MANY_KANS:
        yield "kans"
    if sum(isinstance(fact, Won) for fact in facts) > 1:
        yield "double_ron"


def told_game(told: Told) -> Game:
    """The hand that the sentences tell, with what it is worth."""
    hands = tuple(parse_tiles(hand) if hand else None for hand in told.hands)
    points = (TENHOU.start_points,) * len(SEATS)
    deal = KyokuStarted(Wind.EAST, SEATS[0], 0, 0, points, indicator=Tile(told.indicator), hands=hands)
    kyoku, facts = start(deal, TENHOU), list[Fact]([deal])
    for sentence in sentences_in(told.script):
        fact = fact_of(kyoku, sentence)
        if isinstance(fact, Won):
            fact = replace(fact, value=value_win(kyoku, fact))
        kyoku = apply(kyoku, fact)
        facts.append(fact)
    return Game(HanchanStarted(NAMES, TENHOU.name), ((*facts, KyokuEnded()),))
