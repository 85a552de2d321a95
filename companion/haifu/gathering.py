"""Gathers plain facts, such as those of a journal, into a `Record` that a writer can take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.haifu.payments import followed
from companion.haifu.record import Format, HandClaim, PlacedFact, Record, RecordedHand
from companion.riichi.facts import (
    Chombo,
    Fact,
    HanchanEnded,
    HanchanStarted,
    IndicatorRevealed,
    KyokuStarted,
    Ryuukyoku,
    SeatsBound,
    Won,
)
from companion.riichi.ruleset import RuleSet
from companion.riichi.tea_facts import PointsSet, TeaFact


def gather(
    facts: Iterable[Fact],
    rules: RuleSet,
    names: tuple[str, ...] = (),
    name: str = "",
    form: Format = Format.MJAI,
) -> Record:
    """The game that the facts tell, hand by hand. Names in `HanchanStarted` take precedence over `names`.

    Left out: facts before the first deal, `SeatsBound`, `HanchanEnded`, and all of `TeaFact` but `PointsSet`.
    """
    hands: list[list[PlacedFact]] = []
    for event, fact in enumerate(facts, 1):
        if isinstance(fact, HanchanStarted):
            names = fact.names
        elif isinstance(fact, KyokuStarted):
            hands.append([PlacedFact(fact, event)])
        elif hands and (
            isinstance(fact, PointsSet) or not isinstance(fact, SeatsBound | HanchanEnded | TeaFact)
        ):
            hands[-1].append(PlacedFact(fact, event))
    told = tuple(RecordedHand(tuple(hand), HandClaim()) for hand in hands)
    return Record(name, form, rules, names, told)


def as_written(hand: RecordedHand, rules: RuleSet) -> RecordedHand:
    """The hand as formats have it: the first indicator is part of the deal if its tile is known.

    Announced wins that do not count are left out: a chombo voids them, those of three players may be
    a draw, and with head bump a nearer win drops a farther one.
    """
    standing = _standing_wins(hand, rules)
    facts = [placed for placed in hand.facts if not isinstance(placed.fact, Won) or placed.fact in standing]
    start = facts[0].fact if facts else None
    if isinstance(start, KyokuStarted) and start.indicator is None:
        first = next((p for p in facts if isinstance(p.fact, IndicatorRevealed)), None)
        # A deal without an indicator says that none is turned, not that nobody saw it.
        if first is not None and isinstance(first.fact, IndicatorRevealed) and first.fact.tile is not None:
            facts.remove(first)
            facts[0] = replace(facts[0], fact=replace(start, indicator=first.fact.tile))
    return replace(hand, facts=tuple(facts))


def _standing_wins(hand: RecordedHand, rules: RuleSet) -> tuple[Won, ...]:
    """The wins that count; of a hand that the rules do not allow, all that no draw and no chombo voids."""
    kyoku = followed(hand, rules)
    if kyoku is not None:
        return kyoku.wins
    are_void = any(isinstance(placed.fact, Ryuukyoku | Chombo) for placed in hand.facts)
    return () if are_void else tuple(p.fact for p in hand.facts if isinstance(p.fact, Won))
