"""写し: the whole table at one moment, as one frozen value and as one line of JSON.

`project` is pure: the same table gives the same snapshot. Readers get the whole, never a change,
so nobody can fall out of step.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from companion.projections.health import HealthView, health_view
from companion.projections.may_view import MayView, may_view
from companion.projections.reminders import Reminder, reminders
from companion.projections.result_view import FinalView, ResultView, final_view, result_view
from companion.projections.table_view import KyokuView, SeatView, kyoku_view, seat_views
from companion.projections.wall_view import WallView, wall_view
from companion.riichi.kyoku import Kyoku
from companion.table_state import TableState

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class ControlView:
    """How a pretend table or a record plays: its speed, and whether it pauses."""

    speed: float
    paused: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """写し Everything the page shows, at one number."""

    schema: int
    seq: int
    game: str | None
    rules: str
    players: int
    kyoku: KyokuView | None
    result: ResultView | None
    wall: WallView | None
    seats: tuple[SeatView, ...]
    reminders: tuple[Reminder, ...]
    may: MayView
    final: tuple[FinalView, ...] | None
    health: HealthView
    control: ControlView | None


def project(
    state: TableState, *, last_kyoku: Kyoku | None = None, control: ControlView | None = None
) -> Snapshot:
    """The table as everybody may see it.

    `last_kyoku` is the kyoku that ended last: it stays in sight with its result until the next deal.
    """
    hanchan = state.hanchan
    kyoku = last_kyoku if hanchan.kyoku is None else hanchan.kyoku
    return Snapshot(
        schema=SCHEMA,
        seq=state.seq,
        game=state.game,
        rules=hanchan.rules.name,
        players=hanchan.rules.players,
        kyoku=kyoku_view(kyoku) if kyoku else None,
        result=result_view(kyoku) if kyoku else None,
        wall=wall_view(kyoku.wall, hanchan.rules) if kyoku else None,
        seats=seat_views(hanchan, kyoku),
        reminders=reminders(state),
        may=may_view(hanchan.kyoku),
        final=final_view(hanchan),
        health=health_view(state),
        control=control,
    )


def snapshot_json(snapshot: Snapshot) -> str:
    """The snapshot as one line of JSON; docs/reference/api.md says what its fields mean."""
    return json.dumps(_plain(snapshot), ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {key: _plain(getattr(value, name)) for name, key in _keys(type(value))}
    return value


@cache
def _keys(kind: type) -> tuple[tuple[str, str], ...]:
    """Each field's name and its key in JSON, which differs where Python keeps the word to itself."""
    return tuple((field.name, field.metadata.get("json", field.name)) for field in fields(kind))
