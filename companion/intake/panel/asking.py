"""The questions that are put to sides, and for how long each stands. Pure."""

from __future__ import annotations

from companion.intake.panel.meaning import first_answer, is_taken
from companion.intake.panel.outcomes import Ask, Doing, Question, Trouble
from companion.riichi.kyoku import Kyoku
from companion.table_state import TableState
from firmware_bridge.signals import Button, Side

__all__ = ["Questions"]


class Questions(dict[Side, Question]):
    """The open question of each side."""

    def __init__(self) -> None:
        self._last_kyoku: Kyoku | None = None
        """The kyoku before the one that the questions are about."""

    def answer(self, side: Side, button: Button, kyoku: Kyoku | None) -> Doing | Trouble | None:
        """What a key answers to this side's question, which then ends; None: `wait` has dismissed it.

        A key that is none of the answers ends nothing: that is `Trouble.QUESTION_OPEN`.
        """
        question = self[side]
        if button is Button.NEXT:
            button = first_answer(question, kyoku)
        if button is not Button.WAIT and button not in question.answers:
            return Trouble.QUESTION_OPEN
        del self[side]
        return question.answers.get(button)

    def forget(self, state: TableState) -> None:
        """Drop the questions about an earlier moment, but not who dealt in: others may win first."""
        is_same = self._last_kyoku == state.last_kyoku
        self._last_kyoku = state.last_kyoku
        for side, question in list(self.items()):
            if question.seq != state.seq and not (is_same and _outlasts_wins(question, state.hanchan.kyoku)):
                del self[side]


def _outlasts_wins(question: Question, kyoku: Kyoku | None) -> bool:
    """Whether it may be answered after other entries, because the table still takes one of its answers."""
    if kyoku is None or question.ask not in (Ask.GIVER, Ask.GIVER_OF_TWO):
        return False
    return any(is_taken(kyoku, answer) for answer in question.answers.values())
