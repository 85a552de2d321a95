"""What can go wrong with riichi facts: the text, the table, or one meaning too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.riichi.facts import Fact
    from companion.riichi.reasons import Reason


class RiichiError(Exception):
    """Root of all errors of the rules core."""


class NotationError(RiichiError, ValueError):
    """The text is wrong: it does not say a tile, a wind, a hand or a table."""


class IllegalFactError(RiichiError, ValueError):
    """This table forbids the fact. Nothing was changed.

    `reason` is the stable code, `fact` what was tried; `str()` is one sentence.
    """

    def __init__(self, fact: Fact, reason: Reason, detail: str = "") -> None:
        self.fact = fact
        self.reason = reason
        self.detail = detail
        super().__init__(reason.sentence + (f" ({detail})" if detail else ""))
