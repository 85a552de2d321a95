"""What a player aims for, and which tiles do not belong to that (手役)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.pretend.players.view import View
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.shape import Counts
from companion.riichi.tiles import ORPHANS

_ENOUGH_FOR_A_FLUSH = 11
"""How many of a closed hand's tiles, 14 with the drawn one, must be of the suit or honours."""


class Aim(StrEnum):
    """Where the yaku comes from."""

    RIICHI = "riichi"
    YAKUHAI = "yakuhai"
    TANYAO = "tanyao"
    FLUSH = "flush"
    NOTHING = "nothing"
    """An open hand that has no yaku in sight."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An aim, and the kinds that do not belong to it."""

    aim: Aim
    outside: frozenset[int] = frozenset()

    def misfits(self, counts: Counts) -> int:
        """How many concealed tiles do not belong."""
        return sum(counts[kind] for kind in self.outside)


_FLUSHES = tuple(
    Plan(Aim.FLUSH, frozenset(kind for kind in range(27) if kind // 9 != suit)) for suit in range(3)
)
_TANYAO = Plan(Aim.TANYAO, ORPHANS)


def plan_for(view: View, melds: Sequence[Meld], counts: Counts) -> Plan:
    """What this hand aims for once `melds` lie beside it."""
    flush = min(_FLUSHES, key=lambda plan: _misfits(plan, melds, counts))
    tiles = sum(counts)
    if all(meld.kind is MeldKind.ANKAN for meld in melds):
        belongs = tiles + 3 * len(melds) - _misfits(flush, melds, counts)
        return flush if belongs >= _ENOUGH_FOR_A_FLUSH else Plan(Aim.RIICHI)
    if any(meld.tile_kind in view.yakuhai for meld in melds):
        return Plan(Aim.YAKUHAI)
    open_plans = [flush, _TANYAO] if view.rules.open_tanyao else [flush]
    lawful = [plan for plan in open_plans if all(_fits(plan, meld) for meld in melds)]
    return min(lawful, key=lambda plan: plan.misfits(counts), default=Plan(Aim.NOTHING))


def _misfits(plan: Plan, melds: Sequence[Meld], counts: Counts) -> int:
    return plan.misfits(counts) + sum(3 for meld in melds if not _fits(plan, meld))


def _fits(plan: Plan, meld: Meld) -> bool:
    return not any(tile.kind in plan.outside for tile in meld.tiles if tile)
