"""Hands that are over, for everybody in the room: as short values, and the best wins of a round. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile

from companion.club_page.game_view import RoundNow
from companion.club_page.rarest import rarest
from companion.evenings.played import Hand, PlayedGame
from companion.projections.result_view import result_view
from companion.riichi.facts import KyokuEnded
from companion.tournament.matching import by_companion, games_in
from companion.tournament.state import Tournament
from companion.tournament.table_games import TableGame

__all__ = ["Best", "PastHand", "PastWin", "best_of", "past_hands", "rounds_of"]


@dataclass(frozen=True, slots=True)
class PastWin:
    """One win of a hand."""

    seat: int
    by: str
    giver: int
    points: int
    """What it brought, with honba and sticks."""
    han: int | None
    fu: int | None
    yakuman: int
    limit: str | None
    yaku: tuple[str, ...]
    is_shown: bool
    """Whether somebody entered the tiles of the winning hand."""


@dataclass(frozen=True, slots=True)
class PastHand:
    """One hand that is over."""

    table: str
    """The id of its table at the hub."""
    game: int
    """Its number; in a list for the room its serial at the hub, which no other game of the table has."""
    hand: int
    """The number of the hand in its game, from 1."""
    round: int
    """The round of the tournament; 0 where the hand belongs to none."""
    deal: RoundNow
    at: str
    """When its newest entry was told, in UTC by the clock of the table."""
    names: tuple[str, ...]
    deltas: tuple[int, ...]
    wins: tuple[PastWin, ...]
    ryuukyoku: str | None
    chombo: int | None
    last: int
    """The number of the entry after which its result stands."""


@dataclass(frozen=True, slots=True)
class Best:
    """A win of a round to show: `kind` is `largest` (most points) or `strangest` (rarest yaku)."""

    kind: str
    hand: PastHand
    win: PastWin
    yaku: str
    """The rarest of its yaku; empty for the largest win."""


def past_hands(game: PlayedGame, table: str) -> tuple[PastHand, ...]:
    """The finished hands of a game, the oldest first; not the one whose result is still on the table."""
    number, running = game.game.number, game.hanchan.kyoku
    over = [
        (at, hand)
        for at, hand in enumerate(game.hands, 1)
        if hand.kyoku.is_over and not (at == len(game.hands) and running is not None)
    ]
    return tuple(_past(game, table, number, at, hand) for at, hand in over)


def _past(game: PlayedGame, table: str, number: int, at: int, hand: Hand) -> PastHand:
    kyoku, result = hand.kyoku, result_view(hand.kyoku)
    if result is None:
        raise ValueError(f"hand {at} of game {number} is not over")
    counted = [line.entry for line in hand.lines if line.taken_back is None]
    # Until the next deal, a hand also has what people do between two hands: they change seats, take a break.
    told = list(takewhile(lambda one: not isinstance(one.fact, KyokuEnded), counted))
    wins = tuple(
        PastWin(
            win.seat,
            win.by,
            win.giver,
            result.deltas[win.seat],
            win.han,
            win.fu,
            win.yakuman,
            win.limit,
            tuple(name for name, _ in win.yaku),
            win.hand is not None,
        )
        for win in result.wins
    )
    return PastHand(
        table,
        number,
        at,
        0,
        RoundNow(kyoku.round_wind.letter, kyoku.number, kyoku.honba, kyoku.kyoutaku_before),
        max(one.at for one in told),
        game.names_in(hand),
        result.deltas,
        wins,
        result.ryuukyoku,
        result.chombo,
        told[-1].seq,
    )


def rounds_of(tournament: Tournament, games: Iterable[TableGame]) -> Mapping[tuple[str, int], int]:
    """The round to which each game belongs, by its companion and its serial."""
    known = by_companion(games)
    return {
        (game.companion, game.number): number
        for number in range(1, tournament.begun + 1)
        for table in range(1, len(tournament.rounds[number - 1].tables) + 1)
        for game in games_in(tournament, known, number, table)
    }


def best_of(hands: Iterable[PastHand]) -> tuple[Best, ...]:
    """The best wins of the newest round in which somebody has won; without a tournament, of all hands.

    The largest is the win that brought the most points, and the strangest the one with the rarest yaku; of
    several, the larger, then the first in the order of `hands`. Where one win is both, it is shown once.
    """
    won = [(hand, win) for hand in hands for win in hand.wins if win.points > 0]
    newest = max((hand.round for hand, _ in won), default=0)
    of_round = [one for one in won if one[0].round == newest]
    if not of_round:
        return ()
    largest = max(of_round, key=lambda one: one[1].points)
    named = [(*one, found) for one in of_round if (found := rarest(one[1].yaku)) is not None]
    best = [Best("largest", *largest, "")]
    if named:
        hand, win, (yaku, _) = min(named, key=lambda one: (one[2][1], -one[1].points))
        if (hand, win) != largest:
            best.append(Best("strangest", hand, win, yaku))
    return tuple(best)
