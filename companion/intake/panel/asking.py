"""The questions that are put to sides, and for how long each stands. Pure."""

from __future__ import annotations

from typing import Final

from companion.intake.panel.keys_there import KeysThere
from companion.intake.panel.meaning import first_answer, is_taken
from companion.intake.panel.outcomes import Ask, Doing, Meaning, Question, Refuse, Trouble
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.table_state import TableState
from firmware_bridge.signals import Button, Press, Side

__all__ = ["DISMISSES", "ON_ITS_WAY_NS", "Questions"]

DISMISSES: Final = Button.RIICHI
"""The key that, held, dismisses a question: it answers none, and a box without `wait` has it, too."""

ON_ITS_WAY_NS: Final = 2_000_000_000
"""For how long after a question has ended a key is taken for its answer."""


class Questions(dict[Side, Question]):
    """The open question of each side."""

    def __init__(self) -> None:
        self._moments: dict[Side, _Moment] = {}
        """What each question is about, as it was when it was put."""
        self._ended: dict[Side, tuple[Question, int]] = {}
        """The question of each side that the table ended last, and when."""
        self._refused: dict[Side, tuple[Question, Button]] = {}
        """The key of each side that was none of the answers to its question."""

    def answer(self, side: Side, button: Button, kyoku: Kyoku | None) -> Doing | Trouble | None:
        """What a key answers to this side's question, which then ends; None: `wait` has dismissed it.

        A key that is none of the answers ends nothing: that is `Trouble.QUESTION_OPEN`.
        """
        question = self[side]
        if button is Button.NEXT:
            button = first_answer(question, kyoku)
        if button is not Button.WAIT and button not in question.answers:
            self._refused[side] = question, button
            return Trouble.QUESTION_OPEN
        del self[side]
        return question.answers.get(button)

    def dismiss(self, side: Side, held: Button) -> bool:
        """Dismiss this side's question if this key was pressed while it stood, and is still held."""
        is_meant = held is DISMISSES and side in self and self._refused.get(side) == (self[side], held)
        if is_meant:
            del self[side]
        return is_meant

    def unless_over(self, press: Press, meaning: Meaning) -> Meaning:
        """What a press means, unless it answers a question that the table ended just before.

        The finger was on its way: such an answer is not taken for a call, for example.
        """
        question, ended_ns = self._ended.pop(press.side, (None, 0))
        if question is None or isinstance(meaning, Refuse) or press.at_ns >= ended_ns + ON_ITS_WAY_NS:
            return meaning
        is_answer = press.button is Button.NEXT or press.button in question.answers
        return Refuse(Trouble.QUESTION_OVER) if is_answer else meaning

    def clear(self) -> None:
        """Forget all questions: they were put to other people, or in another game."""
        super().clear()
        self._moments.clear()
        self._ended.clear()

    def forget(self, state: TableState, keys: KeysThere, now_ns: int) -> None:
        """Drop the questions about an earlier moment; what else is entered meanwhile ends none.

        A break (中断) ends these, too: nothing that they could tell is taken then. So does a phone that is
        put away, where its side has no other keys: nobody could answer.
        """
        for side, question in list(self.items()):
            if question.seq == state.seq:
                self._moments[side] = _moment_of(state, side)
            elif self._moments.get(side) != _moment_of(state, side) or not _is_open(question, state.hanchan):
                self._ended[side] = question, now_ns
                del self[side]
                continue
            if not keys.are_at(side):
                del self[side]


_Moment = tuple[object, ...]


def _moment_of(state: TableState, side: Side) -> _Moment:
    """The hand, how many tiles were discarded in it, and what this side has done itself."""
    kyoku, place = state.hanchan.kyoku, state.hanchan.sides.find(side.name)
    if kyoku is None:
        return state.last_kyoku, None
    own = kyoku.players[place] if 0 <= place < len(kyoku.players) else None
    done = None if own is None else (own.melds, own.kans, own.riichi)
    # A ron in a hand that nobody follows enters its tile, which others may have won on, too.
    tiles = None if kyoku.is_unfollowed else len(kyoku.offers)
    return state.last_kyoku, kyoku.name, tiles, done


def _is_open(question: Question, hanchan: Hanchan) -> bool:
    """Whether it may be answered after other entries, because the table still takes one of its answers."""
    kyoku = hanchan.kyoku
    if kyoku is None or hanchan.sitting.is_paused or question.ask is Ask.UNDO:
        return False
    return any(is_taken(kyoku, answer) for answer in question.answers.values())
