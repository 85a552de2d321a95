"""What the lamps show and what the page is told, from what the listener remembers. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.evidence import Notice, NoticesChanged
from companion.intake.panel.listener import REFUSED_NS, Listener, is_between, seat_at
from companion.intake.panel.outcomes import News
from companion.intake.panel.seeing import asks
from companion.intake.panel.several import Standing
from companion.intake.panel.standing import standing_lamps
from companion.intake.panel.stuck import KEY_STUCK
from companion.table_state import TableState
from firmware_bridge.signals import Button, Lamp, Lamps, Side

__all__ = ["AWAITED", "MOST_URGENT_FIRST", "WHO_SITS", "WHO_SITS_BY_PAGE", "lamps", "notices", "told_by"]

MOST_URGENT_FIRST: Final = (Lamp.TRIPLE, Lamp.FAST, Lamp.SLOW, Lamp.DOUBLE, Lamp.WINK, Lamp.STEADY)
"""If a lamp has several things to say, the first of these is shown."""

WHO_SITS: Final = "panel_who_sits"
"""The code of the notice that asks each player to press a key, East first."""
WHO_SITS_BY_PAGE: Final = "panel_who_sits_by_page"
"""The same while fewer sides have keys than there are players: then it can only be said on the page."""
AWAITED: Final = "panel_awaited"
"""The code of the notice whose `next` is missing: perhaps that side has no keys, and the page deals."""


def lamps(listener: Listener, state: TableState, now_ns: int) -> Lamps:
    """What all four lamps show."""
    if state.game is None or state.hanchan.is_closed:
        wanted = {side: frozenset(_refused(listener, side, now_ns)) for side in Side}
    elif not state.hanchan.sides:
        wanted = {side: frozenset(_unseated(listener, state, side, now_ns)) for side in Side}
    else:
        wanted = {side: frozenset(_seated(listener, state, side, now_ns)) for side in Side}
    shown = {side: _most_urgent(looks) for side, looks in wanted.items()}
    return Lamps.of({**shown, **dict(_called(listener, now_ns))})


def told_by(
    name: str, listener: Listener, state: TableState, now_ns: int, *, standing: Standing
) -> NoticesChanged:
    """All that the panel of this name has to say now, and whether a call is being decided at its keys."""
    is_deciding = bool(listener.claims or listener.thinking)
    return NoticesChanged(name, notices(listener, state, now_ns, standing), is_deciding=is_deciding)


def notices(listener: Listener, state: TableState, now_ns: int, standing: Standing) -> tuple[Notice, ...]:
    """Open questions, why presses meant nothing, what they did outside the game, and what keys are missing.

    While no panel is there, nobody is asked to press a key to say where they sit.
    """
    sides = state.hanchan.sides
    asked = [
        Notice(question.ask.value, seat_at(sides, side), is_question=True)
        for side, question in listener.questions.items()
    ]
    told = [
        Notice(reply.code.value, seat_at(sides, side), is_refusal=not isinstance(reply.code, News))
        for side, reply in listener.replies.items()
    ]
    told += [Notice(KEY_STUCK, seat_at(sides, side)) for side in standing.stuck.sides]
    awaited = listener.ready.missing(listener.keys.awaited(sides), now_ns) if is_between(state) else ()
    told += [Notice(AWAITED, seat_at(sides, side)) for side in Side if side in awaited]
    doubted = [] if listener.doubted is None else [Notice(listener.doubted.code.value)]
    if standing.is_there and state.game is not None and not state.hanchan.is_closed and not sides:
        code = WHO_SITS if _can_all_press(listener, state) else WHO_SITS_BY_PAGE
        asked.append(Notice(code, is_question=True))
    return (*asked, *told, *doubted)


def _most_urgent(looks: frozenset[Lamp]) -> Lamp:
    return next((lamp for lamp in MOST_URGENT_FIRST if lamp in looks), Lamp.OFF)


def _called(listener: Listener, now_ns: int) -> Iterator[tuple[Side, Lamp]]:
    """Lit: the referee is called; dark: the call is withdrawn. This goes before all else."""
    for side, reply in listener.replies.items():
        if isinstance(reply.code, News) and now_ns < reply.at_ns + REFUSED_NS:
            yield side, Lamp.OFF if reply.code is News.REFEREE_WITHDRAWN else Lamp.WINK


def _refused(listener: Listener, side: Side, now_ns: int) -> Iterator[Lamp]:
    reply = listener.replies.get(side)
    if reply is not None and not isinstance(reply.code, News) and now_ns < reply.at_ns + REFUSED_NS:
        yield Lamp.TRIPLE


def _unseated(listener: Listener, state: TableState, side: Side, now_ns: int) -> Iterator[Lamp]:
    yield from _refused(listener, side, now_ns)
    if side in listener.seating:
        yield Lamp.WINK
    elif _can_all_press(listener, state):
        yield Lamp.SLOW


def _can_all_press(listener: Listener, state: TableState) -> bool:
    """Whether there are keys at as many sides as there are players."""
    return sum(listener.keys.are_at(side) for side in Side) >= state.hanchan.rules.players


def _seated(listener: Listener, state: TableState, side: Side, now_ns: int) -> Iterator[Lamp]:
    yield from _refused(listener, side, now_ns)
    seat = seat_at(state.hanchan.sides, side)
    if seat is None:
        return
    kyoku = state.hanchan.kyoku
    if kyoku is not None:
        yield from standing_lamps(kyoku, seat)
    if side in listener.questions or asks(state, seat):
        yield Lamp.FAST
    is_awaited = is_between(state) and listener.keys.has(side, Button.NEXT)
    thinks = side in listener.thinking and not state.hanchan.sitting.is_paused
    if thinks or (is_awaited and side not in listener.ready):
        yield Lamp.SLOW
    if side in listener.claims.sides or side in listener.ready or listener.heard.get(side, 0) > now_ns:
        yield Lamp.WINK
