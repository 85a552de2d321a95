"""What has been read of an mjai game so far: finished hands, the present hand, points."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.haifu.holding import Table
from companion.haifu.record import FinalClaim, HandClaim, PlacedFact, RecordedHand, Unreadable
from companion.riichi.facts import (
    Drawn,
    Fact,
    KyokuEnded,
    KyokuStarted,
    PlayUnfollowed,
    RiichiAccepted,
    RinshanDrawn,
)
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat
from companion.riichi.tea_facts import PointsSet


@dataclass(slots=True)
class Reading:
    """The game while it is read, line by line."""

    rules: RuleSet = TENHOU
    names: tuple[str, ...] = ()
    hands: list[RecordedHand] = field(default_factory=list)
    final: FinalClaim | None = None
    event: int = 0
    facts: list[PlacedFact] = field(default_factory=list)
    """The facts of the hand that is being read."""
    claim: HandClaim = field(default_factory=HandClaim)
    start: KyokuStarted | None = None
    points: tuple[int, ...] | None = None
    """The points of each player; None where the record does not let us know them."""
    kyoutaku: int = 0
    drawn_tile: tuple[Seat, Fact] | None = None
    replacement_for: Seat | None = None
    waiting: Seat | None = None
    """The player whose riichi is not accepted yet."""
    kans: int = 0
    is_ended: bool = True
    """The present hand has its result, or none has begun."""
    is_over: bool = False
    """The game has its `end_game`."""
    is_unfollowed: bool = False
    """Nobody follows the turns of the present hand now."""
    _table: Table | None = None

    @property
    def table(self) -> Table:
        """The present hand's tiles.

        Raises:
            Unreadable: no hand is being played.
        """
        if self._table is None:
            raise Unreadable("play outside of a hand: no start_kyoku before it, or an end_kyoku")
        return self._table

    def begin(self, start: KyokuStarted) -> None:
        """A hand begins."""
        self.close_hand()
        self.start, self._table = start, Table(start)
        self.points, self.kyoutaku = start.points, start.kyoutaku
        self.drawn_tile = self.replacement_for = self.waiting = None
        self.kans, self.is_ended, self.is_unfollowed = 0, False, False
        self.facts.append(PlacedFact(start, self.event))

    def add(self, fact: Fact) -> None:
        """Take a fact into the present hand."""
        self.table.note(fact)
        self.facts.append(PlacedFact(fact, self.event))
        if isinstance(fact, Drawn | RinshanDrawn):
            self.drawn_tile = fact.seat, fact

    def lose_sight(self) -> None:
        """Nobody follows the turns from here on: what was known of hands and of this moment is dropped."""
        self.add(PlayUnfollowed())
        self.is_unfollowed = True
        self.table.hands = [None] * self.table.players
        self.table.offered = self.table.drawn = self.drawn_tile = self.replacement_for = None

    def go_on(self) -> None:
        """Nobody won on the last discard: a riichi that waits for that is accepted.

        Where nobody follows the turns, the record says of each stick that it lies there.
        """
        if self.waiting is not None and not self.is_unfollowed:
            self.accept(self.waiting)

    def accept(self, seat: Seat) -> None:
        """The stick of a riichi is paid."""
        self.add(RiichiAccepted(seat))
        self.waiting = None
        self.kyoutaku += 1
        if self.points is not None:
            self.points = tuple(p - 1_000 * (s == seat) for s, p in enumerate(self.points))

    def pay(self, deltas: tuple[int, ...] | None, scores: tuple[int, ...] | None) -> None:
        """Take the payments and points of a result; the payments of several wins in one hand add up."""
        if deltas is not None:
            before = self.claim.deltas or (0,) * len(deltas)
            self.claim = replace(self.claim, deltas=tuple(a + b for a, b in zip(before, deltas, strict=True)))
        if scores is not None:
            self.points = scores
            self.claim = replace(self.claim, points=scores)
        elif deltas is not None and self.points is not None:
            self.points = tuple(a + b for a, b in zip(self.points, deltas, strict=True))
        elif deltas is None:
            self.points = None

    def close_hand(self) -> None:
        """Put the present hand with the finished ones, whole or broken off."""
        if not self.facts:
            return
        if self.is_ended and not isinstance(self.facts[-1].fact, KyokuEnded):
            self.facts.append(PlacedFact(KyokuEnded(), self.facts[-1].event))
        self.hands.append(RecordedHand(tuple(self.facts), self.claim))
        self.facts, self.claim, self._table = [], HandClaim(), None

    def set_points(self, points: tuple[int, ...], kyoutaku: int) -> None:
        """People counted the points after the hand that ended last."""
        before, said = self.hands[-1], PlacedFact(PointsSet(points, kyoutaku), self.event)
        self.hands[-1] = replace(before, facts=(*before.facts, said))
        self.points, self.kyoutaku = points, kyoutaku

    def claim_points_before(self, points: tuple[int, ...]) -> None:
        """The points with which a hand starts are those with which the hand before it ended."""
        if self.hands and self.hands[-1].claim.points is None:
            before = self.hands[-1]
            self.hands[-1] = replace(before, claim=replace(before.claim, points=points))
