"""How a hand ends in mjai: hora and ryukyoku, with what they claim."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.haifu.mjai_reading import Reading
from companion.haifu.mjai_words import (
    Event,
    kind_of,
    number_of,
    points_of,
    seat_of,
    tile_of,
    tiles_of,
)
from companion.haifu.record import Unreadable, WinClaim
from companion.haifu.showing import ryuukyoku_of
from companion.haifu.texts import storable
from companion.haifu.yaku_names import code_of_mjai, counted_twice
from companion.riichi.facts import (
    Chombo,
    Discarded,
    Drawn,
    HandValue,
    RinshanDrawn,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.ruleset import YAKUMAN_HAN
from companion.riichi.seats import Seat, seats, wind_of
from companion.riichi.tiles import Tile
from companion.riichi.yaku import YAKUMAN

_YAKUMAN_FAN = 100
"""The fan that mjai's first server writes for a yakuman."""


def read_hora(reading: Reading, event: Event) -> None:
    """Read a win (和了); several ron on one tile are several events."""
    players = reading.rules.players
    if reading.is_ended and not any(isinstance(placed.fact, Won) for placed in reading.facts):
        raise Unreadable("hora where no hand is being played")
    seat, giver = seat_of(event, "actor", players), seat_of(event, "target", players)
    by = WinBy.TSUMO if seat == giver else WinBy.RON
    tile = tile_of(event.get("pai")) or _won_tile(reading, by)
    ura = _ura(event)
    claim = _claim(reading, seat, event)
    hand = _shown(reading, event, seat, by, tile)
    liable, for_kans = (
        seat_of(event, key, players) if event.get(key) is not None else None
        for key in ("liable", "liable_for_kans")
    )
    reading.add(Won(seat, by, giver, tile, hand, ura, _value(claim), liable, for_kans))
    reading.claim = replace(reading.claim, ura=ura or reading.claim.ura, wins=(*reading.claim.wins, claim))
    reading.is_ended = True
    reading.pay(points_of(event, "deltas", players), points_of(event, "scores", players))
    reading.kyoutaku = 0


def _won_tile(reading: Reading, by: WinBy) -> Tile | None:
    if reading.is_unfollowed:
        return None
    if by is WinBy.RON:
        return reading.table.offered[1] if reading.table.offered else None
    fact = reading.drawn_tile[1] if reading.drawn_tile else None
    return fact.tile if isinstance(fact, Drawn | RinshanDrawn) else None


def _ura(event: Event) -> tuple[Tile, ...]:
    member = "ura_markers" if "ura_markers" in event else "uradora_markers"
    if event.get(member) is None:
        return ()
    return tuple(tile for tile in tiles_of(event, member) if tile is not None)


def _shown(
    reading: Reading, event: Event, seat: Seat, by: WinBy, tile: Tile | None
) -> tuple[Tile, ...] | None:
    """The hand without the winning tile, which some programs write with the hand; None if not known."""
    if event.get("hora_tehais") is None:
        return reading.table.winning_hand(seat, by, tile)
    tiles = list(tiles_of(event, "hora_tehais"))
    if len(tiles) % 3 == 2 and tile in tiles:
        tiles.remove(tile)
    hand = tuple(known for known in tiles if known is not None)
    return hand if len(hand) == len(tiles) else None


def _claim(reading: Reading, seat: Seat, event: Event) -> WinClaim:
    points = event.get("hora_points")
    yaku = _yaku(reading, seat, event.get("yakus"))
    fan = number_of(event, "fan", 10_000, default=-1) if "fan" in event else None
    yakuman = number_of(event, "yakuman", 20, default=0)
    if not yakuman and fan is not None and fan >= _YAKUMAN_FAN:
        yakuman = fan // _YAKUMAN_FAN
        own = {name for name, han in reading.rules.local_yaku if han >= YAKUMAN_HAN}
        if yaku is not None:
            each = tuple((code, YAKUMAN_HAN) for code, _ in yaku if code in YAKUMAN | own)
            yaku = counted_twice(each, yakuman, reading.rules)
    return WinClaim(
        seat,
        number_of(event, "fu", 1_000) if event.get("fu") is not None else None,
        None if yakuman else fan,
        yakuman,
        yaku,
        points if isinstance(points, int) and not isinstance(points, bool) else None,
    )


