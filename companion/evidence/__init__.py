"""What comes in at the table's one door, and the answers to it. Nothing is decided here.

Evidence has names in the past tense, like facts: somebody observed, asked, came or went.
"""

from companion.evidence.answered import (
    Answer,
    Done,
    Refusal,
    Refused,
)
from companion.evidence.asked import (
    AnswerAsked,
    Command,
    CorrectAsked,
    DealAsked,
    Depth,
    DepthAsked,
    FinishAsked,
    RedoAsked,
    Request,
    Said,
    SayAsked,
    SeenAsked,
    StartAsked,
    TapAsked,
    TellAsked,
    UndoAsked,
    WaiveAsked,
)
from companion.evidence.observed import (
    Cause,
    EndsEarly,
    FactObserved,
    Notice,
    NoticesChanged,
    SourceChanged,
    SourceState,
)

__all__ = [
    "Answer",
    "AnswerAsked",
    "Cause",
    "Command",
    "CorrectAsked",
    "DealAsked",
    "Depth",
    "DepthAsked",
    "Done",
    "EndsEarly",
    "FactObserved",
    "FinishAsked",
    "Notice",
    "NoticesChanged",
    "RedoAsked",
    "Refusal",
    "Refused",
    "Request",
    "Said",
    "SayAsked",
    "SeenAsked",
    "SourceChanged",
    "SourceState",
    "StartAsked",
    "TapAsked",
    "TellAsked",
    "UndoAsked",
    "WaiveAsked",
]
