"""One hand of the game as it was told: its entries, oldest first, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, get_args

from companion.journal import Entry
from companion.riichi.facts import (
    Chombo,
    Fact,
    IndicatorRevealed,
    KyokuEnded,
    KyokuFact,
    KyokuStarted,
    PlayFollowed,
    PlayUnfollowed,
    RiichiAccepted,
    RiichiDeclared,
    RuleWaived,
    Ryuukyoku,
    Won,
)
from companion.riichi.house_facts import HandDied
from companion.riichi.seats import Seat

__all__ = ["HandTold", "hand_told"]

_OF_A_HAND: Final = (*get_args(KyokuFact), KyokuStarted, KyokuEnded)


@dataclass(frozen=True, slots=True)
class HandTold:
    """The deal and all that counts of what was told of this hand.

    What people told between two hands, such as a name or the points, belongs to neither.
    """

    dealt: KyokuStarted
    entries: tuple[Entry, ...]

    def of(self, *kinds: type[Fact]) -> tuple[Entry, ...]:
        """The entries of facts of these kinds."""
        return tuple(entry for entry in self.entries if isinstance(entry.fact, kinds))

    def waivers_of(self, results: Sequence[Entry]) -> tuple[Entry, ...]:
        """The entries of what was waived for these results: a waiver holds for the fact right after it."""
        found: list[Entry] = []
        for entry in results:
            before = reversed(self.entries[: self.entries.index(entry)])
            found += takewhile(lambda one: isinstance(one.fact, RuleWaived), before)
        return tuple(found)

    def riichi_of(self, seat: Seat | None) -> tuple[Entry, ...]:
        """The entries of this seat's riichi: the declaration and the stick."""
        told = self.of(RiichiDeclared, RiichiAccepted)
        return tuple(entry for entry in told if getattr(entry.fact, "seat", None) == seat)

    def sticks_of(self, seat: Seat | None) -> tuple[Entry, ...]:
        """The entries of the sticks of this seat's riichi."""
        return tuple(one for one in self.riichi_of(seat) if isinstance(one.fact, RiichiAccepted))

    def riichi_unfollowed(self, seat: Seat | None) -> tuple[Entry, ...]:
        """The declaration of this seat's riichi, if nobody has followed the turns since before it."""
        turns = self.of(PlayUnfollowed, PlayFollowed)
        if not turns or isinstance(turns[-1].fact, PlayFollowed):
            return ()
        since = self.entries[self.entries.index(turns[-1]) :]
        return tuple(one for one in self.riichi_of(seat) if one in since and one not in self.sticks_of(seat))

    @property
    def without_stick(self) -> tuple[Seat, ...]:
        """Who said riichi and has laid no stick: the tile was won on, or has not passed yet."""
        said = (entry.fact.seat for entry in self.entries if isinstance(entry.fact, RiichiDeclared))
        return tuple(seat for seat in dict.fromkeys(said) if not self.sticks_of(seat))

    @property
    def indicators(self) -> tuple[Entry, ...]:
        """The entry that tells each indicator; the first is often told with the deal."""
        turned = self.of(IndicatorRevealed)
        return turned if self.dealt.indicator is None else (self.entries[0], *turned)

    @property
    def in_riichi(self) -> tuple[Seat, ...]:
        """Who has to show a tenpai hand at the end: riichi was said, and the hand is not dead."""
        said = {entry.fact.seat for entry in self.entries if isinstance(entry.fact, RiichiDeclared)}
        return tuple(sorted(said - self.dead))

    @property
    def dead(self) -> frozenset[Seat]:
        """The players whose hand has died."""
        return frozenset(entry.fact.seat for entry in self.entries if isinstance(entry.fact, HandDied))

    def after_flips(self, entry: Entry) -> int | None:
        """The number of this entry; if indicators were flipped after it, of the entry after the last flip."""
        flips = self.of(IndicatorRevealed)
        last = self.entries.index(flips[-1]) if flips else -1
        if last < self.entries.index(entry):
            return entry.seq
        return next((one.seq for one in self.entries[last + 1 :]), None)

    @property
    def end(self) -> int | None:
        """The entry before which a forgotten fact belongs; None while the hand is played."""
        return next((entry.seq for entry in self.ending), None)

    @property
    def ending(self) -> tuple[Entry, ...]:
        """The first fact of the result, preceded by what belongs to it; empty while the hand is played.

        To it belong the rules waived for it and a riichi that was said right before it, without a discard.
        """
        ended = self.of(Won, Ryuukyoku, Chombo, KyokuEnded)
        if not ended:
            return ()
        last = self.entries.index(ended[0])
        at = last
        while isinstance(self.entries[at - 1].fact, RuleWaived | RiichiDeclared):
            at -= 1
        return self.entries[at : last + 1]


def hand_told(standing: Sequence[Entry], number: int | None) -> HandTold | None:
    """The hand whose deal is the entry with this number (None: the newest hand); None where there is none."""
    deals = [at for at, entry in enumerate(standing) if isinstance(entry.fact, KyokuStarted)]
    found = [at for at in deals if number in (None, standing[at].seq)][-1:]
    if not found:
        return None
    begin = found[0]
    end = next((at for at in deals if at > begin), len(standing))
    dealt = standing[begin].fact
    entries = tuple(entry for entry in standing[begin:end] if isinstance(entry.fact, _OF_A_HAND))
    return HandTold(dealt, entries) if isinstance(dealt, KyokuStarted) else None
