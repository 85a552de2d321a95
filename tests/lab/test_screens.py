"""The companion that is photographed ends with the pictures, whatever goes wrong while they are taken."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Self

import pytest

from lab.screens import table
from lab.screens.table import table_in


class Started:
    """A process that says one line."""

    def __init__(self, line: str) -> None:
        self.stdout, self.is_ended = io.StringIO(line), False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.is_ended, "it is waited for before it is ended"

    def terminate(self) -> None:
        self.is_ended = True


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch):
    def start(line: str) -> Started:
        process = Started(line)
        monkeypatch.setattr(table.subprocess, "Popen", lambda *_, **__: process)
        return process

    return start


def test_a_companion_ends_if_no_browser_can_be_started(starts, tmp_path: Path) -> None:
    process = starts("Open http://127.0.0.1:5432/ on a tablet\n")
    with pytest.raises(FileNotFoundError), table_in(tmp_path):
        raise FileNotFoundError("chromium")
    assert process.is_ended


def test_a_companion_that_names_no_address_is_ended_too(starts, tmp_path: Path) -> None:
    process = starts("")
    with pytest.raises(AssertionError, match="named no address"), table_in(tmp_path):
        pass
    assert process.is_ended
