"""Errors of the rules core: a text that cannot be read, and a fact that the table forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.riichi.facts import Fact
    from companion.riichi.reasons import Reason


class RiichiError(Exception):
    """Root of all errors of the rules core."""


class NotationError(RiichiError, ValueError):
    """The text is not a tile, a wind, a hand, a meld or a table."""


class IllegalFactError(RiichiError, ValueError):
    """This table forbids the fact. Nothing was changed.

    `reason` is the stable code, `fact` what was tried, `detail` may be empty; `str()` is one sentence.
    """

    def __init__(self, fact: Fact, reason: Reason, detail: str = "") -> None:
        self.fact = fact
        self.reason = reason
        self.detail = detail
        super().__init__(reason.sentence + (f" ({detail})" if detail else ""))
