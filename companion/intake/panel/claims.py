"""Holds calls on one tile for a moment, because another call may take priority over them. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.evidence import Said
from companion.evidence.taps import told
from companion.intake.panel.outcomes import Trouble
from companion.riichi.calls import first_claims
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuFact, Ryuukyoku
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from firmware_bridge.signals import Side

__all__ = ["HOLD_NS", "Claims", "Decision", "Held"]

HOLD_NS: Final = 1_000_000_000
"""How long after the first call on a tile the calls are decided; sooner if everybody has spoken, and later
if somebody thinks."""


@dataclass(frozen=True, slots=True)
class Held:
    """A call that waits, and the side from which it came."""

    side: Side
    said: Said
    at_ns: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of the calls on one tile."""

    told: tuple[tuple[Held, Said | Ryuukyoku], ...] = ()
    """The calls that take effect, in that order."""
    outranked: tuple[Held, ...] = ()
    refused: tuple[tuple[Held, Reason], ...] = ()

    @property
    def void(self) -> Iterator[tuple[Held, Reason | Trouble]]:
        """The calls that come to nothing, and why."""
        yield from ((held, Trouble.WENT_BEFORE) for held in self.outranked)
        yield from self.refused


class Claims:
    """The calls on one tile."""

    def __init__(self) -> None:
        self._held: dict[Seat, Held] = {}
        self._passed: set[Seat] = set()
        self._tile: tuple[str, int] | None = None
        """The kyoku and how many tiles were offered in it, up to the one that this is about."""

    def __bool__(self) -> bool:
        return bool(self._held)

    @property
    def due_ns(self) -> int | None:
        """When the calls are decided at the latest, unless somebody thinks; None where there are none."""
        return min(held.at_ns for held in self._held.values()) + HOLD_NS if self._held else None

    def are_due(self, now_ns: int) -> bool:
        """Whether there are calls, and it is time to decide them."""
        return (due_ns := self.due_ns) is not None and now_ns >= due_ns

    @property
    def sides(self) -> frozenset[Side]:
        """The sides whose calls are held."""
        return frozenset(held.side for held in self._held.values())

    def turn_to(self, kyoku: Kyoku | None) -> tuple[Held, ...]:
        """Go on to the tile that lies there now; returns the calls on an earlier one, which are void."""
        tile = None if kyoku is None else (kyoku.name, len(kyoku.offers))
        if tile == self._tile:
            return ()
        void = tuple(self._held.values())
        self._held, self._passed, self._tile = {}, set(), tile
        return void

    def hold(self, held: Held) -> None:
        """Keep a call; it takes the place, and the time, of an earlier one by the same player."""
        earlier = self._held.get(held.said.seat, held)
        self._held[held.said.seat] = replace(held, at_ns=earlier.at_ns)
        self._passed.discard(held.said.seat)

    def let_pass(self, seat: Seat) -> None:
        """Note that a player calls nothing, or no longer does."""
        self._held.pop(seat, None)
        self._passed.add(seat)

    def withdraw(self, side: Side) -> None:
        """Note that the calls of a side were taken back."""
        for seat in [seat for seat, held in self._held.items() if held.side is side]:
            self.let_pass(seat)

    def all_have_spoken(self, kyoku: Kyoku, sitting: Collection[Seat]) -> bool:
        """Whether there are calls, and everybody else has passed."""
        silent = set(sitting) - set(self._held) - self._passed
        if kyoku.offer is not None:
            silent.discard(kyoku.offer.seat)
        return bool(self._held) and not silent

    def decide(self, kyoku: Kyoku | None) -> Decision:
        """Decide the calls: ron takes priority over pon and kan, and those over chi.

        The rules decide on several ron. If the tile is gone, all are refused. Nothing is held afterwards.
        """
        void = self.turn_to(kyoku)
        if kyoku is None or void:
            return Decision(refused=tuple((held, Reason.NO_DISCARD_TO_CALL) for held in void))
        claims = sorted(self._held.values(), key=lambda held: held.at_ns)
        self._held, self._passed = {}, set()
        return _decided(kyoku, claims)


def _decided(kyoku: Kyoku, claims: list[Held]) -> Decision:
    wanted: list[tuple[Held, KyokuFact]] = []
    refused: list[tuple[Held, Reason]] = []
    for held in claims:
        try:
            wanted.append((held, told(kyoku, held.said)[-1]))
        except IllegalFactError as error:
            refused.append((held, error.reason))
    chosen = first_claims(kyoku, [fact for _, fact in wanted])
    if len(chosen) == 1 and isinstance(chosen[0], Ryuukyoku):
        return Decision(((wanted[0][0], chosen[0]),), refused=tuple(refused))
    standing = tuple((held, held.said) for fact in chosen for held, its in wanted if its is fact)
    first = {held.side for held, _ in standing}
    outranked = tuple(held for held, _ in wanted if held.side not in first)
    return Decision(standing, outranked, tuple(refused))
