"""`companion club new`, `settings`, `players`, `plan` and `assign`: what an organiser sets up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.data_folder import club_folder
from companion.commands.sentences import told_in_a_sentence
from companion.plurals import counted

if TYPE_CHECKING:
    from companion.club.scoreboard import Scores
    from companion.club.tournament_file import TournamentFile
    from companion.tournament.changes import Change
    from companion.tournament.state import Player, Tournament

data_option = click.option("--data", metavar="DIR", help="Where the hub keeps the club.")
table_option = click.option("--table", type=int, default=0, help="Only this table; 0 is every one.")


def _terms(function: Any) -> Any:
    for option in (
        click.option(
            "--again", type=click.IntRange(0, 3600), help="Seconds after somebody ran over, per player."
        ),
        click.option("--free", type=click.IntRange(0, 3600), help="Free seconds a discard, per player."),
        click.option(
            "--bank", type=click.IntRange(0, 86_400), help="Seconds a game, per player; 0: no such clock."
        ),
        click.option("--ties", type=click.Choice(["none", "places"]), help="What decides equal totals."),
        click.option("--uma", metavar="POINTS", help="By place, in thousands: 15,5,-5,-15."),
        click.option(
            "--then", type=click.Choice(["this-hand", "one-more"]), help="What is played once time is up."
        ),
        click.option("--minutes", type=click.IntRange(0, 1440), help="How long a round lasts; 0: no limit."),
        click.option("--rules", "rules_name", metavar="NAME|FILE", help="The rules for everybody."),
        click.option("--rounds", type=click.IntRange(1, 40), help="How many games each one plays."),
    ):
        function = option(function)
    return function


class Evening:
    """The hub's file of the tournament, and the copies of the tables, as a command uses them."""

    def __init__(self, folder: Path) -> None:
        from companion.club.copies import Copies
        from companion.club.scoreboard import Scoreboard
        from companion.club.service import FILE

        self.folder = folder
        self.copies = Copies(folder / FILE)
        self._board = Scoreboard(folder, self.copies)

    @property
    def file(self) -> TournamentFile:
        """The file of what the organiser has said."""
        return self._board.file

    @property
    def tournament(self) -> Tournament:
        """The tournament as it is now."""
        return self.file.tournament

    def scores(self) -> Scores:
        """Results and standings, counted now."""
        self._board.look()
        return self._board.scores

    def companion_with(self, round_: int, table: int, game: int) -> str:
        """Which companion that followed a table in a round has this game. Raises ConfigError."""
        from companion.errors import ConfigError

        found = self.scores()
        rounds = found.tournament.rounds
        mine = rounds[round_ - 1].companions.get(table, ()) if 1 <= round_ <= len(rounds) else ()
        has = [one.companion for one in found.games if one.number == game and one.companion in mine]
        if not has:
            raise ConfigError(f"table {table} has no game {game}")
        return has[-1]

    def do(self, act: str, **told: object) -> None:
        """Do what a host does on the hub's page, as one decision. Raises ConfigError, ChangeRefused."""
        from companion.club.members import Members
        from companion.club_page.organising import FieldRefused, Fields, Organiser
        from companion.errors import ConfigError

        organiser = Organiser(self.folder, Members(self.folder), lambda: self.scores().games)
        try:
            organiser.do(act, Fields(told))
        except FieldRefused as refused:
            raise ConfigError(str(refused)) from refused
        self._board.look()

    def close(self) -> None:
        """Let go of the files."""
        self.copies.close()


@contextmanager
def opened(data: str | None) -> Iterator[Evening]:
    """The tournament of the hub in a data folder, whether the hub is running or not."""
    evening = Evening(club_folder(data))
    try:
        yield evening
    finally:
        evening.close()


@click.command()
@data_option
@_terms
@click.argument("title")
def new(data: str | None, title: str, **terms: Any) -> None:
    """Begin a tournament called TITLE. The one before is put aside, with all that was said of it."""
    from companion.tournament.changes import TitleSet

    with told_in_a_sentence(), opened(data) as evening:
        terms = _typed_terms(terms)
        evening.file.begin(TitleSet(title), *_changes(terms, evening.tournament, is_new=True))
        _show_terms(evening.tournament)


