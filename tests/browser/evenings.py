"""An evening that was told by touch: hands with points only, to look back at. No test here."""

from __future__ import annotations

from itertools import count

from companion.evidence import Answer, DealAsked, Depth, Done, FinishAsked, StartAsked, TellAsked
from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    Fact,
    HandValue,
    IndicatorRevealed,
    RiichiAccepted,
    RiichiDeclared,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.shelf import ShelfCommand
from tests.browser.real_table import RealTable

A, B, C, D = SEATS
NAMES = ("Aki", "Ben", "Chie", "Dai")
LONG_NAMES = ("Wilhelmina-Antoinette", "Maximilian von Hohenfels", "Bartholomew", "Ngọc Ánh")
_NUMBERS = count(1)


def ron(seat, giver, han: int, fu: int = 30) -> Won:
    return Won(seat, WinBy.RON, giver, value=HandValue(han, fu))


def tsumo(seat, han: int, fu: int = 30) -> Won:
    return Won(seat, WinBy.TSUMO, seat, value=HandValue(han, fu))


def riichi(seat) -> tuple[Fact, ...]:
    return RiichiDeclared(seat), RiichiAccepted(seat)


SIX_HANDS: tuple[tuple[Fact, ...], ...] = (
    (*riichi(B), ron(A, C, 3)),
    (ron(B, D, 2),),
    (*riichi(C), *riichi(D), Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, tenpai=(C, D))),
    (AnkanDeclared(B, (None,) * 4), IndicatorRevealed(Tile("3s")), tsumo(B, 5)),
    (Chombo(C, "called on nothing"),),
    (ron(D, A, 4, 40),),
)


class EveningTable(RealTable):
    """A table whose past can be looked at, and taken in and out."""

    def shelve(self, asked: ShelfCommand) -> Answer:
        return self.loop.ask(asked).result(10)

    def ask(self, kind, *fields, **more) -> int:
        answer = self.loop.ask(kind(f"told-{next(_NUMBERS)}", None, "Anna", *fields, **more)).result(10)
        assert isinstance(answer, Done), answer
        return answer.seq

    def play(self, *hands: tuple[Fact, ...], names=NAMES) -> None:
        """People sit down and play these hands; the one after them is dealt."""
        self.ask(StartAsked, names, self.house)
        for facts in hands:
            self.deal()
            for fact in facts:
                self.ask(TellAsked, (fact,))
        self.deal()

    def deal(self) -> None:
        self.ask(DealAsked, Depth.POINTS, indicator=Tile("5z"))

    def finish(self) -> None:
        self.ask(FinishAsked)
