"""The questions that are put to sides, and for how long each stands. Pure."""

from __future__ import annotations

from typing import Final

from companion.intake.panel.keys_there import KeysThere
from companion.intake.panel.meaning import first_answer, is_taken
from companion.intake.panel.outcomes import Ask, Doing, Question, Trouble
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.table_state import TableState
from firmware_bridge.signals import Button, Side

__all__ = ["DISMISSES", "Questions"]

DISMISSES: Final = Button.RIICHI
"""The key that, held, dismisses a question: it answers none, and a box without `wait` has it, too."""


class Questions(dict[Side, Question]):
    """The open question of each side."""

    def __init__(self) -> None:
        self._last_kyoku: Kyoku | None = None
        """The kyoku before the one that the questions are about."""
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

    def forget(self, state: TableState, keys: KeysThere) -> None:
        """Drop the questions about an earlier moment, but not who dealt in: others may win first.

        A break (中断) ends these, too: nothing that they could tell is taken then. So does a phone that is
        put away, where its side has no other keys: nobody could answer.
        """
        is_same = self._last_kyoku == state.last_kyoku
        self._last_kyoku = state.last_kyoku
        for side, question in list(self.items()):
            is_past = question.seq != state.seq and not (is_same and _outlasts_wins(question, state.hanchan))
            if is_past or not keys.are_at(side):
                del self[side]


def _outlasts_wins(question: Question, hanchan: Hanchan) -> bool:
    """Whether it may be answered after other entries, because the table still takes one of its answers."""
    kyoku, is_of_giver = hanchan.kyoku, question.ask in (Ask.GIVER, Ask.GIVER_OF_TWO)
    if kyoku is None or hanchan.sitting.is_paused or not is_of_giver:
        return False
    return any(is_taken(kyoku, answer) for answer in question.answers.values())
