"""Takes in presses one after another, and remembers what is pending between them.

That is: who has sat down so far, calls that are held, open questions, who is thinking, who is ready, and what
was refused. It has no thread, clock or panel: it is given presses and returns what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, assert_never

from companion.evidence import Said
from companion.intake.panel.asking import Questions
from companion.intake.panel.claims import Claims, Held
from companion.intake.panel.keys_there import KeysThere
from companion.intake.panel.meaning import lacks_value, meaning_of, undo_question
from companion.intake.panel.outcomes import (
    Again,
    Course,
    Doing,
    LateRiichi,
    News,
    Question,
    Refuse,
    SeeReminder,
    Sign,
    Tap,
    Trouble,
    Wish,
)
from companion.intake.panel.reading import Chords
from companion.intake.panel.ready import Ready
from companion.intake.panel.repeats import Kans
from companion.intake.panel.seating import Seating
from companion.intake.panel.seeing import answer_by_key, hint_of, weighed
from companion.intake.panel.waits import Waits
from companion.riichi.calls import Action
from companion.riichi.facts import KyokuEnded, Ryuukyoku, RyuukyokuKind
from companion.riichi.hanchan import apply_to_hanchan
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS, Seat
from companion.scribe import Pressed
from companion.table_state import TableState
from firmware_bridge.signals import Button, LongPress, Press, Side

__all__ = ["HEARD_NS", "REFUSED_NS", "SAID_NS", "Listener", "Reply", "is_between", "seat_at"]

REFUSED_NS: Final = 2_000_000_000
"""How long the lamp says that a press meant nothing."""
SAID_NS: Final = 10_000_000_000
"""How long the page says why, unless the side presses again."""
DOUBT_NS: Final = 60_000_000_000
"""How long the page says that presses may be missing."""
HEARD_NS: Final = 1_000_000_000
"""How long the lamp confirms a press that may change nothing on the page."""

ToSee = Callable[[TableState, Seat], Collection[str]]
"""The codes of the reminders of one seat."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the page says to a press, and since when: why it meant nothing, or what it did beside the game."""

    code: Trouble | Reason | News
    at_ns: int


def seat_at(sides: str, side: Side) -> Seat | None:
    """Who sits at this side; None for nobody."""
    place = sides.find(side.name)
    return None if place < 0 else SEATS[place]


def is_between(state: TableState) -> bool:
    """Whether the next hand may be dealt: none is played, each win has its value, and the game goes on."""
    hanchan, kyoku = state.hanchan, state.hanchan.kyoku
    is_over = kyoku is None or (kyoku.is_over and not lacks_value(kyoku))
    return is_over and not (hanchan.is_closed or hanchan.sitting.is_paused)


