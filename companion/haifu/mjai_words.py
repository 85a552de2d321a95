"""The words of mjai: tiles, reasons of draws, and checked access to an event's members.

Tiles are `1m`-`9s`, `5mr` `5pr` `5sr` for the red fives, `E S W N P F C`, and `?` for an unseen one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.haifu.record import Unreadable
from companion.plurals import counted
from companion.riichi.facts import RyuukyokuKind
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import ALL, Tile

Event = Mapping[str, Any]
UNSEEN: Final = "?"

_HONOURS: Final = "ESWNPFC"


def _word(tile: Tile) -> str:
    if tile.is_honour:
        return _HONOURS[tile.rank - 1]
    return f"5{tile.suit}r" if tile.is_red else tile.text


_WORDS: Final = {tile.text: _word(tile) for tile in ALL}
_TILES: Final = {word: Tile(text) for text, word in _WORDS.items()} | {
    tile.text: tile for tile in ALL if tile.is_honour or tile.is_red
}

REASONS: Final = {
    RyuukyokuKind.EXHAUSTIVE: "fanpai",
    RyuukyokuKind.NAGASHI_MANGAN: "nagashimangan",
    RyuukyokuKind.KYUUSHU_KYUUHAI: "kyushukyuhai",
    RyuukyokuKind.SUUFON_RENDA: "sufonrenda",
    RyuukyokuKind.SUUCHA_RIICHI: "suchareach",
    RyuukyokuKind.SUUKAIKAN: "sukaikan",
    RyuukyokuKind.SANCHAHOU: "sanchaho",
}
_SPELLINGS: Final = {
    RyuukyokuKind.EXHAUSTIVE: ("exhaustivedraw", "exhaustive", "howanpai", "ryukyoku", "notile"),
    RyuukyokuKind.NAGASHI_MANGAN: ("nm", "nagashi"),
    RyuukyokuKind.KYUUSHU_KYUUHAI: ("kyuushukyuuhai", "kyuushu", "kyushu", "yao9"),
    RyuukyokuKind.SUUFON_RENDA: ("suufonrenda", "suufon", "sufurenta", "sufuurenta", "kaze4"),
    RyuukyokuKind.SUUCHA_RIICHI: ("suuchariichi", "suchariichi", "suuchareach", "reach4"),
    RyuukyokuKind.SUUKAIKAN: ("suukaikan", "suukansansen", "suukansanra", "sukansanra", "kan4"),
    RyuukyokuKind.SANCHAHOU: ("sanchahou", "tripleron", "sanchahoo", "ron3"),
}
_KINDS: Final = {
    **{word: kind for kind, word in REASONS.items()},
    **{word: kind for kind, words in _SPELLINGS.items() for word in words},
}


def word_of(tile: Tile | None) -> str:
    """How mjai writes a tile."""
    return UNSEEN if tile is None else _WORDS[tile.text]


def tile_of(word: Any) -> Tile | None:
    """The tile that a word means; None for an unseen one.

    Raises:
        Unreadable: it is not a tile.
    """
    if word in (UNSEEN, None):
        return None
    if isinstance(word, str) and word in _TILES:
        return _TILES[word]
    raise Unreadable(f"{word!r:.40} is not a tile (1m to 9s, 5mr 5pr 5sr, E S W N P F C, or ?)")


def kind_of(reason: str) -> RyuukyokuKind | None:
    """The draw that a reason means; None if it is not known."""
    return _KINDS.get(reason.replace("_", "").lower())


def seat_of(event: Event, member: str, players: int) -> Seat:
    """A seat that the event names.

    Raises:
        Unreadable: it names no such seat.
    """
    return SEATS[number_of(event, member, most=players - 1)]


def number_of(event: Event, member: str, most: int, default: int | None = None) -> int:
    """A whole number of the event, from 0 to `most`; `default` if it is missing.

    Raises:
        Unreadable: it is missing without a default, or is not such a number.
    """
    value = event.get(member, default)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    if value is None:
        raise Unreadable(f"the event {event.get('type')} has no {member}")
    raise Unreadable(f"{member} is {value!r:.40}, not a number from 0 to {most}")


def tiles_of(event: Event, member: str, count: int | None = None) -> tuple[Tile | None, ...]:
    """A list of tiles that the event has; `count` unseen ones if it is missing.

    Raises:
        Unreadable: it is not a list of `count` tiles.
    """
    values = event.get(member)
    if values is None and count is not None:
        return (None,) * count
    if not isinstance(values, list) or (count is not None and len(values) != count):
        raise Unreadable(f"{member} is not a list of {counted(count, 'tile') if count else 'tiles'}")
    return tuple(tile_of(value) for value in values)


def points_of(event: Event, member: str, players: int) -> tuple[int, ...] | None:
    """One number for each player, if the event has them.

    Raises:
        Unreadable: they are not numbers, or too few.
    """
    values = event.get(member)
    if values is None:
        return None
    is_right = isinstance(values, list) and len(values) >= players
    if not is_right or not all(isinstance(value, int) and abs(value) < 10**9 for value in values):
        raise Unreadable(f"{member} is not a list of {players} numbers")
    return tuple(values[:players])
