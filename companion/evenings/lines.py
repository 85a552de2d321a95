"""Each hand of a game as one line of a table: what happened, and what everybody had after it.

The same lines make the CSV file and the printed sheet. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.evenings.played import Hand, PlayedGame
from companion.riichi.facts import WinBy, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat

__all__ = ["HandLine", "hand_lines"]


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand that is over."""

    number: int
    """Counted from 1 through the game."""
    kyoku: Kyoku
    result: str
    """`tsumo`, `ron`, a kind of draw, or `chombo`."""
    wins: tuple[Won, ...]
    riichi: tuple[Seat, ...]
    names: tuple[str, ...]
    """By seat: the players at the end of the hand."""
    sitting: tuple[int, ...]
    """By seat: the same people, by their number in the game."""
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def changes(self) -> tuple[int, ...]:
        """What each seat won or lost, riichi sticks included."""
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    def of(self, person: int, points: tuple[int, ...]) -> int | None:
        """One person's number among numbers by seat; None if that person was not at this table."""
        return points[self.sitting.index(person)] if person in self.sitting else None


def hand_lines(game: PlayedGame) -> Iterator[HandLine]:
    """A line for each hand that has its result."""
    for number, hand in enumerate(game.hands, 1):
        after = hand.points_after
        if after is not None:
            yield _line(game, number, hand, after)


def _line(game: PlayedGame, number: int, hand: Hand, after: tuple[int, ...]) -> HandLine:
    kyoku = hand.kyoku
    return HandLine(
        number=number,
        kyoku=kyoku,
        result=result_of(kyoku),
        wins=() if kyoku.ryuukyoku or kyoku.chombo else kyoku.wins,
        riichi=tuple(Seat(seat) for seat, player in enumerate(kyoku.players) if player.in_riichi),
        names=game.names_in(hand),
        sitting=hand.sitting.at,
        before=kyoku.points_before,
        after=after,
    )


def result_of(kyoku: Kyoku) -> str:
    """How the hand ended, as a code."""
    if kyoku.chombo is not None:
        return "chombo"
    if kyoku.ryuukyoku is not None:
        return kyoku.ryuukyoku.kind.value
    return WinBy(kyoku.wins[0].by).value
