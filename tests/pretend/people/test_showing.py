"""Where the stage's camera has its table, in a folder in which people may have set up another camera."""

from contextlib import closing

import pytest

from companion.intake.eye.calibrating_kept import EyeChoice, calibration_path, keep_choice, kept_choice
from companion.pretend.people.live import show_table
from companion.pretend.stage.performance import Performance, Staging
from vision.place.calibration import Calibration, read_calibration, write_calibration

TAPPED = ((100.0, 100.0), (1800.0, 100.0), (1800.0, 1000.0), (100.0, 1000.0))


@pytest.mark.parametrize(
    "chosen",
    [
        EyeChoice(),
        EyeChoice("camera", "uvc=/dev/video0"),
        EyeChoice("camera", "phone=.phone", "ours"),
        EyeChoice("camera 0", "uvc=/dev/video0"),
    ],
)
def test_a_rehearsal_sees_its_table_whichever_camera_was_set_up_in_the_folder(tmp_path, chosen) -> None:
    keep_choice(tmp_path, chosen)
    place = calibration_path(tmp_path, "camera")
    write_calibration(Calibration("camera", TAPPED, 1920, 1080), place)
    with closing(Performance(Staging())) as stage:
        wish = show_table(stage, tmp_path)
        shown = wish.plan(tmp_path).calibration
        for corner, tapped in zip(read_calibration(shown).corners, stage.corners, strict=True):
            assert corner == pytest.approx(tapped, abs=0.01)
    assert kept_choice(tmp_path) == chosen
    assert read_calibration(place).corners == TAPPED


def test_a_second_rehearsal_sees_its_table_whatever_was_chosen_on_the_page_of_the_first(tmp_path) -> None:
    for choice in (EyeChoice("camera", "uvc=/dev/video0"), EyeChoice("camera", "phone=.phone")):
        with closing(Performance(Staging())) as stage:
            wish = show_table(stage, tmp_path)
            assert wish.plan(tmp_path).calibration is not None
        keep_choice(wish.kept_in(tmp_path), choice)
