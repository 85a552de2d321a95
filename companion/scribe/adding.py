"""加槓: on which pon a fourth tile lies that was told without its face. What it is, naming says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log

from companion.riichi.facts import KakanDeclared
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.seats import SEATS
from companion.scribe.comparing import Look, TableFit, fit_table
from companion.scribe.following import lawful, with_told
from companion.scribe.mind import Mind, Trust
from companion.scribe.options import faces_of_kind
from companion.scribe.predict import Spot, SpotKind

__all__ = ["kan_found", "kans_to_name"]


def kan_found(mind: Mind, begun: Kyoku, kyoku: Kyoku, look: Look, trust: Trust) -> tuple[Mind, Kyoku]:
    """The mind with every such tile on the pon on which it is clearly seen; else as it was told."""
    for at, fact in enumerate(mind.expected):
        if not isinstance(fact, KakanDeclared) or fact.tile is not None:
            continue
        fit = fit_table(kyoku, look)
        found = sorted(_elsewhere(mind, begun, kyoku, look, at), key=lambda one: one[0])
        rivals = [fit.cost, *(cost for cost, _, _ in found[1:])]
        if found and found[0][0] + log(trust.ahead) <= min(rivals):
            _, changed, kyoku = found[0]
            facts = (*mind.expected[:at], changed, *mind.expected[at + 1 :])
            mind = with_told(mind, facts, kyoku)
    return mind, kyoku


def _elsewhere(
    mind: Mind, begun: Kyoku, kyoku: Kyoku, look: Look, at: int
) -> Iterator[tuple[float, KakanDeclared, Kyoku]]:
    """The same kan on each other pon beside which a tile more is seen, and what speaks against it."""
    fact = mind.expected[at]
    if not isinstance(fact, KakanDeclared):
        return
    melds = kyoku.players[fact.seat].melds
    for number, _, meld_fit in fit_table(kyoku, look).seats[fact.seat].melds:
        kind = melds[number].tile_kind
        if melds[number].kind is not MeldKind.PON or not meld_fit.has_more or kind is None:
            continue
        for tile in faces_of_kind(kind):
            changed = replace(fact, tile=tile)
            after = lawful(mind, begun, (*mind.expected[:at], changed, *mind.expected[at + 1 :]))
            if after is not None and after.players[fact.seat].melds[number].kind is MeldKind.KAKAN:
                yield fit_table(after, look).cost, changed, after


def kans_to_name(kyoku: Kyoku, fit: TableFit) -> Iterator[Spot]:
    """Added tiles that were told without their faces, where their meld is seen: the pon says their kind."""
    for number, seat_fit in enumerate(fit.seats):
        seat = SEATS[number]
        for meld, _, _ in seat_fit.melds:
            own = kyoku.players[seat].melds[meld].own
            if kyoku.players[seat].melds[meld].kind is MeldKind.KAKAN and own[-1] is None:
                yield Spot(SpotKind.OWN, seat, meld, len(own) - 1)
