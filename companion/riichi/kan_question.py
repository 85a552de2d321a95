"""Answers a frequent question: may this riichi hand make a closed kan with the tile just drawn?

Nobody else may see the hand, so the answer uses only the tiles in the question: it reads no table
and keeps nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.riichi.errors import RiichiError
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.shape import Reading, counts_of, is_tenpai, judge_kan_in_riichi
from companion.riichi.tiles import BY_KIND, COPIES, Tile

__all__ = ["KanAnswer", "KanQuestionError", "may_kan_in_riichi"]


class KanQuestionError(RiichiError, ValueError):
    """The tiles cannot be a hand in riichi; `reason` says why not."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason.sentence + (f" ({detail})" if detail else ""))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class KanAnswer:
    """Whether the kan is allowed, and what speaks against it; `waits` are those before the kan."""

    reason: Reason | None
    """Why not; None where it is allowed."""
    readings: tuple[Reading, ...]
    """The readings of the winning hand that forbid it."""
    waits: tuple[Tile, ...]
    waits_after: tuple[Tile, ...]

    @property
    def is_allowed(self) -> bool:
        """Whether these rules let the player declare it."""
        return self.reason is None


def may_kan_in_riichi(hand: Sequence[Tile], drawn: Tile, rules: RuleSet) -> KanAnswer:
    """Whether the riichi hand may make a closed kan with `drawn`; `hand` is the concealed part without it.

    Raises:
        KanQuestionError: the tiles cannot be a hand in riichi.
    """
    _check(hand, drawn, rules)
    judgement = judge_kan_in_riichi(counts_of(hand), drawn.kind, rules.kan_in_riichi)
    return KanAnswer(
        judgement.reason,
        # Some readings may be against a kan that the house allows all the same.
        tuple(judgement.against) if judgement.reason else (),
        _tiles(judgement.waits_before),
        _tiles(judgement.waits_after),
    )


def _check(hand: Sequence[Tile], drawn: Tile, rules: RuleSet) -> None:
    for copy, number in Counter(each.plain for each in (*hand, drawn)).items():
        if number > COPIES:
            raise KanQuestionError(Reason.FIFTH_COPY, copy.text)
        if rules.players == 3 and 1 <= copy.kind <= 7:
            raise KanQuestionError(Reason.NOT_IN_THE_SET, copy.text)
    for red, number in Counter(each for each in (*hand, drawn) if each.is_red).items():
        if number > rules.red_fives["mps".index(red.suit)]:
            raise KanQuestionError(Reason.TOO_MANY_RED, red.text)
    # Each closed kan made earlier shortens the concealed part by three.
    if len(hand) not in (1, 4, 7, 10, 13):
        raise KanQuestionError(Reason.WRONG_HAND_SIZE, f"tiles without the drawn one: {len(hand)}")
    if not is_tenpai(counts_of(hand)):
        raise KanQuestionError(Reason.RIICHI_NOTEN)


def _tiles(kinds: frozenset[int]) -> tuple[Tile, ...]:
    return tuple(BY_KIND[kind] for kind in sorted(kinds))
