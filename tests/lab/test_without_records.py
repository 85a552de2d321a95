"""The lab without the recorded games: pretend ones are watched, and no page calls them recorded."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest

from companion.riichi.presets import TENHOU
from lab.scribe import __main__ as watching
from lab.scribe import hands
from lab.scribe.fit import apart
from lab.scribe.hands import pretend_hands


@pytest.mark.parametrize("name", ["asked", "causes", "far_tiles", "fit", "fitted", "tapping"])
def test_a_page_of_recorded_games_gets_no_line_of_pretend_ones(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hands, "LOGS", tmp_path)
    monkeypatch.setattr("sys.argv", [name, "--write"])
    with pytest.raises(SystemExit) as ended:
        import_module(f"lab.scribe.{name}").main()
    assert ended.value.code == 2
    assert "--write is for recorded games" in capsys.readouterr().err


def test_pretend_hands_can_be_fitted_to_and_held_out() -> None:
    found = list(islice(enumerate(pretend_hands(TENHOU, 1)), 2))
    apart(found[:1], found[1:])


def test_pretend_hands_that_are_skipped_are_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LOGS", tmp_path)
    (one,) = watching.hands(hands.ARCHIVE, 1, 10**9)
    before, same = watching.hands(hands.ARCHIVE, 2, 10**9 - 1)
    assert one == same
    assert (before[0], same[0]) == (10**9 - 1, 10**9)
    apart([before], [same])
