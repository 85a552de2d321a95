"""How large the body of a request may be, and of which media type: known before any of it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.intake.eye.photos import MOST_PHOTO_BYTES, PIECE_BYTES

__all__ = ["MOST_BODY_BYTES", "MOST_RECORD_BYTES", "Accepted", "body_at"]

MOST_BODY_BYTES: Final = 64 * 1024
MOST_RECORD_BYTES: Final = 2 * 1024 * 1024
"""For a recorded game: far more than any real one needs."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Which body a path accepts."""

    media_type: str = "application/json"
    most_bytes: int = MOST_BODY_BYTES


_COMMAND: Final = Accepted()
_BYTES: Final = "application/octet-stream"
"""For recorded games and photographs, which are not JSON. No HTML form can send this type either."""
_OTHERS: Final[Mapping[str, Accepted]] = {
    "/api/games": Accepted(_BYTES, MOST_RECORD_BYTES),
    "/api/eye/photo": Accepted(_BYTES, PIECE_BYTES),
    "/api/phone/picture": Accepted(_BYTES, MOST_PHOTO_BYTES),
    "/api/hand-photo": Accepted(_BYTES, MOST_PHOTO_BYTES),
}


def body_at(path: str) -> Accepted:
    """What may be sent to a path.

    >>> body_at("/api/commands").most_bytes, body_at("/api/games").media_type
    (65536, 'application/octet-stream')
    """
    return _OTHERS.get(path, _COMMAND)
