"""What people mean when they say something on a page or by a key. The facts of it are found elsewhere.

An entry of the journal is named by its number, a hand by the number of its deal; no number is the hand
that lies on the table.
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
    """A meld that nobody had told when it was called (副露); no tiles where they are not known."""

    kind: MeldKind
    tiles: tuple[Tile | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Winner:
    """One who has won, and as much of the hand as was said."""

    seat: Seat
    value: HandValue | None = None
    """What people say or have agreed to; None: what the shown tiles are worth, or nobody has said yet."""
    hand: tuple[Tile, ...] | None = None
    """The concealed tiles without the winning one, where they were shown."""
    tile: Tile | None = None
    """The winning tile; None: the one that lies there, as far as it is known."""
    ura: tuple[Tile, ...] = ()
    local_yaku: tuple[str, ...] = ()
    """Names of yaku of the house that are in a value said without tiles."""
    melds: tuple[MeldShown, ...] = ()
    liable: Seat | None = None
    liable_for_kans: Seat | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """Somebody has won, or several on one tile (和了)."""

    winners: tuple[Winner, ...]
    giver: Seat | None = None
    """On whose tile; None: by the own draw."""
    is_riichi_tile: bool = False
    """It was the giver's riichi discard, whose stick was told and goes back."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The hand ended without a win (流局)."""

    kind: RyuukyokuKind
    tenpai: tuple[Seat, ...] | None = None
    """Who showed tenpai; None: who is in riichi, where hands are shown at such an end."""
    nagashi: tuple[Seat, ...] = ()
    by: Seat | None = None


Result = Win | Draw | Chombo
"""How a hand ended."""


@dataclass(frozen=True, slots=True)
class Tenpai:
    """At the draw that stands somebody is tenpai, or noten after all."""

    seat: Seat
    is_tenpai: bool


@dataclass(frozen=True, slots=True)
class Indicator:
    """Which tile an indicator is (ドラ表示牌)."""

    tile: Tile | None
    at: int | None = None
    """From 0, in the order in which they lie; None or one more than there are: it was turned just now."""
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class KanTiles:
    """The tiles of a kan that was told without them."""

    seat: Seat
    is_closed: bool
    tiles: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class ResultWas:
    """A result was told wrong, or not at all."""

    result: Result
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class RiichiWas:
    """A riichi was told wrong: of nobody (`was` None) it was forgotten, to nobody (`seat` None) it never was.

    From a seat to the same one it was of the other kind, open or not.
    """

    hand: int | None = None
    was: Seat | None = None
    seat: Seat | None = None
    is_open: bool | None = None
    """None: as it was told."""
    discard: int | None = None
    """Where every turn was told: the discard that was laid sideways."""


@dataclass(frozen=True, slots=True)
class KanForgotten:
    """A kan that nobody told, in a hand whose turns nobody followed."""

    seat: Seat
    is_closed: bool
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class DealWas:
    """A hand was dealt otherwise than it was told; what is None was right."""

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
    """Those of them whose riichi was an open one."""


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
"""What people say is the fact, and nothing has to be found out for it."""

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
    """The same about other numbers of entries; None where one of its entries has none.

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
