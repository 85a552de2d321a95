"""What the commands that start the companion share: options, the journal's file, clear errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.bootstrap import Companion, check_address
from companion.clock import SystemClock
from companion.commands.club_table import GOES_ON, check_code, club_of, taken_over
from companion.commands.data_folder import own_folder_to_make
from companion.commands.greeting import greet
from companion.config import LOOPBACK, PORT, Settings, host_name, prepared_folder
from companion.dashboard.pretending import Window
from companion.errors import CompanionError
from companion.intake.eye.following import EyeWish
from companion.intake.feed import FeedPlan
from companion.intake.hardware import PanelPlan
from companion.intake.pacing import FASTEST, SLOWEST
from companion.intake.tape.options import EveningWish, TapeWish
from companion.journal.opening import require_no_writer, speaking_of
from companion.keeping.frugal import hold_little
from companion.keeping.mending import Notice
from companion.keeping.upkeep import Upkeep
from companion.logs import set_up_logs
from companion.riichi.ruleset import RuleSet

if TYPE_CHECKING:
    from companion.intake.tape.evening import KeptEvening
    from companion.intake.tape.recording import Recording

_Function = TypeVar("_Function", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Start:
    """The options for where the companion keeps its files, where its page is, and who may look."""

    host: str
    port: int
    data: str | None
    private: bool
    name: tuple[str, ...]
    https: bool = False


class _Speed(click.FloatRange):
    """A speed within its range; by itself click would accept `nan` in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        speed = super().convert(value, param, ctx)
        if math.isnan(speed):
            self.fail(f"{value} is not a number", param, ctx)
        return speed


def starting_options(function: Callable[..., None]) -> Callable[..., None]:
    """`--host`, `--https`, `--name`, `--port`, `--private` and `--data`, passed on as one `start`."""

    @wraps(function)
    def with_start(
        *,
        host: str,
        port: int,
        data: str | None,
        private: bool,
        name: tuple[str, ...],
        https: bool,
        **others: Any,
    ) -> None:
        function(start=Start(host, port, data, private, name, https), **others)

    started: Callable[..., None] = with_start
    for option in (
        click.option("--data", metavar="DIR", help="Where games are kept."),
        click.option(
            "--port",
            default=PORT,
            show_default=True,
            type=click.IntRange(0, 65_535),
            help="The port of the page; 0 takes any free one.",
        ),
        click.option("--https", is_flag=True, help="Answer https too: a phone's camera needs it."),
        click.option("--private", is_flag=True, help="Devices must be paired even to watch."),
        click.option(
            "--name",
            multiple=True,
            metavar="NAME",
            help="A further name of this machine, besides HOSTNAME.local.",
        ),
        click.option(
            "--host",
            default=LOOPBACK,
            show_default=True,
            help="0.0.0.0 lets every device on the network watch.",
        ),
    ):
        started = option(started)
    return started


def speed_option(function: _Function) -> _Function:
    """`--speed`, for what plays by itself."""
    return click.option(
        "--speed",
        default=1.0,
        show_default=True,
        type=_Speed(SLOWEST, FASTEST),
        help="Speed; 1 is as fast as people play.",
    )(function)


def prepared(start: Start) -> Settings:
    """The settings of this start; the data folder need not be there yet. Raises ClickException."""
    try:
        names = frozenset(map(host_name, start.name))
        folder = own_folder_to_make(start.data)
        return Settings(folder, start.host, start.port, start.private, names, start.https)
    except CompanionError as error:
        raise click.ClickException(str(error)) from error


def run_companion(
    settings: Settings,
    journal_file: Path | None,
    rules: RuleSet,
    plan: FeedPlan | None = None,
    panel: PanelPlan | None = None,
    eye: EyeWish | None = None,
    tape: TapeWish | EveningWish | None = None,
    window: Window | None = None,
    club: str | None = None,
) -> None:
    """Start, print the address, and stay until the process is told to end.

    Without a journal file no game is written to the disk. A CompanionError is raised as a ClickException.
    """
    hold_little()
    went_on: Notice | None = None
    try:
        with ExitStack() as last, ExitStack() as unless_it_runs:
            _require_alone(journal_file)
            check_address(settings)
            check_code(journal_file, club)
            make_folder(settings.folder, unless_it_runs)
            recording = _recording(tape, rules, settings.folder, unless_it_runs) if tape else None
            went_on = taken_over(journal_file, club)
            upkeep = Upkeep(journal_file, SystemClock())
            if went_on is not None:
                upkeep.notices, club = (went_on, *upkeep.notices), None
            table_club = club_of(journal_file, upkeep)
            companion = Companion(
                settings,
                upkeep.journal,
                rules,
                plan,
                upkeep,
                eye=eye,
                tape=recording,
                window=window,
                club=table_club,
            )
            if panel:
                companion.attach_panel(panel)
            set_up_logs(settings.folder / "log" if journal_file else None, lambda: companion.table.seq)
            if table_club:
                last.callback(table_club.stop)
                table_club.show = companion.round.attach
                table_club.clocks = companion.seen_clocks
                table_club.start(club)
            unless_it_runs.pop_all()
            companion.run(lambda: greet(companion.url, settings, companion.certificate))
    except CompanionError as error:
        # The code of a spare is spent by then: typed once more, it would be refused.
        sentence = f"{error}\n{GOES_ON}" if went_on else str(error)
        raise click.ClickException(sentence) from error


def _require_alone(journal_file: Path | None) -> None:
    """Raise JournalInUse if another companion writes this journal: as a rule it has the port, too."""
    if journal_file is not None:
        with speaking_of(journal_file):
            require_no_writer(journal_file)


def make_folder(folder: Path, unless_it_runs: ExitStack) -> None:
    """Make the data folder where it is missing; it is removed if the start fails before anything is in it.

    Raises:
        ConfigError: it cannot be made.
    """
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    prepared_folder(str(folder))
    unless_it_runs.callback(_without_empty, missing)


def _without_empty(folders: list[Path]) -> None:
    """Remove these folders, the innermost first, as far as there is nothing in them."""
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()


def _recording(
    wish: TapeWish | EveningWish, rules: RuleSet, folder: Path, unless_it_runs: ExitStack
) -> Recording | KeptEvening:
    """What writes the tape; importing it takes a tenth of a start, and few starts want it."""
    if isinstance(wish, EveningWish):
        from companion.intake.tape.evening import KeptEvening

        return KeptEvening(wish.path, folder, rules, SystemClock())
    from companion.intake.tape.recording import Recording

    recording = Recording(wish, rules, SystemClock())
    # Nothing is on it yet; left there, it would refuse the next start with the same words.
    unless_it_runs.callback(wish.path.unlink, missing_ok=True)
    unless_it_runs.callback(recording.close)
    return recording
