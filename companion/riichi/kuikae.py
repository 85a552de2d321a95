"""Which discard a call forbids (喰い替え)."""

from __future__ import annotations

from companion.riichi.melds import Meld, MeldKind
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Kuikae
from companion.riichi.tiles import Tile


def kuikae_reason(meld: Meld, tile: Tile, rule: Kuikae) -> Reason | None:
    """Why `tile` may not be discarded right after the call of `meld`; None if it may."""
    if rule is Kuikae.ALLOWED or meld.called is None:
        return None
    if tile.kind == meld.called.kind:
        return Reason.KUIKAE_SAME
    if rule is Kuikae.FORBIDDEN and tile.kind == _other_end(meld):
        return Reason.KUIKAE_OTHER_END
    return None


def _other_end(meld: Meld) -> int | None:
    """The kind that would have completed the run at the other end of the two tiles from the hand."""
    own = [tile.kind for tile in meld.own if tile is not None]
    if meld.kind is not MeldKind.CHI or meld.called is None or len(own) != 2:
        return None
    called, low, high = meld.called.kind, min(own), max(own)
    if called < low and high % 9 < 8:
        return high + 1
    if called > high and low % 9 > 0:
        return low - 1
    return None
