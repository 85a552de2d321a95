"""A fact as the table sees it: without the tiles that only one player saw."""

from __future__ import annotations

from dataclasses import replace

from companion.riichi.facts import Drawn, Fact, KyokuStarted, RinshanDrawn

_UNSEEN = (None, None, None, None)


def public_twin(fact: Fact) -> Fact:
    """The fact as everybody at the table could tell it.

    >>> from companion.riichi.seats import Seat
    >>> from companion.riichi.tiles import Tile
    >>> public_twin(Drawn(Seat(1), Tile("5p")))
    Drawn(seat=1, tile=None)
    """
    if isinstance(fact, Drawn | RinshanDrawn):
        return replace(fact, tile=None)
    if isinstance(fact, KyokuStarted):
        return replace(fact, hands=_UNSEEN)
    return fact
