"""`companion evening`: how exact the scribe was on a kept evening, with the pictures of every miss."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import click

from companion.commands.evening_page import PartTold, as_page, fact_words
from companion.errors import CompanionError
from companion.files import write_privately
from companion.intake.tape.evening import TAPE
from companion.intake.tape.events import TapeError
from companion.intake.tape.judging import HandTold, difference_words, judged
from companion.intake.tape.pictures import pictures_in
from companion.intake.tape.reading import read_tape
from companion.keeping.evenings_kept import MARK, is_evening, parts_of
from companion.plurals import counted

PAGE = "evening.html"


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--zip", "target", metavar="FILE", help="Pack all of it into one file. Nothing is sent.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line for each hand, and one for all.")
def evening(folder: Path, target: str | None, *, as_json: bool) -> None:
    """Say how exact the scribe was on a kept evening (`run --keep-evening DIR`).

    Camera and keys are compared with the record as the people left it. DIR/evening.html, which is written
    too, shows the picture of every miss. Nothing is sent anywhere.
    """
    if not is_evening(folder):
        raise click.ClickException(f"{folder} holds no evening that was kept")
    try:
        parts = tuple(_judged(part) for part in parts_of(folder))
        summary = _summary(parts)
        for line in _json_lines(parts) if as_json else (*_lines(parts), summary):
            click.echo(line)
        write_privately(folder / PAGE, as_page(parts, folder, summary).encode())
        click.echo(f"The pictures of every miss: {folder / PAGE}", err=True)
        if target:
            _pack(folder, Path(target))
            click.echo(f"{target} holds the whole evening; nobody has it but you.", err=True)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.filename or folder}: {error.strerror or error}") from error


def _judged(part: Path) -> PartTold:
    """One part; whatever became of its tape, the others are still judged."""
    try:
        # The sentence goes into the page, and that into the zip: a path may name an account or a disk.
        tape = read_tape(part / TAPE, called=f"{part.name}/{TAPE}")
    except TapeError as error:
        return PartTold(part.name, (), f"{error}.")
    hands = judged(tape.head, tape.lines())
    return PartTold(part.name, hands, tape.ended)


def _lines(parts: tuple[PartTold, ...]) -> list[str]:
    said = [_line(part.name, hand) for part in parts for hand in part.hands]
    return said + [f"{part.name}: {part.ended}" for part in parts if part.ended]


def _line(name: str, hand: HandTold) -> str:
    return (
        f"{name} {hand.name}: {hand.by_itself} of {hand.facts} entered automatically and kept, "
        f"{len(hand.corrected)} put right or entered by people, {counted(hand.questions, 'question')}, "
        f"{hand.rests - len(hand.otherwise)} of {counted(hand.rests, 'rest')} that match the record"
    )


def _summary(parts: tuple[PartTold, ...]) -> str:
    hands = [hand for part in parts for hand in part.hands]
    exact = sum(hand.is_exact for hand in hands)
    facts, stood = sum(hand.facts for hand in hands), sum(hand.by_itself for hand in hands)
    share = f" ({stood / facts:.1%})" if facts else ""
    kept = f"{stood} of {counted(facts, 'fact')}{share} entered automatically and kept"
    return f"{exact} of {counted(len(hands), 'hand')} exact, {kept}"


def _json_lines(parts: tuple[PartTold, ...]) -> list[str]:
    told = [json.dumps({"part": part.name, **_plain(hand)}) for part in parts for hand in part.hands]
    hands = [hand for part in parts for hand in part.hands]
    ended = {part.name: part.ended for part in parts if part.ended}
    return [*told, json.dumps({"hands": len(hands), "exact": sum(h.is_exact for h in hands), "ended": ended})]


def _plain(hand: HandTold) -> dict[str, Any]:
    return {
        "hand": hand.name, "facts": hand.facts, "by_itself": hand.by_itself, "questions": hand.questions,
        "rests": hand.rests, "exact": hand.is_exact,
        "corrected": [
            {"was": fact_words(one.was), "left": fact_words(one.left), "rest": one.rest_ns}
            for one in hand.corrected
        ],
        "otherwise": [
            {"rest": one.rest_ns, "differs": [difference_words(each) for each in one.differences]}
            for one in hand.otherwise
        ],
    }  # fmt: skip


def _pack(folder: Path, target: Path) -> None:
    """Pack tapes, pictures and the page, and no other file that somebody put there. Raises OSError."""
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with (
            os.fdopen(handle, "wb") as file,
            # A machine without a battery starts in 1970: a zip calls every day before 1980 its first.
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed,
        ):
            for path in (folder / MARK, folder / PAGE):
                packed.write(path, path.name)
            for part in parts_of(folder):
                for path in (*part.glob(TAPE), *pictures_in(part)):
                    packed.write(path, path.relative_to(folder).as_posix())
    except BaseException:  # Ctrl+C too
        target.unlink(missing_ok=True)
        raise
