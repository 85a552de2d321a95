"""Turns what people mean into facts: the one place where an `Intention` of a page or a key becomes facts.

Taps become facts in `evidence.taps`. Whether the table takes the facts is asked elsewhere; nothing is
written here.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import assert_never

from companion.evidence import (
    CorrectAsked,
    DealAsked,
    Depth,
    Refusal,
    Refused,
    SayAsked,
    TellAsked,
)
from companion.evidence.intentions import (
    DealWas,
    Draw,
    HandForgotten,
    Indicator,
    KanForgotten,
    KanTiles,
    Result,
    ResultWas,
    RiichiWas,
    TakeBack,
    Tenpai,
    ToldTwice,
    Win,
)
from companion.journal import Entry
from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    DaiminkanCalled,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KyokuStarted,
    RiichiAccepted,
    RiichiDeclared,
    RuleWaived,
    Ryuukyoku,
    RyuukyokuKind,
    Won,
)
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tiles import COPIES
from companion.table_loop.desk import Desk, Turned
from companion.table_loop.hand_told import HandTold, hand_told
from companion.table_loop.results import drawn, shown_too, won

__all__ = ["allowed_before", "meant"]

_RESULTS = (Won, Ryuukyoku, Chombo)
_Riichi = tuple[RiichiDeclared, RiichiAccepted]


def meant(desk: Desk, asked: SayAsked) -> TellAsked | CorrectAsked | Turned:
    """The facts or the correction that somebody meant; `Turned` where there is no such hand or entry."""
    saying = _Saying(desk, asked)
    match asked.what:
        case Win() | Draw() as result:
            return saying.ended(result)
        case Tenpai() as tenpai:
            return saying.tenpai(tenpai)
        case Indicator() as indicator:
            return saying.indicator(indicator)
        case KanTiles() as kan:
            return saying.kan_tiles(kan)
        case ResultWas() as was:
            return saying.result_was(was)
        case RiichiWas() as riichi:
            return saying.riichi_was(riichi)
        case KanForgotten() as forgotten:
            return saying.kan_forgotten(forgotten)
        case DealWas() as deal:
            return saying.deal_was(deal)
        case TakeBack(entries):
            return saying.corrects(entries)
        case ToldTwice(hand):
            return saying.told_twice(hand)
        case HandForgotten() as whole:
            return saying.hand_forgotten(whole)
        case _ as fact:
            return saying.tells(fact)


def allowed_before(desk: Desk, asked: SayAsked) -> frozenset[Reason]:
    """The rules that people have waived for the result which is told again: they need not say so twice."""
    hand = hand_told(desk.standing, asked.what.hand) if isinstance(asked.what, ResultWas) else None
    waivers = hand.waivers_of(hand.of(*_RESULTS)) if hand is not None else ()
    return frozenset(one.fact.reason for one in waivers if isinstance(one.fact, RuleWaived))


class _Saying:
    """What somebody said at this desk, as facts or as a correction."""

    def __init__(self, desk: Desk, asked: SayAsked) -> None:
        self._desk = desk
        self._asked = asked
        self._rules = desk.state.hanchan.rules
        self._waived = tuple(RuleWaived(reason) for reason in asked.waived)

    def tells(self, *facts: Fact) -> TellAsked:
        """The request to tell these facts."""
        asked = self._asked
        return TellAsked(
            asked.command_id, asked.expected_seq, asked.by, (*self._waived, *facts), asked.because
        )

    def corrects(
        self,
        retracts: tuple[int, ...],
        *facts: Fact,
        before: int | None = None,
        by_rules: bool = False,
        deal: DealAsked | None = None,
    ) -> CorrectAsked:
        """The request to remove these entries and add these facts."""
        asked = self._asked
        # A waiver holds for one fact, and it may be any of them that breaks the rule.
        told = tuple(one for fact in facts for one in (*self._waived, fact))
        return CorrectAsked(
            asked.command_id, asked.expected_seq, asked.by, retracts, told, before, by_rules, deal
        )

    def ended(self, result: Result) -> TellAsked | CorrectAsked | Turned:
        """The hand on the table ended."""
        hand = self._hand(None)
        if isinstance(result, Win) and result.is_riichi_tile:
            if hand is None or not hand.sticks_of(result.giver):
                return _NOTHING
            seats = {one.seat for one in result.winners}
            return self._again(result, hand, tuple(one for one in hand.of(Won) if _has_no_value(one, seats)))
        return self.tells(*self._facts_of(result, hand, ()))

    def tenpai(self, said: Tenpai) -> CorrectAsked | Turned:
        """Who was tenpai at the draw that stands, told again with one player more or fewer."""
        hand = self._hand(None)
        entry = next(iter(reversed(hand.of(Ryuukyoku))), None) if hand else None
        if entry is None or not isinstance(entry.fact, Ryuukyoku):
            return _NOTHING
        others = tuple(seat for seat in entry.fact.tenpai if seat != said.seat)
        now = tuple(sorted((*others, said.seat))) if said.is_tenpai else others
        again = drawn(Draw(entry.fact.kind, now, entry.fact.nagashi, entry.fact.by), (), (entry.fact,))
        return self.corrects((entry.seq,), again, before=entry.seq)

    def indicator(self, said: Indicator) -> TellAsked | CorrectAsked | Turned:
        """The next indicator was turned, or one that lies there gets its face."""
        hand = self._hand(said.hand)
        if said.hand is not None and hand is None:
            return _NOTHING
        told = hand.indicators if hand is not None else ()
        turned = IndicatorRevealed(said.tile)
        if said.at is None or said.at >= len(told):
            if hand is None or hand == self._hand(None):
                return self.tells(turned)
            return self.corrects((), turned, before=hand.end)
        entry = told[said.at]
        if isinstance(entry.fact, KyokuStarted):
            return self._in_place(entry, replace(entry.fact, indicator=said.tile))
        return self._in_place(entry, turned)

    def kan_tiles(self, said: KanTiles) -> CorrectAsked | Turned:
        """The first such kan without tiles gets them, at its own place in the hand."""
        hand = self._hand(None)
        for entry in hand.entries if hand else ():
            tile, *own = (*said.tiles,) or (None,)
            match entry.fact:
                case AnkanDeclared(seat, tiles) as kan if (
                    seat == said.seat and said.is_closed and not any(tiles)
                ):
                    return self._in_place(entry, replace(kan, tiles=said.tiles))
                case KakanDeclared(seat, None) if seat == said.seat and not said.is_closed:
                    return self._in_place(entry, KakanDeclared(seat, tile))
                case DaiminkanCalled(seat, giver, None) if seat == said.seat and not said.is_closed:
                    return self._in_place(entry, DaiminkanCalled(seat, giver, tile, tuple(own)))
                case _:
                    pass
        return _NOTHING

    def result_was(self, said: ResultWas) -> CorrectAsked | Turned:
        """The result in the place of the one that stands, or at the end where none does.

        What is not said again stays: the tile, the shown hand, the yaku of a value that stands.
        """
        hand = self._hand(said.hand)
        if hand is None:
            return _NOTHING
        return self._again(said.result, hand, hand.of(*_RESULTS))

    def _again(self, result: Result, hand: HandTold, told: tuple[Entry, ...]) -> CorrectAsked:
        """The result in the place of what was told of it, with the riichi sticks that belong to it."""
        facts = self._facts_of(result, hand, tuple(entry.fact for entry in told if entry.fact))
        before = told[0].seq if told else None
        # After a win an indicator may still be turned, after a draw or a chombo it may not.
        if told and not isinstance(result, Win):
            before = hand.after_flips(told[0])
        again = self.corrects(_seqs((*hand.waivers_of(told), *told)), *facts, before=before)
        giver = result.giver if isinstance(result, Win) else None
        if isinstance(result, Win) and result.is_riichi_tile:
            again = _on_the_riichi_tile(again, hand, result.giver)
        if not _needs_sticks(result):
            return again
        laid = tuple(RiichiAccepted(seat) for seat in hand.without_stick if seat != giver)
        return replace(again, facts=(*laid, *again.facts))

    def riichi_was(self, said: RiichiWas) -> CorrectAsked | Turned:
        """A riichi goes, comes, or becomes somebody else's."""
        hand = self._hand(said.hand)
        if hand is None:
            return _NOTHING
        if said.was is None:
            return self._riichi_forgotten(hand, said)
        told = hand.riichi_of(said.was)
        word = next((entry for entry in told if isinstance(entry.fact, RiichiDeclared)), None)
        if word is None or not isinstance(word.fact, RiichiDeclared):
            return _NOTHING
        if said.seat is None:
            return self.corrects(_seqs(told))
        is_open = word.fact.is_open if said.is_open is None else said.is_open
        if said.seat == said.was:
            return self._in_place(word, RiichiDeclared(said.seat, is_open))
        return self._riichi_at(word.seq, hand, _riichi(said.seat, is_open=is_open), *told)

    def _riichi_forgotten(self, hand: HandTold, said: RiichiWas) -> CorrectAsked | Turned:
        if said.seat is None:
            return _NOTHING
        word, stick = riichi = _riichi(said.seat, is_open=bool(said.is_open))
        if said.discard is None:
            return self._riichi_at(hand.end, hand, riichi)
        discard = next((entry for entry in hand.entries if entry.seq == said.discard), None)
        if discard is None or discard.fact is None:
            return _NOTHING
        # The declaration comes before the discard, the stick after it.
        return self._in_place(discard, word, discard.fact, stick)

    def _riichi_at(self, before: int | None, hand: HandTold, riichi: _Riichi, *gone: Entry) -> CorrectAsked:
        """The riichi at this place, or before a draw that is told again with this player tenpai."""
        ending = tuple(entry for entry in hand.ending if entry not in gone)
        again = () if riichi[0].seat in hand.dead else _shown(riichi[0].seat, ending)
        if not again:
            return self.corrects(_seqs(gone), *riichi, before=before)
        return self.corrects(_seqs((*gone, *ending)), *riichi, *again, before=ending[0].seq)

    def kan_forgotten(self, said: KanForgotten) -> CorrectAsked | Turned:
        """A kan without its tiles, before the result."""
        hand = self._hand(said.hand)
        if hand is None:
            return _NOTHING
        closed = AnkanDeclared(said.seat, (None,) * COPIES, is_late=True)
        added = KakanDeclared(said.seat, None)
        return self.corrects((), closed if said.is_closed else added, before=hand.end)

    def deal_was(self, said: DealWas) -> CorrectAsked | Turned:
        """The deal told again, with what was wrong in it corrected."""
        hand = self._hand(said.hand)
        if hand is None:
            return _NOTHING
        names = ("round_wind", "dealer", "honba", "kyoutaku", "points")
        changes = {name: value for name in names if (value := getattr(said, name)) is not None}
        return self._in_place(hand.entries[0], replace(hand.dealt, **changes))

    def told_twice(self, number: int) -> CorrectAsked | Turned:
        """All of the hand goes; what follows is dealt by the rules."""
        hand = self._hand(number)
        return _NOTHING if hand is None else self.corrects(_seqs(hand.entries), by_rules=True)

    def hand_forgotten(self, said: HandForgotten) -> CorrectAsked | Turned:
        """A whole hand is added, with only its riichi and its result."""
        asked = self._asked
        riichi = (fact for seat in said.riichi for fact in _riichi(seat, is_open=seat in said.open_riichi))
        facts = (*riichi, *self._facts_of(said.result, None, ()))
        deal = DealAsked(asked.command_id, asked.expected_seq, asked.by, Depth.POINTS)
        return self.corrects((), *facts, before=said.before, by_rules=True, deal=deal)

    def _facts_of(self, result: Result, hand: HandTold | None, told: tuple[Fact, ...]) -> tuple[Fact, ...]:
        match result:
            case Win():
                lies_there = None if hand is None or told else self._desk.state.hanchan.kyoku
                return won(result, self._rules, lies_there, told)
            case Draw():
                return (drawn(result, hand.in_riichi if hand else (), told),)
            case Chombo(seat, why):
                before = next((one.why for one in told if isinstance(one, Chombo) and one.seat == seat), "")
                return (Chombo(seat, why or before),)
            case _:
                assert_never(result)

    def _hand(self, number: int | None) -> HandTold | None:
        return hand_told(self._desk.standing, number)

    def _in_place(self, entry: Entry, *facts: Fact) -> CorrectAsked:
        return self.corrects((entry.seq,), *facts, before=entry.seq)


