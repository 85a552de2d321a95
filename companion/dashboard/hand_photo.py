"""Reads a photograph of a hand that has won, or is over, so that nobody has to type its tiles.

During a hand no photograph is read, whoever asks. The result is an offer: a person confirms it.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from companion.dashboard.commands import Commands
from companion.dashboard.errors import RequestRefused
from companion.dashboard.fields import bad
from companion.intake.eye.child_process import DeskRefused
from companion.intake.eye.hand_photos import HandPhotos, RowRead
from companion.intake.eye.photos import MOST_PHOTO_BYTES
from companion.projections.result_view import waits_of
from companion.riichi.kyoku import Kyoku
from companion.riichi.likeliest import Doubt, likeliest_hand
from companion.riichi.tiles import Tile

__all__ = ["hand_photo_routes", "is_being_played"]

_MOST_TILES: Final = 14
_COUNTS: Final = frozenset(map(str, range(1, _MOST_TILES + 1)))
_SURE: Final = 0.9
_STATUS: Final = {
    "too_fast": HTTPStatus.TOO_MANY_REQUESTS,
    "bad_photo": HTTPStatus.UNPROCESSABLE_ENTITY,
}


def hand_photo_routes(commands: Commands, photos: HandPhotos | None) -> Blueprint:
    """`POST /api/hand-photo?wanted=14`, where `wanted` is how many tiles the hand has."""
    routes = Blueprint("hand photo", __name__)

    @routes.post("/api/hand-photo")
    def hand_photo() -> Response:
        request.max_content_length = MOST_PHOTO_BYTES
        wanted = _wanted()
        _require_shown(commands.table.hanchan.kyoku)
        photo = request.get_data(cache=False)
        if photos is None:
            raise RequestRefused(HTTPStatus.CONFLICT, "no_eye", "Nothing reads photographs here.")
        try:
            return jsonify(_told(photos.read(photo, wanted), wanted))
        except DeskRefused as no:
            raise RequestRefused(_STATUS.get(no.code, HTTPStatus.CONFLICT), no.code, str(no)) from None

    return routes


def is_being_played(kyoku: Kyoku | None) -> bool:
    """Whether players hold tiles that nobody else may see: until the hand is won, or over."""
    return kyoku is not None and not kyoku.is_over


def _require_shown(kyoku: Kyoku | None) -> None:
    """Refuse a photograph of a hand that not everybody can see."""
    if is_being_played(kyoku):
        raise RequestRefused(
            HTTPStatus.CONFLICT,
            "hand_is_played",
            "Tiles cannot be photographed while a hand is being played.",
        )


def _told(row: RowRead, wanted: int) -> dict[str, Any]:
    """The likeliest hand, with the tile that lies apart at the end, and which tiles to check again."""
    row = _without_melds(row, wanted)
    read = [_doubt(one) for one in row.tiles]
    likeliest = likeliest_hand(read) if len(read) <= _MOST_TILES else tuple(one[0][0] for one in read)
    sure = [one[0][1] >= _SURE and one[0][0] == tile for one, tile in zip(read, likeliest, strict=True)]
    order = _order_with_winner_last(len(likeliest), row.gaps)
    is_whole = len(likeliest) == wanted
    return {
        "tiles": [likeliest[at].text for at in order],
        "doubtful": [place for place, at in enumerate(order) if not sure[at]],
        "waits": waits_of(likeliest) if is_whole else (),
        "wanted": wanted,
        "ms": row.ms,
    }


def _without_melds(row: RowRead, wanted: int) -> RowRead:
    """The row without melds that lie beside the hand: the part between gaps that has `wanted` tiles."""
    if len(row.tiles) <= wanted:
        return row
    ends = (0, *row.gaps, len(row.tiles))
    fitting = [(begin, end) for begin in ends for end in ends if end - begin == wanted]
    if not fitting:
        return row
    begin, end = fitting[0]
    return RowRead(row.tiles[begin:end], tuple(gap - begin for gap in row.gaps if begin < gap < end), row.ms)


def _doubt(one: tuple[tuple[str, float], ...]) -> Doubt:
    known = [(tile, chance) for text, chance in one if (tile := _tile(text)) is not None]
    return tuple((tile, max(chance, 1e-4)) for tile, chance in known)


def _tile(text: str) -> Tile | None:
    try:
        return Tile(text)
    except ValueError:
        return None  # a back, or nothing that can be named


def _order_with_winner_last(count: int, gaps: tuple[int, ...]) -> list[int]:
    """Places from left to right; a first tile that lies apart is the winning tile, and goes to the end."""
    order = list(range(count))
    return [*order[1:], 0] if gaps == (1,) and count > 1 else order


def _wanted() -> int:
    text = request.args.get("wanted", "")
    if text not in _COUNTS:
        bad(f"wanted is how many tiles there are, 1 to {_MOST_TILES}.")
    return int(text)
