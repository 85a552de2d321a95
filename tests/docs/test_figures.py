"""Pages of figures: what a command writes, it reads again, and it says where the figures come from."""

from __future__ import annotations

from pathlib import Path

from tests.figures import figures_page, rows_of
from tests.reliability.__main__ import write

HEADING = ("trial", "measured")


def test_a_page_of_figures_reads_back(tmp_path: Path) -> None:
    rows = [("R1", "a | b"), ("R2", "")]
    page = tmp_path / "page.md"
    page.write_text(figures_page("Title", "make soak", "Words.", HEADING, rows), encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    assert "Made by `make soak` at commit " in text
    assert rows_of(page) == [("R1", "a | b"), ("R2", "")]
    assert rows_of(tmp_path / "none.md") == []


def test_a_trial_that_ran_again_takes_its_own_line(tmp_path: Path) -> None:
    page = tmp_path / "trials.md"
    for name, note in (("R10", "a|b"), ("R2", "first"), ("S1", "-"), ("R2", "second")):
        write(page, (name, "what", "1", "0", "0", note, "1 s", "abc"))
    assert [(line[0], line[5]) for line in rows_of(page)] == [("R2", "second"), ("R10", "a|b"), ("S1", "-")]
