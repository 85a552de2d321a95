"""Sends the finished games of a tournament to a Pantheon server: each once, even if an answer is lost.

Before a byte of a game goes out, a line in the hub's folder says so. A game whose start got no answer is
never started again automatically. A game that was begun is first read from the server, and goes on after what
is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from companion.club.copies import Copies
from companion.club.pantheon_file import NOTHING_SENT, Ledger, PantheonTold, Sending
from companion.club.pantheon_hands import CannotBeSent, SentHand, hands_of
from companion.club.pantheon_line import AnswerLost, PantheonError, PantheonLine, Refused, Unreached
from companion.club.scoreboard import Scores
from companion.errors import JournalCorrupt
from companion.evenings.played import PlayedGame, played
from companion.journal import Game
from companion.journal.codec import decode_entry, decode_rules
from companion.journal.entry import GameNumber
from companion.plurals import counted
from companion.tournament.results import ResultState, TableResult

__all__ = ["DueGame", "GameState", "SendingStopped", "due_games", "send"]


class GameState(StrEnum):
    """What is to be done with a game."""

    READY = "ready"
    BEGUN = "begun"
    """A part of it is on the server; the rest is sent once that part was checked."""
    UNSURE = "unsure"
    """Its start or its end got no answer: a person has to say what became of it."""
    SENT = "sent"
    CORRECTED = "corrected"
    """It was changed here after it was sent, or while it was being sent."""
    IMPOSSIBLE = "impossible"


class SendingStopped(PantheonError):
    """A game could not be sent completely; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class DueGame:
    """One finished game of the tournament."""

    result: TableResult
    key: str
    """Tells this game from all others that this hub has sent."""
    state: GameState
    people: tuple[int, ...] = ()
    """Pantheon's numbers of the players, by seat."""
    hands: tuple[SentHand, ...] = ()
    digest: str = ""
    """The digest of everything that is sent of it."""
    before: Sending = NOTHING_SENT
    why: str = ""
    """Why it is not sent, or not from its start; empty if there is nothing to say."""

    @property
    def can_go(self) -> bool:
        """Whether the game is sent if the organiser says yes."""
        return self.state in (GameState.READY, GameState.BEGUN)


def due_games(scores: Scores, copies: Copies, told: PantheonTold, ledger: Ledger) -> tuple[DueGame, ...]:
    """Every finished game of the tournament, in order. Raises ConfigError, StoreDown."""
    states = ledger.states()
    return tuple(_due(scores, copies, told, states, one) for one in scores.results if one.is_final)


def key_of(told: PantheonTold, tournament: str, round_number: int, table: int) -> str:
    """Tells one game at one server from all others."""
    return f"{told.server} {told.event} {tournament} {round_number} {table}"


def _due(
    scores: Scores, copies: Copies, told: PantheonTold, states: Mapping[str, Sending], result: TableResult
) -> DueGame:
    key = key_of(told, scores.event, result.round, result.table)
    before = states.get(key, NOTHING_SENT)
    try:
        people = _people(scores, told, result)
        hands = hands_of(_played(copies, result), people)
    except CannotBeSent as failure:
        if before.step != "sent":
            return DueGame(result, key, GameState.IMPOSSIBLE, before=before, why=str(failure))
        changed = f"it was changed here after it was sent: {failure}" if before.digest else ""
        state = GameState.CORRECTED if changed else GameState.SENT
        return DueGame(result, key, state, before=before, why=changed)
    digest = sha256(
        json.dumps([people, [[one.round_data, one.points] for one in hands]]).encode()
    ).hexdigest()
    state, why = _state(before, digest)
    return DueGame(result, key, state, people, hands, digest, before, why)


