"""`companion club round`, `clock`, `swap`, `penalty`, `scores` …: for an organiser while people play."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.club_tournament import data_option, opened, table_option
from companion.commands.sentences import told_in_a_sentence
from companion.errors import ConfigError
from companion.keeping.club_file import keep_club, kept_club
from companion.plurals import counted
from companion.tournament.penalty_kind import PenaltyKind

if TYPE_CHECKING:
    from companion.club.scoreboard import Scores
    from companion.commands.club_tournament import Evening
    from companion.tournament.results import TableResult


class _WithNumbers(click.Command):
    """A command that takes a number below 0, which looks like an option, for a number."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed. Raises UsageError."""
        known = {name for one in self.get_params(ctx) for name in one.opts}
        others = [word for word in args if word.startswith("-") and word.partition("=")[0] not in known]
        ctx.ignore_unknown_options = all(word[1:].isdecimal() for word in others)
        return super().parse_args(ctx, args)


@click.command(name="round")
@data_option
@click.argument("what", type=click.Choice(["show", "start"]), default="show")
def round_(data: str | None, what: str) -> None:
    """Start the next round and its clock, or show the current one."""
    with told_in_a_sentence(), opened(data) as evening:
        if what == "start":
            evening.do("start", round=evening.tournament.begun + 1)
        _show_round(evening)


@click.command(cls=_WithNumbers)
@data_option
@table_option
@click.argument("what", type=click.Choice(["pause", "go", "extra"]))
@click.argument("minutes", type=int, required=False)
def clock(data: str | None, what: str, minutes: int | None, table: int) -> None:
    """Pause or resume the clock of the round, or give extra MINUTES to one table or to all."""
    from companion.club.round_time import RoundTime
    from companion.tournament.changes import ClockPaused, ClockResumed, TimeGiven

    if (what == "extra") != (minutes is not None):
        raise click.UsageError("say minutes with extra, and only there")
    if table and what != "extra":
        raise click.UsageError("say --table only with extra: the clock stops and goes on for every table")
    with told_in_a_sentence(), opened(data) as evening:
        if what == "extra":
            evening.file.say(TimeGiven(table, int(minutes or 0)))
        else:
            now = RoundTime(evening.folder).now_s(evening.tournament)
            evening.file.say(ClockPaused(now) if what == "pause" else ClockResumed(now))
        _show_round(evening)


@click.command()
@data_option
@click.argument("number", metavar="ROUND", type=int)
@click.argument("one")
@click.argument("other")
def swap(data: str | None, number: int, one: str, other: str) -> None:
    """Let two people swap places in ROUND, even once it is over; each gets the score of the new place."""
    from companion.commands.club_people import player_called
    from companion.tournament.changes import PlayersSwapped

    with told_in_a_sentence(), opened(data) as evening:
        people = sorted(player_called(evening.tournament, name).number for name in (one, other))
        evening.file.say(PlayersSwapped(number, *people))
        _show_seats(evening.scores(), number)


@click.command(cls=_WithNumbers)
@data_option
@click.option("--round", "number", type=int, default=0, help="The round in which it was given.")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in PenaltyKind]),
    default="points",
    help="What the referee gives.",
)
@click.argument("player")
@click.argument("points", type=int)
@click.argument("reason", required=False, default="")
def penalty(data: str | None, player: str, points: int, reason: str, number: int, kind: str) -> None:
    """Give PLAYER a penalty that takes POINTS off the total: 20000 lowers it by 20.0.

    Only kinds that the tournament's rules know can be given.
    """
    from companion.commands.club_people import player_called
    from companion.tournament.changes import PenaltyGiven

    with told_in_a_sentence(), opened(data) as evening:
        found = player_called(evening.tournament, player)
        evening.file.say(PenaltyGiven(found.number, points, reason, number, PenaltyKind(kind)))
    what = "" if kind == PenaltyKind.POINTS else f" ({kind.replace('_', ' ')})"
    click.echo(f"{found.name} loses {points / 1_000:g}{what}")


