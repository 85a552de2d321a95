"""The figures of the eye: intervals, calibration, and what counts as found, missed and invented."""

from pathlib import Path

import numpy as np
import pytest

from lab.train import calibrate
from lab.train.measures import Judged, Tally, by_size, calibration_error, tally, wilson
from lab.train.photographs import Photograph
from vision.read.detect import Reading


def square(x: float, y: float, side: float = 20) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def reading(tile: str, quad: np.ndarray, score: float = 0.9) -> Reading:
    return Reading(tile, 0.9, quad, score, ())


def photograph(*, complete: bool = True) -> Photograph:
    quads = np.stack([square(0, 0), square(40, 0), square(80, 0)])
    ignored = np.array([[200, 200, 300, 300]], np.float32)
    return Photograph("set", Path("x.jpg"), ("5p", "0p", "1z"), quads, ignored, complete)


def judged(*, right: bool, confidence: float, pixels: float = 30) -> Judged:
    return Judged("set", "x", "1m", "1m" if right else "2m", confidence, pixels, square(0, 0))


def test_the_interval_is_wilsons() -> None:
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)


def test_an_interval_ends_at_nothing_and_at_everything() -> None:
    assert all(wilson(0, of)[0] >= 0 and wilson(of, of)[1] <= 1 for of in range(1, 200))


def test_found_missed_and_invented() -> None:
    one = Tally()
    seen = [reading("5p", square(1, 1)), reading("5p", square(41, 0)), reading("9s", square(150, 90))]
    seen += [reading("back", square(150, 40)), reading("2m", square(240, 240))]
    tally(photograph(), seen, one)
    assert one.found == (2, 3)
    assert one.true == (2, 3)  # a back is no face, and what lies in an ignored corner does not count
    assert one.right_kind == (2, 2)
    assert one.right_red == (1, 2)


def test_a_second_reading_of_a_tile_is_invented() -> None:
    one = Tally()
    tally(photograph(), [reading("5p", square(0, 0)), reading("5p", square(1, 0), 0.5)], one)
    assert (one.found, one.true) == ((1, 3), (1, 2))


def test_nothing_is_invented_where_labels_are_incomplete() -> None:
    one = Tally()
    tally(photograph(complete=False), [reading("9s", square(150, 90))], one)
    assert one.invented == []


def test_calibration_is_the_distance_of_sureness_and_truth() -> None:
    honest = [judged(right=k < 8, confidence=0.8) for k in range(10)]
    boastful = [judged(right=k < 5, confidence=0.999) for k in range(10)]
    assert calibration_error(honest) == pytest.approx(0, abs=1e-6)
    assert calibration_error(boastful) == pytest.approx(0.499, abs=1e-6)


def test_figures_by_size() -> None:
    tiles = [judged(right=True, confidence=1, pixels=15), judged(right=False, confidence=1, pixels=40)]
    assert by_size(tiles, (12, 18, 50)) == [(12, 18, 1, 1), (18, 50, 0, 1)]


def test_a_set_alone_is_not_calibrated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no other set on which to fit what is printed for it."""
    monkeypatch.setattr("sys.argv", ["calibrate", "redtable=one", "redtable=two"])
    monkeypatch.setattr(calibrate, "told_of", lambda *_: pytest.fail("it was looked at"))
    with pytest.raises(SystemExit):
        calibrate.main()
    assert "name at least two sets" in capsys.readouterr().err


@pytest.mark.parametrize("order", [(True, False), (False, True)])
def test_one_photograph_with_incomplete_labels_leaves_its_set_without_precision(order) -> None:
    one = Tally()
    for complete in order:
        tally(photograph(complete=complete), [], one)
    assert not one.counts_inventions


def test_a_set_without_photographs_is_not_fitted_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its error is not a number, and the first damping that is tried would be written into the model."""
    monkeypatch.setattr(calibrate, "load_photographs", list)
    with pytest.raises(SystemExit, match="no labelled photographs of redtabel"):
        calibrate.told_of("redtabel", tmp_path, 1)
