"""Picks the truthful answer to a question of the scribe. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from difflib import SequenceMatcher

from companion.pretend.people.comparing import essence
from companion.riichi.facts import Chombo, Fact, Ryuukyoku, Won
from companion.table_state import OpenQuestion

__all__ = ["truthful"]


def truthful(question: OpenQuestion, told: Sequence[Fact], truth: Sequence[Fact]) -> int:
    """The index of the choice that makes the hand most like what was played; one past the last is "as it is".

    `told` and `truth` are the facts of this kyoku so far, from its deal on. A choice that says something
    false is never taken, however much else it gets right; only a result may be partly wrong if it is the
    nearest one.
    """
    true = essence(truth)
    kept = [told[: len(told) - choice.replaces] for choice in question.choices]
    ways = [[*before, *choice.facts] for before, choice in zip(kept, question.choices, strict=True)]
    likeness = [_likeness(way, true) for way in ways]
    as_it_is = _likeness(told, true)
    so = [at for at, way in enumerate(ways) if _is_so(way, told, true) and likeness[at] > as_it_is]
    # A choice must make the record better; a penalty for an unknown hand, for example, does not.
    return max(so, key=lambda at: likeness[at], default=len(ways))


def _likeness(way: Sequence[Fact], true: Sequence[Fact]) -> tuple[int, int]:
    """How many more facts agree than are wrong; on a tie, fewer facts are better."""
    said = essence(way)
    blocks = SequenceMatcher(None, said, true, autojunk=False).get_matching_blocks()
    agreeing = sum(block.size for block in blocks)
    is_open = sum(fact not in true and any(_agrees(fact, other) for other in true) for fact in said)
    return 2 * agreeing + is_open - len(said), -len(said)


def _is_so(way: Sequence[Fact], told: Sequence[Fact], true: Sequence[Fact]) -> bool:
    """Whether everything new in this answer happened, and in this order; results aside."""
    old, said = essence(told), essence(way)
    so = _in_order(said, true)
    results = (Won, Ryuukyoku, Chombo)
    return all(
        is_so or fact in old or isinstance(fact, results) for fact, is_so in zip(said, so, strict=True)
    )


def _in_order(said: Sequence[Fact], true: Sequence[Fact]) -> list[bool]:
    """Which of these facts happened, each after those before it: as many as possible."""
    best = [[0] * (len(true) + 1) for _ in range(len(said) + 1)]
    agrees = [[_agrees(one, other) for other in true] for one in said]
    for at in range(len(said) - 1, -1, -1):
        for other in range(len(true) - 1, -1, -1):
            paired = agrees[at][other] + best[at + 1][other + 1]
            best[at][other] = max(paired, best[at + 1][other], best[at][other + 1])
    so, other = [], 0
    for at in range(len(said)):
        while other < len(true) and best[at][other] == best[at][other + 1]:
            other += 1
        is_so = other < len(true) and best[at][other] > best[at + 1][other]
        so.append(is_so)
        other += is_so
    return so


def _agrees(said: Fact, true: Fact) -> bool:
    """Whether it says nothing wrong; what it leaves open is not wrong."""
    if type(said) is not type(true):
        return False
    pairs = ((getattr(said, one.name), getattr(true, one.name)) for one in fields(said))
    return all(
        mine is None or not Counter(mine) - Counter({None: len(mine)}) - Counter(other)
        if isinstance(mine, tuple)
        else mine in (None, other)
        for mine, other in pairs
    )