@click.command()
@data_option
@_terms
def settings(data: str | None, **terms: Any) -> None:
    """Show the settings of the tournament, or change some of them."""
    with told_in_a_sentence(), opened(data) as evening:
        changes = _changes(_typed_terms(terms), evening.tournament)
        if changes:
            evening.file.say(*changes)
        _show_terms(evening.tournament)


def _typed_terms(terms: dict[str, Any]) -> dict[str, Any]:
    """The options that were typed."""
    return {name: value for name, value in terms.items() if value is not None}


def _changes(terms: dict[str, Any], tournament: Tournament, *, is_new: bool = False) -> tuple[Change, ...]:
    from companion.player_clock import OFF, PlayerClockSet
    from companion.riichi.presets import HOUSE
    from companion.riichi.ruleset import TimeLimit
    from companion.rules_file import load_rules
    from companion.tournament.changes import LengthSet, RulesSet, TieBreak, TimeSet

    changes: list[Change] = []
    if {"rules_name", "uma", "ties"} & set(terms):
        before = HOUSE if is_new else tournament.rules
        rules = load_rules(terms["rules_name"]) if "rules_name" in terms else before
        if "uma" in terms:
            rules = replace(rules, uma=_uma(terms["uma"]), uma_by_winners=())
        known_ties = TieBreak.NONE if is_new else tournament.tie_break
        changes.append(RulesSet(rules, TieBreak(terms["ties"]) if "ties" in terms else known_ties))
    if "rounds" in terms:
        changes.append(LengthSet(terms["rounds"]))
    if {"minutes", "then"} & set(terms):
        minutes = terms.get("minutes", 0 if is_new else tournament.minutes)
        known_then = TimeLimit.NONE if is_new else tournament.then
        then = TimeLimit(terms["then"].replace("-", "_")) if "then" in terms else known_then
        if "then" in terms and not minutes:
            raise click.UsageError("--then is for rounds with a time limit: say --minutes too")
        if minutes and then is TimeLimit.NONE:
            then = TimeLimit.ONE_MORE
        changes.append(TimeSet(minutes, then if minutes else TimeLimit.NONE))
    if {"bank", "free", "again"} & set(terms):
        known = OFF if is_new else tournament.clock
        said = {f"{name}_s": terms[name] for name in ("bank", "free", "again") if name in terms}
        changes.append(PlayerClockSet(replace(known, **said)))
    return tuple(changes)


def _uma(typed: str) -> tuple[int, ...]:
    uma: list[int] = []
    with suppress(ValueError):
        uma = [int(each) for each in typed.split(",")]
    if len(uma) != 4 or sum(uma) != 0 or max(map(abs, uma)) > 1_000:
        raise click.UsageError("uma must be four whole numbers that come to 0, such as 15,5,-5,-15")
    return tuple(uma)


def _show_terms(tournament: Tournament) -> None:
    from companion.riichi.ruleset import TimeLimit

    then = {TimeLimit.THIS_HAND: ", then this hand", TimeLimit.ONE_MORE: ", then one more hand"}
    time = (
        f"{counted(tournament.minutes, 'minute')}{then.get(tournament.then, '')}"
        if tournament.minutes
        else "no time limit"
    )
    uma = ", ".join(f"{one:+d}" for one in tournament.rules.uma)
    rounds = counted(tournament.length, "round") if tournament.length else "? rounds"
    click.echo(
        f"{tournament.title}: {rounds}, rules {tournament.rules.name}, uma {uma}, {time}{_bank(tournament)}"
    )


def _bank(tournament: Tournament) -> str:
    clock = tournament.clock
    return (
        f", {clock.bank_s} s for each player and {clock.free_s} s free a discard, then {clock.again_s} s"
        if clock.is_on
        else ""
    )


