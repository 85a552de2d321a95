"""Checks that several transitions share, and the one place where a fact is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NoReturn

from companion.riichi.draws import abortive_draw_due
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import AnkanDeclared, Fact
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.player import Hand, Player
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import KanInRiichi
from companion.riichi.seats import Seat
from companion.riichi.tiles import COPIES, KINDS, Tile

_RED_PLACE = {"m": KINDS, "p": KINDS + 1, "s": KINDS + 2}


def refuse(kyoku: Kyoku, fact: Fact, reason: Reason, detail: str = "") -> None:
    """Refuse the fact, unless the table has waived the rule."""
    if reason not in kyoku.waived:
        raise IllegalFactError(fact, reason, detail)


def impossible(fact: Fact, reason: Reason, detail: str = "") -> NoReturn:
    """Refuse what cannot be, whatever the table says."""
    raise IllegalFactError(fact, reason, detail)


_NOT_YET = {
    Phase.TO_DRAW: Reason.MUST_DRAW,
    Phase.TURN: Reason.MUST_DISCARD,
    Phase.CALLED: Reason.MUST_DISCARD,
    Phase.RIICHI: Reason.MUST_DISCARD,
    Phase.TO_REPLACE: Reason.MUST_DRAW_REPLACEMENT,
    Phase.UNFOLLOWED: Reason.TURNS_NOT_FOLLOWED,
    Phase.WON: Reason.KYOKU_OVER,
    Phase.ENDED: Reason.KYOKU_OVER,
}


_NOBODYS_TURN = frozenset({Phase.UNFOLLOWED, Phase.WON, Phase.ENDED})


def need_seat(kyoku: Kyoku, fact: Fact, seat: Seat) -> Player:
    """The player at a seat; refuses the fact as impossible if the kyoku is over or nobody sits there."""
    if kyoku.is_over:
        impossible(fact, Reason.KYOKU_OVER)
    if seat not in range(len(kyoku.players)):
        impossible(fact, Reason.NO_SUCH_SEAT)
    return kyoku.players[seat]


def is_dead(kyoku: Kyoku, seat: Seat) -> bool:
    """Whether the hand at this seat was declared dead (アガリ放棄); False where nobody sits."""
    return seat in range(len(kyoku.players)) and kyoku.players[seat].is_dead


def need_turn(kyoku: Kyoku, fact: Fact, seat: Seat, *phases: Phase) -> Player:
    """The player at `seat`; refuses the fact as impossible unless it is their turn in one of the phases."""
    if kyoku.phase not in phases:
        if seat != kyoku.turn and kyoku.phase not in _NOBODYS_TURN:
            impossible(fact, Reason.NOT_YOUR_TURN)
        impossible(fact, _NOT_YET[kyoku.phase])
    if seat != kyoku.turn:
        impossible(fact, Reason.NOT_YOUR_TURN)
    return kyoku.players[seat]


def need_accepted_riichi(kyoku: Kyoku, fact: Fact, *, but: Seat | None = None) -> None:
    """Refuse the fact as impossible while a riichi stick is still due.

    While nobody follows the turns, the stick of every player in riichi must be down, except that of `but`.
    """
    if kyoku.offer is not None:
        riichi = kyoku.players[kyoku.offer.seat].riichi
        if riichi is not None and not riichi.is_accepted:
            impossible(fact, Reason.RIICHI_NOT_ACCEPTED)
    elif kyoku.phase is Phase.UNFOLLOWED:
        for seat, player in enumerate(kyoku.players):
            if player.riichi is not None and not player.riichi.is_accepted and seat != but:
                impossible(fact, Reason.RIICHI_NOT_ACCEPTED)


def need_no_draw_due(kyoku: Kyoku, fact: Fact) -> None:
    """Refuse the fact if an abortive draw is due, unless the table has waived the rule."""
    due = abortive_draw_due(kyoku)
    if due is not None:
        refuse(kyoku, fact, Reason.DRAW_IS_DUE, due.value)


def need_kan_allowed(kyoku: Kyoku, fact: Fact) -> None:
    """Refuse a closed kan after riichi where the house has none, unless the table has waived the rule.

    Only new entries are checked, and no late kan, which may have been made before riichi. `apply` accepts the
    kan if nobody sees the hand, so that older journals stay readable.
    """
    if kyoku.rules.kan_in_riichi is not KanInRiichi.FORBIDDEN or not isinstance(fact, AnkanDeclared):
        return
    if not fact.is_late and need_seat(kyoku, fact, fact.seat).in_riichi:
        refuse(kyoku, fact, Reason.KAN_IN_RIICHI_FORBIDDEN)


def count_seen(kyoku: Kyoku, fact: Fact, tiles: Iterable[Tile]) -> bytes:
    """The counts of seen tiles with these added; refuses the fact if the set has no such tile left."""
    seen = bytearray(kyoku.seen)
    for tile in tiles:
        kind = tile.kind
        seen[kind] += 1
        if seen[kind] > COPIES:
            impossible(fact, Reason.FIFTH_COPY, tile.plain.text)
        if kyoku.rules.players == 3 and 1 <= kind <= 7:
            impossible(fact, Reason.NOT_IN_THE_SET, tile.text)
        if tile.is_red:
            place = _RED_PLACE[tile.suit]
            seen[place] += 1
            if seen[place] > kyoku.rules.red_fives[place - KINDS]:
                impossible(fact, Reason.TOO_MANY_RED, tile.text)
    return bytes(seen)


def take_from_hand(kyoku: Kyoku, fact: Fact, hand: Hand, tiles: Sequence[Tile | None]) -> tuple[Hand, bytes]:
    """The hand without these tiles, and the counts of seen tiles with those that were not known before.

    A tile known to be in the hand is taken; otherwise an unseen one turns out to be that tile. If an
    unseen tile leaves a wholly known hand, the rest of the hand becomes unknown.
    """
    left = list(hand)
    new: list[Tile] = []
    for tile in sorted(tiles, key=_is_unseen):
        if tile in left:
            left.remove(tile)
        elif tile is None:
            return _forgotten(kyoku, fact, hand, tiles)
        elif None in left:
            left.remove(None)
            new.append(tile)
        else:
            impossible(fact, Reason.TILE_NOT_IN_HAND, tile.text)
    return tuple(left), count_seen(kyoku, fact, new) if new else kyoku.seen


def _is_unseen(tile: Tile | None) -> bool:
    return tile is None


def _forgotten(kyoku: Kyoku, fact: Fact, hand: Hand, tiles: Sequence[Tile | None]) -> tuple[Hand, bytes]:
    """The rest of the hand as unseen tiles, and the counts with only the taken tiles that were seen."""
    seen = bytearray(kyoku.seen)
    for tile in hand:
        if tile is not None:
            seen[tile.kind] -= 1
            if tile.is_red:
                seen[_RED_PLACE[tile.suit]] -= 1
    shown = [tile for tile in tiles if tile is not None]
    left: Hand = (None,) * (len(hand) - len(tiles))
    return left, count_seen(replace(kyoku, seen=bytes(seen)), fact, shown)


def with_player(kyoku: Kyoku, seat: Seat, player: Player) -> tuple[Player, ...]:
    """All players, one of them changed."""
    players = kyoku.players
    return (*players[:seat], player, *players[seat + 1 :])


def without_ippatsu(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players after a call or kan, which ends ippatsu for everybody (一発)."""
    if not any(player.riichi is not None and player.riichi.ippatsu is not False for player in players):
        return players
    return tuple(
        replace(player, riichi=replace(player.riichi, ippatsu=False)) if player.riichi else player
        for player in players
    )
