"""The peer's log, event by event, as facts. The log knows every tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.riichi.draws import nagashi_seats
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.seats import SEATS, Seat, Wind, seats
from companion.riichi.shape import counts_of, is_tenpai
from companion.riichi.tiles import Tile

HONOURS = {letter: f"{rank}z" for rank, letter in enumerate("ESWNPFC", 1)}
DRAWS = {
    "exhaustive_draw": RyuukyokuKind.EXHAUSTIVE,
    "nagashimangan": RyuukyokuKind.NAGASHI_MANGAN,
    "kyushu_kyuhai": RyuukyokuKind.KYUUSHU_KYUUHAI,
    "sufuurenta": RyuukyokuKind.SUUFON_RENDA,
    "suucha_riichi": RyuukyokuKind.SUUCHA_RIICHI,
    "suukansansen": RyuukyokuKind.SUUKAIKAN,
    "sanchaho": RyuukyokuKind.SANCHAHOU,
}


def start_of(event: dict[str, Any]) -> KyokuStarted:
    """The deal."""
    return KyokuStarted(
        Wind.from_letter(event["bakaze"]),
        SEATS[event["oya"]],
        event["honba"],
        event["kyotaku"],
        tuple(event["scores"]),
        _tile(event["dora_marker"]),
        tuple(tiles_of(hand) for hand in event["tehais"]),
    )


def fact_of(event: dict[str, Any], kyoku: Kyoku) -> KyokuFact:
    """What happened; the kyoku before it tells a replacement draw from a draw, and shows the hands."""
    if event["type"] == "ryukyoku":
        return _draw(event, kyoku)
    if event["type"] == "dora":
        return IndicatorRevealed(_tile(event["dora_marker"]))
    seat = SEATS[event["actor"]]
    tile = _tile(event["pai"]) if "pai" in event else None
    own = tiles_of(event.get("consumed", ()))
    giver = SEATS[event.get("target", seat)]
    match event["type"]:
        case "tsumo":
            return (RinshanDrawn if kyoku.phase is Phase.TO_REPLACE else Drawn)(seat, tile)
        case "dahai":
            return Discarded(seat, tile, event["tsumogiri"])
        case "chi":
            return ChiCalled(seat, tile, own)
        case "pon":
            return PonCalled(seat, giver, tile, own)
        case "daiminkan":
            return DaiminkanCalled(seat, giver, tile, own)
        case "kakan":
            return KakanDeclared(seat, tile)
        case "ankan":
            return AnkanDeclared(seat, own)
        case "kita":
            return KitaDeclared(seat)
        case "reach":
            return RiichiDeclared(seat)
        case "reach_accepted":
            return RiichiAccepted(seat)
        case "hora":
            return _win(kyoku, seat, giver)
        case other:
            raise AssertionError(f"the peer's log has a new event: {other}")


def _tile(name: str) -> Tile:
    if name in HONOURS:
        return Tile(HONOURS[name])
    return Tile(f"0{name[1]}" if name.endswith("r") else name)


def tiles_of(names: Sequence[str]) -> tuple[Tile, ...]:
    """Tiles by the names that the peer's log uses."""
    return tuple(_tile(name) for name in names)


def _win(kyoku: Kyoku, seat: Seat, giver: Seat) -> Won:
    player = kyoku.players[seat]
    hand = player.known_hand
    assert hand is not None
    if seat == giver:
        return Won(seat, WinBy.TSUMO, seat, player.drawn, hand[:-1])
    assert kyoku.offer is not None
    return Won(seat, WinBy.RON, giver, kyoku.offer.tile, hand)


def _draw(event: dict[str, Any], kyoku: Kyoku) -> Ryuukyoku:
    kind = DRAWS[event["reason"]]
    if kind is RyuukyokuKind.KYUUSHU_KYUUHAI:
        return Ryuukyoku(kind, by=kyoku.turn)
    tenpai = tuple(seat for seat in seats(kyoku.rules.players) if _is_tenpai(kyoku, seat))
    is_nagashi = kind is RyuukyokuKind.NAGASHI_MANGAN
    return Ryuukyoku(kind, tenpai, nagashi_seats(kyoku) if is_nagashi else ())


def _is_tenpai(kyoku: Kyoku, seat: Seat) -> bool:
    hand = kyoku.players[seat].known_hand
    return hand is not None and is_tenpai(counts_of(hand))
