"""`python -m lab.bench`: a benchmark that is named runs, on any machine that can run the browser tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

import pytest

from lab.bench import plane_by_tiles
from lab.bench.figures import Figure
from tests.conftest import ROOT


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lab.bench", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("words", "status"), [(["--help"], 0), (["figures"], 2), (["latncy"], 2)])
def test_whoever_does_not_know_the_benchmarks_is_told_their_names(words: list[str], status: int) -> None:
    answered = bench(*words)
    assert answered.returncode == status
    told = answered.stdout + answered.stderr
    assert "first_paint" in told
    assert "Traceback" not in told


def test_first_paint_is_measured_at_a_table_with_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("playwright")
    from lab.bench import first_paint

    @contextmanager
    def no_browser() -> Iterator[None]:
        yield None

    def visited(_browser: None, address: str, language: str) -> Iterator[Figure]:
        with urlopen(address) as page:  # noqa: S310
            yield Figure(language, page.status, "")

    monkeypatch.setattr(first_paint, "browser", no_browser)
    monkeypatch.setattr(first_paint, "_of_language", visited)
    assert {figure.value for figure in first_paint.figures()} == {200}


def test_every_benchmark_looks_for_the_browser() -> None:
    """Where it is differs between systems: tests/toolbox/chromium.py finds it."""
    scripts = sorted((ROOT / "lab").rglob("*.py"))
    assert scripts
    assert not [path.name for path in scripts if "/usr/bin/" in path.read_text(encoding="utf-8")]


def test_the_page_of_one_camera_names_the_command_that_makes_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plane_by_tiles, "lines", lambda *_: ())
    words = "python -m lab.bench.plane_by_tiles --tables 1 --camera low"
    monkeypatch.setattr("sys.argv", words.split()[2:])
    plane_by_tiles.main()
    assert f"Made by `{words} --write`" in capsys.readouterr().out
