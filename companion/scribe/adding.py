"""Finds which pon an added kan (加槓) extends, if its tile was not told; its face is for `naming`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log

from companion.riichi.copies import faces_of_kind
from companion.riichi.facts import KakanDeclared, KyokuFact, WinBy, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Look, TableFit, fit_table
from companion.scribe.following import lawful, with_told
from companion.scribe.mind import Mind, Trust
from companion.scribe.placing import readings_of
from companion.scribe.predict import Spot, SpotKind
from companion.scribe.readings import against
from companion.scribe.sights import TableSeen

__all__ = ["kans_to_name", "robbed_kan_named", "with_kans_placed"]


def with_kans_placed(mind: Mind, begun: Kyoku, kyoku: Kyoku, look: Look, trust: Trust) -> tuple[Mind, Kyoku]:
    """The mind with each unnamed added tile on the pon where it is clearly seen; the others stay as told."""
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
    """The same kan on every other pon with an extra tile: its cost, the fact, and the table after it."""
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
    """The spots of added tiles told without a face, where the meld is seen: the pon gives their kind."""
    for number, seat_fit in enumerate(fit.seats):
        seat = SEATS[number]
        for meld, _, _ in seat_fit.melds:
            own = kyoku.players[seat].melds[meld].own
            if kyoku.players[seat].melds[meld].kind is MeldKind.KAKAN and own[-1] is None:
                yield Spot(SpotKind.OWN, seat, meld, len(own) - 1)


def robbed_kan_named(mind: Mind, begun: Kyoku, kyoku: Kyoku, seen: TableSeen | None, trust: Trust) -> Mind:
    """The mind after naming a tile robbed before anybody looked (槍槓): the winning tile, or as seen."""
    at = _robbed_at(mind.expected)
    if at is None:
        return mind
    faces = {win.tile: 0.0 for win in mind.expected[at:] if isinstance(win, Won) and win.tile is not None}
    if not faces and seen is not None:
        mind, kyoku = with_kans_placed(mind, begun, kyoku, Look(seen), trust)
        faces = _faces_seen(kyoku, Look(seen))
    ways = [(cost, facts) for face, cost in faces.items() for facts in _named(mind, begun, at, face)]
    ways.sort(key=lambda way: way[0])
    is_clear = len(ways) == 1 or (len(ways) > 1 and ways[0][0] + log(trust.ahead) <= ways[1][0])
    after = lawful(mind, begun, ways[0][1]) if is_clear else None
    return mind if after is None else with_told(mind, ways[0][1], after)


def _robbed_at(facts: Sequence[KyokuFact]) -> int | None:
    """The place of the unnamed added tile that was robbed to end the hand; None if there is none."""
    wins = [fact for fact in facts if isinstance(fact, Won)]
    at = len(facts) - len(wins) - 1
    robbed = facts[at] if wins and at >= 0 else None
    is_robbed = isinstance(robbed, KakanDeclared) and robbed.tile is None
    return at if is_robbed and all(win.by is WinBy.RON for win in wins) else None


def _named(mind: Mind, begun: Kyoku, at: int, face: Tile) -> Iterator[tuple[KyokuFact, ...]]:
    """The whole list of facts, with that face given to the robbed tile, if the rules accept it."""
    robbed = mind.expected[at]
    if isinstance(robbed, KakanDeclared) and robbed.tile is None:
        facts = (*mind.expected[:at], replace(robbed, tile=face), *mind.expected[at + 1 :])
        if lawful(mind, begun, facts) is not None:
            yield facts


def _faces_seen(kyoku: Kyoku, look: Look) -> dict[Tile, float]:
    """The faces that an unnamed added tile may have, as seen on its pon, each with what speaks against it."""
    fit = fit_table(kyoku, look)
    seen = dict(readings_of(kyoku, fit, look.seen))
    for spot in kans_to_name(kyoku, fit):
        kind = kyoku.players[spot.seat].melds[spot.number].tile_kind
        if spot in seen and kind is not None:
            return {face: against(seen[spot], face) for face in faces_of_kind(kind)}
    return {}
