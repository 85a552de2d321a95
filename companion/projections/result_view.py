"""How a kyoku ended, who pays whom and what for, and the final score; computed, never decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.projections.wall_view import tile_text
from companion.riichi import shape
from companion.riichi.facts import Won
from companion.riichi.final_score import final_scores
from companion.riichi.game_end import may_dealer_stop
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.riichi.settlement import limit_of, settle
from companion.riichi.tiles import BY_KIND, Tile


@dataclass(frozen=True, slots=True)
class WinView:
    """One win (和了). `han`, `fu` and `yaku` are empty until the hand's value is confirmed."""

    seat: int
    by: str
    giver: int
    tile: str
    hand: tuple[str, ...] | None
    ura: tuple[str, ...]
    han: int | None
    fu: int | None
    yakuman: int
    yaku: tuple[tuple[str, int], ...]
    limit: str | None
    waits: tuple[str, ...]
    """What the shown hand waited for; empty if it was not shown."""


@dataclass(frozen=True, slots=True)
class ShownView:
    """A hand that was shown at a draw, and what it waits for."""

    seat: int
    hand: tuple[str, ...]
    waits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaymentView:
    """Points from one seat to another; `payer` None: from the sticks on the table."""

    payer: int | None
    payee: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """How the kyoku ended."""

    wins: tuple[WinView, ...]
    ryuukyoku: str | None
    tenpai: tuple[int, ...]
    chombo: int | None
    payments: tuple[PaymentView, ...]
    deltas: tuple[int, ...]
    """What each seat wins or loses by the result: with riichi sticks won, without those paid before."""
    points: tuple[int, ...]
    """The points of each seat once everything is paid."""
    shown: tuple[ShownView, ...]
    """Hands that were shown at a draw."""
    may_stop: bool
    """Whether the dealer may end the game here by choice (和了やめ)."""


@dataclass(frozen=True, slots=True)
class FinalView:
    """One player's final result (終局)."""

    seat: int
    place: int
    points: int
    score: float
    penalty: float
    """What chombo and smaller penalties took from the score, in thousands."""
    extra: float
    """What chips, busts and yakitori added to the score, in thousands."""


def result_view(kyoku: Kyoku) -> ResultView | None:
    """The result, or None while the kyoku is played."""
    if not kyoku.is_over:
        return None
    settlement = settle(kyoku)
    draw = kyoku.ryuukyoku
    return ResultView(
        wins=tuple(_win_view(win, kyoku.rules) for win in kyoku.wins),
        ryuukyoku=draw.kind.value if draw else None,
        tenpai=tuple(draw.tenpai) if draw else (),
        chombo=kyoku.chombo.seat if kyoku.chombo else None,
        payments=tuple(
            PaymentView(paid.payer, paid.payee, paid.points, paid.reason.value)
            for paid in settlement.payments
        ),
        deltas=tuple(after - now for after, now in zip(settlement.points, kyoku.points, strict=True)),
        points=settlement.points,
        shown=_shown(kyoku),
        may_stop=may_dealer_stop(kyoku),
    )


def _shown(kyoku: Kyoku) -> tuple[ShownView, ...]:
    hands = kyoku.ryuukyoku.hands if kyoku.ryuukyoku else ()
    return tuple(
        ShownView(seat, _texts(hand), waits_of(hand)) for seat, hand in enumerate(hands) if hand is not None
    )


def _texts(hand: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(tile.text for tile in sorted(hand))


def waits_of(hand: tuple[Tile, ...]) -> tuple[str, ...]:
    """The tiles that complete the hand; empty if a hand of this size cannot be waiting."""
    if len(hand) % 3 != 1:
        return ()
    return tuple(BY_KIND[kind].text for kind in sorted(shape.waits(shape.counts_of(hand))))


def _win_view(win: Won, rules: RuleSet) -> WinView:
    value = win.value
    limit = limit_of(value, rules) if value else None
    return WinView(
        seat=win.seat,
        by=win.by.value,
        giver=win.giver,
        tile=tile_text(win.tile),
        hand=_texts(win.hand) if win.hand is not None else None,
        ura=tuple(tile.text for tile in win.ura),
        han=value.han if value else None,
        fu=value.fu if value else None,
        yakuman=value.yakuman if value else 0,
        yaku=value.yaku if value else (),
        limit=limit.value if limit else None,
        waits=waits_of(win.hand) if win.hand is not None else (),
    )


def final_view(hanchan: Hanchan) -> tuple[FinalView, ...] | None:
    """Places and scores, first place first; None while the game goes on, or if nothing was dealt in it."""
    is_over = hanchan.is_closed or hanchan.ended is not None
    if not is_over or not hanchan.dealt:
        return None
    scores = sorted(final_scores(hanchan), key=lambda one: one.place)
    return tuple(
        FinalView(one.seat, one.place, one.points, one.score, one.penalty, one.extra) for one in scores
    )