class Listener:
    """What has been pressed and is still pending."""

    def __init__(self, *, keys: KeysThere | None = None, to_see: ToSee = lambda _state, _seat: ()) -> None:
        self.keys, self._to_see = keys or KeysThere(), to_see
        self.seating, self.claims = Seating(), Claims()
        self.questions, self.thinking, self.ready = Questions(), Waits(), Ready()
        self.replies: dict[Side, Reply] = {}
        self.doubted: Reply | None = None
        """Set for a while when presses may have been lost."""
        self.heard: dict[Side, int] = {}
        """Until when each side's lamp confirms a press."""
        self.chords, self._kans = Chords(), Kans()
        self._pending_of: tuple[str | None, str, str] = None, "", self.keys.at
        """The game, who sits where in it, and where the keys are: all that is pending is about them."""

    def due_ns(self, now_ns: int) -> int | None:
        """When something has to be done or shown even without another press; None: never."""
        dues = [*self.heard.values(), *([self.doubted.at_ns + DOUBT_NS] if self.doubted else [])]
        for reply in self.replies.values():
            dues += [reply.at_ns + REFUSED_NS, reply.at_ns + SAID_NS]
        dues = [*self.thinking.dues_ns, *(due for due in (*dues, *self.ready.dues_ns) if due > now_ns)]
        if self.claims.due_ns is not None and not self.thinking:
            dues.append(self.claims.due_ns)
        return min(dues, default=None)

    def hear(self, press: Press, state: TableState, *, is_beside: bool = False) -> list[Wish]:
        """Take in a press; returns what is to be done, all of it before the next press is heard."""
        self.forget(state, press.at_ns)
        self.thinking.tick(press.at_ns)
        if self.claims.are_due(press.at_ns) and not self.thinking:  # we were kept waiting
            return [*self._decide(press.at_ns, state), Wish(press.side, Again(press))]
        side = press.side
        self.replies.pop(side, None)
        self.thinking.press(side, is_beside=is_beside)
        self.chords.note(press)
        if state.game is None or state.hanchan.is_closed:
            return self.refuse(side, Trouble.NO_GAME, press.at_ns)
        if not state.hanchan.sides:
            return self._sit(press, state.hanchan.rules.players)
        seat = seat_at(state.hanchan.sides, side)
        if seat is None:
            return self.refuse(side, Trouble.NOT_SEATED, press.at_ns)
        doing: Doing | None = self.chords.reading(press, seat, state.hanchan)
        if doing is None and side in self.questions:
            return self._answer(press, state)
        doing = doing or answer_by_key(state, seat, press.button)
        at_hand = self.keys.at_hand(side, is_beside=is_beside)
        return [Wish(side, doing)] if doing else self._follow(press, seat, state, at_hand)

    def hear_long(self, long: LongPress, state: TableState) -> None:
        """Hear a long press: `wait` asks to undo or forgets who sat down, `riichi` dismisses a question."""
        if self.questions.dismiss(long.side, long.button):
            self.replies.pop(long.side, None)
        if long.button is not Button.WAIT or long.side in self.chords.sides:
            return
        self.thinking.discard(long.side)
        if not state.hanchan.sides:
            self.seating.clear()
        elif long.side in self.claims.sides:  # what it has pressed last is the call itself
            self.claims.withdraw(long.side)
        elif seat_at(state.hanchan.sides, long.side) is not None:
            question = undo_question(state)
            if isinstance(question, Refuse):
                self.refuse(long.side, question.code, long.at_ns)
            else:
                self.questions[long.side] = question

    def tick(self, now_ns: int, state: TableState) -> list[Wish]:
        """What is due now, once every press so far has been heard."""
        self.heard = {side: until for side, until in self.heard.items() if until > now_ns}
        self.replies = {side: reply for side, reply in self.replies.items() if reply.at_ns + SAID_NS > now_ns}
        if self.doubted is not None and self.doubted.at_ns + DOUBT_NS <= now_ns:
            self.doubted = None
        self.forget(state, now_ns)
        self.thinking.tick(now_ns)
        return self._decide(now_ns, state) if self.claims.are_due(now_ns) and not self.thinking else []

    def go_on(self, state: TableState) -> list[Wish]:
        """When everybody is ready and nobody thinks, the next kyoku is dealt, or the game is over."""
        is_awaiting = bool(self.keys.awaited(state.hanchan.sides) - self.ready)
        if is_awaiting or not self.ready or self.thinking or not is_between(state):
            return []
        return [Wish(self.ready.take(), _course(state))]

    def refuse(self, side: Side, code: Trouble | Reason, at_ns: int) -> list[Wish]:
        """Show that a press meant nothing, and why; do nothing else."""
        self.replies[side] = Reply(code, at_ns)
        self.heard.pop(side, None)
        self._kans.forget(side)
        return []

    def doubt(self, code: Trouble, at_ns: int) -> None:
        """Say for a while that presses may be missing."""
        self.doubted = Reply(code, at_ns)

    def forget(self, state: TableState, now_ns: int) -> None:
        """Drop or refuse what is past; in another game, or with people or keys elsewhere, all that waits."""
        if self._pending_of != (who := (state.game, state.hanchan.sides, self.keys.at)):
            for side in self.claims.sides:
                self.refuse(side, Trouble.NOT_DONE, now_ns)
            self._pending_of, self.claims = who, Claims()
            for pending in (self.seating, self.questions, self.thinking, self.ready):
                pending.clear()
        self.questions.forget(state, self.keys, now_ns)
        kyoku = state.hanchan.kyoku
        for void in self.claims.turn_to(kyoku):
            self.refuse(void.side, Reason.NO_DISCARD_TO_CALL, now_ns)
        if kyoku is not None and not kyoku.is_over:
            self.ready.clear()

    def _sit(self, press: Press, players: int) -> list[Wish]:
        done = self.seating.press(press.side, players)
        if isinstance(done, Trouble):
            return self.refuse(press.side, done, press.at_ns)
        return [] if done is None else [Wish(press.side, done)]

    def _answer(self, press: Press, state: TableState) -> list[Wish]:
        doing = self.questions.answer(press.side, press.button, state.hanchan.kyoku)
        if isinstance(doing, Trouble):
            return self.refuse(press.side, doing, press.at_ns)
        if isinstance(doing, Said) and doing.action in (Action.DAIMINKAN, Action.RON):
            return self._claim(press, doing, state)
        first = self._decide(press.at_ns, state) if self.claims and _comes_after_calls(doing) else []
        return first if doing is None else [*first, Wish(press.side, doing)]

    def _follow(self, press: Press, seat: Seat, state: TableState, at_hand: Collection[Button]) -> list[Wish]:
        side = press.side
        meaning = meaning_of(state, seat, press.button, press.held_with, at_hand=at_hand)
        if hint := hint_of(state, seat, press.button, meaning, press.held_with):
            self.heard[side] = press.at_ns + HEARD_NS
            return [Wish(side, Pressed(hint, press.at_ns))]
        if press.button is Button.KAN and self._kans.is_same(press, seat, state.hanchan.kyoku):
            return []
        match meaning := self.questions.unless_over(press, meaning):
            case Refuse(code):
                return self.refuse(side, code, press.at_ns)
            case Question():
                self.questions[side] = meaning
                return []
            case Sign():
                return self._sign(press, seat, meaning, state)
            case Tap(Said() as said, is_held=True):
                return self._claim(press, said, state)
            case Tap(doing):
                if press.button is Button.KAN:
                    self._kans.note(side, press.at_ns, doing)
                return self._tell(press, seat, doing, state)
            case _:
                assert_never(meaning)

    def _tell(self, press: Press, seat: Seat, doing: Said | LateRiichi, state: TableState) -> list[Wish]:
        """Do something that takes effect at once, but decide calls that are held first."""
        if not self.claims:
            return [Wish(press.side, doing)]
        if press.button is Button.NEXT:
            return self._pass(press, seat, state)
        return [*self._decide(press.at_ns, state), Wish(press.side, Again(press))]

    def _claim(self, press: Press, said: Said, state: TableState) -> list[Wish]:
        if (kyoku := state.hanchan.kyoku) is None or kyoku.wins:
            return [Wish(press.side, said)]
        self.claims.hold(Held(press.side, said, press.at_ns))
        return self._decide_if_all_spoke(press.at_ns, state)

    def _pass(self, press: Press, seat: Seat, state: TableState) -> list[Wish]:
        self.claims.let_pass(seat)
        self.heard[press.side] = press.at_ns + HEARD_NS
        return self._decide_if_all_spoke(press.at_ns, state)

    def _decide_if_all_spoke(self, at_ns: int, state: TableState) -> list[Wish]:
        kyoku, sitting = state.hanchan.kyoku, SEATS[: state.hanchan.rules.players]
        is_due = kyoku is not None and not self.thinking and self.claims.all_have_spoken(kyoku, sitting)
        return self._decide(at_ns, state) if is_due else []

    def _decide(self, now_ns: int, state: TableState) -> list[Wish]:
        decision = self.claims.decide(state.hanchan.kyoku)
        for held, _ in decision.told:
            if held.said.action is Action.DAIMINKAN:
                self._kans.note(held.side, now_ns)
        for held, why in decision.void:
            self.refuse(held.side, why, now_ns)
        return [Wish(held.side, weighed(doing, held.at_ns, state)) for held, doing in decision.told]

    def _sign(self, press: Press, seat: Seat, sign: Sign, state: TableState) -> list[Wish]:
        match sign:
            case Sign.WAIT:
                self.thinking.add(press.side)
                self.ready.discard(press.side)
                return []
            case Sign.PASSED:
                return self._pass(press, seat, state)
            case Sign.AGREED:
                self.heard[press.side] = press.at_ns + HEARD_NS
                return [Wish(press.side, SeeReminder(code, seat)) for code in self._to_see(state, seat)]
            case Sign.READY:
                self.ready.say(press.side, press.at_ns)
                return self.go_on(state)
            case _:
                assert_never(sign)


def _comes_after_calls(answer: Doing | None) -> bool:
    """Whether calls that are held are decided before this answer takes effect."""
    if isinstance(answer, Ryuukyoku):  # a draw by triple ron is what the held calls of ron lead to
        return answer.kind is not RyuukyokuKind.SANCHAHOU
    return isinstance(answer, Said)


def _course(state: TableState) -> Doing:
    hanchan = state.hanchan
    paid = hanchan if hanchan.kyoku is None else apply_to_hanchan(hanchan, KyokuEnded())
    return Course.DEAL if paid.ended is None else Course.FINISH
