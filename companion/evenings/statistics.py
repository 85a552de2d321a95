"""Statistics of each player from finished games.

docs/reference/statistics.md has the formula of every figure.
Pure: games in, figures out. A figure whose denominator is zero is None, never 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

from companion.evenings.names import people_of
from companion.evenings.played import Hand, PlayedGame
from companion.evenings.shares import shares_of
from companion.riichi.facts import Ryuukyoku, RyuukyokuKind, WinBy, Won
from companion.riichi.final_score import final_scores
from companion.riichi.kyoku import Kyoku, OfferKind
from companion.riichi.seats import Seat
from companion.riichi.settlement import PaymentReason, settle
from companion.riichi.situation import local_yaku_of

__all__ = ["Counts", "Figures", "PlayerStatistics", "counts_of", "figures_of", "summed"]

_FOR_THE_HAND = frozenset({PaymentReason.HAND, PaymentReason.PAO})


@dataclass(frozen=True, slots=True)
class Counts:
    """What is counted for a player in one hand, in one game, or in all games; counts can be added up."""

    games: int = 0
    """Games that the player finished at the table."""
    parts: int = 0
    """Games in which the player left the seat to another person."""
    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0
    score: float = 0.0
    """Sum of final scores with uma and oka, in thousands; for a part, what was won or lost in its hands."""
    points: int = 0
    """Sum of the points at the end of each game."""
    busts: int = 0
    hands: int = 0
    """Hands that were played to a win or a draw; a chombo voids its hand."""
    chombo: int = 0
    wins: int = 0
    tsumo: int = 0
    valued: int = 0
    """Wins whose value is known."""
    won: int = 0
    """What those wins paid for the hand alone, without honba and sticks."""
    dealt_in: int = 0
    """Hands in which the player discarded the winning tile, or had a kan or a north robbed."""
    dealt_in_valued: int = 0
    paid: int = 0
    """What those hands cost the player, without honba and without what a liable player paid (包)."""
    riichi: int = 0
    riichi_won: int = 0
    followed: int = 0
    """Hands in which every draw, discard and call was recorded."""
    called: int = 0
    """Of those, hands that the player opened by chi, pon or an open kan."""
    turned: int = 0
    """Wins whose turn is known."""
    turns: int = 0
    draws: int = 0
    """Exhaustive draws (荒牌流局), without nagashi mangan."""
    tenpai: int = 0
    dead: int = 0
    """Hands that were declared dead."""
    penalties: int = 0
    """Penalties short of chombo."""
    chips: int = 0
    """Chips received, minus chips given."""
    local: int = 0
    """Wins with a yaku that only the house counts."""

    def __add__(self, other: Counts) -> Counts:
        names = (field.name for field in fields(self))
        return Counts(**{name: getattr(self, name) + getattr(other, name) for name in names})


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures for a table: shares from 0 to 1, and averages; None where there is nothing to divide by."""

    place: float | None
    score: float | None
    points: float | None
    win_rate: float | None
    tsumo_share: float | None
    deal_in_rate: float | None
    riichi_rate: float | None
    riichi_win_rate: float | None
    call_rate: float | None
    win_value: float | None
    deal_in_value: float | None
    win_turn: float | None
    draw_rate: float | None
    tenpai_rate: float | None
    bust_rate: float | None


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player at tables of three or of four."""

    name: str
    players: int
    counts: Counts
    figures: Figures

    @property
    def places(self) -> tuple[int, ...]:
        """How many times first, second and so on."""
        counts = self.counts
        return (counts.first, counts.second, counts.third, counts.fourth)[: self.players]

    def as_json(self) -> dict[str, object]:
        """Counts and figures by name, and the places as a list."""
        return {
            "name": self.name,
            "players": self.players,
            "places": self.places,
            "counts": asdict(self.counts),
            "figures": asdict(self.figures),
        }


def summed(counted: Iterable[tuple[str, int, Counts]]) -> tuple[PlayerStatistics, ...]:
    """Counts by name and number of players as statistics: four players, then three; most games first."""
    sums: dict[tuple[str, int], Counts] = {}
    for name, players, counts in counted:
        sums[name, players] = sums.get((name, players), Counts()) + counts
    found = [
        PlayerStatistics(name, players, counts, figures_of(counts))
        for (name, players), counts in sums.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.players, -one.counts.games, one.name)))


def counts_of(game: PlayedGame) -> tuple[tuple[str, int, Counts], ...]:
    """For each named player of a finished game: name, number of players, and what is counted."""
    if not game.is_finished or game.failure:
        return ()
    players = game.hanchan.rules.players
    shares = shares_of(game)
    return tuple(
        (name, players, _whole_game(game, person, shares.get(person, 0.0)))
        for person, name in people_of(game)
    )


def _whole_game(game: PlayedGame, person: int, share: float) -> Counts:
    seats = ((hand, hand.sitting.seat_of(person)) for hand in game.hands)
    hands = (_one_hand(hand, seat) for hand, seat in seats if seat is not None)
    return sum(hands, _at_the_end(game, person, share))


def _at_the_end(game: PlayedGame, person: int, share: float) -> Counts:
    seat = game.hanchan.sitting.seat_of(person)
    if seat is None:
        return Counts(parts=1, score=share)
    final = final_scores(game.hanchan)[seat]
    place = {("first", "second", "third", "fourth")[final.place - 1]: 1}
    return Counts(games=1, score=share, points=final.points, busts=final.points < 0, **place)


def _one_hand(hand: Hand, seat: Seat) -> Counts:
    kyoku = hand.kyoku
    beside = Counts(penalties=sum(given.seat == seat for given in kyoku.penalties), chips=kyoku.chips[seat])
    if not kyoku.is_over:
        return beside  # the game ended within the hand, and what was paid beside the play stays paid
    if kyoku.chombo is not None:
        return beside + Counts(chombo=kyoku.chombo.seat == seat)
    own = [win for win in _wins(kyoku) if win.seat == seat]
    counts = _played(kyoku, seat, has_won=bool(own)) + _drawn(kyoku.ryuukyoku, seat) + _dealt_in(kyoku, seat)
    return sum((_won(kyoku, win) for win in own), counts + beside)


def _wins(kyoku: Kyoku) -> tuple[Won, ...]:
    """The wins of the kyoku; none if it ended in a draw, as three ron can (三家和)."""
    return () if kyoku.ryuukyoku is not None else kyoku.wins


def _played(kyoku: Kyoku, seat: Seat, *, has_won: bool) -> Counts:
    player, has_all = kyoku.players[seat], _is_followed(kyoku)
    return Counts(
        hands=1,
        riichi=player.in_riichi,
        riichi_won=player.in_riichi and has_won,
        followed=has_all,
        called=has_all and not player.is_menzen,
        dead=player.is_dead,
    )


def _is_followed(kyoku: Kyoku) -> bool:
    """Whether every draw, discard and call was told."""
    return not kyoku.has_gap


def _drawn(draw: Ryuukyoku | None, seat: Seat) -> Counts:
    is_exhaustive = draw is not None and draw.kind is RyuukyokuKind.EXHAUSTIVE
    return Counts(draws=is_exhaustive, tenpai=draw is not None and is_exhaustive and seat in draw.tenpai)


def _dealt_in(kyoku: Kyoku, seat: Seat) -> Counts:
    """The seat's deal-in, if any (放銃); several wins on one discard are one, with their cost added up."""
    fed = [win for win in _wins(kyoku) if win.by is WinBy.RON and win.giver == seat]
    if not fed:
        return Counts()
    winners = {win.seat for win in fed}
    own = (paid for paid in settle(kyoku).payments if paid.payer == seat and paid.payee in winners)
    is_valued = all(win.value is not None for win in fed)
    cost = sum(paid.points for paid in own if paid.reason in _FOR_THE_HAND)
    return Counts(dealt_in=1, dealt_in_valued=is_valued, paid=cost if is_valued else 0)


