"""A data folder that cannot be used, typed for each command that takes one."""

import click
import pytest
from click.testing import CliRunner

from companion.cli import main

NOBODY = "~nobody-of-this-machine/games"
WITH_MORE = {
    ("club", "clock"): ["--data", NOBODY, "pause"],
    ("club", "result"): ["--data", NOBODY, *map(str, (1, 1, 25_000, 25_000, 25_000, 25_000))],
    ("show",): ["--data", NOBODY, "--game", "table-1"],
}
"""Commands whose words `typed` cannot make up by itself."""


def commands(group=main, words=()):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name), command


def typed(words, command, file):
    """The command with the least that it takes, and a data folder in the home of nobody."""
    if words in WITH_MORE:
        return [*words, *WITH_MORE[words]]
    said = []
    for each in command.params:
        if each.name == "data":
            said += ["--data", NOBODY]
        elif each.required or (isinstance(each, click.Argument) and each.nargs == 1):
            value = each.type.choices[0] if isinstance(each.type, click.Choice) else str(file)
            value = "1" if isinstance(each.type, click.types.IntParamType) else value
            said += [each.opts[0], value] if isinstance(each, click.Option) else [value] * abs(each.nargs)
    return [*words, *said]


TAKE_A_FOLDER = [
    (words, command) for words, command in commands() if any(each.name == "data" for each in command.params)
]


@pytest.mark.parametrize(
    ("words", "command"), TAKE_A_FOLDER, ids=[" ".join(words) for words, _ in TAKE_A_FOLDER]
)
def test_a_home_of_nobody_is_one_sentence(words, command, tmp_path):
    file = tmp_path / "file"
    file.touch()
    answer = CliRunner().invoke(main, typed(words, command, file))
    said = f"Error: {NOBODY} cannot be used: there is no such account\n"
    assert (answer.exit_code, answer.output) == (1, said), answer.exception


def test_an_evening_in_a_home_of_nobody_is_one_sentence(tmp_path):
    words = ["run", "--data", str(tmp_path), "--keep-evening", NOBODY]
    answer = CliRunner().invoke(main, words)
    said = f"Error: {NOBODY} cannot be used: there is no such account\n"
    assert (answer.exit_code, answer.output) == (1, said), answer.exception


MAKE_A_FOLDER = {
    *(("run",), ("demo",), ("pretend",), ("restore",), ("enrol",), ("games", "import")),
    *(("club", "start"), ("club", "season"), ("club", "same"), ("club", "zone")),
}
"""Commands that put something there."""
NOWHERE = ["--host", "192.0.2.1", "--port", "0"]
"""An address that no machine has."""
GO_ON = {("doctor",), ("look",)}
"""Commands that say something without a folder, too."""


@pytest.mark.parametrize(
    ("words", "command"),
    [each for each in TAKE_A_FOLDER if each[0] not in MAKE_A_FOLDER],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_a_folder_that_is_mistyped_is_not_made(words, command, tmp_path):
    file, missing = tmp_path / "file", tmp_path / "gmaes"
    file.touch()
    said = [str(missing) if each == NOBODY else each for each in typed(words, command, file)]
    answer = CliRunner().invoke(main, said)
    assert not missing.exists()
    if words not in GO_ON:
        assert (answer.exit_code, answer.output) == (1, f"Error: there is no folder {missing}\n")


@pytest.mark.parametrize(
    "words",
    [
        *(
            ["run", "--record", "empty"],
            ["restore", "empty"],
            ["games", "import", "empty"],
            ["enrol", "house", "empty"],
        ),
        *(
            ["club", "season", "--undo", "spring"],
            ["club", "same", "--undo", "Ana"],
            ["club", "zone", "No/Where"],
        ),
        *(["run", *NOWHERE], ["run", "--club", "10.0.0.5/abc"], ["run", "--tiles", "none"]),
        *(["run", "--tape", "missing/tape", "--port", "0"], ["run", "--keep-evening", NOBODY]),
        *(["demo", *NOWHERE], ["demo", "--club", "nobody"], ["pretend", *NOWHERE]),
    ],
    ids=" ".join,
)
def test_what_is_refused_makes_no_folder(words, tmp_path):
    file, missing = tmp_path / "empty", tmp_path / "gmaes"
    file.touch()
    typed_words = [str(file) if word == "empty" else word for word in words]
    answer = CliRunner().invoke(main, [*typed_words, "--data", str(missing)])
    assert (answer.exit_code, answer.output[:7]) == (1, "Error: "), answer.exception
    assert not missing.exists()


@pytest.mark.parametrize(
    "words", [["games", "list"], ["export", "--format", "csv", "x"], ["bundle", "b.zip"]]
)
def test_a_folder_that_cannot_be_looked_at_is_one_sentence(words):
    answer = CliRunner().invoke(main, [*words, "--data", "x" * 300])
    assert (answer.exit_code, answer.output.count("\n")) == (1, 1), answer.exception
    assert answer.output.endswith(" cannot be used: File name too long\n")
