"""Who becomes liable by feeding the last set of a visible yakuman, and who is liable for a win (包)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.riichi.facts import WinBy, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.player import Player
from companion.riichi.ruleset import YAKUMAN_HAN, RuleSet
from companion.riichi.seats import Seat

_SETS: Final = {"daisangen": frozenset({31, 32, 33}), "daisuushii": frozenset({27, 28, 29, 30})}
"""For each of these yakuman, the kinds of tile of which it needs a set each."""
_BESIDE_KANS: Final = ("daisangen", "daisuushii")
"""The other yakuman that can be fed in a hand of four kans."""


def pao_after(player: Player, melds: tuple[Meld, ...], rules: RuleSet) -> tuple[tuple[str, Seat], ...]:
    """The player's `pao` once the last of `melds` was called from its giver."""
    last = melds[-1]
    if last.giver is None or last.tile_kind is None:
        return player.pao
    completed = ((name, last.tile_kind in kinds and _are_laid(kinds, melds)) for name, kinds in _SETS.items())
    kans = ("suukantsu", last.kind is MeldKind.DAIMINKAN and _are_four_kans(melds))
    fresh = tuple((name, last.giver) for name, holds in (*completed, kans) if holds and name in rules.pao)
    return (*player.pao, *fresh)


def may_have_been_fed(melds: Iterable[Meld], rules: RuleSet) -> frozenset[str]:
    """The yakuman that somebody may have fed: all their sets are laid, and the last may have been called."""
    laid = tuple(melds)
    called = {meld.tile_kind for meld in laid if meld.is_open}
    fed = {name for name, kinds in _SETS.items() if kinds & called and _are_laid(kinds, laid)}
    if _are_four_kans(laid) and any(meld.kind is MeldKind.DAIMINKAN for meld in laid):
        fed.add("suukantsu")
    return rules.pao & fed


def _are_laid(kinds: frozenset[int], melds: Iterable[Meld]) -> bool:
    return kinds <= {meld.tile_kind for meld in melds if meld.kind is not MeldKind.CHI}


def _are_four_kans(melds: Iterable[Meld]) -> bool:
    return sum(meld.kind.is_kan for meld in melds) == 4


def feeders(kyoku: Kyoku, win: Won, worth: Mapping[str, int]) -> list[tuple[str, Seat]]:
    """Each yakuman that was fed, and by whom; empty if the table named one player or an open kan decides.

    A player whom the table named takes precedence over what the melds say. If two were named but no
    yaku, the first is taken to have fed daisangen. Nobody fed a yakuman that the hand does not have.
    """
    if win.liable is not None and win.liable_for_kans is not None:
        other = next((name for name in _BESIDE_KANS if name in worth), _BESIDE_KANS[0])
        fed = [(other, win.liable), ("suukantsu", win.liable_for_kans)]
        is_one_unnamed = _named_yakuman(worth) < _yakuman(win)
        return [one for one in fed if one[0] in worth or is_one_unnamed]
    if win.liable is not None or is_open_kan_pao(kyoku, win):
        return []
    return [(name, seat) for name, seat in kyoku.players[win.seat].pao if name in worth]


def _yakuman(win: Won) -> int:
    return 0 if win.value is None else win.value.yakuman


def _named_yakuman(worth: Mapping[str, int]) -> int:
    return sum(han // YAKUMAN_HAN for han in worth.values())


def is_open_kan_pao(kyoku: Kyoku, win: Won) -> bool:
    """Whether the player who fed an open kan pays for this win on its replacement tile (大明槓)."""
    return kyoku.rules.daiminkan_pao and win.by is WinBy.TSUMO and kyoku.feeder is not None