@click.command(cls=_WithNumbers)
@data_option
@click.argument("number", metavar="ROUND", type=int)
@click.argument("table", type=int)
@click.argument("points", type=int, nargs=-1)
@click.option("--instead", is_flag=True, help="Replace other points that were typed before.")
def result(data: str | None, number: int, table: int, points: tuple[int, ...], *, instead: bool) -> None:
    """Enter the final POINTS of a table, from east to north; or one number: which of its games counts."""
    from companion.club.tournament_file import sticks_missing
    from companion.tournament.changes import GameChosen, ResultTyped

    if len(points) not in (1, 4):
        raise click.UsageError("say the four players' points, or the number of one game")
    with told_in_a_sentence(), opened(data) as evening:
        if len(points) == 4:
            told = ResultTyped(number, table, (points[0], points[1], points[2], points[3]))
            before = evening.file.type_points(told)
            if before is not None and isinstance(before.change, ResultTyped):
                stands = before.change.points
                if not instead or evening.file.type_points(told, stands):
                    there = " ".join(map(str, stands))
                    raise ConfigError(f"{there} were typed there before; to replace them, add --instead")
            if missing := sticks_missing(evening.tournament, told):
                lying = counted(
                    missing // 1_000, "riichi stick that nobody won", "riichi sticks that nobody won"
                )
                click.echo(f"! {missing:,} points are missing: {lying}?", err=True)
        else:
            companion = evening.companion_with(number, table, points[0])
            evening.file.say(GameChosen(number, table, companion, points[0]))
        _show_seats(evening.scores(), number)


@click.command()
@data_option
@click.option("--carried", type=click.IntRange(0, 100), default=100, show_default=True, help="Percent.")
@click.argument("players", type=int)
def cut(data: str | None, players: int, carried: int) -> None:
    """Let only the first PLAYERS of the standings go on, with a part of their total."""
    with told_in_a_sentence(), opened(data) as evening:
        evening.do("cut", players=players, carried=carried)
        now = evening.tournament
        names = ", ".join(map(now.name, now.cut.players if now.cut else ()))
    click.echo(f"{names} go on")


@click.command()
@data_option
@click.argument("revision", type=int, required=False)
def undo(data: str | None, revision: int | None) -> None:
    """Take back change REVISION, or all of the newest decision.

    To bring it back, undo a revision that this prints.
    """
    from companion.tournament.changes import Undone
    from companion.tournament.recording import undoing

    with told_in_a_sentence(), opened(data) as evening:
        kinds = {one.revision: type(one.change) for one in evening.file.records}
        is_one = revision is not None and kinds.get(revision) is not Undone
        made = (Undone(revision or 0),) if is_one else undoing(evening.file.records, revision or 0)
        first = evening.file.say(*made) - len(made) + 1
    for number, one in enumerate(made, first):
        click.echo(f"{kinds[one.revision].__name__} of revision {one.revision} is undone (revision {number})")


@click.command()
@data_option
def changes(data: str | None) -> None:
    """List all changes of the tournament with their revisions; what is undone is marked."""
    from companion.tournament.changes import encode_record
    from companion.tournament.recording import undone_in

    with told_in_a_sentence(), opened(data) as evening:
        undone = undone_in(evening.file.records)
        for record in evening.file.records:
            told = json.loads(encode_record(record))["change"]
            kind = told.pop("is")
            told.pop("rules", None)
            text = json.dumps(told, ensure_ascii=False)
            mark = "x" if record.revision in undone else " "
            click.echo(
                f"{mark} {record.revision:4}  {kind} {text if len(text) < 160 else text[:157] + '...'}"
            )


@click.command()
@data_option
@click.argument("name")
def forget(data: str | None, name: str) -> None:
    """Replace NAME with a number in this tournament and all earlier ones. Scores stay.

    What `companion club same` says of the name goes, too, with the person's other names. Games themselves are
    deleted, or the names in them removed, at their tables. It says where a game, a title, a team or a file
    still has the name.
    """
    with told_in_a_sentence(), opened(data) as evening:
        folder = evening.folder.parent
        known = kept_club(folder)
        spellings = evening.file.spellings_of(name)
        names = tuple(dict.fromkeys(chain.from_iterable(map(known.names_of, spellings))))
        found = evening.file.forget(*names)
        if is_known := known.without_names(names) != known:
            keep_club(folder, known.without_names(names), names)
        if not (found or is_known):
            raise click.ClickException(f"nobody is called {name!r} in any tournament")
        click.echo(f"the name is taken out of {counted(found, 'tournament')}")
        for sentence in _where_it_still_stands(evening, names):
            click.echo(f"! {sentence}", err=True)


