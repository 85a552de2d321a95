"""Where the stage's camera has its table, in a folder in which people may have set up another camera."""

from contextlib import closing

import pytest

from companion.intake.eye.calibrating_kept import EyeChoice, keep_choice, kept_choice
from companion.intake.eye.following import EyeWish
from companion.pretend.people.live import show_table
from companion.pretend.stage.performance import Performance, Staging
from vision.calibration import read_calibration


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
    with closing(Performance(Staging())) as stage:
        show_table(stage, tmp_path)
        place = EyeWish(source=stage.stream.stream_url).plan(tmp_path).calibration
        for corner, tapped in zip(read_calibration(place).corners, stage.corners, strict=True):
            assert corner == pytest.approx(tapped, abs=0.01)
    kept = kept_choice(tmp_path)
    assert (kept.camera, kept.tiles) == (chosen.camera, chosen.tiles)
    assert chosen.camera == "camera" or kept == chosen