def _yaku(reading: Reading, seat: Seat, told: Any) -> tuple[tuple[str, int], ...] | None:
    """All yaku by their codes; None if the record does not name them, or names one that is not known."""
    start = reading.start
    if not isinstance(told, list) or start is None:
        return None
    wind = wind_of(seat, start.dealer, reading.rules.players)
    found: list[tuple[str, int]] = []
    for entry in told:
        is_pair = isinstance(entry, list) and len(entry) == 2
        if not is_pair or not isinstance(entry[0], str) or not isinstance(entry[1], int):
            raise Unreadable("yakus is not a list of names and fan")
        is_own = any(entry[0] == name for name, _ in reading.rules.local_yaku)
        code = entry[0] if is_own else code_of_mjai(entry[0], wind, start.round_wind)
        if code is None:
            return None
        found.append((code, entry[1]))
    return tuple(found)


def _value(claim: WinClaim) -> HandValue | None:
    if claim.yakuman:
        return HandValue(0, claim.fu or 0, claim.yakuman, claim.yaku or ())
    if not claim.han or claim.fu is None:
        return None
    return HandValue(claim.han, claim.fu, 0, claim.yaku or ())


def read_ryukyoku(reading: Reading, event: Event) -> None:
    """Read a draw (流局); if the reason is missing, the state of the hand shows which draw it is."""
    players = reading.rules.players
    if reading.is_ended:
        raise Unreadable("ryukyoku where no hand is being played")
    reason = event.get("reason")
    deltas = points_of(event, "deltas", players)
    kind = kind_of(reason) if isinstance(reason, str) else _kind(reading, deltas)
    if kind is None:
        raise Unreadable(f"the draw {reason!r:.40} is not known")
    if kind is not RyuukyokuKind.SANCHAHOU:
        reading.go_on()
    by = seat_of(event, "actor", players) if "actor" in event else None
    draw = ryuukyoku_of(kind, reading.table, deltas, _seats_in(event, "tenpais", players), by)
    nagashi = _seats_in(event, "nagashi", players)
    draw = draw if nagashi is None else replace(draw, nagashi=nagashi)
    reading.add(_with_hands(draw, event, players))
    reading.is_ended = True
    reading.pay(deltas or ((0,) * players if kind.is_abortive else None), points_of(event, "scores", players))


def _seats_in(event: Event, member: str, players: int) -> tuple[Seat, ...] | None:
    told = event.get(member)
    if not isinstance(told, list) or len(told) < players:
        return None
    return tuple(seat for seat in seats(players) if told[seat] is True)


def _with_hands(draw: Ryuukyoku, event: Event, players: int) -> Ryuukyoku:
    """The draw with the hands that the event shows, which take precedence over those followed."""
    told = event.get("tehais")
    if not isinstance(told, list) or len(told) < players:
        return draw
    hands: list[tuple[Tile, ...] | None] = list(draw.hands)
    for seat in range(players):
        tiles = tiles_of({"tehais": told[seat] or []}, "tehais")
        known = tuple(tile for tile in tiles if tile is not None)
        hands[seat] = known if tiles and len(known) == len(tiles) else None
    return replace(draw, hands=tuple(hands))


def _kind(reading: Reading, deltas: tuple[int, ...] | None) -> RyuukyokuKind:
    table, last = reading.table, reading.facts[-1].fact
    if isinstance(last, Drawn | RinshanDrawn):
        return RyuukyokuKind.KYUUSHU_KYUUHAI
    if table.draws >= reading.rules.live_tiles:
        return _at_the_end(table.nagashi, deltas)
    if len(table.riichi) == table.players == 4:
        return RyuukyokuKind.SUUCHA_RIICHI
    if reading.kans >= 4:
        return RyuukyokuKind.SUUKAIKAN
    discards = [placed.fact for placed in reading.facts if isinstance(placed.fact, Discarded)]
    kinds = {fact.tile.kind if fact.tile else -1 for fact in discards}
    if len(discards) == 4 and len(kinds) == 1 and 27 <= min(kinds) <= 30:
        return RyuukyokuKind.SUUFON_RENDA
    return RyuukyokuKind.SANCHAHOU if table.draws else RyuukyokuKind.EXHAUSTIVE


def _at_the_end(nagashi: set[Seat], deltas: tuple[int, ...] | None) -> RyuukyokuKind:
    """Nagashi mangan if a player who can have it was paid more than tenpai pays, else exhaustive."""
    is_paid = deltas is not None and any(deltas[seat] > 3_000 for seat in nagashi)
    return RyuukyokuKind.NAGASHI_MANGAN if is_paid else RyuukyokuKind.EXHAUSTIVE


def read_chombo(reading: Reading, event: Event) -> None:
    """Read a chombo (チョンボ), an event that this project adds: mjai has none."""
    if reading.is_ended:
        raise Unreadable("chombo where no hand is being played")
    why = event.get("why")
    why = storable(why) if isinstance(why, str) else ""
    reading.add(Chombo(seat_of(event, "actor", reading.rules.players), why))
    reading.is_ended = True
    reading.pay(points_of(event, "deltas", reading.rules.players), None)
