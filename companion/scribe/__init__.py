"""Turns what a key or the eye says into facts, and adds what must have happened unseen before them."""

from companion.scribe.asking import Answered
from companion.scribe.mind import Mind, Pressed, Trust
from companion.scribe.questions import Choice, Question, QuestionCode
from companion.scribe.scribe import Evidence, SightChanged, Ticked, Verdict, consider, with_eye

__all__ = [
    "Answered",
    "Choice",
    "Evidence",
    "Mind",
    "Pressed",
    "Question",
    "QuestionCode",
    "SightChanged",
    "Ticked",
    "Trust",
    "Verdict",
    "consider",
    "with_eye",
]
