"""`apply(kyoku, fact) -> Kyoku`, the only way in which play changes a kyoku.

A fact is checked first: what the tiles make impossible is refused, what the rules forbid is
refused unless the table has waived it. A refused fact changes nothing. The transitions are in
`turn` (draws, discards, riichi), `claiming` (chi, pon, kans, kita), `ending` (wins, draws),
`penalties`, `stopping` and `extras` (what a house settles outside the play) and `unfollowed` (a
kyoku whose draws and discards are not entered).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.riichi import claiming, ending, extras, penalties, stopping, turn, unfollowed
from companion.riichi.checks import count_seen, is_dead, refuse
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    Chombo,
    DaiminkanCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    KyokuStarted,
    PlayFollowed,
    PlayUnfollowed,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    RuleWaived,
    Ryuukyoku,
    Won,
)
from companion.riichi.house_facts import (
    ChipsTaken,
    DealerStopped,
    HandDied,
    PenaltyGiven,
    TimeCalled,
    WallBroken,
)
from companion.riichi.kyoku import Kyoku, deal
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet

# One row for each kind of fact: the table of transitions.
_TRANSITIONS: dict[type[KyokuFact], Callable[[Kyoku, Any], Kyoku]] = {
    Drawn: turn.drawn,
    RinshanDrawn: turn.rinshan_drawn,
    Discarded: turn.discarded,
    IndicatorRevealed: turn.indicator_revealed,
    RiichiDeclared: turn.riichi_declared,
    RiichiAccepted: turn.riichi_accepted,
    ChiCalled: claiming.chi_called,
    PonCalled: claiming.pon_called,
    DaiminkanCalled: claiming.daiminkan_called,
    KakanDeclared: claiming.kakan_declared,
    AnkanDeclared: claiming.ankan_declared,
    KitaDeclared: claiming.kita_declared,
    Won: ending.won,
    Ryuukyoku: ending.ryuukyoku,
    Chombo: ending.chombo,
    HandDied: penalties.hand_died,
    PenaltyGiven: penalties.penalty_given,
    TimeCalled: stopping.time_called,
    DealerStopped: stopping.dealer_stopped,
    WallBroken: extras.wall_broken,
    ChipsTaken: extras.chips_taken,
    PlayUnfollowed: unfollowed.play_unfollowed,
    PlayFollowed: unfollowed.play_followed,
}

# The same table while nobody follows the turns: the rows that differ are replaced.
_UNFOLLOWED: dict[type[KyokuFact], Callable[[Kyoku, Any], Kyoku]] = {
    **_TRANSITIONS,
    RiichiDeclared: unfollowed.riichi_declared,
    RiichiAccepted: unfollowed.riichi_accepted,
    ChiCalled: unfollowed.chi_told,
    PonCalled: unfollowed.pon_told,
    DaiminkanCalled: unfollowed.daiminkan_called,
    KakanDeclared: unfollowed.kakan_declared,
    AnkanDeclared: unfollowed.ankan_declared,
    KitaDeclared: unfollowed.kita_declared,
    Won: unfollowed.won,
}

_OF_THE_LIVING = frozenset(
    {RiichiDeclared, ChiCalled, PonCalled, DaiminkanCalled, KakanDeclared, AnkanDeclared, KitaDeclared, Won}
)
"""Facts that are refused for a player whose hand is dead."""


def apply(kyoku: Kyoku, fact: KyokuFact) -> Kyoku:
    """The kyoku after the fact.

    Raises:
        IllegalFactError: this table forbids it; nothing was changed.
    """
    if isinstance(fact, RuleWaived):
        if not fact.reason.is_waivable:
            raise IllegalFactError(fact, fact.reason)
        return replace(kyoku, waived=kyoku.waived | {fact.reason})
    if type(fact) in _OF_THE_LIVING and is_dead(kyoku, fact.seat):  # type: ignore[union-attr]
        refuse(kyoku, fact, Reason.HAND_IS_DEAD)
    transitions = _UNFOLLOWED if kyoku.wall.live is None else _TRANSITIONS
    after = transitions[type(fact)](kyoku, fact)
    if kyoku.has_stopped:
        after = stopping.still_stopped(kyoku, after)
    return replace(after, waived=frozenset()) if after.waived else after


def start(fact: KyokuStarted, rules: RuleSet, hands_left: int | None = None) -> Kyoku:
    """The kyoku right after the deal; `hands_left`: how many, with this one, once time has been called.

    Raises:
        IllegalFactError: no such seat, a hand of the wrong size, a fifth copy, or a tile that the set lacks.
    """
    kyoku = deal(fact, rules)
    if fact.dealer not in range(rules.players) or len(fact.points) != rules.players:
        raise IllegalFactError(fact, Reason.NO_SUCH_SEAT)
    hands = [hand for hand in fact.hands[: rules.players] if hand is not None]
    for hand in hands:
        if len(hand) != 13:
            refuse(kyoku, fact, Reason.WRONG_HAND_SIZE, f"tiles: {len(hand)}")
    tiles = [tile for hand in hands for tile in hand] + [t for t in kyoku.wall.indicators if t]
    return replace(kyoku, seen=count_seen(kyoku, fact, tiles), hands_left=hands_left)
