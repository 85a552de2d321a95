"""What somebody types for a figure: what is not known is refused in a sentence, and nothing is measured."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from lab.bench import stage_delay
from tests.conftest import ROOT

WITH_A_CAMERA = (
    *("bench.plane_by_tiles", "bench.stage_delay", "bench.stage_sight", "scribe.causes"),
    *("scribe.far_tiles", "scribe.fitted", "scribe.rendered", "scribe.tapping"),
)


@pytest.mark.parametrize(
    ("module", "words", "told"),
    [
        *((name, ["--camera", "top"], "choose from") for name in WITH_A_CAMERA),
        ("bench.stage_scribe", ["--eye", "top"], "choose from"),
        ("scribe.causes", ["--set", "usual,odd"], "give usual or plain"),
        ("scribe.__main__", ["--rates", "0.01,much"], "--rates"),
        ("scribe.__main__", ["--rates", "2"], "--rates"),
        ("scribe.verdicts", ["--rates", "5 %"], "--rates"),
        ("scribe.asked", ["--rates", "0.01,much"], "--rates"),
        ("scribe.reveals", ["many"], "games"),
        ("scribe.thresholds", ["NO_SUCH"], "there is no threshold NO_SUCH"),
    ],
)
def test_what_is_not_known_is_refused_in_a_sentence(
    module: str,
    words: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", [module, *words])
    with pytest.raises(SystemExit) as ended:
        import_module(f"lab.{module}").main()
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_a_name_that_begins_no_file_of_the_page_s_fonts_is_refused() -> None:
    command = [sys.executable, "-m", "lab.fonts", "names", "latn"]
    answered = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answered.returncode == 2
    assert "no file's name begins with latn" in answered.stderr


@pytest.mark.parametrize("words", [["--rendered", "0"], ["--rendered=0"]])
def test_drawn_hands_are_asked_for_with_a_blank_or_an_equals_sign(words: list[str]) -> None:
    command = [sys.executable, "-m", "lab.scribe", *words, "--camera", "top"]
    answered = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "argument --camera: choose from" in answered.stderr


def test_no_delay_is_told_where_the_table_was_told_of_no_discard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Blind:
        def __init__(self, *_: object) -> None:
            """It has nothing to look with."""

        def discard(self, *_: object) -> None:
            return None

        def perform(self, *_: object) -> None:
            return None

        rest = perform

    monkeypatch.setattr(stage_delay, "Delays", Blind)
    monkeypatch.setattr("sys.argv", ["stage_delay", "--discards", "2"])
    stage_delay.main()
    assert capsys.readouterr().out == "oblique: 0 of 2 discards told in time\n"
