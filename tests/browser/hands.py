"""Hands for the browser tests, as facts: every kind of call, kan and result that the page can show."""

from __future__ import annotations

from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    HandValue,
    IndicatorRevealed,
    KakanDeclared,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.seats import SEATS, Seat, Wind
from companion.riichi.tiles import Tile, parse_tiles

A, B, C, D = SEATS


def deal(*, honba: int = 2, kyoutaku: int = 1) -> KyokuStarted:
    points = (31_200, 24_800, 8_900, 34_100)
    return KyokuStarted(Wind.SOUTH, D, honba, kyoutaku, points, Tile("4m"))


def turn(seat: Seat, text: str, *, tsumogiri: bool | None = None) -> tuple[Fact, ...]:
    return (Drawn(seat), Discarded(seat, Tile(text), tsumogiri))


def turns(first: Seat, *texts: str) -> tuple[Fact, ...]:
    """Turns in order; every third is tsumogiri."""
    return tuple(
        fact
        for step, text in enumerate(texts)
        for fact in turn(SEATS[(first + step) % 4], text, tsumogiri=step % 3 == 2 or None)
    )


CALLS: tuple[Fact, ...] = (
    *turn(D, "3m"),
    ChiCalled(A, Tile("3m"), (Tile("2m"), Tile("4m"))),
    Discarded(A, Tile("7z")),
    PonCalled(C, A, Tile("7z"), (Tile("7z"), Tile("7z"))),
    Discarded(C, Tile("1z")),
    *turns(D, "9s", "4z", "2s", "1m", "9p", "3z"),
    *turn(B, "0p"),
    DaiminkanCalled(D, B, Tile("0p"), (Tile("5p"), Tile("5p"), Tile("5p"))),
    RinshanDrawn(D),
    Discarded(D, Tile("2z")),
    IndicatorRevealed(Tile("9p")),
    *turns(A, "8m", "1s", "6z"),
    Drawn(D),
    Discarded(D, Tile("8s")),
    *turns(A, "9m", "2p"),
    Drawn(C),
    KakanDeclared(C, Tile("7z")),
    RinshanDrawn(C),
    Discarded(C, Tile("4s")),
    IndicatorRevealed(Tile("1s")),
)
"""A chi, two pon, an open kan, an added kan; two indicators turned."""

RIICHI: tuple[Fact, ...] = (Drawn(B), RiichiDeclared(B), Discarded(B, Tile("6p")), RiichiAccepted(B))

LONG_HAND: tuple[Fact, ...] = (
    deal(),
    *CALLS,
    *turns(D, "6s", "1p"),
    *RIICHI,
    *turns(
        C,
        *("3s", "2m", "9s", "7p", "1z", "8p", "3p", "2z", "6m", "7s", "4p", "3z"),
        *("8s", "1m", "9m", "4z", "2s", "7m", "6s", "1p"),
    ),
)
"""The middle of a hand in which much has happened."""

WIN = Won(
    B,
    WinBy.RON,
    C,
    Tile("5s"),
    parse_tiles("12355678m55s789p"),
    (Tile("9s"), Tile("1m"), Tile("2z")),
    HandValue(4, 40, yaku=(("riichi", 1), ("dora", 2), ("ura_dora", 1))),
)

DRAW = Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=D)


def ankan(seat: Seat, text: str) -> tuple[Fact, ...]:
    return (AnkanDeclared(seat, (Tile(text),) * 4), IndicatorRevealed(Tile("5z")), RinshanDrawn(seat))
