"""Reminders that follow from house rules, such as penalties, time, minimum han and wareme."""

from __future__ import annotations

from collections.abc import Iterator

from companion.projections.reminder import Level, Reminder, Rule
from companion.riichi.game_end import may_dealer_stop
from companion.riichi.kyoku import Kyoku
from companion.riichi.minimum import has_two_han, needs_two_han
from companion.riichi.sakizuke import Settled, settled_by_the_first_call
from companion.riichi.seats import seats


def _dead_hands(kyoku: Kyoku) -> Iterator[Reminder]:
    """The reminder stays, because the player goes on discarding (アガリ放棄)."""
    for seat, player in zip(seats(kyoku.rules.players), kyoku.players, strict=True):
        if player.is_dead:
            yield Reminder("dead_hand", Level.KNOW, seat)


def _penalties(kyoku: Kyoku) -> Iterator[Reminder]:
    for given in kyoku.penalties:
        yield Reminder("penalty_given", Level.KNOW, given.seat, {"points": given.points})


def _time(kyoku: Kyoku) -> Iterator[Reminder]:
    """How many hands are left to play once time has been called (時間切れ)."""
    if kyoku.hands_left is not None:
        last = "last_by_time_over" if kyoku.is_over else "last_by_time"
        yield Reminder(last if kyoku.hands_left == 1 else "one_more_by_time", Level.KNOW)


def _two_han(kyoku: Kyoku) -> Iterator[Reminder]:
    if needs_two_han(kyoku.honba, kyoku.rules):
        yield Reminder("two_han", Level.KNOW)


def _two_han_asked(kyoku: Kyoku) -> Iterator[Reminder]:
    """If nobody named the yaku of a hand, only the players know how many of its han are dora (二翻縛り)."""
    for win in kyoku.wins if needs_two_han(kyoku.honba, kyoku.rules) else ():
        if win.value is not None and has_two_han(win.value) is None:
            yield Reminder("ask_two_han", Level.ACT, win.seat)


def _sakizuke_asked(kyoku: Kyoku) -> Iterator[Reminder]:
    """Ask the players what the record does not show (先付け)."""
    for win in kyoku.wins if kyoku.rules.sakizuke else ():
        if settled_by_the_first_call(kyoku, win) is Settled.ASK:
            yield Reminder("ask_sakizuke", Level.ACT, win.seat)


def _dealers_choice(kyoku: Kyoku) -> Iterator[Reminder]:
    if may_dealer_stop(kyoku):
        yield Reminder("dealer_may_stop", Level.ACT, kyoku.dealer)


def _wareme(kyoku: Kyoku) -> Iterator[Reminder]:
    """Nobody has said whose wall was broken; it is not guessed from the dice (割れ目)."""
    if kyoku.rules.wareme and kyoku.wareme is None:
        yield Reminder("wareme_unsaid", Level.ACT if kyoku.wins else Level.KNOW)


HOUSE_DURING: tuple[Rule, ...] = (_dead_hands, _penalties, _time, _two_han, _wareme)
HOUSE_AFTER: tuple[Rule, ...] = (_penalties, _time, _dealers_choice, _two_han_asked, _sakizuke_asked, _wareme)
