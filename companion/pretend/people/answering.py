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
    false is never taken, however much else it gets right; of results, the nearest is.
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
    """Whether everything new in this answer is true, results aside."""
    old = essence(told)
    new = (
        fact for fact in essence(way) if fact not in old and not isinstance(fact, Won | Ryuukyoku | Chombo)
    )
    return all(any(_agrees(fact, other) for other in true) for fact in new)


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
