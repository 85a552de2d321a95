"""The hands before the newest one of a game, for a referee who is asked about one of them. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.club_page.game_view import HandNow, RoundNow, ended_hand, round_of
from companion.club_page.minutes import LastMinutes, minutes_of
from companion.evenings.played import Hand, PlayedGame, state_of
from companion.riichi.facts import KyokuEnded, KyokuStarted

__all__ = ["EarlierHand", "earlier_hands", "minutes_of_hand"]


@dataclass(frozen=True, slots=True)
class EarlierHand:
    """One hand after which another was dealt."""

    deal: int
    """The number of the entry that dealt it: it stays the same, whatever is corrected."""
    round: RoundNow
    names: tuple[str, ...]
    """Who sat at the seats, by seat."""
    last: HandNow | None
    """How it ended; None where the rules cannot follow it to its end."""


def earlier_hands(game: PlayedGame) -> tuple[EarlierHand, ...]:
    """Every hand but the newest one, the newest of these first."""
    found = [
        EarlierHand(deal, round_of(hand.kyoku), game.names_in(hand), ended_hand(hand.kyoku))
        for deal, hand in _earlier(game).items()
    ]
    return tuple(reversed(found))


def minutes_of_hand(game: PlayedGame, deal: int) -> LastMinutes | None:
    """What was told of the hand that this entry dealt, as it stood at its end; None if there is none."""
    hand = _earlier(game).get(deal)
    if hand is None:
        return None
    counted = [line.entry for line in hand.lines if line.taken_back is None]
    ends = [entry for entry in counted if isinstance(entry.fact, KyokuEnded)]
    state = state_of(game, (ends or counted)[-1].seq)
    if state is None:
        return None
    is_broken = bool(game.failure) and hand is game.hands[-1]
    return minutes_of(state.hanchan, state.last_kyoku, hand.lines, is_unclear=is_broken)


def _earlier(game: PlayedGame) -> dict[int, Hand]:
    """The hands before the newest deal, by the entries that dealt them, the oldest first."""
    deals = [
        line.entry.seq
        for line in game.lines
        if isinstance(line.entry.fact, KyokuStarted) and line.taken_back is None
    ]
    # The rules may have refused an entry: then there are fewer hands than deals.
    return dict(zip(deals[:-1], game.hands, strict=False))
