"""The last minutes of a table from the copy of its journal, for a referee. Pure.

What nobody told stays unknown: a tile, where a discard came from, a whole stretch of play. The rules are not
used to fill it in. What only one player could see, a drawn tile, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.club_page.game_view import RoundNow, game_now
from companion.evenings.played import Line, told
from companion.evidence import Cause
from companion.journal import Entry, replay
from companion.projections.table_view import MeldView, seat_views
from companion.projections.wall_view import WallView, tile_text, wall_view
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    Chombo,
    DaiminkanCalled,
    Discarded,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    PlayFollowed,
    PlayUnfollowed,
    PonCalled,
    RiichiDeclared,
    RinshanDrawn,
    RuleWaived,
    Ryuukyoku,
    Won,
)
from companion.riichi.hanchan import Hanchan
from companion.riichi.house_facts import HandDied, PenaltyGiven, TimeCalled
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import UNKNOWN

__all__ = ["LastMinutes", "Origin", "SeatThen", "Step", "last_minutes", "minutes_of"]

LAST: Final = 3
"""How many of the last discards are listed: referees are rarely asked about more."""


_SHOWN: Final = (
    Discarded,
    ChiCalled,
    PonCalled,
    DaiminkanCalled,
    KakanDeclared,
    AnkanDeclared,
    KitaDeclared,
    RiichiDeclared,
    RinshanDrawn,
    IndicatorRevealed,
    Won,
    Ryuukyoku,
    Chombo,
    HandDied,
    PenaltyGiven,
    TimeCalled,
    PlayUnfollowed,
    PlayFollowed,
    RuleWaived,
)
_WITH_TILE: Final = (
    Discarded,
    ChiCalled,
    PonCalled,
    DaiminkanCalled,
    KakanDeclared,
    IndicatorRevealed,
    Won,
)


class Origin(StrEnum):
    """Where a discarded tile came from."""

    HAND = "hand"
    DRAWN = "drawn"
    """The tile that was just drawn (ツモ切り)."""
    NOT_SEEN = "not_seen"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was told of the hand."""

    seq: int
    """Its number in the journal: what was told later has a larger one."""
    at: str
    """When the table wrote it, in UTC."""
    fact: str
    """What kind of fact: the name of its class."""
    seat: int | None
    giver: int | None
    """Whose tile was called or won on; None where it was not seen, or was nobody's."""
    tile: str | None
    """`?` where it was not seen; None where the fact is shown without a tile."""
    origin: Origin | None
    """None unless it is a discard."""
    told: Cause
    """How the table came to know it."""
    is_inserted: bool
    """Whether it was told only after what follows it."""
    taken_back: Cause | None
    """How it was taken back; None if it counts."""


@dataclass(frozen=True, slots=True)
class SeatThen:
    """One player in this hand."""

    name: str
    wind: str
    points: int
    riichi: bool
    river: tuple[str, ...]
    melds: tuple[MeldView, ...]
    dead: bool


@dataclass(frozen=True, slots=True)
class LastMinutes:
    """The hand being played, or the last one played."""

    round: RoundNow | None
    is_over: bool
    is_followed: bool
    """Whether somebody follows the turns: if not, what is discarded is not seen. True between hands."""
    is_unclear: bool
    """Whether the rules cannot follow it to its last entry: wall, points and rivers are from before that."""
    seats: tuple[SeatThen, ...]
    wall: WallView | None
    """None before the first deal. `live` is None where the turns were not followed."""
    steps: tuple[Step, ...]
    """In the order in which they happened."""
    discards: tuple[Step | None, ...]
    """The last three, the newest first; None: here was play that nobody followed, so no more is known."""


def last_minutes(entries: Iterable[Entry], rules: RuleSet) -> LastMinutes:
    """What the record says of the hand being played, or of the last one played."""
    everything = tuple(entries)
    found = replay(everything, rules)
    since_deal = _since_the_deal(told(everything))
    return minutes_of(found.hanchan, found.last_kyoku, since_deal, is_unclear=found.failure is not None)


def minutes_of(
    hanchan: Hanchan, last_kyoku: Kyoku | None, lines: Iterable[Line], *, is_unclear: bool
) -> LastMinutes:
    """What these lines told of a hand, and how the table stands after them.

    Args:
        hanchan: the game at the end of the hand, or after the last of the lines.
        last_kyoku: the last hand of that game that has ended; None before the first has.
        lines: all that was told of the hand, in the order in which it happened.
        is_unclear: whether the rules could not follow them to the last one.
    """
    kyoku = hanchan.kyoku or last_kyoku
    now = game_now(hanchan, last_kyoku, is_unclear=is_unclear)
    steps = tuple(_step(line) for line in lines if isinstance(line.entry.fact, _SHOWN))
    is_over = kyoku is not None and kyoku.is_over
    views = seat_views(hanchan, kyoku)
    seats = tuple(
        SeatThen(
            seen.name,
            seen.wind,
            now.seats[seat].points,
            seen.riichi is not None,
            seen.river,
            seen.melds,
            seen.dead,
        )
        for seat, seen in enumerate(views)
    )
    return LastMinutes(
        round=now.last.round if is_over and now.last else now.round,
        is_over=is_over,
        is_followed=kyoku is None or kyoku.phase is not Phase.UNFOLLOWED,
        is_unclear=now.is_unclear,
        seats=seats,
        wall=wall_view(kyoku.wall, kyoku.rules) if kyoku is not None else None,
        steps=steps,
        discards=_last_discards(steps),
    )


def _since_the_deal(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """All lines from the newest deal that counts, including later ones that were taken back."""
    deals = (
        at
        for at, line in enumerate(lines)
        if isinstance(line.entry.fact, KyokuStarted) and line.taken_back is None
    )
    return lines[max(deals, default=len(lines)) :]


def _step(line: Line) -> Step:
    entry, gone = line.entry, line.taken_back
    fact = entry.fact
    seat, giver = getattr(fact, "seat", None), getattr(fact, "giver", None)
    # Nobody gave the tile of a win by self-draw.
    giver = None if isinstance(fact, Won) and giver == seat else giver
    origin = None
    if isinstance(fact, Discarded):
        origin = {True: Origin.DRAWN, False: Origin.HAND, None: Origin.NOT_SEEN}[fact.tsumogiri]
    return Step(
        seq=entry.seq,
        at=entry.at,
        fact=type(fact).__name__,
        seat=seat,
        giver=giver,
        tile=_tile(fact),
        origin=origin,
        told=entry.because,
        is_inserted=entry.before is not None,
        taken_back=gone.because if gone is not None else None,
    )


def _tile(fact: object) -> str | None:
    if isinstance(fact, _WITH_TILE):
        return tile_text(fact.tile)
    if isinstance(fact, AnkanDeclared):
        return next((tile.text for tile in fact.tiles if tile is not None), UNKNOWN)
    return None


def _last_discards(steps: tuple[Step, ...]) -> tuple[Step | None, ...]:
    found: list[Step | None] = []
    for step in reversed([one for one in steps if one.taken_back is None]):
        if len(found) == LAST:
            break
        if step.fact in ("PlayUnfollowed", "PlayFollowed"):
            return (*found, None)
        if step.fact == "Discarded":
            found.append(step)
    return tuple(found)