def _where_it_still_stands(evening: Evening, names: tuple[str, ...]) -> Iterator[str]:
    """Where people have to take a name out themselves: games, and files that were set aside."""
    from companion.club.members import Members
    from companion.club.scoreboard import games_naming
    from companion.club.tournament_file import FILE, earlier, written_in
    from companion.tournament.forgetting import is_titled_after

    try:
        called: Callable[[str], str] = Members(evening.folder).name
    except ConfigError:  # the list is damaged; its tables go by their ids
        called = str
    for companion, count in games_naming(evening.scores(), names).items():
        games = "a game still has" if count == 1 else f"{count} games still have"
        yield (
            f"{called(companion)}: {games} the name, and until it is taken out there or deleted, the "
            "score in it counts for nobody"
        )
    for file in (*earlier(evening.folder), evening.folder / FILE):
        if is_titled_after(written_in(file), names):
            yield f"{file}: a title or a team has the name"
    folders = (evening.folder.parent, evening.folder)
    for file in chain.from_iterable(sorted(one.glob("*.damaged-*")) for one in folders):
        yield f"{file} was set aside as damaged and may have the name: delete it if it is no longer needed"


@click.command()
@data_option
@click.option("--csv", "as_csv", is_flag=True, help="As CSV.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@click.option(
    "--html", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write one page to FILE."
)
def scores(data: str | None, html: Path | None, *, as_csv: bool, as_json: bool) -> None:
    """Show the standings of the tournament, with the current scores of games still being played."""
    from companion.club.scoreboard import doubts_in
    from companion.evenings.csv_writer import cell
    from companion.tournament.papers import standings_page, standings_rows, standings_text, written

    with told_in_a_sentence(), opened(data) as evening:
        found = evening.scores()
    if html is not None:
        page = standings_page(found.tournament, found.results, found.standings)
        with told_in_a_sentence():
            html.write_text(page, encoding="utf-8")
        click.echo(f"{html} is written")
    elif as_csv:
        click.echo(written(standings_rows(found.standings), cell), nl=False)
    elif as_json:
        click.echo(json.dumps(asdict(found.standings), ensure_ascii=False, indent=1))
    else:
        for line in standings_text(found.standings):
            click.echo(line)
    for sentence in doubts_in(found):
        click.echo(f"! {sentence}", err=True)


def _state(result: TableResult) -> str:
    hands = f" after {counted(result.hands, 'hand')}" if result.hands else ""
    return f"{result.state.value}{hands}"


def _show_round(evening: Evening) -> None:
    from companion.club.round_time import RoundTime
    from companion.club.scoreboard import doubts_in

    found = evening.scores()
    tournament = found.tournament
    current = tournament.current
    if current is None or current.clock is None:
        click.echo("no round has begun")
        return
    state = "" if current.clock.is_running else ", the clock stands still"
    minutes = int(current.clock.elapsed_s(RoundTime(evening.folder).now_s(tournament)) // 60)
    limit = current.clock.limit_s(0) // 60
    whole = counted(limit, "minute")
    time = f"{minutes} of {whole}" if current.clock.minutes else counted(minutes, "minute")
    click.echo(f"Round {tournament.begun} of {tournament.length}: {time}{state}")
    _show_seats(found, tournament.begun)
    for sentence in doubts_in(found, tournament.begun):
        click.echo(f"! {sentence}")


def _show_seats(found: Scores, number: int) -> None:
    """Print each table with its people and how far it has come."""
    from companion.tournament.papers import plan_text

    lines = list(plan_text(found.tournament, number))[1:]
    states = {one.table: one for one in found.results if one.round == number}
    clock = found.tournament.rounds[number - 1].clock
    for at, line in enumerate(lines, 1):
        told = [_state(states[at])] if at in states else []
        if clock and at in clock.extra:
            told.append(counted(clock.limit_s(at) // 60, "minute"))
        shown = ", ".join(filter(None, told))
        click.echo(f"{line}  ({shown})" if shown else line)
    for one in states.values():
        for doubt in one.doubts:
            click.echo(f"! {doubt.sentence}")
