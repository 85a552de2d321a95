"""What a hand is worth at the present table: asked by a page before a result is told; nothing is written."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import reduce
from http import HTTPStatus
from typing import Any, Final

from companion.dashboard.errors import RequestRefused
from companion.dashboard.fields import Body, bad
from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import HandValue, WinBy, Won
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku, OfferKind
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Renhou, RuleSet
from companion.riichi.seats import Seat
from companion.riichi.settlement import limit_of
from companion.riichi.situation import Situation, situation_of, unknown_flags
from companion.riichi.tiles import Tile
from companion.riichi.unseen import completed
from companion.riichi.wall import Wall, after_kan, after_robbery, most_indicators
from companion.rules_file.fields import MOST_LOCAL_YAKU
from companion.scoring import ScoringError, value_hand

__all__ = ["HandAsked", "ValueView", "read_hand", "valued"]

FLAGS: Final = tuple(field.name for field in fields(Situation) if field.type in ("bool", bool))
"""The fields of a situation that are true or false: riichi, ippatsu, haitei and the like."""


@dataclass(frozen=True, slots=True)
class HandAsked:
    """A hand as the tile picker sends it."""

    win: Won
    melds: tuple[Meld, ...] | None
    """None: those that lie on the table."""
    flags: dict[str, bool]
    """What people say of the flags that the table cannot know."""
    local_yaku: tuple[str, ...] = ()
    """Local yaku that people say the hand has."""


@dataclass(frozen=True, slots=True)
class ValueView:
    """What the hand is worth, and by which flags (点数)."""

    han: int
    fu: int
    yakuman: int
    yaku: tuple[tuple[str, int], ...]
    limit: str | None
    flags: dict[str, bool]
    """Those that are true, under these rules."""
    unknown_flags: tuple[str, ...]
    """Those that the table cannot know now: ask the players."""
    unknown_dora: tuple[int, ...]
    """Which indicators, from 1 on, nobody has named or turned: their dora are not counted."""
    ura_wanted: int
    """How many ura indicators this win may turn."""


def read_hand(body: Any) -> HandAsked:
    """The hand in a POST body. Raises RequestRefused."""
    if not isinstance(body, dict) or not set(body) <= _FIELDS:
        bad(f"A hand has the fields {', '.join(sorted(_FIELDS))}.")
    hand = Body(body)
    seat, by = hand.seat("seat"), hand.one_of("by", WinBy, ", ".join(WinBy))
    giver = hand.maybe("giver", hand.seat)
    tile = hand.tile("tile")
    if by is WinBy.RON and giver is None:
        bad("giver is the seat that gave the tile.")
    payer = seat if by is WinBy.TSUMO or giver is None else giver
    win = Won(seat, by, payer, tile, hand.seen_tiles("hand"), hand.seen_tiles("ura"))
    melds = _melds(body["melds"]) if hand.has("melds") else None
    return HandAsked(win, melds, _flags(body.get("flags", {})), _names(body.get("local_yaku", [])))


_FIELDS: Final = frozenset({"seat", "by", "giver", "tile", "hand", "ura", "melds", "flags", "local_yaku"})


def _flags(value: Any) -> dict[str, bool]:
    known = isinstance(value, dict) and set(value) <= set(FLAGS)
    if not known or not all(type(each) is bool for each in value.values()):
        bad(f"flags are true or false: {', '.join(FLAGS)}.")
    return dict(value)


def _names(value: Any) -> tuple[str, ...]:
    if type(value) is not list or len(value) > MOST_LOCAL_YAKU or not all(type(one) is str for one in value):
        bad(f"local_yaku is a list of at most {MOST_LOCAL_YAKU} names.")
    return tuple(value)


def _melds(value: Any) -> tuple[Meld, ...]:
    if type(value) is not list or len(value) > 4:
        bad("melds is a list of at most 4.")
    return tuple(_meld(each) for each in value)


def _meld(value: Any) -> Meld:
    if not isinstance(value, dict) or not set(value) <= {"kind", "tiles", "from"}:
        bad("A meld has the fields kind, tiles and from.")
    fields_of_meld = Body(value)
    kind = fields_of_meld.one_of("kind", MeldKind, ", ".join(MeldKind))
    tiles = fields_of_meld.seen_tiles("tiles", 4)
    if kind is MeldKind.ANKAN:
        return Meld(kind, tiles)
    # The value is the same whoever gave the tile.
    giver = fields_of_meld.maybe("from", fields_of_meld.seat) or Seat(0)
    if len(tiles) < 3:
        bad("A meld has three or four tiles.")
    return Meld(kind, tiles[1:], tiles[0], giver)


def valued(hanchan: Hanchan, asked: HandAsked) -> ValueView:
    """The value of the hand if it won now.

    Raises:
        RequestRefused: no hand is dealt, the table has no such seat, or the hand cannot be valued. Whether
            the player may win now, furiten and all, is not checked.
    """
    kyoku = hanchan.kyoku
    try:
        if kyoku is None:
            raise IllegalFactError(asked.win, Reason.NO_KYOKU)
        if max(asked.win.seat, asked.win.giver) >= kyoku.rules.players:
            raise IllegalFactError(asked.win, Reason.NO_SUCH_SEAT)
        kyoku = _at_the_win(kyoku, asked.win)
        return _view(kyoku, asked)
    except IllegalFactError as refusal:
        raise RequestRefused(
            HTTPStatus.CONFLICT, "refused", str(refusal), reason=refusal.reason.value
        ) from None
    except ScoringError as failure:
        raise RequestRefused(HTTPStatus.CONFLICT, "cannot_value", str(failure), reason=failure.code) from None


def _at_the_win(kyoku: Kyoku, win: Won) -> Kyoku:
    """The table at the moment of the win, with what nobody told before it, such as the draw, filled in."""
    if any(won.seat == win.seat for won in kyoku.wins):
        return kyoku
    *unseen, _ = completed(kyoku, win)
    return reduce(apply, unseen, kyoku)


def _view(kyoku: Kyoku, asked: HandAsked) -> ValueView:
    win = asked.win
    melds = kyoku.players[win.seat].melds if asked.melds is None else asked.melds
    unknown = _unknown_flags(kyoku, win, melds)
    said: dict[str, Any] = {name: holds for name, holds in asked.flags.items() if name in unknown}
    _check_local(asked, kyoku)
    situation = replace(situation_of(kyoku, win.seat, win.by), local_yaku=asked.local_yaku, **said)
    if melds:  # a meld that the table has not seen was a call all the same
        situation = replace(situation, tenhou=False, chiihou=False, renhou=False)
    tile = win.tile or (kyoku.offer.tile if kyoku.offer is not None and win.by is WinBy.RON else None)
    indicators = _indicators(kyoku, _wall(kyoku, win, melds), situation)
    value = value_hand(
        win.hand or (),
        melds,
        _known(tile),
        situation,
        indicators=indicators,
        ura=win.ura,
        rules=kyoku.rules,
    )
    return _shown(value, kyoku, situation, unknown, indicators)


_FIRST_TURN: Final = frozenset({"tenhou", "chiihou", "renhou"})


def _unknown_flags(kyoku: Kyoku, win: Won, melds: tuple[Meld, ...]) -> frozenset[str]:
    """Which flags nobody can know, given these melds, which the table may not have seen."""
    unknown = unknown_flags(kyoku, win.seat, win.by)
    if kyoku.is_unfollowed and win.by is WinBy.TSUMO and any(meld.kind.is_kan for meld in melds):
        unknown |= {"rinshan"}
    return unknown - _FIRST_TURN if melds else unknown


def _wall(kyoku: Kyoku, win: Won, melds: tuple[Meld, ...]) -> Wall:
    """The wall at this win: with the kans that nobody had told, without the one that is robbed."""
    wall = kyoku.wall
    told = [meld.kind is MeldKind.ANKAN for meld in kyoku.players[win.seat].melds if meld.kind.is_kan]
    for meld in melds:
        is_closed = meld.kind is MeldKind.ANKAN
        if is_closed in told:
            told.remove(is_closed)
        elif meld.kind.is_kan:
            wall = after_kan(wall, kyoku.rules, closed=is_closed)
    is_robbed = kyoku.offer is not None and kyoku.offer.kind in (OfferKind.KAKAN, OfferKind.ANKAN)
    return after_robbery(wall) if is_robbed and win.by is WinBy.RON and not kyoku.wins else wall


def _indicators(kyoku: Kyoku, wall: Wall, situation: Situation) -> tuple[Tile | None, ...]:
    """The indicators as they lie there, None for those that are not named or due but not turned."""
    # Where nobody tells discards, one that waits for a discard may be due, too.
    later = wall.owed_later if kyoku.is_unfollowed and not situation.rinshan else 0
    due = max(0, wall.owed_now) + later
    return (*wall.indicators, *[None] * due)[: most_indicators(kyoku.rules)]


def _check_local(asked: HandAsked, kyoku: Kyoku) -> None:
    unknown = set(asked.local_yaku) - {name for name, _ in kyoku.rules.local_yaku}
    if unknown:
        bad("local_yaku has a name that these rules do not count.")


def _known(tile: Tile | None) -> Tile:
    return bad("tile is the winning tile.") if tile is None else tile


def _shown(
    value: HandValue,
    kyoku: Kyoku,
    situation: Situation,
    unknown: frozenset[str],
    indicators: tuple[Tile | None, ...],
) -> ValueView:
    limit = limit_of(value, kyoku.rules)
    return ValueView(
        value.han,
        value.fu,
        value.yakuman,
        value.yaku,
        limit.value if limit else None,
        {name: True for name in FLAGS if getattr(situation, name) and _is_played(name, kyoku)},
        tuple(sorted(name for name in unknown if _is_played(name, kyoku))),
        _unknown_dora(kyoku.rules, indicators),
        _ura_wanted(kyoku, situation, len(indicators)),
    )


def _unknown_dora(rules: RuleSet, indicators: tuple[Tile | None, ...]) -> tuple[int, ...]:
    counted = indicators if rules.kan_dora else indicators[:1]
    return tuple(number for number, face in enumerate(counted, 1) if face is None)


def _ura_wanted(kyoku: Kyoku, situation: Situation, indicators: int) -> int:
    """How many ura indicators a winner in riichi turns: one for each indicator, or only one (裏ドラ)."""
    if kyoku.uses_ura_places or not (situation.riichi or situation.double_riichi):
        return 0
    return kyoku.rules.ura_under(indicators)


def _is_played(flag: str, kyoku: Kyoku) -> bool:
    """Whether the rules count it: most houses do not count renhou (人和), a few not even ippatsu (一発)."""
    rules = kyoku.rules
    uncounted = {"renhou": rules.renhou is Renhou.NONE, "ippatsu": not rules.ippatsu}
    return not uncounted.get(flag, False)