def _state(before: Sending, digest: str) -> tuple[GameState, str]:
    if not before.step:
        return GameState.READY, ""
    if before.step == "sent" and not before.digest:
        return GameState.SENT, ""  # a person has said so, of a game that could not be sent then
    if before.digest != digest:
        if before.step == "sent":
            return GameState.CORRECTED, "it was corrected here after it was sent: correct it at Pantheon, too"
        return GameState.CORRECTED, (
            "it was corrected here after a part of it was sent: complete it at Pantheon by hand, then say "
            "--was-sent; or remove it there, then say --again"
        )
    if before.step == "sent":
        return GameState.SENT, ""
    if before.step == "sending":
        return GameState.UNSURE, "its start got no answer: look at Pantheon, then say --was-sent or --again"
    if before.step == "ending":
        return GameState.UNSURE, "its end got no answer: close its game at Pantheon, then say --was-sent"
    if not before.hand:
        return GameState.BEGUN, "it was started there, and no hand of it was sent"
    return GameState.BEGUN, f"a part of it was sent, up to hand {before.hand}"


def _people(scores: Scores, told: PantheonTold, result: TableResult) -> tuple[int, ...]:
    if result.state is ResultState.TYPED or result.game is None:
        raise CannotBeSent("its points were typed: Pantheon counts from hands, and takes no points")
    found: list[int] = []
    for seat in result.seats:
        person = told.person_of(scores.event, seat.player)
        if person is None:
            raise CannotBeSent(f"nobody has said which number {seat.name or 'somebody'} has at Pantheon")
        found.append(person)
    if len(set(found)) != len(found):
        raise CannotBeSent("two of its players have one number at Pantheon")
    return tuple(found)


def _played(copies: Copies, result: TableResult) -> PlayedGame:
    """The game as the copy that counts has it. Raises CannotBeSent, StoreDown."""
    companion, serial = result.game or ("", 0)
    held = next((one for one in copies.played(companion) if one.serial == serial), None)
    if held is None:
        raise CannotBeSent("its table has taken the game away")
    header = next(one for one in copies.games(held.copy) if one.number == held.number)
    try:
        game = Game(GameNumber(held.number), header.name, decode_rules(header.rules), header.started)
        return played(game, [decode_entry(text) for text in copies.texts(held.copy, held.number, 0)])
    except JournalCorrupt as failure:
        raise CannotBeSent(f"its hands cannot be read: {failure}") from failure


def send(due: DueGame, event: int, line: PantheonLine, ledger: Ledger) -> None:
    """Send one game that can go, completely.

    Raises:
        SendingStopped: only a part of it was sent, or nothing; the ledger says what.
        ConfigError: the hub's folder cannot be written; nothing was sent after that.
    """
    session = due.before.session or _begin(due, event, line, ledger)
    try:
        is_finished = False
        for number in range(_held(due, session, line) + 1, len(due.hands) + 1):
            is_finished = _send_hand(due, number, session, line, ledger)
        if not is_finished:
            is_finished = _is_finished(session, line)
    except (Refused, AnswerLost, Unreached) as failure:
        told = f"{failure}. What was sent of it is there; the next upload checks that first, and goes on"
        raise SendingStopped(told) from failure
    if not is_finished:
        _end(due, session, line, ledger)
    ledger.note(due.key, "sent")


def _begin(due: DueGame, event: int, line: PantheonLine, ledger: Ledger) -> str:
    ledger.note(due.key, "sending", digest=due.digest)
    try:
        answer = line.ask("StartGame", {"event_id": event, "players": list(due.people)})
        session = _field(answer, "session_hash")
        if not isinstance(session, str) or not session:
            raise AnswerLost("Pantheon has not said what it calls the game")
    except (Refused, Unreached) as failure:
        ledger.note(due.key, "again")
        raise SendingStopped(f"{failure}. Nothing of this game was sent") from failure
    except AnswerLost as failure:
        seen = _seen(due, event, line)
        told = f"{failure}. {seen}. It is not started again by itself: say --was-sent or --again"
        raise SendingStopped(told) from failure
    ledger.note(due.key, "begun", session=session)
    return session


