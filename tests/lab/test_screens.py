"""The pictures of the pages: every view is there, and the companion ends, whatever goes wrong meanwhile."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Self

import pytest

from lab.screens import table
from lab.screens.table import table_in
from tests.toolbox.chromium import CHROMIUM


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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--only", "wins"], "invalid choice: 'wins'"),
        (["--from", "wins"], "invalid choice: 'wins'"),
        (["--docs", "--language", "de"], "the pictures of the docs are in English"),
    ],
)
def test_what_would_take_no_picture_or_the_wrong_ones_is_refused(
    words: list[str], told: str, starts, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("playwright")
    from lab.screens.__main__ import main

    process = starts("")
    monkeypatch.setattr("sys.argv", ["python -m lab.screens", *words])
    with pytest.raises(SystemExit):
        main()
    assert told in capsys.readouterr().err
    assert not process.is_ended


@pytest.mark.gate(0)
def test_every_view_of_an_evening_can_still_be_photographed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("playwright")
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; scripts/install-test-tools brings it")
    from lab.screens import __main__ as screens
    from lab.screens.evening import EVENING

    monkeypatch.setattr(screens, "ROOT", tmp_path)
    monkeypatch.setattr(screens, "SIZES", {"landscape": (1280, 800)})
    monkeypatch.setattr("sys.argv", ["python -m lab.screens", "--language", "fr"])
    screens.main()
    views = {view.name for view in EVENING}
    assert {path.stem.removesuffix("-landscape") for path in tmp_path.rglob("*.png")} >= views
