"""The hands of a finished game, in the messages of a Pantheon server. Pure.

Pantheon has no message that takes final points: it counts them itself, hand by hand. The names and types of
the fields are those of its `mimir.proto` and `atoms.proto`; it has its own numbers for yaku.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.errors import CompanionError
from companion.evenings.played import Hand, PlayedGame
from companion.riichi.facts import Ryuukyoku, RyuukyokuKind, WinBy, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.settlement import liable_for

__all__ = ["CannotBeSent", "SentHand", "hands_of"]

_TO_12: Final = (
    *("toitoi", "honroutou", "sanankou", "sanshoku_doukou", "sankantsu", "suukantsu", "suuankou", "pinfu"),
    *("iipeikou", "ryanpeikou", "sanshoku_doujun", "ittsu"),
)
_FROM_18: Final = (
    *("shousangen", "daisangen", "shousuushii", "daisuushii", "tsuuiisou", "tanyao", "chanta", "junchan"),
    *("chinroutou", "honitsu", "chinitsu", "chuuren", "ryuuiisou", "chiitoitsu", "kokushi", "riichi"),
    *("double_riichi", "ippatsu", "menzen_tsumo", "haitei", "rinshan", "tenhou", "chiihou", "houtei"),
    *("chankan", "renhou", "open_riichi"),
)
_NUMBERED: Final = {name: number for number, name in (*enumerate(_TO_12, 1), *enumerate(_FROM_18, 18))}
_YAKU: Final = {
    **_NUMBERED,
    # It has no other number for the same yakuman with a better wait.
    "suuankou_tanki": _NUMBERED["suuankou"],
    "junsei_chuuren": _NUMBERED["chuuren"],
    "kokushi_13": _NUMBERED["kokushi"],
}
"""Our names of the yaku, and the numbers of Pantheon's yaku."""
_YAKUHAI: Final = frozenset(
    {f"{kind}_wind_{wind}" for kind in ("seat", "round") for wind in ("east", "south", "west", "north")}
    | {"haku", "hatsu", "chun"}
)
_ONE_YAKUHAI: Final = 13
"""Pantheon's number for one yakuhai; the next ones mean two to five in one hand."""
_NO_FU_FROM: Final = 5
"""From this many han on, fu do not count, and Pantheon wants none."""


class CannotBeSent(CompanionError, ValueError):
    """Pantheon could not hold this game as it was played; the sentence says why."""


@dataclass(frozen=True, slots=True)
class SentHand:
    """One hand as it is sent, and what everybody must have after it."""

    round_data: Mapping[str, Any]
    """A message `Round` as JSON."""
    points: tuple[int, ...]
    """By seat, once everything is paid."""


def hands_of(game: PlayedGame, people: tuple[int, ...]) -> tuple[SentHand, ...]:
    """Each hand that was played to its end.

    Args:
        game: finished, with four players.
        people: Pantheon's numbers of the players, by seat.

    Raises:
        CannotBeSent: somebody else sat down in the middle, points were moved by hand, a value is not known,
            or Pantheon does not know a yaku.
    """
    if game.changes_people:
        raise CannotBeSent("somebody changed places or was replaced in the middle of the game")
    expected = (game.game.rules.start_points,) * len(people)
    found: list[SentHand] = []
    for number, hand in enumerate(game.hands, 1):
        if hand.points_after is None:
            continue  # it was never finished, and the game ended with the hand before
        if hand.kyoku.points_before != expected:
            raise CannotBeSent(f"before hand {number} points were changed that no hand explains")
        found.append(SentHand(_round(hand, people, number), hand.points_after))
        expected = hand.points_after
    if not found or expected != game.hanchan.points:
        raise CannotBeSent("after the last hand points were changed that no hand explains")
    return tuple(found)


def _round(hand: Hand, people: tuple[int, ...], number: int) -> dict[str, Any]:
    kyoku = hand.kyoku
    where = {"round_index": 4 * kyoku.round_wind + kyoku.dealer + 1, "honba": kyoku.honba}
    if kyoku.chombo is not None:
        return {"chombo": {**where, "loser_id": people[kyoku.chombo.seat]}}
    riichi = [people[seat] for seat, one in enumerate(kyoku.players) if one.riichi and one.riichi.is_accepted]
    told = {**where, "riichi_bets": riichi}
    if kyoku.ryuukyoku is not None:
        return _drawn(kyoku.ryuukyoku, told, people)
    wins = [_win(kyoku, win, people, number) for win in kyoku.wins]
    if kyoku.wins[0].by is WinBy.TSUMO:
        return {"tsumo": {**told, **wins[0]}}
    loser = people[kyoku.wins[0].giver]
    if len(wins) == 1:
        return {"ron": {**told, **wins[0], "loser_id": loser}}
    return {"multiron": {**told, "loser_id": loser, "multi_ron": len(wins), "wins": wins}}


def _drawn(draw: Ryuukyoku, told: dict[str, Any], people: tuple[int, ...]) -> dict[str, Any]:
    tenpai = [people[seat] for seat in draw.tenpai]
    if draw.kind is RyuukyokuKind.NAGASHI_MANGAN:
        return {"nagashi": {**told, "tempai": tenpai, "nagashi": [people[seat] for seat in draw.nagashi]}}
    return {"abort": told} if draw.kind.is_abortive else {"draw": {**told, "tempai": tenpai}}


def _win(kyoku: Kyoku, win: Won, people: tuple[int, ...], number: int) -> dict[str, Any]:
    value = win.value
    if value is None:
        raise CannotBeSent(f"nobody has said what the win in hand {number} is worth")
    worth = dict(value.yaku)
    unknown = [name for name in worth if name not in _YAKU and name not in _YAKUHAI and "dora" not in name]
    if unknown:
        raise CannotBeSent(f"Pantheon does not know {unknown[0]}, which won hand {number}")
    ura = worth.get("ura_dora", 0)
    liable = liable_for(kyoku, win)
    return {
        "winner_id": people[win.seat],
        **({"pao_player_id": people[liable]} if liable is not None else {}),
        # There, yakuman are counted as negative han.
        "han": -value.yakuman or value.han,
        "fu": 0 if value.yakuman or value.han >= _NO_FU_FROM else value.fu,
        "yaku": _yaku(worth),
        "dora": worth.get("dora", 0) + worth.get("aka_dora", 0),
        # It takes at most four in this field; the others are sent as ura of kans.
        "uradora": min(ura, 4),
        "kandora": 0,
        "kanuradora": max(0, ura - 4),
        "open_hand": not kyoku.players[win.seat].is_menzen,
    }


def _yaku(worth: Mapping[str, int]) -> list[int]:
    yakuhai = sum(name in _YAKUHAI for name in worth)
    known = [_YAKU[name] for name in worth if name in _YAKU]
    return [*known, _ONE_YAKUHAI + min(yakuhai, 5) - 1] if yakuhai else known
