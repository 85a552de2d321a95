"""正直者: who answers the scribe's questions truthfully, and confirms results. Pure but for the asking."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from companion.rehearsal.comparing import essence
from companion.riichi.facts import Fact
from companion.table_state import OpenQuestion

__all__ = ["truthful"]


def truthful(question: OpenQuestion, told: Sequence[Fact], truth: Sequence[Fact]) -> int:
    """The answer that makes the hand most like what was played: a choice, or behind all "as it is".

    `told` and `truth` are the facts of this kyoku so far, from its deal on.
    """
    ways = [
        [*told[: len(told) - choice.replaces], *choice.facts] if choice.replaces else [*told, *choice.facts]
        for choice in question.choices
    ]
    ways.append(list(told))
    likeness = [_likeness(way, truth) for way in ways]
    # Nobody says yes to what is no better than what stands there: a penalty, say, for a hand nobody knows.
    return len(ways) - 1 if likeness[-1] == max(likeness) else likeness.index(max(likeness))


def _likeness(way: Sequence[Fact], truth: Sequence[Fact]) -> tuple[int, int]:
    """So many facts agree; where none is better than another, fewer facts are."""
    said, true = essence(way), essence(truth)
    blocks = SequenceMatcher(None, said, true, autojunk=False).get_matching_blocks()
    agreeing = sum(block.size for block in blocks)
    return 2 * agreeing - len(said), -len(said)
