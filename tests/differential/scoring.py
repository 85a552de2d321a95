"""Lays our value of each hand beside the second scorer's, and collects where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from companion.riichi.presets import MAHJONG_SOUL, MAHJONG_SOUL_3P, TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.riichi.yaku import YAKUMAN
from companion.scoring.asking import Question
from tests.differential.second_scorer import Worth, its_worth, our_worth
from tests.differential.winning_hands import any_question

HOUSES: Final = (TENHOU, MAHJONG_SOUL, TENHOU_3P, MAHJONG_SOUL_3P)


@dataclass(frozen=True, slots=True)
class Differing:
    """A hand of which the two say something else."""

    seed: str
    """Makes the same hand again."""
    question: Question
    ours: Worth
    theirs: Worth

    def __str__(self) -> str:
        asked = self.question
        hand = " ".join(str(tile) for tile in asked.hand)
        melds = ", ".join(f"{meld.kind} {' '.join(map(str, meld.tiles))}" for meld in asked.melds) or "none"
        return (
            f"{self.seed}: {hand} + {asked.tile}, melds {melds}, {asked.situation}\n"
            f"  ours   {self.ours}\n  theirs {self.theirs}"
        )


@dataclass(frozen=True, slots=True)
class KnownDifference:
    """One way in which the second scorer differs, and why we do not follow it."""

    name: str
    sentence: str
    explains: Callable[[Differing], bool]


@dataclass(slots=True)
class Tally:
    """What was compared."""

    hands: int = 0
    wins: int = 0
    """By us; of the others nobody can win."""
    yaku: Counter[str] = field(default_factory=Counter)
    differing: list[Differing] = field(default_factory=list)


def compare(rules: RuleSet, seed: str, hands: int, *, ours: RuleSet | None = None) -> Tally:
    """Value this many hands by both; `ours` are the rules that we value by, where they differ."""
    tally = Tally()
    for number in range(hands):
        name = f"{rules.name}/{seed}/{number}"
        question = any_question(Random(name), rules)
        value, other = our_worth(question, ours or rules), its_worth(question)
        tally.hands += 1
        tally.wins += bool(value.yaku)
        tally.yaku.update(value.yaku)
        if value != other:
            tally.differing.append(Differing(name, question, value, other))
    return tally


def _tenhou_is_a_wait_for_thirteen(one: Differing) -> bool:
    more, fewer = one.theirs.yaku - one.ours.yaku, one.ours.yaku - one.theirs.yaku
    return one.question.situation.tenhou and (more, fewer) == ({"kokushi_13"}, {"kokushi"})


def _counts_thirteen_han_before_a_yakuman(one: Differing) -> bool:
    counted = not one.theirs.yaku & YAKUMAN and one.theirs.han >= 13
    single = one.ours.han == 13 and bool(one.ours.yaku & YAKUMAN)
    return counted and single and one.ours.points == one.theirs.points


KNOWN: Final = (
    KnownDifference(
        "kokushi with the first fourteen tiles",
        "A dealer who has kokushi at once is said to wait for all thirteen; we look at the tile that is "
        "named as the last one.",
        _tenhou_is_a_wait_for_thirteen,
    ),
    KnownDifference(
        "thirteen han before a yakuman",
        "Of two readings it takes the counted yakuman, with more han, before the yakuman; both pay the same.",
        _counts_thirteen_han_before_a_yakuman,
    ),
)


def explanation(one: Differing) -> KnownDifference | None:
    """The entry that explains a difference; None where there is none."""
    return next((known for known in KNOWN if known.explains(one)), None)


def unexplained(tally: Tally) -> tuple[Differing, ...]:
    """Those that nothing explains."""
    return tuple(one for one in tally.differing if explanation(one) is None)
