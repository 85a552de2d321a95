"""From a POST body to a command, and from its answer to a status. What a command does is not known here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Protocol

from companion import evidence
from companion.dashboard.fields import Body, bad
from companion.dashboard.reading import FIELDS, Envelope, read_asked
from companion.evidence import Answer, Refusal
from companion.intake.pacing import FASTEST, SLOWEST
from companion.riichi.ruleset import RuleSet
from companion.shelf import ShelfCommand
from companion.table_state import Preview, TableState

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
MOST_PREVIEWS = 16


class CommandKind(StrEnum):
    """What a page can ask for."""

    UNDO = "undo"
    REDO = "redo"
    PAUSE = "pause"
    RESUME = "resume"
    SPEED = "speed"
    WAIVE = "waive"
    START = "start"
    DEAL = "deal"
    TAP = "tap"
    TELL = "tell"
    SAY = "say"
    RULES = "rules"
    DEPTH = "depth"
    CORRECT = "correct"
    INSERT_HAND = "insert_hand"
    FINISH = "finish"
    SEEN = "seen"
    ANSWER = "answer"
    FORGET_GAME = "forget_game"
    ANONYMISE = "anonymise"


OF_THE_PACE = (CommandKind.PAUSE, CommandKind.RESUME, CommandKind.SPEED)
"""These change only how fast a feed plays."""


@dataclass(frozen=True, slots=True)
class Command:
    """One tap on a page."""

    id: str
    """Made by the page: two requests with the same id are one command."""
    expected_seq: int
    """The number of the snapshot that the page was showing."""
    kind: CommandKind
    speed: float | None = None
    """For `speed`: how many times as fast as people play."""
    by: str = ""
    """The network address of the device that asked."""
    asked: evidence.Command | ShelfCommand | None = None
    """What is asked of the table or its journal; None where only the pace of a feed changes."""


class Commands(Protocol):
    """Carries commands out."""

    def submit(self, command: Command) -> Answer:
        """Do it, or say why not. Any thread may call; it returns when the command is on the disk."""

    def shelve(self, asked: ShelfCommand) -> Answer:
        """Change what is kept of past games, or say why not; returns when it is on the disk."""

    def preview(self, asked: evidence.Command) -> Preview:
        """What it would do; nothing is done."""

    @property
    def table(self) -> TableState:
        """The table as it is now."""

    @property
    def house(self) -> RuleSet:
        """The house rules, which apply unless others are named."""


_CONFLICT = HTTPStatus.CONFLICT
REFUSALS = {
    Refusal.STALE: (_CONFLICT, "The table has moved on since this page was drawn."),
    Refusal.REFUSED: (_CONFLICT, "The rules do not allow that."),
    Refusal.CANNOT_FOLLOW: (_CONFLICT, "A later entry would become impossible."),
    Refusal.CANNOT_VALUE: (_CONFLICT, "This hand cannot be valued."),
    Refusal.VALUE_MISSING: (_CONFLICT, "First enter what the winning hand is worth."),
    Refusal.NO_SUCH_ENTRY: (_CONFLICT, "There is no such entry in this game, or it no longer counts."),
    Refusal.NOTHING_CHANGES: (_CONFLICT, "That would change nothing."),
    Refusal.GAME_RUNNING: (_CONFLICT, "A game is being played; finish it first."),
    Refusal.NO_GAME: (_CONFLICT, "No game is being played."),
    Refusal.NO_SUCH_GAME: (HTTPStatus.NOT_FOUND, "There is no game of that name."),
    Refusal.FEED_PLAYS: (_CONFLICT, "This table plays by itself; nobody can tell it anything."),
    Refusal.NO_SUCH_QUESTION: (_CONFLICT, "That question is no longer open."),
    Refusal.NOTHING_TO_SEE: (_CONFLICT, "There is no such reminder."),
    Refusal.TURN_UNKNOWN: (_CONFLICT, "Enter whose turn it is, and how many tiles are left."),
    Refusal.NOTHING_TO_UNDO: (_CONFLICT, "There is nothing to take back."),
    Refusal.NOTHING_TO_REDO: (_CONFLICT, "There is nothing to redo."),
    Refusal.NOTHING_TO_WAIVE: (_CONFLICT, "That warning is gone already."),
    Refusal.STILL_REFUSED: (_CONFLICT, "Another rule forbids it too."),
    Refusal.JOURNAL_DOWN: (HTTPStatus.INSUFFICIENT_STORAGE, "It could not be written, so it was not done."),
    Refusal.STOPPED: (HTTPStatus.SERVICE_UNAVAILABLE, "The companion is stopping."),
}


def read_command(body: Any, by: str, house: RuleSet, rules: Callable[[], RuleSet] | None = None) -> Command:
    """The command in a POST body; `rules` returns those of the table's next hand.

    >>> from companion.riichi.presets import TENHOU
    >>> read_command({"id": "a1", "expected_seq": 7, "kind": "undo"}, "", TENHOU).kind.value
    'undo'

    Raises:
        RequestRefused: a field is missing, unknown, or not what it should be; the sentence names it.
    """
    if not isinstance(body, dict):
        bad("A command is a JSON object.")
    kind = _kind(body.get("kind"))
    allowed = {"id", "expected_seq", "kind", *FIELDS.get(kind, ())}
    if set(body) - allowed:
        bad(f"The command {kind} has the fields {', '.join(sorted(allowed))}.")
    name, seq = _id(body.get("id")), _seq(body.get("expected_seq"))
    if kind in OF_THE_PACE:
        speed = _speed(body.get("speed")) if kind is CommandKind.SPEED else None
        return Command(name, seq, kind, speed, by)
    asked = read_asked(kind, Body(body), Envelope(name, seq, by, house, rules))
    return Command(name, seq, kind, by=by, asked=asked)


def read_preview(body: Any, house: RuleSet, rules: Callable[[], RuleSet] | None = None) -> evidence.Command:
    """The command to preview, from a POST body without `id`. Raises RequestRefused."""
    if not isinstance(body, dict) or "id" in body:
        bad("A preview is a JSON object without id.")
    asked = read_command({**body, "id": "preview"}, "", house, rules).asked
    if asked is None or isinstance(asked, ShelfCommand):
        bad("This command has no preview.")
    return asked


def read_previews(
    bodies: list[Any], house: RuleSet, rules: Callable[[], RuleSet] | None = None
) -> tuple[evidence.Command, ...]:
    """The commands to preview together, each from its body. Raises RequestRefused."""
    if not 1 <= len(bodies) <= MOST_PREVIEWS:
        bad(f"A list of previews has 1 to {MOST_PREVIEWS}.")
    return tuple(read_preview(body, house, rules) for body in bodies)


def _kind(value: Any) -> CommandKind:
    try:
        return CommandKind(value)
    except ValueError:
        bad(f"kind is one of {', '.join(CommandKind)}.")


def _id(value: Any) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        bad("id is 1 to 64 letters, digits, - or _.")
    return value


def _seq(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        bad("expected_seq is the number of the snapshot that was shown.")
    return value


def _speed(value: Any) -> float:
    if type(value) not in (int, float) or not SLOWEST <= value <= FASTEST:
        bad(f"speed is a number from {SLOWEST:g} to {FASTEST:g}.")
    return float(value)