def _won(kyoku: Kyoku, win: Won) -> Counts:
    turn = turn_of(kyoku, win)
    payments = settle(kyoku).payments
    worth = sum(paid.points for paid in payments if paid.payee == win.seat and paid.reason in _FOR_THE_HAND)
    return Counts(
        wins=1,
        tsumo=win.by is WinBy.TSUMO,
        valued=win.value is not None,
        won=worth if win.value is not None else 0,
        local=bool(local_yaku_of(win, kyoku.rules)),
        turned=turn is not None,
        turns=turn or 0,
    )


def turn_of(kyoku: Kyoku, win: Won) -> int | None:
    """In which turn the hand was won; None if not all discards were told (和了巡目)."""
    if not _is_followed(kyoku):
        return None
    discards = len(kyoku.players[win.giver].discards)
    # A tsumo and a robbed kan come before the discard of their turn.
    is_on_a_discard = (
        win.by is WinBy.RON and kyoku.offer is not None and kyoku.offer.kind is OfferKind.DISCARD
    )
    return discards if is_on_a_discard else discards + 1


def figures_of(counts: Counts) -> Figures:
    """The figures that follow from the counts."""
    places = counts.first + 2 * counts.second + 3 * counts.third + 4 * counts.fourth
    return Figures(
        place=_share(places, counts.games),
        score=_share(counts.score, counts.games + counts.parts),
        points=_share(counts.points, counts.games),
        win_rate=_share(counts.wins, counts.hands),
        tsumo_share=_share(counts.tsumo, counts.wins),
        deal_in_rate=_share(counts.dealt_in, counts.hands),
        riichi_rate=_share(counts.riichi, counts.hands),
        riichi_win_rate=_share(counts.riichi_won, counts.riichi),
        call_rate=_share(counts.called, counts.followed),
        win_value=_share(counts.won, counts.valued),
        deal_in_value=_share(counts.paid, counts.dealt_in_valued),
        win_turn=_share(counts.turns, counts.turned),
        draw_rate=_share(counts.draws, counts.hands),
        tenpai_rate=_share(counts.tenpai, counts.draws),
        bust_rate=_share(counts.busts, counts.games),
    )


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
