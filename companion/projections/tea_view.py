"""What was agreed on outside the play (`riichi.tea`), for the page: a break, who is away, coming rules."""

from __future__ import annotations

from dataclasses import dataclass, fields

from companion.riichi.hanchan import Hanchan

__all__ = ["TeaView", "tea_view"]

_NAME = "name"


@dataclass(frozen=True, slots=True)
class TeaView:
    """What was agreed on outside the play."""

    paused: bool
    away: tuple[int, ...]
    """Seats whose players are away now."""
    people: tuple[str, ...]
    """Everybody who has played in this game, in the order in which they came."""
    next_rules: str
    """The name of the rules from the next hand on; empty if they stay."""
    changes: tuple[str, ...]
    """The rules that change with the next hand."""


def tea_view(hanchan: Hanchan) -> TeaView:
    """What was agreed on outside the play."""
    sitting, coming = hanchan.sitting, hanchan.next_rules
    names = () if coming is None else (field.name for field in fields(coming) if field.name != _NAME)
    return TeaView(
        paused=sitting.is_paused,
        away=tuple(sorted(sitting.away)),
        people=tuple(name for name in sitting.people if name.strip()),
        next_rules="" if coming is None else coming.name,
        changes=tuple(name for name in names if getattr(coming, name) != getattr(hanchan.rules, name)),
    )
