"""`companion replay`: real records through the rules core, compared fact by fact."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from companion.haifu.opening import open_records
from companion.haifu.record import Record
from companion.plurals import counted
from companion.replaying import GameReplay, replay_record
from companion.rules_file import RulesError, load_rules


@click.command()
@click.argument("paths", nargs=-1, metavar="FILE|DIR|TAR...")
@click.option("--json", "as_json", is_flag=True, help="One JSON line per game, and one for all.")
@click.option("--rules", "rules_name", metavar="NAME|FILE", help="Instead of the rules the record names.")
@click.option("--tape", metavar="FILE", help="Instead: replay what `run --tape` recorded.")
def replay(paths: tuple[str, ...], as_json: bool, rules_name: str | None, tape: str | None) -> None:
    """Replay game records and compare what the rules core computes with what they say.

    Reads mjlog XML, tenhou.net/6 JSON and mjai JSON lines, plain or compressed (gzip, xz, bzip2), singly, in
    folders or in tar archives. A tape is given to today's scribe and rules, and what they write is compared
    with what was written then. Exit status: 0 no mismatch, 1 mismatches, 2 a file could not be read.
    """
    if (tape is None) == (not paths) or (tape and rules_name):
        raise click.UsageError("give records, or one tape with --tape; --rules does not go with --tape")
    if tape is not None:
        from companion.commands.tape import replay_tape  # records need no table

        raise SystemExit(replay_tape(Path(tape), as_json=as_json))
    try:
        rules = load_rules(rules_name) if rules_name else None
    except RulesError as error:
        raise click.ClickException(str(error)) from error
    started = time.perf_counter()
    totals = {"games": 0, "hands": 0, "facts": 0, "mismatches": 0, "unreadable": 0}
    for record in open_records(paths):
        game = replay_record(record, rules)
        _count(totals, game)
        for line in _lines(game, as_json=as_json):
            click.echo(line)
    seconds = round(time.perf_counter() - started, 3)
    click.echo(json.dumps(totals | {"seconds": seconds}) if as_json else _summary(totals, seconds))
    raise SystemExit(2 if totals["unreadable"] else 1 if totals["mismatches"] else 0)


def _count(totals: dict[str, int], game: GameReplay) -> None:
    is_game = bool(game.record.hands) or game.record.failure is None
    totals["games"] += is_game
    totals["hands"] += len(game.hands)
    totals["facts"] += game.facts
    totals["mismatches"] += game.mismatch_count
    totals["unreadable"] += game.record.failure is not None


def _lines(game: GameReplay, *, as_json: bool) -> Iterator[str]:
    failure = _failure(game.record)
    if failure:
        click.echo(failure, err=True)
    if as_json:
        yield json.dumps(_as_json(game), ensure_ascii=False)
        return
    for told in _mismatches(game):
        yield f"{game.record.name}: {told}"


def _failure(record: Record) -> str:
    return f"{record.name}: {record.failure}" if record.failure else ""


def _mismatches(game: GameReplay) -> Iterable[str]:
    for hand in game.hands:
        yield from (f"{hand.hand}: {told}" for told in hand.mismatches)
    yield from game.mismatches


def _as_json(game: GameReplay) -> dict[str, Any]:
    record = game.record
    said: dict[str, Any] = {
        "game": record.name,
        "format": record.format.value,
        "players": record.rules.players,
        "rules": record.rules.name,
        "hands": [asdict(hand) for hand in game.hands],
        "final": game.final,
        "scores": game.scores,
        "mismatches": game.mismatch_count,
    }
    if game.mismatches:
        said["differs"] = game.mismatches
    if record.failure:
        said["unreadable"] = str(record.failure)
    return said


def _summary(totals: dict[str, int], seconds: float) -> str:
    per_second = round(totals["facts"] / seconds) if seconds else 0
    return (
        f"{counted(totals['games'], 'game')}, {counted(totals['hands'], 'hand')}, "
        f"{counted(totals['facts'], 'fact')}: "
        f"{counted(totals['mismatches'], 'mismatch', 'mismatches')}, {totals['unreadable']} unreadable "
        f"({seconds} s, {per_second} facts/s)"
    )
