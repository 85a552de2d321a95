"""Calls on one tile are held for a moment, because another call may go before them. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from companion.evidence import Said
from companion.riichi.calls import first_claims
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuFact, Ryuukyoku
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.scribe import told
from firmware_bridge.signals import Side

__all__ = ["HOLD_NS", "Claims", "Decision", "Held"]

HOLD_NS: Final = 1_000_000_000
"""From the first call on a tile until it is decided, unless everybody has spoken before."""


@dataclass(frozen=True, slots=True)
class Held:
    """A call that waits, and whose it is."""

    side: Side
    said: Said
    at_ns: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of the calls on one tile."""

    told: tuple[tuple[Held, Said | Ryuukyoku], ...] = ()
    """In the order in which they take effect."""
    outranked: tuple[Held, ...] = ()
    refused: tuple[tuple[Held, Reason], ...] = ()


class Claims:
    """The calls on one tile."""

    def __init__(self) -> None:
        self._held: dict[Seat, Held] = {}
        self._passed: set[Seat] = set()
        self._offers = 0

    def __bool__(self) -> bool:
        return bool(self._held)

    @property
    def due_ns(self) -> int | None:
        """When they are decided at the latest; None where there are none."""
        return min(held.at_ns for held in self._held.values()) + HOLD_NS if self._held else None

    @property
    def sides(self) -> frozenset[Side]:
        """Whose calls are held."""
        return frozenset(held.side for held in self._held.values())

    def hold(self, kyoku: Kyoku, held: Held) -> None:
        """Keep a call; who presses another key has changed their mind."""
        if not self._held:
            self._offers = len(kyoku.offers)
        self._held[held.said.seat] = held
        self._passed.discard(held.said.seat)

    def let_pass(self, seat: Seat) -> None:
        """A player calls nothing, or no longer."""
        self._held.pop(seat, None)
        self._passed.add(seat)

    def all_have_spoken(self, kyoku: Kyoku, sitting: Collection[Seat]) -> bool:
        """Whether nobody is left who could still say something."""
        silent = set(sitting) - set(self._held) - self._passed
        if kyoku.offer is not None:
            silent.discard(kyoku.offer.seat)
        return bool(self._held) and not silent

    def decide(self, kyoku: Kyoku | None) -> Decision:
        """Ron goes before pon and kan, those before chi; several ron stand as the rules say."""
        claims = sorted(self._held.values(), key=lambda held: held.at_ns)
        is_gone = kyoku is None or len(kyoku.offers) != self._offers
        self._held, self._passed = {}, set()
        if kyoku is None or is_gone:
            return Decision(refused=tuple((held, Reason.NO_DISCARD_TO_CALL) for held in claims))
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
