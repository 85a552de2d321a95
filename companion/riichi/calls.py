"""What each player may do now, and why not.

Every answer comes from trying the fact with `apply`, so the rules are in one place. Where a hand is
not known, the answer rests on what the table can see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from itertools import combinations
from typing import Final

from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    PonCalled,
    RiichiDeclared,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.melds import MeldKind, runs_with
from companion.riichi.player import Player
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import MultipleRon, RuleSet
from companion.riichi.seats import Seat, distance, in_turn_order_after
from companion.riichi.tenpai import has_tenpai_discard
from companion.riichi.tiles import BY_KIND, COPIES, Tile
from companion.riichi.unseen import stick_due

HasYaku = Callable[[Kyoku, Won], bool]
"""Whether a win has a yaku; supplied by scoring, because the rules core does not value hands."""


class Action(StrEnum):
    """What a player can do."""

    DISCARD = "discard"
    RIICHI = "riichi"
    TSUMO = "tsumo"
    ANKAN = "ankan"
    KAKAN = "kakan"
    KITA = "kita"
    KYUUSHU_KYUUHAI = "kyuushu"
    RON = "ron"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    CHI = "chi"


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether a player may do something now."""

    action: Action
    facts: tuple[KyokuFact, ...]
    """The ways to do it; a single one with unseen tiles (None) where the hand is not known."""
    reason: Reason | None
    """Why not; None where it is allowed."""

    @property
    def is_allowed(self) -> bool:
        """Whether there is a way."""
        return self.reason is None


def refusal(kyoku: Kyoku, fact: KyokuFact) -> Reason | None:
    """Why the table forbids the fact now; None if it may happen."""
    try:
        apply(kyoku, fact)
    except IllegalFactError as error:
        return error.reason
    return None


def rulings(kyoku: Kyoku, seat: Seat, has_yaku: HasYaku | None = None) -> tuple[Ruling, ...]:
    """What `seat` may and may not do at this moment, and why not.

    Only actions that can come up now are listed: on the player's own turn what the hand can do; on another
    player's tile the win and, if it is a discard, the calls; and, while the turns are not followed, whatever
    any turn may bring. When calls are judged, a riichi that has just been declared counts as accepted.
    """
    if kyoku.phase is Phase.ENDED:
        return ()
    own_turn = kyoku.turn == seat and kyoku.phase in (Phase.TURN, Phase.CALLED, Phase.RIICHI)
    if kyoku.phase is Phase.UNFOLLOWED:
        candidates = _at_any_turn(kyoku, seat)
    else:
        candidates = _at_own_turn(kyoku, seat) if own_turn else _at_an_offer(kyoku, seat)
    passed = _with_riichi_accepted(kyoku)
    offering = passed if kyoku.phase is Phase.UNFOLLOWED else kyoku
    return tuple(
        _rule(offering if action is Action.RON else passed, action, facts, has_yaku)
        for action, facts in candidates
    )


def _rule(kyoku: Kyoku, action: Action, facts: Iterable[KyokuFact], has_yaku: HasYaku | None) -> Ruling:
    allowed: list[KyokuFact] = []
    reason: Reason | None = None
    for fact in facts:
        against = _refusal_with_hand(kyoku, fact, has_yaku)
        if against is None:
            allowed.append(fact)
        else:
            reason = reason or against
    return Ruling(action, tuple(allowed), None if allowed else reason or Reason.TILE_NOT_IN_HAND)


def _refusal_with_hand(kyoku: Kyoku, fact: KyokuFact, has_yaku: HasYaku | None) -> Reason | None:
    against = refusal(kyoku, fact)
    if against is not None:
        return against
    if isinstance(fact, RiichiDeclared):
        return _riichi_shape(kyoku.players[fact.seat], kyoku.rules)
    if isinstance(fact, Won) and fact.hand is not None and has_yaku is not None and not has_yaku(kyoku, fact):
        return Reason.NO_YAKU
    return None


def _riichi_shape(player: Player, rules: RuleSet) -> Reason | None:
    hand = player.known_hand
    if hand is None or has_tenpai_discard(hand, player.melds, rules):
        return None
    return Reason.RIICHI_NOTEN


def _with_riichi_accepted(kyoku: Kyoku) -> Kyoku:
    return reduce(apply, stick_due(kyoku), kyoku)


def _at_own_turn(kyoku: Kyoku, seat: Seat) -> Iterator[tuple[Action, Iterable[KyokuFact]]]:
    player = kyoku.players[seat]
    yield Action.DISCARD, [Discarded(seat, tile) for tile in dict.fromkeys(player.hand)]
    if kyoku.phase is Phase.RIICHI:
        return
    yield Action.RIICHI, [RiichiDeclared(seat)]
    yield Action.TSUMO, [_win(kyoku, seat, WinBy.TSUMO, seat, player.drawn)]
    yield Action.ANKAN, [AnkanDeclared(seat, tiles) for tiles in _quads(player)]
    yield Action.KAKAN, [KakanDeclared(seat, tile) for tile in _added_tiles(player)]
    if kyoku.rules.players == 3:
        yield Action.KITA, [KitaDeclared(seat)]
    if kyoku.may_be_first_turn(seat):
        yield Action.KYUUSHU_KYUUHAI, [Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=seat)]


