"""Two devices at once: one leaves the desk at which the eye is set up, and something else comes meanwhile."""

import threading
from contextlib import suppress

import pytest

from companion.clock import ManualClock
from companion.intake.eye.calibrating import DeskRefused, EyeDesk
from tests.intake.test_eye_desk import COMMAND, Camera


@pytest.fixture
def table():
    return Camera()


@pytest.fixture
def desk(tmp_path, table):
    desk = EyeDesk(
        tmp_path, ManualClock(), table.aside, table.back, source="video=pictures.mp4", command=COMMAND
    )
    yield desk
    desk.stop()


def test_who_opens_while_another_leaves_waits_until_the_table_has_its_camera_back(desk, table) -> None:
    is_going, may_go, back = threading.Event(), threading.Event(), desk._back

    def slowly() -> None:
        is_going.set()
        may_go.wait(20)
        back()

    desk._back = slowly
    leaving = threading.Thread(target=desk.close, args=(desk.open("camera"),))
    coming = threading.Thread(target=desk.open, args=("camera",))
    leaving.start()
    assert is_going.wait(20)
    coming.start()
    coming.join(0.3)
    may_go.set()
    for thread in (leaving, coming):
        thread.join(20)
    assert table.said == ["aside", "back", "aside"]


def test_a_question_that_comes_as_the_desk_is_left_starts_no_process(desk, table, monkeypatch) -> None:
    key, allowed = desk.open("camera"), desk._of
    leaving = threading.Thread(target=desk.close, args=(key,))

    def just_left(key: str) -> object:
        sitting = allowed(key)
        if leaving.ident is None:
            leaving.start()
            leaving.join(0.5)
        return sitting

    monkeypatch.setattr(desk, "_of", just_left)
    monkeypatch.setattr(desk, "_started", lambda _: pytest.fail("the camera is the table's again"))
    with suppress(DeskRefused):
        desk.ask(key, {"do": "look"})
    leaving.join(20)
    assert table.said == ["aside", "back"]
