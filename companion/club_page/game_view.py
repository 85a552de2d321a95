"""One game of one table, followed entry by entry, and what everybody may see of it. Pure.

It is less than the table's own page shows: no river, no hand, and of the wall only how many tiles are left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.journal import Entry, replay
from companion.projections.result_view import ResultView, final_view, result_view
from companion.projections.table_view import seat_views
from companion.riichi.errors import IllegalFactError
from companion.riichi.game_end import places
from companion.riichi.hanchan import Hanchan, begin, followed
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet

__all__ = [
    "Followed",
    "GameNow",
    "GameState",
    "HandNow",
    "RoundNow",
    "SeatNow",
    "WinNow",
    "ended_hand",
    "game_now",
    "round_of",
]


class GameState(StrEnum):
    """How far the newest game of a table is."""

    SEATED = "seated"
    """People sit there, and nothing has been dealt yet."""
    PLAYED = "played"
    """A hand is being played."""
    BETWEEN = "between"
    """A hand is over, and the next one is not dealt."""
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class RoundNow:
    """Which deal it is (局)."""

    wind: str
    number: int
    honba: int
    kyoutaku: int


@dataclass(frozen=True, slots=True)
class SeatNow:
    """One player, as everybody at the table sees them."""

    name: str
    wind: str
    points: int
    place: int
    riichi: bool
    score: float | None
    """The final score; None while the game goes on."""


@dataclass(frozen=True, slots=True)
class WinNow:
    """One win of a hand. Until its value is confirmed, `yakuman` is 0, and han, fu and limit None."""

    seat: int
    by: str
    giver: int
    han: int | None
    fu: int | None
    yakuman: int
    limit: str | None


@dataclass(frozen=True, slots=True)
class HandNow:
    """How a hand ended."""

    round: RoundNow
    wins: tuple[WinNow, ...]
    ryuukyoku: str | None
    chombo: int | None
    deltas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameNow:
    """One game, as the hub's page shows it."""

    state: GameState
    rules: str
    round: RoundNow | None
    hands_left: int | None
    """Once time has been called: how many hands are still to be played, including this one."""
    seats: tuple[SeatNow, ...]
    last: HandNow | None
    live: int | None
    """Tiles that can still be drawn; None between hands, and where nobody counts them."""
    is_unclear: bool
    """Whether the rules cannot follow it to its last entry: what is shown is from before that."""


class Followed:
    """A game that is followed while it is played."""

    def __init__(self, rules: RuleSet) -> None:
        self._hanchan = begin(rules)
        self._last_kyoku: Kyoku | None = None
        self._is_unclear = False
        self.seq = 0
        """The number of the last entry that was taken."""

    @classmethod
    def from_first(cls, rules: RuleSet, entries: Iterable[Entry]) -> Followed:
        """A game from all of its entries at once."""
        all_entries = tuple(entries)
        game = cls(rules)
        found = replay(all_entries, rules)
        game._hanchan, game._last_kyoku = found.hanchan, found.last_kyoku
        game._is_unclear = found.failure is not None
        game.seq = all_entries[-1].seq if all_entries else 0
        return game

    def take(self, entries: Iterable[Entry]) -> bool:
        """Go on with new entries; False where all of them have to be read again.

        That is so where the past was changed, or where the rules refused an earlier entry.
        """
        for entry in entries:
            if entry.fact is None or entry.before is not None or self._is_unclear:
                return False
            try:
                self._hanchan, self._last_kyoku = followed(self._hanchan, self._last_kyoku, entry.fact)
            except IllegalFactError:
                self._is_unclear = True
            self.seq = entry.seq
        return True

    @property
    def now(self) -> GameNow:
        """What everybody may see of it."""
        return game_now(self._hanchan, self._last_kyoku, is_unclear=self._is_unclear)


def game_now(hanchan: Hanchan, last_kyoku: Kyoku | None, *, is_unclear: bool = False) -> GameNow:
    """What everybody may see of a game."""
    kyoku = hanchan.kyoku
    ended = kyoku if kyoku is not None and kyoku.is_over else last_kyoku
    return GameNow(
        state=_state(hanchan, ended),
        rules=hanchan.rules.name,
        round=_round(hanchan, ended),
        hands_left=_hands_left(hanchan),
        seats=_seats(hanchan, last_kyoku),
        last=ended_hand(ended) if ended is not None else None,
        live=kyoku.wall.live if kyoku is not None and not kyoku.is_over else None,
        is_unclear=is_unclear,
    )


def _hands_left(hanchan: Hanchan) -> int | None:
    """How many hands are left once time has been called, with the one that is played; None after the last."""
    kyoku = hanchan.kyoku
    left = hanchan.hands_left if kyoku is None else kyoku.hands_left
    if kyoku is None or left is None or not kyoku.is_over:
        return left
    return left - 1 if left > 1 else None


def _seats(hanchan: Hanchan, last_kyoku: Kyoku | None) -> tuple[SeatNow, ...]:
    """The seats: after a hand, with the points after its payments; after a game, with the final ones."""
    kyoku = hanchan.kyoku
    shown = kyoku or (None if hanchan.is_rearranged else last_kyoku)
    views = seat_views(hanchan, shown)
    result = result_view(kyoku) if kyoku is not None else None
    points = result.points if result else tuple(one.points for one in views)
    final = {one.seat: one for one in final_view(hanchan) or ()}
    if final:  # sticks that nobody won have gone to whoever the rules give them to
        points = tuple(final[seat].points for seat in sorted(final))
    places_now = places(points, hanchan.rules)
    is_played = kyoku is not None and not kyoku.is_over
    return tuple(
        SeatNow(
            one.name,
            one.wind,
            points[at],
            places_now[at],
            is_played and bool(one.riichi),
            final[at].score if final else None,
        )
        for at, one in enumerate(views)
    )


def _state(hanchan: Hanchan, ended: Kyoku | None) -> GameState:
    if hanchan.ended is not None or hanchan.is_closed:
        return GameState.OVER
    if hanchan.sitting.is_paused:
        return GameState.PAUSED
    if hanchan.kyoku is not None and not hanchan.kyoku.is_over:
        return GameState.PLAYED
    return GameState.SEATED if ended is None else GameState.BETWEEN


def _round(hanchan: Hanchan, ended: Kyoku | None) -> RoundNow | None:
    if hanchan.kyoku is not None:
        return round_of(hanchan.kyoku)
    due = hanchan.next_deal
    if due is not None:
        return RoundNow(due.round_wind.letter, due.dealer + 1, due.honba, due.kyoutaku)
    return round_of(ended) if ended is not None else None


def round_of(kyoku: Kyoku) -> RoundNow:
    """Which deal a hand is."""
    return RoundNow(kyoku.round_wind.letter, kyoku.number, kyoku.honba, kyoku.kyoutaku)


def ended_hand(ended: Kyoku) -> HandNow | None:
    """How a hand ended; None while it is played."""
    result: ResultView | None = result_view(ended)
    if result is None:
        return None
    return HandNow(
        round=round_of(ended),
        wins=tuple(
            WinNow(win.seat, win.by, win.giver, win.han, win.fu, win.yakuman, win.limit)
            for win in result.wins
        ),
        ryuukyoku=result.ryuukyoku,
        chombo=result.chombo,
        deltas=result.deltas,
    )