def _at_any_turn(kyoku: Kyoku, seat: Seat) -> Iterator[tuple[Action, Iterable[KyokuFact]]]:
    """What `seat` may do while the turns are not followed; `KAKAN` then means any open kan."""
    others = in_turn_order_after(seat, kyoku.rules.players)
    yield Action.RIICHI, [RiichiDeclared(seat)]
    yield Action.TSUMO, [Won(seat, WinBy.TSUMO, seat)]
    yield Action.RON, [Won(seat, WinBy.RON, giver) for giver in others]
    yield Action.ANKAN, [AnkanDeclared(seat, (None,) * COPIES)]
    yield Action.KAKAN, [KakanDeclared(seat, None)]
    if kyoku.rules.players == 3:
        yield Action.KITA, [KitaDeclared(seat)]
    if kyoku.may_be_first_turn(seat):
        yield Action.KYUUSHU_KYUUHAI, [Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=seat)]


def _at_an_offer(kyoku: Kyoku, seat: Seat) -> Iterator[tuple[Action, Iterable[KyokuFact]]]:
    offer = kyoku.offer
    if offer is None or offer.seat == seat:
        return
    player = kyoku.players[seat]
    yield Action.RON, [_win(kyoku, seat, WinBy.RON, offer.seat, offer.tile)]
    if kyoku.phase is not Phase.TO_DRAW:
        return
    pairs = list(_same_kind(player, offer.tile, 2))
    yield Action.PON, [PonCalled(seat, offer.seat, offer.tile, own) for own in pairs]
    triplets = list(_same_kind(player, offer.tile, 3))
    yield Action.DAIMINKAN, [DaiminkanCalled(seat, offer.seat, offer.tile, own) for own in triplets]
    yield Action.CHI, [ChiCalled(seat, offer.tile, own) for own in _run_partners(player, offer.tile)]


def _win(kyoku: Kyoku, seat: Seat, by: WinBy, giver: Seat, tile: Tile | None) -> Won:
    hand = kyoku.players[seat].known_hand
    if hand is not None and by is WinBy.TSUMO:
        hand = hand[:-1]  # the drawn tile comes last
    return Won(seat, by, giver, tile, hand)


def _quads(player: Player) -> Iterator[tuple[Tile | None, ...]]:
    if player.known_hand is None:
        yield (None,) * COPIES
        return
    for kind in sorted({tile.kind for tile in player.known_hand}):
        quad = tuple(sorted(tile for tile in player.known_hand if tile.kind == kind))
        if len(quad) == COPIES:
            yield quad


def _added_tiles(player: Player) -> Iterator[Tile | None]:
    pons = [meld for meld in player.melds if meld.kind is MeldKind.PON]
    if not pons:
        yield None  # refused for lack of a pon, which is the reason people expect
    for meld in pons:
        if player.known_hand is None:
            yield None if meld.tile_kind is None else BY_KIND[meld.tile_kind]
        else:
            yield from (tile for tile in player.known_hand if tile.kind == meld.tile_kind)


def _same_kind(player: Player, tile: Tile | None, number: int) -> Iterator[tuple[Tile | None, ...]]:
    if player.known_hand is None or tile is None:
        yield (None,) * number
        return
    same = sorted(own for own in player.known_hand if own.kind == tile.kind)
    yield from dict.fromkeys(combinations(same, number))


def _run_partners(player: Player, tile: Tile | None) -> Iterator[tuple[Tile | None, ...]]:
    """The pairs of tiles in the hand that make a run with the tile."""
    if player.known_hand is None or tile is None:
        yield (None, None)
        return
    runs = runs_with(tile.kind)
    for pair in combinations(sorted(dict.fromkeys(player.known_hand)), 2):
        if tuple(sorted((tile.kind, pair[0].kind, pair[1].kind))) in runs:
            yield pair


def takes_precedence(claim: KyokuFact, other: KyokuFact) -> bool:
    """Whether a claim takes priority over another one, whoever spoke first."""
    return _priority(claim) > _priority(other)


def _priority(claim: KyokuFact) -> int:
    return next((rank for kind, rank in _PRIORITY.items() if isinstance(claim, kind)), 0)


_PRIORITY: Final[dict[type[KyokuFact], int]] = {ChiCalled: 1, PonCalled: 2, DaiminkanCalled: 2, Won: 3}


def first_claims(kyoku: Kyoku, claims: Iterable[KyokuFact]) -> tuple[KyokuFact, ...]:
    """Which of several simultaneous claims take effect: ron, then pon and kan, then chi.

    Several ron all take effect where the rules pay them, in turn order from the discarder; where the
    rules make three ron an abortive draw, that draw is the answer [naki; abortive draws].
    """
    wanted = list(claims)
    ron = sorted(
        (claim for claim in wanted if isinstance(claim, Won)),
        key=lambda claim: distance(claim.giver, claim.seat, kyoku.rules.players),
    )
    if ron:
        return _standing_ron(kyoku, ron)
    sets = [claim for claim in wanted if isinstance(claim, PonCalled | DaiminkanCalled)]
    return tuple(sets[:1] or wanted[:1])


def _standing_ron(kyoku: Kyoku, ron: list[Won]) -> tuple[KyokuFact, ...]:
    if kyoku.rules.multiple_ron is MultipleRon.HEAD_BUMP:
        return (ron[0],)
    if kyoku.rules.multiple_ron is MultipleRon.DOUBLE and len(ron) > 2:
        return (Ryuukyoku(RyuukyokuKind.SANCHAHOU),)
    return tuple(ron)
