"""Who pays whom for the hands of one question, by the settlement of a real table.

A question is about one hand, or about several ron on one tile; it may name liable players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.riichi.facts import HandValue, KyokuStarted, WinBy, Won
from companion.riichi.kyoku import Kyoku, Phase, deal
from companion.riichi.melds import MeldKind
from companion.riichi.pao import may_have_been_fed
from companion.riichi.player import RiichiState
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import HonbaTo, MultipleRon, RuleSet
from companion.riichi.seats import Seat, Wind, distance, seats
from companion.riichi.settlement import Payment, PaymentReason, settle
from companion.scoring.asking import FLAGS, Question, QuestionError, as_json, read_question, valued

__all__ = ["answered"]

_OF_EACH: Final = frozenset(
    {"hand", "melds", "kita", "seat_wind", "dealer", "ura", "liable", "liable_for_kans", "local_yaku", *FLAGS}
)
_SHARED: Final = ("win", "round_wind", "indicators", "honba", "sticks", "rules", "from", "wareme")
_DEALER: Final = Seat(0)
_AFTER_THE_HAND: Final = {PaymentReason.HONBA: 1, PaymentReason.STICKS: 2}


def answered(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The value of each hand, the limit it reaches, its points, and who pays what with honba and sticks.

    Raises:
        QuestionError: the question cannot be read, or is impossible.
        ScoringError: a hand is impossible or not complete, or has no yaku, or too few han of yaku.
    """
    first = read_question({key: value for key, value in asked.items() if key != "others"})
    questions = (first, *_others(asked))
    values = [valued(question) for question in questions]
    if len(questions) > 1:
        _check_several(questions)
    for question, value in zip(questions, values, strict=True):
        _check_liable(question, value)
    paid = {"payments": _payments(questions, values)}
    worths = [as_json(question, value) for question, value in zip(questions, values, strict=True)]
    if len(questions) == 1:
        return worths[0] | paid
    winners = [{"winner": _letter(_seat(question))} for question in questions]
    return {"wins": [winner | worth for winner, worth in zip(winners, worths, strict=True)]} | paid


def _others(asked: Mapping[str, Any]) -> list[Question]:
    """The questions about the other winners on the same tile, completed with the keys that all share."""
    others = asked.get("others", [])
    if not isinstance(others, list) or not all(isinstance(each, dict) for each in others):
        raise QuestionError("wrong_type", "'others' must be a list of objects, one for each further winner")
    shared = {key: asked[key] for key in _SHARED if key in asked}
    for each in others:
        unknown = next((key for key in each if key not in _OF_EACH), None)
        if unknown is not None:
            keys = ", ".join(sorted(_OF_EACH))
            raise QuestionError("unknown_field", f"others: there is no field {unknown!r}: use {keys}")
    return [read_question(shared | each) for each in others]


def _check_several(questions: Sequence[Question]) -> None:
    rules, giver = questions[0].rules, questions[0].giver
    if any(question.situation.by is not WinBy.RON for question in questions):
        raise QuestionError(Reason.KYOKU_OVER, "several players can only win by ron")
    if giver is None:
        raise QuestionError("missing_field", "the field 'from' is missing: who gave the tile")
    if len({_seat(question) for question in questions}) < len(questions):
        raise QuestionError(Reason.ALREADY_WON, Reason.ALREADY_WON.sentence)
    if rules.multiple_ron is MultipleRon.HEAD_BUMP:
        nearest = min(questions, key=lambda one: distance(giver, _seat(one), rules.players))
        sentence = f"{Reason.HEAD_BUMP.sentence} Here that is {_letter(_seat(nearest))}."
        raise QuestionError(Reason.HEAD_BUMP, sentence)
    if len(questions) > 2 and rules.multiple_ron is MultipleRon.DOUBLE:
        raise QuestionError(Reason.THREE_RON_DRAW, Reason.THREE_RON_DRAW.sentence)
    sticks = sum(question.situation.riichi for question in questions)
    if rules.honba_to is HonbaTo.EVERY_WINNER and questions[0].sticks < sticks:
        raise QuestionError("wrong_number", f"'sticks' must be at least {sticks}: those of the winners")


