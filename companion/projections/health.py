"""Whether the sources are there, and points and tiles add up. Nothing is repaired here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.evidence import EndsEarly
from companion.riichi.audit import live_from_the_table
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.table_state import TableState


@dataclass(frozen=True, slots=True)
class SourceView:
    """One source, such as a record, the journal, a panel or a camera."""

    name: str
    state: str
    note: str
    code: str
    sides: str
    """The sides of the table that the note is about, one letter each; empty: all of the source."""
    stop: EndsEarly | None
    """Where and why a record cannot be played any further; None for every other source."""


@dataclass(frozen=True, slots=True)
class HealthView:
    """What the page shows with a green or a red light."""

    sources: tuple[SourceView, ...]
    points_ok: bool
    points_off: int
    """How many points too many (below zero: too few) all players and sticks have together."""
    tiles_ok: bool


def health_view(state: TableState) -> HealthView:
    """Both conservation lights, and the sources as they were reported."""
    off = points_off(state.hanchan)
    kyoku = state.hanchan.kyoku
    sources = tuple(
        SourceView(one.name, one.state.value, one.note, one.code, one.sides, one.stop)
        for one in state.sources
    )
    return HealthView(sources, off == 0, off, kyoku is None or tiles_add_up(kyoku))


def points_off(hanchan: Hanchan) -> int:
    """Points of all players and sticks on the table, beyond what people sat down with."""
    kyoku = hanchan.kyoku
    points, sticks = (
        (kyoku.points, kyoku.kyoutaku) if kyoku is not None else (hanchan.points, hanchan.kyoutaku)
    )
    return sum(points) + 1_000 * sticks - hanchan.rules.start_points * hanchan.rules.players


def tiles_add_up(kyoku: Kyoku) -> bool:
    """Whether the live count agrees with the tiles on the table; True while nobody follows the turns.

    The check needs no memory, only discards, calls, kans, norths, and whether somebody holds one
    tile too many [rules 2].
    """
    holding = any(len(player.hand) + 3 * len(player.melds) == 14 for player in kyoku.players)
    return kyoku.wall.live is None or kyoku.wall.live == live_from_the_table(kyoku, holding)
