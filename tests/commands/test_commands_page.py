"""docs/reference/commands.md: every example comes out as it says, and no command or option is left out."""

import re
import shlex
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.club.tournament_file import TournamentFile
from companion.evidence import Cause
from companion.journal import Draft, SqliteJournal
from companion.riichi.presets import PRESETS, TENHOU
from companion.riichi.public import public_twin
from companion.riichi.ruleset import TimeLimit
from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PlayersAdded,
    ResultTyped,
    RoundsSeated,
    RoundStarted,
    RulesSet,
    TimeSet,
    TitleSet,
)
from tests.conftest import ROOT
from tests.front_door.own_records import broken_lines, own_facts, own_text
from tests.tapes.making import misread_tape

PAGE = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
NOON = "2024-01-01T12:00:00.000000Z"
LEFT_OUT = "…"


def examples() -> Iterator[tuple[str, str]]:
    """What is typed, and what comes out."""
    for block in re.findall(r"```console\n\$ (.*?)```", PAGE, re.DOTALL):
        typed, _, said = block.partition("\n")
        yield typed, said


EXAMPLES = tuple(examples())


def commands() -> Iterator[tuple[str, click.Command]]:
    yield "companion", main
    yield from _under(main, "companion")


def _under(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from _under(command, f"{path} {name}")


COMMANDS = tuple(commands())
every_command = pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[path for path, _ in COMMANDS])


def type_in(typed: str) -> str:
    """What a person sees who types this, in a window of 80 columns."""
    words, asked = shlex.split(typed), None
    if words[0] == "echo":
        asked, words = words[1] + "\n", words[3:]
    assert words[0] == "companion"
    runner = CliRunner(env={"COLUMNS": "80"})
    return runner.invoke(main, words[1:], input=asked, prog_name="companion").output


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """The folder in which the page's examples are typed."""
    (tmp_path / "game.xml").write_text(own_text("mjlog", 7))
    (tmp_path / "broken.jsonl").write_text(broken_lines(7))
    (tmp_path / "evening.tape").write_bytes(misread_tape())
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with closing(SqliteJournal(tmp_path / "games" / "demo.sqlite")) as journal:
        game = journal.next_game("pretend", TENHOU, NOON)
        told = [Draft(at=NOON, because=Cause.PRETEND, fact=public_twin(fact)) for fact in own_facts(7)]
        journal.append(game, told)
    begin_evening(tmp_path / "evening")
    for nothing_yet in ("club", "hub"):
        (tmp_path / nothing_yet).mkdir()
    monkeypatch.chdir(tmp_path)


def begin_evening(folder: Path) -> None:
    """A club whose first round is played, without companions: its points were typed."""
    (folder / "club").mkdir(parents=True)
    people = ("Anna", "Ben", "Chiyo", "Dario", "Ela", "Finn", "Goro", "Hana")
    one, other = (1, 2, 3, 4), (5, 6, 7, 8)
    TournamentFile(folder / "club").say(
        TitleSet("Wednesday"),
        RulesSet(PRESETS["ema"]),
        LengthSet(2),
        TimeSet(60, TimeLimit.ONE_MORE),
        PlayersAdded(tuple(map(Entrant, people))),
        RoundsSeated(1, ((one, other), ((2, 5, 4, 7), (6, 1, 8, 3)))),
        RoundStarted(1, time.time()),
        ResultTyped(1, 1, (41_000, 33_000, 27_000, 19_000)),
        ResultTyped(1, 2, (25_000, 38_000, 30_000, 27_000)),
    )


@pytest.mark.usefixtures("in_utc")
@pytest.mark.parametrize(("typed", "said"), EXAMPLES, ids=[typed for typed, _ in EXAMPLES])
def test_an_example_comes_out_as_the_page_says(desk, typed, said):
    pattern = re.escape(said).replace(LEFT_OUT, ".*")
    output = type_in(typed)
    assert re.fullmatch(pattern, output, re.DOTALL), f"{typed} says:\n{output}"


@every_command
def test_every_command_has_its_place_its_help_and_an_example(path, command):
    heading = "#" if path == "companion" else r"##+ " + path
    assert re.search(rf"^{heading}", PAGE, re.MULTILINE)
    typed = [typed for typed, _ in EXAMPLES]
    assert f"{path} --help" in typed
    if not isinstance(command, click.Group):
        assert re.search(rf"^(\$ |\$ echo .*\| ){path}( |$)(?!--help)", PAGE, re.MULTILINE)


@every_command
def test_every_option_says_what_it_is(path, command):
    options = [param for param in command.params if isinstance(param, click.Option)]
    assert not [option.opts[0] for option in options if not option.help]
    said = dict(EXAMPLES)[f"{path} --help"]
    assert not [option.opts[0] for option in options if option.opts[0] not in said]


def test_an_example_that_is_wrong_would_be_seen(desk):
    output = type_in("companion rules diff tenhou tenhou")
    assert output == "tenhou and tenhou are the same.\n"
    assert not re.fullmatch(re.escape("tenhou and wrc are the same.\n"), output)
