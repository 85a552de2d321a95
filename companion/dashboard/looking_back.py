"""Games as JSON: lists, hands with all that was told of them, and results. Nothing here reads a journal."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from companion.evenings.exporting import unsaid_by_records
from companion.evenings.names import people_of
from companion.evenings.played import Hand, Line, PlayedGame
from companion.evenings.summary import GameSummary, summary_of
from companion.journal import Entry, Move
from companion.journal.codec import encode_entry
from companion.projections.allows_view import allows_view
from companion.projections.result_view import result_view
from companion.riichi.final_score import final_scores


def summary_json(summary: GameSummary) -> dict[str, Any]:
    """One game as an entry in a list of games."""
    return asdict(summary)


def game_json(game: PlayedGame, *, says_who: bool) -> dict[str, Any]:
    """One game with its hands and all that was told of each; `says_who` adds who told it, by which command.

    Whoever may correct an entry may know which device told it; a spectator need not.
    """
    return {
        "game": summary_json(summary_of(game)),
        "names": list(game.seat_names),
        "sitting": list(game.hanchan.sitting.at),
        "start_points": game.hanchan.rules.start_points,
        "allows": asdict(allows_view(game.hanchan.rules)),
        "failure": game.failure,
        "unsaid": unsaid_by_records(game),
        "people": [name for _, name in people_of(game)],
        "opening": [_entry_json(line, says_who) for line in game.opening],
        "kyoku": [hand_json(game, number, hand, says_who) for number, hand in enumerate(game.hands, 1)],
        "final": [asdict(one) for one in final_scores(game.hanchan)] if game.is_finished else None,
    }


def hand_json(game: PlayedGame, number: int, hand: Hand, says_who: bool) -> dict[str, Any]:
    """One hand with all that was told of it, as in `game_json`."""
    kyoku = hand.kyoku
    result = result_view(kyoku)
    return {
        "number": number,
        "name": kyoku.name,
        "round_wind": kyoku.round_wind.letter,
        "number_in_round": kyoku.number,
        "dealer": kyoku.dealer,
        "honba": kyoku.honba,
        "sticks": kyoku.kyoutaku_before,
        "names": list(game.names_in(hand)),
        "sitting": list(hand.sitting.at),
        "rules": kyoku.rules.name,
        "points_before": list(kyoku.points_before),
        "points_after": None if hand.points_after is None else list(hand.points_after),
        "followed": not kyoku.has_gap,
        "result": None if result is None else asdict(result),
        "riichi": [seat for seat, player in enumerate(kyoku.players) if player.in_riichi],
        "entries": [_entry_json(line, says_who) | _names(game, hand, line) for line in hand.lines],
    }


def _entry_json(line: Line, says_who: bool) -> dict[str, Any]:
    written = _written(line.entry)
    return {
        "seq": line.entry.seq,
        "at": line.entry.at,
        "because": line.entry.because.value,
        **_teller(line.entry, says_who),
        "fact": written["fact"],
        "before": written.get("before"),
        "retracted_by": None if line.taken_back is None else line.taken_back.seq,
        "retraction": None if line.taken_back is None else _taken_back(line.taken_back, says_who),
    }


def _names(game: PlayedGame, hand: Hand, line: Line) -> dict[str, list[str]]:
    """Who sat at the table when it was told; empty if the same people sat there at the end of the hand."""
    is_same = line.sitting.at == hand.sitting.at
    return {} if is_same else {"names": list(game.names_by(line.sitting))}


def _taken_back(entry: Entry, says_who: bool) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "at": entry.at,
        "is_correction": entry.move is Move.CORRECTED,
        "because": entry.because.value,
        **_teller(entry, says_who),
    }


def _teller(entry: Entry, says_who: bool) -> dict[str, str | None]:
    """The address that told it, and the id of the command; empty unless `says_who`."""
    return {"by": entry.by, "command_id": entry.command_id} if says_who else {"by": "", "command_id": None}


def _written(entry: Entry) -> dict[str, Any]:
    """The entry as the journal has it, so that a page can send its fact again."""
    written: dict[str, Any] = json.loads(encode_entry(entry))
    return written
