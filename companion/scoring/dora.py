"""How many dora a hand has, of each sort, under a rule set (ドラ)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import NORTH, Tile, dora_for
from companion.scoring.audit import WinningHand


def count_dora(win: WinningHand, rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """Each sort of dora in the hand with its han; norths set aside count as part of the hand."""
    now = win.situation
    tiles = (*win.tiles, *[NORTH] * now.kita)
    indicators = win.indicators if rules.kan_dora else win.indicators[:1]
    has_ura = now.riichi or now.double_riichi
    ura = win.ura[: rules.ura_under(len(win.ura))]
    sorts = (
        ("dora", _matches(tiles, indicators, rules)),
        ("ura_dora", _matches(tiles, ura, rules) if has_ura else 0),
        ("aka_dora", sum(tile.is_red for tile in tiles)),
        ("nuki_dora", now.kita),
    )
    return tuple((name, han) for name, han in sorts if han)


def _matches(tiles: Sequence[Tile], indicators: Sequence[Tile | None], rules: RuleSet) -> int:
    kinds = [tile.kind for tile in tiles]
    seen = (indicator for indicator in indicators if indicator is not None)
    return sum(kinds.count(dora_for(indicator, rules.players).kind) for indicator in seen)
