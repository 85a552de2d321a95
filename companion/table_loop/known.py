"""Completes what people say by what the table knows: a person's name in this game, a tile that was called."""

from __future__ import annotations

from dataclasses import replace

from companion.person_names import same_name
from companion.riichi.facts import ChiCalled, DaiminkanCalled, Fact, PonCalled
from companion.riichi.hanchan import Hanchan
from companion.riichi.sitting import Sitting
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted

__all__ = ["as_known"]


def as_known(hanchan: Hanchan, fact: Fact) -> Fact:
    """The fact as it is told of this game at this moment."""
    match fact:
        case PlayerSubstituted() | PlayerRenamed():
            return _named(hanchan.sitting, fact)
        case ChiCalled(tile=None) | PonCalled(tile=None) | DaiminkanCalled(tile=None):
            offer = hanchan.kyoku.last_discard if hanchan.kyoku is not None else None
            return fact if offer is None else replace(fact, tile=offer.tile)
        case _:
            return fact


def _named(sitting: Sitting, fact: PlayerSubstituted | PlayerRenamed) -> Fact:
    """The fact; if this game knows somebody else by a name that looks alike, then with that name."""
    if sitting.number_of(fact.name) is not None:
        return fact
    renamed = (
        sitting.at[fact.seat] if isinstance(fact, PlayerRenamed) and fact.seat < len(sitting.at) else None
    )
    wanted = same_name(fact.name)
    others = (name for number, name in enumerate(sitting.people) if number != renamed)
    return replace(fact, name=next((one for one in others if one and same_name(one) == wanted), fact.name))
