"""The eye on drawn tables: a lying face is to be found, a standing one may be, the side of a wall is none."""

from pathlib import Path

import numpy as np
import pytest

from companion.pretend.painting.lens import CAMERAS
from companion.pretend.painting.solids import solid_of
from companion.pretend.painting.things import Pose, StageTile, Stance
from lab.train import evaluate_stage
from lab.train.evaluate_stage import Count, counted, many_tables, tables
from vision.read.detect import Reading

LENS = CAMERAS["oblique"]
POSES = {
    1: Pose(0, 0),
    2: Pose(40, 0),
    3: Pose(0, 120, stance=Stance.STANDING),
    4: Pose(-120, 0, stance=Stance.DOWN),
}
LABELS = {1: "5p", 2: "1z", 3: "9m", 4: "2s"}


def reading(piece: int, tile: str) -> Reading:
    quad = solid_of(StageTile(LABELS[piece], POSES[piece]), LENS).face
    return Reading(tile, 0.95, quad, 0.9, ())


def told(*readings: Reading) -> Count:
    count = Count()
    counted(count, list(readings), LENS, POSES, LABELS)
    return count


def test_a_red_five_is_of_its_kind_and_what_was_missed_counts() -> None:
    count = told(reading(1, "0p"))
    assert (count.found, count.of, count.right, count.named) == (1, 2, 1, 1)
    assert not count.invented


def test_the_face_of_a_standing_tile_is_neither_right_nor_wrong() -> None:
    count = told(reading(1, "5p"), reading(2, "3z"), reading(3, "9m"))
    assert (count.found, count.right, count.named) == (2, 1, 2)


def test_a_name_for_a_back_is_invented_and_a_back_is_where_a_tile_is() -> None:
    away = Reading("back", 0.9, np.array([[5, 5], [30, 5], [30, 30], [5, 30]], np.float32), 0.9, ())
    count = told(reading(4, "2s"), reading(4, "back"), away)
    assert dict(count.invented) == {"2s": 1}
    assert (count.sure, count.backs, count.backs_of_nothing) == (1, 2, 1)


def test_what_is_read_where_no_face_is_to_be_seen_is_invented() -> None:
    count = Count()
    counted(count, [reading(1, "5p")], LENS, {}, {})
    assert (count.named, dict(count.invented)) == (1, {"5p": 1})


@pytest.mark.gate(0)
def test_there_are_as_many_tables_as_were_asked_for() -> None:
    shown = list(many_tables(5, 40))
    assert len(shown) == 40
    assert len({tuple(labels.values()) for _, labels in shown}) == 40


def test_tables_are_shown_in_the_middle_of_a_deal() -> None:
    poses, labels = next(tables(5, 1))
    stances = [pose.stance for pose in poses.values()]
    assert len(poses) == len(labels) == 136
    assert stances.count(Stance.UP) > 10


def test_the_folder_for_annotated_pictures_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["stage", "--pictures", "0", "--annotate", str(tmp_path / "a" / "b")])
    evaluate_stage.main()
    assert (tmp_path / "a" / "b").is_dir()
