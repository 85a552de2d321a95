"""Pages of figures: what a command writes, it reads again, and it says where the figures come from."""

from __future__ import annotations

from pathlib import Path

from lab.scribe.tapping import PAGE as CORNERS
from tests.differential.scored import write as write_scored
from tests.figures import figures_page, rows_of
from tests.mutants.__main__ import write as write_mutant
from tests.mutants.every import MUTANTS
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


def test_a_mutant_that_was_tried_again_takes_its_own_line(tmp_path: Path) -> None:
    page = tmp_path / "mutants.md"
    first, second = MUTANTS[:2]
    for mutant, verdict in ((second, "survived"), (first, "noticed"), (second, "noticed")):
        write_mutant(page, (mutant.promise, mutant.broken, verdict, "1 s", "abc"))
    assert [line[:3] for line in rows_of(page)] == [
        (one.promise, one.broken, "noticed") for one in (first, second)
    ]
    assert f"2 mutants: 2 noticed (100.0% noticed); {len(MUTANTS)} are in the list." in page.read_text()


def test_a_house_that_was_scored_again_takes_its_own_line(tmp_path: Path) -> None:
    page = tmp_path / "scorers.md"
    for hands in ("1", "2"):
        write_scored(
            page, "command", [(name, hands, "1", "0", "0", "0", "1 s", "abc") for name in ("a", "b")]
        )
    assert [line[:2] for line in rows_of(page)] == [("a", "2"), ("b", "2")]


def test_what_is_measured_again_stands_behind_what_was_measured_first(tmp_path: Path) -> None:
    page = tmp_path / "corners.md"
    for exact, state in (("2", "abc"), ("5", "def"), ("6", "def"), ("4", "ghi")):
        CORNERS.put(("oblique", "true", "no", "6", exact, "6", "266", "0", "0", "0", "0.00", state), page)
    CORNERS.put(("low", "true", "no", "6", "3", "6", "266", "0", "0", "0", "0.00", "ghi"), page)
    assert [(line[0], line[4], line[-1]) for line in rows_of(page)] == [
        ("low", "3", "ghi"),
        ("oblique", "2", "abc"),
        ("oblique", "4", "ghi"),
    ]
