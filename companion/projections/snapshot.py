"""The whole table at one moment, as one frozen value and as one line of JSON.

`project` is pure: the same table gives the same snapshot. Readers get the whole, never a change,
so nobody can fall out of step.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from companion.projections.allows_view import AllowsView, allows_view
from companion.projections.health import HealthView, health_view
from companion.projections.may_view import MayView, may_view
from companion.projections.questions_view import QuestionView, questions_view
from companion.projections.reminder import Reminder
from companion.projections.reminders import reminders
from companion.projections.result_view import FinalView, ResultView, final_view, result_view
from companion.projections.table_view import KyokuView, SeatView, kyoku_view, seat_views
from companion.projections.taps_view import TapsView, depth_of, draws_view, taps_view
from companion.projections.tea_view import TeaView, tea_view
from companion.projections.wall_view import WallView, wall_view
from companion.riichi.facts import KyokuEnded
from companion.riichi.game_end import NextDeal
from companion.riichi.hanchan import Hanchan, apply_to_hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.turn import may_turn_early
from companion.table_state import TableState, Undoes

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class ControlView:
    """How a pretend table or a record plays: its speed, and whether it is paused."""

    speed: float
    """How many times as fast as people play."""
    paused: bool


@dataclass(frozen=True, slots=True)
class NextView:
    """How the next deal has to start."""

    round_wind: str
    number: int
    dealer: int
    honba: int
    kyoutaku: int
    points: tuple[int, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the page shows, as it stands after one entry of the journal."""

    schema: int
    seq: int
    game: str | None
    rules: str
    players: int
    sides: str
    """The side of the table at which each seat sits, one letter each; empty until people said so."""
    kyoku: KyokuView | None
    result: ResultView | None
    wall: WallView | None
    seats: tuple[SeatView, ...]
    reminders: tuple[Reminder, ...]
    may: MayView
    final: tuple[FinalView, ...] | None
    health: HealthView
    control: ControlView | None
    start_points: int
    depth: str | None
    next: NextView | None
    taps: TapsView
    draws: dict[str, str]
    undo: bool
    undoes: Undoes | None
    redo: bool
    questions: tuple[QuestionView, ...]
    allows: AllowsView
    tea: TeaView


def project(
    state: TableState, *, last_kyoku: Kyoku | None = None, control: ControlView | None = None
) -> Snapshot:
    """The table as everybody may see it.

    `last_kyoku` is the kyoku that ended last: it stays in sight with its result until the next deal.
    """
    hanchan = state.hanchan
    kyoku = hanchan.kyoku or (None if hanchan.is_rearranged else last_kyoku)
    is_told = control is None and not hanchan.sitting.is_paused
    return Snapshot(
        schema=SCHEMA,
        seq=state.seq,
        game=state.game,
        rules=hanchan.rules.name,
        players=hanchan.rules.players,
        sides=hanchan.sides,
        kyoku=kyoku_view(hanchan, kyoku) if kyoku else None,
        result=result_view(kyoku) if kyoku else None,
        wall=wall_view(kyoku.wall, hanchan.rules, may_flip_early=may_turn_early(kyoku)) if kyoku else None,
        seats=seat_views(hanchan, kyoku),
        reminders=reminders(state),
        may=may_view(None if hanchan.sitting.is_paused else hanchan.running),
        final=final_view(hanchan),
        health=health_view(state),
        control=control,
        start_points=hanchan.rules.start_points,
        depth=depth_of(state),
        next=_next_view(hanchan),
        # Nobody taps at a table that plays by itself, perhaps a thousand times as fast, so this is skipped.
        taps=taps_view(hanchan.running, state.claimed) if is_told else (),
        draws=draws_view(hanchan.running) if is_told else {},
        undo=state.can_undo,
        undoes=state.undoes,
        redo=state.can_redo,
        questions=questions_view(state.questions),
        allows=allows_view(hanchan.rules),
        tea=tea_view(hanchan),
    )


def _next_view(hanchan: Hanchan) -> NextView | None:
    due = following(hanchan)
    if due is None:
        return None
    number = due.dealer + 1
    return NextView(
        due.round_wind.letter,
        number,
        due.dealer,
        due.honba,
        due.kyoutaku,
        due.points,
        f"{due.round_wind.letter}{number}-{due.honba}",
    )


def following(hanchan: Hanchan) -> NextDeal | None:
    """The deal that comes next, known once the hand has its result; None before that or after the game."""
    kyoku = hanchan.kyoku
    if kyoku is None or not kyoku.is_over:
        return hanchan.next_deal
    return apply_to_hanchan(hanchan, KyokuEnded()).next_deal


def snapshot_json(snapshot: Snapshot) -> str:
    """The snapshot as one line of JSON; docs/reference/api.md says what its fields mean."""
    return json.dumps(plain(snapshot), ensure_ascii=False, separators=(",", ":"))


def plain(value: Any) -> Any:
    """Frozen values as lists and dictionaries, as JSON has them."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {key: plain(getattr(value, name)) for name, key in _keys(type(value))}
    return value


@cache
def _keys(kind: type) -> tuple[tuple[str, str], ...]:
    """Each field's name and its key in JSON, which differs where the key is a reserved word of Python."""
    return tuple((field.name, field.metadata.get("json", field.name)) for field in fields(kind))
