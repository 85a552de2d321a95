"""Which discards of others a player calls: pon, chi, and the open kan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from companion.pretend.players.efficiency import TENPAI, shanten
from companion.pretend.players.plans import Aim, plan_for
from companion.pretend.players.style import Style
from companion.pretend.players.view import View
from companion.riichi.facts import ChiCalled, DaiminkanCalled, PonCalled
from companion.riichi.kyoku import Offer
from companion.riichi.melds import Meld, MeldKind, runs_with
from companion.riichi.shape import Counts, without
from companion.riichi.tiles import Tile

Call = ChiCalled | PonCalled | DaiminkanCalled

_OPENS_AT = 4
"""A hand of higher shanten than this is opened by chi or pon only for a value honour."""


def could_call(hand: Iterable[Tile | None], tile: Tile, *, may_chi: bool) -> bool:
    """Whether these tiles could make any meld with the discard; a quick look before thinking."""
    kinds = [held.kind for held in hand if held]
    if kinds.count(tile.kind) >= 2:
        return True
    return may_chi and any(low in kinds and high in kinds for low, high in _partners(tile.kind))


def _partners(kind: int) -> list[list[int]]:
    """The two other kinds of each run that the kind can be part of."""
    return [[other for other in run if other != kind] for run in runs_with(kind)]


def call_pon_or_kan(view: View, offer: Offer, style: Style, luck: float) -> Iterator[Call]:
    """An open kan or pon, if the player wants one; `luck` is a random number between 0 and 1."""
    tile = offer.tile
    if tile is None or view.counts[tile.kind] < 2 or view.in_riichi:
        return
    held = sorted((held for held in view.hand if held.kind == tile.kind), reverse=True)
    kan = Meld(MeldKind.DAIMINKAN, tuple(held), tile, offer.seat)
    if len(held) == 3 and luck < style.kans and _wants_open_kan(view, kan, style):
        yield DaiminkanCalled(view.seat, offer.seat, tile, kan.own)
    own = tuple(held[:2])
    if _wants(view, Meld(MeldKind.PON, own, tile, offer.seat), style):
        yield PonCalled(view.seat, offer.seat, tile, own)


def call_chi(view: View, offer: Offer, style: Style) -> Iterator[Call]:
    """The runs that the player wants, the best first."""
    tile = offer.tile
    if tile is None or view.in_riichi:
        return
    wanted = [meld for meld in _runs(view, tile, offer) if _wants(view, meld, style)]
    for meld in sorted(wanted, key=lambda meld: shanten(_counts_after(view, meld))):
        yield ChiCalled(view.seat, tile, meld.own)


def _runs(view: View, tile: Tile, offer: Offer) -> Iterator[Meld]:
    for kinds in _partners(tile.kind):
        held = [[own for own in view.hand if own.kind == kind] for kind in kinds]
        for own in list(product(*held))[:1]:
            yield Meld(MeldKind.CHI, own, tile, offer.seat)


def _counts_after(view: View, meld: Meld) -> Counts:
    counts = view.counts
    for tile in meld.own:
        if tile is not None:
            counts = without(counts, tile.kind)
    return counts


def _wants(view: View, meld: Meld, style: Style) -> bool:
    """Whether the player wants a chi or pon: it should bring the hand nearer, with a yaku in sight."""
    counts = _counts_after(view, meld)
    plan = plan_for(view, (*view.melds, meld), counts)
    if plan.aim is Aim.NOTHING or _is_too_late(view):
        return False
    before, after = shanten(view.counts), shanten(counts)
    if before <= TENPAI and view.is_menzen:
        return False
    if meld.kind is MeldKind.PON and meld.tile_kind in view.yakuhai:
        return after < before or style.calling > 0.6
    if not view.is_menzen:
        return after < before and plan.misfits(counts) <= 2
    return after < before <= _OPENS_AT and plan.misfits(counts) <= 3 * style.calling


def _is_too_late(view: View) -> bool:
    """Whether a riichi makes it unwise to open a hand that is far from tenpai."""
    return bool(view.threats) and shanten(view.counts) >= 2


def _wants_open_kan(view: View, meld: Meld, style: Style) -> bool:
    """Whether the hand has a yaku in sight with the kan, and loses no speed (大明槓)."""
    now = shanten(view.counts)
    if _is_too_late(view) or (view.is_menzen and now <= TENPAI):
        return False
    counts = _counts_after(view, meld)
    plan = plan_for(view, (*view.melds, meld), counts)
    fits = plan.aim is not Aim.NOTHING and plan.misfits(counts) <= 3 + 4 * style.calling
    return fits and shanten(counts) <= now