@click.command()
@data_option
@click.option("--add", multiple=True, metavar="NAME", help="Enter a player.")
@click.option("--substitute", multiple=True, metavar="NAME", help="Enter a substitute.")
@click.option("--left", multiple=True, metavar="NAME", help="Plays no further round.")
@click.option("--back", multiple=True, metavar="NAME", help="Plays again.")
@click.option("--rename", nargs=2, multiple=True, metavar="NAME NEW", help="Change a name.")
@click.option("--team", nargs=2, multiple=True, metavar="NAME TEAM", help="Put a player into a team.")
@click.option(
    "--fixed", nargs=2, multiple=True, metavar="NAME TABLE", help="Always at this table; 0: at any."
)
@click.option("--earlier", is_flag=True, help="Enter whoever played in the tournament before.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
def players(data: str | None, file: Path | None, *, earlier: bool, **typed: Any) -> None:
    """Enter players, from a FILE with a name in each line or a CSV of name and team; without any, list them.

    Whoever comes or goes later changes only rounds that have not begun. If somebody leaves whose table still
    plays, it says what to do there.
    """
    from companion.commands.club_people import changes_of, earlier_players, entrants_of

    with told_in_a_sentence(), opened(data) as evening:
        added = entrants_of(file) if file else ()
        if earlier:
            added += earlier_players(evening.folder)
        changes = changes_of(evening.tournament, added, typed)
        seated = len(evening.tournament.rounds)
        if changes:
            evening.file.say(*changes)
        for one in evening.tournament.players:
            click.echo(f"{one.number:4}  {one.name}{_remarks(one)}")
        if not evening.tournament.players:
            click.echo("nobody is entered")
        for sentence in _after_changes(evening, seated, has_left=bool(typed["left"])):
            click.echo(f"! {sentence}", err=True)


def _after_changes(evening: Evening, seated: int, *, has_left: bool) -> Iterator[str]:
    """What is left to do: for tables that lose a player while they play, and for rounds to seat again."""
    from companion.tournament.doubts import DoubtKind

    doubts = (doubt for one in evening.scores().results for doubt in one.doubts) if has_left else ()
    yield from (
        f"round {doubt.round}: {doubt.sentence}" for doubt in doubts if doubt.kind is DoubtKind.HAS_LEFT
    )
    now = evening.tournament
    if len(now.rounds) < seated:
        first = len(now.rounds) + 1
        which = f"round {first} is" if first == seated else f"rounds {first} to {seated} are"
        yield f"{which} not seated now: `companion club plan` seats everybody, or the start of the next round"


def _remarks(player: Player) -> str:
    told = (
        player.team and f"team {player.team}",
        player.is_substitute and "substitute",
        player.is_away and "left",
        player.table and f"always at table {player.table}",
    )
    return "".join(f"  {one}" for one in told if one)


@click.command()
@data_option
@click.option("--seed", default=1, show_default=True, help="Another seed gives other seats.")
@click.option("--csv", "as_csv", is_flag=True, help="As CSV.")
def plan(data: str | None, seed: int, *, as_csv: bool) -> None:
    """Seat everybody in all rounds that have not begun, and show all rounds."""
    from companion.evenings.csv_writer import cell
    from companion.tournament.papers import plan_rows, plan_text, quality_text, written
    from companion.tournament.replanning import quality

    with told_in_a_sentence(), opened(data) as evening:
        if evening.tournament.begun < evening.tournament.length or not evening.tournament.length:
            evening.file.decide(lambda now: _seated(evening, now, seed))
        found = evening.tournament
        if as_csv:
            click.echo(written(plan_rows(found), cell), nl=False)
        else:
            for number in range(1, len(found.rounds) + 1):
                for line in plan_text(found, number):
                    click.echo(line)
        click.echo(quality_text(quality(found)), err=True)


@click.command()
@data_option
@click.argument("table", type=int)
@click.argument("companion")
def assign(data: str | None, table: int, companion: str) -> None:
    """Let COMPANION, by its name or number in `companion club tables`, follow TABLE; or `none`.

    In the middle of a round a spare takes over: the game that it finishes counts.
    """
    from companion.club.members import Members
    from companion.tournament.changes import TableGiven

    with told_in_a_sentence(), opened(data) as evening:
        found = None if companion == "none" else Members(evening.folder).find(companion)
        evening.file.say(TableGiven(table, found.id if found else ""))
    click.echo(f"table {table} is followed by {found.name if found else 'nothing'}")


def _seated(evening: Evening, now: Tournament, seed: int = 1) -> tuple[Change, ...]:
    """Seats for all rounds that have not begun, and the companions of their tables."""
    from companion.tournament.folding import changed
    from companion.tournament.replanning import planned

    seats = planned(now, seed)
    return (seats, *_companions(evening, changed(now, seats)))


def _companions(evening: Evening, now: Tournament) -> tuple[Change, ...]:
    from companion.club.members import Members
    from companion.tournament.companions import tables_given

    return tables_given(now, Members(evening.folder).may_follow)
