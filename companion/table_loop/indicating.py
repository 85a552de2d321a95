"""表示牌: an indicator that lies open, and that nobody has read to the table, is read by the eye."""

from __future__ import annotations

from companion.evidence import CorrectAsked
from companion.riichi.facts import IndicatorRevealed, KyokuStarted
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile
from companion.scribe.scribe import Trust
from companion.scribe.sights import TableSeen
from companion.table_loop.desk import Desk

__all__ = ["read_indicator"]


def read_indicator(desk: Desk, seen: TableSeen, trust: Trust) -> CorrectAsked | None:
    """What puts the first unread indicator right; None where there is none, or it cannot be read surely."""
    kyoku = desk.state.hanchan.kyoku
    if kyoku is None or not trust.writes_indicators or None not in kyoku.wall.indicators:
        return None
    place = kyoku.wall.indicators.index(None)
    tile = _face(kyoku, seen, place, trust)
    if tile is None:
        return None
    started = max(at for at, entry in enumerate(desk.standing) if isinstance(entry.fact, KyokuStarted))
    unread = [entry.seq for entry in desk.standing[started:] if entry.fact == IndicatorRevealed(None)]
    if not unread:
        return None
    return CorrectAsked("", None, "", (unread[0],), (IndicatorRevealed(tile),), unread[0])


def _face(kyoku: Kyoku, seen: TableSeen, place: int, trust: Trust) -> Tile | None:
    """The face at that place, if just as many lie open as are known, and those that were read agree."""
    told, faces = kyoku.wall.indicators, seen.indicators
    if len(faces) != len(told) or any(
        one and one != face.tile for one, face in zip(told, faces, strict=True)
    ):
        return None
    return faces[place].tile if faces[place].confidence >= trust.sure else None
