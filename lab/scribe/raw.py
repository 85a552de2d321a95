"""What you get by believing every label: whatever is new at a sighting is written as it was read."""

from random import Random

from companion.evidence.sights import SeenMeld, TableSeen, across_at
from companion.riichi import facts as f
from companion.riichi.facts import KyokuFact
from companion.riichi.seats import SEATS, Seat
from lab.scribe.hands import Hand
from lab.scribe.reader import ScriptedEye
from lab.scribe.tallies import Tally
from lab.scribe.watching import REST_NS, Setting, steps


def watch_raw(hand: Hand, setting: Setting, random: Random, tally: Tally) -> None:
    """Write a hand down by its labels alone."""
    eye, at_ns = ScriptedEye(random, setting.rate), 0
    lengths, melds, flips = [0] * 4, [0] * 4, len(hand.begun.wall.indicators)
    told: list[KyokuFact] = []
    for kyoku, _, is_looked_at in steps(hand, setting, random):
        if not is_looked_at:
            continue
        at_ns += REST_NS
        seen = eye.look(kyoku, at_ns)
        flips = tell_flips(seen, flips, told)
        for seat in SEATS[: kyoku.rules.players]:
            tell_melds(seen, seat, melds, lengths, told)
            tell_river(seen, seat, lengths, told)
    tally.add(hand.facts, told)


def tell_flips(seen: TableSeen, flips: int, told: list[KyokuFact]) -> int:
    """Tell the indicators that are face up now and were not before; return how many have been told."""
    told += [f.IndicatorRevealed(one.tile) for one in seen.indicators[flips:]]
    return max(flips, len(seen.indicators))


def tell_river(seen: TableSeen, seat: Seat, lengths: list[int], told: list[KyokuFact]) -> None:
    """Tell the tiles that a river has now and had not before."""
    river = seen.seats[seat].river
    for one in river[lengths[seat] :]:
        if one.sideways:
            told.append(f.RiichiDeclared(seat))
        told.append(f.Discarded(seat, one.tile))
    lengths[seat] = max(lengths[seat], len(river))


def tell_melds(
    seen: TableSeen, seat: Seat, melds: list[int], lengths: list[int], told: list[KyokuFact]
) -> None:
    """Tell new melds and tiles added to a pon; a called tile no longer counts in its giver's `lengths`."""
    players = len(seen.seats)
    for meld in seen.seats[seat].melds[melds[seat] :]:
        at = across_at(meld)
        giver = SEATS[(seat + _steps(at, len(meld.tiles), players)) % players]
        told.append(_call(meld, seat, giver, at))
        if at is not None:
            lengths[giver] -= 1
    melds[seat] = max(melds[seat], len(seen.seats[seat].melds))
    added = [meld.added for meld in seen.seats[seat].melds if meld.added is not None]
    known = sum(isinstance(fact, f.KakanDeclared) and fact.seat == seat for fact in told)
    told += [f.KakanDeclared(seat, one.tile) for one in added[known:]]


def _steps(at: int | None, length: int, players: int) -> int:
    if at == 0:
        return players - 1
    return 1 if at is None or at == length - 1 else 2


def _call(meld: SeenMeld, seat: Seat, giver: Seat, at: int | None) -> KyokuFact:
    if at is None:
        return f.AnkanDeclared(seat, tuple(one.tile for one in meld.tiles))
    called = meld.tiles[at].tile
    own = tuple(one.tile for place, one in enumerate(meld.tiles) if place != at)
    if len(meld.tiles) == 4:
        return f.DaiminkanCalled(seat, giver, called, own)
    kinds = {one.tile.kind for one in meld.tiles if one.tile}
    return f.ChiCalled(seat, called, own) if len(kinds) > 1 else f.PonCalled(seat, giver, called, own)
