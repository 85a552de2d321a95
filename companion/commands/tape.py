"""What `companion replay --tape` prints: facts and questions of then and now, and where they differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from companion.intake.tape.events import Head, TapeError
from companion.intake.tape.reading import read_tape
from companion.journal.strict import common_converter
from companion.plurals import counted
from companion.riichi.facts import Fact
from companion.table_loop.rethinking import Changed, GameThought, Rethought, rethink
from companion.table_state import OpenQuestion

__all__ = ["replay_tape"]

_CONVERTER = common_converter()


def replay_tape(path: Path, *, as_json: bool) -> int:
    """Give a tape to today's scribe and rules, print what came of it, and return the exit status."""
    try:
        tape = read_tape(path)
    except TapeError as error:
        click.echo(json.dumps({"error": str(error)}) if as_json else f"Error: {error}", err=not as_json)
        return 2
    found = rethink(tape.head, tape.lines())
    for line in _json_lines(tape.head, found, tape.ended) if as_json else _lines(path, found, tape.ended):
        click.echo(line)
    if tape.ended:
        return 2
    return 1 if any(game.changes for game in found.games) else 0


def _lines(path: Path, found: Rethought, ended: str) -> Iterator[str]:
    for game in found.games:
        yield from _game_lines(game)
    for said, questions in (("then", found.questions_then), ("now", found.questions_now)):
        yield from (f"question {said}: {_question(each)}" for each in questions)
    yield from (f"not done today: {each}" for each in found.undone)
    if ended:
        yield f"{path}: {ended}"
    changes = sum(len(game.changes) for game in found.games)
    facts = sum(len(game.now) for game in found.games)
    heard = ", ".join(f"{number} {kind}" for kind, number in sorted(found.heard.items()))
    yield (
        f"{counted(len(found.games), 'game')}, {counted(facts, 'fact')}, "
        f"{counted(changes, 'difference')} ({heard})"
    )


def _game_lines(game: GameThought) -> Iterator[str]:
    """Every fact of then, and every new one: a minus before those that are gone, a plus before new ones."""
    changes: dict[int, list[Changed]] = {}
    for change in game.changes:
        changes.setdefault(change.place, []).append(change)
    yield f"{game.game}: {counted(len(game.then), 'fact')} then, {len(game.now)} now"
    for place, fact in enumerate(game.then, 1):
        here = changes.pop(place, [])
        yield from (f"+ {place} {_text(each.now)}" for each in here if each.then is None)
        gone = next((each for each in here if each.then is not None), None)
        yield f"{'-' if gone else ' '} {place} {_text(fact)}"
        if gone is not None and gone.now is not None:
            yield f"+ {place} {_text(gone.now)}"
    for rest in changes.values():
        yield from (f"+ {each.place} {_text(each.now)}" for each in rest)


def _text(fact: Fact | None) -> str:
    said = _said(fact)
    if said is None:
        return ""
    name = said.pop("is")
    words = (
        f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in said.items() if value is not None
    )
    return " ".join((str(name), *words))


def _said(fact: Fact | None) -> dict[str, Any] | None:
    said: dict[str, Any] | None = _CONVERTER.unstructure(fact, Fact | None)
    return said


def _question(question: OpenQuestion) -> str:
    choices = " | ".join("; ".join(map(_text, choice.facts)) or "as it is" for choice in question.choices)
    seat = "" if question.seat is None else f" seat {question.seat}"
    return f"{question.code}{seat}: {choices}"


def _json_lines(head: Head, found: Rethought, ended: str) -> Iterator[str]:
    for game in found.games:
        yield json.dumps(
            {
                "game": game.game,
                "facts": [_said(fact) for fact in game.now],
                "differs": [_change(change) for change in game.changes],
            }
        )
    yield json.dumps(
        {
            "companion": head.companion,
            "eye": head.eye,
            "games": len(found.games),
            "facts": sum(len(game.now) for game in found.games),
            "facts_then": sum(len(game.then) for game in found.games),
            "differences": sum(len(game.changes) for game in found.games),
            "questions": [_CONVERTER.unstructure(each) for each in found.questions_now],
            "questions_then": [_CONVERTER.unstructure(each) for each in found.questions_then],
            "not_done": found.undone,
            "heard": dict(found.heard),
            "ended": ended,
        }
    )


def _change(change: Changed) -> dict[str, Any]:
    return {"place": change.place, "then": _said(change.then), "now": _said(change.now)}
