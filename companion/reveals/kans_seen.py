"""Closed kans whose tiles nobody has told, by what lies on the table when hands are laid open (暗槓).

A win by key right after the kan leaves the eye no time to look before the hand has ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.evidence.sights import TableSeen
from companion.riichi.copies import quad
from companion.riichi.facts import AnkanDeclared, KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.seats import Seat, seats
from companion.scribe.comparing import Look, fit_table
from companion.scribe.melds import closed_options
from companion.scribe.spots import Telling

__all__ = ["has_unknown_meld", "with_kans_seen"]


def with_kans_seen(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen) -> tuple[KyokuFact, ...]:
    """The same facts, in which each closed kan without a face has the one that is read where it lies.

    A face that the rules refuse was misread: then the kan stays without one. `told` has to end with the win:
    before it, melds are not compared with the table where nobody follows the turns.
    """
    now = Telling((begun,)).then(told)
    kyoku = now.kyoku
    if not any(has_unknown_meld(kyoku, seat) for seat in seats(kyoku.rules.players)):
        return now.facts
    fit = fit_table(kyoku, Look(seen))
    for seat in seats(kyoku.rules.players):
        lying = {number: seen.seats[seat].melds[at] for number, at, _ in fit.seats[seat].melds}
        kans = [
            number for number, meld in enumerate(kyoku.players[seat].melds) if meld.kind is MeldKind.ANKAN
        ]
        saying = [
            (at, fact)
            for at, fact in enumerate(told)
            if isinstance(fact, AnkanDeclared) and fact.seat == seat
        ]
        for number, (at, fact) in zip(kans[-len(saying) :], saying, strict=False):
            tile = next(iter(closed_options(lying[number])), None) if number in lying else None
            if tile is not None and not any(kyoku.players[seat].melds[number].own):
                named = replace(fact, tiles=quad(tile, kyoku.rules))
                now = now.if_lawful((*now.facts[:at], named, *now.facts[at + 1 :])) or now
    return now.facts


def has_unknown_meld(kyoku: Kyoku, seat: Seat) -> bool:
    """Whether any tile of the seat's melds is unknown."""
    return any(None in meld.tiles for meld in kyoku.players[seat].melds)
