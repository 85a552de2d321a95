"""Which tile a player discards, by the hand's speed, its dora, its plan, and safety."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from companion.pretend.players.efficiency import COMPLETE, TENPAI, left, shanten, useful_kinds
from companion.pretend.players.plans import Aim, Plan, plan_for
from companion.pretend.players.safety import danger, gives_up
from companion.pretend.players.style import Style
from companion.pretend.players.view import View
from companion.riichi.melds import MeldKind
from companion.riichi.shape import Counts, without
from companion.riichi.tiles import KINDS, ORPHANS, Tile

_COMPARED = 4
"""How many of the tiles that cost no speed are compared closely."""
_CLOSE = 1
"""At this shanten or less, the tiles that would help are counted."""
_POOR = 3
"""A hand of this shanten or more is poor."""


def discards_in_order(view: View, style: Style) -> Iterator[Tile]:
    """The tiles of the hand, the best discard first; the caller takes the first lawful one."""
    best = best_kind(view, style)
    yield tile_to_let_go(view, best)
    rest = sorted((kind for kind in _held(view) if kind != best), key=lambda kind: danger(view, kind))
    for kind in rest:
        yield tile_to_let_go(view, kind)


def tile_to_let_go(view: View, kind: int) -> Tile:
    """The tile of that kind that is missed least: a red five is kept if possible."""
    return min(tile for tile in view.hand if tile.kind == kind)


def best_kind(view: View, style: Style) -> int:
    """The kind to discard."""
    now = max(shanten(view.counts), TENPAI)
    if gives_up(view, now, style.boldness):
        return min(_held(view), key=lambda kind: (danger(view, kind), attachment(view, kind)))
    plan = plan_for(view, view.melds, view.counts)
    misfits = [kind for kind in _held(view) if kind in plan.outside]
    if misfits:
        return min(misfits, key=lambda kind: _cost(view, plan, kind))
    if now >= _POOR and _same_wind_three_times(view):
        return view.first_discards[0]
    return _fastest(view, plan, now)


def _same_wind_three_times(view: View) -> bool:
    """Whether this player could complete the abortive draw by four equal winds (四風連打)."""
    first = view.first_discards
    is_wind = len(first) == 3 and len(set(first)) == 1 and 27 <= first[0] <= 30
    return is_wind and view.rules.suufon_renda and view.counts[first[0]] > 0


def _fastest(view: View, plan: Plan, now: int) -> int:
    """Of the cheapest tiles that cost no speed, the one whose discard leaves the best hand."""
    cheapest_first = sorted(_held(view), key=lambda kind: _cost(view, plan, kind))
    keepers = (kind for kind in cheapest_first if shanten(without(view.counts, kind)) <= now)
    if now > _CLOSE:
        return next(keepers)
    return max(islice(keepers, _COMPARED), key=lambda kind: _worth(view, kind))


def _worth(view: View, kind: int) -> float:
    """What is left after the discard: tiles that help, less the dora and the danger it costs."""
    kept = without(view.counts, kind)
    helps = useful_kinds(kept)
    furiten = 0.3 if shanten(kept) == TENPAI and not helps.isdisjoint(view.own_discards | {kind}) else 1.0
    tile = tile_to_let_go(view, kind)
    return furiten * left(helps, view.visible) - 3 * view.dora_of(tile) - 0.4 * danger(view, kind)


def _cost(view: View, plan: Plan, kind: int) -> float:
    belongs = plan.aim in (Aim.FLUSH, Aim.TANYAO) and kind not in plan.outside
    return attachment(view, kind) + 0.5 * danger(view, kind) + 10 * belongs


def attachment(view: View, kind: int) -> int:
    """How firmly a kind sits in the hand: its neighbours, its copies, dora and value."""
    bonus = 4 * view.dora_of(tile_to_let_go(view, kind)) + 6 * (kind in _pons(view))
    copies = view.counts[kind]
    if kind >= 27:
        return bonus + _honour_attachment(view, kind, copies)
    centre = 0 if kind in ORPHANS else min(kind % 9, 8 - kind % 9, 3)
    return bonus + 2 + centre + _neighbours(view.counts, kind) + (0, 0, 6, 14, 10)[copies]


def _pons(view: View) -> list[int | None]:
    """Kinds whose fourth tile would make a kan."""
    return [meld.tile_kind for meld in view.melds if meld.kind is MeldKind.PON]


def _honour_attachment(view: View, kind: int, copies: int) -> int:
    is_value = kind in view.yakuhai
    if copies == 1:
        return 2 * is_value * (view.visible[kind] < 3)
    return (8 if copies == 2 else 20) + 6 * is_value


def _neighbours(counts: Counts, kind: int) -> int:
    rank = kind % 9
    near = sum(5 for step in (-1, 1) if 0 <= rank + step <= 8 and counts[kind + step])
    far = sum(3 for step in (-2, 2) if 0 <= rank + step <= 8 and counts[kind + step])
    return near + far


def _held(view: View) -> Iterable[int]:
    return [kind for kind in range(KINDS) if view.counts[kind]]


def waits_after(view: View, tile: Tile) -> frozenset[int]:
    """The waits once the tile is discarded; empty if the hand is then not tenpai."""
    kept = without(view.counts, tile.kind)
    return useful_kinds(kept) if COMPLETE < shanten(kept) <= TENPAI else frozenset()
