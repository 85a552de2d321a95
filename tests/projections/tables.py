"""Tables for the tests of what is shown: facts through the rules core, never a made-up state."""

from __future__ import annotations

from functools import reduce

from companion.projections.snapshot import Snapshot, project
from companion.riichi.facts import (
    AnkanDeclared,
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
)
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat, Wind
from companion.riichi.tiles import Tile
from companion.table_state import TableState

A, B, C, D = SEATS


def started(rules: RuleSet = TENHOU, **changes: object) -> Hanchan:
    """A game whose first kyoku is dealt; nobody has seen a tile but the indicator."""
    deal: dict[str, object] = {
        "round_wind": Wind.EAST,
        "dealer": A,
        "honba": 0,
        "kyoutaku": 0,
        "points": (rules.start_points,) * rules.players,
        "indicator": Tile("4m"),
    }
    return apply_to_hanchan(begin(rules), KyokuStarted(**{**deal, **changes}))


def started_3p() -> Hanchan:
    return started(TENHOU_3P, indicator=Tile("9s"))


def after(hanchan: Hanchan, *facts: Fact) -> Hanchan:
    return reduce(apply_to_hanchan, facts, hanchan)


def shown(hanchan: Hanchan, **more: object) -> Snapshot:
    return project(TableState(1, "a game", hanchan), **more)


def turn(seat: Seat, tile: str | None = None, *, tsumogiri: bool | None = None) -> tuple[Fact, ...]:
    """One player draws unseen and discards."""
    return (Drawn(seat), Discarded(seat, Tile(tile) if tile else None, tsumogiri))


def riichi(seat: Seat, tile: str) -> tuple[Fact, ...]:
    return (Drawn(seat), RiichiDeclared(seat), Discarded(seat, Tile(tile)), RiichiAccepted(seat))


def ankan(seat: Seat, tile: str, *, draws: bool = True) -> tuple[Fact, ...]:
    """A closed kan, its flip at once, its replacement tile."""
    draw = (Drawn(seat),) if draws else ()
    return (*draw, AnkanDeclared(seat, (Tile(tile),) * 4), IndicatorRevealed(None), RinshanDrawn(seat))


def pon(seat: Seat, giver: Seat, tile: str) -> PonCalled:
    return PonCalled(seat, giver, Tile(tile), (Tile(tile), Tile(tile)))
