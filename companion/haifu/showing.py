"""What a draw shows (流局): who is tenpai and which hands are open, where a record does not say it."""

from __future__ import annotations

from companion.haifu.holding import Table
from companion.riichi import shape
from companion.riichi.facts import Ryuukyoku, RyuukyokuKind
from companion.riichi.seats import Seat, seats
from companion.riichi.tiles import Tile

_ALL_SHOW = (RyuukyokuKind.SUUCHA_RIICHI, RyuukyokuKind.SANCHAHOU)


def ryuukyoku_of(
    kind: RyuukyokuKind,
    table: Table,
    deltas: tuple[int, ...] | None = None,
    tenpai: tuple[Seat, ...] | None = None,
    by: Seat | None = None,
) -> Ryuukyoku:
    """The draw as a fact; what is not given follows from the payments, then from the hands."""
    if kind is RyuukyokuKind.KYUUSHU_KYUUHAI:
        by = table.drawn if by is None else by
        return Ryuukyoku(kind, by=by, hands=_hands(table, () if by is None else (by,)))
    if tenpai is None:
        tenpai = _tenpai(kind, table, deltas)
    nagashi = _nagashi(table, deltas) if kind is RyuukyokuKind.NAGASHI_MANGAN else ()
    return Ryuukyoku(kind, tenpai, nagashi, hands=_hands(table, tenpai))


def _nagashi(table: Table, deltas: tuple[int, ...] | None) -> tuple[Seat, ...]:
    """Who was paid a nagashi mangan; if no payment says so, whoever may have one by what was discarded."""
    paid = tuple(seat for seat in seats(table.players) if deltas is not None and deltas[seat] > 0)
    return paid or tuple(sorted(table.nagashi))


def _hands(table: Table, shown: tuple[Seat, ...]) -> tuple[tuple[Tile, ...] | None, ...]:
    return tuple(table.shown(seat) if seat in shown else None for seat in seats(table.players))


def _tenpai(kind: RyuukyokuKind, table: Table, deltas: tuple[int, ...] | None) -> tuple[Seat, ...]:
    everybody = seats(table.players)
    if kind in _ALL_SHOW:
        feeder = table.offered[0] if kind is RyuukyokuKind.SANCHAHOU and table.offered else None
        return tuple(seat for seat in everybody if seat != feeder)
    if kind.is_abortive:
        return ()
    if kind is RyuukyokuKind.EXHAUSTIVE and deltas is not None and any(deltas):
        return tuple(seat for seat in everybody if deltas[seat] > 0)
    return tuple(seat for seat in everybody if _is_tenpai(table, seat))


def _is_tenpai(table: Table, seat: Seat) -> bool:
    """Whether the hand is tenpai; that of a player in riichi is, even if nobody saw it."""
    hand = table.shown(seat)
    if hand is None:
        return seat in table.riichi
    return len(hand) % 3 == 1 and shape.is_tenpai(shape.counts_of(hand))
