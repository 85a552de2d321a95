"""書記: from what a tap or a press says to facts, with what must have happened before it unseen."""

from companion.scribe.completing import completed
from companion.scribe.telling import quad, spoken, told

__all__ = ["completed", "quad", "spoken", "told"]