_NOTHING = Turned(Refused(Refusal.NO_SUCH_ENTRY))


def _needs_sticks(result: Result) -> bool:
    """Whether every riichi tile but that of the giver has passed, so that its stick lies there."""
    is_sanchahou = isinstance(result, Draw) and result.kind is RyuukyokuKind.SANCHAHOU
    return isinstance(result, Win | Draw) and not is_sanchahou


def _on_the_riichi_tile(again: CorrectAsked, hand: HandTold, giver: Seat | None) -> CorrectAsked:
    """The win without the stick of this riichi; right after its declaration if nobody follows the turns."""
    stick, word = hand.sticks_of(giver), hand.riichi_unfollowed(giver)
    # Another player's riichi may have been tapped after it, and somebody may have won on this tile already.
    since = hand.entries[hand.entries.index(hand.ending[0]) :] if word and hand.ending else ()
    is_before = takewhile(lambda one: one.seq not in again.retracts, since)
    wins = tuple(one for one in is_before if isinstance(one.fact, RuleWaived | Won))
    return replace(
        again,
        retracts=(*_seqs((*stick, *word, *wins)), *again.retracts),
        facts=(*(one.fact for one in (*word, *wins) if one.fact), *again.facts),
        before=wins[0].seq if wins else again.before,
    )


def _has_no_value(entry: Entry, seats: set[Seat]) -> bool:
    """Whether the entry tells that one of these players has won, and not yet what the hand is worth."""
    return isinstance(entry.fact, Won) and entry.fact.value is None and entry.fact.seat in seats


def _riichi(seat: Seat, *, is_open: bool) -> _Riichi:
    return RiichiDeclared(seat, is_open), RiichiAccepted(seat)


def _shown(seat: Seat, ending: tuple[Entry, ...]) -> tuple[Fact, ...]:
    """What ended the hand, with the tenpai hand that this seat has shown; empty if that changes nothing."""
    facts = tuple(entry.fact for entry in ending if entry.fact)
    draw = facts[-1] if facts else None
    again = shown_too(draw, seat) if isinstance(draw, Ryuukyoku) else draw
    return () if again is None or again == draw else (*facts[:-1], again)


def _seqs(entries: tuple[Entry, ...]) -> tuple[int, ...]:
    return tuple(entry.seq for entry in entries)
