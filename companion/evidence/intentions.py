"""What people mean when they say something on a page or by a key. The facts are found elsewhere.

An entry of the journal is named by its number, a hand by the number of its deal; None is the hand that is
on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from companion.riichi.facts import Chombo, HandValue, RyuukyokuKind, SeatsBound
from companion.riichi.house_facts import (
    ChipsTaken,
    DealerStopped,
    HandDied,
    PenaltyGiven,
    TimeCalled,
    WallBroken,
)
from companion.riichi.melds import MeldKind
from companion.riichi.seats import Seat, Wind
from companion.riichi.tea_facts import (
    GamePaused,
    GameResumed,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    PlayerSubstituted,
    PointsSet,
    SeatsChanged,
)
from companion.riichi.tiles import Tile

__all__ = [
    "AsItIs",
    "DealWas",
    "Draw",
    "HandForgotten",
    "Indicator",
    "Intention",
    "KanForgotten",
    "KanTiles",
    "MeldShown",
    "Result",
    "ResultWas",
    "RiichiWas",
    "TakeBack",
    "Tenpai",
    "ToldTwice",
    "Win",
    "Winner",
    "renumbered",
]


@dataclass(frozen=True, slots=True)
class MeldShown:
    """A meld that was not told when it was called (副露); `tiles` is empty where they are not known."""

    kind: MeldKind
    tiles: tuple[Tile | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Winner:
    """A player who has won, and as much of the hand as was said."""

    seat: Seat
    value: HandValue | None = None
    """What people say or have agreed to; None: what the shown tiles are worth, or nobody has said yet."""
    hand: tuple[Tile, ...] | None = None
    """The concealed tiles without the winning one, where they were shown."""
    tile: Tile | None = None
    """The winning tile; None: the one that lies there, as far as it is known."""
    ura: tuple[Tile, ...] = ()
    local_yaku: tuple[str, ...] = ()
    """Names of local yaku that are counted in a value said without tiles."""
    melds: tuple[MeldShown, ...] = ()
    liable: Seat | None = None
    liable_for_kans: Seat | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """Somebody has won, or several on one tile (和了)."""

    winners: tuple[Winner, ...]
    giver: Seat | None = None
    """Whose tile it was; None: the winner's own draw."""
    is_riichi_tile: bool = False
    """Whether it was the giver's riichi discard, whose stick was told and goes back."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The hand ended without a win (流局)."""

    kind: RyuukyokuKind
    tenpai: tuple[Seat, ...] | None = None
    """Who showed tenpai; None: those in riichi, where hands are shown at such a draw."""
    nagashi: tuple[Seat, ...] = ()
    by: Seat | None = None


Result = Win | Draw | Chombo
"""How a hand ended."""


@dataclass(frozen=True, slots=True)
class Tenpai:
    """At the draw that was told, somebody was tenpai after all, or noten."""

    seat: Seat
    is_tenpai: bool


@dataclass(frozen=True, slots=True)
class Indicator:
    """Which tile an indicator is (ドラ表示牌)."""

    tile: Tile | None
    at: int | None = None
    """Its index, from 0, in the order in which they lie; None, or the number that lie there: a new one."""
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class KanTiles:
    """The tiles of a kan that was told without them."""

    seat: Seat
    is_closed: bool
    tiles: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class ResultWas:
    """The right result of a hand whose result was told wrong, or not at all."""

    result: Result
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class RiichiWas:
    """A riichi was told of the wrong player: of `was`, although `seat` declared it.

    `was` None: it was not told; `seat` None: there was none. Both the same: it was open, or not, after all.
    """

    hand: int | None = None
    was: Seat | None = None
    seat: Seat | None = None
    is_open: bool | None = None
    """None: as it was told."""
    discard: int | None = None
    """The discard that was laid sideways, where every turn was told."""


@dataclass(frozen=True, slots=True)
class KanForgotten:
    """A kan that nobody told, in a hand whose turns nobody followed."""

    seat: Seat
    is_closed: bool
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class DealWas:
    """A hand was dealt differently from what was told; a field that is None was right."""

    hand: int | None = None
    round_wind: Wind | None = None
    dealer: Seat | None = None
    honba: int | None = None
    kyoutaku: int | None = None
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """What was told in these entries did not happen."""

    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ToldTwice:
    """A whole hand was told a second time."""

    hand: int


@dataclass(frozen=True, slots=True)
class HandForgotten:
    """A whole hand was played that nobody told."""

    result: Result
    before: int | None = None
    """The deal that followed it; None: nothing did."""
    riichi: tuple[Seat, ...] = ()
    open_riichi: tuple[Seat, ...] = ()
    """Those of `riichi` who made an open one (オープン立直)."""


AsItIs = (
    Chombo
    | HandDied
    | PenaltyGiven
    | TimeCalled
    | DealerStopped
    | WallBroken
    | ChipsTaken
    | SeatsBound
    | GamePaused
    | GameResumed
    | PlayerSubstituted
    | PlayerRenamed
    | PlayerLeft
    | PlayerReturned
    | SeatsChanged
    | PointsSet
)
"""What people say is itself the fact; nothing has to be worked out."""

Intention = (
    Win
    | Draw
    | Tenpai
    | Indicator
    | KanTiles
    | ResultWas
    | RiichiWas
    | KanForgotten
    | DealWas
    | TakeBack
    | ToldTwice
    | HandForgotten
    | AsItIs
)

_OF_AN_ENTRY: Final = frozenset({"hand", "before", "discard"})


def renumbered(what: Intention, numbers: Mapping[int, int]) -> Intention | None:
    """The same intention with other entry numbers; None where one of its entries has no new number.

    >>> renumbered(TakeBack((3, 4)), {3: 5, 4: 6}), renumbered(ToldTwice(3), {})
    (TakeBack(entries=(5, 6)), None)
    """
    changed: dict[str, Any] = {}
    for field in fields(what):
        value = getattr(what, field.name)
        if field.name == "entries":
            changed[field.name] = tuple(numbers.get(seq) for seq in value)
        elif field.name in _OF_AN_ENTRY and value is not None:
            changed[field.name] = numbers.get(value)
    if any(new is None or (isinstance(new, tuple) and None in new) for new in changed.values()):
        return None
    again: Intention = replace(what, **changed)
    return again
