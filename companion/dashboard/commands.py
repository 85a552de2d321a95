"""From a POST body to a command, and from its answer to a status. What a command does is not known here."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import Any, NoReturn, Protocol

from companion.dashboard.errors import RequestRefused
from companion.evidence import Answer, Refusal
from companion.riichi.reasons import Reason

SLOWEST, FASTEST = 0.1, 1_000.0

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


class CommandKind(StrEnum):
    """What a page can ask for."""

    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    SPEED = "speed"
    WAIVE = "waive"


@dataclass(frozen=True, slots=True)
class Command:
    """One tap on a page."""

    id: str
    """Made by the page. The same id is the same command."""
    expected_seq: int
    """The number of the snapshot that the page was showing."""
    kind: CommandKind
    speed: float | None = None
    """For `speed`: how many times as fast as people play."""
    reason: str | None = None
    """For `waive`: the code of the warning that the table allows."""
    by: str = ""
    """The address of the page that asked."""


class Commands(Protocol):
    """What carries commands out."""

    def submit(self, command: Command) -> Answer:
        """Do it, or say why not. Any thread may call; it returns when the command is on the disk."""


REFUSALS = {
    Refusal.STALE: (HTTPStatus.CONFLICT, "The table has moved on since this page was drawn."),
    Refusal.NOTHING_TO_UNDO: (HTTPStatus.CONFLICT, "There is nothing to take back."),
    Refusal.NOTHING_TO_WAIVE: (HTTPStatus.CONFLICT, "There is no such warning to allow."),
    Refusal.STILL_REFUSED: (HTTPStatus.CONFLICT, "Another rule forbids it too."),
    Refusal.JOURNAL_DOWN: (HTTPStatus.INSUFFICIENT_STORAGE, "It could not be written, so it was not done."),
    Refusal.STOPPED: (HTTPStatus.SERVICE_UNAVAILABLE, "The companion is stopping."),
}


def read_command(body: Any, by: str) -> Command:
    """The command in a POST body.

    >>> read_command({"id": "a1", "expected_seq": 7, "kind": "undo"}, "").kind.value
    'undo'

    Raises:
        RequestRefused: a field is missing, unknown, or not what it should be; the sentence names it.
    """
    if not isinstance(body, dict):
        _bad("A command is a JSON object.")
    kind = _kind(body.get("kind"))
    allowed = {"id", "expected_seq", "kind", *_MORE.get(kind, ())}
    if set(body) - allowed:
        _bad(f"A command {kind} has the fields {', '.join(sorted(allowed))}.")
    speed = _speed(body.get("speed")) if kind is CommandKind.SPEED else None
    reason = _reason(body.get("reason")) if kind is CommandKind.WAIVE else None
    return Command(_id(body.get("id")), _seq(body.get("expected_seq")), kind, speed, reason, by)


_MORE = {CommandKind.SPEED: ("speed",), CommandKind.WAIVE: ("reason",)}
"""The fields that only one kind of command has."""


def _kind(value: Any) -> CommandKind:
    try:
        return CommandKind(value)
    except ValueError:
        _bad(f"kind is one of {', '.join(CommandKind)}.")


def _id(value: Any) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        _bad("id is 1 to 64 letters, digits, - or _.")
    return value


def _seq(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        _bad("expected_seq is the number of the snapshot that was shown.")
    return value


def _speed(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value) or not SLOWEST <= value <= FASTEST:
        _bad(f"speed is a number from {SLOWEST} to {FASTEST:g}.")
    return float(value)


def _reason(value: Any) -> str:
    try:
        return Reason(value).value
    except ValueError:
        _bad("reason is the code of a warning that stands.")


def _bad(sentence: str) -> NoReturn:
    raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_command", sentence)
