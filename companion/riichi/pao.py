"""包: who becomes liable when the last set of a visible yakuman is fed."""

from __future__ import annotations

from companion.riichi.melds import Meld, MeldKind
from companion.riichi.player import Player
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat

_DRAGONS = frozenset({31, 32, 33})
_WINDS = frozenset({27, 28, 29, 30})


def pao_after(player: Player, melds: tuple[Meld, ...], rules: RuleSet) -> tuple[tuple[str, Seat], ...]:
    """The player's liabilities once the last of `melds` was called from its giver."""
    last = melds[-1]
    if last.giver is None or last.tile_kind is None:
        return player.pao
    sets = {meld.tile_kind for meld in melds if meld.kind is not MeldKind.CHI}
    completed = (
        ("daisangen", last.tile_kind in _DRAGONS and sets >= _DRAGONS),
        ("daisuushii", last.tile_kind in _WINDS and sets >= _WINDS),
        ("suukantsu", last.kind is MeldKind.DAIMINKAN and sum(meld.kind.is_kan for meld in melds) == 4),
    )
    fresh = tuple((name, last.giver) for name, holds in completed if holds and name in rules.pao)
    return (*player.pao, *fresh)
