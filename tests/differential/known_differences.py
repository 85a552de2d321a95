"""Where `riichienv` 0.4.11 is known to answer differently, and why we do not follow it.

Each entry has a predicate as narrow as it can be: a disagreement that none explains fails the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.riichi.calls import refusal
from companion.riichi.facts import AnkanDeclared
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import KanInRiichi
from tests.differential.comparing import Disagreement


@dataclass(frozen=True, slots=True)
class KnownDifference:
    """One way in which the peer differs."""

    name: str
    sentence: str
    explains: Callable[[Disagreement], bool]


def _judges_kan_in_riichi_by_waits(difference: Disagreement) -> bool:
    kyoku, seat = difference.kyoku, difference.seat
    drawn = kyoku.players[seat].drawn
    hand = kyoku.players[seat].known_hand
    if drawn is None or hand is None or difference.ours or difference.theirs != {f"ankan {drawn.plain}"}:
        return False
    kan = AnkanDeclared(seat, tuple(tile for tile in hand if tile.kind == drawn.kind))
    by_waits = replace(kyoku, rules=replace(kyoku.rules, kan_in_riichi=KanInRiichi.WAITS))
    return refusal(kyoku, kan) is Reason.KAN_IN_RIICHI_READING and refusal(by_waits, kan) is None


KNOWN_DIFFERENCES = (
    KnownDifference(
        "kan in riichi judged by waits alone",
        "It offers a closed kan in riichi whenever the waits stay the same; we also ask that the three "
        "tiles are a triplet in every reading of the winning hand.",
        _judges_kan_in_riichi_by_waits,
    ),
)


def explanation(difference: Disagreement) -> KnownDifference | None:
    """The entry that explains a disagreement; None where there is none."""
    return next((known for known in KNOWN_DIFFERENCES if known.explains(difference)), None)


def unexplained(differences: Iterable[Disagreement]) -> tuple[Disagreement, ...]:
    """Those that nothing explains."""
    return tuple(difference for difference in differences if explanation(difference) is None)
