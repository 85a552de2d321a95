"""`companion pretend`, as it is typed: its options reach the table, with a folder of its own and without."""

import pytest
from click.testing import CliRunner

from companion.cli import main


@pytest.mark.parametrize("is_kept", [False, True])
def test_the_options_of_the_page_hold_without_a_folder_too(monkeypatch, tmp_path, is_kept):
    found = []
    monkeypatch.setattr("companion.commands.pretend._play", lambda _, start, **__: found.append(start))
    words = ["pretend", "--https", "--private", "--port", "0", "--name", "table.example"]
    outcome = CliRunner().invoke(main, [*words, *(["--data", str(tmp_path)] if is_kept else [])])
    assert outcome.exit_code == 0, outcome.output
    (start,) = found
    assert (start.https, start.private, start.port, start.name) == (True, True, 0, ("table.example",))
    assert start.data == str(tmp_path) if is_kept else start.data
