"""Turns the ordered entries of a tenhou.net/6 kyoku into facts.

The format lists the indicators of a kyoku but not when they were turned, which follows from the rule
set. Nor does it say when a riichi is accepted, which is as soon as play goes on, or whether it was open,
which a winner's yaku say.
"""

from __future__ import annotations

from companion.haifu.holding import Table
from companion.haifu.tenhou6_order import Move
from companion.haifu.tenhou6_tokens import Call, Lay, giver_of
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Won,
)
from companion.riichi.ruleset import Reveal, RuleSet
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import Tile


class Play:
    """The facts of one kyoku, each with the number of the entry it comes from."""

    def __init__(self, start: KyokuStarted, rules: RuleSet, kan_dora: tuple[Tile | None, ...]) -> None:
        self.rules = rules
        self.table = Table(start)
        self.facts: list[tuple[Fact, int]] = [(start, 1)]
        self.entry = 1
        self.drawn: Tile | None = None
        self.has_drawn = False
        self._kan_dora = list(kan_dora)
        self._owed_now = self._owed_later = 0
        self._later = Reveal.WITH_DISCARD
        """What the indicator that is owed later waits for."""
        self._replacement_for: Seat | None = None
        self._waiting: Seat | None = None
        """The player whose riichi is not accepted yet."""

    def tell(self, moves: tuple[Move, ...]) -> None:
        """Add the facts of all moves."""
        for move in moves:
            self.entry += 1
            seat = SEATS[move.seat]
            if isinstance(move.entry, Lay):
                self._discard(seat, move.entry)
            elif isinstance(move.entry, Call):
                self._call(seat, move.entry)
            else:
                self._draw(seat, move.entry)

    def add(self, fact: Fact) -> None:
        """Take a fact that comes from the present entry."""
        self.table.note(fact)
        if isinstance(fact, Won) and fact.value is not None and "open_riichi" in dict(fact.value.yaku):
            self._lay_open(fact.seat)
        self.facts.append((fact, self.entry))

    def _lay_open(self, seat: Seat) -> None:
        """The yaku of the winner says what the mark of a riichi does not."""
        if self.rules.open_riichi:
            declared = RiichiDeclared(seat)
            self.facts = [
                (RiichiDeclared(seat, is_open=True) if fact == declared else fact, entry)
                for fact, entry in self.facts
            ]

    def go_on(self) -> None:
        """Nobody won on the last discard: a riichi waiting for that is accepted."""
        if self._waiting is not None:
            self.add(RiichiAccepted(self._waiting))
            self._waiting = None

    def _draw(self, seat: Seat, tile: Tile | None) -> None:
        self.go_on()
        if self._replacement_for == seat:
            self._reveal_owed()
            self.add(RinshanDrawn(seat, tile))
        else:
            self._reveal_after_discard()
            self.add(Drawn(seat, tile))
        self._replacement_for = None
        self.drawn, self.has_drawn = tile, True

    def _discard(self, seat: Seat, lay: Lay) -> None:
        if self._later is Reveal.WITH_DISCARD:
            self._reveal_after_discard()
        if lay.is_riichi:
            self.add(RiichiDeclared(seat))
            self._waiting = seat
        tile = self.drawn if lay.is_tsumogiri else lay.tile
        self.add(Discarded(seat, tile, self._tsumogiri(lay)))

    def _tsumogiri(self, lay: Lay) -> bool | None:
        """Whether a discard was the tile just drawn; None where the draw or the discard was not seen."""
        if lay.is_tsumogiri:
            return True
        return None if lay.tile is None or (self.has_drawn and self.drawn is None) else False

    def _call(self, seat: Seat, call: Call) -> None:
        if call.takes_discard:
            self.go_on()
            self._reveal_after_discard()
        self.drawn, self.has_drawn = None, False
        self.add(_call_fact(seat, call, self.rules.players))
        if call.letter in ("c", "p"):
            return
        self._replacement_for = seat
        self._owed_now += self._owed_later
        self._owed_later = 0
        if call.letter != "f" and self.rules.kan_dora:
            reveal = self.rules.ankan_reveal if call.letter == "a" else self.rules.open_kan_reveal
            if reveal is Reveal.AT_ONCE:
                self._owed_now += 1
            else:
                self._owed_later, self._later = 1, reveal

    def _reveal_owed(self) -> None:
        while self._owed_now and self._kan_dora:
            self._owed_now -= 1
            self.add(IndicatorRevealed(self._kan_dora.pop(0)))
        self._owed_now = 0

    def _reveal_after_discard(self) -> None:
        self._owed_now += self._owed_later
        self._owed_later = 0
        self._reveal_owed()


def _call_fact(seat: Seat, call: Call, players: int) -> Fact:
    match call.letter:
        case "c":
            return ChiCalled(seat, call.called, call.own)
        case "p":
            return PonCalled(seat, SEATS[giver_of(call, seat, players)], call.called, call.own)
        case "m":
            return DaiminkanCalled(seat, SEATS[giver_of(call, seat, players)], call.called, call.own)
        case "k":
            return KakanDeclared(seat, call.called)
        case "a":
            return AnkanDeclared(seat, call.tiles)
        case "f":
            return KitaDeclared(seat)
