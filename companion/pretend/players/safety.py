"""How dangerous a discard is against those in riichi, and when a hand is given up."""

from __future__ import annotations

from companion.pretend.players.efficiency import TENPAI
from companion.pretend.players.view import Rival, View
from companion.riichi.tiles import COPIES

_HONOUR_DANGER = (6, 6, 3, 1, 0)
"""The danger of an honour, by how many of its four tiles are seen."""


def danger(view: View, kind: int) -> int:
    """How dangerous it is to discard this kind: 0 is safe against everybody in riichi."""
    risk = sum(_danger_of(view, rival, kind) for rival in view.threats)
    return risk and risk + 2 * view.dora[kind]


def _danger_of(view: View, rival: Rival, kind: int) -> int:
    if kind in rival.safe:
        return 0
    if kind >= 27:
        return _HONOUR_DANGER[min(view.visible[kind], COPIES)] + (kind in view.yakuhai)
    covered, sides = _suji(rival, kind)
    rank = kind % 9 + 1
    if covered == sides:
        return 2 if rank in (1, 9) else 4
    if rank in (1, 9):
        return 7
    return 8 if rank in (2, 8) or covered else 11


def _suji(rival: Rival, kind: int) -> tuple[int, int]:
    """How many of the tiles three steps away are safe, and how many there are (筋)."""
    rank = kind % 9
    others = [kind + step for step in (-3, 3) if 0 <= rank + step <= 8]
    return sum(other in rival.safe for other in others), len(others)


def gives_up(view: View, shanten: int, boldness: float) -> bool:
    """Whether the hand is not worth fighting for against a riichi (ベタオリ)."""
    if not view.threats or view.in_riichi or shanten <= TENPAI:
        return False
    if shanten >= 2:
        return True
    return boldness + 0.2 * view.dora_held + 0.2 * view.is_dealer - 0.2 * len(view.threats) < 0.7
