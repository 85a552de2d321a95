"""Shares a game's scores between people who played on the same points.

A player who left gets what those points gained or lost in the hands that this player played. The rest of the
score, with uma and oka, goes to whoever has the points at the end, so all shares add up to the score.
"""

from __future__ import annotations

from companion.evenings.played import Hand, PlayedGame
from companion.riichi.final_score import final_scores
from companion.riichi.penalties import taken_from_scores

__all__ = ["shares_of"]


def shares_of(game: PlayedGame) -> dict[int, float]:
    """Each person's share of the scores of a finished game, in thousands, by the person's number."""
    end = game.hanchan.sitting
    shares = {person: final.score for person, final in zip(end.at, final_scores(game.hanchan), strict=True)}
    owner = dict(zip(end.stakes, end.at, strict=True))
    for hand in game.hands:
        for person, stake, change in _changes(hand):
            if person != owner[stake]:
                shares[person] = round(shares.get(person, 0.0) + change, 1)
                shares[owner[stake]] = round(shares[owner[stake]] - change, 1)
    return shares


def _changes(hand: Hand) -> tuple[tuple[int, int, float], ...]:
    """For each seat the person, the stake, and its gain in thousands, with chips, chombo and penalties."""
    kyoku, after = hand.kyoku, hand.points_after
    if after is None:
        return ()
    moves = zip(after, kyoku.points_before, taken_from_scores(kyoku), kyoku.chips, strict=False)
    chip = kyoku.rules.chip_points
    gained = [(now - before - taken + chips * chip) / 1_000 for now, before, taken, chips in moves]
    if kyoku.chombo is not None:
        gained[kyoku.chombo.seat] -= kyoku.rules.chombo_points / 1_000
    return tuple(zip(hand.sitting.at, hand.sitting.stakes, gained, strict=False))