def _seen(due: DueGame, event: int, line: PantheonLine) -> str:
    """What the server shows of a game whose start got no answer."""
    try:
        answer = line.ask("GetCurrentSessions", {"player_id": due.people[0], "event_id": event})
    except (Refused, AnswerLost, Unreached):
        return "It does not say which games are open there"
    for one in _messages(answer, "sessions"):
        if [_number(who, "id") for who in _messages(one, "players")] == list(due.people):
            return "It shows an open game of these four people"
    return "It shows no open game of these four people"


def _held(due: DueGame, session: str, line: PantheonLine) -> int:
    """How many hands of a game the server has. Raises Refused if they cannot be ours."""
    if not due.before.session:
        return 0
    rounds = list(_messages(line.ask("GetAllRounds", {"session_hash": session}), "rounds"))
    held = len(rounds)
    if held > due.before.hand or held < due.before.hand - 1:
        sent = f"{counted(due.before.hand, 'was', 'were')} sent"
        raise Refused(f"Pantheon has {counted(held, 'hand')} of it, and {sent}: look there")
    if held:
        _compare(due, held, _messages(rounds[-1], "scores"))
    return held


def _send_hand(due: DueGame, number: int, session: str, line: PantheonLine, ledger: Ledger) -> bool:
    """Send a hand if the server counts it as the table did; returns whether the game is over with it."""
    message = {"session_hash": session, "round_data": due.hands[number - 1].round_data}
    preview = _field(line.ask("PreviewRound", message), "state")
    _compare(due, number, _messages(preview if isinstance(preview, dict) else {}, "scores"))
    ledger.note(due.key, "hand", hand=number)
    return _field(line.ask("AddRound", message), "is_finished") is True


def _compare(due: DueGame, number: int, scores: Iterator[dict[str, Any]]) -> None:
    theirs = {_number(one, "player_id"): _number(one, "score") for one in scores}
    ours = dict(zip(due.people, due.hands[number - 1].points, strict=True))
    if theirs != ours:
        raise Refused(
            f"after hand {number} Pantheon counts {_listed(theirs)}, and the table {_listed(ours)}: "
            "the rules of the event are not the table's"
        )


def _listed(points: Mapping[int, int]) -> str:
    return ", ".join(f"{one:,}" for one in points.values()) or "nothing"


def _is_finished(session: str, line: PantheonLine) -> bool:
    state = _field(line.ask("GetSessionOverview", {"session_hash": session}), "state")
    return isinstance(state, dict) and _field(state, "finished") is True


def _end(due: DueGame, session: str, line: PantheonLine, ledger: Ledger) -> None:
    """Close a game that could go on: the table ended it by the clock, or because people said so."""
    ledger.note(due.key, "ending")
    try:
        answer = line.ask("ForceFinishGame", {"session_hash": session})
        if _field(answer, "success") is not True:
            raise Refused("Pantheon has not closed it")
    except (Refused, Unreached) as failure:
        ledger.note(due.key, "hand", hand=len(due.hands))
        raise SendingStopped(f"{failure}. All hands are there, and its game is still open") from failure
    except AnswerLost as failure:
        told = f"{failure}. All hands are there: check whether its game is closed, then say --was-sent"
        raise SendingStopped(told) from failure


def _field(message: Mapping[str, Any], name: str) -> Any:
    """A field by its name in the .proto; servers write it as `isFinished` too."""
    first, *others = name.split("_")
    return message.get(name, message.get(first + "".join(map(str.capitalize, others))))


def _number(message: Mapping[str, Any], name: str) -> int:
    """A field as a whole number; 0 if it is missing. Raises AnswerLost."""
    value = _field(message, name)
    if value is None:
        return 0
    if not isinstance(value, int):
        raise AnswerLost(f"Pantheon says {str(value)[:40]!r} where a number belongs")
    return value


def _messages(message: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """A repeated field; empty if it is missing."""
    value = _field(message, name)
    return (one for one in (value if isinstance(value, list) else ()) if isinstance(one, dict))