def _check_liable(question: Question, value: HandValue) -> None:
    named = [seat for seat in (question.liable, question.liable_for_kans) if seat is not None]
    if not named:
        return
    if _seat(question) in named:
        raise QuestionError(Reason.LIABLE_FOR_ONESELF, Reason.LIABLE_FOR_ONESELF.sentence)
    by_open_kan = question.rules.daiminkan_pao and question.situation.rinshan
    names = {name for name, _ in value.yaku}
    if not by_open_kan and not names & question.rules.pao:
        raise QuestionError(Reason.NOBODY_LIABLE, Reason.NOBODY_LIABLE.sentence)
    _check_fed(question, names, by_open_kan=by_open_kan)


def _check_fed(question: Question, names: set[str], *, by_open_kan: bool) -> None:
    """Check that the melds allow it that somebody fed the yakuman, or the open kan (包)."""
    kans = [meld for meld in question.melds if meld.kind is MeldKind.DAIMINKAN]
    if question.liable_for_kans is not None:
        rules, two = question.rules, "suukantsu" in names and names & {"daisangen", "daisuushii"}
        if not (rules.allows_two_liable and two and question.liable is not None):
            raise QuestionError(Reason.NOBODY_LIABLE, Reason.NOBODY_LIABLE.sentence)
        if not kans:
            raise QuestionError("nobody_fed", "A player liable for four kans needs an open kan in the hand.")
    if not any(meld.is_open for meld in question.melds):
        raise QuestionError("nobody_fed", "Nobody fed a set of this hand: none of them was called.")
    if (by_open_kan and kans) or names & may_have_been_fed(question.melds, question.rules):
        return
    if names & question.rules.pao:
        says = "Nobody fed this yakuman: the hand has no call that could have completed it."
    else:
        says = "Nobody fed the kan of this hand: it has no open kan."
    raise QuestionError("nobody_fed", says)


def _payments(questions: Sequence[Question], values: Sequence[HandValue]) -> list[dict[str, Any]]:
    """Every payment with its reason; players are named by wind, an unnamed giver of the tile "discarder"."""
    kyoku = _table(questions, values)
    unnamed = questions[0].giver is None and questions[0].situation.by is WinBy.RON
    discarder = kyoku.wins[0].giver
    order = [win.seat for win in kyoku.wins]
    paid = sorted(
        settle(kyoku).payments,
        key=lambda one: (order.index(one.payee), _AFTER_THE_HAND.get(one.reason, 0), one.payer or 0),
    )
    names = {seat: _letter(seat) for seat in seats(4)}
    if unnamed:
        names[discarder] = "discarder"
    return [_payment(one, names) for one in paid if one.points]


def _payment(one: Payment, names: Mapping[Seat, str]) -> dict[str, Any]:
    payer = "table" if one.payer is None else names[one.payer]
    return {"payer": payer, "payee": names[one.payee], "points": one.points, "reason": one.reason.value}


def _table(questions: Sequence[Question], values: Sequence[HandValue]) -> Kyoku:
    """A table at which these hands have just been won."""
    first = questions[0]
    rules = first.rules
    points = (rules.start_points,) * rules.players
    begun = deal(KyokuStarted(Wind.EAST, _DEALER, first.honba, first.sticks, points), rules)
    players = list(begun.players)
    for question in questions:
        if question.situation.riichi:
            seat = _seat(question)
            players[seat] = replace(players[seat], riichi=RiichiState(is_accepted=True))
    wins = tuple(_won(question, value) for question, value in zip(questions, values, strict=True))
    return replace(begun, phase=Phase.WON, players=tuple(players), wins=wins, wareme=first.wareme)


def _won(question: Question, value: HandValue) -> Won:
    seat = _seat(question)
    giver = seat if question.situation.by is WinBy.TSUMO else _giver(question, question.rules)
    return Won(
        seat,
        question.situation.by,
        giver,
        question.tile,
        value=value,
        liable=question.liable,
        liable_for_kans=question.liable_for_kans,
    )


def _giver(question: Question, rules: RuleSet) -> Seat:
    """Who gave the tile; if that is not said, some player who neither won nor is liable.

    If somebody else's wall was broken, it matters who gave the tile: that player pays double.
    """
    if question.giver is not None:
        return question.giver
    winner = _seat(question)
    taken = (winner, question.liable, question.liable_for_kans)
    giver = next((seat for seat in seats(rules.players) if seat not in taken), None)
    if giver is None or question.wareme not in (None, winner):
        raise QuestionError("missing_field", "the field 'from' is missing: who gave the tile")
    return giver


def _seat(question: Question) -> Seat:
    return Seat(question.situation.seat_wind)


def _letter(seat: Seat) -> str:
    return Wind(seat).letter
